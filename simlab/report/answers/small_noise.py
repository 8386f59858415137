"""Whether an answer holds with a small noise: with the same players and a few choices by chance."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis.assumption import variation_tables
from simlab.analysis.rule_comparison import CLEAR
from simlab.analysis.tables import Scenario, Tables
from simlab.experiment.run_folder import SMALL_NOISE
from simlab.report.answers.favoured_seat import Line
from simlab.report.answers.other_players import (
    changes,
    entry_of,
    seat_of,
    seat_to_watch,
)
from simlab.report.seat_result import say, verb
from simlab.report.wording import join_list, n_of

IN_WORDS = "one choice in twenty drawn by chance"
"""The small noise of `simlab.experiment.small_noise`."""


HALF = 0.5
"""Part of an advantage: where a small noise leaves no more than this of it, a page warns."""


def warning(tables: Tables) -> str:
    """Say that another seat wins most with a small noise, or that an advantage is half as large.

    It is empty if neither is sure.
    """
    varied = variation_tables(tables)
    phrases = changes(varied, entry=SMALL_NOISE) if varied else ""
    if varied and not phrases:
        halved = [
            _instead(tables, main, seat, noisy)
            for main, seat, noisy in _pairs(tables, varied)
            if _is_halved(seat, noisy)
        ]
        return (
            f"Half of the effect or more is gone with {IN_WORDS}: {join_list(halved)}."
            if halved
            else ""
        )
    if not phrases:
        return ""
    return (
        f"Changes with {IN_WORDS}: with {phrases}. Players without noise repeat much the same game"
        " here; the answer is about that one."
    )


def sentence(tables: Tables) -> str:
    """Return what the watched seat wins with a small noise and without; empty if not played."""
    varied = variation_tables(tables)
    pairs = _pairs(tables, varied) if varied else ()
    phrases = [_instead(tables, *pair) for pair in pairs]
    return f"With {IN_WORDS}, {join_list(phrases)}." if phrases else ""


def _pairs(tables: Tables, varied: Tables) -> Iterator[tuple[Scenario, Line, Line]]:
    """Yield each main scenario with what its seat wins without noise and with a small one."""
    noisy = {
        scenario.players: scenario
        for scenario in varied.scenarios
        if entry_of(scenario) == SMALL_NOISE
    }
    for main in tables.main:
        if main.players in noisy:
            seat = seat_to_watch(tables, main)
            yield main, seat, seat_of(varied, noisy[main.players], seat["who"])


def _instead(tables: Tables, main: Scenario, seat: Line, noisy: Line) -> str:
    name = seat["who"] if tables.facts.seats.names else "the first seat"
    players = n_of(main.players, "player")
    noisy_estimate, before = say(tables)(noisy).full, say(tables)(seat).value
    return f"{name} {verb(tables)} {noisy_estimate} instead of {before} with {players}"


def _is_halved(seat: Line, noisy: Line) -> bool:
    """Whether a seat surely wins more or less than a fair share, and surely less so with noise."""
    is_apart = noisy["high"] < seat["low"] or seat["high"] < noisy["low"]
    before, after = (row["estimate"] - row["fair"] for row in (seat, noisy))
    return seat["verdict"] in CLEAR and is_apart and abs(after) <= HALF * abs(before)
