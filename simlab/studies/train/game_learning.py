"""Learning from whole games: a net that is fitted to the lambda returns of positions.

The first net is fitted to games of random choices, each later one to games with some of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice

import numpy as np

from simlab.engine.build import Engine
from simlab.engine.net import MOST_FEATURES, n_weights
from simlab.engine.observation import SEATS_SEEN
from simlab.engine.recorded_game import MOST_POSITIONS, Recorder, Recording
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Scenario
from simlab.game.policy import Policy
from simlab.players.trained import Net, read_net, read_player
from simlab.studies.kit.blocks import slices_of
from simlab.studies.train.fitting import Shape, fitted, most_hidden
from simlab.studies.train.read_numbers import numbers_to_read
from simlab.studies.train.request import Examples, TrainRequest, seed_of, write_generation

SLICE_DEALS = 250
"""Deals of a task."""
HIDDEN = 24
"""Units of each hidden layer: with the exact values of Pig as targets, they reach 49.4 %."""
NOISE, DECAY = 0.08, 0.95
"""Share of random choices and lambda of the targets. In Pig, a lambda of 0.95 reaches 48.8 %
against optimal play; 0.8 and one that falls from 0.8 to 0.2 stay at 47.5 % and 45 %."""
EPOCHS, RATE, RATE_HALVES_AFTER = 4, 0.006, 10
"""Passes through the examples, step size of the first generation, generation with half of it."""
EXAMPLES = 250_000
"""Most examples of a generation: keeps the memory of large games small."""
POPULATION_SHARE = 8
"""One task in this number is played against a generation of the later half; with more games against
weaker ones, Pig is learnt as if rivals were weak."""
WINDOW_GROWS_AFTER = 5
"""Generations after which those of one generation more are learnt from: early examples are soon
out of date, later ones are worth keeping against noise."""


def first_net(request: TrainRequest, executor: Executor) -> Net:
    """Return the net fitted to random play, without the numbers that never vary in it.

    Raises:
        InputError: there are too many numbers.
    """
    players = request.scenario.players
    most = MOST_FEATURES - SEATS_SEEN * players
    numbers = numbers_to_read(request.scenario, most)
    if len(numbers) > most:
        title = request.experiment.game.title
        raise InputError(
            f"{title} has {len(numbers)} numbers, more than {most}, counting"
            " each place of each list; tune the traits of a policy instead: --tune POLICY"
        )
    n_features = SEATS_SEEN * players + len(numbers)
    blank = Net(players, tuple(numbers), 0, np.zeros(n_weights(n_features, 0)))
    policy = write_generation(request, 0, blank)
    recording = Recording(n_features, _positions(request), noise=1.0, is_random=True)
    features, targets = recorded(request, 1, policy, [], recording, executor)
    # a number that never varied teaches nothing, and its weight would be chance
    varies = features.std(axis=0, dtype=np.float64)[SEATS_SEEN * players :] > 0
    varying_numbers = tuple(
        state_number for state_number, is_kept in zip(numbers, varies, strict=True) if is_kept
    )
    columns = np.concatenate([np.ones(SEATS_SEEN * players, np.bool_), varies])
    shape = Shape(int(columns.sum()), most_hidden(int(columns.sum()), HIDDEN))
    seed = seed_of(request.experiment.seed, "fit", 1)
    weights = fitted(None, shape, features[:, columns], targets, seed, EPOCHS, RATE)
    return Net(players, varying_numbers, shape.n_hidden, weights)


def better_net(
    request: TrainRequest, number: int, recent: dict[int, Examples], executor: Executor
) -> Net:
    """Return the net of the generation before, fitted to games of the last generations.

    `recent` keeps their examples; those of an earlier call are played again.
    """
    last = read_net(request.place_of(number - 1), request.experiment.game)
    assert isinstance(last, Net)
    n_recent = 1 + (number - 1) // WINDOW_GROWS_AFTER
    numbers = range(max(number - n_recent + 1, 2), number + 1)
    for generation in numbers:
        if generation not in recent:
            recent[generation] = _examples(request, generation, last.n_features, executor)
    for generation in [generation for generation in recent if generation not in numbers]:
        del recent[generation]
    features, targets = (
        np.concatenate([recent[generation][side] for generation in numbers]) for side in (0, 1)
    )
    # smaller steps later on: the net is close, and the noise of results is the same
    rate = RATE * RATE_HALVES_AFTER / (RATE_HALVES_AFTER + number - 1)
    # examples of several generations are seen again in the next one
    epochs = max(EPOCHS // len(numbers), 1)
    shape, seed = (
        Shape(last.n_features, last.n_hidden),
        seed_of(request.experiment.seed, "fit", number),
    )
    weights = fitted(last.weights, shape, features, targets, seed, epochs, rate)
    return replace(last, weights=weights)


def _examples(request: TrainRequest, number: int, n_features: int, executor: Executor) -> Examples:
    """Return the examples from which a generation after the first is learnt."""
    game = request.experiment.game
    *earlier, last = (
        read_player(request.place_of(generation), game) for generation in range(1, number)
    )
    recording = Recording(n_features, _positions(request), NOISE, DECAY)
    return recorded(request, number, last, earlier, recording, executor)


def _positions(request: TrainRequest) -> int:
    """Return the positions of a game to keep: as many as the limit of examples allows."""
    return min(max(EXAMPLES // (request.n_games * request.scenario.players), 1), MOST_POSITIONS)


def recorded(
    request: TrainRequest,
    number: int,
    policy: Policy,
    earlier: Sequence[Policy],
    recording: Recording,
    executor: Executor,
) -> Examples:
    """Return features and targets of the games that a policy plays for a generation."""
    tasks = []
    slices = slices_of(0, request.n_games, SLICE_DEALS)
    for task, (first, count) in enumerate(slices):
        lineup = _lineup(request, number, task, policy, earlier)
        scenario = request.with_lineup(lineup, seed_of(request.experiment.seed, "games", number))
        # tasks take the seats in turn, so that each is learnt from as often
        rotation = task % len(lineup)
        tasks.append((scenario, str(policy), first, count, rotation, recording))
    parts = list(executor.map(_recorded_games, tasks))
    return np.concatenate([x for x, _ in parts]), np.concatenate([y for _, y in parts])


def _recorded_games(
    engine: Engine,
    scenario: Scenario,
    policy: str,
    first: int,
    count: int,
    rotation: int,
    recording: Recording,
) -> Examples:
    rules, lineup, seed = scenario.rules.row, scenario.lineup, scenario.seed
    recorder = Recorder(scenario.game)
    return recorder.play(rules, lineup, policy, seed, first, count, rotation, recording)


def _lineup(
    request: TrainRequest, number: int, task: int, policy: Policy, earlier: Sequence[Policy]
) -> list[Policy]:
    """Return the line-up of a task: one seat among opponents, or the policy in all seats."""
    n_others = request.scenario.players - 1
    if request.against:
        return [policy, *islice(cycle(request.against), task, task + n_others)]
    if request.is_cooperative or not earlier or task % POPULATION_SHARE:
        return [policy] * (n_others + 1)
    # the later half: early generations play so badly that they teach wrong replies
    later = earlier[len(earlier) // 2 :]
    opponent = later[seed_of(request.experiment.seed, "opponent", number, task) % len(later)]
    return [policy, *[opponent] * n_others]
