"""Shared by the studies: progress lines, lists of numbers, JSON rows and folders of pages."""

from __future__ import annotations

import hashlib
import json
import math
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from simlab.analysis.crosstable import Lineup
from simlab.analysis.games import Games
from simlab.errors import InputError
from simlab.experiment.lineup import in_short
from simlab.paths import runs_folder
from simlab.report.page_table import records
from simlab.report.wording import n_of
from simlab.study.headroom import HeadroomProgress
from simlab.study.ladder import LadderProgress
from simlab.study.skill import SkillRequest

Content = dict[str, Any]
ORDER = ("players", "policy", "policy_file", "games", "seed", "patch", "data")
"""The options that all studies share, in the order in which a command is written."""
GamesOf = dict[Lineup, Games]
Number = TypeVar("Number", int, float)


def brief(progress: LadderProgress) -> str:
    """Return the progress line of a ladder."""
    n, n_open = len(progress.request.pairings), len(progress.undecided)
    decided = f"{n - n_open} of {n_of(n, 'pairing')} decided"
    return f"{n_of(progress.n_games, 'game')}: {decided}"


def brief_of(request: SkillRequest) -> Callable[[GamesOf], str]:
    """Return the function that makes the progress line of a skill study."""
    n = n_of(len(request.lineups), "line-up")
    return lambda games_of: f"{len(games_of)} of {n} played"


def brief_of_look(look: HeadroomProgress) -> str:
    """Return the progress line of a headroom study."""
    now = ", ".join(in_short(look.parts[-1].lineup))
    return f"{len(look.parts)} of {n_of(look.n_parts, 'part')} played: {now}"


def several(name: str, text: str, example: str, read: Callable[[str], Number]) -> list[Number]:
    """Read numbers separated by commas, like those of the example.

    Raises:
        InputError: they are no such numbers.
    """
    try:
        return [read(word) for word in text.split(",")]
    except ValueError as error:
        problem = f'{name}: "{text}" is not a list of numbers such as {example}'
        raise InputError(problem) from error


def plain(frame: pd.DataFrame) -> list[Content]:
    """Return the rows of a frame as JSON; infinite bounds are null."""
    return [
        {name: None if is_infinite(cell) else cell for name, cell in row.items()}
        for row in records(frame)
    ]


def is_infinite(cell: object) -> bool:
    """Tell whether a cell is infinite or not a number, which JSON cannot hold."""
    return isinstance(cell, float) and not math.isfinite(cell)


def retyped(command: str, game: str, options: Mapping[str, Any]) -> str:
    """Return the command line with all options that affect the result."""
    words = ["simlab", command, game]
    for name in sorted(
        options, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER)
    ):
        value = options[name]
        several = value if isinstance(value, list) else [value]
        words += [
            word for each in several if each for word in (f"--{name.replace('_', '-')}", str(each))
        ]
    return shlex.join(words)


def default_folder(described: Content) -> Path:
    """Return the default folder of a page, named by a hash of the study."""
    identity = json.dumps([described["identity"], described["study"]], sort_keys=True)
    key = hashlib.sha256(identity.encode()).hexdigest()
    return runs_folder() / f"{described['name']}-{key[:8]}"
