"""Chance of plain games: the numbers of compiled games, drawn fairly."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.engine.rng import below, next_word, seed_noise, seed_stream, shuffle, uniform
from simlab.errors import Misuse
from simlab.plain.chance import Chance, Stream, noise_stream

STARTS = [(1914, 0, 0), (0, 7, 3), (2**62 + 5, 123_456_789, 1)]


def compiled_stream(seed: int, deal: int, source: int) -> np.ndarray:
    stream = np.zeros(4, np.uint64)
    seed_stream(stream, seed, deal, np.uint64(source))
    return stream


@pytest.mark.parametrize("start", STARTS)
def test_a_stream_draws_what_a_compiled_one_draws(start) -> None:
    plain, compiled = Stream(*start), compiled_stream(*start)
    for n in (1, 2, 6, 52, 10**6, 2**32 - 1):
        assert plain.word() == int(next_word(compiled))
        assert plain.below(n) == below(compiled, n)
        assert plain.uniform() == uniform(compiled)


def test_a_deck_is_shuffled_as_a_compiled_one() -> None:
    plain, cards = list(range(40)), np.arange(40)
    Stream(*STARTS[0]).shuffle(plain)
    shuffle(compiled_stream(*STARTS[0]), cards, 40)
    assert plain == cards.tolist()


def test_the_noise_of_each_seat_and_rotation_is_that_of_compiled_games() -> None:
    streams = np.zeros((3, 4), np.uint64)
    seed_noise(streams, 1914, 5, 2, 3)
    plain = [noise_stream(1914, 5, 2, seat).word() for seat in range(3)]
    assert plain == [int(next_word(stream)) for stream in streams]


def test_one_source_leaves_the_others_as_they_are() -> None:
    chance, other = (Chance(("deck", "dice"), 1, 2) for _ in range(2))
    rolls = [chance["dice"].die() for _ in range(20)]
    other["deck"].shuffle(list(range(60)))
    assert [other["dice"].die() for _ in range(20)] == rolls
    assert {*rolls} <= {1, 2, 3, 4, 5, 6}


def test_without_a_name_the_first_source_is_drawn_from() -> None:
    chance, other = (Chance(("deck", "dice"), 1, 2) for _ in range(2))
    assert [chance.below(9), chance.die(), chance.pick("abc"), chance.uniform()] == [
        other["deck"].below(9),
        other["deck"].die(),
        other["deck"].pick("abc"),
        other["deck"].uniform(),
    ]


@pytest.mark.parametrize("n", [0, -1, 2**32])
def test_a_number_out_of_range_is_refused(n) -> None:
    with pytest.raises(Misuse, match="n must be from 1"):
        Stream(*STARTS[0]).below(n)


def test_an_unknown_source_and_an_empty_pick_are_refused() -> None:
    chance = Chance(("deck",), 1, 2)
    with pytest.raises(Misuse, match=r'"dekc" is not one of deck\. Did you mean "deck"\?'):
        chance["dekc"]
    with pytest.raises(Misuse, match="nothing to pick from"):
        chance.pick([])
