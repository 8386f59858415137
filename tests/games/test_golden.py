"""The same seed plays the same games for ever, or the game has a new version.

A golden digest is taken of all whole numbers in the outcomes of 200 games, without what the loop
counts of menus and knows of tension. When one differs, either
something broke, or play was changed on purpose: then raise the game's `version`, tell players what
they would notice in CHANGELOG.md, and write the digests again with

    python -m tests.games.test_golden
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import simlab.engine
from simlab.catalog import find_game
from simlab.engine.lead import TENSION_COLUMNS
from simlab.engine.menu_counts import MENU_COUNTS
from tests.support.game_sample import columns_of

GOLDENS = Path(__file__).parent / "goldens.json"
N_GAMES = 200
LINEUPS = {
    "arriala": [
        "random random",
        "random random random",
        "greedy random",
        "greedy greedy greedy",
        "random greedy random greedy",
        "planner planner",
        "planner greedy planner",
        "planner planner planner planner",
        "builder lock_rusher vintner spoiler",
    ],
    "mare_nostrum": [
        "random random random",
        "greedy random greedy random",
        "greedy greedy greedy greedy greedy",
        "balanced balanced balanced",
        "balanced greedy balanced random",
        "pyramid_saver patron conqueror politician balanced",
    ],
    "pig": [
        "random random",
        "hold hold:at=25",
        "optimal hold",
        "optimal optimal",
        "random hold hold:at=15",
        "hold random hold:at=30 random",
    ],
    "taxis": [
        "random",
        "greedy",
        "random random",
        "greedy greedy",
        "random greedy random",
        "greedy greedy greedy greedy",
        "greedy random greedy random greedy",
        "planner",
        "planner planner",
        "planner planner planner",
        "planner greedy planner planner planner",
    ],
}


OF_THE_LOOP = MENU_COUNTS.keys() | TENSION_COLUMNS
"""Columns that the loop writes into the rows of all games."""
OF_DIGESTS = {
    "pig": ("deal", "rotation", "decisions", "finished", "turns", "winner", "score", "rank")
}
"""Columns, in their order then, from which the digests of a game were made that has more now."""


def digest(game: str, lineup: str) -> str:
    """Return a hash of every whole number in the outcomes of some games."""
    whole = {
        name: column
        for name, column in columns_of(game, lineup, N_GAMES).items()
        if not (name.rpartition(".")[2] in OF_THE_LOOP or isinstance(column[0], float))
    }
    if game in OF_DIGESTS:
        seats = [f"seats.{seat}." for seat in range(len(lineup.split()))]
        names = (f"{place}{name}" for place in ["", *seats] for name in OF_DIGESTS[game])
        whole = {name: whole[name] for name in names if name in whole}
    return hashlib.sha256(json.dumps(whole).encode()).hexdigest()


def golden(game: str) -> dict[str, Any]:
    """Return the versions and the digests of a game as they are now."""
    return {
        "game": find_game(game).version,
        "engine": simlab.engine.VERSION,
        "digests": {lineup: digest(game, lineup) for lineup in LINEUPS[game]},
    }


def kept() -> dict[str, dict[str, Any]]:
    golden: dict[str, dict[str, Any]] = json.loads(GOLDENS.read_text())
    return golden


@pytest.mark.parametrize(("game", "lineup"), [(g, one) for g in LINEUPS for one in LINEUPS[g]])
def test_the_same_seed_plays_the_same_games(game: str, lineup: str) -> None:
    assert digest(game, lineup) == kept()[game]["digests"][lineup], __doc__


@pytest.mark.parametrize("game", LINEUPS)
def test_the_digests_are_those_of_this_version(game: str) -> None:
    digests = kept()[game]
    versions = find_game(game).version, simlab.engine.VERSION
    assert (digests["game"], digests["engine"]) == versions
    assert list(digests["digests"]) == LINEUPS[game]


def is_faithful(new: dict[str, Any], old: dict[str, Any]) -> bool:
    """Say whether digests differ only where a version does, or line-ups were added or left out."""
    if (new["game"], new["engine"]) != (old["game"], old["engine"]):
        return True
    both = new["digests"].keys() & old["digests"].keys()
    return all(new["digests"][lineup] == old["digests"][lineup] for lineup in both)


def regenerate() -> None:
    """Write the golden digests again, unless a version should have been raised."""
    new, old = {game: golden(game) for game in LINEUPS}, kept()
    for game in new.keys() & old.keys():
        if not is_faithful(new[game], old[game]):
            sys.exit(f"{game}: the same seed plays other games; raise the version first")
    GOLDENS.write_text(json.dumps(new, indent=2) + "\n")


if __name__ == "__main__":
    regenerate()
