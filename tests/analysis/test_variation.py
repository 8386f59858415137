"""Variation between the cells of a sweep: sources that add up, and noise that is subtracted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from simlab.analysis.variation import PAIR, REST, SINGLE, variation_rows
from simlab.experiment.design import LATIN_HYPERCUBE, cells_of, grid
from tests.support.coverage import assert_coverage
from tests.support.sweep_effects import a_factor, response

TWO = (a_factor("hand", 2), a_factor("events", 2))
MEANS = np.array([0.0, 1.0, -2.0, 3.0])
"""Of a grid of two rules: variances of 0 and 9/4 by each, and 1 by both together."""


def by_source(values: np.ndarray) -> Mapping[str, dict[str, Any]]:
    own = response(values, TWO, grid([2, 2]))
    return {row["source"]: row for row in variation_rows(own)}


def test_the_sources_of_a_grid_add_up_to_its_whole_variation() -> None:
    noise = np.random.default_rng(1).normal(0, 1e-6, (50, 4))
    rows = by_source(MEANS + noise)
    assert [row["kind"] for row in rows.values()] == [SINGLE, SINGLE, PAIR]
    assert [row["estimate"] for row in rows.values()] == pytest.approx([0, 1.5, 1], abs=1e-4)
    assert sum(row["share"] for row in rows.values()) == pytest.approx(1)
    assert [row["adjusted"] < 0.001 for row in rows.values()] == [False, True, True]


def test_the_luck_of_deals_is_no_variation(effort: int) -> None:
    rng, exceeds, sure = np.random.default_rng(2), [], []
    for _ in range(100 * effort):
        deals, luck = rng.normal(0, 5, (40, 1)), rng.exponential(3, (40, 4))
        rows = by_source(deals + luck)
        exceeds.append([row["low"] > 0 for row in rows.values()])
        sure.append(any(row["adjusted"] < 0.05 for row in rows.values()))
    for each in np.array(exceeds).T:
        assert_coverage(~each, at_least=0.95)
    assert_coverage(~np.array(sure), at_least=0.94)


def test_deviations_are_covered(effort: int) -> None:
    rng, hits = np.random.default_rng(3), []
    for _ in range(100 * effort):
        luck = rng.exponential(3, (60, 4)) - 3
        rows = by_source(MEANS + luck)
        truth = {"hand": 0.0, "events": 1.5, "hand with events": 1.0}
        hits.append([rows[name]["low"] <= own <= rows[name]["high"] for name, own in truth.items()])
    for each in np.array(hits).T:
        assert_coverage(each, at_least=0.94)


@pytest.mark.parametrize("joint", [0.0, 4.0])
def test_what_a_sum_of_single_effects_does_not_explain_is_the_rest(joint: float) -> None:
    factors = tuple(a_factor(name, 2) for name in "abcd")
    cells = cells_of(LATIN_HYPERCUBE, [2] * 4, (0,) * 4, 12)
    levels = np.array(cells)
    true = levels @ [3.0, 1.0, 0.0, -2.0] + joint * levels[:, 0] * levels[:, 3]
    luck = np.random.default_rng(4).normal(0, 2, (400, len(cells)))
    rows = variation_rows(response(true + luck, factors, cells, LATIN_HYPERCUBE))
    rest = next(row for row in rows if row["kind"] == REST)
    assert (rest["adjusted"] < 0.001) == (joint > 0)
    assert (rest["share"] > 0.02) == (joint > 0)
    assert rest["df"] == len(cells) - 5


def test_too_few_blocks_test_nothing() -> None:
    factors = tuple(a_factor(name, 5) for name in "ab")
    values = np.random.default_rng(5).normal(0, 1, (10, 25))
    rows = {row["kind"]: row for row in variation_rows(response(values, factors, grid([5, 5])))}
    assert np.isnan(rows[PAIR]["p_value"])
    assert rows[SINGLE]["p_value"] > 0


@pytest.mark.parametrize("values", [np.ones((20, 4)), np.arange(4.0)[None, :]])
def test_without_variation_or_with_one_block_there_is_nothing_to_share_out(
    values: np.ndarray,
) -> None:
    assert by_source(values) == {}
