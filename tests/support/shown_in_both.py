"""What is shown of a plain game and of its translation, without Numba's compilation, as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import simlab
from simlab.catalog import find_game, find_policy
from simlab.engine.loop import Progress
from simlab.engine.record import new
from simlab.errors import ComponentError
from simlab.explain.transcript import blocks
from simlab.game import Game
from simlab.game.language import Words
from tests.support.compiled_without_numba import answer_without_numba

GAMES = 2


def shown_in_both(
    file: Path, patch: Mapping[str, object], french: Mapping[str, str]
) -> tuple[list[str], dict[str, Any], dict[str, Any]]:
    """Return what the translation refuses, and what is shown of both; the patch is impossible."""
    answer = answer_without_numba(__name__, str(file), json.dumps(patch), json.dumps(french))
    return answer["problems"], answer["plain"], answer["translation"]


def shown(game: Game, patch: Mapping[str, object], french: Mapping[str, str]) -> dict[str, Any]:
    """Return replays, rounds, facts and remarks of a game, and why it refuses a patch."""
    players = game.players[0] + 1
    name = next(policy.name for policy in reversed(game.policies) if policy.can_sit(players))
    lineup = [find_policy(name, game.policies, players, game)] * players
    rules = game.load()
    journal, progress = game.new_journal(), new(Progress.dtype)
    timeline = np.zeros(500, game.timeline_row)
    game.engine().play(
        rules.row, lineup, 1914, 0, GAMES, journal=journal, progress=progress, timeline=timeline
    )
    try:
        game.load(patch=patch)
        refused = ""
    except ComponentError as error:
        refused = str(error)
    replays = {}
    for words in (Words(), Words("fr", french)):
        in_words = replace(rules, words=words)
        happened = list(game.events_in(journal, in_words))
        for long in (False, True):
            read = blocks(game, in_words, players, happened, long=long)
            replays[f"{words.language} {long}"] = [
                [block.heading, block.state, *(line.text for line in block.lines)] for block in read
            ]
    return {
        "replays": replays,
        "rounds": [str(row) for row in timeline[: progress["timeline_rows"][0]]],
        "legend": game.legend(rules) if game.legend else None,
        "facts": str(game.facts_under(rules)),
        "refused": refused,
    }


if __name__ == "__main__":
    path, patch, french = Path(sys.argv[1]), json.loads(sys.argv[2]), json.loads(sys.argv[3])
    result = simlab.compile_game(path, games=10)
    answer = {
        "problems": [*result.problems, *result.translation.left_out],
        "plain": shown(find_game(str(path)), patch, french),
        "translation": shown(find_game(str(result.file)), patch, french),
    }
    print(json.dumps(answer))
