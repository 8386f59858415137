"""Bonus cards: what they do and when they may be played [T14]."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.games.taxis.rules.turn import begin_turn
from simlab.games.taxis.state import EFFECTS, Phase
from tests.games.taxis.table import Table, in_words, table

BONUS_CARDS = [in_words(effect) for effect in EFFECTS]


def bonus_choices(table: Table) -> list[str]:
    return [choice for choice in table.menu() if choice.startswith("play")]


# What they do


def test_a_bonus_card_costs_no_action_and_is_discarded() -> None:
    """T14."""
    after = table(
        hands=[", ".join(BONUS_CARDS)],
        taxis={"fabert": 4},
        tokens=["fabert"],
        pile="red 1, red 1",
    )
    assert bonus_choices(after) == [f"play {card}" for card in BONUS_CARDS]
    after.play("play remove token", "remove token at fabert")
    after.play("play place officer", "place 1 at orsay", "play draw two")
    assert after.state.actions_left == 3
    after.play("play extra action")
    assert after.state.actions_left == 4
    assert after.state.tally.bonus.tolist() == [1, 1, 1, 1]
    assert (after.hand(), after.discards()) == ("red 1, red 1", ", ".join(BONUS_CARDS))


def test_a_bonus_card_places_any_officer_on_any_other_spot() -> None:
    """T14."""
    after = table(hands=["place officer"], officers=["fabert", "orsay"])
    after.play("play place officer")
    one = [f"place 1 at {street}" for street in after.streets if street != "fabert"]
    two = [f"place 2 at {street}" for street in after.streets if street != "orsay"]
    assert after.menu() == one + two
    after.play("place 2 at tourville")
    assert after.officers() == ["fabert", "tourville"]
    assert (after.phase(), after.state.tally.moves) == (Phase.ACTIONS, 0)


def test_of_two_officers_on_one_spot_it_matters_not_which_one_is_placed() -> None:
    """T14."""
    after = table(hands=["place officer"], officers=["fabert", "fabert"])
    after.play("play place officer")
    assert after.menu() == [f"place 1 at {street}" for street in after.streets[1:]]


def test_a_bonus_card_places_no_officer_on_another_where_they_stand_alone() -> None:
    """T14, T11."""
    after = table(hands=["place officer"], officers=["fabert", "orsay"], officers_may_share=False)
    after.play("play place officer")
    assert "place 1 at orsay" not in after.menu()
    assert "place 1 at constantine" in after.menu()


def test_a_bonus_card_draws_two_cards_that_count_as_no_action() -> None:
    """T14."""
    after = table(hands=["draw two"], pile="red 1, red 1, red 1")
    after.play("play draw two")
    assert (after.hand(), after.pile()) == ("red 1, red 1", "red 1")
    assert after.state.tally.draws == 0


def test_the_second_card_may_come_from_a_new_pile_without_the_bonus_card_itself() -> None:
    """T14."""
    after = table(hands=["draw two"], pile="red 1", discards="blue 1")
    after.play("play draw two")
    assert after.hand() == "red 1, blue 1"
    assert (after.pile(), after.discards(), after.state.deck.reshuffles) == ("", "draw two", 1)


def test_the_first_card_may_come_from_a_new_pile_without_the_bonus_card_itself() -> None:
    """T14."""
    after = table(hands=["draw two"], discards="blue 1, blue 1, blue 1")
    after.play("play draw two")
    assert after.hand() == "blue 1, blue 1"
    assert (after.pile(), after.discards(), after.state.deck.reshuffles) == (
        "blue 1",
        "draw two",
        1,
    )


def test_only_one_card_is_drawn_when_only_one_is_left() -> None:
    """T14."""
    after = table(hands=["draw two"], pile="red 1")
    after.play("play draw two")
    assert (after.hand(), after.discards(), after.state.deck.reshuffles) == ("red 1", "draw two", 0)


def test_alone_the_two_cards_go_to_the_hand_though_the_reserve_has_room() -> None:
    """T14."""
    after = table(players=1, hands=["draw two"], reserve="blue 1", pile="red 1, red 1")
    after.play("play draw two")
    assert (after.hand(), after.reserve()) == ("red 1, red 1", "blue 1")


def test_a_bonus_card_removes_any_token() -> None:
    """T14."""
    taxis = {"fabert": 2, "orsay": 3, "tourville": 4}
    after = table(hands=["remove token"], taxis=taxis, tokens=["fabert", "tourville"])
    after.play("play remove token")
    assert after.menu() == ["remove token at fabert", "remove token at tourville"]
    after.play("remove token at tourville")
    assert (after.tokens(), after.state.n_tokens) == (["fabert"], 1)
    assert after.phase() == Phase.ACTIONS


def test_extra_actions_add_up() -> None:
    """T14."""
    after = table(hands=["extra action, extra action"])
    after.play("play extra action", "play extra action")
    assert after.state.actions_left == 5


# When they may be played


@pytest.mark.parametrize("card", ["draw two", "remove token"])
def test_a_bonus_card_without_effect_is_not_playable(card: str) -> None:
    """T14."""
    assert bonus_choices(table(hands=[card], taxis={"fabert": 4})) == []


def test_a_bonus_card_is_played_from_ones_own_hand() -> None:
    """T14."""
    assert bonus_choices(table(hands=["red 1", "extra action"])) == []
    assert bonus_choices(table(players=1, hands=["red 1"], reserve="extra action")) == []


def test_two_bonus_cards_of_a_kind_are_one_choice() -> None:
    """T14."""
    assert bonus_choices(table(hands=["extra action, extra action"])) == ["play extra action"]


def test_an_extra_action_may_follow_the_last_action() -> None:
    """T14."""
    after = table(hands=["extra action"], pile="red 1, red 2", actions_per_turn=1)
    after.play("draw")
    assert after.menu() == ["end turn", "play extra action"]
    after.play("play extra action", "draw")
    assert after.state.tally.draws == 2


def test_a_bonus_card_drawn_by_another_can_be_played_at_once() -> None:
    """T14."""
    after = table(hands=["draw two"], pile="extra action, red 1", actions_per_turn=1)
    after.play("move 1 clockwise", "play draw two", "play extra action")
    assert after.state.actions_left == 1


def test_bonus_cards_can_be_set_to_wait_for_the_taxi() -> None:
    """T14."""
    after = table(hands=["extra action"], coming=["fabert 3"], bonus_before_arrival=False)
    after.let(begin_turn)
    assert after.phase() == Phase.ACTIONS
    assert after.standing() == {"fabert": "fabert 3"}


def before_arrival(hand: str, coming: list[str], **more: Any) -> Table:
    """Return a table at the start of a turn in which bonus cards may come before the taxi."""
    arranged = table(hands=[hand], coming=coming, **more)
    arranged.let(begin_turn)
    return arranged


def test_bonus_cards_may_come_before_the_taxi() -> None:
    """T14."""
    after = before_arrival("extra action, draw two", ["fabert 3"], pile="red 1, red 1")
    assert after.phase() == Phase.BEFORE_ARRIVAL
    assert after.menu() == ["reveal", "play draw two", "play extra action"]
    after.play("play draw two", "play extra action")
    assert (after.menu(), after.standing()) == (["reveal"], {})
    after.play("reveal")
    assert after.standing() == {"fabert": "fabert 3"}
    assert (after.phase(), after.state.actions_left) == (Phase.ACTIONS, 4)


def test_an_officer_placed_before_the_taxi_leaves_the_turn_where_it_was() -> None:
    """T14."""
    after = before_arrival("place officer", ["fabert 3"])
    after.play("play place officer", "place 1 at orsay")
    assert (after.phase(), after.menu()) == (Phase.BEFORE_ARRIVAL, ["reveal"])


def test_a_bonus_card_before_the_taxi_escapes_the_event_against_it() -> None:
    """T14, T8 a."""
    after = before_arrival("extra action, extra action", ["fabert 2"])
    after.play("play extra action", "reveal")
    assert bonus_choices(after) == []
    assert after.state.actions_left == 4


def test_the_taxi_comes_at_once_when_no_bonus_card_could_come_before_it() -> None:
    """T14."""
    after = before_arrival("draw two, red 1", ["fabert 3"])
    assert (after.phase(), after.standing()) == (Phase.ACTIONS, {"fabert": "fabert 3"})


def test_a_token_is_not_removed_before_the_taxi_that_would_place_it() -> None:
    """T14."""
    after = before_arrival("remove token, extra action", ["fabert 3"], taxis={"fabert": 4})
    assert after.menu() == ["reveal", "play extra action"]
    after.play("reveal")
    assert bonus_choices(after) == ["play remove token", "play extra action"]
