"""Bag: tokens that are drawn by chance and not put back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from simlab.game.scene import Scene, Value
from simlab.plain.part import Part


class Bag(Part):
    """Tokens of some kinds, such as colours; each draw is drawn by chance when it is made.

    >>> from simlab.parts import Bag, try_out
    >>> game = try_out(bag=Bag())
    >>> game.bag.set_up({"red": 3, "blue": 2})
    >>> drawn = game.bag.draw_up_to(4)
    >>> len(game.bag), game.bag.count("red") + drawn.count("red")
    (1, 3)
    """

    draws_chance = True

    def sentences(self) -> dict[str, str]:
        """Return the sentences of its events."""
        return {"draws": ""}

    def set_up(self, tokens: Mapping[Any, int] | str | Iterable[Any] = ()) -> None:
        """Put tokens in: numbers by kind, a table, of which each row has `copies`, or a list."""
        if isinstance(tokens, Mapping):
            self.tokens = [kind for kind, n in tokens.items() for _ in range(n)]
        else:
            self.tokens = self.cards_of(tokens)

    def __len__(self) -> int:
        return len(self.tokens)

    def count(self, kind: Any) -> int:
        """Return how many tokens of a kind are in the bag."""
        return self.tokens.count(kind)

    def draw(self) -> Any:
        """Take a token out.

        Raises:
            Misuse: the bag is empty.
        """
        if not self.tokens:
            raise self.misuse(f"draw(): it is empty; look at len(self.{self.name}) before")
        self.report("draws")
        index = self.stream.below(len(self.tokens))
        self.tokens[index], self.tokens[-1] = self.tokens[-1], self.tokens[index]
        return self.tokens.pop()

    def draw_up_to(self, n: int) -> list[Any]:
        """Take `n` tokens out, or as many as are left."""
        return [self.draw() for _ in range(min(n, len(self.tokens)))]

    def put(self, kind: Any, n: int = 1) -> None:
        """Put tokens of a kind in."""
        self.tokens += [kind] * n

    def discard(self, token: Any) -> None:
        """Put a token of a hand back in."""
        self.put(token)

    def unseen(self) -> list[Any]:
        """Return the tokens in the bag."""
        return self.tokens

    def put_unseen(self, tokens: list[Any]) -> None:
        """Replace the tokens in the bag by as many others."""
        self.tokens = tokens

    def number(self, seat: int) -> int:
        """Return how many tokens are in the bag."""
        return len(self.tokens)

    def scene(self) -> Scene:
        """Return how many tokens are in the bag: which ones may tell what others drew unseen."""
        return Scene(seats=(), values=(Value(self.title, len(self.tokens)),))
