"""What a change of the rules costs in length, in a sentence: mean difference, median."""

from __future__ import annotations

import math

from simlab.analysis import length
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.verdict import Verdict
from simlab.report.page_table import records, rows_of
from simlab.report.wording import Row, number


def length_sentence(
    tables: Tables, change: Row, before: Scenario, after: Scenario, rules: str
) -> str:
    """Say how much longer or shorter games are by changed rules.

    It is empty where that is not sure, or surely less than the margin. `change` is the difference
    of the mean length. The median counts capped games as going on.
    """
    if change["low"] <= 0 <= change["high"] or change["verdict"] == Verdict.SAME:
        return ""
    clock = length.clocks(tables)[0]
    size = {"estimate": abs(change["estimate"])}
    size["low"], size["high"] = sorted(abs(change[end]) for end in ("low", "high"))
    longer = "longer" if change["estimate"] > 0 else "shorter"
    value = number(size)
    old, new = (_median(tables, scenario, clock) for scenario in (before, after))
    median = f"stays {new}" if old == new else f"is {new}, before {old}"
    return (
        f"Games{rules} are {longer} by {value.value} {clock} ({value.range}); the median {median}."
    )


def _median(tables: Tables, scenario: Scenario, clock: str) -> str:
    row = records(rows_of(length.median(tables, clock), scenario))[0]
    return number(row).value if math.isfinite(row["estimate"]) else f"above {row['followed']}"
