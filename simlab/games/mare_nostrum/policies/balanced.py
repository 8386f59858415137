"""The balanced policy: weigh all ways to win."""

from simlab.engine.kernel import kernel
from simlab.engine.menu import is_on
from simlab.engine.record import Ints, Row, Words
from simlab.game.policy import policy
from simlab.games.mare_nostrum.policies.buyer import (
    choose_keeping,
    choose_payment,
    choose_purchase,
)
from simlab.games.mare_nostrum.policies.general import (
    choose_conquest,
    choose_land_battle,
    choose_sea_battle,
    choose_slot,
)
from simlab.games.mare_nostrum.policies.income import count_income
from simlab.games.mare_nostrum.policies.march import choose_move, choose_sail
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.policies.race import danger
from simlab.games.mare_nostrum.policies.trader import (
    choose_chip,
    choose_collection,
    choose_hand_over,
    choose_offer,
    choose_pick,
    choose_swap,
    choose_token,
)
from simlab.games.mare_nostrum.policies.traits import TRAITS
from simlab.games.mare_nostrum.rules.choice import SEAT, code, kind_of
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import Asks, State

OWN_LAST = 100
"""More steps than any rival is short of a win."""


@policy(traits=TRAITS, memory=Notes.dtype)
def balanced(
    rules: Rules, state: State, seat: int, menu: Ints, traits: Row, notes: Notes, rng: Words
) -> int:
    """Plans purchases by sets of payments, trades for them, attacks by the odds, and denies."""
    # before any appraisal: most of a decision's time goes into one
    if menu.shape[0] == 1:
        return menu[0]
    asks = state.asks
    if asks <= Asks.SWAP_TAKE:
        return trade(rules, state, seat, menu, notes, traits)
    if asks <= Asks.KEEP:
        return buy(rules, state, seat, menu, notes, traits)
    return make_war(rules, state, seat, menu, notes, traits)


@kernel
def trade(rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row) -> int:
    """Decide in production and trade."""
    asks = state.asks
    if asks == Asks.PICK:
        return choose_pick(rules, state, seat, menu, notes, traits)
    if asks == Asks.OFFER:
        return choose_offer(rules, state, seat, menu, notes, traits)
    if asks == Asks.CHIP:
        return choose_chip(rules, state, seat, menu, notes, traits)
    if asks == Asks.HAND_OVER:
        return choose_hand_over(rules, state, seat, menu, notes, traits)
    if asks == Asks.COLLECT:
        count_income(rules, state, seat, notes)
        return choose_collection(notes, menu)
    if asks == Asks.SWAP_GIVE:
        return choose_swap(rules, state, seat, menu, notes, traits)
    return choose_token(rules, state, seat, menu, notes, traits)


@kernel
def buy(rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row) -> int:
    """Decide in the purchase."""
    asks = state.asks
    if asks == Asks.PAY:
        return choose_payment(state, seat, menu, notes)
    if asks == Asks.BUY:
        return choose_purchase(rules, state, seat, menu, notes, traits)
    if asks == Asks.KEEP:
        return choose_keeping(menu)
    return self_or_weakest(rules, state, seat, menu)


@kernel
def make_war(rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row) -> int:
    """Decide in the military chapter and at the claims."""
    count_income(rules, state, seat, notes)
    asks = state.asks
    if asks == Asks.MOVE_LEGION:
        return choose_move(rules, state, seat, menu, notes, traits)
    if asks == Asks.MOVE_TRIREME:
        return choose_sail(rules, state, seat, menu, notes, traits)
    if asks == Asks.FIGHT_AT_SEA:
        return choose_sea_battle(rules, state, seat, menu)
    if asks == Asks.FIGHT_ON_LAND:
        return choose_land_battle(rules, state, seat, menu)
    if asks == Asks.CONQUEST:
        return choose_conquest(rules, state, seat, menu, notes, traits)
    if asks == Asks.ORDER:
        return rivals_first(rules, state, seat, menu)
    if asks == Asks.TITLE:
        return self_or_weakest(rules, state, seat, menu)
    if asks == Asks.CONVERT or asks == Asks.CONVERT_LEGION:
        return menu[1]
    if asks == Asks.LOSE_SEAT:
        return choose_slot(rules, state, seat, menu, state.battle_place, notes, traits)
    return choose_slot(rules, state, seat, menu, state.target, notes, traits)


@kernel
def self_or_weakest(rules: Rules, state: State, seat: int, menu: Ints) -> int:
    """Name oneself, else the rival who is farthest from winning."""
    own = code(kind_of(menu[0]), seat)
    if is_on(menu, own):
        return own
    best, most = menu[0], -1
    for i in range(menu.shape[0]):
        short = danger(rules, state, SEAT.seat(menu[i]))
        if short > most:
            best, most = menu[i], short
    return best


@kernel
def rivals_first(rules: Rules, state: State, seat: int, menu: Ints) -> int:
    """Let the rivals nearest to winning move first and oneself last."""
    best, least = menu[0], 10 * OWN_LAST
    for i in range(menu.shape[0]):
        rival = SEAT.seat(menu[i])
        short = danger(rules, state, rival) + OWN_LAST * (rival == seat)
        if short < least:
            best, least = menu[i], short
    return best
