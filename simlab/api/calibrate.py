"""`simlab.calibrate`: the noise of a policy whose games look like real plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks, report_waiting
from simlab.api.result import Content
from simlab.api.study_result import StudyResult, page_folder
from simlab.execution.executor import prepare
from simlab.execution.store import Store
from simlab.experiment.game_length import CLOCKS
from simlab.report.wording import n_of
from simlab.studies.calibrate.kept_fit import Fit, keep_fit
from simlab.studies.calibrate.page import PAGE
from simlab.studies.calibrate.result import Calibration
from simlab.studies.calibrate.study import (
    CalibrationRequest,
    SimulatedGames,
    play,
    request_calibration,
    result_of,
)
from simlab.studies.kit.kept_games import keeper


@dataclass(frozen=True, eq=False, repr=False)
class CalibrationResult(StudyResult[Calibration]):
    """The policy that plays as people did.

    The main frame, `checks`, has means and spreads of the plays with the range of those of
    simulated sets of plays.
    """

    study_page = PAGE
    tables_as_json = ("checks", "shares")

    @property
    def policy(self) -> str:
        """The fitted policy, as an option: `planner:noise=0.18`."""
        return self.study.fitted

    @property
    def frames(self) -> Mapping[str, pd.DataFrame]:
        """The checks first."""
        curves = ("curve", "likelihood", *(() if self.study.share is None else ("share_curve",)))
        return {**super().frames, **{name: getattr(self.study, name) for name in curves}}

    def _settings(self) -> Content:
        return {
            "policy": self.study.policy,
            "fitted": self.study.fitted,
            "seed": self.described["seed"],
            "games": self.study.n_games,
            "plays": {str(players): n for players, n in self.study.counts.items()},
        }

    def _numbers(self) -> Content:
        study, share = self.study, self.study.share
        return {
            "noise": _ends(study.noise),
            **({} if share is None else {"second": study.second_policy, "share": _ends(share)}),
            "p_value": study.p_value,
            "minutes": None if study.minutes is None else _ends(study.minutes),
        }


def _ends(interval: Interval[float]) -> Content:
    return {name: getattr(interval, name) for name in ("estimate", "low", "high")}


def calibrate(
    game: AnyGame,
    *,
    plays: AnyPath,
    policy: str | None = None,
    second: str | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    out: AnyPath | None = None,
    observer: Observer = SILENT,
) -> CalibrationResult:
    """Find the noise of a policy whose games look like real plays.

    The noise is the share of choices that are random. The policy plays all seats at 21 noises, on
    the same deals. With `second`, each player has that policy in a share of the games, which is
    fitted, too. The fit is kept in runs/fits for `--like`.

        >>> import simlab
        >>> run = simlab.run("pig", policy="hold:noise=0.3", games=100)
        >>> plays = run.games().assign(players=2)[["players", "turns"]]
        >>> plays.to_csv("plays.csv", index=False)
        >>> result = simlab.calibrate("pig", plays="plays.csv", policy="hold", games=500)
        >>> result.study.noise.low < 0.3 < result.study.noise.high
        True

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        plays: CSV or XLSX file with a row per play: `players`, `score` or `score_1` and so on,
            `winner`, `rounds` or `turns`, `minutes`; all but `players` may be empty or missing.
        policy: Policy of all seats, `name` or `name:trait=2`; the game's last unless given.
        second: Policy of a share of the players, which is fitted, too: a name without traits.
        policy_file: Python files with further policies.
        games: Games of each noise and number of players; 2,000 unless given, with a second policy
            400 of each noise, share and number of players.
        seed: Random seed; 1914 unless given.
        patch: Rules that were changed in these plays: officers=3, a patch by its name, or its file.
        data: Folder with the game's components instead of its own.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        out: Folder that keeps the games until the fit is made, so that one that was stopped goes
            on; the folder of the page in runs/ unless given.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The noise with an interval, the fitted policy, and how well simulated sets of plays agree.

    Raises:
        InputError: all that is unknown, impossible or out of range, in the plays too.
        ContractError: a game or a policy broke its contract.
    """
    name, file = arguments.name(game), Path(plays)
    options = arguments.options(
        policy_file=policy_file, games=games, seed=seed, patch=patch, data=data
    )
    typed = arguments.write_options(options)
    request = request_calibration({"game": name, **typed}, file, policy, second)
    for remark in request.log.remarks:
        observer.remark(f"{file}: {remark}")
    scenarios, described = request.experiment.scenarios, request.after().describe_experiment()
    report_remarks(scenarios[:1], observer)
    report_waiting([by_skill[0] for by_skill in request.scenarios.values()], CLOCKS, observer)
    folder = page_folder(out, described)
    with Store(folder).lock(), open_executor(jobs, cluster, observer) as executor:
        prepare(executor, scenarios, observer)
        game_keeper = keeper(executor, folder, described)
        simulated = last_of(play(request, game_keeper), partial(brief, request), observer)
        game_keeper.end()
    result = result_of(request, simulated)
    option_values = {**typed, "policy": policy, "second": second}
    keep_fit(_fit_of(request, name, option_values, result))
    command = arguments.command_line("calibrate", name, {**option_values, "plays": str(file)})
    return CalibrationResult(result, described=described, command=command)


def _fit_of(request: CalibrationRequest, game: str, options: Content, result: Calibration) -> Fit:
    """Return what is kept of a calibration."""
    return Fit(
        digest=request.digest,
        key=request.key(),
        game=game,
        options={name: value for name, value in options.items() if value is not None},
        policy=result.fitted,
        p_value=result.p_value,
        is_alike=not result.is_rejected,
    )


def brief(request: CalibrationRequest, simulated: SimulatedGames) -> str:
    """Return the progress line: how many tables are simulated."""
    n_all = len(request.experiment.scenarios)
    return f"{simulated.n_tables} of {n_of(n_all, 'table')} simulated"
