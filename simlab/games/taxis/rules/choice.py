"""Choices of Les Taxis de la Marne: a kind and a detail in one number."""

from enum import IntEnum

from simlab.engine.choice import fields, numbering
from simlab.engine.kernel import kernel
from simlab.games.taxis.state import (
    COLOURS,
    EFFECTS,
    MOST_KINDS,
    MOST_OFFICERS,
    MOST_STREETS,
    RESERVE,
)

DETAIL_BITS = 8
CLOCKWISE, COUNTER_CLOCKWISE = 0, 1


class Choice(IntEnum):
    """Kinds of choices; FIELDS says what each is about."""

    END_TURN = 0
    DRAW = 1
    MOVE = 2
    SEND = 3
    GIVE = 4
    BONUS = 5
    REVEAL = 6
    TAKE = 7
    LOAD = 8
    DEPART = 9
    PLACE = 10
    UNTOKEN = 11
    KEEP = 12
    RESERVE = 13
    DISCARD = 14
    COLOUR = 15
    SPOT = 16


code, kind_of, detail_of = numbering(DETAIL_BITS)

MOVE = fields(DETAIL_BITS, officer=MOST_OFFICERS, way=2)
PLACE = fields(DETAIL_BITS, officer=MOST_OFFICERS, street=MOST_STREETS)
TAKE = fields(DETAIL_BITS, hand=RESERVE + 1, card=MOST_KINDS)
STREET = fields(DETAIL_BITS, street=MOST_STREETS)
CARD = fields(DETAIL_BITS, card=MOST_KINDS)
BONUS = fields(DETAIL_BITS, effect=1 + len(EFFECTS))
COLOUR = fields(DETAIL_BITS, colour=COLOURS)
FIELDS = {
    Choice.MOVE: MOVE,
    Choice.PLACE: PLACE,
    Choice.TAKE: TAKE,
    **dict.fromkeys((Choice.SEND, Choice.UNTOKEN, Choice.SPOT), STREET),
    **dict.fromkeys((Choice.GIVE, Choice.LOAD, Choice.DISCARD), CARD),
    Choice.BONUS: BONUS,
    Choice.COLOUR: COLOUR,
}


@kernel
def move_code(officer: int, way: int) -> int:
    """Return the choice of moving an officer by one spot."""
    return code(Choice.MOVE, MOVE.pack(officer, way))


@kernel
def place_code(officer: int, street: int) -> int:
    """Return the choice of placing an officer anywhere."""
    return code(Choice.PLACE, PLACE.pack(officer, street))


@kernel
def take_code(hand: int, card: int) -> int:
    """Return the choice of taking a kind of card from a hand."""
    return code(Choice.TAKE, TAKE.pack(hand, card))
