"""Prints the headroom of a policy and the time each search takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simlab.api.headroom import HeadroomResult
from simlab.cli.terminal.output import Cell, say, say_heading, say_notes, say_table
from simlab.cli.terminal.verdict import STRENGTH, verdict_text
from simlab.report.lineups import margin_of
from simlab.report.page_table import records
from simlab.report.wording import n_of
from simlab.studies.headroom.page import (
    answer,
    findings,
    method_of,
    policy_label,
    rollouts_of,
    say_gain,
    say_level,
)
from simlab.studies.headroom.result import Headroom

Content = dict[str, Any]
Seconds = Mapping[str, float]

TIME_METHOD = "Seconds per game are for one core of this machine."
SHORTEST = 0.001
"""Shorter times per game, in seconds, are printed as less than this."""


def print_result(result: HeadroomResult, *, explain: bool) -> None:
    """Print the answer, the seconds per game and further findings."""
    headroom = result.headroom
    for sentence in answer(headroom):
        say(sentence)
    print_players(headroom, result.seconds)
    for topic, sentence in findings(headroom).items():
        say(f"{topic}: {sentence}")
    say_notes([method_of(headroom), TIME_METHOD], explain=explain)


def print_players(headroom: Headroom, seconds: Seconds) -> None:
    """Print a row for each policy and search."""
    both = zip(records(headroom.levels), records(headroom.gains), strict=True)
    quantity = "wins" if headroom.scale.is_share else headroom.scale.label
    heads = ["policy", ">rollouts", f">{quantity}", ">difference", "!verdict", ">s/game"]
    table, margin = n_of(headroom.players, "player"), margin_of(headroom.scale)
    say_heading(f"Compared with {headroom.policy}, {table}; the margin is {margin}")
    say_table(heads, [_row(headroom, *rows, seconds) for rows in both])


def _row(headroom: Headroom, level: Content, gain: Content, seconds: Seconds) -> list[Cell]:
    level_estimate, more = say_level(headroom)(level), say_gain(headroom)(gain)
    return [
        policy_label(level),
        rollouts_of(level),
        f"{level_estimate.short}\n{level_estimate.range}",
        f"{more.short}\n{more.range}",
        verdict_text(gain["verdict"], STRENGTH),
        seconds_in_words(seconds[level["policy"]]),
    ]


def seconds_in_words(seconds: float) -> str:
    """Return seconds with two digits, not below a thousandth."""
    return f"{seconds:.2g}" if seconds >= SHORTEST else f"<{SHORTEST}"
