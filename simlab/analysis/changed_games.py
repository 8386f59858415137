"""Games whose result differs between two rule sets on the same deal: winner, band or score."""

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
"""Games listed at most: enough to look at by hand."""
METHOD = "Of the games that both sets of rules finished; score interval on blocks, 95 %."


@question
def share(tables: Tables, comparison: Comparison) -> pd.DataFrame:
    """Return the share of games with another result: other winners, or another band."""
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
    """Return the games whose results differ most clearly, MOST at most.

    Where points are the aim, these are the largest changes of score, or of that of a seat. Else
    they are games with one winner under each rule set, ordered by the smaller lead of the two
    winners over each other.
    """
    return answer(
        {**comparison.unchanged.keys, **game}
        for game in clearest_among(comparison, sides_of(tables, comparison))
    )


def clearest_among(comparison: Comparison, sides: list[Games]) -> list[dict[str, Any]]:
    """Return deal, rotation and results of these games, among games in memory."""
    measure = _winners
    if sides[0].is_for_points:
        measure = _scores if sides[0].seats is None else _points
    clearness, columns = measure(comparison, sides)
    clearness = np.where(_is_other(comparison, sides) & _are_finished(sides), clearness, -np.inf)
    order = np.argsort(-clearness, axis=None, kind="stable")[:MOST]
    indices = [index for index in order if np.isfinite(clearness.flat[index])]
    deals, rotations = sides[0].game("deal"), sides[0].game("rotation")
    return [
        {
            "deal": int(deals.flat[index]),
            "rotation": int(rotations.flat[index]),
            **{name: column.flat[index] for name, column in columns.items()},
        }
        for index in indices
    ]


def _are_finished(sides: list[Games]) -> Array:
    return np.asarray(np.all([games.game("finished") == 1 for games in sides], axis=0))


def _is_other(comparison: Comparison, sides: list[Games]) -> Array:
    """Return which games have another result, shape (blocks, rotations)."""
    if sides[0].seats is None:
        before, after = map(_result, comparison.sides, sides)
        return np.asarray(before != after)
    column_of_seats = "score" if sides[0].is_for_points else "credit"
    before, after = (games.seat(column_of_seats) for games in sides)
    return np.asarray((before != after).any(axis=2))


def _result(side: Scenario, games: Games) -> Array:
    """Return the tier that each game reaches by its own victory table, else its score."""
    return tiers_of(side, games) if side.facts.bands.tiers else games.game(column(side))


def _band(side: Scenario, games: Games) -> Array:
    """Return the label of the band that each game reaches."""
    labels = np.array([band["label"] for band in bands_of(side)])
    return np.asarray(labels[band_numbers(side, games.game(column(side)))])


def _scores(comparison: Comparison, sides: list[Games]) -> tuple[Array, dict[str, Array]]:
    """Return the change of each score, and the scores with their bands."""
    before, after = (games.game(column(comparison.unchanged)) for games in sides)
    columns = {"score_before": before, "score_after": after}
    if comparison.unchanged.facts.bands.tiers:
        columns |= dict(zip(("before", "after"), map(_band, comparison.sides, sides), strict=True))
    return np.asarray(np.abs(after - before)), columns


def _points(comparison: Comparison, sides: list[Games]) -> tuple[Array, dict[str, Array]]:
    """Return the largest change of the points of a seat, the seat and its points."""
    before, after = (games.seat("score") for games in sides)
    changes = np.abs(after - before)
    seat = changes.argmax(axis=2)
    columns = {
        "who": np.array(seat_names(comparison.unchanged))[seat],
        "score_before": _of_seat(before, seat),
        "score_after": _of_seat(after, seat),
    }
    return np.asarray(changes.max(axis=2)), columns


def _winners(comparison: Comparison, sides: list[Games]) -> tuple[Array, dict[str, Array]]:
    """Return the smaller lead of the two winners over each other, and the columns of both."""
    names = np.array(seat_names(comparison.unchanged))
    credits, scores = ([games.seat(name) for games in sides] for name in ("credit", "score"))
    winner_before, winner_after = (credit.argmax(axis=2) for credit in credits)
    is_alone = np.all([credit.max(axis=2) == 1 for credit in credits], axis=0)
    columns = {
        "before": names[winner_before],
        "after": names[winner_after],
        "score_before": _of_seat(scores[0], winner_before),
        "other_before": _of_seat(scores[0], winner_after),
        "score_after": _of_seat(scores[1], winner_after),
        "other_after": _of_seat(scores[1], winner_before),
    }
    leads = [columns[f"score_{when}"] - columns[f"other_{when}"] for when in ("before", "after")]
    return np.where(is_alone, np.minimum(*leads), -np.inf), columns


def _of_seat(values: Array, seat: Array) -> Array:
    """Return the value of one seat in each game."""
    return np.asarray(np.take_along_axis(values, seat[:, :, None], axis=2)[:, :, 0])
