"""From an experiment as written to one in which every name is found and every rule is checked."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import simlab.engine
from simlab.catalog import find_game, find_policy, policies_of
from simlab.components import flatten
from simlab.errors import ExperimentError, InputError
from simlab.experiment.patch import PatchValues, read_patch, stack
from simlab.experiment.spec import DEFAULT_GAMES, ExperimentTable, Patch, ScenarioTable, check_table
from simlab.game import Game, Rules
from simlab.policy import Policy

FORMAT = 1
"""Version of the run folder; rises when its files change shape."""


@dataclass(frozen=True, eq=False)
class Scenario:
    """One line-up under one set of rules, and how often it is played."""

    slug: str
    game: Game
    rules: Rules
    patch: PatchValues
    lineup: tuple[Policy, ...]
    seed: int
    n_deals: int

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.lineup)

    @property
    def n_rotations(self) -> int:
        """Rotations that make a block: as many as seats, or one where all policies are alike."""
        return 1 if len({str(policy) for policy in self.lineup}) == 1 else self.players

    @property
    def n_games(self) -> int:
        """Games played, all rotations counted."""
        return self.n_deals * self.n_rotations


@dataclass(frozen=True, eq=False)
class Experiment:
    """A game, a question and the scenarios that are to answer it."""

    name: str
    question: str
    game: Game
    seed: int
    scenarios: tuple[Scenario, ...]
    source: str
    """The experiment as written: TOML text."""
    policy_files: tuple[Path, ...] = ()
    data: Path | None = None

    def key(self) -> str:
        """Return the run key: a hash of all that decides what is played and stored."""
        return hashlib.sha256(json.dumps(self.identity(), sort_keys=True).encode()).hexdigest()[:16]

    def identity(self) -> dict[str, Any]:
        """Return all that decides what is played and stored."""
        return {
            "format": FORMAT,
            "engine": simlab.engine.VERSION,
            "game": [self.game.name, self.game.version],
            "seed": self.seed,
            "scenarios": [
                {
                    "name": scenario.slug,
                    "policies": [str(policy) for policy in scenario.lineup],
                    "deals": scenario.n_deals,
                    "patch": {key: str(value) for key, value in scenario.patch.items()},
                    "files": scenario.rules.components.files,
                }
                for scenario in self.scenarios
            ],
            "policy_files": {
                file.name: hashlib.sha256(file.read_bytes()).hexdigest()
                for file in self.policy_files
            },
        }


    def described(self) -> dict[str, Any]:
        """Return the experiment with all that its readers need, as JSON: names, rules, policies."""
        return {
            "name": self.name,
            "question": self.question,
            "seed": self.seed,
            "key": self.key(),
            "identity": self.identity(),
            "data": None if self.data is None else str(self.data),
            "policy_files": [str(file) for file in self.policy_files],
            "game": described_game(self.game),
            "scenarios": [described_scenario(scenario) for scenario in self.scenarios],
        }


def described_game(game: Game) -> dict[str, Any]:
    """Return what a report says of a game, whatever the rules in force."""
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "cooperative": game.cooperative,
        "policies": {policy.name: policy.sentence for policy in game.policies},
        "parameters": {p.name: [p.meaning, p.unit, p.rule] for p in game.schema.parameters},
    }


def described_scenario(scenario: Scenario) -> dict[str, Any]:
    """Return what a report says of a scenario, and all that is needed to play it again."""
    components = scenario.rules.components
    return {
        "name": scenario.slug,
        "players": scenario.players,
        "policies": [str(policy) for policy in scenario.lineup],
        "deals": scenario.n_deals,
        "rotations": scenario.n_rotations,
        "games": scenario.n_games,
        "patch": {key: str(value) for key, value in scenario.patch.items()},
        "rules": components.values,
        "assumed": components.assumed(),
        "remarks": components.remarks,
        "metrics": scenario.game.metrics(scenario.rules) if scenario.game.metrics else {},
    }


def restore(described: dict[str, Any]) -> Experiment:
    """Return the experiment that was described, from the data and the code as they are now.

    Raises:
        InputError: a game, a policy or a file that it needs is not there any more.
    """
    scenarios = [
        {
            "name": scenario["name"].partition("-")[2],
            "players": scenario["players"],
            "policy": scenario["policies"],
            "games": scenario["games"],
            "patch": scenario["patch"],
        }
        for scenario in described["scenarios"]
    ]
    table = check_table(
        {
            "game": described["game"]["name"],
            "name": described["name"],
            "question": described["question"],
            "seed": described["seed"],
            "data": described["data"],
            "policy_file": described["policy_files"],
            "scenario": scenarios,
        },
        described["name"],
    )
    return resolve(table, described["name"], Path(), "")


def resolve(table: ExperimentTable, name: str, folder: Path, source: str) -> Experiment:
    """Find every name in an experiment and check every rule.

    `folder` is where the files it names are looked for; `source` is kept beside the results.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    game = find_game(table.game)
    files = [table.policy_file] if isinstance(table.policy_file, str) else table.policy_file
    resolver = _Resolver(table, game, folder, tuple((folder / file).resolve() for file in files))
    scenarios = resolver.scenarios()
    return Experiment(
        table.name or name,
        table.question,
        game,
        table.seed,
        tuple(scenarios),
        source,
        resolver.policy_files,
        resolver.data,
    )


class _Resolver:
    """Turns the scenarios of one experiment into played ones, collecting all problems."""

    def __init__(
        self, table: ExperimentTable, game: Game, folder: Path, policy_files: tuple[Path, ...]
    ) -> None:
        self.table = table
        self.game = game
        self.folder = folder
        self.policy_files = policy_files
        self.policies = policies_of(game, policy_files)
        self.data = None if table.data is None else (folder / table.data).resolve()
        self.rules: dict[str, Rules] = {}
        self.problems: list[str] = []

    def scenarios(self) -> list[Scenario]:
        """Return one scenario for each entry and number of players, each under its own name."""
        found: list[Scenario] = []
        for number, entry in enumerate(self.table.scenario or [ScenarioTable()]):
            for players in self.player_counts(entry):
                try:
                    found.append(self.scenario(entry, players))
                except InputError as error:
                    place = f"scenario.{number}: " if self.table.scenario else ""
                    self.problems += [place + problem for problem in error.problems]
        self.problems += _repeated([scenario.slug for scenario in found])
        if self.problems:
            raise ExperimentError(list(dict.fromkeys(self.problems)))
        return found

    def player_counts(self, entry: ScenarioTable) -> list[int]:
        """Return the numbers of players of an entry; by default as many as its line-up has."""
        players = entry.players if entry.players is not None else self.table.players
        if players is None:
            policy = self.policy_words(entry)
            low = self.game.players[0]
            return [len(policy) if isinstance(policy, list) and len(policy) > 1 else low]
        return players if isinstance(players, list) else [players]

    def policy_words(self, entry: ScenarioTable) -> str | list[str]:
        """Return the policy or policies of an entry as written."""
        return entry.policy or self.table.policy or self.game.policies[-1].name

    def scenario(self, entry: ScenarioTable, players: int) -> Scenario:
        """Return one scenario with everything found."""
        low, high = self.game.players
        if not low <= players <= high:
            raise InputError(
                f"players: {self.game.title} is for {low} to {high} players, not {players}"
            )
        lineup = self.lineup(self.policy_words(entry), players)
        patch = self.patch(entry.patch)
        rules = self.load(patch)
        return Scenario(
            slug=self.slug(entry, players, lineup),
            game=self.game,
            rules=rules,
            patch=patch,
            lineup=lineup,
            seed=self.table.seed,
            n_deals=self.n_deals(entry, lineup),
        )

    def lineup(self, words: str | list[str], players: int) -> tuple[Policy, ...]:
        """Return a policy per seat."""
        texts = [words] if isinstance(words, str) else words
        if len(texts) == 1:
            texts = texts * players
        if len(texts) != players:
            raise InputError(f"policy: {len(texts)} policies for {players} seats; name one or {players}")
        return tuple(find_policy(text, self.policies, players) for text in texts)

    def patch(self, own: Patch | None) -> PatchValues:
        """Return the experiment's patch with the scenario's on top."""
        return stack(values for patch in (self.table.patch, own) for values in self.patches(patch))

    def patches(self, patch: Patch | None) -> list[PatchValues]:
        """Return what one `patch` key stands for, in order."""
        if patch is None:
            return []
        if isinstance(patch, dict):
            return [flatten(patch)]
        texts = [patch] if isinstance(patch, str) else patch
        return [read_patch(text, self.folder) for text in texts]

    def load(self, patch: PatchValues) -> Rules:
        """Load the rules under a patch, once per patch."""
        key = json.dumps(patch, sort_keys=True, default=str)
        if key not in self.rules:
            self.rules[key] = self.game.load(self.data, patch)
        return self.rules[key]

    def n_deals(self, entry: ScenarioTable, lineup: tuple[Policy, ...]) -> int:
        """Return the deals to play: whole blocks, so that each policy sits everywhere equally often."""
        games = entry.games or self.table.games or DEFAULT_GAMES
        rotations = 1 if len({str(policy) for policy in lineup}) == 1 else len(lineup)
        return -(-games // rotations)

    def slug(self, entry: ScenarioTable, players: int, lineup: tuple[Policy, ...]) -> str:
        """Return a name fit for a folder: the entry's own, or players and policies."""
        names = list(dict.fromkeys(str(policy) for policy in lineup))
        text = f"{players}p-{entry.name or '-'.join(names)}"
        return re.sub(r"[^\w.+-]+", "_", text)




def _repeated(slugs: list[str]) -> list[str]:
    repeated = sorted({slug for slug in slugs if slugs.count(slug) > 1})
    return [f"scenario: two are called {slug}; give each a name" for slug in repeated]
