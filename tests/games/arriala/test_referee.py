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

from simlab.files.paths import data_folder
from simlab.games.arriala import GAME
from simlab.games.arriala.events import KINDS, legend
from tests.games.arriala.game_record import (
    ACTIONS,
    ANY_PATCH,
    CARDS,
    LONG,
    POLICIES,
    SHIPPED,
    STRETCHES,
    VINEYARDS,
    GameRecord,
    Patch,
    played,
    rules_with,
)
from tests.games.arriala.referee import NOT_JUDGED, referee
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
    rules_broken_first,
)

pytestmark = pytest.mark.compiled

SEATS = (2, 3, 4)
MOVE_2, PLACE_CARD, TRANSFER, PENTE_D_EAU, PONT_CANAL = 0, 5, 8, 9, 10
MONTECH, MOISSAC = 11, 23
"""The spaces of two towns."""
TOWNS = (0, MONTECH, 18, MOISSAC, 32)


def of_all(table: str, rows: tuple[str, ...], column: str, value: int) -> dict[str, object]:
    """Return a patch of one column in all these rows of a table."""
    return {f"{table}.{row}.{column}": value for row in rows}


SHORT: Patch = {
    **of_all("stretches", STRETCHES, "cells", 2),
    **of_all("locks", STRETCHES, "locks", 1),
}
CALM: Patch = {
    **of_all("stretches", STRETCHES, "cells", 3),
    **of_all("locks", STRETCHES, "locks", 1),
    **{"cost_move": 6, "cost_to_vineyard": 12, "cost_to_canal": 12, "cost_river": 12},
}
"""Workers stay where they are placed, until a lock parts two rows of workers."""
WITH_NEUTRALS: Patch = {"neutral_workers": True}
VARIANTS: dict[str, Mapping[str, object]] = {
    "the box": {},
    "1 action point": {"action_points": 1},
    "12 action points": {"action_points": 12},
    "all costs 1": {f"cost_{action}": 1 for action in ACTIONS},
    "all costs 4": {f"cost_{action}": 4 for action in ACTIONS},
    "each cost its own": {f"cost_{action}": cost for cost, action in enumerate(ACTIONS, 1)}
    | {"action_points": 12},
    "works worth nothing": {"lock_points": 0, "river_points": 0, "art_points": 0},
    "works worth much": {"lock_points": 20, "river_points": 19, "art_points": 18},
    "1 worker": {"workers_per_player": 1},
    "10 workers": {"workers_per_player": 10},
    "no cards dealt": {"starting_cards": 0},
    "10 cards dealt": {"starting_cards": 10},
    "no lock pieces": {"lock_pieces": 0},
    "1 lock piece": {"lock_pieces": 1},
    "locks everywhere": {"lock_pieces": 30, "cost_lock": 1}
    | {f"locks.{s}.locks": n for s, n in zip(STRETCHES, (10, 6, 4, 8), strict=True)},
    "no locks allowed": of_all("locks", STRETCHES, "locks", 0),
    "neutral workers": WITH_NEUTRALS,
    "towns take nobody from a reserve or a vineyard": {"may_place_in_town": False},
    "built sections are open": {"may_enter_built": True},
    "the last one alone builds": {"tied_last_may_build": False},
    "1 round": {"max_rounds": 1},
    "3 rounds": {"max_rounds": 3},
    "steep": {"score_table": "score_steep"},
    "flat": {"score_table": "score_flat"},
    "a short canal": SHORT,
    "a short canal, open": SHORT | {"may_enter_built": True},
    "1 cell each": of_all("stretches", STRETCHES, "cells", 1)
    | of_all("locks", STRETCHES, "locks", 1),
    "a long canal": LONG,
    "the canal ends at Moissac for 2": {"stretches.moissac_valence_d_agen.min_players": 3},
    "the canal begins at Grisolles for 2": {"stretches.grisolles_montech.min_players": 2},
    "stretches in another order": {
        "stretches.grisolles_montech.position": 3,
        "stretches.moissac_valence_d_agen.position": 0,
    },
    "more blue cells": {"blue_cells.blue_5.stretch": STRETCHES[0], "cost_river": 1},
    "small vineyards": of_all("vineyards", VINEYARDS, "cells", 1) | {"cost_to_canal": 1},
    "no vineyards": of_all("vineyards", VINEYARDS, "cells", 0),
    "all vineyards for 2": of_all("vineyards", VINEYARDS, "min_players", 2),
    "vineyards worth other points": of_all("vineyards", VINEYARDS, "points", 11),
    "no cards": of_all("cards", CARDS, "copies", 0) | {"starting_cards": 0},
    "cards of one kind": of_all("cards", CARDS[:-3], "copies", 0),
    "one card of each kind": of_all("cards", CARDS, "copies", 1) | {"cost_draw": 1},
    "long reaches": {"cards.move_2.reach": 30, "cards.move_3.reach": 1},
}


def judged(record: GameRecord, **other: Any) -> list[str]:
    """Return the breaches in a game, or in what is made of it by `other` values."""
    facts = {**vars(record), **other}
    return referee(*(facts[name] for name in ("events", "rules", "legend", "players", "outcome")))


def mixed(players: int) -> list[tuple[str, ...]]:
    """Return line-ups of different policies in which every policy sits somewhere."""
    names = [*POLICIES]
    return [(*names, *names)[i : i + players] for i in range(0, len(names), players)]


def assert_fair(lineup: tuple[str, ...], deal: int, patch: Patch) -> GameRecord:
    record = played(lineup, deal, patch)
    breaches = judged(record)
    story = f"{', '.join(lineup)}, deal {deal}, {dict(patch)}"
    assert not breaches, "\n".join([story, *breaches[:5]])
    return record


# The game against the referee.


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("policy", POLICIES)
def test_games_keep_to_the_rules(policy: str, players: int) -> None:
    for deal in range(6):
        assert_fair((policy,) * players, deal, {})


@pytest.mark.parametrize("name", SHIPPED)
def test_games_of_shipped_players_keep_to_the_rules(name: str) -> None:
    players, _ = SHIPPED[name].players or GAME.players
    for deal in range(10):
        assert_fair((name,) * players, deal, {})
        assert_fair((name, *["planner"] * (players - 1)), deal, {})


@pytest.mark.long
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("policy", POLICIES)
def test_many_games_keep_to_the_rules(policy: str, players: int) -> None:
    for deal in range(6, 206):
        assert_fair((policy,) * players, deal, {})


@pytest.mark.parametrize(
    ("patch", "players"), [*zip(VARIANTS.values(), cycle(SEATS), strict=False)], ids=VARIANTS
)
def test_games_keep_to_changed_rules(patch: Mapping[str, object], players: int) -> None:
    for lineup in mixed(players):
        assert_fair(lineup, 0, {"max_rounds": 12, **patch})


@pytest.mark.long
@pytest.mark.parametrize("patch", VARIANTS.values(), ids=VARIANTS)
def test_many_games_keep_to_changed_rules(patch: Mapping[str, object]) -> None:
    for players in SEATS:
        for lineup in mixed(players):
            for deal in range(11):
                assert_fair(lineup, deal, dict(patch))


ANY_LINEUP = st.integers(2, 4).flatmap(lambda n: st.tuples(*[st.sampled_from([*POLICIES])] * n))
ANY_GAME = st.tuples(ANY_LINEUP, st.integers(0, 10**9), ANY_PATCH)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(ANY_GAME)
def test_games_keep_to_any_rules(game: tuple[tuple[str, ...], int, Patch]) -> None:
    assert_fair(*game)


@pytest.mark.long
@settings(max_examples=5_000, deadline=None, derandomize=True)
@given(ANY_GAME)
def test_many_games_keep_to_any_rules(game: tuple[tuple[str, ...], int, Patch]) -> None:
    assert_fair(*game)


LARGE = {f"{verb}_{size}" for verb in ("built", "won") for size in (*range(5, 12), "12_or_more")}
"""Columns for sections so large that random play seldom fills them."""


def test_the_judged_games_show_all_that_can_happen() -> None:
    games = [game(players, deal) for players in SEATS for deal in range(20)]
    games += [played(("random",) * 4, deal, LONG | {"cost_place": 1}) for deal in range(20)]
    games += [played(("random",) * 2, deal, SHORT | WITH_NEUTRALS) for deal in range(40)]
    events = [event for record in games for event in record.events]
    columns = {kind_of(name) for name in games[0].outcome}
    seen = {kind_of(name) for g in games for name, value in g.outcome.items() if value}
    assert {event["event"] for event in events} == {kind.name for kind in KINDS.values()}
    assert {event.get("by_card", -1) for event in events} == set(range(-1, len(CARDS)))
    scored = {event["colour"] for event in events if event["event"] == "section_scored"}
    assert scored == set(range(-1, 5))
    assert {record.outcome["end_reason"] for record in games} == {1, 2}
    assert columns - seen <= {"rotation", *LARGE}


def kind_of(column: str) -> str:
    """Return a column without its seat or round."""
    return column.split(" of seat ")[0].split(", round ")[0]


# The legend.


def test_the_legend_numbers_the_spaces_from_the_first_town() -> None:
    spaces = played(("random",) * 2, 0).legend["spaces"]
    cells = {row["stretch"]: int(row["cells"]) for row in rows_of("stretches")}
    towns = [row["name"] for row in rows_of("towns")]
    expected: list[str | None] = []
    for stretch, n_cells in cells.items():
        expected += [None, *[stretch] * n_cells]
    expected.append(None)
    assert [space["space"] for space in spaces] == list(range(len(expected)))
    assert [space["stretch"] for space in spaces] == expected
    assert [space["name"] for space in spaces if space["kind"] == "town"] == towns


@pytest.mark.parametrize("table", ["stretches", "locks", "blue_cells", "vineyards", "cards"])
def test_the_legend_holds_the_rows_of_the_file(table: str) -> None:
    legend = played(("random",) * 2, 0).legend[table]
    expected = [{name: cell or "0" for name, cell in row.items()} for row in rows_of(table)]
    for row, wanted in zip(legend, expected, strict=True):
        numbers = {name: str(row[name]) for name in wanted.keys() - {"provenance", "note"}}
        assert numbers.items() <= wanted.items()


@pytest.mark.parametrize("table", ["score", "score_steep", "score_flat"])
def test_the_legend_holds_the_points_of_the_file(table: str) -> None:
    legend = played(("random",) * 2, 0, {"score_table": table}).legend
    expected = {row["workers"]: int(row["points"]) for row in rows_of(table)}
    assert legend["section_points"] == expected


def rows_of(file: str) -> list[dict[str, str]]:
    with (data_folder("arriala") / f"{file}.csv").open(newline="") as sheet:
        return list(csv.DictReader(sheet))


# The referee against lies.


def is_on_a_cell(event: Event) -> bool:
    return bool(event["space"] not in TOWNS)


def is_long(event: Event) -> bool:
    return bool(abs(event["to"] - event["from"]) > 1)


def is_by_card(event: Event) -> bool:
    return bool(event["by_card"] >= 0)


def has_cells(event: Event) -> bool:
    return bool(event["last"] > event["first"])


def ended_early(events: list[Event]) -> list[Event]:
    """Return a game that is over with its first turn."""
    first = next(i for i, event in enumerate(events) if event["event"] == "turn_ended")
    last = next(i for i, event in enumerate(events) if event["event"] == "game_over")
    return [*events[: first + 1], *events[last:]]


def dealt_too_often(events: list[Event]) -> list[Event]:
    """Return a game whose first three cards are one of which there are two."""
    cards = iter([PONT_CANAL] * 3)
    return [{**e, "card": next(cards, e["card"])} if e["event"] == "dealt" else e for e in events]


def drew_too_often(events: list[Event]) -> list[Event] | None:
    """Return a game whose first three cards drawn are one of which there are two."""
    dealt = [event["card"] for event in events if event["event"] == "dealt"]
    draws = [i for i, event in enumerate(events) if event["event"] == "drew"][:3]
    if PONT_CANAL in dealt or len(draws) < 3:
        return None
    return [{**e, "card": PONT_CANAL} if i in draws else e for i, e in enumerate(events)]


def in_other_order(events: list[Event]) -> list[Event] | None:
    """Return a game where two sections built by one step are built from the other end."""
    names = [event["event"] for event in events]
    for i in range(len(events)):
        if names[i : i + 4] == ["section_built", "section_scored"] * 2:
            return [*events[:i], *events[i + 2 : i + 4], *events[i : i + 2], *events[i + 4 :]]
    return None


def moves_to_its_own_place(event: Event) -> list[Event]:
    return [{**event, "to": event["from"]}]


def locks_it(event: Event) -> list[Event]:
    """Follow a worker's arrival by a lock on the same space."""
    return [event, {**LOCK, "seat": event["seat"], "space": event["space"]}]


def enters_it(event: Event) -> list[Event]:
    """Follow a lock by a worker who is placed on it."""
    return [event, {**PLACED, "seat": event["seat"], "space": event["space"]}]


def comes_back(event: Event) -> list[Event]:
    """Follow a river work by a move of its worker from the cell that it has left."""
    worker = {"seat": event["seat"], "colour": event["seat"], "from": event["from"]}
    return [event, {"event": "moved", **worker, "to": MONTECH, "paid": 1, "by_card": TRANSFER}]


def as_other_art_work(event: Event) -> list[Event]:
    """Follow an art work by the other one, while its builder is no longer last."""
    card = PENTE_D_EAU + PONT_CANAL - event["by_card"]
    return [event, {**event, "by_card": card, "score": event["score"] + event["points"]}]


PLACED = {"event": "placed", "seat": 0, "space": MONTECH, "paid": 3, "by_card": -1}
LOCK = {"event": "lock_built", "seat": 0, "space": 1, "paid": 4, "by_card": -1} | {
    "points": 1,
    "score": 1,
}
RIVER = {"event": "river_built", "seat": 0, "from": MONTECH, "paid": 3, "points": 3, "score": 3}
DRAW = {"event": "drew", "seat": 0, "card": 0, "paid": 2}
NEUTRAL = {"event": "neutral_placed", "space": MONTECH}
RESHUFFLE = {"event": "reshuffled", "cards": 0}
SECTION = {"event": "section_built", "first": 1, "last": 10, "neutral": 0} | {
    f"seat_{seat}": 0 for seat in range(4)
}

LIES = {
    "the wrong seat gets a card": Lie("A1", changed("dealt", "seat", plus_one)),
    "a card is not dealt": Lie("A1", dropped("dealt")),
    "a third card of which there are two": Lie("A1", dealt_too_often),
    "a neutral worker in another town": Lie(
        "A2", changed("neutral_placed", "space", put(0)), 2, WITH_NEUTRALS
    ),
    "a neutral worker is missing": Lie("A2", dropped("neutral_placed"), 2, WITH_NEUTRALS),
    "two neutral workers in a town": Lie("A2", doubled("neutral_placed"), 2, WITH_NEUTRALS),
    "neutral workers among three": Lie("A1", before("dealt", NEUTRAL)),
    "another seat begins": Lie("A3", changed("turn_began", "seat", plus_one)),
    "a round is skipped": Lie("A3", changed("turn_began", "number", plus_one)),
    "a turn begins twice": Lie("A4–A11", doubled("turn_began")),
    "another seat acts": Lie("A3", changed("placed", "seat", less_one, seat=2)),
    "another seat ends the turn": Lie("A3", changed("turn_ended", "seat", plus_one, seat=0)),
    "a turn never ends": Lie("A4–A11", dropped("turn_ended")),
    "a way for less": Lie("A4", changed("moved", "paid", less_one, is_long, by_card=-1)),
    "a worker moves who is not there": Lie("A4", changed("moved", "colour", put(3))),
    "a worker stays": Lie("A4", edit_at("moved", moves_to_its_own_place)),
    "a placement for less": Lie("A5", changed("placed", "paid", less_one, by_card=-1)),
    "two workers on a cell": Lie("A12", doubled("placed", is_on_a_cell)),
    "a worker on a lock": Lie("A12", edit_at("lock_built", enters_it)),
    "a worker beyond the board": Lie("A12", changed("placed", "space", put(0)), 2),
    "a worker walks off the board": Lie("A12", changed("moved", "to", put(0)), 2),
    "a way to a vineyard for less": Lie(
        "A6", changed("went_to_vineyard", "paid", less_one, by_card=-1)
    ),
    "a vineyard out of play": Lie("A6", changed("went_to_vineyard", "vineyard", put(0))),
    "a worker goes to a vineyard who is not there": Lie(
        "A6", changed("went_to_vineyard", "from", put(0), lambda event: event["from"] > 10)
    ),
    "a worker comes from another vineyard": Lie(
        "A6", changed("went_to_canal", "vineyard", lambda vineyard: 3 - vineyard)
    ),
    "a way from a vineyard for less": Lie(
        "A6", changed("went_to_canal", "paid", less_one, by_card=-1)
    ),
    "a worker returns beyond the board": Lie("A12", changed("went_to_canal", "to", put(0)), 2),
    "a river work for less": Lie("A7", changed("river_built", "paid", less_one)),
    "a river work worth less": Lie("A7", changed("river_built", "points", less_one)),
    "a river work is not added": Lie("A7", changed("river_built", "score", less_one)),
    "a river work by nobody": Lie("A7", after("turn_began", RIVER)),
    "a worker returns from a blue cell": Lie("A4", edit_at("river_built", comes_back)),
    "a lock for less": Lie("A8", changed("lock_built", "paid", less_one, by_card=-1)),
    "a lock worth more": Lie("A8", changed("lock_built", "points", plus_one)),
    "a lock in a town": Lie("A8", changed("lock_built", "space", put(MOISSAC))),
    "a lock on a worker": Lie("A8", edit_at("placed", locks_it, is_on_a_cell)),
    "a lock on a lock": Lie("A8", doubled("lock_built")),
    "a card for less": Lie("A9", changed("drew", "paid", less_one)),
    "a card that is not in the pile": Lie("A9", drew_too_often),
    "a reshuffle too early": Lie("A9", before("drew", RESHUFFLE)),
    "a reshuffle leaves a card out": Lie("A9", changed("reshuffled", "cards", less_one)),
    "a reshuffle for nothing": Lie("A9", edit_at("drew", lambda e: [RESHUFFLE, DRAW])),
    "an empty pile gives a card": Lie("A9", dropped("reshuffled")),
    "a card not in the hand": Lie("A10", changed("placed", "by_card", put(PLACE_CARD), paid=3)),
    "a card does something else": Lie("A10", changed("placed", "by_card", put(MOVE_2), is_by_card)),
    "a card costs what it does": Lie("A10", changed("placed", "paid", put(3), is_by_card)),
    "a card reaches too far": Lie(
        "A10", changed("moved", "by_card", put(MOVE_2), lambda e: abs(e["to"] - e["from"]) > 2)
    ),
    "an art work without a card": Lie("A11", changed("art_built", "by_card", put(-1))),
    "an art work for more": Lie("A10", changed("art_built", "paid", plus_one)),
    "an art work worth less": Lie("A11", changed("art_built", "points", less_one)),
    "an art work twice": Lie("A11", doubled("art_built")),
    "an art work by somebody ahead": Lie("A11", edit_at("art_built", as_other_art_work)),
    "a section too short": Lie("A13", changed("section_built", "last", less_one, has_cells)),
    "a section is not built": Lie("A13", dropped("section_built")),
    "a section is not scored": Lie("A14", dropped("section_scored")),
    "a section is built twice": Lie("A14", doubled("section_built")),
    "a section is scored twice": Lie("A4–A11", doubled("section_scored")),
    "a section with gaps is built": Lie("A4–A11", before("turn_ended", SECTION)),
    "sections from the wrong end": Lie("A13", in_other_order, patch=CALM),
    "a worker more in a section": Lie("A13", changed("section_built", "seat_1", plus_one)),
    "a neutral worker less in a section": Lie(
        "A13",
        changed("section_built", "neutral", less_one, lambda event: event["neutral"] > 0),
        2,
        WITH_NEUTRALS,
    ),
    "another colour scores": Lie(
        "A14", changed("section_scored", "colour", lambda colour: (colour + 1) % 3)
    ),
    "neutral workers score": Lie(
        "A14", changed("section_scored", "points", put(1), colour=4), 2, WITH_NEUTRALS
    ),
    "nobody scores": Lie("A14", changed("section_scored", "points", put(1), colour=-1)),
    "more points than in the table": Lie(
        "A14", changed("section_scored", "points", plus_one, lambda event: event["colour"] >= 0)
    ),
    "a section of more workers": Lie("A14", changed("section_scored", "workers", plus_one)),
    "points are lost": Lie("A4–A10", changed("turn_ended", "lost", plus_one)),
    "one step too many": Lie("A4–A10", before("turn_ended", PLACED, lost=0)),
    "a step is hidden": Lie("A4–A10", dropped("drew")),
    "the game ends early": Lie("A3", ended_early),
    "play goes on": Lie("A16", dropped("game_over", reason=1)),
    "the game ends twice": Lie("A16", doubled("game_over")),
    "the game ends for another reason": Lie(
        "A16", changed("game_over", "reason", put(2), reason=1)
    ),
    "the game ends in another round": Lie(
        "A16", changed("game_over", "rounds", plus_one, reason=1)
    ),
    "another worker in a vineyard": Lie("A16", changed("vineyard_counted", "seat_0", plus_one)),
    "vineyards in another order": Lie("A16", changed("vineyard_counted", "vineyard", put(2))),
    "a vineyard is not paid": Lie("A16", dropped("vineyard_scored")),
    "a vineyard is forgotten": Lie("A16", dropped("vineyard_counted")),
    "a vineyard pays another colour": Lie(
        "A14", changed("vineyard_scored", "colour", lambda colour: (colour + 1) % 3)
    ),
    "a vineyard worth more": Lie(
        "A14", changed("vineyard_scored", "points", plus_one, lambda event: event["colour"] >= 0)
    ),
    "another rank": Lie("A17", changed("ranked", "rank", plus_one)),
    "a point more in the end": Lie("A17", changed("ranked", "points", plus_one)),
    "a worker more on the canal": Lie("A17", changed("ranked", "on_canal", plus_one)),
    "a seat is not ranked": Lie("A17", dropped("ranked", seat=2)),
    "a seat is ranked twice": Lie("A17", doubled("ranked", seat=0)),
    "a capped game is called built": Lie("A18", changed("game_over", "reason", put(1), reason=2)),
    "a card that does not exist": Lie("A4–A11", changed("drew", "card", put(99))),
    "an event that does not exist": Lie(
        "A4–A11", edit_at("placed", lambda event: [{**event, "event": "bridge_built"}])
    ),
    "an event without a field": Lie(
        "A4–A11", edit_at("drew", lambda event: [{"event": "drew", "card": 0}])
    ),
}


@cache
def game(players: int, deal: int, changes: tuple[tuple[str, object], ...] = ()) -> GameRecord:
    return played(("random",) * players, deal, dict(changes))


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_the_referee_sees_through(lie: Lie) -> None:
    games = (game(lie.players, deal, tuple(lie.patch.items())) for deal in range(60))
    record, events = lied(lie, games)
    breaches = judged(record, events=events)
    assert lie.rule in rules_broken_first(breaches), breaches[:5]


FREE = {
    *("moved", "placed", "went_to_vineyard", "went_to_canal", "lock_built", "river_built"),
    *("drew", "dealt", "art_built"),
}
"""Events of which some fields say what was chosen or drawn, and could have been otherwise."""
DETERMINED = ("seat", "number", "paid", "points", "score", "cards", "lost")


def short_game(players: int) -> GameRecord:
    return played(("random",) * players, 4, SHORT)


@pytest.mark.parametrize("players", SEATS)
def test_no_event_can_be_left_out_or_doubled(players: int) -> None:
    record = short_game(players)
    for i, event in enumerate(record.events):
        start, rest = record.events[:i], record.events[i + 1 :]
        assert judged(record, events=[*start, *rest]), event
        assert judged(record, events=[*start, event, event, *rest]), event


@pytest.mark.parametrize("players", SEATS)
def test_no_number_that_follows_from_others_can_be_changed(players: int) -> None:
    record = short_game(players)
    for i, event in enumerate(record.events):
        for name in DETERMINED if event["event"] in FREE else event.keys() - {"event"}:
            if name in event:
                lie = {**event, name: event[name] + 1}
                events = [*record.events[:i], lie, *record.events[i + 1 :]]
                assert judged(record, events=events), lie


def test_each_column_of_the_outcome_is_counted_again() -> None:
    record = short_game(3)
    for column in record.outcome.keys() - NOT_JUDGED:
        outcome = {**record.outcome, column: record.outcome[column] + 1}
        breaches = judged(record, outcome=outcome)
        assert [breach.split(" is ")[0] for breach in breaches] == [f"Row: {column}"]


def test_a_column_that_the_referee_does_not_know_is_a_breach() -> None:
    record = short_game(3)
    assert judged(record, outcome={**record.outcome, "sandwiches": 4}) == [
        "Row: sandwiches is 4 instead of None."
    ]


OTHER_RULES: dict[str, tuple[str, int, Patch, Patch]] = {
    "starting_cards": ("A1", 3, {}, {"starting_cards": 3}),
    "neutral_workers": ("A1", 2, {"neutral_workers": True}, {}),
    "no neutral_workers": ("A2", 2, {}, {"neutral_workers": True}),
    "stretches": (
        "A2",
        2,
        WITH_NEUTRALS | {"stretches.grisolles_montech.min_players": 2},
        WITH_NEUTRALS,
    ),
    **{
        f"cost_{action}": (rule, 3, {f"cost_{action}": 1}, {f"cost_{action}": 5})
        for action, rule in zip(
            ACTIONS, ("A4", "A5", "A6", "A6", "A7", "A8", "A9", "A10"), strict=True
        )
    },
    "action_points": ("A4–A10", 3, {"action_points": 6}, {}),
    "lock_points": ("A8", 3, {"lock_points": 2}, {}),
    "river_points": ("A7", 3, {"river_points": 2}, {}),
    "art_points": ("A11", 3, {"art_points": 6}, {}),
    "workers_per_player": ("A5", 3, {"workers_per_player": 6}, {}),
    "lock_pieces": ("A8", 3, {}, {"lock_pieces": 1}),
    "lock limits": ("A8", 3, {}, {"locks.moissac_valence_d_agen.locks": 0}),
    "vineyard cells": ("A6", 3, {}, {"vineyards.chasselas.cells": 1}),
    "vineyards in play": ("A6", 3, {"vineyards.frontonnais.min_players": 3}, {}),
    "blue cells": ("A7", 3, {"blue_cells.blue_5.stretch": STRETCHES[0]}, {}),
    "reach": ("A10", 3, {"cards.move_2.reach": 20}, {}),
    "copies": ("A9", 3, {"cards.transfer.copies": 20}, {}),
    "may_place_in_town": ("A5", 3, {}, {"may_place_in_town": False}),
    "may_enter_built": ("A12", 3, {"may_enter_built": True}, {}),
    "tied_last_may_build": ("A11", 3, {}, {"tied_last_may_build": False}),
    "score_table": ("A14", 3, {"score_table": "score_flat"}, {}),
    "vineyard points": ("A14", 3, {"vineyards.brulhois.points": 7}, {}),
    "max_rounds": ("A18", 3, {"max_rounds": 4}, {"max_rounds": 3}),
}


@pytest.mark.parametrize("case", OTHER_RULES.values(), ids=OTHER_RULES)
def test_games_by_other_rules_break_these(case: tuple[str, int, Patch, Patch]) -> None:
    rule, players, in_play, in_force = case
    rules = rules_with(in_force)
    other = {"rules": rules.components.values, "legend": legend(rules)}
    games = (played(("random",) * players, deal, in_play) for deal in range(10))
    breaches = (breach for record in games for breach in judged(record, **other)[:1])
    assert any(breach.startswith(f"{rule}:") for breach in breaches)
