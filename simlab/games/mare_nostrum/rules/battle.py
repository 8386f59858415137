"""Battles at sea and on land [M20, M22–M24]."""

from simlab.engine.bits import has, lowest, single
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Words
from simlab.engine.rng import below
from simlab.games.mare_nostrum.events import (
    BATTLE_BEGAN,
    COUNTED,
    LEGION_CONVERTED,
    LOST,
    ROLLED,
    SEAT_LOST,
)
from simlab.games.mare_nostrum.rules.choice import (
    LAND_BATTLE,
    SEA_BATTLE,
    SLOT,
    Choice,
    code,
    kind_of,
)
from simlab.games.mare_nostrum.rules.land import (
    has_units,
    interrupt_conversion,
    leave_seat,
    n_seated,
)
from simlab.games.mare_nostrum.rules.step import ask, begin_step
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    NOBODY,
    NOTHING,
    Asks,
    Item,
    Power,
    Source,
    State,
    Step,
    Unit,
)

LAND, SEA = 0, 1
OWN, OTHER = 0, 1
"""The two sides: the seat whose turn it is, and its opponent."""


@kernel
def side(state: State, which: int) -> int:
    """Return the seat on one side of the battle under way."""
    return state.active if which == OWN else state.opponent


@kernel
def ask_for_sea_battle(rules: Rules, state: State) -> None:
    """Ask for a battle at sea, if one is possible [M20]."""
    for sea in range(rules.n_seas):
        for rival in range(state.n_players):
            if can_fight_at_sea(state, sea, rival):
                ask(state, state.active, Asks.FIGHT_AT_SEA)
                return
    begin_step(state, Step.LEGION_MOVES, 0)


@kernel
def can_fight_at_sea(state: State, sea: int, rival: int) -> bool:
    """Say whether the triremes of the turn's seat may fight a rival's there [M20]."""
    seat = state.active
    if rival == seat or has(state.fought_seas, sea):
        return False
    return state.triremes[sea, seat] > 0 and state.triremes[sea, rival] > 0


@kernel
def fight_at_sea(rules: Rules, state: State, choice: int, rng: Words, journal: Journal) -> None:
    """Roll once for both sides, all triremes of both in that sea; or fight no more [M20, M23]."""
    if kind_of(choice) == Choice.END_SEA_BATTLES:
        begin_step(state, Step.LEGION_MOVES, 0)
        return
    seat, sea = state.active, SEA_BATTLE.sea(choice)
    rival = SEA_BATTLE.opponent(choice)
    state.fought_seas |= single(sea)
    state.opponent = rival
    units, rivals = state.triremes[sea, seat], state.triremes[sea, rival]
    note(journal, BATTLE_BEGAN, seat, rival, sea, SEA, units, rivals, NOBODY)
    own_hero = hero_points(rules, state, OWN, SEA, units)
    rival_hero = hero_points(rules, state, OTHER, SEA, rivals)
    own_points = roll(rules, state, OWN, SEA, units, rng, journal) + own_hero
    rival_points = roll(rules, state, OTHER, SEA, rivals, rng, journal) + rival_hero
    own_hits, rival_hits = own_points // rules.hit_divisor, rival_points // rules.hit_divisor
    note(journal, COUNTED, seat, own_points, own_hits, own_hero)
    note(journal, COUNTED, rival, rival_points, rival_hits, rival_hero)
    lose_triremes(state, seat, sea, rival_hits, journal)
    lose_triremes(state, rival, sea, own_hits, journal)
    count_battle(state, seat, rival, state.triremes[sea, seat] > 0, state.triremes[sea, rival] > 0)


@kernel
def lose_triremes(state: State, seat: int, sea: int, hits: int, journal: Journal) -> None:
    """Return the triremes hit to their pool [M23]."""
    lost = min(hits, state.triremes[sea, seat])
    if lost > 0:
        player = state.players[seat]
        state.triremes[sea, seat] -= lost
        player.triremes += lost
        player.tally.lost[Unit.TRIREME] += lost
        note(journal, LOST, seat, Item.TRIREME, sea, lost)


@kernel
def count_battle(state: State, seat: int, rival: int, is_left: bool, is_rival_left: bool) -> None:
    """Count a battle for both sides, won where only the other has no unit left."""
    state.players[seat].tally.battles += 1
    state.players[rival].tally.battles += 1
    state.players[seat].tally.battles_won += is_left and not is_rival_left
    state.players[rival].tally.battles_won += is_rival_left and not is_left


@kernel
def roll(
    rules: Rules, state: State, which: int, where: int, units: int, rng: Words, journal: Journal
) -> int:
    """Roll one die for each unit of a side, as far as there are dice; return their sum [M23]."""
    seat = side(state, which)
    points = 0
    stream = rng[Source.SEA_DICE if where == SEA else Source.LAND_DICE]
    for _ in range(dice_of(rules, where, units)):
        face = rules.die_faces[where, below(stream, rules.die_faces.shape[1])]
        note(journal, ROLLED, seat, face)
        points += face
    return points


@kernel
def dice_of(rules: Rules, where: int, units: int) -> int:
    """Return how many dice a side rolls: one for each unit, as far as there are dice [M23]."""
    return min(units, rules.sea_dice if where == SEA else rules.land_dice)


@kernel
def hero_points(rules: Rules, state: State, which: int, where: int, units: int) -> int:
    """Return what heroes add to the dice of a side, in the own turn or in another's [M23]."""
    if where == SEA and not rules.dice_powers_at_sea:
        return 0
    power = Power.ATTACK_DICE if which == OWN else Power.DEFENCE_DICE
    return dice_of(rules, where, units) * state.players[side(state, which)].power[power]


@kernel
def proceed_land_battles(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Go on with the battle under way, or ask for the next one; all must be fought [M22]."""
    if state.battle_place == NOTHING:
        ask_for_land_battle(rules, state)
    elif not is_settling_losses(state, journal):
        if state.has_rolled or not is_contested(state):
            end_land_battle(state, journal)
        else:
            roll_on_land(rules, state, rng, journal)


@kernel
def is_contested(state: State) -> bool:
    """Say whether both sides of the battle under way have units there."""
    place = state.battle_place
    return has_units(state, place, state.active) and has_units(state, place, state.opponent)


@kernel
def ask_for_land_battle(rules: Rules, state: State) -> None:
    """Ask where to fight whom, as long as legions stand beside enemy units unfought [M22]."""
    for province in range(rules.n_provinces):
        for rival in range(state.n_players):
            if must_fight_on_land(state, province, rival):
                ask(state, state.active, Asks.FIGHT_ON_LAND)
                return
    begin_step(state, Step.CONQUESTS, 0)


@kernel
def must_fight_on_land(state: State, province: int, rival: int) -> bool:
    """Say whether legions of the turn's seat stand there beside a rival's units, unfought [M22]."""
    if rival == state.active or has(state.fought_provinces, province):
        return False
    has_legions = state.provinces[province].legions[state.active] > 0
    return has_legions and has_units(state, province, rival)


@kernel
def fight_on_land(state: State, choice: int, journal: Journal) -> None:
    """Begin a battle; a legion may be won over before the roll [M22, M23]."""
    province = LAND_BATTLE.province(choice)
    state.fought_provinces |= single(province)
    state.battle_place = province
    state.opponent = LAND_BATTLE.opponent(choice)
    state.has_rolled = 0
    state.losses[:] = 0
    note_land_battle(state, journal)
    for which in range(2):
        if can_convert_legion(state, which):
            ask(state, side(state, which), Asks.CONVERT_LEGION)
            return


@kernel
def note_land_battle(state: State, journal: Journal) -> None:
    """Tell who attacks whom, with how many legions, and who of them owns a fortress there."""
    there = state.provinces[state.battle_place]
    fortress = NOBODY
    for which in range(2):
        if has_fortress(state, which):
            fortress = side(state, which)
    note(
        journal,
        BATTLE_BEGAN,
        state.active,
        state.opponent,
        state.battle_place,
        LAND,
        there.legions[state.active],
        there.legions[state.opponent],
        fortress,
    )


@kernel
def can_convert_legion(state: State, which: int) -> bool:
    """Say whether one side has the power to turn an enemy legion into one of its own."""
    player = state.players[side(state, which)]
    is_unused = player.power[Power.CONVERT_LEGION] > player.used[Power.CONVERT_LEGION]
    there = state.provinces[state.battle_place]
    return is_unused and there.legions[side(state, 1 - which)] > 0


@kernel
def convert_legion(state: State, choice: int, journal: Journal) -> None:
    """Send an enemy legion to its pool before the roll and put an own one there, if any is left."""
    if kind_of(choice) == Choice.ROLL:
        return
    seat, place = state.seat, state.battle_place
    which = OWN if seat == state.active else OTHER
    rival = side(state, 1 - which)
    player = state.players[seat]
    player.used[Power.CONVERT_LEGION] += 1
    added = min(player.legions, 1)
    player.legions -= added
    state.provinces[place].legions[seat] += added
    state.losses[1 - which] = 1
    note(journal, LEGION_CONVERTED, seat, rival, place, added)


@kernel
def roll_on_land(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Roll once for both sides and lay down the losses; fortresses are lost last [M23]."""
    own_points = land_points(rules, state, OWN, rng, journal)
    rival_points = land_points(rules, state, OTHER, rng, journal)
    own_hits = hits_on_land(rules, state, OWN, own_points)
    rival_hits = hits_on_land(rules, state, OTHER, rival_points)
    note_count(rules, state, OWN, own_points, own_hits, journal)
    note_count(rules, state, OTHER, rival_points, rival_hits, journal)
    state.has_rolled = 1
    state.losses[OWN] = min(rival_hits, units_on_land(state, OWN))
    state.losses[OTHER] = min(own_hits, units_on_land(state, OTHER))


@kernel
def has_fortress(state: State, which: int) -> bool:
    """Say whether a side owns the fortress of the province fought for."""
    there = state.provinces[state.battle_place]
    return there.fortress == 1 and there.owner == side(state, which)


@kernel
def land_points(rules: Rules, state: State, which: int, rng: Words, journal: Journal) -> int:
    """Return the points of a side: dice, heroes, fortress, the statue of Zeus [M23]."""
    legions = state.provinces[state.battle_place].legions[side(state, which)]
    points = roll(rules, state, which, LAND, legions, rng, journal)
    points += hero_points(rules, state, which, LAND, legions)
    return points + points_of_fortress(rules, state, which) + sea_defence(state, which)


@kernel
def points_of_fortress(rules: Rules, state: State, which: int) -> int:
    """Return what a fortress adds to the points of its owner [M23]."""
    return rules.fortress_points if has_fortress(state, which) else 0


@kernel
def sea_defence(state: State, which: int) -> int:
    """Return what a power adds against an attack in which a legion came by sea [M23]."""
    if which == OTHER and has(state.by_sea, state.battle_place):
        return state.players[state.opponent].power[Power.SEA_DEFENCE]
    return 0


@kernel
def note_count(
    rules: Rules, state: State, which: int, points: int, hits: int, journal: Journal
) -> None:
    """Tell the points of a side on land, what of them is not on the dice, and its hits."""
    seat = side(state, which)
    hero = hero_points(rules, state, which, LAND, state.provinces[state.battle_place].legions[seat])
    fortress = points_of_fortress(rules, state, which)
    note(journal, COUNTED, seat, points, hits, hero, fortress, sea_defence(state, which))


@kernel
def hits_on_land(rules: Rules, state: State, which: int, points: int) -> int:
    """Return the hits of a side, less those that the other side's fortress cancels [M23]."""
    hits = points // rules.hit_divisor
    ignores = which == OWN and state.players[state.active].power[Power.NO_CANCEL] > 0
    if has_fortress(state, 1 - which) and not ignores:
        hits -= rules.fortress_cancels
    return max(hits, 0)


@kernel
def units_on_land(state: State, which: int) -> int:
    """Return the units that a side can lose in the battle under way."""
    there = state.provinces[state.battle_place]
    return there.legions[side(state, which)] + has_fortress(state, which)


@kernel
def is_settling_losses(state: State, journal: Journal) -> bool:
    """Remove the units lost, free legions first; ask which seated ones go if that is open [M23]."""
    there = state.provinces[state.battle_place]
    for which in range(2):
        seat = side(state, which)
        losses = state.losses[which]
        if losses == 0:
            continue
        seated = n_seated(there, seat)
        if 0 < losses - (there.legions[seat] - seated) < seated:
            ask(state, seat, Asks.LOSE_SEAT)
            return True
        lose_on_land(state, seat, losses, journal)
        state.losses[which] = 0
    return False


@kernel
def lose_on_land(state: State, seat: int, losses: int, journal: Journal) -> None:
    """Return the units lost to their pool, the fortress last; without legions seats are free."""
    place = state.battle_place
    there = state.provinces[place]
    player = state.players[seat]
    legions = min(losses, there.legions[seat])
    there.legions[seat] -= legions
    player.legions += legions
    player.tally.lost[Unit.LEGION] += legions
    while there.occupant == seat and there.legions[seat] == 0:
        lose_one_seat(state, seat, lowest(there.seated), journal)
    if legions > 0:
        note(journal, LOST, seat, Item.LEGION, place, legions)
    if losses > legions:
        there.fortress = 0
        player.fortresses += 1
        player.tally.lost[Unit.FORTRESS] += 1
        note(journal, LOST, seat, Item.FORTRESS, place, 1)


@kernel
def lose_seat(state: State, choice: int, journal: Journal) -> None:
    """Choose the seat of a legion that is lost [M23]."""
    lose_one_seat(state, state.seat, SLOT.slot(choice), journal)


@kernel
def lose_one_seat(state: State, seat: int, slot: int, journal: Journal) -> None:
    """Give up a building or the marker with the legion that stood there."""
    leave_seat(state.provinces[state.battle_place], slot)
    note(journal, SEAT_LOST, seat, state.battle_place, slot)


@kernel
def end_land_battle(state: State, journal: Journal) -> None:
    """Count the battle; beside another's unit nobody stays on the marker [M24, M28]."""
    place = state.battle_place
    is_left = has_units(state, place, state.active)
    is_rival_left = has_units(state, place, state.opponent)
    count_battle(state, state.active, state.opponent, is_left, is_rival_left)
    interrupt_conversion(state, place, journal)
    state.battle_place = NOTHING


@kernel
def list_sea_battles(rules: Rules, state: State, menu: Ints) -> int:
    """List the battles possible at sea [M20]."""
    menu[0] = code(Choice.END_SEA_BATTLES)
    n = 1
    for sea in range(rules.n_seas):
        for rival in range(state.n_players):
            if can_fight_at_sea(state, sea, rival):
                menu[n] = code(Choice.FIGHT_AT_SEA, sea, rival)
                n += 1
    return n


@kernel
def list_land_battles(rules: Rules, state: State, menu: Ints) -> int:
    """List the battles that must be fought on land [M22]."""
    n = 0
    for province in range(rules.n_provinces):
        for rival in range(state.n_players):
            if must_fight_on_land(state, province, rival):
                menu[n] = code(Choice.FIGHT_ON_LAND, province, rival)
                n += 1
    return n


@kernel
def list_before_roll(menu: Ints) -> int:
    """List what may be done before the roll."""
    menu[0] = code(Choice.ROLL)
    menu[1] = code(Choice.CONVERT_LEGION)
    return 2
