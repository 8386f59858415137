"""Limits of habits that a training keeps: what is asked, measured, and kept in its folder.

A generation is beyond a limit if the whole interval of its habit is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pandas as pd

from simlab.analysis.habit import BY_KEY, SHARE, UNSPENT
from simlab.analysis.intervals import Interval
from simlab.errors import InputError, Problem, RunError, not_one_of
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Scenario
from simlab.explain.habits import habit_values
from simlab.files.checksum import finite, read_csv, seal_csv
from simlab.files.writing import write_whole
from simlab.studies.train.folder import damaged_training

AT_MOST = "at_most"
"""The option that asks for limits."""
EXAMPLE = "unspent=15%"
FILE = "habits.csv"
COLUMNS = ("generation", "habit", *Interval._fields)
NOT_SHOWN = ("", "", "", 0)
"""The interval of a habit that games could not show, as it is written."""
CANDIDATE_GAMES = 12
"""Games in which a candidate of a search shows its habits: a share of turns is known to some five
points."""
ERRORS_IN_HALF = 1.96
"""Standard errors in half an interval."""
SMALL_LIMIT = 0.01
"""An excess is a share of the limit, or of this where the limit is smaller, such as 0."""

HabitLimits = Mapping[str, float]
"""The largest value of each habit that is limited, by its key."""
HabitValues = Mapping[str, Interval[float]]
"""The value of each habit that is limited and that games could show, by its key."""


def read_limits(written_limits: Sequence[str], scenario: Scenario) -> dict[str, float]:
    """Return the limits in some texts such as `unspent=15%`.

    Raises:
        InputError: all texts that are none, and habits that the game does not show.
    """
    limits: dict[str, float] = {}
    problems: list[Problem] = []
    for written_limit in written_limits:
        try:
            key, limit = _read_limit(written_limit, scenario)
            if key in limits:
                raise ValueError(f"{key} is given twice")
            limits[key] = limit
        except ValueError as error:
            problems.append(Problem(str(error), (AT_MOST,)))
    if problems:
        raise InputError(problems)
    return limits


def _read_limit(written_limit: str, scenario: Scenario) -> tuple[str, float]:
    """Return the key and the limit in a text; ValueError if it is wrong."""
    key, sign, value = (part.strip() for part in written_limit.partition("="))
    if key not in BY_KEY:
        raise ValueError(not_one_of(key, [*BY_KEY]))
    match = re.fullmatch(r"(\d+\.?\d*|\.\d+)\s*(%?)", value)
    if not sign or match is None:
        raise ValueError(f'"{written_limit}" is no limit such as {EXAMPLE}')
    number, percent = match.groups()
    limit, is_share = float(number) / (100 if percent else 1), BY_KEY[key].unit == SHARE
    if is_share and limit > 1:
        raise ValueError(f"{key}={value} is more than all; write a share such as {EXAMPLE} or 0.15")
    if percent and not is_share:
        raise ValueError(f"{key} is a number of {BY_KEY[key].unit}, not a share: {key}=20")
    if key == UNSPENT.key and scenario.facts.spending is None:
        title = scenario.game.title
        raise ValueError(
            f"{title} does not count what turns leave unspent; a group of counts in its facts says"
            " so, see `unspent` in simlab.game.facts"
        )
    return key, limit


def measure_habits(
    alone: Scenario, limits: HabitLimits, executor: Executor, games: int
) -> dict[str, Interval[float]]:
    """Return the limited habits of the policy that has all seats; nothing without limits.

    Raises:
        ContractError: a game or a policy broke its contract.
    """
    return habit_values(alone, executor, limits, games) if limits else {}


def keeps_limits(values: HabitValues, limits: HabitLimits) -> bool:
    """Return whether no habit has its whole interval beyond the limit."""
    return all(value.low <= limits[key] for key, value in values.items())


def largest_excess(values: HabitValues, limits: HabitLimits) -> float:
    """Return by how much the worst habit may be beyond its limit, as a share of that.

    One standard error is added: the strongest candidates are those that are beyond and look as if
    they were not. Without it, a search in a game where waiting pays ends at 17 % (16 to 19) of
    what is left unspent, where 15 % is the limit.
    """
    return max(
        (
            (_careful_value(value) - limits[key]) / max(limits[key], SMALL_LIMIT)
            for key, value in values.items()
        ),
        default=0.0,
    )


def _careful_value(value: Interval[float]) -> float:
    # the lower half: the upper one of a habit that was never seen is wide with few games
    return value.estimate + (value.estimate - value.low) / ERRORS_IN_HALF


def habit_frame(values: Mapping[int, HabitValues], limits: HabitLimits) -> pd.DataFrame:
    """Return a row for each generation and habit: its name, unit, interval and limit."""
    rows = [
        (generation, BY_KEY[key].name, BY_KEY[key].unit, *value, limits[key], is_beyond)
        for generation, generation_values in values.items()
        for key, value in generation_values.items()
        for is_beyond in [value.low > limits[key]]
    ]
    columns = ["generation", "habit", "unit", *Interval._fields, "limit", "is_beyond"]
    return pd.DataFrame(rows, columns=columns)


def write_habits(folder: Path, values: Mapping[int, HabitValues], limits: HabitLimits) -> None:
    """Write the limited habits of all generations; those that games could not show are empty.

    Raises:
        RunError: they cannot be written.
    """
    rows = [
        (generation, key, *generation_values.get(key, NOT_SHOWN))
        for generation, generation_values in values.items()
        for key in limits
    ]
    file = folder / FILE
    try:
        write_whole(file, seal_csv(COLUMNS, rows))
    except OSError as error:
        raise RunError(f"{file}: cannot be written: {error.strerror or error}") from error


def read_habits(folder: Path) -> dict[int, dict[str, Interval[float]]] | None:
    """Return the habits of each generation that a folder keeps, None if it has no file of them.

    Raises:
        InputError: the file is damaged.
    """
    file, values = folder / FILE, dict[int, dict[str, Interval[float]]]()
    if not file.exists():
        return None
    try:
        for generation, key, value in _read_values(file):
            values.setdefault(generation, {}).update({} if value is None else {key: value})
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise damaged_training(file, error) from error
    return values


def _read_values(file: Path) -> Iterator[tuple[int, str, Interval[float] | None]]:
    """Yield each habit of each generation, None if its games could not show it."""
    for row in read_csv(file.read_bytes()):
        generation, key, n = int(row["generation"]), row["habit"], int(row["n"])
        if n == 0:
            yield generation, key, None
            continue
        estimate, low, high = (finite(row[name]) for name in Interval._fields[:3])
        yield generation, key, Interval(estimate, low, high, n)
