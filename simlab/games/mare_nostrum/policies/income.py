"""What income, and what yields it, is worth."""

from simlab.engine.bits import count, has, members
from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.policies.race import VICTORY
from simlab.games.mare_nostrum.rules.land import collects
from simlab.games.mare_nostrum.rules.price import price_of
from simlab.games.mare_nostrum.rules.standing import cities_towards_win
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    CARAVANS,
    CITIES,
    COIN,
    MARKER,
    MARKET,
    TEMPLE,
    Item,
    State,
)

FEWEST_ROUNDS = 2.0
"""Income is always reckoned with for this many rounds."""
LEGENDARY_SHARE = 0.8
"""A legendary good is worth that much of a good one does not produce."""
NEXT_SITE = 0.5
"""What the second-best site of a province counts for, against the best."""
PART_OF_PRICE = 0.5
"""Part of the price of a building by which its site is worth less."""
NOT_BUILT = 0.3
"""What a market or temple is worth for a site that is not built yet."""


@kernel
def rounds_left(rules: Rules, state: State, traits: Row) -> float:
    """Return for how many rounds income counts: up to the horizon, not beyond the last round."""
    rounds = max(FEWEST_ROUNDS, traits.horizon - state.rounds)
    return min(rounds, float(rules.rounds_cap - state.rounds))


@kernel
def count_income(rules: Rules, state: State, seat: int, notes: Notes) -> None:
    """Note the goods and coins that a player collects in a round, and what they lead to [M4]."""
    notes.pyramids_price = price_of(rules, state, seat, Item.PYRAMIDS)
    notes.income[:] = 0
    for province in range(rules.n_provinces):
        slots = collects(state.provinces[province], seat)
        for caravan in members(slots & CARAVANS):
            good = rules.goods[province, caravan]
            notes.income[good] += 1 + has(slots, MARKET)
        notes.income[COIN] += count(slots & CITIES) * (1 + has(slots, TEMPLE))


@kernel
def n_produced(notes: Notes) -> int:
    """Return how many different goods the noted income has."""
    goods = 0
    for good in range(COIN):
        goods += notes.income[good] > 0
    return goods


@kernel
def worth_of_good(notes: Notes, good: int, traits: Row) -> float:
    """Return what one more of a good in each round is worth."""
    if notes.income[good] > 0:
        return traits.same_good
    nearness = n_produced(notes) / notes.pyramids_price
    return traits.good + traits.pyramids * nearness * nearness


@kernel
def worth_of_coin(notes: Notes, traits: Row) -> float:
    """Return what one more coin in each round is worth."""
    nearness = notes.income[COIN] / notes.pyramids_price
    return traits.coin + traits.pyramids * nearness * nearness


@kernel
def worth_of_great_city(rules: Rules, state: State, seat: int, traits: Row) -> float:
    """Return what one more capital or legendary city is worth; a win if it is the last [M31]."""
    owned = cities_towards_win(rules, state, seat)
    if owned + 1 >= rules.cities_to_win:
        # less than a purchase that wins at once: cities win at the end of the phase, if they last
        return VICTORY / 4.0
    return traits.city * owned


@kernel
def worth_of_caravan(
    rules: Rules, state: State, notes: Notes, province: int, slot: int, traits: Row
) -> float:
    """Return what a caravan will yield [M4]."""
    good = rules.goods[province, slot]
    worth = worth_of_good(notes, good, traits)
    # the market brings the same good once more [M4]
    if has(state.provinces[province].built, MARKET):
        worth += traits.same_good
    return rounds_left(rules, state, traits) * worth


@kernel
def worth_of_city(
    rules: Rules, state: State, seat: int, notes: Notes, province: int, slot: int, traits: Row
) -> float:
    """Return what a city will yield, and what it counts for as a great one [M4, M31]."""
    yields = worth_of_coin(notes, traits) * (1 + has(state.provinces[province].built, TEMPLE))
    worth = 0.0
    if has(rules.legendary[province], slot):
        yields += LEGENDARY_SHARE * traits.good
    if has(rules.great[province], slot):
        worth = worth_of_great_city(rules, state, seat, traits)
    return worth + rounds_left(rules, state, traits) * yields


@kernel
def worth_of_market(
    rules: Rules, state: State, seat: int, notes: Notes, province: int, traits: Row
) -> float:
    """Return what a market adds to the caravans of a province [M4]."""
    there = state.provinces[province]
    caravans = count(collects(there, seat) & CARAVANS)
    sites = count(rules.sites[province] & CARAVANS & ~there.built)
    yields = traits.same_good * (caravans + NOT_BUILT * sites)
    return rounds_left(rules, state, traits) * yields


@kernel
def worth_of_temple(
    rules: Rules, state: State, seat: int, notes: Notes, province: int, traits: Row
) -> float:
    """Return what a temple adds to the cities of a province [M4]."""
    there = state.provinces[province]
    cities = count(collects(there, seat) & CITIES)
    sites = count(rules.sites[province] & CITIES & ~there.built)
    yields = worth_of_coin(notes, traits) * (cities + NOT_BUILT * sites)
    return rounds_left(rules, state, traits) * yields


@kernel
def worth_of_land(
    rules: Rules, state: State, seat: int, notes: Notes, province: int, pieces: int, traits: Row
) -> float:
    """Return what a province without buildings is worth: its two best sites, less their prices."""
    best, second = 0.0, 0.0
    slots = rules.sites[province] & (CARAVANS | CITIES) & pieces
    for slot in members(slots):
        if has(CARAVANS, slot):
            worth = worth_of_caravan(rules, state, notes, province, slot, traits)
            worth -= PART_OF_PRICE * rules.prices[Item.CARAVAN]
        else:
            worth = worth_of_city(rules, state, seat, notes, province, slot, traits)
            worth -= PART_OF_PRICE * rules.prices[Item.CITY]
        if worth > best:
            best, second = worth, best
        elif worth > second:
            second = worth
    return traits.expansion * (best + NEXT_SITE * second)


@kernel
def spare_markers(rules: Rules, state: State, seat: int) -> int:
    """Return how many control markers no conversion that has begun will need [M13, M28]."""
    return state.players[seat].markers - n_converting(rules, state, seat)


@kernel
def n_converting(rules: Rules, state: State, seat: int) -> int:
    """Return in how many provinces a seat has begun to convert [M28]."""
    provinces = 0
    for province in range(rules.n_provinces):
        there = state.provinces[province]
        provinces += there.occupant == seat and has(there.seated, MARKER)
    return provinces
