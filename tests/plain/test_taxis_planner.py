"""The planner of Les Taxis de la Marne in plain Python chooses as that of the kernels."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plain.test_taxis import check_columns, check_events

PATCHES: tuple[dict[str, object], ...] = (
    {},
    {"actions_per_turn": 8, "hand_limit": 12},
    {"joker_any_street": False, "officers": 3, "taxi_deck": "taxis_12_events"},
    {"officers": 4, "officers_may_share": False, "soldier_deck": "soldiers_b"},
    {"events": False, "arrival_direction": "clockwise", "token_penalty": 3, "officers": 1},
    {"silence_forbids_exchange": True, "solo_reserve_limit": 7, "soldier_deck": "soldiers_c"},
    {"hand_limit": 2, "actions_per_turn": 5, "initial_cards": 20, "soldier_deck": "soldiers_e"},
    {"bonus_before_arrival": False, "initial_cards": 0},
)
GAMES_OF_LONG_TEST = 20


def name_of(patch: dict[str, object]) -> str:
    return next(iter(patch), "printed")


@pytest.mark.parametrize("players", [1, 3])
def test_each_event_is_that_of_the_kernels(players: int) -> None:
    check_events("planner", players, 1, {})


@pytest.mark.parametrize("patch", PATCHES[2:5:2], ids=name_of)
def test_each_column_is_that_of_the_kernels_under_other_rules(patch: Any) -> None:
    check_columns("planner", 2, 1, patch)


def test_noise_clears_its_plan_as_in_the_kernels() -> None:
    check_columns("planner:noise=0.3", 2, 1, {})


@pytest.mark.long
@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("patch", PATCHES, ids=name_of)
def test_each_column_of_many_games_is_that_of_the_kernels(patch: Any, players: int) -> None:
    for player in ("planner", "planner:noise=0.1", "planner:horizon=0.3,coming=0,token=2"):
        check_columns(player, players, GAMES_OF_LONG_TEST, patch)


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("players", [1, 3])
def test_a_search_over_it_is_that_of_the_kernels(players: int) -> None:
    check_columns("search:base=planner,rollouts=8,turns=1", players, 1, {})
