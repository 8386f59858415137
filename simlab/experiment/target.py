"""Targets: ranges for the means of metrics, read from texts such as `score=55±1 @2,3`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from simlab.errors import ExperimentError, Problem
from simlab.experiment.game_length import bounds_on_means
from simlab.experiment.spec import quote_value

NUMBER = r"[+-]?\d+(?:\.\d*)?%?"
TARGET = re.compile(
    rf"\s*([\w.-]+?)\s*(<=|>=|=|≤|≥)\s*({NUMBER})"
    # `+-` and `+/-` too: few keyboards have a ±
    r"(?:\s*(?:±|\+/?-)\s*(\d+(?:\.\d*)?%?))?"
    r"(?:\s*@\s*(\d+(?:\s*,\s*\d+)*))?\s*"
)
"""Metric, sign, value, tolerance and numbers of players."""
EXAMPLE = "score=55±1 @2,3, seat_gap<=0.03 @4 or rounds<=20"
AT_MOST, AT_LEAST = ("<=", "≤"), (">=", "≥")


@dataclass(frozen=True)
class Target:
    """A metric with the range of its mean at tables of one size."""

    metric: str
    low: float | None
    high: float | None
    players: int
    is_percent: bool
    """Whether it was written as a percentage."""

    @property
    def tolerance(self) -> float | None:
        """Half the width of its range, if that has two ends."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def targets_of(written_targets: Iterable[str], players: Sequence[int]) -> list[Target]:
    """Return the targets in some texts, one for each number of players; by default `players`.

    Raises:
        ExperimentError: all texts that are no targets.
    """
    targets: list[Target] = []
    problems: list[Problem] = []
    for written_target in written_targets:
        try:
            targets += _targets_in(written_target, players)
        except ValueError as error:
            problems.append(Problem(str(error), ("target",)))
    if not targets and not problems:
        problems.append(Problem(f"name at least one, as in {EXAMPLE}", ("target",)))
    if problems:
        raise ExperimentError(problems)
    return list(dict.fromkeys(targets))


def _targets_in(written_target: str, players: Sequence[int]) -> Iterator[Target]:
    match = TARGET.fullmatch(written_target)
    if match is None:
        raise ValueError(f"{quote_value(written_target)} is no target such as {EXAMPLE}")
    metric, sign, number, tolerance, player_counts = match.groups()
    value, is_percent = _number(number)
    low, high = _range(written_target, sign, value, tolerance)
    for count in [int(word) for word in player_counts.split(",")] if player_counts else players:
        for name, lowest, highest in bounds_on_means(metric, low, high):
            yield Target(name, lowest, highest, count, is_percent)


def _range(
    written_target: str, sign: str, value: float, tolerance: str | None
) -> tuple[float | None, float | None]:
    """Return the ends of a target; ValueError if it has the wrong ones."""
    if sign in (*AT_MOST, *AT_LEAST):
        if tolerance is not None:
            raise ValueError(
                f"{quote_value(written_target)}: a tolerance goes with =, as in score=55±1"
            )
        return (None, value) if sign in AT_MOST else (value, None)
    size, _ = _number(tolerance or "0")
    if size == 0:
        raise ValueError(f"{quote_value(written_target)}: name a tolerance, as in score=55±1")
    return value - size, value + size


def _number(digits: str) -> tuple[float, bool]:
    """Return a number, and whether it is a percentage."""
    is_percent = digits.endswith("%")
    return float(digits.rstrip("%")) / (100 if is_percent else 1), is_percent
