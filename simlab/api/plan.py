"""`simlab.plan`: games, time and precision of a run before it is played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pandas as pd

from simlab.analysis.intervals import mean_t
from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import open_executor, report_remarks, report_rounding
from simlab.api.result import Content, Result, frame_of
from simlab.execution.executor import prepare
from simlab.execution.run_estimate import RunEstimate, estimate_runs
from simlab.execution.tally import headline_metric
from simlab.execution.watchdog import in_background
from simlab.experiment.request import request_experiment
from simlab.report.wording import n_of, whole


@dataclass(frozen=True, eq=False, repr=False)
class RunPlan(Result):
    """Time, size and precision of a run.

    The frame has a row per scenario: `half_width` is that of the 95 % interval of its metric.
    """

    estimates: Sequence[RunEstimate]
    jobs: int

    @property
    def sentences(self) -> list[str]:
        """Games, minutes and megabytes in total."""
        total = self.to_dict()
        return [
            f"{whole(total['games'])} games take about {total['minutes']:,.1f} minutes with"
            f" {n_of(self.jobs, 'core')} and {total['megabytes']:,.1f} MB."
        ]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The scenarios."""
        return {"scenarios": frame_of(self.to_dict()["scenarios"])}

    def to_dict(self) -> Content:
        """Return games, expected half-width, minutes and megabytes per scenario as JSON."""
        entries = [self._entry(estimate) for estimate in self.estimates]
        totals = {
            key: sum(entry[key] for entry in entries) for key in ("games", "minutes", "megabytes")
        }
        return {**totals, "jobs": self.jobs, "scenarios": entries}

    def _entry(self, estimate: RunEstimate) -> Content:
        scenario = estimate.scenario
        return {
            "name": scenario.slug,
            "games": scenario.n_games,
            "number": headline_metric(scenario),
            "half_width": half_width(estimate),
            "minutes": estimate.seconds() / self.jobs / 60,
            "megabytes": estimate.size / 1e6,
        }


def plan(
    what: AnyGame,
    *,
    players: Count | Sequence[Count] | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> RunPlan:
    """Estimate the time and precision of a run.

    Half a second of each scenario is played and not kept, less of each if there are many.

        >>> import simlab
        >>> simlab.plan("pig", players=[2, 3], games=1_200).to_dict()["games"]
        2400

    Args:
        what: Name of a game or of an experiment, or a .toml file. In Python also the `GAME` of a
            package.
        players: Number of players; with several numbers, each of them is played.
        policy: Policy of all seats, or by seat; unless given, the game's strongest that was
            measured, or its last one where none was.
        policy_file: Python files with further policies.
        games: Games per scenario, rounded up to whole blocks; 10,000 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        Minutes, megabytes and the expected half-width of the interval of each scenario.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
    """
    options = arguments.options(
        players=players,
        policy=policy,
        policy_file=policy_file,
        games=games,
        seed=seed,
        patch=patch,
        data=data,
    )
    experiment = request_experiment(arguments.name(what), options)
    report_rounding(experiment.scenarios, observer)
    report_remarks(experiment.scenarios, observer)
    with open_executor(jobs, cluster, observer) as executor:
        prepare(executor, experiment.scenarios, observer)
        estimates = in_background(partial(estimate_runs, executor, experiment.scenarios))
        return RunPlan(estimates, executor.n_cores)


def half_width(estimate: RunEstimate) -> float | None:
    """Return the expected half-width of the interval of all blocks; None if too few were tried."""
    trial = mean_t(estimate.values)
    half = (
        (trial.high - trial.low) / 2 * math.sqrt(len(estimate.values) / estimate.scenario.n_deals)
    )
    return half if math.isfinite(half) else None
