"""What conquerors do with provinces: pillage, occupy, convert [M25–M28]."""

from simlab.engine.bits import has, lowest, members, single
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Words
from simlab.games.mare_nostrum.events import CONVERTED, CONVERTING, OCCUPYING, PILLAGED, SEATED
from simlab.games.mare_nostrum.rules.choice import PILLAGE, PROVINCE, SLOT, Choice, code, kind_of
from simlab.games.mare_nostrum.rules.land import (
    free_seats,
    is_conquered,
    leave_seat,
    n_seated,
    next_to,
    own_provinces,
    take_seat,
)
from simlab.games.mare_nostrum.rules.step import ask, begin_step
from simlab.games.mare_nostrum.rules.token import PILLAGED as BY_PILLAGE
from simlab.games.mare_nostrum.rules.token import collect, draw_legendary
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    CITY,
    COIN,
    MARKER,
    MARKET,
    NOTHING,
    SLOTS,
    Asks,
    State,
    Step,
)


@kernel
def ask_for_conversion(rules: Rules, state: State) -> None:
    """Ask whether to convert a province, if one can be [M28]."""
    if convertible(rules, state):
        ask(state, state.active, Asks.CONVERT)
    else:
        begin_step(state, Step.SEA_MOVES, 0)


@kernel
def convertible(rules: Rules, state: State) -> int:
    """Return the provinces that may be converted: still conquered, next to own ones [M28]."""
    seat = state.active
    if state.players[seat].markers == 0:
        return 0
    provinces = 0
    for province in range(rules.n_provinces):
        there = state.provinces[province]
        is_on_marker = there.occupant == seat and has(there.seated, MARKER)
        if is_on_marker and is_conquered(state, province, seat):
            provinces |= single(province)
    if provinces:
        provinces &= next_to(rules, state, own_provinces(rules, state, seat), seat)
    return provinces


@kernel
def convert(state: State, choice: int, journal: Journal) -> None:
    """Replace the marker of a conquered province by one's own, or convert no more [M28]."""
    if kind_of(choice) == Choice.END_CONVERSIONS:
        begin_step(state, Step.SEA_MOVES, 0)
        return
    province = PROVINCE.province(choice)
    there = state.provinces[province]
    player = state.players[state.active]
    note(journal, CONVERTED, state.active, province, there.owner)
    state.players[there.owner].markers += 1
    player.markers -= 1
    player.tally.conversions += 1
    there.owner = state.active
    free_seats(there)


@kernel
def ask_for_conquest(rules: Rules, state: State) -> bool:
    """Ask what to do with the next province conquered; say whether there was one [M25]."""
    for province in range(rules.n_provinces):
        if has(state.settled, province) or not is_conquered(state, province, state.active):
            continue
        there = state.provinces[province]
        if there.built or not has(there.seated, MARKER):
            state.target = province
            ask(state, state.active, Asks.CONQUEST)
            return True
    return False


@kernel
def conquer(rules: Rules, state: State, choice: int, rng: Words, journal: Journal) -> None:
    """Pillage, occupy, begin to convert, or leave a conquered province be [M25–M28]."""
    state.settled |= single(state.target)
    kind = kind_of(choice)
    if kind == Choice.LEAVE_BE:
        return
    state.players[state.active].tally.conquests += 1
    if kind == Choice.PILLAGE:
        pillage(rules, state, PILLAGE.slot(choice), PILLAGE.drawn(choice), rng, journal)
    elif kind == Choice.OCCUPY:
        begin_seating(state, journal)
    else:
        begin_conversion(state, journal)


@kernel
def pillage(
    rules: Rules, state: State, slot: int, is_draw: int, rng: Words, journal: Journal
) -> None:
    """Return a building to the supply and gain its yield [M26]."""
    seat, province = state.active, state.target
    there = state.provinces[province]
    there.built &= ~single(slot)
    if has(there.seated, slot):
        leave_seat(there, slot)
    state.players[seat].tally.pillages += 1
    note(journal, PILLAGED, seat, province, slot)
    if is_draw:
        draw_legendary(state, seat, BY_PILLAGE, rng, journal)
    elif slot < CITY:
        collect(state, seat, rules.goods[province, slot], 1, BY_PILLAGE, journal)
    elif slot < MARKET:
        collect(state, seat, COIN, 1, BY_PILLAGE, journal)


@kernel
def begin_seating(state: State, journal: Journal) -> None:
    """Take the whole garrison off its seats, to be seated again [M27]."""
    note(journal, OCCUPYING, state.active, state.target)
    free_seats(state.provinces[state.target])
    state.players[state.active].tally.occupations += 1
    ask(state, state.active, Asks.SEATING)


@kernel
def seat_legion(state: State, choice: int, journal: Journal) -> None:
    """Put a legion on a building, as long as there are legions and buildings [M27]."""
    if kind_of(choice) == Choice.END_SEATING:
        return
    seat, slot = state.active, SLOT.slot(choice)
    there = state.provinces[state.target]
    take_seat(there, seat, slot)
    note(journal, SEATED, seat, state.target, slot)
    if n_seated(there, seat) < there.legions[seat] and there.built & ~there.seated:
        ask(state, seat, Asks.SEATING)


@kernel
def begin_conversion(state: State, journal: Journal) -> None:
    """Put a legion on the marker: a free one, or else one off a building [M28]."""
    there = state.provinces[state.target]
    seated = n_seated(there, state.active)
    if there.legions[state.active] > seated:
        step_on_marker(state, NOTHING, journal)
    elif seated == 1:
        step_on_marker(state, lowest(there.seated), journal)
    else:
        ask(state, state.active, Asks.MARKER_SEAT)


@kernel
def step_on_marker(state: State, slot: int, journal: Journal) -> None:
    """Put a legion on the marker, from a building if need be [M28]."""
    there = state.provinces[state.target]
    if slot != NOTHING:
        leave_seat(there, slot)
    take_seat(there, state.active, MARKER)
    note(journal, CONVERTING, state.active, state.target, slot)


@kernel
def list_conversions(rules: Rules, state: State, menu: Ints) -> int:
    """List the provinces that may be converted [M28]."""
    menu[0] = code(Choice.END_CONVERSIONS)
    n = 1
    for province in members(convertible(rules, state)):
        menu[n] = code(Choice.CONVERT, province)
        n += 1
    return n


@kernel
def list_conquest(rules: Rules, state: State, menu: Ints) -> int:
    """List what may be done with a conquered province [M26–M28]."""
    there = state.provinces[state.target]
    menu[0] = code(Choice.LEAVE_BE)
    n = 1
    for slot in range(SLOTS):
        if has(there.built, slot):
            menu[n] = code(Choice.PILLAGE, slot, 0)
            n += 1
            if has(rules.legendary[state.target], slot):
                menu[n] = code(Choice.PILLAGE, slot, 1)
                n += 1
    if there.built:
        menu[n] = code(Choice.OCCUPY)
        n += 1
    if not has(there.seated, MARKER):
        menu[n] = code(Choice.BEGIN_CONVERSION)
        n += 1
    return n


@kernel
def list_seats(state: State, menu: Ints) -> int:
    """List the buildings not yet occupied, after the first one also the end of it [M27]."""
    there = state.provinces[state.target]
    n = 0
    if there.seated:
        menu[n] = code(Choice.END_SEATING)
        n += 1
    return list_slots(menu, n, Choice.SEAT, there.built & ~there.seated)


@kernel
def list_slots(menu: Ints, n: int, choice: int, slots: int) -> int:
    """List a set of slots."""
    for slot in members(slots):
        menu[n] = code(choice, slot)
        n += 1
    return n
