"""Wording of a verdict that is withdrawn because the strongest player contradicts it."""

from __future__ import annotations

DEPENDS = "depends on who plays"


def both_answers(lineup: str, own: str, player: str, strongest: str, n_games: str) -> str:
    """Return what the line-up and the strongest player show, where they contradict each other."""
    return (
        f"{DEPENDS}: {own} with {lineup}, but {strongest} with {player}, the strongest player"
        f" measured ({n_games})"
    )
