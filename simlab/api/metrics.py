"""`simlab.metrics`: the metrics of a game, with units and margins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from simlab.analysis.metric import Metric
from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import open_executor, report_remarks
from simlab.api.result import Content, Result, frame_of
from simlab.errors import InputError
from simlab.execution.executor import prepare
from simlab.execution.watchdog import in_background
from simlab.experiment.lineup import in_short
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.experiment.rollout_request import possible_metrics
from simlab.report.wording import n_of
from simlab.studies.ab.study import available_metrics


@dataclass(frozen=True, eq=False, repr=False)
class MetricList(Result):
    """The metrics by which rules can be compared, the headline metric first.

    The frame has a row per metric, with its default margin.
    """

    scenario: Scenario
    metrics: Sequence[tuple[Metric, float]]
    """Each metric with its default margin; nan or 0 if it does not vary."""

    @property
    def sentences(self) -> list[str]:
        """The game, the number of players and the line-up."""
        seated = ", ".join(in_short([str(policy) for policy in self.scenario.lineup]))
        players = n_of(self.scenario.players, "player")
        return [f"{self.scenario.game.title}, {players}, {seated}"]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The metrics."""
        return {"metrics": frame_of(self.to_dict()["metrics"])}

    def to_dict(self) -> Content:
        """Return the metrics as JSON."""
        return {
            "game": self.scenario.game.name,
            "players": self.scenario.players,
            "policies": [str(policy) for policy in self.scenario.lineup],
            "with_rollouts": possible_metrics(self.scenario),
            "metrics": [
                {
                    "name": metric.name,
                    "label": metric.label,
                    "group": metric.group,
                    "unit": metric.unit,
                    "margin": margin if margin > 0 else None,
                }
                for metric, margin in self.metrics
            ],
        }


def metrics(
    game: AnyGame,
    *,
    players: Count | Sequence[Count] | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    metric_file: AnyPath | Sequence[AnyPath] | None = None,
    seed: Count | None = None,
    data: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> MetricList:
    """List the metrics by which rules can be compared.

    A hundred blocks are played, and not kept, to estimate how much each metric varies.

        >>> import simlab
        >>> simlab.metrics("pig", policy="hold").frame["name"][0]
        'wins_of_seat_1'

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        policy: Policy of all seats, or by seat; unless given, the game's strongest that was
            measured, or its last one where none was.
        policy_file: Python files with further policies.
        metric_file: TOML files with metrics of one's own.
        seed: Random seed; 1914 unless given.
        data: Folder with the game's components instead of its own.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        Name, label, group, unit and default margin of each metric.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
    """
    options = arguments.options(
        players=players,
        policy=policy,
        policy_file=policy_file,
        metric_file=metric_file,
        seed=seed,
        data=data,
    )
    scenario = only_scenario(arguments.name(game), options)
    report_remarks([scenario], observer)
    with open_executor(jobs, cluster, observer) as executor:
        prepare(executor, [scenario], observer)
        available = in_background(lambda: available_metrics(scenario, executor))
    return MetricList(scenario, available)


def only_scenario(game: str, options: Mapping[str, Any]) -> Scenario:
    """Return the only scenario of a request.

    Raises:
        InputError: every unknown, impossible or out-of-range option; or several scenarios.
    """
    scenarios = request_experiment(game, options).scenarios
    if len(scenarios) > 1:
        raise InputError("metrics are listed for one number of players; name one", "players")
    return scenarios[0]
