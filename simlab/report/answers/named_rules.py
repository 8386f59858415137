"""Sets of rules that the answer of a sweep names: the largest changes, the nearest to a target."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from simlab.analysis.sweep import SweepEffects, cells, sweep_effects
from simlab.analysis.tables import Tables
from simlab.report.answers.effect import Line, by_change, rows_of
from simlab.report.answers.nearest import target_in_words
from simlab.report.fair_share import fair_share

METRIC_TARGET = "metric_target"


def changes_to_name(tables: Tables) -> Iterator[tuple[SweepEffects, Line]]:
    """Yield the first change that the answer names, with fewest and with most players.

    It is the one nearest to a target, or else the largest.
    """
    by_players = sorted(sweep_effects(tables), key=lambda effects: effects.players)
    near = {effects.players: row for effects, _, row in nearest(tables) if not row["is_base"]}
    for effects in dict.fromkeys([by_players[0], by_players[-1]]):
        yield effects, near.get(effects.players) or by_change(tables, effects)[0]


def nearest(tables: Tables) -> Iterator[tuple[SweepEffects, str, Line]]:
    """Yield for each number of players the target in words, and the row nearest to it."""
    for effects in sweep_effects(tables):
        target = tables.study.get(METRIC_TARGET)
        target_phrase = target_in_words(target, effects.metric.unit) if target is not None else ""
        if target is None and is_about_a_seat(effects):
            target = 1 / effects.players
            target_phrase = fair_share(target)
        if target is not None:
            distance = partial(_distance, target)
            yield effects, target_phrase, min(rows_of(cells(tables), effects), key=distance)


def as_near(tables: Tables, effects: SweepEffects, nearest_row: Line) -> list[Line]:
    """Return the other sets of rules whose intervals overlap with that of the nearest one."""
    other_rows = [
        row for row in rows_of(cells(tables), effects) if row["cell"] != nearest_row["cell"]
    ]
    low, high = nearest_row["mean_low"], nearest_row["mean_high"]
    return [row for row in other_rows if row["mean_low"] <= high and low <= row["mean_high"]]


def _distance(target: float, row: Line) -> float:
    return abs(float(row["mean"]) - target)


def is_about_a_seat(effects: SweepEffects) -> bool:
    """Say whether the metric is the wins of one seat among equal players."""
    seats = effects.scenarios[0].facts.seat_names(effects.players)
    is_of_a_seat = effects.metric.label in [f"wins of {seat}" for seat in seats]
    return is_of_a_seat and len(effects.scenarios[0].policies) == 1


def quote_rules(row: Line) -> str:
    """Return a set of rules as a sentence names it."""
    return "the unchanged rules" if row["is_base"] else f"“{row['title']}”"
