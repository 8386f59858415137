"""Sensitivity request: rules within their ranges, policies, assumed values, traits as factors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simlab.catalog import game_to_play
from simlab.errors import ExperimentError
from simlab.experiment.assumption import assumptions
from simlab.experiment.design import Cell
from simlab.experiment.factor import UNCHANGED, Factor, Level
from simlab.experiment.patch import stack
from simlab.experiment.player_traits import VariedTrait, player_of, traits_to_vary, vary_trait
from simlab.experiment.resolve import Experiment, Scenario, resolve
from simlab.experiment.rollout_request import add_rollouts
from simlab.experiment.spec import (
    ExperimentTable,
    SensitivityFile,
    SensitivityTable,
    validate,
    validate_file,
    with_overrides,
)
from simlab.experiment.sweep import base_rules, factors_of, nothing_varies
from simlab.studies.sensitivity.result import Kind
from simlab.studies.tune.request import COMMON_KEYS, RuleSpace, table_of

KEYS = COMMON_KEYS | {"players", "games"}
"""Keys of a file that are those of an experiment."""
DEFAULT_GAMES = 400
"""Games of each set of rules."""
POLICY = "policy"
"""Name of the factor whose levels are policies in all seats."""


@dataclass(frozen=True, eq=False)
class SensitivityRequest:
    """A space of rules, policies in all seats, and the metric whose variation is explained."""

    experiment: Experiment
    """The unchanged rules; a scenario for each policy, of which the first is the unchanged one."""
    space: RuleSpace
    kinds: tuple[Kind, ...]
    """The kind of each factor; that of the policies is the last, if there are several."""
    metric: str | None
    games: int
    """Games of each set of rules."""
    assumed: bool = False
    """Whether what is assumed varies, too."""
    traits: tuple[VariedTrait, ...] = ()
    """Traits of the player, which has all seats; there is no other policy then."""

    @property
    def names(self) -> list[str]:
        """Names of all factors."""
        names = [factor.name.replace("_", " ") for factor in self.space.factors]
        names += [f"the player’s “{trait.name}”" for trait in self.traits]
        return [*names, *([POLICY] if self.has_policies else [])]

    @property
    def has_policies(self) -> bool:
        """Whether the policy is a factor."""
        return len(self.experiment.scenarios) > 1

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of levels of each factor."""
        policies = len(self.experiment.scenarios)
        levels_of_traits = [1 + len(trait.variations) for trait in self.traits]
        return (
            *self.space.sizes,
            *levels_of_traits,
            *([policies] if self.has_policies else []),
        )

    @property
    def base(self) -> Cell:
        """The unchanged rules with the first policy."""
        n_others = len(self.traits) + self.has_policies
        return (*self.space.base, *[0] * n_others)

    @property
    def traits_to_vary(self) -> list[str]:
        """The traits of the player that may be factors, if what is assumed varies.

        None where several policies play. A search thinks too long for trial games.
        """
        unchanged = self.experiment.scenarios[0]
        if not self.assumed or self.has_policies or unchanged.lineup[0].base:
            return []
        return [*traits_to_vary(player_of(unchanged))]

    def with_traits(self, names: Sequence[str]) -> SensitivityRequest:
        """Return the same study with some traits of the player as factors."""
        traits = tuple(vary_trait(name, self.experiment.scenarios) for name in names)
        return replace(self, traits=traits, kinds=(*self.kinds, *[Kind.TRAIT] * len(traits)))

    def scenario(self, cell: Cell) -> Scenario:
        """Return the scenario of a cell.

        Raises:
            InputError: its rules exclude each other.
        """
        n_rules = len(self.space.factors)
        policy = cell[-1] if self.has_policies else 0
        scenario = self.space.scenario(cell[:n_rules], self.experiment.scenarios[policy])
        weights = {
            trait.name: players[scenario.players].weights[trait.name]
            for trait, level in zip(self.traits, cell[n_rules:], strict=False)
            for players in [*trait.variations.values()][level - 1 : level]
        }
        if not weights:
            return scenario
        player = scenario.lineup[0].with_weights(**weights)
        return replace(scenario, lineup=(player,) * scenario.players)

    def study(self) -> dict[str, Any]:
        """Return what decides the result beside the experiment, as JSON."""
        return {
            "kind": "sensitivity",
            "factors": {
                factor.name: [level.label for level in factor.levels]
                for factor in self.space.factors
            },
            "metric": self.metric,
            "games": self.games,
            **({"assumed": True} if self.assumed else {}),
        }


def request_sensitivity(
    game_or_file: str, options: Mapping[str, Any], study_options: Mapping[str, Any]
) -> SensitivityRequest:
    """Return the study of a game or a file, changed by options.

    `options` are keys of an experiment, `study_options` those of a `[sensitivity]`; with `assumed`,
    what the game assumes varies too. Factors replace all those of a file. Traits of the player
    become factors once trial games tell which matter.

    Raises:
        InputError: all that is unknown, impossible or out of range; nothing varies.
    """
    table, study = _table_and_study(game_or_file, options, study_options)
    other_policies, metric = study.other_policy, study.metric
    game = game_to_play(table.game, table.policy_file)
    rules = base_rules(table, game)
    varied = [] if table.sweep is None else factors_of(table.sweep, rules)
    guessed = list(_factors_of_assumptions(table, varied)) if study.assumed else []
    plain = table.model_copy(update={"sweep": None})
    experiment = resolve(plain, f"sensitivity-{game.name}")
    if len(experiment.scenarios) > 1:
        raise ExperimentError("name one number of players", "players")
    other_scenarios = [
        scenario
        for policy in other_policies
        for scenario in resolve(plain.model_copy(update={"policy": [policy]}), "other").scenarios
    ]
    kinds = [Kind.RULE] * len(varied) + [Kind.ASSUMPTION] * len(guessed)
    space = RuleSpace((*varied, *guessed), (1.0,) * len(kinds), rules)
    request = SensitivityRequest(
        experiment=replace(
            experiment,
            scenarios=tuple(
                add_rollouts(scenario, [metric])
                for scenario in (*experiment.scenarios, *other_scenarios)
            ),
        ),
        space=space,
        kinds=(*kinds, *([Kind.POLICY] if other_scenarios else [])),
        metric=metric,
        games=table.games or DEFAULT_GAMES,
        assumed=study.assumed,
    )
    if not (request.sizes or request.traits_to_vary):
        raise nothing_varies(game)
    return request


def _table_and_study(
    game_or_file: str, options: Mapping[str, Any], study_options: Mapping[str, Any]
) -> tuple[ExperimentTable, SensitivityTable]:
    """Return the experiment, with the factors as a sweep, and the study."""
    options = {key: value for key, value in options.items() if value not in (None, [], ())}
    study_options = {
        key: value for key, value in study_options.items() if value not in (None, [], {}, False)
    }
    written = (
        validate_file(SensitivityFile, Path(game_or_file))
        if game_or_file.endswith(".toml")
        else None
    )
    game = game_or_file if written is None else written.game
    overrides = validate(
        SensitivityFile, {"game": game, **options, "sensitivity": study_options}, "", ""
    )
    if written is None:
        return table_of(overrides, overrides.sensitivity, KEYS, Path()), overrides.sensitivity
    table = table_of(written, written.sensitivity, KEYS, Path(game_or_file).parent)
    study = written.sensitivity
    changes = {
        key: getattr(overrides.sensitivity, key) for key in overrides.sensitivity.model_fields_set
    }
    if options or study_options:
        override_table = table_of(overrides, overrides.sensitivity, KEYS, Path())
        table = with_overrides(table, override_table.model_copy(update={"game": table.game}))
    return table, study.model_copy(update=changes)


def _factors_of_assumptions(table: ExperimentTable, varied: Sequence[Factor]) -> Iterator[Factor]:
    """Yield a factor for each assumed rule or table that does not vary already."""
    names = {factor.name.partition(".")[0] for factor in varied}
    data = None if table.data is None else Path(table.data)
    for assumption in assumptions(game_to_play(table.game), data, stack(table.patch or [])):
        rule_names = {name.removesuffix(".csv") for name in assumption.names}
        if assumption.variations and not rule_names & names:
            levels = (
                Level(variation.title or f"other value {number}", variation.patch)
                for number, variation in enumerate(assumption.variations, start=1)
            )
            yield Factor(assumption.title, (Level(UNCHANGED), *levels), 0, is_named=True)
