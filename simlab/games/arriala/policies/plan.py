"""The search for a plan: the best boards for each number of action points left, tried further."""

from simlab.engine.kernel import kernel
from simlab.engine.record import Floats, Row
from simlab.games.arriala.policies.outlook import (
    MOST_HAND,
    MOST_POINTS,
    MOST_STEPS,
    UNKNOWN,
    Weight,
    evaluate,
    survey,
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
    step_code,
    take_step,
)
from simlab.games.arriala.rules.action import stand
from simlab.games.arriala.rules.menu import (
    can_build_art,
    destinations,
    own_vineyards,
    vineyards_with_room,
)
from simlab.games.arriala.rules.space import (
    ends,
    has,
    lock_cells,
    lowest,
    single,
    taken,
    unbuilt,
)
from simlab.games.arriala.state import (
    CARDS,
    COLOURS,
    NO_CARD,
    VINEYARDS,
    Action,
)

CLEARLY = 1e-9
"""Points by which a plan must look better than an earlier, shorter one."""


@kernel
def find_plan(rules: Row, state: Row, outlook: Row, traits: Floats) -> None:
    """Find the best steps for the action points left and leave them in `outlook.plan`."""
    points = min(state.action_points, MOST_POINTS)
    outlook.is_cut = points < state.action_points
    lay_out(rules, state, outlook, points, traits)
    root = outlook.nodes[points, 0]
    outlook.n_plan = 0
    outlook.done = 0
    best_value = root.value
    can_draw = state.n_pile + state.n_discards
    for left in range(points, -1, -1):
        for i in range(outlook.n_nodes[left]):
            node = outlook.nodes[left, i]
            if node.value > best_value + CLEARLY:
                best_value = node.value
                outlook.n_plan = node.n_steps
                outlook.plan[:] = node.steps
            if left > 0 and unbuilt(node.board) != 0:
                expand(rules, outlook, left, i, can_draw, traits)


@kernel
def lay_out(rules: Row, state: Row, outlook: Row, points: int, traits: Floats) -> None:
    """Put the table as it is on the first board."""
    outlook.n_nodes[:] = 0
    outlook.n_nodes[points] = 1
    node = outlook.nodes[points, 0]
    node.board = state.board
    node.hand[:] = state.players[outlook.seat].hand
    node.n_steps = 0
    node.extras = 0.0
    node.cards = 0.0
    node.n_cards = min(state.players[outlook.seat].n_cards, MOST_HAND - 1)
    survey(rules, outlook, node, traits)
    node.value = evaluate(rules, outlook, node, traits)


@kernel
def expand(
    rules: Row, outlook: Row, points: int, place: int, can_draw: int, traits: Floats
) -> None:
    """Try every sensible step on one of the boards kept."""
    node = outlook.nodes[points, place]
    survey(rules, outlook, node, traits)
    try_moves(rules, outlook, points, place, traits)
    try_places(rules, outlook, points, place, traits)
    try_locks(rules, outlook, points, place, traits)
    try_vineyards(rules, outlook, points, place, traits)
    try_river(rules, outlook, points, place, traits)
    try_art_works(rules, outlook, points, place, traits)
    n_drawn = 0
    for i in range(node.n_steps):
        n_drawn += action_of(node.steps[i]) == Action.DRAW
    if can_draw > n_drawn:
        step = step_code(Action.DRAW.value, NO_CARD, outlook.seat, 0, 0)
        try_step(rules, outlook, points, place, step, traits)


@kernel
def try_step(rules: Row, outlook: Row, points: int, place: int, step: int, traits: Floats) -> None:
    """Carry out a step on a copy of a board and keep the copy if it is one of the best."""
    left = points - cost_of(rules, step)
    if left < 0:
        return
    outlook.child[0] = outlook.nodes[points, place]
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
    rules: Row, outlook: Row, node: Row, colour: int, start: int, end: int, traits: Floats
) -> float:
    """Return what a move from one section to another, or to or from a town, adds to a board."""
    return gain_of_leaving(rules, outlook, node, colour, start, traits) + gain_of_coming(
        rules, outlook, node, colour, end, traits
    )


@kernel
def gain_of_leaving(
    rules: Row, outlook: Row, node: Row, colour: int, start: int, traits: Floats
) -> float:
    """Return what it adds that a worker leaves a space; worked out once for each board."""
    if outlook.section_at[start] == 0:
        return 0.0
    if outlook.gain_out[start] == UNKNOWN:
        board = node.board
        board.colours[colour].spaces &= ~single(start)
        worth = worth_of_section(rules, board, outlook, outlook.section_at[start], traits)
        board.colours[colour].spaces |= single(start)
        gain = traits[Weight.SECTION] * (worth - outlook.worth_at[start])
        outlook.gain_out[start] = gain - worth_of_digging(outlook, board, traits) / 2.0
    return outlook.gain_out[start]


@kernel
def gain_of_coming(
    rules: Row, outlook: Row, node: Row, colour: int, end: int, traits: Floats
) -> float:
    """Return what it adds that a worker comes to a space; worked out once for each board."""
    section = outlook.section_at[end]
    if section == 0:
        return 0.0
    if outlook.gain_in[colour, end] == UNKNOWN:
        board = node.board
        if section & ~taken(board) == single(end):
            gain = gain_of_closing(rules, outlook, node, colour, end, traits)
        else:
            board.colours[colour].spaces |= single(end)
            worth = worth_of_section(rules, board, outlook, section, traits)
            board.colours[colour].spaces &= ~single(end)
            gain = traits[Weight.SECTION] * (worth - outlook.worth_at[end])
            gain += worth_of_digging(outlook, board, traits) / 2.0
        outlook.gain_in[colour, end] = gain
    return outlook.gain_in[colour, end]


@kernel
def gain_of_closing(
    rules: Row, outlook: Row, node: Row, colour: int, end: int, traits: Floats
) -> float:
    """Return what it adds that a worker fills the last cell of a section."""
    outlook.child[0] = node
    child = outlook.child[0]
    stand(rules, child.board, colour, end)
    close_if_full(rules, child.board, end)
    child.sections -= outlook.worth_at[end]
    return evaluate(rules, outlook, child, traits) - node.value


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
        child.extras += traits[Weight.RIVER]


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
def try_moves(rules: Row, outlook: Row, points: int, place: int, traits: Floats) -> None:
    """Try moving workers into, out of or within sections not yet built.

    Late in the game others' workers are left where they dig, or it might never end.
    """
    node = outlook.nodes[points, place]
    board = node.board
    goals = ends(rules, board)
    cells = goals & unbuilt(board)
    for colour in range(COLOURS):
        workers = board.colours[colour].spaces
        while workers:
            start = lowest(workers)
            workers &= workers - 1
            is_freeing = colour == outlook.seat or outlook.overtime <= 0.0
            wanted = goals if outlook.section_at[start] and is_freeing else cells
            try_moves_of(rules, outlook, points, place, colour, start, wanted, traits)


@kernel
def try_moves_of(
    rules: Row,
    outlook: Row,
    points: int,
    place: int,
    colour: int,
    start: int,
    wanted: int,
    traits: Floats,
) -> None:
    """Try moving one worker, by action points or by the weakest card that takes it there."""
    reach = points // rules.cost[Action.MOVE]
    spaces = destinations(wanted, start, reach)
    while spaces:
        try_move(rules, outlook, points, place, NO_CARD, colour, start, lowest(spaces), traits)
        spaces &= spaces - 1
    reached = destinations(wanted, start, rules.cost[Action.PLAY] // rules.cost[Action.MOVE])
    node = outlook.nodes[points, place]
    for card in range(len(CARDS)):
        action = rules.card_action[card]
        if node.hand[card] == 0 or action not in (Action.MOVE, Action.TRANSFER):
            continue
        if action == Action.MOVE:
            spaces = destinations(wanted, start, rules.card_reach[card]) & ~reached
        else:
            spaces = wanted & ~reached & ~single(start)
        reached |= spaces
        while spaces:
            try_move(rules, outlook, points, place, card, colour, start, lowest(spaces), traits)
            spaces &= spaces - 1


@kernel
def try_move(
    rules: Row,
    outlook: Row,
    points: int,
    place: int,
    card: int,
    colour: int,
    start: int,
    end: int,
    traits: Floats,
) -> None:
    """Try one move, if a quick look says that it is among the best."""
    node = outlook.nodes[points, place]
    action = Action.MOVE.value if card == NO_CARD else rules.card_action[card]
    step = step_code(action, card, colour, start, end)
    if outlook.section_at[start] != outlook.section_at[end]:
        value = node.value + gain_of_move(rules, outlook, node, colour, start, end, traits)
        if card != NO_CARD:
            value -= outlook.card_worth[card] * outlook.crowding[node.n_cards - 1]
        left = max(points - cost_of(rules, step), 0)
        if not is_promising(outlook, left, value):
            return
    try_step(rules, outlook, points, place, step, traits)


@kernel
def cheapest(rules: Row, node: Row, action: int) -> int:
    """Return a card in hand that does an action for fewer points, or NO_CARD."""
    for card in range(len(CARDS)):
        if node.hand[card] > 0 and rules.card_action[card] == action:
            return card
    return NO_CARD


@kernel
def try_places(rules: Row, outlook: Row, points: int, place: int, traits: Floats) -> None:
    """Try placing a worker of the reserve on each cell, or in a town."""
    node = outlook.nodes[points, place]
    if node.board.colours[outlook.seat].reserve == 0:
        return
    spaces = ends(rules, node.board) & unbuilt(node.board)
    spaces |= single(lowest(node.board.towns))
    card = cheapest(rules, node, Action.PLACE.value)
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        try_place(rules, outlook, points, place, NO_CARD, space, traits)
        if card != NO_CARD:
            try_place(rules, outlook, points, place, card, space, traits)


@kernel
def try_place(
    rules: Row, outlook: Row, points: int, place: int, card: int, space: int, traits: Floats
) -> None:
    """Try placing a worker on one space, if a quick look says that it is among the best."""
    node = outlook.nodes[points, place]
    step = step_code(Action.PLACE.value, card, outlook.seat, 0, space)
    value = node.value + traits[Weight.PLACED]
    value += gain_of_coming(rules, outlook, node, outlook.seat, space, traits)
    if card != NO_CARD:
        value -= outlook.card_worth[card] * outlook.crowding[node.n_cards - 1]
    left = points - cost_of(rules, step)
    if left >= 0 and is_promising(outlook, left, value):
        try_step(rules, outlook, points, place, step, traits)


@kernel
def try_spaces(
    rules: Row,
    outlook: Row,
    points: int,
    place: int,
    action: int,
    card: int,
    start: int,
    spaces: int,
    traits: Floats,
) -> None:
    """Try an action on each of a set of spaces, by action points and by a card if there is one."""
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        if action < Action.TRANSFER:
            step = step_code(action, NO_CARD, outlook.seat, start, space)
            try_step(rules, outlook, points, place, step, traits)
        if card != NO_CARD:
            step = step_code(action, card, outlook.seat, start, space)
            try_step(rules, outlook, points, place, step, traits)


@kernel
def try_locks(rules: Row, outlook: Row, points: int, place: int, traits: Floats) -> None:
    """Try a lock on each cell that may take one."""
    node = outlook.nodes[points, place]
    card = cheapest(rules, node, Action.LOCK.value)
    if card == NO_CARD and points < rules.cost[Action.LOCK]:
        return
    spaces = lock_cells(rules, node.board)
    try_spaces(rules, outlook, points, place, Action.LOCK.value, card, 0, spaces, traits)


@kernel
def try_vineyards(rules: Row, outlook: Row, points: int, place: int, traits: Floats) -> None:
    """Try sending each own worker to each vineyard, and back from there to each cell."""
    node = outlook.nodes[points, place]
    board = node.board
    rooms = vineyards_with_room(rules, board)
    card = cheapest(rules, node, Action.TO_VINEYARD.value)
    workers = board.colours[outlook.seat].spaces
    while workers:
        start = lowest(workers)
        workers &= workers - 1
        try_spaces(
            rules, outlook, points, place, Action.TO_VINEYARD.value, card, start, rooms, traits
        )
    card = cheapest(rules, node, Action.TO_CANAL.value)
    left = own_vineyards(board, outlook.seat)
    if card == NO_CARD and points < rules.cost[Action.TO_CANAL]:
        return
    cells = ends(rules, board) & unbuilt(board)
    for vineyard in range(len(VINEYARDS)):
        if has(left, vineyard):
            try_spaces(
                rules, outlook, points, place, Action.TO_CANAL.value, card, vineyard, cells, traits
            )


@kernel
def try_river(rules: Row, outlook: Row, points: int, place: int, traits: Floats) -> None:
    """Try a river work with each own worker."""
    board = outlook.nodes[points, place].board
    if board.river_free == 0 or points < rules.cost[Action.RIVER]:
        return
    workers = board.colours[outlook.seat].spaces
    while workers:
        step = step_code(Action.RIVER.value, NO_CARD, outlook.seat, lowest(workers), 0)
        try_step(rules, outlook, points, place, step, traits)
        workers &= workers - 1


@kernel
def try_art_works(rules: Row, outlook: Row, points: int, place: int, traits: Floats) -> None:
    """Try each art work in hand that may be built."""
    node = outlook.nodes[points, place]
    for card in range(len(CARDS)):
        if node.hand[card] == 0 or rules.card_action[card] != Action.ART_WORK:
            continue
        if can_build_art(rules, node.board, outlook.n_players, outlook.seat, card):
            step = step_code(Action.ART_WORK.value, card, outlook.seat, 0, 0)
            try_step(rules, outlook, points, place, step, traits)
