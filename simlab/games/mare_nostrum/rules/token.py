"""Tokens: hands, the supply, and the face-down pile of legendary goods [M4, M6]."""

from simlab.engine.bits import count, nth, single
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Words
from simlab.engine.rng import below
from simlab.games.mare_nostrum.events import COLLECTED, DREW_LEGENDARY, LACKED, RESHUFFLED
from simlab.games.mare_nostrum.state import COIN, LEGENDARY, NOTHING, Flow, Player, Source, State

PRODUCTION, CHOSEN, PILLAGED, START = 0, 2, 3, 4
"""Why somebody collects tokens."""


@kernel
def good_of(token: int) -> int:
    """Return the good of a token that is not a coin, ordinary or legendary."""
    return token - LEGENDARY if token > COIN else token


@kernel
def add(player: Player, token: int, n: int) -> None:
    """Put tokens that everybody has seen behind a screen."""
    player.hand[token] += n
    player.seen[token] += n
    player.n_hand += n


@kernel
def remove(player: Player, token: int) -> None:
    """Take a token from behind a screen for all to see."""
    player.hand[token] -= 1
    player.seen[token] = max(player.seen[token] - 1, 0)
    player.n_hand -= 1


@kernel
def give_back(state: State, token: int) -> None:
    """Return a token to the supply, a legendary good to the discards."""
    if token < LEGENDARY:
        state.supply[token] += 1
    else:
        state.legendary_discards |= single(good_of(token))


@kernel
def collect(state: State, seat: int, token: int, claim: int, cause: int, journal: Journal) -> None:
    """Collect tokens of one kind, as far as the supply goes [M6]."""
    player = state.players[seat]
    tokens = min(claim, state.supply[token])
    if tokens > 0:
        state.supply[token] -= tokens
        add(player, token, tokens)
        player.tally.tokens[Flow.PRODUCED] += tokens
        note(journal, COLLECTED, seat, token, tokens, cause)
    if claim > tokens:
        lack(state, seat, token, claim - tokens, cause, journal)


@kernel
def lack(state: State, seat: int, token: int, tokens: int, cause: int, journal: Journal) -> None:
    """Go without tokens that the supply cannot give [M6]."""
    state.players[seat].tally.tokens[Flow.LACKED] += tokens
    note(journal, LACKED, seat, token, tokens, cause)


@kernel
def draw_legendary(state: State, seat: int, cause: int, rng: Words, journal: Journal) -> None:
    """Draw a legendary good face down; the draw is lost when there is none left [M4, M6]."""
    if state.legendary_pile == 0 and state.legendary_discards != 0:
        note(journal, RESHUFFLED, count(state.legendary_discards))
        state.legendary_pile = state.legendary_discards
        state.legendary_discards = 0
        state.reshuffles += 1
    n = count(state.legendary_pile)
    player = state.players[seat]
    if n == 0:
        player.tally.tokens[Flow.LACKED] += 1
        note(journal, DREW_LEGENDARY, seat, NOTHING, cause)
        return
    good = nth(state.legendary_pile, below(rng[Source.LEGENDARY_GOODS], n))
    state.legendary_pile &= ~single(good)
    player.hand[LEGENDARY + good] += 1
    player.n_hand += 1
    player.tally.tokens[Flow.PRODUCED] += 1
    note(journal, DREW_LEGENDARY, seat, LEGENDARY + good, cause)
