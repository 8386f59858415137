"""Whole steps of a turn, as planning players think of them, and their small choices.

A step is one number: the action, the card it is done by, and the colour, start and end of what it
moves. The start of a worker that leaves a vineyard, and the end of one that enters it, is the
number of the vineyard.
"""

from simlab.engine.bits import single
from simlab.engine.choice import fields
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints
from simlab.games.arriala.rules.action import leave, stand
from simlab.games.arriala.rules.choice import SPACE_BITS, Choice, code, worker_code
from simlab.games.arriala.rules.score import close_section
from simlab.games.arriala.rules.space import full_section
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import CARDS, NO_CARD, Action, Board, Phase

NO_STEP = -1


STEP_BITS = 32
"""More than the numbers of a step take."""
STEP = fields(
    STEP_BITS,
    action=len(Action),
    card_or_none=16,
    colour=8,
    start=1 << SPACE_BITS,
    end=1 << SPACE_BITS,
)
action_of, colour_of, start_of, end_of = STEP.action, STEP.colour, STEP.start, STEP.end


@kernel
def step_code(action: int, card: int, colour: int, start: int, end: int) -> int:
    """Return the number of a step."""
    return STEP.pack(action, card - NO_CARD, colour, start, end)


@kernel
def card_of(step: int) -> int:
    """Return the card that a step is done by, or NO_CARD."""
    return STEP.card_or_none(step) + NO_CARD


@kernel
def card_for(rules: Rules, hand: Ints, action: int) -> int:
    """Return a card in a hand that does an action, or NO_CARD; `hand` counts cards by kind."""
    for card in range(len(CARDS)):
        if hand[card] > 0 and rules.card_action[card] == action:
            return card
    return NO_CARD


@kernel
def cards_for(rules: Rules, hand: Ints, actions: int) -> int:
    """Return the kinds of cards in a hand that do one of some actions, both as bits."""
    cards = 0
    for card in range(len(CARDS)):
        if hand[card] > 0 and actions >> rules.card_action[card] & 1:
            cards |= 1 << card
    return cards


@kernel
def cost_of(rules: Rules, step: int) -> int:
    """Return the action points that a step costs [A4–A10]."""
    if card_of(step) != NO_CARD:
        return rules.cost[Action.PLAY]
    action = action_of(step)
    times = abs(end_of(step) - start_of(step)) if action == Action.MOVE else 1
    return rules.cost[action] * times


@kernel
def choice_of(step: int, phase: int) -> int:
    """Return the small choice that carries a step on in a phase of the turn."""
    if phase == Phase.SPACE:
        return code(Choice.SPACE, end_of(step))
    if phase == Phase.WORKER:
        return worker_code(Choice.WORKER, colour_of(step), start_of(step))
    action = action_of(step)
    if phase == Phase.VINEYARD:
        is_leaving = action == Action.TO_CANAL
        return code(Choice.VINEYARD, start_of(step) if is_leaving else end_of(step))
    if card_of(step) != NO_CARD:
        return code(Choice.PLAY + card_of(step), 0)
    return first_choice(step, action)


@kernel
def first_choice(step: int, action: int) -> int:
    """Return the choice that begins a step paid with action points."""
    if action == Action.MOVE:
        return worker_code(Choice.MOVE, colour_of(step), start_of(step))
    if action == Action.PLACE:
        return code(Choice.PLACE, 0)
    if action == Action.TO_VINEYARD:
        return worker_code(Choice.TO_VINEYARD, colour_of(step), start_of(step))
    if action == Action.TO_CANAL:
        return code(Choice.TO_CANAL, start_of(step))
    if action == Action.RIVER:
        return worker_code(Choice.RIVER, colour_of(step), start_of(step))
    if action == Action.LOCK:
        return code(Choice.LOCK, 0)
    return code(Choice.DRAW, 0)


@kernel
def take_step(rules: Rules, board: Board, step: int) -> None:
    """Carry out a step on a board; `colour_of` it is the worker's, or the seat's whose step it is.

    Action points and cards are the planner's to count.
    """
    action, colour, end = action_of(step), colour_of(step), end_of(step)
    # leaving first: with the worker still there, the section it comes to might count as full
    if action in (Action.MOVE, Action.TRANSFER, Action.TO_VINEYARD, Action.RIVER):
        leave(rules, board, colour, start_of(step))
    if action == Action.LOCK:
        lock_off(rules, board, colour, end)
    elif action == Action.TO_VINEYARD:
        board.colours[colour].in_vineyards[end] += 1
    elif action == Action.RIVER:
        board.colours[colour].on_river += 1
        board.river_free -= 1
        board.scores[colour] += rules.river_points
    elif action == Action.ART_WORK:
        board.art_works |= 1 << card_of(step)
        board.scores[colour] += rules.art_points
    elif action != Action.DRAW:
        come(rules, board, step)


@kernel
def come(rules: Rules, board: Board, step: int) -> None:
    """Let a worker come to a space from wherever it was; close the section that it fills."""
    workers = board.colours[colour_of(step)]
    if action_of(step) == Action.PLACE:
        workers.reserve -= 1
    elif action_of(step) == Action.TO_CANAL:
        workers.in_vineyards[start_of(step)] -= 1
    stand(rules, board, colour_of(step), end_of(step))
    close_if_full(rules, board, end_of(step))


@kernel
def lock_off(rules: Rules, board: Board, seat: int, cell: int) -> None:
    """Put a lock on a cell; close the sections on both sides that are full now."""
    board.locks |= single(cell)
    board.n_locks -= 1
    board.scores[seat] += rules.lock_points
    close_if_full(rules, board, cell - 1)
    close_if_full(rules, board, cell + 1)


@kernel
def close_if_full(rules: Rules, board: Board, cell: int) -> None:
    """Close the section of a cell if it is full [A13]."""
    section = full_section(board, cell)
    if section:
        close_section(rules, board, section)
