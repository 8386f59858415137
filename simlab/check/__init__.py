"""Checks that every game and every policy must pass, a foreign one too, made by playing."""
