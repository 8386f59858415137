"""Luck of a game: by how much chance raised the value of its positions, to subtract from results.

Wherever a choice draws a random number, the value of the position that follows is compared with the
mean over copies of the position before, in which the same choice meets other random numbers. These
differences have a mean of zero, whatever the value is, so that their sum may be subtracted from the
result of a game. It takes much of the variance away if the value knows what the drawn thing is
worth. The setup is treated alike. Source: N. Burch, M. Schmid, M. Moravčík, D. Morrill, M. Bowling,
"AIVAT: a new variance reduction technique for agent evaluation in imperfect information games",
AAAI 2018.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.engine.journal import Journal
from simlab.engine.kernel import kernel
from simlab.engine.loop import OVER, Progress, unbound
from simlab.engine.record import Floats, Row, Words, copy_row
from simlab.engine.rng import STREAM, U7, U11, U57, seed_stream, splitmix

COPIES = 6
"""Copies of a position; a die falls on each of its six sides in one of them."""
STRATUM = np.uint64(2**64 // COPIES)
"""Width of the part of all random words in which the first word of a copy lies."""
LUCK = np.uint64(1 << 33)
"""Sources of the table and of policies have lower numbers; the seeds of copies begin here."""
INVERSE_OF_5, INVERSE_OF_9 = np.uint64(0xCCCCCCCCCCCCCCCD), np.uint64(0x8E38E38E38E38E39)
"""Factors that undo a multiplication by 5 or 9 modulo 2**64."""


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
    """Begin the luck of a game with that of its setup."""
    listening = journal.listening
    journal.listening = 0
    # `before` is free between decisions: the watch on policies fills it again at each
    trial, streams = scratch.before, scratch.streams.copy()
    real, copy_values = np.zeros(players), np.zeros(players)
    key = key_of_copies(seed, progress.deal, progress.rotation, 0)
    value(rules, players, state, row, real)
    for number in range(COPIES):
        seed_copy(streams, key, number)
        setup(rules, trial, players, streams, journal)
        value(rules, players, trial, row, copy_values)
        share_fault(trial, state)
        add_luck(row, players, real, copy_values)
    journal.listening = listening


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
    """Apply a choice; if it draws a random number, add the luck of that."""
    # trials must not write events into the journal of the game
    listening = journal.listening
    journal.listening = 0
    trial, streams = scratch.before, scratch.streams.copy()
    copy_row(state, trial)
    apply(rules, trial, choice, streams, journal)
    # most choices draw nothing, and six copies of each would take most of the time
    if is_drawn(streams, scratch.streams):
        real, copy_values = np.zeros(players), np.zeros(players)
        value(rules, players, trial, row, real)
        key = key_of_copies(seed, progress.deal, progress.rotation, progress.decision + 1)
        for number in range(COPIES):
            seed_copy(streams, key, number)
            copy_row(state, trial)
            apply(rules, trial, choice, streams, journal)
            value(rules, players, trial, row, copy_values)
            share_fault(trial, state)
            add_luck(row, players, real, copy_values)
    journal.listening = listening
    apply(rules, state, choice, scratch.streams, journal)


def shared_value(rules: Row, players: int, position: Row, row: Row, values: Floats) -> None:
    """Write down the value of a position that all seats share; at the end it is the score."""
    if next_seat(rules, position) == OVER:
        outcome(rules, position, True, row)
        values[0] = row.score
    else:
        values[0] = evaluate(rules, position, 0)


def values_of_seats(rules: Row, players: int, position: Row, row: Row, values: Floats) -> None:
    """Write down the value of a position for each seat; at the end it is what the seat got."""
    is_over = next_seat(rules, position) == OVER
    if is_over:
        outcome(rules, position, True, row)
    for seat in range(players):
        values[seat] = result_of(row, seat) if is_over else evaluate(rules, position, seat)


def add_shared_luck(row: Row, players: int, real: Floats, copy_values: Floats) -> None:
    """Add the difference from the value of one copy, exactly 0 if they are equal."""
    row.luck += (real[0] - copy_values[0]) / COPIES


def add_luck_of_seats(row: Row, players: int, real: Floats, copy_values: Floats) -> None:
    """Add the differences from the values of one copy, exactly 0 if they are equal."""
    for seat in range(players):
        row.seats[seat].luck += (real[seat] - copy_values[seat]) / COPIES


@kernel
def is_drawn(streams: Words, before: Words) -> bool:
    """Say whether a random number was drawn from any stream."""
    for source in range(streams.shape[0]):
        for i in range(STREAM):
            if streams[source, i] != before[source, i]:
                return True
    return False


@kernel
def key_of_copies(seed: int, deal: int, rotation: int, event: int) -> int:
    """Return the seed of all copies at one event of a game."""
    word = splitmix(splitmix(splitmix(np.uint64(seed)) ^ np.uint64(deal)) ^ LUCK)
    word = splitmix(splitmix(word ^ np.uint64(rotation)) ^ np.uint64(event))
    key: Any = np.int64(word >> U11)
    return key


@kernel
def seed_copy(streams: Words, key: int, number: int) -> None:
    """Seed all streams of a copy, the first words of all copies stratified.

    In each stream every copy has its own part of all possible words, by turns from a random one on,
    and all copies lie at the same random point of their parts: each word alone is uniform.
    """
    for source in range(streams.shape[0]):
        stream = streams[source]
        shared = splitmix(np.uint64(key) ^ np.uint64(source))
        part = (splitmix(shared) + np.uint64(number)) % np.uint64(COPIES)
        seed_stream(stream, key, number, np.uint64(source))
        set_next_word(stream, part * STRATUM + shared % STRATUM)


@kernel
def set_next_word(stream: Words, word: np.uint64) -> None:
    """Change a stream such that this word comes next: the inverse of `next_word`."""
    x = word * INVERSE_OF_9
    stream[1] = ((x >> U7) | (x << U57)) * INVERSE_OF_5


setup = next_seat = apply = outcome = evaluate = value = add_luck = share_fault = unbound
result_of = unbound
SHARED: dict[str, Any] = {"value": shared_value, "add_luck": add_shared_luck}
"""What a cooperative game has for the names that the parts call."""
OF_SEATS: dict[str, Any] = {"value": values_of_seats, "add_luck": add_luck_of_seats}
"""What a competitive game has for them."""
PARTS: dict[str, Any] = {"follow_setup": follow_setup, "carry_out": carry_out}
"""Parts of the loop that these replace, by name."""
