"""Effect of skill: seat balance and scores as policies make more random choices.

A policy of skill 0.8 makes a fifth of its choices at random. All seats have equal skill, except for
the steps: one seat among others of the next lower skill.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd

from simlab.analysis.crosstable import LEVEL, Scale, scores, shares, win_shares
from simlab.analysis.games import Games
from simlab.analysis.intervals import (
    Interval,
    clopper_pearson,
    mean_points,
    mean_t,
    simultaneous_means,
)
from simlab.analysis.luck import every
from simlab.analysis.points_per_game import beyond_mean
from simlab.analysis.verdict import verdict
from simlab.game.facts import Tier
from simlab.studies.headroom.result import mean_difference

DIGITS = 12
"""Decimals of a skill; the rest is rounding error."""

Steps = Mapping[float, Games]
"""Games of equal policies by their noise, from the least to the most."""

SEAT_METHOD = (
    "Share of the wins of each seat; a game that nobody wins counts as shared by all. Simultaneous"
    " intervals on deals, 95 % for all seats and steps together."
)
SEAT_POINTS_METHOD = (
    "Points per game of each seat. Simultaneous t intervals on deals, 95 % for all seats and steps"
    " together."
)
SCORE_METHOD = "Mean score; t intervals on deals, 95 % for all steps together (Bonferroni)."
TIER_METHOD = (
    "Share of all games that reach the score; Clopper–Pearson intervals, 95 % for all scores and"
    " steps together (Bonferroni)."
)
WIN_METHOD = (
    "Share of the wins of one player among others that are one step worse, in all rotations;"
    " simultaneous intervals on blocks, 95 % for all steps together."
)
GAIN_METHOD = (
    "Mean difference of scores between a step and the next worse on the same deals; t intervals,"
    " 95 % for all steps together (Bonferroni)."
)


@dataclass(frozen=True, eq=False)
class Skill:
    """Result of a skill ladder; tables that the kind of game does not have are empty."""

    policy: str
    players: int
    scale: Scale
    seats: pd.DataFrame
    means: pd.DataFrame
    tiers: pd.DataFrame
    """How often the tiers of the victory table are reached."""
    steps: pd.DataFrame
    """Effect of each step of skill against policies one step worse."""
    lineups: pd.DataFrame
    ends: pd.DataFrame

    @property
    def n_games(self) -> int:
        """Games played."""
        return int(self.lineups["games"].sum())


def seats_by_skill(steps: Steps, names: Sequence[str], margin: float) -> pd.DataFrame:
    """Return the share of the wins of each seat among equal policies, by skill."""
    level, fair = _level(len(steps)), 1 / len(names)
    rows = []
    for noise, games in steps.items():
        intervals = simultaneous_means(win_shares(games).mean(axis=1), level=level)
        for name, estimate, low, high in zip(names, *intervals[:3], strict=True):
            seat = Interval(estimate, low, high, games.n_blocks)
            seat_verdict = verdict(seat, margin, fair=fair)
            rows.append({**_keys(noise), "seat": name, **seat._asdict(), "verdict": seat_verdict})
    return pd.DataFrame(rows)


def points_by_skill(steps: Steps, names: Sequence[str], margin: float) -> pd.DataFrame:
    """Return the points of each seat among equal policies, compared with the mean of all seats."""
    level = _level(len(steps))
    rows = []
    for noise, games in steps.items():
        points = games.seat("score").mean(axis=1)
        seats, beyond = (
            every(mean_points([blocks], level=level)) for blocks in (points, beyond_mean(points))
        )
        for name, seat, difference in zip(names, seats, beyond, strict=True):
            seat_verdict = verdict(difference, margin)
            rows.append({**_keys(noise), "seat": name, **seat._asdict(), "verdict": seat_verdict})
    return pd.DataFrame(rows)


def means_by_skill(steps: Steps) -> pd.DataFrame:
    """Return the mean score of tables of each skill."""
    level = _level(len(steps))
    return pd.DataFrame(
        {**_keys(noise), **mean_t(scores(games), level=level)._asdict()}
        for noise, games in steps.items()
    )


def tiers_by_skill(steps: Steps, tiers: Sequence[Tier]) -> pd.DataFrame:
    """Return how often tables of each skill reach the lowest score of each tier."""
    level = _level(len(steps) * max(len(tiers), 1))
    rows = []
    for tier in tiers:
        for noise, games in steps.items():
            n_reached = int((scores(games) >= tier.start).sum())
            reached = clopper_pearson(n_reached, games.n_blocks, level=level)
            tier_keys = {"tier": f"{tier.start} or more", "label": tier.label}
            rows.append({**_keys(noise), **tier_keys, **reached._asdict()})
    return pd.DataFrame(rows)


def wins_by_step(noises: Sequence[float], meetings: Sequence[Games], margin: float) -> pd.DataFrame:
    """Return the share of the wins of a policy among others one step worse."""
    blocks = np.stack([shares(games, games.seating()[0, 0]) for games in meetings], axis=1)
    intervals = simultaneous_means(blocks)
    step_intervals = [Interval(*ends, len(blocks)) for ends in zip(*intervals[:3], strict=True)]
    return _by_step(noises, step_intervals, 1 / meetings[0].players, margin)


def gains_by_step(steps: Steps, scale: Scale, meetings: Sequence[Games] = ()) -> pd.DataFrame:
    """Return the gain in score over tables one step worse, on the same deals.

    `meetings` has the games of one better policy among others; it is empty where all seats share
    the score, so that tables of the better policy are compared.
    """
    tables = [scores(games) for games in steps.values()]
    betters = [scores(games, games.seating()[0, 0]) for games in meetings] or tables[:-1]
    level = _level(len(tables) - 1)
    step_intervals = [
        # the deals that both have played
        mean_difference(better[: len(worse)] - worse[: len(better)], scale, level)
        for better, worse in zip(betters, tables[1:], strict=True)
    ]
    return _by_step(list(steps), step_intervals, 0.0, scale.margin)


def _by_step(
    noises: Sequence[float], intervals: Sequence[Interval[float]], fair: float, margin: float
) -> pd.DataFrame:
    return pd.DataFrame(
        {
            **_keys(better),
            "against": skill_of(worse),
            **interval._asdict(),
            "fair": fair,
            "verdict": verdict(interval, margin, fair=fair),
        }
        for (better, worse), interval in zip(pairwise(noises), intervals, strict=True)
    )


def skill_of(noise: float) -> float:
    """Return the share of choices that are not random, rounded."""
    return round(1 - noise, DIGITS)


def _keys(noise: float) -> dict[str, float]:
    return {"noise": noise, "skill": skill_of(noise)}


def _level(family: int) -> float:
    """Return the level of each of several joint intervals (Bonferroni)."""
    return 1 - (1 - LEVEL) / family
