"""Triremes: what one opens the way to in the sea where it is bought."""

from simlab.engine.bits import count, lowest, members, single
from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.mare_nostrum.policies.candidates import consider
from simlab.games.mare_nostrum.policies.income import spare_markers, worth_of_land
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.rules.choice import Choice, code
from simlab.games.mare_nostrum.rules.land import (
    has_enemy,
    next_to_with,
    own_provinces,
    own_seas,
)
from simlab.games.mare_nostrum.rules.price import price_of
from simlab.games.mare_nostrum.rules.site import slots_with_pieces, trireme_sites
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import NOBODY, Item, State, Track


@kernel
def appraise_trireme(rules: Rules, state: State, seat: int, notes: Notes, traits: Row) -> None:
    """Note what a trireme is worth in the sea where it opens most [M14]."""
    seas = trireme_sites(rules, state, seat)
    if not seas:
        return
    best, place = -1.0, lowest(seas)
    for sea in members(seas):
        worth = worth_of_sea(rules, state, seat, sea, notes, traits)
        if worth > best:
            best, place = worth, sea
    price = price_of(rules, state, seat, Item.TRIREME)
    worth = best + notes.level_worth[Track.MILITARY]
    consider(notes, code(Choice.BUY_TRIREME, place), price, worth)


@kernel
def worth_of_sea(
    rules: Rules, state: State, seat: int, sea: int, notes: Notes, traits: Row
) -> float:
    """Return what a trireme adds in a sea; nothing where there is one already."""
    if state.triremes[sea, seat] > 0:
        return 0.0
    worth = traits.trireme * n_free(state, seat, rules.shores[sea] & state.in_play)
    if traits.landing > 0.0 or traits.raiding > 0.0:
        opened = provinces_in_reach(rules, state, seat, sea)
        worth += traits.landing * best_land(rules, state, seat, opened, notes, traits)
        worth += traits.raiding * best_raid(state, seat, opened)
    return worth


@kernel
def is_free(state: State, seat: int, province: int) -> bool:
    """Say whether a province is nobody's, without units of rivals [M13]."""
    return state.provinces[province].owner == NOBODY and not has_enemy(state, province, seat)


@kernel
def n_free(state: State, seat: int, provinces: int) -> int:
    """Return how many of some provinces are free to be marked."""
    free = 0
    for province in members(provinces):
        free += is_free(state, seat, province)
    return free


@kernel
def provinces_in_reach(rules: Rules, state: State, seat: int, sea: int) -> int:
    """Return the provinces that come next to a seat's own by one more trireme [M13]."""
    own, seas = own_provinces(rules, state, seat), own_seas(rules, state, seat)
    before = own | next_to_with(rules, state, own, seas)
    return next_to_with(rules, state, own, seas | single(sea)) & ~before


@kernel
def best_land(
    rules: Rules, state: State, seat: int, provinces: int, notes: Notes, traits: Row
) -> float:
    """Return what the best free one of some provinces is worth, 0 if none can be marked."""
    if spare_markers(rules, state, seat) <= 0:
        return 0.0
    pieces = slots_with_pieces(rules, state)
    best = 0.0
    for province in members(provinces):
        if is_free(state, seat, province):
            worth = worth_of_land(rules, state, seat, notes, province, pieces, traits)
            best = max(best, worth)
    return best


@kernel
def best_raid(state: State, seat: int, provinces: int) -> float:
    """Return the most buildings of a rival for each of its units and one more in some provinces."""
    best = 0.0
    for province in members(provinces):
        there = state.provinces[province]
        if there.owner != NOBODY:
            defenders = there.legions[there.owner] + there.fortress
            best = max(best, count(there.built) / (1.0 + defenders))
    return best
