"""Certificate of `simlab tune`: finalists play fresh deals until each target is decided.

The error of all finalists and targets together is at most ERROR, at all looks together.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from simlab.analysis.games import Games, join_games
from simlab.analysis.group_sequential import FIRST_LOOK, Design
from simlab.analysis.intervals import Interval
from simlab.analysis.sequential import looks
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Scenario
from simlab.experiment.target import Target
from simlab.studies.gate.request import SEAT_GAP
from simlab.studies.kit.blocks import play_tasks
from simlab.studies.kit.quantity import gap
from simlab.studies.tune.request import TuneRequest
from simlab.studies.tune.result import Status, status
from simlab.studies.tune.target import Tables, quantities

ERROR = 0.05
"""Probability that any interval of a certificate misses its value."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, eq=False)
class Judged:
    """What fresh deals say of a target."""

    value: Interval[float]
    status: Status
    n_games: int


def certify_targets(
    executor: Executor, entries: Mapping[Key, Tables], request: TuneRequest
) -> Iterator[tuple[dict[tuple[Key, int], Judged], int]]:
    """Play entries until each of their targets is decided, or all games are spent.

    After each look, yield all decisions by entry and number of target, and the games so far. The
    intervals of all entries and targets hold together, at all looks.
    """
    family = len(entries) * len(request.targets)
    tables = [
        _Certificate(name, scenario, request, family)
        for name, scenarios in entries.items()
        for scenario in scenarios.values()
    ]
    judged: dict[tuple[Key, int], Judged] = {}
    while open_tables := [certificate for certificate in tables if not certificate.is_decided]:
        new = play_tasks(executor, [certificate.task for certificate in open_tables])
        for certificate, games in zip(open_tables, new, strict=True):
            judged |= certificate.judge_targets(games)
        yield dict(judged), sum(certificate.n_games for certificate in tables)


class _Certificate(Generic[Key]):
    """Fresh games of one table of an entry, up to the look at which all targets are decided."""

    def __init__(self, name: Key, scenario: Scenario, request: TuneRequest, family: int) -> None:
        self.name, self.scenario = name, scenario
        self.targets = {
            number: target
            for number, target in enumerate(request.targets)
            if target.players == scenario.players
        }
        most = max(request.games // scenario.n_rotations, FIRST_LOOK)
        self.schedule = looks(FIRST_LOOK, most)
        self.design = Design(tuple(self.schedule), ERROR).split(family)
        self.games: list[Games] = []
        self.is_decided = False

    @property
    def n_played(self) -> int:
        return sum(block_games.n_blocks for block_games in self.games)

    @property
    def n_games(self) -> int:
        return self.n_played * self.scenario.n_rotations

    @property
    def task(self) -> tuple[Scenario, int, int]:
        """The games up to the next look."""
        n_blocks = next(count for count in self.schedule if count > self.n_played)
        return self.scenario, self.n_played, n_blocks - self.n_played

    def judge_targets(self, games: Games) -> dict[tuple[Key, int], Judged]:
        """Return what all games so far say of each target."""
        self.games.append(games)
        whole = join_games(self.games)
        judged = {number: self.judge(target, whole) for number, target in self.targets.items()}
        is_spent = self.n_played == self.schedule[-1]
        undecided = [
            judgement for judgement in judged.values() if judgement.status == Status.UNDECIDED
        ]
        self.is_decided = is_spent or not undecided
        return {(self.name, number): judgement for number, judgement in judged.items()}

    def judge(self, target: Target, games: Games) -> Judged:
        try:
            target_quantities = quantities(target, self.scenario, games)
        except InputError:
            nothing = Interval(np.nan, -np.inf, np.inf, 0)
            return Judged(nothing, Status.UNDECIDED, len(games.games))
        design = self.design.split(len(target_quantities))
        value = (
            gap(target_quantities, design)
            if target.metric == SEAT_GAP
            else target_quantities[0].ratio.interval(design)
        )
        return Judged(value, status(value, target.low, target.high), len(games.games))
