"""One game of Arriala as plain dicts, by any rules: what happened, and what was reported of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st

from simlab.engine.journal import CAPACITY, DECISION, events, new_journal
from simlab.engine.record import new
from simlab.execution.stepper import engine_of
from simlab.game import Rules
from simlab.games.arriala import GAME
from simlab.games.arriala.events import legend
from simlab.games.arriala.state import TIMELINE
from simlab.players.trained import shipped_players
from tests.support.game_record import by_column, by_round, named

Patch = dict[str, object]

SEED = 1
POLICIES = {policy.name: policy for policy in GAME.policies}
SHIPPED = {
    f"{name}, {policy.players[0]} players": policy
    for name, tables in shipped_players(GAME).items()
    for policy in tables
    if policy.players
}
"""The players in the data of the game, each for one size of table."""

ACTIONS = ("move", "place", "to_vineyard", "to_canal", "river", "lock", "draw", "play")
STRETCHES = (
    "grisolles_montech",
    "montech_castelsarrasin",
    "castelsarrasin_moissac",
    "moissac_valence_d_agen",
)
VINEYARDS = ("frontonnais", "chasselas", "brulhois")
CARDS = (
    *("move_2", "move_3", "move_4", "move_5", "to_vineyard", "place", "lock", "to_canal"),
    *("transfer", "pente_d_eau", "pont_canal"),
)
LENGTHS = {
    f"stretches.{stretch}.cells": st.integers(low, high)
    for stretch, low, high in zip(STRETCHES, (3, 2, 1, 2), (10, 10, 10, 10), strict=True)
}
"""Stretches that have room for as many locks as the box allows."""
ANY_PATCH: st.SearchStrategy[Patch] = st.fixed_dictionaries(
    {"max_rounds": st.integers(1, 40)},
    optional={
        "action_points": st.integers(1, 12),
        **{f"cost_{action}": st.integers(1, 6) for action in ACTIONS},
        **{f"{work}_points": st.integers(0, 20) for work in ("lock", "river", "art")},
        "workers_per_player": st.integers(1, 10),
        "starting_cards": st.integers(0, 4),
        "lock_pieces": st.integers(0, 30),
        "neutral_workers": st.booleans(),
        "may_place_in_town": st.booleans(),
        "may_enter_built": st.booleans(),
        "tied_last_may_build": st.booleans(),
        "score_table": st.sampled_from(["score", "score_steep", "score_flat"]),
        **LENGTHS,
        **{f"vineyards.{vineyard}.cells": st.integers(0, 8) for vineyard in VINEYARDS},
        **{f"vineyards.{vineyard}.points": st.integers(0, 20) for vineyard in VINEYARDS},
        **{f"vineyards.{vineyard}.min_players": st.integers(2, 4) for vineyard in VINEYARDS},
        **{f"cards.{card}.copies": st.integers(2, 8) for card in CARDS},
        **{f"cards.{card}.reach": st.integers(1, 9) for card in CARDS[:4]},
    },
)

LONG: Patch = {
    **{"stretches.castelsarrasin_moissac.cells": 14, "workers_per_player": 10},
    **{f"score.{n}.points": 2 * n for n in range(11, 15)},
}
"""A section longer than any that is counted by itself."""


@dataclass(frozen=True)
class GameRecord:
    """A game that was played: all that is needed to judge it."""

    events: list[dict[str, Any]]
    rules: Mapping[str, Any]
    legend: Mapping[str, Any]
    players: int
    outcome: dict[str, float]
    """All columns reported, of the game, of its seats and of its rounds."""


def played(lineup: Sequence[str], deal: int, patch: Patch | None = None) -> GameRecord:
    """Return the record of one game with these policies at the seats."""
    rules, journal = rules_with(patch or {}), new_journal(True)
    policies, timeline = (
        [{**POLICIES, **SHIPPED}[name] for name in lineup],
        new(TIMELINE, GAME.most_rounds),
    )
    row = engine_of(GAME).play(
        rules.row, policies, SEED, deal, 1, journal=journal, timeline=timeline
    )[0]
    assert journal["used"][0] <= CAPACITY, "the journal has lost the end of this game"
    return GameRecord(
        [named(event, GAME) for event in events(journal) if event[0] != DECISION],
        rules.components.values,
        legend(rules),
        len(lineup),
        dict([*by_column(row, len(lineup)), *by_round(timeline[: row["rounds"]])]),
    )


def rules_with(patch: Patch) -> Rules:
    """Return the rules with some changes."""
    return loaded(tuple(patch.items()))


@cache
def loaded(changes: tuple[tuple[str, object], ...]) -> Rules:
    return GAME.load(patch=dict(changes))
