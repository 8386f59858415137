"""The search for a plan: the best boards for each number of action points left, tried further."""

from simlab.engine.deck import n_drawable
from simlab.engine.kernel import kernel
from simlab.engine.record import copy_items
from simlab.games.arriala.policies.candidate import (
    try_art_works,
    try_locks,
    try_moves,
    try_places,
    try_river,
    try_to_canal,
    try_to_vineyards,
)
from simlab.games.arriala.policies.outlook import (
    MOST_HAND,
    MOST_POINTS,
    Outlook,
    evaluate,
    survey,
    worth_of_digging,
    worth_of_vineyards,
)
from simlab.games.arriala.policies.step import (
    action_of,
    step_code,
)
from simlab.games.arriala.policies.trial import CLEARLY, try_step
from simlab.games.arriala.rules.space import unbuilt
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import (
    NO_CARD,
    Action,
    State,
)


@kernel
def find_plan(rules: Rules, state: State, outlook: Outlook) -> None:
    """Find the best steps for the action points left and leave them in `outlook.plan`."""
    points = min(state.action_points, MOST_POINTS)
    outlook.is_cut = points < state.action_points
    lay_out(rules, state, outlook, points)
    root = outlook.nodes[points, 0]
    outlook.n_plan = 0
    outlook.done = 0
    best_value = root.value
    can_draw = n_drawable(state.deck)
    for left in range(points, -1, -1):
        for i in range(outlook.n_nodes[left]):
            node = outlook.nodes[left, i]
            # strictly better: of plans of equal value, the one that spends fewer action points
            if node.value > best_value + CLEARLY:
                best_value = node.value
                outlook.n_plan = node.n_steps
                copy_items(node.steps, outlook.plan)
            # more action points left come first: nothing is added to boards tried already
            if left > 0 and unbuilt(node.board) != 0:
                expand(rules, outlook, left, i, can_draw)


@kernel
def lay_out(rules: Rules, state: State, outlook: Outlook, points: int) -> None:
    """Put the table as it is on the first board."""
    outlook.n_nodes[:] = 0
    outlook.n_nodes[points] = 1
    node = outlook.nodes[points, 0]
    node.board = state.board
    copy_items(state.players[outlook.seat].hand, node.hand)
    node.n_steps = 0
    node.extras = 0.0
    node.cards = 0.0
    node.n_cards = min(state.players[outlook.seat].n_cards, MOST_HAND - 1)
    survey(rules, outlook, node)
    node.digging = worth_of_digging(outlook, node.board)
    node.vineyards = worth_of_vineyards(rules, outlook, node.board)
    node.value = evaluate(rules, outlook, node)


@kernel
def expand(rules: Rules, outlook: Outlook, points: int, place: int, can_draw: int) -> None:
    """Try every sensible step on one of the boards kept."""
    outlook.points = points
    # a copy, for `keep` may put another board into its place meanwhile
    outlook.parent[0] = outlook.nodes[points, place]
    parent = outlook.parent[0]
    survey(rules, outlook, parent)
    # computed again: the node's own value is a sum of steps and holds rounding errors
    outlook.value = evaluate(rules, outlook, parent)
    try_moves(rules, outlook)
    try_places(rules, outlook)
    try_locks(rules, outlook)
    try_to_vineyards(rules, outlook)
    try_to_canal(rules, outlook)
    try_river(rules, outlook)
    try_art_works(rules, outlook)
    n_drawn = 0
    for i in range(parent.n_steps):
        n_drawn += action_of(parent.steps[i]) == Action.DRAW
    # each draw of the plan needs a card of its own
    if can_draw > n_drawn:
        step = step_code(Action.DRAW, NO_CARD, outlook.seat, 0, 0)
        try_step(rules, outlook, step)
