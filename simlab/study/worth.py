"""Worth: what a search's sums say of each choice, with intervals."""

from __future__ import annotations

from math import hypot

from simlab.analysis.intervals import Interval, gain_from_sums
from simlab.execution.thought import Thought

USUAL = 0
"""Place of the base policy's choice among those of a thought."""


def gain(thought: Thought, place: int) -> Interval[float]:
    """Return what a choice gains over that of the base policy, which gains nothing."""
    n = int(thought.rollouts[place])
    if place == USUAL:
        return Interval(0.0, 0.0, 0.0, n)
    return gain_from_sums(float(thought.gain[place]), float(thought.gain_square[place]), n)


def gain_over(other: Interval[float], own: Interval[float]) -> Interval[float]:
    """Return what one choice gains over another, from what both gain over a third."""
    estimate = own.estimate - other.estimate
    low = estimate - hypot(own.estimate - own.low, other.high - other.estimate)
    high = estimate + hypot(own.high - own.estimate, other.estimate - other.low)
    return Interval(estimate, low, high, min(own.n, other.n))


def worth(thought: Thought, place: int) -> float | None:
    """Return what a choice brings: the usual one in all rollouts, and its gain over that.

    Points of a cooperative game, shares of a win of others; nothing where nothing was tried.
    """
    n = int(thought.rollouts[USUAL])
    if n == 0:
        return None
    brought = float(thought.worth[USUAL]) / n + gain(thought, place).estimate
    is_shared = thought.position.table.game.cooperative
    return brought if is_shared else min(max(brought, 0.0), 1.0)
