"""Attributes of a plain game that number a seat or an entry of a list, in a player's words.

What an attribute means is read from the rules: `seat` and `winner` return seats, and what stands in
the brackets of a list numbers its entries.
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from simlab.plain.game import PlainGame, players_at

NOBODY = "nobody"


def number_in_words(game: PlainGame, name: str, seats: Sequence[str]) -> str:
    """Return a seat by its name, or an entry as `2 of 3`; empty if an attribute numbers neither."""
    value, rules = getattr(game, name), _rules_of(game)
    if not isinstance(value, int) or isinstance(value, bool):
        return ""
    numbered = getattr(game, _lists_by_index(rules).get(name, ""), None)
    n_entries = len(numbered) if isinstance(numbered, list | tuple) else 0
    is_seat = name in _seat_attributes(rules) or n_entries == players_at(game)
    if is_seat and value < len(seats):
        return seats[value] if value >= 0 else NOBODY
    return f"{value + 1} of {n_entries}" if 0 <= value < n_entries else ""


def turn_attribute(game: PlainGame) -> str:
    """Return the attribute that has the seat whose turn it is, if `seat` returns no other."""
    return _turn_attribute(_rules_of(game))


def _rules_of(game: PlainGame) -> Any:
    """Return the class of a game; untyped, as a cache takes no class that compares by its state."""
    return type(game)


@functools.cache
def _turn_attribute(rules: Any) -> str:
    # by their text, as two nodes are never equal
    returned = {ast.dump(value): value for value in _return_values(rules.seat)}
    names = [_attribute(value) for value in returned.values()]
    return names[0] if len(names) == 1 else ""


@functools.cache
def _seat_attributes(rules: Any) -> frozenset[str]:
    """Return the attributes that `seat` or `winner` may return."""
    returned = [*_return_values(rules.seat), *_return_values(rules.winner)]
    return frozenset(filter(None, map(_attribute, returned)))


@functools.cache
def _lists_by_index(rules: Any) -> dict[str, str]:
    """Return by attribute the list whose entries it numbers, as in `self.rows[self.row]`."""
    functions = [member for member in vars(rules).values() if inspect.isfunction(member)]
    entries = [
        (_attribute(node.slice), _attribute(node.value))
        for function in functions
        for node in ast.walk(_tree(function))
        if isinstance(node, ast.Subscript)
    ]
    return {index: numbered for index, numbered in entries if index and numbered}


def _return_values(function: Callable[..., Any]) -> Iterator[ast.expr]:
    """Yield what a function may return, except None."""
    for node in ast.walk(_tree(function)):
        if isinstance(node, ast.Return) and node.value is not None:
            yield from _ways(node.value)


def _ways(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.IfExp):
        yield from [*_ways(value.body), *_ways(value.orelse)]
    elif not (isinstance(value, ast.Constant) and value.value is None):
        yield value


def _attribute(value: ast.expr) -> str:
    """Return the name of an attribute of the game, `self.NAME`; empty for anything else."""
    match value:
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return name
        case _:
            return ""


def _tree(function: Callable[..., Any]) -> ast.AST:
    """Return the source of a method; an empty one if it is not known."""
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return ast.Module([], [])
