"""lookup_table(): a table of numbers that is worked out once from the rules of a plain game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.errors import Misuse
from simlab.plain.rules import Named

KEPT = 4
"""Rules whose tables are kept; an optimal strategy may take megabytes."""


class LookupTable:
    """Numbers that follow from the rules: `TABLE(self.rules)[row, column]`.

    Called with the rules of a game or a view, it returns their numbers, which are worked out once.
    """

    def __init__(
        self, function: Callable[[Any], Any], shape: tuple[int, ...], dtype: np.dtype[Any]
    ) -> None:
        self.function, self.shape, self.dtype = function, shape, dtype
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self._kept = lru_cache(maxsize=KEPT)(self._look_up)

    def __call__(self, rules: Named) -> Numbers:
        """Return the numbers under some rules."""
        return self._kept(rules)

    def numbers(self, rules: Named) -> npt.NDArray[Any]:
        """Work out the numbers under some rules.

        Raises:
            Misuse: they have another shape than was declared.
        """
        numbers = np.asarray(self.function(rules), self.dtype)
        if numbers.shape != self.shape:
            raise Misuse(
                f"{self.__name__} must return numbers of the shape {self.shape}, as declared, not"
                f" {numbers.shape}"
            )
        return numbers

    def _look_up(self, rules: Named) -> Numbers:
        return Numbers(self.numbers(rules))


class Numbers:
    """The numbers of a lookup table, which cannot be changed."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: npt.NDArray[Any]) -> None:
        self._numbers = numbers

    def __getitem__(self, index: int | tuple[int, ...]) -> Any:
        """Return the number at a place, as a number of Python.

        Raises:
            IndexError: the place is outside of the table.
        """
        # a number of numpy wraps around where one of Python grows
        return self._numbers[index].item()


def lookup_table(*shape: int, of: Any = float) -> Callable[[Callable[[Any], Any]], LookupTable]:
    """Make a function of the rules a table of `shape` numbers of the type `of`.

    The function gets the rules, of which it reads `rules.NAME`, and returns an array, such as what
    is best in each position of a game that is small enough to be solved.
    """

    def of_function(function: Callable[[Any], Any]) -> LookupTable:
        return LookupTable(function, shape, np.dtype(of))

    return of_function
