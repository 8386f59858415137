"""Gate: statements about the balance of a game, with what the games say of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from simlab.analysis.intervals import Interval

METHOD = (
    "Empirical likelihood at planned looks; at most 5 % of gates decide any statement wrongly. A"
    " statement holds if its value is within the bound and the margin, and fails if it is beyond"
    " the bound. Intervals hold at every look. A value at which play stopped early is a little too"
    " far from the bound."
)


class Decision(StrEnum):
    """What the games say of a statement."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "not decided"


RANKS = (Decision.FAILS, Decision.UNDECIDED, Decision.HOLDS)


@dataclass(frozen=True)
class StatementAnswer:
    """A statement and what the games say of it."""

    metric: str
    label: str
    unit: str
    """Empty for a share."""
    players: int
    policies: tuple[str, ...]
    changes: tuple[str, ...]
    at_least: float | None
    at_most: float | None
    margin: float
    value: Interval[float]
    decision: Decision
    n_games: int


@dataclass(frozen=True)
class GateAnswer:
    """The statements of a gate in the order of its file."""

    title: str
    """Title of the game."""
    statements: Sequence[StatementAnswer]

    @property
    def holds(self) -> bool:
        """Whether all statements hold."""
        return all(each.decision == Decision.HOLDS for each in self.statements)

    @property
    def ranked(self) -> list[StatementAnswer]:
        """The statements that fail first, then those that are not decided."""
        return sorted(self.statements, key=lambda each: RANKS.index(each.decision))

    @property
    def n_games(self) -> int:
        """Games of all tables."""
        tables = {(each.players, each.policies, each.changes): 0 for each in self.statements}
        for each in self.statements:
            own = each.players, each.policies, each.changes
            tables[own] = max(tables[own], each.n_games)
        return sum(tables.values())
