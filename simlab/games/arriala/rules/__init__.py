"""The rules of Arriala, a file per chapter; A1–A18 are the numbers in RULES.md."""

from simlab.games.arriala.rules.hide import hide
from simlab.games.arriala.rules.menu import legal
from simlab.games.arriala.rules.outcome import outcome, snapshot
from simlab.games.arriala.rules.play import apply, next_seat
from simlab.games.arriala.rules.score import points_so_far
from simlab.games.arriala.rules.setup import setup

__all__ = ["apply", "hide", "legal", "next_seat", "outcome", "points_so_far", "setup", "snapshot"]
