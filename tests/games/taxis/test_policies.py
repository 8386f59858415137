"""What the scripted players of Les Taxis de la Marne do, and which rule values they reckon with."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.check.contract import check_redeals
from simlab.engine.record import new
from simlab.execution.stepper import Case
from simlab.execution.stepper import Stepper as Stepper
from simlab.game.policy import Policy
from simlab.games.taxis import GAME
from simlab.games.taxis.policies import greedy, planner
from simlab.games.taxis.policies.before_arrival import bonus_in_plan
from simlab.games.taxis.policies.outlook import Outlook
from simlab.games.taxis.rules.choice import DETAIL_BITS, Choice
from simlab.games.taxis.rules.turn import begin_turn
from simlab.games.taxis.state import Effect
from tests.games.taxis.table import Table, table
from tests.support.ask_policy import ask_policy

COMING = ["fabert 3", "grenelle 2", "orsay 4", "tourville 3", "invalides 2"]
FULL = "blue 1, blue 1, blue 2, red 1, red 2, green 1, green 2, yellow 1, yellow 2"


def answer(of: Policy, at: Table) -> str:
    """Return what a player chooses, in words."""
    return at.in_words(ask_policy(of, at.rules, at.state, 0, at.codes()))


@pytest.mark.parametrize("players", [1, 2])
def test_a_planner_draws_two_at_sight_even_with_a_full_hand(players: int) -> None:
    at = table(players=players, hands=[f"draw two, {FULL}"], pile="red 1, red 1", coming=COMING)
    assert answer(planner, at) == "play draw two"


def test_a_planner_takes_a_bonus_card_out_of_the_reserve() -> None:
    at = table(players=1, hands=["blue 1, red 1"], reserve="extra action", coming=COMING)
    assert answer(planner, at).startswith("give ")
    at.play(answer(planner, at))
    assert answer(planner, at).startswith("take extra action")


def test_a_planner_gives_no_bonus_card_to_the_reserve_for_a_small_soldier() -> None:
    at = table(players=1, hands=["place officer"], reserve="red 1", coming=COMING)
    assert answer(planner, at) == "end turn"


# Before the taxi arrives


BAN = "fabert 2"
AFTER_BAN = [BAN, "orsay 3", "tourville 3", "invalides 2", "constantine 3"]


def before_arrival(coming: list[str], **more: Any) -> Table:
    """Return a table at the start of a turn."""
    arranged = table(players=2, coming=coming, pile="blue 1, blue 1, blue 2, red 1, red 1", **more)
    arranged.state.has_arrived = 0
    arranged.let(begin_turn)
    return arranged


@pytest.mark.parametrize("policy", [greedy, planner], ids=str)
@pytest.mark.parametrize("card", ["draw two", "extra action"])
def test_a_card_for_cards_or_an_action_is_played_before_the_taxi(policy: Policy, card: str) -> None:
    assert answer(policy, before_arrival(COMING, hands=[f"{card}, red 1"])) == f"play {card}"


def with_token(coming: list[str], **patch: object) -> Table:
    """Return a start of a turn in which a bonus card lets the green 4 be sent this turn."""
    return before_arrival(
        coming,
        hands=["remove token, green 3, green 1"],
        taxis={"orsay": 4},
        tokens=["orsay"],
        officers=["orsay", "tourville"],
        **patch,
    )


def test_a_planner_removes_a_token_before_a_taxi_that_bans_bonus_cards() -> None:
    at = with_token(AFTER_BAN)
    assert answer(planner, at) == "play remove token"
    at.play("play remove token")
    assert at.menu() == ["remove token at orsay"]


def test_a_planner_keeps_the_card_when_no_ban_can_come() -> None:
    assert answer(planner, with_token(["orsay 3", *AFTER_BAN[2:]])) == "reveal"
    assert answer(planner, with_token(AFTER_BAN, events=False)) == "reveal"


def test_a_planner_places_an_officer_before_a_taxi_that_bans_bonus_cards() -> None:
    hands, officers = ["place officer, green 3, green 1"], ["constantine", "tour maubourg"]
    arranged = {"hands": hands, "taxis": {"tourville": 4}, "actions_per_turn": 1}
    assert answer(planner, before_arrival(AFTER_BAN, officers=officers, **arranged)) == (
        "play place officer"
    )


# Rule values that change the plan


HAND_OF_FIVE = "blue 1, blue 1, blue 2, yellow 1, yellow 1"


def far_taxi(**patch: object) -> Table:
    """Return a table with one action and a taxi two steps from the next officer."""
    return table(
        hands=["green 3, green 2, blue 1, yellow 1, yellow 1"],
        taxis={"orsay": 4},
        officers=["fabert", "grenelle"],
        coming=COMING,
        pile="red 1, red 1, red 2, red 2, red 3, blue 1",
        **{"actions_per_turn": 1, **patch},
    )


def two_taxis(**patch: object) -> Table:
    """Return a table at which one of two like taxis can go; the next taxi may overtake either."""
    return table(
        hands=["blue 3, yellow 3"],
        taxis={"orsay": 4, "saint dominique": 3, "constantine": 3},
        officers=["saint dominique", "constantine"],
        coming=["orsay 3", "tourville 3", "fabert 3", "grenelle 3"],
        **{"actions_per_turn": 1, **patch},
    )


def token_in_the_way(**patch: object) -> Table:
    return table(
        hands=["remove token, green 3, green 1"],
        taxis={"orsay": 4},
        tokens=["orsay"],
        officers=["orsay", "tourville"],
        coming=COMING,
        **patch,
    )


def lone_joker(**patch: object) -> Table:
    return table(
        hands=["joker 3, blue 1", "red 1"], taxis={"fabert": 3}, coming=COMING, pile="", **patch
    )


def near_taxi(**patch: object) -> Table:
    """Return a table with a taxi that an officer reaches with the first of its actions."""
    return table(
        hands=["blue 3, blue 1"],
        taxis={"saint dominique": 4},
        coming=COMING,
        pile="red 1, red 1",
        **patch,
    )


def exact_soldiers(**patch: object) -> Table:
    """Return a table at which one card pays a taxi to the last soldier."""
    return table(
        hands=["red 3"],
        taxis={"fabert": 3},
        coming=COMING,
        pile="blue 1, blue 1",
        **{"actions_per_turn": 1, **patch},
    )


def drawn_card(**patch: object) -> Table:
    """Return a solo table at which a card has been drawn into a full hand."""
    at = table(
        players=1,
        hands=[HAND_OF_FIVE],
        coming=COMING,
        pile="blue 2",
        **{"solo_reserve_limit": 6, "actions_per_turn": 1, **patch},
    )
    at.play("draw")
    return at


def surplus(**patch: object) -> Table:
    """Return a table at which a red or a yellow card must go."""
    at = table(
        hands=["red 2, yellow 2"],
        coming=["orsay 3", "fabert 4", "grenelle 4", "constantine 2"],
        **{"hand_limit": 1, "actions_per_turn": 1, **patch},
    )
    at.play("end turn")
    return at


NO_RED = {f"taxis.{street}_4.street": "tour_maubourg" for street in ("fabert", "grenelle")}
CASES: dict[str, tuple[Any, dict[str, object], str, str]] = {
    "hand_limit": (far_taxi, {"hand_limit": 12}, "move 2 counter-clockwise", "draw"),
    "actions_per_turn": (near_taxi, {"actions_per_turn": 1}, "move 1 clockwise", "draw"),
    "token_penalty": (token_in_the_way, {"token_penalty": 0}, "play remove token", "send orsay"),
    "joker_any_street": (lone_joker, {"joker_any_street": False}, "send fabert", "give blue 1"),
    "arrival_direction": (
        two_taxis,
        {"arrival_direction": "clockwise"},
        "send saint dominique",
        "send constantine",
    ),
    "solo_reserve_limit": (drawn_card, {"hand_limit": 12}, "put into reserve", "keep"),
    "taxi_deck": (surplus, NO_RED, "discard yellow 2", "discard red 2"),
    "soldier_deck": (exact_soldiers, {"soldiers.red_3.value": 2}, "send fabert", "draw"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_planner_reckons_with_a_rule_value(case: tuple[Any, dict[str, object], str, str]) -> None:
    arranged, patch, as_printed, as_patched = case
    assert answer(planner, arranged()) == as_printed
    assert answer(planner, arranged(**patch)) == as_patched


def test_a_planner_uses_a_third_officer() -> None:
    hand = {"hands": ["green 3, green 2"], "taxis": {"orsay": 4}, "coming": COMING}
    assert answer(planner, table(officers=["fabert", "grenelle"], **hand)) != "send orsay"
    assert answer(planner, table(officers=["fabert", "grenelle", "orsay"], **hand)) == "send orsay"


# What another player has begun, such as a search that tries an exchange


def test_a_planner_takes_the_card_that_pays_a_taxi_after_a_card_was_given() -> None:
    at = table(
        hands=["green 3, red 1", "red 2, blue 2, green 1"],
        taxis={"orsay": 4},
        officers=["orsay", "fabert"],
        coming=COMING,
        pile="blue 1",
    )
    at.play("give red 1")
    assert answer(planner, at) == "take green 1 from player 2"


def test_a_planner_takes_a_bonus_card_out_of_the_reserve_after_a_card_was_given() -> None:
    at = table(players=1, hands=["blue 1"], reserve="red 1, extra action", coming=COMING)
    at.play("give blue 1")
    assert answer(planner, at).startswith("take extra action")


def test_a_planner_places_an_officer_at_the_taxi_that_it_can_pay() -> None:
    at = table(
        hands=["place officer, green 3, green 1"],
        taxis={"orsay": 4, "fabert": 3},
        coming=COMING,
        actions_per_turn=1,
    )
    at.play("play place officer")
    assert answer(planner, at).endswith("at orsay")


def test_a_planner_removes_the_token_of_the_taxi_that_it_can_pay_without() -> None:
    at = table(
        hands=["remove token, green 3, green 1"],
        taxis={"orsay": 4, "fabert": 3},
        tokens=["orsay", "fabert"],
        officers=["orsay", "fabert"],
        coming=COMING,
    )
    at.play("play remove token")
    assert answer(planner, at) == "remove token at orsay"


# What a player cannot know


TABLES: dict[str, tuple[int, int, dict[str, object]]] = {
    "20 cards dealt": (2, 0, {"initial_cards": 20}),
    "5 actions": (3, 1, {"actions_per_turn": 5}),
    "12 events": (4, 34, {"taxi_deck": "taxis_12_events"}),
    "long hands": (2, 2, {"soldier_deck": "soldiers_e", "hand_limit": 12, "initial_cards": 27}),
}


@pytest.mark.parametrize("tried", TABLES.values(), ids=TABLES)
def test_a_planner_does_not_know_the_top_taxi_at_any_decision(
    tried: tuple[int, int, dict[str, object]],
) -> None:
    players, deal, patch = tried
    at = Stepper(Case(GAME, GAME.load(patch=patch), (planner,) * players), deal)
    at.set_up()
    for seat, menu in at.decisions():
        check_redeals(at, seat, menu)


def test_an_extra_action_has_no_target_to_be_planned_before_the_arrival() -> None:
    outlook = new(Outlook.dtype)
    extra = (Choice.BONUS << DETAIL_BITS) + Effect.EXTRA_ACTION
    outlook["best"][0, :2], outlook["n_best"] = (extra, 0), 1
    assert bonus_in_plan(outlook[0]) == -1
    placed = (Choice.BONUS << DETAIL_BITS) + Effect.PLACE_OFFICER
    outlook["best"][0, 1:3], outlook["n_best"] = (placed, 0), 3
    assert bonus_in_plan(outlook[0]) == 1
