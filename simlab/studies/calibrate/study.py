"""Calibration: plays a policy at growing noise, to find the noise whose games look like real plays.

With a second policy, it also plays several shares of it. All play the same deals.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.games import Games
from simlab.analysis.intervals import Interval, mean_t
from simlab.catalog import game_to_play
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.file_paths import with_full_paths
from simlab.experiment.patch import rules_under, stack
from simlab.experiment.resolve import Experiment, Scenario, resolve
from simlab.experiment.spec import ExperimentTable, ScenarioTable, check_table
from simlab.game.definition import Game
from simlab.game.facts import Facts
from simlab.game.policy import NOISE, Policy
from simlab.players.mixture import SHARE, either_text
from simlab.studies.calibrate.play_log import CLOCKS, Play, PlayLog, counts_of, read_play_log
from simlab.studies.calibrate.result import (
    NOISES,
    SHARES,
    Calibration,
    Measure,
    Sample,
    Skill,
    SkillLikelihood,
    compare_with_simulation,
    curve_table,
    likelihood_table,
    noise_interval,
    share_curve_table,
    share_interval,
    shares_table,
)
from simlab.studies.kit.blocks import play_tasks
from simlab.studies.kit.matchups import able_policies, policy_of, with_players

DEFAULT_GAMES = 2_000
"""Games of each noise and number of players; the error of their mean is that of 10 times as many
plays as designers have, or more. With a second policy they are divided among its shares."""
FEWEST_GAMES = 200
"""Games from which covariances are known well enough."""
DIGITS = 3
"""Significant digits of a fitted noise."""
SCORE, BEST = "score", "best"

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CalibrationRequest:
    """Plays of a game, a policy, and the games that are simulated at each noise."""

    experiment: Experiment
    """A scenario for each number of players, share and noise, in this order."""
    log: PlayLog
    digest: str
    """Hash of the file of the plays."""
    policy: Policy
    """The policy whose noise is fitted; with a second one, the mixture of both."""
    first: str
    """The policy as it was requested."""
    second: str | None
    """The policy of a share of the players, if there is one."""
    facts: Facts
    games: int

    @property
    def scenarios(self) -> dict[int, Sequence[Scenario]]:
        """The scenarios by number of players, in increasing order of share, then noise."""
        all_of_them = self.experiment.scenarios
        return {
            players: [scenario for scenario in all_of_them if scenario.players == players]
            for players in self.log.players
        }

    def after(self) -> Experiment:
        """Return the experiment with the study."""
        study = {"kind": "calibrate", "plays": self.digest, "games": self.games}
        return replace(self.experiment, study=study)

    def key(self) -> str:
        """Return a hash of all that decides the fit."""
        identity = [self.experiment.identity(), self.digest, self.games]
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:16]

    def policy_option(self, skill: Skill) -> str:
        """Return the policy with a skill, as an option."""
        rounded = Skill(*(float(f"{value:.{DIGITS}g}") for value in skill))
        return _policy_with_skill(self.policy, rounded, self.second)


@dataclass(frozen=True, eq=False)
class SimulatedGames:
    """Measures of the games simulated so far, by number of players; an array for each skill."""

    measures: Mapping[int, Sequence[Array]]

    @property
    def n_tables(self) -> int:
        """Skills and numbers of players that were played."""
        return sum(map(len, self.measures.values()))


def request_calibration(
    options: Mapping[str, Any], plays: Path, policy: str | None, second: str | None = None
) -> CalibrationRequest:
    """Return the calibration that a command requests; `options` are keys of an experiment.

    The policy is the best one that plays with all numbers of players in the plays, unless given.
    With `second`, a share of the players have that one.

    Raises:
        InputError: all that is unknown, impossible or out of range, in the plays too.
    """
    table = check_table({key: value for key, value in options.items() if value})
    table = with_full_paths(table, Path())
    game = game_to_play(table.game, table.policy_file)
    data = None if table.data is None else Path(table.data)
    facts = game.facts_under(rules_under(stack(table.patch or []), game, data))
    log = read_play_log(plays, game, facts)
    names = [
        _best_of_all(game, log.players) if policy is None else policy,
        *([] if second is None else [second]),
    ]
    names, table = with_players(names, table)
    game = game_to_play(table.game, table.policy_file)  # a player may need kernels
    parts = [policy_of(policy_name, table, game, log.players[-1]) for policy_name in names]
    # there may be no second policy
    for part, option in zip(parts, ("policy", "second"), strict=False):
        if NOISE in part.weights:
            raise InputError(f"{part} has a noise of its own; the plays set it", option)
    if second is not None and ":" in second:
        raise InputError(f"{second} sets traits; a second policy has none", "second")
    name = names[0] if second is None else either_text(str(parts[0]), str(parts[1]))
    # at each number of players, so that a policy which cannot sit there is refused
    fitted = [policy_of(name, table, game, players) for players in log.players][-1]
    shares = (0.0,) if second is None else SHARES
    # a study of shares takes about as long as one without
    games = table.games or DEFAULT_GAMES // len(shares)
    if games < FEWEST_GAMES:
        raise InputError(f"{games} are too few; {FEWEST_GAMES} or more are needed", "games")
    digest = hashlib.sha256(plays.read_bytes()).hexdigest()
    written_policies = [
        _policy_with_skill(fitted, Skill(noise, share), second)
        for share in shares
        for noise in NOISES
    ]
    experiment = resolve(_with_texts(table, written_policies, log), f"calibrate-{game.name}")
    second = None if second is None else str(parts[1])
    return CalibrationRequest(experiment, log, digest, fitted, str(parts[0]), second, facts, games)


def _best_of_all(game: Game, players: Sequence[int]) -> str:
    """Return the best policy that plays with all of some numbers of players.

    Raises:
        InputError: none does.
    """
    able = [set(able_policies(game, number)) for number in players]
    names = [
        policy.name
        for policy in game.policies
        if all(policy.name in able_names for able_names in able)
    ]
    if not names:
        raise InputError(
            f"none of {game.title} plays with all of {', '.join(map(str, players))} players",
            "policy",
        )
    return names[-1]


def _policy_with_skill(policy: Policy, skill: Skill, second: str | None) -> str:
    """Return the written form of a policy with a skill."""
    noise = {"noise": skill.noise} if skill.noise else {}
    share = {} if second is None else {SHARE: skill.share}
    return str(policy.with_weights(**noise, **share))


def _with_texts(table: ExperimentTable, policies: Sequence[str], log: PlayLog) -> ExperimentTable:
    """Return the experiment with a scenario for each number of players and skill."""
    scenarios = [
        ScenarioTable(players=[players], policy=[written])
        for players in log.players
        for written in policies
    ]
    update = {"policy": None, "players": None, "scenario": scenarios}
    return table.model_copy(update=update)


def play(request: CalibrationRequest, executor: Executor) -> Iterator[SimulatedGames]:
    """Play skill by skill and yield the measures of all games so far."""
    measures: dict[int, tuple[Array, ...]] = {}
    tasks = [(scenario, 0, request.games) for scenario in request.experiment.scenarios]
    games = play_tasks(executor, tasks)
    for scenario in request.experiment.scenarios:
        game_measures = measures_of_games(next(games), request.experiment.game)
        measures[scenario.players] = (*measures.get(scenario.players, ()), game_measures)
        yield SimulatedGames(dict(measures))


def measures_of(game: Game, facts: Facts, players: int) -> list[Measure]:
    """Return what may be known of a play with this number of players."""
    unit = facts.score.unit
    if game.cooperative:
        return [Measure(SCORE, facts.score.label, unit), *_clock_measures(game)]
    wins = [
        Measure(f"wins_{seat}", f"wins of {name}", "", is_fitted=False)
        for seat, name in enumerate(facts.seat_names(players))
    ]
    label = facts.score.label
    return [
        Measure(SCORE, f"{label} per seat", unit),
        Measure(BEST, f"best {label}", unit),
        *_clock_measures(game),
        *wins,
    ]


def _clock_measures(game: Game) -> list[Measure]:
    clocks = [clock for clock in CLOCKS if clock in (game.outcome_row.names or ())]
    return [Measure(clock, clock, clock) for clock in clocks]


def measures_of_games(games: Games, game: Game) -> Array:
    """Return the measures of games, shape (games, measures)."""
    clocks = [games.game(clock.name)[:, :1] for clock in _clock_measures(game)]
    if games.seats is None:
        return np.concatenate([games.game("score")[:, :1], *clocks], axis=1)
    scores, wins = games.seat("score")[:, 0], games.seat("credit")[:, 0]
    seat_measures = np.stack([scores.mean(axis=1), scores.max(axis=1)], axis=1)
    return np.concatenate([seat_measures, *clocks, wins], axis=1)


def measures_of_play(play: Play, game: Game) -> Array:
    """Return the measures of a play; nan where it was not written down."""
    lengths = [play.lengths.get(clock.name, np.nan) for clock in _clock_measures(game)]
    scores = np.full(1, np.nan) if play.scores is None else np.array(play.scores)
    if game.cooperative:
        return np.array([scores[0], *lengths])
    wins = np.full(play.players, np.nan)
    if play.winner is not None:
        wins = (np.arange(play.players) == play.winner).astype(float)
    return np.array([scores.mean(), scores.max(), *lengths, *wins])


def samples_of(request: CalibrationRequest, simulated: SimulatedGames) -> list[Sample]:
    """Return the plays, those together of which the same is known, beside simulated games."""
    game, samples = request.experiment.game, []
    n_shares = 1 if request.second is None else len(SHARES)
    for players in request.log.players:
        measures = measures_of(game, request.facts, players)
        by_skill = np.stack(simulated.measures[players])
        games = by_skill.reshape(n_shares, len(NOISES), *by_skill.shape[1:])
        plays = np.array(
            [
                measures_of_play(play_of_group, game)
                for play_of_group in request.log.plays
                if play_of_group.players == players
            ]
        )
        known = ~np.isnan(plays)
        # plays of which the same is known share one covariance matrix
        for pattern in dict.fromkeys(map(tuple, known.tolist())):
            columns = np.flatnonzero(pattern)
            known_plays = plays[(known == pattern).all(axis=1)][:, columns]
            kinds = tuple(measures[column] for column in columns)
            samples.append(Sample(players, kinds, known_plays, games[..., columns]))
    return [sample for sample in samples if sample.measures]


def result_of(request: CalibrationRequest, simulated: SimulatedGames) -> Calibration:
    """Return the fitted skill and the comparison of plays and simulated games."""
    samples = samples_of(request, simulated)
    rng = np.random.default_rng(request.experiment.seed)
    likelihood = SkillLikelihood(samples)
    noise, share = noise_interval(likelihood, samples), share_interval(likelihood, samples)
    skill = Skill(noise.estimate, share.estimate)
    checks, p_value, refitted = compare_with_simulation(likelihood, samples, skill, rng)
    return Calibration(
        policy=request.first,
        fitted=request.policy_option(skill),
        noise=noise,
        p_value=p_value,
        counts=counts_of(request.log.plays),
        checks=checks,
        shares=shares_table(samples, refitted, rng),
        curve=curve_table(samples, share.estimate),
        likelihood=likelihood_table(likelihood, samples),
        minutes=_minutes(request.log.plays),
        n_games=simulated.n_tables * request.games,
        second_policy=request.second or "",
        share=None if request.second is None else share,
        share_curve=pd.DataFrame()
        if request.second is None
        else share_curve_table(samples, noise.estimate),
    )


def _minutes(plays: Sequence[Play]) -> Interval[float] | None:
    """Return the mean minutes of a play, if at least two have them."""
    minutes = np.array([play.minutes for play in plays if play.minutes is not None])
    return mean_t(minutes, low=0.0) if len(minutes) > 1 else None
