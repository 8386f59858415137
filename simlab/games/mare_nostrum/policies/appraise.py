"""What the things are worth that one could buy."""

from simlab.engine.bits import count, has, lowest
from simlab.engine.kernel import kernel
from simlab.engine.record import Floats, Row
from simlab.games.mare_nostrum.policies.hand import VICTORY
from simlab.games.mare_nostrum.policies.race import worth_of_level
from simlab.games.mare_nostrum.policies.weight import MOST_BASIC, Weight
from simlab.games.mare_nostrum.rules.choice import Choice, code
from simlab.games.mare_nostrum.rules.land import collects, has_enemy
from simlab.games.mare_nostrum.rules.price import price_of, price_of_tile
from simlab.games.mare_nostrum.rules.site import (
    building_provinces,
    marker_sites,
    peaceful_provinces,
    slots_with_pieces,
    trireme_sites,
)
from simlab.games.mare_nostrum.rules.standing import great_cities
from simlab.games.mare_nostrum.state import (
    CARAVANS,
    CITIES,
    COIN,
    MARKET,
    NOBODY,
    NOTHING,
    TEMPLE,
    Item,
    Power,
    Step,
    Track,
)

FEWEST_ROUNDS = 2.0
"""Income is always reckoned with for this many rounds."""
LEGENDARY_SHARE = 0.8
"""A legendary good is worth that much of a good one does not produce."""
NEXT_SITE = 0.5
"""What the second-best site of a province counts for, against the best."""
NOT_BUILT = 0.3
"""What a market or temple is worth for a site that is not built yet."""


@kernel
def appraise(rules: Row, state: Row, seat: int, notes: Row, traits: Floats) -> None:
    """Note what all things are worth to a player that may be placed now, paid for or not."""
    notes.n_basic = 0
    notes.dear = NOTHING
    notes.dear_worth = 0.0
    notes.tile = NOTHING
    notes.tile_worth = 0.0
    notes.next_tile_worth = 0.0
    notes.basic_price = max(1, rules.prices[Item.CARAVAN])
    notes.dear_price = price_of(rules, state, seat, Item.MARKET.value)
    notes.tile_price = price_of(rules, state, seat, Item.TILE.value)
    owned = state.players[seat].n_heroes + 1
    notes.next_tile_price = price_of_tile(rules, owned, state.rounds)
    count_income(rules, state, seat, notes)
    appraise_buildings(rules, state, seat, notes, traits)
    appraise_land(rules, state, seat, notes, traits)
    appraise_units(rules, state, seat, notes, traits)
    appraise_tiles(rules, state, seat, notes, traits)
    notes.sums[0] = 0.0
    for i in range(MOST_BASIC):
        worth = notes.basic_worth[i] if i < notes.n_basic else 0.0
        notes.sums[i + 1] = notes.sums[i] + worth


@kernel
def consider(notes: Row, choice: int, worth: float) -> None:
    """Note a cheap thing if it is among the best."""
    if worth <= 0.0:
        return
    place = notes.n_basic
    while place > 0 and notes.basic_worth[place - 1] < worth:
        place -= 1
    if place == MOST_BASIC:
        return
    last = min(notes.n_basic, MOST_BASIC - 1)
    for i in range(last, place, -1):
        notes.basic[i] = notes.basic[i - 1]
        notes.basic_worth[i] = notes.basic_worth[i - 1]
    notes.basic[place] = choice
    notes.basic_worth[place] = worth
    notes.n_basic = last + 1


@kernel
def consider_dear(notes: Row, choice: int, worth: float) -> None:
    """Note a market or temple if it is the best."""
    if worth > notes.dear_worth:
        notes.dear = choice
        notes.dear_worth = worth


@kernel
def rounds_left(state: Row, traits: Floats) -> float:
    """Return for how many rounds income counts."""
    return max(FEWEST_ROUNDS, traits[Weight.HORIZON] - state.rounds)


@kernel
def count_income(rules: Row, state: Row, seat: int, notes: Row) -> None:
    """Note the goods and coins that a player collects in a round, and what they lead to [M4]."""
    notes.pyramids_price = price_of(rules, state, seat, Item.PYRAMIDS.value)
    notes.income[:] = 0
    for province in range(rules.n_provinces):
        slots = collects(state.provinces[province], seat)
        caravans = slots & CARAVANS
        while caravans:
            good = rules.goods[province, lowest(caravans)]
            notes.income[good] += 1 + has(slots, MARKET)
            caravans &= caravans - 1
        notes.income[COIN] += count(slots & CITIES) * (1 + has(slots, TEMPLE))


@kernel
def n_produced(notes: Row) -> int:
    """Return how many different goods the noted income has."""
    goods = 0
    for good in range(COIN):
        goods += notes.income[good] > 0
    return goods


@kernel
def worth_of_good(notes: Row, good: int, traits: Floats) -> float:
    """Return what one more of a good in each round is worth."""
    if notes.income[good] > 0:
        return traits[Weight.SAME_GOOD]
    nearness = n_produced(notes) / notes.pyramids_price
    return traits[Weight.GOOD] + traits[Weight.PYRAMIDS] * nearness * nearness


@kernel
def worth_of_coin(notes: Row, traits: Floats) -> float:
    """Return what one more coin in each round is worth."""
    nearness = notes.income[COIN] / notes.pyramids_price
    return traits[Weight.COIN] + traits[Weight.PYRAMIDS] * nearness * nearness


@kernel
def worth_of_great_city(rules: Row, state: Row, seat: int, traits: Floats) -> float:
    """Return what one more capital or legendary city is worth; a win if it is the last [M31]."""
    owned = great_cities(rules, state, seat)
    if owned + 1 >= rules.cities_to_win:
        return VICTORY / 4.0
    return traits[Weight.CITY] * owned


@kernel
def appraise_buildings(rules: Row, state: Row, seat: int, notes: Row, traits: Floats) -> None:
    """Note what buildings on own sites are worth [M14]."""
    pieces = slots_with_pieces(rules, state)
    provinces = building_provinces(rules, state, seat)
    trade = worth_of_level(rules, state, seat, Track.TRADE.value, traits)
    culture = worth_of_level(rules, state, seat, Track.CULTURE.value, traits)
    while provinces:
        province = lowest(provinces)
        provinces &= provinces - 1
        free = rules.sites[province] & ~state.provinces[province].built & pieces
        if free == 0:
            continue
        slots = free & (CARAVANS | CITIES)
        while slots:
            slot = lowest(slots)
            slots &= slots - 1
            if has(CARAVANS, slot):
                worth = trade + worth_of_caravan(rules, state, notes, province, slot, traits)
                consider(notes, code(Choice.BUY_CARAVAN, province, slot), worth)
            else:
                worth = culture + worth_of_city(rules, state, seat, notes, province, slot, traits)
                consider(notes, code(Choice.BUY_CITY, province, slot), worth)
        if has(free, MARKET):
            worth = trade + worth_of_market(rules, state, seat, notes, province, traits)
            consider_dear(notes, code(Choice.BUY_MARKET, province), worth)
        if has(free, TEMPLE):
            worth = culture + worth_of_temple(rules, state, seat, notes, province, traits)
            consider_dear(notes, code(Choice.BUY_TEMPLE, province), worth)


@kernel
def worth_of_caravan(
    rules: Row, state: Row, notes: Row, province: int, slot: int, traits: Floats
) -> float:
    """Return what a caravan will yield [M4]."""
    good = rules.goods[province, slot]
    worth = worth_of_good(notes, good, traits)
    if has(state.provinces[province].built, MARKET):
        worth += traits[Weight.SAME_GOOD]
    return rounds_left(state, traits) * worth


@kernel
def worth_of_city(
    rules: Row, state: Row, seat: int, notes: Row, province: int, slot: int, traits: Floats
) -> float:
    """Return what a city will yield, and what it counts for as a great one [M4, M31]."""
    yields = worth_of_coin(notes, traits) * (1 + has(state.provinces[province].built, TEMPLE))
    worth = 0.0
    if has(rules.legendary[province], slot):
        yields += LEGENDARY_SHARE * traits[Weight.GOOD]
    if has(rules.great[province], slot):
        worth = worth_of_great_city(rules, state, seat, traits)
    return worth + rounds_left(state, traits) * yields


@kernel
def worth_of_market(
    rules: Row, state: Row, seat: int, notes: Row, province: int, traits: Floats
) -> float:
    """Return what a market adds to the caravans of a province [M4]."""
    there = state.provinces[province]
    caravans = count(collects(there, seat) & CARAVANS)
    sites = count(rules.sites[province] & CARAVANS & ~there.built)
    yields = traits[Weight.SAME_GOOD] * (caravans + NOT_BUILT * sites)
    return rounds_left(state, traits) * yields


@kernel
def worth_of_temple(
    rules: Row, state: Row, seat: int, notes: Row, province: int, traits: Floats
) -> float:
    """Return what a temple adds to the cities of a province [M4]."""
    there = state.provinces[province]
    cities = count(collects(there, seat) & CITIES)
    sites = count(rules.sites[province] & CITIES & ~there.built)
    yields = worth_of_coin(notes, traits) * (cities + NOT_BUILT * sites)
    return rounds_left(state, traits) * yields


@kernel
def appraise_land(rules: Row, state: Row, seat: int, notes: Row, traits: Floats) -> None:
    """Note what provinces are worth that one may mark: their two best sites [M13]."""
    provinces = marker_sites(rules, state, seat)
    while provinces:
        province = lowest(provinces)
        provinces &= provinces - 1
        worth = worth_of_land(rules, state, seat, notes, province, traits)
        consider(notes, code(Choice.BUY_MARKER, province), worth)


@kernel
def worth_of_land(
    rules: Row, state: Row, seat: int, notes: Row, province: int, traits: Floats
) -> float:
    """Return what a province without buildings is worth for its sites."""
    best, second = 0.0, 0.0
    slots = rules.sites[province] & (CARAVANS | CITIES)
    while slots:
        slot = lowest(slots)
        slots &= slots - 1
        if has(CARAVANS, slot):
            worth = worth_of_caravan(rules, state, notes, province, slot, traits)
        else:
            worth = worth_of_city(rules, state, seat, notes, province, slot, traits)
        if worth > best:
            best, second = worth, best
        elif worth > second:
            second = worth
    return traits[Weight.EXPANSION] * (best + NEXT_SITE * second)


@kernel
def appraise_units(rules: Row, state: Row, seat: int, notes: Row, traits: Floats) -> None:
    """Note what a legion, a fortress and a trireme are worth where they are best [M14]."""
    level = worth_of_level(rules, state, seat, Track.MILITARY.value, traits)
    player = state.players[seat]
    provinces = peaceful_provinces(rules, state, seat)
    best, place = -1.0, NOTHING
    while provinces:
        province = lowest(provinces)
        provinces &= provinces - 1
        worth = worth_of_guard(rules, state, seat, province, traits)
        if worth > best:
            best, place = worth, province
        if player.fortresses > 0 and not state.provinces[province].fortress:
            consider(notes, code(Choice.BUY_FORTRESS, province), level + worth)
    if player.legions > 0 and place != NOTHING:
        worth = traits[Weight.LEGION] + level + best
        consider(notes, code(Choice.BUY_LEGION, place), worth)
    seas = trireme_sites(rules, state, seat)
    if seas:
        sea = best_sea(rules, state, seat, seas)
        worth = traits[Weight.TRIREME] * new_shores(rules, state, seat, sea) + level
        consider(notes, code(Choice.BUY_TRIREME, sea), worth)


@kernel
def worth_of_guard(rules: Row, state: Row, seat: int, province: int, traits: Floats) -> float:
    """Return what one more unit in an own province is worth against the legions next to it."""
    there = state.provinces[province]
    guards = there.legions[seat] + 2 * there.fortress
    threats = enemies_near(rules, state, province, seat)
    if threats <= guards:
        return 0.0
    stake = count(there.built & (CARAVANS | CITIES)) + 2 * count(
        there.built & rules.great[province]
    )
    return traits[Weight.DEFENCE] * stake / (1 + guards)


@kernel
def enemies_near(rules: Row, state: Row, province: int, seat: int) -> int:
    """Return the most legions that one rival has next to a province by land."""
    most = 0
    for rival in range(state.n_players):
        if rival == seat:
            continue
        legions = 0
        near = rules.land[province] & state.in_play
        while near:
            legions += state.provinces[lowest(near)].legions[rival]
            near &= near - 1
        most = max(most, legions)
    return most


@kernel
def best_sea(rules: Row, state: Row, seat: int, seas: int) -> int:
    """Return the sea where a trireme opens most."""
    best, place = -1, lowest(seas)
    while seas:
        sea = lowest(seas)
        seas &= seas - 1
        opened = new_shores(rules, state, seat, sea)
        if opened > best:
            best, place = opened, sea
    return place


@kernel
def new_shores(rules: Row, state: Row, seat: int, sea: int) -> int:
    """Return how many provinces of nobody lie at a sea without own triremes."""
    if state.triremes[sea, seat] > 0:
        return 0
    shores = rules.shores[sea] & state.in_play
    opened = 0
    while shores:
        province = lowest(shores)
        shores &= shores - 1
        is_free = state.provinces[province].owner == NOBODY
        opened += is_free and not has_enemy(state, province, seat)
    return opened


@kernel
def appraise_tiles(rules: Row, state: Row, seat: int, notes: Row, traits: Floats) -> None:
    """Note the best hero or wonder face up, and what a second one would be worth [M16, M31]."""
    bought = state.tiles_bought if state.active == seat and state.step == Step.BUYING else 0
    left = min(count(state.tile_row), rules.most_tiles_per_turn - bought)
    if left <= 0:
        return
    owned = state.players[seat].n_heroes
    lure = lure_of_hero(rules, owned, traits)
    tiles = state.tile_row
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        power = traits[Weight.POWERS] * worth_of_power(rules, state, seat, tile, traits)
        if lure + power > notes.tile_worth:
            notes.tile_worth = lure + power
            notes.tile = code(Choice.BUY_TILE, tile)
    if left > 1:
        notes.next_tile_worth = lure_of_hero(rules, owned + 1, traits)


@kernel
def lure_of_hero(rules: Row, owned: int, traits: Floats) -> float:
    """Return what one more hero or wonder is worth beside its power; a win if it is the last."""
    if owned + 1 >= rules.heroes_to_win:
        return VICTORY
    return traits[Weight.HERO] + traits[Weight.NEXT_HERO] * (owned - 1)


@kernel
def worth_of_power(rules: Row, state: Row, seat: int, tile: int, traits: Floats) -> float:
    """Return what a hero or wonder can do, in tokens up to the horizon."""
    power, strength = rules.tile_power[tile], rules.tile_count[tile]
    rounds = rounds_left(state, traits)
    if power == Power.LEVELS:
        worth = 0.0
        for track in range(rules.tile_levels.shape[1]):
            level = worth_of_level(rules, state, seat, track, traits)
            worth += rules.tile_levels[tile, track] * level
        return worth
    if power == Power.COINS:
        return strength * rounds * traits[Weight.COIN]
    if power == Power.CHOOSE_GOOD or power == Power.DRAW_LEGENDARY:
        return strength * rounds * traits[Weight.GOOD]
    if power == Power.KEEP_TOKENS or power == Power.SWAP_TOKEN:
        return strength * rounds * traits[Weight.SPARE]
    if power == Power.FREE_LEGION:
        return strength * rounds * traits[Weight.LEGION]
    return 1.0
