"""Numbers of a game's state that a seat may see: those that dealing hidden information again keeps.

Random games are played, and at each decision `hide` is called for every seat. A field that ever
changes is left out as a whole, for all seats, so that a rare change of one card is enough.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from simlab.compiler.encoding import OWN_FIELDS
from simlab.engine.observation import KINDS, StateNumber, state_numbers
from simlab.experiment.resolve import Scenario
from simlab.stepper import Case, Stepper

DEALS, DECISIONS = 4, 250
"""Random games, and most decisions of each, that are looked at."""


def seen_numbers(scenario: Scenario) -> list[StateNumber]:
    """Return the numbers of the state that every seat may see.

    Of a translated game, without what kernels add to its attributes.
    """
    game, players = scenario.game, scenario.players
    hidden = _hidden_bytes(scenario)
    numbers = state_numbers(game.state_row, game.players[1], players)
    if game.plain is not None:
        numbers = [
            number for number in numbers if re.split(r"[.\[]", number.field)[0] not in OWN_FIELDS
        ]
    left_out = {number.field for number in numbers if _is_hidden(number, hidden, players)}
    return [number for number in numbers if number.field not in left_out]


def _is_hidden(number: StateNumber, hidden: NDArray[np.bool_], players: int) -> bool:
    """Return whether a number changes for a seat whose view of it this is."""
    size = KINDS[number.kind].itemsize
    offsets = [
        number.at + number.step * ((seat + number.turn) % players) for seat in range(players)
    ]
    return any(hidden[seat, at : at + size].any() for seat, at in enumerate(offsets))


def _hidden_bytes(scenario: Scenario) -> NDArray[np.bool_]:
    """Return which bytes of the state `hide` changes, shape (seats, bytes)."""
    case = Case(scenario.game, scenario.rules, scenario.lineup, scenario.seed)
    hidden = np.zeros((scenario.players, scenario.game.state_row.itemsize), np.bool_)
    for deal in range(DEALS):
        table = Stepper(case, deal)
        table.set_up()
        while not table.is_over() and len(table.choices) < DECISIONS:
            for seat in range(scenario.players):
                copy = table.copied()
                copy.hide(seat, len(table.choices))
                hidden[seat] |= copy.state.view(np.uint8) != table.state.view(np.uint8)
            table.apply(int(table.chance.choice(table.offer())))
    return hidden
