"""What the player may choose, grouped by kind of choice [A4–A12]."""

from simlab.engine.bits import has, members, single
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints
from simlab.games.arriala.rules.card import can_draw
from simlab.games.arriala.rules.choice import Choice, code, worker_code
from simlab.games.arriala.rules.score import is_last
from simlab.games.arriala.rules.space import (
    around,
    ends,
    entrances,
    lock_cells,
    spaces_with_workers,
)
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import (
    CARDS,
    COLOURS,
    NEUTRAL,
    NO_CARD,
    VINEYARDS,
    Action,
    Board,
    Phase,
    State,
)

ANYWHERE = 63
"""More spaces than any canal has."""


@kernel
def legal(rules: Rules, state: State, menu: Ints) -> int:
    """Write the legal choices of the player into `menu`; return how many."""
    phase = state.phase
    if phase == Phase.ACTION:
        return list_actions(rules, state, menu)
    if phase == Phase.SPACE:
        return list_spaces(rules, state, menu)
    if phase == Phase.WORKER:
        return list_card_workers(rules, state, menu)
    if state.doing == Action.TO_VINEYARD:
        return list_vineyards(menu, 0, Choice.VINEYARD, vineyards_with_room(rules, state.board))
    return list_vineyards(menu, 0, Choice.VINEYARD, own_vineyards(state.board, state.seat))


@kernel
def list_actions(rules: Rules, state: State, menu: Ints) -> int:
    """List what can be done with the action points left, the end of the turn first."""
    menu[0] = code(Choice.END_TURN, 0)
    n = 1
    points = state.action_points
    own = state.board.colours[state.seat]
    if points >= rules.cost[Action.MOVE]:
        reach = points // rules.cost[Action.MOVE]
        n = list_movable(state.board, menu, n, Choice.MOVE, ends(rules, state.board), reach)
    if points >= rules.cost[Action.PLACE] and own.reserve > 0:
        menu[n] = code(Choice.PLACE, 0)
        n += 1
    if points >= rules.cost[Action.TO_VINEYARD] and vineyards_with_room(rules, state.board):
        n = list_workers(menu, n, Choice.TO_VINEYARD, state.seat, own.spaces)
    if points >= rules.cost[Action.TO_CANAL]:
        n = list_vineyards(menu, n, Choice.TO_CANAL, own_vineyards(state.board, state.seat))
    if points >= rules.cost[Action.RIVER] and state.board.river_free > 0:
        n = list_workers(menu, n, Choice.RIVER, state.seat, own.spaces)
    if points >= rules.cost[Action.LOCK] and lock_cells(rules, state.board):
        menu[n] = code(Choice.LOCK, 0)
        n += 1
    if points >= rules.cost[Action.DRAW] and can_draw(state):
        menu[n] = code(Choice.DRAW, 0)
        n += 1
    return list_cards(rules, state, menu, n)


@kernel
def list_cards(rules: Rules, state: State, menu: Ints, n: int) -> int:
    """List the cards of the hand that can be played, alike cards once [A10]."""
    player = state.players[state.seat]
    if player.n_cards == 0 or state.action_points < rules.cost[Action.PLAY]:
        return n
    for card in range(len(CARDS)):
        if player.hand[card] > 0 and is_playable(rules, state, card):
            menu[n] = code(Choice.PLAY + card, 0)
            n += 1
    return n


@kernel
def is_playable(rules: Rules, state: State, card: int) -> bool:
    """Say whether the whole effect of a card is legal [A10, A11]."""
    action = rules.card_action[card]
    own = state.board.colours[state.seat]
    if action == Action.MOVE or action == Action.TRANSFER:
        return has_movable(state.board, ends(rules, state.board), card_reach(rules, card))
    if action == Action.PLACE:
        return own.reserve > 0
    if action == Action.TO_VINEYARD:
        return own.spaces != 0 and vineyards_with_room(rules, state.board) != 0
    if action == Action.TO_CANAL:
        return own_vineyards(state.board, state.seat) != 0
    if action == Action.LOCK:
        return lock_cells(rules, state.board) != 0
    return can_build_art(rules, state.board, state.n_players, state.seat, card)


@kernel
def can_build_art(rules: Rules, board: Board, n_players: int, seat: int, card: int) -> bool:
    """Say whether a seat may build the art work of a card: last, and nobody has built it [A11]."""
    return not has(board.art_works, card) and is_last(rules, board, n_players, seat)


@kernel
def card_reach(rules: Rules, card: int) -> int:
    """Return how far a card moves a worker; a transfer knows no distance."""
    return ANYWHERE if rules.card_action[card] == Action.TRANSFER else rules.card_reach[card]


@kernel
def reach_now(rules: Rules, state: State) -> int:
    """Return how far the worker chosen may move, by points or by the card."""
    if state.card != NO_CARD:
        return card_reach(rules, state.card)
    return state.action_points // rules.cost[Action.MOVE]


@kernel
def destinations(ends: int, space: int, reach: int) -> int:
    """Return the set of the spaces where a worker may end that moves one space or more [A4]."""
    return ends & around(space, reach) & ~single(space)


@kernel
def has_movable(board: Board, ends: int, reach: int) -> bool:
    """Say whether some worker on the canal has somewhere to go."""
    for space in members(spaces_with_workers(board)):
        if destinations(ends, space, reach):
            return True
    return False


@kernel
def list_movable(board: Board, menu: Ints, n: int, choice: int, ends: int, reach: int) -> int:
    """List the workers that can move, anybody's; alike workers in one town once [A4]."""
    for colour in range(COLOURS):
        for space in members(board.colours[colour].spaces):
            if destinations(ends, space, reach):
                menu[n] = worker_code(choice, colour, space)
                n += 1
    return n


@kernel
def list_workers(menu: Ints, n: int, choice: int, colour: int, spaces: int) -> int:
    """List workers of one colour by their spaces."""
    for space in members(spaces):
        menu[n] = worker_code(choice, colour, space)
        n += 1
    return n


@kernel
def list_vineyards(menu: Ints, n: int, choice: int, vineyards: int) -> int:
    """List a set of vineyards."""
    for vineyard in range(len(VINEYARDS)):
        if has(vineyards, vineyard):
            menu[n] = code(choice, vineyard)
            n += 1
    return n


@kernel
def vineyards_with_room(rules: Rules, board: Board) -> int:
    """Return the vineyards in play that have a free cell, as bits [A6]."""
    vineyards = 0
    for vineyard in range(len(VINEYARDS)):
        workers = 0
        for seat in range(NEUTRAL):
            workers += board.colours[seat].in_vineyards[vineyard]
        if has(board.vineyards, vineyard) and workers < rules.vineyard_cells[vineyard]:
            vineyards |= 1 << vineyard
    return vineyards


@kernel
def own_vineyards(board: Board, seat: int) -> int:
    """Return the vineyards where the player has workers, as bits."""
    vineyards = 0
    for vineyard in range(len(VINEYARDS)):
        if board.colours[seat].in_vineyards[vineyard] > 0:
            vineyards |= 1 << vineyard
    return vineyards


@kernel
def list_card_workers(rules: Rules, state: State, menu: Ints) -> int:
    """List the workers that the card being played may act on."""
    if state.doing == Action.TO_VINEYARD:
        own = state.board.colours[state.seat].spaces
        return list_workers(menu, 0, Choice.WORKER, state.seat, own)
    reach = card_reach(rules, state.card)
    return list_movable(state.board, menu, 0, Choice.WORKER, ends(rules, state.board), reach)


@kernel
def list_spaces(rules: Rules, state: State, menu: Ints) -> int:
    """List the spaces where the worker or the lock may go [A4–A6, A8]."""
    if state.doing == Action.LOCK:
        spaces = lock_cells(rules, state.board)
    elif state.doing == Action.MOVE or state.doing == Action.TRANSFER:
        reach = reach_now(rules, state)
        spaces = destinations(ends(rules, state.board), state.worker_space, reach)
    else:
        spaces = entrances(rules, state.board)
    n = 0
    for space in members(spaces):
        menu[n] = code(Choice.SPACE, space)
        n += 1
    return n
