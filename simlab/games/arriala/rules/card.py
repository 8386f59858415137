"""Cards: drawing into a hand, discarding from it [A1, A9, A10]."""

from simlab.engine.deck import discard, draw, n_drawable, reshuffle
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Words
from simlab.games.arriala.events import RESHUFFLED
from simlab.games.arriala.state import Source, State


@kernel
def can_draw(state: State) -> bool:
    """Say whether there is a card to draw [A9]."""
    return n_drawable(state.deck) > 0


@kernel
def draw_card(state: State, seat: int, rng: Words, journal: Journal) -> int:
    """Take the top card of the pile into a hand, reshuffling first if it is empty [A9]."""
    deck = state.deck
    if deck.n_pile == 0:
        note(journal, RESHUFFLED, deck.n_discards)
        reshuffle(deck, Source.RESHUFFLE)
    card = draw(deck, rng[deck.source])
    state.players[seat].hand[card] += 1
    state.players[seat].n_cards += 1
    return card


@kernel
def discard_from_hand(state: State, seat: int, card: int) -> None:
    """Lay a card from a hand on the discards [A10]."""
    player = state.players[seat]
    player.hand[card] -= 1
    player.n_cards -= 1
    player.tally.played[card] += 1
    discard(state.deck, card)
