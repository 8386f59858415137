"""Bank: coins or goods of each seat, with a supply that may run out and a limit per seat."""

from __future__ import annotations

from collections.abc import Sequence

from simlab.game.scene import Scene, Seat, Value
from simlab.plain.part import Part


class Bank(Part):
    """One kind of coins or goods: what each seat holds, `coins[seat]`, and the supply.

    >>> from simlab.parts import Bank, try_out
    >>> game = try_out(coins=Bank())
    >>> game.coins.set_up(start=3, supply=10, limit=8)
    >>> game.coins.gain(0, 7), game.coins[0], game.coins.supply
    (5, 8, 5)
    >>> game.coins.pay(0, 6)
    >>> game.coins.move(1, 0, 2)
    >>> game.coins[0], game.coins[1], game.coins.supply
    (4, 1, 11)
    """

    def sentences(self) -> dict[str, str]:
        """Return the sentences of its events."""
        return {
            "gained": f"{{seat}} receives {{n}} {self.title}.",
            "paid": f"{{seat}} pays {{n}} {self.title}.",
            "refused": "",
        }

    def set_up(
        self, start: int | Sequence[int] = 0, supply: int | None = None, limit: int | None = None
    ) -> None:
        """Give each seat its start, one number or one per seat.

        `supply` is what is left for later, unlimited unless given; `limit` the most of a seat.
        """
        self.holdings = [start] * self.players if isinstance(start, int) else list(start)
        self.supply, self.limit = supply, limit

    def __len__(self) -> int:
        return self.players

    def __getitem__(self, seat: int) -> int:
        return self.holdings[seat]

    def room(self, seat: int) -> int | None:
        """Return how much a seat can gain: what supply and limit allow; None without limits."""
        free = None if self.limit is None else max(self.limit - self.holdings[seat], 0)
        return min((bound for bound in (free, self.supply) if bound is not None), default=None)

    def gain(self, seat: int, n: int) -> int:
        """Give a seat `n` from the supply, or as many as possible; return how many.

        Raises:
            Misuse: `n` is negative.
        """
        if n < 0:
            raise self.misuse(f"gain(): n must not be negative, but is {n}; use pay()")
        room = self.room(seat)
        n_gained = n if room is None else min(n, room)
        self._add(seat, n_gained)
        if n_gained:
            self.report("gained", seat=seat, n=n_gained)
        if n_gained < n:
            self.report("refused", n=n - n_gained)
        return n_gained

    def pay(self, seat: int, n: int) -> None:
        """Put `n` of a seat back into the supply.

        Raises:
            Misuse: the seat has fewer.
        """
        self._check_payment(seat, n)
        self._add(seat, -n)
        if n:
            self.report("paid", seat=seat, n=n)

    def move(self, giver: int, taker: int, n: int) -> None:
        """Let a seat pay `n` to another one, whatever the limit.

        Raises:
            Misuse: the giver has fewer.
        """
        self._check_payment(giver, n)
        self.holdings[giver] -= n
        self.holdings[taker] += n
        self.report("paid", seat=giver, n=n)
        self.report("gained", seat=taker, n=n)

    def can_pay(self, seat: int, n: int) -> bool:
        """Return whether a seat has `n`."""
        return self.holdings[seat] >= n

    def _check_payment(self, seat: int, n: int) -> None:
        if not 0 <= n <= self.holdings[seat]:
            raise self.misuse(f"seat {seat} cannot pay {n} of {self.holdings[seat]}")

    def _add(self, seat: int, n: int) -> None:
        self.holdings[seat] += n
        if self.supply is not None:
            self.supply -= n

    def number(self, seat: int) -> int:
        """Return what a seat has."""
        return self.holdings[seat]

    def scene(self) -> Scene:
        """Return what each seat has, and the supply if it is limited."""
        seats = tuple(Seat((Value(self.title, n),)) for n in self.holdings)
        supply = () if self.supply is None else (Value(f"supply of {self.title}", self.supply),)
        return Scene(seats, values=supply)
