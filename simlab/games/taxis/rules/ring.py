"""The ring of streets: which one is next, and how far two are apart."""

from simlab.engine.kernel import kernel
from simlab.engine.record import number
from simlab.games.taxis.schema import Rules


@kernel
def street_after(rules: Rules, street: int, step: int) -> int:
    """Return the street one step from another, clockwise (1) or counter-clockwise (-1)."""
    after = number(street) + step
    if after < 0:
        return after + rules.n_streets
    return after - rules.n_streets if after >= rules.n_streets else after


@kernel
def steps_ahead(rules: Rules, start: int, goal: int) -> int:
    """Return the clockwise steps from one street to another."""
    ahead = number(goal) - number(start)
    return ahead + rules.n_streets if ahead < 0 else ahead


@kernel
def steps_between(rules: Rules, start: int, goal: int) -> int:
    """Return the steps from one street to another, the shorter way round."""
    ahead = steps_ahead(rules, start, goal)
    return min(ahead, rules.n_streets - ahead)
