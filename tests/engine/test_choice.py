"""Choices: a kind and named details in one number."""

from __future__ import annotations

from itertools import product

import pytest

from simlab.engine.choice import fields, numbering, numbers_in
from simlab.engine.kernel import kernel

BITS = 8
code, kind_of, detail_of = numbering(BITS)
PLACE = fields(BITS, officer=4, street=10)
TOKEN = fields(BITS, 4, token=16)


@kernel
def place(officer: int, street: int) -> int:
    """Return a choice of two numbers."""
    return code(3, PLACE.pack(officer, street))


@kernel
def moved_on(choice: int) -> int:
    """Return the choice with the next officer and street."""
    return place(PLACE.officer(choice) + 1, PLACE.street(choice) + 1)


def test_numbers_are_packed_in_order_and_read_by_name() -> None:
    choices = [place(officer, street) for officer, street in product(range(4), range(10))]
    assert choices == [3 * 256 + detail for detail in range(40)]
    for choice, (officer, street) in zip(choices, product(range(4), range(10)), strict=True):
        assert numbers_in(PLACE, choice) == {"officer": officer, "street": street}
    assert moved_on(place(1, 5)) == place(2, 6)


@pytest.mark.parametrize("token", [0, 7, 15])
def test_the_lowest_bits_may_be_left_unused(token: int) -> None:
    choice = code(5, TOKEN.pack(token))
    assert (kind_of(choice), detail_of(choice)) == (5, token << 4)
    assert numbers_in(TOKEN, choice) == {"token": token}


def test_a_choice_about_nothing_has_no_numbers() -> None:
    assert numbers_in(None, code(7)) == {}
