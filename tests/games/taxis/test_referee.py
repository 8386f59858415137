"""The game against the referee, and the referee against lies."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.engine.record import NOT_APPLICABLE
from simlab.files.paths import data_folder
from simlab.games.taxis import GAME
from simlab.games.taxis.events import KINDS, tell
from simlab.games.taxis.folding import fold
from tests.games.taxis.game_record import POLICIES, GameRecord, played
from tests.games.taxis.referee import NOT_JUDGED, referee
from tests.support.falsified_record import (
    Event,
    Lie,
    after,
    before,
    changed,
    doubled,
    dropped,
    edit_at,
    less_one,
    lied,
    plus_one,
    put,
)

pytestmark = pytest.mark.compiled

Patch = Mapping[str, object]

SEATS = (1, 2, 3, 4, 5)
STREETS = 8
TAXI_CARDS = [
    f"{street}_{value}"
    for street in ("fabert", "orsay", "constantine", "tour_maubourg")
    for value in (2, 3, 4)
]
SOLDIER_CARDS = ("red_1", "joker_1", "place_officer", "draw_two", "extra_action")

RING = (
    *("fabert", "saint_dominique", "orsay", "constantine"),
    *("grenelle", "invalides", "tourville", "tour_maubourg"),
)
ADDED = {"breteuil": ("red", 8), "segur": ("blue", 9)}


def ring_of(n_streets: int) -> Patch:
    """Return a patch that leaves out the last streets with their taxis, or adds some."""
    patch: dict[str, object] = {}
    for street in RING[n_streets:]:
        patch |= {f"streets.{street}": "off"}
        patch |= {f"taxis.{street}_{value}": "off" for value in (2, 3, 4)}
    for street, (colour, position) in list(ADDED.items())[: max(0, n_streets - len(RING))]:
        row = {"name": street, "position": position, "colour": colour}
        taxi = {"street": street, "value": 3}
        patch |= {f"streets.{street}.{column}": cell for column, cell in row.items()}
        patch |= {f"taxis.{street}_3.{column}": cell for column, cell in taxi.items()}
    return patch


VARIANTS: dict[str, Patch] = {
    "the box": {},
    "1 action": {"actions_per_turn": 1},
    "2 actions": {"actions_per_turn": 2},
    "8 actions": {"actions_per_turn": 8},
    "hand of 1": {"hand_limit": 1},
    "hand of 12": {"hand_limit": 12},
    "no cards dealt": {"initial_cards": 0},
    "7 cards dealt": {"initial_cards": 7},
    "20 cards dealt": {"initial_cards": 20},
    "all cards dealt": {"initial_cards": 27},
    "no reserve": {"solo_reserve_limit": 0},
    "reserve of 12": {"solo_reserve_limit": 12},
    "1 officer": {"officers": 1},
    "3 officers": {"officers": 3},
    "4 officers": {"officers": 4},
    "tokens cost nothing": {"token_penalty": 0},
    "tokens cost 3": {"token_penalty": 3},
    "no events": {"events": False},
    "silence counts": {"silence_forbids_exchange": True},
    "officers stand alone": {"officers_may_share": False},
    "4 officers stand alone": {"officers_may_share": False, "officers": 4},
    "jokers need company": {"joker_any_street": False},
    "bonus after arrival": {"bonus_before_arrival": False},
    "clockwise": {"arrival_direction": "clockwise"},
    "6 streets": ring_of(6),
    "7 streets": ring_of(7),
    "9 streets": ring_of(9),
    "10 streets, clockwise, 4 officers": {
        **ring_of(10),
        **{"arrival_direction": "clockwise", "officers": 4},
    },
    "neighbours of one colour": {
        **{"streets.saint_dominique.colour": "red", "streets.grenelle.colour": "blue"}
    },
    "12 events": {"taxi_deck": "taxis_12_events"},
    "deck b": {"soldier_deck": "soldiers_b"},
    "deck c": {"soldier_deck": "soldiers_c"},
    "deck e": {"soldier_deck": "soldiers_e"},
    "long chains": {f"taxis.{card}.event": "another_taxi" for card in TAXI_CARDS},
    "many bonus cards": {f"soldiers.{card}.copies": 6 for card in SOLDIER_CARDS},
    "high taxis": {"taxis.fabert_4.copies": 5, "taxis.orsay_4.value": 6},
    "beginners": {"events": False, "token_penalty": 0, "hand_limit": 7, "actions_per_turn": 4},
    "hard": {
        **{"officers_may_share": False, "joker_any_street": False, "token_penalty": 2},
        **{"silence_forbids_exchange": True, "taxi_deck": "taxis_12_events"},
    },
}

ANY_PATCH = st.fixed_dictionaries(
    {},
    optional={
        "actions_per_turn": st.integers(1, 8),
        "hand_limit": st.integers(1, 12),
        "initial_cards": st.integers(0, 27),
        "solo_reserve_limit": st.integers(0, 12),
        "officers": st.integers(1, 4),
        "token_penalty": st.integers(0, 3),
        "events": st.booleans(),
        "silence_forbids_exchange": st.booleans(),
        "officers_may_share": st.booleans(),
        "joker_any_street": st.booleans(),
        "bonus_before_arrival": st.booleans(),
        "arrival_direction": st.sampled_from(["clockwise", "counter_clockwise"]),
        "taxi_deck": st.sampled_from(["taxis", "taxis_12_events"]),
        "soldier_deck": st.sampled_from(["soldiers", "soldiers_b", "soldiers_c", "soldiers_e"]),
        **{
            f"taxis.{card}.event": st.sampled_from(["no_bonus", "discard", "another_taxi"])
            for card in TAXI_CARDS
        },
        **{f"soldiers.{card}.copies": st.integers(3, 6) for card in SOLDIER_CARDS},
    },
)
QUICK_POLICIES = ("random", "greedy")
"""The planner thinks for minutes where hands, bonus cards and actions are all many."""
ANY_GAME = st.tuples(
    st.sampled_from(QUICK_POLICIES), st.sampled_from(SEATS), st.integers(0, 10**9), ANY_PATCH
)


def judged(record: GameRecord, **other: Any) -> list[str]:
    """Return the breaches in a game, or in what is made of it by `other` values."""
    facts = {**vars(record), **other}
    return referee(*(facts[name] for name in ("events", "rules", "legend", "players", "outcome")))


def assert_fair(policy: str, players: int, deal: int, patch: Patch) -> GameRecord:
    record = played(POLICIES[policy], players, deal, patch)
    breaches = judged(record)
    story = f"{policy}, {players} players, deal {deal}, {dict(patch)}"
    assert not breaches, "\n".join([story, *breaches[:5]])
    return record


# The game against the referee.


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("policy", POLICIES)
def test_games_keep_to_the_rules(policy: str, players: int) -> None:
    for deal in range(10):
        record = assert_fair(policy, players, deal, {})
        assert record.outcome["finished"]


@pytest.mark.long
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("policy", POLICIES)
def test_many_games_keep_to_the_rules(policy: str, players: int) -> None:
    for deal in range(10, 440):
        assert_fair(policy, players, deal, {})


@pytest.mark.parametrize(
    ("patch", "players"), [*zip(VARIANTS.values(), cycle(SEATS[1:]), strict=False)], ids=VARIANTS
)
def test_games_keep_to_changed_rules(patch: Patch, players: int) -> None:
    """One player, who has rules of their own, and one of the larger tables."""
    for policy in POLICIES:
        for each in (1, players):
            assert_fair(policy, each, 0, patch)


@pytest.mark.long
@pytest.mark.parametrize("patch", VARIANTS.values(), ids=VARIANTS)
def test_many_games_keep_to_changed_rules(patch: Patch) -> None:
    for policy in POLICIES:
        for players in SEATS:
            for deal in range(21):
                assert_fair(policy, players, deal, patch)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(ANY_GAME)
def test_games_keep_to_any_rules(game: tuple[str, int, int, Patch]) -> None:
    assert_fair(*game)


@pytest.mark.long
@settings(max_examples=5_000, deadline=None, derandomize=True)
@given(ANY_GAME)
def test_many_games_keep_to_any_rules(game: tuple[str, int, int, Patch]) -> None:
    assert_fair(*game)


def test_the_judged_games_show_all_that_can_happen() -> None:
    games = [played(POLICIES["random"], 1, deal, {"solo_reserve_limit": 12}) for deal in range(30)]
    games += [played(POLICIES["greedy"], 3, deal) for deal in range(30)]
    events = [event for record in games for event in record.events]
    columns = {name for record in games for name, value in record.outcome.items() if value}
    never = {"rotation", "sent_value_1", "sent_value_5", "sent_value_6"}
    assert {event["event"] for event in events} == {kind.name for kind in KINDS.values()}
    assert {event["means"] for event in events if event["event"] == "drew"} == {0, 1, 2}
    assert {event["means"] for event in events if event["event"] == "officer_moved"} == {0, 1}
    assert {record.outcome["end_reason"] for record in games} == {1, 2}
    assert columns == games[0].outcome.keys() - never


def test_a_capped_game_is_judged_as_far_as_it_went() -> None:
    record = played(POLICIES["random"], 3, 0, decision_limit=10)
    assert (record.outcome["finished"], record.outcome["end_reason"]) == (0, NOT_APPLICABLE)
    assert not judged(record)


@pytest.mark.parametrize("taxi_deck", ["taxis", "taxis_12_events"])
def test_the_legend_lists_the_taxis_of_the_file(taxi_deck: str) -> None:
    legend = played(POLICIES["random"], 2, 0, {"taxi_deck": taxi_deck}).legend
    position = {street["street"]: street["position"] for street in legend["streets"]}
    assert legend["taxis"] == [
        {
            "street": position[row["street"]],
            "value": int(row["value"]),
            "event": row["event"] or "none",
        }
        for row in rows_of(taxi_deck)
        for _ in range(int(row["copies"]))
    ]


@pytest.mark.parametrize("soldier_deck", ["soldiers", "soldiers_b", "soldiers_c", "soldiers_e"])
def test_the_legend_lists_the_cards_of_the_file(soldier_deck: str) -> None:
    legend = played(POLICIES["random"], 2, 0, {"soldier_deck": soldier_deck}).legend
    assert legend["cards"] == [
        {
            **{name: row[name] for name in ("card", "colour")},
            **{name: int(row[name]) for name in ("value", "copies")},
            "effect": row["effect"] or "none",
        }
        for row in rows_of(soldier_deck)
    ]


def rows_of(file: str) -> list[dict[str, str]]:
    with (data_folder("taxis") / f"{file}.csv").open(newline="") as sheet:
        return list(csv.DictReader(sheet))


def test_every_event_is_reported_in_a_sentence() -> None:
    rules = GAME.load()
    for event in played(POLICIES["greedy"], 3, 0).events:
        sentence = tell(event, rules)
        assert sentence.endswith(".")
        assert "_" not in sentence


@pytest.mark.parametrize(
    ("direction", "street", "stop"),
    [
        ("counter_clockwise", 0, "there"),
        ("counter_clockwise", 7, "at boulevard de la Tour-Maubourg (yellow), past 1 taxi"),
        ("counter_clockwise", 5, "at boulevard des Invalides (blue), past 3 taxis"),
        ("clockwise", 3, "at rue de Constantine (yellow), past 3 taxis"),
    ],
)
def test_a_taxi_is_reported_with_all_that_it_overtakes(
    direction: str, street: int, stop: str
) -> None:
    """T6."""
    event = {"event": "taxi_placed", "seat": 0, "taxi": 1, "street": street}
    words = tell(event, GAME.load(patch={"arrival_direction": direction}))
    assert words == f"Player 1 reveals a taxi of value 3 for rue Fabert (red); it stops {stop}."


@pytest.mark.parametrize(
    ("passed", "sentence"),
    [
        (
            ["token_placed"],
            " Tokens for the taxis overtaken: quai d'Orsay (green).",
        ),
        (["overtaken"], " Each taxi overtaken has its token already."),
        (
            ["overtaken", "token_placed"],
            " Tokens for the taxis overtaken: rue Fabert (red); the others have one.",
        ),
    ],
)
def test_taxis_with_a_token_are_distinguished_from_those_that_get_one(
    passed: list[str], sentence: str
) -> None:
    """T6."""
    placed = {"event": "taxi_placed", "seat": 0, "taxi": 1, "street": 4}
    others = [
        {"event": kind, "street": street} for kind, street in zip(passed, (2, 0), strict=False)
    ]
    [event] = fold([placed, *others])
    assert tell(event, GAME.load()).endswith(sentence)


TOLD: list[tuple[Event, str]] = [
    (
        {"event": "overtaken", "street": 0},
        "It overtakes the taxi at rue Fabert (red), which has a token already.",
    ),
    (
        {"event": "event_met", "seat": 0, "kind_of_event": 2, "has_effect": 0},
        "Event: silence this turn, which does nothing with several players.",
    ),
    (
        {"event": "event_met", "seat": 0, "kind_of_event": 2, "has_effect": 1},
        "Event: silence this turn.",
    ),
    (
        {"event": "turn_ended", "seat": 1, "actions_left": 2, "is_by_choice": 1},
        "Player 2 ends the turn; 2 actions left.",
    ),
    (
        {"event": "turn_ended", "seat": 1, "actions_left": 0, "is_by_choice": 0},
        "The turn of Player 2 is over; no actions left.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_an_event_is_reported_in_these_words(event: Event, sentence: str) -> None:
    assert tell(event, GAME.load()) == sentence


# The referee against lies.


def next_one(number: int, among: int) -> int:
    return (number + 1) % among


def next_street(street: int) -> int:
    return next_one(street, STREETS)


def ended_early(events: list[Event]) -> list[Event]:
    first = next(i for i, event in enumerate(events) if event["event"] == "taxi_placed")
    return [*events[:first], events[-1]]


def drew_a_dealt_card(events: list[Event]) -> list[Event] | None:
    dealt = [e["card"] for e in events if e["event"] == "dealt" and e["card"] in SINGLE_CARDS]
    return changed("drew", "card", lambda card: dealt[0])(events) if dealt else None


def left_empty(events: list[Event]) -> list[Event] | None:
    """Return the events without the only card of a load."""
    names = [event["event"] for event in events]
    for i in range(1, len(events)):
        if names[i - 1] != "loaded" and names[i : i + 2] == ["loaded", "sent"]:
            return [*events[:i], *events[i + 1 :]]
    return None


SINGLE_CARDS = (2, 5, 8, 11, 12, 13, 14)
EXTRA_ACTION = {"event": "bonus_played", "seat": 0, "card": 18}
DRAW = {"event": "drew", "seat": 0, "card": 0, "means": 0}
EXCHANGE = {"event": "exchanged", "seat": 0, "card": 0, "other": 1, "other_card": 3}
RESHUFFLE = {"event": "reshuffled", "cards": 0}

LIES = {
    "officers begin on two colours": Lie("T1", changed("officer_placed", "street", next_street)),
    "an officer is left in the box": Lie("T1", dropped("officer_placed")),
    "the wrong seat gets a card": Lie("T3", changed("dealt", "hand", plus_one)),
    "alone, the reserve comes first": Lie(
        "T4", changed("dealt", "hand", lambda hand: 1 - hand), players=1
    ),
    "another back": Lie("T2", changed("next_back", "colour", lambda back: next_one(back, 4))),
    "no back": Lie("T2", dropped("next_back")),
    "a taxi drives on": Lie(
        "T6", changed("taxi_placed", "street", lambda street: (street - 1) % STREETS)
    ),
    "a token is forgotten": Lie("T6", dropped("token_placed")),
    "a taxi with a token is passed in silence": Lie("T6", dropped("overtaken")),
    "silence in company is said to matter": Lie(
        "T8", changed("event_met", "has_effect", put(1), has_effect=0)
    ),
    "a turn that nobody ended is said to be ended": Lie(
        "T15", changed("turn_ended", "is_by_choice", put(1), is_by_choice=0)
    ),
    "a second token": Lie("T2", doubled("token_placed")),
    "an event is ignored": Lie("T8", dropped("event_met")),
    "another event": Lie("T8", changed("event_met", "kind_of_event", lambda kind: kind % 4 + 1)),
    "a bonus card in spite of the event": Lie(
        "T8", after("event_met", EXTRA_ACTION, kind_of_event=1)
    ),
    "alone, an exchange in silence": Lie(
        "T8", after("event_met", EXCHANGE, kind_of_event=2), players=1
    ),
    "nothing is discarded for the event": Lie("T8", dropped("discarded", reason=1)),
    "two are discarded for the event": Lie("T10–T17", doubled("discarded", reason=1)),
    "a chain breaks": Lie("T6", after("event_met", DRAW, kind_of_event=4)),
    "a card is not in the pile": Lie("T10", drew_a_dealt_card),
    "a reshuffle too early": Lie("T10", before("drew", RESHUFFLE)),
    "a reshuffle leaves a card out": Lie("T10", changed("reshuffled", "cards", less_one)),
    "alone, one card too many in the reserve": Lie(
        "T10", changed("drew", "means", put(2), means=0), players=1
    ),
    "a reserve in company": Lie("T10", changed("drew", "means", put(2), means=0)),
    "an officer runs": Lie(
        "T11", changed("officer_moved", "to", lambda to: (to + 3) % STREETS, means=0)
    ),
    "an officer comes from elsewhere": Lie(
        "T11", changed("officer_moved", "from", next_street, means=0)
    ),
    "an exchange with oneself": Lie(
        "T12", edit_at("exchanged", lambda event: [{**event, "other": event["seat"]}])
    ),
    "like for like": Lie(
        "T12", edit_at("exchanged", lambda event: [{**event, "other_card": event["card"]}])
    ),
    "a wrong colour pays": Lie("T13", changed("loaded", "card", lambda card: (card + 3) % 12)),
    "the load is at another street": Lie("T13", changed("loaded", "street", next_street)),
    "somebody walks": Lie("T13", changed("sent", "soldiers", less_one)),
    "another taxi leaves": Lie("T13", changed("sent", "taxi", lambda taxi: next_one(taxi, 24))),
    "a token is denied": Lie("T13", changed("sent", "token", put(0), token=1)),
    "an empty taxi leaves": Lie("T10–T17", left_empty),
    "a bonus card without effect": Lie("T14", dropped("token_removed")),
    "a bonus card draws one": Lie("T14", dropped("drew", means=1)),
    "a bonus card's move is called an action": Lie(
        "T14", changed("officer_moved", "means", put(0), means=1)
    ),
    "a soldier is played as a bonus card": Lie(
        "T14", edit_at("bonus_played", lambda event: [{**event, "card": 0}])
    ),
    "one action too many": Lie("T15", before("turn_ended", DRAW, actions_left=0)),
    "an action is hidden": Lie("T15", dropped("drew", means=0)),
    "actions are miscounted": Lie("T15", changed("turn_ended", "actions_left", plus_one)),
    "the surplus is kept": Lie("T16", dropped("discarded", reason=2)),
    "more than the surplus is discarded": Lie("T17", doubled("discarded", reason=2)),
    "a card is thrown away in the turn": Lie(
        "T10–T17",
        after("drew", {"event": "discarded", "seat": 0, "card": 0, "reason": 2}, means=0),
    ),
    "another seat takes the turn": Lie("T17", changed("taxi_placed", "seat", put(1))),
    "the game ends early": Lie("T7", ended_early),
    "the game ends for another reason": Lie(
        "T7", changed("game_over", "reason", lambda reason: 3 - reason)
    ),
    "play goes on after the end": Lie("T7", doubled("game_over")),
    "the score is too high": Lie("T21", changed("game_over", "score", plus_one)),
    "a card that does not exist": Lie("T10–T17", changed("drew", "card", put(99))),
    "an event that does not exist": Lie(
        "T14", edit_at("taxi_placed", lambda event: [{**event, "event": "taxi_towed"}])
    ),
}


@cache
def game(policy: str, players: int, deal: int) -> GameRecord:
    return played(POLICIES[policy], players, deal)


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_the_referee_sees_through(lie: Lie) -> None:
    games = (game(policy, lie.players, deal) for deal in range(40) for policy in QUICK_POLICIES)
    record, events = lied(lie, games)
    breaches = judged(record, events=events)
    assert breaches[0].startswith(f"{lie.rule}:"), breaches[0]


@pytest.mark.parametrize("players", [1, pytest.param(3, marks=pytest.mark.long)])
def test_no_event_can_be_left_out_or_doubled(players: int) -> None:
    record = game("greedy", players, 0)
    for i, event in enumerate(record.events):
        start, rest = record.events[:i], record.events[i + 1 :]
        assert judged(record, events=[*start, *rest]), event
        assert judged(record, events=[*start, event, event, *rest]), event


def test_each_column_of_the_outcome_is_counted_again() -> None:
    record = game("greedy", 3, 0)
    for column in record.outcome.keys() - NOT_JUDGED:
        outcome = {**record.outcome, column: record.outcome[column] + 1}
        breaches = judged(record, outcome=outcome)
        assert [breach.split()[:2] for breach in breaches] == [["Row:", column]]


def test_a_column_that_the_referee_does_not_know_is_a_breach() -> None:
    record = game("greedy", 3, 0)
    assert judged(record, outcome={**record.outcome, "sandwiches": 4}) == [
        "Row: sandwiches is 4 instead of None."
    ]


OTHER_RULES: dict[str, tuple[str, int, Patch, Patch]] = {
    "officers": ("T1", 3, {"officers": 1}, {}),
    "initial_cards": ("T3", 3, {}, {"initial_cards": 11}),
    "cards in the reserve": ("T4", 1, {"solo_reserve_limit": 4}, {}),
    "arrival_direction": ("T6", 3, {"arrival_direction": "clockwise"}, {}),
    "bonus_before_arrival": ("T6", 3, {}, {"bonus_before_arrival": False}),
    "silence_forbids_exchange": ("T8", 3, {}, {"silence_forbids_exchange": True}),
    "events off": ("T8", 3, {"events": False}, {}),
    "events on": ("T10–T17", 3, {}, {"events": False}),
    "solo_reserve_limit": ("T10", 1, {"solo_reserve_limit": 12}, {}),
    "officers_may_share": ("T11", 3, {}, {"officers_may_share": False}),
    "token_penalty": ("T13", 3, {"token_penalty": 0}, {}),
    "joker_any_street": ("T13", 3, {}, {"joker_any_street": False}),
    "actions_per_turn": ("T15", 3, {"actions_per_turn": 4}, {}),
    "hand_limit": ("T16", 3, {}, {"hand_limit": 4}),
}


@pytest.mark.parametrize("case", OTHER_RULES.values(), ids=OTHER_RULES)
def test_games_by_other_rules_break_these(case: tuple[str, int, Patch, Patch]) -> None:
    rule, players, in_play, in_force = case
    rules = GAME.load(patch=in_force).components.values
    games = [
        played(POLICIES[policy], players, deal, in_play)
        for policy in QUICK_POLICIES
        for deal in range(10)
    ]
    breaches = [breach for record in games for breach in judged(record, rules=rules)[:1]]
    assert any(breach.startswith(f"{rule}:") for breach in breaches)
