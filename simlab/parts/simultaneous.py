"""Simultaneous: choices that seats make at the same time, hidden until all are revealed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from simlab.game.scene import Hand, Scene, Seat
from simlab.parts.layout import cards_in
from simlab.plain.chance import Chance
from simlab.plain.game import PlainGame
from simlab.plain.part import Part
from simlab.plain.words import with_blanks


class Simultaneous(Part):
    """Choices that are collected seat by seat; nobody sees them before `reveal`.

    Change nothing else on the table before then: a card that is chosen stays in its hand. While
    choices are collected, `seat()` of the game is `seat()` of this part.

        >>> from simlab.parts import Simultaneous, try_out
        >>> game = try_out(plans=Simultaneous())
        >>> game.plans.begin()
        >>> game.plans.put("rock")
        >>> game.plans.seat()
        1
        >>> game.plans.put("paper")
        >>> game.plans.seat() is None, game.plans.reveal()
        (True, ['rock', 'paper'])
    """

    draws_chance = True
    hides_last = True
    reveals = frozenset({"revealed"})

    def sentences(self) -> dict[str, str]:
        """Return the sentences of its events."""
        return {"revealed": "{seat} reveals {choice}."}

    def set_up(self) -> None:
        """Ask nobody."""
        self.begin(())

    def begin(self, seats: Iterable[int] | None = None) -> None:
        """Ask all seats, or these, in this order."""
        self.asked: list[int] = []
        if seats is None:
            self.asked += range(self.players)
        else:
            self.asked += seats
        self.made: list[Any] = [None] * self.players
        self.n_made = 0

    def seat(self) -> int | None:
        """Return the seat that chooses next, or None when all have chosen."""
        return self.asked[self.n_made] if self.n_made < len(self.asked) else None

    def put(self, choice: Hashable) -> None:
        """Keep the choice of the next seat, unseen.

        Raises:
            Misuse: all have chosen.
        """
        seat = self.seat()
        if seat is None:
            raise self.misuse("put(): all seats have chosen; begin() asks them again")
        self.made[seat] = choice
        self.n_made += 1

    def reveal(self) -> list[Any]:
        """Return the choice of each seat, None if it was not asked, and ask nobody any more.

        Raises:
            Misuse: a seat has not chosen yet.
        """
        if self.seat() is not None:
            raise self.misuse(f"reveal(): seat {self.seat()} has not chosen yet")
        for seat in self.asked:
            self.report("revealed", seat=seat, choice=self.made[seat])
        self.asked.clear()
        self.n_made = 0
        return list(self.made)

    def hide(self, game: PlainGame, seat: int, chance: Chance) -> None:
        """Draw the choices of other seats again, each among the choices of the game there."""
        n_made = self.n_made
        for i in range(n_made):
            self.n_made = i
            if self.asked[i] != seat:
                self.made[self.asked[i]] = chance[self.source].pick([*game.choices()])
        self.n_made = n_made

    def concealed(self) -> int:
        """Return how many have chosen before the choices are revealed."""
        return self.n_made

    @property
    def concealing(self) -> tuple[str, str]:
        """The number of choices made, and who was asked."""
        return "n_made", "asked"

    def scene(self) -> Scene:
        """Return the choices, each of which only its seat sees."""
        if not self.asked:
            return Scene(seats=())
        seats = range(self.players)
        chosen = ([] if self.made[s] is None else [with_blanks(self.made[s])] for s in seats)
        hands = (
            Hand(self.title, cards_in(choice_cards), is_secret=True) for choice_cards in chosen
        )
        return Scene(tuple(Seat(hands=(hand,)) for hand in hands))
