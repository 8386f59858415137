"""Dice: those kept stay, the others are rolled again, fairly."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import Misuse
from simlab.parts import Dice, try_out
from simlab.plain.ledger import Event


@given(st.integers(1, 6), st.integers(2, 8), st.lists(st.integers(0, 6), max_size=8))
def test_kept_dice_stay(n, n_faces, keeps) -> None:
    dice = try_out(dice=Dice()).dice
    dice.set_up(n, faces=n_faces)
    kept: list[int] = []
    for n_kept in keeps:
        if dice.n_loose:
            faces = dice.roll(0)
            assert len(faces) == n - len(kept)
            dice.keep(*faces[:n_kept])
            kept += faces[:n_kept]
        assert dice.kept == kept
        assert len(dice.faces) == n
        assert all(1 <= face <= n_faces for face in dice.faces)
    dice.gather()
    assert (dice.n_loose, dice.faces) == (n, [])


def test_dice_are_rolled_again_by_their_faces() -> None:
    dice = try_out(seed=3, dice=Dice()).dice
    dice.set_up(5)
    faces = dice.roll(1)
    again = dice.reroll(1, faces[0], faces[1])
    assert Counter(dice.loose) == Counter([*faces[2:], *again])


def test_all_faces_are_equally_likely() -> None:
    dice, n = try_out(dice=Dice()).dice, 12_000
    dice.set_up(n, faces=4)
    counts = Counter(dice.roll(0))
    assert all(abs(counts[face] - n / 4) < 5 * sqrt(n * 3 / 16) for face in (1, 2, 3, 4))


def test_a_roll_is_a_line_with_its_faces() -> None:
    events = list[Event]()
    dice = try_out(events=events, dice=Dice()).dice
    dice.set_up(2)
    faces = ", ".join(map(str, dice.roll(1)))
    assert events == [{"event": "dice_rolls", "seat": 1, "faces": faces}]


def test_what_no_die_shows_cannot_be_kept() -> None:
    dice = try_out(dice=Dice()).dice
    dice.set_up(1)
    with pytest.raises(Misuse, match="dice: no loose die shows 3; the loose dice show none"):
        dice.keep(3)
    dice.keep(*dice.roll(0))
    with pytest.raises(Misuse, match=r"dice: roll\(\): all dice are kept; gather\(\)"):
        dice.roll(0)
