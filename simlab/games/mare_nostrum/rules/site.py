"""Where things may be placed [M13–M15]."""

from simlab.engine.bits import count, has, members, single
from simlab.engine.kernel import kernel
from simlab.games.mare_nostrum.rules.land import coasts_of, has_enemy, next_to, own_provinces
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import CARAVANS, CITIES, MARKET, NOBODY, TEMPLE, State


@kernel
def marker_sites(rules: Rules, state: State, seat: int) -> int:
    """Return the provinces that a player may mark [M13]."""
    if state.players[seat].markers == 0:
        return 0
    base = own_provinces(rules, state, seat) & ~state.marked
    provinces = 0
    for province in members(next_to(rules, state, base, seat)):
        if state.provinces[province].owner == NOBODY and not has_enemy(state, province, seat):
            provinces |= single(province)
    return provinces


@kernel
def peaceful_provinces(rules: Rules, state: State, seat: int) -> int:
    """Return the own provinces without enemy units, and the own capital in any case [M15]."""
    provinces = 0
    for province in range(rules.n_provinces):
        if state.provinces[province].owner == seat:
            is_capital = province == rules.capital[seat]
            if is_capital or not has_enemy(state, province, seat):
                provinces |= single(province)
    return provinces


@kernel
def provinces_to_build_in(rules: Rules, state: State, seat: int) -> int:
    """Return the own provinces where one may build [M14, M15]."""
    provinces = peaceful_provinces(rules, state, seat)
    return provinces if rules.build_when_marked else provinces & ~state.marked


@kernel
def slots_with_pieces(rules: Rules, state: State) -> int:
    """Return the slots of all kinds of buildings of which the box has pieces left [M14]."""
    caravans, cities, markets, temples = 0, 0, 0, 0
    for province in range(rules.n_provinces):
        built = state.provinces[province].built
        if built:
            caravans += count(built & CARAVANS)
            cities += count(built & CITIES)
            markets += has(built, MARKET)
            temples += has(built, TEMPLE)
    slots = 0
    if caravans < rules.caravan_pieces:
        slots |= CARAVANS
    if cities < rules.city_pieces:
        slots |= CITIES
    if markets < rules.market_pieces:
        slots |= single(MARKET)
    if temples < rules.temple_pieces:
        slots |= single(TEMPLE)
    return slots


@kernel
def trireme_sites(rules: Rules, state: State, seat: int) -> int:
    """Return the seas next to own provinces, if a trireme is left in the pool [M14]."""
    if state.players[seat].triremes == 0:
        return 0
    return coasts_of(rules, own_provinces(rules, state, seat))


@kernel
def fortress_sites(state: State, seat: int, provinces: int) -> int:
    """Return those of some own provinces that may get a fortress [M14]."""
    if state.players[seat].fortresses == 0:
        return 0
    sites = 0
    for province in members(provinces):
        if not state.provinces[province].fortress:
            sites |= single(province)
    return sites
