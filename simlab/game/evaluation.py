"""Evaluations whose weights are fitted to games: a position is worth a sum of weighted terms.

A game has a kernel `strength(rules, state, seat, weights)`, which is linear in the weights, a named
tuple of floats. In a cooperative game it is the final score that is expected; in others the log
odds of winning, up to a constant that all seats share. The weights stand in a file of the data of
the game, `evaluation.toml`, which `simlab train GAME --evaluation` writes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import get_annotations
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from simlab.engine.record import Floats, Row
from simlab.errors import InputError, not_one_of
from simlab.files.toml import read_toml

FILE = "evaluation.toml"
WEIGHTS = "weights"
Weights = TypeVar("Weights")


@dataclass(frozen=True)
class Evaluation:
    """The terms of an evaluation, and their weights."""

    strength: Callable[..., Any]
    """Kernel (rules, state, seat, weights) -> value, linear in the weights."""
    weights: Any
    """Named tuple of floats: the weights in use."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the terms."""
        names: tuple[str, ...] = type(self.weights)._fields
        return names

    def terms(self, rules: Row, state: Row, seat: int) -> Floats:
        """Return what has no weight, then the terms of a position for a seat.

        Each is read by giving its weight, and no other, the value 1.
        """
        kind, units = type(self.weights), np.eye(len(self.names))
        weight_rows = [kind(*map(float, row)) for row in [np.zeros(len(self.names)), *units]]
        values = [float(self.strength(rules, state, seat, weights)) for weights in weight_rows]
        return np.array([values[0], *(value - values[0] for value in values[1:])])


def read_weights(folder: Path, kind: type[Weights]) -> Weights:
    """Return the weights in the data folder of a game, as a named tuple of this type.

    Raises:
        InputError: the file lacks a weight, has another one, or a value is no number.
    """
    file, names = folder / FILE, tuple(get_annotations(kind))
    try:
        table = read_toml(file.read_text(encoding="utf-8")).get(WEIGHTS)
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror or error}") from error
    except InputError as error:
        raise InputError(error.problems, str(file)) from error
    if not isinstance(table, dict):
        raise InputError("is missing, or no table", str(file), WEIGHTS)
    for name in table:
        if name not in names:
            raise InputError(not_one_of(name, names), str(file), WEIGHTS)
    for name in names:
        if isinstance(table.get(name), bool) or not isinstance(table.get(name), int | float):
            raise InputError(f"{table.get(name)!r} is no number", str(file), f"{WEIGHTS}.{name}")
    return kind(*(float(table[name]) for name in names))
