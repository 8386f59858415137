"""Players of Pig whose nets are written by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from simlab.engine.net import n_weights
from simlab.engine.observation import state_numbers
from simlab.game.policy import Policy
from simlab.players.trained import Net, write_player
from tests.support.compiled_pig import PIG

NUMBERS = ("points.items[+0]", "points.items[+1]", "turn_total")
FEATURES = ("own seat decides", "other seat decides", "is seat 0", "is seat 1", *NUMBERS)


def linear_net(**weights: float) -> Net:
    """Return a net without hidden units; a weight is named by the first words of its feature."""
    by_name = {each.name: each for each in state_numbers(PIG.state_row, 4, 2)}
    row = np.zeros(n_weights(len(FEATURES), 0))
    for name, weight in weights.items():
        row[1 + FEATURES.index({"own": NUMBERS[0], "rival": NUMBERS[1]}.get(name, name))] = weight
    return Net(2, tuple(by_name[name] for name in NUMBERS), 0, row)


def bold(folder: Path) -> Policy:
    """Write a player that likes points of the turn: it rolls whenever it cannot win at once."""
    return write_player(folder, linear_net(turn_total=0.01), PIG, {})


def timid(folder: Path) -> Policy:
    """Write a player that likes points on the bank only: it holds with any points."""
    return write_player(folder, linear_net(own=0.01), PIG, {})
