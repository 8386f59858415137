"""What the analysis of one function asks of the other functions of a game."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from simlab.compiler.effects.effect import AccessPath, Effects
from simlab.compiler.effects.seen_types import SeenTypes


class KnownFunctions(SeenTypes, ABC):
    """The functions of a game, with their effects."""

    @abstractmethod
    def effects(self, function: Any, own_class: Any) -> Effects:
        """Return the effects of a function; those of simlab itself have none that are asked for."""

    @abstractmethod
    def is_place(self, function: Any, own_class: Any) -> bool:
        """Return whether a function does nothing at its end but return where something stands."""

    @cached_property
    def mutated(self) -> frozenset[AccessPath]:
        """The lists of the game that are ever changed in place."""
        return frozenset().union(*(effects.mutates for effects in self._of_methods()))

    @cached_property
    def resized(self) -> frozenset[AccessPath]:
        """Those of them that get or lose items elsewhere than in `setup`."""
        return frozenset().union(*(effects.resizes for effects in self._of_methods("setup")))

    @cached_property
    def replaced(self) -> frozenset[AccessPath]:
        """Places of the game that are given another value, elsewhere than in `setup`."""
        return frozenset().union(*(effects.replaces for effects in self._of_methods("setup")))

    def _of_methods(self, left_out: str = "") -> Iterator[Effects]:
        """Yield the effects of each method of the game but one."""
        for name in dir(self.rules_class):
            method = inspect.getattr_static(self.rules_class, name)
            if inspect.isfunction(method) and name != left_out:
                yield self.effects(method, self.rules_class)
