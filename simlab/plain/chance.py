"""Random streams of plain games: dice, draws and shuffles, the same numbers as compiled games draw.

The formulas are those of `simlab.engine.rng`, on Python's integers.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

from simlab.engine.rng import GAMMA, MIX_1, MIX_2, NOISE, ROTATION, STREAM, TWO_TO_MINUS_53
from simlab.errors import Misuse, not_one_of

Item = TypeVar("Item")

MASK = (1 << 64) - 1
LOW_HALF = (1 << 32) - 1
INCREMENT, FACTOR_1, FACTOR_2 = int(GAMMA), int(MIX_1), int(MIX_2)
FIRST_NOISE, NOISE_PER_ROTATION = int(NOISE), int(ROTATION)


def splitmix(x: int) -> int:
    """Return the first output of a splitmix64 generator whose state is `x`."""
    z = (x + INCREMENT) & MASK
    z = ((z ^ (z >> 30)) * FACTOR_1) & MASK
    z = ((z ^ (z >> 27)) * FACTOR_2) & MASK
    return z ^ (z >> 31)


DRAWS = ("die", "below", "pick", "shuffle", "uniform")
"""What a source of chance can be asked for."""


class Stream:
    """A source of chance: a pure function of run seed, deal and number of the source."""

    __slots__ = ("__weakref__", "s0", "s1", "s2", "s3")

    def __init__(self, seed: int, deal: int, source: int) -> None:
        x = splitmix(splitmix(splitmix(seed & MASK) ^ deal) ^ source)
        state_words = [splitmix((x + i * INCREMENT) & MASK) for i in range(STREAM)]
        self.s0, self.s1, self.s2, self.s3 = state_words

    def word(self) -> int:
        """Return the next 64 random bits (xoshiro256**)."""
        s1 = self.s1
        x = (s1 * 5) & MASK
        s2, s3 = self.s2 ^ self.s0, self.s3 ^ s1
        self.s1 = s1 ^ s2
        self.s0 ^= s3
        self.s2 = s2 ^ (s1 << 17 & MASK)
        self.s3 = (s3 << 45 | s3 >> 19) & MASK
        return ((x << 7 | x >> 57) & MASK) * 9 & MASK

    def below(self, n: int) -> int:
        """Return a uniform integer from 0 to n - 1; n from 1 to 2**32 - 1 (Lemire).

        Raises:
            Misuse: n is out of this range.
        """
        if not 1 <= n <= LOW_HALF:
            raise Misuse(f"below({n!r}): n must be from 1 to {LOW_HALF}")
        product = (self.word() >> 32) * n
        # the division, which takes long, is needed only for products that could favour some numbers
        if product & LOW_HALF < n:
            threshold = ((1 << 32) - n) % n
            while product & LOW_HALF < threshold:
                product = (self.word() >> 32) * n
        return product >> 32

    def uniform(self) -> float:
        """Return a uniform real from 0 to below 1, a multiple of 2**-53."""
        return (self.word() >> 11) * TWO_TO_MINUS_53

    def die(self, faces: int = 6) -> int:
        """Return the number that a die shows: 1 to `faces`."""
        return 1 + self.below(faces)

    def pick(self, items: Sequence[Item]) -> Item:
        """Return one of the items.

        Raises:
            Misuse: there is none.
        """
        if not items:
            raise Misuse("pick(): there is nothing to pick from")
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Put a list in a uniformly random order (Fisher and Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def noise_stream(seed: int, deal: int, rotation: int, seat: int) -> Stream:
    """Return the stream of the policy at a seat."""
    return Stream(seed, deal, FIRST_NOISE + rotation * NOISE_PER_ROTATION + seat)


class Chance:
    """The sources of chance of one game by name, `chance["deck"]`; its methods draw from the first.

    `draws` has the deal from which each source is taken, unless all are those of the game. A rule
    change that asks one source for more leaves the others as they were.
    """

    __slots__ = ("_deals", "_seed", "_sources", "_streams")

    def __init__(
        self, sources: Sequence[str], seed: int, deal: int, draws: Sequence[int] = ()
    ) -> None:
        self._sources, self._seed = sources, seed
        self._deals = draws or [deal] * len(sources)
        self._streams: dict[str, Stream] = {}

    def restart(self, seed: int, deal: int) -> None:
        """Begin all sources again, as those of another run seed and deal."""
        self._seed, self._deals = seed, [deal] * len(self._sources)
        self._streams.clear()

    def __getitem__(self, source: str) -> Stream:
        """Return a source by its name.

        Raises:
            Misuse: the game declares no such source.
        """
        # made when first asked for: to seed one takes longer than to draw from it
        stream = self._streams.get(source)
        if stream is None:
            if source not in self._sources:
                raise Misuse(f"chance: {not_one_of(source, self._sources)}")
            number = self._sources.index(source)
            stream = Stream(self._seed, self._deals[number], number)
            self._streams[source] = stream
        return stream

    def below(self, n: int) -> int:
        """Return a uniform integer from 0 to n - 1."""
        return self[self._sources[0]].below(n)

    def uniform(self) -> float:
        """Return a uniform real from 0 to below 1."""
        return self[self._sources[0]].uniform()

    def die(self, faces: int = 6) -> int:
        """Return the number that a die shows: 1 to `faces`."""
        return self[self._sources[0]].die(faces)

    def pick(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return self[self._sources[0]].pick(items)

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Put a list in a uniformly random order."""
        self[self._sources[0]].shuffle(items)


def progress_of(chance: Chance) -> frozenset[tuple[str, int, int, int, int]]:
    """Return how far each source was read: equal as long as nothing is drawn."""
    return frozenset(
        (source, stream.s0, stream.s1, stream.s2, stream.s3)
        for source, stream in chance._streams.items()
    )
