"""The rules of Pig; the numbers in brackets are those of RULES.md beside this file."""

from simlab.engine.journal import note
from simlab.engine.kernel import kernel
from simlab.engine.loop import OVER
from simlab.engine.record import NOT_APPLICABLE, Ints, Row, Words, number
from simlab.engine.rng import below
from simlab.games.pig.components import ALL
from simlab.games.pig.events import BANKED, BUSTED, ROLLED
from simlab.games.pig.state import Source

HOLD, ROLL = 0, 1
NOBODY = -1


@kernel
def setup(rules: Row, state: Row, players: int, rng: Words, journal: Row) -> None:
    """Start with the points of each seat, none unless a patch gives some, and seat 0 [P1]."""
    for seat in range(state.players.shape[0]):
        state.players[seat].score = rules.head_start[seat]
    state.n_players = players
    state.seat = 0
    state.turn_total = 0
    state.turns = 0
    state.winner = NOBODY


@kernel
def next_seat(rules: Row, state: Row) -> int:
    """The player of the turn decides until somebody has won."""
    return state.seat if state.winner == NOBODY else OVER


@kernel
def legal(rules: Row, state: Row, menu: Ints) -> int:
    """Roll or hold [P2]."""
    menu[0], menu[1] = HOLD, ROLL
    return 2


@kernel
def apply(rules: Row, state: Row, choice: int, rng: Words, journal: Row) -> None:
    """Carry out a hold or a roll."""
    if choice == HOLD:
        bank(rules, state, journal)
    else:
        roll(state, rng, journal)


@kernel
def roll(state: Row, rng: Words, journal: Row) -> None:
    """A 1 loses the turn total and the turn; other faces add to the total [P3]."""
    face = 1 + below(rng[Source.DICE], 6)
    note(journal, ROLLED, state.seat, face)
    if face > 1:
        state.turn_total += face
        return
    note(journal, BUSTED, state.seat, state.turn_total)
    end_turn(state)


@kernel
def bank(rules: Row, state: Row, journal: Row) -> None:
    """Add the turn total to the score; the target wins at once [P4, P5]."""
    player = state.players[state.seat]
    player.score += state.turn_total
    note(journal, BANKED, state.seat, state.turn_total, player.score)
    if player.score >= rules.target:
        state.winner = state.seat
    end_turn(state)


@kernel
def end_turn(state: Row) -> None:
    """Pass the die to the left [P2]."""
    state.turn_total = 0
    state.turns += 1
    state.seat += 1
    if state.seat == state.n_players:
        state.seat = 0


@kernel
def outcome(rules: Row, state: Row, finished: bool, row: Row) -> None:
    """Report turns, winner, and each seat's score, credit and rank."""
    row.turns = state.turns
    row.winner = state.winner if finished else NOT_APPLICABLE
    for seat in range(state.n_players):
        result = row.seats[seat]
        result.score = state.players[seat].score
        result.credit = 1.0 if seat == state.winner else 0.0
        result.rank = 1
        for other in range(state.n_players):
            result.rank += state.players[other].score > state.players[seat].score


@kernel
def evaluate(rules: Row, state: Row, seat: int) -> float:
    """Return the chance of a seat to win, exact between the best of two.

    Of more players each has its chances against every rival alone, multiplied, as odds.
    """
    odds = 0.0
    for other in range(state.n_players):
        odds += product_of_chances(rules, state, other)
    return product_of_chances(rules, state, seat) / odds


@kernel
def product_of_chances(rules: Row, state: Row, seat: int) -> float:
    """Multiply the chances of a seat against each rival alone, in the order of their turns."""
    product = 1.0
    own = state.players[seat].score
    for place in range(state.n_players):
        rival = state.players[place].score
        if turns_to_wait(state, seat) < turns_to_wait(state, place):
            product *= chance_of_first(rules, state, seat, own, rival)
        elif place != seat:
            product *= 1.0 - chance_of_first(rules, state, place, rival, own)
    return product


@kernel
def chance_of_first(rules: Row, state: Row, seat: int, own: int, rival: int) -> float:
    """Return the chance of a seat against a rival whose turn comes later."""
    if seat != state.seat or state.turn_total == 0:
        chance: float = rules.chance[own, rival]
        return chance
    if own + state.turn_total >= rules.target:
        return 1.0
    return number(rules.chance_in_turn[own, rival, state.turn_total]) / ALL


@kernel
def turns_to_wait(state: Row, seat: int) -> int:
    """Return how many turns of others come before the next of a seat."""
    return (seat - state.seat) % state.n_players


@kernel
def hide(rules: Row, state: Row, seat: int, rng: Words) -> None:
    """Nothing is hidden in Pig."""
