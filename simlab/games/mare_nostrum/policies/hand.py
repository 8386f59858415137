"""What a hand of tokens can buy, with sets of different goods and with coins."""

from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Row
from simlab.games.mare_nostrum.policies.notes import LAYERS, Notes
from simlab.games.mare_nostrum.policies.race import VICTORY
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import COIN, LEGENDARY, NOTHING, Player, Power


@kernel
def count_hand(rules: Rules, player: Player, tokens: Ints, notes: Notes) -> None:
    """Note how many goods are held once, twice … and how many coins."""
    notes.held[:] = 0
    for good in range(COIN):
        held = tokens[good] + tokens[LEGENDARY + good]
        for layer in range(min(held, LAYERS)):
            notes.held[layer] += 1
    # added up, as `fits` asks how many tokens k sets may use at most
    for layer in range(1, LAYERS):
        notes.held[layer] += notes.held[layer - 1]
    notes.coins = tokens[COIN]
    notes.has_joker = player.power[Power.DUPLICATE_GOOD] + player.power[Power.MIX_ONE] > 0
    notes.discount = notes.has_joker * rules.powers_for_every_set


@kernel
def change_hand(notes: Notes, held_before: int, token: int, n: int) -> None:
    """Add a token to what is noted (n = 1), or take one away (n = -1)."""
    if token == COIN:
        notes.coins += n
        return
    layer = held_before if n > 0 else held_before - 1
    for above in range(layer, LAYERS):
        notes.held[above] += n


@kernel
def fits(notes: Notes, goods: int, paid: int, sets: int) -> bool:
    """Say whether a set of different goods fits beside other sets of the same payment.

    Sets fit into a hand when the largest k of them, for each k, hold no more tokens than the goods
    do, each counted k times at most (Gale and Ryser's condition). For the first and for all of them
    together it is tested here, which is enough when all but one of the sets are of one size.
    """
    if goods > notes.held[0]:
        return False
    return paid + goods <= notes.held[min(sets, LAYERS - 1)]


@kernel
def loss_of_savings(notes: Notes, coins: int, price: int) -> float:
    """Return what it costs to pay a price out of some coins, of which a few could be kept [M17]."""
    before = min(coins, notes.n_kept)
    return notes.saved_coin * (before - min(coins - price, notes.n_kept))


@kernel
def fill(notes: Notes, paid: int, sets: int, coins: int, joker: int, skipped: int) -> float:
    """Return the worth of all things that the rest of a hand pays for, the best ones first.

    `paid` goods in `sets` sets are already used, `coins` are left; `joker` is 1 while a power may
    still make up for a missing good. One thing is skipped.
    """
    worth = 0.0
    for place in range(notes.n_purchases):
        least = notes.cheapest - notes.discount - joker
        # nothing on the list can be paid any more; this is the inner loop of every trade
        if coins < notes.cheapest and not fits(notes, least, paid, sets):
            break
        price = notes.prices[place]
        goods = price - notes.discount
        if place == skipped:
            continue
        if fits(notes, goods, paid, sets):
            paid, sets = paid + goods, sets + 1
            worth += notes.worths[place]
        # goods were tried first: they go back after the turn, coins may be kept [M17]
        elif price <= coins:
            gain = notes.worths[place] - loss_of_savings(notes, coins, price)
            if gain > 0.0:
                coins -= price
                worth += gain
        # the joker last, since it works in one payment only
        elif joker and fits(notes, goods - 1, paid, sets):
            paid, sets, joker = paid + goods - 1, sets + 1, 0
            worth += notes.worths[place]
    return worth


@kernel
def worth_of(notes: Notes, goods: int, coins: int, worth: float, skipped: int) -> float:
    """Return what a hand buys if it pays these prices in goods and in coins first; 0 if it cannot.

    What they pay for is worth so much.
    """
    joker = notes.has_joker if goods > 0 else 0
    # 0, not less: to buy nothing is always possible
    if goods - joker > notes.held[0] or coins > notes.coins:
        return 0.0
    sets = 1 if goods > 0 else 0
    spent = loss_of_savings(notes, notes.coins, coins)
    # used up by the payment in goods, if there is one
    free = joker_left(notes) if goods == 0 else 0
    return worth - spent + fill(notes, goods - joker, sets, notes.coins - coins, free, skipped)


@kernel
def joker_left(notes: Notes) -> int:
    """Return 1 where a power can make up for a good in one payment only, so far unused."""
    return notes.has_joker - notes.discount


@kernel
def best_worth(notes: Notes) -> float:
    """Return the most that the noted hand can buy."""
    best = fill(notes, 0, 0, notes.coins, joker_left(notes), NOTHING)
    tile, dear = notes.tile_worth, 0.0
    if notes.dear != NOTHING:
        dear = notes.worths[notes.dear]
        best = max(best, best_of_ways(notes, notes.prices[notes.dear], 0, dear, notes.dear))
    if tile > 0.0:
        best = max(best, best_of_ways(notes, notes.tile_price, 0, tile, NOTHING))
        if dear > 0.0:
            price = notes.prices[notes.dear]
            best = max(best, best_of_ways(notes, notes.tile_price, price, tile + dear, notes.dear))
    if notes.next_tile_worth > 0.0:
        both = tile + notes.next_tile_worth
        best = max(
            best, best_of_ways(notes, notes.tile_price, notes.next_tile_price, both, NOTHING)
        )
    # goods and coins do not mix in a payment [M12]
    if max(notes.held[0] + notes.has_joker, notes.coins) >= notes.pyramids_price:
        best += VICTORY
    return best


@kernel
def best_of_ways(notes: Notes, price: int, other: int, worth: float, skipped: int) -> float:
    """Return the better of paying one price in goods and the other in coins, or across."""
    return max(
        worth_of(notes, price, other, worth, skipped), worth_of(notes, other, price, worth, skipped)
    )


@kernel
def worth_of_hand(notes: Notes, traits: Row) -> float:
    """Return what the noted hand buys, what is spare in it, and its nearness to the Pyramids."""
    goods, kinds = notes.held[LAYERS - 1], notes.held[0]
    most = max(kinds, notes.coins)
    nearness = most / notes.pyramids_price
    spare = traits.spare * (goods + kinds) + traits.spare_coin * notes.coins
    return best_worth(notes) + spare + traits.pyramids * nearness**4 * most
