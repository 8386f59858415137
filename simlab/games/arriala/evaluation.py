"""What a table is worth to a seat before the game has ended, for searches.

The log odds of winning are the sum over what a seat has; the weights are those of a conditional
logit fitted to games of planners with two, three and four players.
"""

import numpy as np

from simlab.engine.bits import count, has, lowest
from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.arriala.rules.majority import (
    lead_of,
    scoring_colour,
    tally_cells,
    tally_vineyard,
    workers_of,
)
from simlab.games.arriala.rules.space import section_around, unbuilt
from simlab.games.arriala.state import COLOURS, VINEYARDS

FIRST, LAST = 0, 1
"""Each weight is given for the first turn and for the last, and in between for the cells built."""
POINT = (0.10, 0.48)
VINEYARD_POINT = (0.0, 0.45)
SECTION_POINT = (0.10, 0.16)
CARD = (0.17, 0.0)
IN_RESERVE = (0.66, 0.56)
PLACED = (0.82, 0.27)
TURN_TO_WAIT = (-0.16, -0.02)
RIPE = 0.8
"""A section keeps this share of its worth for each worker that it still lacks."""
AT_RISK = 0.5
"""The share of a vineyard that is at risk is multiplied by this for each worker ahead."""


@kernel
def evaluate(rules: Row, state: Row, seat: int) -> float:
    """Return the chance of a seat to win, from 0 to 1."""
    built = count(state.board.built) / count(state.board.cells)
    own = strength(rules, state, seat, built)
    odds = 0.0
    for other in range(state.n_players):
        odds += np.exp(strength(rules, state, other, built) - own)
    return 1.0 / odds


@kernel
def at(weight: tuple[float, float], built: float) -> float:
    """Return a weight when this share of the cells is built."""
    return weight[FIRST] + (weight[LAST] - weight[FIRST]) * built


@kernel
def strength(rules: Row, state: Row, seat: int, built: float) -> float:
    """Return the logarithm of the odds of a seat, up to a constant that all seats share."""
    board = state.board
    own = board.colours[seat]
    placed = rules.workers_per_player - own.reserve - own.on_river
    wait = (seat - state.seat) % state.n_players
    total = at(POINT, built) * board.scores[seat]
    total += at(VINEYARD_POINT, built) * expected_from_vineyards(rules, board, seat)
    total += at(SECTION_POINT, built) * expected_from_sections(rules, board, seat)
    total += at(CARD, built) * state.players[seat].n_cards
    total += at(IN_RESERVE, built) * own.reserve + at(PLACED, built) * placed
    return total + at(TURN_TO_WAIT, built) * wait


@kernel
def expected_from_vineyards(rules: Row, board: Row, seat: int) -> float:
    """Return the points of the vineyards led alone, less what is at risk [A16]."""
    points = 0.0
    for vineyard in range(len(VINEYARDS)):
        tally = tally_vineyard(board, vineyard)
        if not has(board.vineyards, vineyard) or scoring_colour(tally) != seat:
            continue
        at_risk = AT_RISK ** max(lead_of(tally, seat), 1)
        points += rules.vineyard_points[vineyard] * (1.0 - at_risk)
    return points


@kernel
def expected_from_sections(rules: Row, board: Row, seat: int) -> float:
    """Return the points of the sections not yet built that a seat may yet have a majority in."""
    points = 0.0
    left = unbuilt(board)
    while left:
        section = section_around(board, lowest(left))
        left &= ~section
        tally = tally_cells(board, section)
        own, size = workers_of(tally, seat), count(section)
        holes, most_other = size - own, 0
        for colour in range(COLOURS):
            if colour != seat:
                holes -= workers_of(tally, colour)
                most_other = max(most_other, workers_of(tally, colour))
        chance = chance_of_majority(own - most_other, holes)
        if own > 0 and chance > 0.0:
            points += rules.section_points[size] * chance * RIPE**holes
    return points


@kernel
def chance_of_majority(ahead: int, holes: int) -> float:
    """Return the chance of a colour so far ahead of the next to lead alone when all is filled.

    The lead may change by the holes at most, either way, and every change is taken for as likely;
    0 or below where it cannot lead.
    """
    return float(min((ahead + holes) / (2.0 * holes + 1.0), 1.0))
