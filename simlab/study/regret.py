"""Regret: at which decisions of a game another choice was worth clearly more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from simlab.analysis.intervals import Interval
from simlab.execution.position import Past
from simlab.execution.thought import Thinker, think
from simlab.study.worth import gain_over_played


@dataclass(frozen=True)
class Regret:
    """A decision, and what the choice of a search there gains over the one that was made."""

    decision: int
    seat: int
    played: int
    better: int
    gain: Interval[float]


def regrets(past: Past, thinkers: Sequence[Thinker]) -> Iterator[Regret]:
    """Think at every decision that leaves a choice, by the thinker of its seat."""
    for here in past.positions():
        if here.menu.size > 1:
            found = think(here, thinkers[here.seat])
            gain = gain_over_played(found)
            yield Regret(here.decision, here.seat, here.played, found.answer, gain)


def largest(found: Iterable[Regret], n: int) -> list[Regret]:
    """Return those with the largest gains of all whose gain is clear, at most `n`."""
    clear = [regret for regret in found if regret.gain.low > 0]
    return sorted(clear, key=lambda regret: -regret.gain.estimate)[:n]
