"""What a hand of tokens can buy: how many sets of different goods, how many heaps of coins."""

from simlab.engine.kernel import kernel
from simlab.engine.record import Floats, Ints, Row
from simlab.games.mare_nostrum.policies.weight import MOST_BASIC, Weight
from simlab.games.mare_nostrum.state import COIN, LEGENDARY, Power

LAYERS = 8
VICTORY = 1000.0
"""Tokens that a win is worth."""


@kernel
def count_hand(player: Row, tokens: Ints, notes: Row) -> None:
    """Note how many goods are held once, twice … and how many coins."""
    notes.held[:] = 0
    for good in range(COIN):
        held = tokens[good] + tokens[LEGENDARY + good]
        for layer in range(min(held, LAYERS)):
            notes.held[layer] += 1
    for layer in range(1, LAYERS):
        notes.held[layer] += notes.held[layer - 1]
    notes.coins = tokens[COIN]
    notes.has_joker = player.power[Power.DUPLICATE_GOOD] + player.power[Power.MIX_ONE] > 0


@kernel
def change_hand(notes: Row, held_before: int, token: int, n: int) -> None:
    """Add a token to what is noted (n = 1), or take one away (n = -1)."""
    if token == COIN:
        notes.coins += n
        return
    layer = held_before if n > 0 else held_before - 1
    for above in range(layer, LAYERS):
        notes.held[above] += n


@kernel
def n_sets(notes: Row, dear: int) -> int:
    """Return how many cheap things different goods pay for, beside one of a price.

    Sets fit into a hand when the largest k of them, for each k, hold no more tokens than the goods
    do, each counted k times at most (Gale and Ryser's condition). -1: not even the dear one fits.
    """
    joker = notes.has_joker if dear > 0 else 0
    if dear > notes.held[0] + joker:
        return -1
    tokens = dear - joker
    layer = 1 if dear > 0 else 0
    sets = 0
    while sets < MOST_BASIC:
        tokens += notes.basic_price
        if tokens > notes.held[min(layer, LAYERS - 1)]:
            break
        layer += 1
        sets += 1
    return sets


@kernel
def n_heaps(notes: Row, dear: int) -> int:
    """Return how many cheap things coins pay for, beside one of a price; -1 if not that one."""
    if dear > notes.coins:
        return -1
    return (notes.coins - dear) // notes.basic_price


@kernel
def worth_of(notes: Row, dear_goods: int, dear_coins: int, worth: float) -> float:
    """Return what a hand buys if goods and coins pay for these dear things beside cheap ones."""
    sets = n_sets(notes, dear_goods)
    if sets < 0:
        return 0.0
    heaps = n_heaps(notes, dear_coins)
    if heaps < 0:
        return 0.0
    return worth + notes.sums[min(sets + heaps, MOST_BASIC)]


@kernel
def best_worth(notes: Row) -> float:
    """Return the most that the noted hand can buy."""
    best = worth_of(notes, 0, 0, 0.0)
    tile, dear = notes.tile_worth, notes.dear_worth
    if tile > 0.0:
        best = max(best, worth_of(notes, notes.tile_price, 0, tile))
        best = max(best, worth_of(notes, 0, notes.tile_price, tile))
    if dear > 0.0:
        best = max(best, worth_of(notes, notes.dear_price, 0, dear))
        best = max(best, worth_of(notes, 0, notes.dear_price, dear))
        if tile > 0.0:
            best = max(best, worth_of(notes, notes.tile_price, notes.dear_price, tile + dear))
            best = max(best, worth_of(notes, notes.dear_price, notes.tile_price, tile + dear))
    if notes.next_tile_worth > 0.0:
        both = tile + notes.next_tile_worth
        best = max(best, worth_of(notes, notes.tile_price, notes.next_tile_price, both))
        best = max(best, worth_of(notes, notes.next_tile_price, notes.tile_price, both))
    if max(notes.held[0] + notes.has_joker, notes.coins) >= notes.pyramids_price:
        best += VICTORY
    return best


@kernel
def worth_of_hand(notes: Row, traits: Floats) -> float:
    """Return what the noted hand buys, what is spare in it, and its nearness to the Pyramids."""
    goods, kinds = notes.held[LAYERS - 1], notes.held[0]
    most = max(kinds, notes.coins)
    nearness = most / notes.pyramids_price
    spare = traits[Weight.SPARE] * (goods + kinds) + traits[Weight.SPARE_COIN] * notes.coins
    return best_worth(notes) + spare + traits[Weight.PYRAMIDS] * nearness**4 * most
