"""Soldier cards: hands, draw pile and discards.

The draw pile is kept in no order and each card drawn is chosen then, which gives every order the
same chance as a shuffle beforehand and leaves nothing hidden on the table.
"""

from simlab.engine.journal import note
from simlab.engine.kernel import kernel
from simlab.engine.record import Row, Words, number
from simlab.engine.rng import below
from simlab.games.taxis.events import RESHUFFLED
from simlab.games.taxis.state import COLOURS, NO_CARD, Source


@kernel
def empty_hand(hand: Row) -> None:
    """Take all cards out of a hand."""
    hand.n_cards = 0
    hand.kinds = 0
    for colour in range(COLOURS + 2):
        hand.sums[colour] = 0


@kernel
def add_card(rules: Row, hand: Row, kind: int) -> None:
    """Put a card into a hand."""
    hand.cards[hand.n_cards] = kind
    hand.n_cards += 1
    hand.kinds |= 1 << number(kind)
    hand.sums[rules.kind_colour[kind]] += rules.kind_value[kind]


@kernel
def remove_card(rules: Row, hand: Row, kind: int) -> None:
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
def discard(state: Row, kind: int) -> None:
    """Put a card on the soldier discards."""
    state.discards[state.n_discards] = kind
    state.n_discards += 1


@kernel
def can_draw(state: Row) -> bool:
    """Say whether a soldier card can be drawn [T10]."""
    return state.n_pile + state.n_discards > 0


@kernel
def draw_card(state: Row, rng: Words, journal: Row) -> int:
    """Take the top card of the pile, reshuffling if it is empty; NO_CARD if all are out [T10]."""
    if state.n_pile == 0:
        if state.n_discards == 0:
            return NO_CARD
        reshuffle(state, journal)
    place = below(rng[state.pile_source], state.n_pile)
    kind = number(state.pile[place])
    state.n_pile -= 1
    state.pile[place] = state.pile[state.n_pile]
    return kind


@kernel
def reshuffle(state: Row, journal: Row) -> None:
    """Make the discards the new pile [T10]."""
    note(journal, RESHUFFLED, state.n_discards)
    for i in range(state.n_discards):
        state.pile[i] = state.discards[i]
    state.n_pile = state.n_discards
    state.n_discards = 0
    state.pile_source = Source.RESHUFFLE
    state.reshuffles += 1
