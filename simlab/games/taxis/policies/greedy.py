"""The greedy policy: send a taxi if possible, else prepare the next one."""

from simlab.engine.kernel import kernel
from simlab.engine.menu import is_on
from simlab.engine.record import Ints, Record, Row, Words, number, whole
from simlab.game.policy import Trait, policy
from simlab.games.taxis.policies.payment import load_next
from simlab.games.taxis.rules.action import can_pay
from simlab.games.taxis.rules.choice import (
    CLOCKWISE,
    COUNTER_CLOCKWISE,
    STREET,
    Choice,
    code,
    kind_of,
    move_code,
)
from simlab.games.taxis.rules.ring import steps_ahead
from simlab.games.taxis.rules.turn import turn_of
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import BONUS, JOKER, Effect, Hand, Phase, State

MOST_BONUS_CARDS = 4
"""Most bonus cards played in a turn; they can bring one another back for ever."""
TWICE_BONUS = 8
"""Twice the soldiers for whose sake a bonus card is kept: it has none itself."""


class BonusCards(Record):
    """Bonus cards that the greedy player has played in this turn."""

    turn = whole("turn to which the next count belongs")
    n_played = whole("bonus cards played in it", "cards")


@policy(
    traits={
        "token": Trait(1.5, 0, 10, "how much more urgent a taxi with a token is, in points"),
        "nearness": Trait(0.1, 0, 5, "how much more urgent a taxi is per step nearer, in points"),
    },
    memory=BonusCards.dtype,
)
def greedy(
    rules: Rules, state: State, seat: int, menu: Ints, traits: Row, cards: BonusCards, rng: Words
) -> int:
    """Sends the best taxi at once, else moves an officer to the most urgent one, else draws."""
    phase = state.phase
    if phase == Phase.LOAD_TAXI:
        return load_next(rules, state, state.hands[seat])
    if phase == Phase.EVENT_DISCARD or phase == Phase.LIMIT_DISCARD:
        return code(Choice.DISCARD, least_useful(rules, state.hands[seat]))
    if phase == Phase.BEFORE_ARRIVAL:
        return refill(state, menu, cards)
    if phase != Phase.ACTIONS:
        return menu[0]
    # first: a taxi that leaves frees its street and brings its points for certain
    send = best_send(state, menu)
    if send >= 0:
        return send
    bonus = last_bonus(menu)
    if bonus >= 0 and may_play_bonus(state, cards):
        return bonus
    if state.actions_left == 0:
        return code(Choice.END_TURN, 0)
    move = most_urgent_move(rules, state, seat, traits)
    if move >= 0 and is_on(menu, move):
        return move
    return menu[min(1, menu.shape[0] - 1)]


@kernel
def best_send(state: State, menu: Ints) -> int:
    """Return the choice that sends the taxi of highest value, or -1."""
    best, best_value = -1, 0
    for i in range(menu.shape[0]):
        if kind_of(menu[i]) == Choice.SEND:
            value = number(state.street_value[STREET.street(menu[i])])
            if value > best_value:
                best, best_value = menu[i], value
    return best


@kernel
def last_bonus(menu: Ints) -> int:
    """Return a bonus card that may be played, or -1."""
    last = menu[menu.shape[0] - 1]
    return last if kind_of(last) == Choice.BONUS else -1


@kernel
def refill(state: State, menu: Ints, cards: BonusCards) -> int:
    """Return a bonus card for cards or an action, which need not wait, else let the taxi come."""
    for effect in (Effect.DRAW_TWO, Effect.EXTRA_ACTION):
        card = code(Choice.BONUS, effect)
        if is_on(menu, card) and may_play_bonus(state, cards):
            return card
    return menu[0]


@kernel
def may_play_bonus(state: State, cards: BonusCards) -> bool:
    """Count the bonus cards of this turn and say whether one more is within the limit."""
    if cards.turn != turn_of(state):
        cards.turn = turn_of(state)
        cards.n_played = 0
    cards.n_played += 1
    return cards.n_played <= MOST_BONUS_CARDS


@kernel
def most_urgent_move(rules: Rules, state: State, seat: int, traits: Row) -> int:
    """Return the step that brings an officer nearer to the most urgent taxi one can pay, or -1."""
    best, best_urgency = -1, 0.0
    hand = state.hands[seat]
    for street in range(rules.n_streets):
        if state.street_value[street] == 0 or not can_pay(rules, state, hand, street):
            continue
        for officer in range(state.n_officers):
            ahead = steps_ahead(rules, state.officers[officer], street)
            steps = min(ahead, rules.n_streets - ahead)
            urgency = state.street_value[street] + traits.token * state.street_token[street]
            # small against a point: it decides between taxis of equal value
            urgency += traits.nearness * (rules.n_streets - steps)
            if urgency > best_urgency:
                best_urgency = urgency
                way = CLOCKWISE if 2 * ahead <= rules.n_streets else COUNTER_CLOCKWISE
                best = move_code(officer, way)
    return best


@kernel
def least_useful(rules: Rules, hand: Hand) -> int:
    """Return the card with the fewest soldiers; a joker counts half a soldier more.

    A bonus card counts like one of four soldiers.
    """
    least, least_worth = 0, 1 << 30
    for i in range(hand.n_cards):
        kind = number(hand.cards[i])
        colour = rules.kind_colour[kind]
        worth = 2 * rules.kind_value[kind] + (colour == JOKER) + TWICE_BONUS * (colour == BONUS)
        if worth < least_worth:
            least, least_worth = kind, worth
    return least
