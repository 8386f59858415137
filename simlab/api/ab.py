"""`simlab.ab`: the effect of a rule change on one metric, with a verdict; stops once decided."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.analysis.luck import as_played
from simlab.analysis.metric import Metric
from simlab.analysis.paired import Paired, pairing_statistics
from simlab.analysis.verdict import Verdict, verdict_beside
from simlab.analysis.waiting import waits_of
from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_look, open_executor, report_remarks
from simlab.api.result import Content, Result, drop_empty, frame_of
from simlab.errors import Interrupted
from simlab.execution.executor import prepare
from simlab.execution.watchdog import in_background
from simlab.experiment.game_length import CLOCKS
from simlab.experiment.lineup import describe_policy, in_short
from simlab.experiment.patch import patch_hash
from simlab.report.answers.effect import VERDICTS
from simlab.report.answers.waiting import sentence_on_waits
from simlab.report.answers.withdrawn import both_answers
from simlab.report.wording import (
    PERCENTAGE_POINTS,
    FormattedEstimate,
    begin_sentence,
    decimals,
    difference,
    difference_of_shares,
    n_of,
    with_unit,
)
from simlab.studies.ab.comparison import Comparison, request_comparison
from simlab.studies.ab.population import Effect, other_policies, population, seat_policy
from simlab.studies.ab.study import AbRequest, Look, compare, request_ab


@dataclass(frozen=True, eq=False, repr=False)
class AbResult(Result):
    """Effect of a rule change on one metric, with the verdict.

    The main frame, `effect`, has a row for the unchanged rules, the changed rules and the change;
    n counts blocks. `population` has the change with other policies.
    """

    request: AbRequest
    look: Look
    effects: Sequence[Effect]
    """The effect with each other policy in all seats."""
    houserule: str
    """The command for the effect on all metrics."""

    @property
    def sentences(self) -> list[str]:
        """The verdict, and who sets the length: `Score: higher by more than 1 point.`"""
        sentences = [f"{self.verdict_in_words}.", wait_in_words(self)]
        return [sentence for sentence in sentences if sentence]

    @property
    def verdict(self) -> Verdict:
        """One of more, less, same, not decided; or that it depends on who plays.

        The last if the strongest player measured contradicts the verdict of the line-up.
        """
        return self.look.verdict if self.contradicting is None else Verdict.DEPENDS

    @property
    def is_decided(self) -> bool:
        """Whether there is a verdict that does not depend on who plays."""
        return self.verdict not in (Verdict.UNDECIDED, Verdict.DEPENDS)

    @property
    def contradicting(self) -> Effect | None:
        """The effect with the strongest player measured that contradicts the verdict, if one does.

        Where games did not tell which of two players is the strongest, either one may.
        """
        look, margin = self.look, self.request.margin
        return next(
            (
                effect
                for effect in self.effects
                if effect.policy in self.strongest_players
                and verdict_beside(look.verdict, look.effect, effect.interval, margin)
                == Verdict.DEPENDS
            ),
            None,
        )

    @property
    def strongest_players(self) -> list[str]:
        """The strongest player measured, or two that games could not tell apart."""
        base = self.request.comparison.base
        return base.game.strongest_players(base.players)

    @property
    def verdict_in_words(self) -> str:
        """The verdict with the margin, or what the line-up and the strongest player show."""
        strongest, request, look = self.contradicting, self.request, self.look
        if strongest is None:
            return verdict_in_words(request, look)
        answers = both_answers(
            ", ".join(in_short([str(policy) for policy in request.comparison.base.lineup])),
            format_effect(request, look.effect).full,
            strongest.policy,
            format_effect(request, strongest.interval).full,
            f"{n_of(strongest.n_games, 'game')} by each set of rules",
            self.strongest_players,
        )
        return f"{begin_sentence(request.metric.label)}: {answers}"

    @property
    def assumed(self) -> list[str]:
        """What the unchanged rules rest on without a source, and the patch does not change."""
        base, patched = (side.rules.components.assumed() for side in self.request.comparison.sides)
        return [line for line in base if line in patched]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """Both sides and the effect, then the effect with other policies."""
        content = self.to_dict()
        sides = ("unchanged", "changed", "change")
        rows = [{"rules": side, **content[side], "n": len(self.look.values.base)} for side in sides]
        return drop_empty({"effect": frame_of(rows), "population": frame_of(content["population"])})

    def to_dict(self) -> Content:
        """Return the question, the effect and the verdict as JSON."""
        request, look = self.request, self.look
        comparison, values, metric = request.comparison, look.values, request.metric
        statistics = pairing_statistics(values.base, values.patched)
        unchanged, changed = request.means(values)
        return {
            "game": comparison.base.game.name,
            "players": comparison.base.players,
            "policies": [str(policy) for policy in comparison.base.lineup],
            "seed": comparison.base.seed,
            "patch": {
                "hash": patch_hash(comparison.patched.patch),
                "changes": change_sentences(comparison),
            },
            "data": None if comparison.data is None else str(comparison.data),
            "against": None if comparison.against is None else str(comparison.against),
            "metric": {"name": metric.name, "label": metric.label, "unit": metric.unit},
            "margin": request.margin,
            "test": "exact" if request.is_exact else "interval",
            "unchanged": _interval(unchanged),
            "changed": _interval(changed),
            "change": _interval(look.effect),
            "mean_change": _finite(look.mean_effect),
            "verdict": str(self.verdict),
            "is_decided": self.is_decided,
            "blocks": values.n_blocks,
            "blocks_left_out": values.n_unknown,
            "games": values.n_games,
            "correlation": _interval(statistics.correlation),
            "unpaired_games": _finite(unpaired_games(look, statistics)),
            "same_results": values.n_same / values.n_paired_games,
            "waiting": wait_in_words(self),
            "assumed": self.assumed,
            **luck_content(request, look),
            "population": [
                {"policy": effect.policy, **_interval(effect.interval), "games": effect.n_games}
                for effect in self.effects
            ],
        }


def ab(
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
    max_games: Count = 100_000,
    exact: bool = False,
    less_luck: bool = False,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    observer: Observer = SILENT,
) -> AbResult:
    """Measure the effect of a patch on one metric until decided.

    Both sets of rules play the same deals. With `data` and no `patch`, two data folders are
    compared. With another version of the game in `against`, two versions are compared, each as it
    is.

        >>> import simlab
        >>> result = simlab.ab("pig", policy="hold", patch={"target": 20}, margin="1%")
        >>> result.answer
        'Wins of seat 1: higher by more than 1 percentage point.'
        >>> list(result.frame["rules"])
        ['unchanged', 'changed', 'change']

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
        against: Another version of the game, a .py file or its folder, as the unchanged one; or a
            data folder of the unchanged rules, where `data` is that of the changed ones.
        metric: Metric of the comparison, see `simlab metrics`; the headline metric unless
            given.
        margin: Smallest change of interest: 1.5, or "2%" or 0.02 of a share.
        max_games: Maximum number of games, both sides together.
        exact: Use betting intervals, which need more games but no approximation.
        less_luck: Measure the luck of each game, and judge the effect without it.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The effect with its interval, which holds at every look, and the verdict.

    Raises:
        InputError: all that is unknown, impossible or out of range; equal rules.
        ContractError: a game or a policy broke its contract.
        Interrupted: stopped by Ctrl-C; `result` of the error has the effect at the last look.
    """
    options = arguments.options(
        players=players,
        policy=policy,
        policy_file=policy_file,
        metric_file=metric_file,
        games=max_games,
        seed=seed,
        patch=patch,
        data=data,
        less_luck=less_luck,
    )
    smallest = arguments.margin(margin)
    comparison = comparison_from_arguments(game, options, against).add_rollouts(metric)
    for_all_metrics = {"games": None, "less_luck": None, "metric": metric if metric_file else None}
    houserule = arguments.command_line(
        "houserule",
        arguments.name(game),
        {**arguments.write_options(options), **for_all_metrics, "against": arguments.text(against)},
    )
    other_scenarios = [
        seat_policy(comparison, policy).base for policy in other_policies(comparison)
    ]
    scenarios = [*comparison.sides, *other_scenarios]
    report_remarks(comparison.sides, observer)
    with open_executor(jobs, cluster, observer) as executor:
        prepare(executor, scenarios, observer)
        observer.compares(comparison)
        request = in_background(
            lambda: request_ab(comparison, executor, metric, smallest, is_exact=exact)
        )
        looks = compare(request, executor)
        look, is_stopped = last_look(looks, partial(brief, request), observer)
        effects = [] if is_stopped else in_background(lambda: population(request, executor))
    result = AbResult(request, look, effects, houserule)
    if is_stopped:
        raise Interrupted("stopped; the result of this error is from the last look", result)
    return result


def luck_content(request: AbRequest, look: Look) -> Content:
    """Return the change as played and the saving as JSON, where luck was subtracted."""
    if not request.measures_luck:
        return {}
    played = request.effect_as_played(look.values)
    saving = as_played(played, look.effect)["saving"]
    return {"played": _interval(played), "saving": _finite(saving)}


def comparison_from_arguments(
    game: AnyGame, options: dict[str, Any], against: AnyPath | None
) -> Comparison:
    """Return the comparison of two rule sets that some arguments request.

    Raises:
        InputError: all that is unknown, impossible or out of range; equal rules.
    """
    typed = arguments.write_options(options)
    return request_comparison(arguments.name(game), typed, arguments.text(against))


def change_sentences(comparison: Comparison) -> list[str]:
    """Return the rule changes of the patch, worded as in a rulebook."""
    return [change.sentence for change in comparison.changes]


def verdict_in_words(request: AbRequest, look: Look) -> str:
    """Return the verdict: `Score: higher by more than 1 point`."""
    label = request.metric.label
    verdict = VERDICTS[look.verdict].format(change_in_words(request.metric, request.margin))
    return f"{label[0].upper()}{label[1:]}: {verdict}"


def wait_in_words(result: AbResult) -> str:
    """Say who sets the length of games, if that is the metric and a player waits for it."""
    metric, base = result.request.metric, result.request.comparison.base
    if metric.name not in CLOCKS:
        return ""
    half = float(np.median(result.look.values.base))
    waits = waits_of((str(policy), describe_policy(policy)) for policy in base.lineup)
    outlasted = [(wait, base.players) for wait in waits if wait.length < half]
    return sentence_on_waits(outlasted, metric.name)


def change_in_words(metric: Metric, change: float) -> str:
    """Return the size of a change with its unit."""
    if metric.is_share:
        return with_unit(100 * change, PERCENTAGE_POINTS)
    return with_unit(change, metric.unit)


def format_effect(request: AbRequest, effect: Interval[float]) -> FormattedEstimate:
    """Return an effect, formatted with at least as many decimals as the margin."""
    if request.metric.is_share:
        return difference_of_shares(effect._asdict(), max(1, decimals(100 * request.margin)))
    return difference(effect._asdict(), decimals(request.margin))


def mean_effect(request: AbRequest, look: Look) -> FormattedEstimate:
    """Return the mean difference of the blocks played, formatted like the effect."""
    return format_effect(request, look.effect._replace(estimate=look.mean_effect))


def unpaired_games(look: Look, statistics: Paired) -> float:
    """Return how many games would give the same precision without shared deals."""
    return look.values.n_games * statistics.saving


def brief(request: AbRequest, look: Look) -> str:
    """Return the progress line of a look: blocks played and the effect so far."""
    return f"{n_of(look.values.n_blocks, 'block')}: {format_effect(request, look.effect).full}"


def _interval(interval: Interval[float]) -> Content:
    return {
        "estimate": _finite(interval.estimate),
        "low": _finite(interval.low),
        "high": _finite(interval.high),
    }


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
