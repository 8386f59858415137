"""The command line: what a game designer types. Heavy imports happen inside the commands."""

from simlab.cli.app import main

__all__ = ["main"]
