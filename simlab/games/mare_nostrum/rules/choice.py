"""Choices of Mare Nostrum: a kind and up to two details in one number."""

from enum import IntEnum

from simlab.engine.kernel import kernel
from simlab.engine.record import number

PART_BITS = 6
DETAIL_BITS = 2 * PART_BITS
PART = (1 << PART_BITS) - 1


class Choice(IntEnum):
    """Kinds of choices; what the details mean is named beside each, the first one first."""

    TAKE_COIN = 0
    TAKE_LEGENDARY = 1
    CHOOSE_GOOD = 2  # good
    CHIP = 3  # chip, face
    OFFER = 4  # token
    PICK = 5  # victim, token
    HAND_OVER = 6  # token
    NO_SWAP = 7
    SWAP_GIVE = 8  # token
    SWAP_TAKE = 9  # good
    BUYER = 10  # seat
    END_BUYING = 11
    BUY_MARKER = 12  # province
    BUY_CARAVAN = 13  # province, slot
    BUY_CITY = 14  # province, slot
    BUY_MARKET = 15  # province
    BUY_TEMPLE = 16  # province
    BUY_LEGION = 17  # province
    BUY_TRIREME = 18  # sea
    BUY_FORTRESS = 19  # province
    BUY_TILE = 20  # tile
    BUY_PYRAMIDS = 21
    FREE_MARKER = 22  # province
    FREE_LEGION = 23  # province
    PAY = 24  # token
    END_KEEPING = 25
    KEEP = 26  # token
    ORDER = 27  # seat
    END_CONVERSIONS = 28
    CONVERT = 29  # province
    END_SEA_MOVES = 30
    MOVE_TRIREME = 31  # from, to
    END_SEA_BATTLES = 32
    FIGHT_AT_SEA = 33  # sea, opponent
    END_LEGION_MOVES = 34
    MOVE_LEGION = 35  # from, to
    NAME_SEA = 36  # sea
    LEAVE_SEAT = 37  # slot
    FIGHT_ON_LAND = 38  # province, opponent
    ROLL = 39
    CONVERT_LEGION = 40
    LOSE_SEAT = 41  # slot
    LEAVE_BE = 42
    PILLAGE = 43  # slot, 1 to draw a legendary good
    OCCUPY = 44
    BEGIN_CONVERSION = 45
    END_SEATING = 46
    SEAT = 47  # slot
    TAKE_MARKER_FROM = 48  # slot
    TITLE = 49  # seat


@kernel
def code(kind: int, first: int = 0, second: int = 0) -> int:
    """Return the number of a choice."""
    return (kind << DETAIL_BITS) + (number(first) << PART_BITS) + number(second)


@kernel
def kind_of(choice: int) -> int:
    """Return the kind of a choice."""
    return choice >> DETAIL_BITS


@kernel
def first_of(choice: int) -> int:
    """Return the first detail of a choice."""
    return (choice >> PART_BITS) & PART


@kernel
def second_of(choice: int) -> int:
    """Return the second detail of a choice."""
    return choice & PART
