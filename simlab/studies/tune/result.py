"""Tuning: distance from targets, racing, Pareto front, certificate and conflict of targets.

A target is about one or several components: the mean of a metric, or the difference between every
two seats. METHODS.md: The search for rules that meet targets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.intervals import Interval

Array = NDArray[Any]

RACE_ERRORS = 3.0
"""Standard errors by which a candidate must be worse than another one to leave the race."""
CAUTION = 3.0
"""Standard errors that are added to distances when finalists are chosen: about those by which a
certificate must be within a target, so that lucky candidates and those at its edge come last."""
LUCK = 1.0
"""Standard errors added when it is asked whether two targets exclude each other."""
LEAST_GAIN = 0.1
"""A finalist is nearer to the targets than cheaper ones by this part of a tolerance."""
KEPT_PART = 4
"""At most this part of the candidates stays in the race: a quarter."""
FEWEST_KEPT = 12
"""But no fewer than these stay, if they may win."""
MOST_FINALISTS = 6
"""Finalists, the unchanged rules among them: a list that one can read."""


@dataclass(frozen=True, eq=False)
class Goals:
    """Ranges of all components, shape (components,); infinite where a range is open."""

    low: Array
    high: Array
    scale: Array
    """Size of a tolerance, in which distances are measured."""
    target: Array
    """Number of the target that each component belongs to."""

    @property
    def n_targets(self) -> int:
        """Number of targets."""
        return int(self.target.max()) + 1


@dataclass(frozen=True, eq=False)
class Sums:
    """Sums over blocks of each component, shape (components,)."""

    n: Array
    totals: Array
    squares: Array

    def __add__(self, other: Sums) -> Sums:
        """Return the sums of both sets of blocks."""
        return Sums(self.n + other.n, self.totals + other.totals, self.squares + other.squares)

    @property
    def means(self) -> Array:
        """Mean of each component; nan without blocks."""
        return np.asarray(self.totals / np.where(self.n > 0, self.n, np.nan))

    @property
    def errors(self) -> Array:
        """Standard error of each mean; infinite with one block."""
        # rounding may leave less than 0 where all blocks agree
        spread = np.maximum(self.squares - self.n * np.square(self.means), 0)
        pairs = self.n * (self.n - 1)
        squares = np.divide(spread, pairs, out=np.full_like(spread, np.inf), where=pairs > 0)
        return np.asarray(np.sqrt(squares))


def sums_of(columns: Sequence[Array]) -> Sums:
    """Return the sums of some components, each with its own blocks."""
    return Sums(
        np.array([len(blocks) for blocks in columns], dtype=np.float64),
        np.array([blocks.sum() for blocks in columns]),
        np.array([np.square(blocks).sum() for blocks in columns]),
    )


def distances(sums: Sums, goals: Goals, errors: float = 0.0) -> Array:
    """Return how far each target is missed, in tolerances; infinite if it cannot be measured.

    With positive `errors` every mean is that many standard errors on its worse side, with negative
    ones on its better side.
    """
    aside = errors * sums.errors if errors else 0.0
    with np.errstate(invalid="ignore"):  # an open range, and a mean that is not known
        outside = np.fmax(goals.low - sums.means + aside, sums.means + aside - goals.high)
    misses = np.where(np.isnan(outside), np.inf, np.maximum(outside, 0.0) / goals.scale)
    farthest = np.zeros(goals.n_targets)
    np.maximum.at(farthest, goals.target, misses)
    return farthest


def may_win(costs: Array, best: Array, worst: Array) -> Array:
    """Return which candidates no other one surely beats in cost and distance.

    `best` and `worst` are the ends of the range in which the distance of each is likely to be.
    """
    is_cheaper = costs[:, None] <= costs
    is_surely_nearer = worst[:, None] <= best
    is_strict = (costs[:, None] < costs) | (worst[:, None] < best)
    return np.asarray(~(is_cheaper & is_surely_nearer & is_strict).any(axis=0))


def race(costs: Array, best: Array, likely: Array, worst: Array) -> Array:
    """Return the numbers of the candidates that are played on: those that may win, at most a part.

    If too many may win, those stay that the fewest others beat, by the `likely` distances.
    """
    # clearly beaten candidates drop out before the remaining ones are ranked
    running = np.flatnonzero(may_win(costs, best, worst))
    beaten = ((costs[:, None] <= costs) & (likely[:, None] < likely)).sum(axis=0)
    # the number last, so that equal candidates are ranked alike on any machine
    order = np.lexsort((running, likely[running], beaten[running]))
    return np.sort(running[order][: max(len(costs) // KEPT_PART, FEWEST_KEPT)])


def front(costs: Array, misses: Array) -> list[int]:
    """Return the candidates of which each is nearer to the targets than all cheaper ones.

    The first is the cheapest, the last the nearest; nearer is by LEAST_GAIN or all that is missing.
    """
    order = np.lexsort((np.arange(len(costs)), misses, costs))
    chosen = [int(order[0])]
    for number in map(int, order[1:]):
        # less than LEAST_GAIN may be all that is missing, and meeting all targets is worth a step
        least = min(LEAST_GAIN, misses[chosen[-1]])
        if misses[chosen[-1]] - misses[number] >= least > 0:
            chosen.append(number)
    return chosen


def finalists(costs: Array, misses: Array) -> list[int]:
    """Return at most MOST_FINALISTS of the front: its ends, and the largest steps between them."""
    chosen = front(costs, misses)
    while len(chosen) > MOST_FINALISTS:
        gains = [misses[chosen[at - 1]] - misses[chosen[at]] for at in range(1, len(chosen) - 1)]
        del chosen[1 + int(np.argmin(gains))]
    return chosen


class Status(StrEnum):
    """What fresh deals say of a target."""

    CERTIFIED = "certified"
    MISSED = "missed"
    UNDECIDED = "not decided"
    DEPENDS = "depends on who plays"
    """Certified with the line-up, but missed with a strongest player."""


def status(value: Interval[float], low: float | None, high: float | None) -> Status:
    """Return whether an interval lies within a range, outside of it, or neither."""
    lowest, highest = -np.inf if low is None else low, np.inf if high is None else high
    if lowest <= value.low and value.high <= highest:
        return Status.CERTIFIED
    is_outside = value.high < lowest or value.low > highest
    return Status.MISSED if is_outside else Status.UNDECIDED


def distance_range(
    value: Interval[float], low: float | None, high: float | None, scale: float
) -> Interval[float]:
    """Return the distance of a mean from a range, in tolerances, with the ends of its interval."""
    lowest, highest = -np.inf if low is None else low, np.inf if high is None else high

    def outside(at: float) -> float:
        return max(lowest - at, at - highest, 0.0) / scale

    ends = outside(value.low), outside(value.high)
    is_within = value.low <= highest and value.high >= lowest
    return Interval(outside(value.estimate), 0.0 if is_within else min(ends), max(ends), value.n)


@dataclass(frozen=True)
class Conflict:
    """Two targets that no candidate meets both, though each is met by some."""

    target: int
    rival: int
    rival_at_target: float
    """The least distance from the rival target while the first is met, in tolerances."""
    target_at_rival: float


def conflict(misses: Array) -> Conflict | None:
    """Return the two targets that exclude each other most; None if no two do.

    `misses` has the distances of candidates (rows) from targets (columns), with LUCK: else a
    candidate with few games would seem to meet a target by chance.
    """
    pairs = [
        _conflict_of(misses, target, rival)
        for target, rival in combinations(range(misses.shape[1]), 2)
    ]
    excluded = [pair for pair in pairs if min(pair.rival_at_target, pair.target_at_rival) > 0]
    finite = [pair for pair in excluded if np.isfinite(pair.rival_at_target + pair.target_at_rival)]
    return max(
        finite, key=lambda pair: min(pair.rival_at_target, pair.target_at_rival), default=None
    )


def _conflict_of(misses: Array, target: int, rival: int) -> Conflict:
    def least(at: int, while_met: int) -> float:
        # infinite if the other target is never met: then nothing is said of both
        return float(misses[misses[:, while_met] == 0, at].min(initial=np.inf))

    return Conflict(target, rival, least(rival, target), least(target, rival))


@dataclass(frozen=True, eq=False)
class Tuned:
    """Result of a tuning study."""

    targets: pd.DataFrame
    """Label, unit, players, ends of the range and size of a tolerance of each target."""
    candidates: pd.DataFrame
    """Each set of rules that was tried: cost, changes, blocks, the mean of each target while
    searching (`target_1` and so on), and the largest distance from a target in tolerances;
    `distance_1` and so on are those from each target, with LUCK."""
    values: pd.DataFrame
    """Each finalist and target: `searching` is the mean while searching, `estimate`, `low` and
    `high` are those on fresh deals, `status` is the decision; distances are in tolerances."""
    others: pd.DataFrame
    """The answer with other policies in all seats, by policy and target."""
    sentences: tuple[tuple[str, ...], ...]
    """The changes of each finalist, as in a rulebook; none for the unchanged rules."""
    answer: int | None
    """Number of the finalist to recommend; None if each surely misses a target."""
    conflict: Conflict | None
    policy: str
    n_space: int
    """Number of all sets of rules within the ranges."""
    n_impossible: int
    """Sets of rules tried that exclude each other."""
    n_games: int
    most_games: int
    """Most games of a finalist and number of players on fresh deals."""
    strongest: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """The strongest player measured with each number of players, or two that games did not part."""

    @property
    def n_tried(self) -> int:
        """Number of sets of rules tried, without the unchanged ones."""
        return len(self.candidates) - 1 + self.n_impossible

    @property
    def is_complete(self) -> bool:
        """Whether all sets of rules within the ranges were tried."""
        return self.n_tried + 1 == self.n_space

    @property
    def n_finalists(self) -> int:
        """Number of finalists; the first has the unchanged rules."""
        return len(self.sentences)

    def of_finalist(self, number: int) -> pd.DataFrame:
        """Return the values of a finalist, a row for each target."""
        return self.values[self.values["finalist"] == number]

    def strongest_of(self, target: int) -> Sequence[str]:
        """Return the strongest players measured at the table of a target."""
        return self.strongest.get(int(self.targets.iloc[target]["players"]), ())

    def contradictions(self, target: int) -> pd.DataFrame:
        """Return the results of the strongest players that miss a target under the answer."""
        if self.others.empty:
            return self.others
        is_of_strongest = self.others["policy"].isin(list(self.strongest_of(target)))
        is_missed = self.others["status"] == Status.MISSED
        return self.others[is_of_strongest & is_missed & (self.others["target"] == target)]

    def is_certified(self, number: int) -> bool:
        """Return whether a finalist is certified for all targets, also by the strongest players."""
        return bool((self.of_finalist(number)["status"] == Status.CERTIFIED).all())

    @property
    def nearest(self) -> int:
        """The finalist that is nearest to all targets on fresh deals."""
        farthest = [
            self.of_finalist(number)["distance"].max() for number in range(self.n_finalists)
        ]
        return int(np.argmin(farthest))

    @property
    def nearest_is_nearer(self) -> bool:
        """Whether the nearest finalist is surely nearer than the unchanged rules."""
        nearest, unchanged = self.of_finalist(self.nearest), self.of_finalist(0)
        return bool(nearest["distance_high"].max() < unchanged["distance_low"].max())
