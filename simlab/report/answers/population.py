"""Change of a metric with other policies in all seats, and whether it has the other sign."""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.analysis import rule_comparison
from simlab.analysis.rule_comparison import Comparison
from simlab.analysis.tables import Tables
from simlab.report.page_table import records
from simlab.report.wording import group_by_key, join_list, whole

OTHER_WAY, SAME_WAY = "depends on who plays", "the same"
TOO_FEW, NOT_SURE = "too few games", "not sure"
FEW_BLOCKS = 100
"""With fewer an interval that holds 0 says more about the games than about the rules."""


def elsewhere(tables: Tables, pair: Comparison, metric: str) -> dict[str, dict[str, Any]]:
    """Return the change of a metric with each other policy to whose games it applies."""
    comparisons = rule_comparison.other_comparisons(tables, pair)
    rows = {
        comparison.unchanged.policies[0]: rule_comparison.effects(
            tables, comparison, family=len(comparisons)
        )
        for comparison in comparisons
    }
    return {
        policy: row
        for policy, effects in rows.items()
        for row in records(effects[effects["metric"] == metric])
    }


def deals_played(rows_by_policy: dict[str, dict[str, Any]]) -> str:
    """Return how many deals the other policies played: slow ones play fewer."""
    counts = group_by_key((whole(row["n"]), policy) for policy, row in rows_by_policy.items())
    phrases = [f"{n} with {join_list(policies)}" for n, policies in counts.items()]
    return f"Deals by each set of rules: {'; '.join(phrases)}." if phrases else ""


def is_opposite(main: dict[str, Any], other_row: dict[str, Any]) -> bool:
    """Say whether a change surely goes one way in one place and the other way in the other."""
    # an interval that holds 0 has no sign: the product of its ends is not positive
    signs = [np.sign(row["low"]) for row in (main, other_row) if row["low"] * row["high"] > 0]
    return signs in ([-1, 1], [1, -1])


def direction(main: dict[str, Any], rows_by_policy: dict[str, dict[str, Any]]) -> str:
    """Return whether a change has the same sign with all policies, as far as it is sure."""
    rows = [main, *rows_by_policy.values()]
    if any(row["low"] > 0 for row in rows) and any(row["high"] < 0 for row in rows):
        return OTHER_WAY
    unsure = [row for row in rows_by_policy.values() if row["low"] <= 0 <= row["high"]]
    if any(row["n"] < FEW_BLOCKS for row in unsure):
        return TOO_FEW
    return NOT_SURE if unsure else SAME_WAY
