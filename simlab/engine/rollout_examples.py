"""Examples for learning from rollouts: positions at the end of a turn, and how the game ended.

At some turns of a recorded seat its plan and some random ones of those that it considers are played
on, each to the end of the game, all with the same hidden information and chance (common random
numbers). The policies of the seats play on. The results of plans of one turn are compared with each
other, so that what all of them share does not count.

If the recorded policy has a net, it values the position a few turns later instead of the end of the
game (bootstrapping): such values have less chance in them, and are had much sooner.

The policy of a recorded seat is a learner, see `simlab.game.learner`: it takes another plan if its
memory asks for one, and leaves there the features of the position at the end of its turn.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
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
    loop_signature,
    new_scratch,
    padded_policies,
    scratch_row,
    seated_policies,
)
from simlab.engine.guard import Guard
from simlab.engine.journal import Journal, new_journal
from simlab.engine.kernel import apart, bound, compiled, inlined, is_kept, spliced
from simlab.engine.loop import (
    MOST_SEATS,
    NEXT_SEAT,
    OVER,
    PLAYED,
    POLICY,
    Progress,
    deal_out,
    forget,
    lay_out,
    offer,
    seed_deal,
    unbound,
)
from simlab.engine.net import MOST_HIDDEN, net_value
from simlab.engine.record import (
    Row,
    as_record,
    copy_row,
    nested,
    new,
    real,
    record,
    row_of,
    whole,
    word,
)
from simlab.engine.rng import (
    STREAM,
    U11,
    below,
    next_word,
    seed_noise,
    seed_stream,
    seed_table,
    uniform,
)
from simlab.engine.search import final_value_of

PLAYED_SHARE, VALUED_SHARE = 0.12, 0.3
"""Share of the turns whose plans are compared, if their games are played to the end, and if a net
values them."""
PLAYED_TURNS, MOST_TURNS = 8, 16
"""Most turns of a game whose plans are compared, likewise. Games that hardly end would fill the
examples with their turns."""
PLANS = 8
"""Plans compared at a turn: that of the policy, then random ones."""
LATER_TURNS = 3
"""Turns of its seat after the compared one at whose end a net values the position. In Arriala with
three players, differences predicted by nets that were fitted to such values after 1, 2, 3 and 4
turns correlate with results of other games by 0.109, 0.110, 0.111 and 0.110, and by 0.102 if they
were fitted to as many results."""
RANDOM_SHARE = 0.1
"""Share of the other turns that are played by a random plan, to meet more positions."""
SAMPLING = np.uint64(1 << 49)
"""Source of chance of these choices; those of the table and of the seats have other numbers."""
ANY = 1 << 30
"""A large number: the remainder by the number of plans hardly prefers any."""


def compare_plans(
    rules: Row,
    policies: Any,
    players: int,
    seed: int,
    first_deal: int,
    rotation: int,
    decision_limit: int,
    scratch: Row,
    rollout_scratch: Row,
    journal: Journal,
    progress: Progress,
    row: Row,
    work: Row,
    features: Any,
    targets: Any,
) -> None:
    """Play `len(targets)` deals and compare plans at some turns of each.

    `features` has shape (games, turns, plans, features), `targets` (games, turns, plans); targets
    of plans that end the game stay nan, since these need no net.
    """
    progress.status = PLAYED
    progress.rotation = rotation
    state = work.state
    for game in range(targets.shape[0]):
        deal = first_deal + game
        progress.deal = deal
        seed_stream(work.stream, seed, deal, SAMPLING + np.uint64(rotation))
        deal_out(rules, players, seed, deal, rotation, state, scratch, journal)
        before, n_turns, decisions = OVER, 0, 0
        progress.doing = NEXT_SEAT
        seat = next_seat(rules, state)
        # learners may wait for ever; such games teach nothing beyond this
        while seat != OVER and decisions < min(decision_limit, MOST_DECISIONS):
            progress.decision, progress.seat = decisions, seat
            if seat != before and work.is_recorded[seat] == 1:
                share, most = PLAYED_SHARE, PLAYED_TURNS
                if net_of(scratch, seat).n_features > 0:
                    share, most = VALUED_SHARE, MOST_TURNS
                if n_turns < most and uniform(work.stream) < share:
                    for plan in range(targets.shape[2]):
                        targets[game, n_turns, plan] = rollout_result(
                            rules,
                            policies,
                            players,
                            seat,
                            plan,
                            rollout_scratch,
                            journal,
                            progress,
                            row,
                            work,
                            features[game, n_turns, plan],
                        )
                    n_turns += 1
                elif uniform(work.stream) < RANDOM_SHARE:
                    memory = as_record(scratch.memory[seat], MEMORY)
                    memory.asked = 1 + below(work.stream, ANY)
            progress.doing = POLICY
            n = offer(rules, state, scratch)
            choice = policies[seat](rules, state, seat, n, scratch)
            apply(rules, state, choice, scratch.streams, journal)
            decisions += 1
            before, seat = seat, next_seat(rules, state)


def rollout_result(
    rules: Row,
    policies: Any,
    players: int,
    seat: int,
    plan: int,
    scratch: Row,
    journal: Journal,
    progress: Progress,
    row: Row,
    work: Row,
    features: Any,
) -> float:
    """Return the result of the game for a seat if it plays a plan now; nan if it ends with that.

    The first plan is that of the policy. If this has a net, its value of the position after
    LATER_TURNS further turns of the seat stands for the result. The result is 0 if the game does
    not end within MOST_DECISIONS, so that who is ahead does not wait for ever.
    """
    trial = work.trial
    copy_row(work.state, trial)
    # one seed for all plans of a turn: what they share does not count in their differences
    if plan == 0:
        work.rollout_seed = np.int64(next_word(work.stream) >> U11)
    seed_table(scratch.streams, work.rollout_seed, 0)
    hide(rules, trial, seat, scratch.streams)
    seed_noise(scratch.noise, work.rollout_seed, 0, 0, players)
    for player in range(players):
        forget(scratch, player)
    memory = as_record(scratch.memory[seat], MEMORY)
    memory.asked = 0 if plan == 0 else 1 + below(work.stream, ANY)
    net = net_of(scratch, seat)
    decider, decisions, turns = seat, 0, 0
    progress.doing = POLICY
    while decider != OVER and decisions < MOST_DECISIONS:
        progress.seat = decider
        n = offer(rules, trial, scratch)
        choice = policies[decider](rules, trial, decider, n, scratch)
        apply(rules, trial, choice, scratch.streams, journal)
        decisions += 1
        before, decider = decider, next_seat(rules, trial)
        # a turn of the seat has ended
        if before == seat and decider != seat:
            is_described = decider != OVER and memory.is_described == 1
            if turns == 0:
                # the game is over, or the plan has ended it: the net is never asked about that
                if not is_described:
                    return np.nan
                for i in range(features.shape[0]):
                    features[i] = memory.features[i]
            elif turns >= LATER_TURNS and is_described and net.n_features > 0:
                return net_value(net, memory.features, work.hidden)
            turns += 1
    row.finished = decider == OVER
    outcome(rules, trial, decider == OVER, row)
    return final_value(row, seat) if row.finished else 0.0


def net_of(scratch: Row, seat: int) -> Row:
    """Return the net of the learner in a seat; it has no features if there is none."""
    return as_record(scratch.traits[seat], TRAITS).net


next_seat = legal = setup = hide = apply = outcome = final_value = unbound
MEMORY: Any = None
TRAITS: Any = None
MOST_DECISIONS = 0
PARTS = (offer, seed_deal, lay_out, deal_out, net_of, rollout_result)


class PlanComparer:
    """Compares plans in games of one game; stateless between calls, for any thread."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self._compare = compiled_comparer(game)

    @staticmethod
    def is_compiled(game: Any, policies: Sequence[PolicyLike]) -> bool:
        """Say whether what compares plans, and these policies, are in the cache."""
        return is_kept(comparer_of(game), signature(game), game.home) and are_kept(policies, game)

    def play(
        self,
        rules: npt.NDArray[Any],
        lineup: Sequence[PolicyLike],
        recorded: str,
        seed: int,
        first_deal: int,
        count: int,
        rotation: int,
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float64]]:
        """Play some deals; return features, shape (turns, plans, features), and results.

        The seats of the policy that is written `recorded`, a learner, are recorded. The result of a
        plan that ends the game is nan.

        Raises:
            ContractError: a policy or the game broke its contract.
        """
        game, players, seated = self.game, len(lineup), seated_policies(lineup, rotation)
        scratch = new_scratch(game, seated)
        progress, work = new(Progress.dtype), new(work_record(game))
        work["is_recorded"][0, :players] = [str(policy) == recorded for policy in seated]
        shape = (count, MOST_TURNS, PLANS)
        features = np.zeros((*shape, game.learner.n_features), np.float32)
        targets = np.full(shape, np.nan)
        guard = Guard(rules, scratch)
        with contract_kept(Play(game, lineup, seed, progress), guard):
            self._compare(
                row_of(guard.rules),
                padded_policies(seated, game),
                players,
                seed,
                first_deal,
                rotation,
                game.decision_limit,
                row_of(scratch),
                row_of(new_scratch(game, seated)),
                row_of(new_journal(False)),
                row_of(progress),
                row_of(new(game.outcome_row)),
                row_of(work),
                features,
                targets,
            )
        # a single plan has nothing to be compared with
        is_compared = (~np.isnan(targets)).sum(axis=2) > 1
        return features[is_compared], targets[is_compared]


@functools.cache
def work_record(game: Any) -> np.dtype[Any]:
    """Return the record type of the scratch space."""
    return record(
        state=nested(game.state_row, "the table"),
        trial=nested(game.state_row, "the table of a rollout"),
        is_recorded=whole("1 for a seat that is recorded", shape=MOST_SEATS),
        rollout_seed=whole("seed of the rollouts of a turn"),
        stream=word("random stream of what is compared", shape=STREAM),
        hidden=real("hidden layers of a net", shape=(2, MOST_HIDDEN)),
    )


@functools.cache
def compiled_comparer(game: Any) -> Any:
    """Return `compare_plans` of a game, compiled."""
    return compiled(comparer_of(game), signature(game), game.home)


@functools.cache
def comparer_of(game: Any) -> Any:
    """Return `compare_plans` with the game's functions bound to it and to its parts."""
    names = {name: apart(getattr(game, name)) for name in (*FUNCTIONS, "hide")}
    names["next_seat"] = inlined(game.next_seat)
    names["final_value"] = final_value_of(game)
    names["MEMORY"] = game.learner.memory_record
    names["TRAITS"] = game.learner.trait_record
    names["MOST_DECISIONS"] = game.learner.most_decisions
    for part in PARTS:
        names[part.__name__] = spliced(bound(part, part.__name__, **names))
    return bound(compare_plans, f"compare_{game.name}", **names)


@functools.cache
def signature(game: Any) -> Any:
    """Return the compiled type of `compare_plans` of a game."""
    rules, policies = loop_signature(game).args[:2]
    scratch = numba.from_dtype(scratch_row(game))
    return void(
        rules,
        policies,
        *[int64] * 5,
        scratch,
        scratch,
        numba.from_dtype(Journal.dtype),
        numba.from_dtype(Progress.dtype),
        numba.from_dtype(game.outcome_row),
        numba.from_dtype(work_record(game)),
        types.Array(types.float32, 4, "C"),
        types.Array(types.float64, 3, "C"),
    )
