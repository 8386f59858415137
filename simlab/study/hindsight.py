"""Hindsight: the decisions of a game at which another choice was worth clearly more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from simlab.analysis.intervals import Interval
from simlab.execution.position import Past, Position
from simlab.execution.thought import Thinker, Thought, think
from simlab.study.worth import gain, gain_over


@dataclass(frozen=True, eq=False)
class Judged:
    """A decision, and what the search's choice gains over the one that was made."""

    thought: Thought
    gain: Interval[float]

    @property
    def is_missed(self) -> bool:
        """Whether another choice was clearly worth more."""
        return self.gain.low > 0


def judged(past: Past, thinker_at: Callable[[Position], Thinker]) -> Iterator[Judged]:
    """Think at every decision that leaves a choice."""
    for position in past.positions():
        if position.menu.size > 1:
            thought = think(position, thinker_at(position))
            yield Judged(thought, gain_over_played(thought))


def gain_over_played(thought: Thought) -> Interval[float]:
    """Return what the search's choice gains over the one that was made."""
    played, answer = (
        gain(thought, thought.choices.index(choice))
        for choice in (thought.position.played, thought.answer)
    )
    return gain_over(played, answer)


def largest(found: list[Judged], n: int) -> list[Judged]:
    """Return the decisions at which most was missed, at most `n` of them."""
    missed = [one for one in found if one.is_missed]
    return sorted(missed, key=lambda one: -one.gain.estimate)[:n]
