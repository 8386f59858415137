"""TOML text of an experiment that was requested by options, and of patches that were made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simlab.experiment.spec import ExperimentTable
from simlab.game.components.key import key_parts


def text_of(table: ExperimentTable) -> str:
    """Return the TOML text of an experiment."""
    top = table.model_dump(exclude_none=True, exclude_defaults=True, exclude={"scenario", "sweep"})
    files = {
        key: [_from_here(file) for file in getattr(table, key)]
        for key in ("policy_file", "metric_file")
    }
    paths = {"game": _from_here(table.game), "data": table.data and _from_here(table.data)}
    typed = {key: value for key, value in {**files, **paths}.items() if value and key in top}
    lines = _lines({"game": table.game, "seed": table.seed, **top, **typed})
    # tables last: in TOML, all that follows the head of a table belongs to it
    if table.sweep is not None:
        sweep = table.sweep.model_dump(exclude_none=True, exclude_defaults=True, exclude={"vary"})
        lines += ["", "[sweep]", *_lines(sweep)]
        lines += ["", "[sweep.vary]", *_lines(table.sweep.vary)]
    for scenario in table.scenario:
        lines += ["", "[[scenario]]", *_lines(scenario.model_dump(exclude_none=True))]
    return "\n".join(lines) + "\n"


def patch_text(title: str, question: str, values: Mapping[str, object]) -> str:
    """Return the TOML text of a patch file; `values` has the changes by dotted key."""
    headings = {"title": title, "question": question}
    lines = _lines({name: heading for name, heading in headings.items() if heading})
    lines += [
        f"{'.'.join(map(_key, key_parts(key)))} = {_value(value)}" for key, value in values.items()
    ]
    return "\n".join(lines) + "\n"


def _from_here(path: str) -> str:
    """Return a path below the working folder in relative form, else unchanged."""
    working_folder, full_path = Path.cwd(), Path(path)
    return (
        f"./{full_path.relative_to(working_folder).as_posix()}"
        if full_path.is_relative_to(working_folder)
        else path
    )


def _lines(entries: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in entries.items()]


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_lines(value))} }}"
    if isinstance(value, list):
        return f"[{', '.join(_value(member) for member in value)}]"
    # strings, whole numbers, true and false are written alike in JSON and TOML
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else json.dumps(key)
