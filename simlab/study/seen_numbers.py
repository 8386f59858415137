"""Numbers of a game's state that a seat may see: those that dealing hidden information again keeps.

Random games are played, and at each decision `hide` is called for every seat. A field that ever
changes is left out as a whole, for all seats, so that a rare change of one card is enough. If
there are still too many numbers for a net, those are left out that never vary in these games: most
are places of lists that are longer than any game needs.
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


def visible_numbers(scenario: Scenario, most: int) -> list[StateNumber]:
    """Return the numbers of the state that every seat may see, of more than `most` those that vary.

    Of a translated game, without what kernels add to its attributes.
    """
    game, players = scenario.game, scenario.players
    hidden, varying = _hidden_and_varying_bytes(scenario)
    numbers = state_numbers(game.state_row, game.players[1], players)
    if game.plain is not None:
        numbers = [
            number for number in numbers if re.split(r"[.\[]", number.field)[0] not in OWN_FIELDS
        ]
    left_out = {number.field for number in numbers if _is_any(hidden, number, players)}
    seen = [number for number in numbers if number.field not in left_out]
    if len(seen) > most:
        seen = [number for number in seen if _is_any(varying, number, players)]
    return seen


def _is_any(marked: NDArray[np.bool_], number: StateNumber, players: int) -> bool:
    """Return whether a number has a marked byte for a seat whose view of it this is."""
    size = KINDS[number.kind].itemsize
    offsets = [
        number.at + number.step * ((seat + number.turn) % players) for seat in range(players)
    ]
    return any(marked[seat, at : at + size].any() for seat, at in enumerate(offsets))


def _hidden_and_varying_bytes(scenario: Scenario) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which bytes of the state `hide` changes, and which vary, shape (seats, bytes)."""
    case = Case(scenario.game, scenario.rules, scenario.lineup, scenario.seed)
    hidden = np.zeros((scenario.players, scenario.game.state_row.itemsize), np.bool_)
    varying = np.zeros_like(hidden)
    first = None
    for deal in range(DEALS):
        table = Stepper(case, deal)
        table.set_up()
        while not table.is_over() and len(table.choices) < DECISIONS:
            state = table.state.view(np.uint8).copy()
            first = state if first is None else first
            varying |= state != first
            for seat in range(scenario.players):
                copy = table.independent_copy()
                copy.hide(seat, len(table.choices))
                hidden[seat] |= copy.state.view(np.uint8) != state
            table.apply(int(table.chance.choice(table.offer())))
    return hidden, varying
