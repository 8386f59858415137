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


def announce(sentence: str) -> None:
    """Print a sentence on stderr, wrapped."""
    console(stderr=True).print(clean(sentence))


WIDE = 110
"""Terminals from this width on show the speed too."""
BAR_WIDTH, TIME_WIDTH, GAPS = 10, 7, 4
"""Characters of the bar, of the remaining time, and between the columns."""
SHORTEST_NAME = 8
"""Shorter pieces of the name of a scenario say nothing and are left out."""


class TerminalLines(ProgressLines):
    """Prints lines, and remarks wrapped to the width of the terminal."""

    def remark(self, text: str) -> None:
        announce(f"Note: {text}")


class Bar(TerminalLines):
    """Draws a bar with games per second, remaining time and the running mean."""

    def __init__(self) -> None:
        super().__init__()
        screen = console(stderr=True)
        self.is_wide = screen.width >= WIDE
        self.progress = Progress(
            BarColumn(bar_width=BAR_WIDTH),
            TextColumn("{task.completed:,} of {task.total:,} games"),
            *([TextColumn("{task.fields[pace]}")] if self.is_wide else []),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[news]}", markup=False),
            console=screen,
            transient=True,
        )
        self.task = self.progress.add_task("", total=None, visible=False, pace="", news="")

    def begins(self, plan: Plan, missing: list[Part]) -> None:
        super().begins(plan, missing)
        self.progress.update(self.task, total=self.n_games, visible=True)
        self.progress.start()

    def show(self, tally: Tally) -> None:
        count = f"{self.n_done:,} of {self.n_games:,} games"
        pace = self.speed() if self.is_wide else ""
        used = BAR_WIDTH + len(count) + len(pace) + TIME_WIDTH + GAPS
        news = shorten_news(self.news(tally), self.progress.console.width - used)
        self.progress.update(self.task, completed=self.n_done, pace=pace, news=news)

    def close(self) -> None:
        self.progress.stop()
        super().close()

    def write(self, line: str) -> None:
        self.progress.console.print(clean(line))


def shorten_news(news: str, room: int) -> str:
    """Return `SCENARIO: METRIC MEAN` in this many characters; the name is cut before the metric."""
    name, _, mean = news.partition(": ")
    if len(news) <= room:
        return news
    for_name = room - len(f"…: {mean}")
    if for_name < SHORTEST_NAME:
        return mean if len(mean) <= room else ""
    return f"{name[:for_name]}…: {mean}"


@contextmanager
def audience() -> Iterator[TerminalLines]:
    """Yield the progress output of a run: a bar or lines; close it at the end."""
    watcher = Bar() if sys.stderr.isatty() else TerminalLines()
    try:
        yield watcher
    finally:
        watcher.close()
