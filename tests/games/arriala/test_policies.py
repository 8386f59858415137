"""Policies read the rules: where a patch makes another turn better, they play another turn."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.engine.build import compiled_policy, new_scratch
from simlab.engine.record import row_of
from simlab.games.arriala import GAME
from tests.games.arriala.table import Table, table

POLICIES = {policy.name: policy for policy in GAME.policies}


def turn(policy: str, arranged: Table) -> list[str]:
    """Let a policy play until its turn ends; return its choices in words, without the end."""
    lineup = (POLICIES[policy],) * int(arranged.state.n_players)
    ask, seat = compiled_policy(lineup[0], GAME), int(arranged.state.seat)
    scratch, choices = row_of(new_scratch(GAME, lineup)), list[str]()
    scratch.streams[:] = arranged.rng
    while not arranged.is_over():
        menu = arranged.codes()
        scratch.menu[: menu.size] = menu
        choice = int(ask(arranged.rules, arranged.state, seat, menu.size, scratch))
        words = arranged.in_words(choice)
        if words == "end turn":
            return choices
        choices.append(words)
        arranged.play(words)
    return choices


BUILT = {"montech": "(......)", "castelsarrasin": "(....)", "moissac": "(........)"}
OPEN = {"canal": BUILT | {"castelsarrasin": "...."}, "towns": {"moissac": "1"}}
RIPE = {"canal": BUILT | {"castelsarrasin": "112."}}
LONG = {"canal": BUILT | {"moissac": "111....."}, "towns": {"moissac": "2"}}
WAITING = {"canal": BUILT | {"moissac": "........"}, "vineyards": {"brulhois": "12"}} | {
    "pile": "lock, lock, place",
    "workers_per_player": 1,
    "lock_pieces": 0,
}
BOTH, PLANNER, GREEDY = ("planner", "greedy"), ("planner",), ("greedy",)
CASES: dict[str, tuple[tuple[str, ...], dict[str, Any], dict[str, Any], str]] = {
    "action_points": (
        PLANNER,
        {"canal": BUILT | {"moissac": "1111L..."}, "towns": {"moissac": "2"}, "action_points": 8},
        {"action_points": 5},
        "send from moissac 1",
    ),
    "cost_move": (
        BOTH,
        RIPE | {"towns": {"moissac": "111"}},
        {"cost_move": 6},
        "move 1 from moissac",
    ),
    "cost_place": (BOTH, RIPE | {"towns": {"montech": "2"}}, {"cost_place": 6}, "place"),
    "cost_to_vineyard": (
        PLANNER,
        {"canal": BUILT | {"moissac": "1111L..."}, "towns": {"moissac": "2"}},
        {"cost_to_vineyard": 6},
        "send from moissac 3",
    ),
    "cost_to_canal": (
        BOTH,
        RIPE | {"vineyards": {"brulhois": "1"}, "workers_per_player": 3, "lock_pieces": 0},
        {"cost_to_canal": 6},
        "call from brulhois",
    ),
    "cost_river": (BOTH, OPEN | {"river_points": 9}, {"cost_river": 6}, "river work from moissac"),
    "cost_lock": (BOTH, LONG, {"cost_lock": 6}, "lock"),
    "cost_draw": (BOTH, WAITING, {"cost_draw": 6}, "draw"),
    "cost_play": (
        BOTH,
        RIPE | {"hands": ["transfer"], "towns": {"montech": "11"}},
        {"cost_play": 6},
        "play transfer",
    ),
    "river_points": (
        BOTH,
        OPEN | {"river_points": 20},
        {"river_points": 0},
        "river work from moissac",
    ),
    "lock_points": (
        BOTH,
        {"canal": BUILT | {"moissac": "..2..1.."}, "towns": {"moissac": "2"}, "lock_points": 20},
        {"lock_points": 1},
        "lock",
    ),
    "art_points": (
        BOTH,
        {"canal": OPEN["canal"], "hands": ["pont canal"], "scores": (0, 3)}
        | {"vineyards": {"brulhois": "1"}, "workers_per_player": 1},
        {"art_points": 0},
        "play pont canal",
    ),
    "lock_pieces": (BOTH, LONG, {"lock_pieces": 0}, "lock"),
    "lock limit": (BOTH, LONG, {"locks.moissac_valence_d_agen.locks": 0}, "lock"),
    "score table": (
        BOTH,
        {"canal": BUILT | {"castelsarrasin": "112.", "moissac": "(....)L11."}}
        | {"left": 3, "lock_pieces": 0},
        {"score.4.points": 0},
        "castelsarrasin 4",
    ),
    "vineyard points": (BOTH, OPEN | {"left": 2}, {"vineyards.brulhois.points": 1}, "brulhois"),
    "vineyard cells": (BOTH, OPEN | {"left": 2}, {"vineyards.brulhois.cells": 0}, "brulhois"),
    "tied_last_may_build": (
        BOTH,
        {"canal": OPEN["canal"], "hands": ["pont canal"], "scores": (3, 3)},
        {"tied_last_may_build": False},
        "play pont canal",
    ),
    "may_enter_built": (
        PLANNER,
        {"canal": BUILT | {"moissac": "(...)L22.."}, "left": 2, "lock_pieces": 0}
        | {"may_enter_built": True},
        {"may_enter_built": False},
        "moissac 3",
    ),
    "may_place_in_town": (
        PLANNER,
        {"canal": BUILT | {"castelsarrasin": "222."}, "left": 3},
        {"may_place_in_town": False},
        "place",
    ),
    "max_rounds": (
        PLANNER,
        {"canal": {"montech": "1....."}, "left": 3},
        {"max_rounds": 1},
        "place",
    ),
    "reach": (
        BOTH,
        RIPE
        | {"towns": {"castelsarrasin": "1"}, "hands": ["move 2"], "left": 1}
        | {"lock_pieces": 0, "cards.move_2.reach": 4},
        {"cards.move_2.reach": 2},
        "play move 2",
    ),
    "workers_per_player": (
        BOTH,
        RIPE | {"vineyards": {"brulhois": "111"}, "lock_pieces": 0},
        {"workers_per_player": 6},
        "call from brulhois",
    ),
}


@pytest.mark.parametrize(
    ("case", "policy"), [(case, policy) for case in CASES for policy in CASES[case][0]]
)
def test_a_policy_drops_a_choice_that_a_rule_no_longer_rewards(case: str, policy: str) -> None:
    _, arranged, patch, choice = CASES[case]
    assert choice in turn(policy, table(**arranged))
    assert choice not in turn(policy, table(**(arranged | patch)))
