"""Training: a player learns from games against itself and earlier generations, or given policies.

The first generation is fitted to games of random choices. Each later one plays with some random
choices, and its net is fitted to the lambda returns of these games. The generation with the best
held-out result is the player; that result is measured again on other deals, since it was chosen.
Every generation is a function of the seed and the one before it, so that training goes on from its
folder and does not depend on the number of cores.
"""

from __future__ import annotations

import csv
import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.crosstable import scores, shares
from simlab.analysis.intervals import Interval, mean_t
from simlab.analysis.training import Training
from simlab.catalog import find_game
from simlab.engine.build import Engine
from simlab.engine.net import MOST_FEATURES, MOST_WEIGHTS, n_weights
from simlab.engine.observation import SEATS_SEEN
from simlab.engine.recorded_game import MOST_POSITIONS, Recorder, Recording, compiled_recorder
from simlab.engine.rollout_examples import PlanComparer, compiled_comparer
from simlab.errors import InputError, RunError
from simlab.execution.executor import Executor
from simlab.experiment.certificate import fresh_seed
from simlab.experiment.file_paths import with_full_paths
from simlab.experiment.resolve import Experiment, Scenario, resolve, with_players
from simlab.experiment.spec import ExperimentTable, check_table
from simlab.game import Game
from simlab.learner import Learner
from simlab.player import (
    Net,
    PlanNet,
    is_player,
    read_description,
    read_net,
    read_player,
    tuned_base,
    write_player,
)
from simlab.policy import Policy
from simlab.study.blocks import play_blocks, slices_of
from simlab.study.fitting import Shape, fitted
from simlab.study.matchups import players_of, policy_of
from simlab.study.seen_numbers import seen_numbers

DEFAULT_GAMES = 6000
"""Default number of games of a generation."""
DEFAULT_GENERATIONS = 60
"""Default limit of generations; most trainings stop earlier."""
PATIENCE = 12
"""Generations without a better held-out result after which training stops."""
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
PLAN_SLICE_DEALS = 25
"""Deals of a task in which plans are compared: each takes some fifty rollouts."""
PLAN_WINDOW = 3
"""Generations whose plans a net is fitted to."""
PLAN_HIDDEN, PLAN_EPOCHS, PLAN_RATE, PLAN_LEVEL = 40, 10, 0.003, 0.1
"""Units of each hidden layer, passes through the turns, step size, and weight of the mean result of
a turn beside the differences between its plans. In Arriala with two players, differences predicted
for 67,000 turns correlate with those of other games by 0.19 if the net is linear, by 0.24 with 24
units and by 0.25 with 40; 20 passes fit worse than 10, as does a weight of 0.02 or 1."""
GENERATIONS, CURVE = "generations", "curve.csv"
Examples = tuple[NDArray[np.float32], NDArray[np.float64]]
"""Features and targets."""
COLUMNS = ("generation", "games", "seconds", "estimate", "low", "high", "n")


@dataclass(frozen=True, eq=False)
class TrainRequest:
    """A game with its rules, the opponents, and the limits of a training."""

    experiment: Experiment
    against: tuple[Policy, ...]
    """Opponents in all other seats; if there are none, the player itself."""
    reference: Policy
    """Policy in the other seats of held-out games; in a cooperative game what it is compared to."""
    most_generations: int
    folder: Path
    command: str
    """The command line; its folder holds no other training."""
    learner: Learner | None = None
    """The learner of the game, with the traits of the policy that proposes its plans."""

    @property
    def scenario(self) -> Scenario:
        """The scenario whose line-up is replaced in each game."""
        return self.experiment.scenarios[0]

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats share one score."""
        return self.experiment.game.cooperative

    @property
    def n_games(self) -> int:
        """Games of a generation."""
        return self.scenario.n_asked

    @property
    def n_held_out(self) -> int:
        """Deals on which each generation is measured."""
        return max(self.n_games // 2 // self._rotations, 50)

    @property
    def n_final(self) -> int:
        """Deals on which the best generation is measured again."""
        return max(2 * self.n_games // self._rotations, 100)

    @property
    def _rotations(self) -> int:
        return 1 if self.is_cooperative else self.scenario.players

    def with_lineup(self, lineup: Sequence[Policy], seed: int) -> Scenario:
        """Return the scenario with a line-up and a seed."""
        files = with_players(self.scenario.policy_files, lineup)
        return replace(self.scenario, lineup=tuple(lineup), policy_files=files, seed=seed)

    def place_of(self, number: int) -> Path:
        """Return the folder of a generation."""
        return self.folder / GENERATIONS / f"{number:03d}"


@dataclass(frozen=True)
class Generation:
    """A generation and its result on held-out deals."""

    number: int
    games: int
    """Games from which it and all before it were learnt."""
    seconds: float
    """Seconds since the training began, interruptions left out."""
    result: Interval[float]
    """Share of the wins of one seat among `reference`, or the mean score."""

    def row(self) -> dict[str, Any]:
        """Return the row of the learning curve."""
        own = (self.number, self.games, self.seconds, *self.result)
        return dict(zip(COLUMNS, own, strict=True))


@dataclass(frozen=True, eq=False)
class TrainProgress:
    """Generations so far, and after the last one the result on fresh deals."""

    request: TrainRequest
    generations: tuple[Generation, ...]
    final: Interval[float] | None = None
    compared: Interval[float] | None = None
    """Mean score of the reference on the same deals, in a cooperative game."""

    @property
    def best(self) -> Generation:
        """The generation with the best held-out result."""
        return max(self.generations, key=lambda each: each.result.estimate)

    @property
    def is_finished(self) -> bool:
        """Whether the limit is reached, or nothing has improved for long."""
        n = len(self.generations)
        most = self.request.most_generations
        return n > 0 and (n >= most or n - self.best.number >= PATIENCE)


def result_of(progress: TrainProgress) -> Training:
    """Return what a finished training has reached."""
    request, last = progress.request, progress.generations[-1]
    assert progress.final is not None
    return Training(
        players=request.scenario.players,
        unit=unit_of(request.scenario),
        against=[str(policy) for policy in request.against],
        n_games=last.games,
        seconds=last.seconds,
        result=progress.final,
        reference=str(request.reference),
        curve=pd.DataFrame([each.row() for each in progress.generations], columns=list(COLUMNS)),
        best=progress.best.number,
        score_of_reference=progress.compared,
    )


def unit_of(scenario: Scenario) -> str:
    """Return the unit of a shared score; it is empty in a game with winners."""
    game = scenario.game
    return game.facts_under(scenario.rules).score.unit if game.cooperative else ""


def requested_training(
    options: Mapping[str, Any],
    against: Sequence[str],
    generations: int | None,
    folder: Path | None,
    command: str,
    base: str = "",
) -> TrainRequest:
    """Return the training that a command requests; `options` are keys of an experiment.

    `base` names the policy that proposes the plans of a turn, the best one of the game if empty.

    Raises:
        InputError: all that is unknown, impossible or out of range, or the folder holds something
            else than this training.
    """
    given = {key: value for key, value in options.items() if value}
    table = check_table(given)
    game = find_game(table.game)
    if game.is_plain:
        raise InputError(f"{game.title} is plain Python; this needs a compiled game", "game")
    players = players_of(table, game)
    seated = {"policy": list(islice(cycle(against), players))} if against else {}
    table = check_table({**given, "players": players, **seated})
    experiment = resolve(with_full_paths(table, Path()), "train")
    [scenario] = experiment.scenarios
    own = replace(scenario, n_asked=table.games or DEFAULT_GAMES)
    request = TrainRequest(
        replace(experiment, scenarios=(own,)),
        scenario.lineup[: len(against)],
        scenario.lineup[0],
        generations or DEFAULT_GENERATIONS,
        folder or Path("players") / f"{experiment.game.name}-{players}p",
        command,
        _learner(experiment.game, table, players, base),
    )
    _check_folder(request)
    return request


def _learner(game: Game, table: ExperimentTable, players: int, base: str) -> Learner | None:
    """Return the learner of a game, whose plans a policy proposes.

    Raises:
        InputError: the game has none, or the policy is unknown or proposes no plans for it.
    """
    if not base:
        return game.learner
    if game.learner is None:
        raise InputError(f"players of {game.title} try each choice, not plans for a turn", "base")
    try:
        named = policy_of(base, table, game, players)
        return game.learner.proposing(tuned_base(named, game) or named)
    except InputError as error:
        named_so = [problem.moved(("policy",), ("base",)) for problem in error.problems]
        raise InputError(named_so) from error
    except ValueError as error:
        raise InputError(str(error), "base") from error


def _check_folder(request: TrainRequest) -> None:
    """Check that a folder is empty or holds generations of the same training."""
    if not request.folder.exists():
        return
    first = request.place_of(0)
    made = read_description(first).get("training", {}) if is_player(first) else {}
    kept = str(made.get("command", ""))
    if kept != request.command and any(request.folder.iterdir()):
        what = f"holds the training of: {kept}" if kept else "is not empty"
        raise InputError(f"{request.folder} {what}; choose another folder", "out")


def play(request: TrainRequest, executor: Executor) -> Iterator[TrainProgress]:
    """Train and yield the progress after each generation; the last one has the final result.

    Raises:
        RunError: the folder cannot be written.
        InputError: the game has too many numbers that a seat may see.
    """
    progress = TrainProgress(request, tuple(_kept_generations(request)))
    list(executor.map(_compile, [(request.scenario,)]))
    recent: dict[int, Examples] = {}
    while not progress.is_finished:
        progress = _next(progress, recent, executor)
        _write_best(progress)
        yield progress
    best = read_player(request.place_of(progress.best.number), request.experiment.game)
    final = measured(request, best, executor, request.n_held_out, request.n_final)
    compared = None
    if request.is_cooperative:
        compared = measured(
            request, request.reference, executor, request.n_held_out, request.n_final
        )
    progress = replace(progress, final=final, compared=compared)
    _write_best(progress)
    yield progress


def _compile(engine: Engine, scenario: Scenario) -> None:
    """Compile what records games, before several threads need it."""
    if scenario.game.learner is None:
        compiled_recorder(scenario.game)
    else:
        compiled_comparer(scenario.game)


def _next(
    progress: TrainProgress, recent: dict[int, Examples], executor: Executor
) -> TrainProgress:
    """Return the progress after one generation more."""
    request, before = progress.request, progress.generations
    began = time.perf_counter()
    number = len(before) + 1
    net: Net | PlanNet
    if request.learner is not None:
        net = _net_of_plans(request, number, recent, executor)
    elif number == 1:
        net = _first_net(request, executor)
    else:
        net = _better_net(request, number, recent, executor)
    policy = _written(request, number, net)
    result = measured(request, policy, executor, 0, request.n_held_out)
    seconds = (before[-1].seconds if before else 0.0) + time.perf_counter() - began
    own = Generation(number, number * request.n_games, round(seconds, 1), result)
    after = replace(progress, generations=(*before, own))
    _write_curve(after)
    return after


def _net_of_plans(
    request: TrainRequest, number: int, recent: dict[int, Examples], executor: Executor
) -> PlanNet:
    """Return the net fitted to rollouts of the plans of the last generations."""
    numbers = range(max(number - PLAN_WINDOW + 1, 1), number + 1)
    for each in numbers:
        if each not in recent:
            recent[each] = compared_plans(request, each, executor)
    features, results = (
        np.concatenate([recent[each][side] for each in numbers]) for side in (0, 1)
    )
    for each in [each for each in recent if each not in numbers]:
        del recent[each]
    shape = Shape(features.shape[-1], most_hidden(features.shape[-1], PLAN_HIDDEN))
    seed = seed_of(request.experiment.seed, "fit", number)
    weights = fitted(None, shape, features, results, seed, PLAN_EPOCHS, PLAN_RATE, PLAN_LEVEL)
    return _plan_net(request, shape.n_hidden, weights)


def _plan_net(request: TrainRequest, n_hidden: int, weights: NDArray[np.float64]) -> PlanNet:
    """Return a net of the learner, or one without weights."""
    assert request.learner is not None
    return PlanNet(request.scenario.players, request.learner, n_hidden, weights)


def compared_plans(request: TrainRequest, number: int, executor: Executor) -> Examples:
    """Return features and results of the plans that are compared for a generation.

    The first one is learnt from games of the learner without a net, which plays like the policy
    that proposes its plans.
    """
    game, players = request.experiment.game, request.scenario.players
    if number == 1:
        policy = _written(request, 0, _plan_net(request, 0, np.zeros(0)))
    else:
        policy = read_player(request.place_of(number - 1), game)
    tasks = []
    for task, (first, count) in enumerate(slices_of(0, request.n_games, PLAN_SLICE_DEALS)):
        lineup = [policy, *islice(cycle(request.against or (policy,)), players - 1)]
        seed = seed_of(request.experiment.seed, "plans", number)
        scenario = request.with_lineup(lineup, seed)
        tasks.append((scenario, str(policy), first, count, task % players))
    parts = list(executor.map(_compared, tasks))
    return np.concatenate([x for x, _ in parts]), np.concatenate([y for _, y in parts])


def _compared(
    engine: Engine, scenario: Scenario, policy: str, first: int, count: int, rotation: int
) -> Examples:
    rules, lineup, seed = scenario.rules.row, scenario.lineup, scenario.seed
    comparer = PlanComparer(scenario.game)
    return comparer.play(rules, lineup, policy, seed, first, count, rotation)


def _first_net(request: TrainRequest, executor: Executor) -> Net:
    """Return the net fitted to random play, without the numbers that never vary in it.

    Raises:
        InputError: there are too many numbers.
    """
    players = request.scenario.players
    numbers = seen_numbers(request.scenario)
    most = MOST_FEATURES - SEATS_SEEN * players
    if len(numbers) > most:
        title = request.experiment.game.title
        raise InputError(
            f"{title} has {len(numbers)} numbers that a seat may see, more than {most}"
        )
    n_features = SEATS_SEEN * players + len(numbers)
    blank = Net(players, tuple(numbers), 0, np.zeros(n_weights(n_features, 0)))
    policy = _written(request, 0, blank)
    recording = Recording(n_features, _positions(request), noise=1.0, is_random=True)
    features, targets = recorded(request, 1, policy, [], recording, executor)
    varies = features.std(axis=0)[SEATS_SEEN * players :] > 0
    kept = tuple(each for each, is_kept in zip(numbers, varies, strict=True) if is_kept)
    columns = np.concatenate([np.ones(SEATS_SEEN * players, np.bool_), varies])
    shape = Shape(int(columns.sum()), most_hidden(int(columns.sum())))
    seed = seed_of(request.experiment.seed, "fit", 1)
    weights = fitted(None, shape, features[:, columns], targets, seed, EPOCHS, RATE)
    return Net(players, kept, shape.n_hidden, weights)


def most_hidden(n_features: int, wanted: int = HIDDEN) -> int:
    """Return the number of hidden units: those wanted, or what there is room for."""
    return max(units for units in range(wanted + 1) if n_weights(n_features, units) <= MOST_WEIGHTS)


def _better_net(
    request: TrainRequest, number: int, recent: dict[int, Examples], executor: Executor
) -> Net:
    """Return the net of the generation before, fitted to games of the last generations.

    `recent` keeps their examples; those of an earlier call are played again.
    """
    last = read_net(request.place_of(number - 1), request.experiment.game)
    assert isinstance(last, Net)
    n_recent = 1 + (number - 1) // WINDOW_GROWS_AFTER
    numbers = range(max(number - n_recent + 1, 2), number + 1)
    for each in numbers:
        if each not in recent:
            recent[each] = _examples(request, each, last.n_features, executor)
    for each in [each for each in recent if each not in numbers]:
        del recent[each]
    features, targets = (
        np.concatenate([recent[each][side] for each in numbers]) for side in (0, 1)
    )
    rate = RATE * RATE_HALVES_AFTER / (RATE_HALVES_AFTER + number - 1)
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
    *earlier, last = (read_player(request.place_of(each), game) for each in range(1, number))
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
    later = earlier[len(earlier) // 2 :]
    opponent = later[seed_of(request.experiment.seed, "opponent", number, task) % len(later)]
    return [policy, *[opponent] * n_others]


def measured(
    request: TrainRequest, policy: Policy, executor: Executor, first: int, count: int
) -> Interval[float]:
    """Return the result of a policy on held-out deals.

    METHODS.md: Learning curve.
    """
    players = request.scenario.players
    others = policy if request.is_cooperative else request.reference
    lineup = (policy, *(others,) * (players - 1))
    scenario = request.with_lineup(lineup, fresh_seed(request.experiment.seed))
    games = play_blocks(executor, scenario, first, count)
    if request.is_cooperative:
        return mean_t(scores(games))
    return mean_t(shares(games, str(policy)), low=0.0, high=1.0)


def seed_of(seed: int, *words: object) -> int:
    """Return the seed of a step of a training."""
    text = " ".join(map(str, (seed, *words)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 3


def _written(request: TrainRequest, number: int, net: Net | PlanNet) -> Policy:
    """Write the player of a generation; return it."""
    made = {"training": {"command": request.command, "generation": number}}
    return write_player(request.place_of(number), net, request.experiment.game, made)


def _write_best(progress: TrainProgress) -> None:
    """Write the best generation as the player of the folder, with its held-out result."""
    request, best = progress.request, progress.best
    game, result = request.experiment.game, progress.final or best.result
    among = "" if request.is_cooperative else f" of one seat among {request.reference}"
    made = {
        "training": {
            "command": request.command,
            "seed": request.experiment.seed,
            "generation": best.number,
            "generations": len(progress.generations),
            "games": progress.generations[-1].games,
        },
        "held_out": {
            "what": "mean score" if request.is_cooperative else f"share of the wins{among}",
            "deals": "fresh" if progress.final else "those on which the generation was chosen",
            **result._asdict(),
        },
    }
    write_player(request.folder, read_net(request.place_of(best.number), game), game, made)


def _write_curve(progress: TrainProgress) -> None:
    """Write the learning curve.

    Raises:
        RunError: it cannot be written.
    """
    file = progress.request.folder / CURVE
    temporary = file.with_name(f"_{CURVE}.tmp")
    try:
        with temporary.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(each.row() for each in progress.generations)
        temporary.replace(file)
    except OSError as error:
        raise RunError(f"{file}: cannot be written: {error.strerror or error}") from error


def _kept_generations(request: TrainRequest) -> Iterator[Generation]:
    """Yield the generations that an earlier call has finished.

    Raises:
        InputError: the learning curve is damaged.
    """
    file = request.folder / CURVE
    if not file.exists():
        return
    try:
        with file.open(newline="", encoding="utf-8") as stream:
            for row in csv.DictReader(stream):
                estimate, low, high = (float(row[name]) for name in COLUMNS[3:6])
                result = Interval(estimate, low, high, int(row["n"]))
                numbers = int(row["generation"]), int(row["games"]), float(row["seconds"])
                yield Generation(*numbers, result)
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"damaged: {error}; choose another folder", str(file)) from error
