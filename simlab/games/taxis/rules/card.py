"""Soldier cards: hands and drawing."""

from simlab.engine.deck import draw, n_drawable, reshuffle
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Words, number
from simlab.games.taxis.events import RESHUFFLED
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import NO_CARD, Hand, Source, State


@kernel
def add_card(rules: Rules, hand: Hand, kind: int) -> None:
    """Put a card into a hand."""
    hand.cards[hand.n_cards] = kind
    hand.n_cards += 1
    hand.kinds |= 1 << number(kind)
    hand.sums[rules.kind_colour[kind]] += rules.kind_value[kind]


@kernel
def remove_card(rules: Rules, hand: Hand, kind: int) -> None:
    """Take one card of a kind that is there out of a hand."""
    place = 0
    while hand.cards[place] != kind:
        place += 1
    hand.n_cards -= 1
    hand.cards[place] = hand.cards[hand.n_cards]
    hand.sums[rules.kind_colour[kind]] -= rules.kind_value[kind]
    for i in range(place, hand.n_cards):
        if hand.cards[i] == kind:
            return
    hand.kinds &= ~(1 << number(kind))


@kernel
def can_draw(state: State) -> bool:
    """Say whether a soldier card can be drawn [T10]."""
    return n_drawable(state.deck) > 0


@kernel
def draw_card(state: State, rng: Words, journal: Journal) -> int:
    """Take the top card of the pile, reshuffling if it is empty; NO_CARD if all are out [T10]."""
    deck = state.deck
    if deck.n_pile == 0:
        if deck.n_discards == 0:
            return NO_CARD
        note(journal, RESHUFFLED, deck.n_discards)
        reshuffle(deck, Source.RESHUFFLE)
    return draw(deck, rng[deck.source])
