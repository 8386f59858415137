"""Marches: whom to attack, where legions and triremes go."""

from simlab.engine.bits import count, has, members, single
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Row
from simlab.games.mare_nostrum.policies.guard import guards_needed, note_threats
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.policies.odds import losses_on_land, odds_of, the_defender
from simlab.games.mare_nostrum.policies.prize import stake, stake_of_owner
from simlab.games.mare_nostrum.policies.race import (
    note_claimant,
    note_levels,
    worth_of_breaking,
)
from simlab.games.mare_nostrum.rules.choice import SAIL, SEA, Choice, code, kind_of
from simlab.games.mare_nostrum.rules.land import has_enemy, n_seated, own_seas
from simlab.games.mare_nostrum.rules.military import land_targets, open_to_legions
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import NOBODY, NOTHING, State, Track

WORTH_A_MARCH = 0.5
"""Tokens that a legion must threaten more elsewhere to go there."""
SURE = 0.75
"""Odds that call for no more legions."""
LEGION_COST = 3.0
"""Tokens that a lost legion is reckoned at."""


@kernel
def choose_move(
    rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row
) -> int:
    """Send one more legion where the plan wants it, or make the next plan."""
    begin_plans(rules, state, seat, notes, traits)
    open_seas = open_to_legions(rules, state)
    if notes.to_send == 0:
        # a plan is made once and followed: legions move one decision at a time
        plan_attack(rules, state, seat, open_seas, notes, traits)
    if notes.to_send == 0:
        # only when nothing is left to attack by the seas that are open
        sea = choose_sea(rules, state, seat, menu, notes, traits)
        return choose_post(rules, state, seat, notes, traits) if sea == NOTHING else sea
    notes.to_send -= 1
    for origin in range(rules.n_provinces):
        is_free = (
            free_legions(rules, state, seat, origin, notes, traits) > 0 and origin != notes.target
        )
        if is_free and has(land_targets(rules, state, origin, open_seas), notes.target):
            return code(Choice.MOVE_LEGION, origin, notes.target)
    return code(Choice.END_LEGION_MOVES)


@kernel
def begin_plans(rules: Rules, state: State, seat: int, notes: Notes, traits: Row) -> None:
    """Forget the plans of earlier military turns and note how things stand in this one."""
    moment = state.rounds * state.n_players + state.turn + 1
    if notes.planned != moment:
        notes.planned = moment
        notes.tried = 0
        notes.to_send = 0
        note_threats(rules, state, seat, still_to_move(state), notes)
        note_levels(rules, state, seat, notes, traits)
        note_claimant(rules, state, seat, notes)


@kernel
def still_to_move(state: State) -> int:
    """Return the seats whose military turns come after this one [M19]."""
    seats = 0
    for turn in range(state.turn + 1, state.n_players):
        seats |= single(state.order[turn])
    return seats


@kernel
def choose_sea(rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row) -> int:
    """Name the sea that opens the way to the best attack, or NOTHING if none does."""
    best, most = NOTHING, 0.0
    open_seas = open_to_legions(rules, state)
    for i in range(menu.shape[0]):
        if kind_of(menu[i]) == Choice.NAME_SEA:
            seas = open_seas | single(SEA.sea(menu[i]))
            gain = find_target(rules, state, seat, seas, notes, traits)
            if gain > most:
                best, most = menu[i], gain
    return best


@kernel
def choose_post(rules: Rules, state: State, seat: int, notes: Notes, traits: Row) -> int:
    """March a legion to where it threatens more than where it is, or end the moves."""
    best, most = code(Choice.END_LEGION_MOVES), WORTH_A_MARCH
    # no attack is worth it; a legion that idles may at least stand where one could be
    open_seas = open_to_legions(rules, state)
    note_stakes(rules, state, seat, notes, traits)
    for origin in range(rules.n_provinces):
        if free_legions(rules, state, seat, origin, notes, traits) <= 0:
            continue
        targets = land_targets(rules, state, origin, open_seas)
        usual = threat(targets, notes)
        for post in members(targets):
            if is_at_peace(state, seat, post):
                opened = threat(land_targets(rules, state, post, open_seas), notes)
                gain = traits.approach * (opened - usual)
                if gain > most:
                    best, most = code(Choice.MOVE_LEGION, origin, post), gain
    return best


@kernel
def is_at_peace(state: State, seat: int, province: int) -> bool:
    """Say whether a province is one's own or nobody's, without enemy units."""
    owner = state.provinces[province].owner
    return owner in (seat, NOBODY) and not has_enemy(state, province, seat)


@kernel
def note_stakes(rules: Rules, state: State, seat: int, notes: Notes, traits: Row) -> None:
    """Note what one legion could seize in each province, by the units that defend it."""
    for province in range(rules.n_provinces):
        there = state.provinces[province]
        notes.stakes[province] = 0.0
        if there.built and there.owner != NOBODY and there.owner != seat:
            defenders = there.legions[there.owner] + there.fortress
            prize = stake(rules, state, seat, province, 1, notes, traits)
            # one legion's odds are near 0 against most guards and would tell no provinces apart
            notes.stakes[province] = prize / (1 + defenders)


@kernel
def threat(targets: int, notes: Notes) -> float:
    """Return the most of what is noted that a legion could seize in one of some provinces."""
    most = 0.0
    for target in members(targets):
        most = max(most, notes.stakes[target])
    return most


@kernel
def choose_sail(
    rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row
) -> int:
    """Move the trireme that opens the way to a better attack than there is."""
    begin_plans(rules, state, seat, notes, traits)
    best, seas = code(Choice.END_SEA_MOVES), own_seas(rules, state, seat)
    most = traits.sailing * find_target(rules, state, seat, seas, notes, traits)
    for i in range(1, menu.shape[0]):
        origin, sea = SAIL.sea(menu[i]), SAIL.to_sea(menu[i])
        if has(seas, sea):
            continue
        # the sea that is left closes, and with it some attacks
        is_last = state.triremes[origin, seat] == 1
        left = seas & ~single(origin) if is_last else seas
        gain = find_target(rules, state, seat, left | single(sea), notes, traits)
        if gain > most:
            best, most = menu[i], gain
    return best


@kernel
def free_legions(
    rules: Rules, state: State, seat: int, province: int, notes: Notes, traits: Row
) -> int:
    """Return the legions that may leave: not seated, and not needed to guard a great city."""
    there = state.provinces[province]
    free = state.ready_legions[province] - n_seated(there, seat)
    if free <= 0:
        return 0
    needed = guards_needed(rules, state, seat, province, notes, traits)
    return min(free, there.legions[seat] - needed)


@kernel
def plan_attack(
    rules: Rules, state: State, seat: int, open_seas: int, notes: Notes, traits: Row
) -> None:
    """Note the province to attack, if any is worth it, and how many legions go."""
    if find_target(rules, state, seat, open_seas, notes, traits) > 0.0:
        # once in a turn, or each plan would send more legions after those of the last one
        notes.tried |= single(notes.target)
        notes.to_send = n_needed(rules, state, seat, notes.target, notes)


@kernel
def find_target(
    rules: Rules, state: State, seat: int, open_seas: int, notes: Notes, traits: Row
) -> float:
    """Note the province that promises most if these seas are open; return how much, 0 if none."""
    notes.at_hand[:] = 0
    for origin in range(rules.n_provinces):
        free = free_legions(rules, state, seat, origin, notes, traits)
        if free > 0:
            for target in members(land_targets(rules, state, origin, open_seas)):
                notes.at_hand[target] += free
    best = 0.0
    for province in range(rules.n_provinces):
        if notes.at_hand[province] > 0 and not has(notes.tried, province):
            gain = gain_of_attack(rules, state, seat, province, notes, traits)
            if gain > best:
                best = gain
                notes.target = province
    return best


@kernel
def n_needed(rules: Rules, state: State, seat: int, province: int, notes: Notes) -> int:
    """Return how many legions to send: as few as make sure of it, else all [M23]."""
    there = state.provinces[province]
    defender = the_defender(state, seat, province)
    at_hand = notes.at_hand[province]
    # without a battle every legion can occupy a building, so more than one is of use
    wanted = count(there.built) if there.legions[defender] == 0 and not there.fortress else 0
    for n in range(1, at_hand):
        total = there.legions[seat] + n
        if n >= wanted and odds_of(rules, state, seat, province, defender, total) >= SURE:
            return n
    return at_hand


@kernel
def gain_of_attack(
    rules: Rules, state: State, seat: int, province: int, notes: Notes, traits: Row
) -> float:
    """Return what sending legions into a province promises, less the losses to expect."""
    defender = the_defender(state, seat, province)
    if defender == NOBODY:
        return 0.0
    there = state.provinces[province]
    legions = there.legions[seat] + n_needed(rules, state, seat, province, notes)
    chance = odds_of(rules, state, seat, province, defender, legions)
    fort = 1 * (there.fortress and there.owner == defender)
    defenders = there.legions[defender]
    losses = losses_on_land(rules, state, defender, legions, defenders, fort)
    # the chance of a win already counts that none is left
    left = max(1, int(legions - losses))
    prize = stake(rules, state, seat, province, left, notes, traits)
    # own land with an intruder: there is nothing to seize, but income to free
    if defender != there.owner and there.owner == seat:
        prize += stake_of_owner(there, traits)
    # units that fall are levels of Military, of which the rival's last title may hang
    prize += worth_of_breaking(notes, defender, Track.MILITARY, defenders + fort)
    gain = traits.attack * chance * prize
    return gain - traits.caution * losses * LEGION_COST
