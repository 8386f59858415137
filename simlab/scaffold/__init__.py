"""Folders of new games: a game that runs, its data, tests, an experiment and texts."""
