"""The one loop that plays every game.

Written against the names of the functions a game has; `build.py` binds a copy of it to each game,
in which their machine code stands. Policies come as function pointers: another line-up needs no
compilation. All scratch space is one record, because a record is handed on as one pointer, an array
as seven words and with a count of references; what a policy gets of it is looked up by `ask`, which
is compiled with the policy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.engine.journal import DECISION, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Row, real, record, whole, word
from simlab.engine.rng import STREAM, below, seed_noise, seed_table, uniform

OVER = -1
"""What `next_seat` returns when the game has ended."""
SEATS = 6
"""Most seats at any table; line-ups are padded to this many."""
MEMORY = 4096
"""Most 64-bit integers of private memory a policy may ask for."""
ROOM = 8 * MEMORY
"""What there is for each seat: enough for a search, in which a policy sits at every seat."""
TRAITS = 40
"""Most traits a policy may have."""

PLAYED, NOT_OFFERED, EMPTY_MENU = 0, 1, 2

PROGRESS = record(
    deal=whole("deal number of the game being played"),
    decision=whole("decisions made in it so far", "decisions"),
    seat=whole("seat that decides"),
    choice=whole("choice it returned, where that was not offered"),
    status=whole("0 all played, 1 a policy returned a choice not on its menu, 2 an empty menu"),
    timeline_rows=whole("timeline rows written", "rows"),
)


def scratch_record(longest_menu: int, n_sources: int) -> np.dtype[Any]:
    """Return the type of the scratch space for a game with such menus and sources of chance."""
    return record(
        menu=whole("legal choices of the seat that decides", shape=longest_menu),
        streams=word("random streams of the table", shape=(n_sources, STREAM)),
        noise=word("random stream of each seat's policy", shape=(SEATS, STREAM)),
        noise_share=real("share of each seat's choices that are drawn by chance", shape=SEATS),
        memory=whole("private integers of each seat's policy", shape=(SEATS, ROOM)),
        n_memory=whole("how many of them the policy asked for", shape=SEATS),
        traits=real("weights of each seat's policy", shape=(SEATS, TRAITS)),
    )


@kernel
def forget(scratch: Row, seat: int) -> None:
    """Clear the memory of a seat's policy."""
    for i in range(scratch.n_memory[seat]):
        scratch.memory[seat, i] = 0


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
    journal: Row,
    progress: Row,
    rows: Any,
    timeline: Any,
) -> None:
    """Play `len(rows)` deals from `first_deal` on and describe each in its row.

    Stops early, with the reason in `progress.status`, at a choice that was not offered.
    """
    progress.status = PLAYED
    progress.timeline_rows = 0
    for game in range(rows.shape[0]):
        row = rows[game]
        progress.deal = first_deal + game
        progress.decision = 0
        deal_out(rules, players, seed, first_deal + game, rotation, state, scratch, journal)
        play_on(
            rules, policies, decision_limit, rotation, state, scratch, journal, progress, timeline
        )
        if progress.status != PLAYED:
            return
        row.deal = first_deal + game
        row.rotation = rotation
        row.decisions = progress.decision
        row.finished = next_seat(rules, state) == OVER
        outcome(rules, state, row.finished, row)


def deal_out(
    rules: Row,
    players: int,
    seed: int,
    deal: int,
    rotation: int,
    state: Row,
    scratch: Row,
    journal: Row,
) -> None:
    """Seed the streams of a deal, clear the policies' memories and lay out the table."""
    seed_table(scratch.streams, seed, deal)
    seed_noise(scratch.noise, seed, deal, rotation, players)
    for seat in range(players):
        forget(scratch, seat)
    setup(rules, state, players, scratch.streams, journal)


def play_on(
    rules: Row,
    policies: Any,
    decision_limit: int,
    rotation: int,
    state: Row,
    scratch: Row,
    journal: Row,
    progress: Row,
    timeline: Any,
) -> None:
    """Let the seats decide until the game is over or the limit of decisions is reached."""
    menu = scratch.menu
    decision = 0
    rounds = 0
    seat = next_seat(rules, state)
    while seat != OVER and decision < decision_limit:
        progress.decision = decision
        progress.seat = seat
        n = legal(rules, state, menu)
        if n < 1:
            progress.status = EMPTY_MENU
            return
        choice = policies[seat](rules, state, seat, n, scratch)
        if not is_offered(menu, n, choice):
            progress.choice = choice
            progress.status = NOT_OFFERED
            return
        note(journal, DECISION, seat, decision, choice)
        apply(rules, state, choice, scratch.streams, journal)
        decision += 1
        if progress.timeline_rows < timeline.shape[0]:
            rounds = keep_time(rules, state, rounds, rotation, progress, timeline)
        seat = next_seat(rules, state)
    progress.decision = decision


def ask(rules: Row, state: Row, seat: int, n: int, scratch: Row) -> int:
    """Return what a seat answers to the first `n` choices of the menu: its policy or its noise.

    Plans made before its noise spoke may no longer hold, so its policy forgets them.
    """
    noise_share = scratch.noise_share[seat]
    if noise_share > 0.0 and uniform(scratch.noise[seat]) < noise_share:
        forget(scratch, seat)
        return scratch.menu[below(scratch.noise[seat], n)]
    return policy(
        rules,
        state,
        seat,
        scratch.menu[:n],
        scratch.traits[seat],
        scratch.memory[seat],
        scratch.noise[seat],
    )


def keep_time(
    rules: Row, state: Row, rounds: int, rotation: int, progress: Row, timeline: Any
) -> int:
    """Keep a timeline row when a round has ended since the last one; return the rounds ended."""
    row = timeline[progress.timeline_rows]
    ended = snapshot(rules, state, row)
    if ended > rounds:
        row.deal = progress.deal
        row.rotation = rotation
        row.rounds = ended
        progress.timeline_rows += 1
    return max(ended, rounds)


def is_offered(menu: Any, n: int, choice: int) -> bool:
    """Say whether the choice is one of the first `n` of the menu."""
    for i in range(n):
        if menu[i] == choice:
            return True
    return False


def unbound(*_: Any) -> int:
    """Stand where a function is bound in; reaching it means that `build.py` was bypassed."""
    raise RuntimeError("the loop is played through Engine, which binds a game's functions to it")


setup = next_seat = legal = apply = outcome = snapshot = policy = unbound
