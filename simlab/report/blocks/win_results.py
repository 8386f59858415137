"""Table of all scenarios of a competitive game: wins or points of seats, length, capped games."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

import pandas as pd

from simlab.analysis import band, end_reason, length, points_per_game, seat_result, win_rate
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.fairness import seat_order_cell
from simlab.report.answers.luck import as_played, luck_sentences
from simlab.report.answers.waiting import who_sets_length
from simlab.report.blocks.results_table import Part, results_table
from simlab.report.page_table import Cell, PageTable
from simlab.report.scenario import scenarios_with_rivals
from simlab.report.seat_result import in_cell
from simlab.report.wording import Row, number, share, whole

LENGTH_METHOD = (
    "Median length: of the Kaplan–Meier curve. Capped: Clopper–Pearson interval, among the ways a"
    " game ends if there are several. All at 95 %."
)
METHOD = (
    "Win credit: simultaneous intervals on blocks, all seats of a scenario together. {}."
    f" {LENGTH_METHOD}"
)


def win_results(tables: Tables) -> PageTable:
    """Return the table of all scenarios."""
    ways = "Ways: Clopper–Pearson intervals, all of a scenario together"
    interval_note = ways if tables.facts.ends.winning else "Shared: Clopper–Pearson interval"
    waiting = who_sets_length(tables, tables.scenarios)
    how = (
        f"{points_per_game.METHOD} {LENGTH_METHOD}"
        if tables.is_for_points
        else METHOD.format(interval_note)
    )
    sentences = [how, *luck_sentences(tables), waiting]
    method = " ".join(filter(None, sentences))
    return results_table(tables, _results(tables), partial(_count_cells, tables), method)


def _results(tables: Tables) -> Iterator[Part]:
    seats = _rows_with_losers(seat_result.by_seat(tables))
    quantity, say = f"{seat_result.quantity(tables)} of ", in_cell(tables)
    yield seats.assign(quantity=quantity + seats["who"]), say
    played = as_played(seats)
    yield played.assign(quantity=quantity + played["who"] + "\nas played"), say
    if not tables.is_for_points:
        yield _kinds_of_wins(tables), share
    clock = length.clocks(tables)[0]
    yield length.median(tables, clock).assign(quantity=f"median {clock}"), _median
    yield end_reason.cap_rate(tables).assign(quantity="capped"), share


def _kinds_of_wins(tables: Tables) -> pd.DataFrame:
    """Return how often games are won in each way, or without these by several together."""
    if tables.facts.ends.winning:
        ways = _shares_of_ways(tables)
        return ways.assign(quantity="won by " + ways["end"])
    shared = _rows_with_losers(win_rate.joint_win_rate(tables))
    return shared.assign(quantity="shared wins")


def _rows_with_losers(wins: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of games that somebody can lose: not those of a single player."""
    return wins[wins["players"] > 1]


def _median(row: Row) -> Cell:
    """Return a median; where half of the games never end, that it lies beyond the longest one."""
    return number(row) if math.isfinite(row["estimate"]) else f"above {whole(row['followed'])}"


def _shares_of_ways(tables: Tables) -> pd.DataFrame:
    """Return the share of games that are won in each way; the capped have a column of their own."""
    ends = end_reason.end(tables)
    return ends[ends["end"] != band.CAPPED]


def _count_cells(tables: Tables, scenario: Scenario) -> dict[str, Cell]:
    games = tables.scenario_counts(scenario).n_games
    order = seat_order_cell(tables, scenario) if scenarios_with_rivals(tables.main) else {}
    return {**order, "games": whole(games)}
