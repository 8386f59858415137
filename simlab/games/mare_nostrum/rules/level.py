"""The three tracks [M18, M30]."""

from simlab.engine.bits import count
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.games.mare_nostrum.events import LEVELS
from simlab.games.mare_nostrum.rules.land import collects
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    CARAVANS,
    CITIES,
    MARKET,
    TEMPLE,
    TRACKS,
    Player,
    Province,
    State,
    Track,
)


@kernel
def update_levels(rules: Rules, state: State, journal: Journal) -> None:
    """Set everybody's levels to what the board and the tiles say [M18]."""
    for seat in range(state.n_players):
        player = state.players[seat]
        for track in range(len(TRACKS)):
            player.levels[track] = player.bonus[track]
        player.levels[Track.MILITARY] += n_units(rules, player)
    for province in range(rules.n_provinces):
        there = state.provinces[province]
        if there.built:
            count_buildings(rules, state, there)
    for seat in range(state.n_players):
        levels = state.players[seat].levels
        note(journal, LEVELS, seat, levels[0], levels[1], levels[2])


@kernel
def n_units(rules: Rules, player: Player) -> int:
    """Return the units of a player on the board."""
    legions = rules.legions - player.legions
    triremes = rules.triremes - player.triremes
    return legions + triremes + rules.fortresses - player.fortresses


@kernel
def count_buildings(rules: Rules, state: State, there: Province) -> None:
    """Add the buildings of a province to the levels of those for whom they count [M18]."""
    for seat in range(state.n_players):
        if rules.occupant_counts:
            slots = collects(there, seat)
        else:
            slots = there.built if there.owner == seat else 0
        levels = state.players[seat].levels
        levels[Track.TRADE] += count(slots & (CARAVANS | 1 << MARKET))
        levels[Track.CULTURE] += count(slots & (CITIES | 1 << TEMPLE))


@kernel
def first_on_trade(state: State, seats: int) -> int:
    """Return the seat of a set that is highest on the Trade track, then its leader [M6]."""
    first = -1
    best = -1
    for seat in range(state.n_players):
        if seats >> seat & 1:
            standing = 2 * state.players[seat].levels[Track.TRADE]
            standing += state.titles[Track.TRADE] == seat
            if standing > best:
                first, best = seat, standing
    return first
