"""The options that commands share, so that they have one name and one sentence everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from simlab.errors import InputError
from simlab.translation import ENGLISH

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
TablePlayers = Annotated[
    str | None, typer.Option("--players", metavar="N", help="Players at the table.")
]
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
Target = Annotated[
    str, typer.Argument(metavar="RUN|GAME", help="A run folder, or the name of a game.")
]
GameNumber = Annotated[
    int, typer.Option("--game", metavar="N", help="Number of the game (its deal).")
]
Rotation = Annotated[
    int, typer.Option(metavar="R", help="By how many seats the line-up is turned.")
]
StudyPlayers = Annotated[
    str | None, typer.Option("--players", metavar="N", help="Players at each table.")
]
PageFolder = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Where the page goes; below runs/ unless given."),
]
OnePolicy = Annotated[
    str | None,
    typer.Option(metavar="NAME[:TRAIT=X,...]", help="Who plays; the game’s best unless given."),
]
MostGames = Annotated[
    str | None,
    typer.Option("--games", metavar="N", help="Games to play at most, in all; 20k unless given."),
]
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
    from simlab.experiment.run_folder import RESOLVED
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


@dataclass(frozen=True)
class Setup:
    """Who plays which game by which rules, at tables of one size."""

    players: TablePlayers = None
    policy: Policy = None
    policy_file: PolicyFile = None
    seed: Seed = None
    patch: Patch = None
    data: Data = None

    def keys(self) -> dict[str, Any]:
        """Return the options as the keys of an experiment."""
        players = self.players and self.players.split(",")
        return {**vars(self), "players": players}


@dataclass(frozen=True)
class RunSetup:
    """The same for a run, which may have several numbers of players, each with so many games."""

    players: Players = None
    policy: Policy = None
    policy_file: PolicyFile = None
    games: Games = None
    seed: Seed = None
    patch: Patch = None
    data: Data = None

    def keys(self) -> dict[str, Any]:
        """Return the options as the keys of an experiment."""
        players = self.players and self.players.split(",")
        return {**vars(self), "players": players}


@dataclass(frozen=True)
class StudySetup:
    """Which game is played by which rules, where the study seats its policies itself."""

    players: StudyPlayers = None
    seed: Seed = None
    patch: Patch = None
    data: Data = None
    policy_file: PolicyFile = None

    def keys(self) -> dict[str, Any]:
        """Return the options as the keys of an experiment."""
        players = self.players and self.players.split(",")
        return {**vars(self), "players": players}


@dataclass(frozen=True)
class Running:
    """How a run is played, where it is kept and what is printed about it."""

    jobs: Jobs = None
    out: Out = None
    fresh: Fresh = False
    as_json: Json = False


@dataclass(frozen=True)
class PageOutput:
    """Where the page of a study goes and what is printed about it."""

    out: PageFolder = None
    as_json: Json = False

    def check(self, page: str) -> None:
        """Make sure before play that a page of this name can be written.

        Raises:
            FolderError, RunError: see `check_place`.
        """
        from simlab.report.page import check_place

        if self.out is not None:
            check_place(self.out, page)


@dataclass(frozen=True)
class Replayed:
    """Which game is replayed: one of a run, or of a game with options."""

    target: Target
    game: GameNumber
    rotation: Rotation = 0
    scenario: Scenario = None


@dataclass(frozen=True)
class Telling:
    """In which language a game is told, and to whom."""

    lang: Lang = None
    trust: Trust = False
    as_json: Json = False

    @property
    def language(self) -> str | None:
        """The language to use; see `language`."""
        return language(self.lang, self.as_json)


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take groups of options, each a dataclass, in the place of one option each.

    The command line shows the fields of a group where the group stands.
    """
    hints = get_type_hints(command, include_extras=True)
    parameters: list[Parameter] = []
    groups: dict[str, type] = {}
    for name, parameter in signature(command).parameters.items():
        if is_dataclass(hints[name]):
            groups[name] = hints[name]
            parameters += _fields_of(groups[name])
        else:
            kind = Parameter.KEYWORD_ONLY
            parameters.append(parameter.replace(annotation=hints[name], kind=kind))

    @wraps(command)
    def called(**options: Any) -> None:
        values = {
            name: group(**{field.name: options.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**options, **values)

    called.__dict__["__signature__"] = Signature(parameters)
    called.__annotations__ = {each.name: each.annotation for each in parameters}
    return called


def _fields_of(group: type) -> list[Parameter]:
    """Return a parameter for each option of a group."""
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            field.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(group)
    ]
