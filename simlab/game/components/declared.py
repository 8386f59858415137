"""Checks of how a rule value or a column is declared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Declared(Protocol):
    """A rule value or a column."""

    @property
    def name(self) -> str:
        """Its name in files and patches."""

    @property
    def low(self) -> int | None:
        """The lowest number that it may be."""

    @property
    def high(self) -> int | None:
        """The highest one."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that it may be."""


def check_declared(declared: Declared, kind: str, phrases: Sequence[object], example: str) -> None:
    """Check that what is declared has a name and words, and both bounds or none.

    Raises:
        ValueError: it has not; the sentence shows an example.
    """
    beginning = f"{kind}({', '.join(repr(phrase) for phrase in phrases if phrase != '')}, ...)"
    if not declared.name or not all(isinstance(phrase, str) for phrase in phrases):
        raise ValueError(f"{beginning}: begins with texts; write, for instance, {example}")
    bounds = declared.low, declared.high
    if (declared.low is None) != (declared.high is None):
        raise ValueError(f"{beginning}: needs a lowest and a highest number, such as {example}")
    if not all(bound is None or isinstance(bound, int) for bound in bounds):
        raise ValueError(
            f"{beginning}: the lowest and the highest number must be whole, such as {example}; for"
            " a half, count in halves"
        )
    if declared.low is not None and declared.high is not None and declared.low > declared.high:
        raise ValueError(
            f"{beginning}: the lowest number, {declared.low}, is above the highest, {declared.high}"
        )
    if isinstance(declared.choices, str):
        raise ValueError(
            f'{beginning}: choices must be words in parentheses with commas, such as ("red",)'
        )
