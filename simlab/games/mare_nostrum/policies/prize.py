"""The value of buildings to a seat that seizes them."""

from simlab.engine.bits import count, has, lowest, members, single
from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.mare_nostrum.policies.income import (
    rounds_left,
    worth_of_coin,
    worth_of_good,
    worth_of_great_city,
)
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.policies.race import (
    REPRIEVE,
    VICTORY,
    alarm,
    shortage,
    worth_of_breaking,
)
from simlab.games.mare_nostrum.rules.land import collects
from simlab.games.mare_nostrum.rules.standing import cities_towards_win
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    CARAVANS,
    CITIES,
    CITY,
    MARKER,
    MARKET,
    NOTHING,
    TEMPLE,
    Province,
    State,
    Track,
)

SEIZED_ROUNDS = 3.0
"""Rounds for which a seized building is expected to yield."""


@kernel
def worth_of_slot(
    rules: Rules, state: State, seat: int, province: int, slot: int, notes: Notes, traits: Row
) -> float:
    """Return what it is worth to collect from a building of a rival, and that he does not."""
    there = state.provinces[province]
    rounds = min(SEIZED_ROUNDS, rounds_left(rules, state, traits))
    worth = 0.0
    if slot < CITY:
        worth = rounds * worth_of_good(notes, rules.goods[province, slot], traits)
        worth += rules.occupant_counts * notes.level_worth[Track.TRADE]
    elif slot < MARKET:
        worth = rounds * worth_of_coin(notes, traits)
        worth += rules.occupant_counts * notes.level_worth[Track.CULTURE]
        if has(rules.great[province], slot):
            worth += worth_of_great_city(rules, state, seat, traits)
    elif slot == MARKET:
        # half: it doubles only caravans that the same player seizes [M27]
        worth = rounds * traits.same_good * count(there.built & CARAVANS) / 2.0
    elif slot == TEMPLE:
        # half, as for a market
        worth = rounds * traits.coin * count(there.built & CITIES) / 2.0
    # what a rival loses helps against this one alone, so it counts for a part
    worth *= 1.0 + traits.rivalry
    return worth + worth_of_stopping(rules, state, seat, province, slot, notes, traits)


@kernel
def worth_of_stopping(
    rules: Rules, state: State, seat: int, province: int, slot: int, notes: Notes, traits: Row
) -> float:
    """Return what it is worth that a rival near a win does not collect from a building [M31]."""
    rival = rival_at(state.provinces[province], seat, slot)
    if has(rules.great[province], slot):
        cities = cities_towards_win(rules, state, rival)
        # he has won at the end of the phase unless one city is taken back now [M31]
        if cities >= rules.cities_to_win:
            return REPRIEVE
        if cities + 1 == rules.cities_to_win:
            return traits.denial
    if rival == notes.claimant and rules.occupant_counts:
        is_trade = slot < CITY or slot == MARKET
        track = Track.TRADE if is_trade else Track.CULTURE
        breaking = worth_of_breaking(notes, rival, track, 1)
        if breaking > 0.0:
            return breaking
    return traits.denial * alarm(shortage(rules, state, rival))


@kernel
def rival_at(there: Province, seat: int, slot: int) -> int:
    """Return the rival who collects from a building, or would if a seat did not."""
    is_held = has(there.seated, slot) and there.occupant != seat
    return there.occupant if is_held else there.owner


@kernel
def stake(
    rules: Rules,
    state: State,
    seat: int,
    province: int,
    legions: int,
    notes: Notes,
    traits: Row,
) -> float:
    """Return the value that a number of legions could seize or win back in a province."""
    slots = state.provinces[province].built & ~collects(state.provinces[province], seat)
    total = 0.0
    # a legion for each building, the best first [M27]
    for _ in range(legions):
        slot = best_slot(rules, state, seat, province, slots, notes, traits)
        if slot == NOTHING:
            break
        slots &= ~single(slot)
        total += worth_of_slot(rules, state, seat, province, slot, notes, traits)
    return total


@kernel
def best_slot(
    rules: Rules, state: State, seat: int, province: int, slots: int, notes: Notes, traits: Row
) -> int:
    """Return the building among some that is worth most, or NOTHING."""
    best, most = NOTHING, -1.0
    for slot in members(slots):
        worth = worth_of_slot(rules, state, seat, province, slot, notes, traits)
        if worth > most:
            best, most = slot, worth
    return best


@kernel
def worst_slot(
    rules: Rules, state: State, seat: int, province: int, slots: int, notes: Notes, traits: Row
) -> int:
    """Return the slot among some that is worth least; the marker if it is among them last."""
    worst, least = lowest(slots), VICTORY
    for slot in members(slots):
        # giving up the marker would end a conversion that has lasted a round already
        worth = VICTORY / 2.0
        if slot != MARKER:
            worth = worth_of_slot(rules, state, seat, province, slot, notes, traits)
        if worth < least:
            worst, least = slot, worth
    return worst


@kernel
def stake_of_owner(there: Province, traits: Row) -> float:
    """Return what it is worth to drive a rival out of an own province."""
    return traits.defence * SEIZED_ROUNDS * count(there.built)
