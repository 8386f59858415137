"""Sections of a page: figure blocks on one question, with captions and tables."""
