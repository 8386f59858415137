"""Resolved experiment: every name looked up and every rule checked."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import simlab.engine
from simlab.catalog import find_policy, game_to_play, policies_of
from simlab.engine import luck
from simlab.errors import ExperimentError, InputError, Problem, results_of
from simlab.experiment import houserule
from simlab.experiment.certificate import certificate, fresh_seed
from simlab.experiment.code import ForeignCode, foreign_code
from simlab.experiment.lineup import describe_policy, display_name, in_short
from simlab.experiment.metric_file import read_metric_files
from simlab.experiment.patch import (
    HASH_DIGITS,
    PatchValues,
    find_shipped_patches,
    rules_under,
    stack,
)
from simlab.experiment.player_traits import player_of, traits_to_vary
from simlab.experiment.population import other_players
from simlab.experiment.run_folder import FORMAT
from simlab.experiment.spec import (
    DEFAULT_GAMES,
    LONGEST_NAME,
    MOST_GAMES_UNTIL,
    TARGET_ALONE,
    ExperimentTable,
    HouseruleTable,
    ScenarioTable,
    check_table,
    in_scenario,
    target_of,
)
from simlab.experiment.sweep import sweep_of
from simlab.experiment.toml_text import text_of
from simlab.experiment.until import Until, until_in
from simlab.game.components import Components
from simlab.game.components.change import changes
from simlab.game.definition import Game, Rules, with_luck
from simlab.game.facts import Facts, Formula, to_json
from simlab.game.player_file import is_player
from simlab.game.policy import Policy
from simlab.game.strengths import MeasuredPolicy


@dataclass(frozen=True, eq=False)
class Scenario:
    """One line-up under one rule set, with seed and number of games."""

    slug: str
    game: Game
    rules: Rules
    patch: Mapping[str, object]
    lineup: tuple[Policy, ...]
    seed: int
    n_asked: int
    """Games requested; only whole blocks are played."""
    data: Path | None = None
    """Data folder, if it is not that of the experiment."""
    changes: tuple[str, ...] = ()
    """Rule changes of the patch, as rulebook sentences."""
    policy_files: tuple[Path, ...] = ()
    """Files that may define its policies."""
    looks: tuple[int, ...] = ()
    """Deals at each look so far, if it stops once an interval is narrow."""
    formulas: tuple[Formula, ...] = ()
    """Metrics of the user's own."""
    rollout_metrics: tuple[str, ...] = ()
    """Metrics that need rollouts and are measured in its games."""

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.lineup)

    @property
    def n_deals(self) -> int:
        """Blocks played, by the last look if it makes looks."""
        return self.looks[-1] if self.looks else self.most_deals

    @property
    def most_deals(self) -> int:
        """Blocks played at most."""
        return -(-self.n_asked // self.n_rotations)

    @property
    def n_rotations(self) -> int:
        """Rotations of a block: one per seat, or a single one if all policies are equal."""
        return 1 if len({str(policy) for policy in self.lineup}) == 1 else len(self.lineup)

    @property
    def n_games(self) -> int:
        """Games played, all rotations counted."""
        return self.n_deals * self.n_rotations

    @property
    def facts(self) -> Facts:
        """What reports and metrics know of the game under its rules, and the user's metrics."""
        return replace(self.game.facts_under(self.rules), formulas=self.formulas)


@dataclass(frozen=True, eq=False)
class Experiment:
    """A game, a question and the scenarios that answer it."""

    name: str
    question: str
    game: Game
    game_reference: str
    """Name or path by which the catalogue finds the game."""
    seed: int
    scenarios: tuple[Scenario, ...]
    source: str
    """The experiment as written: TOML text."""
    policy_files: tuple[Path, ...] = ()
    data: Path | None = None
    study: Mapping[str, Any] = field(default_factory=dict)
    """Study of the scenarios, as JSON for the report; empty if they are not compared."""
    until: Until | None = None
    """The precision at which it stops, if it need not play all games."""

    @property
    def policies(self) -> list[Policy]:
        """Policies of all scenarios, with repetitions."""
        return [policy for scenario in self.scenarios for policy in scenario.lineup]

    def key(self) -> str:
        """Return the run key: a hash of the identity."""
        return hashlib.sha256(json.dumps(self.identity(), sort_keys=True).encode()).hexdigest()[:16]

    @cached_property
    def foreign_code(self) -> ForeignCode:
        """Foreign code of the game and its policies, hashed on first use."""
        return foreign_code(self.game, self.policies, self.policy_files)

    @property
    def formulas(self) -> list[dict[str, Any]]:
        """The user's metrics as JSON, wherever their files are."""
        formulas = (asdict(formula) for formula in self.scenarios[0].formulas)
        return [{**formula, "file": Path(formula["file"]).name} for formula in formulas]

    def identity(self) -> dict[str, Any]:
        """Return all that decides what is played and stored.

        Shipped code is identified by the version of its game. `values` are read by foreign
        kernels; runs without such kernels have none.
        """
        code = self.foreign_code
        return {
            "format": FORMAT,
            "engine": simlab.engine.VERSION,
            "game": [self.game.name, self.game.version],
            "seed": self.seed,
            "scenarios": [
                {
                    "name": scenario.slug,
                    "policies": [str(policy) for policy in scenario.lineup],
                    "deals": scenario.most_deals,
                    "patch": {key: str(value) for key, value in scenario.patch.items()},
                    "files": scenario.rules.components.files,
                }
                for scenario in self.scenarios
            ],
            "foreign_files": code.files,
            # only where they are asked for: runs without them keep the key that they had before
            **({"values": code.values} if code.values else {}),
            **({"luck": luck.COPIES} if self.game.measures_luck else {}),
            **({"until": self.until.identity} if self.until else {}),
            **({"metrics": self.formulas} if self.formulas else {}),
        }

    def describe_experiment(self) -> dict[str, Any]:
        """Return the experiment as JSON for `_resolved.json`: names, rules, policies."""
        return {
            "name": self.name,
            "question": self.question,
            "seed": self.seed,
            "key": self.key(),
            "identity": self.identity(),
            "data": None if self.data is None else str(self.data),
            "policy_files": [str(file) for file in self.policy_files],
            **({"less_luck": True} if self.game.measures_luck else {}),
            **({"until": str(self.until)} if self.until else {}),
            **({"metrics": self.formulas} if self.formulas else {}),
            "game": {"found": self.game_reference, **describe_game(self.game, self.policies)},
            "scenarios": [describe_scenario(scenario) for scenario in self.scenarios],
            "study": dict(self.study),
        }


def describe_game(game: Game, seated: Sequence[Policy]) -> dict[str, Any]:
    """Return the description of a game and its policies, independent of rule values."""
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "cooperative": game.cooperative,
        "policies": {policy.name: policy.sentence for policy in [*game.policies, *seated]},
        "parameters": {p.name: [p.meaning, p.unit, p.rule] for p in game.schema.parameters},
        **({"is_plain": True} if game.is_plain else {}),
    }


def find_ruled_out(scenario: Scenario) -> MeasuredPolicy | None:
    """Return the player that its habits alone keep from having all seats of a scenario.

    None unless the default player has them.
    """
    ruled_out = scenario.game.find_ruled_out(scenario.players)
    if ruled_out is None:
        return None
    default = scenario.game.default_policy(scenario.players)
    return ruled_out if {str(policy) for policy in scenario.lineup} == {default} else None


def describe_scenario(scenario: Scenario) -> dict[str, Any]:
    """Return the description of a scenario, enough to play it again."""
    components = scenario.rules.components
    strongest, *as_strong = scenario.game.strongest_players(scenario.players) or [""]
    ruled_out = find_ruled_out(scenario)
    return {
        "name": scenario.slug,
        "players": scenario.players,
        **({"strongest": strongest} if strongest else {}),
        **({"as_strong": as_strong} if as_strong else {}),
        **(
            {"ruled_out": {"policy": ruled_out.policy, "beyond": {**ruled_out.beyond}}}
            if ruled_out
            else {}
        ),
        "policies": [str(policy) for policy in scenario.lineup],
        "lineup": [describe_policy(policy) for policy in scenario.lineup],
        "n_traits": len(traits_to_vary(player_of(scenario))),
        "deals": scenario.n_deals,
        "rotations": scenario.n_rotations,
        "games": scenario.n_games,
        **({"looks": [*scenario.looks], "most_games": scenario.n_asked} if scenario.looks else {}),
        "patch": {key: str(value) for key, value in scenario.patch.items()},
        "data": None if scenario.data is None else str(scenario.data),
        "changes": list(scenario.changes),
        "rules": components.values,
        "assumed": components.assumed(),
        "assumed_columns": components.columns_with_assumptions(),
        "notes": components.notes,
        "remarks": components.remarks,
        "facts": to_json(scenario.facts),
    }


def restore(described: dict[str, Any]) -> Experiment:
    """Return the described experiment, with the current data and code.

    Raises:
        InputError: a game, a policy or a file that it needs is missing.
    """
    scenarios = [
        {
            "name": scenario["name"].partition("-")[2],
            "players": scenario["players"],
            "policy": scenario["policies"],
            "games": scenario.get("most_games", scenario["games"]),
            "patch": scenario["patch"],
            "data": scenario.get("data"),
        }
        for scenario in described["scenarios"]
    ]
    table = check_table(
        {
            "game": described["game"]["found"],
            "question": described["question"],
            "seed": described["seed"],
            "data": described["data"],
            "policy_file": described["policy_files"],
            "less_luck": described.get("less_luck", False),
            "until": described.get("until"),
            "scenario": scenarios,
        }
    )
    restored = resolve(table, described["name"])
    looks = {scenario["name"]: scenario.get("looks", ()) for scenario in described["scenarios"]}
    formulas = tuple(Formula(**formula) for formula in described.get("metrics", []))
    return replace(
        restored,
        scenarios=tuple(
            replace(scenario, looks=tuple(looks[scenario.slug]), formulas=formulas)
            for scenario in restored.scenarios
        ),
        study=described.get("study", {}),
        source=described.get("source", restored.source),
    )


def resolve(
    table: ExperimentTable, name: str, source: str = "", game: Game | None = None
) -> Experiment:
    """Look up every name in an experiment and check every rule.

    Its patches and paths are those that `with_full_paths` returns; `source` is its text, if it was
    read from a file, and is stored with the results. `game` is its game, if it is known.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    game = game or game_to_play(table.game, table.policy_file)
    sweep = None if table.sweep is None else sweep_of(table.sweep, table, game)
    is_certificate = _is_certificate(table)
    resolver = _Resolver(table, game, fresh_seed(table.seed) if is_certificate else table.seed)
    certifies = certificate(table.seed, sweep.n_compared if sweep else 1)
    scenarios = tuple(resolver.scenarios(sweep.entries() if sweep else resolver.entries()))
    experiment = Experiment(
        name=table.name or name or game.name,
        question=table.question,
        game=resolver.replay_game,
        game_reference=table.game,
        seed=resolver.seed,
        scenarios=scenarios,
        source=source or text_of(table),
        policy_files=with_players(
            resolver.policy_files, (policy for scenario in scenarios for policy in scenario.lineup)
        ),
        data=resolver.data,
        study={
            **(sweep.study() if sweep else _study(table, game, scenarios)),
            **({"certifies": certifies} if is_certificate else {}),
        },
        until=_until(table),
    )
    if resolver.replay_game.is_plain:
        # before games are played, which may change what their modules hold
        _ = experiment.foreign_code
    return experiment


def with_players(files: Iterable[Path], policies: Iterable[Policy]) -> tuple[Path, ...]:
    """Return policy files and the folders of the players among policies."""
    homes = (file.parent for policy in policies for file in policy.files)
    folders = (folder for folder in homes if is_player(folder))
    return tuple(dict.fromkeys([*files, *folders]))


def _is_certificate(table: ExperimentTable) -> bool:
    """Return whether an experiment plays fresh deals."""
    picked = table.sweep is not None and bool(table.sweep.certify)
    return picked or (table.houserule is not None and table.houserule.certify)


def _until(table: ExperimentTable) -> Until | None:
    """Return the precision at which a run stops, if it has one.

    Raises:
        ExperimentError: it is not readable, or scenarios are compared, which play the same deals.
    """
    if table.until is None:
        return None
    if table.sweep is not None or table.houserule is not None:
        raise ExperimentError("is for runs, not for sweeps and house rules; leave it out", "until")
    return until_in(table.until)


def _study(table: ExperimentTable, game: Game, scenarios: Sequence[Scenario]) -> dict[str, Any]:
    """Return the study of a house rule, if there is one.

    Raises:
        ExperimentError: the rule changes nothing.
    """
    if table.houserule is None:
        return {}
    if table.houserule.metric_target is not None and table.houserule.metric is None:
        raise ExperimentError(TARGET_ALONE, "houserule.metric_target")
    rules = {scenario.slug: scenario.rules.components for scenario in scenarios}
    comparisons = houserule.study(list(rules))
    unchanged, changed = comparisons["pairs"][0]
    rule_changes = changes(rules[unchanged], rules[changed], game.schema)
    if not rule_changes:
        raise ExperimentError(*_nothing_changed(table.houserule))
    data = table.houserule.data or table.data
    shipped = find_shipped_patches(game, None if data is None else Path(data))
    return {
        **comparisons,
        "metric": table.houserule.metric,
        **target_of(table.houserule),
        "shipped": houserule.among(shipped, table.houserule.patch),
        "change": [change.sentence for change in rule_changes],
    }


def _nothing_changed(change: HouseruleTable) -> tuple[str, str]:
    """Return the sentence and the key."""
    if change.data is not None:
        return "both folders hold the same rules", "data"
    return "changes nothing; these are the rules without it", "patch"


class _Resolver:
    """Resolves the scenarios of one experiment and collects all problems."""

    def __init__(self, table: ExperimentTable, game: Game, seed: int) -> None:
        self.table = table
        self.seed = seed
        self.game = game
        self.replay_game = with_luck(game) if table.less_luck else game
        self.policy_files = tuple(Path(file) for file in table.policy_file)
        self.policies = policies_of(game, self.policy_files)
        self.formulas = read_metric_files(table.metric_file)
        self.data = None if table.data is None else Path(table.data)
        self.rules: dict[str, Rules] = {}
        self.problems: list[Problem] = []

    def scenarios(self, entries: Sequence[ScenarioTable]) -> list[Scenario]:
        """Return one scenario for each entry and number of players, each under its own name.

        Entries that options made equal are played once.
        """
        scenarios: dict[str, Scenario] = {}
        for number, entry in enumerate(entries or [ScenarioTable()]):
            for players in self.player_counts(entry):
                try:
                    # what is written twice is played once
                    scenario = self.scenario(entry, players)
                    scenarios.setdefault(json.dumps(describe_scenario(scenario)), scenario)
                except InputError as error:
                    self.problems += [
                        self.problem_of_scenario(number, problem) for problem in error.problems
                    ]
        self.problems += _folder_clashes([scenario.slug for scenario in scenarios.values()])
        if self.problems:
            raise ExperimentError(self.problems)
        return list(scenarios.values())

    def entries(self) -> list[ScenarioTable]:
        """Return the entries as written, or those of a house rule.

        Raises:
            ExperimentError: there are both.
        """
        change = self.table.houserule
        if change is None:
            return self.table.scenario
        if self.table.scenario:
            raise ExperimentError("makes the scenarios itself; leave out [[scenario]]", "houserule")
        return [
            entry
            for players in self.player_counts(ScenarioTable())
            for entry in houserule.entries(
                self.table, self.game, change, players, self.other_policies(players)
            )
        ]

    def other_policies(self, players: int) -> list[str]:
        """Return the policies and shipped players at a table, except one that has all seats.

        The last is that one with a small noise.
        """
        policy_texts = self.table.policy or [self.default_policy(players)]
        try:
            lineup = self.lineup(policy_texts, players)
        except InputError:  # reported of the entries of the line-up
            return []
        return list(map(str, other_players(lineup, self.policies, self.game)))

    def problem_of_scenario(self, number: int, problem: Problem) -> Problem:
        """Return a problem of a scenario with its place: `scenario.2.policy: ...`.

        A problem of a shared patch has no place, so that it is reported once.
        """
        entry = self.table.scenario[number] if self.table.scenario else None
        is_shared = problem.place[:1] == ("patch",) and entry is not None and not entry.patch
        return problem if entry is None or is_shared else in_scenario(number, problem)

    def player_counts(self, entry: ScenarioTable) -> list[int]:
        """Return the numbers of players of an entry; by default as many as its line-up has."""
        n_named = len(entry.policy or self.table.policy or [])
        default = [n_named if n_named > 1 else self.game.players[0]]
        return entry.players or self.table.players or default

    def scenario(self, entry: ScenarioTable, players: int) -> Scenario:
        """Return one resolved scenario."""
        low, high = self.game.players
        if not low <= players <= high:
            raise InputError(
                f"{self.game.title} is for {low} to {high} players, not {players}", "players"
            )
        policy_texts = entry.policy or self.table.policy or [self.default_policy(players)]
        data = self.data if entry.data is None else Path(entry.data)
        patch = stack([*(self.table.patch or []), *(entry.patch or [])])
        steps: list[Callable[[], Any]] = [
            lambda: self.lineup(policy_texts, players),
            lambda: self.load(patch, data),
        ]
        lineup, rules = results_of(steps)
        return Scenario(
            slug=self.slug(entry, players, lineup),
            game=self.replay_game,
            rules=rules,
            patch=patch,
            data=None if entry.data is None else data,
            lineup=lineup,
            seed=self.seed,
            n_asked=entry.games or self.table.games or self.default_games,
            changes=self.changes(rules),
            policy_files=with_players(self.policy_files, lineup),
            formulas=self.formulas,
        )

    @property
    def default_games(self) -> int:
        """Games of a scenario where no number is named."""
        return DEFAULT_GAMES if self.table.until is None else MOST_GAMES_UNTIL

    def default_policy(self, players: int) -> str:
        """Return the policy for this number of players where none is named."""
        name = self.game.default_policy(players)
        if not name:
            raise InputError(f"none of {self.game.title} plays with {players} players", "policy")
        return name

    def lineup(self, policy_texts: list[str], players: int) -> tuple[Policy, ...]:
        """Return a policy per seat; the last one that is named has all remaining seats."""
        if len(policy_texts) > players:
            raise InputError(
                f"{len(policy_texts)} policies for {players} seats; name at most {players}",
                "policy",
            )
        policy_texts = [*policy_texts, *policy_texts[-1:] * (players - len(policy_texts))]
        return tuple(
            results_of(
                partial(find_policy, policy_text, self.policies, players, self.game)
                for policy_text in policy_texts
            )
        )

    def load(self, patch: PatchValues, data: Path | None) -> Rules:
        """Load the rules of a data folder under a patch, once for each combination."""
        key = json.dumps([str(data), patch], sort_keys=True, default=str)
        if key not in self.rules:
            self.rules[key] = rules_under(patch, self.game, data)
        return self.rules[key]

    def changes(self, rules: Rules) -> tuple[str, ...]:
        """Return the differences of the rules from those without a patch, in sentences."""
        differences = changes(self.unpatched, rules.components, self.game.schema)
        return tuple(change.sentence for change in differences)

    @cached_property
    def unpatched(self) -> Components:
        """The components of the experiment without any patch."""
        return self.game.read(self.data, {})

    def slug(self, entry: ScenarioTable, players: int, lineup: tuple[Policy, ...]) -> str:
        """Return a folder name: the entry's own, or the line-up in short."""
        names = in_short([display_name(describe_policy(policy)) for policy in lineup])
        long_name = f"{players}p-{entry.name or '-'.join(names)}"
        # Windows drops a dot at the end of a name
        slug = re.sub(r"[^\w.+-]+", "_", long_name).rstrip("_.")
        return slug if entry.name else shorten_slug(slug)


def shorten_slug(slug: str) -> str:
    """Return a folder name; a long one is cut and ends with a hash."""
    encoded = slug.encode()
    if len(encoded) <= LONGEST_NAME:
        return slug
    digits = hashlib.sha256(encoded).hexdigest()[:HASH_DIGITS]
    # the cut may part a letter of several bytes
    return f"{encoded[: LONGEST_NAME - HASH_DIGITS - 1].decode(errors='ignore')}-{digits}"


def _folder_clashes(slugs: list[str]) -> list[Problem]:
    """Return the problems of scenarios that share a folder on Windows and on most Macs."""
    groups: dict[str, list[str]] = {}
    for slug in slugs:
        groups.setdefault(slug.casefold(), []).append(slug)
    return [_same_folder(sorted(set(group))) for group in groups.values() if len(group) > 1]


def _same_folder(slugs: list[str]) -> Problem:
    scenario_sentence = (
        f"two are called {slugs[0]}"
        if len(slugs) == 1
        else f"{' and '.join(slugs)} differ only in capitals, so that their folders may be the same"
    )
    return Problem(f"{scenario_sentence}; give each a name", ("scenario",))
