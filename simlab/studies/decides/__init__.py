"""Divides the variance of wins and scores among chance, skill and seats."""
