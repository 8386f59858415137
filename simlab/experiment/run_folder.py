"""Layout of a run folder: file names, and reading of its two JSON descriptions.

Writers and readers of runs share this module; `simlab.execution.store` describes the folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simlab.errors import Damage, FolderError, RunError
from simlab.files.checksum import check, read_json

FORMAT = 3
"""Version of the run folder; rises when its files change shape."""
EXPERIMENT, RESOLVED, MANIFEST = "_experiment.toml", "_resolved.json", "_manifest.json"
ASSUMPTIONS = "_assumptions"
"""Folder of a run with the run that varies what it assumes; readers of tables skip the name."""
OTHER_PLAYERS = "_other_players"
"""Folder with the run in which others play: the changes that the answer of a sweep names, or the
answer of weaker players, by the strongest one measured or, of a plain game, by a short search."""
SMALL_NOISE = "small_noise"
"""Entry of the games by unchanged rules with a small noise, in ASSUMPTIONS."""
STRONGEST = "strongest"
"""Entry by which the strongest player measured plays a run of others; a tied one has a number."""
GAMES, SEATS, TIMELINE = TABLES = ("games", "seats", "timeline")
HASHES = b"simlab.hashes"
"""Footer entry of a file of games: the hashes of the other files of its part, by table."""

# a range has a fast `in`; int64 in a table holds no more
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
    "source": str,
    "identity": IDENTITY,
    "policy_files": [str],
    "game": GAME,
    "scenarios": [SCENARIO],
    "study": dict,
}
"""Required content of `_resolved.json`; more is allowed."""

Described = dict[str, Any]


PARTS = "part-*.parquet"
"""Pattern of the names of parts."""


def part_name(number: int) -> str:
    """Return the name of a part's file in each table."""
    return f"part-{number:05d}.parquet"


def table_folder(folder: Path, table: str, scenario: str, n_scenarios: int) -> Path:
    """Return the folder of a scenario's parts: the table's own if there is one scenario."""
    return folder / table / f"scenario={scenario}" if n_scenarios > 1 else folder / table


def part_identity(key: str, table: str, scenario: str, file: str) -> str:
    """Return what the checksum of a part's file says of itself: its run and its place there."""
    return f"{key}/{table}/{scenario}/{file}"


def read_resolved(folder: Path) -> Described:
    """Return the experiment of a run with every name spelled out.

    Raises:
        FolderError: this is no run folder, or its description is damaged or of another format.
        RunError: it cannot be read.
    """
    file = folder / RESOLVED
    raw = read_if_there(file)
    if raw is None:
        raise FolderError(f"{folder}: no run folder ({RESOLVED} is missing)")
    try:
        content = read_json(raw)
        # before the checksum, which another format may not have
        _check_format(content, file)
        check(raw)
    except ValueError as error:
        raise _damage_error(file, error) from error
    described: Described = content
    if (flaw := misfit(described, SHAPE)) is not None:
        raise _damage_error(file, flaw)
    return described


def _damage_error(file: Path, problem: object) -> FolderError:
    sentence = str(problem).removeprefix("damaged: ")
    return FolderError(f"{file}: damaged: {sentence}; delete {file.parent} and play the run again")


def read_manifest(folder: Path, described: Described) -> Described | None:
    """Return hashes, versions, seed and counts of a finished run; None if it is unfinished.

    Raises:
        FolderError: it is damaged, or that of another run.
        RunError: it cannot be read.
    """
    file = folder / MANIFEST
    raw = read_if_there(file)
    if raw is None:
        return None
    try:
        check(raw, described["key"])
    except ValueError as error:
        raise FolderError(f"{file}: {error}; simlab resume writes it again") from error
    manifest: Described = read_json(raw)
    return manifest


def check_part(file: Path, identity: str) -> None:
    """Check that the file of a part is what was written for it.

    Raises:
        FolderError: it is damaged, missing or another one.
        RunError: it cannot be read.
    """
    raw = read_if_there(file)
    try:
        if raw is None:
            raise Damage("is missing")
        check(raw, identity)
    except Damage as damage:
        raise FolderError(f"{file}: {damage}; simlab resume plays it again") from damage


def read_if_there(file: Path) -> bytes | None:
    """Return the bytes of a file; None if there is none.

    Raises:
        RunError: it cannot be read.
    """
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise RunError(f"{file}: cannot be read: {error.strerror or error}") from error


def _check_format(content: Any, file: Path) -> None:
    """Check that the content of `_resolved.json` has the format of this simlab.

    Raises:
        FolderError: it has another one.
        ValueError: it has none.
    """
    flaw = misfit(content, {"identity": {"format": int}})
    if flaw is not None:
        raise ValueError(flaw)
    if (made_with := content["identity"]["format"]) != FORMAT:
        raise FolderError(
            f"{file.parent}: made with format {made_with}, but this simlab has {FORMAT};"
            " use the version it was made with, or play it again with another --out"
        )


def misfit(value: Any, shape: Any, json_path: str = "") -> str | None:
    """Return where a JSON value differs from a shape; None if it fits.

    A shape is a type, a range of integers, a list with the shape of all members, or a dictionary
    with the shapes of required keys.
    """
    if isinstance(shape, range):
        fits = isinstance(value, int) and value in shape
        return None if fits else f"{json_path or 'it'} is no count"
    kind = shape if isinstance(shape, type) else type(shape)
    if not isinstance(value, kind):
        return f"{json_path or 'it'} is no {kind.__name__}"
    return None if isinstance(shape, type) else _misfit_within(value, shape, json_path)


def _misfit_within(value: Any, shape: Any, json_path: str) -> str | None:
    if isinstance(shape, list):
        within = [(f"{json_path}.{i}", member, shape[0]) for i, member in enumerate(value)]
    else:
        missing = [key for key in shape if key not in value]
        if missing:
            return f"{f'{json_path}.' if json_path else ''}{missing[0]} is missing"
        within = [
            (f"{json_path}.{key}" if json_path else key, value[key], shape[key]) for key in shape
        ]
    misfits = (
        misfit(member, member_shape, member_path) for member_path, member, member_shape in within
    )
    return next((flaw for flaw in misfits if flaw is not None), None)


def identities_of_files(
    folder: Path,
    table: str,
    described: Described,
    scenario: Mapping[str, Any],
    manifest: Described | None,
) -> dict[Path, str]:
    """Return the identities of the files of a table of a scenario, by their paths.

    A finished run lists its files in its manifest. For an unfinished one they are the existing
    files. Files with other names are ignored.
    """
    name = scenario["name"]
    scenario_folder = table_folder(folder, table, name, len(described["scenarios"]))
    planned = [scenario_folder / part_name(number) for number in range(scenario["parts"])]
    return {
        file: part_identity(described["key"], table, name, file.name)
        for file in planned
        if (
            file.is_file()
            if manifest is None
            else file.relative_to(folder).as_posix() in manifest["files"]
        )
    }
