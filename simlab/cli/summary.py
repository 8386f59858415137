"""What a run came to: games, capped games and the main numbers of each scenario, with intervals."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from simlab.analysis.intervals import block_means, mean_t
from simlab.cli.terminal import say, say_json, say_line, say_table
from simlab.execution.store import Store

Content = dict[str, Any]

FOOTER = "Intervals: 95 %, t distribution over blocks; a block is one deal in all its rotations."


def summary(store: Store) -> list[Content]:
    """Return one entry per scenario, with its main number and then all its numbers."""
    resolved = store.resolved()
    measure = scores if resolved["game"]["cooperative"] else wins
    return [entry(store, each, measure(store, each)) for each in resolved["scenarios"]]


def entry(store: Store, scenario: Content, numbers: list[Content]) -> Content:
    """Return what is said of one scenario."""
    return {
        "name": scenario["name"],
        "players": scenario["players"],
        "policies": scenario["policies"],
        **counts(store, scenario["name"]),
        **numbers[0],
        "numbers": numbers,
    }


def counts(store: Store, scenario: str) -> Content:
    """Return how many games were played, and how many of them capped."""
    finished = store.games(["finished"], scenario)["finished"]
    return {"games": len(finished), "capped": int((finished == 0).sum())}


def scores(store: Store, scenario: Content) -> list[Content]:
    """Return the mean score of a cooperative game."""
    games = store.games(["deal", "score"], scenario["name"])
    return [{"number": "score", **interval(games, "score")}]


def wins(store: Store, scenario: Content) -> list[Content]:
    """Return the mean win credit of each policy, where there are several, and of each seat.

    People count seats from 1, tables from 0.
    """
    seats = store.seats(["deal", "seat", "policy", "credit"], scenario["name"])
    policies = dict.fromkeys(scenario["policies"]) if scenario["rotations"] > 1 else {}
    by_policy = [
        {"number": f"wins of {policy}", **interval(seats[seats["policy"] == policy], "credit")}
        for policy in policies
    ]
    by_seat = [
        {"number": f"wins of seat {seat + 1}", **interval(seats[seats["seat"] == seat], "credit")}
        for seat in range(scenario["players"])
    ]
    return by_policy + by_seat


def interval(rows: pd.DataFrame, column: str) -> Content:
    """Return the mean of a column with its interval; the rows of a block stand together."""
    values = block_means(rows[column].to_numpy(dtype=float), rows["deal"].to_numpy(dtype=int))
    found = mean_t(values)
    return {
        "mean": found.estimate,
        "low": found.low if math.isfinite(found.low) else None,
        "high": found.high if math.isfinite(found.high) else None,
    }


def print_summary(scenarios: list[Content]) -> None:
    """Print one row per number."""
    rows = [
        [*_head(scenario, first=i == 0), number["number"], *_spoken(number)]
        for scenario in scenarios
        for i, number in enumerate(scenario["numbers"])
    ]
    say_table(["scenario", ">games", ">capped", "number", ">mean", ">low", ">high"], rows)
    say(FOOTER)


def _head(scenario: Content, first: bool) -> list[str]:
    """Return what is said once per scenario."""
    head = [scenario["name"], f"{scenario['games']:,}", f"{scenario['capped']:,}"]
    return head if first else [""] * len(head)


def _spoken(number: Content) -> list[str]:
    """Return mean and bounds with as many digits as the interval is sure of; wins in percent."""
    unit, factor = ("", 1) if number["number"] == "score" else (" %", 100)
    if number["low"] is None:
        return [f"{factor * number['mean']:.3g}{unit}", "–", "–"]
    width = factor * (number["high"] - number["low"])
    digits = min(max(0, 1 - math.floor(math.log10(width))), 4) if width else 0
    return [f"{factor * number[key]:.{digits}f}{unit}" for key in ("mean", "low", "high")]


def print_result(store: Store, seconds: float, as_json: bool) -> None:
    """Print what a run came to and where it lies, for eyes or for programs."""
    scenarios = summary(store)
    if as_json:
        head = {"run": str(store.folder), "key": store.manifest()["key"]}
        games = sum(scenario["games"] for scenario in scenarios)
        say_json({**head, "games": games, "seconds": round(seconds, 3), "scenarios": scenarios})
        return
    print_summary(scenarios)
    say_line(f"Run: {store.folder}")
