"""Games that never end, or are over at once: what a page says before anything else."""

from __future__ import annotations

import math
from collections.abc import Iterator

from simlab.analysis.stopped_games import score_at_stop
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.favoured_seat import Line
from simlab.report.more_games import NextStep
from simlab.report.page_table import records, rows_of
from simlab.report.replay_command import replay_command
from simlab.report.wording import in_unit, n_of, whole

MANY = 0.5
"""Share of capped games from which an answer begins with them."""


def is_unplayable(tables: Tables) -> bool:
    """Whether no game of the answer has an end, or none a decision: nobody can be said to win."""
    return all(row["decisions"] == 0 or row["capped"] == row["games"] for row in _rows(tables))


def sentences_on_unended(tables: Tables) -> Iterator[str]:
    """Yield what is wrong with most games of a run: they do not end, or nothing is played."""
    for main, row in zip(tables.main, _rows(tables), strict=True):
        players = n_of(main.players, "player")
        if row["decisions"] == 0:
            yield (
                f"With {players}, every game is over before its first decision, so that nothing is"
                " played."
            )
        elif row["capped"] >= MANY * row["games"]:
            yield _sentence_on_stops(main, row, tables.is_cooperative)


def first_steps(tables: Tables) -> list[NextStep]:
    """Return how to look at a game where none ends; more games would decide nothing."""
    rows = _rows(tables)
    if all(row["decisions"] == 0 for row in rows):
        return []
    step = NextStep(
        "No game ends",
        "Look at one of them, move by move, for where it goes round in circles or waits for what"
        " never comes.",
        replay_command(tables.folder, tables.main[0], 0, 0),
    )
    return [step]


def _rows(tables: Tables) -> list[Line]:
    return [records(rows_of(score_at_stop(tables), main))[0] for main in tables.main]


def _sentence_on_stops(main: Scenario, row: Line, is_cooperative: bool) -> str:
    """Say how many games were stopped, when, and how far they had got."""
    is_all = row["capped"] == row["games"]
    games = whole(row["games"])
    which = (
        f"no game ends: all {games}"
        if is_all
        else (f"most games do not end: {whole(row['capped'])} of {games}")
    )
    when = f" after {n_of(row['decisions'], 'decision')}" if row["decisions"] else ""
    sentence = f"With {n_of(main.players, 'player')}, {which} were stopped{when}."
    if not math.isfinite(row["estimate"]):
        return sentence
    who = "the table" if is_cooperative else "the leader"
    points = in_unit(row, main.facts.score.unit).value
    return f"{sentence} By then, {who} had {points} on average."
