"""Choices as numbers: a kind and, below it, named details, declared once and read by name."""

from __future__ import annotations

from collections import namedtuple
from enum import IntEnum
from math import prod
from typing import Any, NamedTuple

from simlab.engine.kernel import kernel
from simlab.engine.record import number

MOST_FIELDS = 5
"""Most numbers that are packed into one."""


class Numbering(NamedTuple):
    """Kernels for the choices of a game: how a kind and its details become a number and back."""

    code: Any
    kind_of: Any
    detail_of: Any


def numbering(detail_bits: int) -> Numbering:
    """Return the kernels for choices whose details take this number of bits."""
    mask = (1 << detail_bits) - 1

    @kernel
    def code(kind: int, detail: int = 0) -> int:
        """Return the number of a choice."""
        return (kind << detail_bits) + number(detail)

    @kernel
    def kind_of(choice: int) -> int:
        """Return the kind of a choice."""
        return choice >> detail_bits

    @kernel
    def detail_of(choice: int) -> int:
        """Return the details of a choice, packed or a single one."""
        return choice & mask

    return Numbering(code, kind_of, detail_of)


def ranges_of_kinds(kinds: type[IntEnum], detail_bits: int) -> dict[str, range]:
    """Return the numbers of the choices of each kind, by its name in lower case."""
    return {
        kind.name.lower(): range(kind << detail_bits, (kind + 1) << detail_bits) for kind in kinds
    }


def fields(detail_bits: int, unused_bits: int = 0, **sizes: int) -> Any:
    """Return kernels that pack up to five numbers into one and read them by name.

    `MOVE = fields(8, officer=4, way=2)` gives `MOVE.pack(officer, way)`, `MOVE.officer(choice)` and
    `MOVE.way(choice)`. Each number is below its size; below the last one are only `unused_bits`.
    They are read from a detail or from a whole choice: what is above the `detail_bits` is ignored.
    """
    _, *lower = sizes.values()
    strides = [prod(lower[i:]) << unused_bits for i in range(len(sizes))]
    # nothing is left above the first number, which need not be cut to its size
    limits = [1 << detail_bits, *lower]
    readers = [
        _reader(detail_bits, *stride_and_limit)
        for stride_and_limit in zip(strides, limits, strict=True)
    ]
    named_tuple: Any = namedtuple
    packing = named_tuple("Fields", ["pack", *sizes])
    return packing(_packer(*strides, *[0] * (MOST_FIELDS - len(strides))), *readers)


def _reader(detail_bits: int, stride: int, limit: int) -> Any:
    mask = (1 << detail_bits) - 1

    @kernel
    def read(choice: int) -> int:
        """Return one of the numbers packed."""
        return (choice & mask) // stride % limit

    return read


def _packer(a: int, b: int, c: int, d: int, e: int) -> Any:
    @kernel
    def pack(first: int, second: int = 0, third: int = 0, fourth: int = 0, fifth: int = 0) -> int:
        """Return numbers packed into one."""
        high = number(first) * a + number(second) * b + number(third) * c
        return high + number(fourth) * d + number(fifth) * e

    return pack


def numbers_in(packing: Any, choice: int) -> dict[str, int]:
    """Return the numbers packed into a choice by name, none where `packing` is None.

    It runs as plain Python: to compile a kernel for each would take longer.
    """
    readers = {} if packing is None else packing._asdict()
    return {
        name: getattr(read, "py_func", read)(choice)
        for name, read in readers.items()
        if name != "pack"
    }
