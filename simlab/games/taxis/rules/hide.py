"""What a seat cannot see, dealt again."""

from simlab.engine.kernel import kernel
from simlab.engine.record import Words, number
from simlab.engine.rng import below
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import NO_CARD, State


@kernel
def hide(rules: Rules, state: State, seat: int, rng: Words) -> None:
    """Redeal the only hidden thing fixed in advance: which card lies under the top back [T2].

    The next card is drawn again from the cards to come with the same back. The rest of the deck and
    the draw pile have no order until a card is needed. Use the first stream.
    """
    if state.next_taxi == NO_CARD:
        return
    colour = rules.street_colour[rules.taxi_street[state.next_taxi]]
    n_alike = 0
    for i in range(state.n_taxi_deck):
        n_alike += rules.street_colour[rules.taxi_street[state.taxi_deck[i]]] == colour
    chosen = below(rng[0], n_alike + 1)
    for i in range(state.n_taxi_deck):
        if rules.street_colour[rules.taxi_street[state.taxi_deck[i]]] != colour:
            continue
        if chosen == 0:
            card = number(state.taxi_deck[i])
            state.taxi_deck[i] = state.next_taxi
            state.next_taxi = card
            return
        chosen -= 1
