"""Prints the summary of a run: games, capped games and headline metrics of each scenario."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from simlab.analysis import end_reason, score, win_rate
from simlab.analysis.tables import Tables
from simlab.cli.terminal.output import say, say_table
from simlab.execution.store import Store

Content = dict[str, Any]


def summary(store: Store) -> list[Content]:
    """Return one entry per scenario, with its headline metric and then all its metrics."""
    tables = Tables(store.folder)
    capped = end_reason.capped(tables).set_index("scenario")
    numbers = list(numbers_of(tables))
    return [
        entry(scenario, capped.loc[scenario["name"]], numbers)
        for scenario in store.resolved()["scenarios"]
    ]


COLUMNS = (
    "A scenario is named by its players and policies. Capped: games stopped before their end;"
    " metric: what is measured; low and high: bounds of its interval."
)
CAPPED = "Capped games were stopped before their end; the mean leaves them out."
CAPPED_COMPETITIVE = (
    "Capped games were stopped before their end; the game decides who wins them, if anyone."
)


def entry(scenario: Content, capped: pd.Series[Any], numbers: list[tuple[str, Content]]) -> Content:
    """Return the entry of one scenario."""
    own = [number for name, number in numbers if name == scenario["name"]]
    return {
        "name": scenario["name"],
        "players": scenario["players"],
        "policies": scenario["policies"],
        "games": int(capped["games"]),
        "capped": int(capped["capped"]),
        **own[0],
        "numbers": own,
    }


def numbers_of(tables: Tables) -> Iterator[tuple[str, Content]]:
    """Yield scenario and metric: the score of a cooperative game, else wins by policy and seat."""
    if tables.is_cooperative:
        for row in score.mean(tables).to_dict("records"):
            yield row["scenario"], {"number": "score", **interval(row)}
        return
    for shares in (win_rate.by_policy(tables), win_rate.by_seat(tables)):
        for row in shares.to_dict("records"):
            yield row["scenario"], {"number": f"wins of {row['who']}", **interval(row)}


def interval(row: Mapping[Any, Any]) -> Content:
    """Return the estimate of a row with its interval; infinite bounds are null."""
    low, high = (row[key] if math.isfinite(row[key]) else None for key in ("low", "high"))
    return {"estimate": row["estimate"], "low": low, "high": high}


def print_summary(scenarios: list[Content]) -> None:
    """Print one row per metric."""
    rows = [
        [*_head(scenario, first=i == 0), number["number"], *_cells(number)]
        for scenario in scenarios
        for i, number in enumerate(scenario["numbers"])
    ]
    say_table(["scenario", ">games", ">capped", "metric", ">mean", ">low", ">high"], rows)
    is_score = rows[0][3] == "score"
    say(COLUMNS)
    say(score.MEAN_METHOD if is_score else win_rate.METHOD)
    if any(scenario["capped"] for scenario in scenarios):
        say(CAPPED if is_score else CAPPED_COMPETITIVE)


def _head(scenario: Content, first: bool) -> list[str]:
    """Return the cells that are printed once per scenario."""
    head = [scenario["name"], f"{scenario['games']:,}", f"{scenario['capped']:,}"]
    return head if first else [""] * len(head)


def _cells(number: Content) -> list[str]:
    """Return estimate and bounds, rounded by the width of the interval; wins in percent."""
    unit, factor = ("", 1) if number["number"] == "score" else (" %", 100)
    if number["low"] is None:
        return [f"{factor * number['estimate']:.3g}{unit}", "–", "–"]
    width = factor * (number["high"] - number["low"])
    digits = min(max(0, 1 - math.floor(math.log10(width))), 4) if width else 0
    return [f"{factor * number[key]:.{digits}f}{unit}" for key in ("estimate", "low", "high")]
