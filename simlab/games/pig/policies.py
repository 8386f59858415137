"""The policies of Pig; simlab adds `random`."""

from simlab.games.pig.odds import should_roll
from simlab.games.pig.rules import HOLD, ROLL
from simlab.plain import Trait, policy


@policy(traits={"at": Trait(20, 1, 100, "turn total at which to hold, in points")})
def hold(view, choices, chance, at):
    """Holds as soon as the turn total reaches a number, or wins."""
    enough = min(at, view.rules.target - view.points[view.me])
    return HOLD if view.turn_total >= enough else ROLL


@policy(players=(2, 2))
def optimal(view, choices, chance):
    """Rolls exactly when that gives the better chance to win against another such player."""
    own, rival = view.points[view.me], view.points[1 - view.me]
    if own + view.turn_total >= view.rules.target:
        return HOLD
    return ROLL if should_roll(view.rules)[own, rival, view.turn_total] else HOLD
