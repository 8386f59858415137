"""The steps that are worth trying, sort by sort."""

from simlab.engine.bits import has, lowest, members, single
from simlab.engine.kernel import kernel
from simlab.games.arriala.policies.outlook import Outlook
from simlab.games.arriala.policies.step import (
    card_for,
    card_of,
    cards_for,
    cost_of,
    step_code,
)
from simlab.games.arriala.policies.trial import (
    CLEARLY,
    gain_of_coming,
    gain_of_leaving,
    gain_of_move,
    gain_of_shift,
    gain_of_vineyard,
    is_promising,
    try_step,
)
from simlab.games.arriala.rules.menu import (
    can_build_art,
    destinations,
    own_vineyards,
    vineyards_with_room,
)
from simlab.games.arriala.rules.space import ends, lock_cells, unbuilt
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import (
    CARDS,
    COLOURS,
    NO_CARD,
    VINEYARDS,
    Action,
)

MOVING = 1 << Action.MOVE | 1 << Action.TRANSFER
"""Actions of cards that move a worker along the canal, as bits."""


@kernel
def try_moves(rules: Rules, outlook: Outlook) -> None:
    """Try moving workers into, out of or within sections not yet built.

    Late in the game others' workers are left where they dig, or it might never end.
    """
    parent = outlook.parent[0]
    board = parent.board
    goals = ends(rules, board)
    cells = goals & unbuilt(board)
    cards = cards_for(rules, parent.hand, MOVING)
    for colour in range(COLOURS):
        for start in members(board.colours[colour].spaces):
            # moves of rivals' workers can be undone for ever, so after `patience` they stop
            is_freeing = colour == outlook.seat or outlook.overtime <= 0.0
            wanted = goals if outlook.section_at[start] and is_freeing else cells
            try_moves_of(rules, outlook, colour, start, wanted, cards)


@kernel
def try_moves_of(
    rules: Rules, outlook: Outlook, colour: int, start: int, wanted: int, cards: int
) -> None:
    """Try moving one worker, by action points or by the weakest card that takes it there."""
    reach = outlook.points // rules.cost[Action.MOVE]
    for space in members(destinations(wanted, start, reach)):
        try_move(rules, outlook, NO_CARD, colour, start, space)
    # a card for what action points reach at the same price would waste the card
    reached = destinations(wanted, start, rules.cost[Action.PLAY] // rules.cost[Action.MOVE])
    for card in members(cards):
        if rules.card_action[card] == Action.MOVE:
            spaces = destinations(wanted, start, rules.card_reach[card]) & ~reached
        else:
            spaces = wanted & ~reached & ~single(start)
        # cards come weakest first, and the next one is tried only where that one does not reach
        reached |= spaces
        for space in members(spaces):
            try_move(rules, outlook, card, colour, start, space)


@kernel
def try_move(rules: Rules, outlook: Outlook, card: int, colour: int, start: int, end: int) -> None:
    """Try one move, if a quick look says that it is among the best."""
    parent = outlook.parent[0]
    action = Action.MOVE if card == NO_CARD else rules.card_action[card]
    step = step_code(action, card, colour, start, end)
    # an estimate instead of a copied board decides: most moves are not among the best three
    if outlook.section_at[start] == outlook.section_at[end]:
        # the estimate is exact up to rounding: a refused step would not be kept
        value = outlook.value + gain_of_shift(rules, outlook, colour, start, end) + CLEARLY
    else:
        value = parent.value + gain_of_move(rules, outlook, colour, start, end)
    try_if_promising(rules, outlook, step, value)


@kernel
def try_if_promising(rules: Rules, outlook: Outlook, step: int, value: float) -> None:
    """Try a step if the value of its board, less that of its card, is among the best."""
    parent = outlook.parent[0]
    card = card_of(step)
    if card != NO_CARD:
        value -= outlook.card_worth[card] * outlook.crowding[parent.n_cards - 1]
    left = outlook.points - cost_of(rules, step)
    if left >= 0 and is_promising(outlook, left, value):
        try_step(rules, outlook, step)


@kernel
def try_places(rules: Rules, outlook: Outlook) -> None:
    """Try placing a worker of the reserve on each cell, or in a town."""
    parent = outlook.parent[0]
    if parent.board.colours[outlook.seat].reserve == 0:
        return
    card = card_for(rules, parent.hand, Action.PLACE)
    if card == NO_CARD and outlook.points < rules.cost[Action.PLACE]:
        return
    spaces = ends(rules, parent.board) & unbuilt(parent.board)
    if rules.may_place_in_town:
        spaces |= single(lowest(parent.board.towns))
    for space in members(spaces):
        try_place(rules, outlook, NO_CARD, space)
        if card != NO_CARD:
            try_place(rules, outlook, card, space)


@kernel
def try_place(rules: Rules, outlook: Outlook, card: int, space: int) -> None:
    """Try placing a worker on one space, if a quick look says that it is among the best."""
    parent = outlook.parent[0]
    step = step_code(Action.PLACE, card, outlook.seat, 0, space)
    value = parent.value + outlook.traits.placed
    value += gain_of_coming(rules, outlook, outlook.seat, space)
    try_if_promising(rules, outlook, step, value)


@kernel
def try_spaces(
    rules: Rules, outlook: Outlook, action: int, card: int, start: int, spaces: int
) -> None:
    """Try an action on each of a set of spaces, by action points and by a card if there is one."""
    for space in members(spaces):
        # a transfer has no price in action points: it is done by card alone
        if action < Action.TRANSFER:
            step = step_code(action, NO_CARD, outlook.seat, start, space)
            try_step(rules, outlook, step)
        if card != NO_CARD:
            step = step_code(action, card, outlook.seat, start, space)
            try_step(rules, outlook, step)


@kernel
def try_locks(rules: Rules, outlook: Outlook) -> None:
    """Try a lock on each cell that may take one."""
    parent = outlook.parent[0]
    card = card_for(rules, parent.hand, Action.LOCK)
    if card == NO_CARD and outlook.points < rules.cost[Action.LOCK]:
        return
    spaces = lock_cells(rules, parent.board)
    try_spaces(rules, outlook, Action.LOCK, card, 0, spaces)


@kernel
def try_to_vineyards(rules: Rules, outlook: Outlook) -> None:
    """Try sending each own worker to each vineyard."""
    parent = outlook.parent[0]
    card = card_for(rules, parent.hand, Action.TO_VINEYARD)
    if card == NO_CARD and outlook.points < rules.cost[Action.TO_VINEYARD]:
        return
    rooms = vineyards_with_room(rules, parent.board)
    for vineyard in range(len(VINEYARDS)):
        # what leaving and coming change is independent, so each is worked out once and added
        outlook.gain_there[vineyard] = gain_of_vineyard(rules, outlook, vineyard)
    for start in members(parent.board.colours[outlook.seat].spaces):
        value = outlook.value + gain_of_leaving(rules, outlook, outlook.seat, start) + CLEARLY
        for vineyard in range(len(VINEYARDS)):
            if has(rooms, vineyard):
                try_to_vineyard(rules, outlook, card, start, vineyard, value)


@kernel
def try_to_vineyard(
    rules: Rules, outlook: Outlook, card: int, start: int, vineyard: int, value: float
) -> None:
    """Try sending a worker, whose leaving brings the board to this value, to a vineyard."""
    value += outlook.gain_there[vineyard]
    step = step_code(Action.TO_VINEYARD, NO_CARD, outlook.seat, start, vineyard)
    try_if_promising(rules, outlook, step, value)
    if card != NO_CARD:
        step = step_code(Action.TO_VINEYARD, card, outlook.seat, start, vineyard)
        try_if_promising(rules, outlook, step, value)


@kernel
def try_to_canal(rules: Rules, outlook: Outlook) -> None:
    """Try calling an own worker from each vineyard to each cell."""
    parent = outlook.parent[0]
    card = card_for(rules, parent.hand, Action.TO_CANAL)
    if card == NO_CARD and outlook.points < rules.cost[Action.TO_CANAL]:
        return
    left = own_vineyards(parent.board, outlook.seat)
    cells = ends(rules, parent.board) & unbuilt(parent.board)
    for vineyard in range(len(VINEYARDS)):
        if has(left, vineyard):
            try_spaces(rules, outlook, Action.TO_CANAL, card, vineyard, cells)


@kernel
def try_river(rules: Rules, outlook: Outlook) -> None:
    """Try a river work with each own worker."""
    board = outlook.parent[0].board
    if board.river_free == 0 or outlook.points < rules.cost[Action.RIVER]:
        return
    for start in members(board.colours[outlook.seat].spaces):
        step = step_code(Action.RIVER, NO_CARD, outlook.seat, start, 0)
        try_step(rules, outlook, step)


@kernel
def try_art_works(rules: Rules, outlook: Outlook) -> None:
    """Try each art work in hand that may be built."""
    parent = outlook.parent[0]
    for card in range(len(CARDS)):
        if parent.hand[card] == 0 or rules.card_action[card] != Action.ART_WORK:
            continue
        if can_build_art(rules, parent.board, outlook.n_players, outlook.seat, card):
            step = step_code(Action.ART_WORK, card, outlook.seat, 0, 0)
            try_step(rules, outlook, step)
