"""doctor finds the planted faults, high up, and none in sound games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import simlab
from simlab.studies.doctor import examination
from simlab.studies.doctor.result.diagnosis import Diagnosis
from tests.doctor.planted.catalogue import CATALOGUE, FAULTY, HALVES, SOUND, PlantedGame, half

TOP = 5
FOUND, AMONG_THE_TOP, FALSE_ALARMS = 0.9, 0.8, 0.05
WHOLE_TIME = 1000
"""Minutes that no game needs: the limits of deals decide how many are played."""

Examine = Callable[[PlantedGame], Diagnosis]


def examine_with(
    monkeypatch: pytest.MonkeyPatch, folder: Path, screen: int, fresh: int, rollouts: int
) -> Examine:
    monkeypatch.setattr(examination, "SCREEN_DEALS", screen)
    monkeypatch.setattr(examination, "FRESH_DEALS", fresh)
    monkeypatch.setattr(examination, "MOST_ROLLOUT_DEALS", rollouts)
    monkeypatch.setattr(examination, "VARIANT_PART", 0)  # what it shows decides about no fault
    monkeypatch.setattr(examination, "MOST_DECIDES_GAMES", 0)

    def examine(planted: PlantedGame) -> Diagnosis:
        result = simlab.doctor(
            planted.file,
            players=planted.players,
            patch=list(planted.patch),
            minutes=WHOLE_TIME,
            out=folder,
        )
        return result.study

    return examine


def rank_of(planted: PlantedGame, diagnosis: Diagnosis) -> int:
    """Return the place of the planted fault among those that were found, 0 if it is not there.

    A policy that wins too much is a dominant strategy in the catalogue.
    """
    names = [finding.key.fault.name for finding in diagnosis.wrong]
    is_of_policy = planted.fault == "dominant_strategy" and not planted.subject.startswith("only ")
    wanted = "stronger_policy" if is_of_policy else planted.fault
    return names.index(wanted) + 1 if wanted in names else 0


@pytest.mark.parametrize(
    "name", ["fair_start_large", pytest.param("fair_sound_1", marks=pytest.mark.long)]
)
def test_a_planted_fault_is_found(name, monkeypatch, tmp_path) -> None:
    examine = examine_with(monkeypatch, tmp_path, screen=30, fresh=150, rollouts=0)
    [planted] = [planted for planted in CATALOGUE if planted.name == name]
    with simlab.plain_python():
        diagnosis = examine(planted)
    if planted.fault:
        assert 1 <= rank_of(planted, diagnosis) <= TOP
    else:
        assert diagnosis.wrong == []


@pytest.mark.long
@pytest.mark.parametrize("which", HALVES)
def test_most_planted_faults_are_found_and_sound_games_are_fine(
    which, monkeypatch, tmp_path
) -> None:
    examine = examine_with(monkeypatch, tmp_path, screen=200, fresh=2000, rollouts=64)

    def in_half(games: Sequence[PlantedGame]) -> list[PlantedGame]:
        return [planted for planted in games if half(planted.name) == which]

    ranks = {planted.name: rank_of(planted, examine(planted)) for planted in in_half(FAULTY)}
    missed = [name for name, rank in ranks.items() if not rank]
    low = [name for name, rank in ranks.items() if rank > TOP]
    assert len(missed) <= (1 - FOUND) * len(ranks), missed
    assert len(missed) + len(low) <= (1 - AMONG_THE_TOP) * len(ranks), (missed, low)
    alarms = {
        planted.name: [finding.key.fault.name for finding in examine(planted).wrong]
        for planted in in_half(SOUND)
    }
    false_alarms = {name: faults for name, faults in alarms.items() if faults}
    assert len(false_alarms) <= FALSE_ALARMS * len(alarms), false_alarms
