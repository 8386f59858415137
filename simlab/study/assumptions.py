"""Variations of the assumptions of a run: an experiment that plays each alone, on the same deals.

A search would take too long; the policy that it searches over plays in its place.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from simlab.execution.executor import Executor
from simlab.execution.run_estimate import estimate_run
from simlab.experiment.assumption import Assumption, Variation, assumptions
from simlab.experiment.factor import UNCHANGED
from simlab.experiment.patch import patch_files, stack
from simlab.experiment.resolve import Experiment, Scenario, resolve
from simlab.experiment.spec import check_table

SECONDS = 18.0
"""Seconds of play that all variations may take: a reader waits some 20 s for a first page."""
BUDGETS = (400, 300, 200, 150, 100)
"""Games per variation: with 400 a win rate is within 5 percentage points, with 100 within 10.

Steps, so that machines of similar speed play the same number of games."""


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
    contents = sorted((file.name, file.read_bytes().hex()) for file in files)
    text = json.dumps([experiment.key(), contents])
    return hashlib.sha256(text.encode()).hexdigest()


def varied_experiment(
    experiment: Experiment,
    scenarios: Sequence[Scenario],
    varied: Sequence[Assumption],
    n_games: int,
) -> Experiment:
    """Return an experiment that plays scenarios of a run unchanged and under every variation.

    Its study names the run and its content, and the scenarios of each variation by their entries.

    Raises:
        InputError: a policy or a file that it needs is missing.
    """
    named = [{f"other_{n}": each for n, each in own} for own in _numbered(varied)]
    patches = {entry: each.patch for own in named for entry, each in own.items()}
    entries = [
        {
            "name": entry,
            "players": scenario.players,
            "policy": [policy.base or str(policy) for policy in scenario.lineup],
            "patch": stack([scenario.patch, patch]),
            "data": None if scenario.data is None else str(scenario.data),
            "games": n_games,
        }
        for scenario in scenarios
        for entry, patch in {UNCHANGED: {}, **patches}.items()
    ]
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
    study = {
        "run": experiment.key(),
        "content": content_hash(experiment, scenarios),
        "games": n_games,
        "assumptions": [
            {
                "title": assumption.title,
                "names": list(assumption.names),
                "variations": {
                    entry: {"title": each.title, "changes": list(each.changes)}
                    for entry, each in own.items()
                },
            }
            for assumption, own in zip(varied, named, strict=True)
        ],
    }
    return replace(resolve(table, experiment.name), study=study)


def _numbered(varied: Sequence[Assumption]) -> Iterator[list[tuple[int, Variation]]]:
    """Yield the variations of each assumption, numbered through."""
    numbers = count(1)
    for assumption in varied:
        yield [(next(numbers), variation) for variation in assumption.variations]


def affordable_games(
    executor: Executor, unchanged: Sequence[Scenario], n_variations: int
) -> int | None:
    """Return how many games of each variation take SECONDS; None if not even a few do.

    Half a second of each scenario is played and not kept.
    """
    seconds = sum(estimate_run(executor, scenario).seconds_per_game for scenario in unchanged)
    of_all = seconds * (n_variations + 1) / executor.n_cores
    return next((n_games for n_games in BUDGETS if n_games * of_all <= SECONDS), None)
