"""The rules of Arriala, a file per chapter; A1–A18 are the numbers in RULES.md."""

from simlab.games.arriala.rules.menu import legal
from simlab.games.arriala.rules.play import apply, hide, next_seat, outcome, setup, snapshot

__all__ = ["apply", "hide", "legal", "next_seat", "outcome", "setup", "snapshot"]
