"""The strategist: the boards that the planner keeps for the end of its turn, valued by a net.

The net decides where it sees a clear gain over the planner's own board. It is fitted to games in
which the planner chooses nearly always, so that small gains are mostly errors, and a player that
follows them all draws cards for ever.
"""

import numpy as np

from simlab.engine.afterstate import GRAIN
from simlab.engine.kernel import kernel
from simlab.engine.menu import is_on
from simlab.engine.net import MOST_HIDDEN, net_value
from simlab.engine.record import (
    WORD,
    Ints,
    Record,
    Row,
    Words,
    as_record,
    copy_items,
    nested,
    number,
    real,
    whole,
)
from simlab.game.learner import OWN, Learner, names_of
from simlab.games.arriala.features import Features, observe_board
from simlab.games.arriala.policies.outlook import Node, Outlook, final_margin, look, n_dug
from simlab.games.arriala.policies.plan import find_plan
from simlab.games.arriala.policies.planner import draw_first
from simlab.games.arriala.policies.step import action_of, choice_of
from simlab.games.arriala.policies.traits import TRAITS
from simlab.games.arriala.policies.trial import CLEARLY
from simlab.games.arriala.rules.choice import Choice, code
from simlab.games.arriala.rules.space import unbuilt
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import CARDS, Action, Phase, State

FEATURES = Features.dtype
"""A constant, as kernels cannot read attributes of classes."""


class Memory(Record):
    """What the strategist keeps between its decisions."""

    outlook = nested(Outlook, "boards that the planner keeps")
    asked = whole("board to take, from 1, modulo the number of boards; 0: the best")
    hand = real("expected cards after the turn, by kind", "cards", len(CARDS))
    unseen = real("share of each kind among the cards not seen", shape=len(CARDS))
    is_described = whole("1 if the features are those of the board at the end of the turn")
    features = real("features of a board", shape=FEATURES.itemsize // WORD)
    hidden = real("units of both hidden layers", shape=(2, MOST_HIDDEN))


def strategist(
    rules: Rules, state: State, seat: int, menu: Ints, traits: Row, memory: Memory, rng: Words
) -> int:
    """Searches the whole turn like the planner; a net may prefer another of its boards."""
    if state.phase == Phase.ACTION:
        return next_step(rules, state, seat, menu, traits, memory)
    outlook = memory.outlook
    choice = menu[0]
    if outlook.turn == state.turns and outlook.done > 0:
        choice = choice_of(outlook.plan[outlook.done - 1], state.phase)
    return choice if is_on(menu, choice) else menu[0]


@kernel
def next_step(
    rules: Rules, state: State, seat: int, menu: Ints, traits: Row, memory: Memory
) -> int:
    """Begin the next step of the plan under way, or of a new one; end the turn when it is done."""
    outlook = memory.outlook
    is_over = outlook.is_cut and outlook.done == outlook.n_plan
    if outlook.turn != state.turns or outlook.done == 0 or is_over:
        look(rules, state, seat, outlook, traits.planner)
        find_plan(rules, state, outlook)
        choose_plan(rules, state, seat, traits, memory)
        outlook.turn = state.turns
        draw_first(outlook)
    if outlook.done == outlook.n_plan:
        return code(Choice.END_TURN, 0)
    step = outlook.plan[outlook.done]
    outlook.done += 1
    if action_of(step) == Action.DRAW:
        # the card may change the plan
        outlook.done = 0
        return code(Choice.DRAW, 0)
    choice = choice_of(step, Phase.ACTION)
    return choice if is_on(menu, choice) else code(Choice.END_TURN, 0)


@kernel
def choose_plan(rules: Rules, state: State, seat: int, traits: Row, memory: Memory) -> None:
    """Plan the steps to the best board, or to the one that is asked for; describe that board."""
    outlook = memory.outlook
    note_unseen(rules, state, seat, memory)
    n_boards = 0
    for left in range(outlook.n_nodes.shape[0]):
        n_boards += outlook.n_nodes[left]
    place_asked = (memory.asked - 1) % n_boards if memory.asked > 0 else -1
    memory.asked = 0
    left, place = board_of_plan(outlook)
    if place_asked >= 0:
        left, place = board_at(outlook, place_asked)
    elif traits.net.n_features > 0 and outlook.overtime <= 0.0:
        left, place = best_board(rules, state, seat, traits, memory, left, place)
    node = outlook.nodes[left, place]
    outlook.n_plan = node.n_steps
    copy_items(node.steps, outlook.plan)
    describe(rules, state, seat, memory, node)
    memory.is_described = unbuilt(node.board) != 0


@kernel
def board_of_plan(outlook: Outlook) -> tuple[int, int]:
    """Return the board of the planner: action points left on it, and its place among those."""
    best, best_left, best_place = -np.inf, 0, 0
    for left in range(outlook.n_nodes.shape[0] - 1, -1, -1):
        for place in range(outlook.n_nodes[left]):
            value = outlook.nodes[left, place].value
            if value > best + CLEARLY:
                best, best_left, best_place = value, left, place
    return best_left, best_place


@kernel
def board_at(outlook: Outlook, number: int) -> tuple[int, int]:
    """Return a board by its number, from 0."""
    left = outlook.n_nodes.shape[0] - 1
    while number >= outlook.n_nodes[left]:
        number -= outlook.n_nodes[left]
        left -= 1
    return left, number


@kernel
def best_board(
    rules: Rules, state: State, seat: int, traits: Row, memory: Memory, left: int, place: int
) -> tuple[int, int]:
    """Return the board of most value, or a given one if no other is worth more by the threshold."""
    outlook = memory.outlook
    planned_value = value_of_board(rules, state, seat, traits, memory, outlook.nodes[left, place])
    # a share of a fair share: with more players all chances, and all gains, are smaller
    threshold = traits.threshold / state.n_players
    # in grains: sums of floats differ in the last bits from processor to processor
    best, best_left, best_place = np.floor((planned_value + threshold) / GRAIN + 0.5), left, place
    for points in range(outlook.n_nodes.shape[0] - 1, -1, -1):
        for i in range(outlook.n_nodes[points]):
            # the planner's board, which has the threshold on its side already
            if points == left and i == place:
                continue
            value = value_of_board(rules, state, seat, traits, memory, outlook.nodes[points, i])
            grains = np.floor(value / GRAIN + 0.5)
            if grains > best:
                best, best_left, best_place = grains, points, i
    return best_left, best_place


@kernel
def note_unseen(rules: Rules, state: State, seat: int, memory: Memory) -> None:
    """Note how the cards not seen are divided among the kinds."""
    unseen, hand = memory.unseen, state.players[seat].hand
    for card in range(len(CARDS)):
        unseen[card] = -number(hand[card])
    for i in range(rules.n_deck):
        unseen[rules.deck[i]] += 1.0
    for i in range(state.deck.n_discards):
        unseen[state.deck.discards[i]] -= 1.0
    n = 0.0
    for card in range(len(CARDS)):
        n += unseen[card]
    for card in range(len(CARDS)):
        unseen[card] /= max(n, 1.0)


@kernel
def value_of_board(
    rules: Rules, state: State, seat: int, traits: Row, memory: Memory, node: Node
) -> float:
    """Return the value of a board at the end of the turn: for certain if the game is over."""
    # the net has seen unfinished games only, and here the result is known
    if unbuilt(node.board) == 0:
        margin = final_margin(rules, memory.outlook, node.board)
        return float(0.5 + 0.5 * ((margin > 0) - (margin < 0)))
    describe(rules, state, seat, memory, node)
    return net_value(traits.net, memory.features, memory.hidden)


@kernel
def describe(rules: Rules, state: State, seat: int, memory: Memory, node: Node) -> None:
    """Write the features of a board at the end of the turn; cards drawn count by their chance."""
    n_drawn = node.n_cards
    for card in range(len(CARDS)):
        n_drawn -= node.hand[card]
    for card in range(len(CARDS)):
        # by expectation: the net must not know what is drawn, or it would peek
        memory.hand[card] = node.hand[card] + n_drawn * memory.unseen[card]
    row: Features = as_record(memory.features, FEATURES)
    observe_board(rules, state, node.board, memory.hand, node.n_cards, seat, row)
    # without the worth of digging, which haste changes from round to round
    row.planned = node.value - node.digging * n_dug(node.board)
    row.planned_sections = node.sections
    row.planned_vineyards = node.vineyards
    row.planned_cards = node.cards


LEARNER = Learner(
    "strategist",
    "Searches the whole turn like the planner, and takes another of its boards where a net sees a"
    " clear gain.",
    strategist,
    {**TRAITS, **OWN},
    Memory.dtype.itemsize // WORD,
    memory_record=Memory.dtype,
    features=names_of(FEATURES),
    most_decisions=3000,
)
