"""Who wins [A17]."""

from simlab.engine.bits import count
from simlab.engine.kernel import kernel
from simlab.games.arriala.state import State


@kernel
def count_on_canal(state: State, seat: int) -> int:
    """Return the workers of a seat on cells, built or not, and in towns [A17]."""
    workers = state.board.colours[seat]
    on_canal = count(workers.spaces & state.board.cells)
    for town in range(workers.in_towns.shape[0]):
        on_canal += workers.in_towns[town]
    return on_canal


@kernel
def rank_of(state: State, seat: int) -> int:
    """Return the rank by points, then by workers on the canal; equals share the better [A17]."""
    own, own_workers = state.board.scores[seat], count_on_canal(state, seat)
    rank = 1
    for other in range(state.n_players):
        points = state.board.scores[other]
        is_ahead = points > own
        if points == own:
            is_ahead = count_on_canal(state, other) > own_workers
        rank += is_ahead
    return rank
