"""How choices and names of a plain game are written in kernels."""

from __future__ import annotations

from simlab.engine.record import HIDDEN

FORM_BITS, DETAIL_BITS = 48, 16
"""A choice: the number of its form above three details."""
DETAIL_MASK = (1 << DETAIL_BITS) - 1
MOST_DETAILS = FORM_BITS // DETAIL_BITS
OWN_FIELDS = frozenset({"n_players", "n_faults", "first_round", "tally", "chosen"})
"""Fields of the state that every compiled game has."""


def shift_of(detail: int) -> int:
    """Return the lowest bit of a detail of a choice, counted from 0."""
    return FORM_BITS - DETAIL_BITS * (detail + 1)


def field_name(name: str) -> str:
    """Return a name that a field of a record may have."""
    return f"{name}_" if name in HIDDEN else name


def state_field(part: str, name: str) -> str:
    """Return the name of the field of an attribute of the game, or of a part."""
    own = f"{part}_{name}" if part else name
    return f"{own}_" if own in OWN_FIELDS else field_name(own)
