"""Winning chances: a game played once, and rollouts from its positions, as the deciding seat sees.

A game is played by its line-up. At each decision that is asked about, rollouts begin with one of
the choices of the menu, or with that of the seat's policy. Before each, what the seat cannot see is
dealt again, and all random streams are seeded again; the policies of the line-up play on with empty
memories, to the end of the game. Trials of one decision have the same streams and hidden
information (common random numbers), so that choices are compared in pairs of rollouts. Choices are
known by their positions on the menu, which are the same in a plain game and in its translation.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from numba import int64, types

from simlab.engine.build import (
    FUNCTIONS,
    Play,
    PolicyLike,
    are_kept,
    compiled_policy,
    contract_kept,
    functions_on_faults,
    loop_signature,
    new_scratch,
    padded_policies,
    scratch_row,
    seated_policies,
)
from simlab.engine.guard import Guard
from simlab.engine.journal import Journal, new_journal
from simlab.engine.kernel import apart, bound, compiled, inlined, is_kept, kernel, spliced
from simlab.engine.loop import (
    APPLY,
    LEGAL,
    NEXT_SEAT,
    NOT_OFFERED,
    OUTCOME,
    OVER,
    PLAYED,
    POLICY,
    SETUP,
    WRONG_MENU,
    Progress,
    deal_out,
    forget,
    is_faulty,
    lay_out,
    offer,
    seed_deal,
    unbound,
)
from simlab.engine.record import Floats, Ints, Row, copy_row, new, row_of
from simlab.engine.rng import seed_noise, seed_table

BY_POLICY = -1
"""The choice of a trial that begins with that of the seat's policy."""
HALVES = 2
"""Independent halves of the rollouts: one selects, the other measures."""


class Trial(NamedTuple):
    """A decision of a game, and the choice with which its rollouts begin."""

    decision: int
    """Number of the decision in the game, from 0."""
    choice: int = BY_POLICY
    """Position on the menu."""


class GameWithRollouts(NamedTuple):
    """The decisions of a game, its result, and the results of the rollouts of each trial."""

    seats: npt.NDArray[np.int64]
    """The seat of each decision."""
    menus: npt.NDArray[np.int64]
    """The number of choices of each decision."""
    chosen: npt.NDArray[np.int64]
    """The position of the choice that was made, by decision."""
    result: Floats
    """The share of the win of each seat in the game."""
    credits: Floats
    """Shares of the win in the rollouts, shape (trials, halves, rollouts, seats)."""
    n_decisions: int
    """Decisions made in the game and in all rollouts."""

    @property
    def turn_starts(self) -> npt.NDArray[np.int64]:
        """The first decision of each turn."""
        # a turn begins where another seat decides
        return np.flatnonzero(np.append(True, self.seats[1:] != self.seats[:-1]))


def play_with_rollouts(
    rules: Row,
    policies: Any,
    players: int,
    seed: int,
    deal: int,
    rotation: int,
    decision_limit: int,
    state: Row,
    trial: Row,
    scratch: Row,
    rollout_scratch: Row,
    journal: Journal,
    progress: Progress,
    row: Row,
    trace: Ints,
    result: Floats,
    trials: Ints,
    keys: Ints,
    credits: Floats,
) -> int:
    """Play a deal, with the rollouts of each trial; return the decisions made in all of them.

    `trace`, shape (decision_limit, 3), takes seat, number of choices and position of the choice of
    each decision. `trials` has a row per trial, its decision and its choice, in the order of the
    decisions; `keys` the seeds of the halves of each.
    """
    progress.status = PLAYED
    progress.deal, progress.rotation, progress.decision = deal, rotation, 0
    progress.doing = SETUP
    deal_out(rules, players, seed, deal, rotation, state, scratch, journal)
    next_trial = n_decisions = 0
    progress.doing = NEXT_SEAT
    seat = next_seat(rules, state)
    while seat != OVER and progress.decision < decision_limit:
        progress.seat = seat
        progress.doing = LEGAL
        n = offer(rules, state, scratch)
        if not 1 <= n <= scratch.menu.shape[0]:
            progress.n_offered = n
            progress.status = WRONG_MENU
            return n_decisions
        while next_trial < trials.shape[0] and trials[next_trial, 0] == progress.decision:
            for half in range(HALVES):
                n_decisions += roll_out(
                    rules,
                    policies,
                    players,
                    seat,
                    trials[next_trial, 1],
                    keys[next_trial, half],
                    decision_limit,
                    state,
                    trial,
                    scratch,
                    rollout_scratch,
                    journal,
                    progress,
                    row,
                    credits[next_trial, half],
                )
                if progress.status != PLAYED:
                    return n_decisions
            next_trial += 1
            progress.seat = seat
        progress.doing = POLICY
        choice = policies[seat](rules, state, seat, n, scratch)
        position = position_on(scratch.offered, n, choice)
        if position == n:
            progress.choice = choice
            progress.status = NOT_OFFERED
            return n_decisions
        trace[progress.decision, 0] = seat
        trace[progress.decision, 1] = n
        trace[progress.decision, 2] = position
        progress.doing = APPLY
        apply(rules, state, choice, scratch.streams, journal)
        progress.decision += 1
        progress.doing = NEXT_SEAT
        seat = next_seat(rules, state)
    write_credits(rules, players, seat, state, progress, row, result)
    return n_decisions + progress.decision


def roll_out(
    rules: Row,
    policies: Any,
    players: int,
    seat: int,
    first_choice: int,
    key: int,
    decision_limit: int,
    state: Row,
    trial: Row,
    scratch: Row,
    rollout_scratch: Row,
    journal: Journal,
    progress: Progress,
    row: Row,
    credits: Floats,
) -> int:
    """Play the rollouts of one half of a trial; return how many decisions these made."""
    n_decisions, first_decision = 0, progress.decision
    for number in range(credits.shape[0]):
        copy_row(state, trial)
        seed_table(rollout_scratch.streams, key, number)
        # as the seat sees the table: a chance must not know hidden cards
        hide(rules, trial, seat, rollout_scratch.streams)
        seed_noise(rollout_scratch.noise, key, number, 0, players)
        for player in range(players):
            # what policies remember of the real game may hold what the seat cannot know
            forget(rollout_scratch, player)
        decider, position = seat, first_choice
        progress.decision = first_decision
        while decider != OVER and progress.decision < decision_limit:
            progress.seat = decider
            if position != BY_POLICY:
                # of the real table's menu: what a seat cannot see does not change its choices
                choice = scratch.offered[position]
                position = BY_POLICY
            else:
                progress.doing = LEGAL
                n = offer(rules, trial, rollout_scratch)
                if not 1 <= n <= rollout_scratch.menu.shape[0]:
                    progress.n_offered = n
                    progress.status = WRONG_MENU
                    return n_decisions
                progress.doing = POLICY
                choice = policies[decider](rules, trial, decider, n, rollout_scratch)
                if position_on(rollout_scratch.offered, n, choice) == n:
                    progress.choice = choice
                    progress.status = NOT_OFFERED
                    return n_decisions
            progress.doing = APPLY
            apply(rules, trial, choice, rollout_scratch.streams, journal)
            progress.decision += 1  # the watchdog sees that rollouts go on
            n_decisions += 1
            progress.doing = NEXT_SEAT
            decider = next_seat(rules, trial)
        write_credits(rules, players, decider, trial, progress, row, credits[number])
        if progress.status != PLAYED:
            return n_decisions
    progress.decision = first_decision
    return n_decisions


def write_credits(
    rules: Row,
    players: int,
    decider: int,
    state: Row,
    progress: Progress,
    row: Row,
    credits: Floats,
) -> None:
    """Write the share of the win of each seat, unless the game has a fault."""
    if not is_faulty(state, progress):
        progress.doing = OUTCOME
        row.finished = decider == OVER
        outcome(rules, state, decider == OVER, row)
        if not is_faulty(state, progress):
            for player in range(players):
                credits[player] = row.seats[player].credit


@kernel
def position_on(menu: Ints, n: int, choice: int) -> int:
    """Return the position of a choice among the first `n` of a menu, or `n`."""
    for position in range(n):
        if menu[position] == choice:
            return position
    return n


next_seat = legal = setup = hide = apply = outcome = unbound
PARTS = (offer, is_faulty, seed_deal, lay_out, deal_out, write_credits, roll_out)


class WinChances:
    """Plays games of one game with rollouts; stateless between calls, for any thread."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self._play = compiled_play(game)

    @staticmethod
    def is_compiled(game: Any, policies: Sequence[PolicyLike]) -> bool:
        """Say whether what plays the rollouts, and these policies, are in the cache."""
        return is_kept(play_of(game), signature(game), game.home) and are_kept(policies, game)

    def prepare(self, policies: Iterable[PolicyLike]) -> None:
        """Compile these policies now, in one thread, rather than when they play."""
        for policy in policies:
            compiled_policy(policy, self.game)

    def play(
        self,
        rules: npt.NDArray[Any],
        lineup: Sequence[PolicyLike],
        seed: int,
        deal: int,
        rotation: int,
        trials: Sequence[Trial],
        keys: npt.NDArray[np.int64],
        n_rollouts: int,
    ) -> GameWithRollouts:
        """Play a deal with `n_rollouts` in each half of each trial.

        The trials are in the order of their decisions; `keys`, shape (trials, halves), has the
        seeds of their streams.

        Raises:
            ContractError: a policy or the game broke its contract.
        """
        game, players, seated = self.game, len(lineup), seated_policies(lineup, rotation)
        scratch = new_scratch(game, seated)
        progress = new(Progress.dtype)
        trace = np.empty((game.decision_limit, 3), np.int64)
        result = np.zeros(players)
        credits = np.zeros((len(trials), HALVES, n_rollouts, players))
        guard = Guard(rules, scratch)
        with contract_kept(Play(game, lineup, seed, progress), guard):
            n_decisions = self._play(
                row_of(guard.rules),
                padded_policies(seated, game),
                players,
                seed,
                deal,
                rotation,
                game.decision_limit,
                row_of(new(game.state_row)),
                row_of(new(game.state_row)),
                row_of(scratch),
                row_of(new_scratch(game, seated)),
                row_of(new_journal(False)),
                row_of(progress),
                row_of(new(game.outcome_row)),
                trace,
                result,
                np.array(trials, np.int64).reshape(-1, 2),
                keys,
                credits,
            )
        n_made = int(progress["decision"][0])
        seats, menus, chosen = trace[:n_made].T.copy()
        return GameWithRollouts(seats, menus, chosen, result, credits, int(n_decisions))


@functools.cache
def compiled_play(game: Any) -> Any:
    """Return `play_with_rollouts` of a game, compiled."""
    return compiled(play_of(game), signature(game), game.home)


@functools.cache
def play_of(game: Any) -> Any:
    """Return `play_with_rollouts` with the game's functions bound to it and to its parts."""
    names = {name: apart(getattr(game, name)) for name in (*FUNCTIONS, "hide")}
    names["next_seat"] = inlined(game.next_seat)
    names |= functions_on_faults(game)
    for part in PARTS:
        names[part.__name__] = spliced(bound(part, part.__name__, **names))
    return bound(play_with_rollouts, f"roll_out_{game.name}", **names)


@functools.cache
def signature(game: Any) -> Any:
    """Return the compiled type of `play_with_rollouts` of a game."""
    rules, policies = loop_signature(game).args[:2]
    state, scratch = numba.from_dtype(game.state_row), numba.from_dtype(scratch_row(game))
    return int64(
        rules,
        policies,
        *[int64] * 5,
        state,
        state,
        scratch,
        scratch,
        numba.from_dtype(Journal.dtype),
        numba.from_dtype(Progress.dtype),
        numba.from_dtype(game.outcome_row),
        types.Array(types.int64, 2, "C"),
        types.Array(types.float64, 1, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.float64, 4, "C"),
    )
