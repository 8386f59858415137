"""Rates policies in a round robin, or players of matches that others recorded."""
