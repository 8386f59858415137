"""The simlab command: its groups of subcommands, and how errors end it."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

import simlab
from simlab.cli import (
    ab,
    bench,
    explain,
    game,
    houserule,
    ladder,
    plan,
    proof,
    replay,
    report,
    run,
    sweep,
)
from simlab.cli.interrupt import Stoppable
from simlab.errors import Interrupted, SimlabError

app = typer.Typer(
    name="simlab",
    cls=Stoppable,
    help="A laboratory for board games: play a million games, see what the rules do.",
    epilog="Begin with: simlab games, then simlab run taxis --players 3",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich" if sys.stdout.isatty() else None,
)
for group in (game, run, plan, ab, houserule, sweep, ladder, report, replay, explain, proof, bench):
    app.add_typer(group.commands)


def main() -> None:
    """Run the command that stands in `sys.argv`."""
    try:
        app(prog_name="simlab")
    except SimlabError as error:
        _print_error(error)
        sys.exit(error.exit_code)
    finally:
        _flush()


def _print_error(error: SimlabError) -> None:
    label = "" if isinstance(error, Interrupted) else typer.style("error: ", fg="red", bold=True)
    for problem in str(error).splitlines():
        typer.echo(label + problem, err=True)


def _flush() -> None:
    """Write out what is still buffered; whoever read it may have left, which is no error."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"simlab {simlab.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """Hold the options that stand before a command."""
