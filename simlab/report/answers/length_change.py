"""What a change of the rules costs in length, in a sentence: mean difference, median."""

from __future__ import annotations

import math

from simlab.analysis import length
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.verdict import Verdict
from simlab.report.page_table import records, rows_of
from simlab.report.wording import Row, in_unit, number

LEAST_PART = 0.01
"""Changes of the length by less than this part of its median go unnoticed at a table."""


def length_sentence(
    tables: Tables, change: Row, before: Scenario, after: Scenario, rules: str
) -> str:
    """Say how much longer or shorter games are by changed rules.

    It is empty where that is not sure, surely less than the margin, or too little to notice.
    `change` is the difference of the mean length. The median counts capped games as going on.
    """
    if change["low"] <= 0 <= change["high"] or change["verdict"] == Verdict.SAME:
        return ""
    clock = length.clocks(tables)[0]
    usual = _median(tables, before, clock)
    if abs(change["estimate"]) < LEAST_PART * min(usual["estimate"], usual["followed"]):
        return ""
    size = {"estimate": abs(change["estimate"])}
    # of a shorter length the ends of the interval change their places
    size["low"], size["high"] = sorted(abs(change[end]) for end in ("low", "high"))
    longer = "longer" if change["estimate"] > 0 else "shorter"
    value = in_unit(size, clock)
    old, new = _in_words(usual), _in_words(_median(tables, after, clock))
    median = f"stays {new}" if old == new else f"is {new}, before {old}"
    return f"Games{rules} are {longer} by {value.value} ({value.range}); the median {median}."


def _median(tables: Tables, scenario: Scenario, clock: str) -> Row:
    """Return the median length of a scenario; infinite if most games were capped."""
    return records(rows_of(length.median(tables, clock), scenario))[0]


def _in_words(median: Row) -> str:
    is_known = math.isfinite(median["estimate"])
    return number(median).value if is_known else f"above {median['followed']}"
