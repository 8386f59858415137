"""What a table is worth before the game has ended, for searches.

The final score that is expected is a sum over what lies on the table; the weights are in
`evaluation.toml`.
"""

from typing import NamedTuple

from simlab.engine.kernel import kernel
from simlab.files.paths import data_folder
from simlab.game.evaluation import Evaluation, read_weights
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import COLOURS, JOKER, NO_CARD, State


class Weights(NamedTuple):
    """The weight of each term."""

    taxi_to_come: float
    point_to_come: float
    taken_street: float
    point_standing: float
    token: float
    soldier: float
    soldier_on_joker: float


WEIGHTS = read_weights(data_folder("taxis"), Weights)


@kernel
def evaluate(rules: Rules, state: State, seat: int) -> float:
    """Return the points expected at the end, those won so far included."""
    return strength(rules, state, seat, WEIGHTS)


@kernel
def strength(rules: Rules, state: State, seat: int, weights: Weights) -> float:
    """Return the points expected at the end by some weights."""
    points = state.score + worth_to_come(rules, state, weights)
    points += weights.taken_street * state.n_taken
    for street in range(rules.n_streets):
        standing = weights.point_standing * state.street_value[street]
        points += standing + weights.token * state.street_token[street]
    for hand in range(state.n_hands):
        points += weights.soldier_on_joker * state.hands[hand].sums[JOKER]
        for colour in range(COLOURS):
            points += weights.soldier * state.hands[hand].sums[colour]
    return float(points)


@kernel
def worth_to_come(rules: Rules, state: State, weights: Weights) -> float:
    """Return the points expected from the taxis still to come, which anybody can count."""
    points = 0.0
    for i in range(state.n_taxi_deck):
        value = rules.taxi_value[state.taxi_deck[i]]
        points += weights.taxi_to_come + weights.point_to_come * value
    if state.next_taxi != NO_CARD:
        points += weights.taxi_to_come + weights.point_to_come * rules.taxi_value[state.next_taxi]
    return points


EVALUATION = Evaluation(strength, WEIGHTS)
