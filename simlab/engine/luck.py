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

from simlab.engine.kernel import kernel
from simlab.engine.loop import OVER, unbound
from simlab.engine.record import Row, Words, copy_row
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
    journal: Row,
    progress: Row,
    row: Row,
) -> None:
    """Begin the luck of a game with that of its setup."""
    listening = journal.listening
    journal.listening = 0
    trial, streams = scratch.before, scratch.streams.copy()
    key = key_of_copies(seed, progress.deal, progress.rotation, 0)
    add_value(rules, players, state, row, 1.0)
    for number in range(COPIES):
        seed_copy(streams, key, number)
        setup(rules, trial, players, streams, journal)
        add_value(rules, players, trial, row, -1.0 / COPIES)
    journal.listening = listening


def carry_out(
    rules: Row,
    players: int,
    seed: int,
    state: Row,
    choice: int,
    scratch: Row,
    journal: Row,
    progress: Row,
    row: Row,
) -> None:
    """Apply a choice; if it draws a random number, add the luck of that."""
    listening = journal.listening
    journal.listening = 0
    trial, streams = scratch.before, scratch.streams.copy()
    copy_row(state, trial)
    apply(rules, trial, choice, streams, journal)
    if is_drawn(streams, scratch.streams):
        add_value(rules, players, trial, row, 1.0)
        key = key_of_copies(seed, progress.deal, progress.rotation, progress.decision + 1)
        for number in range(COPIES):
            seed_copy(streams, key, number)
            copy_row(state, trial)
            apply(rules, trial, choice, streams, journal)
            add_value(rules, players, trial, row, -1.0 / COPIES)
    journal.listening = listening
    apply(rules, state, choice, scratch.streams, journal)


def add_shared_value(rules: Row, players: int, position: Row, row: Row, weight: float) -> None:
    """Add the value of a position that all seats share, times a weight, to the luck."""
    if next_seat(rules, position) == OVER:
        outcome(rules, position, True, row)
        row.luck += weight * row.score
    else:
        row.luck += weight * evaluate(rules, position, 0)


def add_values_of_seats(rules: Row, players: int, position: Row, row: Row, weight: float) -> None:
    """Add the value of a position to each seat, times a weight, to its luck."""
    is_over = next_seat(rules, position) == OVER
    if is_over:
        outcome(rules, position, True, row)
    for seat in range(players):
        own = row.seats[seat]
        own.luck += weight * (own.credit if is_over else evaluate(rules, position, seat))


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


setup = next_seat = apply = outcome = evaluate = add_value = unbound
PARTS: tuple[Any, ...] = (follow_setup, carry_out)
