"""Ways to win, and how the game stops [M31, M32]."""

from simlab.engine.bits import members
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.games.mare_nostrum.events import CITY_HELD, GAME_OVER, RANKED
from simlab.games.mare_nostrum.rules.land import collects
from simlab.games.mare_nostrum.rules.standing import (
    cities_towards_win,
    note_leader,
    rank_of,
    titles_of,
)
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import Asks, State, Way


@kernel
def end_game(rules: Rules, state: State, winner: int, way: int, journal: Journal) -> None:
    """Stop the game, won by a seat or capped with NOBODY as the winner [M31, M32]."""
    state.winner = winner
    state.way = way
    state.asks = Asks.OVER
    note_leader(state)
    note(journal, GAME_OVER, way, winner, state.rounds)
    for seat in range(state.n_players):
        note(journal, RANKED, seat, rank_of(rules, state, seat))


@kernel
def check_cities(rules: Rules, state: State, journal: Journal) -> None:
    """Let the first in turn order win that has cities enough [M31, M32]."""
    for turn in range(state.n_players):
        seat = state.order[turn]
        if cities_towards_win(rules, state, seat) >= rules.cities_to_win:
            note_cities(rules, state, seat, journal)
            end_game(rules, state, seat, Way.CITIES, journal)
            return


@kernel
def note_cities(rules: Rules, state: State, seat: int, journal: Journal) -> None:
    """Tell which capitals and legendary cities a seat owns or holds [M31]."""
    for province in range(rules.n_provinces):
        cities = collects(state.provinces[province], seat) & rules.great[province]
        for city in members(cities):
            note(journal, CITY_HELD, seat, province, city)


@kernel
def check_titles(rules: Rules, state: State, journal: Journal) -> None:
    """Let the first in turn order win that holds titles enough [M31, M32]."""
    for turn in range(state.n_players):
        seat = state.order[turn]
        if titles_of(state, seat) >= rules.titles_to_win:
            end_game(rules, state, seat, Way.TITLES, journal)
            return
