"""Whether changes that the answer of a sweep names do the same with other policies."""

from __future__ import annotations

from typing import Any

from simlab.analysis import named_change
from simlab.analysis.intervals import Interval
from simlab.analysis.sweep import SweepEffects, sweep_effects
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict, verdict_beside
from simlab.report.answers.effect import Line, change_of
from simlab.report.answers.named_rules import named_changes, quoted
from simlab.report.answers.other_players import BY_CHANCE
from simlab.report.answers.population import is_opposite
from simlab.report.answers.withdrawn import both_answers
from simlab.report.page_table import records
from simlab.report.scenario import players_of
from simlab.report.wording import grouped, listed, n_of

Rows = dict[str, dict[str, Any]]


def elsewhere(tables: Tables, row: Line) -> Rows:
    """Return a change with each other policy in all seats; empty if none played it."""
    frame = named_change.elsewhere(tables)
    own = frame[frame["scenario"] == row["scenario"]] if len(frame) else frame
    return {each["policy"]: each for each in records(own)}


def by_players(tables: Tables) -> str:
    """Say between what each change lies with other policies in all seats."""
    ranges = grouped(
        (quoted(row), _range(own, row, others))
        for own, row in named_changes(tables)
        if (others := elsewhere(tables, row))
    )
    if not ranges:
        lineup = players_of(tables.main[0])
        return f"Not measured: all sets of rules were played by {lineup}."
    metric = sweep_effects(tables)[0].metric.label
    phrases = [f"by {rules} it is {listed(own)}" for rules, own in ranges.items()]
    return f"The change of the {metric}: {'; '.join(phrases)}."


def warning(tables: Tables) -> str:
    """Say with which other policies a change surely goes the other way; empty if with none."""
    phrases = [
        f"{quoted(row)} goes the other way with {listed(policies)} in every seat"
        f" ({n_of(own.players, 'player')})"
        for own, row in named_changes(tables)
        if (policies := _turned(tables, row))
    ]
    return f"Changes with the players: {'; '.join(phrases)}." if phrases else ""


def withdrawn(tables: Tables, own: SweepEffects, row: Line) -> str:
    """Say what a change does with the line-up and with the strongest player; empty if they agree.

    It is empty, too, if the strongest player did not play the change.
    """
    equals = own.scenarios[0].strongest
    others = elsewhere(tables, row)
    for player in [name for name in equals if name in others]:
        strongest = others[player]
        intervals = (_interval(row), _interval(strongest))
        if verdict_beside(row["verdict"], *intervals, own.margin) == Verdict.DEPENDS:
            return both_answers(
                listed(own.scenarios[0].policies),
                change_of(own.metric, row).full,
                player,
                change_of(own.metric, strongest).full,
                f"{n_of(int(strongest['n']), 'deal')} by each set of rules",
                equals,
            )
    return ""


def _interval(row: Line) -> Interval[float]:
    return Interval(row["estimate"], row["low"], row["high"], row["n"])


def _range(own: SweepEffects, main: Line, others: Rows) -> str:
    """Return the lowest and the highest estimate of a change, with whom."""
    rows = {**others, listed(own.scenarios[0].policies): main}
    low, *_, high = sorted(rows.items(), key=lambda item: float(item[1]["estimate"]))
    ends = [f"{change_of(own.metric, row).value} ({policy})" for policy, row in (low, high)]
    return f"{' to '.join(ends)} with {n_of(own.players, 'player')}"


def _turned(tables: Tables, row: Line) -> list[str]:
    """Return the other policies, but not play by chance, with which a change surely turns."""
    others = elsewhere(tables, row)
    return [
        policy
        for policy, other in others.items()
        if policy != BY_CHANCE and is_opposite(row, other)
    ]
