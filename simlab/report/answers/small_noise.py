"""Whether an answer holds with a small noise: with the same players and a few choices by chance."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis.assumption import varied_tables
from simlab.analysis.tables import Tables
from simlab.report.answers.other_players import (
    changes,
    other_players,
    seat_of,
    watched_seat,
)
from simlab.report.wording import listed, n_of, share

IN_WORDS = "one choice in twenty drawn by chance"
"""The small noise of `simlab.experiment.small_noise`."""


def warning(tables: Tables) -> str:
    """Say that another seat wins most with a small noise; empty if that is not sure."""
    varied = varied_tables(tables)
    phrases = changes(varied) if varied else ""
    if not phrases:
        return ""
    return (
        f"Changes with {IN_WORDS}: with {phrases}. Players without noise repeat much the same game"
        " here; the answer is about that one."
    )


def sentence(tables: Tables) -> str:
    """Return what the watched seat wins with a small noise and without; empty if not played."""
    varied = varied_tables(tables)
    phrases = list(_phrases(tables, varied)) if varied else []
    return f"With {IN_WORDS}, {listed(phrases)}." if phrases else ""


def _phrases(tables: Tables, varied: Tables) -> Iterator[str]:
    """Yield a phrase for each number of players; without noise it is the result of the page."""
    noisy = {other.main.players: other.scenario for other in other_players(varied)}
    for main in tables.main:
        if main.players in noisy:
            seat = watched_seat(tables, main)
            name = seat["who"] if tables.facts.seats.names else "the first seat"
            wins = share(seat_of(varied, noisy[main.players], seat["who"])).full
            players = n_of(main.players, "player")
            yield f"{name} wins {wins} instead of {share(seat).value} with {players}"
