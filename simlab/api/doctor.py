"""`simlab.doctor`: what is wrong with a game, most important first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, Patch
from simlab.api.doctor_commands import commands_of
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_look, open_executor, report_remarks
from simlab.api.result import Content, drop_empty
from simlab.api.study_result import StudyResult, plain
from simlab.errors import Interrupted
from simlab.execution.executor import prepare
from simlab.files.paths import runs_folder
from simlab.report.wording import n_of
from simlab.studies.doctor.examination import Examination, most_games, play, result_of
from simlab.studies.doctor.memory import Kept
from simlab.studies.doctor.page import PAGE
from simlab.studies.doctor.request import DoctorRequest, request_examination
from simlab.studies.doctor.result.change import changes_between
from simlab.studies.doctor.result.diagnosis import Diagnosis
from simlab.studies.doctor.result.findings import State, findings_of

MINUTES = 3.0
"""Minutes that the games may take unless more or fewer are asked for."""


@dataclass(frozen=True, eq=False, repr=False)
class DoctorResult(StudyResult[Diagnosis]):
    """What is wrong with a game.

    The main frame, `findings`, has a row per effect that was examined, faults first: its size with
    interval, its limit, and whether it is wrong, fine, or not decided (`look`).
    """

    kept: Kept
    """What the next examination compares itself with."""

    study_page = PAGE

    @property
    def frames(self) -> Mapping[str, pd.DataFrame]:
        """All findings."""
        return drop_empty({"findings": self.study.frame})

    @property
    def is_fine(self) -> bool:
        """Whether no fault was found."""
        return not self.study.wrong

    def _settings(self) -> Content:
        return {
            "players": self.study.players,
            "policy": self.study.policy,
            "seed": self.described["seed"],
            "games": self.study.n_games,
        }

    def to_dict(self) -> Content:
        """Return all findings as JSON."""
        study = self.study
        return {
            **super().to_dict(),
            "score_card": {str(aspect): str(state) for aspect, state in study.score_card.items()},
            "findings": plain(study.frame),
            "dependence": [
                {
                    "fault": dependence.key.fault.name,
                    "subject": dependence.key.subject,
                    "variant": dependence.variant,
                    "state": str(dependence.state),
                    "estimate": dependence.interval.estimate,
                    "low": dependence.interval.low,
                    "high": dependence.interval.high,
                }
                for dependence in study.dependences
            ],
            "changes": [
                {
                    "fault": change.key.fault.name,
                    "subject": change.key.subject,
                    "players": change.key.players,
                    "before": change.before,
                    "after": change.after,
                    "is_better": change.is_better,
                }
                for change in study.changes
            ],
            "not_examined": dict(study.left_out),
        }

    def page(self, folder: AnyPath | None = None) -> Path:
        """Write the page with figures and tables, into the folder of the examination unless given.

        Raises:
            RunError: it cannot be written, would replace a file of others, or another process has
                written the folder for PATIENCE seconds.
        """
        return super().page(folder or self.kept.folder)

    def _write(self, folder: Path) -> Path:
        page = super()._write(folder)
        self.kept.write(folder)
        return page


def doctor(
    game: AnyGame,
    *,
    players: Count | None = None,
    policy: str | None = None,
    minutes: float | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    out: AnyPath | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> DoctorResult:
    """Find what is wrong with a game, most important first.

    Many questions are screened with few games: does it end, is it fair, does better play win, is it
    decided too early, is a choice, a card or a rule without any effect or too strong. What may be a
    fault is played again on fresh deals. Each fault has a limit and an interval, and names a game
    to look at and the command that goes on.

        >>> import simlab
        >>> result = simlab.doctor("pig", policy="hold", minutes=0.1)
        >>> "seat_advantage" in set(result.frame["fault"])
        True

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        players: Number of players; unless given, the fewest that are two or more, and a look at all
            others.
        policy: Policy of all seats, `name` or `name:trait=2`; unless given, the game's strongest
            that was measured, or its last one where none was.
        minutes: Minutes that the games may take; 3 unless given.
        policy_file: Python files with further policies.
        out: Folder of the page; one in runs/ with the name of the game unless given. It keeps what
            was measured, and the next call says what has become better or worse since then.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        All that was examined, faults first.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
    """
    options = arguments.options(
        players=players, policy_file=policy_file, seed=seed, patch=patch, data=data
    )
    order = order_examination(
        arguments.name(game), arguments.write_options(options), policy, minutes, runs_folder()
    )
    if out is not None:
        order = replace(order, folder=Path(out))
    request = order.request
    report_remarks([request.scenario], observer)
    with open_executor(jobs, cluster, observer) as executor:
        prepare(executor, request.scenarios, observer, most_games(request))
        examination, is_stopped = last_look(play(request, executor), brief, observer)
    result = order.result(examination)
    if is_stopped:
        raise Interrupted("stopped; the result of this error is from the last look", result)
    return result


@dataclass(frozen=True, eq=False)
class ExaminationOrder:
    """An examination that is ordered, and how a command orders it."""

    request: DoctorRequest
    game: str
    """Name or path as typed."""
    typed: Mapping[str, Any]
    """Options as typed."""
    folder: Path
    """Folder of the page."""

    def result(self, examination: Examination) -> DoctorResult:
        """Return what was found so far."""
        request, name = self.request, self.game
        diagnosis = result_of(request, examination)
        play_options = {
            option: value for option, value in self.typed.items() if option != "minutes"
        }
        commands = {
            finding.key: commands_of(finding, request, examination, name, play_options)
            for finding in diagnosis.wrong
        }
        key, seed = request.after(1).key(), request.scenario.seed
        kept = Kept(self.folder, examination.fresh, key, seed)
        changes = changes_between(kept.earlier(), examination.fresh)
        return DoctorResult(
            replace(diagnosis, changes=changes, commands=commands),
            kept,
            described=request.after(diagnosis.n_games).describe_experiment(),
            command=arguments.command_line("doctor", name, self.typed),
        )


def order_examination(
    game: str, typed: Mapping[str, Any], policy: str | None, minutes: float | None, runs: Path
) -> ExaminationOrder:
    """Return an examination with its usual folder, one for each game and number of players.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    minutes_or_default = MINUTES if minutes is None else minutes
    request = request_examination({"game": game, **typed}, policy, minutes_or_default)
    all_typed = {**typed, "policy": policy, "minutes": minutes}
    folder = runs / f"{request.experiment.name}-{request.scenario.players}p"
    return ExaminationOrder(request, game, all_typed, folder)


def brief(examination: Examination) -> str:
    """Return the progress line: how much was played, and what was found so far."""
    all_findings = findings_of(examination.screened, examination.fresh)
    n_wrong = sum(finding.state == State.WRONG for finding in all_findings)
    return (
        f"{examination.stage}: {n_of(examination.n_games, 'game')},"
        f" {n_of(len(all_findings), 'effect')}, {n_of(n_wrong, 'fault')} so far"
    )
