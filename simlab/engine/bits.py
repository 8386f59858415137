"""Small sets kept as the bits of an integer: bit i is set where i belongs to the set."""

from collections.abc import Iterator

from simlab.engine.kernel import kernel

PAIRS, NIBBLES, BYTES = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
ONES = 0x0101010101010101
TOP_BYTE = 56


@kernel
def single(member: int) -> int:
    """Return the set of one member."""
    return 1 << member


@kernel
def has(members: int, member: int) -> bool:
    """Say whether something belongs to a set."""
    return members >> member & 1 == 1


@kernel
def count(members: int) -> int:
    """Return how many members a set has: bits added up in pairs, nibbles, bytes."""
    in_pairs = members - (members >> 1 & PAIRS)
    in_nibbles = (in_pairs & NIBBLES) + (in_pairs >> 2 & NIBBLES)
    in_bytes = in_nibbles + (in_nibbles >> 4) & BYTES
    return in_bytes * ONES >> TOP_BYTE & 0x7F


@kernel
def lowest(members: int) -> int:
    """Return the first member of a set that is not empty."""
    return count((members & -members) - 1)


@kernel
def members(bits: int) -> Iterator[int]:
    """Yield the members of a set in order, as it is when the loop begins."""
    while bits:
        yield lowest(bits)
        bits &= bits - 1


@kernel
def nth(members: int, n: int) -> int:
    """Return a member of a set by its place, from 0."""
    for _ in range(n):
        members &= members - 1
    return lowest(members)
