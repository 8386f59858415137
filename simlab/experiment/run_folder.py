"""Layout of a run folder: file names, and reading of its two JSON descriptions.

Writers and readers of runs share this module; `simlab.execution.store` describes the folder.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simlab.errors import FolderError, RunError

FORMAT = 2
"""Version of the run folder; rises when its files change shape."""
EXPERIMENT, RESOLVED, MANIFEST = "_experiment.toml", "_resolved.json", "_manifest.json"
ASSUMPTIONS = "_assumptions"
"""Folder of a run with the run that varies what it assumes; readers of tables skip the name."""
OTHER_PLAYERS = "_other_players"
"""Folder of a sweep with the run in which other policies play the changes that its answer names."""
GAMES, SEATS, TIMELINE = TABLES = ("games", "seats", "timeline")

COUNT, AT_LEAST_ONE = range(2**63), range(1, 2**63)
SCENARIO = {
    "name": str,
    "players": AT_LEAST_ONE,
    "policies": [str],
    "lineup": [{"written": str, "name": str, "base": str, "traits": dict}],
    "deals": COUNT,
    "rotations": AT_LEAST_ONE,
    "games": COUNT,
    "parts": COUNT,
    "patch": dict,
    "changes": [str],
    "rules": dict,
    "assumed": [str],
    "remarks": [str],
    "facts": dict,
}
GAME = {
    "found": str,
    "name": str,
    "title": str,
    "version": int,
    "cooperative": bool,
    "policies": dict,
    "parameters": dict,
}
IDENTITY = {
    "format": int,
    "engine": int,
    "game": list,
    "seed": int,
    "scenarios": [{"files": dict}],
    "foreign_files": dict,
}
SHAPE = {
    "name": str,
    "question": str,
    "seed": int,
    "key": str,
    "identity": IDENTITY,
    "policy_files": [str],
    "game": GAME,
    "scenarios": [SCENARIO],
    "study": dict,
}
"""Required content of `_resolved.json`; more is allowed."""
WITHOUT_FACTS = {"scenarios": [{"metrics": dict}]}
"""Content of `_resolved.json` before facts had types."""
MANIFEST_SHAPE = {"key": str, "games": int, "files": dict}

Described = dict[str, Any]


PARTS = "part-*.parquet"
"""Pattern of the names of parts."""


def part_name(number: int) -> str:
    """Return the name of a part's file in each table."""
    return f"part-{number:05d}.parquet"


def table_folder(folder: Path, table: str, scenario: str, n_scenarios: int) -> Path:
    """Return the folder of a scenario's parts: the table's own if there is one scenario."""
    return folder / table / f"scenario={scenario}" if n_scenarios > 1 else folder / table


def read_resolved(folder: Path) -> Described:
    """Return the experiment of a run with every name spelled out.

    Raises:
        FolderError: this is no run folder, or its description is damaged or of another format.
        RunError: it cannot be read.
    """
    file = folder / RESOLVED
    try:
        content = _read_json(file)
    except FileNotFoundError:
        raise FolderError(f"{folder}: no run folder ({RESOLVED} is missing)") from None
    except ValueError as error:
        raise FolderError(f"{file}: damaged: {error}") from error
    return _checked(content, file)


def read_manifest(folder: Path) -> Described | None:
    """Return hashes, versions, seed and counts of a finished run; None if it is unfinished.

    A run with a damaged manifest counts as unfinished, since finishing writes it again.

    Raises:
        RunError: it cannot be read.
    """
    try:
        content = _read_json(folder / MANIFEST)
    except (FileNotFoundError, ValueError):
        return None
    return content if misfit(content, MANIFEST_SHAPE) is None else None


def _read_json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise
    except RecursionError:
        raise ValueError("nested too deep") from None
    except OSError as error:
        raise RunError(f"{file}: cannot be read: {error.strerror or error}") from error


def _checked(content: Any, file: Path) -> Described:
    """Return the content of `_resolved.json` if it describes a run of this format."""
    wrong = misfit(content, {"identity": {"format": int}})
    if wrong is None and (made_with := content["identity"]["format"]) != FORMAT:
        raise FolderError(
            f"{file.parent}: made with format {made_with}, but this simlab has {FORMAT};"
            " use the version it was made with"
        )
    if misfit(content, WITHOUT_FACTS) is None:
        raise FolderError(
            f"{file.parent}: made by an earlier simlab, which kept no facts; play it again with"
            " another --out"
        )
    wrong = wrong or misfit(content, SHAPE)
    if wrong is not None:
        raise FolderError(f"{file}: damaged: {wrong}")
    described: Described = content
    return described


def misfit(value: Any, shape: Any, place: str = "") -> str | None:
    """Return where a JSON value differs from a shape; None if it fits.

    A shape is a type, a range of integers, a list with the shape of all members, or a dictionary
    with the shapes of required keys.
    """
    if isinstance(shape, range):
        fits = isinstance(value, int) and value in shape
        return None if fits else f"{place or 'it'} is no count"
    kind = shape if isinstance(shape, type) else type(shape)
    if not isinstance(value, kind):
        return f"{place or 'it'} is no {kind.__name__}"
    return None if isinstance(shape, type) else _misfit_within(value, shape, place)


def _misfit_within(value: Any, shape: Any, place: str) -> str | None:
    if isinstance(shape, list):
        within = [(f"{place}.{i}", member, shape[0]) for i, member in enumerate(value)]
    else:
        missing = [key for key in shape if key not in value]
        if missing:
            return f"{f'{place}.' if place else ''}{missing[0]} is missing"
        within = [(f"{place}.{key}" if place else key, value[key], shape[key]) for key in shape]
    misfits = (misfit(member, each, where) for where, member, each in within)
    return next((wrong for wrong in misfits if wrong is not None), None)


def kept_files(
    folder: Path,
    table: str,
    described: Described,
    scenario: Mapping[str, Any],
    manifest: Described | None,
) -> list[Path]:
    """Return the files of a table of a scenario; a finished run lists them in its manifest.

    For an unfinished run they are the existing files. Files with other names are ignored.
    """
    place = table_folder(folder, table, scenario["name"], len(described["scenarios"]))
    planned = [place / part_name(number) for number in range(scenario["parts"])]
    if manifest is None:
        return [file for file in planned if file.is_file()]
    return [file for file in planned if file.relative_to(folder).as_posix() in manifest["files"]]
