"""The games that the tests run over, from the catalogue: a new game is tested without an edit."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle, islice

import pytest

from simlab.catalog import find_game, game_names
from simlab.game import Game
from simlab.game.policy import Policy

GAMES = {name: find_game(name) for name in game_names()}

IN_FRENCH = [name for name, game in GAMES.items() if game.words("fr").translations]
SLOW_TO_COMPILE = {"arriala", "mare_nostrum", "taxis"}
"""Games whose search and policies take a minute or more to compile."""
SEARCHED = [
    pytest.param(name, marks=[pytest.mark.long] if name in SLOW_TO_COMPILE else [])
    for name in GAMES
]
"""All games, for tests of searches."""


def player_counts(game: Game) -> range:
    """Return the numbers of players from the fewest to the most."""
    low, high = game.players
    return range(low, high + 1)


def policies_for(game: Game, players: int) -> list[Policy]:
    """Return the policies that play with this number of players, the best last."""
    return [policy for policy in game.policies if policy.can_sit(players)]


def distinct_policies(game: Game) -> list[Policy]:
    """Return a policy for each function: archetypes run the code of another policy."""
    return list({policy.function: policy for policy in game.policies}.values())


def quick_policy(game: Game) -> Policy:
    """Return the second policy, which decides fast but not at random, or the only one."""
    return game.policies[:2][-1]


def seated(policies: Iterable[Policy], players: int) -> list[str]:
    """Return the names of a line-up in which the policies take turns."""
    return [policy.name for policy in islice(cycle(policies), players)]
