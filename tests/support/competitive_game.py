"""A game with winners that tells all about itself, played by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.support.written_run import Written

Array = NDArray[Any]

SOURCES = ("land", "sea")
CONTEST = {
    "score": {"column": "score", "label": "points", "unit": "points", "low": 0},
    "ends": {"column": "end_reason", "labels": {"1": "all taken"}},
    "seat_groups": [
        {
            "name": "sources",
            "title": "Where points come from",
            "unit": "points per seat",
            "makes_score": True,
            "columns": {f"from_{source}": source for source in SOURCES},
        },
        {
            "name": "never",
            "title": "What never happens",
            "unit": "times",
            "columns": {"played_boat": "a boat"},
        },
    ],
    "groups": [
        {"name": "moves", "title": "Moves", "unit": "per game", "columns": {"marches": "march"}}
    ],
    "cards": {
        "title": "Cards",
        "kinds": [
            {"label": name, "drawn": f"drawn_{name}", "played": f"played_{name}"}
            for name in ("horse", "boat")
        ],
    },
    "lead": {
        "margin": "margin",
        "changes": "lead_changes",
        "of": "of the rounds",
        "holders": {"leader_25": "after 25 %", "leader_50": "after 50 %"},
    },
    "prizes": {
        "title": "Who takes the prizes",
        "holders": {"hill": "the hill", "fort": "the fort"},
    },
    "timeline": {
        "title": "Round by round",
        "scores": {"label": "points so far", "columns": ["points_1", "points_2", "points_3"]},
        "columns": {"taken": {"label": "lands taken", "unit": "lands", "high": 9}},
    },
}
"""Winners have more land; who plays a horse wins more often; nobody ever plays a boat."""


def contest(
    n: int,
    players: int,
    policies: Sequence[str] = ("planner",),
    *,
    n_capped: int = 0,
    **more: Any,
) -> Written:
    """Return n games of it, of which the first ones were capped."""
    rng = np.random.default_rng(players)
    has_horse = rng.random((n, players)) < 0.5
    land = rng.integers(0, 12, (n, players)) + 6 * has_horse
    sea = rng.integers(0, 3, (n, players))
    score = land + sea
    lineup = list(policies) if len(policies) > 1 else list(policies) * players
    return Written(
        games=_games(rng, score, n_capped),
        policies=lineup,
        rotations=players if len(set(lineup)) > 1 else 1,
        seats=_seats(rng, score, {"land": land, "sea": sea}, has_horse),
        timeline=_rounds(n, players),
        **more,
    )


def _seats(
    rng: np.random.Generator, score: Array, sources: Mapping[str, Array], has_horse: Array
) -> dict[str, Array]:
    rank = 1 + (score[:, None, :] > score[:, :, None]).sum(axis=2)
    is_first = rank == 1
    return {
        "score": score.ravel(),
        "rank": rank.ravel(),
        "credit": (is_first / is_first.sum(axis=1, keepdims=True)).ravel(),
        **{f"from_{name}": points.ravel() for name, points in sources.items()},
        "drawn_horse": (has_horse + rng.integers(0, 2, score.shape)).ravel(),
        "played_horse": has_horse.astype(int).ravel(),
        "drawn_boat": np.zeros(score.size, dtype=int),
        "played_boat": np.zeros(score.size, dtype=int),
    }


def _games(rng: np.random.Generator, score: Array, n_capped: int) -> dict[str, Any]:
    n = len(score)
    is_capped = np.arange(n) < n_capped
    second, first = np.sort(score, axis=1)[:, -2:].T
    leader = score.argmax(axis=1).tolist()
    return {
        "finished": (~is_capped).astype(int),
        "end_reason": [None if capped else 1 for capped in is_capped],
        "rounds": np.where(is_capped, 20, rng.integers(4, 9, n)),
        "margin": first - second,
        "lead_changes": rng.poisson(1.5, n),
        "leader_25": [None if rng.random() < 0.3 else seat for seat in leader],
        "leader_50": leader,
        "hill": rng.integers(0, score.shape[1], n),
        "fort": [None] * n,
        "marches": rng.poisson(9, n),
    }


def _rounds(n: int, players: int) -> dict[str, Any]:
    deal, rounds = np.repeat(np.arange(n), 3), np.tile([1, 2, 3], n)
    points = {f"points_{seat}": seat * rounds + deal % 4 for seat in range(1, players + 1)}
    empty = {f"points_{seat}": [None] * len(deal) for seat in range(players + 1, 4)}
    places = {"deal": deal, "rotation": 0 * deal, "rounds": rounds}
    return {**places, "taken": 2 * rounds, **points, **empty}
