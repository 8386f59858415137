"""The options that commands share, so that they have one name and one sentence everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from simlab.errors import InputError
from simlab.words import ENGLISH

LONGEST_QUOTE = 200
"""Letters of a path that a message repeats."""
MOST_JOBS = 1024
"""Threads beyond the cores of any machine only cost memory; tens of thousands end in a crash."""

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="Name of a game, or path of its package.")
]
What = Annotated[
    str, typer.Argument(metavar="WHAT", help="Name of a game or of an experiment, or a .toml file.")
]
RunFolder = Annotated[
    Path,
    typer.Argument(metavar="RUN", help="A run folder.", parser=lambda text: run_folder(text)),
]
Players = Annotated[
    str | None, typer.Option(metavar="N", help="Players at the table; 2,3,4 plays each in turn.")
]
Table = Annotated[str | None, typer.Option("--players", metavar="N", help="Players at the table.")]
Policy = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME[:TRAIT=X,...]",
        help="Who plays: one for all seats, or repeated once per seat.",
    ),
]
PolicyFile = Annotated[
    list[str] | None, typer.Option(metavar="FILE", help="A Python file with policies; repeatable.")
]
Games = Annotated[
    str | None,
    typer.Option(metavar="N", help="Games per scenario, in whole blocks: 5000, 200k, 1e6."),
]
Seed = Annotated[
    str | None, typer.Option(metavar="N", help="Seed of all chance; 1914 unless given.")
]
Patch = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=VALUE|FILE|NAME",
        help="Change a rule (officers=3, officers=+1), or several in a file or a shipped patch;"
        " repeatable.",
    ),
]
Data = Annotated[
    str | None, typer.Option(metavar="DIR", help="Read the game's components from this folder.")
]
Against = Annotated[
    str | None,
    typer.Option(
        metavar="DIR",
        help="The data folder of the unchanged rules; then --data is that of the changed ones. With"
        " --data alone, and no patch, the game's own is compared with it.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_JOBS, metavar="N", help="Cores to use; all unless given."),
]
Metric = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="What to compare by, see simlab metrics; the score or first wins unless given.",
    ),
]
Margin = Annotated[
    float | None,
    typer.Option(
        metavar="D",
        parser=lambda text: margin(text),
        help="Smallest change that is of interest: 1.5, or of shares 2% or 0.02.",
    ),
]
Lang = Annotated[
    str | None,
    typer.Option(
        metavar="LANG",
        help="Language of the game's terms and sentences: en, fr; that of the locale unless given.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="The run folder; runs/NAME-KEY unless given.",
        parser=lambda text: folder_to_write(text),
    ),
]
Trust = Annotated[
    bool,
    typer.Option("--trust", help="Import code that the run folder names, even if it is not known."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Play again what was played already.")]
Scenario = Annotated[
    str | None, typer.Option(metavar="NAME", help="Which scenario, where a run has several.")
]


def margin(text: str) -> float:
    """Read `1.5`, `0.02` or `2%`.

    Raises:
        InputError: it is none of these.
    """
    from simlab.analysis.metric import Percent

    number, percent, rest = text.strip().partition("%")
    try:
        value = Percent(float(number) / 100) if percent else float(number)
    except ValueError:
        value = float("nan")
    if rest or not 0 < value < float("inf"):
        raise InputError(f'margin: "{text}" is not a number above 0 such as 1.5, 0.02 or 2%')
    return value


def language(lang: str | None, as_json: bool) -> str | None:
    """Return the language asked for; programs get English unless they ask, people their locale."""
    return ENGLISH if lang is None and as_json else lang


def run_folder(text: str) -> Path:
    """Read the path of a run folder.

    Raises:
        InputError: it is none.
    """
    from simlab.execution.store import Store
    from simlab.experiment.folder import RESOLVED
    from simlab.paths import exists

    folder = Path(text)
    if not exists(folder):
        raise InputError(f"{shortened(text)}: no such folder; simlab runs lists what there is")
    if not Store(folder).is_run():
        raise InputError(f"{text}: no run folder ({RESOLVED} is missing)")
    return folder


def folder_to_write(text: str) -> Path:
    """Read the path of a folder that is there or can be made.

    Raises:
        InputError: it cannot.
    """
    from simlab.paths import obstacle

    reason = obstacle(text)
    if reason:
        raise InputError(f"--out: {shortened(text)}: cannot be written: {reason}; choose another")
    return Path(text)


def shortened(text: str) -> str:
    """Return a path as a message repeats it: readable, the end of a long one left out."""
    readable = text.encode(errors="replace").decode()
    return readable if len(readable) <= LONGEST_QUOTE else f"{readable[:LONGEST_QUOTE]}..."


def told_apart(options: dict[str, Any], against: str | None) -> dict[str, Any]:
    """Return the options of a house rule: what differs between the two sets of rules goes below.

    That is the patch, and the data folder where it is compared with another one.
    """
    from simlab.study.pair import folder_of_base

    patch, data = options["patch"], options["data"]
    base = folder_of_base(options, against)
    change = {"patch": patch, "data": data if data != base else None}
    said = {key: value for key, value in change.items() if value}
    return {**options, "patch": None, "data": base, "houserule": said or None}


def given(
    players: str | None,
    policy: list[str] | None,
    policy_file: list[str] | None,
    games: str | None,
    seed: str | None,
    patch: list[str] | None,
    data: str | None,
) -> dict[str, Any]:
    """Return options as the keys of an experiment."""
    return {
        "players": players and players.split(","),
        "policy": policy,
        "policy_file": policy_file,
        "games": games,
        "seed": seed,
        "patch": patch,
        "data": data,
    }
