"""Calibration: a known noise is covered by intervals; plays of no skill are noticed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from simlab.analysis.intervals import Interval
from simlab.studies.calibrate.result import (
    NOISES,
    SHARES,
    Calibration,
    Measure,
    Sample,
    Skill,
    SkillLikelihood,
    compare_with_simulation,
    curve_table,
    likelihood_table,
    noise_interval,
    share_curve_table,
    share_interval,
    shares_table,
)
from tests.support.coverage import assert_coverage

SCORE = Measure("score", "score", "points")
ROUNDS = Measure("rounds", "rounds", "rounds")
FIRST = Measure("wins_0", "wins of seat 1", "", is_fitted=False)
N_GAMES = 4_000


def games(noise: float, n: int, rng: np.random.Generator) -> np.ndarray:
    """Return games of a skewed score that falls with the noise, and rounds that go with it."""
    score = 60 * np.exp(-2 * noise) - rng.gamma(2, 2 + 8 * noise, n)
    rounds = np.round(6 + score / 10 + rng.normal(0, 1, n))
    return np.stack([np.round(score), rounds, rng.integers(0, 2, n)], axis=1)


@pytest.fixture(scope="module")
def simulated() -> np.ndarray:
    rng = np.random.default_rng(5)
    return np.stack([games(noise, N_GAMES, rng) for noise in NOISES])[None]


def sample_of(plays: np.ndarray, simulated: np.ndarray) -> list[Sample]:
    return [Sample(2, (SCORE, ROUNDS, FIRST), plays, simulated)]


def fits(noise: float, n: int, simulated: np.ndarray, sets: int = 400) -> list[Interval[float]]:
    """Return the fit of sets of plays of a known noise."""
    rng = np.random.default_rng(17)
    return [
        noise_interval(SkillLikelihood(samples), samples)
        for samples in (sample_of(games(noise, n, rng), simulated) for _ in range(sets))
    ]


@pytest.mark.parametrize(("noise", "n"), [(0.0, 20), (0.1, 10), (0.3, 40), (0.7, 100)])
def test_the_interval_covers_a_known_noise(noise: float, n: int, simulated) -> None:
    fitted = fits(noise, n, simulated, sets=60)
    assert_coverage([own.low <= noise <= own.high for own in fitted], 0.95)


@pytest.mark.long
@pytest.mark.parametrize("noise", [0.0, 0.01, 0.06, 0.16, 0.3, 0.49, 1.0])
@pytest.mark.parametrize("n", [10, 30, 100])
def test_the_interval_covers_any_noise_with_any_number_of_plays(
    noise: float, n: int, simulated
) -> None:
    fitted = fits(noise, n, simulated)
    assert_coverage([own.low <= noise <= own.high for own in fitted], 0.93)


def test_more_plays_find_the_noise_more_precisely(simulated) -> None:
    errors = [
        np.sqrt(np.mean([(own.estimate - 0.2) ** 2 for own in fits(0.2, n, simulated, 40)]))
        for n in (10, 160)
    ]
    assert errors[1] < errors[0] / 2
    assert errors[1] < 0.02


def test_plays_of_which_less_is_known_count_as_well(simulated) -> None:
    rng = np.random.default_rng(3)
    plays = games(0.2, 200, rng)
    samples = [
        Sample(2, (SCORE,), plays[:80, :1], simulated[..., :1]),
        Sample(2, (ROUNDS,), plays[80:160, 1:2], simulated[..., 1:2]),
        Sample(2, (FIRST,), plays[160:, 2:], simulated[..., 2:]),
    ]
    fitted = noise_interval(SkillLikelihood(samples), samples)
    assert fitted.low < 0.2 < fitted.high
    assert fitted.n == 160


def p_value_of(
    spoil: Callable[[np.ndarray], np.ndarray], simulated: np.ndarray, seed: int
) -> float:
    rng = np.random.default_rng(seed)
    samples = sample_of(spoil(games(0.2, 40, rng)), simulated)
    likelihood = SkillLikelihood(samples)
    noise = noise_interval(likelihood, samples)
    return compare_with_simulation(likelihood, samples, Skill(noise.estimate), rng)[1]


def test_plays_of_a_skill_are_hardly_ever_called_of_none(simulated) -> None:
    values = [p_value_of(lambda plays: plays, simulated, seed) for seed in range(40)]
    assert np.mean(np.array(values) < 0.05) < 0.05 + 5 * np.sqrt(0.05 * 0.95 / 40)
    assert 0.2 < np.median(values) < 0.8


@pytest.mark.parametrize(
    "spoil",
    [
        lambda plays: plays + np.array([0, 3, 0]),
        lambda plays: plays * [1, 0, 1] + [0, 9, 0],
        lambda plays: plays * [1, 1, 0],
    ],
    ids=["longer", "all of one length", "won by one seat"],
)
def test_plays_of_no_skill_are_noticed(spoil, simulated) -> None:
    assert all(p_value_of(spoil, simulated, seed) < 0.05 for seed in range(3))


def test_the_number_that_is_farthest_out_is_named(simulated) -> None:
    rng = np.random.default_rng(8)
    samples = sample_of(games(0.2, 40, rng) * [1, 1, 0], simulated)
    likelihood = SkillLikelihood(samples)
    table, p_value, refitted = compare_with_simulation(likelihood, samples, Skill(0.2), rng)
    fitted = Calibration(
        policy="ace",
        fitted="ace:noise=0.2",
        noise=Interval(0.2, 0.1, 0.3, 40),
        p_value=p_value,
        counts={2: 40},
        checks=table,
        shares=shares_table(samples, refitted, rng),
        curve=curve_table(samples),
        likelihood=likelihood_table(likelihood, samples),
        minutes=None,
        n_games=84_000,
    )
    assert fitted.is_rejected
    assert fitted.worst["what"] == "wins of seat 1"
    assert fitted.worst["estimate"] < fitted.worst["low"]


def test_bars_hold_all_plays_and_their_range_most_sets(simulated) -> None:
    rng = np.random.default_rng(4)
    samples = sample_of(games(0.2, 30, rng), simulated)
    shares = shares_table(samples, np.full((500, 2), Skill(0.2)), rng)
    for _, own in shares.groupby("measure"):
        assert own["plays"].sum() == pytest.approx(1)
        assert (own["from"].to_numpy()[1:] == own["to"].to_numpy()[:-1]).all()
        assert ((own["low"] <= own["estimate"]) & (own["estimate"] <= own["high"])).all()
        assert len(own) <= 13


SECOND_WORSE = np.array([15, -2, 0])
"""By how much a player of the second kind changes a game."""


def mixed_games(skill: Skill, n: int, rng: np.random.Generator) -> np.ndarray:
    """Return games of two players, each of the second kind with the chance of the share."""
    n_second = rng.binomial(2, skill.share, n)
    return games(skill.noise, n, rng) - n_second[:, None] * SECOND_WORSE


@pytest.fixture(scope="module")
def mixtures() -> np.ndarray:
    rng = np.random.default_rng(6)
    return np.stack(
        [[mixed_games(Skill(noise, share), 1_000, rng) for noise in NOISES] for share in SHARES]
    )


def fitted_mixtures(skill: Skill, n: int, mixtures: np.ndarray, sets: int):
    """Return the fitted noises and shares of sets of plays of a known skill."""
    rng = np.random.default_rng(23)
    every = [sample_of(mixed_games(skill, n, rng), mixtures) for _ in range(sets)]
    likelihoods = [SkillLikelihood(samples) for samples in every]
    both = list(zip(likelihoods, every, strict=True))
    return [noise_interval(*each) for each in both], [share_interval(*each) for each in both]


@pytest.mark.parametrize("n", [20, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "skill",
    [
        Skill(0.1, 0.3),
        pytest.param(Skill(0.05, 0.0), marks=pytest.mark.long),
        pytest.param(Skill(0.3, 0.6), marks=pytest.mark.long),
        pytest.param(Skill(0.0, 1.0), marks=pytest.mark.long),
    ],
)
def test_intervals_cover_a_known_noise_and_a_known_share(skill: Skill, n: int, mixtures) -> None:
    noises, shares = fitted_mixtures(skill, n, mixtures, sets=60)
    assert_coverage([own.low <= skill.noise <= own.high for own in noises], 0.9)
    assert_coverage([own.low <= skill.share <= own.high for own in shares], 0.9)


def test_more_plays_find_the_share_more_precisely(mixtures) -> None:
    skill = Skill(0.1, 0.4)
    widths = []
    for n in (20, 200):
        _, shares = fitted_mixtures(skill, n, mixtures, sets=10)
        widths.append(np.mean([own.high - own.low for own in shares]))
    assert widths[1] < widths[0] / 2 < 0.4


def test_a_mixture_is_not_called_of_one_kind(mixtures) -> None:
    rng = np.random.default_rng(9)
    plays = mixed_games(Skill(0.1, 0.4), 150, rng)
    alone, both = sample_of(plays, mixtures[:1]), sample_of(plays, mixtures)
    likelihood = SkillLikelihood(both)
    skill = Skill(
        noise_interval(likelihood, both).estimate, share_interval(likelihood, both).estimate
    )
    assert compare_with_simulation(likelihood, both, skill, rng)[1] > 0.05
    likelihood = SkillLikelihood(alone)
    noise = noise_interval(likelihood, alone).estimate
    assert compare_with_simulation(likelihood, alone, Skill(noise), rng)[1] < 0.05


def test_the_curve_over_shares_is_that_of_the_fitted_noise(mixtures) -> None:
    samples = sample_of(mixed_games(Skill(0.1, 0.4), 20, np.random.default_rng(2)), mixtures)
    frame = share_curve_table(samples, NOISES[5])
    own = frame[frame["measure"] == "score"]
    assert own["share"].tolist() == list(SHARES)
    assert own["estimate"].to_numpy() == pytest.approx(mixtures[:, 5, :, 0].mean(axis=1))
    halfway = curve_table(samples, share=0.375)
    own = halfway[halfway["measure"] == "score"]
    expected = mixtures[1:3, :, :, 0].mean(axis=(0, 2))
    assert own["estimate"].to_numpy() == pytest.approx(expected)
