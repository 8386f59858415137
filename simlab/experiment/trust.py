"""Trust in foreign code: a run folder imports only what this machine has played or was told to.

A record in the cache folder lists, for each file or package of code that a command of this user has
played, its files and those that it imports, with their hashes. The hashes in a run folder prove
nothing, since they come from its sender.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from simlab.catalog import file_in, is_code, is_path
from simlab.errors import FolderError
from simlab.experiment.code import foreign_files, is_foreign, is_importable, package_files
from simlab.experiment.resolve import Experiment
from simlab.files.checksum import read_json
from simlab.files.paths import cache_folder, exists
from simlab.files.writing import write_whole

Record = dict[str, list[str]]
"""Hashes of the versions of each file that were played."""
DIGITS = 24


def remember_code(experiment: Experiment) -> None:
    """Record the foreign code of an experiment as trusted, if the cache folder can be written."""
    paths = code_paths(experiment.game_reference, experiment.policy_files)
    if not paths:
        return
    files = foreign_files(experiment.game, experiment.policies, experiment.policy_files)
    hashes = {str(file): hash_of(file) for file in files if is_importable(file)}
    # without a record the next command asks for --trust
    with contextlib.suppress(OSError):
        records_folder().mkdir(parents=True, exist_ok=True)
        for path in paths:
            record = read_record(path)
            for name, digest in hashes.items():
                # earlier versions stay: older runs were played by them
                record[name] = list(dict.fromkeys([*record.get(name, []), digest]))
            write_whole(record_file(path), json.dumps(record, indent=1))


def check_code(described: dict[str, Any], folder: Path) -> None:
    """Check that this machine has played all code that a run folder names, before it is imported.

    Otherwise a shared run could execute code of its sender on the reader's machine.

    Raises:
        FolderError: names the file that is not trusted.
    """
    for path in code_paths(described["game"]["found"], map(Path, described["policy_files"])):
        if not exists(path):
            raise FolderError(f"{folder}: {path}: no such file; the run was played with it")
        for file in files_to_trust(path):
            if hash_of(file) not in read_record(path).get(str(file), []):
                raise FolderError(
                    f"{folder}: {file}: this machine has not played this code, or another version"
                    " of it; read it, then import it with --trust"
                )


def code_paths(game: str, policy_files: Iterable[Path]) -> list[Path]:
    """Return the files and packages of Python among a game and files of policies.

    Those of simlab itself, such as its example games, are left out: they are always trusted.
    """
    games = [Path(game)] if is_path(game) else []
    paths = [*games, *filter(is_code, policy_files)]
    return [path.resolve() for path in paths if is_foreign(path)]


def files_to_trust(path: Path) -> list[Path]:
    """Return the files of code at a path, and those that it imported when it was recorded."""
    own_files = package_files(file_in(path) or path) if path.is_dir() else package_files(path)
    imported = (Path(name) for name in read_record(path))
    return sorted(own_files | {file for file in imported if file.is_file()})


def read_record(path: Path) -> Record:
    """Return the record of the code at a path; it is empty if there is none or it is damaged."""
    try:
        record = read_json(record_file(path).read_bytes())
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def record_file(path: Path) -> Path:
    """Return the file with the record of the code at a path."""
    # surrogateescape: a path may have bytes that are no text
    digest = hashlib.sha256(str(path).encode(errors="surrogateescape")).hexdigest()
    return records_folder() / f"{digest[:DIGITS]}.json"


def records_folder() -> Path:
    """Return the folder of the records; it is not created here."""
    return cache_folder() / "trusted"


def hash_of(file: Path) -> str:
    """Return the hash of the content of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()
