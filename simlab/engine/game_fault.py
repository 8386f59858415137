"""Faults of compiled plain games: what is an error in Python, and what kernels have no room for.

`state.fault` is 0, or the number of the first fault of a game: its kind and its line in the plain
game. A kernel goes on after a fault with some number of the right range, so that it never reads or
writes outside of a list; then the game is over, and the loop that plays it says what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from simlab.engine.kernel import kernel, rare
from simlab.engine.record import Row

FULL, OUTSIDE, MISSING, NONE, EMPTY, ZERO, RAISED, ILLEGAL = range(8)
WIDE_COLUMN, WIDE_CHOICE, OVERFLOW, WIDE_KEY, UNSEEN, TWICE, OTHER_TEXT = range(8, 15)
KINDS = 16
"""More than there are kinds of faults."""
LINES = 1_000_000
"""More than a file has lines: a line of another file than the first is counted from a multiple."""

STOPS = "the plain game stops there with an error"
GOES_ON = "which the compiled game has no room for; play the plain game with such rules"
AGAIN = "compile the game again with rules like these: simlab compile --patch, --data"
SENTENCES = {
    FULL: f"a list or a menu is longer than simlab compile foresaw; {AGAIN}",
    OUTSIDE: f"an index is outside of its list; {STOPS}",
    MISSING: f"an item or a key is not there; {STOPS}",
    NONE: f"None is used as if it were something; {STOPS}",
    EMPTY: f"there is nothing to choose from: an empty list, or a number below 1; {STOPS}",
    ZERO: f"a number is divided by zero; {STOPS}",
    RAISED: f"it raises an error, or asserts what is false; {STOPS}",
    ILLEGAL: f"a seat, a kind or an end is none of the game, or not each seat has a score; {STOPS}",
    WIDE_COLUMN: f"a score or a count does not fit in the 32 bits of its column; {STOPS}",
    WIDE_CHOICE: f"a number in a choice is not from 0 to 65535, or to 63 if it has many, {GOES_ON}",
    OVERFLOW: f"a number is no whole number of 64 bits, {GOES_ON}",
    TWICE: f"a list or an object stands in two places of a list, {GOES_ON}",
    UNSEEN: (
        "there is a form of choices, an object of a frozen dataclass, or None in a place, that"
        f" simlab compile has not seen; {AGAIN}"
    ),
    OTHER_TEXT: f"a text is none that simlab compile has seen; {AGAIN}",
    WIDE_KEY: f"a number in a key of several is too far from 0, {GOES_ON}",
}
"""What is wrong, by kind."""


@rare
def fail(state: Row, kind: int, line: int) -> None:
    """Note a fault of the game, unless there is one."""
    # the first one: what follows it is made of numbers that only keep the kernel going
    if state.fault == 0:
        state.fault = line * KINDS + kind


@kernel
def fault_of(state: Row) -> int:
    """Return the number of the fault of a game."""
    return state.fault


@kernel
def no_fault(state: Row) -> int:
    """Return that there is none, in a game that notes none."""
    return 0


@kernel
def share_fault(trial: Row, state: Row) -> None:
    """Note a fault that was met on a copy of the table at the table itself."""
    if state.fault == 0:
        state.fault = trial.fault


@kernel
def share_nothing(trial: Row, state: Row) -> None:
    """Do nothing, in a game that notes no faults."""


def fault_in_words(number: int, files: Sequence[str]) -> str:
    """Return file and line of a fault, and what is wrong there."""
    line, kind = divmod(number, KINDS)
    file, line = divmod(line, LINES)
    return f"{files[file]}:{line}: {SENTENCES[kind]}"
