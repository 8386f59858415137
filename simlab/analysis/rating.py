"""Plackett-Luce ratings of policies (Bradley-Terry with two seats), and cycles among them.

METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
"""Prior: games that each of two policies that met has won against the other (Jeffreys)."""

LEAST = 1e-4
"""Lower limit of resampled prior games; less would vanish in rounding."""

HALF = 0.5

PRECISION = 1e-6
"""Step at which Newton’s method ends; the remaining error is about its square."""

MOST_STEPS = 50
"""Steps at most: without convergence, some policy always comes first."""


@dataclass(frozen=True, eq=False)
class Results:
    """Policies and ranks at every seat of each game."""

    names: tuple[str, ...]
    """Names of the policies, by number."""
    policies: Array
    """The number of the policy in each seat, shape (games, seats)."""
    ranks: Array
    """Shape (games, seats); the lowest rank wins, equal ranks tie."""
    blocks: Array
    """Number of the block of each game, from 0."""
    weights: Array
    """Weight of each game."""


@dataclass(frozen=True, eq=False)
class Choices:
    """Rankings as choices: which policy of a set comes first.

    The best of all seats is chosen first, then the best of the others, and so on. A choice is the
    flat index in `seats` of its set and of the policy that comes first.
    """

    seats: Array
    """Seats of each policy in each choice set, shape (sets, policies)."""
    cells: Array
    weights: Array
    """Weight of each choice; a tie is all orders it allows, with equal weights."""
    rankings: Array
    """Ranking that each choice belongs to."""

    def firsts(self, times: Array) -> Array:
        """Return how often each policy comes first in each set, from the count of each ranking."""
        counts = np.bincount(self.cells, self.weights * times[self.rankings], self.seats.size)
        return counts.reshape(self.seats.shape)


def plackett_luce(seats: Array, firsts: Array) -> Array:
    """Return Plackett-Luce log strengths with mean 0, by Newton’s method.

    Both have a row per choice set and a column per policy: its seats there, and how often it came
    first. If groups never met, each has mean 0. A policy that always or never comes first has a
    strength far from 0.
    """
    logs, times = np.zeros(seats.shape[1]), firsts.sum(axis=1)
    # the likelihood does not change if a whole group shifts; this keeps the matrix regular
    held = _have_met(seats) + LEAST * np.eye(len(logs))
    for _ in range(MOST_STEPS):
        strengths = seats * np.exp(logs)
        chances = strengths / strengths.sum(axis=1, keepdims=True)
        expected = times @ chances
        curvature = np.diag(expected) - chances.T @ (times[:, np.newaxis] * chances)
        step = np.linalg.solve(curvature + held, firsts.sum(axis=0) - expected)
        # no step beyond 1: far from the root Newton's method would overshoot and diverge
        logs += step / max(1, np.abs(step).max())
        if np.abs(step).max() < PRECISION:
            break
    return logs


def choices(
    rankings: Iterable[Iterable[tuple[float, int]]], n_policies: int, n_places: int | None = None
) -> Choices:
    """Return rankings as choices; a ranking lists rank and policy of every seat, best first.

    They may have different numbers of seats. Only the first `n_places` count, by default all.
    """
    sets: dict[tuple[int, ...], int] = {}
    cells, weights, numbers = [], [], []
    for number, seats in enumerate(map(list, rankings)):
        orders = list(_orders(seats))
        # the last seat is left over and no choice
        last_choice = min(n_places or len(seats), len(seats) - 1)
        for order, rank in product(orders, range(last_choice)):
            number_of_set = sets.setdefault(tuple(sorted(order[rank:])), len(sets))
            cells.append(number_of_set * n_policies + order[rank])
            weights.append(1 / len(orders))
            numbers.append(number)
    seats_of = [np.bincount(there, minlength=n_policies) for there in sets]
    return Choices(np.array(seats_of), np.array(cells), np.array(weights), np.array(numbers))


def ratings(
    results: Results, *, n_places: int | None = None, n_resamples: int = 1000, seed: int = 0
) -> pd.DataFrame:
    """Return the strength of each policy as a ratio to the strongest of the others, with bounds.

    The bounds hold for all policies together. Only the first `n_places` count: 1 if only the winner
    matters. Policies of one `group` have met, directly or through others; strengths of different
    groups are not comparable, and a policy that met no other has none.
    """
    rankings, games = _rankings(results)
    all_choices = choices(rankings.tolist(), len(results.names), n_places)
    lead, groups = leads_of(
        all_choices, games, results.blocks, results.weights, n_resamples=n_resamples, seed=seed
    )
    return _strengths(results, lead, groups)


def leads_of(
    all_choices: Choices,
    games: Array,
    blocks: Array,
    weights: Array,
    *,
    n_resamples: int = 1000,
    seed: int = 0,
) -> tuple[Array, Array]:
    """Return each log strength less that of the strongest other, with bounds, and the groups.

    `games` has the ranking of each game, `blocks` and `weights` its block and weight. The result
    has a row for the estimates and one for each bound; groups count from 1.
    """
    pairs = _pairs_met(all_choices.seats)
    seats = np.vstack([all_choices.seats, pairs])

    def logs(times: Array, beforehand: Any) -> Array:
        return plackett_luce(seats, np.vstack([all_choices.firsts(times), pairs * beforehand]))

    def resample(rng: np.random.Generator) -> Array:
        luck = rng.standard_exponential(blocks.max() + 1)
        times = np.bincount(games, weights * luck[blocks])
        return logs(times, np.maximum(rng.standard_gamma(PRIOR, pairs.shape), LEAST))

    rng = np.random.default_rng(seed)
    estimates = logs(np.bincount(games, weights), PRIOR)
    resamples = np.array([resample(rng) for _ in range(n_resamples)])
    groups = _have_met(seats).argmax(axis=1)
    lead = np.full((3, len(groups)), np.nan)
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        if len(members) > 1:
            lead[:, members] = lead_over_others(estimates[members], resamples[:, members])
    return lead, np.unique(groups, return_inverse=True)[1] + 1


def lead_over_others(estimates: Array, resamples: Array) -> tuple[Array, Array, Array]:
    """Return each estimate less the largest of the others, with simultaneous bounds.

    `resamples` has a row per resample. Bounds hold for all together (multiple comparisons with the
    best); the whole interval is below 0 where an estimate is surely not the largest.
    """
    is_other = ~np.eye(len(estimates), dtype=bool)
    largest_other = np.where(is_other, estimates, -np.inf).max(axis=1)
    low, high = np.stack(
        [_simultaneous_bounds(resamples - resamples[:, [best]]) for best in range(len(estimates))],
        axis=2,
    )
    if_best_low, if_best_high = (
        -np.where(is_other, bound, -np.inf).max(axis=0) for bound in (high, low)
    )
    may_be_best = if_best_high >= 0
    may_be_best[estimates.argmax()] = True
    # each policy that may be the best may be what the others are compared with
    low = np.where(is_other & may_be_best, low, np.inf).min(axis=1)
    high = np.where(is_other & may_be_best, np.minimum(high, 0), -np.inf).max(axis=1)
    return (
        estimates - largest_other,
        np.minimum(low, np.where(may_be_best, np.maximum(if_best_low, 0), np.inf)),
        np.maximum(high, np.where(may_be_best, if_best_high, -np.inf)),
    )


def cycles(beaten: pd.DataFrame) -> pd.DataFrame:
    """Return cycles of three policies, each of which beats the next.

    `p_value` is the largest of the three p values of a cycle, `adjusted` the same by Holm over both
    directions of all triples. `beaten` has the p value of each `policy` not beating `other`.
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
    """Return the distinct rankings, as `choices` takes them, and the ranking of each game."""
    n = len(results.names)
    codes = np.sort(results.ranks * n + results.policies, axis=1)
    kinds, games = np.unique(codes, axis=0, return_inverse=True)
    return np.stack(np.divmod(kinds, n), axis=2), games


def _orders(seats: Sequence[tuple[float, int]]) -> Iterator[tuple[int, ...]]:
    """Yield all orders of policies that a ranking allows, with ties resolved in every way."""
    tied = [[policy for _, policy in group] for _, group in groupby(seats, key=itemgetter(0))]
    for tie_orders in product(*map(permutations, tied)):
        yield tuple(chain.from_iterable(tie_orders))


def _pairs_met(seats: Array) -> Array:
    """Return a row for every two policies that met, with 1 in both columns."""
    meetings = (seats > 0).T.astype(float) @ (seats > 0)
    pairs = np.argwhere(np.triu(meetings, 1) > 0)
    return np.asarray(np.eye(len(meetings))[pairs].sum(axis=1))


def _have_met(seats: Array) -> Array:
    """Return which policies have met, directly or through others, as a matrix of 0 and 1."""
    have_met = (seats > 0).T.astype(float) @ (seats > 0) > 0
    n = len(have_met)
    return np.asarray(np.linalg.matrix_power(have_met + np.eye(n), n) > 0, dtype=np.float64)


def _simultaneous_bounds(resamples: Array) -> Array:
    """Return lower and upper bounds of columns, between which a share LEVEL of whole rows lies.

    All columns have bounds of the same rank.
    """
    last = len(resamples) - 1
    ranks = resamples.argsort(axis=0, kind="stable").argsort(axis=0)
    # a column of zeros, the policy itself, is never the most extreme
    ranks[:, np.ptp(resamples, axis=0) == 0] = last // 2
    outermost = np.maximum(ranks, last - ranks).max(axis=1)
    rank = int(np.quantile(outermost, LEVEL, method="higher"))
    return np.sort(resamples, axis=0)[[last - rank, rank]]


def _strengths(results: Results, lead: Array, groups: Array) -> pd.DataFrame:
    """Return a data frame of strengths from log ratios to the strongest other, with bounds."""
    names = ("estimate", "low", "high")
    blocks_played = (
        np.unique(results.blocks[(results.policies == k).any(axis=1)]) for k in range(len(groups))
    )
    return pd.DataFrame(
        {
            "policy": results.names,
            **dict(zip(names, np.exp(lead), strict=True)),
            "n": [len(blocks) for blocks in blocks_played],
            "group": groups,
        }
    )


def _ways_round(three: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    a, b, c = three
    return (a, b, c), (a, c, b)


def _steps(way: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield each policy of a cycle with the next."""
    return zip(way, (*way[1:], way[0]), strict=True)
