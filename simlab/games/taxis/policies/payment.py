"""Paying for a taxi: which soldiers to let board next."""

from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.taxis.rules.action import is_eligible, may_depart, need_at
from simlab.games.taxis.rules.choice import Choice, code
from simlab.games.taxis.state import JOKER

TOO_COSTLY = 1 << 30
MOST_TRIED = 10
"""Most cards among which payments are searched; a longer hand is searched from its first cards."""


@kernel
def load_next(rules: Row, state: Row, hand: Row) -> int:
    """Return the next step of loading: the card to let board, or departure when there are enough.

    The payment wastes the fewest soldiers, then the fewest jokers, then the most cards: small
    cards are hard to use.
    """
    if may_depart(rules, state):
        return code(Choice.DEPART, 0)
    missing = need_at(rules, state, state.loading) - state.loaded
    needs_match = state.n_matching == 0 and not rules.joker_any_street
    kind = first_of_best_payment(rules, hand, state.loading, missing, needs_match)
    return code(Choice.LOAD, kind)


@kernel
def first_of_best_payment(
    rules: Row, hand: Row, street: int, missing: int, needs_match: bool
) -> int:
    """Return a card of the cheapest set of eligible cards with `missing` soldiers or more."""
    eligible = 0
    n_eligible = 0
    for i in range(hand.n_cards):
        if n_eligible < MOST_TRIED and is_eligible(rules, hand.cards[i], street):
            eligible |= 1 << i
            n_eligible += 1
    best, best_cost = eligible, TOO_COSTLY
    chosen = eligible
    while chosen > 0:
        cost = payment_cost(rules, hand, chosen, missing, needs_match)
        if cost < best_cost:
            best, best_cost = chosen, cost
        chosen = (chosen - 1) & eligible
    place = 0
    while not best >> place & 1:
        place += 1
    return 0 + hand.cards[place]


@kernel
def payment_cost(rules: Row, hand: Row, chosen: int, missing: int, needs_match: bool) -> int:
    """Return how dear a set of cards is as a payment; TOO_COSTLY if it does not suffice."""
    soldiers, jokers, n_matching, n = 0, 0, 0, 0
    place = 0
    while chosen >> place:
        if chosen >> place & 1:
            kind = hand.cards[place]
            soldiers += rules.kind_value[kind]
            n += 1
            if rules.kind_colour[kind] == JOKER:
                jokers += rules.kind_value[kind]
            else:
                n_matching += 1
        place += 1
    if soldiers < missing or (needs_match and n_matching == 0):
        return TOO_COSTLY
    return (soldiers - missing) * 4096 + jokers * 64 - n
