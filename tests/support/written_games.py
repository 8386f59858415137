"""Games in memory, written by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from simlab.analysis.games import Games


def won_by(policies: Sequence[str], winners: npt.ArrayLike) -> Games:
    """Return a block in all rotations per row: the place in the line-up of each game's winner.

    Nobody wins where that is −1; such games are capped.
    """
    players = len(policies)
    wins = np.array(winners)
    seats = (np.arange(players) + np.arange(wins.shape[1])[:, None]) % players
    credits = (seats[None] == wins[:, :, None]).astype(float)
    seated = np.tile(np.array(policies)[seats].ravel(), len(wins))
    games = pa.table({"finished": (wins >= 0).astype(int).ravel()})
    table = pa.table({"policy": seated, "credit": credits.ravel()})
    return Games(games, table, wins.shape[1], players)


def scored(scores: npt.ArrayLike, n_capped: int = 0) -> Games:
    """Return games of a cooperative table by their scores; the first ones were capped."""
    points = np.array(scores, float)
    finished = np.arange(len(points)) >= n_capped
    games = pa.table({"finished": finished.astype(int), "score": points})
    return Games(games, None, 1, 2)
