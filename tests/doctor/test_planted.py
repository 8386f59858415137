"""The planted games keep the contract, and their faults are as large as the catalogue says."""

from __future__ import annotations

from collections import Counter

import pytest

from simlab.catalog import find_game
from simlab.check.plain_game import check_lineup, line_ups
from tests.doctor.planted.catalogue import CATALOGUE, FAULTY, HALVES, SOUND, half
from tests.doctor.planted.effects import MEASURES, Bench

SIGMAS = 5
QUICK, MANY = 100, 2_000
FILES = sorted({planted.file for planted in CATALOGUE})
SAMPLE = [
    planted
    for planted in FAULTY
    if planted.name in ("fair_start_large", "mill_build_dead", "dike_hard_large", "caravan_secret")
]


def test_there_are_enough_games_of_each_code() -> None:
    assert len(FAULTY) >= 60
    assert len(SOUND) >= 40
    assert len({planted.name for planted in CATALOGUE}) == len(CATALOGUE)
    assert {planted.fault for planted in FAULTY} == {*MEASURES, "kingmaking"}


def test_both_halves_have_about_as_many_of_each_code() -> None:
    for code in {planted.fault for planted in CATALOGUE}:
        halves = Counter(half(planted.name) for planted in CATALOGUE if planted.fault == code)
        assert abs(halves[HALVES[0]] - halves[HALVES[1]]) <= 1, code


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_family_keeps_the_contract(file) -> None:
    game = find_game(str(file))
    for scenario in line_ups(game, game.load(), game.policies, [game.players[1]], [], 1):
        assert check_lineup(scenario, 1).problems == []


def is_as_large_as_it_says(planted, n_deals: int) -> bool:
    """Return whether the size in some games is within its error of the one in the catalogue.

    A share that was 0 or all in a few games has no error there; its bound is that of an event that
    did not happen (rule of three, at five standard errors).
    """
    bench = Bench(find_game(str(planted.file)), planted.patch, planted.players, n_deals)
    size = MEASURES[planted.fault](bench, planted.subject)
    error = (size.error**2 + planted.error**2) ** 0.5
    rare = 0 if planted.error == 0 else 100 * 13 / n_deals
    return abs(size.estimate - planted.effect) <= max(SIGMAS * error, rare) + 1e-9


@pytest.mark.parametrize("planted", SAMPLE, ids=lambda planted: planted.name)
def test_a_fault_is_as_large_as_it_says(planted) -> None:
    assert is_as_large_as_it_says(planted, QUICK)


MEASURED = [planted for planted in FAULTY if planted.fault in MEASURES]


@pytest.mark.long
@pytest.mark.parametrize("planted", MEASURED, ids=lambda planted: planted.name)
def test_each_fault_is_as_large_as_it_says(planted) -> None:
    assert is_as_large_as_it_says(planted, MANY)
