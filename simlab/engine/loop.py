"""The one loop that plays every game.

The loop names the functions of a game; `build.py` binds a copy of it to each game, so that their
machine code is inlined. Policies are function pointers: another line-up needs no compilation. All
scratch space is one record, because a record is passed as one pointer; an array is a seven-word
struct with reference counting. `ask`, which is compiled with each policy, takes the policy's
arguments out of the scratch record.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import overload

from simlab.engine.journal import DECISION, Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.lead import lead_record
from simlab.engine.record import (
    Record,
    Row,
    as_record,
    copy_row,
    is_same_row,
    nested,
    real,
    record,
    whole,
    word,
)
from simlab.engine.rng import STREAM, below, seed_draws, seed_noise, seed_table, uniform

OVER = -1
"""What `next_seat` returns when the game has ended."""
SEATS, MOST_SEATS = 6, 12
"""Seats for which games are compiled: those for up to six players, and all others. Line-ups are
padded to this many. Small games have less scratch space, and compile as fast as ever."""
MEMORY = 4096
"""Most 64-bit integers of private memory a policy may ask for."""
MOST_MEMORY = 11 * MEMORY
"""64-bit integers of memory per seat: enough for a search, which holds a policy at every seat."""
TRAITS = 64
"""Most traits a policy may have."""
TRAIT_ROW = 12_288
"""Numbers of a policy in the scratch space: its traits, then the weights of a net."""

PLAYED, NOT_OFFERED, WRONG_MENU, CHANGED_STATE, CHANGED_MEMORY, FAULTY_GAME = range(6)
WATCHED_FIRST, WATCHED_EVERY = 100, 1024
"""The loop checks for forbidden writes of policies in the first deals of a run and in every 1024th
later one; a check copies the state at every decision, which is slow."""

NO_CHOICE = "a policy returns one of the integers on its menu, not {}"

KERNELS = ("setup", "next_seat", "legal", "policy", "apply", "snapshot", "outcome")
"""What the loop calls, by its number in `progress.doing`."""
SETUP, NEXT_SEAT, LEGAL, POLICY, APPLY, SNAPSHOT, OUTCOME = range(7)


class Progress(Record):
    """How far a game has come."""

    deal = whole("deal number of the game being played")
    decision = whole("decisions made in it so far", "decisions")
    seat = whole("seat that decides")
    choice = whole("choice it returned, where that was not offered")
    n_offered = whole("choices offered, where these were none or too many", "choices")
    status = whole("PLAYED, or why play has stopped")
    timeline_rows = whole("timeline rows written", "rows")
    rotation = whole("places by which the line-up is turned over the seats", "seats")
    doing = whole("number of the function that is being called, see KERNELS")
    fault = whole("number of the fault of the game, see game_fault.py; 0: none")


def table_size(most_players: int) -> int:
    """Return the seats for which a game is compiled that has this number of players at most."""
    return SEATS if most_players <= SEATS else MOST_SEATS


def scratch_record(
    longest_menu: int, n_sources: int, state: np.dtype[Any], seats: int = SEATS
) -> np.dtype[Any]:
    """Return the type of the scratch space for a game with such menus, chance, states and seats."""
    return record(
        offered=whole("legal choices of the seat that decides", shape=longest_menu),
        menu=whole("the same, handed to its policy", shape=longest_menu),
        streams=word("random streams of the table", shape=(n_sources, STREAM)),
        noise=word("random stream of each seat's policy", shape=(seats, STREAM)),
        noise_share=real("share of each seat's choices that are drawn by chance", shape=seats),
        memory=whole("private integers of each seat's policy", shape=(seats, MOST_MEMORY)),
        n_memory=whole("how many of them the policy asked for", shape=seats),
        traits=real("weights of each seat's policy", shape=(seats, TRAIT_ROW)),
        before=nested(state, "the state before a policy was asked, where it is watched"),
        checksums=whole("checksum of each seat's memory then", shape=seats),
        last_decision=whole("number of the last decision of each seat, or -1", shape=seats),
        lead=nested(lead_record(seats), "who leads, where the lead is followed"),
    )


@kernel
def forget(scratch: Row, seat: int) -> None:
    """Clear the memory of a seat's policy."""
    # only what the policy asked for: most of its numbers are never touched
    for i in range(scratch.n_memory[seat]):
        scratch.memory[seat, i] = 0


@kernel
def is_watched(deal: int) -> bool:
    """Say whether the loop checks for forbidden writes of policies in this deal."""
    return deal < WATCHED_FIRST or deal % WATCHED_EVERY == 0


@kernel
def checksum(words: Any) -> int:
    """Return a number that changes with any one of the words."""
    total = 0
    for value in words:
        # rotated, so that two words that change places change the sum
        total = (total << 5 | (total >> 59 & 31)) ^ value
    return total


@kernel
def remember(state: Row, scratch: Row) -> None:
    """Copy what a policy must not change."""
    copy_row(state, scratch.before)
    for seat in range(scratch.n_memory.shape[0]):
        scratch.checksums[seat] = checksum(scratch.memory[seat, : scratch.n_memory[seat]])


@kernel
def change_by(asked_seat: int, state: Row, scratch: Row) -> int:
    """Return the status for what the policy of the seat `asked_seat` has changed, or PLAYED."""
    if not is_same_row(state, scratch.before):
        return CHANGED_STATE
    for seat in range(scratch.n_memory.shape[0]):
        memory = scratch.memory[seat, : scratch.n_memory[seat]]
        if seat != asked_seat and scratch.checksums[seat] != checksum(memory):
            return CHANGED_MEMORY
    return PLAYED


def play_games(
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
    rows: Any,
    timeline: Any,
    draws: Any,
) -> None:
    """Play `len(rows)` deals from `first_deal` on and describe each in its row.

    A row of `draws`, if there are any, has the deals from which the streams of a game are taken.
    Stops early, with the reason in `progress.status`, where a policy or the game breaks a rule.
    """
    progress.status = PLAYED
    progress.timeline_rows = 0
    progress.rotation = rotation
    for game in range(rows.shape[0]):
        row = rows[game]
        # written before each call: if it crashes or hangs, the watchdog reads where
        progress.deal = first_deal + game
        progress.decision = 0
        progress.doing = SETUP
        if draws.shape[0] > 0:
            seed_draws(scratch.streams, scratch.noise, seed, draws[game])
        else:
            seed_deal(players, seed, first_deal + game, rotation, scratch)
        lay_out(rules, players, state, scratch, journal)
        begin_lead(scratch.lead)
        follow_setup(rules, players, seed, state, scratch, journal, progress, row)
        play_on(
            rules,
            policies,
            players,
            seed,
            decision_limit,
            rotation,
            state,
            scratch,
            journal,
            progress,
            row,
            timeline,
        )
        if is_faulty(state, progress) or progress.status != PLAYED:
            return
        row.deal = first_deal + game
        row.rotation = rotation
        row.decisions = progress.decision
        # asked again: a game may end with the very decision that reaches the limit
        row.finished = next_seat(rules, state) == OVER
        progress.doing = OUTCOME
        outcome(rules, state, row.finished, row)
        if is_faulty(state, progress):
            return
        describe_lead(scratch.lead, players, row)
        describe_tension(scratch.lead, players, row)


def is_faulty(state: Row, progress: Progress) -> bool:
    """Say whether the game has a fault, and write down which."""
    progress.fault = fault_in(state)
    if progress.fault != 0:
        progress.status = FAULTY_GAME
    return progress.fault != 0


def deal_out(
    rules: Row,
    players: int,
    seed: int,
    deal: int,
    rotation: int,
    state: Row,
    scratch: Row,
    journal: Journal,
) -> None:
    """Seed the streams of a deal, clear the policies' memories and lay out the table."""
    seed_deal(players, seed, deal, rotation, scratch)
    lay_out(rules, players, state, scratch, journal)


def seed_deal(players: int, seed: int, deal: int, rotation: int, scratch: Row) -> None:
    """Seed the streams of the table and of the policies."""
    seed_table(scratch.streams, seed, deal)
    seed_noise(scratch.noise, seed, deal, rotation, players)


def lay_out(rules: Row, players: int, state: Row, scratch: Row, journal: Journal) -> None:
    """Clear the policies' memories and lay out the table."""
    for seat in range(players):
        forget(scratch, seat)
        scratch.last_decision[seat] = -1
    setup(rules, state, players, scratch.streams, journal)


def follow_setup(
    rules: Row,
    players: int,
    seed: int,
    state: Row,
    scratch: Row,
    journal: Journal,
    progress: Progress,
    row: Row,
) -> None:
    """Do nothing, unless `luck.py` replaces it."""


def carry_out(
    rules: Row,
    players: int,
    seed: int,
    state: Row,
    choice: int,
    scratch: Row,
    journal: Journal,
    progress: Progress,
    row: Row,
) -> None:
    """Apply a choice; `luck.py` replaces it where the luck of a game is measured."""
    apply(rules, state, choice, scratch.streams, journal)


def begin_lead(lead: Row) -> None:
    """Do nothing, unless `lead.py` replaces it."""


def follow_turn(rules: Row, players: int, state: Row, mover: int, lead: Row) -> None:
    """Do nothing at the end of a turn, unless `lead.py` replaces it."""


def describe_lead(lead: Row, players: int, row: Row) -> None:
    """Do nothing, unless `lead.py` replaces it."""


def describe_tension(lead: Row, players: int, row: Row) -> None:
    """Do nothing, unless `lead.py` replaces it."""


def play_on(
    rules: Row,
    policies: Any,
    players: int,
    seed: int,
    decision_limit: int,
    rotation: int,
    state: Row,
    scratch: Row,
    journal: Journal,
    progress: Progress,
    row: Row,
    timeline: Any,
) -> None:
    """Let the seats decide until the game is over or the limit of decisions is reached."""
    watched = is_watched(progress.deal)
    decision = 0
    rounds = 0
    progress.doing = NEXT_SEAT
    seat = next_seat(rules, state)
    while seat != OVER and decision < decision_limit:
        progress.decision = decision
        n = decide(rules, policies, seat, state, scratch, progress, watched)
        if n == 0:
            return
        choice = progress.choice
        count_choice(row, seat, n, decision, scratch)
        note(journal, DECISION, seat, decision, choice)
        progress.doing = APPLY
        carry_out(rules, players, seed, state, choice, scratch, journal, progress, row)
        decision += 1
        if progress.timeline_rows < timeline.shape[0]:  # a call would cost deals without rows 15 %
            progress.doing = SNAPSHOT
            rounds = keep_time(rules, state, rounds, rotation, progress, timeline)
        progress.doing = NEXT_SEAT
        # not `seat` yet: a turn ends only where another seat decides
        next_one = next_seat(rules, state)
        if next_one != seat:
            progress.doing = OUTCOME
            follow_turn(rules, players, state, seat, scratch.lead)
        seat = next_one
    if fault_in(state) == 0:
        progress.decision = decision
    elif decision > 0:  # after a fault no seat decides
        progress.doing = APPLY


def decide(
    rules: Row,
    policies: Any,
    seat: int,
    state: Row,
    scratch: Row,
    progress: Progress,
    watched: bool,
) -> int:
    """Let a seat decide; return how many choices it had, and 0 if the contract was broken.

    `progress` then says how, and otherwise what the seat chose. A watched policy must not change
    what it looks at.
    """
    progress.seat = seat
    progress.doing = LEGAL
    n = offer(rules, state, scratch)
    if not 1 <= n <= scratch.menu.shape[0]:
        progress.n_offered = n
        progress.status = WRONG_MENU
        return 0
    progress.doing = POLICY
    if watched:
        remember(state, scratch)
    # few arguments through the pointer: `ask` takes the others out of the scratch record
    progress.choice = policies[seat](rules, state, seat, n, scratch)
    if watched:
        progress.status = change_by(seat, state, scratch)
        if progress.status != PLAYED:
            return 0
    if not is_offered(scratch.offered, n, progress.choice):
        progress.status = NOT_OFFERED
        return 0
    return n


def offer(rules: Row, state: Row, scratch: Row) -> int:
    """Write down the legal choices, with a copy for the policy; return how many there are."""
    n = legal(rules, state, scratch.offered)
    # a copy, since a policy might write on its menu and then choose what it wrote
    for i in range(min(n, scratch.menu.shape[0])):
        scratch.menu[i] = scratch.offered[i]
    return n


def ask(rules: Row, state: Row, seat: int, n: int, scratch: Row) -> int:
    """Return the choice of a seat among the first `n` of the menu, by its policy or by noise.

    A noise move clears the memory, because plans made before it may no longer hold.
    """
    noise_share = scratch.noise_share[seat]
    if noise_share > 0.0 and uniform(scratch.noise[seat]) < noise_share:
        forget(scratch, seat)
        return scratch.menu[below(scratch.noise[seat], n)]
    choice = policy(
        rules,
        state,
        seat,
        scratch.menu[:n],
        as_record(scratch.traits[seat], TRAIT_RECORD),
        as_record(scratch.memory[seat], MEMORY_RECORD),
        scratch.noise[seat],
    )
    return whole_choice(choice)


def keep_time(
    rules: Row, state: Row, rounds: int, rotation: int, progress: Progress, timeline: Any
) -> int:
    """Keep a timeline row for each round that has ended since the last one; return the rounds kept.

    One choice can end two rounds. The row holds the number of the round to describe before
    `snapshot` is asked, so that a game that remembers how an earlier round ended can say so.
    """
    while progress.timeline_rows < timeline.shape[0]:
        row = timeline[progress.timeline_rows]
        row.rounds = rounds + 1
        if snapshot(rules, state, row) <= rounds:
            break
        rounds += 1
        row.deal = progress.deal
        row.rotation = rotation
        progress.timeline_rows += 1
    return rounds


def is_offered(menu: Any, n: int, choice: int) -> bool:
    """Say whether the choice is one of the first `n` of the menu."""
    for i in range(n):
        if menu[i] == choice:
            return True
    return False


def whole_choice(choice: Any) -> int:
    """Return a choice as it is, an integer.

    Raises:
        TypeError: it is none; a compiled policy is refused before it plays.
    """
    if not isinstance(choice, int | np.integer):
        raise TypeError(NO_CHOICE.format(type(choice).__name__))
    return int(choice)


@overload(whole_choice, strict=False)
def _compiled_whole_choice(choice: Any) -> Any:
    if isinstance(choice, types.Integer | types.Boolean):
        return lambda choice: choice
    raise TypingError(NO_CHOICE.format(choice))


def unbound(*_: Any) -> int:
    """Placeholder for a bound function; a call means that `build.py` was bypassed."""
    raise RuntimeError("the loop is played through Engine, which binds a game's functions to it")


setup = next_seat = legal = apply = outcome = snapshot = policy = unbound
count_choice = fault_in = unbound
TRAIT_RECORD: Any = None
MEMORY_RECORD: Any = None
