"""One game of Les Taxis de la Marne as plain dicts: what happened, and what was reported of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.engine.build import Engine
from simlab.engine.journal import CAPACITY, DECISION, events, new_journal
from simlab.engine.menu_counts import MENU_COUNTS
from simlab.engine.record import fields_of
from simlab.game.policy import Policy
from simlab.games.taxis import GAME
from simlab.games.taxis.events import legend
from tests.support.game_record import named

SEED = 1
POLICIES = {policy.name: policy for policy in GAME.policies}
DECISION_LIMIT = 3_000
"""An extra action can buy itself back for ever once the hands hold all other cards: cap it soon."""


@dataclass(frozen=True)
class GameRecord:
    """A game that was played: all that is needed to judge it."""

    events: list[dict[str, Any]]
    rules: Mapping[str, Any]
    legend: Mapping[str, Any]
    players: int
    outcome: dict[str, int]


def played(
    policy: Policy,
    players: int,
    deal: int,
    patch: Mapping[str, object] | None = None,
    decision_limit: int = DECISION_LIMIT,
) -> GameRecord:
    """Return the record of one game with the same policy at all seats."""
    rules, journal = GAME.load(patch=patch), new_journal(True)
    loop = engine(decision_limit)
    row = loop.play(rules.row, (policy,) * players, SEED, deal, 1, journal=journal)[0]
    assert journal["used"][0] <= CAPACITY, "the journal has lost the end of this game"
    return GameRecord(
        [named(event, GAME) for event in events(journal) if event[0] != DECISION],
        rules.components.values,
        legend(rules),
        players,
        by_column(row),
    )


@cache
def engine(decision_limit: int) -> Engine:
    return Engine(replace(GAME, decision_limit=decision_limit))


def by_column(row: npt.NDArray[Any]) -> dict[str, int]:
    """Return an OUTCOME row as its columns, an array as one column for each entry.

    What the loop counts of menus is left out, since events do not tell it.
    """
    columns: dict[str, int] = {}
    for name, field in fields_of(GAME.outcome_row).items():
        if name in MENU_COUNTS:
            continue
        columns |= zip(field.each or (name,), np.ravel(row[name]).tolist(), strict=True)
    return columns
