"""Step 1 of a turn: taxis arrive, tokens, jams and events [T6–T9]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from simlab.games.taxis.rules.turn import begin_turn
from simlab.games.taxis.state import EVENTS, End, Phase
from tests.games.taxis.table import Table, table

ALL_BUT_FABERT = {
    **{"saint dominique": 4, "orsay": 4, "constantine": 4, "grenelle": 4},
    **{"invalides": 4, "tourville": 4, "tour maubourg": 4},
}
NONE: Mapping[str, int] = {}
ALL_TAKEN = {"fabert": 4, **ALL_BUT_FABERT}
NO_BONUS, SILENCE, DISCARD, ANOTHER = "fabert 2", "saint dominique 2", "orsay 2", "constantine 2"


def after_arrival(coming: list[str], taxis: Mapping[str, int] = NONE, **more: Any) -> Table:
    """Return a table after step 1 of the turn in which the first of these taxis is due."""
    arranged = table(coming=coming, taxis=taxis, **more)
    arranged.state.has_arrived = 0
    arranged.let(begin_turn)
    if arranged.phase() == Phase.BEFORE_ARRIVAL:
        arranged.play("reveal")
    return arranged


# Where a taxi stops


def test_a_taxi_stops_at_its_own_street_if_that_is_free() -> None:
    """T6."""
    after = after_arrival(["orsay 3"], {"fabert": 4})
    assert after.standing() == {"fabert": "fabert 4", "orsay": "orsay 3"}
    assert after.tokens() == []


def test_a_taxi_for_rue_fabert_overtakes_two_and_takes_the_third_street() -> None:
    """T6, the example of the printed rules."""
    after = after_arrival(["fabert 3"], {"fabert": 4, "tour maubourg": 2})
    assert after.standing()["tourville"] == "fabert 3"
    assert after.tokens() == ["fabert", "tour maubourg"]
    assert after.state.tally.tokens_placed == 2


def test_an_overtaken_taxi_has_one_token_at_most() -> None:
    """T6."""
    after = after_arrival(
        ["fabert 3"], {"fabert": 4, "tour maubourg": 2, "tourville": 4}, tokens=["tour maubourg"]
    )
    assert after.standing()["invalides"] == "fabert 3"
    assert after.tokens() == ["fabert", "tourville", "tour maubourg"]
    assert (after.state.n_tokens, after.state.tally.tokens_placed) == (3, 2)


def test_a_taxi_gives_no_token_to_those_it_does_not_pass() -> None:
    """T6."""
    after = after_arrival(["fabert 3"], {"saint dominique": 4, "fabert": 4, "tourville": 4})
    assert after.standing()["tour maubourg"] == "fabert 3"
    assert after.tokens() == ["fabert"]


def test_taxis_can_be_set_to_go_on_clockwise() -> None:
    """T6."""
    after = after_arrival(
        ["tour maubourg 3"], {"tour maubourg": 4, "fabert": 2}, arrival_direction="clockwise"
    )
    assert after.standing()["saint dominique"] == "tour maubourg 3"
    assert after.tokens() == ["fabert", "tour maubourg"]


def test_seven_tokens_are_enough_since_the_latest_taxi_bears_none() -> None:
    """T6."""
    after = after_arrival(["tour maubourg 3"], ALL_BUT_FABERT)
    assert after.standing()["fabert"] == "tour maubourg 3"
    assert after.tokens() == [street for street in ALL_TAKEN if street != "fabert"]
    assert after.state.n_tokens == 7


def test_a_taxi_comes_without_a_token_to_a_street_where_one_left_with_one() -> None:
    """T6."""
    arranged = table(
        hands=["red 3, red 2"], taxis={"fabert": 4}, tokens=["fabert"], coming=["fabert 3"]
    )
    arranged.play("send fabert", "load red 2", "load red 3", "depart", "end turn")
    assert arranged.standing() == {"fabert": "fabert 3"}
    assert arranged.tokens() == []


def test_the_back_of_the_following_taxi_is_seen_once_a_taxi_stands() -> None:
    """T2."""
    after = after_arrival(["fabert 3", "orsay 3"])
    assert after.coming() == ["orsay 3"]
    assert after.taxi_cards[after.state.next_taxi] == "orsay 3"


# No taxi can arrive


def test_the_game_ends_when_a_taxi_is_due_and_the_deck_is_empty() -> None:
    """T7."""
    after = after_arrival([], {"fabert": 4})
    assert (after.phase(), after.state.end) == (Phase.OVER, End.DECK_EMPTY)


def test_the_game_ends_in_a_jam_when_a_ninth_taxi_is_due_and_the_score_is_kept() -> None:
    """T7."""
    arranged = table(taxis=ALL_TAKEN, coming=["fabert 3"])
    arranged.state.score = 41
    arranged.let(begin_turn)
    assert (arranged.phase(), arranged.state.end) == (Phase.OVER, End.JAM)
    assert arranged.outcome().score == 41


def test_an_empty_deck_counts_before_a_jam() -> None:
    """T7."""
    assert after_arrival([], ALL_TAKEN).state.end == End.DECK_EMPTY


def test_a_taxi_that_finds_no_street_stays_unseen() -> None:
    """T7: no token, no arrival, no event."""
    after = after_arrival([DISCARD], ALL_TAKEN, hands=["red 1"])
    assert (after.state.tally.arrivals, after.state.tally.tokens_placed, after.tokens()) == (
        0,
        0,
        [],
    )
    assert after.state.tally.events.tolist() == [0, 0, 0, 0, 0]
    assert after.outcome().left_undrawn == 1


@pytest.mark.parametrize(
    ("coming", "taxis"), [(["fabert 4"], {}), (["fabert 4", "orsay 3"], ALL_BUT_FABERT)]
)
def test_who_places_the_last_or_the_eighth_taxi_still_acts(
    coming: list[str], taxis: dict[str, int]
) -> None:
    """T7."""
    after = after_arrival(coming, taxis)
    assert after.phase() == Phase.ACTIONS
    assert after.state.actions_left == 3


# Events


def test_an_event_can_forbid_bonus_cards_for_this_turn_only() -> None:
    """T8 a."""
    after = after_arrival([NO_BONUS, "orsay 3"], hands=["extra action", "extra action"])
    assert "play extra action" not in after.menu()
    after.play("end turn")
    assert "play extra action" in after.menu()


def test_a_forbidden_bonus_card_can_still_be_given_away() -> None:
    """T8 a."""
    after = after_arrival([NO_BONUS], hands=["extra action", "red 1"])
    after.play("give extra action", "take red 1 from player 2")
    assert after.hand(2) == "extra action"


def test_a_forbidden_bonus_card_does_not_keep_the_turn_going() -> None:
    """T8 a."""
    after = after_arrival(
        [NO_BONUS, "orsay 3"], hands=["extra action"], pile="red 1", actions_per_turn=1
    )
    after.play("draw")
    assert after.state.seat == 1


def test_silence_forbids_the_lone_player_to_exchange_but_not_to_fill_the_reserve() -> None:
    """T8 b."""
    after = after_arrival(
        [SILENCE, "fabert 3"], players=1, hands=["red 1"], reserve="blue 1", pile="blue 2, blue 2"
    )
    assert "give red 1" not in after.menu()
    after.play("draw", "put into reserve")
    assert after.reserve() == "blue 1, blue 2"
    after.play("end turn")
    assert "give red 1" in after.menu()


def test_silence_means_nothing_to_players_who_never_talk() -> None:
    """T8 b."""
    after = after_arrival([SILENCE], hands=["red 1", "blue 1"])
    assert "give red 1" in after.menu()
    assert after.state.tally.events.tolist() == [0, 0, 0, 0, 1]
    assert after.outcome().events.tolist() == [0, 0, 0, 0, 1]


def test_silence_can_be_set_to_forbid_exchanges_between_players_for_a_turn() -> None:
    """T8 b."""
    after = after_arrival(
        [SILENCE, "fabert 3"], hands=["red 1", "blue 1"], silence_forbids_exchange=True
    )
    assert "give red 1" not in after.menu()
    after.play("end turn")
    assert "give blue 1" in after.menu()


def test_an_event_can_cost_the_player_one_card_of_their_choice() -> None:
    """T8 c."""
    after = after_arrival([DISCARD], hands=["red 1, blue 2, draw two", "joker 3"])
    assert after.menu() == ["discard red 1", "discard blue 2", "discard draw two"]
    after.play("discard blue 2")
    assert (after.hand(1), after.hand(2)) == ("red 1, draw two", "joker 3")
    assert after.discards() == "blue 2"
    assert (after.state.tally.discarded_by_event, after.state.tally.discarded_by_limit) == (1, 0)
    assert (after.phase(), after.state.actions_left) == (Phase.ACTIONS, 3)


def test_an_empty_hand_has_nothing_to_discard_for_an_event() -> None:
    """T8 c."""
    after = after_arrival([DISCARD], hands=["", "red 1"])
    assert after.phase() == Phase.ACTIONS
    assert after.state.tally.discarded_by_event == 0
    assert after.state.tally.events.tolist() == [0, 0, 1, 0, 0]


def test_the_reserve_is_safe_from_events() -> None:
    """T8 c."""
    after = after_arrival([DISCARD], players=1, hands=[""], reserve="red 1, blue 1")
    assert after.phase() == Phase.ACTIONS
    assert after.reserve() == "red 1, blue 1"


def test_an_event_can_bring_another_taxi_in_the_same_turn() -> None:
    """T8 d."""
    arranged = table(coming=[ANOTHER, "orsay 3"])
    arranged.state.turns = 0
    arranged.let(begin_turn)
    assert arranged.standing() == {"constantine": "constantine 2", "orsay": "orsay 3"}
    assert (arranged.state.turns, arranged.state.tally.arrivals) == (1, 2)
    assert (arranged.phase(), arranged.state.actions_left) == (Phase.ACTIONS, 3)


def test_another_taxi_overtakes_the_one_that_brought_it() -> None:
    """T8 d."""
    after = after_arrival([ANOTHER, "constantine 4"])
    assert after.standing()["orsay"] == "constantine 4"
    assert after.tokens() == ["constantine"]


def test_a_chain_of_taxis_can_be_long() -> None:
    """T8 d."""
    chain = ["constantine 2", "invalides 2", "fabert 3", "orsay 3"]
    event_on_orsay: dict[str, Any] = {"taxis.orsay_3.event": "another_taxi"}
    after = after_arrival(chain, taxi_deck="taxis_12_events", **event_on_orsay)
    assert (after.state.turns, after.state.tally.arrivals) == (2, 4)
    assert after.state.tally.events.tolist() == [0, 0, 0, 4, 0]


@pytest.mark.parametrize(
    ("last", "n_events"),
    [(NO_BONUS, [1, 0, 0, 1]), (SILENCE, [0, 1, 0, 1]), (DISCARD, [0, 0, 1, 1])],
)
def test_the_events_of_a_chain_add_up(last: str, n_events: list[int]) -> None:
    """T8 d."""
    after = after_arrival([ANOTHER, last], players=1, hands=["extra action"], reserve="red 1")
    assert after.state.tally.events.tolist() == [*n_events, 0]
    assert after.state.is_bonus_forbidden == (last == NO_BONUS)
    assert after.state.is_exchange_forbidden == (last == SILENCE)
    assert (after.phase() == Phase.EVENT_DISCARD) == (last == DISCARD)


def test_the_game_ends_at_once_when_the_last_taxi_calls_for_another() -> None:
    """T8 d, T7: no actions, no discard of surplus cards."""
    after = after_arrival([ANOTHER], hands=["red 1, red 1, red 2, red 2, red 3, joker 1"])
    assert (after.phase(), after.state.end) == (Phase.OVER, End.DECK_EMPTY)
    assert after.state.hands[0].n_cards == 6
    assert (after.state.tally.wasted_actions, after.state.tally.events.tolist()) == (
        0,
        [0, 0, 0, 1, 0],
    )


def test_the_game_ends_in_a_jam_when_the_eighth_taxi_calls_for_another() -> None:
    """T8 d, T7."""
    after = after_arrival(["invalides 2", "orsay 3"], ALL_BUT_FABERT)
    assert (after.phase(), after.state.end) == (Phase.OVER, End.JAM)
    assert after.standing()["fabert"] == "invalides 2"
    assert after.coming() == ["orsay 3"]


@pytest.mark.parametrize("taxi", [NO_BONUS, SILENCE, DISCARD, ANOTHER])
def test_beginners_ignore_all_events(taxi: str) -> None:
    """T9."""
    after = after_arrival(
        [taxi, "fabert 4"],
        players=1,
        hands=["extra action, red 1"],
        reserve="blue 1",
        events=False,
    )
    assert after.phase() == Phase.ACTIONS
    assert {"play extra action", "give red 1"} <= set(after.menu())
    assert len(after.standing()) == 1
    assert after.state.tally.events.tolist() == [0] * (len(EVENTS) + 1)
