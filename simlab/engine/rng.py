"""Random streams: xoshiro256** generators seeded by hashing (run seed, deal, source).

A stream is a row of four 64-bit words. Each source of chance (a deck, a reshuffle, the dice, the
noise of one seat) has its own, so that a rule change that asks one source for more leaves the
others as they were. Formulas: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number
generators", ACM TOMS 47 (2021); G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom
number generators", OOPSLA 2014 (splitmix64); D. Lemire, "Fast random integer generation in an
interval", ACM TOMACS 29 (2019).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Words

STREAM = 4
"""Words in the state of one stream."""

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
NOISE = np.uint64(1 << 32)
"""Sources of the table are numbered from 0; the noise of the seats begins here."""
ROTATION = np.uint64(1 << 8)

U5, U7, U9, U11 = np.uint64(5), np.uint64(7), np.uint64(9), np.uint64(11)
U17, U19, U45 = np.uint64(17), np.uint64(19), np.uint64(45)
U27, U30, U31, U32, U57 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32), np.uint64(57)
LOW_HALF = np.uint64(0xFFFFFFFF)
TWO_TO_32 = np.uint64(1 << 32)
TWO_TO_MINUS_53 = 2.0**-53
ALL_BITS = np.uint64(0xFFFFFFFFFFFFFFFF)
INVERSE_OF_5, INVERSE_OF_9 = np.uint64(0xCCCCCCCCCCCCCCCD), np.uint64(0x8E38E38E38E38E39)
"""Inverses modulo 2**64: each product with the number it is named for is 1."""


@kernel
def splitmix(x: np.uint64) -> np.uint64:
    """Return the first output of a splitmix64 generator whose state is `x`."""
    z = x + GAMMA
    z = (z ^ (z >> U30)) * MIX_1
    z = (z ^ (z >> U27)) * MIX_2
    return z ^ (z >> U31)


@kernel
def seed_stream(stream: Words, seed: int, deal: int, source: np.uint64) -> None:
    """Set `stream` to its start for this run seed, deal and source."""
    # hashed one after the other: sums of seed, deal and source would let streams coincide
    x = splitmix(splitmix(splitmix(np.uint64(seed)) ^ np.uint64(deal)) ^ source)
    # splitmix64 fills the state, as the authors of xoshiro advise: never all zero
    for i in range(STREAM):
        stream[i] = splitmix(x)
        x += GAMMA


@kernel
def seed_table(streams: Words, seed: int, deal: int) -> None:
    """Seed one stream per source of chance of the table; `streams` has shape (sources, 4)."""
    for source in range(streams.shape[0]):
        seed_stream(streams[source], seed, deal, np.uint64(source))


@kernel
def seed_noise(streams: Words, seed: int, deal: int, rotation: int, players: int) -> None:
    """Seed the noise stream of each seat's policy; `streams` has shape (at least players, 4)."""
    for seat in range(players):
        # by rotation, too: the same deal with seats turned is another game for the policies
        source = NOISE + np.uint64(rotation) * ROTATION + np.uint64(seat)
        seed_stream(streams[seat], seed, deal, source)


@kernel
def seed_draws(streams: Words, noise: Words, seed: int, draws: Ints) -> None:
    """Seed each stream as in a deal of its own: those of the sources, then those of the noise."""
    n_sources = streams.shape[0]
    for source in range(n_sources):
        seed_stream(streams[source], seed, draws[source], np.uint64(source))
    for seat in range(draws.shape[0] - n_sources):
        seed_stream(noise[seat], seed, draws[n_sources + seat], NOISE + np.uint64(seat))


@kernel
def next_word(stream: Words) -> np.uint64:
    """Return the next 64 random bits of a stream (xoshiro256**)."""
    s1 = stream[1]
    x = s1 * U5
    result = ((x << U7) | (x >> U57)) * U9
    s2 = stream[2] ^ stream[0]
    s3 = stream[3] ^ s1
    stream[1] = s1 ^ s2
    stream[0] = stream[0] ^ s3
    stream[2] = s2 ^ (s1 << U17)
    stream[3] = (s3 << U45) | (s3 >> U19)
    return result


@kernel
def below(stream: Words, n: int) -> int:
    """Return a uniform integer from 0 to n - 1, without bias; n from 1 to 2**32 - 1 (Lemire)."""
    # high bits: 32 of them suffice for any menu, and 64-bit products need no wider type
    bound = np.uint64(n)
    product = (next_word(stream) >> U32) * bound
    # the division of the exact test is needed only here, about once in 2**32 / n draws
    if (product & LOW_HALF) < bound:
        threshold = (TWO_TO_32 - bound) % bound
        while (product & LOW_HALF) < threshold:
            product = (next_word(stream) >> U32) * bound
    number: Any = np.int64(product >> U32)
    return number


@kernel
def uniform(stream: Words) -> float:
    """Return a uniform real from 0 to below 1, a multiple of 2**-53."""
    # 53 bits are what a float holds exactly; rounding up to 1 cannot happen
    return np.int64(next_word(stream) >> U11) * TWO_TO_MINUS_53


@kernel
def shuffle(stream: Words, cards: np.ndarray, n: int) -> None:
    """Put the first `n` entries of `cards` in a uniformly random order (Fisher and Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@kernel
def stratify(stream: Words, stratum: int, n: int) -> None:
    """Let the first 64 bits that a stream returns lie in one of `n` equal parts of their range.

    The output of xoshiro256** is a one-to-one function of its second word, which is set here.
    """
    width = ALL_BITS // np.uint64(n)
    # the position within the part stays random, so each sample alone is still uniform
    word = np.uint64(stratum) * width + stream[1] % width
    x = word * INVERSE_OF_9
    stream[1] = ((x >> U7) | (x << U57)) * INVERSE_OF_5
