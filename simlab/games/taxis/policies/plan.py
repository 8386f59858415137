"""The search for a plan: sequences of steps tried depth first on small copies of the table.

The steps that may follow a table are numbered; each table remembers which of them it has tried.
(Written as a loop: compiled functions that call each other in a circle cannot be kept on disk.)
"""

from simlab.engine.kernel import kernel
from simlab.engine.record import Row, copy_items, number
from simlab.games.taxis.policies.outlook import (
    MOST_EXCHANGES,
    MOST_STEPS,
    Exchange,
    Outlook,
    Table,
    copy_table,
    evaluate,
    worth_of_bonus,
)
from simlab.games.taxis.policies.payment import first_of_best_payment
from simlab.games.taxis.rules.action import can_pay, need_at
from simlab.games.taxis.rules.card import add_card, remove_card
from simlab.games.taxis.rules.choice import (
    MOVE,
    PLACE,
    Choice,
    code,
    kind_of,
    move_code,
    place_code,
    take_code,
)
from simlab.games.taxis.rules.officer import can_stand, is_repeated, neighbour
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import (
    JOKER,
    MOST_OFFICERS,
    MOST_STREETS,
    NO_CARD,
    Effect,
    Hand,
    State,
)

MOST_REFILLS = 4
"""Most bonus cards for an action or cards in a turn; they can bring one another back for ever."""
ACTIONS_AHEAD = 4
"""Most actions a plan looks through; what is left after them counts as drawing."""
MOST_RATED = 3000
"""Tables after which a search ends; with the printed rules it rates about a hundred."""
CLEARLY = 1e-9
"""Points by which a plan must look better than an earlier, shorter one."""

SENDS = 0
MOVES = SENDS + MOST_OFFICERS
EXCHANGES = MOVES + 2 * MOST_OFFICERS
EXTRA = EXCHANGES + MOST_EXCHANGES
TOKENS = EXTRA + 1
PLACES = TOKENS + MOST_STREETS
END = PLACES + MOST_STREETS * MOST_OFFICERS
"""Where the numbers of each sort of step begin."""


@kernel
def find_plan(rules: Rules, state: State, outlook: Outlook, traits: Row) -> None:
    """Find the best sequence of steps from the first table and leave it in `outlook.best`."""
    outlook.best_value = -1e9
    outlook.n_exchanges = 0
    outlook.n_rated = 0
    # each action more multiplies the plans by the ways that officers can go
    outlook.fewest_actions = max(0, outlook.tables[0].actions_left - ACTIONS_AHEAD)
    # doing nothing is a plan, too: the first one that others must beat
    rate(rules, outlook, 0, traits)
    # rated apart: there may be a hundred and more, too many to search further from each
    if outlook.tables[0].actions_left > 0 and outlook.may_exchange:
        rate_exchanges(rules, state, outlook, traits)
    depth = 0
    outlook.tables[0].next_step = 0
    while depth >= 0 and outlook.n_rated < MOST_RATED:
        table = outlook.tables[depth]
        if table.next_step >= END or depth >= MOST_STEPS - 1:
            depth = leave(rules, outlook, depth)
            continue
        number = table.next_step
        table.next_step += 1
        n_steps = try_step(rules, outlook, depth, number, traits)
        if n_steps > 0:
            outlook.tables[depth + n_steps].came_from = depth
            outlook.tables[depth + n_steps].next_step = 0
            depth += n_steps
            rate(rules, outlook, depth, traits)


@kernel
def leave(rules: Rules, outlook: Outlook, depth: int) -> int:
    """Go back to the table before; an exchange that led from it is undone for the other hand."""
    if depth == 0:
        return -1
    before = outlook.tables[depth].came_from
    number = outlook.tables[before].next_step - 1
    # the sums of other hands are shared by all tables, to spare copies of five hands
    if EXCHANGES <= number < EXTRA:
        found = outlook.exchanges[number - EXCHANGES]
        swap_back(rules, outlook, found.other_hand, found.wanted, found.given_kind)
    return before


@kernel
def try_step(rules: Rules, outlook: Outlook, depth: int, number: int, traits: Row) -> int:
    """Carry out one step if it can follow; return how many choices it takes, 0 if it cannot."""
    table = outlook.tables[depth]
    if number < EXTRA:
        if table.actions_left <= outlook.fewest_actions:
            # no actions left: bonus cards that cost none are still tried
            table.next_step = EXTRA
            return 0
        if number < MOVES:
            return try_send(rules, outlook, depth, number - SENDS)
        if number < EXCHANGES:
            return try_move(rules, outlook, depth, (number - MOVES) // 2, (number - MOVES) & 1)
        return try_exchange(rules, outlook, depth, number - EXCHANGES, traits)
    if not outlook.may_play_bonus:
        table.next_step = END
        return 0
    if number < TOKENS:
        return try_extra(rules, outlook, depth, traits)
    if number < PLACES:
        return try_token(rules, outlook, depth, number - TOKENS, traits)
    street, officer = (number - PLACES) // MOST_OFFICERS, (number - PLACES) % MOST_OFFICERS
    return try_place(rules, outlook, depth, street, officer, traits)


@kernel
def rate(rules: Rules, outlook: Outlook, depth: int, traits: Row) -> float:
    """Keep the steps taken so far if they are the best plan yet; actions left are for drawing."""
    table = outlook.tables[depth]
    n_draws = min(table.actions_left, outlook.n_drawable)
    # a card too many would cost more than a card brings [T16]
    if outlook.draw < traits.discard:
        n_draws = min(n_draws, max(0, rules.hand_limit - table.hand.n_cards))
    outlook.n_rated += 1
    value = evaluate(rules, outlook, table, n_draws, traits)
    # of equal plans the first one, which is the shortest
    if value > outlook.best_value + CLEARLY:
        outlook.best_value = value
        outlook.n_best = depth
        outlook.best_draws = n_draws
        copy_items(outlook.tried, outlook.best)
    return value


@kernel
def step(outlook: Outlook, depth: int, choice: int, cost: int) -> Table:
    """Return a copy of the table at `depth` on which the next step can be carried out."""
    table = outlook.tables[depth + 1]
    copy_table(outlook.tables[depth], table)
    table.actions_left -= cost
    table.last = choice
    outlook.tried[depth] = choice
    return table


@kernel
def try_send(rules: Rules, outlook: Outlook, depth: int, officer: int) -> int:
    """Send the taxi at an officer's street; straight after a move, only where that officer went."""
    table = outlook.tables[depth]
    if officer >= table.n_officers:
        # an officer placed by a bonus card has come to send a taxi
        table.next_step = END if kind_of(table.last) == Choice.PLACE else MOVES
        return 0
    if is_repeated(table, officer):
        return 0
    street = number(table.officers[officer])
    if table.street_value[street] == 0 or not can_pay(rules, table, table.hand, street):
        return 0
    # it could have been sent before that move: the same plan in another order
    if kind_of(table.last) == Choice.MOVE and MOVE.officer(table.last) != officer:
        return 0
    if kind_of(table.last) == Choice.PLACE and PLACE.street(table.last) != street:
        return 0
    send(rules, step(outlook, depth, code(Choice.SEND, street), 1), street)
    return 1


@kernel
def send(rules: Rules, table: Table, street: int) -> None:
    """Pay for the taxi at a street as it will be paid, and let it go [T13]."""
    missing = need_at(rules, table, street)
    needs_match = not rules.joker_any_street
    while missing > 0 or needs_match:
        kind = first_of_best_payment(rules, table.hand, street, missing, needs_match)
        remove_card(rules, table.hand, kind)
        missing -= rules.kind_value[kind]
        if rules.kind_colour[kind] != JOKER:
            needs_match = False
    table.gain += table.street_value[street]
    table.street_value[street] = 0
    table.street_token[street] = 0
    table.n_taken -= 1


@kernel
def try_move(rules: Rules, outlook: Outlook, depth: int, officer: int, way: int) -> int:
    """Move an officer by one spot, officers in order and never straight back."""
    table = outlook.tables[depth]
    if officer >= table.n_officers:
        table.next_step = EXCHANGES
        return 0
    if is_repeated(table, officer):
        return 0
    spot = neighbour(rules, table.officers[officer], way)
    if is_pointless(table.last, officer, way) or not can_stand(rules, table, spot):
        return 0
    step(outlook, depth, move_code(officer, way), 1).officers[officer] = spot
    return 1


@kernel
def is_pointless(last: int, officer: int, way: int) -> bool:
    """Say whether a move undoes the last one or could as well have come before it."""
    if kind_of(last) != Choice.MOVE:
        return False
    last_officer, last_way = MOVE.officer(last), MOVE.way(last)
    # officers in order of their numbers: moves of two of them commute
    return officer < last_officer or (officer == last_officer and way != last_way)


@kernel
def try_exchange(rules: Rules, outlook: Outlook, depth: int, i: int, traits: Row) -> int:
    """Begin the turn with one of the exchanges remembered."""
    # only as a first step: it should open a send, and moves before it commute with it
    if depth > 0 or i >= outlook.n_exchanges:
        outlook.tables[depth].next_step = EXTRA
        return 0
    found = outlook.exchanges[i]
    swap(rules, outlook, found.other_hand, found.wanted, found.given_kind, traits)
    return 2


@kernel
def bonus_in(rules: Rules, hand: Hand, effect: int) -> int:
    """Return the kind of a bonus card with this effect in a hand, or NO_CARD."""
    for i in range(hand.n_cards):
        if rules.kind_effect[hand.cards[i]] == effect:
            return number(hand.cards[i])
    return NO_CARD


@kernel
def spend_bonus(rules: Rules, table: Table, kind: int, traits: Row) -> None:
    """Take a bonus card out of the hand, at the price of its worth."""
    remove_card(rules, table.hand, kind)
    table.gain -= worth_of_bonus(rules, kind, traits)


@kernel
def try_extra(rules: Rules, outlook: Outlook, depth: int, traits: Row) -> int:
    """Begin the turn with a bonus card for one more action [T14]."""
    kind = bonus_in(rules, outlook.tables[depth].hand, Effect.EXTRA_ACTION)
    # likewise, and with a limit: an extra action can draw its own card again
    if kind == NO_CARD or depth > 0 or outlook.n_refills >= MOST_REFILLS:
        return 0
    after = step(outlook, depth, code(Choice.BONUS, Effect.EXTRA_ACTION), -1)
    spend_bonus(rules, after, kind, traits)
    return 1


@kernel
def try_token(rules: Rules, outlook: Outlook, depth: int, street: int, traits: Row) -> int:
    """Begin the turn with a bonus card that removes a token [T14]."""
    table = outlook.tables[depth]
    kind = bonus_in(rules, table.hand, Effect.REMOVE_TOKEN)
    if kind == NO_CARD or depth > 0:
        table.next_step = PLACES
        return 0
    if not table.street_token[street]:
        return 0
    step(outlook, depth, code(Choice.BONUS, Effect.REMOVE_TOKEN), 0)
    after = step(outlook, depth + 1, code(Choice.UNTOKEN, street), 0)
    spend_bonus(rules, after, kind, traits)
    after.street_token[street] = 0
    return 2


@kernel
def try_place(
    rules: Rules, outlook: Outlook, depth: int, street: int, officer: int, traits: Row
) -> int:
    """Play a bonus card to place an officer at a taxi that can be paid [T14]."""
    table = outlook.tables[depth]
    kind = bonus_in(rules, table.hand, Effect.PLACE_OFFICER)
    if kind == NO_CARD or table.actions_left <= outlook.fewest_actions:
        table.next_step = END
        return 0
    if officer >= table.n_officers or table.officers[officer] == street:
        return 0
    if is_repeated(table, officer) or not can_stand(rules, table, street):
        return 0
    if table.street_value[street] == 0 or not can_pay(rules, table, table.hand, street):
        return 0
    step(outlook, depth, code(Choice.BONUS, Effect.PLACE_OFFICER), 0)
    after = step(outlook, depth + 1, place_code(officer, street), 0)
    spend_bonus(rules, after, kind, traits)
    after.officers[officer] = street
    return 2


@kernel
def rate_exchanges(rules: Rules, state: State, outlook: Outlook, traits: Row) -> None:
    """Rate every exchange; remember the few best that let another taxi be sent this turn."""
    outlook.n_exchanges = 0
    hand = outlook.tables[0].hand
    for other in range(state.n_hands):
        if other == outlook.seat:
            continue
        theirs = state.hands[other]
        seen = 0
        for i in range(theirs.n_cards):
            wanted = number(theirs.cards[i])
            # each kind once: equal cards make equal exchanges
            if seen >> wanted & 1:
                continue
            seen |= 1 << wanted
            given_seen = 1 << wanted
            for j in range(hand.n_cards):
                given = number(hand.cards[j])
                if given_seen >> given & 1:
                    continue
                given_seen |= 1 << given
                rate_exchange(rules, outlook, other, wanted, given, traits)


@kernel
def swap(rules: Rules, outlook: Outlook, other: int, wanted: int, given: int, traits: Row) -> Row:
    """Carry out an exchange, two choices, on the table after two steps; return that table."""
    step(outlook, 0, code(Choice.GIVE, given), 0)
    after = step(outlook, 1, take_code(other, wanted), 1)
    exchange(rules, outlook, after, other, wanted, given, traits)
    return after


@kernel
def exchange(
    rules: Rules, outlook: Outlook, table: Table, other: int, wanted: int, given: int, traits: Row
) -> None:
    """Exchange cards on a table; count the soldiers of the other hand."""
    remove_card(rules, table.hand, given)
    add_card(rules, table.hand, wanted)
    if other >= outlook.n_hands:
        # nobody plays bonus cards from the reserve of a solo game; other players do
        table.gain += worth_of_bonus(rules, wanted, traits) - worth_of_bonus(rules, given, traits)
    note_swap(rules, outlook, other, wanted, given)


@kernel
def note_swap(rules: Rules, outlook: Outlook, other: int, wanted: int, given: int) -> None:
    """Count the soldiers of another hand after an exchange."""
    outlook.sums[other, rules.kind_colour[wanted]] -= rules.kind_value[wanted]
    outlook.sums[other, rules.kind_colour[given]] += rules.kind_value[given]


@kernel
def swap_back(rules: Rules, outlook: Outlook, other: int, wanted: int, given: int) -> None:
    """Give the other hand its soldiers back."""
    note_swap(rules, outlook, other, given, wanted)


@kernel
def rate_exchange(
    rules: Rules, outlook: Outlook, other: int, wanted: int, given: int, traits: Row
) -> None:
    """Rate one exchange for itself, and remember it if it opens a send and looks good."""
    after = swap(rules, outlook, other, wanted, given, traits)
    value = rate(rules, outlook, 2, traits)
    # others are complete as they are, and were rated above
    if rules.kind_value[wanted] > 0 and opens_send(rules, outlook, after):
        remember(outlook, other, wanted, given, value)
    swap_back(rules, outlook, other, wanted, given)


@kernel
def remember(outlook: Outlook, other: int, wanted: int, given: int, value: float) -> None:
    """Keep an exchange among the best few, the best first."""
    place = outlook.n_exchanges
    while place > 0 and outlook.exchanges[place - 1].value < value:
        place -= 1
    if place == MOST_EXCHANGES:
        return
    outlook.n_exchanges = min(outlook.n_exchanges + 1, MOST_EXCHANGES)
    for i in range(outlook.n_exchanges - 1, place, -1):
        copy_exchange(outlook.exchanges[i - 1], outlook.exchanges[i])
    kept = outlook.exchanges[place]
    kept.other_hand, kept.wanted, kept.given_kind, kept.value = other, wanted, given, value


@kernel
def copy_exchange(exchange: Exchange, copy: Exchange) -> None:
    """Make one remembered exchange equal to another."""
    copy.other_hand, copy.value = exchange.other_hand, exchange.value
    copy.wanted, copy.given_kind = exchange.wanted, exchange.given_kind


@kernel
def opens_send(rules: Rules, outlook: Outlook, after: Table) -> bool:
    """Say whether some taxi can be paid now that could not be paid before the exchange."""
    before = outlook.tables[0]
    for street in range(rules.n_streets):
        if after.street_value[street] == 0:
            continue
        if can_pay(rules, after, after.hand, street) and not can_pay(
            rules, before, before.hand, street
        ):
            return True
    return False
