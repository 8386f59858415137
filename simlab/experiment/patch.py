"""Patches: rule changes from `key=value` words, TOML files or those shipped with a game.

Patches stack: a later one overrides an earlier one, and a step such as `+1` adds to it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from simlab.errors import (
    ComponentError,
    ExperimentError,
    InputError,
    Problem,
    did_you_mean,
    results_of,
)
from simlab.experiment.spec import TARGET_ALONE, finite_number
from simlab.experiment.toml_lines import place_of
from simlab.files.paths import is_file
from simlab.files.toml import read_toml
from simlab.game.components import HEADINGS, flatten
from simlab.game.components.key import join_key, key_parts, split_assignment
from simlab.game.components.relative import apply_step, is_step
from simlab.game.components.spreadsheet import column_name, switch
from simlab.game.definition import Game, Rules

FOLDER = "patches"
"""Folder of shipped patches in the data folder of a game."""
TEXTS, TARGET = ("title", "question", "metric"), "metric_target"
"""Headings of a patch file that are texts, and the one that is a number."""
# it tells the patches of one experiment apart, in names that a person reads
HASH_DIGITS = 8
BARE_STEP = re.compile(r"^\s*([\w.\"-]+)\s*=\s*\+\d+", re.MULTILINE)
"""A number with a plus sign but without quotes, whose sign TOML drops."""


Locations = Mapping[str, tuple[str, ...]]
"""File and line of each dotted key."""


class PatchValues(dict[str, object]):
    """Changes of rules by dotted keys."""

    def __init__(
        self, values: Mapping[str, object] | None = None, locations: Locations | None = None
    ) -> None:
        super().__init__(values or {})
        self.locations = dict(locations or {})
        """Place of each change that comes from a file: `mine.toml:3: `."""


@dataclass(frozen=True)
class Patch:
    """Named rule changes, with title and question of their author.

    `metric` is the metric that answers the question, and `metric_target` the value that it should
    come near to.
    """

    name: str
    values: PatchValues
    title: str = ""
    question: str = ""
    metric: str | None = None
    metric_target: float | None = None


def find_patch(
    reference: str, game: Game, data: Path | None = None, folder: Path = Path()
) -> Patch:
    """Return the patch in the TOML file of that name in `folder`, in `key=value`, or shipped.

    Raises:
        ExperimentError: none of these, or a broken file.
    """
    if is_file(folder / reference):
        return read_file(folder / reference)
    key, value = split_assignment(reference)
    if value is not None:
        return Patch(reference, values_in({key: value}))
    shipped = patch_files(game, data)
    if reference not in shipped:
        keys = [f"{parameter.name}=..." for parameter in game.schema.parameters]
        spelling_hint = did_you_mean(reference, [*shipped, *keys])
        shipped_hint = f" {game.title} ships {', '.join(shipped)}." if shipped else ""
        raise ExperimentError(
            f"no file, no KEY=VALUE and no shipped patch.{spelling_hint}{shipped_hint}",
            "patch",
            reference or '""',
        )
    return read_file(shipped[reference])


def find_patches(references: Iterable[str], game: Game, data: Path | None = None) -> list[Patch]:
    """Return the patches that some words name.

    Raises:
        InputError: all that cannot be found or read.
    """
    return results_of(partial(find_patch, reference, game, data) for reference in references)


def find_shipped_patches(game: Game, data: Path | None = None) -> list[Patch]:
    """Return the patches that can be given by name.

    Raises:
        InputError: all problems of their files.
    """
    return results_of(partial(read_file, file) for file in patch_files(game, data).values())


def patch_files(game: Game, data: Path | None = None) -> dict[str, Path]:
    """Return the file of each shipped patch; those of `data` override those of the game."""
    folders = [game.folder] if data is None else [game.folder, data]
    files = {file.stem: file for folder in folders for file in (folder / FOLDER).glob("*.toml")}
    return dict(sorted(files.items()))


def read_file(file: Path) -> Patch:
    """Return the patch in a TOML file.

    Raises:
        ExperimentError: it cannot be read or is no patch.
    """
    try:
        # some editors begin a file with a byte order mark
        toml_text = file.read_text(encoding="utf-8-sig")
        raw = read_toml(toml_text)
    except OSError as error:
        raise ExperimentError(f"{file}: {error.strerror}", "patch") from error
    except UnicodeDecodeError:
        raise ExperimentError(f"{file}: not UTF-8 text; save it as UTF-8", "patch") from None
    except InputError as error:
        raise ExperimentError(f"{file}: {error}", "patch") from error
    _check_steps(toml_text, file)
    if "game" in raw:
        raise ExperimentError(
            f"{file}: is an experiment, not a patch; give it in place of the game", "patch"
        )
    locations = {_key(key): place_of(str(file), toml_text, key) for key in flatten(raw)}
    title, question, metric = (_heading(raw, name, locations) for name in TEXTS)
    target = _target(raw, metric, locations)
    values = PatchValues(values_in(raw), locations)
    return Patch(file.stem, values, title, question, metric or None, target)


def _check_steps(toml_text: str, file: Path) -> None:
    """Check that all steps in a file are in quotes.

    Raises:
        ExperimentError: lists those that are not.
    """
    problems = [
        Problem(
            'put a step into quotes, as in "+1"',
            ("patch", *place_of(str(file), toml_text, step[1]), step[0].strip()),
        )
        for step in BARE_STEP.finditer(toml_text)
    ]
    if problems:
        raise ExperimentError(problems)


def _heading(raw: dict[str, Any], name: str, locations: Locations) -> str:
    """Remove a heading from the content of a file and return it."""
    heading = raw.pop(name, "")
    if not isinstance(heading, str):
        raise ExperimentError(
            f"{name} must be text in quotes, not {heading!r}", "patch", *locations[name]
        )
    return heading


def _target(raw: dict[str, Any], metric: str, locations: Locations) -> float | None:
    """Remove the target of the metric from the content of a file and return it."""
    target = raw.pop(TARGET, None)
    if target is None:
        return None
    if not metric:
        raise ExperimentError(TARGET_ALONE, "patch", *locations[TARGET], TARGET)
    try:
        return finite_number(target)
    except ValueError as error:
        raise ExperimentError(str(error), "patch", *locations[TARGET], TARGET) from error


def values_in(mapping: Mapping[str, object]) -> PatchValues:
    """Return the changes in a table by dotted key.

    Raises:
        ExperimentError: it has a heading, which only files may have.
    """
    if isinstance(mapping, PatchValues):
        return mapping
    for name in HEADINGS:
        if name in mapping:
            raise ExperimentError("is no rule; it stands at the top of patch files", "patch", name)
    return PatchValues({_key(key): value for key, value in flatten(mapping).items()})


def _key(key: str) -> str:
    """Return the normalised spelling of a key."""
    match key_parts(key):
        case [table, row, column]:
            return join_key(table, row, column_name(column))
        case [table, row]:
            return join_key(table, row)
        case _:
            return key


def apply_patches(game: Game, patches: Iterable[str], data: str | None) -> Rules:
    """Return a game's rules from a data folder, the shipped one by default, under some patches.

    Raises:
        InputError: all problems of the patches.
    """
    folder = None if data is None else Path(data)
    patches_found = find_patches(patches, game, folder)
    return rules_under(stack(patch.values for patch in patches_found), game, folder)


def rules_under(patch: PatchValues, game: Game, data: Path | None) -> Rules:
    """Return a game's rules under a patch.

    Raises:
        ComponentError: all problems of the data folder or the patch.
    """
    with problems_with_lines(patch):
        return game.load(data, patch)


@contextmanager
def problems_with_lines(patch: PatchValues) -> Iterator[None]:
    """Add file and line to problems of changes that come from files."""
    try:
        yield
    except ComponentError as error:
        raise ComponentError([_add_place(problem, patch) for problem in error.problems]) from error


@contextmanager
def problems_of_metric_in(patch: Patch | None) -> Iterator[None]:
    """Add file and line to problems of the metric that a patch names, and of its target."""
    try:
        yield
    except InputError as error:
        if patch is None or patch.metric is None:
            raise
        raise ExperimentError([_of_metric(problem, patch) for problem in error.problems]) from error


def _of_metric(problem: Problem, patch: Patch) -> Problem:
    for key in ("metric", TARGET):
        if key in patch.values.locations:
            problem = problem.replace_prefix((key,), ("patch", *patch.values.locations[key], key))
    return problem


def _add_place(problem: Problem, patch: PatchValues) -> Problem:
    """Return a problem with its place in a file: `patch: mine.toml:3: officers: ...`."""
    if problem.place[:1] != ("patch",):
        return problem
    key = problem.place[1]
    locations = (
        location for name, location in patch.locations.items() if f"{name}.".startswith(f"{key}.")
    )
    return problem.replace_prefix(("patch",), ("patch", *next(locations, ())))


def stack(patches: Iterable[Mapping[str, object]]) -> PatchValues:
    """Return one patch equivalent to a sequence of patches.

    Raises:
        ExperimentError: a step from a value that is no number.
    """
    stacked = PatchValues()
    for patch in map(values_in, patches):
        for key, value in patch.items():
            new = _on_top(key, value, stacked)
            for cell in [cell for cell in stacked if cell.startswith(f"{key}.")]:
                del stacked[cell]  # a change of a row overrides earlier changes of its cells
            stacked[key] = new
            stacked.locations[key] = patch.locations.get(key, ())
    return stacked


def _on_top(key: str, value: object, stacked: PatchValues) -> object:
    """Return the value of a key after `value` is put on top."""
    if key not in stacked or not is_step(value):
        return value
    before = stacked[key]
    if is_step(before):
        return f"{int(str(before)) + int(str(value)):+d}"
    number = int(before) if isinstance(before, str) and before.isdigit() else before
    after = apply_step(value, number)
    if after is value:
        raise ExperimentError(f"{value} cannot follow {before}, which is no number", "patch", key)
    return after


def patch_hash(patch: Mapping[str, object]) -> str:
    """Return a hash of a patch that does not depend on spelling and order."""
    plain_values = {key: _plain(value) for key, value in patch.items()}
    content = json.dumps(plain_values, sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:HASH_DIGITS]


def _plain(value: object) -> str:
    """Return a value as text, switches in one spelling."""
    try:
        return str(switch(value))
    except ComponentError:
        return str(value).strip()
