"""`simlab.gate`: whether statements about the balance of a game hold, as in a file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyPath, Count
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks, report_waiting
from simlab.api.result import Content, frame_of
from simlab.api.study_result import StudyResult, page_folder
from simlab.execution.executor import prepare
from simlab.execution.store import Store
from simlab.experiment.spec import check_table
from simlab.files.writing import write_whole
from simlab.report.wording import n_of, whole
from simlab.studies.gate.answer import (
    contradiction,
    in_words,
    value_of,
    witness_sentence,
)
from simlab.studies.gate.page import PAGE
from simlab.studies.gate.request import gate_experiment, gate_file, read_gate
from simlab.studies.gate.result import Decision, GateAnswer, StatementAnswer
from simlab.studies.gate.study import DEFAULT_GAMES, Judged, play, result_of
from simlab.studies.kit.kept_games import keeper

SUITE = "simlab gate"


@dataclass(frozen=True, eq=False, repr=False)
class GateResult(StudyResult[GateAnswer]):
    """Which statements about a game hold.

    The frame has a row per statement: its bounds, its value and the decision.
    """

    study_page = PAGE

    @property
    def holds(self) -> bool:
        """Whether all statements hold."""
        return self.study.holds

    @property
    def sentences(self) -> list[str]:
        """How many statements hold, fail, are not decided and depend on who plays."""
        return [*super().sentences, *filter(None, [witness_sentence(self.study)])]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The statements."""
        return {"statements": frame_of(self.to_dict()["statements"])}

    def to_dict(self) -> Content:
        """Return the statements and decisions as JSON."""
        statements = list(map(_row, self.study.statements))
        return {"game": self.study.title, "holds": self.holds, "statements": statements}

    def junit(self) -> str:
        """Return the statements as JUnit XML, which continuous integration shows as tests."""
        suite = ElementTree.Element("testsuite", name=SUITE, tests=str(len(self.study.statements)))
        for statement in self.study.statements:
            case = ElementTree.SubElement(
                suite, "testcase", classname=self.study.title, name=in_words(statement)
            )
            if statement.decision != Decision.HOLDS:
                # JUnit knows no third outcome: an error is a test that could not judge
                kind = "error" if statement.decision == Decision.UNDECIDED else "failure"
                message = (
                    contradiction(statement)
                    if statement.decision == Decision.DEPENDS
                    else f"{statement.decision}: {value_of(statement).full}"
                )
                ElementTree.SubElement(case, kind, message=message)
        suites = ElementTree.Element("testsuites")
        suites.append(suite)
        ElementTree.indent(suites)
        return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def gate(
    file: AnyPath = "balance.toml",
    *,
    metric_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    junit: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    out: AnyPath | None = None,
    observer: Observer = SILENT,
) -> GateResult:
    """Check that the balance of a game is as a file states.

    Each statement is played until it is decided: it holds, or it fails. Where a statement is about
    another player than the strongest one measured, that one plays at most 1,000 games of its table,
    too. A statement that holds with one and fails with the other depends on who plays;
    `witness = false` in the file or the statement does without.

        >>> import simlab
        >>> simlab.gate("pig").holds
        True

    Args:
        file: A gate file, or the name of a game for which one is shipped.
        metric_file: TOML files with metrics of one's own, beside those that the file names.
        games: Most games of each table; 50,000 unless given here or in the file.
        junit: File into which the statements are also written as JUnit XML.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        out: Folder that keeps the games until the gate is decided, so that one that was stopped
            goes on; the folder of the page in runs/ unless given.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The value and the decision of each statement.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
    """
    name = arguments.name(file)
    metric_files = arguments.several(metric_file, str) or []
    request = read_gate(gate_file(name), metric_files)
    experiment = gate_experiment(request)
    game = experiment.game
    option_values = {} if games is None else {"games": arguments.text(games)}
    most_games = (
        check_table({"game": game.name, **option_values}).games or request.games or DEFAULT_GAMES
    )
    described = experiment.describe_experiment()
    report_remarks(request.scenarios, observer)
    report_waiting(
        request.scenarios, (statement.metric for statement in request.statements), observer
    )
    folder = page_folder(out, described)
    with Store(folder).lock(), open_executor(jobs, cluster, observer) as executor:
        prepare(executor, [*request.scenarios, *request.witnesses], observer)
        game_keeper = keeper(executor, folder, described)
        judged = last_of(play(request, most_games, game_keeper), brief, observer)
        game_keeper.end()
    command = arguments.command_line("gate", name, {**option_values, "metric_file": metric_files})
    result = GateResult(result_of(game.title, judged), described=described, command=command)
    if junit is not None:
        write_whole(Path(junit), result.junit())
    return result


def brief(judged: Sequence[Judged]) -> str:
    """Return the progress line: how many statements are decided, and the games of the last."""
    n_open = sum(judgement.decision == Decision.UNDECIDED for judgement in judged)
    n_games = whole(judged[-1].n_games)
    return f"{len(judged) - n_open} of {n_of(len(judged), 'statement')} decided, {n_games} games"


def _row(statement: StatementAnswer) -> Content:
    return {
        "metric": statement.metric,
        "players": statement.players,
        "policies": list(statement.policies),
        "changes": list(statement.changes),
        "at_least": statement.at_least,
        "at_most": statement.at_most,
        "margin": statement.margin,
        **_value_content(statement.value, statement.n_games),
        "decision": str(statement.decision),
        "lineup_decision": str(statement.lineup_decision),
        "witnesses": [
            {
                "policy": witness.policy,
                **_value_content(witness.value, witness.n_games),
                "decision": str(witness.decision),
            }
            for witness in statement.witnesses
        ],
    }


def _value_content(value: Interval[float], n_games: int) -> Content:
    return {
        "value": {
            name: end if math.isfinite(end) else None
            for name, end in zip(("estimate", "low", "high"), value[:3], strict=True)
        },
        "n": value.n,
        "games": n_games,
    }
