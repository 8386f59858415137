"""Defence: what rivals can land where, and what units are worth against it."""

from simlab.engine.bits import count, has, members, single
from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.mare_nostrum.policies.candidates import consider
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.policies.odds import odds_on_land
from simlab.games.mare_nostrum.policies.race import VICTORY
from simlab.games.mare_nostrum.rules.choice import Choice, code
from simlab.games.mare_nostrum.rules.land import chain, own_seas, shores_of
from simlab.games.mare_nostrum.rules.price import price_of
from simlab.games.mare_nostrum.rules.site import peaceful_provinces
from simlab.games.mare_nostrum.rules.standing import cities_towards_win
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import CARAVANS, CITIES, NOBODY, NOTHING, Item, State, Track

GREAT = 2
"""Buildings that a capital or legendary city counts for beyond itself where it is guarded."""
MOST_GUARDS = 2
"""Most legions that stay at home for a great city."""
FORTRESS_UNITS = 2
"""Legions as which a fortress counts for how much an attack is deterred."""


@kernel
def note_threats(rules: Rules, state: State, seat: int, rivals: int, notes: Notes) -> None:
    """Note the most legions that one of some rivals can bring to each province in one turn."""
    notes.threats[:] = 0
    notes.threat_by[:] = NOBODY
    for rival in range(state.n_players):
        if rival == seat or not has(rivals, rival):
            continue
        count_reach(rules, state, rival, notes)
        for province in range(rules.n_provinces):
            if notes.reach[province] > notes.threats[province]:
                notes.threats[province] = notes.reach[province]
                notes.threat_by[province] = rival


@kernel
def count_reach(rules: Rules, state: State, rival: int, notes: Notes) -> None:
    """Note how many legions a rival can bring to each province, after one move of its triremes."""
    notes.reach[:] = 0
    seas = own_seas(rules, state, rival)
    sailed = seas
    # one move of a trireme, as each sails once in a turn [M20]
    for sea in members(seas):
        sailed |= rules.sea_links[sea]
    for origin in range(rules.n_provinces):
        legions = state.provinces[origin].legions[rival]
        if legions == 0:
            continue
        coasts = rules.coasts[origin]
        targets = rules.land[origin] | single(origin)
        targets |= shores_of(rules, chain(rules, coasts, seas) | (coasts & sailed))
        # with fewer players, part of the map is left out
        targets &= state.in_play
        for province in members(targets):
            notes.reach[province] += legions


@kernel
def risk(
    rules: Rules, state: State, seat: int, province: int, legions: int, fort: int, notes: Notes
) -> float:
    """Return the chance to lose a province to the rival who threatens it most."""
    rival, threat = notes.threat_by[province], notes.threats[province]
    if rival == NOBODY:
        return 0.0
    return odds_on_land(rules, state, rival, seat, threat, legions, fort)


@kernel
def appraise_units(rules: Rules, state: State, seat: int, notes: Notes, traits: Row) -> None:
    """Note what a legion and a fortress are worth where they are best [M14]."""
    level = notes.level_worth[Track.MILITARY]
    player = state.players[seat]
    note_threats(rules, state, seat, -1, notes)
    price = price_of(rules, state, seat, Item.FORTRESS)
    best = -VICTORY
    notes.post = NOTHING
    for province in members(peaceful_provinces(rules, state, seat)):
        there = state.provinces[province]
        legions, fort = there.legions[seat], there.fortress
        now = risk(rules, state, seat, province, legions, fort, notes)
        stake = stake_at_home(rules, state, seat, province, notes)
        at_stake = traits.defence * stake
        # besides the odds: attackers march to where the prize per unit is greatest (`note_stakes`)
        exposed = traits.deterrence * stake * (notes.threats[province] > 0)
        units = legions + FORTRESS_UNITS * fort
        worth = at_stake * (now - risk(rules, state, seat, province, legions + 1, fort, notes))
        worth += exposed * deterrence(units, 1) + notes.guard_gain[province]
        if worth > best:
            best, notes.post = worth, province
        if player.fortresses > 0 and not fort:
            worth = at_stake * (now - risk(rules, state, seat, province, legions, 1, notes))
            worth += exposed * deterrence(units, FORTRESS_UNITS) + notes.fortress_gain[province]
            worth += traits.fortress
            consider(notes, code(Choice.BUY_FORTRESS, province), price, level + worth)
    # one entry for all legions, at the best post, so that they do not fill the short list
    if player.legions > 0 and notes.post != NOTHING:
        price = price_of(rules, state, seat, Item.LEGION)
        worth = traits.legion + level + best
        consider(notes, code(Choice.BUY_LEGION, notes.post), price, worth)


@kernel
def deterrence(units: int, n: int) -> float:
    """Return by how much a prize shrinks to an attacker for `n` units more beside some.

    It is divided by the units and one, since each of them costs the attacker about as much.
    """
    return 1.0 / (1 + units) - 1.0 / (1 + units + n)


@kernel
def stake_at_home(rules: Rules, state: State, seat: int, province: int, notes: Notes) -> float:
    """Return how many buildings are lost with a province; a victory of the rival counts most."""
    there = state.provinces[province]
    great = count(there.built & rules.great[province])
    at_stake = 1.0 * count(there.built & (CARAVANS | CITIES)) + GREAT * great
    rival = notes.threat_by[province]
    if great == 0 or rival == NOBODY:
        return at_stake
    would_win = cities_towards_win(rules, state, rival) + great >= rules.cities_to_win
    return at_stake * (1 + GREAT * would_win)


@kernel
def guards_needed(
    rules: Rules, state: State, seat: int, province: int, notes: Notes, traits: Row
) -> int:
    """Return how many legions should stay in an own province with a great city."""
    there = state.provinces[province]
    if there.owner != seat or not there.built & rules.great[province]:
        return 0
    needed = 0
    before = risk(rules, state, seat, province, 0, there.fortress, notes)
    for guards in range(1, MOST_GUARDS + 1):
        after = risk(rules, state, seat, province, guards, there.fortress, notes)
        if before - after >= traits.guard:
            # a second guard may help where one alone does not, so the search goes on
            needed = guards
        before = after
    return needed
