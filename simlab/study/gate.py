"""Gate: statements about metrics, each played until it is decided.

The error of all statements together is at most ERROR, at all looks together: a statement that is
true is called failed, or one that is missed by its margin or more is called held.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.games import Games, joined
from simlab.analysis.group_sequential import FIRST_LOOK, Design, LikelihoodRatio
from simlab.analysis.intervals import Interval
from simlab.analysis.metric import SHARE_MARGIN, Metric, find_metric
from simlab.analysis.sequential import looks
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.gate import SEAT_GAP, Gate, Statement
from simlab.experiment.resolve import Scenario
from simlab.study.blocks import play_blocks
from simlab.study.metrics import metrics_at

Array = NDArray[np.float64]

ERROR = 0.05
"""Probability that any statement of a gate is decided wrongly."""
DEFAULT_GAMES = 50_000
"""Most games of each table, unless given."""


class Decision(StrEnum):
    """What the games say of a statement."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "not decided"


@dataclass(frozen=True, eq=False)
class Quantity:
    """Blocks of a metric, or of the difference between the wins of two seats."""

    blocks: Array
    low: float
    high: float
    is_range_seen: bool


@dataclass(frozen=True, eq=False)
class Judged:
    """A statement with its value and what the games say of it."""

    statement: Statement
    label: str
    unit: str
    margin: float
    value: Interval[float]
    decision: Decision
    n_games: int


def play(gate: Gate, most_games: int, executor: Executor) -> Iterator[list[Judged]]:
    """Play table by table and look by look; yield what is known of all statements begun.

    Raises:
        InputError: a game does not have a metric, or a margin does not fit it.
    """
    judged: dict[Statement, Judged] = {}
    for scenario in gate.scenarios:
        own = [each for each in gate.statements if each.scenario is scenario]
        schedule = looks(FIRST_LOOK, max(most_games // scenario.n_rotations, FIRST_LOOK))
        design = Design(tuple(schedule), ERROR).split(len(gate.statements))
        games: Games | None = None
        for n_blocks in schedule:
            games = _more(executor, scenario, games, n_blocks)
            for statement in own:
                if statement not in judged or judged[statement].decision == Decision.UNDECIDED:
                    judged[statement] = judge(statement, games, design)
            yield [judged[each] for each in gate.statements if each in judged]
            if all(judged[each].decision != Decision.UNDECIDED for each in own):
                break


def _more(executor: Executor, scenario: Scenario, games: Games | None, n_blocks: int) -> Games:
    """Return the first blocks of a scenario, of which some may have been played."""
    if games is None:
        return play_blocks(executor, scenario, 0, n_blocks)
    first = games.n_blocks
    return joined([games, play_blocks(executor, scenario, first, n_blocks - first)])


def judge(statement: Statement, games: Games, design: Design) -> Judged:
    """Return what some games say of a statement.

    Raises:
        InputError: there is no such metric, or a bound or the margin does not fit it.
    """
    try:
        return _judged(statement, games, design)
    except InputError as error:
        raise InputError(error.problems, *statement.place) from error


def _judged(statement: Statement, games: Games, design: Design) -> Judged:
    metrics, n_games = metrics_at(statement.scenario, games), len(games.games)
    if statement.metric == SEAT_GAP:
        seats = _seat_metrics(statement, games, metrics)
        margin = statement.margin or SHARE_MARGIN
        pairs = [
            Quantity(one.of(games) - other.of(games), -1.0, 1.0, False)
            for one, other in combinations(seats, 2)
        ]
        own = design.split(len(pairs))
        decision, value = decision_on_gap(statement, pairs, margin, own), gap(pairs, own)
        return Judged(statement, "gap between seats", "", margin, value, decision, n_games)
    metric = find_metric(statement.metric, metrics)
    margin = metric.margin(games) if statement.margin is None else statement.margin
    metric.check_margin(margin)
    ratio = _ratio(_quantity(metric, games, statement, margin))
    decision, value = decision_on_mean(statement, ratio, margin, design), ratio.interval(design)
    return Judged(statement, metric.label, metric.unit, margin, value, decision, n_games)


def _seat_metrics(statement: Statement, games: Games, metrics: Sequence[Metric]) -> list[Metric]:
    """Return the wins of each seat.

    Raises:
        InputError: all seats share one score, or a gap must be at least something.
    """
    game = statement.scenario.game
    if game.cooperative:
        raise InputError(f"all seats of {game.title} share one score", "metric")
    if statement.at_most is None or statement.at_least is not None:
        raise InputError(f"{SEAT_GAP} has at_most and no other bound", "metric")
    policies = len(set(map(str, statement.scenario.lineup)))
    first = policies if policies > 1 else 0
    return list(metrics[first : first + games.players])


def _quantity(metric: Metric, games: Games, statement: Statement, margin: float) -> Quantity:
    """Return the blocks of a metric; a range that is only seen holds both bounds too."""
    values = metric.of(games)
    blocks = values[~np.isnan(values)]
    if metric.is_share:
        return Quantity(blocks, 0.0, 1.0, False)
    bounds = [end for end in (statement.at_least, statement.at_most) if end is not None]
    near = [end + sign * margin for end in bounds for sign in (-1, 1)]
    seen = np.append(blocks, near)
    return Quantity(blocks, float(seen.min()), float(seen.max()), True)


def _ratio(quantity: Quantity) -> LikelihoodRatio:
    return LikelihoodRatio(
        quantity.blocks, quantity.low, quantity.high, is_range_seen=quantity.is_range_seen
    )


def decision_on_mean(
    statement: Statement, ratio: LikelihoodRatio, margin: float, design: Design
) -> Decision:
    """Return whether a mean is surely within its bounds and their margin, or surely beyond one.

    METHODS.md: Gate.
    """
    if not ratio.n:
        return Decision.UNDECIDED
    limit = ratio.limit(design.one_sided)
    low, high = statement.at_least, statement.at_most
    holds = [
        *([] if high is None else [ratio.root(high + margin) < -limit]),
        *([] if low is None else [ratio.root(low - margin) > limit]),
    ]
    fails = [
        *([] if high is None else [ratio.root(high) > limit]),
        *([] if low is None else [ratio.root(low) < -limit]),
    ]
    if all(holds):
        return Decision.HOLDS
    return Decision.FAILS if any(fails) else Decision.UNDECIDED


def decision_on_gap(
    statement: Statement, pairs: Sequence[Quantity], margin: float, design: Design
) -> Decision:
    """Return whether every two seats are surely within the bound, or two surely are not."""
    bound = statement.at_most
    assert bound is not None
    ratios = [_ratio(pair) for pair in pairs]
    limits = [ratio.limit(design.one_sided) for ratio in ratios]
    near = bound + margin
    if all(
        ratio.root(near) < -limit and ratio.root(-near) > limit
        for ratio, limit in zip(ratios, limits, strict=True)
    ):
        return Decision.HOLDS
    is_beyond = any(
        ratio.root(bound) > limit or ratio.root(-bound) < -limit
        for ratio, limit in zip(ratios, limits, strict=True)
    )
    return Decision.FAILS if is_beyond else Decision.UNDECIDED


def gap(pairs: Sequence[Quantity], design: Design) -> Interval[float]:
    """Return the largest difference between two seats, from simultaneous intervals of all pairs."""
    intervals = [_ratio(pair).interval(design) for pair in pairs]
    return Interval(
        max(abs(each.estimate) for each in intervals),
        max(max(each.low, -each.high, 0.0) for each in intervals),
        max(max(abs(each.low), abs(each.high)) for each in intervals),
        intervals[0].n,
    )
