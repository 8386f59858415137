"""Regret: at which decisions of a game another choice was worth clearly more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from simlab.analysis.intervals import Interval
from simlab.explain.choice_value import gain_over_played
from simlab.explain.decision import Decision, Past
from simlab.explain.search_values import SearchAt, search_values


@dataclass(frozen=True)
class Regret:
    """A decision, and what the choice of a search there gains over the one that was made."""

    decision: int
    seat: int
    played: int
    better: int
    gain: Interval[float]


def regrets(past: Past, thinkers: Sequence[SearchAt]) -> Iterator[Regret]:
    """Think at every decision that leaves a choice, by the thinker of its seat."""
    for here in past.positions():
        if here.menu.size > 1:
            yield regret_at(here, thinkers[here.seat])


def regret_at(here: Decision, thinker: SearchAt) -> Regret:
    """Think at one decision."""
    found = search_values(here, thinker)
    return Regret(here.decision, here.seat, here.played, found.answer, gain_over_played(found))


def clear(found: Iterable[Regret]) -> list[Regret]:
    """Return those whose gain is clear, the largest first."""
    return sorted(
        (regret for regret in found if regret.gain.low > 0),
        key=lambda regret: -regret.gain.estimate,
    )
