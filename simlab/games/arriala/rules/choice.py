"""Choices of Arriala: a kind and a detail in one number."""

from enum import IntEnum

from simlab.engine.choice import fields, numbering
from simlab.engine.kernel import kernel
from simlab.games.arriala.state import COLOURS, VINEYARDS

DETAIL_BITS = 9
SPACE_BITS = 6


class Choice(IntEnum):
    """Kinds of choices; FIELDS says what each is about."""

    END_TURN = 0
    MOVE = 1
    PLACE = 2
    TO_VINEYARD = 3
    TO_CANAL = 4  # the vineyard is the one left
    RIVER = 5
    LOCK = 6
    DRAW = 7
    WORKER = 8  # a card acts on it
    SPACE = 9  # the worker or the lock goes there
    VINEYARD = 10  # the worker goes there, or leaves it by a card
    PLAY = 11  # the first card; each kind of card is a kind of choice


code, kind_of, detail_of = numbering(DETAIL_BITS)

WORKER = fields(DETAIL_BITS, colour=COLOURS, space=1 << SPACE_BITS)
SPACE = fields(DETAIL_BITS, space=1 << SPACE_BITS)
VINEYARD = fields(DETAIL_BITS, vineyard=len(VINEYARDS))
FIELDS = {
    **dict.fromkeys((Choice.MOVE, Choice.WORKER), WORKER),
    **dict.fromkeys((Choice.TO_VINEYARD, Choice.RIVER), WORKER),
    Choice.SPACE: SPACE,
    **dict.fromkeys((Choice.TO_CANAL, Choice.VINEYARD), VINEYARD),
}


@kernel
def worker_code(kind: int, colour: int, space: int) -> int:
    """Return the choice of a worker by colour and space."""
    return code(kind, WORKER.pack(colour, space))
