"""Asking a policy at an arranged table, without the engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.engine.record import as_record
from simlab.policy import Policy


def ask_policy(
    policy: Policy, rules: Any, state: Any, seat: int, menu: Any, memory: Any = None
) -> int:
    """Return what a policy chooses, with an empty memory unless one is given."""
    words = np.zeros(max(policy.memory, 1), np.int64) if memory is None else memory
    choice = policy.function(
        rules,
        state,
        seat,
        menu,
        as_record(policy.trait_row(seat), policy.trait_record),
        as_record(words, policy.memory_record),
        np.ones(4, np.uint64),
    )
    return int(choice)
