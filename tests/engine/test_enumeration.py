"""Members of an IntEnum are integers in kernels."""

from __future__ import annotations

from enum import IntEnum

import numba
import pytest
from numba.core.registry import CPUDispatcher

from simlab.engine.kernel import Kernel, kernel
from simlab.engine.record import Row, byte, new, record, row_of, whole


class Colour(IntEnum):
    """Of cards."""

    RED = 0
    BLUE = 1
    GREEN = 2


TABLE = record(
    colour=byte("colour on top"),
    n_cards=whole("cards by colour", "cards", len(Colour)),
)
LAST = Colour.GREEN


@kernel
def next_colour(colour: int) -> int:
    """Return the colour after one, RED after the last."""
    return Colour.RED if colour == LAST else colour + 1


@kernel
def play(table: Row) -> int:
    """Use members as values, indices, arguments and results."""
    colour = Colour.GREEN
    while colour != Colour.BLUE:
        colour = next_colour(colour)
    table.colour = Colour.GREEN
    table.n_cards[Colour.BLUE] = Colour.GREEN << 3
    for each in (Colour.BLUE, Colour.GREEN, 7):
        table.n_cards[2] += each
    return next_colour(Colour.RED) + Colour.GREEN.value


def test_members_are_values_indices_arguments_and_results() -> None:
    table = row_of(new(TABLE))
    assert play(table) == 3
    assert (int(table.colour), table.n_cards.tolist()) == (2, [0, 16, 10])


@pytest.mark.skipif(not isinstance(next_colour, Kernel), reason="plain Python compiles nothing")
def test_a_kernel_is_compiled_once_for_members_and_numbers() -> None:
    assert isinstance(play, Kernel) and isinstance(next_colour, Kernel)
    numba.njit(play.for_kernels.py_func)(row_of(new(TABLE)))  # not from the disk cache
    dispatcher: CPUDispatcher = next_colour.for_kernels
    assert len(dispatcher.signatures) == 1
