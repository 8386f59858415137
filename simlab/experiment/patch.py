"""Patches: changes of rules, from `key=value` words, small TOML files or those that a game ships.

Patches stack: a later one wins over an earlier one, and a step such as `+1` goes on from it.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from simlab.components import flatten
from simlab.errors import ComponentError, ExperimentError, did_you_mean, results_of
from simlab.game import Game, Rules
from simlab.spreadsheet import column_name, switch
from simlab.step import is_step, taken

PatchValues = dict[str, object]

FOLDER = "patches"
"""Below the data folder of a game; holds the patches that it ships."""
HEADINGS = ("title", "question")
"""What a patch file may say of itself; no rule can have such a name."""
HASH_DIGITS = 8
BARE_STEP = re.compile(r"^\s*[\w.\"-]+\s*=\s*\+\d+", re.MULTILINE)
"""A number with a plus sign but without quotes, which loses its sign in TOML."""


@dataclass(frozen=True)
class Patch:
    """Changes of rules under a name, and what their author says of them."""

    name: str
    values: PatchValues
    title: str = ""
    question: str = ""


def values_of(
    patch: str | Mapping[str, object], game: Game, data: Path | None, folder: Path = Path()
) -> PatchValues:
    """Return the changes in a table, or in what `find_patch` finds by a text.

    Raises:
        ExperimentError: there is nothing of that name, or it is no patch.
    """
    if isinstance(patch, str):
        return find_patch(patch, game, data, folder).values
    return values_in(patch)


def find_patch(text: str, game: Game, data: Path | None = None, folder: Path = Path()) -> Patch:
    """Return the patch in the TOML file of that name in `folder`, in `key=value`, or shipped.

    Raises:
        ExperimentError: none of these, or a broken file.
    """
    if (folder / text).is_file():
        return read_file(folder / text)
    key, equals, value = text.partition("=")
    if equals:
        return Patch(text, values_in({key.strip(): value.strip()}))
    shipped = patch_files(game, data)
    if text not in shipped:
        keys = [f"{parameter.name}=..." for parameter in game.schema.parameters]
        near = did_you_mean(text, [*shipped, *keys])
        there = f" {game.title} ships {', '.join(shipped)}." if shipped else ""
        raise ExperimentError(
            f"patch: {text}: no file, no KEY=VALUE and no shipped patch.{near}{there}"
        )
    return read_file(shipped[text])


def find_patches(texts: Iterable[str], game: Game, data: Path | None = None) -> list[Patch]:
    """Return the patches that some words stand for.

    Raises:
        InputError: all that cannot be found or read.
    """
    return results_of(partial(find_patch, text, game, data) for text in texts)


def shipped_patches(game: Game, data: Path | None = None) -> list[Patch]:
    """Return the patches that can be asked for by their bare names.

    Raises:
        InputError: all that is broken in their files.
    """
    return results_of(partial(read_file, file) for file in patch_files(game, data).values())


def patch_files(game: Game, data: Path | None = None) -> dict[str, Path]:
    """Return the file of each shipped patch; those in a data folder of one's own come first."""
    folders = [game.folder] if data is None else [game.folder, data]
    found = {file.stem: file for folder in folders for file in (folder / FOLDER).glob("*.toml")}
    return dict(sorted(found.items()))


def read_file(file: Path) -> Patch:
    """Return the patch in a TOML file.

    Raises:
        ExperimentError: it cannot be read or is no patch.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
        raw = tomllib.loads(text)
    except OSError as error:
        raise ExperimentError(f"patch: {file}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExperimentError(f"patch: {file}: broken TOML: {error}") from error
    for step in BARE_STEP.findall(text):
        raise ExperimentError(f'{file}: {step.strip()}: put a step into quotes, as in "+1"')
    if "game" in raw:
        raise ExperimentError(
            f"patch: {file}: is an experiment, not a patch; give it in place of the game"
        )
    title, question = (_heading(raw, name, file) for name in HEADINGS)
    return Patch(file.stem, values_in(raw), title, question)


def _heading(raw: dict[str, Any], name: str, file: Path) -> str:
    """Take a heading out of what a file says."""
    text = raw.pop(name, "")
    if not isinstance(text, str):
        raise ExperimentError(f"patch: {file}: {name} must be text in quotes, not {text!r}")
    return text


def values_in(mapping: Mapping[str, object]) -> PatchValues:
    """Return the changes in a table, a dotted key for each.

    Raises:
        ExperimentError: it has a heading, which is for files only.
    """
    for name in HEADINGS:
        if name in mapping:
            raise ExperimentError(f"patch: {name}: is no rule; it stands at the top of patch files")
    return {_key(key): value for key, value in flatten(mapping).items()}


def _key(text: str) -> str:
    """Return a key in its one spelling, so that patches for one cell meet."""
    match text.split("."):
        case [table, row, column]:
            return f"{table}.{row}.{column_name(column)}"
        case _:
            return text


def patched(game: Game, patches: Iterable[str], data: str | None) -> Rules:
    """Return a game's rules from a data folder, the shipped one by default, under some patches.

    Raises:
        InputError: all that is wrong with them.
    """
    folder = None if data is None else Path(data)
    found = find_patches(patches, game, folder)
    return game.load(folder, stack(patch.values for patch in found))


def stack(patches: Iterable[PatchValues]) -> PatchValues:
    """Return one patch that does what these do one after the other.

    Raises:
        ExperimentError: a step from what is no number.
    """
    stacked: PatchValues = {}
    for patch in patches:
        for key, value in patch.items():
            new = _on_top(key, value, stacked)
            for cell in [cell for cell in stacked if cell.startswith(f"{key}.")]:
                del stacked[cell]  # what is said of a row ends what was said of its cells
            stacked[key] = new
    return stacked


def _on_top(key: str, value: object, stacked: PatchValues) -> object:
    """Return what a patch that says `value` leaves of a key."""
    if key not in stacked or not is_step(value):
        return value
    before = stacked[key]
    if is_step(before):
        return f"{int(str(before)) + int(str(value)):+d}"
    number = int(before) if isinstance(before, str) and before.isdigit() else before
    after = taken(value, number)
    if after is value:
        raise ExperimentError(f"patch: {key}: {value} cannot follow {before}, which is no number")
    return after


def patch_hash(patch: PatchValues) -> str:
    """Return a short name of what a patch says, however it was written and in whatever order."""
    said = {key: _plain(value) for key, value in patch.items()}
    text = json.dumps(said, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS]


def _plain(value: object) -> str:
    """Return a value as a word, one that says on or off in the same way however it is said."""
    try:
        return str(switch(value))
    except ComponentError:
        return str(value).strip()
