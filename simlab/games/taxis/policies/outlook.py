"""The planner's model: a small table for trying steps, and its evaluation.

Its tables begin with the same fields as the state, so that the kernels of the rules work on both.
"""

from simlab.engine.deck import n_drawable
from simlab.engine.kernel import kernel
from simlab.engine.record import Record, Row, copy_items, nested, number, real, whole
from simlab.games.taxis.rules.action import need_at
from simlab.games.taxis.rules.ring import steps_between, street_after
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import (
    COLOURS,
    JOKER,
    MOST_PLAYERS,
    MOST_STREETS,
    NO_CARD,
    RESERVE,
    Effect,
    Event,
    Hand,
    State,
    Streets,
)

MOST_STEPS = 8
"""Most choices in a plan, those inside an exchange or a bonus card counted."""
MOST_EXCHANGES = 3
"""Exchanges from which a plan is searched further."""
PRINTED_CARDS, PRINTED_SOLDIERS = 27, 42
"""Of the shipped soldier deck, for which the weights were searched."""
ANY_BACK = -1
"""The back of a taxi of which nothing is known."""
MOST_SHORT = 3
"""Soldiers that may be missing for a taxi to count as within reach."""


class Table(Streets):
    """A table on which the planner tries a step."""

    hand = nested(Hand, "the player's own hand")
    gain = real("points won and bonus cards spent so far", "points")
    last = whole("choice that led here")
    next_step = whole("number of the next step to try from here")
    came_from = whole("depth of the table from which this one was reached")


class Exchange(Record):
    """An exchange that opens a send."""

    other_hand = whole("hand to take from")
    wanted = whole("kind to take")
    given_kind = whole("kind to give")
    value = real("how good the table looks after it", "points")


class Outlook(Record):
    """What the planner keeps between its decisions."""

    tables = nested(Table, "the table after each step that is tried", MOST_STEPS + 1)
    sums = whole("soldiers by hand and colour", "soldiers", (RESERVE + 1, COLOURS + 2))
    spare = whole("soldiers not yet meant for a taxi", "soldiers", (RESERVE + 1, COLOURS + 2))
    share = real("share of its worth that a card in each hand still has", shape=MOST_PLAYERS)
    needed = whole("soldiers that taxis will need by colour", "soldiers", COLOURS)
    worth = real("worth of a soldier by colour, and on a joker", "points", COLOURS + 2)
    delay = whole("turns until each hand's player is on", "turns", MOST_PLAYERS)
    order = whole("streets, the dearest taxis first", shape=MOST_STREETS)
    arrivals = real("chance that the next taxi wants each street", shape=MOST_STREETS)
    coming_value = whole("value that the next taxi has if it wants the street", shape=MOST_STREETS)
    unseen = whole("bit c is set while taxi card c is still to come")
    n_unseen = whole("how many", "cards")
    back = whole("colour of the back of the next taxi, or ANY_BACK")
    draw = real("worth of a card not yet drawn", "points")
    may_play_bonus = whole("1 while the player may play bonus cards")
    may_exchange = whole("1 while the player may exchange cards")
    seat = whole("the player's seat")
    n_hands = whole("hands that soldiers can be sent from", "hands")
    turns_left = whole("turns after this one", "turns")
    fewest_actions = whole("actions left at which a plan looks no further", "actions")
    n_drawable = whole("soldier cards that can still be drawn", "cards")
    exchanges = nested(Exchange, "exchanges that open a send, the best first", MOST_EXCHANGES)
    n_exchanges = whole("how many", "exchanges")
    best_value = real("worth of the best plan so far", "points")
    n_best = whole("steps of the best plan", "choices")
    best = whole("its choices", shape=MOST_STEPS)
    best_draws = whole("cards to draw in it", "cards")
    tried = whole("the choices being tried", shape=MOST_STEPS)
    done = whole("steps of the best plan taken already", "choices")
    n_rated = whole("tables rated in this search", "tables")
    turn = whole("turn to which the next count belongs")
    n_refills = whole("bonus cards played in it for an action or for cards", "cards")


@kernel
def look(rules: Rules, state: State, seat: int, outlook: Outlook, traits: Row) -> None:
    """Lay out the table as this seat sees it and what is known of the turns to come."""
    table = outlook.tables[0]
    copy_hand(state.hands[seat], table.hand)
    copy_items(state.officers, table.officers)
    copy_items(state.street_value, table.street_value)
    copy_items(state.street_token, table.street_token)
    table.n_officers = state.n_officers
    table.n_taken = state.n_taken
    table.actions_left = state.actions_left
    table.gain = 0.0
    table.last = -1
    outlook.seat = seat
    # the reserve of a solo game is a hand to exchange with, but nobody sends from it
    outlook.n_hands = state.n_players
    outlook.n_drawable = n_drawable(state.deck)
    outlook.may_play_bonus = 1 - state.is_bonus_forbidden
    outlook.may_exchange = 1 - state.is_exchange_forbidden
    for hand in range(state.n_hands):
        copy_items(state.hands[hand].sums, outlook.sums[hand])
    count_unseen(rules, state, outlook)
    foresee_draw(rules, outlook, traits)
    foresee(rules, outlook, outlook.n_unseen - (1 - state.has_arrived), traits)


@kernel
def foresee_draw(rules: Rules, outlook: Outlook, traits: Row) -> None:
    """Price a card not yet drawn by the soldiers that a card of this deck has on average [T10]."""
    soldiers = 0
    for card in range(rules.n_soldiers):
        soldiers += number(rules.kind_value[rules.soldiers[card]])
    # `draw` was fitted with the printed deck; a patch with richer cards makes drawing worth more
    as_printed = soldiers * PRINTED_CARDS / (max(1, rules.n_soldiers) * PRINTED_SOLDIERS)
    outlook.draw = traits.draw * as_printed


@kernel
def count_unseen(rules: Rules, state: State, outlook: Outlook) -> None:
    """Note which taxis are still to come, in no order, and the back of the next one [T2]."""
    outlook.unseen = 0
    for i in range(state.n_taxi_deck):
        outlook.unseen |= 1 << number(state.taxi_deck[i])
    outlook.n_unseen = state.n_taxi_deck
    outlook.back = ANY_BACK
    if state.next_taxi != NO_CARD:
        outlook.unseen |= 1 << number(state.next_taxi)
        outlook.n_unseen += 1
        outlook.back = rules.street_colour[rules.taxi_street[state.next_taxi]]


@kernel
def may_be_next(rules: Rules, outlook: Outlook, card: int) -> bool:
    """Say whether a taxi still to come may be the next one, by its back [T2]."""
    if not outlook.unseen >> card & 1:
        return False
    back = rules.street_colour[rules.taxi_street[card]]
    return outlook.back == ANY_BACK or outlook.back == back


@kernel
def foresee(rules: Rules, outlook: Outlook, n_coming: int, traits: Row) -> None:
    """Work out from the first table and the taxis not seen what to expect after this turn."""
    foresee_turns(rules, outlook, n_coming, traits)
    foresee_arrival(rules, outlook)
    foresee_demand(rules, outlook, traits)
    order_streets(rules, outlook)


@kernel
def copy_hand(hand: Hand, copy: Hand) -> None:
    """Make one hand equal to another."""
    copy.n_cards = hand.n_cards
    copy.kinds = hand.kinds
    copy_items(hand.sums, copy.sums)
    for i in range(hand.n_cards):
        copy.cards[i] = hand.cards[i]


@kernel
def copy_table(table: Table, copy: Table) -> None:
    """Make one table equal to another."""
    copy_hand(table.hand, copy.hand)
    copy_items(table.officers, copy.officers)
    copy_items(table.street_value, copy.street_value)
    copy_items(table.street_token, copy.street_token)
    copy.n_officers = table.n_officers
    copy.n_taken = table.n_taken
    copy.actions_left = table.actions_left
    copy.gain = table.gain


@kernel
def foresee_turns(rules: Rules, outlook: Outlook, n_coming: int, traits: Row) -> None:
    """Count the turns to come and each hand's; a taxi that brings another makes one turn fewer."""
    if rules.events:
        # two taxis that come in one turn leave one turn fewer before the deck is empty
        n_coming -= n_unseen_with(rules, outlook, Event.ANOTHER_TAXI)
    outlook.turns_left = n_coming
    n_players = outlook.n_hands
    for hand in range(n_players):
        delay = (hand - outlook.seat) % n_players
        if delay == 0:
            delay = n_players
        outlook.delay[hand] = delay
        n_turns = (n_coming - delay) // n_players + 1 if n_coming >= delay else 0
        # in turns of the whole table, as at a table of three: one trait for all sizes
        outlook.share[hand] = min(1.0, n_turns * traits.horizon * n_players / 3.0)


@kernel
def n_unseen_with(rules: Rules, outlook: Outlook, event: int) -> int:
    """Return how many taxi cards still to come bear an event; anybody can count them."""
    n = 0
    for card in range(rules.n_taxis):
        n += (outlook.unseen >> card & 1) * (rules.taxi_event[card] == event)
    return n


@kernel
def foresee_arrival(rules: Rules, outlook: Outlook) -> None:
    """Work out which street the next taxi may want, and its value there, to the nearest one."""
    outlook.arrivals[:] = 0.0
    outlook.coming_value[:] = 0
    n = 0
    for card in range(rules.n_taxis):
        if may_be_next(rules, outlook, card):
            street = rules.taxi_street[card]
            outlook.arrivals[street] += 1.0
            outlook.coming_value[street] += rules.taxi_value[card]
            n += 1
    for street in range(rules.n_streets):
        n_here = int(outlook.arrivals[street])
        if n_here > 0:
            outlook.coming_value[street] = (2 * outlook.coming_value[street] + n_here) // (
                2 * n_here
            )
            outlook.arrivals[street] /= n


@kernel
def foresee_demand(rules: Rules, outlook: Outlook, traits: Row) -> None:
    """Price the soldiers of each colour: less where hands hold more than taxis will need."""
    count_needed(rules, outlook)
    outlook.worth[JOKER] = traits.joker
    for colour in range(COLOURS):
        held = 0
        for hand in range(outlook.n_hands):
            held += outlook.sums[hand, colour]
        wanted = traits.demand * outlook.needed[colour]
        # soldiers beyond the demand are worth nothing; which ones is open, so all share it
        enough = 1.0 if held <= wanted else wanted / held
        outlook.worth[colour] = traits.soldier * enough


@kernel
def count_needed(rules: Rules, outlook: Outlook) -> None:
    """Count the soldiers for the taxis that stand in streets of each colour or will come there.

    The taxis to come count all alike, the next one too: their sum does not tell which is on top.
    """
    outlook.needed[:] = 0
    for street in range(rules.n_streets):
        outlook.needed[rules.street_colour[street]] += need_at(rules, outlook.tables[0], street)
    for card in range(rules.n_taxis):
        if outlook.unseen >> card & 1:
            outlook.needed[rules.street_colour[rules.taxi_street[card]]] += rules.taxi_value[card]


@kernel
def order_streets(rules: Rules, outlook: Outlook) -> None:
    """Sort the streets by the value of their taxi, the highest first."""
    street_value = outlook.tables[0].street_value
    for i in range(rules.n_streets):
        place = i
        value = street_value[i]
        while place > 0 and street_value[outlook.order[place - 1]] < value:
            outlook.order[place] = outlook.order[place - 1]
            place -= 1
        outlook.order[place] = i


@kernel
def evaluate(rules: Rules, outlook: Outlook, table: Table, n_draws: int, traits: Row) -> float:
    """Return how good a table looks at the end of the turn after `n_draws` cards, in points."""
    value = table.gain + worth_of_cards(outlook, table, n_draws, traits)
    # cards that are of no use any more cost nothing to discard
    value += outlook.share[outlook.seat] * surplus_cost(rules, table, n_draws, traits)
    value += worth_of_taxis(rules, outlook, table, traits)
    value -= price_of_jam(rules, outlook, table, traits)
    return value - price_of_tokens(rules, outlook, table, traits)


@kernel
def worth_of_cards(outlook: Outlook, table: Table, n_draws: int, traits: Row) -> float:
    """Return the worth of the soldiers in all hands and of the cards to be drawn."""
    own = outlook.seat
    # the other hands are counted once: only exchanges change them, which keep the sums up to date
    copy_items(table.hand.sums, outlook.sums[own])
    value = outlook.share[own] * n_draws * outlook.draw
    for hand in range(outlook.n_hands):
        worth = 0.0
        for colour in range(COLOURS + 1):
            worth += outlook.sums[hand, colour] * outlook.worth[colour]
        value += outlook.share[hand] * worth
    return value


@kernel
def surplus_cost(rules: Rules, table: Table, n_draws: int, traits: Row) -> float:
    """Return what the hand limit will cost, as a negative number [T16]."""
    surplus = table.hand.n_cards + n_draws - rules.hand_limit
    return -surplus * traits.discard if surplus > 0 else 0.0


@kernel
def worth_of_taxis(rules: Rules, outlook: Outlook, table: Table, traits: Row) -> float:
    """Return the worth of the taxis that wait: each is meant for the hand that can best send it."""
    for hand in range(outlook.sums.shape[0]):
        copy_items(outlook.sums[hand], outlook.spare[hand])
    value = 0.0
    for i in range(rules.n_streets):
        # the dearest first takes its soldiers, so that none is counted for two taxis
        street = outlook.order[i]
        if table.street_value[street] == 0:
            continue
        need = need_at(rules, table, street)
        value += worth_of_taxi(
            rules, outlook, table, street, table.street_value[street], need, traits
        )
    for street in range(rules.n_streets):
        if outlook.arrivals[street] > 0.0 and table.street_value[street] == 0:
            expected = outlook.coming_value[street]
            worth = worth_of_taxi(rules, outlook, table, street, expected, expected, traits)
            value += traits.coming * outlook.arrivals[street] * worth
    return value


@kernel
def worth_of_taxi(
    rules: Rules, outlook: Outlook, table: Table, street: int, points: int, need: int, traits: Row
) -> float:
    """Return the worth of a taxi at a street to the hand that can best send it."""
    colour = rules.street_colour[street]
    # less what the soldiers are worth, which `worth_of_cards` has counted already
    gross = points - need * outlook.worth[colour]
    gross -= traits.action * (1 + steps_to(rules, table, street))
    best, best_hand = 0.0, -1
    for hand in range(outlook.n_hands):
        short = need - outlook.spare[hand, colour] - outlook.spare[hand, JOKER]
        # at least one soldier must be of the colour
        if not rules.joker_any_street and outlook.spare[hand, colour] == 0:
            short = max(short, 1)
        if short > MOST_SHORT or outlook.share[hand] == 0.0:
            continue
        # a later turn is riskier: tokens fall and streets fill meanwhile
        worth = gross - traits.delay * outlook.delay[hand]
        if short > 0:
            worth *= share_when_short(short, traits)
        if worth > best:
            best, best_hand = worth, hand
    if best_hand >= 0:
        set_aside(outlook, best_hand, colour, need)
    return best


@kernel
def share_when_short(short: int, traits: Row) -> float:
    """Return the share of a taxi's worth that is left while 1, 2 or 3 soldiers are missing."""
    if short == 1:
        return traits.short_1
    return traits.short_2 if short == 2 else traits.short_3


@kernel
def set_aside(outlook: Outlook, hand: int, colour: int, need: int) -> None:
    """Take the soldiers meant for a taxi out of the spare ones, jokers last."""
    matching = min(need, outlook.spare[hand, colour])
    outlook.spare[hand, colour] -= matching
    outlook.spare[hand, JOKER] -= min(need - matching, outlook.spare[hand, JOKER])


@kernel
def steps_to(rules: Rules, table: Table, street: int) -> int:
    """Return the moves the nearest officer needs to a street."""
    best = number(rules.n_streets)
    for officer in range(table.n_officers):
        best = min(best, steps_between(rules, table.officers[officer], street))
    return best


@kernel
def price_of_jam(rules: Rules, outlook: Outlook, table: Table, traits: Row) -> float:
    """Return what the risk of a jam costs, by streets taken and turns left [T7]."""
    n_free = rules.n_streets - table.n_taken
    if n_free > 2:
        return 0.0
    if n_free == 2:
        return outlook.turns_left * traits.jam_6
    return outlook.turns_left * (traits.jam_7 if n_free == 1 else traits.jam_8)


@kernel
def price_of_tokens(rules: Rules, outlook: Outlook, table: Table, traits: Row) -> float:
    """Return what the tokens cost that the next taxi is expected to place [T6]."""
    n_tokens = 0.0
    for wanted in range(rules.n_streets):
        if outlook.arrivals[wanted] == 0.0:
            continue
        street = wanted
        while table.street_value[street] != 0:
            n_tokens += outlook.arrivals[wanted] * (1 - table.street_token[street])
            street = street_after(rules, street, rules.arrival_step)
            # no street is free: the walk would never end
            if street == wanted:
                break
    return traits.token * rules.token_penalty * n_tokens


@kernel
def worth_of_bonus(rules: Rules, kind: int, traits: Row) -> float:
    """Return the worth of a card of this kind as a bonus card, 0 if it is none."""
    effect = rules.kind_effect[kind]
    if effect == Effect.PLACE_OFFICER:
        return traits.place_officer
    if effect == Effect.DRAW_TWO:
        return traits.draw_two
    if effect == Effect.REMOVE_TOKEN:
        return traits.remove_token * rules.token_penalty
    return traits.extra_action if effect == Effect.EXTRA_ACTION else 0.0
