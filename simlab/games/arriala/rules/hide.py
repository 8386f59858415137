"""What a seat cannot see, dealt again."""

from simlab.engine.deck import draw
from simlab.engine.kernel import kernel
from simlab.engine.record import Words
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import Player, State


@kernel
def hide(rules: Rules, state: State, seat: int, rng: Words) -> None:
    """Deal the other hands again from their cards and the pile; use the first stream.

    The pile itself has no order until a card is wanted.
    """
    for other in range(state.n_players):
        if other != seat:
            return_hand(state, state.players[other])
    for other in range(state.n_players):
        if other == seat:
            continue
        player = state.players[other]
        for _ in range(player.n_cards):
            player.hand[draw(state.deck, rng[0])] += 1


@kernel
def return_hand(state: State, player: Player) -> None:
    """Put the cards of a hand back into the pile, though it will get as many again."""
    for card in range(player.hand.shape[0]):
        for _ in range(player.hand[card]):
            state.deck.pile[state.deck.n_pile] = card
            state.deck.n_pile += 1
        player.hand[card] = 0
