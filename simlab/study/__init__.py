"""Loops that play, look and decide what to play next."""
