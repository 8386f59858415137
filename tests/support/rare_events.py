"""Games of Pig in which a rare event costs hours, drawn without playing, with a known mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa

from simlab.analysis.games import Games
from simlab.experiment.resolve import Scenario

MOST_DEALS = 10_000
HOURS = pa.field("hours", pa.float64(), metadata={b"unit": b"hours"})


class RareEvents:
    """Executor whose games cost `size` hours at the rate of their scenario, and else none.

    A deal has the same luck under all rules: a higher rate adds events.
    """

    def __init__(self, size: float, rate: Callable[[Scenario], float]) -> None:
        self.size, self.rate = size, rate

    def map(self, function: object, tasks: Iterable[Any]) -> Iterator[Games]:
        """Yield the games of some deals of scenarios."""
        for scenario, first, count in tasks:
            luck = luck_of(scenario.seed)[first : first + count]
            yield games_of(np.where(luck < self.rate(scenario), self.size, 0.0), scenario)


@cache
def luck_of(seed: int) -> np.ndarray:
    """Return a number in [0, 1) for each deal."""
    return np.random.default_rng(seed).random(MOST_DEALS)


def games_of(hours: np.ndarray, scenario: Scenario) -> Games:
    """Return games that the first seat wins, with their hours."""
    finished = pa.array(np.ones(len(hours), dtype=np.int64))
    games = pa.table([finished, hours], schema=pa.schema([pa.field("finished", pa.int64()), HOURS]))
    credit = np.tile(np.eye(scenario.players)[0], len(hours))
    policies = [str(policy) for policy in scenario.lineup] * len(hours)
    seats = pa.table({"policy": policies, "credit": credit})
    return Games(games, seats, 1, scenario.players)
