"""Options that several commands share: one name and one help text each, and groups of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.models import ArgumentInfo

from simlab import shell
from simlab.errors import InputError
from simlab.game.language import ENGLISH

LONGEST_QUOTE = 200
"""Characters of a path that a message quotes at most."""
MOST_JOBS = 1024
"""No machine has more cores; further threads cost memory, and tens of thousands crash."""

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="Name of a game, or path of its package.")
]
What = Annotated[
    str, typer.Argument(metavar="WHAT", help="Name of a game or of an experiment, or a .toml file.")
]
DEFAULT_POLICY = (
    "Unless given, the strongest that was measured; in a game of your own, the last in define()."
)
RunFolder = Annotated[
    Path,
    # by lambda, as the function stands below
    typer.Argument(metavar="RUN", help="A run folder.", parser=lambda typed: run_folder(typed)),
]
Players = Annotated[
    list[str] | None,
    typer.Option(metavar="N", help="Number of players; 2,3,4 plays each of them."),
]
TablePlayers = Annotated[
    list[str] | None, typer.Option("--players", metavar="N", help="Number of players.")
]
Policy = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME[:TRAIT=X,...]",
        help="Policy of all seats; if repeated, one per seat, the last for all remaining seats."
        f" {DEFAULT_POLICY}",
    ),
]
PolicyFile = Annotated[
    list[str] | None, typer.Option(metavar="FILE", help="A Python file with policies; repeatable.")
]
Games = Annotated[
    str | None,
    typer.Option(
        metavar="N", help="Games per scenario, rounded up to whole blocks: 5000, 200k, 1e6."
    ),
]
Seed = Annotated[str | None, typer.Option(metavar="N", help="Random seed; 1914 unless given.")]
Patch = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=VALUE|FILE|NAME",
        help="A rule to change (officers=3, officers=+1), a patch file, or a shipped patch;"
        " repeatable.",
    ),
]
Data = Annotated[
    str | None,
    typer.Option(metavar="DIR", help="Folder with the game’s components instead of its own."),
]
Against = Annotated[
    str | None,
    typer.Option(
        metavar="DIR",
        help="Data folder of the unchanged rules; --data is that of the changed rules. With --data"
        " alone and no --patch, the unchanged rules have the game’s own.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_JOBS, metavar="N", help="Number of cores; all unless given."),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS|FILE|local:N",
        envvar="SIMLAB_CLUSTER",
        help="Dask cluster that plays instead of this machine: the address of its scheduler, its"
        " scheduler file, or N processes of this machine.",
    ),
]
PlainPython = Annotated[
    bool,
    typer.Option(
        "--plain",
        help="Play a game in plain Python as it is. Else it is translated into machine code where"
        " that is faster; results are the same.",
    ),
]
Metric = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Metric of the comparison, see simlab metrics; the headline metric unless given.",
    ),
]
Lang = Annotated[
    str | None,
    typer.Option(
        metavar="LANG",
        help="Language of the game’s terms and sentences: en, fr; that of the locale unless given.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")]
Explain = Annotated[
    bool, typer.Option("--explain", help="Print how the numbers were computed, too.")
]
Long = Annotated[bool, typer.Option("--long", help="Print every event on a line of its own.")]
Html = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Write a page that shows the game step by step on its board instead."
    ),
]
Chances = Annotated[
    bool,
    typer.Option(
        "--chances", help="Show the chance of each seat to win over the game on the page."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="The run folder; runs/NAME-KEY unless given.",
        parser=lambda typed: folder_to_write(typed),
    ),
]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust", help="Import the code that the run folder names, even if you never played it."
    ),
]
Target = Annotated[
    str, typer.Argument(metavar="RUN|GAME", help="A run folder, or the name of a game.")
]
GameNumber = Annotated[
    int, typer.Option("--game", metavar="N", help="Number of the game (its deal).")
]
Rotation = Annotated[
    int, typer.Option(metavar="R", help="Number of seats by which the line-up is rotated.")
]
PageFolder = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="DIR", help="Folder of the page; a folder in runs/ unless given."
    ),
]
Like = Annotated[
    Path | None,
    typer.Option(
        "--like",
        metavar="FILE",
        help="Real plays: the policy of all seats is the one that simlab calibrate fits to them.",
    ),
]
Scenario = Annotated[
    str | None, typer.Option(metavar="NAME", help="The scenario, if a run has several.")
]


def margin(typed: str) -> float | None:
    """Read `1.5`, `0.02` or `2%`.

    Raises:
        InputError: it is none of these.
    """
    from simlab.api import arguments

    return arguments.margin(typed)


def language(lang: str | None, as_json: bool) -> str | None:
    """Return the chosen language, by default English for JSON and None, the locale's, else."""
    return ENGLISH if lang is None and as_json else lang


def run_folder(path: str) -> Path:
    """Read the path of a run folder.

    Raises:
        InputError: it is none.
    """
    from simlab.experiment.run_folder import RESOLVED
    from simlab.files.paths import exists, is_file

    folder = Path(path)
    if not exists(folder):
        raise InputError(f"{shorten_path(path)}: no such folder; simlab runs lists the runs")
    if not is_file(folder / RESOLVED):
        raise InputError(f"no run folder ({RESOLVED} is missing)", path or '""')
    return folder


def folder_to_write(path: str) -> Path:
    """Read the path of a folder that exists or can be created.

    Raises:
        InputError: it cannot be created.
    """
    from simlab.files.paths import obstacle

    reason = obstacle(path)
    if reason:
        raise InputError(
            f"{shorten_path(path)}: cannot be written: {reason}; choose another", "--out"
        )
    return Path(path)


def shorten_path(path: str) -> str:
    """Return a path as a message quotes it: printable, and cut if it is long."""
    # file names may hold bytes that are no text, which a terminal cannot print
    readable = path.encode(errors="replace").decode()
    return readable if len(readable) <= LONGEST_QUOTE else f"{readable[:LONGEST_QUOTE]}..."


LIKE, PLAIN = "like", "plain"
OF_ALL_SEATS = "policy of all seats"
"""Marks the option of a policy in whose place `--like` can stand."""


def no_like(value: str) -> None:
    """Refuse `--like` where a command has no policy of all seats.

    Raises:
        InputError: always.
    """
    raise InputError(
        "this command has no policy of all seats; write the one of"
        f" {shell.join(['simlab', 'calibrate', 'GAME', '--plays', value])} where it names policies",
        "--like",
    )


UnusedLike = Annotated[Any, typer.Option("--like", metavar="FILE", hidden=True, parser=no_like)]


class ExperimentOptions:
    """A group of options that are keys of an experiment."""

    def keys(self) -> dict[str, Any]:
        """Return the options as the keys of an experiment."""
        return {**vars(self), "players": numbers_in(vars(self)["players"])}


def numbers_in(typed: list[str] | None) -> list[str] | None:
    """Return the numbers of players in words such as 2 or 2,3, which may be repeated."""
    return typed and [number for word in typed for number in word.split(",")]


@dataclass(frozen=True)
class Setup(ExperimentOptions):
    """Policies and rules of one scenario, with one number of players."""

    players: TablePlayers = None
    policy: Policy = None
    policy_file: PolicyFile = None
    seed: Seed = None
    patch: Patch = None
    data: Data = None


@dataclass(frozen=True)
class Cores:
    """Cores of this machine, or a cluster."""

    jobs: Jobs = None
    cluster: Cluster = None


@dataclass(frozen=True)
class PageOutput:
    """Folder and output of a study that writes a page."""

    out: PageFolder = None
    explain: Explain = False
    as_json: Json = False

    def check(self, page: str) -> None:
        """Check before the games are played that a page of this name can be written.

        Raises:
            FolderError: see `check_place`; or another process writes the folder.
        """
        from simlab.execution.store import Store
        from simlab.report.page_files import check_place

        if self.out is not None:
            check_place(self.out, page)
            # taken and given back: only to say now, not after hours of play, that it cannot be had
            with Store(self.out).lock():
                pass


@dataclass(frozen=True)
class ReplayedGame:
    """The game to replay, from a run or from a game with options."""

    target: Target
    game: GameNumber
    rotation: Rotation = 0
    scenario: Scenario = None


@dataclass(frozen=True)
class ReplayOutput:
    """Language and output of a replay, and whether to trust the code of its run."""

    lang: Lang = None
    trust: Trust = False
    long: Long = False
    html: Html = None
    chances: Chances = False
    as_json: Json = False

    @property
    def language(self) -> str | None:
        """The language of the output; see `language`."""
        return language(self.lang, self.as_json)


def group_options(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take groups of options: each parameter that is a dataclass is a group.

    Each field of a group is an option; the help lists them at the position of the group. A command
    with a policy of all seats takes `--like` in its place, and one that plays on some cores
    `--plain`.
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
    game = _game_argument(parameters)
    parameters = list(_with_plain(_with_like(parameters, game)))
    takes_list = any(takes_policies(parameter) for parameter in parameters)

    @wraps(command)
    def run_with_options(**options: Any) -> None:
        like = options.pop(LIKE, None)
        if like is not None:
            options["policy"] = _policy_like(like, options[game], options, is_list=takes_list)
        values = {
            name: group(**{field.name: options.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        if not options.pop(PLAIN, False):
            command(**options, **values)
            return
        from simlab.api.plain_python import plain_python

        with plain_python():
            command(**options, **values)

    # typer reads both, the signature for order and defaults, the annotations for types
    run_with_options.__dict__["__signature__"] = Signature(parameters)
    run_with_options.__annotations__ = {
        parameter.name: parameter.annotation for parameter in parameters
    }
    return run_with_options


def is_of_all_seats(parameter: Parameter) -> bool:
    """Return whether a parameter is the policy of all seats."""
    annotation = parameter.annotation
    return annotation == Policy or OF_ALL_SEATS in getattr(annotation, "__metadata__", ())


def takes_policies(parameter: Parameter) -> bool:
    """Return whether a parameter is the policies of all seats, and may be several."""
    return is_of_all_seats(parameter) and get_args(parameter.annotation)[0] == list[str] | None


def _game_argument(parameters: Iterable[Parameter]) -> str:
    """Return the argument that names a game, an experiment, a run or a gate, or nothing."""
    arguments = (
        parameter.name
        for parameter in parameters
        if get_origin(parameter.annotation) is Annotated
        and any(isinstance(content, ArgumentInfo) for content in parameter.annotation.__metadata__)
        and get_args(parameter.annotation)[0] is str
    )
    return next(arguments, "")


def _with_like(parameters: Iterable[Parameter], game: str) -> Iterator[Parameter]:
    """Yield the parameters, with `--like` after a policy of all seats.

    Other commands that name a game take `--like` too, hidden, to say that they cannot use it.
    """
    names = []
    for parameter in parameters:
        names.append(parameter.name)
        yield parameter
        if is_of_all_seats(parameter):
            names.append(LIKE)
            yield Parameter(LIKE, Parameter.KEYWORD_ONLY, default=None, annotation=Like)
    if game and LIKE not in names:
        yield Parameter(LIKE, Parameter.KEYWORD_ONLY, default=None, annotation=UnusedLike)


def _with_plain(parameters: Iterable[Parameter]) -> Iterator[Parameter]:
    """Yield the parameters, with `--plain` after the cluster that plays instead of this machine."""
    for parameter in parameters:
        yield parameter
        if parameter.name == "cluster":
            yield Parameter(PLAIN, Parameter.KEYWORD_ONLY, default=False, annotation=PlainPython)


def _policy_like(
    plays: Path, game: str, options: Mapping[str, Any], *, is_list: bool
) -> list[str] | str:
    """Return the policy that is fitted to plays, as the option of a command.

    Raises:
        InputError: the command names policies, too, or the plays cannot be used.
    """
    from simlab.api.like import fit_policy
    from simlab.cli.terminal.progress import TerminalLines

    if options["policy"]:
        raise InputError("--like fits the policy; leave one of both out", "policy")
    cores = options.get("jobs"), options.get("cluster")
    policy = fit_policy(game, plays, *cores, TerminalLines())
    return [policy] if is_list else policy


def _fields_of(group: type) -> list[Parameter]:
    """Return one parameter per field of a group."""
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
