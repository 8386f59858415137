"""Paying: a number of different goods or of coins, and the powers that change this [M12].

Which tokens are left is summed up in sets: of the goods held at least once, and twice.
"""

from simlab.engine.bits import count, has, single
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints
from simlab.games.mare_nostrum.rules.choice import TOKEN, Choice, code
from simlab.games.mare_nostrum.rules.token import give_back, good_of, remove
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import COIN, LEGENDARY, TOKENS, Flow, Player, Power, State


@kernel
def goods_held(player: Player, times: int) -> int:
    """Return the set of the goods that a player has at least so often, of either sort."""
    goods = 0
    for good in range(COIN):
        if player.hand[good] + player.hand[LEGENDARY + good] >= times:
            goods |= single(good)
    return goods


@kernel
def can_use(rules: Rules, player: Player, power: int) -> bool:
    """Say whether a power over payments may still be used in this turn."""
    left = player.power[power] - player.used[power]
    return left > 0 or (rules.powers_for_every_set and player.power[power] > 0)


@kernel
def can_pay(rules: Rules, player: Player, price: int) -> bool:
    """Say whether a player can pay a price [M12]."""
    coins = player.hand[COIN]
    once = goods_held(player, 1)
    if coins >= price or count(once) >= price:
        return True
    twice = goods_held(player, 2)
    has_pair = can_use(rules, player, Power.DUPLICATE_GOOD)
    has_mix = can_use(rules, player, Power.MIX_ONE)
    return can_complete(price, once, twice, coins, 0, 0, 0, has_pair, has_mix)


@kernel
def can_complete(
    price: int,
    once: int,
    twice: int,
    coins: int,
    paid_goods: int,
    paid_pairs: int,
    paid_coins: int,
    has_pair: bool,
    has_mix: bool,
) -> bool:
    """Say whether what has been paid, with what is left, can become a whole payment [M12].

    `once` and `twice` are the goods left at least that often, `coins` the coins left.
    """
    different = count(paid_goods | once)
    n_paid = count(paid_goods)
    may_double = paid_pairs == 0 or (paid_pairs == 1 and has_pair)
    if paid_coins == 0 and may_double and n_paid <= price - paid_pairs <= different:
        return True
    if paid_goods == 0 and paid_coins + coins >= price:
        return True
    if has_pair and paid_coins == 0 and paid_pairs == 0:
        can_double = paid_goods & once != 0 or (n_paid < price - 1 and twice & ~paid_goods != 0)
        if n_paid < price and different >= price - 1 and can_double:
            return True
    if has_mix and paid_pairs == 0:
        one_coin = paid_coins <= 1 and paid_coins + coins >= 1
        if one_coin and n_paid < price and different >= price - 1:
            return True
        one_good = n_paid <= 1 and different >= 1
        return one_good and paid_coins < price and paid_coins + coins >= price - 1
    return False


@kernel
def n_paid(state: State) -> int:
    """Return how many tokens have been paid for the thing being bought."""
    return count(state.paid_goods) + state.paid_pairs + state.paid_coins


@kernel
def pay_token(state: State, choice: int) -> None:
    """Return a token to the supply as a part of the price."""
    token = TOKEN.token(choice)
    player = state.players[state.seat]
    remove(player, token)
    give_back(state, token)
    player.tally.tokens[Flow.SPENT] += 1
    if token == COIN:
        state.paid_coins += 1
    elif has(state.paid_goods, good_of(token)):
        state.paid_pairs += 1
    else:
        state.paid_goods |= single(good_of(token))
    if n_paid(state) == state.price:
        player.used[Power.DUPLICATE_GOOD] += state.paid_pairs
        player.used[Power.MIX_ONE] += state.paid_coins > 0 and state.paid_goods != 0


@kernel
def list_payments(rules: Rules, state: State, menu: Ints) -> int:
    """List the tokens with which the payment can still be completed [M12]."""
    player = state.players[state.seat]
    once, twice = goods_held(player, 1), goods_held(player, 2)
    has_pair = can_use(rules, player, Power.DUPLICATE_GOOD)
    has_mix = can_use(rules, player, Power.MIX_ONE)
    goods, pairs, coins = state.paid_goods, state.paid_pairs, player.hand[COIN]
    n = 0
    for token in range(TOKENS):
        if player.hand[token] == 0:
            continue
        if token == COIN:
            fits = can_complete(
                state.price,
                once,
                twice,
                coins - 1,
                goods,
                pairs,
                state.paid_coins + 1,
                has_pair,
                has_mix,
            )
        else:
            good = single(good_of(token))
            fits = can_complete(
                state.price,
                once & ~good | twice & good,
                twice,
                coins,
                goods | good,
                pairs + (goods & good != 0),
                state.paid_coins,
                has_pair,
                has_mix,
            )
        if fits:
            menu[n] = code(Choice.PAY, token)
            n += 1
    return n
