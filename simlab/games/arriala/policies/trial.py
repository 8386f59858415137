"""Trying a step on a copy of the board: what it changes, and whether the copy is worth keeping."""

from simlab.engine.kernel import kernel
from simlab.engine.record import Floats, Row
from simlab.games.arriala.policies.outlook import (
    MOST_HAND,
    MOST_STEPS,
    UNKNOWN,
    Weight,
    evaluate,
    worth_of_digging,
    worth_of_section,
)
from simlab.games.arriala.policies.step import (
    action_of,
    card_of,
    close_if_full,
    cost_of,
    end_of,
    start_of,
    take_step,
)
from simlab.games.arriala.rules.action import stand
from simlab.games.arriala.rules.space import (
    single,
    taken,
)
from simlab.games.arriala.state import (
    COLOURS,
    NO_CARD,
    Action,
)

CLEARLY = 1e-9
"""Points by which a plan must look better than an earlier, shorter one."""


@kernel
def try_step(rules: Row, outlook: Row, step: int, traits: Floats) -> None:
    """Carry out a step on a copy of a board and keep the copy if it is one of the best."""
    left = outlook.points - cost_of(rules, step)
    if left < 0:
        return
    outlook.child[0] = outlook.parent[0]
    child = outlook.child[0]
    if child.n_steps == MOST_STEPS:
        return
    child.steps[child.n_steps] = step
    child.n_steps += 1
    take_step(rules, child.board, step)
    count_extras(outlook, child, step, traits)
    child.sections += change_of_sections(rules, outlook, child.board, step, traits)
    child.value = evaluate(rules, outlook, child, traits)
    keep(outlook, left)


@kernel
def count_extras(outlook: Row, child: Row, step: int, traits: Floats) -> None:
    """Count what a step changes beside the board: cards, tastes for locks and river works."""
    action, card = action_of(step), card_of(step)
    if card != NO_CARD:
        child.hand[card] -= 1
        child.n_cards -= 1
        child.cards -= outlook.card_worth[card] * outlook.crowding[child.n_cards]
    if action == Action.DRAW:
        child.cards += outlook.draw_worth * outlook.crowding[child.n_cards]
        child.n_cards = min(child.n_cards + 1, MOST_HAND - 1)
    elif action == Action.LOCK:
        child.extras += traits[Weight.LOCK]
    elif action == Action.RIVER:
        are_two = outlook.n_players == 2
        child.extras += traits[Weight.RIVER_OF_TWO] if are_two else traits[Weight.RIVER]


@kernel
def change_of_sections(rules: Row, outlook: Row, board: Row, step: int, traits: Floats) -> float:
    """Return by how much a step has changed what the sections are worth that it touched."""
    action, start, end = action_of(step), start_of(step), end_of(step)
    if action == Action.LOCK:
        section = outlook.section_at[end]
        lower = section & (single(end) - 1)
        upper = section & ~lower & ~single(end)
        worth = worth_if_unbuilt(rules, outlook, board, lower, traits)
        worth += worth_if_unbuilt(rules, outlook, board, upper, traits)
        return worth - outlook.worth_at[end]
    change = 0.0
    first = 0
    if action in (Action.MOVE, Action.TRANSFER, Action.TO_VINEYARD, Action.RIVER):
        first = outlook.section_at[start]
        change += worth_if_unbuilt(rules, outlook, board, first, traits)
        change -= outlook.worth_at[start]
    if action in (Action.MOVE, Action.TRANSFER, Action.PLACE, Action.TO_CANAL):
        section = outlook.section_at[end]
        if section != first:
            change += worth_if_unbuilt(rules, outlook, board, section, traits)
            change -= outlook.worth_at[end]
    return change


@kernel
def worth_if_unbuilt(rules: Row, outlook: Row, board: Row, section: int, traits: Floats) -> float:
    """Return the worth of a section, nothing where there is none or it is built by now."""
    if section == 0 or section & board.built:
        return 0.0
    return worth_of_section(rules, board, outlook, section, traits)


@kernel
def keep(outlook: Row, left: int) -> None:
    """Keep the board just tried if it is one of the best with so many action points left.

    A board that can be reached by steps in another order is kept once.
    """
    child = outlook.child[0]
    n = outlook.n_nodes[left]
    worst = 0
    for i in range(n):
        node = outlook.nodes[left, i]
        if abs(node.value - child.value) < CLEARLY and is_same(node.board, child.board):
            return
        if node.value < outlook.nodes[left, worst].value:
            worst = i
    if n < outlook.width:
        outlook.n_nodes[left] += 1
        outlook.nodes[left, n] = child
    elif child.value > outlook.nodes[left, worst].value:
        outlook.nodes[left, worst] = child


@kernel
def is_same(one: Row, other: Row) -> bool:
    """Say whether two boards look alike; those of equal value that do are the same."""
    if one.locks != other.locks:
        return False
    for colour in range(COLOURS):
        if one.colours[colour].spaces != other.colours[colour].spaces:
            return False
    return True


@kernel
def is_promising(outlook: Row, left: int, value: float) -> bool:
    """Say whether a board of this value would be kept with so many action points left."""
    n = outlook.n_nodes[left]
    if n < outlook.width:
        return True
    for i in range(n):
        if outlook.nodes[left, i].value < value:
            return True
    return False


@kernel
def gain_of_move(
    rules: Row, outlook: Row, colour: int, start: int, end: int, traits: Floats
) -> float:
    """Return what a move from one section to another, or to or from a town, adds to a board."""
    return gain_of_leaving(rules, outlook, colour, start, traits) + gain_of_coming(
        rules, outlook, colour, end, traits
    )


@kernel
def gain_of_leaving(rules: Row, outlook: Row, colour: int, start: int, traits: Floats) -> float:
    """Return what it adds that a worker leaves a space; worked out once for each board."""
    if outlook.section_at[start] == 0:
        return 0.0
    if outlook.gain_out[start] == UNKNOWN:
        board = outlook.parent[0].board
        board.colours[colour].spaces &= ~single(start)
        worth = worth_of_section(rules, board, outlook, outlook.section_at[start], traits)
        board.colours[colour].spaces |= single(start)
        gain = traits[Weight.SECTION] * (worth - outlook.worth_at[start])
        outlook.gain_out[start] = gain - worth_of_digging(outlook, board, traits) / 2.0
    return outlook.gain_out[start]


@kernel
def gain_of_coming(rules: Row, outlook: Row, colour: int, end: int, traits: Floats) -> float:
    """Return what it adds that a worker comes to a space; worked out once for each board."""
    section = outlook.section_at[end]
    if section == 0:
        return 0.0
    if outlook.gain_in[colour, end] == UNKNOWN:
        board = outlook.parent[0].board
        if section & ~taken(board) == single(end):
            gain = gain_of_closing(rules, outlook, colour, end, traits)
        else:
            board.colours[colour].spaces |= single(end)
            worth = worth_of_section(rules, board, outlook, section, traits)
            board.colours[colour].spaces &= ~single(end)
            gain = traits[Weight.SECTION] * (worth - outlook.worth_at[end])
            gain += worth_of_digging(outlook, board, traits) / 2.0
        outlook.gain_in[colour, end] = gain
    return outlook.gain_in[colour, end]


@kernel
def gain_of_closing(rules: Row, outlook: Row, colour: int, end: int, traits: Floats) -> float:
    """Return what it adds that a worker fills the last cell of a section."""
    outlook.child[0] = outlook.parent[0]
    child = outlook.child[0]
    stand(rules, child.board, colour, end)
    close_if_full(rules, child.board, end)
    child.sections -= outlook.worth_at[end]
    return evaluate(rules, outlook, child, traits) - outlook.parent[0].value
