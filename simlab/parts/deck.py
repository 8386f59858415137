"""Deck: a pile of cards to draw from, with discards that are shuffled into a new pile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simlab.game import scene
from simlab.plain.chance import Chance
from simlab.plain.game import PlainGame
from simlab.plain.part import Part


class Deck(Part):
    """A face-down pile and its discards; an empty pile is made of the discards.

    Nobody sees the pile: `hide` shuffles it.

        >>> from simlab.parts import Deck, try_out
        >>> game = try_out(deck=Deck())
        >>> game.deck.set_up(["salt", "wool", "silk"])
        >>> cards = [game.deck.draw(), game.deck.draw()]
        >>> game.deck.discard(*cards)
        >>> game.deck.n_drawable
        3
    """

    draws_chance = True

    def sentences(self) -> dict[str, str]:
        """Return the sentences of its events."""
        return {
            "draws": "",
            "reshuffles": f"The discards are shuffled and become the new {self.title}.",
        }

    def set_up(self, cards: str | Iterable[Any] = ()) -> None:
        """Shuffle cards into the pile; a text names a table, of which each row has `copies`."""
        self.pile = self.cards_of(cards)
        self.discards: list[Any] = []
        self.stream.shuffle(self.pile)

    @property
    def n_drawable(self) -> int:
        """Number of cards that can be drawn, the discards included."""
        return len(self.pile) + len(self.discards)

    def draw(self) -> Any:
        """Take the top card.

        Raises:
            Misuse: no card is left, neither in the pile nor among the discards.
        """
        if not self.pile:
            if not self.discards:
                raise self.misuse(
                    f"draw(): no card is left; look at self.{self.name}.n_drawable before"
                )
            self.reshuffle()
        self.report("draws")
        return self.pile.pop()

    def draw_up_to(self, n: int) -> list[Any]:
        """Take `n` cards, or as many as are left."""
        return [self.draw() for _ in range(min(n, self.n_drawable))]

    def discard(self, *cards: Any) -> None:
        """Lay cards on the discards."""
        self.discards += cards

    def reshuffle(self) -> None:
        """Shuffle the discards into the pile."""
        self.pile += self.discards
        self.discards = []
        self.stream.shuffle(self.pile)
        self.report("reshuffles")

    def hide(self, game: PlainGame, seat: int, chance: Chance) -> None:
        """Shuffle the pile."""
        chance[self.source].shuffle(self.pile)

    def unseen(self) -> list[Any]:
        """Return the cards that nobody sees."""
        return self.pile

    def put_unseen(self, cards: list[Any]) -> None:
        """Replace the cards that nobody sees by as many others."""
        self.pile = cards

    def number(self, seat: int) -> int:
        """Return how many cards are in the pile."""
        return len(self.pile)

    def scene(self) -> scene.Scene:
        """Return the numbers of cards."""
        pile = scene.Deck(self.title, len(self.pile), len(self.discards))
        return scene.Scene(seats=(), decks=(pile,))
