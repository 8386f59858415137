"""What is reported of a game, and of the table at the end of each round."""

from simlab.engine.bits import count
from simlab.engine.kernel import kernel
from simlab.engine.record import NOT_APPLICABLE, Row, copy_fields
from simlab.games.arriala.rules.result import count_on_canal, rank_of
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import NOBODY, QUARTERS, VINEYARDS, End, Phase, Points, State


@kernel
def outcome(rules: Rules, state: State, finished: bool, row: Row) -> None:
    """Describe the game; one that met the round limit is capped, though ranked [A17, A18]."""
    row.finished = state.end == End.ALL_BUILT
    row.end_reason = state.end if finished else NOT_APPLICABLE
    row.rounds = state.rounds
    row.turns = state.turns
    row.lead_changes = state.lead_changes
    copy_fields(state.tally, row)
    row.locks = count(state.board.locks)
    row.river_works = rules.river_cells[state.n_players] - state.board.river_free
    row.art_works = count(state.board.art_works)
    for vineyard in range(len(VINEYARDS)):
        row.vineyard_winner[vineyard] = seat_or_null(state.vineyard_winners[vineyard])
    row.reshuffles = state.deck.reshuffles
    describe_seats(state, row)
    describe_lead(state, row)


@kernel
def seat_or_null(seat: int) -> int:
    """Return a seat as tables have it."""
    return NOT_APPLICABLE if seat == NOBODY else seat


@kernel
def describe_seats(state: State, row: Row) -> None:
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
        copy_fields(state.players[seat].tally, result)
        describe_workers(state, seat, result)


@kernel
def describe_workers(state: State, seat: int, result: Row) -> None:
    """Report where the workers of a seat are."""
    workers = state.board.colours[seat]
    result.reserve = workers.reserve
    result.on_canal = count_on_canal(state, seat)
    result.in_vineyards = 0
    for vineyard in range(len(VINEYARDS)):
        result.in_vineyards += workers.in_vineyards[vineyard]
    result.on_river = workers.on_river


@kernel
def describe_lead(state: State, row: Row) -> None:
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
def snapshot(rules: Rules, state: State, row: Row) -> int:
    """Describe the table at the end of a round, without what the vineyards pay after the last.

    The round in which a game ends counts as ended.
    """
    for seat in range(row.scores.shape[0]):
        row.scores[seat] = NOT_APPLICABLE
    for seat in range(state.n_players):
        from_vineyards = state.players[seat].tally.points[Points.VINEYARDS]
        row.scores[seat] = state.board.scores[seat] - from_vineyards
    row.cells_built = count(state.board.built)
    return state.rounds if state.phase == Phase.OVER else state.rounds - 1
