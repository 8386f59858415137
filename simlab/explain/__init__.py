"""Explanations of single games: replay, decisions, regret, value of choices."""
