"""Observer of a run: what is called as it begins, goes on and ends."""

from __future__ import annotations

from simlab.errors import Problem
from simlab.execution.tally import Tally
from simlab.experiment.plan import Part, Plan


class RunObserver:
    """Observer of a run; this one ignores all events."""

    def already_finished(self) -> None:
        """The run is already finished."""

    def damaged(self, flaws: list[Problem]) -> None:
        """Files of the run are missing or damaged; their parts are played again."""

    def compiling(self, title: str) -> None:
        """A game is being compiled, once."""

    def translating(self, title: str, seconds: float) -> None:
        """A plain game is being translated, once; to play it as it is would take this long.

        Infinite: nobody knows how long.
        """

    def comparing(self) -> None:
        """A compiled game is compared with the plain one under rules that are new, once."""

    def begins(self, plan: Plan, missing: list[Part]) -> None:
        """These parts will be played."""

    def played(self, tally: Tally) -> None:
        """A part is finished and on disk."""

    def waiting(self) -> None:
        """Nothing has happened for a moment."""

    def stuck(self, warning: str) -> None:
        """A policy has not returned for a long time."""

    def stopping(self) -> None:
        """The user asked to stop; workers finish their calls."""
