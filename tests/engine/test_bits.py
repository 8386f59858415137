"""Sets kept as the bits of an integer."""

from __future__ import annotations

import pytest

from simlab.engine.bits import members
from simlab.engine.kernel import kernel

SETS = [0, 1, 0b10110, 1 << 62, (1 << 62) - 1]


@kernel
def written(bits: int) -> int:
    """Return a number that depends on the members of a set and on their order."""
    total = 0
    for member in members(bits):
        bits = 0
        total = (total * 67 + member + 1) % 1_000_003
    return total


@pytest.mark.parametrize("bits", SETS)
def test_members_come_in_order_as_they_were_when_the_loop_began(bits: int) -> None:
    expected = [i for i in range(63) if bits >> i & 1]
    total = 0
    for member in expected:
        total = (total * 67 + member + 1) % 1_000_003
    assert list(getattr(members, "py_func", members)(bits)) == expected
    assert written(bits) == total
