"""Learning which plan for a turn is best: a net is fitted to rollouts of some plans of each one."""

from __future__ import annotations

from itertools import cycle, islice

import numpy as np
from numpy.typing import NDArray

from simlab.engine.build import Engine
from simlab.engine.rollout_examples import PlanComparer
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Scenario
from simlab.players.trained import PlanNet, read_player
from simlab.studies.kit.blocks import slices_of
from simlab.studies.train.fitting import Shape, fitted, most_hidden
from simlab.studies.train.request import Examples, TrainRequest, seed_of, write_generation

SLICE_DEALS = 25
"""Deals of a task: at each, some fifty to a hundred rollouts are played."""
WINDOW = 3
"""Latest generations whose plans a net is fitted to, beside the first one, which alone has results
of whole games. In Arriala with three players and 3,000 games a generation, the fourth wins 56 %
without the first one and 58 % with it."""
HIDDEN, EPOCHS, RATE, LEVEL = 40, 10, 0.003, 0.1
"""Units of each hidden layer, passes through the turns, step size, and weight of the mean result of
a turn beside the differences between its plans. In Arriala with two players, differences predicted
for 67,000 turns correlate with those of other games by 0.19 if the net is linear, by 0.24 with 24
units and by 0.25 with 40; 20 passes fit worse than 10, as does a weight of 0.02 or 1."""
LEAST_SD = 8.0
"""Least scale of a feature. Scaled by their own standard deviations, rare features are large
numbers when they occur, and a net learns from them what was chance. In Arriala with three players,
with 0, 1, 3, 8 and 16 the same correlation is 0.096, 0.101, 0.107, 0.114 and 0.112; none of its
features has a standard deviation above 8, so that all have one scale."""


def net_of_plans(
    request: TrainRequest, number: int, recent: dict[int, Examples], executor: Executor
) -> PlanNet:
    """Return the net fitted to rollouts of the plans of the first and the last generations."""
    numbers = sorted({1, *range(max(number - WINDOW + 1, 1), number + 1)})
    for generation in numbers:
        if generation not in recent:
            recent[generation] = plan_examples(request, generation, executor)
    features, results = (
        np.concatenate([recent[generation][side] for generation in numbers]) for side in (0, 1)
    )
    for generation in [generation for generation in recent if generation not in numbers]:
        del recent[generation]
    shape = Shape(features.shape[-1], most_hidden(features.shape[-1], HIDDEN))
    seed = seed_of(request.experiment.seed, "fit", number)
    weights = fitted(None, shape, features, results, seed, EPOCHS, RATE, LEVEL, LEAST_SD)
    return _plan_net(request, shape.n_hidden, weights)


def _plan_net(request: TrainRequest, n_hidden: int, weights: NDArray[np.float64]) -> PlanNet:
    """Return a net of the learner, or one without weights."""
    assert request.learner is not None
    return PlanNet(request.scenario.players, request.learner, n_hidden, weights)


def plan_examples(request: TrainRequest, number: int, executor: Executor) -> Examples:
    """Return features and results of the plans that are compared for a generation.

    The first one is learnt from games of the learner without a net, which plays like the policy
    that proposes its plans.
    """
    game, players = request.experiment.game, request.scenario.players
    if number == 1:
        policy = write_generation(request, 0, _plan_net(request, 0, np.zeros(0)))
    else:
        policy = read_player(request.place_of(number - 1), game)
    tasks = []
    for task, (first, count) in enumerate(slices_of(0, request.n_games, SLICE_DEALS)):
        lineup = [policy, *islice(cycle(request.against or (policy,)), players - 1)]
        seed = seed_of(request.experiment.seed, "plans", number)
        scenario = request.with_lineup(lineup, seed)
        tasks.append((scenario, str(policy), first, count, task % players))
    parts = list(executor.map(_compare_deals, tasks))
    return np.concatenate([x for x, _ in parts]), np.concatenate([y for _, y in parts])


def _compare_deals(
    engine: Engine, scenario: Scenario, policy: str, first: int, count: int, rotation: int
) -> Examples:
    rules, lineup, seed = scenario.rules.row, scenario.lineup, scenario.seed
    comparer = PlanComparer(scenario.game)
    return comparer.play(rules, lineup, policy, seed, first, count, rotation)
