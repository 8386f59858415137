"""Which games end otherwise by the changed rules: another winner, another band, another score?"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.band import band_numbers, bands_of
from simlab.analysis.games import Games
from simlab.analysis.moments import moments_of
from simlab.analysis.question import answer, question, rows
from simlab.analysis.rule_comparison import Comparison, sides_of, tiers_of
from simlab.analysis.score import column
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.win_rate import seat_names

Array = NDArray[Any]

MOST = 5
METHOD = "Of the games that both sets of rules finished; score interval on blocks, 95 %."


@question
def share(tables: Tables, comparison: Comparison) -> pd.DataFrame:
    """Return the share of games that end otherwise: other winners, or another band."""
    sides = sides_of(tables, comparison)
    is_other, is_known = _is_other(comparison, sides), _are_finished(sides)
    sums = np.stack([is_known.sum(axis=1), (is_other & is_known).sum(axis=1)], axis=1)
    ratios = moments_of([sums.astype(np.float64)]).ratios([1], [0])
    per_block = comparison.unchanged.rotations
    return answer(
        rows(comparison.unchanged.keys, ratios.rates(per_block), [{"what": "other result"}])
    )


@question
def clearest(tables: Tables, comparison: Comparison) -> pd.DataFrame:
    """Return the games that end most clearly otherwise, a few at most.

    Of a table that plays together they are those whose score moves furthest from band to band, of
    others those in which both winners, each alone, are furthest ahead of the other one.
    """
    sides = sides_of(tables, comparison)
    measure = _scores if sides[0].seats is None else _winners
    clearness, columns = measure(comparison, sides)
    clearness = np.where(_is_other(comparison, sides) & _are_finished(sides), clearness, -np.inf)
    order = np.argsort(-clearness, axis=None, kind="stable")[:MOST]
    places = [place for place in order if np.isfinite(clearness.flat[place])]
    deals, rotations = sides[0].game("deal"), sides[0].game("rotation")
    return answer(
        {
            **comparison.unchanged.keys,
            "deal": int(deals.flat[place]),
            "rotation": int(rotations.flat[place]),
            **{name: column.flat[place] for name, column in columns.items()},
        }
        for place in places
    )


def _are_finished(sides: list[Games]) -> Array:
    return np.asarray(np.all([games.game("finished") == 1 for games in sides], axis=0))


def _is_other(comparison: Comparison, sides: list[Games]) -> Array:
    """Return which games end otherwise, shape (blocks, rotations)."""
    if sides[0].seats is None:
        before, after = map(_result, comparison.sides, sides)
        return np.asarray(before != after)
    before, after = (games.seat("credit") for games in sides)
    return np.asarray((before != after).any(axis=2))


def _result(side: Scenario, games: Games) -> Array:
    """Return the tier of its own victory table that each game reaches; without one its score."""
    return tiers_of(side, games) if "bands" in side.metrics else games.game(column(side))


def _band(side: Scenario, games: Games) -> Array:
    """Return how the band that each game reaches is called."""
    labels = np.array([band["label"] for band in bands_of(side)])
    return np.asarray(labels[band_numbers(side, games.game(column(side)))])


def _scores(comparison: Comparison, sides: list[Games]) -> tuple[Array, dict[str, Array]]:
    """Return how far each score moves, and the scores with their bands."""
    before, after = (games.game(column(comparison.unchanged)) for games in sides)
    columns = {"score_before": before, "score_after": after}
    if "bands" in comparison.unchanged.metrics:
        columns |= dict(zip(("before", "after"), map(_band, comparison.sides, sides), strict=True))
    return np.asarray(np.abs(after - before)), columns


def _winners(comparison: Comparison, sides: list[Games]) -> tuple[Array, dict[str, Array]]:
    """Return by how much the nearer one of both winners is ahead of the other, and both."""
    names = np.array(seat_names(comparison.unchanged))
    credits, scores = ([games.seat(name) for games in sides] for name in ("credit", "score"))
    first, second = (credit.argmax(axis=2) for credit in credits)
    is_alone = np.all([credit.max(axis=2) == 1 for credit in credits], axis=0)
    columns = {
        "before": names[first],
        "after": names[second],
        "score_before": _of_seat(scores[0], first),
        "other_before": _of_seat(scores[0], second),
        "score_after": _of_seat(scores[1], second),
        "other_after": _of_seat(scores[1], first),
    }
    leads = [columns[f"score_{when}"] - columns[f"other_{when}"] for when in ("before", "after")]
    return np.where(is_alone, np.minimum(*leads), -np.inf), columns


def _of_seat(values: Array, seat: Array) -> Array:
    """Return the value of one seat in each game."""
    return np.asarray(np.take_along_axis(values, seat[:, :, None], axis=2)[:, :, 0])
