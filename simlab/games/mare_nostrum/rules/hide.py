"""What a seat cannot see: face-down tokens, and offers not yet revealed."""

from simlab.engine.bits import count, nth, single
from simlab.engine.kernel import kernel
from simlab.engine.record import Words
from simlab.engine.rng import below
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import COIN, LEGENDARY, TOKENS, Player, State, Step


@kernel
def hide(rules: Rules, state: State, seat: int, rng: Words) -> None:
    """Deal what this seat cannot see again; use the first stream.

    All that stands behind the other screens is known from production, trade and purchases, except
    legendary goods drawn face down. The tiles face down have no order until one is turned up.
    """
    for other in range(state.n_players):
        if other != seat:
            return_unseen(state, state.players[other])
    for other in range(state.n_players):
        if other != seat:
            draw_unseen(state, state.players[other], rng)
            if state.step == Step.OFFERS:
                redo_offer(state.players[other], rng)


@kernel
def return_unseen(state: State, player: Player) -> None:
    """Put the legendary goods of a hand that nobody has seen back on the pile."""
    for good in range(COIN):
        token = LEGENDARY + good
        if player.hand[token] > player.seen[token]:
            player.hand[token] -= 1
            state.legendary_pile |= single(good)


@kernel
def draw_unseen(state: State, player: Player, rng: Words) -> None:
    """Draw as many legendary goods as a hand has lost."""
    n = 0
    for token in range(TOKENS):
        n += player.hand[token]
    for _ in range(player.n_hand - n):
        place = below(rng[0], count(state.legendary_pile))
        good = nth(state.legendary_pile, place)
        state.legendary_pile &= ~single(good)
        player.hand[LEGENDARY + good] += 1


@kernel
def redo_offer(player: Player, rng: Words) -> None:
    """Choose the tokens of a secret offer by chance from the hand."""
    player.offer[:] = 0
    for offered in range(player.n_offer):
        place = below(rng[0], player.n_hand - offered)
        token = 0
        while place >= player.hand[token] - player.offer[token]:
            place -= player.hand[token] - player.offer[token]
            token += 1
        player.offer[token] += 1
