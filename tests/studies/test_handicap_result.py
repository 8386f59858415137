"""Handicap: noisy bisection finds a known amount, and is hardly ever wrong."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from simlab.analysis.group_sequential import Design
from simlab.analysis.intervals import Interval
from simlab.analysis.verdict import Verdict
from simlab.studies.handicap.result import (
    ERROR,
    Bracket,
    Probe,
    bisection,
    even_amount,
    fresh_table,
    most_probes,
    probe_of,
)
from tests.support.coverage import assert_coverage

MOST = 60
LOOKS = (50, 100, 200, 400)


def bracket_of(decide: Callable[[int], Verdict], most: int = MOST) -> tuple[Bracket, list[int]]:
    """Return what a bisection leaves, and the amounts that it tried."""
    search, amounts = bisection(most), []
    amount = next(search)
    while True:
        amounts.append(amount)
        try:
            amount = search.send(decide(amount))
        except StopIteration as end:
            return end.value, amounts


def exactly(even: float, unclear: float) -> Callable[[int], Verdict]:
    """Return decisions that are not made within a distance from the even amount."""

    def decide(amount: int) -> Verdict:
        if abs(amount - even) <= unclear:
            return Verdict.UNDECIDED
        return Verdict.LESS if amount < even else Verdict.MORE

    return decide


@pytest.mark.parametrize("even", [0.5, 7.3, 30, 59.5])
@pytest.mark.parametrize("unclear", [0, 0.6, 4])
def test_the_nearest_amounts_that_are_decided_are_left(even: float, unclear: float) -> None:
    decide = exactly(even, unclear)
    bracket, amounts = bracket_of(decide)
    below = [amount for amount in range(MOST + 1) if decide(amount) == Verdict.LESS]
    above = [amount for amount in range(MOST + 1) if decide(amount) == Verdict.MORE]
    assert bracket.too_little == max(below, default=-1)
    assert bracket.too_much == min(above, default=None)
    assert len(amounts) <= most_probes(MOST)
    assert len(set(amounts)) == len(amounts)


def test_an_amount_out_of_reach_is_too_little_to_the_end() -> None:
    assert bracket_of(lambda _: Verdict.LESS)[0] == Bracket(MOST, None)
    assert bracket_of(lambda _: Verdict.MORE)[0] == Bracket(-1, 0)


def test_the_even_amount_lies_where_a_rising_curve_meets_the_even_share() -> None:
    shares = {0: 0.4, 10: 0.56, 5: 0.47, 4: 0.48}
    probes = [
        Probe(amount, Interval(share, 0.0, 1.0, 100), Verdict.UNDECIDED)
        for amount, share in shares.items()
    ]
    # 4 and 5 are pooled at 0.475; from there it rises by 0.085 up to 10
    assert even_amount(probes, 0.5, is_rising=True) == pytest.approx(5 + 5 * 0.025 / 0.085)
    assert np.isnan(even_amount(probes, 0.7, is_rising=True))


def test_of_moving_first_the_wins_fall_with_the_amount() -> None:
    wins = np.repeat([0.0, 1.0], [50, 350])
    design = Design(LOOKS, ERROR)
    assert probe_of(3, wins, 0.5, design, is_rising=True).decision == Verdict.MORE
    assert probe_of(3, wins, 0.5, design, is_rising=False).decision == Verdict.LESS


def test_fresh_deals_are_compared_with_an_even_share() -> None:
    rng = np.random.default_rng(8)
    wins = [(rng.random(20_000) < chance).astype(float) for chance in (0.4, 0.5)]
    frame = fresh_table([0, 6], wins, 0.5, 0.02)
    assert list(frame["verdict"]) == [Verdict.LESS, Verdict.SAME]


@pytest.mark.parametrize("runs", [60, pytest.param(1_500, marks=pytest.mark.long)])
@pytest.mark.parametrize("even", [20, 33.5])
def test_the_bracket_hardly_ever_misses_the_even_amount(runs: int, even: float) -> None:
    design = Design(LOOKS, ERROR).split(most_probes(MOST))
    rights = []
    for seed in range(runs):
        luck = np.random.default_rng(seed).random(LOOKS[-1])

        def decide(amount: int, luck=luck) -> Verdict:
            wins = (luck < 0.5 + 0.02 * (amount - even)).astype(float)
            for n in LOOKS:
                decision = probe_of(amount, wins[:n], 0.5, design, is_rising=True).decision
                if decision != Verdict.UNDECIDED:
                    return decision
            return Verdict.UNDECIDED

        bracket, _ = bracket_of(decide)
        rights.append(bracket.too_little < even and even < (bracket.too_much or MOST + 1))
    assert_coverage(rights, 0.95)
