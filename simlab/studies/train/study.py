"""Training: a player learns from games against itself and earlier generations, or given policies.

How the net of a generation is fitted says `plan_learning` for a game with a learner, else
`game_learning`. The best generation on held-out deals is the player; its result is measured again
on other deals, since it was chosen. Where players without noise would play the same few games
again and again, all players of held-out games have a small noise.
Every generation is a function of the seed and the one before it, so that training goes on from its
folder and does not depend on the number of cores.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.crosstable import scores, shares
from simlab.analysis.intervals import Interval, mean_t
from simlab.engine.build import Engine
from simlab.engine.recorded_game import compiled_recorder
from simlab.engine.rollout_examples import compiled_comparer
from simlab.errors import RunError
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Scenario
from simlab.experiment.small_noise import SMALL
from simlab.explain.habits import GAMES as HABIT_GAMES
from simlab.files.checksum import finite, read_csv, seal_csv
from simlab.files.writing import write_whole
from simlab.game.player_file import is_whole
from simlab.game.policy import Policy
from simlab.players.trained import Net, PlanNet, read_net, read_player, write_player
from simlab.report.answers.alike_games import reason_for_noise
from simlab.studies.kit.alike_games import variety_of
from simlab.studies.kit.blocks import play_blocks
from simlab.studies.train.folder import claim_folder, damaged_training
from simlab.studies.train.game_learning import better_net, first_net
from simlab.studies.train.habit_limits import (
    HabitValues,
    habit_frame,
    keeps_limits,
    measure_habits,
    read_habits,
    write_habits,
)
from simlab.studies.train.plan_learning import net_of_plans
from simlab.studies.train.request import (
    Examples,
    TrainRequest,
    unit_of,
    write_generation,
)
from simlab.studies.train.result import AMONG_BEST, BeyondLimits, Training

PATIENCE = 12
"""Generations that are not better on held-out deals after which training stops."""
N_BEST = 6
"""Best generations that the next one plays, since some beat each other in a circle. In El Grande in
small, with as many games in all, the one chosen lacks 1.9 points of strength if the next one plays
three before, 0.7 with six and 0.1 with twelve; with three players 0.5, 0.3 and 0.1."""
CURVE = "curve.csv"
RIVALS = "rivals.csv"
COLUMNS = ("generation", "games", "seconds", "estimate", "low", "high", "n")


class Meeting(NamedTuple):
    """What a generation and one of the best before it win of each other's games."""

    share: float
    """Share of the wins of one seat of the generation among the rival."""
    rival_share: float
    """That of one seat of the rival among the generation."""


RIVAL_COLUMNS = ("generation", "rival", *Meeting._fields)


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
    """Share of the wins of one seat among the best generations before, if all learn together."""
    meetings: Mapping[int, Meeting] = field(default_factory=dict)
    """The meetings with each of them, by its number."""
    habits: HabitValues = field(default_factory=dict)
    """The habits that have a limit, of the generation in all seats."""

    def share_among(self, rival: Generation) -> float:
        """Return the share of the wins of one seat among another generation, 0 if they never met.

        Generations that meet all meet: for all that are compared, as many shares are 0.
        """
        if rival.number in self.meetings:
            return self.meetings[rival.number].share
        meeting = rival.meetings.get(self.number)
        return 0.0 if meeting is None else meeting.rival_share

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
    beyond: BeyondLimits | None = None
    """The strongest generation on the same deals, where it is not the player for its habits."""

    @property
    def best(self) -> Generation:
        """The best generation on held-out deals that keeps the limits, if any does."""
        # the others have not met all of these: the reference alone compares them
        others = sorted(self.generations, key=lambda member: -member.result.estimate)
        kept = (member for member in (*self.best_first, *others) if self.keeps_limits(member))
        return next(kept, self.strongest)

    @property
    def strongest(self) -> Generation:
        """The best generation on held-out deals, whatever its habits."""
        return self.best_first[0]

    def keeps_limits(self, generation: Generation) -> bool:
        """Return whether no habit of a generation has its whole interval beyond the limit."""
        return keeps_limits(generation.habits, self.request.limits)

    @property
    def best_first(self) -> list[Generation]:
        """The best generations, at most N_BEST, the best first.

        METHODS.md: Learning curve.
        """
        pool: list[Generation] = []
        for generation in self.generations:
            pool.append(generation)
            strengths = {member.number: _strength(member, pool) for member in pool}
            # stable: of equal ones the earlier is the better
            pool.sort(key=lambda member: -strengths[member.number])
            del pool[N_BEST:]
        return pool

    @property
    def is_finished(self) -> bool:
        """Whether the limit is reached, or nothing has improved for long."""
        n = len(self.generations)
        most = self.request.most_generations
        return n > 0 and (n >= most or n - self.best.number >= PATIENCE)


def _strength(generation: Generation, pool: Sequence[Generation]) -> float:
    """Return what a generation wins, half of it among the reference, half among those of a pool.

    The policies of the game are the players with whom its answers are compared; the generations
    guard against one that has learnt to beat the reference alone.
    """
    rivals = [rival for rival in pool if rival.number != generation.number]
    among_reference = generation.result.estimate
    if not rivals:
        return among_reference
    among_pool = sum(generation.share_among(rival) for rival in rivals) / len(rivals)
    return (among_reference + among_pool) / 2


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
        variety=request.variety,
        habits=habit_frame(
            {generation.number: generation.habits for generation in progress.generations},
            request.limits,
        ),
        beyond=progress.beyond,
    )


def play(request: TrainRequest, executor: Executor) -> Iterator[TrainProgress]:
    """Train and yield the progress after each generation; the last one has the final result.

    Raises:
        RunError: the folder cannot be written.
        InputError: the game has too many numbers that a seat may see.
    """
    claim_folder(request.folder, request.command)
    generations = tuple(_kept_generations(request))
    list(executor.map(_compile, [(request.scenario,)]))
    if generations:
        request = with_variety(request, executor)
    progress = TrainProgress(request, generations)
    recent: dict[int, Examples] = {}
    while not progress.is_finished:
        progress = _next(progress, recent, executor)
        # before the look, so that who stops there has the player
        _write_best(progress)
        yield progress
    request = progress.request
    best = read_player(request.place_of(progress.best.number), request.experiment.game)
    final = measured(request, best, executor, request.n_held_out, request.n_final)
    beyond = _beyond_limits(progress, best, executor)
    compared = None
    if request.is_for_points:
        compared = measured(
            request, request.reference, executor, request.n_held_out, request.n_final
        )
    progress = replace(progress, final=final, compared=compared, beyond=beyond)
    _write_best(progress)
    yield progress


def _beyond_limits(
    progress: TrainProgress, best: Policy, executor: Executor
) -> BeyondLimits | None:
    """Return what the strongest generation reaches on fresh deals, if its habits rule it out."""
    request, strongest = progress.request, progress.strongest
    if strongest is progress.best:
        return None
    policy = read_player(request.place_of(strongest.number), request.experiment.game)
    results, results_of_best = (
        deal_results(
            request, player, executor, request.n_held_out, request.n_final, request.reference
        )
        for player in (policy, best)
    )
    # the same deals: what chance gives to both is no difference
    cost = mean_t(results - results_of_best)
    return BeyondLimits(strongest.number, _interval(request, results), cost)


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
    policy = write_generation(request, number, net)
    if request.variety is None:
        request = with_variety(request, executor)
        progress = replace(progress, request=request)
    result = _result(request, number, net, policy, executor)
    among_best, meetings = _among_best(progress, number, executor)
    habits = _habits(request, number, executor)
    seconds = (before[-1].seconds if before else 0.0) + time.perf_counter() - began
    counts = number, number * request.n_games, round(seconds, 1)
    generation = Generation(*counts, result, among_best, meetings, habits)
    after = replace(progress, generations=(*before, generation))
    # after the generation itself: a row says that its player is there
    _write_curve(after)
    return after


def _habits(request: TrainRequest, number: int, executor: Executor) -> HabitValues:
    """Return the limited habits of a generation that has all seats in held-out games."""
    policy = read_player(request.place_of(number), request.experiment.game)
    alone = request.seat_among(policy, policy)
    return measure_habits(alone, request.limits, executor, HABIT_GAMES)


def _result(
    request: TrainRequest, number: int, net: Net | PlanNet, policy: Policy, executor: Executor
) -> Interval[float]:
    """Return the held-out result of a generation; a learner is written with its best threshold."""
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


def _among_best(
    progress: TrainProgress, number: int, executor: Executor
) -> tuple[Interval[float] | None, dict[int, Meeting]]:
    """Return what one seat of a generation wins among the best ones before, and each meeting.

    There is nothing to measure for the first one, where seats play for points, and where opponents
    are given.
    """
    request = progress.request
    if not progress.generations or not request.generations_meet:
        return None, {}
    game, rivals = request.experiment.game, progress.best_first
    policy = read_player(request.place_of(number), game)
    # with two players one line-up measures both
    n_lineups = 1 if request.scenario.players == 2 else 2
    # as many games as among the reference, in parts for all rivals and line-ups
    count = max(request.n_held_out // (len(rivals) * n_lineups), 1)
    meetings, all_results = {}, []
    for place, rival in enumerate(rivals):
        rival_policy, first = read_player(request.place_of(rival.number), game), place * count
        results = deal_results(request, policy, executor, first, count, rival_policy)
        share = float(results.mean())
        rival_share = 1.0 - share
        if n_lineups > 1:
            reverse = deal_results(request, rival_policy, executor, first, count, policy)
            rival_share = float(reverse.mean())
        meetings[rival.number] = Meeting(share, rival_share)
        all_results.append(results)
    return mean_t(np.concatenate(all_results), low=0.0, high=1.0), meetings


def measured(
    request: TrainRequest, policy: Policy, executor: Executor, first: int, count: int
) -> Interval[float]:
    """Return the result of a policy on held-out deals, among the reference.

    METHODS.md: Learning curve.
    """
    results = deal_results(request, policy, executor, first, count, request.reference)
    return _interval(request, results)


def _interval(request: TrainRequest, results: NDArray[np.float64]) -> Interval[float]:
    if request.is_for_points:
        return mean_t(results)
    return mean_t(results, low=0.0, high=1.0)


def deal_results(
    request: TrainRequest,
    policy: Policy,
    executor: Executor,
    first: int,
    count: int,
    opponent: Policy,
) -> NDArray[np.float64]:
    """Return the share of the wins, or the score, of one seat of a policy in each held-out deal.

    An opponent has all other seats, in a cooperative game the policy itself.
    """
    scenario = request.seat_among(policy, policy if request.is_cooperative else opponent)
    games, name = play_blocks(executor, scenario, first, count), str(scenario.lineup[0])
    return scores(games, name) if request.is_for_points else shares(games, name)


def with_variety(request: TrainRequest, executor: Executor) -> TrainRequest:
    """Return a request that knows how many held-out games of the first generation are different.

    It is measured among the reference, and where generations meet, among equals, too: the fewest
    count. In a cooperative game noise would only lower the score. METHODS.md: Games that are alike.
    """
    if request.is_cooperative:
        return request
    policy = read_player(request.place_of(1), request.experiment.game)
    if request.learner is not None:  # the threshold is chosen later
        policy = policy.with_weights(threshold=request.thresholds[0])
    opponents = [request.reference, *([policy] if request.generations_meet else [])]
    tasks = [(request.seat_among(policy, opponent),) for opponent in opponents]
    varieties = executor.map(variety_of, tasks)
    return replace(request, variety=min(varieties, key=lambda variety: variety.n_different))


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
            **_noise_of(request),
            "deals": "fresh" if progress.final else "those on which the generation was chosen",
            **result._asdict(),
        },
    }
    write_player(request.folder, read_net(request.place_of(best.number), game), game, made)


def _noise_of(request: TrainRequest) -> dict[str, Any]:
    """Return the noise of the players of held-out games, and why they have it."""
    if request.variety is None or not request.variety.is_small:
        return {}
    return {"noise": SMALL, "why": reason_for_noise(request.variety)}


def _write_curve(progress: TrainProgress) -> None:
    """Write the learning curve, after what generations have won among rivals.

    Raises:
        RunError: they cannot be written.
    """
    generations = progress.generations
    rivals = [
        [generation.number, rival, *meeting]
        for generation in generations
        for rival, meeting in generation.meetings.items()
    ]
    rows = [[*generation.row().values()] for generation in generations]
    folder = progress.request.folder
    if rivals:
        _write_table(folder / RIVALS, RIVAL_COLUMNS, rivals)
    if progress.request.limits:
        habits = {generation.number: generation.habits for generation in generations}
        write_habits(folder, habits, progress.request.limits)
    _write_table(folder / CURVE, (*COLUMNS, *AMONG_BEST), rows)


def _write_table(file: Path, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    try:
        write_whole(file, seal_csv(columns, rows))
    except OSError as error:
        raise RunError(f"{file}: cannot be written: {error.strerror or error}") from error


def _kept_generations(request: TrainRequest) -> Iterator[Generation]:
    """Yield the generations that an earlier call has finished, up to one that was damaged since.

    Raises:
        InputError: the learning curve is damaged, or what was won among rivals.
    """
    file = request.folder / CURVE
    if not file.exists():
        return
    kept_meetings = _kept_meetings(request.folder / RIVALS)
    kept_habits = read_habits(request.folder) if request.limits else {}
    if kept_habits is None:
        return
    try:
        for row in read_csv(file.read_bytes()):
            result = _interval_of(row, COLUMNS[3:6])
            among_best = _interval_of(row, AMONG_BEST) if row.get(AMONG_BEST[0]) else None
            numbers = int(row["generation"]), int(row["games"]), finite(row["seconds"])
            meetings = kept_meetings.get(numbers[0], {})
            # an earlier simlab did not keep the meetings
            is_known = bool(meetings) == (among_best is not None)
            if not (is_known and is_whole(request.place_of(numbers[0]))):
                return
            habits = kept_habits.get(numbers[0], {})
            yield Generation(*numbers, result, among_best, meetings, habits)
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise damaged_training(file, error) from error


def _kept_meetings(file: Path) -> dict[int, dict[int, Meeting]]:
    """Return each meeting of each generation by the rival; nothing if they were not kept.

    Raises:
        InputError: the file is damaged.
    """
    if not file.exists():
        return {}
    kept: dict[int, dict[int, Meeting]] = {}
    try:
        for row in read_csv(file.read_bytes()):
            meeting = Meeting(*(finite(row[name]) for name in Meeting._fields))
            kept.setdefault(int(row["generation"]), {})[int(row["rival"])] = meeting
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise damaged_training(file, error) from error
    return kept


def _interval_of(row: Mapping[str, str], names: Sequence[str]) -> Interval[float]:
    estimate, low, high = (finite(row[name]) for name in names)
    return Interval(estimate, low, high, int(row["n"]))
