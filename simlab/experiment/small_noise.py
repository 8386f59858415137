"""Small noise: the players of an answer, with a few of their choices drawn by chance.

Where chance is weak, policies without noise play much the same game again and again, and an answer
from thousands of games is about one line of play. What is true of the game holds with a few other
choices, too. In a cooperative game noise only lowers the score, so it is left out there.
"""

from __future__ import annotations

from collections.abc import Sequence

from simlab.game.definition import Game
from simlab.game.policy import NOISE, Policy

SMALL = 0.05
"""Share of the choices that are drawn by chance: a few in each game, and not a skill of its own."""
BY_CHANCE = "random"
"""The random policy, to which noise adds nothing."""


def with_small_noise(lineup: Sequence[Policy], game: Game) -> Policy | None:
    """Return the policy that has all seats, with a small noise.

    None in a cooperative game, for a line-up of several, for one with a noise of its own, and for a
    search, which takes too long.
    """
    first, *later_seats = lineup
    is_noisy = NOISE in first.weights or first.name == BY_CHANCE
    is_apart = game.cooperative or is_noisy or first.base
    if is_apart or any(str(policy) != str(first) for policy in later_seats):
        return None
    return add_small_noise(first)


def add_small_noise(policy: Policy) -> Policy:
    """Return a policy with a small noise, unless it has a noise or plays by chance alone."""
    if NOISE in policy.weights or policy.name == BY_CHANCE:
        return policy
    return policy.with_weights(**{NOISE: SMALL})
