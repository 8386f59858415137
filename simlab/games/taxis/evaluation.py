"""What a table is worth before the game has ended, for searches.

The weights are those of a least-squares fit of the final score to games of planners with one to
five players.
"""

from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.taxis.state import COLOURS, JOKER, NO_CARD

TAXI_TO_COME = 0.64
POINT_TO_COME = 0.55
TAKEN_STREET = -0.61
POINT_STANDING = 0.31
TOKEN = -0.23
SOLDIER = 0.26
SOLDIER_ON_JOKER = 0.45


@kernel
def evaluate(rules: Row, state: Row, seat: int) -> float:
    """Return the points expected at the end, those won so far included."""
    points = state.score + worth_to_come(rules, state) + TAKEN_STREET * state.n_taken
    for street in range(rules.n_streets):
        points += POINT_STANDING * state.street_value[street] + TOKEN * state.street_token[street]
    for hand in range(state.n_hands):
        points += SOLDIER_ON_JOKER * state.hands[hand].sums[JOKER]
        for colour in range(COLOURS):
            points += SOLDIER * state.hands[hand].sums[colour]
    return points


@kernel
def worth_to_come(rules: Row, state: Row) -> float:
    """Return the points expected from the taxis still to come, which anybody can count."""
    points = 0.0
    for i in range(state.n_taxi_deck):
        points += TAXI_TO_COME + POINT_TO_COME * rules.taxi_value[state.taxi_deck[i]]
    if state.next_taxi != NO_CARD:
        points += TAXI_TO_COME + POINT_TO_COME * rules.taxi_value[state.next_taxi]
    return points
