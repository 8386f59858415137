"""Hashes of foreign code: files and values of games and policies from outside simlab."""

from __future__ import annotations

import hashlib
import importlib.machinery
from collections.abc import Iterable
from dataclasses import dataclass
from os.path import commonpath
from pathlib import Path

from simlab.engine.cache import home_of
from simlab.engine.sources import Sources, digest, sources_of
from simlab.errors import InputError
from simlab.files.imports import with_imports
from simlab.files.paths import PACKAGE, folder_of_kept_translations, folder_of_shipped_translations
from simlab.game.definition import Game
from simlab.game.player_file import files_of
from simlab.game.policy import Policy

KERNELS = ("setup", "next_seat", "legal", "apply", "outcome", "snapshot")
IMPORTABLE = tuple(importlib.machinery.all_suffixes())


@dataclass(frozen=True)
class ForeignCode:
    """Hash of each file and of each value that kernels read, by unique name.

    Names are paths relative to the common folder, so they do not depend on its location.
    """

    files: dict[str, str]
    values: dict[str, str]


def foreign_code(game: Game, policies: Iterable[Policy], files: Iterable[Path]) -> ForeignCode:
    """Return the foreign code of a game and its policies, those in `files` included.

    It consists of the foreign files, and of the values that their kernels read.
    """
    seated = {policy.name: sources_of(policy.function) for policy in policies}
    foreign_sources = [*_sources_from_foreign_files(seated.values()), *_kernels_of(game)]
    sources = with_imports(_files_to_start_from(game, foreign_sources, files))
    around = common_folder(sources)

    def relative_name(file: Path) -> str:
        return file.resolve().relative_to(around).as_posix()

    values = {
        f"{relative_name(file)}: {name}": value
        for function_sources in foreign_sources
        for (file, name), value in function_sources.values.items()
        if is_foreign(file)
    }
    values |= {
        f"weights of {policy.name}": digest([trait.default for trait in policy.traits.values()])
        for policy in policies
        if seated[policy.name] in foreign_sources
    }
    hashes = {
        relative_name(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in sources
    }
    return ForeignCode(dict(sorted(hashes.items())), dict(sorted(values.items())))


def foreign_files(game: Game, policies: Iterable[Policy], files: Iterable[Path]) -> set[Path]:
    """Return the foreign files of a game and its policies, those in `files` included.

    They are all files of a foreign game's package, the policy files, all modules that these import
    from outside the environment, and the files that kernels read.
    """
    foreign_sources = [
        *_sources_from_foreign_files(sources_of(policy.function) for policy in policies),
        *_kernels_of(game),
    ]
    return with_imports(_files_to_start_from(game, foreign_sources, files))


def common_folder(files: Iterable[Path]) -> str:
    """Return the innermost folder that holds all files, or nothing for no file.

    Raises:
        InputError: they are on several drives of Windows.
    """
    folders = [file.parent for file in files]
    try:
        return commonpath(folders) if folders else ""
    # on Windows, files on two drives have no folder in common
    except ValueError:
        drives = " and ".join(sorted({folder.drive for folder in folders}))
        raise InputError(
            f"the files of the game and its policies are on {drives}; copy them to one drive"
        ) from None


def _sources_from_foreign_files(sources: Iterable[Sources]) -> list[Sources]:
    """Return the sources of functions that are made from a foreign file."""
    return [
        function_sources
        for function_sources in sources
        if any(map(is_foreign, function_sources.files))
    ]


def _kernels_of(game: Game) -> list[Sources]:
    """Return the sources of the kernels of a foreign game."""
    if not is_foreign(game.home):
        return []
    kernels = (getattr(game, name) for name in KERNELS)
    return [sources_of(kernel) for kernel in kernels if kernel is not None]


def _files_to_start_from(
    game: Game, foreign_sources: Iterable[Sources], files: Iterable[Path]
) -> set[Path]:
    """Return the foreign files that are known without a look at imports."""
    home = game.written_home
    package = package_files(home) if is_foreign(home) else set()
    kernels = {
        file.resolve()
        for function_sources in foreign_sources
        for file in function_sources.files
        if is_foreign(file)
    }
    named_files = {part.resolve() for file in files for part in files_of(file)}
    return named_files | package | kernels


def is_foreign(file: Path) -> bool:
    """Return whether a file is outside simlab, and no translation that simlab made by itself."""
    # a translation follows from its game, which is hashed itself
    full_path, folders = (
        file.resolve(),
        (PACKAGE, folder_of_shipped_translations(), folder_of_kept_translations()),
    )
    return not any(full_path.is_relative_to(folder) for folder in folders)


def package_files(file: Path) -> set[Path]:
    """Return all files of a package that can be imported, or a lone file."""
    home = home_of(file.resolve())
    return set(filter(is_importable, home.rglob("*"))) if home.is_dir() else {home}


def is_importable(file: Path) -> bool:
    """Return whether Python can import a file: source, bytecode alone, or machine code."""
    return file.name.endswith(IMPORTABLE) and "__pycache__" not in file.parts
