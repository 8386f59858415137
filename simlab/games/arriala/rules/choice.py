"""Choices of Arriala: a kind and a detail in one number."""

from enum import IntEnum

from simlab.engine.kernel import kernel
from simlab.engine.record import number

DETAIL_BITS = 9
DETAILS = 1 << DETAIL_BITS
SPACE_BITS = 6


class Choice(IntEnum):
    """Kinds of choices; the detail is named beside each."""

    END_TURN = 0
    MOVE = 1  # colour and space of the worker
    PLACE = 2
    TO_VINEYARD = 3  # space of the worker
    TO_CANAL = 4  # vineyard left
    RIVER = 5  # space of the worker
    LOCK = 6
    DRAW = 7
    WORKER = 8  # colour and space of the worker that a card acts on
    SPACE = 9  # space where the worker or the lock goes
    VINEYARD = 10  # vineyard where the worker goes, or that it leaves by a card
    PLAY = 11  # the first card; each kind of card is a kind of choice


@kernel
def code(kind: int, detail: int) -> int:
    """Return the number of a choice."""
    return (kind << DETAIL_BITS) + number(detail)


@kernel
def kind_of(choice: int) -> int:
    """Return the kind of a choice; from PLAY on, one kind for each card."""
    return choice >> DETAIL_BITS


@kernel
def detail_of(choice: int) -> int:
    """Return what the choice is about."""
    return choice & (DETAILS - 1)


@kernel
def worker_code(kind: int, colour: int, space: int) -> int:
    """Return the choice of a worker by colour and space."""
    return code(kind, (colour << SPACE_BITS) + space)


@kernel
def colour_of(choice: int) -> int:
    """Return the colour of the worker chosen."""
    return detail_of(choice) >> SPACE_BITS


@kernel
def space_of(choice: int) -> int:
    """Return the space of the worker, or the space chosen."""
    return choice & ((1 << SPACE_BITS) - 1)
