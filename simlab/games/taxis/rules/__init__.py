"""The rules of Les Taxis de la Marne, a file per chapter; T1–T21 are the numbers in RULES.md."""

from simlab.games.taxis.rules.menu import legal
from simlab.games.taxis.rules.play import apply, hide, next_seat, outcome, setup, snapshot

__all__ = ["apply", "hide", "legal", "next_seat", "outcome", "setup", "snapshot"]
