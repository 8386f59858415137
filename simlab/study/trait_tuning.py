"""Tuning: traits of a scripted policy with which it wins most, by the cross-entropy method.

Candidates are drawn from a normal distribution of the traits, and all of a generation play the same
deals. Half of them are dropped after each look (successive halving); the best move the distribution
(R. Rubinstein, "The cross-entropy method for combinatorial and continuous optimization",
Methodology and Computing in Applied Probability 1, 1999). The mean of the last distribution is the
result; it is measured on fresh deals against the traits with which the search began.

Where seats differ, each may have a distribution of its own: its candidates sit there only, and the
other seats have the opponents.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.crosstable import scores
from simlab.analysis.games import Games
from simlab.analysis.intervals import Interval, mean_t, simultaneous_means
from simlab.analysis.training import TraitTuning
from simlab.analysis.win_rate import policy_means
from simlab.catalog import find_game
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.certificate import fresh_seed
from simlab.experiment.file_paths import with_full_paths
from simlab.experiment.resolve import Experiment, Scenario, resolve, with_players
from simlab.experiment.spec import check_table
from simlab.player import is_player, read_description, tuned_base, write_tuned_player
from simlab.policy import Policy, Trait
from simlab.study.blocks import play_blocks, play_rotation
from simlab.study.matchups import players_of
from simlab.study.train import seed_of, unit_of
from simlab.study.trait_distribution import (
    Distribution,
    last_spread,
    read_distributions,
    write_distributions,
)

Array = NDArray[np.float64]

DEFAULT_GAMES = 400
"""Default number of games in which a candidate is judged that is never dropped."""
DEFAULT_GENERATIONS = 20
CANDIDATES, ELITES = 24, 6
"""Candidates of a generation, and those that the next distribution is fitted to."""
LOOKS = 3
"""Looks at the results of a generation; the candidates still there play twice as many deals after
each."""
SPREAD, SPREAD_OF_RANGE = 0.3, 0.02
"""First standard deviation of a trait, as a share of its value, and at least of its range."""
SMOOTHING = 0.7
"""Weight of the elites in the next distribution; the rest stays, so that it narrows slowly."""
DIGITS = 3
"""Significant digits of a trait; more cannot be told apart."""
TUNED = "tuned"
"""Name of a policy with traits by seat, as long as it is in no folder."""


@dataclass(frozen=True, eq=False)
class TraitTuningRequest:
    """A policy to be tuned, its opponents, and the limits of the search."""

    experiment: Experiment
    policy: Policy
    against: tuple[Policy, ...]
    """Opponents in all other seats; the policy itself with its first traits by default."""
    most_generations: int
    folder: Path
    command: str
    """The command line; its folder holds no other search."""
    by_seat: bool = False
    """Whether each seat has traits of its own."""
    start: str = ""
    """The command that made the player with whose traits it begins, if it begins with one."""
    spread: Mapping[str, float] = field(default_factory=dict)
    """Last standard deviations of the search that made that player, by the names of its numbers."""

    @property
    def seats(self) -> Sequence[int | None]:
        """The seats with a distribution of their own, or None for a common one."""
        return range(self.scenario.players) if self.by_seat else [None]

    @property
    def scenario(self) -> Scenario:
        """The scenario whose line-up is replaced."""
        return self.experiment.scenarios[0]

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats share one score."""
        return self.experiment.game.cooperative

    @property
    def traits(self) -> dict[str, Trait]:
        """The traits that are tuned: those that are set, or else all.

        Those that count something stay, since they set the effort.
        """
        chosen = {**self.policy.seat_traits, **self.policy.weights} or self.policy.traits
        traits = self.policy.traits.items()
        return {name: each for name, each in traits if name in chosen and not each.whole}

    @property
    def n_deals(self) -> int:
        """Deals that a candidate plays at most in a generation."""
        return max(self.scenario.n_asked // self._rotations, 1 << LOOKS)

    @property
    def n_final(self) -> int:
        """Deals on which the result is measured."""
        return max(10 * self.scenario.n_asked // self._rotations, 100)

    @property
    def _rotations(self) -> int:
        return 1 if self.is_cooperative else self.scenario.players

    def with_traits(self, values: Array) -> Policy:
        """Return the policy with some values of its tuned traits, within their bounds.

        `values` has shape (distributions, traits).
        """
        weights = {
            name: tuple(_rounded(value, trait) for value in column)
            for (name, trait), column in zip(self.traits.items(), values.T, strict=True)
        }
        if not self.by_seat:
            return self.policy.with_weights(**{name: own for name, (own,) in weights.items()})
        others = {name: own for name, own in self.policy.weights.items() if name not in weights}
        return replace(self.policy, name=TUNED, weights=others, seat_traits=weights)


def _rounded(value: float, trait: Trait) -> float:
    return min(max(float(f"{value:.{DIGITS}g}"), trait.low), trait.high)


@dataclass(frozen=True, eq=False)
class TraitTuningProgress:
    """Distributions so far, and after the last one the result on fresh deals."""

    request: TraitTuningRequest
    distributions: tuple[Distribution, ...]
    final: Interval[float] | None = None
    """Share of the wins of one seat among the opponents, or the gain in the mean score; a game that
    does not end counts as lost."""
    final_by_seat: Interval[NDArray[Any]] | None = None
    """The same at each seat, in a game with winners."""

    @property
    def last(self) -> Distribution:
        """The distribution after the last generation."""
        return self.distributions[-1]

    @property
    def tuned(self) -> Policy:
        """The policy with the mean of the last distribution."""
        return self.request.with_traits(self.last.mean)


def result_of(progress: TraitTuningProgress) -> TraitTuning:
    """Return what a finished search has reached."""
    request, last = progress.request, progress.last
    assert progress.final is not None
    first = progress.distributions[0]
    names = request.scenario.game.facts(request.scenario.rules).seat_names(request.scenario.players)
    traits = [
        {
            "trait": name,
            **({} if seat is None else {"seat": names[seat]}),
            "before": float(first.mean[row, i]),
            "after": float(last.mean[row, i]),
            "sd": float(last.sd[row, i]),
        }
        for i, name in enumerate(request.traits)
        for row, seat in enumerate(request.seats)
    ]
    elites = [
        (each.generation, each.games, each.seconds, each.elites)
        for each in progress.distributions
        if each.generation > 0
    ]
    seats = progress.final_by_seat
    by_seat = [] if seats is None else [names, seats.estimate, seats.low, seats.high]
    rows = [(*row, 0 if seats is None else seats.n) for row in zip(*by_seat, strict=True)]
    return TraitTuning(
        players=request.scenario.players,
        unit=unit_of(request.scenario),
        against=[str(policy) for policy in request.against],
        n_games=last.games,
        seconds=last.seconds,
        result=progress.final,
        untuned=str(request.policy),
        policy="" if request.by_seat else str(progress.tuned),
        traits=pd.DataFrame(traits),
        elites=pd.DataFrame(elites, columns=["generation", "games", "seconds", "estimate"]),
        seats=pd.DataFrame(rows, columns=["seat", "estimate", "low", "high", "n"]),
    )


def requested_tuning(
    options: Mapping[str, Any],
    tuned: str,
    against: Sequence[str],
    generations: int | None,
    folder: Path | None,
    command: str,
    *,
    by_seat: bool = False,
) -> TraitTuningRequest:
    """Return the search that a command requests; `options` are keys of an experiment.

    Raises:
        InputError: all that is unknown, impossible or out of range, or the folder holds something
            else than this search.
    """
    given = {key: value for key, value in options.items() if value}
    table = check_table(given)
    game = find_game(table.game)
    players = players_of(table, game)
    lineup = [tuned, *islice(cycle(against or [tuned]), players - 1)]
    table = check_table({**given, "players": players, "policy": lineup})
    experiment = resolve(with_full_paths(table, Path()), "train")
    [scenario] = experiment.scenarios
    named = scenario.lineup[0]
    player = tuned_base(named, game)
    policy = named if player is None else player
    own = replace(scenario, n_asked=table.games or DEFAULT_GAMES)
    seats = "-by-seat" if by_seat else ""
    name = f"{experiment.game.name}-{policy.name}{seats}-{players}p"
    request = TraitTuningRequest(
        replace(experiment, scenarios=(own,)),
        policy,
        scenario.lineup[1:],
        generations or DEFAULT_GENERATIONS,
        folder or Path("players") / name,
        command,
        by_seat,
        "" if player is None else _command_of(named),
        {} if player is None else last_spread(named.files[0].parent),
    )
    if policy.seat_traits and not by_seat:
        raise InputError(f"the traits of {named.name} differ by seat; add --by-seat", "tune")
    if by_seat and game.cooperative:
        raise InputError(f"all seats of {game.title} share one score", "by_seat")
    if by_seat and game.is_plain:
        raise InputError(f"{game.title} is plain Python; this needs a compiled game", "by_seat")
    if policy.name not in {each.name for each in game.policies}:
        raise InputError(f"{policy.name} is no policy of {game.title} with traits", "tune")
    if not request.traits:
        raise InputError(f"{policy.name} has no traits to tune", "tune")
    _check_folder(request)
    return request


def _command_of(player: Policy) -> str:
    """Return the command that made a player, with the number of its generations."""
    made = read_description(player.files[0].parent).get("training", {})
    return f"{made['command']} --generations {made['generations']}" if "command" in made else ""


def _check_folder(request: TraitTuningRequest) -> None:
    """Check that a folder is empty or holds the same search."""
    folder = request.folder
    if not folder.exists() or not any(folder.iterdir()):
        return
    made = read_description(folder).get("training", {}) if is_player(folder) else {}
    kept = made.get("command", "")
    if kept != request.command:
        what = f"holds the search of: {kept}" if kept else "is not empty"
        raise InputError(f"{request.folder} {what}; choose another folder with --out", "out")


def play_tuning(request: TraitTuningRequest, executor: Executor) -> Iterator[TraitTuningProgress]:
    """Tune and yield the progress after each generation; the last one has the final result.

    Raises:
        RunError: the folder cannot be written.
        InputError: the folder is damaged.
    """
    progress = TraitTuningProgress(
        request, tuple(_kept_distributions(request)) or (first_of(request),)
    )
    while progress.last.generation < request.most_generations:
        after = _next(request, progress.last, executor)
        progress = replace(progress, distributions=(*progress.distributions, after))
        _write(progress)
        yield progress
    final, by_seat = _measured(progress, executor)
    progress = replace(progress, final=final, final_by_seat=by_seat)
    _write(progress)
    yield progress


def first_of(request: TraitTuningRequest) -> Distribution:
    """Return the distribution around the present traits with which the search begins.

    It is as wide as the last one of the search that made the player with which it goes on.
    """
    policy, traits = request.policy, request.traits
    mean = np.array(
        [[float(policy.trait_at(name, seat or 0)) for name in traits] for seat in request.seats]
    )
    span = np.array([each.high - each.low for each in traits.values()])
    wide = np.maximum(SPREAD * np.abs(mean), SPREAD_OF_RANGE * span).ravel()
    columns = _columns(request)
    sd = np.array([request.spread.get(c, each) for c, each in zip(columns, wide, strict=True)])
    return Distribution(0, 0, 0.0, mean, sd.reshape(mean.shape), float("nan"))


def _next(request: TraitTuningRequest, before: Distribution, executor: Executor) -> Distribution:
    """Return the distribution after one generation more."""
    began = time.perf_counter()
    number, n_games = before.generation + 1, before.games
    mean, sd, bests = before.mean.copy(), before.sd.copy(), []
    for row, seat in enumerate(request.seats):
        drawn = _drawn(request, number, seat, before.mean[row], before.sd[row])
        results, n = _race(request, number, seat, drawn, executor)
        order = np.argsort(-results, kind="stable")[:ELITES]
        elites = drawn[order]
        mean[row] = SMOOTHING * elites.mean(axis=0) + (1 - SMOOTHING) * before.mean[row]
        sd[row] = SMOOTHING * elites.std(axis=0) + (1 - SMOOTHING) * before.sd[row]
        bests.append(float(results[order].mean()))
        n_games += n
    seconds = before.seconds + time.perf_counter() - began
    return Distribution(number, n_games, round(seconds, 1), mean, sd, float(np.mean(bests)))


def _drawn(
    request: TraitTuningRequest, number: int, seat: int | None, mean: Array, sd: Array
) -> Array:
    """Return the candidates of a generation, shape (candidates, traits)."""
    words = [number] if seat is None else [number, seat]
    rng = np.random.default_rng(seed_of(request.experiment.seed, "candidates", *words))
    drawn = rng.normal(mean, sd, (CANDIDATES, len(mean)))
    bounds = np.array([(each.low, each.high) for each in request.traits.values()])
    return np.clip(drawn, bounds[:, 0], bounds[:, 1])


def _race(
    request: TraitTuningRequest, number: int, seat: int | None, drawn: Array, executor: Executor
) -> tuple[Array, int]:
    """Return the result of each candidate, minus infinity for those dropped, and the games.

    After each look the better half goes on; at least the elites stay.
    """
    seed = seed_of(request.experiment.seed, "deals", number)
    results = np.full(len(drawn), -np.inf)
    played: dict[int, list[Array]] = {i: [] for i in range(len(drawn))}
    left, first, n_games = list(range(len(drawn))), 0, 0
    for look in range(1, LOOKS + 1):
        last = request.n_deals >> (LOOKS - look)
        for i in left:
            policy = request.with_traits(np.tile(drawn[i], (len(request.seats), 1)))
            deals, n = _results(request, policy, seat, seed, first, last - first, executor)
            played[i].append(deals)
            n_games += n
        means = np.array([np.concatenate(played[i]).mean() for i in left])
        results[:] = -np.inf
        results[left] = means
        order = np.argsort(-means, kind="stable")[: max(len(left) // 2, ELITES)]
        left, first = sorted(left[i] for i in order), last
    return results, n_games


def _results(
    request: TraitTuningRequest,
    policy: Policy,
    seat: int | None,
    seed: int,
    first: int,
    count: int,
    executor: Executor,
) -> tuple[Array, int]:
    """Return the result of a policy in each of some deals, and how many games these were.

    It sits at one seat only, or at each in turn if that is None.
    """
    scenario = _with_policy(request, policy, seed)
    if seat is not None:
        rotation = -seat % request.scenario.players
        games = play_rotation(executor, scenario, rotation, first, count)
        return ended_wins(games, str(policy)), count
    games = play_blocks(executor, scenario, first, count)
    results = scores(games) if request.is_cooperative else ended_wins(games, str(policy))
    return results, count * scenario.n_rotations


def _with_policy(request: TraitTuningRequest, policy: Policy, seed: int) -> Scenario:
    """Return the scenario of a policy among the opponents; in a cooperative game it has all seats.

    The policy is the first of the line-up.
    """
    n_others = request.scenario.players - 1
    others = (policy,) * n_others if request.is_cooperative else request.against
    lineup = (policy, *others)
    files = with_players(request.scenario.policy_files, lineup)
    return replace(request.scenario, lineup=lineup, policy_files=files, seed=seed)


def ended_wins(games: Games, policy: str) -> Array:
    """Return the share of the wins of a policy, per seat, in each block.

    A game that does not end counts as lost, or the best traits might be those that wait for ever.
    """
    has_ended = np.asarray(games.game("finished"))[..., None]
    return policy_means(games.seat("credit") * has_ended, games.seating(), [policy])[:, 0]


def wins_at_seats(games: Games, policy: str) -> Array:
    """Return the share of the wins of a policy at each seat in each block, as in `ended_wins`."""
    has_ended = np.asarray(games.game("finished"))[..., None]
    wins, is_own = games.seat("credit") * has_ended, games.seating() == policy
    seats = range(games.players)
    return np.stack([wins[:, is_own[:, seat], seat].mean(axis=1) for seat in seats], axis=1)


def _measured(
    progress: TraitTuningProgress, executor: Executor
) -> tuple[Interval[float], Interval[NDArray[Any]] | None]:
    """Return the result of the tuned policy on fresh deals, in a game with winners also by seat.

    METHODS.md: Tuning of traits.
    """
    request, tuned = progress.request, progress.tuned
    seed, count = fresh_seed(request.experiment.seed), request.n_final
    games = play_blocks(executor, _with_policy(request, tuned, seed), 0, count)
    if request.is_cooperative:
        untuned, _ = _results(request, request.policy, None, seed, 0, count, executor)
        return mean_t(scores(games) - untuned), None
    wins = wins_at_seats(games, str(tuned))
    return mean_t(wins.mean(axis=1), low=0.0, high=1.0), simultaneous_means(wins)


def _write(progress: TraitTuningProgress) -> None:
    """Write the distributions, then the policy with how it was made.

    Raises:
        RunError: it cannot be written.
    """
    request, final = progress.request, progress.final
    among = ", ".join(dict.fromkeys(map(str, request.against)))
    measure = (
        f"gain in the mean score over {request.policy}"
        if request.is_cooperative
        else f"share of the wins of one seat among {among}"
    )
    made = {
        "training": {
            "command": request.command,
            "seed": request.experiment.seed,
            "generations": progress.last.generation,
            "games": progress.last.games,
            **({} if request.by_seat else {"policy": str(progress.tuned)}),
            **({"start": request.start} if request.start else {}),
        },
        **({} if final is None else {"held_out": {"what": measure, **final._asdict()}}),
    }
    write_distributions(request.folder, _columns(request), progress.distributions)
    game, players = request.experiment.game, request.scenario.players
    tuned = replace(progress.tuned, name=request.policy.name)
    write_tuned_player(request.folder, tuned, players, game, made)


def _kept_distributions(request: TraitTuningRequest) -> Iterator[Distribution]:
    """Return the distributions that an earlier call has reached."""
    return read_distributions(request.folder, _columns(request), len(request.seats))


def _columns(request: TraitTuningRequest) -> list[str]:
    """Return the names of the numbers of a distribution: traits, or `trait_2` of a second seat."""
    return [
        name if seat is None else f"{name}_{seat + 1}"
        for seat in request.seats
        for name in request.traits
    ]
