"""Gate: statements about the balance of a game, with what the games say of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from simlab.analysis.intervals import Interval
from simlab.analysis.verdict import are_apart

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
    DEPENDS = "depends on who plays"


RANKS = (Decision.FAILS, Decision.DEPENDS, Decision.UNDECIDED, Decision.HOLDS)


@dataclass(frozen=True)
class WitnessAnswer:
    """What the games of a strongest player say of a statement about others."""

    policy: str
    value: Interval[float]
    decision: Decision
    n_games: int


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
    lineup_decision: Decision
    """What the games of the line-up say alone."""
    n_games: int
    witnesses: tuple[WitnessAnswer, ...] = ()
    """Answers of the strongest players, who are not the line-up."""
    strongest: tuple[str, ...] = ()
    """The strongest player measured for this table, or two that games did not tell apart."""

    @property
    def decision(self) -> Decision:
        """What the games say; that it depends on who plays if a strongest player contradicts."""
        return self.lineup_decision if self.contradicting is None else Decision.DEPENDS

    @property
    def contradicting(self) -> WitnessAnswer | None:
        """The strongest player with whom the statement fails instead of holding, or the reverse.

        The intervals are apart, too: near a bound, within the margin, a statement may do either.
        """
        opposite = OPPOSITES.get(self.lineup_decision)
        return next(
            (
                witness
                for witness in self.witnesses
                if witness.decision == opposite and are_apart(self.value, witness.value)
            ),
            None,
        )


OPPOSITES = {Decision.HOLDS: Decision.FAILS, Decision.FAILS: Decision.HOLDS}


@dataclass(frozen=True)
class GateAnswer:
    """The statements of a gate in the order of its file."""

    title: str
    """Title of the game."""
    statements: Sequence[StatementAnswer]

    @property
    def holds(self) -> bool:
        """Whether all statements hold."""
        return all(statement.decision == Decision.HOLDS for statement in self.statements)

    @property
    def ranked(self) -> list[StatementAnswer]:
        """The statements that fail first, then those that are not decided."""
        return sorted(self.statements, key=lambda statement: RANKS.index(statement.decision))

    @property
    def n_games(self) -> int:
        """Games of all tables, those of the strongest players too."""
        tables: dict[object, int] = {}
        for statement in self.statements:
            of_witnesses = [((witness.policy,), witness.n_games) for witness in statement.witnesses]
            for policies, n_games in [(statement.policies, statement.n_games), *of_witnesses]:
                table = statement.players, policies, statement.changes
                tables[table] = max(tables.get(table, 0), n_games)
        return sum(tables.values())
