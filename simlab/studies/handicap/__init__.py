"""Finds the handicap that makes a game even."""
