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

from tests.support.game_sample import columns_of
from tests.support.games import (
    GAMES,
    distinct_policies,
    player_counts,
    policies_for,
    quick_policy,
    seated,
)

ROOT = Path(__file__).parents[2]
PLAY = """
import json, sys
from tests.support.game_sample import columns_of
print(json.dumps([columns_of(*sample) for sample in json.loads(sys.argv[1])]))
"""

Sample = tuple[str, str, int, dict[str, int], int]
"""A game, a line-up, a number of deals, a patch, and the decisions after which a game is capped."""
SHORTER = {"pig": {"target": 25}}
"""Pig works out the best play when it loads its rules, which takes a minute in plain Python."""
WHOLE, BEGINNING = 1500, 15
"""Decisions: a quick policy plays to the end; in plain Python a planner takes a second for ten."""


def samples(name: str) -> Iterator[Sample]:
    """Yield games of every size: a whole one, and the beginning of one with every policy."""
    game, patch = GAMES[name], SHORTER.get(name, {})
    for players in player_counts(game):
        best_first = [p for p in reversed(distinct_policies(game)) if p.can_sit(players)]
        yield name, " ".join(seated([quick_policy(game)], players)), 1, patch, WHOLE
        yield name, " ".join(seated(best_first, players)), 1, patch, BEGINNING


def lineups(name: str) -> Iterator[str]:
    """Yield every policy at tables of every size."""
    for players in player_counts(GAMES[name]):
        for policy in policies_for(GAMES[name], players):
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
    outcomes: list[dict[str, list[Any]]] = json.loads(done.stdout)
    return outcomes


def assert_same_games(flag: str, samples: list[Sample]) -> None:
    """Check that a process with this flag plays as this one does."""
    for sample, played in zip(samples, played_with(flag, samples), strict=True):
        assert played == columns_of(*sample), sample


@pytest.mark.parametrize("game", GAMES)
def test_plain_python_plays_the_same_games(game: str) -> None:
    assert_same_games("NUMBA_DISABLE_JIT", [*samples(game)])


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_kernel_reaches_beyond_an_array(game: str) -> None:
    assert_same_games(
        "NUMBA_BOUNDSCHECK", [(game, lineup, 50, {}, WHOLE) for lineup in lineups(game)]
    )
