"""What an examination keeps for the next one of the same game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from simlab.studies.doctor.memory import FILE, Kept
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.effects import EffectKey

SEAT = EffectKey(fault.SEAT_ADVANTAGE, "seat “1”", 2)
EFFECTS = {
    SEAT: np.array([0.5, np.nan, -0.5]),
    EffectKey(fault.DEAD_PARAMETER, "rain", 0): np.array([0.0, 1.0, 0.0]),
}


def kept_in(folder: Path) -> Kept:
    kept = Kept(folder, EFFECTS, "old rules", 7)
    kept.write(folder)
    return kept


def test_effects_are_read_as_they_were_written(tmp_path: Path) -> None:
    earlier = replace(kept_in(tmp_path), key="new rules").earlier()
    assert list(earlier) == list(EFFECTS)
    for key, values in EFFECTS.items():
        np.testing.assert_array_equal(earlier[key], values)


def test_other_deals_and_the_same_rules_are_not_compared(tmp_path: Path) -> None:
    kept = kept_in(tmp_path)
    assert kept.earlier() == {}
    assert replace(kept, key="new rules", seed=8).earlier() == {}


def test_an_examination_without_fresh_deals_replaces_nothing(tmp_path: Path) -> None:
    kept = replace(kept_in(tmp_path), key="new rules")
    replace(kept, effects={}).write(tmp_path)
    assert list(kept.earlier()) == list(EFFECTS)


def test_what_is_missing_or_damaged_is_nothing(tmp_path: Path) -> None:
    kept = replace(kept_in(tmp_path), key="new rules")
    file = tmp_path / FILE
    raw = bytearray(file.read_bytes())
    raw[len(raw) // 2] ^= 1
    file.write_bytes(raw)
    assert kept.earlier() == {}
    file.unlink()
    assert kept.earlier() == {}
