"""Values of positions by a net: games played once, and what the net says as each turn begins.

The net values the position for each seat as it is, hidden numbers included where the net reads
them; so chance adds nothing to the values. It need not be the net of a policy at the table. A turn
begins where another seat decides than before.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from numba import int64, types

from simlab.engine.build import (
    FUNCTIONS,
    Play,
    PolicyLike,
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
from simlab.engine.kernel import apart, bound, compiled, inlined, kernel, spliced
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
from simlab.engine.net import MOST_FEATURES, MOST_HIDDEN, NET, net_value
from simlab.engine.observation import observe
from simlab.engine.record import Floats, Record, Row, new, real, row_of


class Room(Record):
    """Room in which a net works."""

    features = real("features of a position", shape=MOST_FEATURES)
    hidden = real("units of both hidden layers", shape=(2, MOST_HIDDEN))


class ValuedGame(NamedTuple):
    """The values of a game's positions, and its result."""

    values: Floats
    """The value for each seat at the start of each turn, shape (turns, seats)."""
    result: Floats
    """The share of the win of each seat."""


def value_turns(
    rules: Row,
    policies: Any,
    players: int,
    seed: int,
    deal: int,
    decision_limit: int,
    net: Row,
    room: Room,
    state: Row,
    scratch: Row,
    journal: Journal,
    progress: Progress,
    row: Row,
    values: Any,
    result: Floats,
) -> int:
    """Play a deal and write the values at the start of each turn; return how many turns began."""
    progress.status = PLAYED
    progress.deal, progress.rotation, progress.decision = deal, 0, 0
    progress.doing = SETUP
    deal_out(rules, players, seed, deal, 0, state, scratch, journal)
    n_turns, before = 0, OVER
    progress.doing = NEXT_SEAT
    seat = next_seat(rules, state)
    while seat != OVER and progress.decision < decision_limit:
        if seat != before:
            value_position(players, state, seat, net, room, values[n_turns])
            n_turns += 1
        if decide(rules, policies, seat, state, scratch, progress, False) == 0:
            return n_turns
        progress.doing = APPLY
        apply(rules, state, progress.choice, scratch.streams, journal)
        progress.decision += 1
        progress.doing = NEXT_SEAT
        before, seat = seat, next_seat(rules, state)
    if not is_faulty(state, progress):
        progress.doing = OUTCOME
        row.finished = seat == OVER
        outcome(rules, state, seat == OVER, row)
        if not is_faulty(state, progress):
            for player in range(players):
                result[player] = row.seats[player].credit
    return n_turns


@kernel
def value_position(
    players: int, state: Row, decider: int, net: Row, room: Room, values: Floats
) -> None:
    """Write what a position is worth to each seat."""
    for seat in range(players):
        observe(state, seat, decider, net, room.features)
        values[seat] = net_value(net, room.features, room.hidden)


next_seat = legal = setup = apply = outcome = unbound
PARTS = (offer, is_offered, decide, is_faulty, seed_deal, lay_out, deal_out)


def play_valued_game(
    game: Any,
    rules: npt.NDArray[Any],
    lineup: Sequence[PolicyLike],
    net: npt.NDArray[Any],
    seed: int,
    deal: int,
) -> ValuedGame:
    """Play a deal of a game and value its turns by a net, a record of NET.

    Raises:
        ContractError: a policy or the game broke its contract.
    """
    players, seated = len(lineup), seated_policies(lineup, 0)
    scratch, progress = new_scratch(game, seated), new(Progress.dtype)
    values, result = np.empty((game.decision_limit, players)), np.zeros(players)
    guard = Guard(rules, scratch)
    with contract_kept(Play(game, lineup, seed, progress), guard):
        n_turns = compile_play(game)(
            row_of(guard.rules),
            padded_policies(seated, game),
            players,
            seed,
            deal,
            game.decision_limit,
            row_of(net),
            row_of(new(Room.dtype)),
            row_of(new(game.state_row)),
            row_of(scratch),
            row_of(new_journal(False)),
            row_of(progress),
            row_of(new(game.outcome_row)),
            values,
            result,
        )
    return ValuedGame(values[:n_turns].copy(), result)


@functools.cache
def compile_play(game: Any) -> Any:
    """Return `value_turns` of a game, compiled."""
    return compiled(play_of(game), signature(game), game.home)


@functools.cache
def play_of(game: Any) -> Any:
    """Return `value_turns` with the game's functions bound to it and to its parts."""
    names = {name: apart(getattr(game, name)) for name in FUNCTIONS}
    names["next_seat"] = inlined(game.next_seat)
    names |= functions_on_faults(game)
    for part in PARTS:
        names[part.__name__] = spliced(bound(part, part.__name__, **names))
    return bound(value_turns, f"value_{game.name}", **names)


@functools.cache
def signature(game: Any) -> Any:
    """Return the compiled type of `value_turns` of a game."""
    rules, policies = loop_signature(game).args[:2]
    rows = (
        NET,
        Room.dtype,
        game.state_row,
        scratch_row(game),
        Journal.dtype,
        Progress.dtype,
        game.outcome_row,
    )
    return int64(
        rules,
        policies,
        *[int64] * 4,
        *map(numba.from_dtype, rows),
        types.Array(types.float64, 2, "C"),
        types.Array(types.float64, 1, "C"),
    )
