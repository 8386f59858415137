"""Experiments: from a TOML file or a command line to a plan of what to play."""
