"""Speed of the players in the data of a game, against its best scripted policy in the same run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from simlab.bench import speed
from simlab.game.definition import Game
from simlab.game.policy import Policy
from simlab.players.trained import shipped_players


@dataclass(frozen=True)
class PlayerSpeed:
    """Speed of a player and of a scripted policy, each in all seats, on one core."""

    game: str
    player: str
    players: int
    games: float
    """Games per second."""
    policy: str
    policy_games: float
    """Games per second of the scripted policy."""

    @property
    def times(self) -> float:
        """How often the time of a game of the policy a game of the player takes."""
        return self.policy_games / self.games


def player_speeds(game: Game, draw: float) -> Iterator[PlayerSpeed]:
    """Measure each player at each size of table; `draw` is the seconds of a draw."""
    best = game.policies[-1]
    for name, tables in shipped_players(game).items():
        for player in tables:
            players = _most_seats(player, game)
            player_speed, best_speed = (
                speed.speed(game, policy, players, draw) for policy in (player, best)
            )
            yield PlayerSpeed(
                game.name, name, players, player_speed.games, best.name, best_speed.games
            )


def _most_seats(policy: Policy, game: Game) -> int:
    return (policy.players or game.players)[1]
