"""Benchmarks: games, decisions and rollouts per second beside a reference."""
