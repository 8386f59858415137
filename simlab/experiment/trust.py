"""Trust check for foreign code in a run folder before it is imported."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from simlab.errors import FolderError


def is_path(game: str) -> bool:
    """Return whether a game is given by the path of its code, not by name."""
    return game.endswith(".py") or "/" in game


def check_code(described: dict[str, Any], folder: Path) -> None:
    """Check that a run folder names only code of its identity, outside of the folder.

    Otherwise a shared run could execute code of its sender on the reader's machine. Modules that
    this code imports are compared with the identity once it is loaded.

    Raises:
        FolderError: names the file that is not trusted.
    """
    played_it = set(described["identity"]["foreign_files"].values())
    for home in code_of(described):
        if not home.is_absolute() or home.resolve().is_relative_to(folder.resolve()):
            raise FolderError(
                f"{folder}: {home}: code that comes with a run is imported with --trust only"
            )
        if not home.exists():
            raise FolderError(f"{folder}: {home}: no such file; the run was played with it")
        for file in sorted(home.rglob("*.py")) if home.is_dir() else [home]:
            if hashlib.sha256(file.read_bytes()).hexdigest() not in played_it:
                raise FolderError(
                    f"{folder}: {file} has changed since the run was played, or never played it;"
                    " it is imported with --trust only"
                )


def code_of(described: dict[str, Any]) -> list[Path]:
    """Return the files and packages of code that a run folder names by their paths."""
    game = described["game"]["found"]
    return [Path(path) for path in [*described["policy_files"], *[game] * is_path(game)]]
