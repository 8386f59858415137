"""Multilevel splitting: games stop at a level of importance and go on from there several times.

A stage plays games from positions that an earlier stage kept, or from deals, until the importance
of the position reaches a level, and keeps the position, with the memories of the policies. All
games have random streams of their own. The importance is a linear function of the value of the
position, with coefficients that depend on the number of decisions made; the value is the game's
evaluation, or else the score if the game ended now. The coefficients decide how much is saved; any
are right, since the result is judged at the end of a game. Source: M. J. J. Garvels, "The splitting
method in rare event simulation", thesis, University of Twente (2000): fixed effort.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import int64, types, void

from simlab.engine.build import (
    FUNCTIONS,
    Play,
    PolicyLike,
    are_kept,
    contract_kept,
    functions_on_faults,
    loop_signature,
    new_scratch,
    padded_policies,
    scratch_row,
)
from simlab.engine.guard import Guard
from simlab.engine.journal import Journal, new_journal
from simlab.engine.kernel import apart, bound, compiled, inlined, is_kept, kernel, spliced
from simlab.engine.loop import (
    APPLY,
    NEXT_SEAT,
    OUTCOME,
    OVER,
    PLAYED,
    SETUP,
    Progress,
    deal_out,
    decide,
    is_faulty,
    is_offered,
    lay_out,
    offer,
    seed_deal,
    unbound,
)
from simlab.engine.record import (
    Floats,
    Ints,
    Row,
    copy_row,
    nested,
    new,
    real,
    record,
    row_of,
    whole,
)
from simlab.engine.result import own_points, shared_points
from simlab.engine.rng import U11, splitmix

NEVER = float("inf")
"""Level at which no game stops."""
REACHED = 1e300
"""Importance of the rare result itself: it reaches every other level."""
SPANS = 64
"""Spans of decisions, each with its own coefficients; the last has no end."""


class Result(StrEnum):
    """What a game may lead to, judged at its end."""

    SCORE = "score"
    WIN = "win"


def stage_record(outcome_row: np.dtype[Any]) -> np.dtype[Any]:
    """Return the type of the settings and counts of a stage."""
    return record(
        level=real("importance at which a game stops and is kept"),
        seat=whole("seat whose result is rare"),
        target=real("the result that is rare, or more"),
        span=whole("decisions in a span", "decisions"),
        offset=real("importance of a position of value 0, by span", shape=SPANS),
        slope=real("importance of a unit of value, by span", shape=SPANS),
        n_starts=whole("positions to start from; 0: deals"),
        shift=whole("number of the position from which the first game starts"),
        n_kept=whole("games that reached the level"),
        decisions=whole("decisions made", "decisions"),
        row=nested(outcome_row, "outcome of the game if it ended now"),
    )


def position_record(state: np.dtype[Any]) -> np.dtype[Any]:
    """Return the type of a kept position."""
    return record(
        state=nested(state, "the table"),
        decisions=whole("decisions made before", "decisions"),
    )


def play_stage(
    rules: Row,
    policies: Any,
    players: int,
    seed: int,
    decision_limit: int,
    state: Row,
    scratch: Row,
    journal: Journal,
    progress: Progress,
    stage: Row,
    starts: Any,
    start_memories: Any,
    reached: Any,
    reached_memories: Any,
    highest: Floats,
    finals: Floats,
    values: Any,
) -> None:
    """Play `len(finals)` games until each reaches the level or its end; keep those that reach it.

    `highest` is the highest importance of each game, `finals` its result, -inf if it has none.
    `values`, shape (games, SPANS) or (0, SPANS), takes the value at the first decision of each
    span. The memories have shape (positions, integers).
    """
    progress.status = PLAYED
    progress.rotation = 0
    stage.n_kept = stage.decisions = 0
    for game in range(finals.shape[0]):
        progress.deal = game
        progress.decision = 0
        progress.doing = SETUP
        # also before a kept position: the streams must be new, or games would go on alike
        deal_out(rules, players, seed, game, 0, state, scratch, journal)
        if stage.n_starts > 0:
            start = (stage.shift + game) % stage.n_starts
            copy_row(starts[start].state, state)
            progress.decision = starts[start].decisions
            restore_memories(scratch, players, start_memories[start])
        before = progress.decision
        highest[game] = finals[game] = -NEVER
        play_to_level(
            rules,
            policies,
            decision_limit,
            state,
            scratch,
            journal,
            progress,
            stage,
            game,
            highest,
            finals,
            values,
        )
        # before counting: a game that stopped by a fault has reached nothing
        if is_faulty(state, progress) or progress.status != PLAYED:
            return
        stage.decisions += progress.decision - before
        if highest[game] >= stage.level:
            copy_row(state, reached[stage.n_kept].state)
            reached[stage.n_kept].decisions = progress.decision
            save_memories(scratch, players, reached_memories[stage.n_kept])
            stage.n_kept += 1


def play_to_level(
    rules: Row,
    policies: Any,
    decision_limit: int,
    state: Row,
    scratch: Row,
    journal: Journal,
    progress: Progress,
    stage: Row,
    game: int,
    highest: Floats,
    finals: Floats,
    values: Any,
) -> None:
    """Let the seats decide until the importance reaches the level or the game is over."""
    progress.doing = NEXT_SEAT
    seat = next_seat(rules, state)
    while seat != OVER and progress.decision < decision_limit:
        progress.doing = OUTCOME
        value = value_of(rules, state, stage.seat, stage.row)
        # by decisions, as the same value promises more in an earlier span
        span = min(progress.decision // stage.span, SPANS - 1)
        if game < values.shape[0] and np.isnan(values[game, span]):
            values[game, span] = value
        highest[game] = max(highest[game], stage.offset[span] + stage.slope[span] * value)
        # before the decision: the kept position is one at which somebody decides
        if highest[game] >= stage.level:
            return
        if decide(rules, policies, seat, state, scratch, progress, False) == 0:
            return
        progress.doing = APPLY
        apply(rules, state, progress.choice, scratch.streams, journal)
        progress.decision += 1
        progress.doing = NEXT_SEAT
        seat = next_seat(rules, state)
    if seat == OVER:
        progress.doing = OUTCOME
        outcome(rules, state, True, stage.row)
        finals[game] = final_value(stage.row, stage.seat)
        # the result counts, not the importance, which may be wrong about it
        if finals[game] >= stage.target:
            highest[game] = REACHED


@kernel
def save_memories(scratch: Row, players: int, memory: Ints) -> None:
    """Write the memories of all policies one after the other."""
    index = 0
    for seat in range(players):
        for i in range(scratch.n_memory[seat]):
            memory[index] = scratch.memory[seat, i]
            index += 1


@kernel
def restore_memories(scratch: Row, players: int, memory: Ints) -> None:
    """Read the memories of all policies as `save_memories` wrote them."""
    index = 0
    for seat in range(players):
        for i in range(scratch.n_memory[seat]):
            scratch.memory[seat, i] = memory[index]
            index += 1


@kernel
def stage_seed(seed: int, replicate: int, number: int) -> int:
    """Return the seed of a stage of a replicate; replicate -1 is the pilot."""
    word = splitmix(splitmix(splitmix(np.uint64(seed)) ^ np.uint64(replicate)) ^ np.uint64(number))
    seed_of_stage: Any = np.int64(word >> U11)
    return seed_of_stage


def own_win(row: Row, seat: int) -> float:
    """Return 1 for a win of the seat, alone or shared, else 0."""
    return 1.0 if row.seats[seat].credit > 0.0 else 0.0


def value_so_far(rules: Row, state: Row, seat: int, row: Row) -> float:
    """Return the result as if the game ended now."""
    outcome(rules, state, False, row)
    return final_value(row, seat)


def evaluation(rules: Row, state: Row, seat: int, row: Row) -> float:
    """Return the game's evaluation of the position."""
    return evaluate(rules, state, seat)


next_seat = legal = apply = outcome = evaluate = value_of = final_value = unbound
PARTS = (offer, is_offered, decide, is_faulty, seed_deal, lay_out, deal_out, play_to_level)


@dataclass(frozen=True, eq=False)
class Importance:
    """Importance of a position: offset and slope of its value in each span of decisions."""

    target: float
    """The rare result: this or more."""
    span: int = 1
    """Decisions in a span."""
    offset: Floats = field(default_factory=lambda: np.zeros(SPANS))
    slope: Floats = field(default_factory=lambda: np.ones(SPANS))


@dataclass(frozen=True, eq=False)
class Stage:
    """Games of a stage, and the positions of those that reached its level."""

    highest: Floats
    """Highest importance of each game."""
    finals: Floats
    """Result of each game; -inf if it stopped before its end."""
    values: Floats
    """Value at the first decision of each span, shape (games, SPANS), if asked for."""
    kept: npt.NDArray[Any]
    memories: npt.NDArray[np.int64]
    decisions: int
    """Decisions made."""


class Splitting:
    """Plays stages of one line-up towards one result; stateless between calls, for any thread."""

    def __init__(
        self,
        game: Any,
        rules: npt.NDArray[Any],
        lineup: Sequence[PolicyLike],
        result: Result,
        seat: int,
    ) -> None:
        self.game, self.rules, self.lineup, self.seat = game, rules, lineup, seat
        self._stage = compiled_stage(game, result)
        self._policies = padded_policies(lineup, game)
        self._n_memory = sum(policy.memory for policy in lineup)

    @staticmethod
    def is_compiled(game: Any, policies: Sequence[PolicyLike], result: Result) -> bool:
        """Say whether the stages of a game and these policies are in the cache, ready to play."""
        is_stage_kept = is_kept(stage_of(game, result), stage_signature(game), game.home)
        return is_stage_kept and are_kept(policies, game)

    def play(
        self,
        importance: Importance,
        seed: int,
        n_games: int,
        starts: Stage | None = None,
        shift: int = 0,
        level: float = NEVER,
        with_values: bool = False,
    ) -> Stage:
        """Play `n_games` to a level: from deals, or in turn from the kept positions of `starts`.

        The first game starts from position number `shift`.

        Raises:
            ContractError: a policy or the game broke its contract.
        """
        starts = starts or self._kept(0)
        ends = self._kept(0 if level == NEVER else n_games)
        settings = self._settings(importance, level, shift, len(starts.kept))
        highest, finals = np.empty(n_games), np.empty(n_games)
        values = np.full((n_games if with_values else 0, SPANS), np.nan)
        scratch, progress = new_scratch(self.game, self.lineup), new(Progress.dtype)
        guard = Guard(self.rules, scratch)
        with contract_kept(Play(self.game, self.lineup, seed, progress), guard):
            self._stage(
                row_of(guard.rules),
                self._policies,
                len(self.lineup),
                seed,
                self.game.decision_limit,
                row_of(new(self.game.state_row)),
                row_of(scratch),
                row_of(new_journal(False)),
                row_of(progress),
                row_of(settings),
                starts.kept,
                starts.memories,
                ends.kept,
                ends.memories,
                highest,
                finals,
                values,
            )
        n, decisions = int(settings["n_kept"][0]), int(settings["decisions"][0])
        return Stage(highest, finals, values, ends.kept[:n], ends.memories[:n], decisions)

    def _settings(
        self, importance: Importance, level: float, shift: int, n_starts: int
    ) -> npt.NDArray[Any]:
        settings = new(stage_record(self.game.outcome_row))
        for name in ("target", "span", "offset", "slope"):
            settings[name] = getattr(importance, name)
        settings["level"], settings["seat"] = level, self.seat
        settings["shift"], settings["n_starts"] = shift, n_starts
        return settings

    def _kept(self, count: int) -> Stage:
        """Return a stage with room for this many positions."""
        nothing, position = np.empty(0), position_record(self.game.state_row)
        memories = np.zeros((count, self._n_memory), np.int64)
        return Stage(nothing, nothing, nothing, new(position, count), memories, 0)


@functools.cache
def compiled_stage(game: Any, result: Result) -> Any:
    """Return `play_stage` of a game and a result, compiled."""
    return compiled(stage_of(game, result), stage_signature(game), game.home)


@functools.cache
def stage_of(game: Any, result: Result) -> Any:
    """Return `play_stage` with the game's functions bound to it and to its parts."""
    names = {name: inlined(getattr(game, name)) for name in FUNCTIONS} | functions_on_faults(game)
    # the outcome is asked for at every decision and at the end: one copy of its code will do
    names["apply"], names["outcome"] = apart(game.apply), apart(game.outcome)
    score = shared_points if game.cooperative else own_points
    names["final_value"] = inlined(own_win if result == Result.WIN else score)
    names["evaluate"] = game.evaluate
    is_evaluated = game.evaluate and game.is_for_points == (result != Result.WIN)
    value_of = evaluation if is_evaluated else value_so_far
    names["value_of"] = spliced(bound(value_of, "value_of", **names))
    for part in PARTS:
        names[part.__name__] = spliced(bound(part, part.__name__, **names))
    return bound(play_stage, f"play_{game.name}_to_{result}", **names)


@functools.cache
def stage_signature(game: Any) -> Any:
    """Return the compiled type of a game's stages."""
    rules, policies = loop_signature(game).args[:2]
    positions = types.Array(numba.from_dtype(position_record(game.state_row)), 1, "C")
    memories = types.Array(types.int64, 2, "C")
    numbers = types.Array(types.float64, 1, "C")
    return void(
        rules,
        policies,
        *[int64] * 3,
        numba.from_dtype(game.state_row),
        numba.from_dtype(scratch_row(game)),
        numba.from_dtype(Journal.dtype),
        numba.from_dtype(Progress.dtype),
        numba.from_dtype(stage_record(game.outcome_row)),
        positions,
        memories,
        positions,
        memories,
        numbers,
        numbers,
        types.Array(types.float64, 2, "C"),
    )
