"""Schema of an experiment file (pydantic), also for the options of a command."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from simlab.components import flatten
from simlab.errors import ExperimentError, InputError, did_you_mean
from simlab.experiment.toml_lines import place_of
from simlab.toml import read_toml

DEFAULT_SEED = 1914
"""Fixed, so that two people who type the same command see the same numbers."""
DEFAULT_GAMES = 10_000
MOST_GAMES = 1_000_000_000
MOST_LEVELS = 100
MOST_CELLS = 1000
LONGEST_NAME = 200
"""Bytes of a name that becomes part of a folder's; file systems allow 255 in all."""
LONGEST_NUMBER = 30
"""Letters of a number that is worth reading; no limit here is anywhere near."""
LONGEST_QUOTE = 60
"""Letters of a wrong value that a message repeats."""
NO_NUMBER = "not a whole number such as 5000, 200k or 1e6"
SUFFIXES = {"k": 1_000, "m": 1_000_000}


def whole_number(value: object) -> object:
    """Read `200k`, `1e6` and `1_000_000` as whole numbers; leave the rest to the validator."""
    if isinstance(value, bool):
        raise ValueError(f"{str(value).lower()} is {NO_NUMBER}")
    if not isinstance(value, str | float) or len(str(value)) > LONGEST_NUMBER:
        return value
    text = str(value).strip().lower().replace("_", "")
    match = re.fullmatch(r"([+-]?\d+(?:\.\d+)?(?:e\+?\d+)?)([km]?)", text)
    if match is None:
        return value
    if text.isdigit():
        return int(text)
    number = float(match[1]) * SUFFIXES.get(match[2], 1)
    return int(number) if number.is_integer() else value


def several(value: Any) -> Any:
    """Take one value for a list of one."""
    return value if isinstance(value, list | tuple) or value is None else [value]


def levels(value: object) -> object:
    """Read `2..4`, `2,3,4` and `on,off` as lists of levels."""
    if not isinstance(value, str):
        return several(value)
    words = (word.strip() for word in value.split(","))
    return [level for word in words if word for level in _stretch(word)]


def _stretch(word: str) -> Sequence[int | str]:
    """Return all whole numbers of a stretch, or any other word alone."""
    match = re.fullmatch(r"(\d{1,9})\.\.(\d{1,9})", word)
    if match is None:
        return [word]
    first, last = int(match[1]), int(match[2])
    if first > last:
        raise ValueError(f"{word} runs downwards; write {last}..{first}")
    numbers = range(first, last + 1)
    if len(numbers) > MOST_LEVELS:
        raise ValueError(f"{word} has {len(numbers)} levels; 1 to {MOST_LEVELS} are allowed")
    return numbers


def by_name(value: object) -> object:
    """Give patches that are listed as a table; a text is also its name until it is read."""
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        return value
    unnamed = [patch for patch in value if not isinstance(patch, str)]
    if unnamed:
        raise ValueError(
            "list patches by their names, or give each a name, as in mine = { officers = 3 }; not"
            f" {quoted(unnamed[0])}"
        )
    return {name: name for name in value}


def nested(value: object) -> object:
    """Give rules in nested tables by dotted keys."""
    if not isinstance(value, Mapping):
        raise ValueError(f"must be a table of rules and their levels, not {quoted(value)}")
    return flatten(value)


def one_patch(value: object) -> object:
    """Make sure that this may be a patch: its name or a table."""
    if not isinstance(value, str | Mapping):
        raise ValueError(f"must be a patch, by its name or as a table, not {quoted(value)}")
    return value


def folder_name(value: str) -> str:
    """Make sure that a name is short enough for a folder."""
    if len(value.encode()) > LONGEST_NAME:
        raise ValueError(f"has {len(value)} letters, which is too long for the name of a folder")
    return value


def quoted(value: object) -> str:
    """Return a value as it is repeated in a message, the end of a long one left out."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if len(text) > LONGEST_QUOTE:
        text = f"{text[:LONGEST_QUOTE]}..."
    return f'"{text}"' if isinstance(value, str) else text


Count = Annotated[int, BeforeValidator(whole_number)]
Counts = Annotated[list[Count], BeforeValidator(several), Field(min_length=1)]
Texts = Annotated[list[str], BeforeValidator(several)]
Lineup = Annotated[Texts, Field(min_length=1)]
Patch = Annotated[Any, BeforeValidator(one_patch)]
Patches = Annotated[list[Patch], BeforeValidator(several)]
NamedPatches = Annotated[dict[str, Patches], BeforeValidator(by_name)]
Name = Annotated[str, AfterValidator(folder_name)]
Levels = Annotated[list[Any], BeforeValidator(levels)]


class Table(BaseModel):
    """What a scenario may say; at the top of an experiment it holds for all scenarios."""

    model_config = ConfigDict(extra="forbid", strict=False)

    players: Counts | None = None
    """Each number of players makes a scenario of its own."""
    policy: Lineup | None = None
    """One policy for all seats, or one per seat."""
    games: Annotated[Count, Field(ge=1, le=MOST_GAMES)] | None = None
    patch: Patches | None = None
    """Tables of rules with their new values, or names of patch files beside the experiment."""


class ScenarioTable(Table):
    """One [[scenario]]: what differs from the rest of the experiment."""

    name: Name | None = None
    data: str | None = None
    """A data folder of its own."""


class SweepTable(BaseModel):
    """The [sweep] of an experiment: rules to vary, and what to judge them by."""

    model_config = ConfigDict(extra="forbid")

    vary: Annotated[dict[str, Levels], BeforeValidator(nested)] = Field(default_factory=dict)
    """Levels of each rule or component cell; none stands for all that there are."""
    patches: NamedPatches | None = None
    """Levels of one more factor, each a whole patch: its name, its file, a table, or several of
    these that stack; no level stands for all the patches that the game ships."""
    switches: NamedPatches = Field(default_factory=dict)
    """Patches as above, but each a factor of its own, which is off or on, so that they meet."""
    data: Texts = Field(default_factory=list)
    """Levels of one more factor, each a data folder in place of the experiment's."""
    design: str = "grid"
    cells: Annotated[Count, Field(ge=1, le=MOST_CELLS)] | None = None
    """How many a sampled design tries."""
    metric: str | None = None
    margin: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    """The smallest change that is of interest."""


FACTORS = {"vary", "patches", "switches", "data"}
"""Keys of a sweep that say what is varied."""


class HouseruleTable(BaseModel):
    """[houserule]: the change of the rules whose effect is asked for, in place of scenarios."""

    model_config = ConfigDict(extra="forbid")

    patch: Patches = Field(default_factory=list)
    data: str | None = None
    """The data folder of the changed rules, if not that of the unchanged ones."""

    @model_validator(mode="after")
    def check_change(self) -> HouseruleTable:
        """Make sure that there is something to compare.

        Raises:
            ValueError: there is neither patch nor folder.
        """
        if not self.patch and self.data is None:
            raise ValueError("changes nothing; name a patch, or data, which is a data folder")
        return self


class ExperimentTable(Table):
    """A whole experiment file."""

    name: Annotated[Name, Field(pattern=r"^[\w.-]+$")] | None = None
    question: str = ""
    game: str
    seed: Annotated[Count, Field(ge=0, lt=1 << 63)] = DEFAULT_SEED
    data: str | None = None
    """A data folder to read instead of the shipped one."""
    policy_file: Texts = Field(default_factory=list)
    scenario: list[ScenarioTable] = Field(default_factory=list)
    sweep: SweepTable | None = None
    houserule: HouseruleTable | None = None


def read_text(path: Path) -> str:
    """Return the text of an experiment file.

    Raises:
        ExperimentError: it cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ExperimentError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise ExperimentError(f"{path}: not UTF-8 text; save it as UTF-8") from None


def read_table(text: str, source: str) -> ExperimentTable:
    """Return what the text of an experiment file says; `source` begins each message.

    Raises:
        ExperimentError: every problem found, with file, line and key.
    """
    try:
        raw = read_toml(text)
    except InputError as error:
        raise ExperimentError(f"{source}: {error}") from error
    if raw and raw.keys().isdisjoint(ExperimentTable.model_fields.keys() - {"question"}):
        raise ExperimentError(
            f"{source}: is no experiment, as it names no game; a patch goes with one: GAME --patch"
            f" {source}"
        )
    return check_table(raw, source, text)


def check_table(raw: Mapping[str, Any], source: str = "", text: str = "") -> ExperimentTable:
    """Check what was read from a file, or from a command line, which needs no `source`.

    Raises:
        ExperimentError: every problem found.
    """
    try:
        return ExperimentTable.model_validate(raw)
    except ValidationError as error:
        problems = [_problem(source, text, raw, dict(item)) for item in error.errors()]
        raise ExperimentError(list(dict.fromkeys(problems))) from error


def overridden(table: ExperimentTable, given: ExperimentTable) -> ExperimentTable:
    """Return an experiment with what `given` says put in its place in every scenario.

    A patch comes on top of those there are.
    """
    named = {key: getattr(given, key) for key in given.model_fields_set - {"game", "patch"}}
    if table.sweep is not None and given.sweep is not None:
        named["sweep"] = _overridden_sweep(table.sweep, given.sweep)
    scenarios = [_without(entry, named) for entry in table.scenario]
    changed = table.model_copy(update={**named, "scenario": scenarios})
    if given.patch is None:
        return changed
    tables: list[Table] = [*scenarios] or [changed]
    for entry in tables:
        entry.patch = [*(entry.patch or []), *given.patch]
    return changed


def _overridden_sweep(sweep: SweepTable, given: SweepTable) -> SweepTable:
    """Return a sweep with what `given` says put in its place; its factors replace all factors."""
    kept = sweep if given.model_fields_set.isdisjoint(FACTORS) else SweepTable(**_settings(sweep))
    return kept.model_copy(update={key: getattr(given, key) for key in given.model_fields_set})


def _settings(sweep: SweepTable) -> dict[str, Any]:
    return sweep.model_dump(include=sweep.model_fields_set - FACTORS)


def _without(entry: ScenarioTable, named: Mapping[str, object]) -> ScenarioTable:
    """Return a scenario that leaves to the experiment what is named."""
    own = {*Table.model_fields, "data"}
    return entry.model_copy(update={key: None for key in named if key in own})


def _problem(source: str, text: str, raw: Mapping[str, Any], item: dict[str, Any]) -> str:
    path = [str(part + 1 if isinstance(part, int) else part) for part in _written(raw, item["loc"])]
    key = ".".join(path) if source else _asked(path)
    return f"{place_of(source, text, key)}{key}: {_complaint(item)}"


def _asked(path: Sequence[str]) -> str:
    """Return what a problem is about as it is named on the command line, which has no tables."""
    return ".".join(path[1:]) if path[0] == "sweep" and len(path) > 1 else path[0]


def _written(raw: Any, path: Sequence[str | int]) -> list[str | int]:
    """Return as much of the validator's path as stands in what the user wrote."""
    known_path: list[str | int] = []
    for part in path:
        if not _holds(raw, part):
            break
        raw = raw[part]
        known_path.append(part)
    return known_path or list(path[:1])


def _holds(raw: Any, part: str | int) -> bool:
    if isinstance(raw, Mapping):
        return part in raw
    return isinstance(raw, list) and isinstance(part, int)


def _complaint(item: dict[str, Any]) -> str:
    match item["type"]:
        case "extra_forbidden":
            return _unknown_key(item["loc"])
        case "missing":
            return "is missing"
        case "greater_than":
            return f"must be above {item['ctx']['gt']:g}, not {item['input']}"
        case "greater_than_equal":
            return f"must be at least {item['ctx']['ge']}, not {item['input']}"
        case "less_than":
            return f"must be below {item['ctx']['lt']}, not {item['input']}"
        case "less_than_equal":
            return f"must be at most {item['ctx']['le']}, not {item['input']}"
        case "too_short":
            return "is an empty list; leave the key out, or name at least one"
        case "value_error":
            return str(item["ctx"]["error"])
        case "int_parsing" | "int_parsing_size" | "int_type" | "int_from_float":
            return f"{quoted(str(item['input']))} is {NO_NUMBER}"
        case _:
            return f"{item['msg'][0].lower()}{item['msg'][1:]}, not {quoted(item['input'])}"


def _unknown_key(path: Sequence[str | int]) -> str:
    models: dict[str | int, type[BaseModel]] = {
        "scenario": ScenarioTable,
        "sweep": SweepTable,
        "houserule": HouseruleTable,
    }
    model = models.get(path[0], ExperimentTable)
    known = list(model.model_fields)
    return f"no such key; allowed are {', '.join(known)}.{did_you_mean(str(path[-1]), known)}"


def in_scenario(number: int, problem: str) -> str:
    """Return `scenario.2.policy: ...` for a problem with what a scenario says."""
    is_own = problem.partition(":")[0] in ScenarioTable.model_fields
    return f"scenario.{number + 1}.{problem}" if is_own else problem
