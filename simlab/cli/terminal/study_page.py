"""What ladders need of the terminal: how far they have come, where pages go."""

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
Field = dict[Lineup, Games]
Number = TypeVar("Number", int, float)


def brief(progress: LadderProgress) -> str:
    """Return how far a ladder has come, in a line."""
    n, n_open = len(progress.request.pairings), len(progress.undecided)
    decided = f"{n - n_open} of {n_of(n, 'pairing')} decided"
    return f"{n_of(progress.n_games, 'game')}: {decided}"


def brief_of(request: SkillRequest) -> Callable[[Field], str]:
    """Return what tells how far a skill ladder has come, in a line."""
    n = n_of(len(request.lineups), "line-up")
    return lambda field: f"{len(field)} of {n} played"


def brief_of_look(look: HeadroomProgress) -> str:
    """Return how far a study of headroom has come, in a line."""
    now = ", ".join(in_short(look.parts[-1].lineup))
    return f"{len(look.parts)} of {n_of(look.n_parts, 'part')} played: {now}"


def several(name: str, text: str, example: str, read: Callable[[str], Number]) -> list[Number]:
    """Read numbers between commas, such as those of the example.

    Raises:
        InputError: these are no such numbers.
    """
    try:
        return [read(word) for word in text.split(",")]
    except ValueError as error:
        problem = f'{name}: "{text}" is not a list of numbers such as {example}'
        raise InputError(problem) from error


def plain(frame: pd.DataFrame) -> list[Content]:
    """Return the rows of a table as JSON has them: a bound that is endless is none."""
    return [
        {name: None if is_endless(cell) else cell for name, cell in row.items()}
        for row in records(frame)
    ]


def is_endless(cell: object) -> bool:
    """Say whether a cell is a number that JSON cannot hold."""
    return isinstance(cell, float) and not math.isfinite(cell)


def retyped(command: str, game: str, options: Mapping[str, Any]) -> str:
    """Return a command with all that was given and decides what it finds."""
    words = ["simlab", command, game]
    for name, value in options.items():
        several = value if isinstance(value, list) else [value]
        words += [
            word for each in several if each for word in (f"--{name.replace('_', '-')}", str(each))
        ]
    return shlex.join(words)


def default_folder(described: Content) -> Path:
    """Return where a page is kept unless another place is asked for."""
    asked = json.dumps([described["identity"], described["study"]], sort_keys=True)
    key = hashlib.sha256(asked.encode()).hexdigest()
    return runs_folder() / f"{described['name']}-{key[:8]}"
