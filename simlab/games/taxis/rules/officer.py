"""Officers: where they stand and may go [T1, T11]."""

from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.games.taxis.events import OFFICER_MOVED
from simlab.games.taxis.rules.choice import CLOCKWISE
from simlab.games.taxis.rules.ring import street_after
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import State, Streets


@kernel
def is_occupied(state: Streets, spot: int) -> bool:
    """Say whether an officer stands on a spot."""
    for officer in range(state.n_officers):
        if state.officers[officer] == spot:
            return True
    return False


@kernel
def is_repeated(state: Streets, officer: int) -> bool:
    """Say whether an officer with a lower number stands on the same spot: either will do."""
    for other in range(officer):
        if state.officers[other] == state.officers[officer]:
            return True
    return False


@kernel
def can_stand(rules: Rules, state: Streets, spot: int) -> bool:
    """Say whether one more officer may come to stand on a spot [T11]."""
    return rules.officers_may_share or not is_occupied(state, spot)


@kernel
def is_colour_free(rules: Rules, state: State, colour: int) -> bool:
    """Say whether no officer stands on a spot of this colour [T1]."""
    for officer in range(state.n_officers):
        if rules.street_colour[state.officers[officer]] == colour:
            return False
    return True


@kernel
def is_pair(rules: Rules, colour: int) -> bool:
    """Say whether exactly two streets have this colour, so that two officers begin there [T1]."""
    n = 0
    for street in range(rules.n_streets):
        n += rules.street_colour[street] == colour
    return n == 2


@kernel
def neighbour(rules: Rules, spot: int, way: int) -> int:
    """Return the adjacent spot, clockwise or counter-clockwise [T11]."""
    return street_after(rules, spot, 1 if way == CLOCKWISE else -1)


@kernel
def set_officer(state: State, officer: int, spot: int, means: int, journal: Journal) -> None:
    """Put an officer on a spot, by an action or by a bonus card [T11, T14]."""
    note(journal, OFFICER_MOVED, state.seat, officer, state.officers[officer], spot, means)
    state.officers[officer] = spot
