"""Choices of Mare Nostrum: a kind and up to two details in one number."""

from enum import IntEnum
from typing import Any

from simlab.engine.choice import fields, numbering
from simlab.engine.kernel import kernel

PART_BITS = 6
DETAIL_BITS = 2 * PART_BITS
PARTS = 1 << PART_BITS


class Choice(IntEnum):
    """Kinds of choices; FIELDS says what each is about."""

    TAKE_COIN = 0
    TAKE_LEGENDARY = 1
    CHOOSE_GOOD = 2
    CHIP = 3
    OFFER = 4
    PICK = 5
    HAND_OVER = 6
    NO_SWAP = 7
    SWAP_GIVE = 8
    SWAP_TAKE = 9
    BUYER = 10
    END_BUYING = 11
    BUY_MARKER = 12
    BUY_CARAVAN = 13
    BUY_CITY = 14
    BUY_MARKET = 15
    BUY_TEMPLE = 16
    BUY_LEGION = 17
    BUY_TRIREME = 18
    BUY_FORTRESS = 19
    BUY_TILE = 20
    BUY_PYRAMIDS = 21
    FREE_MARKER = 22
    FREE_LEGION = 23
    PAY = 24
    END_KEEPING = 25
    KEEP = 26
    ORDER = 27
    END_CONVERSIONS = 28
    CONVERT = 29
    END_SEA_MOVES = 30
    MOVE_TRIREME = 31
    END_SEA_BATTLES = 32
    FIGHT_AT_SEA = 33
    END_LEGION_MOVES = 34
    MOVE_LEGION = 35
    NAME_SEA = 36
    LEAVE_SEAT = 37
    FIGHT_ON_LAND = 38
    ROLL = 39
    CONVERT_LEGION = 40
    LOSE_SEAT = 41
    LEAVE_BE = 42
    PILLAGE = 43
    OCCUPY = 44
    BEGIN_CONVERSION = 45
    END_SEATING = 46
    SEAT = 47
    TAKE_MARKER_FROM = 48
    TITLE = 49


def one(name: str) -> Any:
    """Return the fields of a kind of choice that is about one thing."""
    return fields(DETAIL_BITS, PART_BITS, **{name: PARTS})


def two(first: str, second: str) -> Any:
    """Return the fields of a kind of choice that is about two things."""
    return fields(DETAIL_BITS, **{first: PARTS, second: PARTS})


TOKEN, SEAT, PROVINCE = one("token"), one("seat"), one("province")
SEA, SLOT, TILE = one("sea"), one("slot"), one("tile")
CHIP = two("chip", "face")
PICK = two("seat", "token")
SITE = two("province", "slot")
SAIL, MARCH = two("sea", "to_sea"), two("province", "to")
SEA_BATTLE, LAND_BATTLE = two("sea", "opponent"), two("province", "opponent")
PILLAGE = two("slot", "drawn")
"""In a pillage `drawn` is 1 to draw a legendary good."""

FIELDS = {
    **dict.fromkeys((Choice.CHOOSE_GOOD, Choice.OFFER, Choice.HAND_OVER), TOKEN),
    **dict.fromkeys((Choice.SWAP_GIVE, Choice.SWAP_TAKE, Choice.PAY, Choice.KEEP), TOKEN),
    **dict.fromkeys((Choice.BUYER, Choice.ORDER, Choice.TITLE), SEAT),
    **dict.fromkeys((Choice.BUY_MARKER, Choice.BUY_MARKET, Choice.BUY_TEMPLE), PROVINCE),
    **dict.fromkeys((Choice.BUY_LEGION, Choice.BUY_FORTRESS, Choice.CONVERT), PROVINCE),
    **dict.fromkeys((Choice.FREE_MARKER, Choice.FREE_LEGION), PROVINCE),
    **dict.fromkeys((Choice.BUY_TRIREME, Choice.NAME_SEA), SEA),
    **dict.fromkeys((Choice.LEAVE_SEAT, Choice.LOSE_SEAT, Choice.SEAT), SLOT),
    Choice.TAKE_MARKER_FROM: SLOT,
    Choice.BUY_TILE: TILE,
    **dict.fromkeys((Choice.BUY_CARAVAN, Choice.BUY_CITY), SITE),
    Choice.CHIP: CHIP,
    Choice.PICK: PICK,
    Choice.MOVE_TRIREME: SAIL,
    Choice.MOVE_LEGION: MARCH,
    Choice.FIGHT_AT_SEA: SEA_BATTLE,
    Choice.FIGHT_ON_LAND: LAND_BATTLE,
    Choice.PILLAGE: PILLAGE,
}

_code, kind_of, _ = numbering(DETAIL_BITS)


@kernel
def code(kind: int, first: int = 0, second: int = 0) -> int:
    """Return the number of a choice with its details in order."""
    return _code(kind, SITE.pack(first, second))
