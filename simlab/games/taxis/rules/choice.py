"""Choices of Les Taxis de la Marne: a kind and a detail in one number."""

from enum import IntEnum

from simlab.engine.kernel import kernel
from simlab.engine.record import number
from simlab.games.taxis.state import MOST_KINDS, MOST_STREETS

DETAIL_BITS = 8
DETAILS = 1 << DETAIL_BITS
CLOCKWISE, COUNTER_CLOCKWISE = 0, 1


class Choice(IntEnum):
    """Kinds of choices; the detail is named beside each."""

    END_TURN = 0
    DRAW = 1
    MOVE = 2  # officer and way
    SEND = 3  # street
    GIVE = 4  # kind of card offered in an exchange
    BONUS = 5  # effect
    REVEAL = 6  # go on to the arrival of the taxi
    TAKE = 7  # hand and kind of card wanted in an exchange
    LOAD = 8  # kind of card
    DEPART = 9
    PLACE = 10  # officer and spot
    UNTOKEN = 11  # street
    KEEP = 12
    RESERVE = 13
    DISCARD = 14  # kind of card
    COLOUR = 15  # colour whose two spots officers take
    SPOT = 16  # spot of an odd officer


@kernel
def code(kind: int, detail: int) -> int:
    """Return the number of a choice."""
    return (kind << DETAIL_BITS) + number(detail)


@kernel
def kind_of(choice: int) -> int:
    """Return the kind of a choice."""
    return choice >> DETAIL_BITS


@kernel
def detail_of(choice: int) -> int:
    """Return what the choice is about."""
    return choice & (DETAILS - 1)


@kernel
def move_code(officer: int, way: int) -> int:
    """Return the choice of moving an officer by one spot."""
    return code(Choice.MOVE, officer * 2 + way)


@kernel
def place_code(officer: int, spot: int) -> int:
    """Return the choice of placing an officer anywhere."""
    return code(Choice.PLACE, officer * MOST_STREETS + spot)


@kernel
def take_code(hand: int, kind: int) -> int:
    """Return the choice of taking a kind of card from a hand."""
    return code(Choice.TAKE, hand * MOST_KINDS + kind)
