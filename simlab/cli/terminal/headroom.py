"""Prints the headroom of a policy and the time each search takes, as text or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simlab.analysis.headroom import Headroom
from simlab.cli.terminal.output import Cell, say, say_heading, say_json, say_line, say_table
from simlab.cli.terminal.study_page import plain
from simlab.report.lineups import compared
from simlab.report.page_table import records
from simlab.report.pages.headroom import (
    answer,
    called,
    findings,
    method_of,
    rollouts_of,
    say_gain,
    say_level,
)
from simlab.report.wording import n_of, whole

Content = dict[str, Any]
Seconds = Mapping[str, float]

SHORTEST = 0.001
"""Shorter times per game, in seconds, are printed as less than this."""
TABLES = ("gains", "levels", "tiers", "lineups", "ends")


def print_headroom(
    headroom: Headroom, seconds: Seconds, described: Content, page: Path, as_json: bool
) -> None:
    """Print the result, the seconds per game and the path of the page, as text or JSON."""
    if as_json:
        say_json({**content_of(headroom, seconds, described), "page": str(page)})
        return
    for sentence in answer(headroom):
        say(sentence)
    print_players(headroom, seconds)
    for topic, sentence in findings(headroom).items():
        say(f"{topic}: {sentence}")
    say_line(f"Page: {page}")


def content_of(headroom: Headroom, seconds: Seconds, described: Content) -> Content:
    """Return all tables, as JSON."""
    return {
        "game": described["game"]["name"],
        "players": headroom.players,
        "policy": headroom.policy,
        "seed": described["seed"],
        "margin": headroom.scale.margin,
        "unit": headroom.scale.unit or "share of the wins",
        "games": headroom.n_games,
        "answer": answer(headroom),
        "par": headroom.par._asdict(),
        **{name: plain(getattr(headroom, name)) for name in TABLES},
        "seconds_per_game": dict(seconds),
    }


def print_players(headroom: Headroom, seconds: Seconds) -> None:
    """Print a row for each policy and search."""
    both = zip(records(headroom.levels), records(headroom.gains), strict=True)
    what = "wins" if headroom.scale.is_share else headroom.scale.label
    heads = ["policy", ">rollouts", f">{what}", ">difference", "verdict", ">deals", ">s/game"]
    table = n_of(headroom.players, "player")
    say_heading(f"Policies and searches compared with {headroom.policy}, {table}")
    say_table(heads, [_row(headroom, *rows, seconds) for rows in both])
    say(method_of(headroom))
    say("Seconds per game are for one core of this machine.")


def _row(headroom: Headroom, level: Content, gain: Content, seconds: Seconds) -> list[Cell]:
    own, more = say_level(headroom)(level), say_gain(headroom)(gain)
    return [
        called(level),
        rollouts_of(level),
        f"{own.value}\n{own.range}",
        f"{more.value}\n{more.range}",
        compared(headroom.scale, gain["verdict"]),
        whole(level["n"]),
        seconds_in_words(seconds[level["policy"]]),
    ]


def seconds_in_words(seconds: float) -> str:
    """Return seconds with two digits, not below a thousandth."""
    return f"{seconds:.2g}" if seconds >= SHORTEST else f"<{SHORTEST}"
