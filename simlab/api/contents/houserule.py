"""Frames and JSON of a house rule: the effect on every metric."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from simlab.analysis.rule_comparison import Comparison, comparisons, effects, other_comparisons
from simlab.analysis.tables import Tables
from simlab.api.result import drop_empty
from simlab.report.answers import houserule
from simlab.report.page_table import records

Content = dict[str, Any]

KEYS = ["scenario", "players", "entry"]


def frames(tables: Tables) -> dict[str, pd.DataFrame]:
    """Return the effect on every metric, with the line-up and with the other policies."""
    pairs = comparisons(tables)
    other_pairs = [other_pair for pair in pairs for other_pair in other_comparisons(tables, pair)]
    named = {"effects": pairs, "other_policies": other_pairs}
    return drop_empty({name: _effects(tables, compared) for name, compared in named.items()})


def _effects(tables: Tables, compared: list[Comparison]) -> pd.DataFrame:
    rows = [
        effects(tables, comparison).assign(policy=comparison.unchanged.entry)
        for comparison in compared
    ]
    if not rows:
        return pd.DataFrame()
    first = ["players", "policy", "metric", "estimate", "low", "high", "verdict", "n"]
    frame = pd.concat(rows, ignore_index=True).drop(columns=["scenario", "entry"])
    return frame[[*first, *(name for name in frame if name not in first)]]


def content(tables: Tables) -> Content:
    """Return all effects as JSON."""
    return {
        "patches": tables.study.get("shipped", []),
        "changes": houserule.rule_text(tables),
        "answer": houserule.answer(tables),
        "pairs": [_comparison(tables, pair) for pair in comparisons(tables)],
        "others": [
            _comparison(tables, other_pair)
            for pair in comparisons(tables)
            for other_pair in other_comparisons(tables, pair)
        ],
    }


def _comparison(tables: Tables, pair: Comparison) -> Content:
    lines = records(effects(tables, pair).drop(columns=KEYS))
    return {
        "players": pair.players,
        "policies": list(pair.unchanged.lineup),
        "metrics": [{name: _finite(cell) for name, cell in line.items()} for line in lines],
    }


def _finite(cell: Any) -> Any:
    """Return a cell as JSON; unknown and infinite numbers are null."""
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell
