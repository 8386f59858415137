"""Buying: which sets of goods and heaps of coins should pay for what."""

from simlab.engine.kernel import kernel
from simlab.engine.menu import is_on
from simlab.engine.record import Floats, Ints, Row
from simlab.games.mare_nostrum.policies.appraise import appraise
from simlab.games.mare_nostrum.policies.hand import count_hand, n_sets, worth_of
from simlab.games.mare_nostrum.rules.choice import Choice, code, first_of, kind_of
from simlab.games.mare_nostrum.rules.token import good_of
from simlab.games.mare_nostrum.state import COIN, LEGENDARY, NOTHING

CLEARLY = 1e-9
"""Tokens by which a plan must be worth more than the one before it."""


@kernel
def choose_purchase(
    rules: Row, state: Row, seat: int, menu: Ints, notes: Row, traits: Floats
) -> int:
    """Buy the dearest thing of the best plan for the whole hand, or end the turn."""
    pyramids = code(Choice.BUY_PYRAMIDS)
    if is_on(menu, pyramids):
        return pyramids
    appraise(rules, state, seat, notes, traits)
    choice = free_choice(menu, notes)
    if choice != NOTHING:
        return choice
    count_hand(state.players[seat], state.players[seat].hand, notes)
    choice = planned_purchase(notes)
    if choice != NOTHING and is_on(menu, choice):
        return choice
    return best_on_menu(menu, notes)


@kernel
def free_choice(menu: Ints, notes: Row) -> int:
    """Return the best thing to be had for nothing, or NOTHING."""
    for i in range(notes.n_basic):
        kind, place = kind_of(notes.basic[i]), first_of(notes.basic[i])
        if kind == Choice.BUY_MARKER and is_on(menu, code(Choice.FREE_MARKER, place)):
            return code(Choice.FREE_MARKER, place)
    for i in range(menu.shape[0]):
        if kind_of(menu[i]) == Choice.FREE_LEGION:
            return menu[i]
    return NOTHING


@kernel
def planned_purchase(notes: Row) -> int:
    """Return what to buy first by the best use of goods and coins, and note how it is paid."""
    notes.best_plan = worth_of(notes, 0, 0, 0.0)
    choice = NOTHING
    if notes.best_plan > 0.0:
        choice = notes.basic[0]
        notes.pays_coins = n_sets(notes, 0) == 0
    tile, dear = notes.tile_worth, notes.dear_worth
    for in_coins in range(2):
        if tile > 0.0 and is_better(notes, notes.tile_price, 0, in_coins, tile):
            choice = notes.tile
        if dear > 0.0 and is_better(notes, notes.dear_price, 0, in_coins, dear):
            choice = notes.dear
        if min(tile, dear) > 0.0:
            tile_first = is_better(notes, notes.tile_price, notes.dear_price, in_coins, tile + dear)
            choice = notes.tile if tile_first else choice
        if notes.next_tile_worth > 0.0:
            both = tile + notes.next_tile_worth
            are_two = is_better(notes, notes.tile_price, notes.next_tile_price, in_coins, both)
            choice = notes.tile if are_two else choice
    return choice


@kernel
def is_better(notes: Row, price: int, other: int, in_coins: int, worth: float) -> bool:
    """Say whether it is a better plan to pay one price in goods and another in coins, or across."""
    goods, coins = (other, price) if in_coins else (price, other)
    plan = worth_of(notes, goods, coins, worth)
    if plan < notes.best_plan + CLEARLY:
        return False
    notes.best_plan = plan
    notes.pays_coins = in_coins
    return True


@kernel
def best_on_menu(menu: Ints, notes: Row) -> int:
    """Return the best cheap thing that can be paid at all, or end the buying."""
    for i in range(notes.n_basic):
        if is_on(menu, notes.basic[i]):
            return notes.basic[i]
    return code(Choice.END_BUYING)


@kernel
def choose_payment(state: Row, seat: int, menu: Ints, notes: Row) -> int:
    """Pay in coins if that is the plan, else with the goods held most often."""
    coin = code(Choice.PAY, COIN)
    if notes.pays_coins and is_on(menu, coin):
        return coin
    best, most = menu[0], -1
    hand = state.players[seat].hand
    for i in range(menu.shape[0]):
        token = first_of(menu[i])
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
