"""Handicap: noisy bisection for the amount at which a seat is even.

It has an even share of the wins then, or where seats play for points as many as the mean seat.

METHODS.md: Handicap.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from math import ceil, log2
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

from simlab.analysis.games import Games
from simlab.analysis.group_sequential import Design, LikelihoodRatio
from simlab.analysis.intervals import Interval, mean_points, simultaneous_means
from simlab.analysis.value_range import ValueRange
from simlab.analysis.verdict import Verdict, verdict
from simlab.analysis.win_rate import share_evenly

Array = NDArray[Any]

SEARCH_METHOD = (
    "Share of the wins on common deals; a game that nobody wins counts as shared by all. Intervals"
    " hold at every look, 95 % for all amounts together (empirical likelihood, Bonferroni)."
)
POINTS_SEARCH_METHOD = (
    "Points of the seat beyond the mean of all seats, on common deals. Intervals hold at every"
    " look, 95 % for all amounts together (empirical likelihood, Bonferroni)."
)
POINTS_FRESH_METHOD = (
    "Points of the seat beyond the mean of all seats, on deals that the search has not seen;"
    " simultaneous t intervals, 95 % for both rows together (max-t)."
)
FRESH_METHOD = (
    "Share of the wins on deals that the search has not seen; simultaneous intervals, 95 % for both"
    " rows together (max-t)."
)
ERROR = 0.05
"""Probability that an amount is wrongly called too little or too much, at any look."""


@dataclass(frozen=True)
class Bracket:
    """Amounts that are surely too little, −1 if none is, and surely too much, None if none is."""

    too_little: int
    too_much: int | None


@dataclass(frozen=True, eq=False)
class Probe:
    """What the games with one amount say: the result of the seat, and whether it is too little.

    The result is its share of the wins, or its points beyond the mean of all seats.
    """

    amount: int
    share: Interval[float]
    decision: Verdict
    """LESS if the amount is too little, MORE if it is too much, else UNDECIDED."""


@dataclass(frozen=True, eq=False)
class HandicapAnswer:
    """Result of a study of handicaps."""

    policy: str
    players: int
    seat: str
    """The seat that should be even."""
    getting: tuple[str, ...]
    """The seats that get the handicap."""
    label: str
    unit: str
    is_rule: bool
    """Whether a rule gives it at the start; else points are added at the end."""
    most: int
    bracket: Bracket
    estimate: float
    """Amount at which the seat would be even; nan if that is out of reach."""
    amount: int
    """Whole amount nearest to it."""
    margin: float
    probes: pd.DataFrame
    fresh: pd.DataFrame
    """The seat without and with the amount, on fresh deals."""
    n_games: int
    played_for: str = ""
    """Unit of the points for which seats play; empty where they play for wins."""

    @property
    def is_share(self) -> bool:
        """Whether results are shares of the wins."""
        return not self.played_for

    @property
    def fair(self) -> float:
        """The result of a seat that is even."""
        return 1 / self.players if self.is_share else 0.0

    @property
    def is_first(self) -> bool:
        """Whether the question is what moving first is worth."""
        return self.seat not in self.getting


def most_probes(most: int) -> int:
    """Return how many amounts up to `most` the bisection tries at most."""
    return 2 * ceil(log2(most + 2)) + 1


def bisection(most: int) -> Generator[int, Verdict, Bracket]:
    """Yield amounts from 0 to `most` and take a decision on each; return what is left.

    Amounts are tried in the middle of what is left until one is not decided; then both halves are
    searched for the amounts nearest to it that are surely too little and too much.
    """
    low, high = -1, most + 1
    unclear: int | None = None
    while high - low > 1 and unclear is None:
        middle = (low + high) // 2
        decision = yield middle
        if decision == Verdict.LESS:
            low = middle
        elif decision == Verdict.MORE:
            high = middle
        else:
            unclear = middle
    # an amount near the even one is never decided: the edges of what is undecided are found instead
    if unclear is not None:
        low = yield from _last(low, unclear, Verdict.LESS)
        high = yield from _last(high, unclear, Verdict.MORE)
    return Bracket(low, None if high > most else high)


def _last(sure: int, unclear: int, wanted: Verdict) -> Generator[int, Verdict, int]:
    """Return the amount nearest to `unclear` with the wanted decision, as `sure` has."""
    while abs(unclear - sure) > 1:
        middle = (sure + unclear) // 2
        decision = yield middle
        if decision == wanted:
            sure = middle
        else:
            unclear = middle
    return sure


def probe_of(
    amount: int,
    results: Array,
    fair: float,
    design: Design,
    *,
    is_rising: bool,
    seen: ValueRange | None = None,
) -> Probe:
    """Return what the results of the seat in each block say of an amount.

    `seen` is the range of points that single games have shown; None for shares of the wins.
    """
    if seen is None:
        ratio = LikelihoodRatio(results, 0.0, 1.0)
    else:
        ratio = LikelihoodRatio.in_seen_range(results, seen)
    decision = ratio.verdict(0.0, design, fair=fair)
    if not is_rising:
        decision = {Verdict.LESS: Verdict.MORE, Verdict.MORE: Verdict.LESS}.get(decision, decision)
    # even within the margin is neither too little nor too much
    if decision == Verdict.SAME:
        decision = Verdict.UNDECIDED
    return Probe(amount, ratio.interval(design), decision)


def even_amount(probes: Sequence[Probe], fair: float, *, is_rising: bool) -> float:
    """Return the amount at which a monotone curve through the shares is even; nan if nowhere.

    The curve is the isotonic regression of the shares, with the numbers of blocks as weights, and
    straight between amounts.
    """
    ordered = sorted(probes, key=lambda probe: probe.amount)
    amounts = np.array([probe.amount for probe in ordered], dtype=float)
    sign = 1.0 if is_rising else -1.0
    gaps = np.array([sign * (probe.share.estimate - fair) for probe in ordered])
    # more points cannot hurt: where the shares fall between two amounts, that is chance
    curve = isotonic_regression(gaps, weights=[float(probe.share.n) for probe in ordered]).x
    if curve[0] > 0 or curve[-1] < 0:
        return float("nan")
    after = int(np.searchsorted(curve, 0.0))
    if curve[after] == 0:
        level = amounts[curve == 0]
        return float(level.mean())
    before = after - 1
    fraction = -curve[before] / (curve[after] - curve[before])
    return float(amounts[before] + fraction * (amounts[after] - amounts[before]))


def wins_of(games: Games, seat: int) -> Array:
    """Return the share of the win of a seat in each block; nobody's win is shared by all."""
    return np.asarray(share_evenly(games.seat("credit"))[:, :, seat].mean(axis=1))


def beyond_mean_of_seats(games: Games) -> Array:
    """Return by how much each seat's points are beyond the mean of all; shape as `Games.seat`."""
    scores = games.seat("score")
    return np.asarray(scores - scores.mean(axis=2, keepdims=True))


def with_points(games: Games, seats: Sequence[int], amount: int) -> Games:
    """Return games in which some seats get points at the end, and who has most wins.

    A game that nobody has won stays so.
    """
    assert games.seats is not None
    scores, credits = games.seat("score"), games.seat("credit")
    scores[:, :, seats] += amount
    is_best = scores == scores.max(axis=2, keepdims=True)
    shares = is_best / is_best.sum(axis=2, keepdims=True)
    # where points decide who wins, so do the added ones; a game without a winner was capped
    changed = {"score": scores, "credit": np.where(credits.any(axis=2, keepdims=True), shares, 0)}
    table = games.seats
    for name, values in changed.items():
        column = table.column_names.index(name)
        table = table.set_column(column, name, pa.array(values.reshape(-1)))
    return replace(games, seats=table)


def largest_lead(games: Games) -> int:
    """Return by how many points two seats of a game differ at most."""
    return int(np.ptp(games.seat("score"), axis=2).max())


def probe_table(probes: Sequence[Probe]) -> pd.DataFrame:
    """Return the amounts tried, from the least to the most."""
    return pd.DataFrame(
        {
            "amount": probe.amount,
            **probe.share._asdict(),
            "decision": DECISIONS[probe.decision],
        }
        for probe in sorted(probes, key=lambda probe: probe.amount)
    )


DECISIONS = {
    Verdict.LESS: "too little",
    Verdict.MORE: "too much",
    Verdict.UNDECIDED: "not decided",
}


def fresh_table(
    amounts: Sequence[int],
    results: Sequence[Array],
    fair: float,
    margin: float,
    *,
    is_share: bool = True,
) -> pd.DataFrame:
    """Return the result of the seat with each amount, compared with an even one.

    `results` has those in the same blocks with each amount.
    """
    blocks = np.stack(results, axis=1)
    intervals = simultaneous_means(blocks) if is_share else mean_points([blocks])
    rows = []
    for index, amount in enumerate(amounts):
        estimate, low, high = (float(end[index]) for end in intervals[:3])
        share = Interval(estimate, low, high, len(results[index]))
        decided = verdict(share, margin, fair=fair)
        rows.append({"amount": amount, **share._asdict(), "verdict": decided})
    return pd.DataFrame(rows)
