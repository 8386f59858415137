"""Facts of Pig for reports: the handicap that a seat may get."""

from simlab.facts import Facts, Handicap
from simlab.game import Rules
from simlab.games.pig.components import HEAD_STARTS, HIGHEST_TARGET

HANDICAP = Handicap(
    name="points",
    label="points at the start",
    unit="points",
    keys=tuple(HEAD_STARTS),
    most=HIGHEST_TARGET - 1,
)


def facts(rules: Rules) -> Facts:
    """Return the facts of Pig."""
    return Facts(handicaps=(HANDICAP,))
