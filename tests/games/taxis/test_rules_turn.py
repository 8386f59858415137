"""The end of a turn: fewer actions, the hand limit, the next player [T15–T17]."""

from __future__ import annotations

import pytest

from simlab.games.taxis import GAME
from simlab.games.taxis.state import Phase
from tests.games.taxis.table import table

FOUR_TAXIS = ["fabert 3", "orsay 3", "grenelle 3", "tourville 3"]


# Fewer actions


def test_a_turn_may_end_before_all_actions_are_taken() -> None:
    """T15."""
    after = table(coming=["fabert 3"], pile="red 1")
    after.play("draw", "end turn")
    assert (after.state.seat, after.state.tally.wasted_actions) == (1, 2)


@pytest.mark.parametrize("n_actions", [1, 2, 3, 8])
def test_a_turn_has_as_many_actions_as_the_rules_say(n_actions: int) -> None:
    """T15."""
    after = table(coming=["fabert 3"], actions_per_turn=n_actions)
    after.play(*["move 1 clockwise"] * n_actions)
    assert (after.state.seat, after.state.tally.moves) == (1, n_actions)
    assert (after.state.tally.wasted_actions, after.state.actions_left) == (0, n_actions)


def test_one_action_may_be_taken_again_and_again() -> None:
    """T15."""
    after = table(pile="red 1, red 2, blue 1")
    after.play("draw", "draw", "draw")
    assert after.state.tally.draws == 3


def test_without_actions_left_only_bonus_cards_can_be_played() -> None:
    """T15, T14."""
    after = table(
        hands=["extra action, red 3", "blue 1"],
        taxis={"fabert": 3},
        pile="red 1",
        actions_per_turn=1,
    )
    after.play("move 1 clockwise")
    assert after.menu() == ["end turn", "play extra action"]


def test_a_turn_ends_by_itself_when_nothing_can_be_done() -> None:
    """T15."""
    after = table(hands=["draw two"], coming=["fabert 3"], actions_per_turn=1)
    after.play("move 1 clockwise")
    assert after.state.seat == 1


def test_cards_are_not_thrown_away_during_the_turn() -> None:
    """T16."""
    menu = table(hands=["red 1, red 1, red 2, red 2, red 3, blue 1, blue 1"]).menu()
    assert not [choice for choice in menu if choice.startswith("discard")]


# The hand limit


def test_the_surplus_above_five_cards_is_discarded_by_choice() -> None:
    """T16."""
    after = table(hands=["red 1, red 1, red 2, red 3, blue 1, blue 2, joker 1"], coming=FOUR_TAXIS)
    after.play("end turn")
    assert after.phase() == Phase.LIMIT_DISCARD
    kinds = ["red 1", "red 2", "red 3", "blue 1", "blue 2", "joker 1"]
    assert sorted(after.menu()) == sorted(f"discard {kind}" for kind in kinds)
    after.play("discard red 1", "discard blue 2")
    assert after.hand(1) == "red 1, red 2, red 3, blue 1, joker 1"
    assert after.discards() == "red 1, blue 2"
    assert (after.state.tally.discarded_by_limit, after.state.tally.discarded_by_event) == (2, 0)
    assert after.state.seat == 1


def test_a_hand_at_the_limit_keeps_all() -> None:
    """T16."""
    after = table(hands=["red 1, red 1, red 2, red 3, blue 1"], coming=FOUR_TAXIS)
    after.play("end turn")
    assert (after.state.seat, after.state.tally.discarded_by_limit) == (1, 0)


@pytest.mark.parametrize(("limit", "n_discarded"), [(1, 3), (3, 1), (4, 0), (12, 0)])
def test_the_hand_limit_is_what_the_rules_say(limit: int, n_discarded: int) -> None:
    """T16."""
    after = table(hands=["red 1, red 1, red 1, red 1"], coming=FOUR_TAXIS, hand_limit=limit)
    after.play("end turn", *["discard red 1"] * n_discarded)
    assert (after.state.seat, after.state.tally.discarded_by_limit) == (1, n_discarded)


def test_bonus_cards_count_in_the_hand_and_may_go() -> None:
    """T16."""
    after = table(hands=["red 1, extra action"], coming=FOUR_TAXIS, hand_limit=1)
    after.play("end turn", "discard extra action")
    assert (after.hand(1), after.discards()) == ("red 1", "extra action")
    assert after.state.tally.bonus.tolist() == [0, 0, 0, 0]


def test_once_the_surplus_is_due_nothing_else_can_be_done() -> None:
    """T16."""
    after = table(
        hands=["extra action, red 3, red 1"], taxis={"fabert": 3}, pile="red 2", hand_limit=1
    )
    after.play("end turn", "discard red 1")
    assert sorted(after.menu()) == ["discard extra action", "discard red 3"]


def test_the_other_hands_are_not_checked() -> None:
    """T16."""
    after = table(hands=["red 1", "blue 1, blue 1, blue 2"], coming=FOUR_TAXIS, hand_limit=1)
    after.play("end turn")
    assert after.state.seat == 1
    assert after.hand(2) == "blue 1, blue 1, blue 2"


def test_alone_the_reserve_counts_for_no_limit() -> None:
    """T16."""
    after = table(
        players=1, hands=["red 1"], reserve="blue 1, blue 1", coming=FOUR_TAXIS, hand_limit=1
    )
    after.play("end turn")
    assert after.phase() == Phase.ACTIONS
    assert (after.reserve(), after.state.tally.discarded_by_limit) == ("blue 1, blue 1", 0)


# The next player


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_play_passes_clockwise_round_after_round(players: int) -> None:
    """T17."""
    after = table(players=players, coming=[*FOUR_TAXIS, "fabert 4", "orsay 4"])
    seats = []
    for _ in range(6):
        seats.append(GAME.next_seat(after.rules, after.state))
        after.play("end turn")
    assert seats == [turn % players for turn in range(6)]
    assert after.state.rounds_ended == 6 // players


def test_every_turn_begins_with_a_taxi_and_all_its_actions() -> None:
    """T17, T6."""
    after = table(coming=FOUR_TAXIS, pile="red 1, red 1")
    after.play("draw", "draw", "end turn")
    assert (after.state.turns, after.state.actions_left) == (2, 3)
    assert after.standing() == {"fabert": "fabert 3"}
