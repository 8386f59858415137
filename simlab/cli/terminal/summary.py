"""Prints the summary of a run: games, capped games and headline metrics of each scenario."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from simlab.analysis import luck, score, win_rate
from simlab.api.contents.run import SHARED
from simlab.cli.terminal.output import say, say_named_rows, say_notes

Content = dict[str, Any]


COLUMNS = (
    "A scenario is named by its players and policies. Capped: games stopped before their end;"
    " metric: what is measured; low and high: bounds of its interval."
)
CAPPED = "Capped games were stopped before their end; the mean leaves them out."
CAPPED_COMPETITIVE = (
    "Capped games were stopped before their end; the game decides who wins them, if anyone."
)


def print_summary(
    scenarios: list[Content], adjustments: Sequence[str] = (), *, explain: bool
) -> None:
    """Print one row per metric, then sentences on those that were adjusted."""
    rows = [
        [*_head(scenario, first=i == 0), number["number"], *_cells(number)]
        for scenario in scenarios
        for i, number in enumerate(scenario["numbers"])
    ]
    say_named_rows(["!scenario", ">games", ">capped", "metric", ">mean", ">low", ">high"], rows)
    is_score = rows[0][3] == "score"
    if any(scenario["capped"] for scenario in scenarios):
        say(CAPPED if is_score else CAPPED_COMPETITIVE)
    for sentence in adjustments:
        say(sentence)
    method = score.MEAN_METHOD if is_score else win_rate.METHOD
    say_notes([COLUMNS, method, *[luck.METHOD] * bool(adjustments)], explain=explain)


def _head(scenario: Content, first: bool) -> list[str]:
    """Return the cells that are printed once per scenario."""
    head = [scenario["name"], f"{scenario['games']:,}", f"{scenario['capped']:,}"]
    return head if first else [""] * len(head)


def _cells(number: Content) -> list[str]:
    """Return estimate and bounds, rounded by the width of the interval; wins in percent."""
    is_share = number["number"].startswith("wins") or number["number"] == SHARED
    unit, factor = (" %", 100) if is_share else ("", 1)
    if number["low"] is None:
        return [f"{factor * number['estimate']:.3g}{unit}", "–", "–"]
    width = factor * (number["high"] - number["low"])
    digits = min(max(0, 1 - math.floor(math.log10(width))), 4) if width else 0
    return [f"{factor * number[key]:.{digits}f}{unit}" for key in ("estimate", "low", "high")]
