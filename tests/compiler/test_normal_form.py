"""The normal form of a function is Python, and does the same as the function."""

from __future__ import annotations

import ast
import inspect
import operator
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from simlab.catalog import find_game
from simlab.compiler.effects import Functions
from simlab.compiler.normal_form import ARRANGE, IN_PLACE, SORT, UNSET, note_of
from simlab.compiler.observation import Observation
from simlab.engine.loop import Progress
from simlab.engine.record import new
from simlab.plain.definition import PlainDefinition
from simlab.plain.engine import Deal, Session
from simlab.plain.part import Part
from tests.compiler.idioms_game import IDIOMS, write_game

DEALS = 12
HEAD = '''
from simlab.plain import PlainGame, define


class Words(PlainGame):
    """A game that is not played."""

    def setup(self, players, chance):
        self.pot, self.cards = 0, [1, 2]

    def seat(self):
        return None

    def choices(self):
        return []

    def play(self, choice):
        self.pot = 1

    def scores(self):
        return [0, 0]

    def bonus(self, n):
        self.pot += n
        return n

    def method(self, d):
BODY


GAME = define(Words)
'''


def in_place(left: Any, word: str, right: Any) -> Any:
    """Return what an operator such as += makes of two values."""
    names = {"BitOr": "ior", "BitAnd": "iand", "Sub": "isub", "Mult": "imul", "Add": "iadd"}
    return getattr(operator, names.get(word, f"i{word.lower()}"))(left, right)


def sort(items: list[Any], turned: bool, *keys: list[Any]) -> None:
    """Put a list in the order of its keys."""
    places = sorted(range(len(items)), key=lambda i: [key[i] for key in keys or [items]])
    if turned:  # equal items keep their order
        ranks = [[key[i] for key in keys or [items]] for i in range(len(items))]
        places = sorted(range(len(items)), key=ranks.__getitem__, reverse=True)
    items[:] = [items[i] for i in places]


def arrange(items: list[Any], places: list[int]) -> None:
    """Keep the items at some places of a list."""
    items[:] = [items[i] for i in places]


def functions_of(definition: PlainDefinition) -> Functions:
    """Return the functions of a game of which no game was observed."""
    own = definition.rules_class
    nothing = Observation({part: {} for part in ("", *own._parts)}, {}, (), 1, {}, {})
    return Functions(own, own._parts, nothing)


def in_normal_form(functions: Functions, method: Any, own_class: Any) -> Callable[..., Any]:
    """Return a method as its normal form does it."""
    tree = functions.body(method, own_class).tree
    assert not [node for node in ast.walk(tree) if note_of(node).refusal], ast.unparse(tree)
    method.__globals__.update({IN_PLACE: in_place, SORT: sort, ARRANGE: arrange, UNSET: None})
    names: dict[str, Any] = {}
    exec(ast.unparse(tree), method.__globals__, names)
    own: Callable[..., Any] = names[method.__name__]
    own.__defaults__ = method.__defaults__
    return own


def shown(value: Any) -> str:
    """Return a value as text; of a part, what it holds."""
    if not isinstance(value, Part):
        return repr(value)
    own = vars(value).items()
    return repr({key: each for key, each in own if isinstance(each, int | list | dict)})


def played(definition: PlainDefinition) -> Iterator[tuple[Any, ...]]:
    """Yield what stands on the table and what was counted at the end of some games."""
    policies = [definition.policies[0]] * 2
    session = Session(definition, definition.load().row, policies, 5, 0, new(Progress.dtype), None)
    for number in range(DEALS):
        deal = Deal(session, number)
        choices = [repr(offer) for offer in deal.decisions()]
        table = {key: shown(value) for key, value in vars(deal.game).items() if key[0] != "_"}
        del table["chance"], table["rules"]
        yield choices, table, repr((deal.game._ledger.by_game, deal.game._ledger.by_seat))


def test_methods_in_normal_form_play_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    definition = find_game(str(write_game(tmp_path, list(IDIOMS.items()))))
    assert isinstance(definition, PlainDefinition)
    before = list(played(definition))
    own, functions = definition.rules_class, functions_of(definition)
    methods = [name for name, each in vars(own).items() if inspect.isfunction(each)]
    assert len(methods) > len(IDIOMS)
    for name in methods:
        changed = in_normal_form(functions, vars(own)[name], own)
        monkeypatch.setattr(own, name, changed)
    assert list(played(definition)) == before


def normal(tmp_path: Path, body: str) -> str:
    """Return the normal form of a method with some lines."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    file = tmp_path / "words.py"
    file.write_text(HEAD.replace("BODY", lines))
    (tmp_path / "rules.toml").write_text("")
    definition = find_game(str(file))
    assert isinstance(definition, PlainDefinition)
    own = definition.rules_class
    tree = functions_of(definition).body(vars(own)["method"], own).tree
    return "\n".join(ast.unparse(each) for each in tree.body)


def test_what_is_read_before_a_change_stands_in_a_variable(tmp_path: Path) -> None:
    text = normal(tmp_path, "self.pot += self.bonus(d)\nreturn self.pot + d * self.bonus(2)")
    assert text.splitlines()[:2] == ["before_1 = self.pot", "value_1 = self.bonus(d)"]
    assert text.splitlines()[-1] == "return value_3 + d * value_2"


def test_what_only_reads_stays_as_it_is(tmp_path: Path) -> None:
    body = "if d > 2 and self.pot in (1, 2):\n    return max(self.pot, d)\nreturn len(self.cards)"
    assert normal(tmp_path, body) == body


def test_comprehensions_are_loops_with_names_of_their_own(tmp_path: Path) -> None:
    text = normal(tmp_path, "n = 3\nreturn sum(n for n in self.cards if n > d) + n")
    assert "for n_1 in self.cards:" in text
    assert text.splitlines()[-1] == "return total_1 + n"


def test_a_name_of_the_author_is_not_taken(tmp_path: Path) -> None:
    text = normal(tmp_path, "value_1 = d\nreturn value_1 + self.bonus(3)")
    assert "value_2 = self.bonus(3)" in text
