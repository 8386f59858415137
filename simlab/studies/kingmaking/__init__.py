"""Finds decisions by which a seat that cannot win chooses who does."""
