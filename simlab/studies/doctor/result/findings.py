"""Findings: which effects are faults, how large they are, and which come first.

Each effect is measured twice. A screen with few games says which effects may be faults; these are
played again on fresh deals, and only the fresh games decide. METHODS.md: Findings of doctor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrc, bdtrik, betaincinv, stdtr, stdtrit

from simlab.analysis.intervals import Interval, clopper_pearson, mean_t
from simlab.analysis.multiple_testing import benjamini_hochberg
from simlab.studies.doctor.result.effects import EffectKey, Effects
from simlab.studies.doctor.result.fault import Aspect, Fault, Side

Array = NDArray[Any]

FALSE_DISCOVERIES = 0.05
"""Share of the findings that are none, at most, on average over games that are examined."""
LEVEL = 0.95
SCREEN_LEVEL = 0.8
"""Level of the intervals of the screen: what is within its limit by them is not played again. A
tenth of the faults of just the limit's size are lost so, and hardly any of twice that size."""
FEWEST = 20
"""Blocks of which an effect is known; of fewer nothing is said."""
POWER = 0.8
"""Chance to find a fault of the size that "would have been found"."""


class State(StrEnum):
    """What is known of an effect."""

    WRONG = "wrong"
    LOOK = "look"
    FINE = "fine"


ORDER = [State.FINE, State.LOOK, State.WRONG]
"""The states, the worst last."""


@dataclass(frozen=True)
class Finding:
    """An effect with its size, and whether it is a fault."""

    key: EffectKey
    state: State
    interval: Interval[float]
    """95 % for one effect, and 95 % on average for all that are wrong."""
    p_value: float
    """Chance of such fresh games, or more extreme ones, at the limit; adjusted for all effects that
    were played again (Benjamini-Hochberg). nan if it was not."""
    beyond: float
    """How far the interval is beyond the limit, in margins."""
    detectable: float
    """How far beyond the limit an effect would have been found with a chance of POWER; nan without
    fresh games, inf if these are too few for any."""
    example: int
    """Number of the block in which it shows most, -1 if none shows it."""

    @property
    def aspect(self) -> Aspect:
        """The line of the score card."""
        return self.key.fault.aspect


class Sample(NamedTuple):
    """What tests and intervals need of an effect."""

    mean: float
    error: float
    """Standard error."""
    n: int
    is_share: bool
    """Whether each value is 0 or 1."""


def sample_of(kind: Fault, values: Array) -> Sample:
    """Return what is needed of the known values.

    Differences and counts are no shares, even if none was seen that is negative or above 1.
    """
    known = values[~np.isnan(values)]
    n = len(known)
    if n == 0:
        return Sample(np.nan, np.nan, 0, is_share=False)
    error = float(known.std(ddof=1)) / n**0.5 if n > 1 else np.inf
    is_of_games = not kind.is_difference and not kind.unit
    is_share = is_of_games and bool(((known == 0) | (known == 1)).all())
    return Sample(float(known.mean()), error, n, is_share)


def p_value(sample: Sample, limit: float, side: Side) -> float:
    """Return the chance of such a mean, or a more extreme one, for an effect of the limit's size.

    Exact for shares; t else. For effects on either side, both tails count.
    """
    match side:
        case Side.ABOVE:
            return _tail(sample, limit)
        case Side.BELOW:
            return _tail(_mirror_sample(sample), _mirror(sample, limit))
        case Side.APART:
            distance = sample._replace(mean=abs(sample.mean))
            return min(_tail(distance, limit) + _tail(distance, -limit), 1.0)
        case Side.NEAR:
            lower = _tail(sample, -limit)
            return max(lower, _tail(_mirror_sample(sample), _mirror(sample, limit)))


def _tail(sample: Sample, limit: float) -> float:
    """Return the chance of a mean of at least this one if the effect is at the limit."""
    mean, error, n, is_share = sample
    if is_share:
        # bdtrc counts more than its first argument: at least as many are wanted
        return float(bdtrc(round(mean * n) - 1, n, min(limit, 1.0)))
    if error > 0:
        return float(1 - stdtr(n - 1, (mean - limit) / error))
    # all blocks agree: others, one away, may be so rare that none was seen
    return float((1 - min(max(mean - limit, 0.0), 1.0)) ** n)


def _mirror_sample(sample: Sample) -> Sample:
    """Return a sample whose large means are the small ones of another."""
    return sample._replace(mean=_mirror(sample, sample.mean))


def _mirror(sample: Sample, number: float) -> float:
    return 1 - number if sample.is_share else -number


def interval_of(kind: Fault, values: Array, level: float) -> Interval[float]:
    """Return the mean of the known values with its interval: exact for shares, t else."""
    sample = sample_of(kind, values)
    if sample.n < 2:
        return Interval(sample.mean, -np.inf, np.inf, sample.n)
    if sample.is_share:
        bounds = clopper_pearson(round(sample.mean * sample.n), sample.n, level=level)
        return Interval(float(bounds.estimate), float(bounds.low), float(bounds.high), sample.n)
    lowest = None if kind.is_difference else 0.0
    return mean_t(values[~np.isnan(values)], level=level, low=lowest)


def may_be_fault(key: EffectKey, values: Array) -> bool:
    """Return whether a screen leaves it open that an effect is a fault."""
    interval = interval_of(key.fault, values, SCREEN_LEVEL)
    if interval.n < FEWEST:
        return interval.n > 0
    return not key.fault.is_clear(interval.low, interval.high)


def findings_of(screened: Effects, fresh: Effects) -> list[Finding]:
    """Return what is known of each effect: faults first, those furthest beyond their limits first.

    `fresh` has the effects that were played again. Those of them that the screen has shown to be
    fine are measured better by it, but not tested.
    """
    keys = [key for key, values in fresh.items() if sample_of(key.fault, values).n >= FEWEST]
    tested = [key for key in keys if key not in screened or may_be_fault(key, screened[key])]
    p_values = [
        p_value(sample_of(key.fault, fresh[key]), key.fault.limit, key.fault.side) for key in tested
    ]
    adjusted = dict.fromkeys(keys, np.nan)
    if tested:
        adjusted |= zip(tested, benjamini_hochberg(p_values).tolist(), strict=True)
    n_wrong = sum(p <= FALSE_DISCOVERIES for p in adjusted.values())
    n_tests = max(len(tested), 1)
    level = 1 - FALSE_DISCOVERIES * n_wrong / n_tests
    found = [
        _fresh_finding(key, fresh[key], adjusted[key], level, n_tests)
        if key in adjusted
        else _rough_finding(key, screened[key])
        for key in {**screened, **fresh}
        if key in adjusted or sample_of(key.fault, screened.get(key, np.empty(0))).n >= FEWEST
    ]
    return sorted(found, key=lambda finding: (-ORDER.index(finding.state), -finding.beyond))


def _fresh_finding(
    key: EffectKey, values: Array, p: float, wrong_level: float, n_tests: int
) -> Finding:
    is_wrong = p <= FALSE_DISCOVERIES
    interval = interval_of(key.fault, values, wrong_level if is_wrong else LEVEL)
    bounds = interval.low, interval.high
    is_fine = not is_wrong and key.fault.is_clear(*bounds)
    state = State.WRONG if is_wrong else State.FINE if is_fine else State.LOOK
    detectable = _detectable(key.fault, values, FALSE_DISCOVERIES / n_tests)
    example = _example(key, values) if is_wrong else -1
    return Finding(key, state, interval, p, key.fault.beyond(*bounds), detectable, example)


def _rough_finding(key: EffectKey, values: Array) -> Finding:
    interval = interval_of(key.fault, values, LEVEL)
    bounds = interval.low, interval.high
    state = State.LOOK if may_be_fault(key, values) else State.FINE
    return Finding(key, state, interval, np.nan, key.fault.beyond(*bounds), np.nan, -1)


def _detectable(kind: Fault, values: Array, error_rate: float) -> float:
    """Return how far beyond the limit an effect is found with a chance of POWER by one test."""
    _, error, n, is_share = sample_of(kind, values)
    if not is_share:
        return float(error * (stdtrit(n - 1, 1 - error_rate) + stdtrit(n - 1, POWER)))
    limit = 1 - kind.limit if kind.side == Side.BELOW else kind.limit
    fewest_games = int(np.ceil(bdtrik(1 - error_rate, n, limit))) + 1
    if fewest_games > n:
        return np.inf
    return float(betaincinv(fewest_games, n - fewest_games + 1, POWER) - limit)


def _example(key: EffectKey, values: Array) -> int:
    """Return the block that shows a fault most; -1 where a fault is that nothing shows."""
    match key.fault.side:
        case Side.ABOVE:
            return int(np.nanargmax(values))
        case Side.APART:
            return int(np.nanargmax(np.sign(np.nanmean(values)) * values))
        case _:
            return -1


def score_card(findings: Sequence[Finding]) -> Mapping[Aspect, State]:
    """Return the worst state of each aspect that was examined."""
    states: dict[Aspect, State] = {}
    for aspect in Aspect:
        own_states = [finding.state for finding in findings if finding.aspect == aspect]
        if own_states:
            states[aspect] = max(own_states, key=ORDER.index)
    return states
