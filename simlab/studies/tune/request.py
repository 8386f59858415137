"""Tuning problem: targets of metrics, the rules that may change, and what each change costs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any

from simlab.catalog import game_to_play
from simlab.errors import ExperimentError, Problem, not_one_of
from simlab.experiment.design import Cell
from simlab.experiment.factor import ON, BaseRules, Factor, Level
from simlab.experiment.file_paths import with_full_paths
from simlab.experiment.patch import PatchValues, problems_with_lines, stack
from simlab.experiment.population import equal_players, other_players
from simlab.experiment.resolve import Experiment, Scenario, resolve
from simlab.experiment.rollout_request import add_rollouts
from simlab.experiment.small_noise import BY_CHANCE, with_small_noise
from simlab.experiment.spec import (
    ExperimentTable,
    FactorsTable,
    SensitivityFile,
    SweepTable,
    TuneFile,
    TuneTable,
    check_table,
    validate,
    validate_file,
    with_overrides,
)
from simlab.experiment.sweep import base_rules, factors_of, nothing_varies
from simlab.experiment.target import Target, targets_of
from simlab.files.paths import experiments_folder
from simlab.game.components.change import changes
from simlab.game.components.key import key_parts

DEFAULT_CANDIDATES = 200
"""Sets of rules: METHODS.md: The search for rules that meet targets."""
COMMON_KEYS = frozenset({"seed", "data", "policy", "policy_file", "metric_file", "patch"})
"""Keys that a file shares with an experiment."""
DEFAULT_GAMES = 20_000
"""Most games of each finalist and number of players on fresh deals."""
FACTORS = ("vary", "patches", "switches")
"""Keys of a file that say which rules may change."""


@dataclass(frozen=True)
class RuleSpace:
    """All sets of rules that may be tried: a cell has the index of a level for each factor."""

    factors: tuple[Factor, ...]
    weights: tuple[float, ...]
    """What a change of each factor costs, as a multiple of what others cost."""
    rules: BaseRules

    @property
    def base(self) -> Cell:
        """The unchanged rules."""
        return tuple(factor.base for factor in self.factors)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of levels of each factor."""
        return tuple(len(factor.levels) for factor in self.factors)

    @property
    def size(self) -> int:
        """Number of cells."""
        return prod(self.sizes)

    def cost(self, cell: Cell) -> float:
        """Return what the changes of a cell cost.

        METHODS.md: The search for rules that meet targets.
        """
        return sum(level_costs[level] for level_costs, level in zip(self._costs, cell, strict=True))

    @cached_property
    def _costs(self) -> list[list[float]]:
        return [
            [weight * cost for cost in level_costs(factor)]
            for factor, weight in zip(self.factors, self.weights, strict=True)
        ]

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """Yield cells with one change fewer, then those with one factor a level up or down."""
        for factor, (level, base) in enumerate(zip(cell, self.base, strict=True)):
            if level != base:
                yield (*cell[:factor], base, *cell[factor + 1 :])
        for factor, size in enumerate(self.sizes):
            for level in (cell[factor] - 1, cell[factor] + 1):
                if 0 <= level < size:
                    yield (*cell[:factor], level, *cell[factor + 1 :])

    def patch(self, cell: Cell) -> PatchValues:
        """Return the changes of a cell as one patch, without those that all cells share."""
        return stack(level.patch for level in self._levels(cell))

    def _levels(self, cell: Cell) -> list[Level]:
        return [factor.levels[level] for factor, level in zip(self.factors, cell, strict=True)]

    def cell_name(self, cell: Cell) -> str:
        """Return the changed levels of a cell in short: `hand limit 4, events off`."""
        return ", ".join(
            _level_name(factor, level)
            for factor, level in zip(self.factors, self._levels(cell), strict=True)
            if level.is_change
        )

    def sentences(self, cell: Cell) -> list[str]:
        """Return the changes of a cell as rulebook sentences."""
        before, after = self.rules.under({}), self.rules.under(self.patch(cell))
        return [change.sentence for change in changes(before, after, self.rules.game.schema)]

    def scenario(self, cell: Cell, base: Scenario) -> Scenario:
        """Return a scenario of the unchanged rules under those of a cell.

        Raises:
            InputError: the rules of the cell exclude each other.
        """
        patch = stack([*self.rules.shared, self.patch(cell)])
        with problems_with_lines(patch):
            rules = self.rules.game.load(self.rules.data, patch)
        return replace(base, rules=rules, patch=patch)


def _level_name(factor: Factor, level: Level) -> str:
    """Return a changed level with its factor; a patch that is on has its name alone."""
    if factor.is_named:
        return level.label
    is_switch = level.label == ON and factor.name not in level.patch
    return factor.name if is_switch else f"{_rule_or_cell(factor.name)} {level.label}"


def _rule_or_cell(name: str) -> str:
    """Return a rule or a cell of a component table in words: `hand limit`, `copies of red 1:`."""
    match key_parts(name):
        case [_, row, column]:
            return f"{column} of {row}:".replace("_", " ")
        case _:
            return name.replace("_", " ")


def level_costs(factor: Factor) -> list[float]:
    """Return what each level of a factor costs.

    A changed rule costs 1, and what a number is changed by costs a part of the farthest change,
    so that this costs 1 more; so does another word, switch or patch.
    """
    return [
        len(level.patch) + _distance(factor, level) if level.is_change else 0.0
        for level in factor.levels
    ]


def _distance(factor: Factor, level: Level) -> float:
    if not factor.is_number:
        return 1.0
    base = int(factor.levels[factor.base].label)
    farthest = max(abs(int(factor_level.label) - base) for factor_level in factor.levels)
    return abs(int(level.label) - base) / farthest


@dataclass(frozen=True, eq=False)
class TuneRequest:
    """What shall be reached, by which changes, and how much may be played for it."""

    experiment: Experiment
    """The unchanged rules, a scenario for each number of players of the targets."""
    space: RuleSpace
    targets: tuple[Target, ...]
    candidates: int
    """Most sets of rules that are tried."""
    games: int
    """Most games of each finalist and number of players on fresh deals."""
    others: Mapping[str, Mapping[int, Scenario]]
    """Other policies in all seats: a scenario for each number of players."""

    @property
    def scenarios(self) -> dict[int, Scenario]:
        """The scenario of the unchanged rules by number of players."""
        return {scenario.players: scenario for scenario in self.experiment.scenarios}

    def whole_patch(self, cell: Cell) -> PatchValues:
        """Return the changes of a cell with those that all cells share; none for the base."""
        if cell == self.space.base:
            return PatchValues()
        return stack([*self.space.rules.shared, self.space.patch(cell)])

    def study(self) -> dict[str, Any]:
        """Return the problem as JSON: what decides the result beside the experiment."""
        return {
            "kind": "tune",
            "targets": [
                [target.metric, target.low, target.high, target.players] for target in self.targets
            ],
            "factors": {
                factor.name: [level.label for level in factor.levels]
                for factor in self.space.factors
            },
            "weights": list(self.space.weights),
            "candidates": self.candidates,
            "games": self.games,
            "other_policies": list(self.others),
        }


def problem_key(request: TuneRequest) -> str:
    """Return a hash of all that decides what the candidates of a problem are and play."""
    content = [request.experiment.identity(), request.study(), request.experiment.seed]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def tune_files() -> dict[str, Path]:
    """Return the shipped tuning problems by name."""
    return {file.stem: file for file in sorted((experiments_folder() / "tune").glob("*.toml"))}


def request_tune(
    game_or_file: str, options: Mapping[str, Any], tune_options: Mapping[str, Any]
) -> TuneRequest:
    """Return the tuning problem of a game or a file, changed by options.

    `options` are keys of an experiment, `tune_options` those of a `[tune]`. Without targets among
    them, the name of a game means the problem that is shipped for it.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    options = {key: value for key, value in options.items() if value not in (None, [], ())}
    tune_options = {
        key: value for key, value in tune_options.items() if value not in (None, [], {})
    }
    file = _file(game_or_file, is_own="target" in tune_options)
    written = None if file is None else validate_file(TuneFile, file)
    game = game_or_file if written is None else written.game
    overrides = validate(TuneFile, {"game": game, **options, "tune": tune_options}, "", "")
    if file is None or written is None:
        return _request(_table(overrides, Path()), overrides)
    if not options and not tune_options:
        return _request(_table(written, file.parent), written)
    table = with_overrides(_table(written, file.parent), _table(overrides, Path()))
    tune = written.tune.model_copy(
        update={key: getattr(overrides.tune, key) for key in overrides.tune.model_fields_set}
    )
    return _request(
        table, overrides.model_copy(update={"tune": tune, **_keys_from_file(written, overrides)})
    )


def _keys_from_file(written: TuneFile, overrides: TuneFile) -> dict[str, Any]:
    """Return the keys of a file that are read later and that no option overrides."""
    keys = {"players", "games", "question"} - overrides.model_fields_set
    return {key: getattr(written, key) for key in keys}


def _file(game_or_file: str, *, is_own: bool) -> Path | None:
    """Return the file of a tuning problem; None for a game with targets of its own."""
    if game_or_file.endswith(".toml"):
        return Path(game_or_file)
    return None if is_own else tune_files().get(game_or_file)


def table_of(
    study_file: TuneFile | SensitivityFile, varied: FactorsTable, keys: Set[str], folder: Path
) -> ExperimentTable:
    """Return some keys of a file as an experiment, with the factors as a sweep that is not played.

    Raises:
        InputError: a key is out of range, or a file that it names cannot be read.
    """
    factors = varied.model_fields_set & set(FACTORS)
    named_keys = study_file.model_fields_set & keys
    table = check_table(
        {"game": study_file.game, **{key: getattr(study_file, key) for key in named_keys}}
    )
    sweep = SweepTable.model_construct(
        _fields_set=factors, **{key: getattr(varied, key) for key in factors}
    )
    return with_full_paths(table.model_copy(update={"sweep": sweep} if factors else {}), folder)


def _table(tune_file: TuneFile, folder: Path) -> ExperimentTable:
    return table_of(tune_file, tune_file.tune, COMMON_KEYS, folder)


def _request(table: ExperimentTable, tune_file: TuneFile) -> TuneRequest:
    game = game_to_play(table.game, table.policy_file)
    n_named = len(table.policy or [])
    players = tune_file.players or [n_named if n_named > 1 else game.players[0]]
    targets = targets_of(tune_file.tune.target, players)
    counts = sorted({target.players for target in targets})
    experiment = resolve(
        table.model_copy(update={"players": counts, "sweep": None}), f"tune-{game.name}"
    )
    return TuneRequest(
        experiment=replace(
            experiment,
            question=tune_file.question,
            scenarios=tuple(_add_rollouts(experiment.scenarios, targets)),
        ),
        space=_space(table, tune_file.tune),
        targets=tuple(targets),
        candidates=tune_file.tune.candidates or DEFAULT_CANDIDATES,
        games=tune_file.games or DEFAULT_GAMES,
        others={
            policy: {scenario.players: scenario for scenario in _add_rollouts(scenarios, targets)}
            for policy, scenarios in _others(
                table, tune_file.tune.other_policy, experiment.scenarios
            )
        },
    )


def _add_rollouts(scenarios: Sequence[Scenario], targets: Sequence[Target]) -> Iterator[Scenario]:
    """Yield scenarios with the rollouts that the targets at their tables need.

    Raises:
        InputError: the game cannot have the metric of a target.
    """
    for scenario in scenarios:
        metrics = [target.metric for target in targets if target.players == scenario.players]
        yield add_rollouts(scenario, metrics)


def _others(
    table: ExperimentTable, named_policies: Sequence[str], scenarios: Sequence[Scenario]
) -> Iterator[tuple[str, Sequence[Scenario]]]:
    """Yield other policies with the scenarios in which they have all seats.

    By default they are all policies and shipped players of the game, except the random policy, and
    that of the scenarios with a small noise. The strongest players are among them in any case.
    """
    counts = [scenario.players for scenario in scenarios]
    other_names = _names_of_others(scenarios)
    strongest = {
        player
        for scenario in scenarios
        for player in scenario.game.strongest_players(scenario.players)
    }
    witnesses = [name for name in other_names if name in strongest]
    for name in dict.fromkeys([*named_policies, *witnesses] if named_policies else other_names):
        other_table = table.model_copy(update={"policy": [name], "players": counts, "sweep": None})
        yield name, resolve(other_table, "tune").scenarios


def _names_of_others(scenarios: Sequence[Scenario]) -> list[str]:
    """Return the policies and shipped players that may have all seats at all of the tables."""
    first, *further = scenarios
    game = first.game
    planning = [policy for policy in game.policies if policy.name != BY_CHANCE]
    names_by_table = [
        {
            str(policy)
            for policy in (*equal_players(planning, game, scenario.players), *scenario.lineup)
        }
        | {str(with_small_noise(scenario.lineup, game))}
        for scenario in further
    ]
    names = map(str, other_players(first.lineup, planning, game))
    return [name for name in names if all(name in table_names for table_names in names_by_table)]


def _space(table: ExperimentTable, tune: TuneTable) -> RuleSpace:
    """Return the sets of rules that may be tried.

    Raises:
        InputError: nothing varies, or only what must be kept; a weight is that of no varied rule.
    """
    game = game_to_play(table.game)
    if table.sweep is None:
        raise nothing_varies(game)
    rules = base_rules(table, game)
    factors = factors_of(table.sweep, rules)
    open_factors = [_without(factor, tune.keep) for factor in factors]
    names = [factor.name for factor in factors]
    problems = [
        Problem("all its levels change what must be kept", (f"vary.{factor.name}",))
        for factor in open_factors
        if len(factor.levels) == 1
    ]
    unknown = [name for name in tune.weight if name not in names]
    problems += [Problem(not_one_of(name, names), ("weight",)) for name in unknown]
    if problems:
        raise ExperimentError(problems)
    weights = tuple(tune.weight.get(name, 1.0) for name in names)
    return RuleSpace(tuple(open_factors), weights, rules)


def _without(factor: Factor, keep: Sequence[str]) -> Factor:
    """Return a factor without the levels that change what must be kept."""
    levels = tuple(level for level in factor.levels if not any(_keep_flags(level, keep)))
    return replace(factor, levels=levels, base=levels.index(factor.levels[factor.base]))


def _keep_flags(level: Level, keep: Sequence[str]) -> Iterator[bool]:
    """Yield whether each change of a level is within something that must be kept."""
    for key in level.patch:
        yield any(f"{key}.".startswith(f"{name}.") for name in keep)
