"""Schema of an experiment file (pydantic), also for the options of a command."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationError,
    model_validator,
)

from simlab.errors import ExperimentError, InputError, Problem, did_you_mean
from simlab.experiment.toml_lines import place_of
from simlab.files.paths import players_folder
from simlab.files.toml import read_toml
from simlab.game.components import flatten
from simlab.game.player_file import needs_kernels
from simlab.game.policy import AT, BASE

Model = TypeVar("Model", bound=BaseModel)

DEFAULT_SEED = 1914
"""Fixed, so that the same command gives the same numbers to everybody."""
DEFAULT_GAMES = 10_000
"""Win rates within about one percentage point (95 %)."""
MOST_GAMES_UNTIL = 100_000
"""Most games of a run that stops once an interval is narrow: within half a percentage point."""
MOST_GAMES = 1_000_000_000
MOST_LEVELS = 100
MOST_CELLS = 1000
LONGEST_NAME = 200
"""Bytes of a name that becomes part of a folder's; file systems allow 255 in all."""
LONGEST_NUMBER = 30
"""Longest text that is read as a number; all limits are far shorter."""
LONGEST_QUOTE = 60
"""Letters of a wrong value that a message quotes."""
NO_NUMBER = "not a whole number such as 5000, 200k or 1e6"
NO_PLAYERS = "not a whole number such as 2"
SUFFIXES = {"k": 1_000, "m": 1_000_000}


def whole_number(value: object) -> object:
    """Read `200k`, `1e6` and `1_000_000` as whole numbers; leave the rest to the validator."""
    # first of all: in Python, true is a 1
    if isinstance(value, bool):
        raise ValueError(f"{str(value).lower()} is {NO_NUMBER}")
    if not isinstance(value, str | float) or len(str(value)) > LONGEST_NUMBER:
        return value
    digits = str(value).strip().lower().replace("_", "")
    match = re.fullmatch(r"([+-]?\d+(?:\.\d+)?(?:e\+?\d+)?)([km]?)", digits)
    if match is None:
        return value
    # without a float, which would round seeds of more than 15 digits
    if digits.isdigit():
        return int(digits)
    number = float(match[1]) * SUFFIXES.get(match[2], 1)
    return int(number) if number.is_integer() else value


def several(value: Any) -> Any:
    """Return a single value as a list of one."""
    return value if isinstance(value, list | tuple) or value is None else [value]


def levels(value: object) -> object:
    """Read `2..4`, `2,3,4` and `on,off` as lists of levels."""
    if not isinstance(value, str):
        return several(value)
    ranges = (word.strip() for word in value.split(","))
    return [level for word in ranges if word for level in _range_of(word)]


def _range_of(word: str) -> Sequence[int | str]:
    """Return all integers of a range such as `2..4`, or any other word alone."""
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
    """Return listed patches as a table; the text is the name until the patch is read."""
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        return value
    unnamed = [patch for patch in value if not isinstance(patch, str)]
    if unnamed:
        raise ValueError(
            "list patches by their names, or give each a name, as in mine = { officers = 3 }; not"
            f" {quote_value(unnamed[0])}"
        )
    return {name: name for name in value}


def nest_tables(value: object) -> object:
    """Return rules in nested tables by dotted key."""
    if not isinstance(value, Mapping):
        raise ValueError(f"must be a table of rules and their levels, not {quote_value(value)}")
    return flatten(value)


def one_patch(value: object) -> object:
    """Check that a value can be a patch: a name or a table."""
    if not isinstance(value, str | Mapping):
        raise ValueError(f"must be a patch, by its name or as a table, not {quote_value(value)}")
    return value


def finite_number(value: object) -> float:
    """Check that a value is a finite number."""
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return value
    raise ValueError(f"{quote_value(value)} is not a number such as 55 or 0.5")


def folder_name(value: str) -> str:
    """Check that a name is short enough for a folder."""
    if len(value.encode()) > LONGEST_NAME:
        raise ValueError(f"has {len(value)} letters, which is too long for the name of a folder")
    return value


def quote_value(value: object) -> str:
    """Return a value for a message, shortened if long."""
    quote = str(value).lower() if isinstance(value, bool) else str(value)
    if len(quote) > LONGEST_QUOTE:
        quote = f"{quote[:LONGEST_QUOTE]}..."
    return f'"{quote}"' if isinstance(value, str) else quote


Count = Annotated[int, BeforeValidator(whole_number)]
Counts = Annotated[list[Count], BeforeValidator(several), Field(min_length=1)]
Texts = Annotated[list[str], BeforeValidator(several)]
Lineup = Annotated[Texts, Field(min_length=1)]
Patch = Annotated[Any, BeforeValidator(one_patch)]
Patches = Annotated[list[Patch], BeforeValidator(several)]
NamedPatches = Annotated[dict[str, Patches], BeforeValidator(by_name)]
Name = Annotated[str, AfterValidator(folder_name)]
Levels = Annotated[list[Any], BeforeValidator(levels)]
Target = Annotated[float, PlainValidator(finite_number)]


class Table(BaseModel):
    """Keys of a scenario; at the top of an experiment they apply to all scenarios."""

    # a slip in a key must not leave a setting at its default
    model_config = ConfigDict(extra="forbid")

    players: Counts | None = None
    """Each number of players makes its own scenario."""
    policy: Lineup | None = None
    """Policies by seat; the last has all remaining seats. The default player unless given."""
    games: Annotated[Count, Field(ge=1, le=MOST_GAMES)] | None = None
    patch: Patches | None = None
    """Tables of rules with their new values, or names of patch files beside the experiment."""


class ScenarioTable(Table):
    """One [[scenario]] with the keys that differ from the experiment."""

    name: Name | None = None
    data: str | None = None
    """Data folder of the scenario."""


class FactorsTable(BaseModel):
    """Rules that vary."""

    model_config = ConfigDict(extra="forbid")

    vary: Annotated[dict[str, Levels], BeforeValidator(nest_tables)] = Field(default_factory=dict)
    """Levels of each rule or table cell; an empty list means all levels."""
    patches: NamedPatches | None = None
    """Levels of one more factor, each a patch: its name, its file, a table, or several of them
    stacked; an empty table means all shipped patches."""
    switches: NamedPatches = Field(default_factory=dict)
    """Patches as above, but each is a factor with levels off and on, so that they combine."""


class SweepTable(FactorsTable):
    """The [sweep] of an experiment: rules to vary, design and metric."""

    data: Texts = Field(default_factory=list)
    """Levels of one more factor, each a data folder in place of the experiment's."""
    design: str = "grid"
    cells: Annotated[Count, Field(ge=1, le=MOST_CELLS)] | None = None
    """Number of cells of a sampled design."""
    metric: str | None = None
    metric_target: Target | None = None
    """Value of the metric that the rules should come near to."""
    margin: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    """Smallest effect of interest."""
    certify: Texts = Field(default_factory=list)
    """Cells to play on fresh deals instead of all, by their names."""


FACTORS = {"vary", "patches", "switches", "data"}
"""Keys of a sweep that define factors."""


class HouseruleTable(BaseModel):
    """The [houserule] of an experiment: a rule change to compare, in place of scenarios."""

    model_config = ConfigDict(extra="forbid")

    patch: Patches = Field(default_factory=list)
    data: str | None = None
    """Data folder of the changed rules, if it differs."""
    metric: str | None = None
    """Metric that answers the question."""
    metric_target: Target | None = None
    """Value of the metric that the rules should come near to."""
    certify: bool = False
    """Whether to play fresh deals."""

    @model_validator(mode="after")
    def check_change(self) -> HouseruleTable:
        """Check that there is a change, unless settings for that of another table are given.

        Raises:
            ValueError: there is neither patch nor folder.
        """
        is_about_another = self.certify or (self.metric, self.metric_target) != (None, None)
        if not self.patch and self.data is None and not is_about_another:
            raise ValueError("changes nothing; name a patch, or data, which is a data folder")
        return self


SETTINGS_OF_A_CHANGE = {"certify", "metric", "metric_target"}
"""Keys of a house rule that define no change."""
TARGET_ALONE = 'is a value of a metric; name it, as in metric = "score"'


class ExperimentTable(Table):
    """A whole experiment file."""

    name: Annotated[Name, Field(pattern=r"^[\w.-]+$")] | None = None
    question: str = ""
    game: str
    seed: Annotated[Count, Field(ge=0, lt=1 << 63)] = DEFAULT_SEED  # what an int64 in a table holds
    data: str | None = None
    """Data folder instead of the shipped one."""
    policy_file: Texts = Field(default_factory=list)
    metric_file: Texts = Field(default_factory=list)
    """Files with metrics of one's own."""
    less_luck: bool = False
    """Whether to measure the luck of each game, to subtract it from results."""
    until: str | None = None
    """A metric and the half-width of the interval at which a run stops: `wins of seat 1 ± 1 %`."""
    scenario: list[ScenarioTable] = Field(default_factory=list)
    sweep: SweepTable | None = None
    houserule: HouseruleTable | None = None

    @model_validator(mode="after")
    def name_players(self) -> ExperimentTable:
        """Replace the paths of players by their names, and list the paths as policy files."""
        for table in (self, *self.scenario):
            if table.policy is not None:
                table.policy, folders = collect_players(table.policy)
                if folders:
                    self.policy_file = list(dict.fromkeys([*self.policy_file, *folders]))
        return self


def collect_players(policy_texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the texts of policies with players by name, and the paths that named them.

    A policy or a base that has a slash is the path of a player: `players/mine` is `@mine`. The
    folder of a player that needs kernels is among the paths in any case, since it decides how a
    plain game is played.
    """
    names = re.findall(rf"{AT}([^:,=/\s]+)", " ".join(policy_texts))
    known = (players_folder().resolve() / name for name in names)
    folders = [str(folder) for folder in known if needs_kernels(folder)]

    def name(match: re.Match[str]) -> str:
        folders.append(match[2])
        return f"{match[1]}{AT}{Path(match[2]).name}"

    return [
        re.sub(rf"(^|{BASE}=)([^:,=]*/[^:,]*)", name, policy_text) for policy_text in policy_texts
    ], folders


class StatementTable(BaseModel):
    """One [[must]] of a gate: what must hold of a metric."""

    model_config = ConfigDict(extra="forbid")

    metric: str
    """A metric of the game, or `seat_gap`: the largest difference of wins between two seats, or of
    points where these are the aim."""
    players: Annotated[Count, Field(ge=1)]
    policy: Lineup | None = None
    patch: Patches | None = None
    at_most: Annotated[float, Field(allow_inf_nan=False)] | None = None
    at_least: Annotated[float, Field(allow_inf_nan=False)] | None = None
    margin: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    """By how much a bound may be missed without failing."""
    witness: bool | None = None
    """Whether the strongest player measured plays, too, if it is another one; as in the file."""

    @model_validator(mode="after")
    def check_bounds(self) -> StatementTable:
        """Check that there is a bound, and that both can be met.

        Raises:
            ValueError: there is none, or they exclude each other.
        """
        if self.at_most is None and self.at_least is None:
            raise ValueError("states nothing; name at_most, at_least or both")
        if self.at_most is None or self.at_least is None:
            return self
        if self.at_most < self.at_least:
            raise ValueError(f"at_least {self.at_least:g} is above at_most {self.at_most:g}")
        return self


class GateTable(BaseModel):
    """A whole gate file."""

    model_config = ConfigDict(extra="forbid")

    game: str
    seed: Annotated[Count, Field(ge=0, lt=1 << 63)] = DEFAULT_SEED
    data: str | None = None
    policy: Lineup | None = None
    policy_file: Texts = Field(default_factory=list)
    metric_file: Texts = Field(default_factory=list)
    patch: Patches | None = None
    games: Annotated[Count, Field(ge=1, le=MOST_GAMES)] | None = None
    """Most games of each table that statements are about."""
    witness: bool = True
    """Whether the strongest player measured plays, too, where a statement is about others."""
    must: Annotated[list[StatementTable], Field(min_length=1)]


MOST_CANDIDATES = 10_000
Weight = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class TuneTable(FactorsTable):
    """The [tune] of a file: targets, and the rules that may change to meet them."""

    target: Texts = Field(default_factory=list)
    """Each a metric, a range and numbers of players: `score=55±1 @2,3`, `seat_gap<=0.03 @4`."""
    weight: Annotated[dict[str, Weight], BeforeValidator(nest_tables)] = Field(default_factory=dict)
    """What a change of a rule costs, as a multiple of what others cost."""
    keep: Texts = Field(default_factory=list)
    """Rules, tables or rows that no patch may change."""
    candidates: Annotated[Count, Field(ge=2, le=MOST_CANDIDATES)] | None = None
    """Most sets of rules that are tried."""
    other_policy: Texts = Field(default_factory=list)
    """Policies with which the answer is played again."""


class TuneFile(BaseModel):
    """A whole file of a tuning problem."""

    model_config = ConfigDict(extra="forbid")

    question: str = ""
    game: str
    seed: Annotated[Count, Field(ge=0, lt=1 << 63)] = DEFAULT_SEED
    data: str | None = None
    players: Counts | None = None
    """Numbers of players of targets that name none."""
    policy: Lineup | None = None
    policy_file: Texts = Field(default_factory=list)
    metric_file: Texts = Field(default_factory=list)
    patch: Patches | None = None
    games: Annotated[Count, Field(ge=1, le=MOST_GAMES)] | None = None
    """Most games of each finalist and number of players on fresh deals."""
    tune: TuneTable


class SensitivityTable(FactorsTable):
    """The [sensitivity] of a file: what varies, and the metric whose variation is explained."""

    assumed: bool = False
    """Whether what the game assumes varies too."""
    other_policy: Texts = Field(default_factory=list)
    """Further policies in all seats, so that the policy is a factor too."""
    metric: str | None = None


class SensitivityFile(BaseModel):
    """A whole file of a sensitivity study."""

    model_config = ConfigDict(extra="forbid")

    question: str = ""
    game: str
    seed: Annotated[Count, Field(ge=0, lt=1 << 63)] = DEFAULT_SEED
    data: str | None = None
    players: Counts | None = None
    policy: Lineup | None = None
    policy_file: Texts = Field(default_factory=list)
    metric_file: Texts = Field(default_factory=list)
    patch: Patches | None = None
    games: Annotated[Count, Field(ge=1, le=MOST_GAMES)] | None = None
    """Games of each set of rules."""
    sensitivity: SensitivityTable


def target_of(settings: SweepTable | HouseruleTable) -> dict[str, float]:
    """Return the target of a metric as an entry of a study; nothing without one."""
    target = settings.metric_target
    return {} if target is None else {"metric_target": target}


def read_text(path: Path) -> str:
    """Return the text of an experiment file.

    Raises:
        ExperimentError: it cannot be read.
    """
    try:
        # utf-8-sig: editors on Windows begin a text with a byte order mark
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ExperimentError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise ExperimentError(f"{path}: not UTF-8 text; save it as UTF-8") from None


def read_table(toml_text: str, source: str) -> ExperimentTable:
    """Return the parsed text of an experiment file; `source` begins each message.

    Raises:
        ExperimentError: every problem found, with file, line and key.
    """
    raw = _tables_in(toml_text, source)
    if raw and raw.keys().isdisjoint(ExperimentTable.model_fields.keys() - {"question"}):
        raise ExperimentError(
            f"{source}: is no experiment, as it names no game; a patch goes with one: GAME --patch"
            f" {source}"
        )
    return check_table(raw, source, toml_text)


def check_table(raw: Mapping[str, Any], source: str = "", toml_text: str = "") -> ExperimentTable:
    """Validate the content of a file, or of a command line, which has no `source`.

    Raises:
        ExperimentError: every problem found.
    """
    return validate(ExperimentTable, raw, source, toml_text)


def validate_file(model: type[Model], file: Path) -> Model:
    """Return a whole TOML file as a model, such as a gate.

    Raises:
        ExperimentError: every problem found, with file, line and key.
    """
    toml_text = read_text(file)
    return validate(model, _tables_in(toml_text, str(file)), str(file), toml_text)


def _tables_in(toml_text: str, source: str) -> dict[str, Any]:
    """Return the tables in a text.

    Raises:
        ExperimentError: what is broken, with file and line.
    """
    try:
        return read_toml(toml_text)
    except InputError as error:
        keys = [".".join(problem.place) for problem in error.problems]
        locations = [place_of(source, toml_text, key) for key in keys]
        problems = [
            problem.within(*location)
            for problem, location in zip(error.problems, locations, strict=True)
        ]
        raise ExperimentError(problems) from error


def validate(model: type[Model], raw: Mapping[str, Any], source: str, toml_text: str) -> Model:
    """Validate the content of a file as a model, such as an experiment or a gate.

    Raises:
        ExperimentError: every problem found.
    """
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        problems = [
            _problem(model, source, toml_text, raw, dict(fault)) for fault in error.errors()
        ]
        raise ExperimentError(problems) from error


def with_overrides(table: ExperimentTable, overrides: ExperimentTable) -> ExperimentTable:
    """Return an experiment with the keys of `overrides` overriding those of every scenario.

    Patches are added on top.
    """
    named_settings = {
        key: getattr(overrides, key) for key in overrides.model_fields_set - {"game", "patch"}
    }
    if table.sweep is not None and overrides.sweep is not None:
        named_settings["sweep"] = _override_sweep(table.sweep, overrides.sweep)
    if table.houserule is not None and overrides.houserule is not None:
        named_settings["houserule"] = _override_houserule(table.houserule, overrides.houserule)
    scenarios = [_without(entry, named_settings) for entry in table.scenario]
    changed = table.model_copy(update={**named_settings, "scenario": scenarios})
    if overrides.patch is None:
        return changed
    tables: list[Table] = [*scenarios] or [changed]
    for entry in tables:
        entry.patch = [*(entry.patch or []), *overrides.patch]
    return changed


def _override_sweep(sweep: SweepTable, overrides: SweepTable) -> SweepTable:
    """Return a sweep with the keys of `overrides`; its factors replace all factors."""
    base = (
        sweep if overrides.model_fields_set.isdisjoint(FACTORS) else SweepTable(**_settings(sweep))
    )
    return base.model_copy(
        update={key: getattr(overrides, key) for key in overrides.model_fields_set}
    )


def _override_houserule(change: HouseruleTable, overrides: HouseruleTable) -> HouseruleTable:
    """Return the given change, or the old one if none is given, with its other settings."""
    named_keys = overrides.model_fields_set
    if not named_keys <= SETTINGS_OF_A_CHANGE:
        return overrides
    return change.model_copy(update={key: getattr(overrides, key) for key in named_keys})


def _settings(sweep: SweepTable) -> dict[str, Any]:
    return sweep.model_dump(include=sweep.model_fields_set - FACTORS)


def _without(entry: ScenarioTable, named_settings: Mapping[str, object]) -> ScenarioTable:
    """Return a scenario without the named keys, so that the experiment's apply."""
    scenario_keys = {*Table.model_fields, "data"}
    return entry.model_copy(update={key: None for key in named_settings if key in scenario_keys})


def _problem(
    model: type[BaseModel],
    source: str,
    toml_text: str,
    raw: Mapping[str, Any],
    fault: dict[str, Any],
) -> Problem:
    path = [
        str(part + 1 if isinstance(part, int) else part)
        for part in _path_as_written(raw, fault["loc"])
    ]
    key = ".".join(path) if source else _option_name(path)
    return Problem(_complaint(model, fault), (*place_of(source, toml_text, key), key))


def _option_name(path: Sequence[str]) -> str:
    """Return the key of a problem as the command line names it, without tables."""
    return (
        ".".join(path[1:])
        if path[0] in ("sweep", "tune", "sensitivity") and len(path) > 1
        else path[0]
    )


def _path_as_written(raw: Any, path: Sequence[str | int]) -> list[str | int]:
    """Return the part of the validator's path that the user wrote."""
    known_path: list[str | int] = []
    for part in path:
        if not _holds(raw, part):
            # pydantic goes on with names of its own, such as that of the type which it has tried
            break
        raw = raw[part]
        known_path.append(part)
    return known_path or list(path[:1])


def _holds(raw: Any, part: str | int) -> bool:
    if isinstance(raw, Mapping):
        return part in raw
    return isinstance(raw, list) and isinstance(part, int)


def _complaint(model: type[BaseModel], fault: dict[str, Any]) -> str:
    match fault["type"]:
        case "extra_forbidden":
            return _describe_unknown_key(model, fault["loc"])
        case "missing":
            *table, key = fault["loc"]
            return f"{key} is missing" if table else "is missing"
        case "greater_than":
            return f"must be above {fault['ctx']['gt']:g}, not {fault['input']}"
        case "greater_than_equal":
            return f"must be at least {fault['ctx']['ge']}, not {fault['input']}"
        case "less_than":
            return f"must be below {fault['ctx']['lt']}, not {fault['input']}"
        case "less_than_equal":
            return f"must be at most {fault['ctx']['le']}, not {fault['input']}"
        case "too_short":
            return "is an empty list; leave the key out, or name at least one"
        case "value_error":
            return str(fault["ctx"]["error"])
        case "int_parsing" | "int_parsing_size" | "int_type" | "int_from_float":
            refusal = NO_PLAYERS if "players" in fault["loc"] else NO_NUMBER
            return f"{quote_value(str(fault['input']))} is {refusal}"
        case _:
            return f"{fault['msg'][0].lower()}{fault['msg'][1:]}, not {quote_value(fault['input'])}"


def _describe_unknown_key(model: type[BaseModel], path: Sequence[str | int]) -> str:
    tables: dict[str | int, type[BaseModel]] = {
        "scenario": ScenarioTable,
        "sweep": SweepTable,
        "houserule": HouseruleTable,
        "must": StatementTable,
        "tune": TuneTable,
        "sensitivity": SensitivityTable,
    }
    owner = tables.get(path[0], model) if len(path) > 1 else model
    allowed_keys = list(owner.model_fields)
    spelling_hint = did_you_mean(str(path[-1]), allowed_keys)
    return f"no such key; allowed are {', '.join(allowed_keys)}.{spelling_hint}"


def in_scenario(number: int, problem: Problem) -> Problem:
    """Return a problem of a scenario with its place: `scenario.2.policy: ...`."""
    key = problem.place[:1]
    if not key or key[0] not in ScenarioTable.model_fields:
        return problem
    return problem.replace_prefix(key, (f"scenario.{number + 1}.{key[0]}",))
