"""A player who looks through the whole turn before the first action."""

from simlab.engine.kernel import kernel
from simlab.engine.record import Floats, Ints, Row, Words
from simlab.games.taxis.policies.outlook import (
    MOST_STEPS,
    OUTLOOK,
    TRAITS,
    Weight,
    copy_table,
    evaluate,
    is_bonus,
    look,
)
from simlab.games.taxis.policies.payment import first_of_best_payment, load_next
from simlab.games.taxis.rules.action import can_pay, need_at
from simlab.games.taxis.rules.card import add_card, remove_card
from simlab.games.taxis.rules.choice import (
    CLOCKWISE,
    COUNTER_CLOCKWISE,
    Choice,
    code,
    detail_of,
    kind_of,
    move_code,
    place_code,
    take_code,
)
from simlab.games.taxis.rules.officer import can_stand, is_repeated, neighbour
from simlab.games.taxis.state import JOKER, STREETS, Effect, Phase
from simlab.policy import policy

WORDS = OUTLOOK.itemsize // 8


@policy(traits=TRAITS, memory=WORDS)
def planner(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Searches the whole turn, weighing cards, officers, tokens and the risk of a jam."""
    phase = state.phase
    if phase == Phase.LOAD_TAXI:
        return load_next(rules, state, state.hands[seat])
    outlook = memory[:WORDS].view(OUTLOOK)[0]
    if outlook.done < outlook.n_best:
        outlook.done += 1
        if is_on(menu, outlook.best[outlook.done - 1]):
            return outlook.best[outlook.done - 1]
    outlook.n_best = 0
    if phase == Phase.ACTIONS:
        return plan_turn(rules, state, seat, menu, outlook, traits)
    if phase == Phase.EVENT_DISCARD or phase == Phase.LIMIT_DISCARD:
        return choose_discard(rules, state, seat, menu, outlook, traits)
    return menu[0]


@kernel
def is_on(menu: Ints, choice: int) -> bool:
    """Say whether a choice is on the menu."""
    for i in range(menu.shape[0]):
        if menu[i] == choice:
            return True
    return False


@kernel
def plan_turn(
    rules: Row, state: Row, seat: int, menu: Ints, outlook: Row, traits: Floats
) -> int:
    """Find the best plan for the turn and return its first choice.

    A plan that leaves actions for drawing begins with drawing, since the new card may change it.
    """
    extra = code(Choice.BONUS, Effect.EXTRA_ACTION)
    if is_on(menu, extra):
        return extra
    look(rules, state, seat, outlook, traits)
    outlook.best_value = -1e9
    explore(rules, state, outlook, 0, traits)
    two = code(Choice.BONUS, Effect.DRAW_TWO)
    if is_on(menu, two) and wants_two(rules, state, seat, outlook):
        outlook.n_best = 0
        return two
    if outlook.best_draws > 0:
        outlook.n_best = 0
        return code(Choice.DRAW, 0)
    if outlook.n_best == 0:
        return code(Choice.END_TURN, 0)
    outlook.done = 1
    return outlook.best[0]


@kernel
def wants_two(rules: Row, state: Row, seat: int, outlook: Row) -> bool:
    """Say whether two more cards would find room in the hand, or there is no later."""
    room = rules.hand_limit - state.hands[seat].n_cards + 1
    return room >= 2 or outlook.turns_left < state.n_players


@kernel
def explore(rules: Row, state: Row, outlook: Row, depth: int, traits: Floats) -> None:
    """Rate the table after `depth` steps, then try each step that may lead further."""
    rate(rules, outlook, depth, traits)
    if depth >= MOST_STEPS - 2:
        return
    table = outlook.tables[depth]
    if table.actions_left > 0:
        try_sends(rules, state, outlook, depth, traits)
        try_moves(rules, state, outlook, depth, traits)
        if depth == 0 and not state.is_exchange_forbidden:
            try_exchanges(rules, state, outlook, traits)
    if not state.is_bonus_forbidden:
        try_bonus(rules, state, outlook, depth, traits)


@kernel
def rate(rules: Row, outlook: Row, depth: int, traits: Floats) -> None:
    """Keep the steps taken so far if they are the best plan yet; actions left are for drawing."""
    table = outlook.tables[depth]
    n_draws = 0
    if outlook.can_draw:
        room = max(0, rules.hand_limit - table.hand.n_cards)
        n_draws = table.actions_left
        if traits[Weight.DRAW] < traits[Weight.DISCARD]:
            n_draws = min(n_draws, room)
    value = evaluate(rules, outlook, table, n_draws, traits)
    if value > outlook.best_value + 1e-9:
        outlook.best_value = value
        outlook.n_best = depth
        outlook.best_draws = n_draws
        outlook.best[:] = outlook.tried


@kernel
def step(outlook: Row, depth: int, choice: int, cost: int) -> Row:
    """Return a copy of the table at `depth` on which the next step can be carried out."""
    table = outlook.tables[depth + 1]
    copy_table(outlook.tables[depth], table)
    table.actions_left -= cost
    table.last = choice
    outlook.tried[depth] = choice
    return table


@kernel
def try_sends(rules: Row, state: Row, outlook: Row, depth: int, traits: Floats) -> None:
    """Try to send each taxi that has an officer and can be paid."""
    table = outlook.tables[depth]
    for officer in range(table.n_officers):
        street = 0 + table.officers[officer]
        if table.street_value[street] == 0 or is_repeated(table, officer):
            continue
        if kind_of(table.last) == Choice.MOVE and detail_of(table.last) // 2 != officer:
            continue
        if can_pay(rules, table, table.hand, street):
            after = step(outlook, depth, code(Choice.SEND, street), 1)
            send(rules, after, street)
            explore(rules, state, outlook, depth + 1, traits)


@kernel
def send(rules: Row, table: Row, street: int) -> None:
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
def try_moves(rules: Row, state: Row, outlook: Row, depth: int, traits: Floats) -> None:
    """Try to move each officer, in order of officers and never straight back."""
    table = outlook.tables[depth]
    for officer in range(table.n_officers):
        if is_repeated(table, officer):
            continue
        for way in (CLOCKWISE, COUNTER_CLOCKWISE):
            if is_pointless(table.last, officer, way):
                continue
            spot = neighbour(table.officers[officer], way)
            if can_stand(rules, table, spot):
                after = step(outlook, depth, move_code(officer, way), 1)
                after.officers[officer] = spot
                explore(rules, state, outlook, depth + 1, traits)


@kernel
def is_pointless(last: int, officer: int, way: int) -> bool:
    """Say whether a move undoes the last one or could as well have come before it."""
    if kind_of(last) != Choice.MOVE:
        return False
    last_officer, last_way = detail_of(last) // 2, detail_of(last) % 2
    return officer < last_officer or (officer == last_officer and way != last_way)


@kernel
def try_exchanges(rules: Row, state: Row, outlook: Row, traits: Floats) -> None:
    """Try each exchange; go on from those that let a taxi be sent this turn."""
    hand = state.hands[outlook.seat]
    for other in range(state.n_hands):
        if other == outlook.seat:
            continue
        theirs = state.hands[other]
        seen = 0
        for i in range(theirs.n_cards):
            wanted = 0 + theirs.cards[i]
            if seen >> wanted & 1:
                continue
            seen |= 1 << wanted
            given_seen = 1 << wanted
            for j in range(hand.n_cards):
                given = 0 + hand.cards[j]
                if given_seen >> given & 1:
                    continue
                given_seen |= 1 << given
                try_exchange(rules, state, outlook, other, wanted, given, traits)


@kernel
def try_exchange(
    rules: Row, state: Row, outlook: Row, other: int, wanted: int, given: int, traits: Floats
) -> None:
    """Try one exchange, two choices, and what may follow."""
    step(outlook, 0, code(Choice.GIVE, given), 0)
    after = step(outlook, 1, take_code(other, wanted), 1)
    remove_card(rules, after.hand, given)
    add_card(rules, after.hand, wanted)
    after.gain += traits[Weight.BONUS_CARD] * (is_bonus(rules, wanted) * 1 - is_bonus(rules, given))
    outlook.sums[other, rules.kind_colour[wanted]] -= rules.kind_value[wanted]
    outlook.sums[other, rules.kind_colour[given]] += rules.kind_value[given]
    if rules.kind_value[wanted] > 0 and opens_send(rules, outlook, after):
        explore(rules, state, outlook, 2, traits)
    else:
        rate(rules, outlook, 2, traits)
    outlook.sums[other, rules.kind_colour[wanted]] += rules.kind_value[wanted]
    outlook.sums[other, rules.kind_colour[given]] -= rules.kind_value[given]


@kernel
def opens_send(rules: Row, outlook: Row, after: Row) -> bool:
    """Say whether some taxi can be paid now that could not be paid before the exchange."""
    before = outlook.tables[0]
    for street in range(STREETS):
        if after.street_value[street] == 0:
            continue
        if can_pay(rules, after, after.hand, street) and not can_pay(
            rules, before, before.hand, street
        ):
            return True
    return False


@kernel
def try_bonus(rules: Row, state: Row, outlook: Row, depth: int, traits: Floats) -> None:
    """Try the bonus cards that move an officer or remove a token [T14]."""
    table = outlook.tables[depth]
    for i in range(table.hand.n_cards):
        kind = 0 + table.hand.cards[i]
        effect = rules.kind_effect[kind]
        if effect == Effect.PLACE_OFFICER and table.actions_left > 0:
            try_places(rules, state, outlook, depth, kind, traits)
        elif effect == Effect.REMOVE_TOKEN:
            try_tokens(rules, state, outlook, depth, kind, traits)


@kernel
def try_places(
    rules: Row, state: Row, outlook: Row, depth: int, kind: int, traits: Floats
) -> None:
    """Try to place an officer at each taxi that can be paid."""
    table = outlook.tables[depth]
    for street in range(STREETS):
        if table.street_value[street] == 0 or not can_pay(rules, table, table.hand, street):
            continue
        for officer in range(table.n_officers):
            if table.officers[officer] == street or is_repeated(table, officer):
                continue
            if not can_stand(rules, table, street):
                continue
            step(outlook, depth, code(Choice.BONUS, Effect.PLACE_OFFICER), 0)
            after = step(outlook, depth + 1, place_code(officer, street), 0)
            remove_card(rules, after.hand, kind)
            after.gain -= traits[Weight.BONUS_CARD]
            after.officers[officer] = street
            explore(rules, state, outlook, depth + 2, traits)


@kernel
def try_tokens(
    rules: Row, state: Row, outlook: Row, depth: int, kind: int, traits: Floats
) -> None:
    """Try to remove each token."""
    table = outlook.tables[depth]
    for street in range(STREETS):
        if not table.street_token[street]:
            continue
        step(outlook, depth, code(Choice.BONUS, Effect.REMOVE_TOKEN), 0)
        after = step(outlook, depth + 1, code(Choice.UNTOKEN, street), 0)
        remove_card(rules, after.hand, kind)
        after.gain -= traits[Weight.BONUS_CARD]
        after.street_token[street] = 0
        explore(rules, state, outlook, depth + 2, traits)


@kernel
def choose_discard(
    rules: Row, state: Row, seat: int, menu: Ints, outlook: Row, traits: Floats
) -> int:
    """Return the discard after which the table looks best."""
    look(rules, state, seat, outlook, traits)
    best, best_value = menu[0], -1e9
    for i in range(menu.shape[0]):
        kind = detail_of(menu[i])
        after = step(outlook, 0, menu[i], 0)
        remove_card(rules, after.hand, kind)
        after.gain -= traits[Weight.BONUS_CARD] * is_bonus(rules, kind)
        value = evaluate(rules, outlook, after, 0, traits)
        if value > best_value:
            best, best_value = menu[i], value
    return best
