"""Win rates where policies of unequal strength rotate over unequal seats."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simlab.analysis.win_rate import credit_of_kinds, policy_means
from tests.support.coverage import assert_coverage, covers

Array = NDArray[Any]
STRENGTHS, SEATS = np.log([4, 2, 1, 0.2]), np.log([1.5, 1, 1, 0.8])
N_SEATS = len(SEATS)
SEATING = np.array([np.roll(np.arange(N_SEATS), turn) for turn in range(N_SEATS)])


def rotated(rng: np.random.Generator, n_blocks: int, luck: float) -> Array:
    """Return win credits of deals that favour some seats, shape (blocks, rotations, seats)."""
    deals = rng.normal(0, luck, (n_blocks, 1, N_SEATS))
    form = STRENGTHS[SEATING] + SEATS + deals + rng.gumbel(size=(n_blocks, N_SEATS, N_SEATS))
    return np.asarray((form == form.max(axis=2, keepdims=True)).astype(float))


def policies_in_seats(credits: Array) -> Array:
    """Return the credit of each policy in each seat, shape (blocks, policies times seats)."""
    return np.concatenate([credits[:, policy == SEATING] for policy in range(N_SEATS)], axis=1)


def by_policy(credits: Array) -> Array:
    return policy_means(credits, SEATING, range(N_SEATS))


def by_seat(credits: Array) -> Array:
    return np.asarray(credits.mean(axis=1))


@pytest.mark.parametrize("of_blocks", [by_seat, by_policy, policies_in_seats])
@pytest.mark.parametrize(("n", "luck"), [(20, 1.0), pytest.param(100, 0.0, marks=pytest.mark.long)])
def test_seats_and_policies_that_rotate_are_covered_together(
    of_blocks: Any, n: int, luck: float, effort: int
) -> None:
    truth = of_blocks(rotated(np.random.default_rng(1), 50_000, luck)).mean(axis=0)
    rng, hits = np.random.default_rng(2), []
    for _ in range(60 * effort):
        blocks = of_blocks(rotated(rng, n, luck))
        hits.append(covers(credit_of_kinds([blocks], N_SEATS), truth).all())
    assert_coverage(hits, 0.94)
