"""Metrics by the unchanged and the changed rules in words: values, change, margin, verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd

from simlab.analysis import rule_comparison
from simlab.analysis.rule_comparison import CHANGED, UNCHANGED, Comparison, comparisons
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict
from simlab.game.facts import FAIRNESS
from simlab.report.answers.effect import WORDS
from simlab.report.scenario import players_of
from simlab.report.wording import (
    PERCENTAGE_POINTS,
    FormattedEstimate,
    Row,
    difference_of_shares,
    n_of,
    number,
    share,
    with_unit,
)
from simlab.report.wording import difference as signed

MENUS = "Menus and waits: "
"""First words of metrics that count menus and decisions of every game."""
ENDS = ("won by", "ended by")
"""First words of metrics that are the share of games with some end."""


def rank_metrics(tables: Tables, pair: Comparison) -> pd.DataFrame:
    """Return all metrics of a pair, the largest changes first, those that never vary last."""
    rows = rule_comparison.effects(tables, pair)
    sizes = rows["standard"].abs().sort_values(ascending=False, kind="stable")
    return rows.loc[sizes.index]


def most_telling(tables: Tables, pair: Comparison) -> pd.DataFrame:
    """Return the metrics as a reader wants them: who wins first, then the largest changes.

    A number that another metric has too is left out, and what is counted of menus comes last.
    """
    in_order = rule_comparison.effects(tables, pair)
    numbers = [UNCHANGED, CHANGED, "estimate", "low", "high"]
    # the same numbers under two names are given once; what nothing moves is alike by chance
    is_new = ~in_order.duplicated(numbers) | in_order["moved"].eq(0)
    rows = rank_metrics(tables, pair)
    is_fair, of_menus = rows["group"] == FAIRNESS, rows["label"].str.startswith(MENUS)
    order = [rows[is_fair].sort_index(), rows[~is_fair & ~of_menus], rows[of_menus]]
    ordered = pd.concat(order)
    return ordered.loc[is_new[ordered.index]]


def pairs_that_differ(tables: Tables) -> list[Comparison]:
    """Return the pairs of which some game goes otherwise by the changed rules."""
    return [pair for pair in comparisons(tables) if not rule_comparison.has_no_effect(tables, pair)]


def table_of(pair: Comparison) -> str:
    """Return how many sit at the table of a pair, and who they are."""
    return f"{n_of(pair.players, 'player')} and {players_of(pair.unchanged)}"


def value_of(row: Row, side: str) -> FormattedEstimate:
    """Return a metric by one set of rules, in words.

    Both have the same decimals, at least those of the change, so that it is seen to be the change.
    """
    say = number if row["unit"] else share
    sides = [say(bounds_of(row, rules)) for rules in (UNCHANGED, CHANGED)]
    digits = max(
        len(formatted.estimate.partition(".")[2]) for formatted in (*sides, change_of(row))
    )
    return say(bounds_of(row, side), digits)


def bounds_of(row: Row, side: str) -> dict[str, float]:
    """Return the mean of a metric by one set of rules, and its interval."""
    return {"estimate": row[side], "low": row[f"{side}_low"], "high": row[f"{side}_high"]}


def change_of(row: Row) -> FormattedEstimate:
    """Return the change of a metric in words, with its unit, unless its label is the unit."""
    if not row["unit"]:
        return difference_of_shares(row)
    change = signed(row)
    return change if row["unit"] == row["label"] else replace(change, unit=f" {row['unit']}")


def what_of(row: Row) -> str:
    """Return a metric as a sentence names it: one of a group in quotes, without its group."""
    _, colon, label = row["label"].rpartition(": ")
    if label.startswith(ENDS):
        return f"the share of games {label}"
    return f"“{label}”" if colon else f"the {label}"


def size_of(row: Row) -> dict[str, Any]:
    """Return an effect without its sign, for `change_of`."""
    low, high = sorted(abs(row[end]) for end in ("low", "high"))
    bounds = {"estimate": abs(row["estimate"]), "low": low, "high": high}
    return {**bounds, "label": row["label"], "unit": row["unit"]}


def margin_of(row: Row) -> str:
    """Return the margin of a metric with its unit."""
    if not row["margin"]:
        return "–"
    return (
        with_unit(row["margin"], row["unit"])
        if row["unit"]
        else with_unit(100 * row["margin"], PERCENTAGE_POINTS)
    )


def verdict_of(row: Row) -> str:
    """Return the verdict in words; what never varies has no margin to stay within."""
    is_surely_same = row["verdict"] == Verdict.SAME and not row["margin"]
    return "the same" if is_surely_same else WORDS[row["verdict"]]
