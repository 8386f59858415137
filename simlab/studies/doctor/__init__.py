"""Examination of a game: what is asked, and how the time is spent."""
