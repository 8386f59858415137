"""Buying: what the goods and coins of a hand should pay for."""

from simlab.engine.kernel import kernel
from simlab.engine.menu import is_on
from simlab.engine.record import Ints, Row
from simlab.games.mare_nostrum.policies.appraise import appraise
from simlab.games.mare_nostrum.policies.hand import (
    count_hand,
    fill,
    fits,
    joker_left,
    loss_of_savings,
    worth_of,
)
from simlab.games.mare_nostrum.policies.income import worth_of_land
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.rules.choice import PROVINCE, TOKEN, Choice, code, kind_of
from simlab.games.mare_nostrum.rules.site import slots_with_pieces
from simlab.games.mare_nostrum.rules.token import good_of
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import COIN, LEGENDARY, NOTHING, State

CLEARLY = 1e-9
"""Tokens by which a plan must be worth more than the one before it."""


@kernel
def choose_purchase(
    rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row
) -> int:
    """Buy the first thing of the best plan for the whole hand, or end the turn."""
    pyramids = code(Choice.BUY_PYRAMIDS)
    # they win at once [M31]; nothing else needs to be looked at
    if is_on(menu, pyramids):
        return pyramids
    appraise(rules, state, seat, notes, traits)
    choice = free_choice(rules, state, seat, menu, notes, traits)
    if choice != NOTHING:
        return choice
    count_hand(rules, state.players[seat], state.players[seat].hand, notes)
    value_savings(rules, notes, traits)
    choice = plan_purchase(notes)
    # 0 outside the own buying turn: in trade `worth_of_hand` counts spare coins by itself
    notes.saved_coin = 0.0
    if choice == NOTHING or is_on(menu, choice):
        return code(Choice.END_BUYING) if choice == NOTHING else choice
    return best_on_menu(menu, notes)


@kernel
def value_savings(rules: Rules, notes: Notes, traits: Row) -> None:
    """Note what each coin is worth that is kept for the next turn [M17]."""
    notes.n_kept = rules.coins_kept
    # the fourth power as in `worth_of_hand`: savings pull only when the Pyramids are near
    nearness = min(notes.coins, notes.n_kept) / notes.pyramids_price
    notes.saved_coin = traits.spare_coin + traits.pyramids * nearness**4


@kernel
def free_choice(
    rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row
) -> int:
    """Return the best place for what is to be had for nothing, or NOTHING."""
    best, most = NOTHING, 0.0
    for i in range(menu.shape[0]):
        kind, province = kind_of(menu[i]), PROVINCE.province(menu[i])
        if kind == Choice.FREE_MARKER:
            pieces = slots_with_pieces(rules, state)
            worth = worth_of_land(rules, state, seat, notes, province, pieces, traits)
            if best == NOTHING or worth > most:
                best, most = menu[i], worth
        # `post` is where `appraise_units` found that one more legion is worth most
        elif kind == Choice.FREE_LEGION and (best == NOTHING or province == notes.post):
            best, most = menu[i], 0.0
    return best


@kernel
def plan_purchase(notes: Notes) -> int:
    """Return what to buy first by the best use of goods and coins, and note how it is paid."""
    notes.best_plan = fill(notes, 0, 0, notes.coins, joker_left(notes), NOTHING)
    choice = first_thing(notes)
    tile, dear = notes.tile_worth, 0.0
    if notes.dear != NOTHING:
        dear, price = notes.worths[notes.dear], notes.prices[notes.dear]
        if is_better(notes, price, 0, dear, notes.dear):
            choice = notes.purchases[notes.dear]
    if tile > 0.0:
        if is_better(notes, notes.tile_price, 0, tile, NOTHING):
            choice = notes.tile
        if dear > 0.0:
            price = notes.prices[notes.dear]
            if is_better(notes, notes.tile_price, price, tile + dear, notes.dear):
                choice = notes.tile
    if notes.next_tile_worth > 0.0:
        both = tile + notes.next_tile_worth
        if is_better(notes, notes.tile_price, notes.next_tile_price, both, NOTHING):
            choice = notes.tile
    return choice


@kernel
def first_thing(notes: Notes) -> int:
    """Return the first thing that the hand pays for, or NOTHING, and note how it is paid."""
    for rank in range(notes.n_purchases):
        price = notes.prices[rank]
        # goods before coins: coins alone outlast the turn [M17]
        if fits(notes, price - notes.discount, 0, 0):
            notes.pays_coins = 0
            return notes.purchases[rank]
        is_worth_it = notes.worths[rank] > loss_of_savings(notes, notes.coins, price)
        if price <= notes.coins and is_worth_it:
            notes.pays_coins = 1
            return notes.purchases[rank]
        if fits(notes, price - notes.has_joker, 0, 0):
            notes.pays_coins = 0
            return notes.purchases[rank]
    return NOTHING


@kernel
def is_better(notes: Notes, price: int, other: int, worth: float, skipped: int) -> bool:
    """Say whether it is a better plan to pay a price in goods or coins and another across."""
    found = False
    for in_coins in range(2):
        goods, coins = (other, price) if in_coins else (price, other)
        plan = worth_of(notes, goods, coins, worth, skipped)
        # a margin, for plans that differ by rounding alone must rank the same on any processor
        if plan >= notes.best_plan + CLEARLY:
            notes.best_plan = plan
            notes.pays_coins = in_coins
            found = True
    return found


@kernel
def best_on_menu(menu: Ints, notes: Notes) -> int:
    """Return the best thing that can be paid at all, or end the buying."""
    for rank in range(notes.n_purchases):
        if is_on(menu, notes.purchases[rank]):
            return notes.purchases[rank]
    return code(Choice.END_BUYING)


@kernel
def choose_payment(state: State, seat: int, menu: Ints, notes: Notes) -> int:
    """Pay in coins if that is the plan, else with the goods held most often."""
    coin = code(Choice.PAY, COIN)
    if notes.pays_coins and is_on(menu, coin):
        return coin
    best, most = menu[0], -1
    hand = state.players[seat].hand
    for i in range(menu.shape[0]):
        token = TOKEN.token(menu[i])
        if token == COIN:
            continue
        good = good_of(token)
        held = 2 * (hand[good] + hand[LEGENDARY + good]) + (token < COIN)
        if held > most:
            best, most = menu[i], held
    return best


@kernel
def choose_keeping(menu: Ints) -> int:
    """Keep coins, else whatever may be kept."""
    coin = code(Choice.KEEP, COIN)
    return coin if is_on(menu, coin) else menu[menu.shape[0] - 1]
