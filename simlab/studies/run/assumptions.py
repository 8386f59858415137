"""Variations of the assumptions of a run: an experiment that plays each alone, on the same deals.

Traits of the player are assumed, too. One variation of a game with winners is that its players make
a few choices by chance. A search would take too long; the policy that it searches over plays in its
place.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import count
from typing import NamedTuple

from simlab.execution.executor import Executor
from simlab.execution.run_estimate import estimate_run
from simlab.experiment.assumption import Assumption, Variation, assumptions
from simlab.experiment.factor import UNCHANGED
from simlab.experiment.patch import patch_files, stack
from simlab.experiment.player_traits import FACTORS, VariedTrait
from simlab.experiment.resolve import Experiment, Scenario, resolve
from simlab.experiment.run_folder import SMALL_NOISE
from simlab.experiment.small_noise import with_small_noise
from simlab.experiment.spec import check_table
from simlab.studies.kit.decisive_traits import N_VARIED, Screening, trial_games

NOISE_PART = 4
"""Games with a small noise, and without, per game of another variation: that the answer holds is
to be said more surely than what a single rule weighs."""
SECONDS = 18.0
"""Seconds of play that all variations and trial games may take: a reader waits some 20 s for a
first page."""
BUDGETS = (400, 300, 200, 150, 100)
"""Games per variation: with 400 a win rate is within 5 percentage points, with 100 within 10.

Steps, so that machines of similar speed play the same number of games."""
VERSION = 2
"""Increases when other variations of a run are played, so that those of before are not read."""


class Budget(NamedTuple):
    """What a reader waits for: games of each variation, and how many traits of the player vary."""

    n_games: int
    n_traits: int


def assumptions_of(experiment: Experiment, scenario: Scenario) -> list[Assumption]:
    """Return what the rules of a scenario assume.

    Raises:
        InputError: its data folder or a shipped patch cannot be read.
    """
    return assumptions(scenario.game, scenario.data or experiment.data, scenario.patch)


def content_hash(experiment: Experiment, scenarios: Sequence[Scenario]) -> str:
    """Return a hash of the run, and of the data folders from which its variations come."""
    folders = {scenario.data or experiment.data or experiment.game.folder for scenario in scenarios}
    files = [file for folder in folders for file in folder.iterdir() if file.is_file()]
    files += patch_files(experiment.game, experiment.data).values()
    # in order, since file systems list files in any
    contents = sorted((file.name, file.read_bytes().hex()) for file in files)
    document = json.dumps([VERSION, experiment.key(), contents])
    return hashlib.sha256(document.encode()).hexdigest()


def experiment_of_variations(
    experiment: Experiment,
    scenarios: Sequence[Scenario],
    varied: Sequence[Assumption],
    n_games: int,
    *,
    has_noise: bool = False,
    traits: Sequence[VariedTrait] = (),
    screening: Screening | None = None,
) -> Experiment:
    """Return an experiment that plays scenarios of a run unchanged and under every variation.

    With `has_noise` their policies play with a small noise, too, where `with_small_noise` has one.
    The players of the unchanged rules have other values of `traits`, which a screening has chosen.
    Its study names the run and its content, and the scenarios of each variation by their entries.

    Raises:
        InputError: a policy or a file that it needs is missing.
    """
    named = [
        {f"other_{n}": variation for n, variation in variations}
        for variations in _number_variations(varied)
    ]
    patches = {
        entry: variation.patch for variations in named for entry, variation in variations.items()
    }
    noisy = [
        (scenario, with_small_noise(scenario.lineup, scenario.game))
        for scenario in scenarios
        if has_noise
    ]
    entries = [
        {**_entry(scenario, SMALL_NOISE, {}, NOISE_PART * n_games), "policy": [str(policy)]}
        for scenario, policy in noisy
        if policy is not None
    ]
    named_traits = _name_traits(traits)
    entries += [
        {**_entry(scenario, entry, {}, n_games), "policy": [str(player)]}
        for trait, entry_names in zip(traits, named_traits, strict=True)
        for change, entry in entry_names.items()
        for scenario in scenarios
        if (player := trait.variations[change].get(scenario.players)) is not None
    ]
    # those without a patch: the last are what the run is about
    entries += [
        _entry(scenario, UNCHANGED, {}, NOISE_PART * n_games if has_noise else n_games)
        for scenario in scenarios
    ]
    entries += [
        _entry(scenario, entry, patch, n_games)
        for scenario in scenarios
        for entry, patch in patches.items()
    ]
    study = {
        "run": experiment.key(),
        "content": content_hash(experiment, scenarios),
        "games": n_games,
        "screening": asdict(screening or Screening(0)),
        "assumptions": [
            {
                "title": assumption.title,
                "names": list(assumption.names),
                "variations": {
                    entry: {"title": variation.title, "changes": list(variation.changes)}
                    for entry, variation in variations.items()
                },
            }
            for assumption, variations in zip(varied, named, strict=True)
        ],
        "traits": [
            {
                "name": trait.name,
                "meaning": trait.meaning,
                "variations": {
                    entry: {"change": change, "changes": trait.changes[change]}
                    for change, entry in entry_names.items()
                },
            }
            for trait, entry_names in zip(traits, named_traits, strict=True)
        ],
    }
    return replace(with_entries(experiment, entries), study=study)


def with_entries(experiment: Experiment, entries: Sequence[Mapping[str, object]]) -> Experiment:
    """Return an experiment on the same game, seed and data with other scenarios.

    Raises:
        InputError: a policy or a file that it needs is missing.
    """
    table = check_table(
        {
            "game": experiment.game_reference,
            "question": experiment.question,
            "seed": experiment.seed,
            "data": None if experiment.data is None else str(experiment.data),
            "policy_file": [str(file) for file in experiment.policy_files],
            "scenario": entries,
        }
    )
    resolved = resolve(table, experiment.name)
    formulas = experiment.scenarios[0].formulas
    scenarios = (replace(scenario, formulas=formulas) for scenario in resolved.scenarios)
    return replace(resolved, scenarios=tuple(scenarios))


def _entry(
    scenario: Scenario, name: str, patch: Mapping[str, object], n_games: int
) -> dict[str, object]:
    """Return the entry of an experiment that plays a scenario under a patch."""
    return {
        "name": name,
        "players": scenario.players,
        "policy": [policy.base or str(policy) for policy in scenario.lineup],
        "patch": stack([scenario.patch, patch]),
        "data": None if scenario.data is None else str(scenario.data),
        "games": n_games,
    }


def _number_variations(varied: Sequence[Assumption]) -> Iterator[list[tuple[int, Variation]]]:
    """Yield the variations of each assumption, numbered through."""
    numbers = count(1)
    for assumption in varied:
        yield [(next(numbers), variation) for variation in assumption.variations]


def _name_traits(traits: Sequence[VariedTrait]) -> list[dict[str, str]]:
    """Return the entry of each change of each trait, numbered through."""
    numbers = count(1)
    return [{change: f"trait_{next(numbers)}" for change in trait.variations} for trait in traits]


def affordable_budget(
    executor: Executor,
    unchanged: Sequence[Scenario],
    n_values: int,
    n_traits: int,
    *,
    has_noise: bool,
) -> Budget | None:
    """Return what takes SECONDS: games of each of `n_values` variations, and traits of `n_traits`.

    Traits are left out rather than all; None if all take too long. Half a second of each scenario
    is played and not kept.
    """
    seconds = sum(estimate_run(executor, scenario).seconds_per_game for scenario in unchanged)
    n_fixed = n_values + (2 * NOISE_PART if has_noise else 1)

    def affordable_games(n_varied: int) -> int:
        for n_games in BUDGETS:
            n_played = n_games * (n_fixed + len(FACTORS) * n_varied)
            if 0 < n_varied < n_traits:
                n_played += trial_games(n_games) * (1 + len(FACTORS) * n_traits)
            if seconds * n_played / executor.n_cores <= SECONDS:
                return n_games
        return 0

    least = affordable_games(0) / 2 if n_values else 0
    for n_varied in dict.fromkeys(min(n_traits, number) for number in (*N_VARIED, 0)):
        n_games = affordable_games(n_varied)
        # a designer can change the rules: traits may take half of their games at most
        if n_games and n_games >= least:
            return Budget(n_games, n_varied)
    return None
