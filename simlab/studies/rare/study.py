"""Rare results: a pilot chooses levels, then independent replicates of multilevel splitting.

Replicates are played with the levels, the importance and the number of games that the pilot chose;
it has random streams of its own. So each replicate estimates the probability without bias.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simlab.engine.build import Engine
from simlab.engine.splitting import (
    NEVER,
    REACHED,
    SPANS,
    Importance,
    Result,
    Splitting,
    Stage,
    stage_seed,
)
from simlab.errors import InputError, Problem, not_one_of
from simlab.execution.executor import Executor
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.game.definition import Game
from simlab.game.facts import Facts, Score
from simlab.studies.rare.result import (
    Rare,
    importance_of,
    join_shares,
    next_level,
)

REPLICATES = 40
"""Independent estimates: enough for a t interval of skewed ones."""
PILOT_GAMES = 250
"""Games of a stage of the pilot."""
PREDICTION_GAMES = 500
"""Games of the pilot from which results are predicted."""
FEWEST_PER_STAGE = 50
"""Fewest games of a stage: with fewer, most replicates have no game with the result."""
MOST_STAGES = 60
"""A probability below SHARE to this power is beyond any use."""
PILOT, LENGTHS, PREDICTIONS = -1, -2, -3
"""Numbers of replicates whose random streams the pilot uses."""


@dataclass(frozen=True, eq=False)
class RareRequest:
    """A scenario and the result whose probability is asked."""

    scenario: Scenario
    result: Result
    target: float
    """The score, or 1 for a win."""
    seat: int
    most_games: int

    @property
    def facts(self) -> Facts:
        """The game's facts about its columns."""
        return self.scenario.game.facts_under(self.scenario.rules)

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats share one score."""
        return self.scenario.game.cooperative

    def make_splitting(self) -> Splitting:
        """Return what plays the stages, compiled."""
        scenario = self.scenario
        return Splitting(scenario.game, scenario.rules.row, scenario.lineup, self.result, self.seat)


@dataclass(frozen=True, eq=False)
class RarePilot:
    """What the pilot chose, and what it cost."""

    importance: Importance
    levels: Sequence[float]
    """Importance at which each stage but the last ends."""
    is_reached: bool
    """Whether any game of the pilot had the result."""
    n_per_stage: int
    n_games: float
    """Whole games that the pilot played."""
    mean_decisions: float
    """Decisions of a mean game."""


def request_rare(
    game: str,
    options: Mapping[str, Any],
    score: float | None,
    is_win: bool,
    seat: str | None,
    most_games: int,
) -> RareRequest:
    """Return the question that a command asks; `options` are keys of an experiment.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    experiment = request_experiment(game, options)
    if len(experiment.scenarios) > 1:
        raise InputError("a probability is that of one table; name one number", "players")
    scenario = experiment.scenarios[0]
    facts = scenario.game.facts_under(scenario.rules)
    problems = list(_problems(scenario.game, facts.score, score, is_win))
    if problems:
        raise InputError(problems)
    return RareRequest(
        scenario,
        Result.WIN if is_win else Result.SCORE,
        1.0 if score is None else score,
        seat_number(scenario.game, facts.seat_names(scenario.players), seat),
        most_games,
    )


def _problems(game: Game, known: Score, score: float | None, is_win: bool) -> Iterator[Problem]:
    """Yield what is wrong with the result that is asked for."""
    if game.is_plain:
        yield Problem(f"{game.title} is plain Python; this needs a compiled game", ("game",))
    if (score is not None) == is_win:
        which = "--score X" if game.cooperative else "--score X or --win"
        yield Problem(f"which result? Name one: {which}", ("score",))
    if is_win and game.cooperative:
        yield Problem(f"all seats of {game.title} share one score; use --score X", ("win",))
    elif is_win and game.evaluate is None:
        yield Problem(
            f"{game.title} does not evaluate positions (it has no `evaluate`), so that a win shows"
            " only at the end; simlab run counts wins",
            ("win",),
        )
    if score is not None and not math.isfinite(score):
        yield Problem(f"{score:g} is no finite number", ("score",))
    elif score is not None and known.high is not None and score > known.high:
        yield Problem(f"{score:g} is above the highest possible, {known.high}", ("score",))
    if score is not None and known.low is not None and score <= known.low:
        yield Problem(f"no game has less than {known.low}, the lowest possible", ("score",))


def seat_number(game: Game, names: Sequence[str], seat: str | None) -> int:
    """Return the number of a seat, from 0, by its number from 1 or its name; the first by default.

    Raises:
        InputError: there is none, or all seats share one score.
    """
    if seat is None:
        return 0
    if game.cooperative:
        raise InputError(f"all seats of {game.title} share one score", "seat")
    seat_numbers = [str(number + 1) for number in range(len(names))]
    named = [name.lower() for name in names]
    for known in (seat_numbers, named):
        if seat.lower() in known:
            return known.index(seat.lower())
    given_names = [] if names[0] == "seat 1" else list(names)
    raise InputError(not_one_of(seat, [*seat_numbers, *given_names]), "seat")


def pilot(request: RareRequest, splitting: Splitting) -> RarePilot:
    """Choose importance, levels and games per stage.

    Raises:
        InputError: the score says nothing before the end of a game, or the games are too few.
    """
    seed = request.scenario.seed
    nothing = Importance(request.target)
    # whole games: costs are counted in decisions, since those of a stage begin in the middle
    lengths = splitting.play(nothing, stage_seed(seed, LENGTHS, 0), PILOT_GAMES)
    mean_decisions = lengths.decisions / PILOT_GAMES
    importance, decisions = nothing, lengths.decisions
    if request.result == Result.SCORE:
        importance, predicted = learn_importance(request, splitting, mean_decisions)
        decisions += predicted
    levels, is_reached, per_replicate, searched = choose_levels(request, splitting, importance)
    n_games = (decisions + searched) / mean_decisions
    if not is_reached:
        return RarePilot(importance, levels, False, 0, n_games, mean_decisions)
    cost = REPLICATES * per_replicate / mean_decisions / PILOT_GAMES
    n_per_stage = int((request.most_games - n_games) / cost)
    if n_per_stage < FEWEST_PER_STAGE:
        fewest = n_games + FEWEST_PER_STAGE * cost
        few = f"{request.most_games:,} are too few for this result; it takes {fewest:,.0f}"
        raise InputError(few, "games")
    return RarePilot(importance, levels, True, n_per_stage, n_games, mean_decisions)


def learn_importance(
    request: RareRequest, splitting: Splitting, mean_decisions: float
) -> tuple[Importance, int]:
    """Return the importance that predicts the final score, and the decisions that it took.

    Raises:
        InputError: no value before the end of a game says anything about the final score.
    """
    # games are rarely longer than 1.3 times the mean; the last span has no end
    span = max(1, int(np.ceil(1.3 * mean_decisions / SPANS)))
    seed = stage_seed(request.scenario.seed, PREDICTIONS, 0)
    games = splitting.play(
        Importance(request.target, span), seed, PREDICTION_GAMES, with_values=True
    )
    offsets, slopes = importance_of(games.values, games.finals, request.target)
    if not slopes.any():
        raise InputError(
            f"the score of {request.scenario.game.title} during a game says nothing about the final"
            " score, so that splitting cannot save games; simlab run counts scores",
            "score",
        )
    return Importance(request.target, span, offsets, slopes), games.decisions


def choose_levels(
    request: RareRequest, splitting: Splitting, importance: Importance
) -> tuple[list[float], bool, int, int]:
    """Choose levels; return them, whether the result was reached, and decisions.

    The decisions are those of one replicate and those of the whole search for levels.
    """
    levels: list[float] = []
    starts: Stage | None = None
    per_replicate = searched = 0
    while len(levels) < MOST_STAGES:
        seed = stage_seed(request.scenario.seed, PILOT, len(levels))
        games = splitting.play(importance, seed, PILOT_GAMES, starts)
        searched += games.decisions
        level = next_level(games.highest, levels[-1] if levels else -NEVER)
        if level >= REACHED:
            is_reached = bool((games.finals >= request.target).any())
            return levels, is_reached, per_replicate + games.decisions, searched
        # the same games once more, which now keep the positions at which they pass the level
        starts = splitting.play(importance, seed, PILOT_GAMES, starts, level=level)
        per_replicate += starts.decisions
        searched += starts.decisions
        levels.append(level)
    return levels, False, per_replicate, searched


def play(request: RareRequest, chosen: RarePilot, executor: Executor) -> Iterator[Rare]:
    """Play replicate by replicate, and yield the result of all so far, from the second on."""
    n_stages = len(chosen.levels) + 1
    replicates: list[list[float]] = []
    n_games = chosen.n_games
    question = request.scenario, request.result, request.seat, chosen
    tasks = ((*question, number) for number in range(REPLICATES))
    for shares, decisions in executor.map(replicate, tasks):
        replicates.append(shares)
        n_games += decisions / chosen.mean_decisions
        if len(replicates) > 1:
            yield Rare(join_shares(replicates, n_stages), chosen.n_per_stage, n_games)


def replicate(
    engine: Engine, scenario: Scenario, result: Result, seat: int, chosen: RarePilot, number: int
) -> tuple[list[float], int]:
    """Return the share of games that pass each stage of a replicate, and its decisions.

    Games start from the kept positions in turn, beginning with a random one, so that each is as
    likely as any other to be played on once more often.
    """
    splitting = Splitting(engine.game, scenario.rules.row, scenario.lineup, result, seat)
    n, starts, decisions = chosen.n_per_stage, None, 0
    shares: list[float] = []
    for stage, level in enumerate([*chosen.levels, NEVER]):
        own_seed = stage_seed(scenario.seed, number, stage)
        shift = own_seed % len(starts.kept) if starts else 0
        games = splitting.play(chosen.importance, own_seed, n, starts, shift, level)
        decisions += games.decisions
        is_last = level == NEVER
        n_passed = (games.finals >= chosen.importance.target).sum() if is_last else len(games.kept)
        shares.append(float(n_passed) / n)
        # an estimate of 0 counts as any other: to leave it out would bias the mean
        if n_passed == 0:
            break
        starts = games
    return shares, decisions
