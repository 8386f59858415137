"""What a table is worth to a seat before the game has ended, for searches.

The log odds of winning are the sum over what a seat has; the weights are those of a conditional
logit fitted to games of balanced players with three, four and five players.
"""

import numpy as np

from simlab.engine.bits import count, has, members, single
from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.mare_nostrum.rules.land import collects
from simlab.games.mare_nostrum.rules.standing import titles_of
from simlab.games.mare_nostrum.state import CARAVANS, MARKET, Track

HERO = 0.14
LAST_TITLE = -0.08
KIND_OF_GOOD = 0.06
GOOD = 0.013
CULTURE_LEVEL = 0.49
TOKEN = 0.028
LEGION = 0.133
FORTRESS = 0.115
MARKER = 0.224


@kernel
def evaluate(rules: Row, state: Row, seat: int) -> float:
    """Return the chance of a seat to win, from 0 to 1."""
    own = strength(rules, state, seat)
    odds = 0.0
    for other in range(state.n_players):
        odds += np.exp(strength(rules, state, other) - own)
    return 1.0 / odds


@kernel
def strength(rules: Row, state: Row, seat: int) -> float:
    """Return the logarithm of the odds of a seat, up to a constant that all seats share."""
    player = state.players[seat]
    total = HERO * player.n_heroes
    total += LAST_TITLE * (titles_of(state, seat) + 1 >= rules.titles_to_win)
    total += CULTURE_LEVEL * player.levels[Track.CULTURE]
    total += TOKEN * (player.n_hand + player.n_offer)
    return total + strength_on_land(rules, state, seat)


@kernel
def strength_on_land(rules: Row, state: Row, seat: int) -> float:
    """Return what a seat's markers, legions, fortresses and caravans add to it [M4]."""
    total = 0.0
    kinds = 0
    for province in range(rules.n_provinces):
        there = state.provinces[province]
        total += LEGION * there.legions[seat]
        if there.owner == seat:
            total += MARKER + FORTRESS * there.fortress
        slots = collects(there, seat)
        caravans = slots & CARAVANS
        total += GOOD * count(caravans) * (1 + has(slots, MARKET))
        for caravan in members(caravans):
            kinds |= single(rules.goods[province, caravan])
    return total + KIND_OF_GOOD * count(kinds)
