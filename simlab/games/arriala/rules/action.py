"""What can be done with action points or cards, one function each [A4–A11]."""

from simlab.engine.bits import has, single
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Words
from simlab.games.arriala.events import (
    ART_BUILT,
    DREW,
    LOCK_BUILT,
    MOVED,
    PLACED,
    RIVER_BUILT,
    WENT_TO_CANAL,
    WENT_TO_VINEYARD,
)
from simlab.games.arriala.rules.card import discard_from_hand, draw_card
from simlab.games.arriala.rules.score import build_if_full, score
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import NO_CARD, Action, Board, Points, State


@kernel
def pay(rules: Rules, state: State, action: int, times: int) -> int:
    """Spend the action points of an action, or of playing a card instead; return them [A10]."""
    if state.card != NO_CARD:
        discard_from_hand(state, state.seat, state.card)
        action, times = Action.PLAY, 1
    paid = rules.cost[action] * times
    state.action_points -= paid
    state.players[state.seat].tally.spent[action] += paid
    return paid


@kernel
def stand(rules: Rules, board: Board, colour: int, space: int) -> None:
    """Let a worker stand on a space of the canal."""
    workers = board.colours[colour]
    workers.spaces |= single(space)
    if has(board.towns, space):
        workers.in_towns[rules.town_at[space]] += 1


@kernel
def leave(rules: Rules, board: Board, colour: int, space: int) -> None:
    """Take a worker off a space of the canal."""
    workers = board.colours[colour]
    if has(board.towns, space):
        town = rules.town_at[space]
        workers.in_towns[town] -= 1
        if workers.in_towns[town] > 0:
            return
    workers.spaces &= ~single(space)


@kernel
def move(rules: Rules, state: State, to: int, journal: Journal) -> None:
    """Move the chosen worker, by points for each space or by a card [A4, A10]."""
    colour, start = state.worker_colour, state.worker_space
    paid = pay(rules, state, Action.MOVE, abs(to - start))
    note(journal, MOVED, state.seat, colour, start, to, paid, state.card)
    leave(rules, state.board, colour, start)
    stand(rules, state.board, colour, to)
    build_if_full(rules, state, to, journal)


@kernel
def place(rules: Rules, state: State, space: int, journal: Journal) -> None:
    """Place a worker of the reserve [A5]."""
    paid = pay(rules, state, Action.PLACE, 1)
    note(journal, PLACED, state.seat, space, paid, state.card)
    state.board.colours[state.seat].reserve -= 1
    stand(rules, state.board, state.seat, space)
    build_if_full(rules, state, space, journal)


@kernel
def go_to_vineyard(rules: Rules, state: State, vineyard: int, journal: Journal) -> None:
    """Send the chosen worker into a vineyard [A6]."""
    paid = pay(rules, state, Action.TO_VINEYARD, 1)
    note(journal, WENT_TO_VINEYARD, state.seat, state.worker_space, vineyard, paid, state.card)
    leave(rules, state.board, state.seat, state.worker_space)
    state.board.colours[state.seat].in_vineyards[vineyard] += 1


@kernel
def go_to_canal(rules: Rules, state: State, space: int, journal: Journal) -> None:
    """Send a worker from the chosen vineyard, kept in `worker_space`, to the canal [A6]."""
    vineyard = state.worker_space
    paid = pay(rules, state, Action.TO_CANAL, 1)
    note(journal, WENT_TO_CANAL, state.seat, vineyard, space, paid, state.card)
    state.board.colours[state.seat].in_vineyards[vineyard] -= 1
    stand(rules, state.board, state.seat, space)
    build_if_full(rules, state, space, journal)


@kernel
def build_river_work(rules: Rules, state: State, space: int, journal: Journal) -> None:
    """Send an own worker to a blue cell for good [A7]."""
    paid = pay(rules, state, Action.RIVER, 1)
    leave(rules, state.board, state.seat, space)
    state.board.colours[state.seat].on_river += 1
    state.board.river_free -= 1
    total = score(state, state.seat, Points.RIVER, rules.river_points)
    note(journal, RIVER_BUILT, state.seat, space, paid, rules.river_points, total)


@kernel
def build_lock(rules: Rules, state: State, cell: int, journal: Journal) -> None:
    """Put a lock on a cell; the parts on both sides may be complete now [A8, A13]."""
    paid = pay(rules, state, Action.LOCK, 1)
    state.board.locks |= single(cell)
    state.board.n_locks -= 1
    total = score(state, state.seat, Points.LOCKS, rules.lock_points)
    note(journal, LOCK_BUILT, state.seat, cell, paid, state.card, rules.lock_points, total)
    build_if_full(rules, state, cell - 1, journal)
    build_if_full(rules, state, cell + 1, journal)


@kernel
def draw(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Draw a card [A9]."""
    paid = pay(rules, state, Action.DRAW, 1)
    card = draw_card(state, state.seat, rng, journal)
    state.players[state.seat].tally.drawn[card] += 1
    note(journal, DREW, state.seat, card, paid)


@kernel
def build_art_work(rules: Rules, state: State, journal: Journal) -> None:
    """Build the art work of the card being played [A11]."""
    paid = pay(rules, state, Action.PLAY, 1)
    state.board.art_works |= 1 << state.card
    total = score(state, state.seat, Points.ART_WORKS, rules.art_points)
    note(journal, ART_BUILT, state.seat, state.card, paid, rules.art_points, total)
