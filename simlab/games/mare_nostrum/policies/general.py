"""War: which battles to fight, and what to do with conquests."""

from simlab.engine.bits import count, has, members, single
from simlab.engine.kernel import kernel
from simlab.engine.menu import is_on
from simlab.engine.record import Ints, Row
from simlab.games.mare_nostrum.policies.guard import note_threats, risk
from simlab.games.mare_nostrum.policies.income import n_converting
from simlab.games.mare_nostrum.policies.march import begin_plans
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.policies.odds import gain_at_sea, odds_of
from simlab.games.mare_nostrum.policies.prize import (
    best_slot,
    stake,
    worst_slot,
    worth_of_slot,
)
from simlab.games.mare_nostrum.rules.choice import (
    LAND_BATTLE,
    SEA_BATTLE,
    SLOT,
    Choice,
    code,
    kind_of,
)
from simlab.games.mare_nostrum.rules.land import n_seated, next_to, own_provinces
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import MARKER, State

CLEARLY = 1e-9
"""Triremes by which a battle at sea must be better than none."""


@kernel
def choose_sea_battle(rules: Rules, state: State, seat: int, menu: Ints) -> int:
    """Fight where the rival is expected to lose more triremes, else not [M20]."""
    # the first that pays will do: after it the player is asked again
    for i in range(1, menu.shape[0]):
        sea, rival = SEA_BATTLE.sea(menu[i]), SEA_BATTLE.opponent(menu[i])
        if gain_at_sea(rules, state, seat, rival, sea) > CLEARLY:
            return menu[i]
    return code(Choice.END_SEA_BATTLES)


@kernel
def choose_land_battle(rules: Rules, state: State, seat: int, menu: Ints) -> int:
    """Fight the battle with the best odds first."""
    best, most = menu[0], -1.0
    for i in range(menu.shape[0]):
        province, rival = LAND_BATTLE.province(menu[i]), LAND_BATTLE.opponent(menu[i])
        legions = state.provinces[province].legions[seat]
        odds = odds_of(rules, state, seat, province, rival, legions)
        if odds > most:
            best, most = menu[i], odds
    return best


@kernel
def choose_conquest(
    rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row
) -> int:
    """Occupy where legions are free, else convert, else pillage what is left to the owner."""
    # nothing is noted yet if no move was asked for in this turn
    begin_plans(rules, state, seat, notes, traits)
    province = state.target
    there = state.provinces[province]
    unseized = there.built & ~there.seated
    if prefers_conversion(rules, state, seat, province, notes, traits):
        is_begun = has(there.seated, MARKER)
        return code(Choice.LEAVE_BE) if is_begun else code(Choice.BEGIN_CONVERSION)
    # occupying before pillaging: the building yields each round, and the rival lacks it
    if unseized and there.legions[seat] > n_seated(there, seat):
        return code(Choice.OCCUPY)
    conversion = code(Choice.BEGIN_CONVERSION)
    if is_on(menu, conversion) and can_convert(rules, state, seat, province):
        return conversion
    if unseized:
        slot = best_slot(rules, state, seat, province, unseized, notes, traits)
        return code(Choice.PILLAGE, slot, has(rules.legendary[province], slot))
    return code(Choice.LEAVE_BE)


@kernel
def prefers_conversion(
    rules: Rules, state: State, seat: int, province: int, notes: Notes, traits: Row
) -> bool:
    """Say whether a conversion promises more than to occupy with all free legions [M27, M28]."""
    # no scripted policy has it on; the threats that follow are the dear part
    if traits.conversion == 0.0:
        return False
    there = state.provinces[province]
    free = there.legions[seat] - n_seated(there, seat)
    occupied = stake(rules, state, seat, province, free, notes, traits)
    return worth_of_conversion(rules, state, seat, province, notes, traits) > occupied


@kernel
def worth_of_conversion(
    rules: Rules, state: State, seat: int, province: int, notes: Notes, traits: Row
) -> float:
    """Return what it is worth to convert a province, if its legions stay until then [M28]."""
    there = state.provinces[province]
    if not may_convert(rules, state, seat, province):
        return 0.0
    # all rivals move before the next own turn, in which the conversion ends
    note_threats(rules, state, seat, -1, notes)
    stays = 1.0 - risk(rules, state, seat, province, there.legions[seat], 0, notes)
    # one for the land itself, so that an empty province is worth converting, too
    whole = 1.0
    for slot in members(there.built):
        whole += worth_of_slot(rules, state, seat, province, slot, notes, traits)
    return traits.conversion * stays * whole


@kernel
def can_convert(rules: Rules, state: State, seat: int, province: int) -> bool:
    """Say whether a conversion may succeed and gives up less than it wins [M28]."""
    there = state.provinces[province]
    is_worth_it = there.legions[seat] > n_seated(there, seat) or count(there.built) > 1
    return is_worth_it and may_convert(rules, state, seat, province)


@kernel
def may_convert(rules: Rules, state: State, seat: int, province: int) -> bool:
    """Say whether a conversion, begun or not, has a marker, is near, and may last [M15, M28].

    The owner of a capital places a legion in it, which ends any conversion there.
    """
    there = state.provinces[province]
    others = n_converting(rules, state, seat) - has(there.seated, MARKER)
    if province == rules.capital[there.owner] or state.players[seat].markers <= others:
        return False
    return has(next_to(rules, state, own_provinces(rules, state, seat), seat), province)


@kernel
def choose_slot(
    rules: Rules, state: State, seat: int, menu: Ints, province: int, notes: Notes, traits: Row
) -> int:
    """Seat a legion where it is worth most, or give up the seat that is worth least."""
    slots = 0
    kind = kind_of(menu[menu.shape[0] - 1])
    for i in range(menu.shape[0]):
        if kind_of(menu[i]) == kind:
            slots |= single(SLOT.slot(menu[i]))
    if kind == Choice.SEAT:
        return code(kind, best_slot(rules, state, seat, province, slots, notes, traits))
    return code(kind, worst_slot(rules, state, seat, province, slots, notes, traits))
