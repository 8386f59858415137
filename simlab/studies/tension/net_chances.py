"""Winning chances that a net says: corrected by isotonic regression, and checked.

Half of the games set the chances right, the others measure; these also show how often seats win
that have a chance of so much (a reliability diagram).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

from simlab.analysis.chance_tension import GameChances
from simlab.analysis.intervals import Interval
from simlab.analysis.moments import moments_of
from simlab.analysis.verdict import Verdict, verdict
from simlab.errors import InputError

Array = NDArray[Any]

METHOD = (
    "From the net of {player} at the start of each turn, corrected by {n} other games (isotonic"
    " regression). Means over {n} games; t intervals on games, 95 % each; the correction counts as"
    " known."
)
RELIABILITY_METHOD = (
    "Win credit of the seats whose chance at the start of a turn is said to be so much, in up to"
    " ten groups of chances; finished games that had no part in the correction, each with the same"
    " weight. Score intervals from the sums of games, 95 % for all groups of a line together"
    " (Bonferroni)."
)
GROUPS = 10
"""Groups of chances that are compared with what happened."""
STEPS = 100
"""Groups of chances between which the correction is interpolated."""
FEWEST_FINISHED = 100
"""Fewest finished games: half of fewer make no correction."""
MARGIN = 0.05
"""Error of a chance that is thought small: the standard error of 100 rollouts."""
AS_SAID, CORRECTED = "as the net says", "corrected"


@dataclass(frozen=True, eq=False)
class ValuedTurns:
    """What a net says at the start of each turn of a game, and the result."""

    values: Array
    """Value for each seat, shape (turns, seats)."""
    result: Array
    """The share of the win of each seat."""

    @property
    def chances(self) -> Array:
        """The values as chances: moved alike to a sum of 1, as in training, and cut to 0 to 1."""
        n_seats = self.values.shape[1]
        excess = self.values.sum(axis=1, keepdims=True) - 1
        return share_out(np.clip(self.values - excess / n_seats, 0, 1))


@dataclass(frozen=True, eq=False)
class NetChances:
    """Corrected chances of half of the games, and how often seats win that have such chances."""

    games: list[GameChances]
    reliability: pd.DataFrame
    """A row for each group of chances `as the net says`, and for each of those `corrected`."""


def net_chances(games: Sequence[ValuedTurns]) -> NetChances:
    """Return corrected chances of finished games: the first half corrects, the other is returned.

    Raises:
        InputError: too few games have an end.
    """
    finished = [game for game in games if game.result.sum() > 0]
    if len(finished) < FEWEST_FINISHED:
        raise InputError(
            f"{len(finished)} of {len(games)} games came to an end, which are too few to know"
            f" winning chances by; {FEWEST_FINISHED} are needed",
            "chances",
        )
    half = len(finished) // 2
    correct = correction(finished[:half])
    measured = finished[half:]
    results = [game.result for game in measured]
    chances_of_net = [game.chances for game in measured]
    corrected = [share_out(correct(chances)) for chances in chances_of_net]
    frames = [
        reliability(chances_of_net, results).assign(chances=AS_SAID),
        reliability(corrected, results).assign(chances=CORRECTED),
    ]
    return NetChances(
        [game_chances(*game) for game in zip(corrected, results, strict=True)],
        pd.concat(frames, ignore_index=True),
    )


def game_chances(chances: Array, result: Array) -> GameChances:
    """Return the chances of a game; both halves are equal, as there is no noise of rollouts."""
    n_turns = len(chances)
    halves = np.repeat(chances[:, np.newaxis], 2, axis=1)
    return GameChances(np.arange(n_turns) / n_turns, halves, inf, result, n_turns)


def correction(games: Sequence[ValuedTurns]) -> Callable[[Array], Array]:
    """Return what turns chances as they are said into how often such seats win in some games.

    It rises (isotonic regression), in straight lines between groups of chances.
    """
    stated, won, weights = _join([game.chances for game in games], [game.result for game in games])
    groups = np.searchsorted(quantiles_by_weight(stated, weights, STEPS), stated, side="right")
    sizes, *sums = (np.bincount(groups, weights * column) for column in (1, stated, won))
    # the lowest chance may be a cut itself, and nothing is below it
    is_known = sizes > 0
    sizes = sizes[is_known]
    centres, shares = (column[is_known] / sizes for column in sums)
    # equal shares become one point in their middle, else flat pieces would meet at steep steps
    shares, pools = np.unique(isotonic_regression(shares, weights=sizes).x, return_inverse=True)
    centres = np.bincount(pools, sizes * centres) / np.bincount(pools, sizes)

    def correct(chances: Array) -> Array:
        return np.asarray(np.interp(chances, centres, shares))

    return correct


def _join(chances: Sequence[Array], results: Sequence[Array]) -> tuple[Array, Array, Array]:
    """Return chances, wins and weights of all seats at all turns; all games have one weight."""
    return (
        np.concatenate([of_game.ravel() for of_game in chances]),
        np.concatenate([np.tile(*won) for won in zip(results, map(len, chances), strict=True)]),
        np.concatenate([np.full(of_game.size, 1 / len(of_game)) for of_game in chances]),
    )


def quantiles_by_weight(values: Array, weights: Array, n_groups: int) -> Array:
    """Return the values that divide some into groups of equal weight, none of them twice."""
    order = np.argsort(values, kind="stable")
    below = weights[order].cumsum()
    cuts = np.searchsorted(below, below[-1] * np.arange(1, n_groups) / n_groups)
    return np.unique(values[order][cuts])


def share_out(chances: Array) -> Array:
    """Return chances with a sum of 1, all alike where none is above 0."""
    total = chances.sum(axis=1, keepdims=True)
    even = np.full_like(chances, 1 / chances.shape[1])
    return np.asarray(np.divide(chances, total, out=even, where=total > 0))


def reliability(chances: Sequence[Array], results: Sequence[Array]) -> pd.DataFrame:
    """Return how often seats win by the chance that they are said to have: `x` and `estimate`."""
    stated, won, weights = _join(chances, results)
    cuts = quantiles_by_weight(stated, weights, GROUPS)
    n_groups = len(cuts) + 1
    games = np.repeat(np.arange(len(chances)), [game.size for game in chances])
    # one number for game and group, so that one count sums all
    cells = games * n_groups + np.searchsorted(cuts, stated, side="right")
    sums = [
        np.bincount(cells, weights * column, len(chances) * n_groups).reshape(-1, n_groups)
        for column in (1, stated, won)
    ]
    moments = moments_of([np.concatenate(sums, axis=1)])
    columns = np.arange(n_groups)  # with the weights of the groups; then their chances, their wins
    means = moments.ratios(columns + n_groups, columns).values
    shares = moments.ratios(columns + 2 * n_groups, columns)
    is_known = shares.counts > 0
    rates = shares.rates(chances[0].shape[1], int(is_known.sum()))
    frame = pd.DataFrame({"x": means, **rates._asdict()})[is_known]
    frame["verdict"] = [
        verdict(Interval(*interval), MARGIN, fair=x)
        for x, *interval in frame.itertuples(index=False)
    ]
    return frame.reset_index(drop=True)


def calibration(rows: pd.DataFrame) -> Verdict:
    """Return whether seats win as often as is said: the same, more or less, or not decided.

    The group that is surest to be off decides, if one is off by more than the margin.
    """
    verdicts = set(rows["verdict"])
    if verdicts & {Verdict.MORE, Verdict.LESS}:
        return Verdict(farthest(rows)["verdict"])
    return Verdict.SAME if verdicts == {Verdict.SAME} else Verdict.UNDECIDED


def farthest(rows: pd.DataFrame) -> dict[str, Any]:
    """Return the row of the group that is surest to be off."""
    beyond = np.maximum(rows["low"] - rows["x"], rows["x"] - rows["high"])
    row = rows.iloc[int(np.asarray(beyond).argmax())]
    return {str(name): value for name, value in row.items()}
