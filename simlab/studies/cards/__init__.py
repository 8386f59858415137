"""Ranks cards by what a seat wins or scores less when a card is taken away."""
