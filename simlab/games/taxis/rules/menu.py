"""What the player may choose, grouped by kind of choice [T1, T8, T10–T16]."""

from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, number
from simlab.games.taxis.rules.action import can_pay, is_eligible, may_depart
from simlab.games.taxis.rules.bonus import playable_effects
from simlab.games.taxis.rules.card import can_draw
from simlab.games.taxis.rules.choice import (
    CLOCKWISE,
    COUNTER_CLOCKWISE,
    Choice,
    code,
    move_code,
    place_code,
    take_code,
)
from simlab.games.taxis.rules.officer import (
    can_stand,
    is_colour_free,
    is_pair,
    is_repeated,
    neighbour,
)
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import COLOURS, EFFECTS, Phase, State

ANY_KIND = -1
"""All kinds, as bits."""


@kernel
def legal(rules: Rules, state: State, menu: Ints) -> int:
    """Write the legal choices of the player into `menu`; return how many."""
    phase = state.phase
    if phase == Phase.ACTIONS:
        return list_actions(rules, state, menu)
    if phase == Phase.LOAD_TAXI:
        return list_loads(rules, state, menu)
    if phase == Phase.TAKE_CARD:
        return list_takes(state, menu)
    if phase == Phase.EVENT_DISCARD or phase == Phase.LIMIT_DISCARD:
        return list_hand(state, menu, 0, Choice.DISCARD, ANY_KIND)
    if phase == Phase.MOVE_BY_BONUS:
        return list_places(rules, state, menu)
    if phase == Phase.REMOVE_TOKEN:
        return list_tokens(rules, state, menu)
    if phase == Phase.KEEP_CARD:
        menu[0], menu[1] = code(Choice.KEEP, 0), code(Choice.RESERVE, 0)
        return 2
    if phase == Phase.BEFORE_ARRIVAL:
        menu[0] = code(Choice.REVEAL, 0)
        return list_bonus(rules, state, menu, 1)
    return list_setup(rules, state, menu)


@kernel
def list_actions(rules: Rules, state: State, menu: Ints) -> int:
    """List what can be done in step 2 [T10–T15]."""
    menu[0] = code(Choice.END_TURN, 0)
    n = 1
    if state.actions_left > 0:
        if can_draw(state):
            menu[n] = code(Choice.DRAW, 0)
            n += 1
        n = list_moves(rules, state, menu, n)
        n = list_sends(rules, state, menu, n)
        if not state.is_exchange_forbidden:
            n = list_hand(state, menu, n, Choice.GIVE, kinds_of_others(state))
    return list_bonus(rules, state, menu, n)


@kernel
def list_moves(rules: Rules, state: State, menu: Ints, n: int) -> int:
    """List the moves of officers; of two on one spot, one is enough [T11]."""
    for officer in range(state.n_officers):
        if is_repeated(state, officer):
            continue
        for way in (CLOCKWISE, COUNTER_CLOCKWISE):
            if can_stand(rules, state, neighbour(rules, state.officers[officer], way)):
                menu[n] = move_code(officer, way)
                n += 1
    return n


@kernel
def list_sends(rules: Rules, state: State, menu: Ints, n: int) -> int:
    """List the taxis with an officer that the player can pay [T13]."""
    hand = state.hands[state.seat]
    for officer in range(state.n_officers):
        street = number(state.officers[officer])
        if state.street_value[street] == 0 or is_repeated(state, officer):
            continue
        if can_pay(rules, state, hand, street):
            menu[n] = code(Choice.SEND, street)
            n += 1
    return n


@kernel
def kinds_of_others(state: State) -> int:
    """Return the kinds of cards in the other hands, as bits."""
    kinds = 0
    for hand in range(state.n_hands):
        if hand != state.seat:
            kinds |= state.hands[hand].kinds
    return kinds


@kernel
def list_hand(state: State, menu: Ints, n: int, choice: int, wanted: int) -> int:
    """List each kind in the player's hand once, if it differs from one of the kinds `wanted`.

    The bits of the other hands stand there for an exchange, since swapping like for like has no
    effect [T12]; ANY_KIND otherwise. Each card is written and the end moved on only if it counts:
    branches on cards would be guessed wrong half the time.
    """
    hand = state.hands[state.seat]
    seen = 0
    for i in range(hand.n_cards):
        bit = 1 << number(hand.cards[i])
        menu[n] = code(choice, hand.cards[i])
        n += (seen & bit == 0) & (wanted & ~bit != 0)
        seen |= bit
    return n


@kernel
def list_takes(state: State, menu: Ints) -> int:
    """List the cards of other hands that differ from the one offered [T12]."""
    n = 0
    for other in range(state.n_hands):
        if other == state.seat:
            continue
        hand = state.hands[other]
        seen = 1 << state.given_kind
        for i in range(hand.n_cards):
            bit = 1 << number(hand.cards[i])
            if not seen & bit:
                seen |= bit
                menu[n] = take_code(other, hand.cards[i])
                n += 1
    return n


@kernel
def list_bonus(rules: Rules, state: State, menu: Ints, n: int) -> int:
    """List the effects of the bonus cards that may be played [T14]."""
    effects = playable_effects(rules, state)
    if effects:
        for effect in range(1, len(EFFECTS) + 1):
            if effects >> effect & 1:
                menu[n] = code(Choice.BONUS, effect)
                n += 1
    return n


@kernel
def list_loads(rules: Rules, state: State, menu: Ints) -> int:
    """List the soldiers that may still board, and departure once there are enough [T13]."""
    n = 0
    if may_depart(rules, state):
        menu[0] = code(Choice.DEPART, 0)
        n = 1
    hand = state.hands[state.seat]
    seen = 0
    for i in range(hand.n_cards):
        kind = number(hand.cards[i])
        if not seen >> kind & 1 and is_eligible(rules, kind, state.loading):
            seen |= 1 << kind
            menu[n] = code(Choice.LOAD, kind)
            n += 1
    return n


@kernel
def list_places(rules: Rules, state: State, menu: Ints) -> int:
    """List the spots where a bonus card may put an officer [T14]."""
    n = 0
    for officer in range(state.n_officers):
        if is_repeated(state, officer):
            continue
        for spot in range(rules.n_streets):
            if spot != state.officers[officer] and can_stand(rules, state, spot):
                menu[n] = place_code(officer, spot)
                n += 1
    return n


@kernel
def list_tokens(rules: Rules, state: State, menu: Ints) -> int:
    """List the taxis with a token [T14]."""
    n = 0
    for street in range(rules.n_streets):
        if state.street_token[street]:
            menu[n] = code(Choice.UNTOKEN, street)
            n += 1
    return n


@kernel
def list_setup(rules: Rules, state: State, menu: Ints) -> int:
    """List colours for two officers, or spots for an odd one, of colours still free [T1]."""
    n = 0
    if rules.officers - state.n_officers >= 2:
        for colour in range(COLOURS):
            if is_pair(rules, colour) and is_colour_free(rules, state, colour):
                menu[n] = code(Choice.COLOUR, colour)
                n += 1
    else:
        for spot in range(rules.n_streets):
            if is_colour_free(rules, state, rules.street_colour[spot]):
                menu[n] = code(Choice.SPOT, spot)
                n += 1
    return n
