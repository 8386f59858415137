"""Replays for readers: headings, numbered lines, states of the game, repetitions, endings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import simlab
from simlab.api.replay import Replay
from simlab.explain.ending import ending
from simlab.explain.replay import Event
from simlab.explain.transcript import ORIGIN, Block, blocks, transcript, with_origins
from simlab.game import DECIDED
from simlab.games.arriala import GAME as ARRIALA
from simlab.games.mare_nostrum import GAME as MARE_NOSTRUM
from simlab.games.taxis import GAME as TAXIS
from tests.plain.broken_game import written
from tests.support.compiled_pig import PIG

MOST_LINES = 200
"""A longer game of Mare Nostrum is not read to its end."""


def decision(number: int, seat: int) -> Event:
    return {"event": DECIDED.name, "seat": seat, "decision": number, "choice": 0}


def event(name: str, **fields: Any) -> Event:
    return {"event": name, **fields}


def lines_of(turns: Sequence[Block]) -> list[tuple[int | None, str]]:
    return [(line.decision, line.text) for block in turns for line in block.lines]


def test_a_game_without_headings_has_one_for_each_run_of_decisions_of_a_seat() -> None:
    happened = [
        *(decision(0, 0), event("rolled", seat=0, face=3)),
        *(decision(1, 0), event("banked", seat=0, n=3, score=3)),
        *(decision(2, 1), event("rolled", seat=1, face=1), event("busted", seat=1, n=0)),
        *(decision(3, 0), event("rolled", seat=0, face=2)),
    ]
    turns = list(blocks(PIG, PIG.load(), 2, happened))
    assert [block.heading for block in turns] == [
        f"Turn {n}, Player {2 - n % 2}" for n in (1, 2, 3)
    ]
    assert lines_of(turns[:2]) == [
        (0, "Player 1 rolls a 3."),
        (1, "Player 1 banks 3 points and stands at 3."),
        (2, "Player 2 rolls a 1."),
        (None, "Player 2 loses no points."),
    ]
    assert {block.state for block in turns} == {""}


def test_turns_of_one_line_that_follow_each_other_have_one_heading() -> None:
    happened = [
        *(decision(0, 0), event("rolled", seat=0, face=3), event("rolled", seat=0, face=4)),
        *(decision(1, 1), event("rolled", seat=1, face=1)),
        *(decision(2, 0), event("rolled", seat=0, face=2)),
        *(decision(3, 1), event("rolled", seat=1, face=2)),
    ]
    turns = list(blocks(PIG, PIG.load(), 2, happened))
    assert [block.heading for block in turns] == ["Turn 1, Player 1", "Turns 2 to 4"]
    assert [number for number, _ in lines_of(turns)] == [0, None, 1, 2, 3]


def test_what_follows_a_heading_comes_from_later_decisions_only() -> None:
    happened = [
        decision(3, 0),
        event("turn_began", seat=1, number=1),
        event("next_back", colour=0),
        decision(4, 1),
        event("token_removed", street=2),
    ]
    origins = [each[ORIGIN].decision for each in with_origins(happened, TAXIS.headings)]
    assert origins == [None, None, 4]


def test_an_action_of_several_decisions_has_the_number_of_the_first() -> None:
    happened = [
        *(event("turn_began", seat=0, number=1), event("taxi_placed", seat=0, taxi=2, street=0)),
        *(decision(7, 0), decision(8, 0), event("loaded", seat=0, card=0, street=0)),
        *(decision(9, 0), event("loaded", seat=0, card=1, street=0)),
        decision(10, 0),
        event("sent", seat=0, street=0, taxi=2, value=4, soldiers=4, token=0),
        event("turn_ended", seat=0, actions_left=0, is_by_choice=0),
        event("turn_began", seat=1, number=1),
        event("taxi_placed", seat=1, taxi=0, street=0),
    ]
    first, second = blocks(TAXIS, TAXIS.load(), 2, happened)
    assert [line.decision for line in first.lines] == [None, 7]
    assert first.lines[1].text.startswith(
        "Player 1 sends the taxi of value 4 from rue Fabert (red) with a "
    )
    assert first.lines[1].text.endswith(": 4 soldiers.")
    assert [line.decision for line in second.lines] == [None]
    assert "Points: 4. Taxis waiting: 0" in first.state
    assert "Points: 4. Taxis waiting: 1" in second.state


def test_only_the_effect_of_a_bonus_card_shares_its_line() -> None:
    kinds = [row["effect"] for row in TAXIS.load().components.tables["soldiers"]]
    extra, two = kinds.index("extra_action"), kinds.index("draw_two")
    happened = [
        *(decision(0, 0), event("bonus_played", seat=0, card=extra)),
        *(decision(1, 0), event("drew", seat=0, card=0, means=0)),
        *(decision(2, 0), event("bonus_played", seat=0, card=two)),
        *(event("drew", seat=0, card=0, means=1), event("drew", seat=0, card=1, means=1)),
    ]
    assert lines_of(list(blocks(TAXIS, TAXIS.load(), 2, happened))) == [
        (0, "Player 1 plays the bonus card extra action."),
        (1, "Player 1 draws a red 1."),
        (2, "Player 1 draws a red 1 and a red 2 by a bonus card."),
    ]


def arriala_turn(number: int, seat: int, *, builds: bool = False) -> list[Event]:
    lock = event("lock_built", seat=seat, space=30, paid=4, by_card=-1, points=1, score=1)
    return [
        event("turn_began", seat=seat, number=number),
        *(decision(10 * number + seat, seat), lock if builds else drew(seat)),
        event("turn_ended", seat=seat, lost=1),
    ]


def drew(seat: int) -> Event:
    return event("drew", seat=seat, card=0, paid=2)


def test_rounds_in_which_all_only_draw_are_one_block() -> None:
    places = [(n, seat) for n in (1, 2, 3, 4) for seat in (0, 1)]
    happened = [e for n, seat in places for e in arriala_turn(n, seat, builds=(n, seat) == (1, 1))]
    turns = list(blocks(ARRIALA, ARRIALA.load(), 2, happened))
    assert [block.heading for block in turns] == [
        "Round 1, Player 1's turn",
        "Round 1, Player 2's turn",
        "Rounds 2 to 4",
    ]
    assert lines_of(turns[2:]) == [
        (20, "All players only draw cards: 3 by Player 1 and 3 by Player 2.")
    ]
    assert turns[1].state == "Points: Player 1 (0), Player 2 (1). Sections built: 0."
    long = list(blocks(ARRIALA, ARRIALA.load(), 2, happened, long=True))
    assert len(long) == len(places)


def test_events_before_an_error_are_in_the_blocks() -> None:
    def breaking() -> Any:
        yield from [{"event": "table"}, decision(0, 0), event("rolled", seat=0, face=3)]
        raise RuntimeError

    scenario = simlab.replay("pig", 0, policy="hold").scenario
    turns = transcript(scenario, breaking())
    assert lines_of([next(turns)]) == [(0, "Player 1 rolls a 3.")]
    with pytest.raises(RuntimeError):
        next(turns)


@pytest.fixture(scope="module", params=[(3, 3), (4, 1), (5, 0)])
def war(request: pytest.FixtureRequest) -> Replay:
    """A whole game of Mare Nostrum of ten and more rounds."""
    players, deal = request.param
    return simlab.replay("mare_nostrum", deal, players=players, policy="balanced")


@pytest.mark.compiled
def test_a_game_of_mare_nostrum_can_be_read(war: Replay) -> None:
    n_lines = sum(1 + len(block.lines) + bool(block.state) for block in war.blocks)
    assert n_lines < MOST_LINES < len(war.events) / 10
    headings = [block.heading for block in war.blocks]
    assert headings == ["Setup", *(f"Round {n}" for n in range(1, war.result["rounds"] + 1))]


@pytest.mark.compiled
def test_the_numbers_of_lines_are_those_of_decisions_in_order(war: Replay) -> None:
    seats = {e["decision"]: e["seat"] for e in war.events if e["event"] == DECIDED.name}
    names = [str(name) for name in war.scenario.game.facts(war.scenario.rules).seats.names]
    bought = [
        (line.decision, line.text)
        for block in war.blocks
        for line in block.lines
        if " pays " in line.text
    ]
    for number, text in bought:
        assert number is not None and text.startswith(f"{names[seats[number]]} pays ")
    assert [number for number, _ in bought] == sorted(number for number, _ in bought if number)


@pytest.mark.compiled
def test_the_last_state_has_the_levels_of_the_result(war: Replay) -> None:
    state = next(block.state for block in reversed(war.blocks) if block.state)
    names = war.scenario.game.facts(war.scenario.rules).seats.names
    for name, seat in zip(names, war.result["seats"], strict=False):
        levels = [seat[f"level_{track}"] for track in ("trade", "culture", "military")]
        assert f"{name} {', '.join(map(str, levels))}" in state


SEATS = [{"score": 16, "rank": 1, "credit": 1.0}, {"score": 15, "rank": 2, "credit": 0.0}]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({}, "Player 1 wins 16 : 15."),
        (
            {"led_since": 13},
            "Player 1 wins 16 : 15, ahead at the end of each round since round 13.",
        ),
        ({"seats": SEATS[::-1]}, "Player 2 wins 16 : 15."),
        (
            {"seats": [{"score": 9, "rank": 1, "credit": 0.5}] * 2},
            "Player 1 and Player 2 share the win 9 : 9.",
        ),
        ({"finished": 0}, "The game was stopped after 40 decisions, before its end."),
    ],
)
def test_a_competitive_game_ends_with_the_winner_and_the_points(
    changed: dict[str, Any], sentence: str
) -> None:
    scenario = simlab.replay("pig", 0, policy="hold").scenario
    result = {"finished": 1, "decisions": 40, "seats": SEATS, **changed}
    assert ending(scenario, result) == [sentence]


def seats_with(scores: Sequence[int]) -> list[Event]:
    most, n = max(scores), scores.count(max(scores))
    return [
        {"score": own, "rank": 1 + sum(s > own for s in scores), "credit": (own == most) / n}
        for own in scores
    ]


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        ([100], "Player 1 ends with 100 points."),
        ([1], "Player 1 ends with 1 point."),
        ([-3, -14], "Player 1 wins −3 : −14."),
        ([1, 0, 0], "Player 1 wins with 1 point, before Player 2 (0) and Player 3 (0)."),
        (
            [-14, -14, -14],
            "Player 1, Player 2 and Player 3 share the win with −14 points.",
        ),
        (
            [5, 4, 5],
            "Player 1 and Player 3 share the win with 5 points, before Player 2 (4).",
        ),
        (
            [1, 9, 9, -2],
            "Player 2 and Player 3 share the win with 9 points, before Player 1 (1) and"
            " Player 4 (−2).",
        ),
    ],
)
def test_shared_wins_are_before_those_only_who_have_not_won(
    scores: list[int], sentence: str
) -> None:
    pig = simlab.replay("pig", 0, policy="hold").scenario
    scenario = replace(pig, lineup=pig.lineup[:1] * len(scores))
    result = {"finished": 1, "decisions": 40, "seats": seats_with(scores)}
    assert ending(scenario, result) == [sentence]


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [([0, 1, 0], "Player 2 wins."), ([1, 1], "Player 1 and Player 2 share the win.")],
)
def test_a_game_without_points_ends_without_them(
    scores: list[int], sentence: str, tmp_path: Path
) -> None:
    duel = simlab.replay(str(written(tmp_path)), 0, policy="greedy").scenario
    scenario = replace(duel, lineup=duel.lineup[:1] * len(scores))
    result = {"finished": 1, "decisions": 40, "seats": seats_with(scores)}
    assert ending(scenario, result) == [sentence]


def test_who_wins_in_a_special_way_wins_by_it() -> None:
    pig = simlab.replay("pig", 0, policy="hold").scenario
    rules = MARE_NOSTRUM.load()
    scenario = replace(pig, game=MARE_NOSTRUM, rules=rules, lineup=pig.lineup[:1] * 3)
    seats = [{"score": 5, "rank": rank, "credit": float(rank == 1)} for rank in (3, 1, 2)]
    result = {"finished": 1, "decisions": 40, "seats": seats, "end_reason": 4}
    assert ending(scenario, result) == ["Carthage wins by titles, before Greece and Rome."]
