"""The table at the start [M1, M2]."""

from simlab.engine.bits import has
from simlab.engine.journal import note
from simlab.engine.kernel import kernel
from simlab.engine.record import Row, Words
from simlab.games.mare_nostrum.events import ROUND_BEGAN
from simlab.games.mare_nostrum.rules.level import update_levels
from simlab.games.mare_nostrum.rules.purchase import refill_row
from simlab.games.mare_nostrum.rules.step import ask
from simlab.games.mare_nostrum.rules.token import START, collect
from simlab.games.mare_nostrum.state import (
    GOODS,
    LEGENDARY,
    NOBODY,
    NOTHING,
    TILES,
    TRACKS,
    Asks,
    Step,
    Track,
    Way,
)


@kernel
def setup(rules: Row, state: Row, players: int, rng: Words, journal: Row) -> None:
    """Lay out the map for a number of players and ask for the first decision [M1–M3]."""
    state.n_players = players
    state.in_play = rules.in_play[players]
    clear_table(state)
    for seat in range(state.players.shape[0]):
        clear_player(rules, state.players[seat])
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
    ask(state, state.titles[Track.TRADE], Asks.CHIP.value)


@kernel
def clear_table(state: Row) -> None:
    """Nothing has happened yet."""
    state.legendary_pile = (1 << len(GOODS)) - 1
    state.legendary_discards = 0
    state.tile_row = 0
    state.tile_pile = (1 << len(TILES)) - 1
    state.new_titles[:] = NOBODY
    state.track = 0
    state.used_chips = 0
    state.rounds = 0
    state.step = Step.CHIP
    state.asks = Asks.NOBODY
    state.seat = 0
    state.active = 0
    state.waiting = 0
    state.trade_size = 0
    state.traders = 0
    state.starter = NOBODY
    state.picks = 0
    state.picked_pairs = 0
    state.last_victim = NOBODY
    state.last_picker = NOBODY
    state.earlier_victim = NOBODY
    state.earlier_picker = NOBODY
    state.swapped = NOTHING
    clear_purchase(state)
    clear_military(state)
    state.winner = NOBODY
    state.way = Way.NOT_YET
    state.title_changes[:] = 0
    state.leader = NOBODY
    state.lead_changes = 0
    state.leaders[:] = NOBODY
    state.chip_uses[:] = 0
    state.reshuffles = 0


@kernel
def clear_purchase(state: Row) -> None:
    """Nothing is being bought."""
    state.buying = 0
    state.place = NOTHING
    state.slot = NOTHING
    state.price = 0
    state.paid_goods = 0
    state.paid_pairs = 0
    state.paid_coins = 0
    state.marked = 0
    state.tiles_bought = 0
    state.kept_coins = 0
    state.kept_extra = 0
    state.kept[:] = 0


@kernel
def clear_military(state: Row) -> None:
    """Nobody moves or fights."""
    state.order[:] = NOBODY
    state.n_ordered = 0
    state.turn = 0
    state.ready_triremes[:] = 0
    state.ready_legions[:] = 0
    state.by_sea = 0
    state.named_sea = NOTHING
    state.fought_seas = 0
    state.fought_provinces = 0
    state.settled = 0
    state.battle_place = NOTHING
    state.opponent = NOBODY
    state.has_rolled = 0
    state.losses[:] = 0
    state.leaving_to = NOTHING


@kernel
def clear_player(rules: Row, player: Row) -> None:
    """An empire has full pools, an empty hand and no powers."""
    player.hand[:] = 0
    player.seen[:] = 0
    player.offer[:] = 0
    player.n_hand = 0
    player.n_offer = 0
    player.levels[:] = 0
    player.tiles = 0
    player.n_heroes = 0
    player.power[:] = 0
    player.power_price[:] = 0
    player.used[:] = 0
    player.bonus[:] = 0
    player.markers = rules.markers
    player.legions = rules.legions
    player.triremes = rules.triremes
    player.fortresses = rules.fortresses
    player.claims[:] = 0
    player.draws = 0
    player.choices = 0
    player.income = 0
    player.earlier_income = 0
    clear_counters(player)


@kernel
def clear_counters(player: Row) -> None:
    """Nothing has been counted yet."""
    player.produced = 0
    player.lacked = 0
    player.traded = 0
    player.spent = 0
    player.returned = 0
    player.coins_kept = 0
    player.bought[:] = 0
    player.free = 0
    player.legions_lost = 0
    player.triremes_lost = 0
    player.fortresses_lost = 0
    player.battles = 0
    player.battles_won = 0
    player.conquests = 0
    player.pillages = 0
    player.occupations = 0
    player.conversions = 0
    player.title_rounds[:] = 0
    player.nearest = 0
    player.tile_round[:] = 0


@kernel
def give_hero(rules: Row, player: Row, seat: int) -> None:
    """Give an empire its starting hero."""
    player.n_heroes = 1
    player.power[rules.hero_power[seat]] += rules.hero_count[seat]


@kernel
def lay_out_land(rules: Row, state: Row) -> None:
    """Put markers, buildings, fortresses and legions where the empires begin [M1]."""
    for province in range(state.provinces.shape[0]):
        there = state.provinces[province]
        there.owner = NOBODY
        there.built = 0
        there.fortress = 0
        there.legions[:] = 0
        there.occupant = NOBODY
        there.seated = 0
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
def lay_out_seas(rules: Row, state: Row) -> None:
    """Put the triremes where the empires begin [M1]."""
    for sea in range(state.triremes.shape[0]):
        for seat in range(state.triremes.shape[1]):
            n = rules.start_triremes[sea, seat] if seat < state.n_players else 0
            state.triremes[sea, seat] = n
            state.players[seat].triremes -= n


@kernel
def give_tokens(rules: Row, state: Row, journal: Row) -> None:
    """Hand out the starting resources out of the supply [M1]."""
    for token in range(LEGENDARY):
        state.supply[token] = rules.supply[token]
    for seat in range(state.n_players):
        for token in range(LEGENDARY):
            collect(state, seat, token, rules.start_tokens[seat, token], START, journal)
        state.players[seat].income = state.players[seat].n_hand
