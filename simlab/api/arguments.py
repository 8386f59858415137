"""Arguments of the functions: their types, and their values as options of a command."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from simlab import shell
from simlab.analysis.metric import Percent
from simlab.catalog import forget_changed_modules, name_of
from simlab.errors import InputError
from simlab.game.components import flatten
from simlab.game.definition import Game

AnyCluster = str | Any
"""Address of a cluster, path of its scheduler file, `local:N`, or a `dask.distributed.Client`."""
AnyPath = str | Path
AnyGame = AnyPath | Game
"""Name or path of a game, or the `GAME` of a package."""
Count = int | str
"""A number such as 5000, or a text such as "200k"."""
Patch = str | Mapping[str, object]
"""A change such as "officers=3", the name of a patch or its file, or a table of changes."""
OneOrMore = str | Sequence[str]
Number = TypeVar("Number", int, float)

ORDER = ("players", "policy", "policy_file", "metric_file", "games", "seed", "patch", "data")
"""The options that all studies share, in the order in which a command is written."""


def name(game: AnyGame) -> str:
    """Return the name or path by which the catalogue finds a game, as its file now is."""
    forget_changed_modules()
    return name_of(game) if isinstance(game, Game) else str(game)


def options(
    *,
    players: Count | Sequence[Count] | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    metric_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    less_luck: bool = False,
) -> dict[str, Any]:
    """Return arguments as the keys of an experiment; numbers and paths become text."""
    return {
        "players": several(players, str),
        "policy": several(policy, str),
        "policy_file": several(policy_file, str),
        "metric_file": several(metric_file, str),
        "games": text(games),
        "seed": text(seed),
        "patch": several(patch, lambda change: change),
        "data": text(data),
        "less_luck": less_luck or None,
    }


def write_options(option_values: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as they are typed: tables of changes as `key=value`."""
    return {**option_values, "patch": patch_texts(option_values["patch"])}


def several(value: Any, read: Callable[[Any], Any]) -> list[Any] | None:
    """Return one value or several as a list, and None as None."""
    if value is None:
        return None
    # a text and a table are collections, too
    is_one = isinstance(value, str | int | Path | Mapping)
    return [read(one_value) for one_value in ([value] if is_one else value)]


def text(value: object) -> str | None:
    """Return a value as text, and None as None."""
    return None if value is None else str(value)


def patch_texts(patches: Sequence[Patch] | None) -> list[str] | None:
    """Return patches as they are typed after `--patch`: a table of changes as `key=value`."""
    if patches is None:
        return None
    return [assignment for patch in patches for assignment in _words_of(patch)]


def _words_of(patch: Patch) -> Iterator[str]:
    if isinstance(patch, str):
        yield patch
    else:
        yield from (f"{key}={_switch(value)}" for key, value in flatten(patch).items())


def _switch(value: object) -> object:
    return ("on" if value else "off") if isinstance(value, bool) else value


def numbers(
    name: str, value: str | Sequence[Number], example: str, read: Callable[[str], Number]
) -> list[Number]:
    """Read numbers, or a text of numbers separated by commas like the example.

    Raises:
        InputError: they are no such numbers.
    """
    if not isinstance(value, str):
        return list(value)
    try:
        return [read(word) for word in value.split(",")]
    except ValueError as error:
        problem = f'"{value}" is not a list of numbers such as {example}'
        raise InputError(problem, name) from error


def join_numbers(value: str | Sequence[float]) -> str:
    """Return numbers as they are typed: `0,0.1,0.5`."""
    return value if isinstance(value, str) else ",".join(f"{number:g}" for number in value)


def margin(value: float | str | None) -> float | None:
    """Read a smallest effect of interest: `1.5`, `0.02` or `2%`.

    Raises:
        InputError: it is none of these.
    """
    if value is None or isinstance(value, Percent):
        return value
    number, percent, rest = str(value).strip().partition("%")
    try:
        size = Percent(float(number) / 100) if percent else float(number)
    except ValueError:
        size = float("nan")
    if rest or not 0 < size < float("inf"):
        raise InputError(f'"{value}" is not a number above 0 such as 1.5, 0.02 or 2%', "margin")
    return size


def target(value: float | str | None) -> float | None:
    """Read a value that a metric should come near to: `55`, `0.5` or `50%`.

    Raises:
        InputError: it is none of these.
    """
    if value is None:
        return None
    number, percent, rest = str(value).strip().partition("%")
    try:
        size = Percent(float(number) / 100) if percent else float(number)
    except ValueError:
        size = float("nan")
    if rest or not abs(size) < float("inf"):
        raise InputError(f'"{value}" is not a number such as 55, 0.5 or 50%', "metric_target")
    return size


def command_line(command: str, game: str, option_values: Mapping[str, Any]) -> str:
    """Return the command line with all options that affect the result."""
    command_words = ["simlab", command, game]
    for name in sorted(
        option_values, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER)
    ):
        value = option_values[name]
        values = value if isinstance(value, list) else [value]
        if name == "players":
            values = [",".join(map(str, values))] if value else []
        option = f"--{name.replace('_', '-')}"
        given_values = [option_value for option_value in values if option_value]
        command_words += [
            word for option_value in given_values for word in _write_option(option, option_value)
        ]
    return shell.join(command_words)


def _write_option(option: str, value: object) -> list[str]:
    """Return an option with its value, or a switch alone."""
    return [option] if value is True else [option, str(value)]
