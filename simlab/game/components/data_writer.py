"""Data folder written with a patch: rule values and cells changed where they stand."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from simlab.errors import ComponentError, InputError
from simlab.game.components.data_folder import RULES_FILE, Components, Schema, Value, read
from simlab.game.components.sheet_writer import SheetChanges, with_changes
from simlab.game.components.table import ASSUMED, Table

_OF_WINDOWS = "\r\n"
"""Line ends that the editors of Windows write."""


@dataclass
class Written:
    """What was changed in a data folder: names of files, and columns without formulas now."""

    files: list[str] = field(default_factory=list)
    formulas: dict[str, list[str]] = field(default_factory=dict)
    """Columns by the file whose formulas were replaced by their results."""


def write_patched(
    folder: Path, schema: Schema, patch: Mapping[str, object], target: Path
) -> Written:
    """Write a data folder with a patch into a new folder; return what was changed.

    Comments, order and the look of a workbook stay. The new folder is read again before it
    appears, so that it holds what the patch says.

    Raises:
        ComponentError: all problems of the data folder or the patch.
        InputError: the new folder is there already, or a file cannot be changed in place.
    """
    if target.exists():
        raise InputError(f"{target} is there already; choose another folder", "write")
    patched = read(folder, schema, patch)
    rule_patch = {key: value for key, value in patch.items() if "." not in key}
    before, plain = read(folder, schema, {}), read(folder, schema, rule_patch)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as temporary:
        copy = Path(temporary) / target.name
        shutil.copytree(folder, copy)
        changed = Written(_write_values(copy, before, patched))
        _write_tables(copy, schema, plain, patched, changed)
        try:
            file = _file_that_differs(copy, schema, patched)
        except ComponentError as error:
            raise InputError(f"{folder}: cannot be changed in place: {error}") from error
        if file:
            raise InputError(f"{folder / file}: has a form that cannot be changed in place")
        copy.rename(target)
    return changed


def _file_that_differs(folder: Path, schema: Schema, patched: Components) -> str:
    """Return a file that does not hold what it should, or nothing if all do."""
    written = read(folder, schema, {})
    if written.values != patched.values:
        return RULES_FILE
    unlike = (name for name, rows in patched.tables.items() if written.tables[name] != rows)
    return next((patched.sources[name] for name in unlike), "")


def _write_values(folder: Path, before: Components, patched: Components) -> list[str]:
    new = {name: value for name, value in patched.values.items() if value != before.values[name]}
    if not new:
        return []
    file = folder / RULES_FILE
    written = file.read_bytes().decode("utf-8-sig") if file.exists() else ""
    toml_text = written.replace(_OF_WINDOWS, "\n")
    for name, value in new.items():
        toml_text = _with_value(toml_text, name, value)
    toml_text = toml_text.replace("\n", _OF_WINDOWS) if _OF_WINDOWS in written else toml_text
    file.write_bytes(toml_text.encode())
    return [RULES_FILE]


def _with_value(toml_text: str, name: str, value: Value) -> str:
    """Return rules.toml with another value of a rule, which counts as assumed from then on."""
    entry = re.compile(rf"(?ms)^\[{re.escape(name)}\][^\n]*\n.*?(?=^\[|\Z)")
    match = entry.search(toml_text)
    if match is None:
        return (
            f'{toml_text.rstrip()}\n\n[{name}]\nvalue = {_toml(value)}\nprovenance = "{ASSUMED}"\n'
        )
    changed = re.sub(r"(?m)^(value\s*=\s*)[^#\n]*?(\s*(?:#.*)?)$", _setting(_toml(value)), match[0])
    changed = re.sub(
        r"(?m)^(provenance\s*=\s*)[^#\n]*?(\s*(?:#.*)?)$", _setting(f'"{ASSUMED}"'), changed
    )
    return toml_text[: match.start()] + changed + toml_text[match.end() :]


def _setting(value: str) -> str:
    return rf"\g<1>{value}\g<2>"


def _toml(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'


def _write_tables(
    folder: Path, schema: Schema, plain: Components, patched: Components, changed: Written
) -> None:
    for table in schema.tables:
        changes = _changes(table, plain, patched)
        if changes:
            file = folder / patched.sources[table.name]
            file.write_bytes(with_changes(file.read_bytes(), file.stem, changes))
            changed.files.append(file.name)
            if changes.formulas:
                changed.formulas[file.name] = [*changes.formulas]


def _changes(table: Table, plain: Components, patched: Components) -> SheetChanges:
    before, after = (
        {str(row[table.key]): row for row in components.tables[table.name]}
        for components in (plain, patched)
    )
    columns = frozenset({table.key, *(column.name for column in table.columns)})
    changes = SheetChanges(table.key, columns)
    changes.removed = before.keys() - after.keys()
    changes.added = [row for key, row in after.items() if key not in before]
    for key in before.keys() & after.keys():
        new = {name: value for name, value in after[key].items() if value != before[key].get(name)}
        if new:
            changes.cells[key] = new
    return changes
