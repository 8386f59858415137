"""The functions that simlab calls: setup, who decides, carrying out a choice, the outcome."""

from simlab.engine.bits import count, lowest
from simlab.engine.journal import note
from simlab.engine.kernel import kernel
from simlab.engine.loop import OVER
from simlab.engine.record import NOT_APPLICABLE, Row, Words
from simlab.engine.rng import below
from simlab.games.arriala.events import DEALT, NEUTRAL_PLACED
from simlab.games.arriala.rules.action import (
    build_art_work,
    build_lock,
    build_river_work,
    draw,
    go_to_canal,
    go_to_vineyard,
    move,
    place,
    stand,
)
from simlab.games.arriala.rules.card import draw_card
from simlab.games.arriala.rules.choice import Choice, colour_of, detail_of, kind_of, space_of
from simlab.games.arriala.rules.result import count_on_canal, rank_of
from simlab.games.arriala.rules.turn import begin_turn, end_step, end_turn
from simlab.games.arriala.state import (
    COLOURS,
    NEUTRAL,
    NO_CARD,
    NO_SPACE,
    NOBODY,
    QUARTERS,
    SIZES,
    VINEYARDS,
    Action,
    End,
    Phase,
    Points,
    Source,
)


@kernel
def setup(rules: Row, state: Row, players: int, rng: Words, journal: Row) -> None:
    """Lay out the board for a number of players, deal the first hands and begin [A1–A3]."""
    state.n_players = players
    state.board.cells = rules.cells[players]
    state.board.towns = rules.towns[players]
    state.board.vineyards = rules.vineyards[players]
    state.board.river_free = rules.river_cells[players]
    state.board.n_locks = rules.lock_pieces
    clear_table(state)
    clear_players(rules, state)
    if players == 2 and rules.neutral_workers:
        place_neutral_workers(rules, state, journal)
    for i in range(rules.n_deck):
        state.pile[i] = rules.deck[i]
    state.n_pile = rules.n_deck
    for seat in range(players):
        for _ in range(rules.starting_cards):
            card = draw_card(state, seat, rng, journal)
            note(journal, DEALT, seat, card)
    begin_turn(rules, state, journal)


@kernel
def clear_table(state: Row) -> None:
    """Nothing is built, nobody leads, no card is discarded."""
    state.board.locks = 0
    state.board.built = 0
    state.board.art_works = 0
    state.seat = 0
    state.doing = Action.MOVE
    state.card = NO_CARD
    state.worker_colour = 0
    state.worker_space = NO_SPACE
    state.turns = 0
    state.rounds = 0
    state.end = End.NOT_YET
    state.n_discards = 0
    state.pile_source = Source.DECK
    state.leader = NOBODY
    state.lead_changes = 0
    state.leaders[:] = NOBODY
    state.n_sections = 0
    state.n_unscored = 0
    state.built_sizes[:] = 0
    state.vineyard_winners[:] = NOBODY
    state.reshuffles = 0


@kernel
def clear_players(rules: Row, state: Row) -> None:
    """Everybody has workers in reserve, an empty hand and no points [A1]."""
    for colour in range(COLOURS):
        workers = state.board.colours[colour]
        workers.spaces = 0
        workers.in_towns[:] = 0
        workers.in_vineyards[:] = 0
        workers.on_river = 0
        workers.reserve = rules.workers_per_player if colour < state.n_players else 0
    state.board.scores[:] = 0
    for seat in range(state.players.shape[0]):
        player = state.players[seat]
        player.points[:] = 0
        player.hand[:] = 0
        player.n_cards = 0
        player.n_sections = 0
        player.won_sizes[:] = 0
        player.drawn[:] = 0
        player.played[:] = 0
        player.spent[:] = 0
        player.lost = 0


@kernel
def place_neutral_workers(rules: Row, state: Row, journal: Row) -> None:
    """One neutral worker stands in each town in play [A2]."""
    left = state.board.towns
    while left:
        space = lowest(left)
        left &= left - 1
        stand(rules, state.board, NEUTRAL, space)
        note(journal, NEUTRAL_PLACED, space)


@kernel
def next_seat(rules: Row, state: Row) -> int:
    """The player of the turn decides until the game is over."""
    return OVER if state.phase == Phase.OVER else state.seat


@kernel
def apply(rules: Row, state: Row, choice: int, rng: Words, journal: Row) -> None:
    """Carry out one choice: begin an action, go on with it, or end the turn."""
    kind = kind_of(choice)
    if kind == Choice.SPACE:
        finish_on_space(rules, state, detail_of(choice), journal)
        end_step(rules, state, journal)
    elif kind == Choice.MOVE:
        begin(state, Action.MOVE.value, choice, Phase.SPACE.value)
    elif kind == Choice.END_TURN:
        end_turn(rules, state, journal)
    elif kind == Choice.DRAW:
        draw(rules, state, rng, journal)
        end_step(rules, state, journal)
    elif kind == Choice.RIVER:
        build_river_work(rules, state, space_of(choice), journal)
        end_step(rules, state, journal)
    elif kind == Choice.PLACE:
        begin(state, Action.PLACE.value, choice, Phase.SPACE.value)
    elif kind == Choice.LOCK:
        begin(state, Action.LOCK.value, choice, Phase.SPACE.value)
    elif kind == Choice.TO_CANAL:
        begin(state, Action.TO_CANAL.value, choice, Phase.SPACE.value)
    elif kind == Choice.TO_VINEYARD:
        begin(state, Action.TO_VINEYARD.value, choice, Phase.VINEYARD.value)
    elif kind == Choice.WORKER:
        choose_worker(state, choice)
    elif kind == Choice.VINEYARD:
        choose_vineyard(rules, state, detail_of(choice), journal)
    else:
        play(rules, state, kind - Choice.PLAY, journal)


@kernel
def begin(state: Row, action: int, choice: int, phase: int) -> None:
    """Begin an action by points with the worker or vineyard chosen; ask for what is missing."""
    state.doing = action
    state.worker_colour = colour_of(choice)
    state.worker_space = space_of(choice)
    state.phase = phase


@kernel
def play(rules: Row, state: Row, card: int, journal: Row) -> None:
    """Begin to play a card; an art work needs no further choice [A10, A11]."""
    action = rules.card_action[card]
    state.doing = action
    state.card = card
    if action == Action.ART_WORK:
        build_art_work(rules, state, journal)
        end_step(rules, state, journal)
    elif action == Action.PLACE or action == Action.LOCK:
        state.phase = Phase.SPACE
    elif action == Action.TO_CANAL:
        state.phase = Phase.VINEYARD
    else:
        state.phase = Phase.WORKER


@kernel
def choose_worker(state: Row, choice: int) -> None:
    """Choose the worker that a card acts on."""
    state.worker_colour = colour_of(choice)
    state.worker_space = space_of(choice)
    state.phase = Phase.VINEYARD if state.doing == Action.TO_VINEYARD else Phase.SPACE


@kernel
def choose_vineyard(rules: Row, state: Row, vineyard: int, journal: Row) -> None:
    """Go to the vineyard, or choose the one that a worker leaves by a card."""
    if state.doing == Action.TO_CANAL:
        state.worker_space = vineyard
        state.phase = Phase.SPACE
    else:
        go_to_vineyard(rules, state, vineyard, journal)
        end_step(rules, state, journal)


@kernel
def finish_on_space(rules: Row, state: Row, space: int, journal: Row) -> None:
    """Carry out the action that waited for its space."""
    if state.doing == Action.MOVE or state.doing == Action.TRANSFER:
        move(rules, state, space, journal)
    elif state.doing == Action.PLACE:
        place(rules, state, space, journal)
    elif state.doing == Action.LOCK:
        build_lock(rules, state, space, journal)
    else:
        go_to_canal(rules, state, space, journal)


@kernel
def outcome(rules: Row, state: Row, finished: bool, row: Row) -> None:
    """Describe the game; one that met the round limit is capped, though ranked [A17, A18]."""
    row.finished = state.end == End.ALL_BUILT
    row.end_reason = state.end if finished else NOT_APPLICABLE
    row.rounds = state.rounds
    row.turns = state.turns
    row.lead_changes = state.lead_changes
    row.sections = state.n_sections
    row.unscored = state.n_unscored
    for i in range(SIZES):
        row.built[i] = state.built_sizes[i]
    row.locks = count(state.board.locks)
    row.river_works = rules.river_cells[state.n_players] - state.board.river_free
    row.art_works = count(state.board.art_works)
    for vineyard in range(len(VINEYARDS)):
        row.vineyard_winner[vineyard] = seat_or_null(state.vineyard_winners[vineyard])
    row.reshuffles = state.reshuffles
    describe_seats(state, row)
    describe_lead(state, row)


@kernel
def seat_or_null(seat: int) -> int:
    """Return a seat as tables have it."""
    return NOT_APPLICABLE if seat == NOBODY else seat


@kernel
def describe_seats(state: Row, row: Row) -> None:
    """Report each seat: rank and share of the win, points, cards, action points, workers [A17]."""
    n_winners = 0
    for seat in range(state.n_players):
        n_winners += rank_of(state, seat) == 1
    row.shared = n_winners > 1
    row.winner = NOT_APPLICABLE
    row.first_seat_rank = rank_of(state, 0)
    for seat in range(state.n_players):
        result = row.seats[seat]
        result.score = state.board.scores[seat]
        result.rank = rank_of(state, seat)
        result.credit = 1.0 / n_winners if result.rank == 1 else 0.0
        if n_winners == 1 and result.rank == 1:
            row.winner = seat
        describe_player(state.players[seat], result)
        describe_workers(state, seat, result)


@kernel
def describe_player(player: Row, result: Row) -> None:
    """Report points, sections, cards and action points of a seat."""
    for source in range(player.points.shape[0]):
        result.points[source] = player.points[source]
    result.sections_won = player.n_sections
    for i in range(SIZES):
        result.won[i] = player.won_sizes[i]
    for card in range(player.hand.shape[0]):
        result.drawn[card] = player.drawn[card]
        result.played[card] = player.played[card]
    for action in range(player.spent.shape[0]):
        result.spent[action] = player.spent[action]
    result.lost = player.lost


@kernel
def describe_workers(state: Row, seat: int, result: Row) -> None:
    """Report where the workers of a seat are."""
    workers = state.board.colours[seat]
    result.reserve = workers.reserve
    result.on_canal = count_on_canal(state, seat)
    result.in_vineyards = 0
    for vineyard in range(len(VINEYARDS)):
        result.in_vineyards += workers.in_vineyards[vineyard]
    result.on_river = workers.on_river


@kernel
def describe_lead(state: Row, row: Row) -> None:
    """Report the margin, and who led alone after each quarter of the rounds."""
    best, next_best = -1, -1
    for seat in range(state.n_players):
        points = state.board.scores[seat]
        if points > best:
            best, next_best = points, best
        elif points > next_best:
            next_best = points
    row.margin = best - next_best
    for i in range(len(QUARTERS)):
        ended = -(-QUARTERS[i] * state.rounds // 100)
        leader = state.leaders[ended - 1]
        row.leader[i] = seat_or_null(leader)
        row.leader_won[i] = NOT_APPLICABLE if leader == NOBODY else row.seats[leader].rank == 1


@kernel
def snapshot(rules: Row, state: Row, row: Row) -> int:
    """Describe the table at the end of a round, without what the vineyards pay after the last.

    The round in which a game ends counts as ended.
    """
    for seat in range(row.scores.shape[0]):
        row.scores[seat] = NOT_APPLICABLE
    for seat in range(state.n_players):
        from_vineyards = state.players[seat].points[Points.VINEYARDS]
        row.scores[seat] = state.board.scores[seat] - from_vineyards
    row.cells_built = count(state.board.built)
    return state.rounds if state.phase == Phase.OVER else state.rounds - 1


@kernel
def hide(rules: Row, state: Row, seat: int, rng: Words) -> None:
    """Deal the other hands again from their cards and the pile; use the first stream.

    The pile itself has no order until a card is wanted.
    """
    for other in range(state.n_players):
        if other != seat:
            return_hand(state, state.players[other])
    for other in range(state.n_players):
        if other == seat:
            continue
        player = state.players[other]
        for _ in range(player.n_cards):
            i = below(rng[0], state.n_pile)
            player.hand[state.pile[i]] += 1
            state.n_pile -= 1
            state.pile[i] = state.pile[state.n_pile]


@kernel
def return_hand(state: Row, player: Row) -> None:
    """Put the cards of a hand back into the pile, though it will get as many again."""
    for card in range(player.hand.shape[0]):
        for _ in range(player.hand[card]):
            state.pile[state.n_pile] = card
            state.n_pile += 1
        player.hand[card] = 0
