"""Metrics of one's own: expressions over the columns of games, evaluated by walking their tree."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simlab.analysis.games import Games
from simlab.errors import InputError, not_one_of
from simlab.experiment.expression import is_question, names_in, tree_of
from simlab.game.facts import Formula

Array = NDArray[Any]

BY_GAME, BY_SEAT = 2, 3
"""Dimensions of a column of games (blocks, rotations), and of one of seats."""
AT_SEAT = re.compile(r"(\w+)_([1-9]\d*)")
"""A column of seats at one of them: `score_2`."""
KEYS = ("deal", "rotation", "seat")
"""Columns that say which game or seat a row is of."""
OPERATIONS: Mapping[type[ast.operator], Callable[[Array, Array], Array]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
COMPARISONS: Mapping[type[ast.cmpop], Callable[[Array, Array], Array]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
OVER_SEATS: Mapping[str, Callable[..., Array]] = {
    "sum": np.sum,
    "mean": np.mean,
    "min": np.min,
    "max": np.max,
}


def is_share(formula: Formula) -> bool:
    """Return whether the mean of an expression is a share of games."""
    return is_question(tree_of(formula.expression))


def by_game_of(formula: Formula, games: Games) -> Callable[[Games], Array]:
    """Return the function that evaluates an expression in each game, nan where it does not apply.

    `games` are some games of those on which it will be evaluated.

    Raises:
        InputError: the games lack a column, or the expression has a value for each seat.
    """
    tree, file_and_key = tree_of(formula.expression), (formula.file, "expression")
    known = _columns(games)
    unknown = [name for name in names_in(tree) if name not in known]
    if unknown:
        raise InputError([not_one_of(name, known) for name in unknown], *file_and_key)
    # one block is enough to see the shape
    if _value(tree, games.first(1)).ndim == BY_SEAT:
        raise InputError(
            f'"{formula.expression}" has a value for each seat; name one seat, as in score_1, or'
            " take sum(), mean(), min() or max() of all",
            *file_and_key,
        )
    return lambda played: _by_game(tree, played)


def _by_game(tree: ast.expr, games: Games) -> Array:
    values = np.broadcast_to(_value(tree, games), (games.n_blocks, games.rotations))
    # a division by zero has no value, and an infinite one would spoil the mean
    return np.where(np.isfinite(values), values, np.nan)


def _columns(games: Games) -> list[str]:
    """Return the names of an expression: columns of games, of all seats and of one: `score_1`."""
    of_games = _numeric(games.games)
    of_seats = [] if games.seats is None else _numeric(games.seats)
    at_seats = [f"{name}_{seat + 1}" for name in of_seats for seat in range(games.players)]
    return list(dict.fromkeys([*of_games, *of_seats, *at_seats]))


def _numeric(table: pa.Table) -> list[str]:
    return [
        field.name
        for field in table.schema
        if (pa.types.is_integer(field.type) or pa.types.is_floating(field.type))
        and field.name not in KEYS
    ]


def _value(node: ast.expr, games: Games) -> Array:
    """Return the value of a part of an expression; yes and no are 1 and 0."""
    match node:
        case ast.Constant():
            return np.full((1, 1), node.value, dtype=np.float64)
        case ast.Name(id=name):
            return _column(name, games)
        case ast.UnaryOp(op=ast.USub()):
            return -_value(node.operand, games)
        case ast.UnaryOp(op=ast.Not()):
            return 1 - _truth(_value(node.operand, games))
        case ast.UnaryOp():
            return _value(node.operand, games)
        case ast.BinOp():
            with np.errstate(divide="ignore", invalid="ignore"):
                operation = OPERATIONS[type(node.op)]
                return operation(*_align(_values([node.left, node.right], games)))
        case ast.BoolOp():
            # these hand on nan, which `and` and `or` of arrays do not
            combine = np.minimum if isinstance(node.op, ast.And) else np.maximum
            return _combine_all(combine, map(_truth, _values(node.values, games)))
        case ast.Compare():
            sides = pairwise(_values([node.left, *node.comparators], games))
            answers = [
                _compare(COMPARISONS[type(sign)], *_align(pair))
                for sign, pair in zip(node.ops, sides, strict=True)
            ]
            return _combine_all(np.minimum, answers)
        case ast.Call(func=ast.Name(id=function)):
            return _call_function(function, _values(node.args, games))
    raise AssertionError(f"{ast.dump(node)} has no value")


def _values(nodes: Iterable[ast.expr], games: Games) -> list[Array]:
    return [_value(node, games) for node in nodes]


def _column(name: str, games: Games) -> Array:
    if name in games.games.column_names:
        return games.game(name)
    assert games.seats is not None, "by_game_of has looked at the names"
    if name in games.seats.column_names:
        return games.seat(name)
    match = AT_SEAT.fullmatch(name)
    assert match is not None, "by_game_of has looked at the names"
    return games.seat(match[1])[:, :, int(match[2]) - 1]


def _call_function(function: str, values: list[Array]) -> Array:
    [first, *further] = values
    if function == "abs":
        return np.abs(first)
    if further:
        return _combine_all(np.minimum if function == "min" else np.maximum, values)
    return OVER_SEATS[function](first, axis=2) if first.ndim == BY_SEAT else first


def _combine_all(combine: Callable[[Array, Array], Array], values: Iterable[Array]) -> Array:
    return reduce(lambda combined, value: combine(*_align((combined, value))), values)


def _align(values: Iterable[Array]) -> list[Array]:
    """Return values with a place for seats if any of them has it."""
    all_values = list(values)
    has_seats = any(value.ndim == BY_SEAT for value in all_values)
    return [
        value[:, :, np.newaxis] if has_seats and value.ndim == BY_GAME else value
        for value in all_values
    ]


def _truth(values: Array) -> Array:
    return np.where(np.isnan(values), np.nan, values != 0)


def _compare(compare: Callable[[Array, Array], Array], one: Array, other: Array) -> Array:
    # else a comparison with nan would be a no
    return np.where(np.isnan(one) | np.isnan(other), np.nan, compare(one, other))
