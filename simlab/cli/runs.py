"""`simlab runs`: lists the runs in a folder, or deletes one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import option

if TYPE_CHECKING:
    from simlab.execution.run_list import RunEntry

commands = typer.Typer()

Folder = Annotated[
    Path | None, typer.Argument(metavar="DIR", help="Folder of the runs; runs unless given.")
]
Delete = Annotated[str | None, typer.Option(metavar="NAME", help="Delete the run of this name.")]
Yes = Annotated[bool, typer.Option("--yes", help="Delete without a question.")]

UNITS = ("B", "kB", "MB", "GB", "TB")


@commands.command(epilog="Example: simlab runs, or simlab runs --delete taxis-1a2b3c4d")
def runs(
    folder: Folder = None,
    delete: Delete = None,
    yes: Yes = False,
    as_json: option.Json = False,
) -> None:
    """List the runs in a folder, the latest first, or delete one."""
    from simlab.cli.terminal.output import say_json
    from simlab.execution.run_list import runs_in
    from simlab.files.paths import runs_folder

    if folder is None and delete is None and not runs_folder().is_dir():
        entries: list[RunEntry] = []
    else:
        entries = runs_in(folder or runs_folder())
    if delete is not None:
        delete_one(folder or runs_folder(), delete, is_sure=yes)
    elif as_json:
        say_json({"runs": [content_of(entry) for entry in entries]})
    else:
        print_runs(entries)


def delete_one(folder: Path, name: str, *, is_sure: bool) -> None:
    """Delete a run, after a question unless `is_sure`.

    Raises:
        InputError: it is no run, or stdin is no terminal to ask at.
    """
    from simlab.cli.terminal.output import say_line
    from simlab.errors import InputError
    from simlab.execution.run_list import check_deletable, delete_run

    check_deletable(folder, name)
    if not (is_sure or sys.stdin.isatty()):
        raise InputError("add --yes, since there is no terminal to ask at", "--delete")
    if is_sure or typer.confirm(f"Delete {folder / name} and all that is in it?"):
        delete_run(folder, name)
        say_line(f"Deleted {folder / name}.")


def print_runs(entries: list[RunEntry]) -> None:
    """Print a row per run."""
    from simlab.cli.terminal.output import say, say_table

    if not entries:
        say("No runs. simlab run keeps one.")
        return
    rows = [
        (
            entry.name,
            f"{entry.date:%Y-%m-%d %H:%M}",
            f"{entry.games:,}",
            size_in_words(entry.size),
            entry.state,
            f"{entry.game}: {entry.what}" if entry.game else entry.what,
        )
        for entry in entries
    ]
    say_table(["!run", "!date", ">games", ">size", "!state", "what"], rows)


def content_of(entry: RunEntry) -> dict[str, Any]:
    """Return a run as JSON."""
    return {**vars(entry), "date": entry.date.isoformat(timespec="seconds")}


def size_in_words(size: int) -> str:
    """Return a number of bytes with a unit: `1.2 MB`."""
    amount, unit = float(size), 0
    while amount >= 1000 and unit < len(UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:.0f} {UNITS[unit]}" if unit == 0 else f"{amount:.1f} {UNITS[unit]}"
