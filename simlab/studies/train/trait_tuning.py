"""Tuning: traits of a scripted policy with which it wins most, by the cross-entropy method.

Candidates are drawn from a normal distribution of the traits, and all of a generation play the same
deals. Half of them are dropped after each look (successive halving); the best move the distribution
(R. Rubinstein, "The cross-entropy method for combinatorial and continuous optimization",
Methodology and Computing in Applied Probability 1, 1999). The mean of the last distribution is the
result; it is measured on fresh deals against the traits with which the search began.

Opponents are drawn from those that are given. If there are none, half are drawn from the traits
with which the search begins and half from the means of all generations before (fictitious play,
G. W. Brown, "Iterative solution of games by fictitious play", 1951), so that the policy does not
learn to beat only itself. Where seats differ, each may have a distribution
of its own: its candidates sit there only, and the other seats have the opponents.

Habits may have limits. Candidates that may be beyond one drop out before the race, if
enough others are left; the result is the mean of the last generation that is not wholly beyond
(M. Wen, U. Topcu, "Constrained cross-entropy method for safe reinforcement learning", NeurIPS 31,
2018).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.crosstable import scores
from simlab.analysis.games import Games
from simlab.analysis.intervals import Interval, mean_t, simultaneous_means
from simlab.execution.executor import Executor
from simlab.experiment.certificate import fresh_seed
from simlab.explain.habits import GAMES as HABIT_GAMES
from simlab.game.policy import Policy
from simlab.players.trained import write_tuned_player
from simlab.studies.kit.blocks import play_blocks
from simlab.studies.train.folder import claim_folder
from simlab.studies.train.habit_limits import (
    CANDIDATE_GAMES,
    HabitValues,
    habit_frame,
    keeps_limits,
    largest_excess,
    measure_habits,
    read_habits,
    write_habits,
)
from simlab.studies.train.request import seed_of, unit_of
from simlab.studies.train.result import BeyondLimits, TraitTuning
from simlab.studies.train.trait_distribution import (
    Distribution,
    read_distributions,
    write_distributions,
)
from simlab.studies.train.trait_race import ELITES, Race, credits_that_count, wins_at_seats
from simlab.studies.train.trait_request import Start, TraitTuningRequest

Array = NDArray[np.float64]

CANDIDATES = 24
"""Candidates of a generation."""
SPREAD, SPREAD_OF_RANGE = 0.3, 0.02
"""First standard deviation of a trait, as a share of its value, and at least of its range."""
LEAST_SPREAD = 0.2
"""Share of the first standard deviation that always stays, so that a search does not stop before
it has found the best (noise: I. Szita, A. Lőrincz, "Learning Tetris using the noisy cross-entropy
method", Neural Computation 18, 2006). Without it, Mare Nostrum with three players came to a stop
after some twelve generations, at 50 instead of 77 % among balanced players."""
SMOOTHING = 0.7
"""Weight of the elites in the next distribution; the rest stays, so that it narrows slowly."""


@dataclass(frozen=True, eq=False)
class FinalResult:
    """The result of the tuned policy on fresh deals."""

    result: Interval[float]
    """Share of the wins of one seat among the opponents, or the gain in the mean score; a game that
    does not end counts as lost, and so does a win in another way than the one asked for."""
    by_seat: Interval[NDArray[Any]] | None = None
    """The same at each seat, where seats play for wins."""
    untuned: Interval[float] | None = None
    """The result of the policy with which the search began, where only one way to win counts."""
    all_wins: Interval[float] | None = None
    """Share of all wins of the tuned policy, where only one way to win counts."""
    beyond: BeyondLimits | None = None
    """The last generation, where its habits rule it out."""


@dataclass(frozen=True, eq=False)
class TraitTuningProgress:
    """Distributions so far, and after the last one the result on fresh deals."""

    request: TraitTuningRequest
    distributions: tuple[Distribution, ...]
    final: FinalResult | None = None
    habits: Mapping[int, HabitValues] = field(default_factory=dict)
    """The habits that have a limit, of the mean of each generation in all seats."""

    @property
    def last(self) -> Distribution:
        """The distribution after the last generation."""
        return self.distributions[-1]

    @property
    def best(self) -> Distribution:
        """The last distribution whose mean keeps the limits of habits, if any does."""
        kept = (
            distribution
            for distribution in reversed(self.distributions[1:])
            if keeps_limits(self.habits.get(distribution.generation, {}), self.request.limits)
        )
        return next(kept, self.last)

    @property
    def tuned(self) -> Policy:
        """The policy with the mean of the best distribution."""
        return self.request.with_traits(self.best.mean)

    def earlier(self) -> list[Policy]:
        """Return the generations so far, as opponents; none if opponents are given."""
        request = self.request
        if request.against or request.is_cooperative:
            return []
        return [
            request.with_traits(distribution.mean, f"generation_{distribution.generation}")
            for distribution in self.distributions[1:]
        ]


def result_of(progress: TraitTuningProgress) -> TraitTuning:
    """Return what a finished search has reached."""
    request, last, final = progress.request, progress.last, progress.final
    best = progress.best
    assert final is not None
    first = progress.distributions[0]
    scenario = request.scenario
    names = scenario.game.facts_under(scenario.rules).seat_names(scenario.players)
    traits = [
        {
            "trait": name,
            **({} if seat is None else {"seat": names[seat]}),
            "before": float(first.mean[row, i]),
            "after": float(best.mean[row, i]),
            "sd": float(best.sd[row, i]),
        }
        for i, name in enumerate(request.traits)
        for row, seat in enumerate(request.seats)
    ]
    elites = [
        (distribution.generation, distribution.games, distribution.seconds, distribution.elites)
        for distribution in progress.distributions
        if distribution.generation > 0
    ]
    seats = final.by_seat
    by_seat = [] if seats is None else [names, seats.estimate, seats.low, seats.high]
    rows = [(*row, 0 if seats is None else seats.n) for row in zip(*by_seat, strict=True)]
    return TraitTuning(
        players=scenario.players,
        is_of_seat=request.is_for_points and not request.is_cooperative,
        unit=unit_of(scenario),
        against=[str(policy) for policy in request.against],
        n_games=last.games,
        seconds=last.seconds,
        result=final.result,
        untuned=request.starts[0].name,
        policy="" if request.by_seat else str(progress.tuned),
        traits=pd.DataFrame(traits),
        elites=pd.DataFrame(elites, columns=["generation", "games", "seconds", "estimate"]),
        seats=pd.DataFrame(rows, columns=["seat", "estimate", "low", "high", "n"]),
        way=request.way_label,
        result_before=final.untuned,
        all_wins=final.all_wins,
        best=best.generation,
        habits=habit_frame(progress.habits, request.limits),
        beyond=final.beyond,
    )


def play_tuning(request: TraitTuningRequest, executor: Executor) -> Iterator[TraitTuningProgress]:
    """Tune and yield the progress after each generation; the last one has the final result.

    Raises:
        RunError: the folder cannot be written.
        InputError: the folder is damaged.
    """
    claim_folder(request.folder, request.command)
    distributions = tuple(_read_distributions(request)) or (first_of(request, executor),)
    kept_habits = read_habits(request.folder) if request.limits else {}
    if kept_habits is None:
        kept_habits, distributions = {}, distributions[:1]
    progress = TraitTuningProgress(request, distributions, habits=kept_habits)
    while progress.last.generation < request.most_generations:
        after = _next(progress, executor)
        habits = {**progress.habits, after.generation: _habits(request, after, executor)}
        distributions = (*progress.distributions, after)
        progress = replace(progress, distributions=distributions, habits=habits)
        _write(progress)
        yield progress
    progress = replace(progress, final=_final_result(progress, executor))
    _write(progress)
    yield progress


def first_of(request: TraitTuningRequest, executor: Executor) -> Distribution:
    """Return the distribution around the present traits with which the search begins.

    It is as wide as the last one of the search that made the player with which it goes on. With
    several players to go on with, each distribution is that of the one with the best result.
    """
    start_distributions = [_distribution_of(request, start) for start in request.starts]
    if len(start_distributions) == 1:
        return start_distributions[0]
    mean, sd, bests, n_games = (
        start_distributions[0].mean.copy(),
        start_distributions[0].sd.copy(),
        [],
        0,
    )
    for row, seat in enumerate(request.seats):
        # each seat has the start that does best there: empires need different play
        race = Race(request, seat, seed_of(request.experiment.seed, "deals", 0), ())
        results = []
        for start_distribution in start_distributions:
            deals, n = race.results(
                request.with_traits(start_distribution.mean), 0, request.n_deals, executor
            )
            results.append(float(deals.mean()))
            n_games += n
        best = start_distributions[int(np.argmax(results))]
        mean[row], sd[row] = best.mean[row], best.sd[row]
        bests.append(max(results))
    return Distribution(0, n_games, 0.0, mean, sd, float(np.mean(bests)))


def _distribution_of(request: TraitTuningRequest, start: Start) -> Distribution:
    """Return the distribution around the traits of a start."""
    mean = np.array(
        [
            [float(start.policy.trait_at(name, seat or 0)) for name in request.traits]
            for seat in request.seats
        ]
    )
    first = zip(request.columns(), _first_spread(request, mean).ravel(), strict=True)
    sd = np.array([start.spread.get(column, wide) for column, wide in first])
    return Distribution(0, 0, 0.0, mean, sd.reshape(mean.shape), float("nan"))


def _first_spread(request: TraitTuningRequest, mean: Array) -> Array:
    """Return the standard deviations with which a search around a mean begins."""
    span = np.array([trait.high - trait.low for trait in request.traits.values()])
    return np.maximum(SPREAD * np.abs(mean), SPREAD_OF_RANGE * span)


def _next(progress: TraitTuningProgress, executor: Executor) -> Distribution:
    """Return the distribution after one generation more."""
    request, before = progress.request, progress.last
    began = time.perf_counter()
    number, n_games = before.generation + 1, before.games
    deals, earlier = seed_of(request.experiment.seed, "deals", number), progress.earlier()
    mean, sd, bests = before.mean.copy(), before.sd.copy(), []
    for row, seat in enumerate(request.seats):
        drawn = _draw_candidates(request, number, seat, before.mean[row], before.sd[row])
        candidates = [
            request.with_traits(np.tile(trait_values, (len(mean), 1))) for trait_values in drawn
        ]
        if request.limits:
            drawn, n_followed = _within_limits(request, drawn, candidates, deals, executor)
            candidates = [request.with_traits(trait_values[None]) for trait_values in drawn]
            n_games += n_followed
        results, n = Race(request, seat, deals, earlier).rank_candidates(candidates, executor)
        # stable: equal results rank alike on any machine
        order = np.argsort(-results, kind="stable")[:ELITES]
        elites = drawn[order]
        mean[row] = SMOOTHING * elites.mean(axis=0) + (1 - SMOOTHING) * before.mean[row]
        sd[row] = SMOOTHING * elites.std(axis=0) + (1 - SMOOTHING) * before.sd[row]
        bests.append(float(results[order].mean()))
        n_games += n
    # around the new mean: a trait that has grown needs larger steps
    sd = np.maximum(sd, LEAST_SPREAD * _first_spread(request, mean))
    seconds = before.seconds + time.perf_counter() - began
    return Distribution(number, n_games, round(seconds, 1), mean, sd, float(np.mean(bests)))


def _habits(request: TraitTuningRequest, after: Distribution, executor: Executor) -> HabitValues:
    """Return the limited habits of the mean of a distribution."""
    policy = request.with_traits(after.mean)
    alone = request.alone(policy, fresh_seed(request.experiment.seed))
    return measure_habits(alone, request.limits, executor, HABIT_GAMES)


def _within_limits(
    request: TraitTuningRequest,
    drawn: Array,
    candidates: Sequence[Policy],
    seed: int,
    executor: Executor,
) -> tuple[Array, int]:
    """Return the candidates that keep the limits, and the games that this took.

    If these are fewer than the elites, the next ones follow, those least beyond first.
    """
    excess = np.array(
        [
            largest_excess(
                measure_habits(
                    request.alone(candidate, seed), request.limits, executor, CANDIDATE_GAMES
                ),
                request.limits,
            )
            for candidate in candidates
        ]
    )
    # all that are within are alike here: the race tells which of them are better
    order = np.argsort(np.maximum(excess, 0.0), kind="stable")
    n_kept = max(int((excess <= 0).sum()), ELITES)
    return drawn[order[:n_kept]], len(candidates) * CANDIDATE_GAMES


def _draw_candidates(
    request: TraitTuningRequest, number: int, seat: int | None, mean: Array, sd: Array
) -> Array:
    """Return the candidates of a generation, shape (candidates, traits)."""
    seed_parts = [number] if seat is None else [number, seat]
    rng = np.random.default_rng(seed_of(request.experiment.seed, "candidates", *seed_parts))
    drawn = rng.normal(mean, sd, (CANDIDATES, len(mean)))
    bounds = np.array([(trait.low, trait.high) for trait in request.traits.values()])
    # clipped, not drawn again: a best value at a bound must be reachable
    return np.clip(drawn, bounds[:, 0], bounds[:, 1])


def _final_result(progress: TraitTuningProgress, executor: Executor) -> FinalResult:
    """Return the result of the tuned policy on fresh deals, also by seat where they play for wins.

    METHODS.md: Tuning of traits.
    """
    request, tuned = progress.request, progress.tuned
    games = _fresh_games(request, tuned, executor)
    if request.is_for_points:
        untuned = _fresh_games(request, request.policy, executor)
        before = scores(untuned, str(request.policy))
        gain = scores(games, str(tuned)) - before
        return FinalResult(mean_t(gain), beyond=_beyond_limits(progress, games, executor))
    wins = wins_at_seats(credits_that_count(games, request), games, str(tuned))
    final = FinalResult(
        _share_of(wins),
        simultaneous_means(wins),
        beyond=_beyond_limits(progress, games, executor),
    )
    if request.way is None:
        return final
    untuned = _fresh_games(request, request.policy, executor)
    before = wins_at_seats(credits_that_count(untuned, request), untuned, str(request.policy))
    every = wins_at_seats(credits_that_count(games, replace(request, way=None)), games, str(tuned))
    return replace(final, untuned=_share_of(before), all_wins=_share_of(every))


def _beyond_limits(
    progress: TraitTuningProgress, games: Games, executor: Executor
) -> BeyondLimits | None:
    """Return what the last generation reaches on the same deals, if its habits rule it out.

    `games` are those of the tuned policy.
    """
    request, last, tuned = progress.request, progress.last, progress.tuned
    if last is progress.best:
        return None
    policy = request.with_traits(last.mean)
    games_beyond = _fresh_games(request, policy, executor)
    if request.is_for_points:
        gain = scores(games_beyond, str(policy)) - scores(games, str(tuned))
        untuned = scores(_fresh_games(request, request.policy, executor), str(request.policy))
        result = mean_t(scores(games_beyond, str(policy)) - untuned)
        return BeyondLimits(last.generation, result, mean_t(gain))
    shares, shares_of_tuned = (
        wins_at_seats(credits_that_count(own_games, request), own_games, str(own)).mean(axis=1)
        for own_games, own in ((games_beyond, policy), (games, tuned))
    )
    result = mean_t(shares, low=0.0, high=1.0)
    return BeyondLimits(last.generation, result, mean_t(shares - shares_of_tuned))


def _fresh_games(request: TraitTuningRequest, policy: Policy, executor: Executor) -> Games:
    """Return games of a policy on deals that had no part in the search."""
    # the search has picked what did well on its own deals
    seed = fresh_seed(request.experiment.seed)
    scenario = request.with_lineup(policy, request.measured_among, seed)
    return play_blocks(executor, scenario, 0, request.n_final)


def _share_of(wins: Array) -> Interval[float]:
    """Return the share of the wins over all seats, of `wins` by block and seat."""
    return mean_t(wins.mean(axis=1), low=0.0, high=1.0)


def _write(progress: TraitTuningProgress) -> None:
    """Write the distributions, then the policy with how it was made.

    Raises:
        RunError: it cannot be written.
    """
    request, final = progress.request, progress.final
    starts = list(dict.fromkeys(command for start in request.starts for command in start.commands))
    among = ", ".join(request.names_among)
    of_seat = "" if request.is_cooperative else f" of one seat among {among}"
    measure = (
        f"gain in the mean score{of_seat} over {request.starts[0].name}"
        if request.is_for_points
        else f"share of the {request.wins_that_count} of one seat among {among}"
    )
    made = {
        "training": {
            "command": request.command,
            "seed": request.experiment.seed,
            "generations": progress.last.generation,
            "games": progress.last.games,
            **({} if request.by_seat else {"policy": str(progress.tuned)}),
            **({"start": starts} if starts else {}),
        },
        **({} if final is None else {"held_out": {"what": measure, **final.result._asdict()}}),
    }
    # first: a search that is stopped between both writes goes on from here
    if request.limits:
        write_habits(request.folder, progress.habits, request.limits)
    write_distributions(request.folder, request.columns(), progress.distributions)
    game, players = request.experiment.game, request.scenario.players
    tuned = replace(progress.tuned, name=request.policy.name)
    write_tuned_player(request.folder, tuned, players, game, made)


def _read_distributions(request: TraitTuningRequest) -> Iterator[Distribution]:
    """Return the distributions that an earlier call has reached."""
    return read_distributions(request.folder, request.columns(), len(request.seats))
