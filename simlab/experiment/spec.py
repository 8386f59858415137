"""An experiment as written: a TOML file or the options of a command, checked at the door."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from simlab.errors import ExperimentError, did_you_mean

DEFAULT_SEED = 1914
"""Fixed, so that two people who type the same command see the same numbers."""
DEFAULT_GAMES = 10_000
MOST_GAMES = 1_000_000_000
SUFFIXES = {"k": 1_000, "m": 1_000_000}


def whole_number(value: object) -> object:
    """Read `200k`, `1e6` and `1_000_000` as whole numbers; leave the rest to the validator."""
    if not isinstance(value, str | float):
        return value
    text = str(value).strip().lower().replace("_", "")
    match = re.fullmatch(r"([+-]?\d+(?:\.\d+)?(?:e\d+)?)([km]?)", text)
    if match is None:
        return value
    number = float(match[1]) * SUFFIXES.get(match[2], 1)
    return int(number) if number.is_integer() else value


Count = Annotated[int, BeforeValidator(whole_number)]
Policies = str | list[str]
Patch = str | list[str] | dict[str, Any]


class Table(BaseModel):
    """What a scenario may say; at the top of an experiment it holds for all scenarios."""

    model_config = ConfigDict(extra="forbid", strict=False)

    players: int | list[int] | None = None
    policy: Policies | None = None
    """One policy for all seats, or one per seat."""
    games: Annotated[Count | None, Field(ge=1, le=MOST_GAMES)] = None
    patch: Patch | None = None
    """`key = value` tables, or the path of a patch file, or several, beside the experiment."""


class ScenarioTable(Table):
    """One [[scenario]]: what differs from the rest of the experiment."""

    name: str | None = None


class ExperimentTable(Table):
    """A whole experiment file."""

    name: str | None = Field(default=None, pattern=r"^[\w.-]+$")
    question: str = ""
    game: str
    seed: Annotated[Count, Field(ge=0, lt=1 << 63)] = DEFAULT_SEED
    data: str | None = None
    """A data folder to read instead of the shipped one."""
    policy_file: str | list[str] = Field(default_factory=list)
    scenario: list[ScenarioTable] = Field(default_factory=list)


def read_table(path: Path) -> ExperimentTable:
    """Read an experiment file.

    Raises:
        ExperimentError: every problem found, with file, line and key.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        raw = tomllib.loads(text)
    except OSError as error:
        raise ExperimentError(f"{path}: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExperimentError(f"{path}: broken TOML: {error}") from error
    return check_table(raw, str(path), text)


def check_table(raw: Mapping[str, Any], source: str, text: str = "") -> ExperimentTable:
    """Check what was read from a file or a command line; `source` begins each message."""
    try:
        return ExperimentTable.model_validate(raw)
    except ValidationError as error:
        problems = [_problem(source, text, raw, dict(item)) for item in error.errors()]
        raise ExperimentError(list(dict.fromkeys(problems))) from error


def _problem(source: str, text: str, raw: Mapping[str, Any], item: dict[str, Any]) -> str:
    path = [part for part in item["loc"] if isinstance(part, int) or part in _keys(raw)]
    path = path or list(item["loc"][:1])
    words = [str(part) for part in path]
    line = _line_of(text, words)
    place = f"{source}:{line}" if line else source
    return f"{place}: {'.'.join(words)}: {_complaint(item)}"


def _keys(raw: Any) -> set[str]:
    """Return every key at any depth of what the user wrote."""
    if isinstance(raw, Mapping):
        return set(raw) | {key for value in raw.values() for key in _keys(value)}
    if isinstance(raw, list):
        return {key for value in raw for key in _keys(value)}
    return set()


def _complaint(item: dict[str, Any]) -> str:
    key = str(item["loc"][-1])
    match item["type"]:
        case "extra_forbidden":
            model = ScenarioTable if item["loc"][0] == "scenario" else ExperimentTable
            known = list(model.model_fields)
            return f"no such key; allowed are {', '.join(known)}.{did_you_mean(key, known)}"
        case "missing":
            return "is missing"
        case _:
            return f"{item['msg'][0].lower()}{item['msg'][1:]}, not {item['input']!r}"


def _line_of(text: str, words: list[str]) -> int:
    """Return the line on which the last key of a path is written, or 0 when it is not found.

    Entries of `[[scenario]]` are counted, since they repeat their keys.
    """
    scenario = int(words[1]) if len(words) > 2 and words[0] == "scenario" else -1
    key = next((word for word in reversed(words) if not word.isdigit()), "")
    seen = -1
    for number, line in enumerate(text.splitlines(), start=1):
        seen += line.strip().startswith("[[scenario]]")
        if seen == scenario and re.match(rf'\s*\[*"?{re.escape(key)}\b', line):
            return number
    return 0
