"""Market: a row of open cards that is refilled from a deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self, overload

from simlab.game.scene import Hand, Scene
from simlab.parts.bag import Bag
from simlab.parts.deck import Deck
from simlab.parts.layout import cards_in_order
from simlab.plain.game import PlainGame
from simlab.plain.part import Part


class Market(Part, Sequence[Any]):
    """A row of open cards, oldest first; it is a sequence of cards.

    >>> from simlab.parts import Deck, Market, try_out
    >>> deck = Deck()
    >>> game = try_out(deck=deck, market=Market(deck))
    >>> game.deck.set_up(range(10))
    >>> game.market.set_up(4)
    >>> card = game.market.take(game.market[1])
    >>> len(game.market), card in game.market, len(game.deck.pile)
    (4, False, 5)
    """

    def __init__(self, deck: Deck | Bag) -> None:
        super().__init__()
        self.deck = deck

    def sentences(self) -> dict[str, str]:
        """Return the sentences of its events."""
        return {"refills": f"{{card}} comes into the {self.title}."}

    def at_table(self, game: PlainGame) -> Self:
        """Return the market of a game, which is refilled from its deck."""
        market = super().at_table(game)
        market.deck = self.deck.of(game)
        return market

    def set_up(self, size: int = 0) -> None:
        """Lay out cards of the deck, as many as there are up to a size."""
        self.size = size
        self.cards: list[Any] = self.deck.draw_up_to(size) if size else []

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self.cards[index]

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def take(self, card: Any) -> Any:
        """Take a card; the others move up, and one from the deck comes last. Return the card.

        Raises:
            Misuse: it is not there.
        """
        if card not in self.cards:
            raise self.misuse(f"take(): {card} is not there")
        self.cards.remove(card)
        self.refill()
        return card

    def sweep(self) -> None:
        """Discard all cards and lay out others."""
        for card in self.cards:
            self.deck.discard(card)
        self.cards = []
        self.refill()

    def refill(self) -> None:
        """Lay out cards of the deck until the row is full or the deck is empty."""
        for card in self.deck.draw_up_to(self.size - len(self.cards)):
            self.cards.append(card)
            self.report("refills", card=card)

    def number(self, seat: int) -> int:
        """Return how many cards lie there."""
        return len(self.cards)

    def scene(self) -> Scene:
        """Return the cards."""
        return Scene(seats=(), common=(Hand(self.title, cards_in_order(self.cards)),))
