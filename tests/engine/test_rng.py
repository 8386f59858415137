"""Random streams: the published numbers, the same start for ever, and no bias."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations, product

import numpy as np
import pytest
from scipy import stats

from simlab.engine.record import Words
from simlab.engine.rng import (
    GAMMA,
    STREAM,
    below,
    next_word,
    seed_noise,
    seed_stream,
    seed_table,
    shuffle,
    splitmix,
    stratify,
    uniform,
)

FIVE_SIGMA = 2 * stats.norm.sf(5)
WORDS = 1 << 64
HALVES = 1 << 32


def stream(*words: int) -> Words:
    return np.array(words, np.uint64)


def seeded(seed: int = 1914, deal: int = 7, source: int = 3) -> Words:
    seeded = np.zeros(STREAM, np.uint64)
    seed_stream(seeded, seed, deal, np.uint64(source))
    return seeded


def table(n_sources: int, seed: int, deal: int) -> Words:
    streams = np.zeros((n_sources, STREAM), np.uint64)
    seed_table(streams, seed, deal)
    return streams


def noise(players: int, seed: int, deal: int, rotation: int) -> Words:
    streams = np.zeros((players, STREAM), np.uint64)
    seed_noise(streams, seed, deal, rotation, players)
    return streams


def stream_of(first: int, second: int) -> Words:
    """Return a stream whose next two words are the given ones."""
    s1 = unscrambled(first)
    return stream(s1 ^ unscrambled(second), s1, 0, 1)


def unscrambled(word: int) -> int:
    """Return the part of a state that xoshiro256** makes a word of."""
    turned = word * pow(9, -1, WORDS) % WORDS
    return (turned >> 7 | turned << 57) * pow(5, -1, WORDS) % WORDS


def assert_equally_likely(counts: list[int]) -> None:
    """Check that equal counts would vary as much, leaving five standard deviations."""
    assert stats.chisquare(counts).pvalue > FIVE_SIGMA, counts


def splitmix64(x: int) -> Iterator[int]:
    """Yield the outputs of a splitmix64 generator, from the paper."""
    while True:
        x = (x + 0x9E3779B97F4A7C15) % WORDS
        z = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % WORDS
        z = (z ^ z >> 27) * 0x94D049BB133111EB % WORDS
        yield z ^ z >> 31


# Published numbers, and numbers that must never change.


def test_splitmix64_gives_the_published_numbers() -> None:
    states = [np.uint64((1234567 + i * int(GAMMA)) % WORDS) for i in range(5)]
    assert [int(splitmix(state)) for state in states] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_xoshiro256_gives_the_published_numbers() -> None:
    counting = stream(1, 2, 3, 4)
    assert [int(next_word(counting)) for _ in range(10)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        16172922978634559625,
        8476171486693032832,
        10595114339597558777,
        2904607092377533576,
    ]


@pytest.mark.parametrize("numbers", [(0, 0, 0), (1914, 7, 3), ((1 << 63) - 1, 1 << 40, 1 << 33)])
def test_a_stream_starts_from_the_hash_of_seed_deal_and_source(
    numbers: tuple[int, int, int],
) -> None:
    seed, deal, source = numbers
    x = next(splitmix64(next(splitmix64(next(splitmix64(seed)) ^ deal)) ^ source))
    assert seeded(seed, deal, source).tolist() == list(islice(splitmix64(x), STREAM))


def test_the_streams_of_a_seed_never_change() -> None:
    assert seeded(1914, 7, 3).tolist() == [
        12124839095810763738,
        17503311643098422416,
        4876865031358927459,
        395593561024976888,
    ]
    assert [int(next_word(source)) for source in table(3, 1914, 7)] == [
        16148577214318666782,
        12078540938294147,
        11059122221319717563,
    ]
    assert [int(next_word(seat)) for seat in noise(3, 1914, 7, 2)] == [
        10063729566140608906,
        4657907880776872720,
        13990902003750436022,
    ]


def test_the_shuffles_of_a_seed_never_change() -> None:
    cards = np.arange(20)
    shuffle(seeded(), cards, 20)
    assert cards.tolist() == [
        *(6, 2, 18, 12, 15, 17, 16, 11, 3, 4),
        *(7, 10, 1, 19, 0, 5, 9, 14, 13, 8),
    ]


# Streams of their own.


def test_sources_of_the_table_are_numbered_from_0() -> None:
    assert table(3, 5, 8).tolist() == [seeded(5, 8, source).tolist() for source in range(3)]


def test_no_two_streams_are_alike() -> None:
    starts: Counter[bytes] = Counter()
    for seed, deal in product(range(8), range(8)):
        starts.update(source.tobytes() for source in table(40, seed, deal))
        for rotation in range(6):
            starts.update(seat.tobytes() for seat in noise(6, seed, deal, rotation))
    assert len(starts) == 8 * 8 * (40 + 6 * 6)
    assert set(starts.values()) == {1}


def test_a_source_that_is_asked_for_more_leaves_the_others_as_they_were() -> None:
    asked, left_alone = table(3, 1, 1), table(3, 1, 1)
    shuffle(asked[1], np.arange(60), 60)
    assert asked[[0, 2]].tolist() == left_alone[[0, 2]].tolist()
    assert asked[1].tolist() != left_alone[1].tolist()


# No bias.


def test_a_stream_can_be_made_for_any_two_words() -> None:
    made = stream_of(123, 456)
    assert [int(next_word(made)), int(next_word(made))] == [123, 456]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 60, 1000, 1 << 31, 1_500_000_001, 3 << 30, HALVES - 1])
def test_each_number_is_made_of_equally_many_words(n: int) -> None:
    for number in {0, n - 1, *np.random.default_rng(n).integers(n, size=40).tolist()}:
        halves = range(-(-HALVES * number // n), -(-HALVES * (number + 1) // n))
        at_the_ends = {*halves[:4], *halves[-4:]}
        kept = [half for half in at_the_ends if is_kept(half, n)]
        assert len(halves) - len(at_the_ends) + len(kept) == HALVES // n
        assert {below(stream_of(half << 32, 0), n) for half in kept} == {number}


def is_kept(half: int, n: int) -> bool:
    """Say whether a word with this upper half is enough for a number below n."""
    asked = stream_of(half << 32, 1 << 62)
    below(asked, n)
    return int(next_word(asked)) == 1 << 62


@pytest.mark.parametrize("n", [6, 60])
def test_numbers_come_up_equally_often(n: int) -> None:
    asked = seeded()
    counts = Counter(below(asked, n) for _ in range(1_000 * n))
    assert set(counts) == set(range(n))
    assert_equally_likely(list(counts.values()))


def test_numbers_come_up_equally_often_where_most_words_favour_some() -> None:
    asked = seeded()
    counts = Counter(below(asked, 3 << 30) % 3 for _ in range(30_000))
    assert_equally_likely(list(counts.values()))


def test_reals_are_the_upper_53_bits_of_a_word_and_never_1() -> None:
    words = [0, 1 << 11, 1 << 63, WORDS - 1]
    reals = [uniform(stream_of(word, 0)) for word in words]
    assert reals == [0.0, 2.0**-53, 0.5, 1.0 - 2.0**-53]


def test_all_orders_of_four_cards_come_up_equally_often() -> None:
    asked = seeded()
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        cards = np.arange(4)
        shuffle(asked, cards, 4)
        counts[tuple(cards.tolist())] += 1
    assert set(counts) == set(permutations(range(4)))
    assert_equally_likely(list(counts.values()))


def test_only_the_cards_asked_for_are_shuffled() -> None:
    cards = np.arange(40)
    shuffle(seeded(), cards, 20)
    assert sorted(cards[:20].tolist()) == list(range(20))
    assert cards[20:].tolist() == list(range(20, 40))


def test_the_strata_of_a_die_show_each_face_equally_often() -> None:
    for source in range(50):
        faces: Counter[int] = Counter()
        for stratum in range(12):
            die = seeded(source=source)
            stratify(die, stratum, 12)
            faces[below(die, 6)] += 1
        assert faces == dict.fromkeys(range(6), 2)


@pytest.mark.parametrize("n", [1, 7, 64])
def test_the_first_output_of_a_stratified_stream_is_within_its_stratum(n: int) -> None:
    for stratum in range(n):
        drawn = seeded(source=stratum)
        stratify(drawn, stratum, n)
        assert int(next_word(drawn)) * n // (WORDS - 1) == stratum


def test_a_stratified_stream_goes_on_evenly() -> None:
    later = []
    for source in range(4000):
        drawn = seeded(source=source)
        stratify(drawn, source % 8, 8)
        next_word(drawn)
        later.append(below(drawn, 10))
    assert stats.chisquare(np.bincount(later, minlength=10)).pvalue > FIVE_SIGMA
