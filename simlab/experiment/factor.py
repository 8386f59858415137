"""Factors of a sweep: a rule, patch or data folder, and the change that each level makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from simlab.errors import ExperimentError, InputError, results_of
from simlab.experiment.patch import PatchValues, patch_files, problems_with_lines, stack
from simlab.experiment.spec import Patches
from simlab.game.components import Components, Parameter, Value, files_to_choose
from simlab.game.components.key import key_parts
from simlab.game.components.spreadsheet import column_name
from simlab.game.definition import Game

UNCHANGED = "unchanged"
"""Name of the cell in which nothing is changed, and of the level that changes nothing."""
PATCH, DATA = "patch", "data"
"""Names of the factors whose levels are whole patches, and data folders."""
OFF, ON = "off", "on"
"""Levels of a switch."""
NO_VALUE = "is no single value of the unchanged rules; make it a patch, and vary that"


@dataclass(frozen=True)
class BaseRules:
    """Base rules of a sweep: data folder and the patches that all cells share."""

    game: Game
    data: Path | None
    shared: Patches

    def under(self, patch: Mapping[str, object]) -> Components:
        """Return the components under a patch on top of the shared ones.

        Raises:
            InputError: all problems of the patch or of the shared patches.
        """
        stacked = stack([*self.shared, patch])
        with problems_with_lines(stacked):
            return self.game.read(self.data, stacked)

    @property
    def folder(self) -> Path:
        """The data folder."""
        return self.data or self.game.folder

    def parameter(self, name: str) -> Parameter | None:
        """Return the rule parameter of this name, or None for a table cell."""
        return next(
            (parameter for parameter in self.game.schema.parameters if parameter.name == name), None
        )

    def value(self, key: str, patch: Mapping[str, object] | None = None) -> Value | None:
        """Return a rule value or a table cell, or None if there is none."""
        components = self.under(patch or {})
        if key in components.values:
            return components.values[key]
        keys = {table.name: table.key for table in self.game.schema.tables}
        match key_parts(key):
            case [table, row_name, column]:
                rows = components.tables.get(table, [])
            case _:
                return None
        rows_of_name = (row for row in rows if str(row[keys[table]]) == row_name)
        return next((row.get(column_name(column)) for row in rows_of_name), None)


@dataclass(frozen=True)
class Level:
    """One level of a factor, and the change that it makes."""

    label: str
    patch: Mapping[str, object] = field(default_factory=dict)
    data: str | None = None
    """Data folder that replaces that of the experiment."""

    @property
    def is_change(self) -> bool:
        """Whether it changes anything."""
        return bool(self.patch) or self.data is not None


@dataclass(frozen=True)
class Factor:
    """A rule, a table cell or a choice of patches, and its levels."""

    name: str
    levels: tuple[Level, ...]
    base: int
    """Index of the level that changes nothing."""
    is_number: bool = False
    is_named: bool = False
    """Whether its levels are files or patches, whose names need no factor name."""


def rule_factor(name: str, requested_levels: Sequence[object], rules: BaseRules) -> Factor:
    """Return a factor with the requested levels, or all possible ones, and that of the base.

    Numbers are sorted; words keep the requested order, the base first.

    Raises:
        ExperimentError: the rule is unknown or cannot have such a level.
    """
    base = rules.value(name)
    if base is None:
        raise _no_rule(name, rules)
    with _problems_of(name):
        levels = requested_levels or _all_levels(name, rules)
        values = results_of(partial(_value_under, name, level, rules) for level in levels)
    values_in_order = list(dict.fromkeys([base, *values]))
    if len(values_in_order) == 1:
        raise ExperimentError(f"is {_word(base)} already; name other levels", f"vary.{name}")
    if isinstance(base, int):
        values_in_order.sort(key=int)
    new_levels = [
        Level(_word(value), {} if value == base else {name: value}) for value in values_in_order
    ]
    # by its type, as a switch is an int, too
    is_number, is_file = type(base) is int, _is_file(rules.parameter(name))
    return Factor(
        name, tuple(new_levels), values_in_order.index(base), is_number=is_number, is_named=is_file
    )


def patch_factor(patches: Mapping[str, PatchValues], rules: BaseRules) -> Factor:
    """Return the factor whose levels are named patches.

    Raises:
        ExperimentError: a patch changes an unknown rule.
    """
    with _problems_of(PATCH):
        results_of(partial(rules.under, patch) for patch in patches.values())
    levels = (Level(name, patch) for name, patch in patches.items())
    return Factor(PATCH, (Level(UNCHANGED), *levels), 0, is_named=True)


def switch(name: str, patch: PatchValues, rules: BaseRules) -> Factor:
    """Return the factor that is a patch, off or on.

    Raises:
        ExperimentError: it changes an unknown rule.
    """
    with _problems_of(name, "switch"):
        rules.under(patch)
    return Factor(name, (Level(OFF), Level(ON, patch)), 0)


def data_factor(folders: Sequence[str], varied: Sequence[str], rules: BaseRules) -> Factor:
    """Return the factor whose levels are data folders, by their names.

    Raises:
        ExperimentError: a folder cannot be read, or differs in a rule that is also varied, so that
            its unchanged level would be another one.
    """
    with _problems_of(DATA):
        results_of(partial(_check_folder, folder, varied, rules) for folder in folders)
    levels = [Level(Path(folder).name, data=folder) for folder in folders]
    if len({level.label for level in levels}) < len(levels):
        raise ExperimentError(
            "folders are distinguished by their names; rename one", f"vary.{DATA}"
        )
    return Factor(DATA, (Level(UNCHANGED), *levels), 0, is_named=True)


def _check_folder(folder: str, varied: Sequence[str], rules: BaseRules) -> None:
    folder_rules = replace(rules, data=Path(folder))
    problems = [
        f"{folder}: {name} is {_word(folder_rules.value(name))} there, {_word(rules.value(name))}"
        " in the unchanged rules; a rule that is varied must be the same in all folders"
        for name in varied
        if folder_rules.value(name) != rules.value(name)
    ]
    if problems:
        raise ExperimentError(problems)


def _no_rule(name: str, rules: BaseRules) -> InputError:
    """Return the error for an unknown rule: that of a patch of it, with more advice."""
    if name in patch_files(rules.game, rules.data):
        return ExperimentError(f"is a patch; vary it with --vary {PATCH}={name}", f"vary.{name}")
    try:
        with _problems_of(name):
            rules.under({name: OFF})
    except InputError as error:
        return ExperimentError(error.problems)
    return ExperimentError(NO_VALUE, f"vary.{name}")


def _all_levels(name: str, rules: BaseRules) -> Sequence[object]:
    """Return the levels of a switch or a choice.

    Raises:
        ExperimentError: it is another kind of rule, whose levels must be given.
    """
    parameter = rules.parameter(name)
    if parameter is not None and parameter.choices:
        return parameter.choices
    if parameter is not None and parameter.is_switch:
        return (False, True)
    if _is_file(parameter):
        files = files_to_choose(rules.folder, rules.game.schema.tables)
        raise ExperimentError(
            f"name its levels, which are files of {rules.folder}, as in {name}={','.join(files)}",
            "patch",
            name,
        )
    raise ExperimentError(f"name its levels, as in {name}=2,3,4 or {name}=2..4", "patch", name)


def _is_file(parameter: Parameter | None) -> bool:
    return parameter is not None and parameter.table


def _value_under(name: str, level: object, rules: BaseRules) -> Value:
    value = rules.value(name, {name: level})
    if value is None:
        raise ExperimentError(NO_VALUE)
    return value


@contextmanager
def _problems_of(name: str, kind: str = "vary") -> Iterator[None]:
    """Report problems of a patch as problems of its factor."""
    try:
        yield
    except InputError as error:
        problems = [
            problem.replace_prefix(("patch",), ()).replace_prefix((name,), ())
            for problem in error.problems
        ]
        raise ExperimentError(problems, f"{kind}.{name}") from error


def _word(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
