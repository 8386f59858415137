"""simlab: a board-game balance laboratory."""

__version__ = "0.1.0"
