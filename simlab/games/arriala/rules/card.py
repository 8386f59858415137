"""Cards: hands, draw pile and discards [A1, A9, A10].

The draw pile is kept in no order and each card drawn is chosen then, which gives every order the
same chance as a shuffle beforehand.
"""

from simlab.engine.journal import note
from simlab.engine.kernel import kernel
from simlab.engine.record import Row, Words, number
from simlab.engine.rng import below
from simlab.games.arriala.events import RESHUFFLED
from simlab.games.arriala.state import Source


@kernel
def can_draw(state: Row) -> bool:
    """Say whether there is a card to draw [A9]."""
    return state.n_pile + state.n_discards > 0


@kernel
def draw_card(state: Row, seat: int, rng: Words, journal: Row) -> int:
    """Take the top card of the pile into a hand, reshuffling first if it is empty [A9]."""
    if state.n_pile == 0:
        reshuffle(state, journal)
    place = below(rng[state.pile_source], state.n_pile)
    card = number(state.pile[place])
    state.n_pile -= 1
    state.pile[place] = state.pile[state.n_pile]
    state.players[seat].hand[card] += 1
    state.players[seat].n_cards += 1
    return card


@kernel
def reshuffle(state: Row, journal: Row) -> None:
    """Make the discards the new pile [A9]."""
    note(journal, RESHUFFLED, state.n_discards)
    for i in range(state.n_discards):
        state.pile[i] = state.discards[i]
    state.n_pile = state.n_discards
    state.n_discards = 0
    state.pile_source = Source.RESHUFFLE
    state.reshuffles += 1


@kernel
def discard(state: Row, seat: int, card: int) -> None:
    """Lay a card from a hand on the discards [A10]."""
    player = state.players[seat]
    player.hand[card] -= 1
    player.n_cards -= 1
    player.played[card] += 1
    state.discards[state.n_discards] = card
    state.n_discards += 1
