"""How the empires stand: great cities, titles, ranks [M31, M32]."""

from simlab.engine.bits import count
from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.mare_nostrum.rules.land import collects
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import NOBODY, TRACKS, State

WINNER = 10
"""More titles than there are, for the winner to stand before everybody."""
MOST = 1000
"""More than any of the counts that are compared."""


@kernel
def great_cities(rules: Rules, state: State, seat: int) -> int:
    """Return how many capitals and legendary cities a seat owns or holds [M31]."""
    cities = 0
    for province in range(rules.n_provinces):
        there = state.provinces[province]
        if there.built & rules.great[province]:
            cities += count(collects(there, seat) & rules.great[province])
    return cities


@kernel
def cities_towards_win(rules: Rules, state: State, seat: int) -> int:
    """Return how many of a seat's great cities count together towards winning [M31]."""
    cities = great_cities(rules, state, seat)
    if not rules.cities_of_one_kind:
        return cities
    legendary = 0
    for province in range(rules.n_provinces):
        there = state.provinces[province]
        legendary += count(collects(there, seat) & rules.legendary[province])
    return max(legendary, cities - legendary)


@kernel
def titles_of(state: State, seat: int) -> int:
    """Return how many titles a seat holds."""
    titles = 0
    for track in range(len(TRACKS)):
        titles += state.titles[track] == seat
    return titles


@kernel
def levels_of(state: State, seat: int) -> int:
    """Return the sum of the levels of a seat, by which the lead is measured."""
    levels = 0
    for track in range(len(TRACKS)):
        levels += state.players[seat].levels[track]
    return levels


@kernel
def standing(rules: Rules, state: State, seat: int) -> int:
    """Return a number that is greater the better a seat stands: the winner's is the greatest.

    Titles count before heroes and wonders, these before great cities, these before levels.
    """
    player = state.players[seat]
    titles = titles_of(state, seat) + WINNER * (state.winner == seat)
    cities = great_cities(rules, state, seat)
    return ((titles * MOST + player.n_heroes) * MOST + cities) * MOST + levels_of(state, seat)


@kernel
def rank_of(rules: Rules, state: State, seat: int) -> int:
    """Return the rank of a seat; equals share the better one."""
    own = standing(rules, state, seat)
    rank = 1
    for other in range(state.n_players):
        rank += standing(rules, state, other) > own
    return rank


@kernel
def points_so_far(rules: Rules, state: State, row: Row) -> None:
    """Write the levels of each seat, as what counts towards winning has no one unit."""
    for seat in range(state.n_players):
        row.scores[seat] = levels_of(state, seat)


@kernel
def note_leader(state: State) -> None:
    """Note who leads alone by the sum of levels when a round or the game ends; count changes."""
    leader, most = NOBODY, -1
    for seat in range(state.n_players):
        levels = levels_of(state, seat)
        if levels > most:
            leader, most = seat, levels
        elif levels == most:
            leader = NOBODY
    state.leaders[state.rounds - 1] = leader
    if leader != NOBODY:
        state.lead_changes += state.leader not in (NOBODY, leader)
        state.leader = leader
