"""Files of the pages in a folder: only those that simlab wrote there are replaced.

A record in the folder names them. A folder without one in which simlab wrote a page, as earlier
versions did, counts as simlab's as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from simlab.errors import FolderError, RunError
from simlab.files.checksum import read_json
from simlab.files.paths import obstacle
from simlab.files.writing import write_whole
from simlab.report import answer_file
from simlab.report.answer_file import ANSWER

FIGURES, TABLES = "figures", "tables"
RECORD = "_page.json"
GENERATORS = (b'<meta name="generator" content="simlab">', answer_file.GENERATOR.encode())
LENGTH_OF_HEAD = 1000
"""Bytes at the beginning of a page in which it says what wrote it."""


def check_place(folder: Path, page: str) -> None:
    """Make sure, before a page has contents, that it can be written and replaces no file of others.

    Raises:
        FolderError: the folder cannot be written, a file in its place was not written by simlab, or
            links lead elsewhere.
    """
    reason = obstacle(str(folder))
    if reason:
        raise FolderError(f"{folder}: cannot be written: {reason}; choose another --out")
    for file in (folder / page, folder / ANSWER):
        if file.is_file() and not is_page(file):
            raise foreign(file)
    for beside in (folder / FIGURES, folder / TABLES):
        check_folder(beside)
        # the files of a folder that has a page are looked at one by one in `write_files`
        foreign_files = () if is_of_simlab(folder) else sorted(beside.glob("*"))
        if foreign_files:
            raise foreign(foreign_files[0])


def check_folder(folder: Path) -> None:
    """Make sure that a folder beside a page leads nowhere else.

    Raises:
        FolderError: it is a link.
    """
    if folder.is_symlink():
        raise FolderError(f"{folder}: leads elsewhere; choose another --out")


def write_files(folder: Path, contents: Mapping[str, str | bytes]) -> None:
    """Write files by their paths in a folder, the last one last.

    Raises:
        FolderError: one would replace a file that simlab did not write, or links lead elsewhere.
        RunError: they cannot be written.
    """
    recorded = list_page_files(folder)
    for name in contents:
        file = folder / name
        if file.parent != folder:
            check_folder(file.parent)
        if file.exists() and name not in recorded and not is_page(file):
            raise foreign(file)
    try:
        for name in contents:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        # first the record: after a kill, what is half written can be written again
        write_whole(folder / RECORD, json.dumps(sorted({*recorded, *contents}), indent=1))
        for name, content in contents.items():
            write_whole(folder / name, content)
    except OSError as error:
        raise RunError(f"{folder}: cannot be written: {error.strerror or error}") from error


def list_page_files(folder: Path) -> Iterable[str]:
    """Return the files in a folder that simlab wrote for its pages."""
    if (folder / RECORD).is_file():
        return _read_record(folder / RECORD)
    if is_of_simlab(folder):
        return {file.relative_to(folder).as_posix() for file in folder.glob("*/*")}
    return ()


def is_of_simlab(folder: Path) -> bool:
    """Return whether simlab has written a page in a folder."""
    return (folder / RECORD).is_file() or is_page(folder / ANSWER)


def is_page(file: Path) -> bool:
    """Return whether a file is a page that simlab wrote, or its answer."""
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        head = opened.read(LENGTH_OF_HEAD)
    return any(mark in head for mark in GENERATORS)


def foreign(file: Path) -> FolderError:
    """Return the error that a file would be replaced that simlab did not write."""
    return FolderError(f"{file}: was not written by simlab and is kept; choose another --out")


def _read_record(file: Path) -> set[str]:
    """Return the names in a record; none if it is damaged, so that nothing is replaced."""
    try:
        names = read_json(file.read_bytes())
    except ValueError:
        return set()
    return {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()
