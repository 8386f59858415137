"""The `simlab` application: its list of commands, and how errors become messages and exit codes."""

from __future__ import annotations

import sys
from bdb import BdbQuit
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any

import typer
from typer.main import get_command

from simlab.cli.interrupt import Stoppable, end_on_signal
from simlab.cli.terminal import stream
from simlab.errors import Interrupted, SimlabError
from simlab.files.writing import printable
from simlab.version import VERSION


def _import(*names: str) -> list[ModuleType]:
    """Return the modules of commands by their names."""
    return [import_module(f"simlab.cli.{name}") for name in names]


PANELS = {
    "Look at a game and play it": _import(
        "studio", "games", "rules", "play", "replay", "explain_move"
    ),
    "Play many games": _import("demo", "run", "report", "plan", "rare", "resume", "verify", "runs"),
    "Change a rule": _import("metrics", "ab", "houserule", "sweep", "patch"),
    "Find out what to change, and guard it": _import(
        "doctor",
        "restrict",
        "handicap",
        "cards",
        "tension",
        "decides",
        "kingmaking",
        "sensitivity",
        "tune",
        "gate",
    ),
    "Policies": _import("ladder", "strength", "skill", "headroom", "calibrate", "train"),
    "Your own game, and this machine": _import("new", "check", "compile", "bench"),
}
"""All commands, as the help groups them."""
COMMANDS = tuple(module for modules in PANELS.values() for module in modules)


class Commands(Stoppable):
    """All commands, in panels. Typer shows these on a terminal only."""

    # typer's own context and formatter are private
    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the name and the first sentence of each command, below the title of its panel."""
        widest = max(map(len, self.commands))
        for panel in PANELS:
            rows = [
                (name.ljust(widest), listed.get_short_help_str(formatter.width - widest - 6))
                for name, listed in self.commands.items()
                if vars(listed)["rich_help_panel"] == panel
            ]
            with formatter.section(panel):
                formatter.write_dl(rows)


app = typer.Typer(
    name="simlab",
    cls=Commands,
    help="A laboratory for board games: play a million games, see what the rules do.",
    epilog="Begin with: simlab games, then simlab run taxis --players 3",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    # in a pipe without rich, whose boxes would be drawn there, too
    rich_markup_mode="rich" if sys.stdout and sys.stdout.isatty() else None,
)
for panel, modules in PANELS.items():
    for module in modules:
        for listed in (*module.commands.registered_commands, *module.commands.registered_groups):
            listed.rich_help_panel = panel
        app.add_typer(module.commands)


@cache
def _command_line() -> Any:
    """Return what reads the words of a command; typer takes 50 ms to make it of all options."""
    return get_command(app)


def main() -> None:
    """Run the command in `sys.argv`."""
    try:
        with stream.prepare_streams(), end_on_signal():
            # a full disk may show only when the last lines are written
            code = _code_of_command() or _code_of_flush()
    except KeyboardInterrupt:
        code = Interrupted.exit_code  # before or after the command: there is nothing to report
    sys.exit(code)


def _code_of_flush() -> int:
    """Flush stdout; if that fails, report it on stderr and return 1."""
    problem = stream.flush()
    if problem:
        _print_problems(problem)
    return int(problem is not None)


def _code_of_command() -> int:
    """Run the command; report errors on stderr; return the exit code."""
    # help texts and columns are docstrings
    if sys.flags.optimize > 1:
        _print_problems(WITHOUT_DOCSTRINGS)
        return 2
    try:
        _command_line()(prog_name="simlab")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except SimlabError as error:
        label = "" if isinstance(error, Interrupted) else ERROR
        _print_problems(str(error), label)
        return error.exit_code
    except BdbQuit:
        return Interrupted.exit_code
    except OSError as error:
        stream.flush()  # Python must not try again at exit to write what cannot be written
        _print_problems(_sentence_of(error))
        return 1
    return 0


WITHOUT_DOCSTRINGS = (
    "Python removes docstrings (-OO, PYTHONOPTIMIZE=2), but simlab shows them to users; start it"
    " without this option"
)
ERROR = typer.style("error: ", fg="red", bold=True)


def _print_problems(message: str, label: str = ERROR) -> None:
    for problem in message.splitlines():
        typer.echo(label + printable(problem), err=True)


def _sentence_of(error: OSError) -> str:
    """Return an error of the operating system as a sentence: the file and the reason."""
    reason = error.strerror or str(error) or type(error).__name__
    if error.filename is not None:
        return f"{error.filename}: {reason}"
    if isinstance(error, FileNotFoundError):
        return "the working folder no longer exists; change to another"
    return f"stdout or a file cannot be written: {reason}"


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"simlab {VERSION}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Options before the command."""
