"""Precision that a run was asked for: the interval of a metric, valid at every planned look.

METHODS.md: Until an interval is narrow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from simlab.analysis.games import Games, games_of
from simlab.analysis.group_sequential import FIRST_LOOK, Design, LikelihoodRatio
from simlab.analysis.intervals import Interval
from simlab.analysis.metric import Metric, Percent, find_metric, metrics_of
from simlab.analysis.sequential import looks
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.value_range import NO_VALUE
from simlab.errors import InputError
from simlab.experiment.until import Until, until_in, words_that_matter

ERROR = 0.05
"""Share of runs in which the interval misses at any look."""
# a width that was asked for and met exactly must count as met
ROUNDING = 1e-12


@dataclass(frozen=True)
class Precision:
    """The metric by which a scenario stops, with its interval so far."""

    scenario: Scenario
    metric: Metric
    half_width: float
    """Half-width at which the scenario stops."""
    interval: Interval[float]
    n_games: int
    most_games: int

    @property
    def is_reached(self) -> bool:
        """Whether the interval is narrow enough."""
        return (self.interval.high - self.interval.low) / 2 <= self.half_width + ROUNDING

    @property
    def is_spent(self) -> bool:
        """Whether all games that it may take are played."""
        return self.n_games >= self.most_games


def schedule(most_deals: int) -> list[int]:
    """Return the numbers of deals after which a scenario may stop."""
    return looks(FIRST_LOOK, most_deals)


def precisions(tables: Tables) -> list[Precision]:
    """Return the precision of each scenario with games; none of a run of fixed size."""
    described = tables.described.get("until")
    if described is None:
        return []
    until = until_in(described)
    return [_precision(until, tables, scenario) for scenario in tables.scenarios]


def metric_of(until: Until, metrics: Sequence[Metric]) -> Metric:
    """Return the metric that is meant, by the words of its name or of its label.

    Raises:
        InputError: there is none or are several, or the half-width does not fit its unit.
    """
    try:
        metric = _metric_in_words(until.metric, metrics)
        metric.check_margin(Percent(until.half_width) if until.is_percent else until.half_width)
    except InputError as error:
        raise InputError([problem.sentence for problem in error.problems], "until") from error
    return metric


def interval_at_looks(metric: Metric, batches: Iterable[Games], most_deals: int) -> Interval[float]:
    """Return the interval of a metric that holds at every look of the schedule together."""
    seen, block_values = NO_VALUE, []
    for games in batches:
        by_game = metric.by_game(games)
        seen = seen.with_values(by_game[~np.isnan(by_game)])
        block_values.append(metric.of(games))
    values = np.concatenate(block_values)
    blocks = values[~np.isnan(values)]
    ratio = (
        LikelihoodRatio(blocks, 0.0, 1.0)
        if metric.is_share
        else LikelihoodRatio.in_seen_range(blocks, seen, metric.possible)
    )
    return ratio.interval(Design(tuple(schedule(most_deals)), ERROR))


def _precision(until: Until, tables: Tables, scenario: Scenario) -> Precision:
    first = next(games_of(tables, scenario))
    metric = metric_of(until, metrics_of(scenario.facts, first))
    most_games = int(scenario.described["most_games"])
    most_deals = -(-most_games // scenario.rotations)
    interval = interval_at_looks(metric, games_of(tables, scenario), most_deals)
    n_games = tables.scenario_counts(scenario).n_games
    return Precision(scenario, metric, until.half_width, interval, n_games, most_games)


def _metric_in_words(words: str, metrics: Sequence[Metric]) -> Metric:
    by_name = [metric for metric in metrics if words_that_matter(metric.name) == words]
    by_label = [metric for metric in metrics if words_that_matter(metric.label) == words]
    meant = by_name or by_label
    if len(meant) > 1:
        names = " or ".join(metric.name for metric in meant)
        raise InputError(f"{words} may be {names}; name one of them")
    return meant[0] if meant else find_metric(words, metrics)
