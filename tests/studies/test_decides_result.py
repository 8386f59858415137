"""Shares of the variance of lotteries, which are known."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from simlab.studies.decides.result import (
    CHANCE,
    INTERACTIONS,
    REPLICATES,
    SEAT,
    SKILL,
    Factor,
    block_design,
    luck_share,
    n_draws,
    variance_shares,
)

FACTORS = [Factor("die", CHANCE), Factor("coin", CHANCE), Factor("rain", CHANCE)]
DIE = 35 / 12
VARIANCES = {"die": DIE, "coin": 4.0, "rain": 0.0, SEAT: 1.0, INTERACTIONS: 0.64 * DIE}
WHOLE = sum(VARIANCES.values())
TOTALS = {"die": DIE + 0.64 * DIE, "coin": 4.0 + 0.64 * DIE, "rain": 0.0}


def lottery(n_blocks: int, seed: int, seat: float = 1.0) -> np.ndarray:
    """Return a die, two coins, and the die times a coin; the first of two seats gets more."""
    rng = np.random.default_rng(seed)
    design = block_design(3)
    n_levels = design.max() + 1
    die = rng.integers(1, 7, (n_blocks, n_levels))[:, design[..., 0]] - 3.5
    coin = 2 * rng.integers(0, 2, (n_blocks, n_levels))[:, design[..., 1]] - 1
    results = die + 2 * coin + 0.8 * die * coin
    return np.stack([results + seat, results - seat], axis=-1)


def shares_of(n_blocks: int, seed: int) -> pd.DataFrame:
    return variance_shares(lottery(n_blocks, seed), FACTORS).set_index("factor")


@pytest.mark.parametrize("n_factors", [1, 2, 5, 13])
def test_two_games_of_a_block_share_one_draw_at_most(n_factors: int) -> None:
    games = block_design(n_factors)[:REPLICATES].reshape(-1, n_factors)
    n_shared = (games[:, None] == games[None]).sum(axis=2)
    np.fill_diagonal(n_shared, 0)
    assert n_shared.max() == 1
    assert (games.max(axis=0) == n_draws(n_factors) - 1).all()


def test_one_factor_is_redrawn_and_the_others_are_kept() -> None:
    block = block_design(3)
    for factor, redrawn in enumerate(block[REPLICATES:]):
        is_changed = redrawn != block[0]
        assert is_changed[:, factor].all()
        assert is_changed.sum() == n_draws(3)
        assert (redrawn[:, factor] >= n_draws(3)).all()


def test_shares_of_a_lottery_are_right_on_average() -> None:
    runs = [shares_of(30, seed) for seed in range(100)]
    for column, exact in (("estimate", VARIANCES), ("total", TOTALS)):
        for factor, variance in exact.items():
            estimates = np.array([run.loc[factor, column] for run in runs])
            error = estimates.std(ddof=1) / np.sqrt(len(runs))
            assert abs(estimates.mean() - variance / WHOLE) < 5 * error + 1e-3, factor


@pytest.mark.parametrize("n_runs", [12, pytest.param(400, marks=pytest.mark.long)])
def test_intervals_cover_the_shares_of_a_lottery(n_runs: int) -> None:
    runs = [shares_of(60, seed) for seed in range(n_runs)]
    for columns, exact in (
        (("low", "high"), VARIANCES),
        (("total_low", "total_high"), TOTALS),
    ):
        low, high = columns
        for factor, variance in exact.items():
            share = variance / WHOLE
            n_covered = sum(run.loc[factor, low] <= share <= run.loc[factor, high] for run in runs)
            assert n_covered / n_runs > 0.95 - 5 * np.sqrt(0.95 * 0.05 / n_runs), factor


def test_the_bar_adds_up_to_one() -> None:
    for seed in range(20):
        shares = shares_of(20, seed)
        assert shares["part"].sum() == pytest.approx(1)
        assert (shares["part"] >= 0).all()


def test_what_has_changed_no_game_has_a_bound_and_not_a_bare_zero() -> None:
    rain = shares_of(60, 0).loc["rain"]
    assert rain["estimate"] == rain["total"] == rain["low"] == 0
    assert 0 < rain["high"] == rain["total_high"] < 0.05


def test_a_negative_estimate_is_shown_as_0_with_its_error() -> None:
    """A third factor that changes results, but alone decides next to nothing."""
    rng = np.random.default_rng(0)
    tiny = rng.choice([-0.1, 0.1], (30, 22))[:, block_design(3)[..., 2]][..., None]
    runs = [variance_shares(lottery(30, seed) + tiny, FACTORS) for seed in range(20)]
    rain = pd.concat(run[run["factor"] == "rain"] for run in runs)
    assert (rain["estimate"] == 0).any()
    assert (rain["estimate"] < rain["high"]).all()
    assert (rain["low"] == 0).mean() > 0.7


def test_results_that_do_not_vary_have_no_shares() -> None:
    assert variance_shares(np.ones((30, REPLICATES + 3, 11, 2)), FACTORS).empty


def test_a_shared_score_has_no_seat() -> None:
    shares = variance_shares(lottery(30, 1)[..., :1], FACTORS)
    assert SEAT not in set(shares["factor"])


def test_luck_is_what_skill_has_no_part_in() -> None:
    """Here the coin is skill, so that the die alone is luck."""
    factors = [FACTORS[0], Factor("coin", SKILL), FACTORS[2]]
    luck = luck_share(lottery(200, 0), factors).iloc[0]
    assert luck["low"] < DIE / WHOLE < luck["high"]
    assert luck["high"] - luck["low"] < 0.2
    assert luck_share(lottery(200, 0), FACTORS).empty
