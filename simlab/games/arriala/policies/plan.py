"""The search for a plan: the best boards for each number of action points left, tried further."""

from simlab.engine.kernel import kernel
from simlab.engine.record import Floats, Row
from simlab.games.arriala.policies.candidate import (
    try_art_works,
    try_locks,
    try_moves,
    try_places,
    try_river,
    try_vineyards,
)
from simlab.games.arriala.policies.outlook import (
    MOST_HAND,
    MOST_POINTS,
    evaluate,
    survey,
)
from simlab.games.arriala.policies.step import (
    action_of,
    step_code,
)
from simlab.games.arriala.policies.trial import CLEARLY, try_step
from simlab.games.arriala.rules.space import (
    unbuilt,
)
from simlab.games.arriala.state import (
    NO_CARD,
    Action,
)


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
    outlook.points = points
    outlook.parent[0] = outlook.nodes[points, place]
    parent = outlook.parent[0]
    survey(rules, outlook, parent, traits)
    try_moves(rules, outlook, traits)
    try_places(rules, outlook, traits)
    try_locks(rules, outlook, traits)
    try_vineyards(rules, outlook, traits)
    try_river(rules, outlook, traits)
    try_art_works(rules, outlook, traits)
    n_drawn = 0
    for i in range(parent.n_steps):
        n_drawn += action_of(parent.steps[i]) == Action.DRAW
    if can_draw > n_drawn:
        step = step_code(Action.DRAW.value, NO_CARD, outlook.seat, 0, 0)
        try_step(rules, outlook, step, traits)
