"""The policies of Les Taxis de la Marne."""

from simlab.plain import Trait, policy

MOST_BONUS_CARDS = 4
"""Most bonus cards played in a turn; they can bring one another back for ever."""
BONUS_CARD_IN_SOLDIERS = 4
"""Soldiers for whose sake a bonus card is kept: it has none itself."""


@policy(
    traits={
        "token": Trait(1.5, 0, 10, "how much more urgent a taxi with a token is, in points"),
        "nearness": Trait(0.1, 0, 5, "how much more urgent a taxi is per step nearer, in points"),
    }
)
def greedy(view, choices, chance, token, nearness):
    """Sends the best taxi at once, else moves an officer to the most urgent one, else draws."""
    match view.phase:
        case "load":
            return next_load(view, choices)
        case "discard for event" | "discard for limit":
            return ("discard", min(view.hands[view.me], key=usefulness))
        case "before arrival":
            return refill(view, choices)
        case "actions":
            return action(view, choices, token, nearness)
    return choices[0]


def usefulness(card):
    """Return twice the soldiers of a card; a joker counts half a soldier more."""
    own = 2 * BONUS_CARD_IN_SOLDIERS if card.colour == "bonus" else 2 * card.value
    return own + (card.colour == "joker")


def refill(view, choices):
    """Return a bonus card for cards or an action, which need not wait, else let the taxi come."""
    for effect in ("draw_two", "extra_action"):
        if ("bonus", effect) in choices and view.bonus_cards_played < MOST_BONUS_CARDS:
            return ("bonus", effect)
    return choices[0]


def action(view, choices, token, nearness):
    """Return what to do in step 2."""
    sends = [choice for choice in choices if choice[0] == "send"]
    if sends:
        return max(sends, key=lambda choice: view.taxis[choice[1]].value)
    if choices[-1][0] == "bonus" and view.bonus_cards_played < MOST_BONUS_CARDS:
        return choices[-1]
    if view.actions == 0:
        return "end_turn"
    move = most_urgent_move(view, token, nearness)
    if move is not None and move in choices:
        return move
    return choices[min(1, len(choices) - 1)]


def most_urgent_move(view, token, nearness):
    """Return the step that brings an officer nearer to the most urgent taxi that can be paid."""
    best, best_urgency, n_streets = None, 0.0, len(view.ring)
    for street in range(n_streets):
        if view.can_pay(view.me, street):
            for officer, spot in enumerate(view.officers):
                ahead = (street - spot) % n_streets
                steps = min(ahead, n_streets - ahead)
                urgency = view.taxis[street].value + token * view.has_token[street]
                urgency += nearness * (n_streets - steps)
                if urgency > best_urgency:
                    way = "clockwise" if 2 * ahead <= n_streets else "counter_clockwise"
                    best, best_urgency = ("move", officer, way), urgency
    return best


# Paying for a taxi

MOST_TRIED = 10
"""Most cards among which payments are searched, for there are 2**10 sets of them."""


def next_load(view, choices):
    """Return departure when there are enough soldiers, else the card to let board."""
    if "depart" in choices:
        return "depart"
    missing = view.need_at(view.loading) - view.loaded
    needs_match = view.matching == 0 and not view.rules.joker_any_street
    colour = view.ring[view.loading].colour
    return ("load", first_of_payment(view.hands[view.me], colour, missing, needs_match))


def first_of_payment(hand, colour, missing, needs_match):
    """Return a card of the cheapest set of cards that pay for a taxi.

    It wastes the fewest soldiers, then the fewest on jokers, then has the most cards: small cards
    are hard to use. Equal sets are tried in the order of a Gray code (F. Gray, US patent 2 632 058,
    1953).
    """
    cards = [card for card in hand if card.colour in (colour, "joker")][:MOST_TRIED]
    best, best_cost = 1, (99, 0, 0)
    for n in range(1, 2 ** len(cards)):
        chosen = n ^ n >> 1
        payment = [card for place, card in enumerate(cards) if chosen >> place & 1]
        soldiers = sum(card.value for card in payment)
        jokers = sum(card.value for card in payment if card.colour == "joker")
        has_match = any(card.colour == colour for card in payment)
        cost = (soldiers - missing, jokers, -len(payment))
        if soldiers >= missing and (has_match or not needs_match) and cost < best_cost:
            best, best_cost = chosen, cost
    return next(card for place, card in enumerate(cards) if best >> place & 1)
