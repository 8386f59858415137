"""`simlab.plan_ab`: how many games a comparison of two rule sets would need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from simlab.api import arguments
from simlab.api.ab import change_in_words, comparison_from_arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import open_executor, report_remarks, report_waiting
from simlab.api.result import Content, Result, frame_of
from simlab.execution.executor import prepare
from simlab.execution.watchdog import in_background
from simlab.report.wording import whole
from simlab.studies.ab.comparison import Comparison
from simlab.studies.ab.plan import LARGE, ComparisonPlan, plan_comparison

MOST_TIME = 0.9
"""Results less luck are advised below this part of the time as played."""


@dataclass(frozen=True, eq=False, repr=False)
class AbPlan(Result):
    """Games that decide a comparison in half of all runs.

    The frame has a row for a patch without effect and one for a large effect.
    """

    estimate: ComparisonPlan
    less_luck: ComparisonPlan | None = None
    """The same comparison of results less luck, if that was asked."""

    @property
    def sentences(self) -> list[str]:
        """The question, the games without pairing and looks, and whether less luck pays."""
        return [f"{self.question}.", self.unpaired, *self.advice]

    @property
    def question(self) -> str:
        """What is to be decided."""
        return f"To decide whether the patch changes {self._change(1)} or more"

    @property
    def unpaired(self) -> str:
        """How many games it would take without pairing and looks."""
        return (
            f"Without pairing and looks, it would take {whole(self.estimate.n_unpaired)} games to"
            " show in 95 of 100 runs that nothing changes."
        )

    @property
    def advice(self) -> list[str]:
        """Whether `--less-luck` decides the comparison sooner, if that was asked."""
        if self.less_luck is None:
            return []
        time = self.less_luck.seconds_if_none / self.estimate.seconds_if_none
        advice = "use it" if time < MOST_TIME else "do not use it"
        return [
            f"With --less-luck, it takes {whole(self.less_luck.n_games_if_none)} games instead of"
            f" {whole(self.estimate.n_games_if_none)} if nothing changes, and {time:.2g} times the"
            f" time: {advice}."
        ]

    @property
    def costs(self) -> dict[str, Content]:
        """Blocks, games and minutes by the true change."""
        plan = self.estimate
        costs = {
            "nothing": _cost(plan, plan.n_blocks_if_none),
            self._change(LARGE): _cost(plan, plan.n_blocks_if_large),
        }
        if self.less_luck is None:
            return costs
        adjusted = self.less_luck
        return costs | {
            "nothing, --less-luck": _cost(adjusted, adjusted.n_blocks_if_none),
            f"{self._change(LARGE)}, --less-luck": _cost(adjusted, adjusted.n_blocks_if_large),
        }

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The costs."""
        rows = [{"if it changes": change, **cost} for change, cost in self.costs.items()]
        return {"costs": frame_of(rows)}

    def to_dict(self) -> Content:
        """Return the estimate as JSON."""
        plan, request = self.estimate, self.estimate.request
        return {
            "game": request.comparison.base.game.name,
            "metric": request.metric.name,
            "margin": request.margin,
            "if_nothing_changes": _cost(plan, plan.n_blocks_if_none),
            "if_it_changes_much": _cost(plan, plan.n_blocks_if_large),
            "unpaired_games": plan.n_unpaired,
            **self._less_luck_as_json(),
        }

    def _less_luck_as_json(self) -> Content:
        plan = self.less_luck
        if plan is None:
            return {}
        return {
            "less_luck": {
                "if_nothing_changes": _cost(plan, plan.n_blocks_if_none),
                "if_it_changes_much": _cost(plan, plan.n_blocks_if_large),
            }
        }

    def _change(self, margins: int) -> str:
        """Return the metric and the size of a change of this many margins."""
        metric = self.estimate.request.metric
        size = change_in_words(metric, margins * self.estimate.request.margin)
        return f"{metric.label} by {size}"


def plan_ab(
    game: AnyGame,
    *,
    players: Count | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    metric_file: AnyPath | Sequence[AnyPath] | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    against: AnyPath | None = None,
    metric: str | None = None,
    margin: float | str | None = None,
    less_luck: bool = False,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> AbPlan:
    """Estimate how many games a comparison would need to be decided.

    A hundred blocks are played under both sets of rules and not kept.

        >>> import simlab
        >>> plan = simlab.plan_ab("pig", policy="hold", patch={"target": 20}, margin="2%")
        >>> list(plan.frame["if it changes"])
        ['nothing', 'wins of seat 1 by 6 percentage points']

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        players: Number of players; the fewest of the game unless given.
        policy: Policy of all seats, or by seat; unless given, the game's strongest that was
            measured, or its last one where none was.
        policy_file: Python files with further policies.
        metric_file: TOML files with metrics of one's own.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        against: Data folder of the unchanged rules, where `data` is that of the changed ones.
        metric: Metric of the comparison, see `simlab metrics`; the headline metric unless
            given.
        margin: Smallest change of interest: 1.5, or "2%" or 0.02 of a share.
        less_luck: Try results less luck too, and say whether they decide it sooner.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        Blocks, games and minutes that decide the comparison in half of all runs.

    Raises:
        InputError: all that is unknown, impossible or out of range; equal rules.
        ContractError: a game or a policy broke its contract.
    """
    options = arguments.options(
        players=players,
        policy=policy,
        policy_file=policy_file,
        metric_file=metric_file,
        seed=seed,
        patch=patch,
        data=data,
    )
    smallest = arguments.margin(margin)
    comparison = comparison_from_arguments(game, options, against).add_rollouts(metric)
    report_remarks(comparison.sides, observer)
    report_waiting([comparison.base], [metric], observer)
    with open_executor(jobs, cluster, observer) as executor:

        def make_plan(comparison: Comparison, smallest: float | None) -> ComparisonPlan:
            prepare(executor, comparison.sides, observer)
            return in_background(lambda: plan_comparison(comparison, executor, metric, smallest))

        plan = make_plan(comparison, smallest)
        if not less_luck:
            return AbPlan(plan)
        adjusted = comparison_from_arguments(game, {**options, "less_luck": True}, against)
        return AbPlan(plan, make_plan(adjusted, plan.request.margin))


def _cost(plan: ComparisonPlan, n_blocks: int) -> Content:
    return {
        "blocks": n_blocks,
        "games": n_blocks * plan.games_per_block,
        "minutes": n_blocks * plan.seconds_per_block / 60,
    }
