"""Games as columns of numbers, to be compared across time, machines and ways to run them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.catalog import find_game, find_policy
from simlab.execution.stepper import engine_of

SEED = 1914


def columns_of(
    name: str,
    lineup: str,
    n_games: int,
    patch: Mapping[str, object] | None = None,
    decisions: int | None = None,
) -> dict[str, list[Any]]:
    """Play some games and return their outcomes by column, those of seats numbered from 0.

    The line-up names the policy at each seat, with blanks between. A game is capped after a number
    of decisions, by default after those that it allows itself.
    """
    game, texts = find_game(name), lineup.split()
    game = replace(game, decision_limit=decisions or game.decision_limit)
    policies = [find_policy(text, game.policies, len(texts)) for text in texts]
    rows = engine_of(game).play(game.load(patch=patch).row, policies, SEED, 0, n_games)
    return {key: column.tolist() for key, column in columns(rows, len(texts))}


def columns(
    rows: npt.NDArray[Any], players: int, prefix: str = ""
) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """Yield the columns of rows, those of records within them for the seats that are taken."""
    for name in rows.dtype.names or ():
        column = rows[name]
        if column.dtype.names:
            for seat in range(players):
                yield from columns(column[:, seat], players, f"{name}.{seat}.")
        else:
            yield prefix + name, np.asarray(column)
