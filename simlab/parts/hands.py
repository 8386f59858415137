"""Hands: the cards of each seat, and who sees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

from simlab.errors import not_one_of
from simlab.game.scene import Hand, Scene, Seat, Value
from simlab.parts.bag import Bag
from simlab.parts.deck import Deck
from simlab.parts.layout import cards_in
from simlab.plain.chance import Chance
from simlab.plain.game import PlainGame
from simlab.plain.part import Part

OWNER, ALL, NOBODY = "owner", "all", "nobody"


class Hands(Part):
    """The hands of all seats; `hands[seat]` is a list of cards.

    `seen_by` is "owner", "all" or "nobody". `hide` mixes what a seat does not see with the pile of
    the deck, or with the bag, and deals it again.

        >>> from simlab.parts import Deck, Hands, try_out
        >>> deck = Deck()
        >>> game = try_out(deck=deck, hands=Hands(deck))
        >>> game.deck.set_up(range(40))
        >>> game.hands.deal(5)
        >>> [len(hand) for hand in game.hands]
        [5, 5]
        >>> game.hands.discard(0, game.hands[0][2])
        >>> len(game.hands[0]), len(game.deck.discards)
        (4, 1)
    """

    draws_chance = True

    def __init__(
        self, deck: Deck | Bag | None = None, seen_by: str = OWNER, *, source: str = ""
    ) -> None:
        super().__init__(source=source)
        if seen_by not in (OWNER, ALL, NOBODY):
            raise ValueError(f"seen_by: {not_one_of(seen_by, (OWNER, ALL, NOBODY))}")
        self.deck, self.seen_by = deck, seen_by

    def sentences(self) -> dict[str, str]:
        """Return the sentences of its events."""
        supply = "" if self.deck is None else f" from the {self.deck.title}"
        return {"draws": f"{{seat}} draws {{n}}{supply}."}

    def at_table(self, game: PlainGame) -> Self:
        """Return the hands of a game, which draw from its deck."""
        hands = super().at_table(game)
        hands.deck = None if self.deck is None else self.deck.of(game)
        return hands

    def set_up(self) -> None:
        """Empty all hands."""
        self.hands: list[list[Any]] = [[] for _ in range(self.players)]

    def __len__(self) -> int:
        return self.players

    def __getitem__(self, seat: int) -> list[Any]:
        return self.hands[seat]

    def __iter__(self) -> Iterator[list[Any]]:
        return iter(self.hands)

    def deal(self, n: int) -> None:
        """Draw `n` cards for each seat, or as many as are left."""
        for seat in range(self.players):
            self.draw(seat, n)

    def draw(self, seat: int, n: int = 1) -> list[Any]:
        """Draw `n` cards for a seat, or as many as are left; return them.

        Raises:
            Misuse: the hands have no deck.
        """
        if self.deck is None:
            raise self.misuse(f"there is no deck; declare `{self.name} = Hands(deck)`")
        cards = self.deck.draw_up_to(n)
        self.hands[seat].extend(cards)
        if cards:
            self.report("draws", seat=seat, n=len(cards))
        return cards

    def add(self, seat: int, *cards: Any) -> None:
        """Put cards into the hand of a seat."""
        self.hands[seat].extend(cards)

    def remove(self, seat: int, card: Any) -> Any:
        """Take a card out of the hand of a seat; return it.

        Raises:
            Misuse: it is not there.
        """
        if card not in self.hands[seat]:
            raise self.misuse(f"seat {seat} does not hold {card}")
        self.hands[seat].remove(card)
        return card

    def discard(self, seat: int, card: Any) -> None:
        """Take a card out of the hand of a seat and put it on the discards, or into the bag.

        Raises:
            Misuse: it is not there, or the hands have no deck.
        """
        if self.deck is None:
            raise self.misuse(f"there is no deck; declare `{self.name} = Hands(deck)`")
        self.deck.discard(self.remove(seat, card))

    def is_seen(self, seat: int, owner: int) -> bool:
        """Return whether a seat sees the hand of an owner."""
        return self.seen_by == ALL or (self.seen_by == OWNER and seat == owner)

    def hide(self, game: PlainGame, seat: int, chance: Chance) -> None:
        """Deal again what a seat does not see, from these hands and the deck."""
        unseen = [owner for owner in range(self.players) if not self.is_seen(seat, owner)]
        cards = [card for owner in unseen for card in self.hands[owner]]
        if self.deck is not None:
            cards += self.deck.unseen()
        chance[self.source].shuffle(cards)
        for owner in unseen:
            n = len(self.hands[owner])
            self.hands[owner], cards = cards[:n], cards[n:]
        if self.deck is not None:
            self.deck.put_unseen(cards)

    def number(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return len(self.hands[seat])

    def scene(self) -> Scene:
        """Return the hands, or only their sizes if nobody sees them."""
        if self.seen_by == NOBODY:
            return Scene(tuple(Seat((Value(self.title, len(hand)),)) for hand in self.hands))
        is_secret = self.seen_by == OWNER
        hands_of_seats = (Hand(self.title, cards_in(hand), is_secret) for hand in self.hands)
        return Scene(tuple(Seat(hands=(hand,)) for hand in hands_of_seats))
