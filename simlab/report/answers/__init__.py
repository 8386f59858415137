"""Answers: the sentences at the top of a page, also printed by commands."""
