"""Trying a step on a copy of the board: what it changes, and whether the copy is worth keeping."""

from simlab.engine.bits import single
from simlab.engine.kernel import kernel
from simlab.games.arriala.policies.outlook import (
    MOST_HAND,
    MOST_STEPS,
    UNKNOWN,
    Node,
    Outlook,
    evaluate,
    worth_of_cuts,
    worth_of_digging,
    worth_of_section,
    worth_of_vineyards,
)
from simlab.games.arriala.policies.step import (
    action_of,
    card_of,
    close_if_full,
    colour_of,
    cost_of,
    end_of,
    start_of,
    take_step,
)
from simlab.games.arriala.rules.action import stand
from simlab.games.arriala.rules.space import spaces_with_workers
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import (
    COLOURS,
    NO_CARD,
    Action,
    Board,
)

CLEARLY = 1e-9
"""Points by which a plan must look better than an earlier, shorter one."""


@kernel
def try_step(rules: Rules, outlook: Outlook, step: int) -> None:
    """Carry out a step on a copy of a board and keep the copy if it is one of the best."""
    left = outlook.points - cost_of(rules, step)
    if left < 0:
        return
    outlook.child[0] = outlook.parent[0]
    child = outlook.child[0]
    # steps that cost nothing under changed rules could go on for ever
    if child.n_steps == MOST_STEPS:
        return
    child.steps[child.n_steps] = step
    child.n_steps += 1
    take_step(rules, child.board, step)
    count_extras(outlook, child, step)
    # the difference alone: a step touches two sections of many
    child.sections += change_of_sections(rules, outlook, child.board, step)
    weigh_again(rules, outlook, child, action_of(step))
    child.value = evaluate(rules, outlook, child)
    keep(outlook, left)


@kernel
def count_extras(outlook: Outlook, child: Node, step: int) -> None:
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
        child.extras += outlook.traits.lock
    elif action == Action.RIVER:
        are_two = outlook.n_players == 2
        child.extras += outlook.traits.river_of_two if are_two else outlook.traits.river


@kernel
def weigh_again(rules: Rules, outlook: Outlook, child: Node, action: int) -> None:
    """Weigh digging and the vineyards again if a step has changed what they depend on."""
    has_built = child.board.built != outlook.parent[0].board.built
    # these change scores, on which the wish for the end depends
    if has_built or action in (Action.LOCK, Action.RIVER, Action.ART_WORK):
        child.digging = worth_of_digging(outlook, child.board)
    if has_built or action in (Action.TO_VINEYARD, Action.TO_CANAL):
        child.vineyards = worth_of_vineyards(rules, outlook, child.board)


@kernel
def change_of_sections(rules: Rules, outlook: Outlook, board: Board, step: int) -> float:
    """Return by how much a step has changed what the sections are worth that it touched."""
    action, start, end = action_of(step), start_of(step), end_of(step)
    if action == Action.LOCK:
        return change_of_cutting(rules, outlook, board, end)
    is_leaving = action in (Action.MOVE, Action.TRANSFER, Action.TO_VINEYARD, Action.RIVER)
    is_coming = action in (Action.MOVE, Action.TRANSFER, Action.PLACE, Action.TO_CANAL)
    if is_leaving and is_coming and outlook.section_at[start] == outlook.section_at[end]:
        worth = worth_if_unbuilt(rules, outlook, board, outlook.section_at[end])
        return worth - outlook.worth_at[end]
    change = 0.0
    if is_leaving:
        change += worth_after_leaving(rules, outlook, colour_of(step), start)
        change -= outlook.worth_at[start]
    if is_coming:
        change += worth_after_coming(rules, outlook, colour_of(step), end)
        change -= outlook.worth_at[end]
    return change


@kernel
def change_of_cutting(rules: Rules, outlook: Outlook, board: Board, cell: int) -> float:
    """Return by how much a lock on a cell has changed what its section is worth, now two."""
    section = outlook.section_at[cell]
    lower = section & (single(cell) - 1)
    upper = section & ~lower & ~single(cell)
    worth = worth_if_unbuilt(rules, outlook, board, lower)
    worth += worth_if_unbuilt(rules, outlook, board, upper)
    return worth - outlook.worth_at[cell]


@kernel
def worth_if_unbuilt(rules: Rules, outlook: Outlook, board: Board, section: int) -> float:
    """Return the worth of a section, nothing where there is none or it is built by now."""
    if section == 0 or section & board.built:
        return 0.0
    return worth_of_section(rules, board, outlook, section)


@kernel
def keep(outlook: Outlook, left: int) -> None:
    """Keep the board just tried if it is one of the best with this number of action points left.

    A board that can be reached by steps in another order is kept once.
    """
    child = outlook.child[0]
    n = outlook.n_nodes[left]
    worst = 0
    for i in range(n):
        node = outlook.nodes[left, i]
        # values first, as they nearly always differ
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
def is_same(one: Board, other: Board) -> bool:
    """Say whether two boards look alike; those of equal value that do are the same."""
    if one.locks != other.locks:
        return False
    for colour in range(COLOURS):
        if one.colours[colour].spaces != other.colours[colour].spaces:
            return False
    return True


@kernel
def is_promising(outlook: Outlook, left: int, value: float) -> bool:
    """Say whether a board of this value would be kept with this number of action points left."""
    n = outlook.n_nodes[left]
    # places are free, so any board would be kept
    if n < outlook.width:
        return True
    for i in range(n):
        if outlook.nodes[left, i].value < value:
            return True
    return False


@kernel
def gain_of_move(rules: Rules, outlook: Outlook, colour: int, start: int, end: int) -> float:
    """Return what a move from one section to another, or to or from a town, adds to a board."""
    return gain_of_leaving(rules, outlook, colour, start) + gain_of_coming(
        rules, outlook, colour, end
    )


@kernel
def gain_of_shift(rules: Rules, outlook: Outlook, colour: int, start: int, end: int) -> float:
    """Return what a move within a section adds to a board: majorities stay, rows may change."""
    board = outlook.parent[0].board
    workers = board.colours[colour]
    before = workers.spaces
    # in place and back, as in `worth_after_leaving`
    workers.spaces = before & ~single(start) | single(end)
    worth = worth_of_cuts(rules, board, outlook, outlook.section_at[start])
    workers.spaces = before
    return outlook.traits.section * (worth - outlook.cuts_at[start])


@kernel
def gain_of_leaving(rules: Rules, outlook: Outlook, colour: int, start: int) -> float:
    """Return what it adds that a worker leaves a space."""
    if outlook.section_at[start] == 0:
        return 0.0
    worth = worth_after_leaving(rules, outlook, colour, start)
    gain = outlook.traits.section * (worth - outlook.worth_at[start])
    # a cell where a worker stands counts half as dug, see `n_dug`
    return gain - outlook.parent[0].digging / 2.0


@kernel
def worth_after_leaving(rules: Rules, outlook: Outlook, colour: int, start: int) -> float:
    """Return the worth of a section that a worker leaves; worked out once for each board."""
    section = outlook.section_at[start]
    if section == 0:
        return 0.0
    if outlook.worth_without[start] == UNKNOWN:
        board = outlook.parent[0].board
        # changed in place and put back: a copy of the board for each worker would cost far more
        board.colours[colour].spaces &= ~single(start)
        outlook.worth_without[start] = worth_of_section(rules, board, outlook, section)
        board.colours[colour].spaces |= single(start)
    return outlook.worth_without[start]


@kernel
def gain_of_coming(rules: Rules, outlook: Outlook, colour: int, end: int) -> float:
    """Return what it adds that a worker comes to a space."""
    section = outlook.section_at[end]
    if section == 0:
        return 0.0
    # the last free cell: the section is scored, which only a copy of the board shows
    if section & ~spaces_with_workers(outlook.parent[0].board) == single(end):
        return gain_of_closing(rules, outlook, colour, end)
    worth = worth_after_coming(rules, outlook, colour, end)
    gain = outlook.traits.section * (worth - outlook.worth_at[end])
    return gain + outlook.parent[0].digging / 2.0


@kernel
def worth_after_coming(rules: Rules, outlook: Outlook, colour: int, end: int) -> float:
    """Return the worth of a section that a worker enters, nothing if that builds it.

    Worked out once for each board.
    """
    section = outlook.section_at[end]
    if section == 0:
        return 0.0
    if outlook.worth_with[colour, end] == UNKNOWN:
        board = outlook.parent[0].board
        worth = 0.0
        if section & ~spaces_with_workers(board) != single(end):
            board.colours[colour].spaces |= single(end)
            worth = worth_of_section(rules, board, outlook, section)
            board.colours[colour].spaces &= ~single(end)
        outlook.worth_with[colour, end] = worth
    return outlook.worth_with[colour, end]


@kernel
def gain_of_vineyard(rules: Rules, outlook: Outlook, vineyard: int) -> float:
    """Return what one more own worker in a vineyard adds to a board."""
    parent = outlook.parent[0]
    workers = parent.board.colours[outlook.seat]
    workers.in_vineyards[vineyard] += 1
    worth = worth_of_vineyards(rules, outlook, parent.board)
    workers.in_vineyards[vineyard] -= 1
    return worth - parent.vineyards


@kernel
def gain_of_closing(rules: Rules, outlook: Outlook, colour: int, end: int) -> float:
    """Return what it adds that a worker fills the last cell of a section."""
    outlook.child[0] = outlook.parent[0]
    child = outlook.child[0]
    stand(rules, child.board, colour, end)
    close_if_full(rules, child.board, end)
    child.sections -= outlook.worth_at[end]
    weigh_again(rules, outlook, child, Action.MOVE)
    return evaluate(rules, outlook, child) - outlook.parent[0].value
