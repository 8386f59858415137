"""Plans: all that a seat does until another one decides, put on trial and followed as a whole.

A base policy proposes them: first its own, then what it would do if it weighed things otherwise.
"""

from __future__ import annotations

import numpy as np

from simlab.engine.kernel import kernel
from simlab.engine.loop import TRAITS
from simlab.engine.record import Floats, Ints, Row, Words, real, record, whole
from simlab.engine.rng import uniform

MOST_PLANS = 64
"""Most plans on trial."""
STEPS = 32
"""Most choices of a plan; what comes after them is not part of it."""
AS_USUAL = -1
"""Stands for the choice of the base policy, whatever it is when its time has come."""
SHAKEN = np.log(4.0)
"""Logarithm of the most by which a weight is multiplied or divided."""

PLAN = record(
    weights=real("traits of the base policy, as shaken for the next plan", shape=TRAITS),
    course=whole("choices of each plan in their order", shape=(MOST_PLANS, STEPS)),
    n_steps=whole("how many they are", "choices", shape=MOST_PLANS),
    n_plans=whole("how many plans there are", "plans"),
    followed=whole("the plan being followed"),
    step=whole("choices made of it", "choices"),
    left=whole("choices yet to be made of it", "choices"),
)


@kernel
def shake(weights: Floats, bounds: Floats, rng: Words) -> None:
    """Multiply each weight by chance, up to a few times, within its bounds, shape (traits, 3).

    Weights without bounds stay as they are.
    """
    for i in range(bounds.shape[0]):
        low, high, whole_only = bounds[i]
        shaken = weights[i] * np.exp(SHAKEN * (2.0 * uniform(rng) - 1.0))
        shaken = min(max(shaken, low), high)
        weights[i] = np.round(shaken) if whole_only > 0.0 else shaken


@kernel
def is_new(plan: Row, n: int) -> bool:
    """Say whether none of the first `n` plans does the same as the one after them."""
    for earlier in range(n):
        if is_same(plan, earlier, n):
            return False
    return True


@kernel
def is_same(plan: Row, one: int, other: int) -> bool:
    """Say whether two plans make the same choices."""
    steps = plan.n_steps[one]
    if steps != plan.n_steps[other]:
        return False
    for step in range(steps):
        if plan.course[one, step] != plan.course[other, step]:
            return False
    return True


@kernel
def begin(plan: Row, followed: int) -> None:
    """Follow one of the plans, or nothing if there are none; its first choice is made."""
    plan.followed, plan.step = followed, 1
    plan.left = plan.n_steps[followed] - 1 if followed < plan.n_plans else 0


@kernel
def leave(plan: Row) -> None:
    """Follow no plan any more."""
    plan.left = 0


@kernel
def goes_on(plan: Row, menu: Ints) -> bool:
    """Say whether the plan that is followed has a next choice, and that it may be made."""
    if plan.left == 0:
        return False
    planned = plan.course[plan.followed, plan.step]
    if planned == AS_USUAL:
        return True
    for choice in menu:
        if choice == planned:
            return True
    return False


@kernel
def next_choice(plan: Row, usual: int) -> int:
    """Make the next choice of the plan that is followed."""
    planned = plan.course[plan.followed, plan.step]
    plan.step += 1
    plan.left -= 1
    return usual if planned == AS_USUAL else planned
