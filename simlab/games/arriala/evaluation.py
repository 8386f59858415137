"""What a table is worth to a seat before the game has ended, for searches.

The log odds of winning are the sum over what a seat has; the weights are in `evaluation.toml`.
"""

from typing import NamedTuple

import numpy as np

from simlab.engine.bits import count, has, lowest
from simlab.engine.kernel import kernel
from simlab.files.paths import data_folder
from simlab.game.evaluation import Evaluation, read_weights
from simlab.games.arriala.rules.majority import (
    colour_that_scores,
    lead_of,
    tally_cells,
    tally_vineyard,
    workers_of,
)
from simlab.games.arriala.rules.space import section_around, unbuilt
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import COLOURS, VINEYARDS, Board, State

RIPE = 0.8
"""A section keeps this share of its worth for each worker that it still lacks."""
AT_RISK = 0.5
"""The share of a vineyard that is at risk is multiplied by this for each worker ahead."""


class Weights(NamedTuple):
    """The weight of each term, for the first turn and for the last.

    In between they change with the cells built.
    """

    point_first: float
    point_last: float
    vineyard_point_first: float
    vineyard_point_last: float
    section_point_first: float
    section_point_last: float
    card_first: float
    card_last: float
    in_reserve_first: float
    in_reserve_last: float
    placed_first: float
    placed_last: float
    turn_to_wait_first: float
    turn_to_wait_last: float


WEIGHTS = read_weights(data_folder("arriala"), Weights)


@kernel
def evaluate(rules: Rules, state: State, seat: int) -> float:
    """Return the chance of a seat to win, from 0 to 1."""
    own = strength(rules, state, seat, WEIGHTS)
    odds = 0.0
    for other in range(state.n_players):
        odds += np.exp(strength(rules, state, other, WEIGHTS) - own)
    return 1.0 / odds


@kernel
def strength(rules: Rules, state: State, seat: int, weights: Weights) -> float:
    """Return the logarithm of the odds of a seat, up to a constant that all seats share."""
    board, w = state.board, weights
    own, built = board.colours[seat], count(board.built) / count(board.cells)
    placed = rules.workers_per_player - own.reserve - own.on_river
    wait = (seat - state.seat) % state.n_players
    vineyards = expected_from_vineyards(rules, board, seat)
    sections = expected_from_sections(rules, board, seat)
    total = between(w.point_first, w.point_last, built) * board.scores[seat]
    total += between(w.vineyard_point_first, w.vineyard_point_last, built) * vineyards
    total += between(w.section_point_first, w.section_point_last, built) * sections
    total += between(w.card_first, w.card_last, built) * state.players[seat].n_cards
    total += between(w.in_reserve_first, w.in_reserve_last, built) * own.reserve
    total += between(w.placed_first, w.placed_last, built) * placed
    return total + between(w.turn_to_wait_first, w.turn_to_wait_last, built) * wait


@kernel
def between(first: float, last: float, built: float) -> float:
    """Return a weight when this share of the cells is built."""
    return first + (last - first) * built


@kernel
def expected_from_vineyards(rules: Rules, board: Board, seat: int) -> float:
    """Return the points of the vineyards led alone, less what is at risk [A16]."""
    points = 0.0
    for vineyard in range(len(VINEYARDS)):
        tally = tally_vineyard(board, vineyard)
        if not has(board.vineyards, vineyard) or colour_that_scores(tally) != seat:
            continue
        at_risk = AT_RISK ** max(lead_of(tally, seat), 1)
        points += rules.vineyard_points[vineyard] * (1.0 - at_risk)
    return points


@kernel
def expected_from_sections(rules: Rules, board: Board, seat: int) -> float:
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


EVALUATION = Evaluation(strength, WEIGHTS)
