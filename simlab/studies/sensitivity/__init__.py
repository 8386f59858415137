"""Ranks rules by how much an answer changes with them."""
