"""A lookup table is worked out once for each set of rules, and read alike by both games."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.errors import Misuse
from simlab.plain.lookup import lookup_table
from simlab.plain.rules import Named
from tests.support.compiled_without_numba import what_is_wrong

GAME = '''
from simlab.plain import Parameter, PlainGame, define, lookup_table, policy


@lookup_table(4, 5, of=int)
def worth(rules):
    """Points of a row and a column."""
    return [[rules.factor * row - column for column in range(5)] for row in range(4)]


@lookup_table(5)
def share(rules):
    """A part of the points."""
    return [column / rules.factor for column in range(5)]


class Tables(PlainGame):
    players = (2, 2)
    parameters = (Parameter("factor", "what a row is worth", "R1", 1, 9),)
    kinds = ("take",)

    def setup(self, players, chance):
        self.points = [0, 0]
        self.turn = 0

    def seat(self):
        return self.turn % 2 if self.turn < 8 else None

    def choices(self):
        return [("take", row, column) for row in range(4) for column in range(5)]

    def play(self, choice):
        _, row, column = choice
        table = worth(self.rules)
        half = share(self.rules)[column] * 2 > 1.5
        self.points[self.turn % 2] += table[row, column - 1] + half
        self.turn += 1

    def scores(self):
        return self.points


@policy()
def best(view, choices, chance):
    """Takes what is worth most."""
    return max(choices, key=lambda choice: worth(view.rules)[choice[1], choice[2] - 1])


GAME = define(Tables, best)
'''


def test_the_translation_reads_the_same_numbers_under_all_rules(tmp_path) -> None:
    file = tmp_path / "tables" / "tables.py"
    file.parent.mkdir()
    file.write_text(GAME)
    (file.parent / "rules.toml").write_text('[factor]\nvalue = 3\nprovenance = "rule"\n')
    assert what_is_wrong([file], 6) == [[]]


def test_numbers_are_worked_out_once_and_are_those_of_python() -> None:
    asked = []

    @lookup_table(2, of=bool)
    def flags(rules):
        asked.append(rules)
        return [rules.target > 5, True]

    rules = Named("the rules", {"target": 9})
    assert [flags(rules)[place] for place in (0, 1)] == [True, True]
    assert type(flags(rules)[0]) is bool
    assert len(asked) == 1
    with pytest.raises(IndexError):
        flags(rules)[2]


def test_another_shape_than_was_declared_is_an_error() -> None:
    @lookup_table(3)
    def short(rules):
        return np.zeros(2)

    with pytest.raises(Misuse, match=r"short must return numbers of the shape \(3,\), as declared"):
        short(Named("the rules", {}))
