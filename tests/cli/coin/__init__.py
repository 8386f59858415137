"""Coin, a game as a stranger writes it: flip in turn; the first with that number of heads wins."""

from enum import IntEnum
from pathlib import Path

from simlab.engine.journal import note
from simlab.engine.kernel import kernel
from simlab.engine.loop import OVER
from simlab.engine.record import Floats, Ints, Row, Words, record, whole
from simlab.engine.rng import below
from simlab.game import EventKind, Game, outcome_record, seat_record
from simlab.game.components import Components, Parameter, Schema
from simlab.game.policy import policy

FLIP = 0
FLIPPED = 1
NOBODY = -1
SEATS = 2

SCHEMA = Schema((Parameter("heads", "heads that win", low=1, high=20, unit="heads"),))
RULES = record(heads=whole("heads that win", "heads"))
STATE = record(
    heads=whole("heads of each seat", "heads", SEATS),
    seat=whole("seat that flips"),
    winner=whole("seat that has won, or -1"),
)


class Source(IntEnum):
    """Sources of chance."""

    COIN = 0


def fill(components: Components, rules: Row) -> None:
    """Fill the rules record."""
    rules.heads = components.values["heads"]


@kernel
def setup(rules: Row, state: Row, players: int, rng: Words, journal: Row) -> None:
    """Nobody has a head."""
    state.heads[0] = 0
    state.heads[1] = 0
    state.seat = 0
    state.winner = NOBODY


@kernel
def next_seat(rules: Row, state: Row) -> int:
    """The seat whose turn it is flips."""
    return state.seat if state.winner == NOBODY else OVER


@kernel
def legal(rules: Row, state: Row, menu: Ints) -> int:
    """There is nothing to decide."""
    menu[0] = FLIP
    return 1


@kernel
def apply(rules: Row, state: Row, choice: int, rng: Words, journal: Row) -> None:
    """Flip."""
    head = below(rng[Source.COIN], 2)
    note(journal, FLIPPED, state.seat, head)
    state.heads[state.seat] += head
    if state.heads[state.seat] == rules.heads:
        state.winner = state.seat
    state.seat = 1 - state.seat


@kernel
def outcome(rules: Row, state: Row, finished: bool, row: Row) -> None:
    """Report the heads of each seat."""
    for seat in range(SEATS):
        row.seats[seat].score = state.heads[seat]
        row.seats[seat].credit = 1.0 if seat == state.winner else 0.0
        row.seats[seat].rank = 1 if seat == state.winner else 2


@kernel
def hide(rules: Row, state: Row, seat: int, rng: Words) -> None:
    """Nothing is hidden."""


@policy()
def flipper(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Flips."""
    return menu[0]


GAME = Game(
    name="coin",
    title="Coin",
    version=3,
    players=(SEATS, SEATS),
    cooperative=False,
    schema=SCHEMA,
    fill=fill,
    rules_row=RULES,
    state_row=STATE,
    outcome_row=outcome_record(SEATS, seat_record()),
    sources=Source,
    longest_menu=1,
    decision_limit=1000,
    setup=setup,
    next_seat=next_seat,
    legal=legal,
    apply=apply,
    outcome=outcome,
    hide=hide,
    events={FLIPPED: EventKind("flipped", ("seat", "head"))},
    tell=lambda event, rules: f"Player {event['seat'] + 1} flips {event['head']}.",
    policies=(flipper,),
    data=Path(__file__).parent,
)
