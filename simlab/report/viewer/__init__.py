"""Viewer of a game, step by step, in the browser: script, style, and a self-contained page."""
