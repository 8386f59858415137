"""Compiled or as the plain Python they are written in, games are the same.

Plain Python is how policies are prototyped, and how a debugger can be used on a game.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simlab.catalog import find_game, game_names
from tests.support.game_sample import columns_of

ROOT = Path(__file__).parents[2]
PLAY = """
import json, sys
from tests.support.game_sample import columns_of
print(json.dumps([columns_of(*sample) for sample in json.loads(sys.argv[1])]))
"""

Sample = tuple[str, str, int, dict[str, int]]
SHORT = {"target": 25}
SAMPLES: dict[str, list[Sample]] = {
    "arriala": [
        ("arriala", "random greedy", 2, {"max_rounds": 20}),
        ("arriala", "greedy greedy greedy greedy", 2, {"max_rounds": 20}),
        ("arriala", "planner greedy random", 1, {"max_rounds": 5}),
    ],
    "mare_nostrum": [
        ("mare_nostrum", "random greedy random", 1, {"rounds_cap": 6}),
        ("mare_nostrum", "balanced balanced conqueror greedy", 1, {}),
        ("mare_nostrum", "greedy balanced politician random patron", 1, {}),
    ],
    "pig": [
        ("pig", "random random", 5, SHORT),
        ("pig", "optimal hold:at=12", 5, SHORT),
        ("pig", "hold random hold random", 5, SHORT),
    ],
    "taxis": [
        ("taxis", "random", 5, {}),
        ("taxis", "greedy", 3, {}),
        ("taxis", "random greedy random", 5, {}),
        ("taxis", "greedy greedy greedy greedy greedy", 3, {}),
        ("taxis", "planner planner", 1, {}),
    ],
}


def lineups(name: str) -> Iterator[str]:
    """Yield every policy at tables of every size."""
    game = find_game(name)
    low, high = game.players
    for policy in game.policies:
        for players in range(low, high + 1):
            if policy.can_sit(players):
                yield " ".join([policy.name] * players)


def played_with(flag: str, samples: list[Sample]) -> list[dict[str, list[Any]]]:
    """Return the outcomes of some games that were played in a process with a flag of Numba's."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY, json.dumps(samples)],
        cwd=ROOT,
        env={**os.environ, flag: "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, list[Any]]] = json.loads(done.stdout)
    return found


def assert_same_games(flag: str, samples: list[Sample]) -> None:
    """Check that a process with this flag plays as this one does."""
    for sample, played in zip(samples, played_with(flag, samples), strict=True):
        assert played == columns_of(*sample), sample


@pytest.mark.parametrize("game", SAMPLES)
def test_plain_python_plays_the_same_games(game: str) -> None:
    assert_same_games("NUMBA_DISABLE_JIT", SAMPLES[game])


@pytest.mark.long
@pytest.mark.parametrize("game", game_names())
def test_no_kernel_reaches_beyond_an_array(game: str) -> None:
    assert_same_games("NUMBA_BOUNDSCHECK", [(game, lineup, 50, {}) for lineup in lineups(game)])
