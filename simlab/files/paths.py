"""Folders for data, experiments, runs and the compile cache."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
PLAYERS = "players"
"""Folder of the players in the data of a game, and of those that were learnt here."""
COMPILED = "_compiled"
"""What ends the name of the game, and of the file, that `simlab compile` makes of a plain game."""
SEPARATORS = {"/", os.sep}
"""What separates folders in a path that a user of this system writes."""


def data_folder(game: str) -> Path:
    """Return the folder with a shipped game's components and rule defaults."""
    return _data_folder("data") / game


def experiments_folder() -> Path:
    """Return the folder with the shipped experiments."""
    return _data_folder("experiments")


def runs_folder() -> Path:
    """Return the default folder of runs; it is not created here."""
    return Path.cwd() / "runs"


def players_folder() -> Path:
    """Return the folder of learnt players; it is not created here."""
    return Path.cwd() / PLAYERS


def names_folder(reference: str) -> bool:
    """Return whether a text is a path with a folder, not a name alone."""
    return reference in {".", ".."} or any(separator in reference for separator in SEPARATORS)


def is_file(path: str | Path) -> bool:
    """Return whether a file exists; False for names that are too long."""
    return os.path.isfile(path)  # noqa: PTH113  (Path.is_file() raises where a name is too long)


def exists(path: str | Path) -> bool:
    """Return whether a file or folder exists, likewise."""
    return os.path.exists(path)  # noqa: PTH110


def obstacle(folder: str) -> str:
    """Return why a folder cannot be written or created, or an empty text."""
    try:
        folder.encode()
        existing = Path(folder).absolute()
        while not existing.exists():
            existing = existing.parent
    except UnicodeEncodeError:
        return "its name is not UTF-8"
    except OSError as error:
        return error.strerror or str(error)
    if not existing.is_dir():
        return f"{existing} is a file"
    return (
        "" if os.access(existing, os.W_OK | os.X_OK) else f"{existing}: {os.strerror(errno.EACCES)}"
    )


@cache
def cache_folder() -> Path:
    """Return the folder of compiled kernels, created on first use.

    The first writable one of `$SIMLAB_CACHE_DIR`, the platform's cache folder and a folder of
    this user's in the system's temporary folder; else a new temporary folder for this process.
    """
    for folder in _cache_candidates():
        if _is_writable(folder):
            return folder
    return _temporary_cache()


def folder_of_shipped_translations() -> Path:
    """Return the folder of the kernels that simlab makes of its own plain games.

    Without links on the way to it, as Python names the files of modules that are imported by path.
    """
    return cache_folder().resolve() / "shipped"


def folder_of_kept_translations() -> Path:
    """Return the folder of the kernels that simlab makes of plain games of a user."""
    return cache_folder().resolve() / "translations"


def _data_folder(name: str) -> Path:
    """Return a data folder: inside the package in a wheel, beside it in a checkout."""
    carried = PACKAGE / f"_{name}"
    return carried if carried.is_dir() else PACKAGE.parent / name


def _cache_candidates() -> Iterator[Path]:
    if chosen_folder := os.environ.get("SIMLAB_CACHE_DIR"):
        yield Path(chosen_folder).absolute()
    if platform := _platform_cache():
        yield platform / "simlab"


def _platform_cache() -> Path | None:
    """Return the cache folder of this system, or None for a user without a home."""
    named_folder = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    if named_folder:
        return Path(named_folder)
    home = Path(os.path.expanduser("~"))  # noqa: PTH111  (Path.home() raises without a home)
    below_home = "Library/Caches" if sys.platform == "darwin" else ".cache"
    return home / below_home if os.access(home, os.X_OK) else None


def _temporary_cache() -> Path:
    """Return a folder that outlives the process, or a new one where its name is another user's."""
    folder = Path(tempfile.gettempdir()) / f"simlab-{_user_id()}"
    # another user may have made it first, and put code there that would be run
    if _is_writable(folder) and folder.stat().st_uid == _user_id():
        return folder
    return Path(tempfile.mkdtemp(prefix="simlab-"))


def _is_writable(folder: Path) -> bool:
    """Return whether a folder can be created and written, by trying."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _user_id() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0
