"""Calibration: the noise of a policy whose simulated games look like real plays.

METHODS.md: Noise of a policy from real plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.intervals import Interval

Array = NDArray[Any]

N_STEPS = 20
NOISES = tuple(round((step / N_STEPS) ** 2, 4) for step in range(N_STEPS + 1))
"""Simulated noises, denser near 0, where a little noise changes much."""
FINE = 40
"""Noises between two simulated ones at which the likelihood is computed: steps far smaller than an
interval of hundreds of plays."""
CHI_SQUARE = 3.8415
"""95 % quantile of chi-square with one degree of freedom."""
SETS = 999
"""Simulated sets of plays of the test of fit."""
LEVEL = 0.95
LEAST_SPREAD = 1e-4
"""Variance added to each measure, as a part of its mean variance over the noises."""
FEWEST_FOR_SPREAD = 5
"""Plays from which their standard deviation is compared."""
MOST_BARS = 12
"""Bars of the distribution of a measure."""

FIT_METHOD = (
    "Likelihood of the means of the plays, normal, with means and covariances of simulated games at"
    " 21 noises on the same deals; 95 % interval of the profile likelihood."
)
CHECK_METHOD = (
    "Simulated sets of as many plays at the fitted noise, each fitted in turn. Ranges hold for all"
    " rows together in 95 % of the sets; the p value is the share of the sets in which some row"
    " lies as far from what its noise leads to."
)
SHARE_METHOD = (
    "Share of the plays in each range of values, and the range of these shares in simulated sets of"
    " as many plays, at noises that the fit of such a set may have; 95 % for all ranges together."
)


@dataclass(frozen=True)
class Measure:
    """What is known of a play: its name, its label and its unit."""

    name: str
    label: str
    unit: str
    is_fitted: bool = True
    """Whether the noise is fitted to it; else it is only compared."""


@dataclass(frozen=True, eq=False)
class Sample:
    """Plays of one number of players of which the same is known, beside simulated ones."""

    players: int
    measures: tuple[Measure, ...]
    plays: Array
    """Shape (plays, measures)."""
    simulated: Array
    """Shape (noises, games, measures)."""

    @property
    def n(self) -> int:
        """Number of plays."""
        return len(self.plays)

    @property
    def fitted(self) -> list[int]:
        """Places of the measures that the noise is fitted to."""
        return [place for place, measure in enumerate(self.measures) if measure.is_fitted]

    def of(self, measure: Measure) -> int | None:
        """Return the place of a measure, or None if it is not known of these plays."""
        return self.measures.index(measure) if measure in self.measures else None


@dataclass(frozen=True)
class Check:
    """A number that plays are compared by: mean or spread of a measure."""

    players: int
    measure: Measure
    is_spread: bool

    @property
    def label(self) -> str:
        """What the number is: `spread of the score`."""
        if not self.measure.is_fitted:
            return self.measure.label
        return f"{'spread' if self.is_spread else 'mean'} of the {self.measure.label}"


@dataclass(frozen=True, eq=False)
class Calibration:
    """The noise that plays look like, and whether they look like any.

    `checks` has the means and spreads of the plays (`estimate`) with the range of simulated ones;
    `shares` the share of the plays in each range of a measure; `curve` the simulated mean of a
    measure at each noise; `likelihood` the likelihood ratio at each noise.
    """

    policy: str
    fitted: str
    """The policy with its noise, as an option."""
    noise: Interval[float]
    p_value: float
    counts: dict[int, int]
    """Number of plays by number of players."""
    checks: pd.DataFrame
    shares: pd.DataFrame
    curve: pd.DataFrame
    likelihood: pd.DataFrame
    minutes: Interval[float] | None
    n_games: int

    @property
    def n_plays(self) -> int:
        """Number of plays."""
        return sum(self.counts.values())

    @property
    def is_rejected(self) -> bool:
        """Whether the plays look like no noise of the policy."""
        return self.p_value < 1 - LEVEL

    @property
    def worst(self) -> dict[str, Any]:
        """The row of `checks` that lies farthest out."""
        row = self.checks.iloc[int(self.checks["distance"].to_numpy().argmax())]
        return {str(name): value for name, value in row.items()}


class NoiseLikelihood:
    """Likelihood of the means of plays, as a function of the noise."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        """Prepare means, precisions and determinants at each noise of a fine scale."""
        self._means = {
            place: _NormalMeans(sample) for place, sample in enumerate(samples) if sample.fitted
        }
        self.noises = np.linspace(0, 1, N_STEPS * FINE + 1) ** 2

    def logs(self, plays: Sequence[Array]) -> Array:
        """Return the log-likelihood of sets of plays, each array of shape (sets, plays, measures).

        Its shape is (sets, noises).
        """
        return np.asarray(sum(own.logs(plays[place]) for place, own in self._means.items()))


class _NormalMeans:
    """Normal distribution of the means of a sample, at each noise of the fine scale."""

    def __init__(self, sample: Sample) -> None:
        games = sample.simulated[:, :, sample.fitted]
        covariances = np.array([np.atleast_2d(np.cov(own.T)) for own in games])
        spread = np.diag(np.diagonal(covariances, axis1=1, axis2=2).mean(axis=0))
        covariances = covariances + LEAST_SPREAD * spread + 1e-12 * np.eye(len(spread))
        scale = 1 / sample.n + 1 / games.shape[1]
        self.places = sample.fitted
        self.means = _between(games.mean(axis=1))
        whole = _between(covariances) * scale
        self.precisions = np.linalg.inv(whole)
        self.log_sizes = np.linalg.slogdet(whole)[1]

    def logs(self, plays: Array) -> Array:
        """Return the log-likelihood of the means of sets, shape (sets, noises)."""
        away = plays[:, :, self.places].mean(axis=1)[:, None, :] - self.means
        distances = np.einsum("snk,nkl,snl->sn", away, self.precisions, away)
        return np.asarray(-(distances + self.log_sizes) / 2)


def _between(values: Array) -> Array:
    """Return values at the simulated noises and, straight between them, at the fine ones."""
    part = np.arange(FINE).reshape(-1, *[1] * (values.ndim - 1)) / FINE
    rows = [first + part * (second - first) for first, second in pairwise(values)]
    return np.concatenate([*rows, values[-1:]])


def fitted_noise(likelihood: NoiseLikelihood, samples: Sequence[Sample]) -> Interval[float]:
    """Return the likeliest noise, and the noises that the plays do not rule out."""
    logs = likelihood.logs([sample.plays[None] for sample in samples])[0]
    inside = np.flatnonzero(2 * (logs.max() - logs) <= CHI_SQUARE)
    n = sum(sample.n for sample in samples if sample.fitted)
    places = logs.argmax(), max(inside[0] - 1, 0), min(inside[-1] + 1, len(logs) - 1)
    best, low, high = (float(likelihood.noises[place]) for place in places)
    return Interval(best, low, high, n)


def likelihood_table(likelihood: NoiseLikelihood, samples: Sequence[Sample]) -> pd.DataFrame:
    """Return the log-likelihood at each noise, less that of the likeliest."""
    logs = likelihood.logs([sample.plays[None] for sample in samples])[0]
    return pd.DataFrame({"noise": likelihood.noises, "log_ratio": logs - logs.max()})


class SimulatedSets:
    """Draws sets of as many plays as there are from the simulated games."""

    def __init__(self, samples: Sequence[Sample], rng: np.random.Generator) -> None:
        self.samples, self.rng = samples, rng

    def at(self, noises: Array) -> list[Array]:
        """Return a set at each of some noises: per sample an array (sets, plays, measures).

        A noise between two simulated ones is that of either, the nearer one more often.
        """
        place = np.sqrt(noises) * N_STEPS
        steps = np.floor(place + self.rng.random(len(noises))).astype(int).clip(0, N_STEPS)
        return [
            sample.simulated[
                steps[:, None],
                self.rng.integers(sample.simulated.shape[1], size=(len(steps), sample.n)),
            ]
            for sample in self.samples
        ]


@dataclass(frozen=True, eq=False)
class _Scale:
    """Mean and standard deviation of each number to compare, at each simulated noise."""

    means: Array
    spreads: Array

    def distances(self, numbers: Array, noises: Array) -> Array:
        """Return how many standard deviations numbers are off what noises lead to."""
        mean, spread = self.at(noises)
        return np.asarray(np.abs(numbers - mean) / spread)

    def at(self, noises: Array) -> tuple[Array, Array]:
        """Return mean and standard deviation at some noises, shape (noises, numbers)."""
        place = np.sqrt(noises) * N_STEPS
        low = np.floor(place).astype(int).clip(0, N_STEPS - 1)
        part = (place - low)[:, None]
        mean, spread = (
            own[low] + part * (own[low + 1] - own[low]) for own in (self.means, self.spreads)
        )
        return mean, np.maximum(spread, 1e-9)


def checked(
    likelihood: NoiseLikelihood,
    samples: Sequence[Sample],
    noise: float,
    rng: np.random.Generator,
) -> tuple[pd.DataFrame, float, Array]:
    """Compare plays with simulated sets at the fitted noise.

    Return means and spreads with ranges, the p value of all together, and the noises that were
    fitted to the simulated sets.
    """
    sets, checks = SimulatedSets(samples, rng), checks_of(samples)
    plays = [sample.plays[None] for sample in samples]
    own = numbers_of(samples, checks, plays)
    by_noise = [numbers_of(samples, checks, sets.at(np.full(SETS, each))) for each in NOISES]
    scale = _Scale(
        np.array([each.mean(axis=0) for each in by_noise]),
        np.array([each.std(axis=0) for each in by_noise]),
    )
    drawn = sets.at(np.full(SETS, noise))
    refitted = likelihood.noises[likelihood.logs(drawn).argmax(axis=1)]
    farthest = scale.distances(numbers_of(samples, checks, drawn), refitted).max(axis=1)
    distances = scale.distances(own, np.array([noise]))[0]
    p_value = float(1 + (farthest >= distances.max()).sum()) / (1 + SETS)
    mean, spread = (each[0] for each in scale.at(np.array([noise])))
    reach = np.quantile(farthest, LEVEL) * spread
    table = pd.DataFrame(
        {
            "players": [check.players for check in checks],
            "what": [check.label for check in checks],
            "unit": [check.measure.unit for check in checks],
            "estimate": own[0],
            "expected": mean,
            "low": mean - reach,
            "high": mean + reach,
            "n": [_values(samples, each.players, each.measure, plays).shape[1] for each in checks],
            "distance": distances,
        }
    )
    return _within_limits(table, checks), p_value, refitted


def _within_limits(table: pd.DataFrame, checks: Sequence[Check]) -> pd.DataFrame:
    """Return ranges without spreads below 0 or shares beyond 0 and 1."""
    is_share = np.array([not check.measure.unit for check in checks])
    is_spread = np.array([check.is_spread for check in checks])
    low = table["low"].where(~(is_share | is_spread), table["low"].clip(lower=0))
    high = table["high"].where(~is_share, table["high"].clip(upper=1))
    return table.assign(low=low, high=high)


def checks_of(samples: Sequence[Sample]) -> list[Check]:
    """Return the numbers that plays are compared by: means, and spreads of enough plays."""
    counts: dict[tuple[int, Measure], int] = {}
    for sample in samples:
        for measure in sample.measures:
            counts[sample.players, measure] = counts.get((sample.players, measure), 0) + sample.n
    return [
        Check(players, measure, is_spread)
        for (players, measure), n in sorted(counts.items(), key=lambda each: each[0][0])
        for is_spread in (False, True)
        if not is_spread or (measure.is_fitted and n >= FEWEST_FOR_SPREAD)
    ]


def numbers_of(samples: Sequence[Sample], checks: Sequence[Check], sets: Sequence[Array]) -> Array:
    """Return each number to compare of each set, shape (sets, checks)."""
    columns = []
    for check in checks:
        values = _values(samples, check.players, check.measure, sets)
        columns.append(values.std(axis=1, ddof=1) if check.is_spread else values.mean(axis=1))
    return np.stack(columns, axis=1)


def _values(
    samples: Sequence[Sample], players: int, measure: Measure, sets: Sequence[Array]
) -> Array:
    """Return a measure of all plays of sets of which it is known, shape (sets, plays)."""
    parts = [
        own[:, :, place]
        for sample, own in zip(samples, sets, strict=True)
        if sample.players == players and (place := sample.of(measure)) is not None
    ]
    return np.concatenate(parts, axis=1)


def shares_table(
    samples: Sequence[Sample], noises: Array, rng: np.random.Generator
) -> pd.DataFrame:
    """Return the share of the plays in each range of each measure, and of sets at some noises."""
    drawn = SimulatedSets(samples, rng).at(noises)
    plays = [sample.plays[None] for sample in samples]
    keys = dict.fromkeys(
        (sample.players, measure)
        for sample in samples
        for measure in sample.measures
        if measure.is_fitted
    )
    tables = [
        _shares(key, _values(samples, *key, plays), _values(samples, *key, drawn)) for key in keys
    ]
    return pd.concat(tables, ignore_index=True)


def _shares(key: tuple[int, Measure], plays: Array, sets: Array) -> pd.DataFrame:
    """Return the share of plays in each bar, beside the range of those of sets."""
    players, measure = key
    edges = _edges(plays, sets)
    own = _shares_in(plays, edges)[0]
    shares = _shares_in(sets, edges)
    mean = shares.mean(axis=0)
    spread = np.maximum(shares.std(axis=0), 0.5 / plays.shape[1])
    reach = np.quantile((np.abs(shares - mean) / spread).max(axis=1), LEVEL) * spread
    return pd.DataFrame(
        {
            "players": players,
            "measure": measure.label,
            "unit": measure.unit,
            "from": edges[:-1],
            "to": edges[1:],
            "plays": own,
            "estimate": mean,
            "low": (mean - reach).clip(min=0),
            "high": (mean + reach).clip(max=1),
        }
    )


def _edges(plays: Array, sets: Array) -> Array:
    """Return whole numbers that divide all plays, and nearly all simulated ones, into bars."""
    low = np.floor(min(plays.min(), np.quantile(sets, 0.002)))
    high = np.floor(max(plays.max(), np.quantile(sets, 0.998))) + 1
    width = np.ceil((high - low) / MOST_BARS)
    return np.asarray(low + width * np.arange(np.ceil((high - low) / width) + 1))


def _shares_in(values: Array, edges: Array) -> Array:
    """Return the share of values in each bar, shape (sets, bars)."""
    places = np.searchsorted(edges, values, side="right")
    return np.stack([(places == bar).mean(axis=1) for bar in range(1, len(edges))], axis=1)


def curve_table(samples: Sequence[Sample]) -> pd.DataFrame:
    """Return the simulated mean of each fitted measure at each noise, and the mean of the plays."""
    keys = dict.fromkeys(
        (sample.players, measure)
        for sample in samples
        for measure in sample.measures
        if measure.is_fitted
    )
    plays = [sample.plays[None] for sample in samples]
    rows = []
    for players, measure in keys:
        mean = float(_values(samples, players, measure, plays).mean())
        sample = next(own for own in samples if own.players == players and measure in own.measures)
        place = sample.measures.index(measure)
        rows += [
            {
                "players": players,
                "measure": measure.label,
                "unit": measure.unit,
                "noise": noise,
                "estimate": float(games.mean()),
                "plays": mean,
            }
            for noise, games in zip(NOISES, sample.simulated[:, :, place], strict=True)
        ]
    return pd.DataFrame(rows)
