"""Figures: each draws the table of one question and says in words what it shows."""
