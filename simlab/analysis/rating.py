"""How strong are policies that met at tables of two or more seats?

METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, groupby, permutations, product
from operator import itemgetter
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.multiple_testing import holm

Array = NDArray[Any]

LEVEL = 0.95

PRIOR = 0.5
"""How many games each of two policies that met has won of the other beforehand."""

LEAST = 1e-4
"""The part of a game that is lost in rounding: resamples have no less of those beforehand."""

HALF = 0.5

PRECISION = 1e-6
"""The step at which Newton’s method ends; it leaves about its square."""

MOST_STEPS = 50
"""Where it ends if there is no such step, as some policy always comes first."""


@dataclass(frozen=True, eq=False)
class Results:
    """Who sat where in each game, and how it ended."""

    names: tuple[str, ...]
    """Of the policies, by number."""
    policies: Array
    """The number of the policy in each seat, shape (games, seats)."""
    ranks: Array
    """Shape (games, seats); the lowest wins, equal ones share their places."""
    blocks: Array
    """The number of the block of each game, from 0."""


@dataclass(frozen=True, eq=False)
class Choices:
    """Which policy of several comes first: what rankings are made of.

    The best of all seats comes first, then the best of the others, and so on. A choice is told by
    its place in `seats`, read row by row: which set, and which policy comes first.
    """

    seats: Array
    """How many seats each policy has in each set to choose from, shape (sets, policies)."""
    places: Array
    weights: Array
    """Of each choice; a tie is all orders it allows, each with an equal part."""
    rankings: Array
    """The ranking that each choice is a part of."""

    def firsts(self, times: Array) -> Array:
        """Return how often each policy comes first in each set, by how often each ranking came."""
        counts = np.bincount(self.places, self.weights * times[self.rankings], self.seats.size)
        return counts.reshape(self.seats.shape)


def plackett_luce(seats: Array, firsts: Array) -> Array:
    """Return log strengths, 0 on average, from how often each policy comes first in each set.

    Both have a row per set and a column per policy: its seats there, and how often it came first.
    Where some never met others, each group is 0 on average. One that always comes first, or never
    does, is far off.
    """
    logs, times = np.zeros(seats.shape[1]), firsts.sum(axis=1)
    # where all of a group rise together nothing changes: that must not leave the step open
    held = _have_met(seats) + LEAST * np.eye(len(logs))
    for _ in range(MOST_STEPS):
        strengths = seats * np.exp(logs)
        chances = strengths / strengths.sum(axis=1, keepdims=True)
        expected = times @ chances
        curvature = np.diag(expected) - chances.T @ (times[:, np.newaxis] * chances)
        step = np.linalg.solve(curvature + held, firsts.sum(axis=0) - expected)
        logs += step / max(1, np.abs(step).max())
        if np.abs(step).max() < PRECISION:
            break
    return logs


def choices(rankings: Array, n_policies: int, n_places: int | None = None) -> Choices:
    """Return what rankings are made of: of every seat its rank and its policy, best seats first.

    They have shape (rankings, seats, 2). The order below the first `n_places` does not count; all
    places do unless a number is named.
    """
    n_places = min(n_places or rankings.shape[1], rankings.shape[1] - 1)
    sets: dict[tuple[int, ...], int] = {}
    places, weights, numbers = [], [], []
    for number, seats in enumerate(rankings.tolist()):
        orders = list(_orders(seats))
        for order, place in product(orders, range(n_places)):
            number_of_set = sets.setdefault(tuple(sorted(order[place:])), len(sets))
            places.append(number_of_set * n_policies + order[place])
            weights.append(1 / len(orders))
            numbers.append(number)
    seats_of = [np.bincount(there, minlength=n_policies) for there in sets]
    return Choices(np.array(seats_of), np.array(places), np.array(weights), np.array(numbers))


def ratings(
    results: Results, *, n_places: int | None = None, n_resamples: int = 1000, seed: int = 0
) -> pd.DataFrame:
    """Return the strength of each policy, 1 on geometric average, with bounds.

    The order below the first `n_places` does not count: 1 where all that matters is who wins.
    Only policies of one `group` have met, each other or in a chain: strengths of different groups
    do not compare.
    """
    rankings, games = _rankings(results)
    all_choices = choices(rankings, len(results.names), n_places)
    pairs = _pairs_met(all_choices.seats)
    seats = np.vstack([all_choices.seats, pairs])

    def logs(times: Array, beforehand: Any) -> Array:
        return plackett_luce(seats, np.vstack([all_choices.firsts(times), pairs * beforehand]))

    def resampled(rng: np.random.Generator) -> Array:
        times = np.bincount(
            games, rng.standard_exponential(results.blocks.max() + 1)[results.blocks]
        )
        return logs(times, np.maximum(rng.standard_gamma(PRIOR, pairs.shape), LEAST))

    rng = np.random.default_rng(seed)
    resamples = [resampled(rng) for _ in range(n_resamples)]
    bounds = np.quantile(resamples, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    return _told(results, np.vstack([logs(np.bincount(games), PRIOR), bounds]), _have_met(seats))


def cycles(beaten: pd.DataFrame) -> pd.DataFrame:
    """Return each three policies of which the first beats the second, and so on round.

    `p_value` is that of three of which one does not beat the next, `adjusted` the same by Holm for
    all ways round of all threes. `beaten` has that of each `policy` that does not beat an `other`.
    """
    pairs = zip(beaten["policy"], beaten["other"], strict=True)
    p_values = dict(zip(pairs, beaten["p_value"], strict=True))
    directions = [
        way
        for three in combinations(dict.fromkeys(beaten["policy"]), 3)
        for way in _ways_round(three)
    ]
    worst = [max(p_values.get(pair, 1.0) for pair in _steps(way)) for way in directions]
    cycles_found = pd.DataFrame(directions, columns=["first", "second", "third"])
    cycles_found = cycles_found.assign(p_value=worst, adjusted=holm(worst))
    return cycles_found[cycles_found["p_value"] < HALF].sort_values("p_value", ignore_index=True)


def _rankings(results: Results) -> tuple[Array, Array]:
    """Return each ranking that came, as `choices` takes it, and which of them each game had."""
    n = len(results.names)
    codes = np.sort(results.ranks * n + results.policies, axis=1)
    kinds, games = np.unique(codes, axis=0, return_inverse=True)
    return np.stack(np.divmod(kinds, n), axis=2), games


def _orders(seats: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Yield all orders of policies that a ranking allows, each tie resolved in every way."""
    tied = [[policy for _, policy in group] for _, group in groupby(seats, key=itemgetter(0))]
    for parts in product(*map(permutations, tied)):
        yield tuple(chain.from_iterable(parts))


def _pairs_met(seats: Array) -> Array:
    """Return a row for every two policies that met, with 1 for both."""
    together = (seats > 0).T.astype(float) @ (seats > 0)
    pairs = np.argwhere(np.triu(together, 1) > 0)
    return np.asarray(np.eye(len(together))[pairs].sum(axis=1))


def _have_met(seats: Array) -> Array:
    """Say which policies have met, each other or in a chain, as a matrix of 0 and 1."""
    together = (seats > 0).T.astype(float) @ (seats > 0) > 0
    n = len(together)
    return np.asarray(np.linalg.matrix_power(together + np.eye(n), n) > 0, dtype=np.float64)


def _told(results: Results, logs: Array, have_met: Array) -> pd.DataFrame:
    """Return strengths, from their logs and those of both bounds, as a table."""
    names = ("estimate", "low", "high")
    sat = (
        np.unique(results.blocks[(results.policies == k).any(axis=1)]) for k in range(len(have_met))
    )
    return pd.DataFrame(
        {
            "policy": results.names,
            **dict(zip(names, np.exp(logs), strict=True)),
            "n": [len(blocks) for blocks in sat],
            "group": np.unique(have_met.argmax(axis=1), return_inverse=True)[1] + 1,
        }
    )


def _ways_round(three: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    first, second, third = three
    return (first, second, third), (first, third, second)


def _steps(way: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield each policy of a round with the next."""
    return zip(way, (*way[1:], way[0]), strict=True)
