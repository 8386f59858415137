"""Training: a player learns from games against itself and earlier generations, or given policies.

How the net of a generation is fitted says `plan_learning` for a game with a learner, else
`game_learning`. The best generation on held-out deals is the player; its result is measured again
on other deals, since it was chosen.
Every generation is a function of the seed and the one before it, so that training goes on from its
folder and does not depend on the number of cores.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from simlab.analysis.crosstable import scores, shares
from simlab.analysis.intervals import Interval, mean_t
from simlab.engine.build import Engine
from simlab.engine.recorded_game import compiled_recorder
from simlab.engine.rollout_examples import compiled_comparer
from simlab.errors import RunError
from simlab.execution.executor import Executor
from simlab.experiment.certificate import fresh_seed
from simlab.experiment.resolve import Scenario
from simlab.files.checksum import finite, read_csv, seal_csv
from simlab.files.writing import write_whole
from simlab.game.player_file import is_whole
from simlab.game.policy import Policy
from simlab.players.trained import Net, PlanNet, read_net, read_player, write_player
from simlab.studies.kit.blocks import play_blocks
from simlab.studies.train.folder import claim_folder
from simlab.studies.train.game_learning import better_net, first_net
from simlab.studies.train.plan_learning import net_of_plans
from simlab.studies.train.request import (
    Examples,
    TrainRequest,
    damaged_training,
    unit_of,
    write_generation,
)
from simlab.studies.train.result import AMONG_BEST, Training

PATIENCE = 12
"""Generations that are not better on held-out deals after which training stops."""
CURVE = "curve.csv"
COLUMNS = ("generation", "games", "seconds", "estimate", "low", "high", "n")


@dataclass(frozen=True)
class Generation:
    """A generation and its result on held-out deals."""

    number: int
    games: int
    """Games from which it and all before it were learnt."""
    seconds: float
    """Seconds since the training began, interruptions left out."""
    result: Interval[float]
    """Share of the wins of one seat among `reference`, or its mean score, or that of a table."""
    among_best: Interval[float] | None = None
    """Share of the wins of one seat among the best generation before, if all learn together."""

    def is_better(self, best: Generation, players: int) -> bool:
        """Whether it is better than the best generation before.

        METHODS.md: Learning curve.
        """
        gain = self.result.estimate - best.result.estimate
        if self.among_best is not None:
            gain += self.among_best.estimate - 1.0 / players
        return gain > 0.0

    def row(self) -> dict[str, Any]:
        """Return the row of the learning curve."""
        results = (self.number, self.games, self.seconds, *self.result)
        among = self.among_best[:3] if self.among_best else (None,) * 3
        return dict(zip((*COLUMNS, *AMONG_BEST), (*results, *among), strict=True))


@dataclass(frozen=True, eq=False)
class TrainProgress:
    """Generations so far, and after the last one the result on fresh deals."""

    request: TrainRequest
    generations: tuple[Generation, ...]
    final: Interval[float] | None = None
    compared: Interval[float] | None = None
    """Mean score of the reference on the same deals, where seats play for points."""

    @property
    def best(self) -> Generation:
        """The best generation on held-out deals."""
        best, *later = self.generations
        for generation in later:
            if generation.is_better(best, self.request.scenario.players):
                best = generation
        return best

    @property
    def is_finished(self) -> bool:
        """Whether the limit is reached, or nothing has improved for long."""
        n = len(self.generations)
        most = self.request.most_generations
        return n > 0 and (n >= most or n - self.best.number >= PATIENCE)


def result_of(progress: TrainProgress) -> Training:
    """Return what a finished training has reached."""
    request, last = progress.request, progress.generations[-1]
    player = read_player(request.place_of(progress.best.number), request.experiment.game)
    assert progress.final is not None
    return Training(
        players=request.scenario.players,
        is_of_seat=request.is_for_points and not request.is_cooperative,
        unit=unit_of(request.scenario),
        against=[str(policy) for policy in request.against],
        n_games=last.games,
        seconds=last.seconds,
        result=progress.final,
        sentence=player.sentence,
        reference=str(request.reference),
        curve=pd.DataFrame([generation.row() for generation in progress.generations]).dropna(
            axis=1, how="all"
        ),
        best=progress.best.number,
        score_of_reference=progress.compared,
    )


def play(request: TrainRequest, executor: Executor) -> Iterator[TrainProgress]:
    """Train and yield the progress after each generation; the last one has the final result.

    Raises:
        RunError: the folder cannot be written.
        InputError: the game has too many numbers that a seat may see.
    """
    claim_folder(request.folder, request.command)
    progress = TrainProgress(request, tuple(_kept_generations(request)))
    list(executor.map(_compile, [(request.scenario,)]))
    recent: dict[int, Examples] = {}
    while not progress.is_finished:
        progress = _next(progress, recent, executor)
        # before the look, so that who stops there has the player
        _write_best(progress)
        yield progress
    best = read_player(request.place_of(progress.best.number), request.experiment.game)
    final = measured(request, best, executor, request.n_held_out, request.n_final)
    compared = None
    if request.is_for_points:
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
        net = net_of_plans(request, number, recent, executor)
    elif number == 1:
        net = first_net(request, executor)
    else:
        net = better_net(request, number, recent, executor)
    result = _written(request, number, net, executor)
    among_best = _among_best(progress, number, executor)
    seconds = (before[-1].seconds if before else 0.0) + time.perf_counter() - began
    generation = Generation(number, number * request.n_games, round(seconds, 1), result, among_best)
    after = replace(progress, generations=(*before, generation))
    # after the generation itself: a row says that its player is there
    _write_curve(after)
    return after


def _written(
    request: TrainRequest, number: int, net: Net | PlanNet, executor: Executor
) -> Interval[float]:
    """Write a generation, a learner with the best threshold; return its held-out result."""
    policy = write_generation(request, number, net)
    if not isinstance(net, PlanNet):
        return measured(request, policy, executor, 0, request.n_held_out)
    # too good by the choice of the best one; the final result comes from deals of its own
    results = {
        threshold: measured(
            request, policy.with_weights(threshold=threshold), executor, 0, request.n_held_out
        )
        for threshold in request.thresholds
    }
    best = max(results, key=lambda threshold: results[threshold].estimate)
    write_generation(request, number, net.with_threshold(best))
    return results[best]


def _among_best(progress: TrainProgress, number: int, executor: Executor) -> Interval[float] | None:
    """Return what one seat of a generation wins among the best generation before.

    There is nothing to measure for the first one, where seats play for points, and where opponents
    are given.
    """
    request = progress.request
    if not progress.generations or request.is_for_points or request.against:
        return None
    policy, best = (
        read_player(request.place_of(generation), request.experiment.game)
        for generation in (number, progress.best.number)
    )
    return measured(request, policy, executor, 0, request.n_held_out, best)


def measured(
    request: TrainRequest,
    policy: Policy,
    executor: Executor,
    first: int,
    count: int,
    among: Policy | None = None,
) -> Interval[float]:
    """Return the result of a policy on held-out deals, among the reference unless others are given.

    METHODS.md: Learning curve.
    """
    players = request.scenario.players
    opponent = policy if request.is_cooperative else among or request.reference
    lineup = (policy, *(opponent,) * (players - 1))
    scenario = request.with_lineup(lineup, fresh_seed(request.experiment.seed))
    games = play_blocks(executor, scenario, first, count)
    if request.is_for_points:
        return mean_t(scores(games, str(policy)))
    return mean_t(shares(games, str(policy)), low=0.0, high=1.0)


def _write_best(progress: TrainProgress) -> None:
    """Write the best generation as the player of the folder, with its held-out result."""
    request, best = progress.request, progress.best
    game, result = request.experiment.game, progress.final or best.result
    among = "" if request.is_cooperative else f" of one seat among {request.reference}"
    made = {
        "training": {
            "command": f"{request.command} --generations {len(progress.generations)}",
            "seed": request.experiment.seed,
            "generation": best.number,
            "generations": len(progress.generations),
            "games": progress.generations[-1].games,
            **({"against": [str(policy) for policy in request.against]} if request.against else {}),
        },
        "held_out": {
            "what": f"{'mean score' if request.is_for_points else 'share of the wins'}{among}",
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
    rows = [[*generation.row().values()] for generation in progress.generations]
    try:
        write_whole(file, seal_csv((*COLUMNS, *AMONG_BEST), rows))
    except OSError as error:
        raise RunError(f"{file}: cannot be written: {error.strerror or error}") from error


def _kept_generations(request: TrainRequest) -> Iterator[Generation]:
    """Yield the generations that an earlier call has finished, up to one that was damaged since.

    Raises:
        InputError: the learning curve is damaged.
    """
    file = request.folder / CURVE
    if not file.exists():
        return
    try:
        for row in read_csv(file.read_bytes()):
            result = _interval_of(row, COLUMNS[3:6])
            among_best = _interval_of(row, AMONG_BEST) if row.get(AMONG_BEST[0]) else None
            numbers = int(row["generation"]), int(row["games"]), finite(row["seconds"])
            if not is_whole(request.place_of(numbers[0])):
                return
            yield Generation(*numbers, result, among_best)
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise damaged_training(file, error) from error


def _interval_of(row: Mapping[str, str], names: Sequence[str]) -> Interval[float]:
    estimate, low, high = (finite(row[name]) for name in names)
    return Interval(estimate, low, high, int(row["n"]))
