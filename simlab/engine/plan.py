"""Plans: the choices of one seat until another seat decides, tried and followed as a whole.

The base policy proposes them: its own plan first, then its plans with random weights.
"""

from __future__ import annotations

import math

import numpy as np

from simlab.engine.kernel import kernel
from simlab.engine.loop import TRAITS
from simlab.engine.record import Floats, Ints, Record, Words, real, whole
from simlab.engine.rng import uniform

MOST_PLANS = 64
"""Highest number of plans that a search tries."""
STEPS = 32
"""Highest number of choices of a plan; later choices are not part of it."""
AS_BASELINE = -1
"""A step of a plan that means: the choice of the base policy at that moment."""
SHAKEN = 4.0
"""The most by which a weight of the next plan is multiplied or divided."""


class Plan(Record):
    """Plans of a seat for the whole turn, and the one that is followed."""

    weights = real("traits of the base policy, varied for the next plan", shape=TRAITS)
    course = whole("choices of each plan in their order", shape=(MOST_PLANS, STEPS))
    n_steps = whole("how many they are", "choices", shape=MOST_PLANS)
    n_plans = whole("how many plans there are", "plans")
    followed = whole("the current plan")
    step = whole("choices made of it", "choices")
    left = whole("choices yet to be made of it", "choices")


@kernel
def shake(weights: Floats, bounds: Floats, most: float, rng: Words) -> None:
    """Multiply or divide each weight by a random factor up to `most`, within its bounds.

    `bounds` has the shape (traits, 3). Weights without bounds stay as they are.
    """
    for i in range(bounds.shape[0]):
        # a factor, not a sum: weights differ in size by orders of magnitude
        low, high, whole_only = bounds[i]
        # of `math`, whose last digit is the same compiled or not
        shaken = weights[i] * math.exp(math.log(most) * (2.0 * uniform(rng) - 1.0))
        shaken = min(max(shaken, low), high)
        weights[i] = np.round(shaken) if whole_only > 0.0 else shaken


@kernel
def is_new(plan: Plan, n: int) -> bool:
    """Say whether plan `n` differs from all plans before it."""
    for earlier in range(n):
        if is_same(plan, earlier, n):
            return False
    return True


@kernel
def is_same(plan: Plan, option: int, other_option: int) -> bool:
    """Say whether two plans make the same choices."""
    steps = plan.n_steps[option]
    if steps != plan.n_steps[other_option]:
        return False
    for step in range(steps):
        if plan.course[option, step] != plan.course[other_option, step]:
            return False
    return True


@kernel
def begin(plan: Plan, followed: int) -> None:
    """Make a plan the current one, if there are plans; its first choice is already made."""
    plan.followed, plan.step = followed, 1
    plan.left = plan.n_steps[followed] - 1 if followed < plan.n_plans else 0


@kernel
def leave(plan: Plan) -> None:
    """Stop following the current plan."""
    plan.left = 0


@kernel
def goes_on(plan: Plan, menu: Ints) -> bool:
    """Say whether the current plan has a next choice that is legal."""
    if plan.left == 0:
        return False
    planned = plan.course[plan.followed, plan.step]
    if planned == AS_BASELINE:
        return True
    for choice in menu:
        if choice == planned:
            return True
    return False


@kernel
def next_choice(plan: Plan, baseline: int) -> int:
    """Return the next choice of the current plan and advance it."""
    planned = plan.course[plan.followed, plan.step]
    plan.step += 1
    plan.left -= 1
    return baseline if planned == AS_BASELINE else planned
