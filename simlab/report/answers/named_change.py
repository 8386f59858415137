"""Whether changes that the answer of a sweep names do the same with other policies."""

from __future__ import annotations

from typing import Any

from simlab.analysis import named_change
from simlab.analysis.intervals import Interval
from simlab.analysis.sweep import SweepEffects, sweep_effects
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict, verdict_beside
from simlab.report.answers.effect import Line, change_of
from simlab.report.answers.named_rules import changes_to_name, quote_rules
from simlab.report.answers.other_players import BY_CHANCE
from simlab.report.answers.population import is_opposite
from simlab.report.answers.withdrawn import both_answers
from simlab.report.page_table import records
from simlab.report.scenario import players_of
from simlab.report.wording import group_by_key, join_list, n_of

Rows = dict[str, dict[str, Any]]


def elsewhere(tables: Tables, row: Line) -> Rows:
    """Return a change with each other policy in all seats; empty if none played it."""
    frame = named_change.elsewhere(tables)
    change_rows = frame[frame["scenario"] == row["scenario"]] if len(frame) else frame
    return {policy_row["policy"]: policy_row for policy_row in records(change_rows)}


def by_players(tables: Tables) -> str:
    """Say between what each change lies with other policies in all seats."""
    ranges = group_by_key(
        (quote_rules(row), _range(effects, row, rows_by_policy))
        for effects, row in changes_to_name(tables)
        if (rows_by_policy := elsewhere(tables, row))
    )
    if not ranges:
        lineup = players_of(tables.main[0])
        return f"Not measured: all sets of rules were played by {lineup}."
    metric = sweep_effects(tables)[0].metric.label
    phrases = [
        f"by {rules} it is {join_list(rule_ranges)}" for rules, rule_ranges in ranges.items()
    ]
    return f"The change of the {metric}: {'; '.join(phrases)}."


def warning(tables: Tables) -> str:
    """Say with which other policies a change surely goes the other way; empty if with none."""
    phrases = [
        f"{quote_rules(row)} goes the other way with {join_list(policies)} in every seat"
        f" ({n_of(effects.players, 'player')})"
        for effects, row in changes_to_name(tables)
        if (policies := _policies_that_turn(tables, row))
    ]
    return f"Changes with the players: {'; '.join(phrases)}." if phrases else ""


def sentence_on_withdrawal(tables: Tables, effects: SweepEffects, row: Line) -> str:
    """Say what a change does with the line-up and with the strongest player; empty if they agree.

    It is empty, too, if the strongest player did not play the change.
    """
    equals = effects.scenarios[0].strongest
    rows_by_policy = elsewhere(tables, row)
    for player in [name for name in equals if name in rows_by_policy]:
        strongest = rows_by_policy[player]
        intervals = (_interval(row), _interval(strongest))
        if verdict_beside(row["verdict"], *intervals, effects.margin) == Verdict.DEPENDS:
            return both_answers(
                join_list(effects.scenarios[0].policies),
                change_of(effects.metric, row).full,
                player,
                change_of(effects.metric, strongest).full,
                f"{n_of(int(strongest['n']), 'deal')} by each set of rules",
                equals,
            )
    return ""


def _interval(row: Line) -> Interval[float]:
    return Interval(row["estimate"], row["low"], row["high"], row["n"])


def _range(effects: SweepEffects, main: Line, rows_by_policy: Rows) -> str:
    """Return the lowest and the highest estimate of a change, with whom."""
    rows = {**rows_by_policy, join_list(effects.scenarios[0].policies): main}
    low, *_, high = sorted(
        rows.items(), key=lambda policy_and_row: float(policy_and_row[1]["estimate"])
    )
    ends = [f"{change_of(effects.metric, row).value} ({policy})" for policy, row in (low, high)]
    return f"{' to '.join(ends)} with {n_of(effects.players, 'player')}"


def _policies_that_turn(tables: Tables, row: Line) -> list[str]:
    """Return the other policies, but not play by chance, with which a change surely turns."""
    rows_by_policy = elsewhere(tables, row)
    return [
        policy
        for policy, policy_row in rows_by_policy.items()
        if policy != BY_CHANCE and is_opposite(row, policy_row)
    ]
