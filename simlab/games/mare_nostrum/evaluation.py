"""What a table is worth to a seat before the game has ended, for searches.

The log odds of winning are the sum over what a seat has; the weights are in `evaluation.toml`.
"""

from typing import NamedTuple

import numpy as np

from simlab.engine.bits import count, has, members, single
from simlab.engine.kernel import kernel
from simlab.files.paths import data_folder
from simlab.game.evaluation import Evaluation, read_weights
from simlab.games.mare_nostrum.rules.land import collects
from simlab.games.mare_nostrum.rules.standing import titles_of
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import CARAVANS, MARKET, State, Track


class Weights(NamedTuple):
    """The weight of each term."""

    hero: float
    last_title: float
    """Of one title missing."""
    kind_of_good: float
    good: float
    culture_level: float
    token: float
    legion: float
    fortress: float
    marker: float


WEIGHTS = read_weights(data_folder("mare_nostrum"), Weights)


@kernel
def evaluate(rules: Rules, state: State, seat: int) -> float:
    """Return the chance of a seat to win, from 0 to 1."""
    own = strength(rules, state, seat, WEIGHTS)
    odds = 0.0
    for other in range(state.n_players):
        odds += np.exp(strength(rules, state, other, WEIGHTS) - own)
    return 1.0 / odds


@kernel
def strength(rules: Rules, state: State, seat: int, weights: Weights) -> float:
    """Return the logarithm of the odds of a seat, up to a constant that all seats share."""
    player = state.players[seat]
    total = weights.hero * player.n_heroes
    total += weights.last_title * (titles_of(state, seat) + 1 >= rules.titles_to_win)
    total += weights.culture_level * player.levels[Track.CULTURE]
    total += weights.token * (player.n_hand + player.n_offer)
    return total + strength_on_land(rules, state, seat, weights)


@kernel
def strength_on_land(rules: Rules, state: State, seat: int, weights: Weights) -> float:
    """Return what a seat's markers, legions, fortresses and caravans add to it [M4]."""
    total = 0.0
    kinds = 0
    for province in range(rules.n_provinces):
        there = state.provinces[province]
        total += weights.legion * there.legions[seat]
        if there.owner == seat:
            total += weights.marker + weights.fortress * there.fortress
        slots = collects(there, seat)
        caravans = slots & CARAVANS
        total += weights.good * count(caravans) * (1 + has(slots, MARKET))
        for caravan in members(caravans):
            kinds |= single(rules.goods[province, caravan])
    return total + weights.kind_of_good * count(kinds)


EVALUATION = Evaluation(strength, WEIGHTS)
