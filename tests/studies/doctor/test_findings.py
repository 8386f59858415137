"""Findings: exact p values, adjusted intervals, few false findings, and those that are found."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from simlab.studies.doctor.result.effects import EffectKey
from simlab.studies.doctor.result.fault import Aspect, Fault, Side
from simlab.studies.doctor.result.findings import (
    FALSE_DISCOVERIES,
    FEWEST,
    LEVEL,
    ORDER,
    POWER,
    Finding,
    State,
    findings_of,
    interval_of,
    may_be_fault,
    p_value,
    sample_of,
    score_card,
)

Array = NDArray[np.float64]
N = 200
"""Blocks of an effect."""
GAIN = Fault("gain", Aspect.CHOICES, 0.05, is_difference=True)
SHARE = Fault("share", Aspect.ENDS, 0.1)
RARE = Fault("rare", Aspect.COMPONENTS, 0.1, Side.BELOW)
UNEVEN = Fault("uneven", Aspect.FAIR, 0.05, Side.APART, is_difference=True)
USELESS = Fault("useless", Aspect.SKILL, 0.05, Side.NEAR, is_difference=True)


def key(kind: Fault, number: int = 0) -> EffectKey:
    return EffectKey(kind, f"number {number}", 2)


def chance(kind: Fault, values: Array) -> float:
    """Return the p value of blocks at the limit of a fault."""
    return p_value(sample_of(kind, values), kind.limit, kind.side)


def bounded(limit: float, side: Side, *, is_difference: bool = False) -> Fault:
    return Fault("bounded", Aspect.FAIR, limit, side, is_difference=is_difference)


def zeros_and_ones(n_ones: int, n: int = N) -> Array:
    values = np.zeros(n)
    values[:n_ones] = 1
    return values


def normal(mean: float, error: float, seed: int = 0, n: int = N) -> Array:
    """Return blocks with exactly this mean and standard error."""
    values = np.random.default_rng(seed).normal(size=n)
    unit = (values - values.mean()) / values.std(ddof=1)
    return np.asarray(mean + error * np.sqrt(n) * unit)


def states(findings: list[Finding]) -> list[State]:
    return [finding.state for finding in findings]


@pytest.mark.parametrize("n_ones", [0, 1, 17, 30, N])
def test_p_values_of_shares_are_those_of_the_exact_binomial_test(n_ones: int) -> None:
    for side, alternative in ((Side.ABOVE, "greater"), (Side.BELOW, "less")):
        exact = stats.binomtest(n_ones, N, 0.1, alternative).pvalue
        assert chance(bounded(0.1, side), zeros_and_ones(n_ones)) == pytest.approx(exact)


@pytest.mark.parametrize("mean", [-0.2, 0.0, 0.08, 0.3])
def test_p_values_of_other_effects_are_those_of_t_tests(mean: float) -> None:
    values = normal(mean, 0.03)

    def t_test(limit: float, alternative: str) -> float:
        return float(stats.ttest_1samp(values, limit, alternative=alternative).pvalue)

    assert chance(bounded(0.05, Side.ABOVE), values) == pytest.approx(t_test(0.05, "greater"))
    assert chance(bounded(-0.05, Side.BELOW), values) == pytest.approx(t_test(-0.05, "less"))
    inside = max(t_test(0.05, "less"), t_test(-0.05, "greater"))
    assert chance(bounded(0.05, Side.NEAR), values) == pytest.approx(inside)


@pytest.mark.parametrize("mean", [0.0, 0.04, 0.08, 0.11])
def test_p_values_of_effects_in_either_direction_count_both_tails(mean: float) -> None:
    """Of an effect at one end of the range, more extreme ones are beyond either end."""
    distances = stats.t(N - 1, 0.05, 0.03)
    for sign in (-1, 1):
        exact = distances.sf(mean) + distances.cdf(-mean)
        values = normal(sign * mean, 0.03)
        assert chance(bounded(0.05, Side.APART), values) == pytest.approx(exact)


def test_unknown_values_do_not_count() -> None:
    values = np.where(np.arange(N) < 40, zeros_and_ones(10), np.nan)
    sample = sample_of(SHARE, values)
    assert (sample.n, sample.mean, sample.is_share) == (40, 0.25, True)
    assert interval_of(SHARE, values, 0.95).n == 40
    assert sample_of(SHARE, np.full(9, np.nan)).n == 0


def test_blocks_that_all_agree_may_have_rare_others() -> None:
    """Where no block gains anything, one in 20 may still gain a whole win: that is 0.05."""
    gain, nothing = (bounded(0.05, side, is_difference=True) for side in (Side.ABOVE, Side.NEAR))
    assert chance(nothing, np.zeros(N)) == pytest.approx(0.95**N)
    assert chance(gain, np.zeros(N)) == 1
    assert chance(nothing, np.zeros(FEWEST)) > FALSE_DISCOVERIES


def test_gains_that_are_never_losses_are_gains() -> None:
    """No block of a difference is a share of games, though all are 0 or 1."""
    nothing, wins = key(USELESS), key(Fault("dominant", Aspect.CHOICES, -0.05, is_difference=True))
    values = {nothing: np.zeros(N), wins: zeros_and_ones(60)}
    assert states(findings_of(values, values)) == [State.WRONG, State.WRONG]


def test_few_decisions_are_not_too_many() -> None:
    """Nor is a count a share, though it is 0 or 1 in each game."""
    many = {key(Fault("many", Aspect.LENGTH, 100.0, unit="decisions")): zeros_and_ones(60)}
    [finding] = findings_of({}, many)
    assert finding.state == State.FINE
    assert finding.p_value == pytest.approx(1)
    assert 0 < finding.detectable < 1


def test_what_the_screen_has_shown_to_be_fine_is_measured_but_not_tested() -> None:
    """So it does not count among the effects for which p values are adjusted."""
    fine, fault = key(GAIN, 1), key(GAIN, 2)
    screened = {fine: normal(0.0, 0.01), fault: normal(0.3, 0.02)}
    fresh = {fine: normal(0.02, 0.01), fault: normal(0.3, 0.02)}
    by_key = {finding.key: finding for finding in findings_of(screened, fresh)}
    assert by_key[fine].state == State.FINE
    assert np.isnan(by_key[fine].p_value)
    assert by_key[fine].interval.estimate == pytest.approx(0.02)
    [alone] = findings_of({}, {fault: fresh[fault]})
    assert by_key[fault].p_value == alone.p_value


def test_an_interval_has_its_level() -> None:
    values = normal(0.3, 0.02)
    for level in (0.8, 0.95, 0.999):
        low, high = stats.t.interval(level, N - 1, 0.3, 0.02)
        interval = interval_of(GAIN, values, level)
        assert (interval.low, interval.high) == (pytest.approx(low), pytest.approx(high))
        exact = stats.binomtest(30, N).proportion_ci(level, "exact")
        interval = interval_of(SHARE, zeros_and_ones(30), level)
        assert (interval.low, interval.high) == (
            pytest.approx(exact.low),
            pytest.approx(exact.high),
        )


def test_intervals_of_what_is_wrong_are_wider_the_more_was_looked_at() -> None:
    """With one of ten wrong, its interval has a level of 99.5 %; all others have one of 95 %."""
    values = {key(GAIN, number): normal(0.0, 0.02, number) for number in range(10)}
    values[key(GAIN, 3)] = normal(0.3, 0.02)
    first, *others = findings_of({}, values)
    assert first.key == key(GAIN, 3)
    assert first.interval.high - 0.3 == pytest.approx(stats.t.isf(0.0025, N - 1) * 0.02)
    for finding in others:
        assert finding.interval.high == pytest.approx(stats.t.isf(0.025, N - 1) * 0.02)


@pytest.mark.parametrize("kind", [GAIN, SHARE, RARE, UNEVEN, USELESS], ids=lambda kind: kind.name)
def test_games_whose_effects_are_all_at_the_limit_have_hardly_any_fault(
    kind: Fault, effort: int
) -> None:
    """Any finding is false then: in at most 5 % of the examinations there is one."""
    rng = np.random.default_rng(7)
    n_runs, n_false = 300 * effort, 0
    for _ in range(n_runs):
        if kind.is_difference:
            drawn = rng.normal(kind.limit, 0.4, (8, 60))
        else:
            drawn = (rng.random((8, 60)) < kind.limit).astype(float)
        values = {key(kind, number): row for number, row in enumerate(drawn)}
        n_false += State.WRONG in states(findings_of(values, values))
    share = FALSE_DISCOVERIES
    assert n_false <= n_runs * share + 5 * np.sqrt(n_runs * share * (1 - share))


def test_few_of_the_findings_are_false_where_some_are_true(effort: int) -> None:
    """Ten effects at the limit and six faults: of what is called wrong, at most 5 % are none."""
    rng = np.random.default_rng(8)
    means = np.repeat([GAIN.limit, GAIN.limit + 0.2], [10, 6])
    shares = []
    for _ in range(300 * effort):
        drawn = rng.normal(means[:, None], 0.5, (16, 80))
        values = {key(GAIN, number): row for number, row in enumerate(drawn)}
        wrong = [finding for finding in findings_of(values, values) if finding.state == State.WRONG]
        n_false = sum(finding.key in list(values)[:10] for finding in wrong)
        shares.append(n_false / max(len(wrong), 1))
    error = np.std(shares) / np.sqrt(len(shares))
    assert np.mean(shares) <= FALSE_DISCOVERIES + 5 * error


def test_intervals_of_what_is_wrong_cover_on_average(effort: int) -> None:
    """Also of effects that are called wrong just because they look large."""
    rng = np.random.default_rng(10)
    means = np.linspace(0.05, 0.4, 12)
    shares = []
    for _ in range(200 * effort):
        drawn = rng.normal(means[:, None], 0.5, (12, 60))
        values = {key(GAIN, number): row for number, row in enumerate(drawn)}
        true = dict(zip(values, means, strict=True))
        wrong = [finding for finding in findings_of(values, values) if finding.state == State.WRONG]
        n_missed = sum(
            not finding.interval.low <= true[finding.key] <= finding.interval.high
            for finding in wrong
        )
        shares.append(n_missed / max(len(wrong), 1))
    assert np.mean(shares) <= 1 - LEVEL + 5 * np.std(shares) / np.sqrt(len(shares))


@pytest.mark.parametrize("kind", [GAIN, SHARE, RARE, UNEVEN, USELESS], ids=lambda kind: kind.name)
def test_an_effect_of_the_detectable_size_is_found_as_often_as_is_said(
    kind: Fault, effort: int
) -> None:
    """Among nine others that are clearly sound."""
    rng = np.random.default_rng(9)
    is_below = kind.side in (Side.BELOW, Side.NEAR)
    others = {key(GAIN, number): normal(-0.5, 0.02, number) for number in range(1, 10)}

    def found_with(values: Array) -> Finding:
        findings = findings_of(others | {key(kind): values}, others | {key(kind): values})
        return next(finding for finding in findings if finding.key == key(kind))

    sound = normal(0.0, 0.008) if kind.is_difference else zeros_and_ones(20)
    distance = found_with(sound).detectable
    size = kind.limit - distance if is_below else kind.limit + distance
    n_runs, n_found = 200 * effort, 0
    for _ in range(n_runs):
        if kind.is_difference:
            values = rng.normal(size, 0.008 * np.sqrt(N), N)
        else:
            values = (rng.random(N) < size).astype(float)
        n_found += found_with(values).state == State.WRONG
    assert abs(n_found / n_runs - POWER) < 5 * np.sqrt(POWER * (1 - POWER) / n_runs)


def test_no_size_is_detectable_in_few_games() -> None:
    """What is in a tenth of all games may be missing in 20, so no share is shown to be lower."""
    values = {key(RARE): np.zeros(FEWEST), key(RARE, 1): np.zeros(FEWEST)}
    assert {finding.detectable for finding in findings_of(values, values)} == {np.inf}


def test_only_fresh_deals_decide() -> None:
    """What a screen finds is looked at, and what it finds by luck is no fault."""
    screened = {key(GAIN, number): normal(0.5, 0.02) for number in range(3)}
    findings = findings_of(screened, {key(GAIN, 0): normal(0.0, 0.01)})
    by_key = {finding.key: finding for finding in findings}
    assert by_key[key(GAIN, 0)].state == State.FINE
    assert by_key[key(GAIN, 1)].state == State.LOOK
    assert np.isnan(by_key[key(GAIN, 1)].p_value)
    assert np.isnan(by_key[key(GAIN, 1)].detectable)


def test_what_a_screen_clears_is_fine_without_fresh_deals() -> None:
    values = normal(-0.2, 0.02)
    assert not may_be_fault(key(GAIN), values)
    [finding] = findings_of({key(GAIN): values}, {})
    assert (finding.state, finding.example) == (State.FINE, -1)


def test_faults_come_first_and_the_furthest_of_them_before_all() -> None:
    means = [0.0, 0.3, 0.06, 0.9, -0.3]
    values = {key(GAIN, number): normal(mean, 0.02) for number, mean in enumerate(means)}
    findings = findings_of(values, values)
    assert [finding.key.subject for finding in findings] == [
        f"number {number}" for number in (3, 1, 2, 0, 4)
    ]
    assert states(findings) == [State.WRONG, State.WRONG, State.LOOK, State.FINE, State.FINE]
    for one, next_one in pairwise(findings):
        if one.state == next_one.state:
            assert one.beyond >= next_one.beyond


def test_what_is_known_of_too_few_deals_is_left_out() -> None:
    few = np.where(np.arange(N) < FEWEST - 1, 1.0, np.nan)
    assert may_be_fault(key(SHARE), few)  # fresh deals may have more
    unknown = np.full(N, np.nan)
    assert not may_be_fault(key(SHARE), unknown)
    values = {key(SHARE): few, key(SHARE, 1): unknown}
    assert findings_of(values, values) == []
    assert findings_of({}, {}) == []


def test_constant_values_are_judged() -> None:
    always, never = {key(SHARE): np.ones(N)}, {key(SHARE): np.zeros(N)}
    assert states(findings_of(always, always)) == [State.WRONG]
    assert states(findings_of(never, never)) == [State.FINE]
    some = {key(GAIN): np.full(N, 0.4)}
    [finding] = findings_of(some, some)
    assert finding.state == State.WRONG
    assert finding.interval.low < 0.4 < finding.interval.high


def test_the_block_that_shows_a_fault_most_is_its_example() -> None:
    values = normal(0.4, 0.02)
    values[17], values[31] = 9.0, np.nan
    [finding] = findings_of({key(GAIN): values}, {key(GAIN): values})
    assert finding.example == 17
    negative = {key(UNEVEN): -values}
    assert findings_of(negative, negative)[0].example == 17
    nothing = {key(RARE): np.zeros(N)}
    assert findings_of(nothing, nothing)[0].example == -1


def test_the_score_card_has_the_worst_state_of_each_aspect() -> None:
    values = {
        key(GAIN): normal(0.5, 0.02),
        key(GAIN, 1): normal(-0.5, 0.02),
        key(SHARE): zeros_and_ones(20),
        key(UNEVEN): normal(0.0, 0.01),
    }
    assert score_card(findings_of(values, values)) == {
        Aspect.ENDS: State.LOOK,
        Aspect.FAIR: State.FINE,
        Aspect.CHOICES: State.WRONG,
    }
    assert set(ORDER) == set(State)
