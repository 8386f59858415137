"""Frames and JSON of a run without a study: the headline metrics of each scenario."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from simlab.analysis import end_reason, length, points_per_game, score, seat_points, win_rate
from simlab.analysis.precision import Precision, precisions
from simlab.analysis.tables import Tables
from simlab.report.answers.assumptions import effects
from simlab.report.answers.dead_ways import DeadWay, dead_ways
from simlab.report.answers.luck import PLAYED

Content = dict[str, Any]

SHARED = "shared wins"
"""Share of games with several winners, beside the wins of seats, which count parts of them."""


def frames(tables: Tables) -> dict[str, pd.DataFrame]:
    """Return the headline metrics and the capped games of each scenario.

    Once its page has played them, the effects of other values of what is assumed come last.
    """
    if tables.is_cooperative:
        results = score.mean(tables).assign(metric="score")
    else:
        shares = pd.concat([win_rate.by_policy(tables), win_rate.by_seat(tables)])
        wins = shares.assign(metric="wins of " + shares["who"])
        parts = [*_points(tables), wins[wins["players"] > 1], *_of_single_players(tables)]
        results = pd.concat(parts)
    columns = ["scenario", "metric", "estimate", "low", "high", "n"]
    frames = {
        "results": results[columns].reset_index(drop=True),
        "capped": end_reason.cap_rate(tables),
    }
    varied = pd.DataFrame(effects(tables))
    return frames if varied.empty else {**frames, "assumptions": varied}


def content(tables: Tables) -> Content:
    """Return the number of games and the scenarios as JSON."""
    until = list(map(_precision, precisions(tables)))
    dead = list(map(_dead_way, dead_ways(tables)))
    return {
        "games": n_games(tables),
        "scenarios": scenarios(tables),
        **({"until": until} if until else {}),
        **({"dead_ways_to_win": dead} if dead else {}),
    }


def _dead_way(way: DeadWay) -> Content:
    return {
        "way": way.label,
        "players": way.players,
        "policies": list(way.policies),
        "is_strongest": bool(way.rank),
        "games": way.n_games,
        **interval(way.row),
    }


def _precision(precision: Precision) -> Content:
    return {
        "scenario": precision.scenario.name,
        "metric": precision.metric.name,
        "half_width": precision.half_width,
        "is_reached": precision.is_reached,
        "games": precision.n_games,
        "most_games": precision.most_games,
        **interval(precision.interval._asdict()),
        "n": precision.interval.n,
    }


def n_games(tables: Tables) -> int:
    """Return the number of games played."""
    return int(end_reason.cap_rate(tables)["games"].sum())


def scenarios(tables: Tables) -> list[Content]:
    """Return one entry per scenario, with its headline metric and then all its metrics."""
    capped = end_reason.cap_rate(tables).set_index("scenario")
    numbers = list(numbers_of(tables))
    return [
        entry(scenario, capped.loc[scenario["name"]], numbers)
        for scenario in tables.described["scenarios"]
    ]


def entry(scenario: Content, capped: pd.Series[Any], numbers: list[tuple[str, Content]]) -> Content:
    """Return the entry of one scenario."""
    scenario_numbers = [number for name, number in numbers if name == scenario["name"]]
    return {
        "name": scenario["name"],
        "players": scenario["players"],
        "policies": scenario["policies"],
        "games": int(capped["games"]),
        "capped": int(capped["capped"]),
        **scenario_numbers[0],
        "numbers": scenario_numbers,
    }


def numbers_of(tables: Tables) -> Iterator[tuple[str, Content]]:
    """Yield scenario and metric: the score of a cooperative game, else wins by policy and seat.

    Points by policy and seat come before them where they are the aim.
    A single player, who always wins, has the length and the score instead.
    """
    if tables.is_cooperative:
        for row in score.mean(tables).to_dict("records"):
            yield row["scenario"], {"number": "score", **interval(row), **play_content(row)}
        return
    for points in _points(tables):
        for row in points.to_dict("records"):
            yield row["scenario"], {"number": row["metric"], **interval(row)}
    for shares in (win_rate.by_policy(tables), win_rate.by_seat(tables)):
        for row in shares[shares["players"] > 1].to_dict("records"):
            number = {"number": f"wins of {row['who']}", **interval(row), **play_content(row)}
            yield row["scenario"], number
    shared = win_rate.joint_win_rate(tables)
    for row in shared[shared["estimate"] >= win_rate.SHARED_OFTEN].to_dict("records"):
        yield row["scenario"], {"number": SHARED, **interval(row)}
    for frame in _of_single_players(tables):
        for row in frame.to_dict("records"):
            yield row["scenario"], {"number": row["metric"], **interval(row)}


def _points(tables: Tables) -> list[pd.DataFrame]:
    """Return the points by policy and by seat where they are the aim, with their metric."""
    if not tables.is_for_points:
        return []
    unit = f"{tables.facts.score.unit} of "
    parts = points_per_game.by_policy(tables), points_per_game.by_seat(tables)
    return [points.assign(metric=unit + points["who"]) for points in parts if len(points)]


def _of_single_players(tables: Tables) -> list[pd.DataFrame]:
    """Return the length and the score of games of one player, by scenario."""
    lengths, points = length.length(tables), seat_points.points(tables)
    lengths = lengths[lengths["clock"] == length.clocks(tables)[0]].assign(metric=lengths["clock"])
    frames = [lengths]
    if len(points):
        frames.append(points[points["who"] == seat_points.SEAT].assign(metric="score"))
    return [frame[frame["players"] == 1] for frame in frames]


def play_content(row: Mapping[Any, Any]) -> Content:
    """Return what was played before luck was subtracted, and the games saved; else nothing."""
    if not math.isfinite(row.get("played", math.nan)):
        return {}
    before = interval({name: row[column] for name, column in PLAYED.items()})
    return {"played": before, "saving": row["saving"] if math.isfinite(row["saving"]) else None}


def interval(row: Mapping[Any, Any]) -> Content:
    """Return the estimate of a row with its interval; infinite bounds are null."""
    low, high = (row[key] if math.isfinite(row[key]) else None for key in ("low", "high"))
    return {"estimate": row["estimate"], "low": low, "high": high}
