"""Benchmarks: games, decisions and rollouts per second, relative to a reference."""
