"""The four actions of step 2: draw, move an officer, exchange, send a taxi [T10–T13]."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.games.taxis.state import Phase
from tests.games.taxis.table import table

# Draw


def test_drawing_takes_the_top_card_into_the_hand() -> None:
    """T10."""
    after = table(hands=["red 1"], pile="blue 2")
    after.play("draw")
    assert (after.hand(), after.pile()) == ("red 1, blue 2", "")
    assert (after.state.tally.draws, after.state.actions_left) == (1, 2)


def test_any_card_of_the_pile_may_be_on_top() -> None:
    """T10."""
    drawn = set()
    for deal in range(40):
        after = table(pile="red 1, blue 1, green 1", deal=deal)
        after.play("draw")
        drawn.add(after.hand())
    assert drawn == {"red 1", "blue 1", "green 1"}


def test_the_discards_become_a_new_pile_when_a_card_is_wanted_from_an_empty_one() -> None:
    """T10."""
    after = table(discards="red 1, red 1, red 1")
    after.play("draw")
    assert (after.hand(), after.pile(), after.discards()) == ("red 1", "red 1, red 1", "")
    assert after.state.deck.reshuffles == 1


def test_drawing_the_last_card_of_the_pile_reshuffles_nothing_yet() -> None:
    """T10."""
    after = table(pile="red 1", discards="blue 1")
    after.play("draw")
    assert (after.hand(), after.pile(), after.discards()) == ("red 1", "", "blue 1")
    assert after.state.deck.reshuffles == 0


def test_nothing_can_be_drawn_when_pile_and_discards_are_empty() -> None:
    """T10."""
    assert "draw" not in table(hands=["red 1"]).menu()


def test_alone_the_card_drawn_is_seen_before_it_goes_to_the_hand_or_the_reserve() -> None:
    """T10."""
    after = table(players=1, reserve="red 1", pile="blue 3, blue 3")
    after.play("draw")
    assert after.kinds[after.state.drawn] == "blue 3"
    assert after.menu() == ["keep", "put into reserve"]
    after.play("keep", "draw", "put into reserve")
    assert (after.hand(), after.reserve()) == ("blue 3", "red 1, blue 3")
    assert (after.state.tally.draws, after.state.actions_left) == (2, 1)


@pytest.mark.parametrize(
    ("limit", "reserve"), [(5, "red 1, red 1, red 2, red 2, red 3"), (1, "red 1"), (0, "")]
)
def test_alone_the_card_drawn_goes_to_the_hand_when_the_reserve_is_full(
    limit: int, reserve: str
) -> None:
    """T10."""
    after = table(players=1, reserve=reserve, pile="blue 3", solo_reserve_limit=limit)
    after.play("draw")
    assert (after.hand(), after.reserve()) == ("blue 3", reserve)


def test_with_two_players_there_is_no_reserve_to_draw_for() -> None:
    """T10."""
    after = table(hands=["", "red 1"], pile="blue 3")
    after.play("draw")
    assert (after.hand(1), after.hand(2)) == ("blue 3", "red 1")


# Move an officer


@pytest.mark.parametrize(
    ("choice", "spots"),
    [
        ("move 1 clockwise", ["saint dominique", "tour maubourg"]),
        ("move 1 counter-clockwise", ["tour maubourg", "tour maubourg"]),
        ("move 2 clockwise", ["fabert", "fabert"]),
        ("move 2 counter-clockwise", ["fabert", "tourville"]),
    ],
)
def test_an_officer_moves_to_an_adjacent_spot(choice: str, spots: list[str]) -> None:
    """T11."""
    after = table(officers=["fabert", "tour maubourg"])
    after.play(choice)
    assert after.officers() == spots
    assert (after.state.tally.moves, after.state.actions_left) == (1, 2)


def test_of_two_officers_on_one_spot_it_matters_not_which_one_moves() -> None:
    """T11."""
    menu = table(officers=["orsay", "orsay"]).menu()
    assert menu == ["end turn", "move 1 clockwise", "move 1 counter-clockwise"]


def test_officers_can_be_set_to_stand_alone() -> None:
    """T11."""
    moves = ["end turn", "move 1 counter-clockwise", "move 2 clockwise"]
    assert table(officers=["fabert", "saint dominique"], officers_may_share=False).menu() == moves


def test_an_officer_between_two_others_cannot_jump_over_them() -> None:
    """T11."""
    spots = ["fabert", "saint dominique", "orsay"]
    moves = ["end turn", "move 1 counter-clockwise", "move 3 clockwise"]
    assert table(officers=spots, officers_may_share=False).menu() == moves


# Exchange


def test_an_exchange_swaps_a_card_of_ones_own_for_one_of_another_hand() -> None:
    """T12."""
    after = table(hands=["red 1, blue 2", "joker 3, green 1"])
    after.play("give red 1", "take joker 3 from player 2")
    assert (after.hand(1), after.hand(2)) == ("blue 2, joker 3", "red 1, green 1")
    assert (after.state.tally.exchanges, after.state.actions_left) == (1, 2)


def test_an_exchange_is_possible_with_any_other_player() -> None:
    """T12."""
    after = table(players=4, hands=["red 1", "blue 1, blue 2", "", "green 1"])
    after.play("give red 1")
    assert after.menu() == [
        "take blue 1 from player 2",
        "take blue 2 from player 2",
        "take green 1 from player 4",
    ]


@pytest.mark.parametrize("hands", [["", "red 1"], ["red 1", ""]])
def test_an_exchange_needs_a_card_on_both_sides(hands: list[str]) -> None:
    """T12."""
    assert not [choice for choice in table(hands=hands).menu() if choice.startswith("give")]


def test_like_cards_are_not_exchanged() -> None:
    """T12: actions without effect are not available."""
    after = table(players=3, hands=["red 1, blue 1", "red 1", "red 1, red 1"])
    assert "give red 1" not in after.menu()
    after.play("give blue 1")
    assert after.menu() == ["take red 1 from player 2", "take red 1 from player 3"]


def test_a_bonus_card_can_be_exchanged_and_used_at_once() -> None:
    """T12, T14."""
    after = table(hands=["red 1", "extra action"])
    after.play("give red 1", "take extra action from player 2", "play extra action")
    assert (after.hand(1), after.hand(2)) == ("", "red 1")
    assert after.state.actions_left == 3


def test_alone_one_exchanges_with_the_reserve() -> None:
    """T12."""
    after = table(players=1, hands=["red 1"], reserve="blue 3, green 1")
    after.play("give red 1", "take blue 3 from reserve")
    assert (after.hand(), after.reserve()) == ("blue 3", "red 1, green 1")


def test_exchanges_are_with_the_players_at_the_table_only() -> None:
    """T12."""
    after = table(players=3, hands=["red 1", "", "blue 1"])
    after.play("give red 1")
    assert after.menu() == ["take blue 1 from player 3"]


# Send a taxi


@pytest.mark.parametrize("hand", ["blue 2, joker 2", "blue 1, blue 1, joker 2"])
def test_two_blue_soldiers_and_two_jokers_pay_for_four_in_a_blue_street(hand: str) -> None:
    """T13, the example of the printed rules."""
    after = table(
        hands=[hand], taxis={"saint dominique": 4}, officers=["saint dominique", "fabert"]
    )
    after.play("send saint dominique", *(f"load {card}" for card in hand.split(", ")), "depart")
    assert (after.state.score, after.state.tally.sends, after.state.actions_left) == (4, 1, 2)
    assert (after.hand(), after.discards()) == ("", hand)
    assert after.standing() == {}


def test_a_taxi_leaves_only_where_an_officer_stands() -> None:
    """T13."""
    menu = table(hands=["red 3, red 2"], taxis={"fabert": 4, "grenelle": 4}, officers=["fabert"])
    assert sends(menu.menu()) == ["send fabert"]


def test_an_officer_without_a_taxi_sends_nothing() -> None:
    """T13."""
    assert sends(table(hands=["red 3"]).menu()) == []


@pytest.mark.parametrize(
    ("hand", "is_enough"),
    [
        ("red 3", False),
        ("red 3, red 1", True),
        ("red 3, joker 1", True),
        ("red 2, red 2, red 1", True),
        ("red 3, blue 3", False),
        ("red 3, extra action", False),
    ],
)
def test_the_hand_must_hold_the_soldiers_that_the_taxi_takes(hand: str, is_enough: bool) -> None:
    """T13."""
    assert ("send fabert" in table(hands=[hand], taxis={"fabert": 4}).menu()) == is_enough


def test_a_designers_taxi_of_six_takes_six_soldiers() -> None:
    """T13."""
    patch: dict[str, Any] = {"taxis.fabert_4.value": 6}
    assert sends(table(hands=["red 3, red 2"], taxis={"fabert": 4}, **patch).menu()) == []
    after = table(hands=["red 3, joker 3"], taxis={"fabert": 4}, **patch)
    after.play("send fabert", "load red 3", "load joker 3", "depart")
    assert after.state.score == 6
    assert after.outcome().sent_value.tolist() == [0, 0, 0, 0, 0, 1]


def test_the_soldiers_come_from_the_players_own_hand() -> None:
    """T13."""
    assert sends(table(hands=["red 1", "red 3, red 3"], taxis={"fabert": 4}).menu()) == []
    alone = table(players=1, hands=["red 1"], reserve="red 3", taxis={"fabert": 4})
    assert sends(alone.menu()) == []


def test_only_the_colour_of_the_street_and_jokers_may_board() -> None:
    """T13."""
    after = table(hands=["red 3, blue 3, joker 1, extra action"], taxis={"fabert": 4})
    after.play("send fabert")
    assert after.menu() == ["load red 3", "load joker 1"]


def test_the_street_decides_the_colour_wherever_the_taxi_wanted_to_go() -> None:
    """T13."""
    after = table(
        hands=["blue 2, red 2"],
        taxis={"saint dominique": "fabert 2"},
        officers=["saint dominique"],
    )
    after.play("send saint dominique")
    assert after.menu() == ["load blue 2"]


@pytest.mark.parametrize(
    ("penalty", "hand", "is_enough"),
    [
        (0, "red 2", True),
        (1, "red 2", False),
        (1, "red 3", True),
        (2, "red 3", False),
        (2, "red 3, red 1", True),
        (3, "red 3, red 1", False),
        (3, "red 3, red 2", True),
    ],
)
def test_a_token_asks_for_more_soldiers(penalty: int, hand: str, is_enough: bool) -> None:
    """T13."""
    after = table(hands=[hand], taxis={"fabert": 2}, tokens=["fabert"], token_penalty=penalty)
    assert ("send fabert" in after.menu()) == is_enough


def test_a_taxi_with_a_token_departs_only_when_the_token_is_paid_for() -> None:
    """T13."""
    after = table(hands=["red 2, red 1"], taxis={"fabert": 2}, tokens=["fabert"])
    after.play("send fabert", "load red 2")
    assert after.menu() == ["load red 1"]
    after.play("load red 1", "depart")
    assert (after.tokens(), after.state.n_tokens) == ([], 0)


def test_a_taxi_may_be_overloaded_even_by_whole_cards() -> None:
    """T13."""
    after = table(hands=["red 3, red 1, red 2"], taxis={"fabert": 2})
    after.play("send fabert", "load red 3")
    assert after.menu() == ["depart", "load red 2", "load red 1"]
    after.play("load red 2", "depart")
    assert (after.hand(), after.state.score, after.state.tally.overloaded) == ("red 1", 2, 3)


def test_at_least_one_card_is_played() -> None:
    """T13."""
    after = table(hands=["red 3"], taxis={"fabert": 2})
    after.play("send fabert")
    assert after.menu() == ["load red 3"]


def test_jokers_alone_may_pay() -> None:
    """T13."""
    after = table(hands=["joker 1, joker 3"], taxis={"fabert": 4})
    after.play("send fabert", "load joker 1", "load joker 3", "depart")
    assert after.state.score == 4


def test_jokers_can_be_set_to_travel_with_a_soldier_of_the_street() -> None:
    """T13."""
    hand, taxis = "joker 1, joker 3", {"fabert": 4}
    assert sends(table(hands=[hand], taxis=taxis, joker_any_street=False).menu()) == []
    after = table(hands=[hand + ", red 1"], taxis=taxis, joker_any_street=False)
    after.play("send fabert", "load joker 1", "load joker 3")
    assert after.menu() == ["load red 1"]
    after.play("load red 1", "depart")
    assert (after.state.score, after.state.tally.overloaded) == (4, 1)


def test_an_officer_stays_and_may_send_the_taxi_that_comes_next() -> None:
    """T13."""
    after = table(hands=["red 2, red 3", ""], taxis={"fabert": 2, "grenelle": 3})
    after.play("send fabert", "load red 2", "depart", "send grenelle", "load red 3", "depart")
    assert after.officers() == ["fabert", "grenelle"]
    assert (after.state.tally.sends, after.state.score, after.state.n_taken) == (2, 5, 0)


def test_two_officers_at_one_street_send_its_taxi_once() -> None:
    """T13."""
    after = table(hands=["red 3"], taxis={"fabert": 3}, officers=["fabert", "fabert"])
    assert sends(after.menu()) == ["send fabert"]


def test_loading_is_one_action_however_many_cards_board() -> None:
    """T13."""
    after = table(hands=["red 1, red 1, red 2"], taxis={"fabert": 4})
    after.play("send fabert", "load red 1", "load red 1", "load red 2")
    assert after.phase() == Phase.LOAD_TAXI
    after.play("depart")
    assert after.state.actions_left == 2


def sends(menu: list[str]) -> list[str]:
    return [choice for choice in menu if choice.startswith("send")]
