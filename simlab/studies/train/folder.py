"""Folder of a training or of a search for traits, which one command line alone writes."""

from __future__ import annotations

from pathlib import Path

from simlab.errors import InputError, RunError
from simlab.execution.lock import holds_something
from simlab.files.writing import write_whole
from simlab.game.player_file import is_player, read_description

COMMAND = "_command.txt"
"""The command line that writes the folder; written first, so that it can go on at any time."""


def check_folder(folder: Path, command: str, player: Path) -> None:
    """Check that a folder is empty or holds what this command line has written.

    `player` is the first player that such a command writes; folders of earlier versions of simlab
    name the command there alone.

    Raises:
        InputError: it is another's.
    """
    there = _command_in(folder, player)
    if there != command and holds_something(folder):
        problem = f"holds the training of: {there}" if there else "is not empty"
        raise InputError(f"{folder} {problem}; choose another folder with --out", "out")


def claim_folder(folder: Path, command: str) -> None:
    """Write the command line into the folder that it writes.

    Raises:
        RunError: it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / COMMAND, f"{command}\n")
    except OSError as error:
        raise RunError(f"{folder}: cannot be written: {error.strerror or error}") from error


def damaged_training(file: Path, error: Exception) -> InputError:
    """Return the error of a file by which a training goes on."""
    problem = str(error).removeprefix("damaged: ")
    return InputError(
        f"damaged: {problem}; delete it, and the same command trains again from the beginning",
        str(file),
    )


def _command_in(folder: Path, player: Path) -> str:
    """Return the command line that writes a folder, or nothing."""
    file = folder / COMMAND
    if file.is_file():
        return file.read_text(encoding="utf-8", errors="replace").strip()
    made = read_description(player).get("training", {}) if is_player(player) else {}
    return str(made.get("command", ""))
