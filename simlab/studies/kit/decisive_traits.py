"""Decisive traits: those of a player's traits whose other values move an answer most.

A player may have thirty. Each is halved and doubled in a few trial games, on deals that no answer
counts. To ask the player again at recorded decisions is no cheaper, and misses what matters: a
trait may change one choice in three hundred, and with it the end of the game.
METHODS.md: Other values of the player's traits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt

import numpy as np

from simlab.analysis.games import Games
from simlab.analysis.metric import Metric
from simlab.execution.executor import Executor
from simlab.experiment.certificate import fresh_seed
from simlab.experiment.player_traits import other_values, player_of, traits_to_vary
from simlab.experiment.resolve import Scenario
from simlab.game.facts import LENGTH
from simlab.game.policy import Policy
from simlab.studies.kit.blocks import play_tasks

Figures = Callable[[Scenario, Games], Sequence[Metric]]
"""Returns the metrics that a trait may move, from some games of a scenario."""
N_VARIED = (4, 2)
"""Traits of which other values are played, if there is time: each costs two variations."""
TRIAL_PART = 12
"""A trial plays a twelfth of the games of a variation."""
FEWEST_TRIALS = 12
"""Games of a trial at least. Of the four traits of Arriala's player that move the length or the
wins most, 12 games find 2.5 on average and 24 games 2.9; 12 miss the first one in 3 % of cases."""
FEWEST_KNOWN = 2
"""Games of a trial from which there is a standard error."""


@dataclass(frozen=True)
class Screening:
    """How the traits were chosen that have other values."""

    n_traits: int
    """Traits of the players that can have other values."""
    n_trials: int = 0
    """Trial games of each other value; 0 if all traits are varied, or none."""
    is_left_out: bool = False
    """Whether no trait is varied because it would take too long."""


def candidates(unchanged: Sequence[Scenario]) -> list[str]:
    """Return the traits of the players of some scenarios that can have other values."""
    return list(
        dict.fromkeys(
            name for scenario in unchanged for name in traits_to_vary(player_of(scenario))
        )
    )


def trial_games(n_games: int) -> int:
    """Return the games of a trial where a variation has this many."""
    return max(n_games // TRIAL_PART, FEWEST_TRIALS)


def decisive_traits(
    executor: Executor,
    unchanged: Sequence[Scenario],
    figures: Figures,
    n_games: int,
) -> list[str]:
    """Return the traits in the order of how far they move some figures in trial games.

    What counts is how far beyond its standard error an effect goes, in standard deviations of the
    metric; of a trait, the largest effect. Where the length is among the figures, a trait that is
    declared to set it comes before all others.

    Raises:
        ContractError: a game or a policy broke its contract.
    """
    sizes = dict.fromkeys(candidates(unchanged), 0.0)
    for scenario in unchanged:
        trials = _trials(scenario)
        lineups = [scenario.lineup, *((policy,) * scenario.players for _, policy in trials)]
        tasks = [
            (replace(scenario, lineup=lineup, seed=fresh_seed(scenario.seed)), 0, n_games)
            for lineup in lineups
        ]
        base, *varied_games = play_tasks(executor, tasks)
        metrics = figures(scenario, base)
        if any(metric.group == LENGTH for metric in metrics):
            sizes.update(dict.fromkeys(scenario.lineup[0].waits.keys() & sizes.keys(), inf))
        for (name, _), games in zip(trials, varied_games, strict=True):
            for metric in metrics:
                sizes[name] = max(sizes[name], _effect_size(metric, base, games))
    return sorted(sizes, key=lambda name: -sizes[name])


def _trials(scenario: Scenario) -> list[tuple[str, Policy]]:
    """Return the player with each other value of each trait, with the name of the trait."""
    player = player_of(scenario)
    if player is None:
        return []
    return [
        (name, player.with_weights(**{name: value}))
        for name in traits_to_vary(player)
        for _, value in other_values(player, name)
    ]


def _effect_size(metric: Metric, base: Games, games: Games) -> float:
    """Return the mean change of a metric beyond its standard error, in its standard deviations."""
    before, after = metric.of(base), metric.of(games)
    is_known = ~np.isnan(before) & ~np.isnan(after)
    n_known = int(is_known.sum())
    if n_known < FEWEST_KNOWN:
        return 0.0
    changes = after[is_known] - before[is_known]
    spread = float(np.concatenate([before[is_known], after[is_known]]).std())
    error = float(changes.std(ddof=1)) / sqrt(n_known)
    return max(abs(float(changes.mean())) - error, 0.0) / spread if spread > 0 else 0.0
