"""Which games end otherwise by the changed rules: another winner, another band, another score?"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.band import bands_of, reached
from simlab.analysis.games import Games
from simlab.analysis.moments import moments_of
from simlab.analysis.question import answer, question, rows
from simlab.analysis.rule_comparison import Pair, sides_of, tiers_of
from simlab.analysis.score import column
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.win_rate import seat_names

Array = NDArray[Any]

MOST = 5
METHOD = "Of the games that both sets of rules finished; score interval on blocks, 95 %."


@question
def share(tables: Tables, pair: Pair) -> pd.DataFrame:
    """Return the share of games that end otherwise: other winners, or another band."""
    sides = sides_of(tables, pair)
    is_other, is_known = _is_other(pair, sides), _are_finished(sides)
    sums = np.stack([is_known.sum(axis=1), (is_other & is_known).sum(axis=1)], axis=1)
    found = moments_of([sums.astype(np.float64)]).ratios([1], [0])
    per_block = pair.unchanged.rotations
    return answer(rows(pair.unchanged.keys, found.rates(per_block), [{"what": "other result"}]))


@question
def clearest(tables: Tables, pair: Pair) -> pd.DataFrame:
    """Return the games that end most clearly otherwise, a few at most.

    Of a table that plays together they are those whose score moves furthest from band to band, of
    others those in which both winners, each alone, are furthest ahead of the other one.
    """
    sides = sides_of(tables, pair)
    tell = _scores if sides[0].seats is None else _winners
    clearness, told = tell(pair, sides)
    clearness = np.where(_is_other(pair, sides) & _are_finished(sides), clearness, -np.inf)
    order = np.argsort(-clearness, axis=None, kind="stable")[:MOST]
    places = [place for place in order if np.isfinite(clearness.flat[place])]
    deals, rotations = sides[0].game("deal"), sides[0].game("rotation")
    return answer(
        {
            **pair.unchanged.keys,
            "deal": int(deals.flat[place]),
            "rotation": int(rotations.flat[place]),
            **{name: column.flat[place] for name, column in told.items()},
        }
        for place in places
    )


def _are_finished(sides: list[Games]) -> Array:
    return np.asarray(np.all([games.game("finished") == 1 for games in sides], axis=0))


def _is_other(pair: Pair, sides: list[Games]) -> Array:
    """Return which games end otherwise, shape (blocks, rotations)."""
    if sides[0].seats is None:
        before, after = map(_result, pair.sides, sides)
        return np.asarray(before != after)
    before, after = (games.seat("credit") for games in sides)
    return np.asarray((before != after).any(axis=2))


def _result(side: Scenario, games: Games) -> Array:
    """Return the tier of its own victory table that each game reaches; without one its score."""
    return tiers_of(side, games) if "bands" in side.metrics else games.game(column(side))


def _band(side: Scenario, games: Games) -> Array:
    """Return how the band that each game reaches is called."""
    labels = np.array([band["label"] for band in bands_of(side)])
    return np.asarray(labels[reached(side, games.game(column(side)))])


def _scores(pair: Pair, sides: list[Games]) -> tuple[Array, dict[str, Array]]:
    """Return how far each score moves, and the scores with their bands."""
    before, after = (games.game(column(pair.unchanged)) for games in sides)
    told = {"score_before": before, "score_after": after}
    if "bands" in pair.unchanged.metrics:
        told |= dict(zip(("before", "after"), map(_band, pair.sides, sides), strict=True))
    return np.asarray(np.abs(after - before)), told


def _winners(pair: Pair, sides: list[Games]) -> tuple[Array, dict[str, Array]]:
    """Return by how much the nearer one of both winners is ahead of the other, and both."""
    names = np.array(seat_names(pair.unchanged))
    credits, scores = ([games.seat(name) for games in sides] for name in ("credit", "score"))
    first, second = (credit.argmax(axis=2) for credit in credits)
    is_alone = np.all([credit.max(axis=2) == 1 for credit in credits], axis=0)
    told = {
        "before": names[first],
        "after": names[second],
        "score_before": _of_seat(scores[0], first),
        "other_before": _of_seat(scores[0], second),
        "score_after": _of_seat(scores[1], second),
        "other_after": _of_seat(scores[1], first),
    }
    leads = [told[f"score_{when}"] - told[f"other_{when}"] for when in ("before", "after")]
    return np.where(is_alone, np.minimum(*leads), -np.inf), told


def _of_seat(values: Array, seat: Array) -> Array:
    """Return the value of one seat in each game."""
    return np.asarray(np.take_along_axis(values, seat[:, :, None], axis=2)[:, :, 0])
