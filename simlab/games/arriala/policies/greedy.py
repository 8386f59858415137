"""The greedy policy: take the most points per action point, step by step."""

from simlab.engine.bits import count, has, lowest, members, single
from simlab.engine.deck import n_drawable
from simlab.engine.kernel import kernel
from simlab.engine.menu import is_on
from simlab.engine.record import Ints, Record, Row, Words, copy_row, nested, real, whole
from simlab.game.policy import Trait, policy, record_of_traits
from simlab.games.arriala.policies.step import (
    NO_STEP,
    card_for,
    cards_for,
    choice_of,
    cost_of,
    step_code,
)
from simlab.games.arriala.rules.choice import Choice, code
from simlab.games.arriala.rules.majority import (
    colour_that_scores,
    tally_cells,
    tally_vineyard,
    with_one_more,
    workers_of,
)
from simlab.games.arriala.rules.menu import can_build_art, own_vineyards, vineyards_with_room
from simlab.games.arriala.rules.space import (
    around,
    highest,
    lock_cells,
    section_around,
    spaces_with_workers,
    unbuilt,
)
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import (
    CARDS,
    COLOURS,
    NEUTRAL,
    NO_CARD,
    NOBODY,
    VINEYARDS,
    Action,
    Board,
    Phase,
    State,
)

TRAITS = {
    "hope": Trait(0.5, 0, 4, "worth of a point that a section would pay, by cell still free"),
    "vineyard": Trait(0.7, 0, 4, "worth of a point that a vineyard would pay now"),
    "card": Trait(0.5, 0, 4, "points that drawing a card is worth"),
    "work": Trait(0.2, 0, 4, "worth of a section being dug further, for any seat"),
}


class Thought(Record):
    """What the greedy player keeps between its decisions."""

    step = whole("the step under way, or the best found so far")
    rate = real("points for an action point that it brings", "points")
    points = whole("action points that may be spent", "action points")
    carriers = whole("bit c is set where card c is in hand and can bring a worker to a cell")
    traits = nested(record_of_traits(tuple(TRAITS)), "the weights of the greedy player")


CARRYING = 1 << Action.MOVE | 1 << Action.TRANSFER | 1 << Action.PLACE
"""Actions that bring a worker to a cell, as bits."""


@policy(traits=TRAITS, memory=Thought.dtype)
def greedy(
    rules: Rules, state: State, seat: int, menu: Ints, traits: Row, thought: Thought, rng: Words
) -> int:
    """Takes what brings most points for an action point now, with a look at the majorities."""
    if state.phase == Phase.ACTION:
        find_step(rules, state, seat, thought, traits)
        if thought.step == NO_STEP:
            return code(Choice.END_TURN, 0)
    choice = choice_of(thought.step, state.phase)
    return choice if is_on(menu, choice) else menu[0]


@kernel
def find_step(rules: Rules, state: State, seat: int, thought: Thought, traits: Row) -> None:
    """Leave the best step in `thought`, or NO_STEP when nothing is worth its action points."""
    thought.step = NO_STEP
    thought.rate = 0.0
    thought.points = state.action_points
    copy_row(traits, thought.traits)
    if thought.points == 0:
        return
    thought.carriers = cards_for(rules, state.players[seat].hand, CARRYING)
    rate_art_works(rules, state, seat, thought)
    rate_river(rules, state, seat, thought)
    rate_sections(rules, state, seat, thought)
    rate_vineyards(rules, state, seat, thought)
    # last, so that anything that pays as much for an action point comes first
    if n_drawable(state.deck) > 0:
        step = step_code(Action.DRAW, NO_CARD, seat, 0, 0)
        consider(rules, thought, step, thought.traits.card)


@kernel
def consider(rules: Rules, thought: Thought, step: int, gain: float) -> None:
    """Keep a step if its points per action point are the highest so far."""
    cost = cost_of(rules, step)
    # points per action point, compared without a division
    if cost <= thought.points and gain > thought.rate * cost:
        thought.step = step
        thought.rate = gain / cost


@kernel
def rate_art_works(rules: Rules, state: State, seat: int, thought: Thought) -> None:
    """Consider the art works in hand."""
    player = state.players[seat]
    if player.n_cards == 0:
        return
    for card in range(len(CARDS)):
        is_art = player.hand[card] > 0 and rules.card_action[card] == Action.ART_WORK
        if is_art and can_build_art(rules, state.board, state.n_players, seat, card):
            step = step_code(Action.ART_WORK, card, seat, 0, 0)
            consider(rules, thought, step, rules.art_points)


@kernel
def idle_workers(state: State, colour: int) -> int:
    """Return the spaces where workers of a colour stand outside sections that are being dug."""
    return state.board.colours[colour].spaces & ~unbuilt(state.board)


@kernel
def rate_river(rules: Rules, state: State, seat: int, thought: Thought) -> None:
    """Consider a river work, by an idle worker if there is one."""
    workers = state.board.colours[seat].spaces
    if state.board.river_free == 0 or workers == 0:
        return
    # the river keeps the worker for good: better one whose section is built
    idle = idle_workers(state, seat)
    step = step_code(Action.RIVER, NO_CARD, seat, lowest(idle if idle else workers), 0)
    consider(rules, thought, step, rules.river_points)


@kernel
def rate_sections(rules: Rules, state: State, seat: int, thought: Thought) -> None:
    """Consider filling, cutting and joining each section not yet built."""
    board = state.board
    occupied = spaces_with_workers(board)
    lockable = lock_cells(rules, board)
    lock_card = card_for(rules, state.players[seat].hand, Action.LOCK)
    left = unbuilt(board)
    while left:
        section = section_around(board, lowest(left))
        left &= ~section
        free = section & ~occupied
        first, last = lowest(free), highest(free)
        if first == last:
            rate_filling(rules, state, seat, thought, section, first)
        else:
            rate_joining(rules, state, seat, thought, section, first)
        if has(lockable, first):
            rate_cut(rules, board, seat, thought, section, first, lock_card)
        if last != first and has(lockable, last):
            rate_cut(rules, board, seat, thought, section, last, lock_card)


@kernel
def points_for(rules: Rules, colour: int, seat: int, size: int) -> int:
    """Return the value of a section: its points, negative if a rival gets them."""
    if colour in (NOBODY, NEUTRAL):
        return 0
    return rules.section_points[size] if colour == seat else -rules.section_points[size]


@kernel
def rate_filling(
    rules: Rules, state: State, seat: int, thought: Thought, section: int, cell: int
) -> None:
    """Consider filling the last free cell of a section, unless a rival would score."""
    tally = tally_cells(state.board, section)
    size = count(section)
    for colour in range(COLOURS):
        points = points_for(rules, colour_that_scores(with_one_more(tally, colour)), seat, size)
        # 0 too: where nobody scores, digging on at least brings the end nearer
        if points >= 0:
            gain = max(1.0 * points, thought.traits.work)
            workers = state.board.colours[colour].spaces & ~section
            rate_worker_to(rules, state, seat, thought, colour, workers, cell, gain)


@kernel
def rate_worker_to(
    rules: Rules,
    state: State,
    seat: int,
    thought: Thought,
    colour: int,
    workers: int,
    cell: int,
    gain: float,
) -> None:
    """Consider bringing one of some workers of a colour to a cell."""
    if gain <= thought.rate:
        # nothing costs less than one action point
        return
    # whose worker it is does not matter: everybody may move every worker
    own = state.board.colours[colour]
    reach = thought.points // rules.cost[Action.MOVE]
    for start in members(workers & around(cell, reach)):
        step = step_code(Action.MOVE, NO_CARD, colour, start, cell)
        consider(rules, thought, step, gain)
    rate_cards_to(rules, state, seat, thought, colour, workers, cell, gain)
    if colour != seat:
        return
    if own.reserve > 0:
        consider(rules, thought, step_code(Action.PLACE, NO_CARD, seat, 0, cell), gain)
    vineyards = own_vineyards(state.board, seat)
    if vineyards:
        step = step_code(Action.TO_CANAL, NO_CARD, seat, lowest(vineyards), cell)
        consider(rules, thought, step, gain)


@kernel
def rate_cards_to(
    rules: Rules,
    state: State,
    seat: int,
    thought: Thought,
    colour: int,
    workers: int,
    cell: int,
    gain: float,
) -> None:
    """Consider the cards that bring one of some workers of a colour to a cell."""
    for card in members(thought.carriers):
        action = rules.card_action[card]
        near = workers
        if action == Action.MOVE:
            near &= around(cell, rules.card_reach[card])
        if action in (Action.MOVE, Action.TRANSFER) and near:
            consider(rules, thought, step_code(action, card, colour, lowest(near), cell), gain)
        has_reserve = colour == seat and state.board.colours[seat].reserve > 0
        if action == Action.PLACE and has_reserve:
            consider(rules, thought, step_code(action, card, seat, 0, cell), gain)


@kernel
def rate_cut(
    rules: Rules, board: Board, seat: int, thought: Thought, section: int, cell: int, card: int
) -> None:
    """Consider a lock on a cell, with the full parts that it may close off on both sides."""
    gain = rules.lock_points
    free = section & ~spaces_with_workers(board) & ~single(cell)
    lower = section & (single(cell) - 1)
    upper = section & ~lower & ~single(cell)
    if lower and not lower & free:
        colour = colour_that_scores(tally_cells(board, lower))
        gain += points_for(rules, colour, seat, count(lower))
    if upper and not upper & free:
        colour = colour_that_scores(tally_cells(board, upper))
        gain += points_for(rules, colour, seat, count(upper))
    consider(rules, thought, step_code(Action.LOCK, NO_CARD, seat, 0, cell), gain)
    # both ways are rated: by card it may cost fewer action points
    if card != NO_CARD:
        consider(rules, thought, step_code(Action.LOCK, card, seat, 0, cell), gain)


@kernel
def rate_joining(
    rules: Rules, state: State, seat: int, thought: Thought, section: int, cell: int
) -> None:
    """Consider one more worker in a section of which more cells are free: best an own one."""
    tally = tally_cells(state.board, section)
    size = count(section)
    holes = size
    for colour in range(COLOURS):
        holes -= workers_of(tally, colour)
    for colour in range(COLOURS):
        # divided by the cells still free: each of them takes a step before the section pays
        gain = thought.traits.work / holes
        if colour == seat and colour_that_scores(with_one_more(tally, colour)) == seat:
            gain = thought.traits.hope * rules.section_points[size] / holes
        # only idle ones: a worker that digs elsewhere would be missed there
        workers = idle_workers(state, colour)
        rate_worker_to(rules, state, seat, thought, colour, workers, cell, gain)


@kernel
def rate_vineyards(rules: Rules, state: State, seat: int, thought: Thought) -> None:
    """Consider an idle worker for each vineyard that it would win; the later, the better."""
    board = state.board
    idle = idle_workers(state, seat)
    if idle == 0:
        return
    card = card_for(rules, state.players[seat].hand, Action.TO_VINEYARD)
    rooms = vineyards_with_room(rules, board)
    is_last_round = state.rounds == rules.max_rounds
    # vineyards pay at the end [A16]; until then each lead there can be undone
    progress = 1.0 if is_last_round else count(board.built) / count(board.cells)
    for vineyard in range(len(VINEYARDS)):
        tally = tally_vineyard(board, vineyard)
        if not has(rooms, vineyard) or colour_that_scores(tally) == seat:
            continue
        if colour_that_scores(with_one_more(tally, seat)) != seat:
            continue
        gain = thought.traits.vineyard * rules.vineyard_points[vineyard] * progress
        for means in (NO_CARD, card):
            step = step_code(Action.TO_VINEYARD, means, seat, lowest(idle), vineyard)
            consider(rules, thought, step, gain)
