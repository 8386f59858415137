"""Prints progress on stderr: a bar on a terminal, else a line every ten seconds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from simlab.api.progress import ProgressLines
from simlab.cli.terminal.output import clean, console
from simlab.execution.tally import Tally
from simlab.experiment.plan import Part, Plan


def announce(text: str) -> None:
    """Print a sentence on stderr, wrapped."""
    console(stderr=True).print(clean(text))


class TerminalLines(ProgressLines):
    """Prints lines, and remarks wrapped to the width of the terminal."""

    def remark(self, text: str) -> None:
        announce(f"Note: {text}")


class Bar(TerminalLines):
    """Draws a bar with games per second, remaining time and the running mean."""

    def __init__(self) -> None:
        super().__init__()
        self.progress = Progress(
            BarColumn(bar_width=24),
            TextColumn("{task.completed:,} of {task.total:,} games"),
            TextColumn("{task.fields[pace]}"),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[news]}", markup=False),
            console=console(stderr=True),
            transient=True,
        )
        self.task = self.progress.add_task("", total=None, visible=False, pace="", news="")

    def begins(self, plan: Plan, missing: list[Part]) -> None:
        super().begins(plan, missing)
        self.progress.update(self.task, total=self.n_games, visible=True)
        self.progress.start()

    def show(self, tally: Tally) -> None:
        self.progress.update(
            self.task, completed=self.n_done, pace=self.speed(), news=self.news(tally)
        )

    def close(self) -> None:
        self.progress.stop()
        super().close()

    def write(self, line: str) -> None:
        self.progress.console.print(clean(line))


@contextmanager
def audience() -> Iterator[TerminalLines]:
    """Yield the progress output of a run: a bar or lines; close it at the end."""
    watcher = Bar() if sys.stderr.isatty() else TerminalLines()
    try:
        yield watcher
    finally:
        watcher.close()
