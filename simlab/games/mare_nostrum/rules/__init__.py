"""The rules of Mare Nostrum, a file per chapter; M1–M32 are the numbers in RULES.md."""

from simlab.games.mare_nostrum.rules.hide import hide
from simlab.games.mare_nostrum.rules.menu import legal
from simlab.games.mare_nostrum.rules.outcome import outcome, snapshot
from simlab.games.mare_nostrum.rules.play import apply, next_seat
from simlab.games.mare_nostrum.rules.setup import setup
from simlab.games.mare_nostrum.rules.standing import points_so_far

__all__ = ["apply", "hide", "legal", "next_seat", "outcome", "points_so_far", "setup", "snapshot"]
