"""Progress of a command as lines on stderr."""

from __future__ import annotations

import math
import sys
import time
from collections import Counter, deque
from collections.abc import Callable

from simlab.api.observer import Observer
from simlab.errors import Problem
from simlab.execution.tally import Tally, headline_metric, is_share
from simlab.experiment.plan import Part, Plan
from simlab.files.writing import printable

# a log of an hour has some hundred lines then
SECONDS_BETWEEN_LINES = 10.0
SECONDS_BETWEEN_LOOKS = 2.0
PACE_SECONDS = 20.0
"""Window of the speed: some parts of a slow scenario, yet short enough for the next one."""
MINUTE, HOUR = 60, 3600
Z = 1.96
"""Of a 95 % interval of a normal distribution."""
COMPILING = "Compiling {} (once) ..."
TRANSLATING = "Translating {} into machine code (once, half a minute){} ..."
COMPARING = "Comparing the compiled game with the plain one under these rules (once) ..."


class Mean:
    """The running mean of the headline metric of one scenario; shares are in percent."""

    def __init__(self, *, is_share: bool = False) -> None:
        self.is_share = is_share
        self.n = 0
        self.total = self.total_of_squares = 0.0

    def add(self, tally: Tally) -> None:
        """Add the blocks of a part."""
        self.n += tally.part.n_deals
        self.total += tally.total
        self.total_of_squares += tally.total_of_squares

    def __str__(self) -> str:
        """Return `45.2 ± 0.3` or `33 ± 2 %`, from the normal distribution: a rough guide."""
        mean = self.total / self.n
        # rounding may leave less than 0 where all blocks agree
        spread = max(0.0, self.total_of_squares / self.n - mean**2)
        scale, unit = (100, " %") if self.is_share else (1, "")
        half_width = scale * Z * math.sqrt(spread / self.n)
        return f"{_round_to_error(scale * mean, half_width)} ± {half_width:.2g}{unit}"


def _round_to_error(mean: float, half_width: float) -> str:
    """Return a mean rounded to the second digit of its half-width."""
    if not half_width > 0:
        return f"{mean:.4g}"
    return f"{mean:.{min(max(0, 1 - math.floor(math.log10(half_width))), 4)}f}"


class Pace:
    """The recent speed in games per second, since scenarios differ in speed."""

    def __init__(self) -> None:
        self.looks = deque([(time.monotonic(), 0)])

    def restart(self) -> None:
        """Drop all records but the last, since from now on the games are others."""
        self.looks = deque([self.looks[-1]])

    def add(self, n_done: int) -> None:
        """Record how many games are done by now; drop records older than the window."""
        now = time.monotonic()
        self.looks.append((now, n_done))
        # the last record before the window stays, as its beginning
        while len(self.looks) > 2 and self.looks[1][0] < now - PACE_SECONDS:
            self.looks.popleft()

    @property
    def games_per_second(self) -> float:
        """Games per second within the last PACE_SECONDS, or since the last part before."""
        (began, before), (now, after) = self.looks[0], self.looks[-1]
        return (after - before) / (now - began) if now > began else 0.0

    def seconds_left(self, n_left: int) -> float:
        """Return the seconds that these games will take at the recent speed."""
        return n_left / self.games_per_second if self.games_per_second else math.inf


def time_left_in_words(seconds: float) -> str:
    """Return the remaining time in words: `40 s left`, `3 min left`, `1.5 h left`."""
    return f"{time_in_words(seconds)} left" if math.isfinite(seconds) else "time left unknown"


def time_in_words(seconds: float) -> str:
    """Return a time in words: `40 s`, `3 min`, `1.5 h`."""
    if seconds < MINUTE:
        return f"{seconds:.0f} s"
    if seconds < HOUR:
        return f"{seconds / MINUTE:.0f} min"
    return f"{seconds / HOUR:.1f} h"


class ProgressLines(Observer):
    """Prints progress on stderr: a line every ten seconds of a run, every two of a study."""

    def __init__(self) -> None:
        self.began = self.last = self.last_look = time.monotonic()
        self.seconds = 0.0
        self.n_games = self.n_done = 0
        self.slug = ""
        self.left: Counter[str] = Counter()
        self.means: dict[str, Mean] = {}
        self.pace = Pace()

    def remark(self, text: str) -> None:
        self.write(f"Note: {text}")

    def rounded(self, text: str) -> None:
        self.write(f"Note: {text}")

    def starts(self) -> None:
        self.last_look = time.monotonic()

    def looked(self, describe: Callable[[], str]) -> None:
        if time.monotonic() - self.last_look > SECONDS_BETWEEN_LOOKS:
            self.last_look = time.monotonic()
            self.write(describe())

    def already_finished(self) -> None:
        self.write("This run exists already; --fresh plays it again.")

    def damaged(self, flaws: list[Problem]) -> None:
        for flaw in flaws:
            self.write(f"Played again: {flaw}.")

    def compiling(self, title: str) -> None:
        self.write(COMPILING.format(title))

    def translating(self, title: str, seconds: float) -> None:
        estimate = f"; plain Python would take {time_in_words(seconds)}"
        self.write(TRANSLATING.format(title, estimate if math.isfinite(seconds) else ""))

    def comparing(self) -> None:
        self.write(COMPARING)

    def begins(self, plan: Plan, missing: list[Part]) -> None:
        self._say_speed()  # of the run before, if there was one
        self.began = self.last = time.monotonic()
        self.pace = Pace()
        self.n_done = 0
        self.left.clear()
        for part in missing:
            self.left[part.scenario.slug] += part.n_games
        self.n_games = self.left.total()
        if self.n_games < plan.n_games:
            self.write(
                f"{plan.n_games - self.n_games:,} of {plan.n_games:,} games are played already."
            )

    def played(self, tally: Tally) -> None:
        scenario = tally.part.scenario
        if scenario.slug != self.slug:
            self.slug = scenario.slug
            self.pace.restart()
        self.n_done += tally.part.n_games
        self.left[scenario.slug] -= tally.part.n_games
        self.pace.add(self.n_done)
        mean = Mean(is_share=is_share(scenario))
        self.means.setdefault(scenario.slug, mean).add(tally)
        self.show(tally)

    def show(self, tally: Tally) -> None:
        """Print the progress of the run."""
        if time.monotonic() - self.last > SECONDS_BETWEEN_LINES:
            self.last = time.monotonic()
            time_left = time_left_in_words(self.seconds_left())
            done = f"{self.n_done:,} of {self.n_games:,} games"
            self.write(f"{done}, {self.speed()}, {time_left}, {self.news(tally)}")

    def seconds_left(self) -> float:
        """Return the time that the rest takes: this scenario at its speed, others at the mean."""
        here = self.left[self.slug]
        mean = self.n_done / (time.monotonic() - self.began)
        return self.pace.seconds_left(here) + (self.left.total() - here) / mean

    def news(self, tally: Tally) -> str:
        """Return the current scenario and the mean of its headline metric so far."""
        scenario = tally.part.scenario
        return f"{scenario.slug}: {headline_metric(scenario)} {self.means[scenario.slug]}"

    def speed(self) -> str:
        """Return the recent speed in games per second."""
        return f"{self.pace.games_per_second:,.0f} games/s"

    def stuck(self, warning: str) -> None:
        self.write(f"warning: {warning}")

    def stopping(self) -> None:
        self.write("Stopping; press Ctrl-C again to leave at once.")

    def close(self) -> None:
        """Print how many games were played, and how fast."""
        self._say_speed()

    def _say_speed(self) -> None:
        self.seconds = time.monotonic() - self.began
        if self.n_done:
            mean = self.n_done / self.seconds
            self.write(f"{self.n_done:,} games in {self.seconds:.1f} s, {mean:,.0f} games/s.")

    def write(self, line: str) -> None:
        """Write a line to stderr."""
        print(printable(line), file=sys.stderr, flush=True)
