"""The second player of a plain game's answer: a short search over the policy of all seats.

It has all seats on the deals of the run, and so has the policy itself, for the comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from simlab.execution.executor import Executor
from simlab.execution.run_estimate import estimate_run
from simlab.experiment.factor import UNCHANGED
from simlab.experiment.patch import stack
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.small_noise import BY_CHANCE
from simlab.studies.headroom.study import search_text
from simlab.studies.run.assumptions import with_entries

SHORT_SEARCH = "short_search"
"""Entry of the games of the search."""
SECONDS = 40.0
"""Seconds that its games may take: with what else is played, a reader waits a minute, once."""


class Effort(NamedTuple):
    """How long a search thinks, and how many games it plays with each number of players."""

    rollouts: int
    """Rollouts of a choice."""
    games: int


EFFORTS = (
    Effort(48, 400),
    Effort(48, 200),
    Effort(48, 100),
    Effort(24, 100),
    Effort(24, 60),
    Effort(12, 60),
)
"""Steps, the best first, so that machines of similar speed make the same effort. With 100 games a
win rate is within 10 percentage points, with 60 within 13; with fewer rollouts than 12 a search
leaves hardly a choice of its base."""


def can_be_searched(scenario: Scenario) -> bool:
    """Whether one policy has all seats with which a search can play its rollouts.

    One over play by chance says little, unless nobody has written a policy for the game.
    """
    first, *more_policies = scenario.lineup
    is_chance = first.name == BY_CHANCE and len(scenario.game.policies) > 1
    is_base = not (first.base or first.never or is_chance)
    return is_base and all(str(policy) == str(first) for policy in more_policies)


def search_experiment(
    experiment: Experiment, scenarios: Sequence[Scenario], effort: Effort
) -> Experiment:
    """Return an experiment in which the search, and the policy, play scenarios of a run.

    Its study names the run and the effort.

    Raises:
        InputError: a policy or a file that it needs is missing, or no search is possible.
    """
    entries = [
        {
            "name": entry,
            "players": scenario.players,
            "policy": [_policy_of(entry, scenario, effort.rollouts)],
            "patch": stack([scenario.patch]),
            "data": None if scenario.data is None else str(scenario.data),
            "games": effort.games,
        }
        for entry in (SHORT_SEARCH, UNCHANGED)
        for scenario in scenarios
    ]
    study = {"run": experiment.key(), **effort._asdict()}
    return replace(with_entries(experiment, entries), study=study)


def _policy_of(entry: str, scenario: Scenario, rollouts: int) -> str:
    policy = str(scenario.lineup[0])
    return search_text(policy, rollouts) if entry == SHORT_SEARCH else policy


def affordable_effort(executor: Executor, experiment: Experiment) -> Effort | None:
    """Return the best effort that takes SECONDS; None if none does.

    The experiment is that of the least effort. Half a second of each scenario is played and not
    kept.
    """
    searches = [
        scenario
        for scenario in experiment.scenarios
        if any(policy.base for policy in scenario.lineup)
    ]
    seconds = sum(estimate_run(executor, scenario).seconds_per_game for scenario in searches)
    per_rollout = seconds / EFFORTS[-1].rollouts / executor.n_cores
    return next(
        (effort for effort in EFFORTS if effort.rollouts * effort.games * per_rollout <= SECONDS),
        None,
    )
