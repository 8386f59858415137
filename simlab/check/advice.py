"""Advice of `simlab check`: declarations that are allowed, but hardly what an author means."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from functools import reduce

from simlab.check.redealt import hides_something
from simlab.check.seat_lists import SeatLists
from simlab.execution.repeatability import NO_MEMORY, in_words
from simlab.game.definition import Game
from simlab.plain.definition import PlainDefinition
from simlab.report.wording import join_list


def advice(
    game: Game, idle_clocks: Collection[str] = (), left_behind: Sequence[str] = ()
) -> Iterator[str]:
    """Yield a sentence on each; `idle_clocks` are those that no game has moved.

    `left_behind` names what of the game's modules has changed while games were played.
    """
    if game.players[0] == 1 and not game.is_for_points:
        yield (
            "A single player has nobody to beat, so that wins say nothing. If the question is how"
            " long the game takes or what it scores, set cooperative = True and return that one"
            " number from scores(), such as the number of turns."
        )
    for name in further_games(game):
        yield (
            f"The file defines {name}, too, which no command plays: the game of a file is GAME."
            " Move it to a file of its own."
        )
    for clock in sorted(idle_clocks):
        yield (
            f"No game logged {clock}, which events declares: log it once for each of them, or"
            " remove it from events."
        )
    if left_behind:
        yield f"{in_words(left_behind)} while games were played; {NO_MEMORY}."


def advice_on_points(game: Game) -> Iterator[str]:
    """Yield a sentence on scores of a game that only say who has won at its end."""
    if isinstance(game, PlainDefinition) and game.has_lead and not game.is_for_points:
        yield (
            "In each game, scores() is 1 for the winner and 0 for the others. It is also read"
            " during the game, to see who leads, so that lead and tension mean nothing here."
            " Write winner() instead, as the game has no points."
        )


def further_games(game: Game) -> Iterator[str]:
    """Yield the names of further games that the file of a plain game defines."""
    if isinstance(game, PlainDefinition):
        module = sys.modules.get(game.rules_class.__module__)
        for name, value in vars(module).items() if module is not None else ():
            is_here = isinstance(value, PlainDefinition) and value.home == game.home
            if is_here and value is not game and name != "GAME":
                yield name


def advice_on_hiding(game: Game, lists: Sequence[SeatLists]) -> Iterator[str]:
    """Yield a sentence on lists per seat, such as hands, that nothing hides from other seats.

    `lists` has those at each number of players: what is no list per seat at all of them has as
    many entries as there are seats by chance. Whether players see what they hold, only the author
    knows.
    """
    if not lists:
        return
    per_seat = reduce(frozenset.intersection, (lineup_lists.every for lineup_lists in lists))
    dealt_again = reduce(frozenset.union, (lineup_lists.dealt_again for lineup_lists in lists))
    visible_names = sorted(per_seat - dealt_again)
    if not visible_names:
        return
    if hides_something(game):
        visible = "Each policy sees what"
    else:
        visible = "hide() is not written, so each policy sees the whole table, also what"
    yield (
        f"{visible} the other seats have in {join_list(visible_names)}. If players do not see that,"
        " deal it again in hide()."
    )
