"""How the result of a seat is said: what it wins, or its points where these are the aim."""

from __future__ import annotations

from collections.abc import Callable

from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict
from simlab.report.fair_share import MARGIN_IN_WORDS, STEPS, TINTED, fair_share
from simlab.report.wording import FormattedEstimate, Row, in_unit, number, share, with_unit

AXIS = "share of the wins (%)"
STEPS_IN_MARGINS = (1.5, 5)
"""Distances from even, in margins, at which the tint of a cell becomes deeper: as of wins."""


def say(tables: Tables) -> Callable[[Row], FormattedEstimate]:
    """Return how to write a result in a sentence: `33 %`, `1.2 points`."""
    if not tables.is_for_points:
        return share
    unit = tables.facts.score.unit
    return lambda row: in_unit(row, unit)


def in_cell(tables: Tables) -> Callable[[Row], FormattedEstimate]:
    """Return how to write a result where its unit stands nearby."""
    return number if tables.is_for_points else share


def verb(tables: Tables) -> str:
    """Return what a seat does that gets a result."""
    return "scores" if tables.is_for_points else "wins"


def even_in_words(tables: Tables, row: Row) -> str:
    """Return what would be even: a fair share of the wins, or the mean points of all seats."""
    if not tables.is_for_points:
        return fair_share(row["fair"])
    moved = row["fair"] - row["estimate"]
    ends = {name: row[name] + moved for name in ("estimate", "low", "high")}
    return number(ends).estimate


def even_level(tables: Tables) -> str:
    """Return what is even, without a number."""
    return f"the mean of all {tables.facts.seats.many}" if tables.is_for_points else "a fair share"


def margin_in_words(tables: Tables, row: Row) -> str:
    """Return the largest difference from it that counts as even."""
    if not tables.is_for_points:
        return MARGIN_IN_WORDS
    return with_unit(row["margin"], tables.facts.score.unit)


def verdict_in_words(tables: Tables, row: Row) -> str:
    """Return the verdict on a result in words."""
    margin = margin_in_words(tables, row)
    phrase_by_verdict = {
        Verdict.MORE: f"better by more than {margin}",
        Verdict.LESS: f"worse by more than {margin}",
        Verdict.SAME: f"even within {margin}",
    }
    return phrase_by_verdict.get(row["verdict"], "not decided yet")


def axis(tables: Tables) -> str:
    """Return the label of an axis of results."""
    return f"{tables.facts.score.unit} per game" if tables.is_for_points else AXIS


def tint(tables: Tables, row: Row) -> tuple[tuple[float, float], str]:
    """Return the steps of the tint around what is even, and the sentence on it."""
    if not tables.is_for_points:
        return STEPS, TINTED
    unit = tables.facts.score.unit
    first_step, second_step = (float(f"{step * row['margin']:.2g}") for step in STEPS_IN_MARGINS)
    return (
        (first_step, second_step),
        f"Orange is more than {even_level(tables)} and purple less, where the whole interval"
        f" is; the deeper the further off, from {first_step:g} and from"
        f" {with_unit(second_step, unit)}.",
    )
