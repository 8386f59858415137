"""Bags are drawn from without replacement, each token with equal chance."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import Misuse
from simlab.parts import Bag, try_out

CONTENTS = st.dictionaries(st.sampled_from(["red", "blue", "green"]), st.integers(0, 5))


@given(CONTENTS, st.integers(0, 20))
def test_tokens_are_conserved(contents, n) -> None:
    bag = try_out(bag=Bag()).bag
    bag.set_up(contents)
    drawn = bag.draw_up_to(n)
    assert len(drawn) == min(n, sum(contents.values()))
    assert Counter(drawn) + Counter(bag.tokens) == +Counter(contents)
    for colour in drawn:
        bag.put(colour)
    assert all(bag.count(colour) == n_there for colour, n_there in contents.items())


def test_two_draws_are_alike_as_often_as_without_replacement() -> None:
    n_bags, alike = 4_000, 0
    game = try_out(bag=Bag())
    for _ in range(n_bags):
        game.bag.set_up({"red": 3, "blue": 2})
        alike += len({*game.bag.draw_up_to(2)}) == 1
    chance = (3 * 2 + 2 * 1) / (5 * 4)
    assert abs(alike - n_bags * chance) < 5 * sqrt(n_bags * chance * (1 - chance))


def test_an_empty_bag_is_named() -> None:
    bag = try_out(bag=Bag()).bag
    with pytest.raises(Misuse, match=r"bag: draw\(\): it is empty; look at len\(self\.bag\)"):
        bag.draw()
