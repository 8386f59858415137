"""The planted games keep the contract, and their faults are as large as the catalogue says."""

from __future__ import annotations

from collections import Counter

import pytest

from simlab.catalog import find_game
from tests.doctor.planted.catalogue import CATALOGUE, FAULTY, HALVES, half
from tests.doctor.planted.effects import MEASURES, Bench

SIGMAS = 5
QUICK, MANY = 200, 5_000
FAMILIES = sorted({planted.family for planted in CATALOGUE})


def test_names_differ_and_both_halves_have_about_as_many() -> None:
    assert len({planted.name for planted in CATALOGUE}) == len(CATALOGUE)
    halves = Counter(half(planted.name) for planted in CATALOGUE)
    assert abs(halves[HALVES[0]] - halves[HALVES[1]]) <= len(MEASURES)
    for code, n in Counter(planted.fault for planted in FAULTY).items():
        in_half = Counter(half(planted.name) for planted in FAULTY if planted.fault == code)
        assert min(in_half[name] for name in HALVES) >= n // 2, code


def is_as_large_as_it_says(planted, n_deals: int) -> bool:
    """Return whether the size in some games is within its error of the one in the catalogue."""
    bench = Bench(find_game(str(planted.file)), planted.patch, planted.players, n_deals)
    size = MEASURES[planted.fault](bench, planted.subject)
    error = (size.error**2 + planted.error**2) ** 0.5
    return abs(size.estimate - planted.effect) <= SIGMAS * error + 1e-9


@pytest.mark.parametrize("planted", FAULTY[::12], ids=lambda planted: planted.name)
def test_a_fault_is_as_large_as_it_says(planted) -> None:
    assert is_as_large_as_it_says(planted, QUICK)


@pytest.mark.long
@pytest.mark.parametrize("planted", FAULTY, ids=lambda planted: planted.name)
def test_each_fault_is_as_large_as_it_says(planted) -> None:
    assert is_as_large_as_it_says(planted, MANY)
