"""The largest interaction of a sweep."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from simlab.analysis.interaction import largest_interaction
from tests.support.sweep_effects import a_factor, response

FACTORS = (a_factor("events", 2), a_factor("actions", 3))
CELLS = list(product(range(2), range(3)))


def simulated(means: list[float], seed: int, n: int = 400):
    rng = np.random.default_rng(seed)
    deals = rng.normal(size=(n, 1))
    return response(deals + rng.normal(means, 1.0, size=(n, 6)), FACTORS, CELLS)


def test_a_change_that_does_more_at_another_level_is_found_with_both_effects() -> None:
    interaction = largest_interaction(simulated([0, 5, 9, 1, 6, 13], seed=1))
    assert interaction is not None
    assert (interaction.factor, interaction.level, interaction.other_factor) == (0, 1, 1)
    assert interaction.at in {(0, 2), (1, 2)}
    assert np.allclose([effect.estimate for effect in interaction.effects], (1, 4), atol=0.5)
    assert interaction.high < 0


@pytest.mark.parametrize("n_grids", [20, pytest.param(400, marks=pytest.mark.long)])
def test_sums_of_single_effects_rarely_show_an_interaction(n_grids: int) -> None:
    grids = (simulated([0, 5, 9, 1, 6, 10], seed, n=100) for seed in range(n_grids))
    n_alarms = sum(largest_interaction(grid) is not None for grid in grids)
    assert n_alarms <= 0.05 * n_grids + 5 * math.sqrt(0.05 * 0.95 * n_grids)


def test_rules_that_were_not_crossed_have_no_interaction() -> None:
    values = np.random.default_rng(1).normal(size=(50, 4))
    cells = [(0, 0), (1, 0), (0, 1), (0, 2)]
    assert largest_interaction(response(values, FACTORS, cells)) is None
