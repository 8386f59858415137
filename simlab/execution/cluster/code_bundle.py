"""Code bundle: the foreign files of a scenario as bytes, unpacked and imported on a worker."""

from __future__ import annotations

import hashlib
import sys
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from simlab.catalog import (
    Version,
    forget_module,
    game_names,
    name_of,
    version_at_import,
    version_of,
)
from simlab.errors import ContractError
from simlab.experiment.code import common_folder, foreign_files, is_foreign
from simlab.files.paths import cache_folder
from simlab.game.definition import Game
from simlab.game.policy import Policy


@dataclass(frozen=True)
class CodeBundle:
    """Foreign files by their names in a common folder; a game or a policy file is one of them."""

    files: Mapping[str, bytes]
    game: str
    """Name of a shipped game, or the place of a foreign one in the bundle."""
    policy_files: tuple[str, ...]

    @cached_property
    def digest(self) -> str:
        """A hash of names and contents."""
        digest = hashlib.sha256()
        for name, content in sorted(self.files.items()):
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        return digest.hexdigest()

    def unpack_files(self) -> tuple[str, tuple[Path, ...]]:
        """Write the files below the cache folder; return the game and the policy files there."""
        if not self.files:
            return self.game, ()
        folder = bundles_folder() / self.digest
        if not folder.exists():
            self._write(folder)
        forget_other_bundles(folder)
        is_foreign_game = self.game not in game_names()
        game = str(folder / self.game) if is_foreign_game else self.game
        return game, tuple(folder / name for name in self.policy_files)

    def _write(self, folder: Path) -> None:
        # written aside, since a folder that is there counts as whole
        temporary = folder.with_name(f"_{uuid.uuid4().hex}.tmp")
        for name, content in self.files.items():
            path = temporary / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        try:
            temporary.rename(folder)
        except OSError:
            if not folder.exists():  # else another process was faster
                raise


@dataclass(frozen=True)
class LocalCode:
    """The names by which another process of this machine finds a game and its policy files."""

    game: str
    policy_files: tuple[Path, ...]
    versions: Mapping[Path, Version]
    """The files of each module, as the process that sends them has imported them."""

    def unpack_files(self) -> tuple[str, tuple[Path, ...]]:
        # with its length: else a byte could move from one content to the next, unseen
        """Return the game and the policy files; forget what is known of other versions.

        Raises:
            ContractError: a file has changed since.
        """
        for module, version in self.versions.items():
            imported = version_at_import(module)
            if imported and imported != version:
                forget_module(module)
            if imported != version and version_of(version) != version:
                raise ContractError(f"{module}: has changed while it was played; play again")
        return self.game, self.policy_files


def local_code_of(game: Game, files: Iterable[Path]) -> LocalCode:
    """Return where a game and its policy files are on this machine."""
    name, own_files = name_of(game), tuple(file.resolve() for file in files)
    modules = [*own_files, *([] if name in game_names() else [Path(name).resolve()])]
    return LocalCode(name, own_files, {module: version_at_import(module) for module in modules})


def bundle_of(game: Game, policies: Iterable[Policy], files: Iterable[Path]) -> CodeBundle:
    """Return the bundle of a game and its policies; it is empty if all of them are shipped.

    A player keeps the name of its folder, by which its policy is called.
    """
    own_files = [file.resolve() for file in files]
    sources = foreign_files(game, policies, own_files)
    reference = name_of(game)
    if is_foreign(game.written_home):
        game_path = Path(reference).resolve()
        around = Path(common_folder([*sources, *own_files, game_path]))
        reference = game_path.relative_to(around).as_posix()
    else:
        around = Path(common_folder([*sources, *own_files]))
    contents = {file.relative_to(around).as_posix(): file.read_bytes() for file in sources}
    names = tuple(file.relative_to(around).as_posix() for file in own_files)
    return CodeBundle(contents, reference, names)


def bundles_folder() -> Path:
    """Return the folder of unpacked bundles."""
    return cache_folder() / "bundles"


def forget_other_bundles(folder: Path) -> None:
    """Forget the modules of other bundles, whose names those of this one may have."""
    bundles = bundles_folder()

    def is_stale(path: str) -> bool:
        return Path(path).is_relative_to(bundles) and not Path(path).is_relative_to(folder)

    for name, module in list(sys.modules.items()):
        if is_stale(getattr(module, "__file__", None) or ""):
            del sys.modules[name]
    sys.path[:] = [path for path in sys.path if not is_stale(path)]
