"""Explanations of single games: replay, decisions, regret, value and consequence of choices."""
