"""What the things are worth that one could buy."""

from simlab.engine.bits import count, has, members
from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.mare_nostrum.policies.candidates import consider, note_dearest
from simlab.games.mare_nostrum.policies.fleet import appraise_trireme
from simlab.games.mare_nostrum.policies.guard import appraise_units
from simlab.games.mare_nostrum.policies.income import (
    count_income,
    rounds_left,
    spare_markers,
    worth_of_caravan,
    worth_of_city,
    worth_of_land,
    worth_of_market,
    worth_of_temple,
)
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.policies.race import VICTORY, note_levels
from simlab.games.mare_nostrum.policies.safety import appraise_safety
from simlab.games.mare_nostrum.rules.choice import Choice, code
from simlab.games.mare_nostrum.rules.price import price_of, price_of_tile
from simlab.games.mare_nostrum.rules.site import (
    marker_sites,
    provinces_to_build_in,
    slots_with_pieces,
)
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    CARAVANS,
    CITIES,
    MARKET,
    NOTHING,
    TEMPLE,
    Item,
    Power,
    State,
    Step,
    Track,
)


@kernel
def appraise(rules: Rules, state: State, seat: int, notes: Notes, traits: Row) -> None:
    """Note what all things are worth to a player that may be placed now, paid for or not."""
    notes.n_purchases = 0
    notes.tile = NOTHING
    notes.tile_worth = 0.0
    notes.next_tile_worth = 0.0
    notes.tile_price = price_of(rules, state, seat, Item.TILE)
    owned = state.players[seat].n_heroes + 1
    notes.next_tile_price = price_of_tile(rules, owned, state.rounds)
    # levels and what they are worth come first: every thing below that counts on a track adds them
    note_levels(rules, state, seat, notes, traits)
    appraise_safety(rules, state, seat, notes, traits)
    count_income(rules, state, seat, notes)
    appraise_buildings(rules, state, seat, notes, traits)
    appraise_land(rules, state, seat, notes, traits)
    appraise_units(rules, state, seat, notes, traits)
    appraise_trireme(rules, state, seat, notes, traits)
    appraise_tiles(rules, state, seat, notes, traits)
    # last, since it looks at the whole list
    note_dearest(notes)


@kernel
def appraise_buildings(rules: Rules, state: State, seat: int, notes: Notes, traits: Row) -> None:
    """Note what buildings on own sites are worth [M14]."""
    pieces = slots_with_pieces(rules, state)
    provinces = provinces_to_build_in(rules, state, seat)
    # no power makes these two cheaper [M12], so the price of the rules will do
    caravan, city = rules.prices[Item.CARAVAN], rules.prices[Item.CITY]
    market = price_of(rules, state, seat, Item.MARKET)
    temple = price_of(rules, state, seat, Item.TEMPLE)
    for province in members(provinces):
        free = rules.sites[province] & ~state.provinces[province].built & pieces
        if free == 0:
            continue
        trade = worth_of_building_level(notes, province, Track.TRADE)
        culture = worth_of_building_level(notes, province, Track.CULTURE)
        for slot in members(free & (CARAVANS | CITIES)):
            if has(CARAVANS, slot):
                worth = trade + worth_of_caravan(rules, state, notes, province, slot, traits)
                consider(notes, code(Choice.BUY_CARAVAN, province, slot), caravan, worth)
            else:
                worth = culture + worth_of_city(rules, state, seat, notes, province, slot, traits)
                consider(notes, code(Choice.BUY_CITY, province, slot), city, worth)
        if has(free, MARKET):
            worth = trade + worth_of_market(rules, state, seat, notes, province, traits)
            consider(notes, code(Choice.BUY_MARKET, province, MARKET), market, worth)
        if has(free, TEMPLE):
            worth = culture + worth_of_temple(rules, state, seat, notes, province, traits)
            consider(notes, code(Choice.BUY_TEMPLE, province, TEMPLE), temple, worth)


@kernel
def worth_of_building_level(notes: Notes, province: int, track: int) -> float:
    """Return what the level of a building is worth, less what it costs that it may be seized."""
    return notes.level_worth[track] + notes.building_gain[province, track]


@kernel
def appraise_land(rules: Rules, state: State, seat: int, notes: Notes, traits: Row) -> None:
    """Note what provinces are worth that one may mark, markers for conversions kept [M13, M28]."""
    if spare_markers(rules, state, seat) <= 0:
        return
    pieces = slots_with_pieces(rules, state)
    for province in members(marker_sites(rules, state, seat)):
        worth = worth_of_land(rules, state, seat, notes, province, pieces, traits)
        consider(notes, code(Choice.BUY_MARKER, province), rules.prices[Item.MARKER], worth)


@kernel
def appraise_tiles(rules: Rules, state: State, seat: int, notes: Notes, traits: Row) -> None:
    """Note the best hero or wonder face up, and what a second one would be worth [M16, M31]."""
    bought = state.tiles_bought if state.active == seat and state.step == Step.BUYING else 0
    # outside the own buying turn its whole limit is still to be used
    left = min(count(state.tile_row), rules.heroes_per_turn - bought)
    if left <= 0:
        return
    owned = state.players[seat].n_heroes
    lure = lure_of_hero(rules, owned, traits)
    for tile in members(state.tile_row):
        power = traits.powers * worth_of_power(rules, state, seat, tile, notes, traits)
        if lure + power > notes.tile_worth:
            notes.tile_worth = lure + power
            notes.tile = code(Choice.BUY_TILE, tile)
    if left > 1:
        # without a power: which tile would be second is open, as the row changes [M16]
        notes.next_tile_worth = lure_of_hero(rules, owned + 1, traits)


@kernel
def lure_of_hero(rules: Rules, owned: int, traits: Row) -> float:
    """Return what one more hero or wonder is worth beside its power; a win if it is the last."""
    if owned + 1 >= rules.heroes_to_win:
        return VICTORY
    # the hero of the start is one of those owned [M1], so the next one is the first to be bought
    return traits.hero + traits.next_hero * (owned - 1)


@kernel
def worth_of_power(
    rules: Rules, state: State, seat: int, tile: int, notes: Notes, traits: Row
) -> float:
    """Return what a hero or wonder can do, in tokens up to the horizon."""
    power, strength = rules.tile_power[tile], rules.tile_count[tile]
    rounds = rounds_left(rules, state, traits)
    if power == Power.LEVELS:
        worth = 0.0
        for track in range(rules.tile_levels.shape[1]):
            worth += rules.tile_levels[tile, track] * notes.level_worth[track]
        return worth
    if power == Power.COINS:
        return strength * rounds * traits.coin
    if power == Power.CHOOSE_GOOD or power == Power.DRAW_LEGENDARY:
        return strength * rounds * traits.good
    if power == Power.KEEP_TOKENS or power == Power.SWAP_TOKEN:
        return strength * rounds * traits.spare
    if power == Power.FREE_LEGION:
        return strength * rounds * traits.legion
    # at 0, the default, it falls through to the one token of powers that are hard to value
    if power == Power.CONVERT_LEGION and traits.desertion > 0.0:
        return strength * rounds * traits.desertion
    item = item_made_cheaper(power)
    if item != NOTHING:
        # against the price that the player has now, which another power may already have cut
        saved = price_of(rules, state, seat, item) - rules.tile_price[tile]
        return rounds * max(0, saved) * traits.spare
    return 0.0 if power == Power.NONE else 1.0


@kernel
def item_made_cheaper(power: int) -> int:
    """Return the Item whose price a power sets, or NOTHING; markets stand for temples, too."""
    if power == Power.LEGION_PRICE:
        return Item.LEGION
    if power == Power.FORTRESS_PRICE:
        return Item.FORTRESS
    if power == Power.BUILDING_PRICE:
        return Item.MARKET
    if power == Power.TRIREMES:
        return Item.TRIREME
    return NOTHING
