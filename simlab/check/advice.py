"""Advice of `simlab check`: declarations that are allowed, but hardly what an author means."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from simlab.execution.repeatability import NO_MEMORY, in_words
from simlab.game import Game


def advice(
    game: Game, idle_clocks: Collection[str] = (), left_behind: Sequence[str] = ()
) -> Iterator[str]:
    """Yield a sentence on each; `idle_clocks` are those that no game has moved.

    `left_behind` names what of the game's modules has changed while games were played.
    """
    if game.players[0] == 1 and not game.cooperative:
        yield (
            "A single player has nobody to beat, so that wins say nothing. If the question is how"
            " long the game takes or what it scores, set cooperative = True and return that one"
            " number from scores(), such as the number of turns."
        )
    for clock in sorted(idle_clocks):
        yield (
            f"No game logged {clock}, which events declares: log it once for each of them, or"
            " remove it from events."
        )
    if left_behind:
        yield f"{in_words(left_behind)} while games were played; {NO_MEMORY}."
