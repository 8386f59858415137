"""A game of named houses with several ways to win that tells all about itself, played by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.support.written_run import Written

Array = NDArray[Any]

HOUSES = ("Oak", "Elm", "Ash")
MOST_ROUNDS = 6
HOUSE_FACTS = {
    "score": {"column": "score", "label": "levels", "unit": "levels", "low": 0},
    "seats": {"one": "house", "many": "houses", "names": list(HOUSES)},
    "ends": {"column": "end_reason", "labels": {"1": "gold", "2": "force"}, "winning": True},
    "seat_groups": [
        {
            "name": "levels",
            "title": "Levels at the end",
            "unit": "levels per house",
            "makes_score": True,
            "columns": {"on_land": "land", "on_sea": "sea"},
        }
    ],
    "groups": [
        {"name": "events", "title": "Events", "unit": "per game", "columns": {"storms": "storm"}}
    ],
    "cards": {
        "title": "Allies",
        "one": "ally",
        "many": "allies",
        "kinds": [{"label": name, "when": f"round_{name}"} for name in ("fox", "owl")],
    },
    "lead": {
        "changes": "lead_changes",
        "by": "levels",
        "of": "of the rounds",
        "holders": {"leader_50": "after 50 %"},
    },
    "prizes": {"title": "Who has the crown", "one": "crown", "holders": {"crown": "the crown"}},
    "titles": {
        "title": "Crowns",
        "many": "crowns",
        "columns": {"held_crown": "the crown"},
        "rounds": {"crown_holder": "the crown"},
    },
    "distances": {
        "title": "How far losers are",
        "columns": {"missing_gold": "gold", "missing_force": "force"},
    },
    "trades": {
        "title": "Trades",
        "one": "trade",
        "unit": "nuts",
        "column": "offered",
        "moved": "moved",
        "counts": {"trades_of_1": 1, "trades_of_3": 3},
    },
    "timeline": {
        "title": "Income",
        "seats": [{"label": "income", "columns": ["income_1", "income_2", "income_3"]}],
        "gains": {"title": "Built when", "unit": "per round", "columns": {"huts": "hut"}},
    },
}
"""Oak wins most; a capped game has no winner; who has the fox wins more often."""


def campaign(
    n: int,
    players: int = 3,
    policies: Sequence[str] = ("planner",),
    *,
    n_capped: int = 0,
    **more: Any,
) -> Written:
    """Return n games of it, of which the first ones were capped."""
    rng = np.random.default_rng(n + players)
    is_capped = np.arange(n) < n_capped
    has_fox = rng.random((n, players)) < 0.4
    luck = rng.random((n, players)) + 0.3 * has_fox
    luck[:, 0] += 0.2
    winner = luck.argmax(axis=1)
    lineup = list(policies) if len(policies) > 1 else list(policies) * players
    return Written(
        games=_games(rng, winner, is_capped),
        policies=lineup,
        rotations=players if len(set(lineup)) > 1 else 1,
        seats=_seats(rng, winner, is_capped, has_fox),
        timeline=_rounds(rng, n, players),
        **more,
    )


def _games(rng: np.random.Generator, winner: Array, is_capped: Array) -> dict[str, Any]:
    n = len(winner)
    ways = rng.integers(1, 3, n).tolist()
    return {
        "finished": (~is_capped).astype(int),
        "end_reason": [
            None if capped else way for way, capped in zip(ways, is_capped, strict=True)
        ],
        "rounds": np.where(is_capped, MOST_ROUNDS, rng.integers(2, MOST_ROUNDS, n)),
        "lead_changes": rng.poisson(1, n),
        "leader_50": winner,
        "crown": rng.integers(0, 2, n),
        "storms": rng.poisson(3, n),
        "trades_of_1": rng.integers(0, 3, n),
        "trades_of_3": rng.integers(1, 3, n),
    }


def _seats(
    rng: np.random.Generator, winner: Array, is_capped: Array, has_fox: Array
) -> Mapping[str, Any]:
    shape = has_fox.shape
    is_winner = np.arange(shape[1]) == winner[:, None]
    land, sea = rng.integers(1, 9, shape) + 3 * is_winner, rng.integers(0, 4, shape)
    fox = [
        round_ if has else None
        for round_, has in zip(rng.integers(1, 5, land.size).tolist(), has_fox.ravel(), strict=True)
    ]
    columns = {
        "score": land + sea,
        "rank": 2 - is_winner,
        "credit": (is_winner & ~is_capped[:, None]).astype(float),
        "on_land": land,
        "on_sea": sea,
        "held_crown": rng.integers(0, 4, shape),
        "missing_gold": np.where(is_winner, 0, rng.integers(1, 9, shape)),
        "missing_force": rng.integers(0, 3, shape),
    }
    flat = {name: column.ravel() for name, column in columns.items()}
    return flat | {"round_fox": fox, "round_owl": [None] * land.size}


def _rounds(rng: np.random.Generator, n: int, players: int) -> dict[str, Any]:
    deal, rounds = np.repeat(np.arange(n), 3), np.tile([1, 2, 3], n)
    income = {f"income_{seat}": seat + rounds + deal % 3 for seat in range(1, players + 1)}
    empty = {f"income_{seat}": [None] * len(deal) for seat in range(players + 1, 4)}
    return {
        "deal": deal,
        "rotation": np.zeros(len(deal), dtype=int),
        "rounds": rounds,
        **income,
        **empty,
        "crown_holder": (deal + rounds) % 2,
        "offered": np.where(deal % 2, 1, 3),
        "moved": 4 * rounds,
        "huts": rounds + deal % 2,
    }
