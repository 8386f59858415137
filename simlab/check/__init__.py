"""Checks that every game and every policy must pass, foreign ones too."""
