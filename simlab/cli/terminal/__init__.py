"""Printing in the terminal: one file for what each command prints."""
