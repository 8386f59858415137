"""Dependence of faults: whether they are there with other players, or other values of a guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from simlab.analysis.intervals import Interval
from simlab.studies.doctor.result.effects import EffectKey, Effects
from simlab.studies.doctor.result.findings import FEWEST, LEVEL, State, interval_of, sample_of


@dataclass(frozen=True)
class Dependence:
    """The size of a fault in a variant of the usual table."""

    key: EffectKey
    variant: str
    state: State
    """Wrong if it is a fault there, too, fine if it is none."""
    interval: Interval[float]
    """95 % for all variants of the fault together."""


def dependences_of(variants: Mapping[str, Effects]) -> list[Dependence]:
    """Return the size of each fault in each variant in which it is known."""
    level = 1 - (1 - LEVEL) / max(len(variants), 1)
    return [
        _dependence(key, variant, interval_of(key.fault, values, level))
        for variant, effects in variants.items()
        for key, values in effects.items()
        if sample_of(key.fault, values).n >= FEWEST
    ]


def _dependence(key: EffectKey, variant: str, interval: Interval[float]) -> Dependence:
    bounds = interval.low, interval.high
    state = State.LOOK
    if key.fault.beyond(*bounds) > 0:
        state = State.WRONG
    elif key.fault.is_clear(*bounds):
        state = State.FINE
    return Dependence(key, variant, state, interval)
