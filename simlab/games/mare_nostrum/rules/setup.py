"""The table at the start [M1, M2]."""

from simlab.engine.bits import has
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Words, clear
from simlab.games.mare_nostrum.events import ROUND_BEGAN
from simlab.games.mare_nostrum.rules.level import update_levels
from simlab.games.mare_nostrum.rules.purchase import refill_row
from simlab.games.mare_nostrum.rules.step import ask
from simlab.games.mare_nostrum.rules.token import START, collect
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    GOODS,
    LEGENDARY,
    NOBODY,
    NOTHING,
    TILES,
    TRACKS,
    Asks,
    Player,
    State,
    Step,
    Track,
)


@kernel
def setup(rules: Rules, state: State, players: int, rng: Words, journal: Journal) -> None:
    """Lay out the map for a number of players and ask for the first decision [M1–M3]."""
    clear_table(state)
    state.n_players = players
    state.in_play = rules.in_play[players]
    for seat in range(state.players.shape[0]):
        fill_pools(rules, state.players[seat])
        give_hero(rules, state.players[seat], seat)
    lay_out_land(rules, state)
    lay_out_seas(rules, state)
    for track in range(len(TRACKS)):
        state.titles[track] = rules.start_titles[players, track]
    give_tokens(rules, state, journal)
    refill_row(rules, state, rng, journal)
    update_levels(rules, state, journal)
    state.rounds = 1
    note(journal, ROUND_BEGAN, state.rounds)
    ask(state, state.titles[Track.TRADE], Asks.CHIP)


@kernel
def clear_table(state: State) -> None:
    """Nothing has happened yet."""
    clear(state)
    state.legendary_pile = (1 << len(GOODS)) - 1
    state.tile_pile = (1 << len(TILES)) - 1
    state.new_titles[:] = NOBODY
    state.step = Step.CHIP
    state.starter = NOBODY
    state.last_victim = state.last_picker = NOBODY
    state.earlier_victim = state.earlier_picker = NOBODY
    state.swapped = NOTHING
    state.target = state.slot = NOTHING
    state.order[:] = NOBODY
    state.named_sea = NOTHING
    state.battle_place = NOTHING
    state.opponent = NOBODY
    state.leaving_to = NOTHING
    state.winner = NOBODY
    state.leader = NOBODY
    state.leaders[:] = NOBODY


@kernel
def fill_pools(rules: Rules, player: Player) -> None:
    """Give an empire all its pieces."""
    player.markers = rules.markers
    player.legions = rules.legions
    player.triremes = rules.triremes
    player.fortresses = rules.fortresses


@kernel
def give_hero(rules: Rules, player: Player, seat: int) -> None:
    """Give an empire its starting hero."""
    player.n_heroes = 1
    player.power[rules.hero_power[seat]] += rules.hero_count[seat]


@kernel
def lay_out_land(rules: Rules, state: State) -> None:
    """Put markers, buildings, fortresses and legions where the empires begin [M1]."""
    for province in range(state.provinces.shape[0]):
        there = state.provinces[province]
        there.owner = NOBODY
        there.occupant = NOBODY
        owner = rules.start_owner[province]
        if has(state.in_play, province) and 0 <= owner < state.n_players:
            there.owner = owner
            there.built = rules.start_built[province]
            there.fortress = rules.start_fortress[province]
            there.legions[owner] = rules.start_legions[province]
            player = state.players[owner]
            player.markers -= 1
            player.fortresses -= there.fortress
            player.legions -= there.legions[owner]


@kernel
def lay_out_seas(rules: Rules, state: State) -> None:
    """Put the triremes where the empires begin [M1]."""
    for sea in range(state.triremes.shape[0]):
        for seat in range(state.triremes.shape[1]):
            n = rules.start_triremes[sea, seat] if seat < state.n_players else 0
            state.triremes[sea, seat] = n
            state.players[seat].triremes -= n


@kernel
def give_tokens(rules: Rules, state: State, journal: Journal) -> None:
    """Hand out the starting resources out of the supply [M1]."""
    for token in range(LEGENDARY):
        state.supply[token] = rules.supply[token]
    for seat in range(state.n_players):
        for token in range(LEGENDARY):
            collect(state, seat, token, rules.start_tokens[seat, token], START, journal)
        state.players[seat].income = state.players[seat].n_hand
