"""PlainShadow: the plain game beside its translation, which shows what lies on the table."""

from __future__ import annotations

from simlab.game.definition import Game, Rules
from simlab.plain.engine import Deal, Session
from simlab.plain.game import PlainGame


class PlainShadow:
    """A game in plain Python that follows its translation, choice by choice.

    Both offer the same choices in the same order, so that a choice is known by its position.
    """

    def __init__(
        self, plain: Game, rules: Rules, players: int, seed: int, deal: int, rotation: int = 0
    ) -> None:
        nobody = plain.policies[:1] * players  # asks nobody
        session = Session.for_readers(plain, rules, nobody, seed, rotation)
        session.deal[0] = deal
        self._deal = Deal(session, deal)
        self._deal.set_up()

    @property
    def game(self) -> PlainGame:
        """The game as it stands."""
        return self._deal.game

    def carry_out(self, position: int) -> None:
        """Carry out the choice at a position of the menu."""
        offer = self._deal.offer()
        assert offer is not None, "the translation offers a choice"
        seat, menu = offer
        self._deal.carry_out(seat, menu, menu[position])
