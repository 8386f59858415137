"""The map as it stands: who holds, occupies and besieges what, and what is next to it."""

from simlab.engine.bits import count, has, members, single
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.games.mare_nostrum.events import STEPPED_OFF
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import MARKER, NOBODY, Province, State


@kernel
def own_provinces(rules: Rules, state: State, seat: int) -> int:
    """Return the set of the provinces with a seat's control marker."""
    provinces = 0
    for province in range(rules.n_provinces):
        if state.provinces[province].owner == seat:
            provinces |= single(province)
    return provinces


@kernel
def own_seas(rules: Rules, state: State, seat: int) -> int:
    """Return the set of the seas with a seat's triremes."""
    seas = 0
    for sea in range(rules.n_seas):
        if state.triremes[sea, seat] > 0:
            seas |= single(sea)
    return seas


@kernel
def coasts_of(rules: Rules, provinces: int) -> int:
    """Return the seas at some provinces."""
    seas = 0
    for province in members(provinces):
        seas |= rules.coasts[province]
    return seas


@kernel
def chain(rules: Rules, seas: int, open_seas: int) -> int:
    """Return the open seas that hang together with some of these, themselves if open [M13, M21]."""
    reached = 0
    ahead = seas & open_seas
    while ahead:
        reached |= ahead
        links = 0
        for sea in members(ahead):
            links |= rules.sea_links[sea]
        ahead = links & open_seas & ~reached
    return reached


@kernel
def shores_of(rules: Rules, seas: int) -> int:
    """Return the provinces at some seas."""
    provinces = 0
    for sea in members(seas):
        provinces |= rules.shores[sea]
    return provinces


@kernel
def next_to(rules: Rules, state: State, provinces: int, seat: int) -> int:
    """Return the provinces next to some by land, or through a chain of own triremes [M13]."""
    return next_to_with(rules, state, provinces, own_seas(rules, state, seat))


@kernel
def next_to_with(rules: Rules, state: State, provinces: int, own: int) -> int:
    """Return the provinces next to some, were own triremes in these seas [M13]."""
    near = shores_of(rules, chain(rules, coasts_of(rules, provinces), own))
    for province in members(provinces):
        near |= rules.land[province]
    return near & state.in_play


@kernel
def has_enemy(state: State, province: int, seat: int) -> bool:
    """Say whether units of others stand in a province, a lone fortress included [M15, M22]."""
    there = state.provinces[province]
    if there.fortress and there.owner != seat:
        return True
    for other in range(state.n_players):
        if other != seat and there.legions[other] > 0:
            return True
    return False


@kernel
def has_units(state: State, province: int, seat: int) -> bool:
    """Say whether a seat has units in a province."""
    there = state.provinces[province]
    return there.legions[seat] > 0 or (there.fortress == 1 and there.owner == seat)


@kernel
def is_conquered(state: State, province: int, seat: int) -> bool:
    """Say whether a seat alone holds units in a rival's province [M25]."""
    there = state.provinces[province]
    is_rival = there.owner != NOBODY and there.owner != seat
    return is_rival and there.legions[seat] > 0 and not has_enemy(state, province, seat)


@kernel
def collects(there: Province, seat: int) -> int:
    """Return the built slots of a province that a seat collects from [M5, M27]."""
    slots = 0
    if there.owner == seat:
        slots |= there.built & ~there.seated
    if there.occupant == seat:
        slots |= there.built & there.seated
    return slots


@kernel
def n_seated(there: Province, seat: int) -> int:
    """Return how many legions of a seat stand on buildings or on the marker."""
    return count(there.seated) if there.occupant == seat else 0


@kernel
def take_seat(there: Province, seat: int, slot: int) -> None:
    """Put a unit on a building or on the marker [M27, M28]."""
    there.occupant = seat
    there.seated |= single(slot)


@kernel
def leave_seat(there: Province, slot: int) -> None:
    """Take a unit off a building or the marker, which its owner controls again [M27]."""
    there.seated &= ~single(slot)
    if there.seated == 0:
        there.occupant = NOBODY


@kernel
def free_seats(there: Province) -> None:
    """Take all units off the buildings and the marker of a province."""
    there.seated = 0
    there.occupant = NOBODY


@kernel
def interrupt_conversion(state: State, province: int, journal: Journal) -> None:
    """Let a unit step off the marker when another's unit is in the province [M28]."""
    there = state.provinces[province]
    if there.occupant == NOBODY or not has(there.seated, MARKER):
        return
    if has_enemy(state, province, there.occupant):
        note(journal, STEPPED_OFF, there.occupant, province)
        leave_seat(there, MARKER)
