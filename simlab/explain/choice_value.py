"""Worth: what a search's sums say of each choice, in points or in shares of the win."""

from __future__ import annotations

from simlab.analysis.intervals import Interval
from simlab.analysis.paired_rollouts import gain_over, mean_gain
from simlab.explain.search_values import SearchValues

BASELINE = 0
"""Place of the base policy's choice among those of a thought."""
DECIMALS = 3
"""Of a share of the win; beyond them stand the margins that a search adds to it."""


def gain(values: SearchValues, place: int) -> Interval[float]:
    """Return what a choice gains over that of the base policy, which gains nothing."""
    n = int(values.rollouts[place])
    if place == BASELINE:
        return Interval(0.0, 0.0, 0.0, n)
    return within_range(
        mean_gain(float(values.gain[place]), float(values.gain_square[place]), n),
        values.is_cooperative,
    )


def gain_over_played(values: SearchValues) -> Interval[float]:
    """Return what the search's choice gains over the one that was made."""
    made = values.decision.played, values.answer
    played, answer = (gain(values, values.choices.index(choice)) for choice in made)
    return within_range(gain_over(played, answer), values.is_cooperative)


def choice_value(values: SearchValues, place: int) -> float | None:
    """Return what a choice brings: the usual one in all rollouts, and its gain over that.

    Nothing where there was no choice and no rollout.
    """
    n = int(values.rollouts[BASELINE])
    if n == 0:
        return None
    value = float(values.total[BASELINE]) / n + gain(values, place).estimate
    return value if values.is_cooperative else round(min(max(value, 0.0), 1.0), DECIMALS)


def within_range(gain: Interval[float], is_cooperative: bool) -> Interval[float]:
    """Return a gain within what can be: one in shares of the win lies between −1 and 1."""
    if is_cooperative:
        return gain
    estimate, low, high = (round(min(max(x, -1.0), 1.0), DECIMALS) for x in gain[:3])
    return Interval(estimate, low, high, gain.n)
