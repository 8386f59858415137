"""Wording of a verdict that is withdrawn because the strongest player contradicts it."""

from __future__ import annotations

from collections.abc import Sequence

DEPENDS = "depends on who plays"


def both_answers(
    lineup: str,
    lineup_change: str,
    player: str,
    strongest: str,
    n_games: str,
    equals: Sequence[str],
) -> str:
    """Return what the line-up and the strongest player show, where they contradict each other.

    `equals` are the players of whom games could not tell which is the strongest.
    """
    return (
        f"{DEPENDS}: {lineup_change} with {lineup}, but {strongest} with {player},"
        f" {rank_of(equals)} ({n_games})"
    )


def rank_of(equals: Sequence[str]) -> str:
    """Return what the strongest player is called, which may have equals."""
    if len(equals) > 1:
        return "one of the two strongest players measured"
    return "the strongest player measured"
