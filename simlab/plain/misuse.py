"""Misuse: an exception for what an author's code asks of simlab that simlab does not have."""


class Misuse(Exception):
    """A plain game or policy uses simlab in a way that is not possible; shown with its line."""
