"""The military chapter: turn order, moves, and what comes of conquests [M19–M22, M25–M28]."""

from simlab.engine.bits import count, has, lowest, members, single
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints
from simlab.games.mare_nostrum.events import (
    LEGION_MOVED,
    ORDER_NAMED,
    SEA_NAMED,
    TRIREME_MOVED,
    TURN_BEGAN,
)
from simlab.games.mare_nostrum.rules.choice import MARCH, SAIL, SEA, Choice, code, kind_of
from simlab.games.mare_nostrum.rules.land import (
    chain,
    leave_seat,
    n_seated,
    own_seas,
    shores_of,
)
from simlab.games.mare_nostrum.rules.step import ask, begin_step
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    NOTHING,
    Asks,
    Power,
    State,
    Step,
    Track,
)


@kernel
def name_next(state: State, seat: int, journal: Journal) -> None:
    """Give a seat the next place in the order of military turns [M19]."""
    note(journal, ORDER_NAMED, state.titles[Track.MILITARY], seat, state.n_ordered)
    state.order[state.n_ordered] = seat
    state.n_ordered += 1
    state.waiting &= ~single(seat)


@kernel
def ask_for_order(state: State, journal: Journal) -> None:
    """Let the Military leader name the complete order; the last one needs no naming [M19]."""
    if count(state.waiting) > 1:
        ask(state, state.titles[Track.MILITARY], Asks.ORDER)
        return
    if state.waiting:
        name_next(state, lowest(state.waiting), journal)
    begin_military_turn(state, 0, journal)


@kernel
def begin_military_turn(state: State, turn: int, journal: Journal) -> None:
    """Make all units of the next seat ready to move once [M19–M21]."""
    seat = state.order[turn]
    state.turn = turn
    state.active = seat
    for sea in range(state.ready_triremes.shape[0]):
        state.ready_triremes[sea] = state.triremes[sea, seat]
    for province in range(state.ready_legions.shape[0]):
        state.ready_legions[province] = state.provinces[province].legions[seat]
    state.by_sea = 0
    state.named_sea = NOTHING
    state.fought_seas = 0
    state.fought_provinces = 0
    state.settled = 0
    state.battle_place = NOTHING
    note(journal, TURN_BEGAN, seat)
    begin_step(state, Step.CONVERSIONS, 0)


@kernel
def ask_for_trireme(rules: Rules, state: State) -> None:
    """Ask for a move of a trireme, if any may still move [M20]."""
    for sea in range(rules.n_seas):
        if state.ready_triremes[sea] > 0 and sea_targets(rules, state, sea):
            ask(state, state.active, Asks.MOVE_TRIREME)
            return
    begin_step(state, Step.SEA_BATTLES, 0)


@kernel
def sea_targets(rules: Rules, state: State, sea: int) -> int:
    """Return the seas that a trireme may go to: the next ones, or farther by a power [M20]."""
    seas = single(sea)
    for _ in range(max(1, state.players[state.active].power[Power.TRIREMES])):
        for reached in members(seas):
            seas |= rules.sea_links[reached]
    return seas & ~single(sea)


@kernel
def move_trireme(state: State, choice: int, journal: Journal) -> None:
    """Move a trireme, which moves no more in this turn [M20]."""
    if kind_of(choice) == Choice.END_SEA_MOVES:
        begin_step(state, Step.SEA_BATTLES, 0)
        return
    origin, sea = SAIL.sea(choice), SAIL.to_sea(choice)
    state.ready_triremes[origin] -= 1
    state.triremes[origin, state.active] -= 1
    state.triremes[sea, state.active] += 1
    note(journal, TRIREME_MOVED, state.active, origin, sea)


@kernel
def ask_for_legion(rules: Rules, state: State) -> None:
    """Ask for a move of a legion, if any may still move [M21]."""
    open_seas = open_to_legions(rules, state)
    for province in range(rules.n_provinces):
        can_go = land_targets(rules, state, province, open_seas) or may_name_sea(state)
        if state.ready_legions[province] > 0 and can_go:
            ask(state, state.active, Asks.MOVE_LEGION)
            return
    begin_step(state, Step.LAND_BATTLES, 0)


@kernel
def may_name_sea(state: State) -> bool:
    """Say whether the player may still name the sea that a power opens to legions."""
    has_power = state.players[state.active].power[Power.CROSS_SEA] > 0
    return has_power and state.named_sea == NOTHING


@kernel
def open_to_legions(rules: Rules, state: State) -> int:
    """Return the seas that legions may cross: with own triremes, or named [M21]."""
    seas = own_seas(rules, state, state.active)
    return seas if state.named_sea == NOTHING else seas | single(state.named_sea)


@kernel
def land_targets(rules: Rules, state: State, province: int, open_seas: int) -> int:
    """Return the provinces that a legion may go to, by land or through a chain of seas [M21]."""
    by_sea = shores_of(rules, chain(rules, rules.coasts[province], open_seas))
    return (rules.land[province] | by_sea) & state.in_play & ~single(province)


@kernel
def choose_legion(rules: Rules, state: State, choice: int, journal: Journal) -> None:
    """Move a legion, name a sea, or end the moves; free legions go before seated ones [M21]."""
    kind = kind_of(choice)
    if kind == Choice.END_LEGION_MOVES:
        begin_step(state, Step.LAND_BATTLES, 0)
        return
    if kind == Choice.NAME_SEA:
        state.named_sea = SEA.sea(choice)
        note(journal, SEA_NAMED, state.active, state.named_sea)
        return
    origin, province = MARCH.province(choice), MARCH.to(choice)
    there = state.provinces[origin]
    seated = n_seated(there, state.active)
    if state.ready_legions[origin] > seated:
        move_legion(rules, state, origin, province, NOTHING, journal)
    elif seated == 1:
        move_legion(rules, state, origin, province, lowest(there.seated), journal)
    else:
        state.target = origin
        state.leaving_to = province
        ask(state, state.active, Asks.LEAVE_SEAT)


@kernel
def move_legion(
    rules: Rules, state: State, origin: int, province: int, slot: int, journal: Journal
) -> None:
    """Move a legion, off the building or marker where it stood, if any [M21, M27]."""
    seat = state.active
    if slot != NOTHING:
        leave_seat(state.provinces[origin], slot)
    state.ready_legions[origin] -= 1
    state.provinces[origin].legions[seat] -= 1
    state.provinces[province].legions[seat] += 1
    by_sea = not has(rules.land[origin], province)
    if by_sea:
        state.by_sea |= single(province)
    note(journal, LEGION_MOVED, seat, origin, province, slot, by_sea)


@kernel
def list_order(state: State, menu: Ints) -> int:
    """List the seats that have no place in the order yet [M19]."""
    n = 0
    for seat in range(state.n_players):
        if has(state.waiting, seat):
            menu[n] = code(Choice.ORDER, seat)
            n += 1
    return n


@kernel
def list_sea_moves(rules: Rules, state: State, menu: Ints) -> int:
    """List the moves of triremes [M20]."""
    menu[0] = code(Choice.END_SEA_MOVES)
    n = 1
    for sea in range(rules.n_seas):
        if state.ready_triremes[sea] > 0:
            n = list_moves(menu, n, Choice.MOVE_TRIREME, sea, sea_targets(rules, state, sea))
    return n


@kernel
def list_legion_moves(rules: Rules, state: State, menu: Ints) -> int:
    """List the moves of legions, and the seas that may be named [M21]."""
    menu[0] = code(Choice.END_LEGION_MOVES)
    n = 1
    open_seas = open_to_legions(rules, state)
    for province in range(rules.n_provinces):
        if state.ready_legions[province] > 0:
            targets = land_targets(rules, state, province, open_seas)
            n = list_moves(menu, n, Choice.MOVE_LEGION, province, targets)
    if may_name_sea(state):
        for sea in range(rules.n_seas):
            menu[n] = code(Choice.NAME_SEA, sea)
            n += 1
    return n


@kernel
def list_moves(menu: Ints, n: int, choice: int, origin: int, targets: int) -> int:
    """List the moves from one place to some others."""
    for target in members(targets):
        menu[n] = code(choice, origin, target)
        n += 1
    return n
