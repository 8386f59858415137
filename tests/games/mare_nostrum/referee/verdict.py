"""A slow, obvious referee: reads the events of a whole game and names every breach of the rules.

It keeps a table of its own, follows the events step by step, and counts the result again. It
shares nothing with the game but the names and numbers of events, things and columns. After a wrong
number it goes on from the events, so that one breach may bring others with it; after an event
that is out of place it stops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from tests.games.mare_nostrum.referee.board import Tables
from tests.games.mare_nostrum.referee.claims import claims, end
from tests.games.mare_nostrum.referee.game import Game
from tests.games.mare_nostrum.referee.military import military
from tests.games.mare_nostrum.referee.outcome import now, outcome, sole_leader
from tests.games.mare_nostrum.referee.production import production
from tests.games.mare_nostrum.referee.purchase import purchase
from tests.games.mare_nostrum.referee.setup import set_up
from tests.games.mare_nostrum.referee.story import Event, StoryLostError
from tests.games.mare_nostrum.referee.trade import trade

CHAPTERS = (production, trade, purchase, military, claims)
NOT_JUDGED = {"deal", "rotation", "decisions"}
"""Columns that say which game it was and how often somebody was asked, not what happened."""


def referee(
    events: Sequence[Event],
    values: Mapping[str, Any],
    tables: Tables,
    players: int,
    reported: Mapping[str, float],
) -> list[str]:
    """Return every breach of the rules in a game; without one, every wrong column of its outcome.

    Args:
        events: what happened, in order, each with its name under `event` and its fields.
        values: the rule values in force, by name.
        tables: the rows of the component tables in force, by name.
        players: seats at the table.
        reported: the columns reported of the game, those of a seat as `column of seat N`, those of
            a round as `column, round N`.
    """
    game = watched(events, values, tables, players)
    return game.story.breaches or differences(outcome(game), reported)


def watched(
    events: Sequence[Event], values: Mapping[str, Any], tables: Tables, players: int
) -> Game:
    """Return a game with all that the referee has seen of it, breaches included."""
    game = Game(events, values, tables, players)
    with suppress(StoryLostError):
        play(game)
    return game


def play(game: Game) -> None:
    set_up(game)
    while not game.is_over:
        play_round(game)
    end(game)


def play_round(game: Game) -> None:
    """Judge the chapters of a round, the first of which is left out in the first round [M3]."""
    game.round += 1
    game.used.clear()
    game.story.expect("M3", "round_began", number=game.round)
    for chapter in CHAPTERS[game.round == 1 :]:
        if not game.is_over:
            chapter(game)
    game.history.append(now(game))
    game.leaders.append(sole_leader(game))


def differences(expected: Mapping[str, float], actual: Mapping[str, float]) -> list[str]:
    """Return a sentence for each column that does not hold what the referee counted."""
    columns = [name for name in {**expected, **actual} if name not in NOT_JUDGED]
    return [
        f"Row: {name} is {actual.get(name)} instead of {expected.get(name)}."
        for name in columns
        if actual.get(name) != expected.get(name)
    ]
