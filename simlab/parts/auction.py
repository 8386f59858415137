"""Auction: open ascending, once around, or sealed bids, with the rule of ties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simlab.errors import not_one_of
from simlab.game.scene import Hand, Scene, Seat, Value
from simlab.parts.layout import cards_in
from simlab.plain.chance import Chance
from simlab.plain.game import PlainGame
from simlab.plain.part import Part

OPEN, ONCE, SEALED = "open", "once", "sealed"
KINDS = (OPEN, ONCE, SEALED)
EARLIER, LATER, NOBODY, CHANCE = "earlier", "later", "nobody", "chance"
TIES = (EARLIER, LATER, NOBODY, CHANCE)
PASS, BID = "pass", "bid"


class Auction(Part):
    """An auction, bid by bid; the choices of a seat are "pass" and ("bid", n).

    - "open": in turn, each bids more or leaves, until one is left.
    - "once": each in turn bids more than those before or passes, once.
    - "sealed": each bids once, unseen; the highest bid wins. Of tied bids, the "earlier" or "later"
      in turn wins, "nobody", or "chance" decides: `tied`.

        >>> from simlab.parts import Auction, try_out
        >>> game = try_out(players=3, auction=Auction("once"))
        >>> game.auction.begin("map", limits=[5, 5, 2], first=1)
        >>> for choice in (("bid", 3), "pass", "pass"):
        ...     game.auction.play(choice)
        >>> game.auction.is_over, game.auction.winner, game.auction.price
        (True, 1, 3)
    """

    draws_chance = True

    def __init__(self, kind: str = OPEN, tied: str = EARLIER, *, source: str = "") -> None:
        super().__init__(source=source)
        if kind not in KINDS:
            raise ValueError(f"kind of auction: {not_one_of(kind, KINDS)}")
        if tied not in TIES:
            raise ValueError(f"tied: {not_one_of(tied, TIES)}")
        self.kind, self.tied = kind, tied

    def sentences(self) -> dict[str, str]:
        """Return the sentences of its events."""
        bids = "{seat} hands in a bid." if self.kind == SEALED else "{seat} bids {bid} for {lot}."
        return {
            "bids": bids,
            "wins": "{seat} wins {lot} for {bid}.",
            "unsold": "Nobody wins {lot}.",
        }

    def set_up(self) -> None:
        """Have no auction."""
        self.begin(None, [0] * self.players)
        self.waiting.clear()

    def begin(
        self, lot: Any, limits: Sequence[int], first: int = 0, least: int = 1, step: int = 1
    ) -> None:
        """Begin with seat `first`; `limits` has the most that each seat may bid.

        The first bid is at least `least`, and each higher one at least `step` more.
        """
        self.lot, self.limits, self.least, self.step = lot, list(limits), least, step
        self.waiting: list[int] = [(first + i) % self.players for i in range(self.players)]
        self.bids: dict[int, int] = {}
        self.winner: int | None = None
        self.price = 0

    @property
    def is_over(self) -> bool:
        """Whether nobody may bid any more; also before the first auction."""
        if self.kind == OPEN and len(self.waiting) == 1:
            return self.bids.get(self.waiting[0], 0) > 0
        return not self.waiting

    def seat(self) -> int | None:
        """Return the seat that bids next, or None if the auction is over."""
        return None if self.is_over else self.waiting[0]

    def choices(self) -> list[Any]:
        """Return what the next seat may choose: to pass, or a bid.

        Raises:
            Misuse: the auction is over.
        """
        seat = self._next("choices()")
        return [PASS, *((BID, n) for n in self._range_of_bids(seat))]

    def _next(self, call: str) -> int:
        seat = self.seat()
        if seat is None:
            raise self.misuse(f"{call}: the auction is over; begin() starts another one")
        return seat

    def _range_of_bids(self, seat: int) -> range:
        highest = 0 if self.kind == SEALED else max(self.bids.values(), default=0)
        lowest = highest + self.step if highest else self.least
        return range(lowest, self.limits[seat] + 1, self.step)

    def play(self, choice: Any) -> None:
        """Carry out the choice of the next seat; the last one ends the auction.

        Raises:
            Misuse: the auction is over, or the choice is none of `choices()`.
        """
        seat = self._next("play()")
        bid = 0 if choice == PASS else choice[1]
        if bid and bid not in self._range_of_bids(seat):
            raise self.misuse(f"play(): seat {seat} may not bid {bid}")
        self.waiting.pop(0)
        if self.kind != OPEN:
            self.bids[seat] = bid
        elif bid:
            self.bids[seat] = bid
            self.waiting.append(seat)
        if bid:
            self.report("bids", seat=seat, bid=bid, lot=self.lot)
        if self.is_over:
            self._end()

    def _end(self) -> None:
        self.price = max(self.bids.values(), default=0)
        tied = [seat for seat, bid in self.bids.items() if bid == self.price and bid]
        self.winner = self._of_tied(tied) if len(tied) > 1 else (tied[0] if tied else None)
        self.price = 0 if self.winner is None else self.price
        if self.winner is None:
            self.report("unsold", lot=self.lot)
        else:
            self.report("wins", seat=self.winner, bid=self.price, lot=self.lot)

    def _of_tied(self, seats: Sequence[int]) -> int | None:
        """Return the seat that wins among tied ones, which stand in the order of their bids."""
        if self.tied == NOBODY:
            return None
        return self.stream.pick(seats) if self.tied == CHANCE else seats[-(self.tied == LATER)]

    def hide(self, game: PlainGame, seat: int, chance: Chance) -> None:
        """Draw the sealed bids of other seats again, each among all that it might have bid."""
        if self.kind == SEALED and not self.is_over:
            for bidder in self.bids:
                if bidder != seat:
                    self.bids[bidder] = chance[self.source].pick([0, *self._range_of_bids(bidder)])

    def concealed(self) -> int:
        """Return how many sealed bids are in before the last one."""
        return len(self.bids) if self.kind == SEALED and not self.is_over else 0

    @property
    def concealing(self) -> tuple[str, str] | None:
        """The sealed bids, and who has not bid yet."""
        return ("bids", "waiting") if self.kind == SEALED else None

    def scene(self) -> Scene:
        """Return the lot and the bids, which are secret if they are sealed."""
        if self.is_over:
            return Scene(seats=())
        lot = Value(self.title, str(self.lot))
        bid_texts = [str(self.bids.get(seat, "–")) for seat in range(self.players)]
        if self.kind == SEALED:
            bids = (Hand("bid", cards_in([bid]), is_secret=True) for bid in bid_texts)
            return Scene(tuple(Seat(hands=(bid,)) for bid in bids), values=(lot,))
        return Scene(tuple(Seat((Value("bid", bid),)) for bid in bid_texts), values=(lot,))
