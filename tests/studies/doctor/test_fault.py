"""Limits of faults: on which side an effect is one, and how far beyond it is."""

from __future__ import annotations

import pytest

from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.fault import Aspect, Fault, Side

LIMIT = 0.2


def kind(side: Side, limit: float = LIMIT, margin: float = 0.0) -> Fault:
    return Fault("some", Aspect.FAIR, limit, side, margin=margin)


@pytest.mark.parametrize(
    ("side", "low", "high", "margins"),
    [
        (Side.ABOVE, 0.3, 0.9, 0.5),
        (Side.ABOVE, 0.1, 0.9, -0.5),
        (Side.BELOW, 0.0, 0.1, 0.5),
        (Side.BELOW, 0.0, 0.3, -0.5),
        (Side.APART, 0.3, 0.9, 0.5),
        (Side.APART, -0.9, -0.3, 0.5),
        (Side.APART, -0.1, 0.9, -1.5),
        (Side.NEAR, -0.1, 0.1, 0.5),
        (Side.NEAR, -0.1, 0.3, -0.5),
        (Side.NEAR, -0.3, 0.1, -0.5),
    ],
)
def test_an_interval_is_beyond_its_limit_by_its_nearer_bound(
    side: Side, low: float, high: float, margins: float
) -> None:
    assert kind(side).beyond(low, high) == pytest.approx(margins)


@pytest.mark.parametrize(
    ("side", "low", "high", "is_clear"),
    [
        (Side.ABOVE, 0.0, 0.2, True),
        (Side.ABOVE, 0.0, 0.3, False),
        (Side.BELOW, 0.2, 0.9, True),
        (Side.BELOW, 0.1, 0.9, False),
        (Side.APART, -0.2, 0.2, True),
        (Side.APART, -0.3, 0.1, False),
        (Side.APART, -0.1, 0.3, False),
        (Side.NEAR, 0.2, 0.9, True),
        (Side.NEAR, -0.9, -0.2, True),
        (Side.NEAR, -0.3, 0.3, False),
        (Side.NEAR, 0.1, 0.3, False),
    ],
)
def test_an_interval_is_clear_if_all_of_it_is_on_the_good_side(
    side: Side, low: float, high: float, is_clear: bool
) -> None:
    assert kind(side).is_clear(low, high) == is_clear


@pytest.mark.parametrize("side", Side)
def test_no_interval_is_both_beyond_and_clear_and_a_wide_one_is_neither(side: Side) -> None:
    bounds = [step / 10 for step in range(-9, 10)]
    for low in bounds:
        for high in (bound for bound in bounds if bound > low):
            assert not (kind(side).beyond(low, high) > 0 and kind(side).is_clear(low, high))
    assert kind(side).beyond(-1, 1) < 0
    assert not kind(side).is_clear(-1, 1)


def test_margins_are_of_the_limit_unless_given() -> None:
    assert kind(Side.ABOVE, -0.1).beyond(0.1, 0.2) == pytest.approx(2)
    assert kind(Side.ABOVE, -0.1, margin=0.05).beyond(0.1, 0.2) == pytest.approx(4)


def test_the_kinds_of_faults_can_be_ordered_and_told_apart() -> None:
    kinds = [value for value in vars(fault).values() if isinstance(value, Fault)]
    assert all(kind.scale > 0 for kind in kinds)
    assert len({kind.name for kind in kinds}) == len(kinds) > 20
    assert {kind.aspect for kind in kinds} == set(Aspect)
