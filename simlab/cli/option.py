"""The options that commands share, so that they have one name and one sentence everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from simlab.errors import InputError

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="Name of a game, or path of its package.")
]
What = Annotated[
    str, typer.Argument(metavar="WHAT", help="Name of a game or of an experiment, or a .toml file.")
]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="A run folder.")]
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
Jobs = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="Cores to use; all unless given.")
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
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")]
Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="The run folder; runs/NAME-KEY unless given."),
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
