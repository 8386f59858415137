"""PlainStepper: plays a plain game decision by decision; a choice is its number on the menu."""

from __future__ import annotations

import copy
from collections.abc import Hashable

import numpy as np

from simlab.engine.record import Ints
from simlab.errors import ContractError
from simlab.execution.stepper import Case
from simlab.game.policy import Policy
from simlab.plain.chance import Stream
from simlab.plain.engine import Deal, Session, is_of_user
from simlab.plain.failure import sentence_of
from simlab.plain.game import copy_game
from simlab.plain.seated_policy import Memory, SeatedPolicy


class PlainStepper:
    """One plain game; `game` is its definition, `position` the game itself."""

    def __init__(self, case: Case, deal: int) -> None:
        session = Session.for_readers(case.game, case.rules, case.lineup, case.seed)
        self.case, self.game, self.deal = case, case.game, deal
        self.position = Deal(session, deal).game
        self.players = len(case.lineup)
        self.choices: list[int] = []
        self.menu: list[Hashable] = []

    def set_up(self) -> None:
        """Lay out the table."""
        self.position.setup(self.players, self.position.chance)

    def next_seat(self) -> int:
        """Return the seat that decides."""
        return int(self.position.seat() or 0)

    def offer(self) -> Ints:
        """Return the numbers of the choices, shape (n,)."""
        self.menu = list(self.position.choices())
        return np.arange(len(self.menu))

    def apply(self, choice: int) -> None:
        """Carry out a choice of the menu."""
        self.position.play(self.menu[choice])
        self.choices.append(choice)

    def in_words(self, choice: int) -> str:
        """Return a choice in words."""
        return self.position.describe(self.menu[choice])

    def independent_copy(self) -> PlainStepper:
        """Return an independent copy of the table."""
        stepper = copy.copy(self)
        stepper.position = copy_game(self.position, copy.deepcopy(self.position.chance))
        stepper.choices, stepper.menu = self.choices.copy(), list(self.position.choices())
        return stepper

    def choice_of(self, policy: Policy, seat: int, chance: Stream, memory: Memory) -> int:
        """Return what a policy chooses at a seat.

        Raises:
            ContractError: the policy fails.
        """
        try:
            seated, menu = SeatedPolicy(policy), [*self.menu]
            choice = seated.choose(self.position, seat, menu, chance, memory)
        except BaseException as error:  # an author's code may raise anything
            if is_of_user(error):
                raise
            raise ContractError(f"{sentence_of(error)}, with policy {policy}") from error
        return self.menu.index(choice)
