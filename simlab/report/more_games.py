"""Games that would decide an undecided number, and the commands that play them.

The width of an interval shrinks with the square root of the number of games.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from simlab.report.wording import Row, begin_sentence, whole

MOST_NAMED = 3
"""Undecided numbers of a page: those that need the fewest games."""
MOST_TIMES = 100
"""A number that needs more games than this times the present ones is left out."""
LEAST_TIMES = 1.2
"""With hardly more games than now a number may stay undecided by chance."""
DIGITS = 2


@dataclass(frozen=True)
class Undecided:
    """A number with a verdict that is not decided yet."""

    quantity: str
    value: str
    """The estimate with its interval, in words."""
    times: float
    """How many times as many games would decide it."""


@dataclass(frozen=True)
class NextStep:
    """A sentence on an undecided number, and the command that decides it."""

    what: str
    sentence: str
    command: str


def times_needed(row: Row, margin: float, fair: float = 0.0) -> float:
    """Return how many times as many games would decide a number.

    The half-width must shrink to the distance of the estimate from the nearer end of the margin
    around `fair`. Infinite for an estimate on that end or an interval without bounds.
    """
    # the wider side: an interval of shares is not symmetric
    half_width = max(row["high"] - row["estimate"], row["estimate"] - row["low"])
    room = abs(abs(row["estimate"] - fair) - margin)
    # half-widths shrink with the root of the number of games
    return max((half_width / room) ** 2, LEAST_TIMES) if room > 0 else math.inf


def next_steps(numbers: Iterable[Undecided], games: int, command: str) -> list[NextStep]:
    """Return the steps that decide the numbers which need the fewest games.

    `games` is what the option --games of the command was; it gets a larger one.
    """
    within_reach = [number for number in numbers if number.times <= MOST_TIMES]
    cheapest = sorted(within_reach, key=lambda number: number.times)[:MOST_NAMED]
    return [_step(number, round_up(number.times * games), command) for number in cheapest]


def round_up(games: float) -> int:
    """Return a number of games with two digits that count, not fewer than asked."""
    unit = int(10 ** max(0, math.floor(math.log10(games)) + 1 - DIGITS))
    return math.ceil(games / unit) * unit


def _step(number: Undecided, games: int, command: str) -> NextStep:
    # the command may ask for a number of games already
    bare = re.sub(r" --games \S+", "", command)
    sentence = (
        f"Now {number.value}; if the estimate stays as it is, about {whole(games)} games would"
        " decide it."
    )
    return NextStep(begin_sentence(number.quantity), sentence, f"{bare} --games {games}")
