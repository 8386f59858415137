"""Layout of a run folder: file names, and reading of its two JSON descriptions.

Those who write a run and those who read it share this; `simlab.execution.store` says the rest.
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
GAMES, SEATS, TIMELINE = TABLES = ("games", "seats", "timeline")

COUNT, AT_LEAST_ONE = range(2**63), range(1, 2**63)
SCENARIO = {
    "name": str,
    "players": AT_LEAST_ONE,
    "policies": [str],
    "deals": COUNT,
    "rotations": AT_LEAST_ONE,
    "games": COUNT,
    "parts": COUNT,
    "patch": dict,
    "changes": [str],
    "rules": dict,
    "assumed": [str],
    "remarks": [str],
    "metrics": dict,
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
"""What `_resolved.json` must hold, and may hold more of."""
MANIFEST_SHAPE = {"key": str, "games": int, "files": dict}

Described = dict[str, Any]


def part_name(number: int) -> str:
    """Return the name of a part's file in each table."""
    return f"part-{number:05d}.parquet"


def table_folder(folder: Path, table: str, scenario: str, n_scenarios: int) -> Path:
    """Return where the parts of a scenario lie: right in the table's folder if it is alone."""
    return folder / table / f"scenario={scenario}" if n_scenarios > 1 else folder / table


def read_resolved(folder: Path) -> Described:
    """Return the experiment of a run with every name spelled out.

    Raises:
        FolderError: this is no run folder, its description is damaged or of another format.
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
    """Return hashes, versions, seed and counts of a finished run; None where it is unfinished.

    So it is where the manifest is damaged, since to finish the run writes it again.

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
    """Return what `_resolved.json` holds if it is the description of a run of this format."""
    wrong = misfit(content, {"identity": {"format": int}})
    if wrong is None and (made_with := content["identity"]["format"]) != FORMAT:
        raise FolderError(
            f"{file.parent}: made with format {made_with}, but this simlab has {FORMAT};"
            " use the version it was made with"
        )
    wrong = wrong or misfit(content, SHAPE)
    if wrong is not None:
        raise FolderError(f"{file}: damaged: {wrong}")
    described: Described = content
    return described


def misfit(value: Any, shape: Any, place: str = "") -> str | None:
    """Say where a value of JSON has another shape; None where it has this one.

    A shape is a type, a range of whole numbers, a list with the shape of each of at least no
    members, or a dictionary with the shapes of the keys that must be there.
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
    """Return the files of a table of a scenario: those of a finished run are all in its manifest.

    Of an unfinished run they are those that are there. Files of other names do not count.
    """
    place = table_folder(folder, table, scenario["name"], len(described["scenarios"]))
    planned = [place / part_name(number) for number in range(scenario["parts"])]
    if manifest is None:
        return [file for file in planned if file.is_file()]
    return [file for file in planned if file.relative_to(folder).as_posix() in manifest["files"]]
