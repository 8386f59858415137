"""The rules of Les Taxis de la Marne, a file per chapter; T1–T21 are the numbers in RULES.md."""

from simlab.games.taxis.rules.hide import hide
from simlab.games.taxis.rules.menu import legal
from simlab.games.taxis.rules.outcome import outcome, snapshot
from simlab.games.taxis.rules.play import apply, next_seat
from simlab.games.taxis.rules.setup import setup

__all__ = ["apply", "hide", "legal", "next_seat", "outcome", "setup", "snapshot"]
