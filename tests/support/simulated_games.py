"""Games in memory, for questions that are asked of hundreds of simulated runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.intervals import Interval
from simlab.analysis.tables import Scenario
from simlab.game.facts import from_json

Array = NDArray[Any]


@dataclass(frozen=True)
class Counted:
    """How many games were capped, and which clocks there are."""

    n_games: int
    n_capped: int
    games: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Played:
    """What a question needs of `Tables`: one scenario, games in blocks of one.

    `seats` holds columns of shape (games, seats), `columns` those of shape (games,), nan where
    the game was capped.
    """

    facts: Mapping[str, Any]
    seats: Mapping[str, Array]
    columns: Mapping[str, Array] = field(default_factory=dict)
    answers: dict[Any, Any] = field(default_factory=dict)

    @property
    def scenario(self) -> Scenario:
        players = next(iter(self.seats.values())).shape[1]
        described = {
            "players": players,
            "policies": ["greedy"] * players,
            "rotations": 1,
        }
        return Scenario("only", "greedy", described, {}, facts=from_json(self.facts))

    @property
    def scenarios(self) -> list[Scenario]:
        return [self.scenario]

    def has(self, scenario: Scenario, column: str) -> bool:
        return column in self.columns

    def games(self, scenario: Scenario, column: str) -> Any:
        return SimpleNamespace(values=self.columns[column])

    def scenario_counts(self, scenario: Scenario) -> Counted:
        credit = self.seats["credit"]
        return Counted(len(credit), int(np.isnan(credit[:, 0]).sum()), self.columns)

    def finished_seats(
        self, scenario: Scenario, columns: Sequence[str], of_games: Sequence[str] = ()
    ) -> Iterator[dict[str, Array]]:
        columns_of_seats = {name: self.seats[name][:, None, :] for name in columns}
        yield columns_of_seats | {name: self.columns[name][:, None, None] for name in of_games}


def interval_of(answer: Any) -> Interval[Array]:
    """Return the estimates of an answer with their bounds."""
    columns = (answer[name].to_numpy(dtype=float) for name in Interval._fields)
    return Interval(*columns)
