"""A player who builds whatever it can pay, the most fruitful first."""

from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Row, Words
from simlab.game.policy import policy
from simlab.games.mare_nostrum.rules.choice import CHIP, PICK, SEAT, TOKEN, Choice, code, kind_of
from simlab.games.mare_nostrum.rules.token import good_of
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import COIN, LEGENDARY, Asks, Player, State

WISHES = (
    Choice.BUY_PYRAMIDS,
    Choice.FREE_MARKER,
    Choice.FREE_LEGION,
    Choice.BUY_TILE,
    Choice.BUY_CITY,
    Choice.BUY_CARAVAN,
    Choice.BUY_MARKET,
    Choice.BUY_TEMPLE,
    Choice.BUY_MARKER,
    Choice.BUY_FORTRESS,
    Choice.BUY_LEGION,
)
"""What it would rather buy stands before what it would buy only then."""


@policy()
def greedy(
    rules: Rules, state: State, seat: int, menu: Ints, traits: Row, memory: Ints, rng: Words
) -> int:
    """Builds what it can pay, trades what it has twice for what it lacks, and never attacks."""
    asks = state.asks
    player = state.players[seat]
    if asks == Asks.PAY or asks == Asks.OFFER or asks == Asks.HAND_OVER:
        return most_held(player, menu)
    if asks == Asks.PICK:
        return least_held(player, menu)
    if asks == Asks.CHIP:
        return most_tokens(rules, player, menu)
    if asks == Asks.BUY:
        return dearest_wish(menu)
    if asks == Asks.BUYER or asks == Asks.ORDER or asks == Asks.TITLE:
        return own_name(menu, seat)
    if asks == Asks.KEEP or asks == Asks.CONQUEST or asks == Asks.CONVERT:
        return menu[menu.shape[0] - 1]
    return menu[0]


@kernel
def count_held(player: Player, token: int) -> int:
    """Return how often a player holds a token's good, of either sort; a coin counts as rare."""
    if token == COIN:
        return 1
    return player.hand[good_of(token)] + player.hand[LEGENDARY + good_of(token)]


@kernel
def most_held(player: Player, menu: Ints) -> int:
    """Return the token on the menu that the player holds most often, not counting its offer."""
    best, most = menu[0], -1
    for i in range(menu.shape[0]):
        token = TOKEN.token(menu[i])
        left = count_held(player, token) - player.offer[token]
        if left > most:
            best, most = menu[i], left
    return best


@kernel
def least_held(player: Player, menu: Ints) -> int:
    """Return the pick of the token that the player holds least often."""
    best, least = menu[0], 1000
    for i in range(menu.shape[0]):
        n = count_held(player, PICK.token(menu[i]))
        if n < least:
            best, least = menu[i], n
    return best


@kernel
def most_tokens(rules: Rules, player: Player, menu: Ints) -> int:
    """Return the chip face with the most tokens that the player can offer."""
    best, most = menu[0], -1
    for i in range(menu.shape[0]):
        tokens = rules.chips[CHIP.chip(menu[i]), CHIP.face(menu[i])]
        if most < tokens <= player.n_hand:
            best, most = menu[i], tokens
    return best


@kernel
def dearest_wish(menu: Ints) -> int:
    """Return the purchase on the menu that stands first among the wishes, or end the buying."""
    for wish in WISHES:
        for i in range(menu.shape[0]):
            if kind_of(menu[i]) == wish:
                return menu[i]
    return code(Choice.END_BUYING)


@kernel
def own_name(menu: Ints, seat: int) -> int:
    """Name oneself if one may, else the first."""
    for i in range(menu.shape[0]):
        if SEAT.seat(menu[i]) == seat:
            return menu[i]
    return menu[0]
