"""How long games take and what players have at the end, in sentences on the first screen."""

from __future__ import annotations

import math

from simlab.analysis import length, seat_points
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.favoured_seat import Line
from simlab.report.page_table import records, rows_of
from simlab.report.scenario import fewest_and_most, scenarios_with_rivals
from simlab.report.wording import MINUS, begin_sentence, in_unit, join_list, n_of, with_unit


def alone_sentence(tables: Tables, scenario: Scenario) -> str:
    """Say how long the game of a single player takes and what it ends with: nobody is beaten."""
    length_phrase = _length(tables, scenario)
    points = _points_of(tables, scenario, seat_points.SEAT)
    ending = f" and ends with {points}" if points else ""
    return f"The game of a single player takes {length_phrase}{ending}."


def points_sentence(tables: Tables) -> str:
    """Say how many points a seat has on average, and the winner; empty for a game without any.

    With several numbers of players it is about the seats only, with fewest and with most.
    """
    mains = scenarios_with_rivals(fewest_and_most(tables.main))
    mean_points = [_points_of(tables, main, seat_points.SEAT) for main in mains]
    if tables.facts.ends.winning or not all(mean_points) or not mains:
        return ""
    subject = f"a {tables.facts.seats.one} has on average"
    if len(mains) == 1:
        most = _points_of(tables, mains[0], seat_points.WINNER)
        players = n_of(mains[0].players, "player")
        return f"With {players}, {subject} {mean_points[0]}, and the winner {most}."
    pairs = zip(mean_points, mains, strict=True)
    phrases = [f"{points} with {n_of(main.players, 'player')}" for points, main in pairs]
    return f"{begin_sentence(subject)} {join_list(phrases)}."


def _points_of(tables: Tables, scenario: Scenario, who: str) -> str:
    means = rows_of(seat_points.points(tables), scenario)
    rows = [row for row in records(means) if row["who"] == who]
    unit = scenario.facts.score.unit
    return join_list([_in_words(row, unit) for row in rows])


def _in_words(row: Line, unit: str) -> str:
    if not row["varies"]:
        return f"{with_unit(row['estimate'], unit).replace('-', MINUS)} in every game"
    return in_unit(row, unit).full


def _length(tables: Tables, scenario: Scenario) -> str:
    clock = length.clocks(tables)[0]
    rows = records(rows_of(length.length(tables), scenario))
    mean = in_unit(next(row for row in rows if row["clock"] == clock), clock)
    half = records(rows_of(length.median(tables, clock), scenario))[0]["estimate"]
    median = f"; the median is {half:g}" if math.isfinite(half) else ""
    return f"{mean.value} on average ({mean.bounds}{median})"
