"""The engine: compiled kernels, records, random streams and the one loop. It knows no game."""

VERSION = 1
"""Rises when the same game may play differently for a reason that lies in the engine."""
