"""Games recorded for learning: features of positions, and lambda returns as targets.

A recorded seat is played by afterstate play. Of each game some positions are kept, drawn evenly, as
each recorded seat sees them. The target of a position is its lambda return (R. Sutton and A. Barto,
"Reinforcement Learning", 2nd edition 2018, chapter 12): a weighted mean of the value of the next
position, of the one after it, and so on to the result of the game. Returns stop before a random
move, since it is not what the policy would do, unless all play is random; the position there is no
example.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import int64, types, void

from simlab.engine.afterstate import PLAYER_TRAITS, work_record
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
    seated_policies,
)
from simlab.engine.guard import Guard
from simlab.engine.journal import Journal, new_journal
from simlab.engine.kernel import apart, bound, compiled, inlined, is_kept, kernel, spliced
from simlab.engine.loop import (
    APPLY,
    MOST_SEATS,
    NEXT_SEAT,
    OUTCOME,
    OVER,
    PLAYED,
    SETUP,
    Progress,
    deal_out,
    decide,
    forget,
    is_faulty,
    is_offered,
    lay_out,
    offer,
    seed_deal,
    unbound,
)
from simlab.engine.net import net_value
from simlab.engine.observation import observe
from simlab.engine.record import (
    Floats,
    Ints,
    Row,
    as_record,
    new,
    real,
    record,
    row_of,
    whole,
    word,
)
from simlab.engine.rng import STREAM, below, seed_stream, uniform
from simlab.engine.search import final_value_of

MOST_POSITIONS = 16
"""Most positions kept of each game: neighbours tell little that is new."""
EXPLORATION = np.uint64(1 << 48)
"""Source of chance of the random moves; those of the table and of the seats have other numbers."""

RECORDING = record(
    noise=real("share of the choices of recorded seats that are random"),
    decay=real("lambda: weight of later values in a target, from 0 to 1"),
    is_random=whole("1 if random moves are part of the policy to be evaluated"),
    is_shared_win=whole("1 if all seats are recorded and share one win"),
    is_recorded=whole("1 for a seat that is recorded", shape=MOST_SEATS),
    stream=word("random stream of random moves and kept positions", shape=STREAM),
    kept=whole("decision of each kept position", "decisions", MOST_POSITIONS),
)


def record_games(
    rules: Row,
    policies: Any,
    players: int,
    seed: int,
    first_deal: int,
    rotation: int,
    decision_limit: int,
    state: Row,
    scratch: Row,
    journal: Journal,
    progress: Progress,
    recording: Row,
    row: Row,
    work: Row,
    values: Any,
    is_random_move: Ints,
    features: Any,
    targets: Any,
) -> None:
    """Play `len(targets)` deals and describe the positions that are kept of each.

    `features` has shape (games, positions, players, features), `targets` (games, positions,
    players); targets of positions that are no examples stay nan. `values` and `is_random_move` are
    scratch space by decision.
    """
    progress.status = PLAYED
    progress.rotation = rotation
    for game in range(targets.shape[0]):
        deal = first_deal + game
        progress.deal = deal
        progress.decision = 0
        progress.doing = SETUP
        deal_out(rules, players, seed, deal, rotation, state, scratch, journal)
        # a stream apart: the table draws the same as without random moves
        seed_stream(recording.stream, seed, deal, EXPLORATION + np.uint64(rotation))
        record_decisions(
            rules,
            policies,
            players,
            decision_limit,
            state,
            scratch,
            journal,
            progress,
            recording,
            work,
            values,
            is_random_move,
            features[game],
        )
        if is_faulty(state, progress) or progress.status != PLAYED:
            return
        progress.doing = OUTCOME
        outcome(rules, state, next_seat(rules, state) == OVER, row)
        if is_faulty(state, progress):
            return
        for seat in range(players):
            if recording.is_recorded[seat] == 1:
                result = final_value(row, seat)
                write_targets(
                    recording,
                    seat,
                    progress.decision,
                    result,
                    values,
                    is_random_move,
                    targets[game],
                )


def record_decisions(
    rules: Row,
    policies: Any,
    players: int,
    decision_limit: int,
    state: Row,
    scratch: Row,
    journal: Journal,
    progress: Progress,
    recording: Row,
    work: Row,
    values: Any,
    is_random_move: Ints,
    features: Any,
) -> None:
    """Let the seats decide to the end of the game; keep the value of each position, and some."""
    progress.doing = NEXT_SEAT
    seat = next_seat(rules, state)
    while seat != OVER and progress.decision < decision_limit:
        slot = slot_of(recording, progress.decision, features.shape[0])
        for recorded_seat in range(players):
            if recording.is_recorded[recorded_seat] == 1:
                net = as_record(scratch.traits[recorded_seat], PLAYER_TRAITS).net
                observe(state, recorded_seat, seat, net, work.features)
                values[progress.decision, recorded_seat] = net_value(
                    net, work.features, work.hidden
                )
                # values of all positions are needed for the targets, features of some
                if slot < features.shape[0]:
                    recording.kept[slot] = progress.decision
                    for i in range(features.shape[2]):
                        features[slot, recorded_seat, i] = work.features[i]
        if recording.is_shared_win == 1:
            share_out(values[progress.decision])
        n = decide(rules, policies, seat, state, scratch, progress, False)
        if n == 0:
            return
        choice = progress.choice
        is_random_move[progress.decision] = 0
        if recording.is_recorded[seat] == 1 and uniform(recording.stream) < recording.noise:
            choice = scratch.offered[below(recording.stream, n)]
            # a forced move is what the policy does as well
            is_random_move[progress.decision] = n > 1
            forget(scratch, seat)
        progress.doing = APPLY
        apply(rules, state, choice, scratch.streams, journal)
        progress.decision += 1
        progress.doing = NEXT_SEAT
        seat = next_seat(rules, state)


@kernel
def share_out(values: Floats) -> None:
    """Shift the values of all seats so that they add up to one win.

    Without this, values grow too high: the seat that decides prefers positions whose value is
    overestimated.
    """
    excess = (values.sum() - 1.0) / values.shape[0]
    for seat in range(values.shape[0]):
        values[seat] -= excess


@kernel
def slot_of(recording: Row, decision: int, n: int) -> int:
    """Return where to keep a position so that all have the same chance, or `n` for nowhere.

    Reservoir sampling: J. Vitter, "Random sampling with a reservoir", ACM TOMS 11 (1985).
    """
    return decision if decision < n else min(below(recording.stream, decision + 1), n)


@kernel
def write_targets(
    recording: Row,
    seat: int,
    n_decisions: int,
    result: float,
    values: Any,
    is_random_move: Ints,
    targets: Any,
) -> None:
    """Write the lambda returns of a seat at the kept positions of a game."""
    following = gain = result
    n_kept = min(n_decisions, targets.shape[0])
    # backwards: each return is made of the one after it
    for decision in range(n_decisions - 1, -1, -1):
        is_example = is_random_move[decision] == 0 or recording.is_random == 1
        gain = (1.0 - recording.decay) * following + recording.decay * gain
        following = values[decision, seat]
        # earlier returns stop here: what follows is not what the policy would do
        if not is_example:
            gain = following
        for slot in range(n_kept):
            if recording.kept[slot] == decision:
                targets[slot, seat] = gain if is_example else np.nan


next_seat = legal = apply = outcome = final_value = unbound
PARTS = (offer, is_offered, decide, is_faulty, seed_deal, lay_out, deal_out, record_decisions)


@dataclass(frozen=True)
class Recording:
    """How games are recorded."""

    n_features: int
    n_positions: int = MOST_POSITIONS
    """Positions kept of each game."""
    noise: float = 0.0
    """Share of the choices of recorded seats that are random."""
    decay: float = 1.0
    """Lambda of the targets."""
    is_random: bool = False
    """Whether random choices are part of the policy whose positions are evaluated."""


class Recorder:
    """Plays recorded games of one game; stateless between calls, for any thread."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self._record = compiled_recorder(game)

    @staticmethod
    def is_compiled(game: Any, policies: Sequence[PolicyLike]) -> bool:
        """Say whether recorded games and these policies are in the cache, ready to play."""
        is_recorder_kept = is_kept(recorder_of(game), recorder_signature(game), game.home)
        return is_recorder_kept and are_kept(policies, game)

    def play(
        self,
        rules: npt.NDArray[Any],
        lineup: Sequence[PolicyLike],
        recorded: str,
        seed: int,
        first_deal: int,
        count: int,
        rotation: int,
        recording: Recording,
    ) -> tuple[npt.NDArray[np.float32], Floats]:
        """Play some deals; return the features, shape (examples, features), and their targets.

        The seats of the policy that is written `recorded`, which is afterstate play, are recorded.

        Raises:
            ContractError: a policy or the game broke its contract.
        """
        game, players, seated = self.game, len(lineup), seated_policies(lineup, rotation)
        scratch = new_scratch(game, seated)
        progress, settings = new(Progress.dtype), new(RECORDING)
        for name in ("noise", "decay", "is_random"):
            settings[name] = getattr(recording, name)
        settings["is_recorded"][0, :players] = [str(policy) == recorded for policy in seated]
        settings["is_shared_win"] = (
            not game.is_for_points and settings["is_recorded"].sum() == players
        )
        shape = (count, recording.n_positions, players)
        features = np.zeros((*shape, recording.n_features), np.float32)
        targets = np.full(shape, np.nan)
        guard = Guard(rules, scratch)
        with contract_kept(Play(game, lineup, seed, progress), guard):
            self._record(
                row_of(guard.rules),
                padded_policies(seated, game),
                players,
                seed,
                first_deal,
                rotation,
                game.decision_limit,
                row_of(new(game.state_row)),
                row_of(scratch),
                row_of(new_journal(False)),
                row_of(progress),
                row_of(settings),
                row_of(new(game.outcome_row)),
                row_of(new(work_record(game))),
                np.empty((game.decision_limit, players)),
                np.empty(game.decision_limit, np.int64),
                features,
                targets,
            )
        # positions that games did not reach, or at random moves
        is_example = ~np.isnan(targets)
        return features[is_example], targets[is_example]


@functools.cache
def compiled_recorder(game: Any) -> Any:
    """Return `record_games` of a game, compiled."""
    return compiled(recorder_of(game), recorder_signature(game), game.home)


@functools.cache
def recorder_of(game: Any) -> Any:
    """Return `record_games` with the game's functions bound to it and to its parts."""
    names = {name: inlined(getattr(game, name)) for name in FUNCTIONS} | functions_on_faults(game)
    names["apply"], names["outcome"] = apart(game.apply), apart(game.outcome)
    names["final_value"] = final_value_of(game)
    for part in PARTS:
        names[part.__name__] = spliced(bound(part, part.__name__, **names))
    return bound(record_games, f"record_{game.name}", **names)


@functools.cache
def recorder_signature(game: Any) -> Any:
    """Return the compiled type of `record_games` of a game."""
    rules, policies = loop_signature(game).args[:2]
    return void(
        rules,
        policies,
        *[int64] * 5,
        numba.from_dtype(game.state_row),
        numba.from_dtype(scratch_row(game)),
        numba.from_dtype(Journal.dtype),
        numba.from_dtype(Progress.dtype),
        numba.from_dtype(RECORDING),
        numba.from_dtype(game.outcome_row),
        numba.from_dtype(work_record(game)),
        types.Array(types.float64, 2, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.float32, 4, "C"),
        types.Array(types.float64, 3, "C"),
    )
