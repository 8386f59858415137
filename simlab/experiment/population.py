"""Population: who else may have all seats, to see whether an answer depends on who plays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from simlab.experiment.small_noise import BY_CHANCE, with_small_noise
from simlab.game.definition import Game
from simlab.game.policy import NOISE, Policy
from simlab.game.strengths import FEWEST_GAMES_PER_SECOND
from simlab.players.trained import shipped_players


def equal_players(policies: Iterable[Policy], game: Game, players: int) -> list[Policy]:
    """Return the policies and the shipped players for a table, with the noise of the game."""
    shipped = [player for tables in shipped_players(game).values() for player in tables]
    fitting_policies = [policy for policy in (*policies, *shipped) if policy.can_sit(players)]
    # of two with one name the first: a policy of the game before a player
    policy_by_name = {policy.name: policy for policy in reversed(fitting_policies)}
    return [
        policy.with_weights(**{NOISE: game.noise})
        if game.noise and policy.name != BY_CHANCE
        else policy
        for policy in reversed(policy_by_name.values())
    ]


def other_players(lineup: Sequence[Policy], policies: Iterable[Policy], game: Game) -> list[Policy]:
    """Return who may have all seats besides a policy that already has.

    The last is that one with a small noise.
    """
    seated = {str(policy) for policy in lineup}
    equals = equal_players(policies, game, len(lineup))
    noisy = with_small_noise(lineup, game)
    candidates = [*equals, *([noisy] if noisy else [])]
    return [policy for policy in candidates if {str(policy)} != seated]


def witness_games(n_games: int, policy: str, game: Game, players: int) -> int:
    """Return how many of the games of other players one plays: fewer if it was measured as slow."""
    speeds = {strength.policy: strength.games_per_second for strength in game.strengths(players)}
    speed = speeds.get(policy, FEWEST_GAMES_PER_SECOND)
    return math.ceil(n_games * min(1.0, speed / FEWEST_GAMES_PER_SECOND))
