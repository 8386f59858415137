"""Kingmaking and influence: who decides between others, and whose choices move winning chances.

METHODS.md: Kingmaking, Influence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import betaincinv, gammaincinv, stdtrit

from simlab.analysis.intervals import Interval

Array = NDArray[np.float64]

HOPELESS = 0.02
"""A seat cannot win if the upper bound of its chance is below this under each of its choices."""
MOVED = 0.2
"""Least spread of another seat's chance at a kingmaking decision."""
MATTERS = 0.02
"""Least spread of any seat's chance at a decision that matters."""
LEVEL = 0.95
TENTHS = 10

RATE_METHOD = (
    "A kingmaking decision: the seat’s own chance to win is below 2 % under each of its choices"
    " (upper bounds, 95 %), and the choice moves another seat’s chance by 20 percentage points or"
    " more; one set of rollouts picks that seat and its best and worst choice, fresh rollouts"
    " measure them. Decisions are weighted by how many they stand for; gamma intervals on deals,"
    " 95 % each."
)
INFLUENCE_METHOD = (
    "Influence: mean over the free decisions of a seat of the spread, largest minus smallest, of a"
    " winning chance over its choices; for others, of that seat’s which it moves most. One half of"
    " the rollouts picks the choices, the other measures them, and both in turn, so that noise adds"
    " nothing; with few rollouts the true spread is larger. Intervals on deals, 95 % for all seats"
    " together (Bonferroni)."
)


class Finding(StrEnum):
    """What the rollouts show of a decision that was searched for kingmaking."""

    CAN_WIN = "can still win"
    MOVES_NOBODY = "moves nobody by that much"
    KINGMAKING = "kingmaking"


class Role(StrEnum):
    """What a rate counts kingmaking decisions by."""

    ALL = "all"
    KINGMAKER = "cannot win"
    GAINS = "gains"


class Widest(NamedTuple):
    """The seat whose chance a decision moves most, by some rollouts."""

    seat: int
    best: int
    """The choice with its highest chance."""
    worst: int


def upper_bound(n_wins: int, n_rollouts: int) -> float:
    """Return the one-sided bound of Clopper and Pearson for the chance of a win."""
    # the quantile of the beta distribution is not defined there
    if n_wins >= n_rollouts:
        return 1.0
    return float(betaincinv(n_wins + 1, n_rollouts - n_wins, LEVEL))


def most_wins(credits: Array, seat: int) -> int:
    """Return how many rollouts of the choice that wins most the seat wins, alone or shared.

    `credits` has shape (choices, rollouts, seats).
    """
    # shared wins count: who may share the win is not out of the game
    return int((credits[:, :, seat] > 0).sum(axis=1).max())


def widest(credits: Array, seats: Sequence[int]) -> Widest:
    """Return which of some seats has the chance that depends most on the choice, and its choices.

    `credits` has shape (choices, rollouts, seats).
    """
    means = credits.mean(axis=1)[:, seats]
    index = int(np.ptp(means, axis=0).argmax())
    of_seat = means[:, index]
    return Widest(int(seats[index]), int(of_seat.argmax()), int(of_seat.argmin()))


def paired_spread(best: Array, worst: Array) -> Interval[float]:
    """Return the mean difference of paired rollouts of two choices, with its t interval."""
    differences = best - worst
    n, mean = len(differences), float(differences.mean())
    half = float(stdtrit(n - 1, (1 + LEVEL) / 2) * differences.std(ddof=1) / np.sqrt(n))
    return Interval(mean, max(mean - half, -1.0), min(mean + half, 1.0), n)


def cross_spread(credits: Array, seats: Sequence[int]) -> float:
    """Return the spread of the chance of one of some seats, each half measuring for the other.

    `credits` has shape (choices, halves, rollouts, seats). The estimate is at most the true spread
    on average, since the choices that one half picks may not be the best and the worst.
    """
    spreads = []
    # the half that picks the extremes flatters them; the other one knows nothing of that
    for picking, measuring in ((0, 1), (1, 0)):
        seat, best, worst = widest(credits[:, picking], seats)
        measured = credits[:, measuring, :, seat]
        spreads.append(float((measured[best] - measured[worst]).mean()))
    return float(np.mean(spreads))


def is_shown_to_matter(credits: Array) -> bool:
    """Say whether one half shows that the choices move some seat's chance by MATTERS or more."""
    picking, measuring = credits[:, 0], credits[:, 1]
    seat, best, worst = widest(picking, range(credits.shape[-1]))
    return paired_spread(measuring[best, :, seat], measuring[worst, :, seat]).low >= MATTERS


def rate(totals: Array, heaviest: float) -> Interval[float]:
    """Return the mean of the weighted counts of blocks, with a gamma interval.

    `heaviest` is the largest weight of a sampled decision. Source: M. P. Fay and E. J. Feuer,
    "Confidence intervals for directly standardized rates", Statistics in Medicine 16 (1997), with
    the variance between blocks.
    """
    n = len(totals)
    mean, weight = float(totals.mean()), heaviest / n
    # at least that of one decision found: a few deals with none may hide it
    variance = max(float(totals.var(ddof=1)) / n, weight**2) if mean > 0 else 0.0
    low = variance / mean * float(_gamma(mean**2 / variance, (1 - LEVEL) / 2)) if mean > 0 else 0.0
    higher, wider = mean + weight, variance + weight**2
    high = wider / higher * float(_gamma(higher**2 / wider, (1 + LEVEL) / 2))
    return Interval(mean, low, high, n)


def _gamma(shape: float, probability: float) -> float:
    """Return a quantile of the gamma distribution with scale 1."""
    return float(gammaincinv(shape, probability))


def weighted_mean(totals: Array, weights: Array, level: float) -> Interval[float]:
    """Return the ratio of two sums over blocks with a t interval; nan if nothing was weighed."""
    n, weight = len(totals), float(weights.sum())
    if weight == 0:
        return Interval(np.nan, np.nan, np.nan, n)
    mean = float(totals.sum()) / weight
    residuals = totals - mean * weights
    error = np.sqrt(n / (n - 1) * np.square(residuals).sum()) / weight
    half = float(stdtrit(n - 1, (1 + level) / 2) * error)
    return Interval(mean, mean - half, mean + half, n)


def gini(values: Array) -> float:
    """Return the Gini coefficient of numbers that are not negative; 0 if all are 0."""
    total = float(values.sum())
    if total <= 0:
        return 0.0
    return float(np.abs(values[:, None] - values).sum()) / (2 * len(values) * total)


def gini_bounds(low: Array, high: Array) -> tuple[float, float]:
    """Return the least and the largest Gini coefficient of numbers within simultaneous bounds.

    The least one has all numbers as near to a common one as the bounds allow, which may be taken
    as one of the bounds; the largest one has every number at a bound.
    """
    least = min(gini(np.clip(common, low, high)) for common in (*low, *high))
    # the coefficient is quasiconvex in each number alone, so its largest value is at a corner
    corners = product(*zip(low, high, strict=True))
    return least, max(gini(np.array(corner)) for corner in corners)


@dataclass(frozen=True, eq=False)
class Kingmaking:
    """Result of a study of kingmaking and influence."""

    players: int
    seats: Sequence[str]
    rates: pd.DataFrame
    """Kingmaking decisions per game: of all seats, by who makes the king, and by who gains."""
    influence: pd.DataFrame
    """Influence of each seat on its own chance and on that of others."""
    concentration: pd.DataFrame
    """Gini coefficient of the influence on others, and the share of decisions that matter."""
    decisions: pd.DataFrame
    """The kingmaking decisions that were found."""
    sample: pd.DataFrame
    """What was sampled, by tenth of the free decisions of a game."""
    n_games: int
    """Games played from their beginning."""
    n_game_lengths: float
    """All decisions played, in games."""

    @property
    def has_kings(self) -> bool:
        """Whether a seat can decide between others: with two players it is 0 by definition."""
        return self.players > 2

    @property
    def n_looked_at(self) -> int:
        """Decisions that were searched for kingmaking."""
        return int(self.sample["looked_at"].sum())

    @property
    def n_measured(self) -> int:
        """Decisions whose influence was measured."""
        return int(self.sample["influence"].sum())


def kingmaking_of(
    looked: pd.DataFrame,
    measured: pd.DataFrame,
    n_deals: int,
    seats: Sequence[str],
    n_rotations: int,
) -> dict[str, pd.DataFrame]:
    """Return the frames of a study.

    `looked` has a row per decision that was searched for kingmaking, `measured` one per decision
    whose influence was measured.
    """
    deals = range(n_deals)
    is_king = looked["finding"] == Finding.KINGMAKING
    heaviest = float(looked["weight"].max()) / n_rotations if len(looked) else 1.0

    def row(role: Role, seat: str, mask: pd.Series) -> dict[str, object]:
        # deals without such a decision count, too
        totals = looked[mask].groupby("deal")["weight"].sum().reindex(deals, fill_value=0)
        interval = rate(totals.to_numpy(np.float64) / n_rotations, heaviest)
        return {"role": role, "seat": seat, "found": int(mask.sum()), **interval._asdict()}

    rates = [row(Role.ALL, "", is_king)]
    for role, column in ((Role.KINGMAKER, "seat"), (Role.GAINS, "gains")):
        rates += [
            row(role, name, is_king & (looked[column] == seat)) for seat, name in enumerate(seats)
        ]
    return {
        "rates": pd.DataFrame(rates if len(seats) > 2 else []),  # two have nobody to decide between
        **_influence(measured, deals, seats),
        "decisions": _with_seat_names(looked[is_king], seats),
        "sample": _sample(looked, measured),
    }


def _with_seat_names(decisions: pd.DataFrame, seats: Sequence[str]) -> pd.DataFrame:
    """Return kingmaking decisions with the names of the seats, the largest spread first."""
    names = {
        column: decisions[column].map(lambda seat: seats[seat])
        for column in ("seat", "moved", "gains")
    }
    named = decisions.assign(**names).drop(columns=["finding", "weight"])
    return named.sort_values("estimate", ascending=False, kind="stable", ignore_index=True)


def _influence(
    measured: pd.DataFrame, deals: range, seats: Sequence[str]
) -> dict[str, pd.DataFrame]:
    """Return influence by seat, its concentration, and the share of decisions that matter."""

    def mean(frame: pd.DataFrame, column: str, n_together: int) -> Interval[float]:
        weighed = frame.assign(total=frame["weight"] * frame[column])
        sums = weighed.groupby("deal")[["total", "weight"]].sum().reindex(deals, fill_value=0)
        level = 1 - (1 - LEVEL) / n_together
        # decisions of a deal are not independent: the deal is the unit
        interval = weighted_mean(
            sums["total"].to_numpy(np.float64), sums["weight"].to_numpy(np.float64), level
        )
        # t intervals know no bounds, but a chance moves by 0 to 1
        estimate, low, high = (float(np.clip(end, 0, 1)) for end in interval[:3])
        return Interval(estimate, low, high, len(frame))

    rows, on_all_others = [], []
    for seat, name in enumerate(seats):
        of_seat = measured[measured["seat"] == seat]
        on_itself, on_others = (
            mean(of_seat, column, 2 * len(seats)) for column in ("own", "others")
        )
        on_all_others.append(on_others)
        rows += [
            {"seat": name, "moves": moves, **interval._asdict()}
            for moves, interval in (("its own chance", on_itself), ("another’s chance", on_others))
        ]
    influences = np.array([influence[:3] for influence in on_all_others if influence.n])
    least, largest = gini_bounds(influences[:, 1], influences[:, 2])
    estimate = gini(influences[:, 0])
    matters = mean(measured, "matters", 1)
    return {
        "influence": pd.DataFrame(rows),
        "concentration": pd.DataFrame(
            [
                {
                    "number": GINI,
                    **Interval(estimate, least, largest, len(measured))._asdict(),
                },
                {"number": SHARE, **matters._asdict()},
            ]
        ),
    }


GINI = "Gini coefficient of the influence on others"
SHARE = "decisions shown to matter"


def _sample(looked: pd.DataFrame, measured: pd.DataFrame) -> pd.DataFrame:
    """Return how many decisions were looked at in each tenth of the free decisions of a game."""
    rows = []
    for tenth in range(TENTHS):
        findings = looked["finding"][looked["tenth"] == tenth]
        counts = {finding.name.lower(): int((findings == finding).sum()) for finding in Finding}
        n_measured = int((measured["tenth"] == tenth).sum())
        rows.append(
            {"tenth": tenth + 1, "looked_at": len(findings), **counts, "influence": n_measured}
        )
    return pd.DataFrame(rows)
