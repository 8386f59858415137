"""Observer of a command: remarks and progress."""

from __future__ import annotations

from collections.abc import Callable

from simlab.execution.run_observer import RunObserver
from simlab.studies.ab.comparison import Comparison


class Observer(RunObserver):
    """Observer of a command; this one ignores all events. Override methods to show progress."""

    def remark(self, text: str) -> None:
        """Component data look suspicious."""

    def rounded(self, text: str) -> None:
        """More games are played than requested, so that all blocks are whole."""

    def compares(self, comparison: Comparison) -> None:
        """Two sets of rules will be compared."""

    def starts(self) -> None:
        """A study starts to play."""

    def looked(self, describe: Callable[[], str]) -> None:
        """A study has played on; `describe()` returns its progress in words."""


SILENT = Observer()
