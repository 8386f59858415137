"""Value of each choice at a decision, from the rollouts of a search."""

from __future__ import annotations

from simlab.analysis.intervals import Interval
from simlab.analysis.paired_rollouts import gain_over, mean_gain
from simlab.explain.search_values import SearchValues

BASELINE = 0
"""Index of the baseline action (the base policy's choice) in the results of a search."""
DECIMALS = 3
"""Decimals of a share of the win; a search adds score margins beyond them."""


def gain(values: SearchValues, option: int) -> Interval[float]:
    """Return the gain of a choice over the baseline action, whose own gain is 0."""
    n = int(values.rollouts[option])
    if option == BASELINE:
        return Interval(0.0, 0.0, 0.0, n)
    return within_range(
        mean_gain(float(values.gain[option]), float(values.gain_square[option]), n),
        values.is_cooperative,
    )


def gain_over_played(values: SearchValues) -> Interval[float]:
    """Return the gain of the search's choice over the choice that was made."""
    choices = values.decision.played, values.answer
    played, answer = (gain(values, values.choices.index(choice)) for choice in choices)
    return within_range(gain_over(played, answer), values.is_cooperative)


def choice_value(values: SearchValues, option: int) -> float | None:
    """Return the value of a choice: mean value of the baseline action plus its gain over it.

    None if there was only one choice, and so no rollout.
    """
    n = int(values.rollouts[BASELINE])
    if n == 0:
        return None
    value = float(values.total[BASELINE]) / n + gain(values, option).estimate
    return value if values.is_cooperative else round(min(max(value, 0.0), 1.0), DECIMALS)


def within_range(gain: Interval[float], is_cooperative: bool) -> Interval[float]:
    """Return a gain clipped to its possible range: −1 to 1 for shares of the win."""
    if is_cooperative:
        return gain
    estimate, low, high = (round(min(max(x, -1.0), 1.0), DECIMALS) for x in gain[:3])
    return Interval(estimate, low, high, gain.n)
