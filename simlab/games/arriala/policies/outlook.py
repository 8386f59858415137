"""The planner's model: boards for trying steps, and their evaluation."""

from simlab.engine.bits import count, has, lowest, single
from simlab.engine.kernel import kernel
from simlab.engine.record import Floats, Record, Row, byte, copy_row, nested, real, whole
from simlab.game.policy import record_of_traits
from simlab.games.arriala.evaluation import chance_of_majority
from simlab.games.arriala.policies.traits import MOST_WIDTH, TRAITS
from simlab.games.arriala.rules.majority import (
    colour_that_scores,
    lead_of,
    tally_cells,
    tally_vineyard,
    workers_of,
)
from simlab.games.arriala.rules.space import highest, section_around, unbuilt
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import (
    CARDS,
    COLOURS,
    MOST_SPACES,
    NEUTRAL,
    NOBODY,
    VINEYARDS,
    Action,
    Board,
    State,
)

MOST_POINTS = 8
"""Most action points that a plan looks through; more are planned for when these are spent."""
MOST_STEPS = MOST_POINTS
MOST_HOLES = MOST_SPACES
MOST_HAND = 40
"""Cards in hand beyond which more change nothing."""
MOST_AHEAD = 16
"""Workers ahead beyond which a vineyard is hardly safer."""
UNKNOWN = -1e9
"""A worth not yet worked out; no worth is so low."""
SURE_LEAD = 5
"""Points ahead with which a player wants the game to end as soon as it may."""


class Node(Record):
    """A board that a plan leads to."""

    board = nested(Board, "the board after the steps")
    hand = byte("own cards left, by kind", "cards", len(CARDS))
    n_cards = whole("own cards left", "cards")
    n_steps = whole("steps that led here", "steps")
    steps = whole("the steps", shape=MOST_STEPS)
    cards = real("worth of the cards drawn, less that of those played", "points")
    sections = real("worth of the sections not yet built", "points")
    digging = real("worth of a cell that is dug", "points")
    vineyards = real("worth of what the vineyards may pay", "points")
    extras = real("worth of locks and river works beyond their points", "points")
    value = real("how good all of it looks", "points")


class Outlook(Record):
    """What the planner keeps between its decisions."""

    turn = whole("turn that the plan was made for")
    n_plan = whole("steps of the plan", "steps")
    done = whole("steps of it begun", "steps")
    plan = whole("the plan", shape=MOST_STEPS)
    traits = nested(record_of_traits(tuple(TRAITS)), "the weights of the planner")
    seat = whole("own seat")
    n_players = whole("players", "players")
    width = whole("boards kept for each number of action points left", "boards")
    is_cut = whole("1 when the plan does not use all action points")
    is_last_turn = whole("1 when no turn of one's own is to come")
    overtime = real("how far the game has lasted beyond one's patience", "rounds")
    hurry = real("worth, for that, of the whole canal being dug", "points")
    sign = real("worth of a point of each colour", "points", COLOURS)
    ripe = real("share left of a section's worth, by holes; own, then rivals'", "", (2, MOST_HOLES))
    card_worth = real("worth of each kind of card", "points", len(CARDS))
    draw_worth = real("worth of a card not yet seen", "points")
    crowding = real(
        "share of its worth that a card keeps among that number of others", "", MOST_HAND
    )
    safe = real("share of a vineyard that is safe, by workers ahead", "", MOST_AHEAD)
    section_at = whole("section of each space, as a set of cells; 0 for none", shape=MOST_SPACES)
    worth_at = real("worth of that section", "points", MOST_SPACES)
    cuts_at = real("of that, what locks may close off", "points", MOST_SPACES)
    worth_with = real(
        "worth of the section there with such a worker more, UNKNOWN too",
        "points",
        (COLOURS, MOST_SPACES),
    )
    worth_without = real("the same without the worker who is there", "points", MOST_SPACES)
    gain_there = real("what one more own worker adds in a vineyard", "points", len(VINEYARDS))
    n_nodes = whole("boards kept, by action points left", "boards", MOST_POINTS + 1)
    nodes = nested(Node, "the boards kept", (MOST_POINTS + 1, MOST_WIDTH))
    points = whole("action points left on the board being tried further", "action points")
    parent = nested(Node, "that board", 1)
    value = real("how good that board looks, all its sections weighed again", "points")
    child = nested(Node, "the board after one more step", 1)


@kernel
def look(rules: Rules, state: State, seat: int, outlook: Outlook, traits: Row) -> None:
    """Take in the table, and one's own traits, at the start of a plan."""
    copy_row(traits, outlook.traits)
    outlook.seat = seat
    outlook.n_players = state.n_players
    outlook.width = int(traits.width)
    outlook.is_last_turn = state.rounds == rules.max_rounds
    outlook.overtime = max(state.rounds - traits.patience, 0.0)
    outlook.hurry = 0.0
    if outlook.overtime > 0.0:
        # README, "Games in which everybody waits": waiting is right for who would win now
        is_ahead = final_margin(rules, outlook, state.board) > 0
        haste = traits.haste_ahead if is_ahead else traits.haste_behind
        outlook.hurry = haste * outlook.overtime
    weigh_seats(state, seat, outlook)
    tabulate(outlook.ripe[0], 1.0, traits.ripe_own)
    tabulate(outlook.ripe[1], 1.0, traits.ripe_rival)
    tabulate(outlook.crowding, 1.0, traits.crowd)
    tabulate(outlook.safe, 1.0, traits.vineyard_risk)
    for ahead in range(MOST_AHEAD):
        outlook.safe[ahead] = 1.0 - outlook.safe[ahead]
    weigh_cards(rules, state, seat, outlook)


@kernel
def tabulate(powers: Floats, first: float, factor: float) -> None:
    """Fill a table with the powers of a factor."""
    for i in range(powers.shape[0]):
        powers[i] = first
        first *= factor


@kernel
def weigh_seats(state: State, seat: int, outlook: Outlook) -> None:
    """Say what a point of each seat is worth: one's own 1, the rivals' together -rivalry."""
    traits = outlook.traits
    best = best_rival(state.board, state.n_players, seat)
    whole_share = state.n_players - 1 + traits.focus
    # in a long game rivals are hindered less and less, or everybody would undo the others for ever
    rivalry = traits.rivalry * min(1.0, traits.patience / state.rounds)
    for colour in range(COLOURS):
        outlook.sign[colour] = 0.0
    for other in range(state.n_players):
        share = 1.0 + (traits.focus if other == best else 0.0)
        outlook.sign[other] = -rivalry * share / whole_share
    outlook.sign[seat] = 1.0


@kernel
def best_rival(board: Board, n_players: int, seat: int) -> int:
    """Return the rival with most points, the first of several."""
    best = NOBODY
    for other in range(n_players):
        if other != seat and (best == NOBODY or board.scores[other] > board.scores[best]):
            best = other
    return best


@kernel
def weigh_cards(rules: Rules, state: State, seat: int, outlook: Outlook) -> None:
    """Say what each kind of card is worth, and a card to be drawn: one of those not seen yet."""
    n_unseen, unseen_worth = 0, 0.0
    for card in range(len(CARDS)):
        outlook.card_worth[card] = worth_of_card(rules, outlook, state.board, card)
    # what is not seen is the deck less discards and own hand: other hands count as unseen
    for i in range(rules.n_deck):
        unseen_worth += outlook.card_worth[rules.deck[i]]
    for i in range(state.deck.n_discards):
        unseen_worth -= outlook.card_worth[state.deck.discards[i]]
    for card in range(len(CARDS)):
        unseen_worth -= state.players[seat].hand[card] * outlook.card_worth[card]
    n_unseen = rules.n_deck - state.deck.n_discards - state.players[seat].n_cards
    outlook.draw_worth = unseen_worth / max(n_unseen, 1)


@kernel
def worth_of_card(rules: Rules, outlook: Outlook, board: Board, card: int) -> float:
    """Return what a card in hand is worth."""
    action = rules.card_action[card]
    traits = outlook.traits
    if action == Action.MOVE:
        return traits.card_move * rules.card_reach[card] * rules.cost[Action.MOVE]
    if action == Action.TO_VINEYARD:
        return traits.card_vineyard * card_saving(rules, action)
    if action == Action.PLACE:
        return traits.card_place * card_saving(rules, action)
    if action == Action.LOCK:
        # worthless once all locks are built
        return traits.card_lock * card_saving(rules, action) * (board.n_locks > 0)
    if action == Action.TO_CANAL:
        return traits.card_canal * card_saving(rules, action)
    if action == Action.TRANSFER:
        return traits.card_transfer
    is_built = has(board.art_works, card)
    return 0.0 if is_built else traits.card_art * rules.art_points


@kernel
def card_saving(rules: Rules, action: int) -> int:
    """Return the action points that an action costs more than playing a card for it does."""
    return max(rules.cost[action] - rules.cost[Action.PLAY], 0)


@kernel
def survey(rules: Rules, outlook: Outlook, node: Node) -> None:
    """Note the section of each cell and its worth, and what they are worth together."""
    board = node.board
    for space in range(rules.n_spaces):
        outlook.section_at[space] = 0
        outlook.worth_at[space] = 0.0
    # filled in when first asked for: most of them never are
    outlook.worth_with[:] = UNKNOWN
    outlook.worth_without[:] = UNKNOWN
    node.sections = 0.0
    left = unbuilt(board)
    while left:
        section = section_around(board, lowest(left))
        cuts = worth_of_cuts(rules, board, outlook, section)
        worth = worth_of_majority(rules, board, outlook, section) + cuts
        node.sections += worth
        # each cell knows its section, so that a step looks up what it changes at once
        for space in range(lowest(section), highest(section) + 1):
            outlook.section_at[space] = section
            outlook.worth_at[space] = worth
            outlook.cuts_at[space] = cuts
        left &= ~section


@kernel
def worth_of_section(rules: Rules, board: Board, outlook: Outlook, section: int) -> float:
    """Return what a section not yet built may bring: when it is filled up, or cut by a lock."""
    worth = worth_of_majority(rules, board, outlook, section)
    return worth + worth_of_cuts(rules, board, outlook, section)


@kernel
def worth_of_majority(rules: Rules, board: Board, outlook: Outlook, section: int) -> float:
    """Return what a section not yet built may bring when it is filled up."""
    tally = tally_cells(board, section)
    size = count(section)
    holes = size
    most = second = 0
    for colour in range(COLOURS):
        n = workers_of(tally, colour)
        holes -= n
        if n > most:
            most, second = n, most
        elif n > second:
            second = n
    # empty sections are worth the same to all
    if most == 0:
        return 0.0
    worth = 0.0
    for seat in range(outlook.n_players):
        n = workers_of(tally, seat)
        ahead = n - (second if n == most else most)
        # with fewer free cells than it is behind, a colour cannot win any more
        if n > 0 and ahead + holes > 0:
            share = chance_of_majority(ahead, holes)
            ripe = outlook.ripe[int(seat != outlook.seat), holes]
            worth += outlook.sign[seat] * ripe * share
    return worth * rules.section_points[size]


@kernel
def worth_of_cuts(rules: Rules, board: Board, outlook: Outlook, section: int) -> float:
    """Return what a lock may bring that closes off the workers in a row at either border."""
    stretch = rules.stretch_at[lowest(section)]
    n_there = count(board.locks & rules.stretch_cells[stretch])
    # first, since it ends most calls once the locks of a stretch are built
    if board.n_locks == 0 or n_there >= rules.lock_limit[stretch]:
        return 0.0
    occupied = 0
    for colour in range(COLOURS):
        occupied |= board.colours[colour].spaces
    free = section & ~occupied
    worth = 0.0
    # workers in a row from the border on: one lock behind them makes them a full section
    before = section & (single(lowest(free)) - 1)
    if before:
        worth += worth_of_cut(rules, board, outlook, before)
    after = section & ~(single(highest(free) + 1) - 1)
    if after:
        worth += worth_of_cut(rules, board, outlook, after)
    return worth


@kernel
def worth_of_cut(rules: Rules, board: Board, outlook: Outlook, row: int) -> float:
    """Return what it is worth that a lock would close off a row of workers."""
    colour = colour_that_scores(tally_cells(board, row))
    if colour in (NOBODY, NEUTRAL):
        return 0.0
    is_own = colour == outlook.seat
    weight = outlook.traits.cut_own if is_own else outlook.traits.cut_rival
    return outlook.sign[colour] * weight * rules.section_points[count(row)]


@kernel
def evaluate(rules: Rules, outlook: Outlook, node: Node) -> float:
    """Return how good a board looks; at the end the vineyards and the winner are known."""
    board = node.board
    dug = node.digging * n_dug(board)
    # nothing is a guess any more: vineyards are counted and the winner is known
    if unbuilt(board) == 0 or outlook.is_last_turn:
        return dug + final_worth(rules, outlook, board)
    own = board.colours[outlook.seat]
    # workers in vineyards can be called back, those on the river cannot
    movable = rules.workers_per_player - own.reserve - own.on_river
    left = 1.0 - count(board.built) / count(board.cells)
    worth = dug + node.extras + outlook.traits.section * node.sections
    worth += (1.0 + outlook.traits.card_early * left) * node.cards
    worth += worth_of_placed(outlook, left) * movable
    for seat in range(outlook.n_players):
        worth += outlook.sign[seat] * board.scores[seat]
    return worth + node.vineyards


@kernel
def worth_of_placed(outlook: Outlook, left: float) -> float:
    """Return what a worker on the board is worth while this share of the cells is not built."""
    worth = outlook.traits.placed
    if outlook.n_players == 2:
        worth += outlook.traits.placed_early_of_two * left
    return worth


@kernel
def worth_of_digging(outlook: Outlook, board: Board) -> float:
    """Return what a cell that is dug is worth to a player who leads or whose patience is over.

    While everybody waits, the player ahead wins; so it is for the others to end the wait.
    """
    best = 0
    for seat in range(outlook.n_players):
        if seat != outlook.seat:
            best = max(best, board.scores[seat])
    # the leader wants the end, and the more so the safer the lead is
    lead = min((board.scores[outlook.seat] - best) / SURE_LEAD, 1.0)
    return max(outlook.traits.haste * lead, outlook.hurry) / count(board.cells)


@kernel
def n_dug(board: Board) -> float:
    """Return how many cells are built, those where workers or locks only stand counted half."""
    dug = board.locks | board.built
    for colour in range(COLOURS):
        dug |= board.colours[colour].spaces
    # half: a worker who stands there may be moved away again
    return (count(dug & board.cells) + count(board.built)) / 2.0


@kernel
def worth_of_vineyards(rules: Rules, outlook: Outlook, board: Board) -> float:
    """Return what the vineyards may pay: more as the game goes on, and the further one is ahead."""
    progress = count(board.built) / count(board.cells)
    early = outlook.traits.vineyard_early
    worth = 0.0
    for vineyard in range(len(VINEYARDS)):
        tally = tally_vineyard(board, vineyard)
        # before any count: most vineyards are empty most of the time
        if tally == 0 or not has(board.vineyards, vineyard):
            continue
        colour = colour_that_scores(tally)
        if colour == NOBODY:
            continue
        ahead = max(lead_of(tally, colour), 1)
        safe = outlook.safe[min(ahead, MOST_AHEAD - 1)]
        worth += outlook.sign[colour] * safe * rules.vineyard_points[vineyard]
    return worth * outlook.traits.vineyard * (early + (1.0 - early) * progress)


@kernel
def final_worth(rules: Rules, outlook: Outlook, board: Board) -> float:
    """Return the margin at the end of the game, and what winning is worth beyond it [A16, A17]."""
    margin = final_margin(rules, outlook, board)
    if margin == 0:
        return 0.0
    return margin + (outlook.traits.win if margin > 0 else -outlook.traits.win)


@kernel
def final_margin(rules: Rules, outlook: Outlook, board: Board) -> int:
    """Return by how many points one would be ahead of the best rival if the game stopped [A16]."""
    best = 0
    for seat in range(outlook.n_players):
        if seat != outlook.seat:
            best = max(best, final_points(rules, board, seat))
    return final_points(rules, board, outlook.seat) - best


@kernel
def final_points(rules: Rules, board: Board, seat: int) -> int:
    """Return the points of a seat after the vineyards are counted [A16]."""
    points = board.scores[seat]
    for vineyard in range(len(VINEYARDS)):
        if has(board.vineyards, vineyard):
            is_won = colour_that_scores(tally_vineyard(board, vineyard)) == seat
            points += is_won * rules.vineyard_points[vineyard]
    return points
