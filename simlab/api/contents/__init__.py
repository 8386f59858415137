"""Frames and JSON of a run, one module per kind of study; the modules have the same functions."""
