"""Claims: who takes the three titles [M29–M32]."""

from simlab.engine.bits import count, has, lowest, single
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints
from simlab.games.mare_nostrum.events import TITLE_TAKEN
from simlab.games.mare_nostrum.rules.choice import Choice, code
from simlab.games.mare_nostrum.rules.step import ask, begin_step
from simlab.games.mare_nostrum.state import NOBODY, TRACKS, Asks, State, Step, Track


@kernel
def begin_claims(state: State) -> None:
    """Begin with the first of the three titles."""
    state.track = 0
    begin_step(state, Step.CLAIMS, 0)


@kernel
def highest_on(state: State, track: int) -> int:
    """Return the seats that are highest on a track [M29]."""
    seats = 0
    best = -1
    for seat in range(state.n_players):
        level = state.players[seat].levels[track]
        if level > best:
            best, seats = level, 0
        if level == best:
            seats |= single(seat)
    return seats


@kernel
def proceed_claims(state: State, journal: Journal) -> bool:
    """Settle the titles track by track; ask the holder at a tie; say whether all are settled."""
    while state.track < len(TRACKS):
        seats = highest_on(state, state.track)
        if count(seats) > 1:
            ask(state, state.titles[state.track], Asks.TITLE)
            return False
        name_holder(state, lowest(seats), NOBODY, journal)
    take_titles(state)
    return True


@kernel
def name_holder(state: State, seat: int, decider: int, journal: Journal) -> None:
    """Settle the title of a track, which changes hands after all three are settled [M29]."""
    track = state.track
    note(journal, TITLE_TAKEN, track, seat, state.titles[track], decider)
    state.new_titles[track] = seat
    state.track += 1


@kernel
def take_titles(state: State) -> None:
    """Hand over the titles; a new leader of Trade takes all chips back [M7, M29]."""
    for track in range(len(TRACKS)):
        seat = state.new_titles[track]
        if seat != state.titles[track]:
            state.title_changes[track] += 1
            if track == Track.TRADE:
                state.used_chips = 0
        state.titles[track] = seat
        state.players[seat].title_rounds[track] += 1


@kernel
def list_tied(state: State, menu: Ints) -> int:
    """List the seats that are tied for a title [M29]."""
    n = 0
    seats = highest_on(state, state.track)
    for seat in range(state.n_players):
        if has(seats, seat):
            menu[n] = code(Choice.TITLE, seat)
            n += 1
    return n
