"""Asking a policy at an arranged table, without the engine."""

from __future__ import annotations

from typing import Any

from simlab.engine.build import compiled_policy, new_scratch
from simlab.engine.record import row_of
from simlab.game.policy import Policy
from tests.support.games import GAMES

STREAM = 1
"""Each word of the random stream that a policy draws from."""


def ask_policy(
    policy: Policy, rules: Any, state: Any, seat: int, menu: Any, memory: Any = None
) -> int:
    """Return what a policy of a shipped game chooses, with an empty memory unless one is given.

    It is compiled as the engine asks it, which the games of other tests need anyway.
    """
    game = next(game for game in GAMES.values() if game.state_row.names == state.dtype.names)
    scratch = row_of(new_scratch(game, [policy] * (seat + 1)))
    scratch.noise[seat] = STREAM
    scratch.menu[: len(menu)] = menu
    if memory is not None:
        scratch.memory[seat, : len(memory)] = memory
    choice = compiled_policy(policy, game)(rules, state, seat, len(menu), scratch)
    if memory is not None:
        memory[:] = scratch.memory[seat, : len(memory)]
    return int(choice)
