"""`simlab.gate`: whether statements about the balance of a game hold, as in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

import pandas as pd

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyPath, Count
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, opened_executor, report_remarks
from simlab.api.result import Content, Result, frame_of
from simlab.execution.executor import prepare
from simlab.experiment.gate import gate_file, read_gate
from simlab.experiment.spec import check_table
from simlab.report.wording import THIN, FormattedEstimate, measured, n_of, number, share, whole
from simlab.study.gate import DEFAULT_GAMES, Decision, Judged, play

SUITE = "simlab gate"


@dataclass(frozen=True, eq=False, repr=False)
class GateResult(Result):
    """Which statements about a game hold.

    The frame has a row per statement: its bounds, its value and the decision.
    """

    title: str
    judged: Sequence[Judged]

    @property
    def holds(self) -> bool:
        """Whether all statements hold."""
        return all(each.decision == Decision.HOLDS for each in self.judged)

    @property
    def sentences(self) -> list[str]:
        """How many statements hold, fail and are not decided."""
        decisions = [each.decision for each in self.judged]
        if self.holds:
            return [f"{self.title}: {n_of(len(decisions), 'statement')} tried, all hold."]
        counts = {kind: decisions.count(kind) for kind in Decision}
        words = ", ".join(f"{n} {kind}" for kind, n in counts.items() if n)
        return [f"{self.title}: of {n_of(len(decisions), 'statement')}, {words}."]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The statements."""
        return {"statements": frame_of(self.to_dict()["statements"])}

    def to_dict(self) -> Content:
        """Return the statements and decisions as JSON."""
        return {"game": self.title, "holds": self.holds, "statements": list(map(_row, self.judged))}

    def junit(self) -> str:
        """Return the statements as JUnit XML, which continuous integration shows as tests."""
        suite = ElementTree.Element("testsuite", name=SUITE, tests=str(len(self.judged)))
        for each in self.judged:
            case = ElementTree.SubElement(
                suite, "testcase", classname=self.title, name=in_words(each)
            )
            if each.decision != Decision.HOLDS:
                kind = "failure" if each.decision == Decision.FAILS else "error"
                message = f"{each.decision}: {value_of(each).full}"
                ElementTree.SubElement(case, kind, message=message)
        suites = ElementTree.Element("testsuites")
        suites.append(suite)
        ElementTree.indent(suites)
        return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def gate(
    file: AnyPath = "balance.toml",
    *,
    games: Count | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> GateResult:
    """Play until each statement of a gate file is decided.

        >>> import simlab
        >>> simlab.gate("pig").holds
        True

    Args:
        file: A gate file, or the name of a game for which one is shipped.
        games: Most games of each table; 50,000 unless given here or in the file.
        jobs: Number of cores; all unless given.
        cluster: Cluster that plays instead of this machine: an address, a file or a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The value and the decision of each statement.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
    """
    request = read_gate(gate_file(str(file)))
    game = request.statements[0].scenario.game
    given = {} if games is None else {"games": arguments.text(games)}
    most_games = check_table({"game": game.name, **given}).games or request.games or DEFAULT_GAMES
    report_remarks(request.scenarios, observer)
    with opened_executor(jobs, cluster, observer) as executor:
        prepare(executor, request.scenarios, observer)
        judged = last_of(play(request, most_games, executor), brief, observer)
    return GateResult(game.title, judged)


def brief(judged: Sequence[Judged]) -> str:
    """Return the progress line: how many statements are decided, and the games of the last."""
    n_open = sum(each.decision == Decision.UNDECIDED for each in judged)
    n_games = whole(judged[-1].n_games)
    return f"{len(judged) - n_open} of {n_of(len(judged), 'statement')} decided, {n_games} games"


def in_words(judged: Judged) -> str:
    """Return a statement: `gap between seats, 4 players: at most 0.03`."""
    statement = judged.statement
    rules = "".join(f"; {change}" for change in statement.scenario.changes)
    where = n_of(statement.scenario.players, "player")
    ends = {"at least": statement.at_least, "at most": statement.at_most}
    bounds = [f"{word} {_bound(judged, end)}" for word, end in ends.items() if end is not None]
    return f"{judged.label}, {where}: {' and '.join(bounds)}{rules}"


def _bound(judged: Judged, end: float) -> str:
    return measured(end, judged.unit) if judged.unit else f"{100 * end:g}{THIN}%"


def value_of(judged: Judged) -> FormattedEstimate:
    """Return the value of a statement with its interval, for people."""
    row = judged.value._asdict()
    return number(row) if judged.unit else share(row)


def _row(judged: Judged) -> Content:
    statement, value = judged.statement, judged.value
    return {
        "metric": statement.metric,
        "players": statement.scenario.players,
        "policies": [str(policy) for policy in statement.scenario.lineup],
        "changes": list(statement.scenario.changes),
        "at_least": statement.at_least,
        "at_most": statement.at_most,
        "margin": judged.margin,
        "value": {"estimate": value.estimate, "low": value.low, "high": value.high},
        "n": value.n,
        "games": judged.n_games,
        "decision": str(judged.decision),
    }
