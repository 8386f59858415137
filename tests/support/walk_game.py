"""A game that exists for the tests of the engine: the first to walk far enough wins."""

# mypy: no-warn-return-any
from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy.typing as npt

from simlab.engine.journal import note
from simlab.engine.kernel import kernel
from simlab.engine.loop import OVER
from simlab.engine.record import Floats, Ints, Row, Words, nested, new, record, small, whole
from simlab.engine.rng import below
from simlab.game import EventKind, Game, outcome_record, seat_record, timeline_record
from simlab.game.components import Components, Schema
from simlab.game.policy import Trait, policy

SEATS = 4
WALKED = 1
NEVER = -1
FAR = 1 << 40
OFF_THE_MENU = 7
TIRED = 6
"""Steps after which some policies misbehave."""


class Source(IntEnum):
    WIND = 0


RULES = record(
    goal=whole("steps that win the game", "steps"),
    gusts=whole("strengths that the wind may have: 0 to this less 1", "steps"),
    closed_at=whole("decision at which nothing can be chosen, or NEVER", "decisions"),
)
PLAYER = record(
    steps=whole("steps walked", "steps"),
    first_choice=whole("first choice of the game"),
    last_choice=whole("last choice of the game"),
)
STATE = record(
    players=nested(PLAYER, "by seat", SEATS),
    n_players=whole("players at the table", "players"),
    decisions=whole("choices made", "decisions"),
)
OUTCOME = outcome_record(
    SEATS,
    seat_record(first_choice=small("first choice"), last_choice=small("last choice")),
)
TIMELINE = timeline_record(steps=small("steps of all players", "steps"))


def rules(goal: int = 40, gusts: int = 3, closed_at: int = NEVER) -> npt.NDArray[Any]:
    row = new(RULES)
    row["goal"], row["gusts"], row["closed_at"] = goal, gusts, closed_at
    return row


def fill(components: Components, row: Row) -> None:
    """The rules are written by `rules` alone."""


@kernel
def setup(rules: Row, state: Row, players: int, rng: Words, journal: Row) -> None:
    state.n_players = players
    state.decisions = 0
    for seat in range(SEATS):
        player = state.players[seat]
        player.steps, player.first_choice, player.last_choice = 0, 0, 0


@kernel
def next_seat(rules: Row, state: Row) -> int:
    for seat in range(state.n_players):
        if state.players[seat].steps >= rules.goal:
            return OVER
    return state.decisions % state.n_players


@kernel
def legal(rules: Row, state: Row, menu: Ints) -> int:
    for i in range(3):
        menu[i] = i + 1
    return 0 if state.decisions == rules.closed_at else 3


@kernel
def apply(rules: Row, state: Row, choice: int, rng: Words, journal: Row) -> None:
    seat = state.decisions % state.n_players
    player = state.players[seat]
    if player.first_choice == 0:
        player.first_choice = choice
    player.last_choice = choice
    player.steps += choice + below(rng[Source.WIND], rules.gusts)
    state.decisions += 1
    note(journal, WALKED, seat, player.steps)


@kernel
def outcome(rules: Row, state: Row, finished: bool, row: Row) -> None:
    for seat in range(SEATS):
        player, result = state.players[seat], row.seats[seat]
        result.first_choice, result.last_choice = player.first_choice, player.last_choice
        result.score = player.steps
        result.credit = 1.0 if player.steps >= rules.goal else 0.0
        result.rank = 1
        for other in range(SEATS):
            result.rank += state.players[other].steps > player.steps


@kernel
def hide(rules: Row, state: Row, seat: int, rng: Words) -> None:
    """Nothing is hidden."""


@kernel
def snapshot(rules: Row, state: Row, row: Row) -> int:
    row.steps = 0
    for seat in range(state.n_players):
        row.steps += state.players[seat].steps
    return state.decisions // state.n_players


@policy()
def slow(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Takes one step."""
    return menu[0]


@policy(traits={"pace": Trait(2, 1, 3, "steps to take"), "unused": Trait(5, 0, 9, "nothing")})
def steady(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, memory: Ints, rng: Words
) -> int:
    """Takes as many steps as its pace says."""
    return int(traits.pace)


@policy()
def moody(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Takes any number of steps."""
    return menu[below(rng, menu.shape[0])]


@policy(memory=2)
def counting(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Takes one step, then two, three, one, two, and so on."""
    memory[1] += 1
    return menu[(memory[1] - 1) % 3]


@policy()
def cheating(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Jumps when tired."""
    return OFF_THE_MENU if state.players[seat].steps >= TIRED else menu[0]


@policy()
def stumbling(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Falls when tired."""
    if state.players[seat].steps >= TIRED:
        raise ValueError("stumbled")
    return menu[0]


GAME = Game(
    name="walk",
    title="A walk",
    version=1,
    players=(1, SEATS),
    cooperative=False,
    schema=Schema(parameters=()),
    fill=fill,
    rules_row=RULES,
    state_row=STATE,
    outcome_row=OUTCOME,
    timeline_row=TIMELINE,
    sources=Source,
    longest_menu=3,
    decision_limit=200,
    most_rounds=200,
    setup=setup,
    next_seat=next_seat,
    legal=legal,
    apply=apply,
    outcome=outcome,
    hide=hide,
    snapshot=snapshot,
    events={WALKED: EventKind("walked", ("seat", "steps"))},
    policies=(slow, steady, moody, counting, cheating, stumbling),
)
