"""Calibration: the noise of a policy whose simulated games look like real plays.

With two policies, also the share of the players who play as the second one.
METHODS.md: Noise of a policy from real plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.intervals import Interval

Array = NDArray[Any]

N_STEPS = 20
NOISES = tuple(round((step / N_STEPS) ** 2, 4) for step in range(N_STEPS + 1))
"""Simulated noises, denser near 0, where a little noise changes much."""
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Simulated shares of the second policy."""
FINE = 40
"""Noises between two simulated ones at which the likelihood is computed: steps far smaller than an
interval of hundreds of plays."""
FINE_MIXED = 10
"""Noises and shares between two simulated ones if there are two policies."""
SETS_AT_ONCE = 50
"""Sets whose likelihood is computed at a time, so that memory stays small."""
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
    " 21 noises on the same deals; with two policies at five shares each, and with mean squares,"
    " too. 95 % interval of the profile likelihood."
)
CHECK_METHOD = (
    "Simulated sets of as many plays at the fitted skill, each fitted in turn. Ranges hold for all"
    " rows together in 95 % of the sets; the p value is the share of the sets in which some row"
    " lies as far from what its skill leads to."
)
SHARE_METHOD = (
    "Share of the plays in each range of values, and the range of these shares in simulated sets of"
    " as many plays, at skills that the fit of such a set may have; 95 % for all ranges together."
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
    """Shape (shares, noises, games, measures); one share, if there is one policy only."""

    @property
    def n(self) -> int:
        """Number of plays."""
        return len(self.plays)

    @property
    def fitted(self) -> list[int]:
        """Indices of the measures that the noise is fitted to."""
        return [index for index, measure in enumerate(self.measures) if measure.is_fitted]

    def of(self, measure: Measure) -> int | None:
        """Return the place of a measure, or None if it is not known of these plays."""
        return self.measures.index(measure) if measure in self.measures else None


class Skill(NamedTuple):
    """What is fitted: the noise, and the share of the second policy."""

    noise: float
    share: float = 0.0


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
    measure at each noise; `likelihood` the likelihood ratio at each noise. With a `second_policy`,
    `share` is that of its players, and `share_curve` has the simulated means at each share.
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
    second_policy: str = ""
    share: Interval[float] | None = None
    share_curve: pd.DataFrame = field(default_factory=pd.DataFrame)

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


class SkillLikelihood:
    """Likelihood of the means of plays, as a function of noise and share."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        """Prepare means, precisions and determinants at each skill of a fine grid."""
        self._means = {
            index: _NormalMeans(sample) for index, sample in enumerate(samples) if sample.fitted
        }
        n_shares = samples[0].simulated.shape[0]
        noises = np.linspace(0, 1, N_STEPS * _parts(n_shares) + 1) ** 2
        shares = np.linspace(0, 1, (n_shares - 1) * _parts(n_shares) + 1)
        self.shape = len(shares), len(noises)
        self.skills = np.array([Skill(noise, share) for share in shares for noise in noises])

    def logs(self, plays: Sequence[Array]) -> Array:
        """Return the log-likelihood of sets of plays, each array of shape (sets, plays, measures).

        Its shape is (sets, skills).
        """
        return np.asarray(sum(means.logs(plays[index]) for index, means in self._means.items()))

    def fit_skills(self, plays: Sequence[Array]) -> Array:
        """Return the likeliest skill of each set of plays, shape (sets, 2)."""
        n_sets = len(plays[0])
        best = [
            self.logs(
                [sample_plays[first : first + SETS_AT_ONCE] for sample_plays in plays]
            ).argmax(axis=1)
            for first in range(0, n_sets, SETS_AT_ONCE)
        ]
        return np.asarray(self.skills[np.concatenate(best)])


def _parts(n_shares: int) -> int:
    """Return into how many parts the fine grid divides a simulated step."""
    return FINE if n_shares == 1 else FINE_MIXED


class _NormalMeans:
    """Normal distribution of the means of a sample, at each skill of the fine grid."""

    def __init__(self, sample: Sample) -> None:
        self.fitted_measures = sample.fitted
        self.centre = sample.plays[:, self.fitted_measures].mean(axis=0)
        self.with_squares = len(sample.simulated) > 1
        games = self._numbers(sample.simulated)
        n_shares, n_noises, n_games, n_measures = games.shape
        covariances = np.array(
            [
                np.atleast_2d(np.cov(skill_games.T))
                for skill_games in games.reshape(-1, n_games, n_measures)
            ]
        )
        spread = np.diag(np.diagonal(covariances, axis1=1, axis2=2).mean(axis=0))
        # a measure that hardly varies at some noise would make any other value impossible there
        # 1e-12 is for one that varies at no noise at all: its matrix would have no inverse
        covariances = covariances + LEAST_SPREAD * spread + 1e-12 * np.eye(len(spread))
        # the simulated means are estimates, too
        scale = 1 / sample.n + 1 / n_games
        self.means = _on_fine_grid(games.mean(axis=2))
        by_skill = covariances.reshape(n_shares, n_noises, n_measures, n_measures)
        whole = _on_fine_grid(by_skill) * scale
        # inverted once: thousands of sets are compared with each skill
        self.precisions = np.linalg.inv(whole)
        self.log_sizes = np.linalg.slogdet(whole)[1]

    def logs(self, plays: Array) -> Array:
        """Return the log-likelihood of the means of sets, shape (sets, skills)."""
        away = self._numbers(plays).mean(axis=1)[:, None, :] - self.means
        distances = np.einsum("snk,nkl,snl->sn", away, self.precisions, away)
        return np.asarray(-(distances + self.log_sizes) / 2)

    def _numbers(self, values: Array) -> Array:
        """Return the fitted measures; with two policies also their squares about a centre.

        Players of two kinds differ from those of one in the spread of the results.
        """
        fitted = values[..., self.fitted_measures]
        if not self.with_squares:
            return np.asarray(fitted)
        return np.concatenate([fitted, (fitted - self.centre) ** 2], axis=-1)


def _on_fine_grid(values: Array) -> Array:
    """Return values by share and noise at each skill of the fine grid, in one row."""
    n_parts = _parts(len(values))
    fine = _between(_between(values, n_parts).swapaxes(0, 1), n_parts).swapaxes(0, 1)
    return np.asarray(fine.reshape(-1, *values.shape[2:]))


def _between(values: Array, n_parts: int) -> Array:
    """Return values at the simulated steps and, straight between them, at the fine ones."""
    fraction = np.arange(n_parts).reshape(-1, *[1] * (values.ndim - 1)) / n_parts
    rows = [before + fraction * (after - before) for before, after in pairwise(values)]
    return np.concatenate([*rows, values[-1:]])


def noise_interval(likelihood: SkillLikelihood, samples: Sequence[Sample]) -> Interval[float]:
    """Return the likeliest noise, and the noises that the plays do not rule out with any share."""
    noises = likelihood.skills[: likelihood.shape[1], 0]
    return _profile_interval(_logs_of_plays(likelihood, samples).max(axis=0), noises, samples)


def share_interval(likelihood: SkillLikelihood, samples: Sequence[Sample]) -> Interval[float]:
    """Return the likeliest share, and the shares that the plays do not rule out with any noise."""
    shares = likelihood.skills[:: likelihood.shape[1], 1]
    return _profile_interval(_logs_of_plays(likelihood, samples).max(axis=1), shares, samples)


def _logs_of_plays(likelihood: SkillLikelihood, samples: Sequence[Sample]) -> Array:
    """Return the log-likelihood of the plays, shape (shares, noises)."""
    logs = likelihood.logs([sample.plays[None] for sample in samples])[0]
    return np.asarray(logs.reshape(likelihood.shape))


def _profile_interval(logs: Array, values: Array, samples: Sequence[Sample]) -> Interval[float]:
    """Return the likeliest value and the interval of a profile likelihood."""
    inside = np.flatnonzero(2 * (logs.max() - logs) <= CHI_SQUARE)
    n = sum(sample.n for sample in samples if sample.fitted)
    # one step of the grid further: the true end is somewhere between two steps
    indices = logs.argmax(), max(inside[0] - 1, 0), min(inside[-1] + 1, len(logs) - 1)
    best, low, high = (float(values[index]) for index in indices)
    return Interval(best, low, high, n)


def likelihood_table(likelihood: SkillLikelihood, samples: Sequence[Sample]) -> pd.DataFrame:
    """Return the log-likelihood at each skill, less that of the likeliest."""
    logs = _logs_of_plays(likelihood, samples).ravel()
    noises, shares = likelihood.skills.T
    return pd.DataFrame({"noise": noises, "share": shares, "log_ratio": logs - logs.max()})


class SimulatedSets:
    """Draws sets of as many plays as there are from the simulated games."""

    def __init__(self, samples: Sequence[Sample], rng: np.random.Generator) -> None:
        self.samples, self.rng = samples, rng

    def at(self, skills: Array) -> list[Array]:
        """Return a set at each of some skills: per sample an array (sets, plays, measures).

        A skill between two simulated ones is that of either, the nearer one more often.
        """
        noise_positions, share_positions = _positions(skills, self.samples)
        # at random between the two steps, so that the mean is that of the skill
        noises = np.floor(noise_positions + self.rng.random(len(skills))).astype(int)
        n_shares = self.samples[0].simulated.shape[0]
        drawn = self.rng.random(len(skills)) if n_shares > 1 else np.zeros(len(skills))
        shares = np.floor(share_positions + drawn).astype(int).clip(0, n_shares - 1)
        return [
            sample.simulated[
                shares[:, None],
                noises.clip(0, N_STEPS)[:, None],
                self.rng.integers(sample.simulated.shape[2], size=(len(skills), sample.n)),
            ]
            for sample in self.samples
        ]


def _positions(skills: Array, samples: Sequence[Sample]) -> tuple[Array, Array]:
    """Return where skills lie on the scales of the simulated noises and shares."""
    n_shares = samples[0].simulated.shape[0]
    return np.sqrt(skills[:, 0]) * N_STEPS, skills[:, 1] * (n_shares - 1)


@dataclass(frozen=True, eq=False)
class _Scale:
    """Mean and standard deviation of each number to compare, by simulated share and noise."""

    samples: Sequence[Sample]
    means: Array
    spreads: Array

    def distances(self, numbers: Array, skills: Array) -> Array:
        """Return how many standard deviations numbers are off what skills lead to."""
        mean, spread = self.at(skills)
        return np.asarray(np.abs(numbers - mean) / spread)

    def at(self, skills: Array) -> tuple[Array, Array]:
        """Return mean and standard deviation at some skills, shape (skills, numbers)."""
        noises, shares = _positions(skills, self.samples)
        mean, spread = (_at_positions(grid, shares, noises) for grid in (self.means, self.spreads))
        # where a number never varies, nothing is divided by 0
        return mean, np.maximum(spread, 1e-9)


def _at_positions(values: Array, shares: Array, noises: Array) -> Array:
    """Return values by share and noise at positions between the simulated ones (bilinear)."""
    share, next_share, share_part = _steps(shares, len(values))
    noise, next_noise, noise_part = _steps(noises, values.shape[1])
    low, high = (
        values[row, noise] + noise_part * (values[row, next_noise] - values[row, noise])
        for row in (share, next_share)
    )
    return np.asarray(low + share_part * (high - low))


def _steps(positions: Array, n: int) -> tuple[Array, Array, Array]:
    """Return the steps of a scale of `n` before and after some positions, and the part between."""
    low = np.floor(positions).astype(int).clip(0, max(n - 2, 0))
    return low, np.minimum(low + 1, n - 1), (positions - low)[:, None]


def compare_with_simulation(
    likelihood: SkillLikelihood,
    samples: Sequence[Sample],
    skill: Skill,
    rng: np.random.Generator,
) -> tuple[pd.DataFrame, float, Array]:
    """Compare plays with simulated sets at the fitted skill.

    Return means and spreads with ranges, the p value of all together, and the skills that were
    fitted to the simulated sets, shape (sets, 2).
    """
    sets, checks, fitted = SimulatedSets(samples, rng), checks_of(samples), np.array([skill])
    plays = [sample.plays[None] for sample in samples]
    play_numbers = numbers_of(samples, checks, plays)
    scale = _scale_of(samples, checks, sets)
    drawn = sets.at(fitted.repeat(SETS, axis=0))
    # each set is fitted, too: a fit makes the plays lie nearer than the true skill would
    refitted = likelihood.fit_skills(drawn)
    farthest = scale.distances(numbers_of(samples, checks, drawn), refitted).max(axis=1)
    distances = scale.distances(play_numbers, fitted)[0]
    # the plays themselves count as one of the sets: no p value is 0
    p_value = float(1 + (farthest >= distances.max()).sum()) / (1 + SETS)
    mean, spread = (skill_values[0] for skill_values in scale.at(fitted))
    reach = np.quantile(farthest, LEVEL) * spread
    table = pd.DataFrame(
        {
            "players": [check.players for check in checks],
            "what": [check.label for check in checks],
            "unit": [check.measure.unit for check in checks],
            "estimate": play_numbers[0],
            "expected": mean,
            "low": mean - reach,
            "high": mean + reach,
            "n": [
                _values(samples, check.players, check.measure, plays).shape[1] for check in checks
            ],
            "distance": distances,
        }
    )
    return _within_limits(table, checks), p_value, refitted


def _scale_of(samples: Sequence[Sample], checks: Sequence[Check], sets: SimulatedSets) -> _Scale:
    """Return mean and standard deviation of each number at each simulated skill."""
    n_shares = samples[0].simulated.shape[0]
    shares = SHARES if n_shares > 1 else (0.0,)
    # simulated, not by formula: spreads of few plays are far from normal
    by_share = [
        [
            numbers_of(samples, checks, sets.at(np.full((SETS, 2), Skill(noise, share))))
            for noise in NOISES
        ]
        for share in shares
    ]
    numbers: Array = np.array(by_share)
    return _Scale(samples, numbers.mean(axis=2), numbers.std(axis=2))


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
        for (players, measure), n in sorted(
            counts.items(), key=lambda key_and_count: key_and_count[0][0]
        )
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
    known_plays = [
        sample_sets[:, :, column]
        for sample, sample_sets in zip(samples, sets, strict=True)
        if sample.players == players and (column := sample.of(measure)) is not None
    ]
    return np.concatenate(known_plays, axis=1)


def shares_table(
    samples: Sequence[Sample], skills: Array, rng: np.random.Generator
) -> pd.DataFrame:
    """Return the share of the plays in each range of each measure, and of sets at some skills."""
    drawn = SimulatedSets(samples, rng).at(skills)
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
    play_shares = _shares_in(plays, edges)[0]
    shares = _shares_in(sets, edges)
    mean = shares.mean(axis=0)
    # half a play, at least: a range that no simulated set reaches must not be infinitely surprising
    spread = np.maximum(shares.std(axis=0), 0.5 / plays.shape[1])
    reach = np.quantile((np.abs(shares - mean) / spread).max(axis=1), LEVEL) * spread
    return pd.DataFrame(
        {
            "players": players,
            "measure": measure.label,
            "unit": measure.unit,
            "from": edges[:-1],
            "to": edges[1:],
            "plays": play_shares,
            "estimate": mean,
            "low": (mean - reach).clip(min=0),
            "high": (mean + reach).clip(max=1),
        }
    )


def _edges(plays: Array, sets: Array) -> Array:
    """Return whole numbers that divide all plays, and nearly all simulated ones, into bars."""
    # a few far simulated values would leave most bars empty
    low = np.floor(min(plays.min(), np.quantile(sets, 0.002)))
    high = np.floor(max(plays.max(), np.quantile(sets, 0.998))) + 1
    width = np.ceil((high - low) / MOST_BARS)
    return np.asarray(low + width * np.arange(np.ceil((high - low) / width) + 1))


def _shares_in(values: Array, edges: Array) -> Array:
    """Return the share of values in each bar, shape (sets, bars)."""
    bars = np.searchsorted(edges, values, side="right")
    return np.stack([(bars == bar).mean(axis=1) for bar in range(1, len(edges))], axis=1)


def curve_table(samples: Sequence[Sample], share: float = 0.0) -> pd.DataFrame:
    """Return the simulated mean of each fitted measure at each noise, and the mean of the plays."""
    return _means_table(samples, "noise", NOISES, [Skill(noise, share) for noise in NOISES])


def share_curve_table(samples: Sequence[Sample], noise: float) -> pd.DataFrame:
    """Return the simulated mean of each fitted measure at each share, and that of the plays."""
    return _means_table(samples, "share", SHARES, [Skill(noise, share) for share in SHARES])


def _means_table(
    samples: Sequence[Sample], name: str, values: Sequence[float], skills: Sequence[Skill]
) -> pd.DataFrame:
    """Return a row for each value of a scale, which belongs to a skill."""
    keys = dict.fromkeys(
        (sample.players, measure)
        for sample in samples
        for measure in sample.measures
        if measure.is_fitted
    )
    plays = [sample.plays[None] for sample in samples]
    noises, shares = _positions(np.array(skills), samples)
    rows = []
    for players, measure in keys:
        mean = float(_values(samples, players, measure, plays).mean())
        sample = next(
            candidate
            for candidate in samples
            if candidate.players == players and measure in candidate.measures
        )
        games = sample.simulated[..., [sample.measures.index(measure)]]
        estimates = _at_positions(games.mean(axis=2), shares, noises)[:, 0]
        rows += [
            {
                "players": players,
                "measure": measure.label,
                "unit": measure.unit,
                name: value,
                "estimate": float(estimate),
                "plays": mean,
            }
            for value, estimate in zip(values, estimates, strict=True)
        ]
    return pd.DataFrame(rows)
