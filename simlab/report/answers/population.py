"""Change of a metric with other policies in all seats, and whether it has the other sign."""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.analysis import rule_comparison
from simlab.analysis.rule_comparison import Comparison
from simlab.analysis.tables import Tables
from simlab.report.page_table import records


def elsewhere(tables: Tables, pair: Comparison, metric: str) -> dict[str, dict[str, Any]]:
    """Return the change of a metric with each other policy to whose games it applies."""
    comparisons = rule_comparison.other_comparisons(tables, pair)
    rows = {
        other.unchanged.policies[0]: rule_comparison.effects(tables, other, family=len(comparisons))
        for other in comparisons
    }
    return {
        policy: row for policy, own in rows.items() for row in records(own[own["metric"] == metric])
    }


def is_opposite(main: dict[str, Any], other: dict[str, Any]) -> bool:
    """Say whether a change surely goes one way in one place and the other way in the other."""
    signs = [np.sign(row["low"]) for row in (main, other) if row["low"] * row["high"] > 0]
    return signs in ([-1, 1], [1, -1])
