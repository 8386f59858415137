"""Checks a game against limits of its balance, for continuous integration."""
