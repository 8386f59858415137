"""Paying for a taxi: which soldiers to let board next."""

from simlab.engine.kernel import kernel
from simlab.engine.record import number
from simlab.games.taxis.rules.action import is_eligible, may_depart, need_at
from simlab.games.taxis.rules.choice import Choice, code
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import JOKER, Hand, State

TOO_COSTLY = 1 << 30
"""More than any payment costs."""
WASTED_SOLDIER, SOLDIER_ON_JOKER = 4096, 64
"""Costs of a payment; each card of it saves 1. With ten cards of at most six soldiers, all cards
together save less than one soldier on a joker costs, and all jokers cost less than one wasted."""
PLACE_BITS = 6
"""A place in a hand, which holds at most 60 cards, takes this number of bits."""
PLACE_MASK = (1 << PLACE_BITS) - 1
MOST_TRIED = 10
"""Most cards among which payments are searched, for there are 2**10 sets of them; a longer hand is
searched from its first cards."""


@kernel
def load_next(rules: Rules, state: State, hand: Hand) -> int:
    """Return the next step of loading: the card to let board, or departure when there are enough.

    The payment wastes the fewest soldiers, then the fewest jokers, then the most cards: small
    cards are hard to use.
    """
    if may_depart(rules, state):
        return code(Choice.DEPART, 0)
    missing = need_at(rules, state, state.loading) - state.loaded
    # jokers alone do not fill a taxi unless a rule says so
    needs_match = state.n_matching == 0 and not rules.joker_any_street
    kind = first_of_best_payment(rules, hand, state.loading, missing, needs_match)
    return code(Choice.LOAD, kind)


@kernel
def first_of_best_payment(
    rules: Rules, hand: Hand, street: int, missing: int, needs_match: bool
) -> int:
    """Return a card of the cheapest set of eligible cards with `missing` soldiers or more.

    Sets are visited in the order of a Gray code, so that from one to the next a single card comes
    or goes and the sums run along (F. Gray, US patent 2 632 058, 1953).
    """
    places, n_eligible = eligible_places(rules, hand, street)
    best, best_cost = 1, TOO_COSTLY
    chosen, soldiers, jokers, n, n_matching = 0, 0, 0, 0, 0
    for step in range(1, 1 << n_eligible):
        flipped = 0
        while not step >> flipped & 1:
            flipped += 1
        chosen ^= 1 << flipped
        sign = 1 if chosen >> flipped & 1 else -1
        kind = hand.cards[places >> PLACE_BITS * flipped & PLACE_MASK]
        value = sign * number(rules.kind_value[kind])
        soldiers += value
        n += sign
        # jokers fit every street, so a payment should keep them
        if rules.kind_colour[kind] == JOKER:
            jokers += value
        else:
            n_matching += sign
        if soldiers >= missing and (n_matching > 0 or not needs_match):
            cost = (soldiers - missing) * WASTED_SOLDIER + jokers * SOLDIER_ON_JOKER - n
            if cost < best_cost:
                best, best_cost = chosen, cost
    first = 0
    while not best >> first & 1:
        first += 1
    return number(hand.cards[places >> PLACE_BITS * first & PLACE_MASK])


@kernel
def eligible_places(rules: Rules, hand: Hand, street: int) -> tuple[int, int]:
    """Return where in a hand the eligible cards are, six bits each, and how many there are."""
    places, n_eligible = 0, 0
    for place in range(hand.n_cards):
        if n_eligible < MOST_TRIED and is_eligible(rules, hand.cards[place], street):
            places |= place << PLACE_BITS * n_eligible
            n_eligible += 1
    return places, n_eligible
