"""Safety from rivals who win by titles with what they seize in one military turn.

[M27, M29, M31]
"""

from simlab.engine.bits import count, has, members, single
from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.policies.odds import losses_on_land, odds_on_land, the_defender
from simlab.games.mare_nostrum.rules.land import collects, n_seated, shores_of
from simlab.games.mare_nostrum.rules.level import n_units
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    CARAVANS,
    CITIES,
    MARKET,
    NOBODY,
    NOTHING,
    TEMPLE,
    TRACKS,
    State,
    Track,
)

HALF = 0.5
"""By this a win by titles is less likely for each level that a seat is short of it."""
LIKELY = 0.5
"""Odds from which on a defended province counts as one that can be seized."""
FAR = 4
"""A rival who is more levels short of a win by titles is no danger yet."""
OF_BUILDINGS = (Track.TRADE, Track.CULTURE)
"""The tracks on which a building counts."""


@kernel
def appraise_safety(rules: Rules, state: State, seat: int, notes: Notes, traits: Row) -> None:
    """Note what a level, a unit and a building are worth against wins of rivals by titles.

    The worth of a level is added to `level_worth`. The notes `guard_gain`, `fortress_gain` and
    `building_gain` are what a legion, a fortress or a building in a province is worth on top.
    """
    # with more titles than tracks, nobody can win by them and guards would be wasted
    if traits.safety == 0.0 or rules.titles_to_win > len(TRACKS):
        return
    notes.guard_gain[:] = 0.0
    notes.fortress_gain[:] = 0.0
    notes.building_gain[:] = 0.0
    count_levels(rules, state, notes)
    for rival in range(state.n_players):
        if rival != seat:
            note_safety(rules, state, seat, rival, notes, traits)


@kernel
def count_levels(rules: Rules, state: State, notes: Notes) -> None:
    """Note the levels of everybody as the board stands, what was bought in this phase included."""
    for seat in range(state.n_players):
        player = state.players[seat]
        for track in range(len(TRACKS)):
            notes.levels[seat, track] = player.bonus[track]
        notes.levels[seat, Track.MILITARY] += n_units(rules, player)
    for province in range(rules.n_provinces):
        there = state.provinces[province]
        if there.built:
            for seat in range(state.n_players):
                slots = collects(there, seat)
                for track in OF_BUILDINGS:
                    notes.levels[seat, track] += count(slots & slots_of(track))


@kernel
def slots_of(track: int) -> int:
    """Return the slots whose buildings count on a track [M18]."""
    if track == Track.TRADE:
        return CARAVANS | single(MARKET)
    return CITIES | single(TEMPLE)


@kernel
def note_safety(
    rules: Rules, state: State, seat: int, rival: int, notes: Notes, traits: Row
) -> None:
    """Note what levels, units and buildings are worth against the win of a rival by titles."""
    count_seizable(rules, state, rival, notes)
    # most rivals are far, and the trials below count the whole board for each province
    if levels_short(rules, state, rival, notes) > FAR:
        return
    before = likelihood(rules, state, rival, notes)
    for track in range(len(TRACKS)):
        # what-if on the notes, taken back below: a copy of the state would cost far more
        notes.levels[seat, track] += 1
        after = likelihood(rules, state, rival, notes)
        notes.level_worth[track] += traits.safety * (before - after)
        if track == Track.MILITARY:
            note_guards(rules, state, seat, rival, after, notes, traits)
        else:
            note_exposed(rules, state, seat, rival, track, after, notes, traits)
        notes.levels[seat, track] -= 1


@kernel
def note_guards(
    rules: Rules, state: State, seat: int, rival: int, before: float, notes: Notes, traits: Row
) -> None:
    """Note what one more unit in each own province takes from what a rival can seize."""
    for province in range(rules.n_provinces):
        there = state.provinces[province]
        is_in_reach = there.built and notes.reach[province] > 0
        # others who stand there would meet the attack, too
        if not is_in_reach or not meets_owner_alone(state, seat, rival, province):
            continue
        legions, fort = there.legions[seat], there.fortress
        add_seizable(rules, state, rival, province, legions, fort, -1, notes)
        add_seizable(rules, state, rival, province, legions + 1, fort, 1, notes)
        gain = traits.safety * (before - likelihood(rules, state, rival, notes))
        notes.guard_gain[province] += gain
        add_seizable(rules, state, rival, province, legions + 1, fort, -1, notes)
        if not fort:
            add_seizable(rules, state, rival, province, legions, 1, 1, notes)
            gain = traits.safety * (before - likelihood(rules, state, rival, notes))
            notes.fortress_gain[province] += gain
            add_seizable(rules, state, rival, province, legions, 1, -1, notes)
        # as it was before the trials
        add_seizable(rules, state, rival, province, legions, fort, 1, notes)


@kernel
def meets_owner_alone(state: State, seat: int, rival: int, province: int) -> bool:
    """Say whether a rival who comes into an own province meets nobody but its owner."""
    is_own = state.provinces[province].owner == seat
    return is_own and the_defender(state, rival, province) == seat


@kernel
def note_exposed(
    rules: Rules,
    state: State,
    seat: int,
    rival: int,
    track: int,
    before: float,
    notes: Notes,
    traits: Row,
) -> None:
    """Note what it costs that a rival can seize what is built on a track in an own province."""
    n_seizing = notes.n_seizing
    # the new building would give even a legion that reaches nothing else something to seize
    notes.n_seizing = max(1, n_seizing)
    notes.seizable[seat, track] += 1
    cost = traits.safety * (likelihood(rules, state, rival, notes) - before)
    notes.seizable[seat, track] -= 1
    notes.n_seizing = n_seizing
    if cost > 0.0:
        for province in range(rules.n_provinces):
            there = state.provinces[province]
            if meets_owner_alone(state, seat, rival, province):
                legions, fort = there.legions[seat], there.fortress
                if n_left(rules, state, rival, province, legions, fort, notes) > count(there.built):
                    notes.building_gain[province, track] -= cost


@kernel
def count_seizable(rules: Rules, state: State, seat: int, notes: Notes) -> None:
    """Note what a seat can seize from each other in one military turn, and with how many legions.

    What the others do until then is left out, and what seizing one thing takes from another.
    """
    count_far_reach(rules, state, seat, notes)
    notes.seizable[:] = 0
    open_to_it = 0
    for province in range(rules.n_provinces):
        there = state.provinces[province]
        defender = the_defender(state, seat, province)
        if defender != NOBODY and there.built and notes.reach[province] > 0:
            fort = there.fortress and there.owner == defender
            legions = there.legions[defender]
            add_seizable(rules, state, seat, province, legions, 1 * fort, 1, notes)
            open_to_it |= single(province)
    notes.n_seizing = 0
    for origin in range(rules.n_provinces):
        # each legion seizes one building, however many provinces it could go to
        if notes.targets[origin] & open_to_it:
            there = state.provinces[origin]
            notes.n_seizing += there.legions[seat] - n_seated(there, seat)


@kernel
def count_far_reach(rules: Rules, state: State, seat: int, notes: Notes) -> None:
    """Note how many legions a seat may bring to each province if all its triremes sail for it.

    Too many where two seas of a chain would need the same trireme.
    """
    notes.reach[:] = 0
    n_triremes, sailed = 0, 0
    for sea in range(rules.n_seas):
        if state.triremes[sea, seat] > 0:
            n_triremes += state.triremes[sea, seat]
            sailed |= single(sea) | rules.sea_links[sea]
    for origin in range(rules.n_provinces):
        notes.targets[origin] = 0
        there = state.provinces[origin]
        legions = there.legions[seat] - n_seated(there, seat)
        if legions <= 0:
            continue
        targets = rules.land[origin] | single(origin)
        reached = rules.coasts[origin] & sailed
        ahead = reached
        # a chain cannot be longer than there are triremes for its seas
        for _ in range(n_triremes):
            targets |= shores_of(rules, ahead)
            links = 0
            for sea in members(ahead):
                links |= rules.sea_links[sea]
            ahead = links & sailed & ~reached
            reached |= ahead
        targets &= state.in_play
        notes.targets[origin] = targets
        for province in members(targets):
            notes.reach[province] += legions


@kernel
def n_left(
    rules: Rules, state: State, seat: int, province: int, legions: int, fort: int, notes: Notes
) -> int:
    """Return how many legions a seat has left in a province after a battle that it likely wins.

    The defender has `legions` there, and a fortress if `fort` is 1.
    """
    defender = the_defender(state, seat, province)
    attackers = notes.reach[province]
    if defender == NOBODY or attackers == 0:
        return 0
    if odds_on_land(rules, state, seat, defender, attackers, legions, fort) < LIKELY:
        return 0
    return attackers - int(losses_on_land(rules, state, defender, attackers, legions, fort))


@kernel
def add_seizable(
    rules: Rules,
    state: State,
    seat: int,
    province: int,
    legions: int,
    fort: int,
    n: int,
    notes: Notes,
) -> None:
    """Add what a seat can seize in a province to what is noted (n = 1), or take it away (-1)."""
    left = n_left(rules, state, seat, province, legions, fort, notes)
    there = state.provinces[province]
    slots = there.built & ~collects(there, seat)
    held = slots & there.seated
    for track in OF_BUILDINGS:
        n_held = min(left, count(held & slots_of(track)))
        if n_held > 0:
            notes.seizable[there.occupant, track] += n * n_held
        # what another occupies counts for him, the rest for the owner [M18]
        others = min(left - n_held, count(slots & ~held & slots_of(track)))
        if others > 0:
            notes.seizable[there.owner, track] += n * others


@kernel
def likelihood(rules: Rules, state: State, seat: int, notes: Notes) -> float:
    """Return a rough chance that a seat wins by titles after its next military turn."""
    return float(HALF ** levels_short(rules, state, seat, notes))


@kernel
def levels_short(rules: Rules, state: State, seat: int, notes: Notes) -> int:
    """Return how many levels and legions a seat lacks for the titles that win [M29, M31]."""
    for track in range(len(TRACKS)):
        notes.n_seized[track] = 0
        notes.lacking[track] = levels_lacking(state, seat, track, notes)
    short, seized, chosen = 0, 0, 0
    for _ in range(rules.titles_to_win):
        easiest = NOTHING
        for track in range(len(TRACKS)):
            if not has(chosen, track) and (
                easiest == NOTHING or effort(notes, track) < effort(notes, easiest)
            ):
                easiest = track
        chosen |= single(easiest)
        short += notes.lacking[easiest]
        seized += notes.n_seized[easiest]
    # seizing takes a legion for each level; those that are lacking count as short, too
    return short + max(0, seized - notes.n_seizing)


@kernel
def effort(notes: Notes, track: int) -> int:
    """Return how many levels a title takes, seized ones and those that are lacking."""
    return notes.lacking[track] + notes.n_seized[track]


@kernel
def levels_lacking(state: State, seat: int, track: int, notes: Notes) -> int:
    """Return how many levels a seat lacks for a title if it seizes all that helps; note how much.

    What is seized counts for the seat and no longer for whom it is taken from.
    """
    own = notes.levels[seat, track]
    for other in range(state.n_players):
        notes.levels_left[other] = notes.levels[other, track]
        notes.to_seize[other] = notes.seizable[other, track]
    while True:
        most, victim = 0, NOTHING
        for other in range(state.n_players):
            if other == seat:
                continue
            most = max(most, notes.levels_left[other])
            if notes.to_seize[other] > 0 and (
                victim == NOTHING or notes.levels_left[other] > notes.levels_left[victim]
            ):
                victim = other
        # a tie leaves the title with its holder [M29]
        lacking = most - own + (state.titles[track] != seat)
        if lacking <= 0 or victim == NOTHING:
            return max(0, lacking)
        # from the highest rival first: that closes the gap by two
        own += 1
        notes.n_seized[track] += 1
        notes.levels_left[victim] -= 1
        notes.to_seize[victim] -= 1
