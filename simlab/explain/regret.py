"""Regret: decisions at which another choice was clearly better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from simlab.analysis.intervals import Interval
from simlab.explain.choice_value import gain_over_played
from simlab.explain.decision import Decision, PlayedGame
from simlab.explain.search_values import SearchAt, search_values


@dataclass(frozen=True)
class Regret:
    """A decision, and the gain of the search's choice over the choice that was made."""

    decision: int
    seat: int
    played: int
    better: int
    gain: Interval[float]


def regrets(game: PlayedGame, searches: Sequence[SearchAt]) -> Iterator[Regret]:
    """Yield the regret of every decision with several choices, by the search of its seat."""
    for decision in game.each_decision():
        if decision.menu.size > 1:
            yield regret_at(decision, searches[decision.seat])


def regret_at(decision: Decision, search_at: SearchAt) -> Regret:
    """Return the regret of one decision."""
    values = search_values(decision, search_at)
    return Regret(
        decision.number, decision.seat, decision.played, values.answer, gain_over_played(values)
    )


def clear_regrets(regrets: Iterable[Regret]) -> list[Regret]:
    """Return regrets whose interval lies above 0, the largest first."""
    return sorted(
        (regret for regret in regrets if regret.gain.low > 0),
        key=lambda regret: -regret.gain.estimate,
    )
