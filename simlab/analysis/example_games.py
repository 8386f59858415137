"""Example games of a scenario: a typical one, the best, closest, longest and strangest one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtri

from simlab.analysis.games import Games, games_of
from simlab.analysis.metric import Metric, metrics_of
from simlab.analysis.scenario_counts import FINISHED
from simlab.analysis.tables import BATCH_GAMES, Scenario, Tables
from simlab.experiment.game_length import CLOCKS
from simlab.game.facts import DIFFICULTY, METRIC_GROUPS, TENSION, Facts

Array = NDArray[Any]

KINDS = ("typical", "best", "closest", "longest", "strangest")
TYPICAL, BEST, CLOSEST, LONGEST, STRANGEST = KINDS
"""Reasons to pick a game, in the order in which the games are shown."""
MAIN_METRICS = ("score", "margin")
"""Metrics, besides the length, in which a typical game is near the median."""
MOST_GAMES = BATCH_GAMES
"""Games among which the examples are picked: as many as are read at once."""
MOST_QUANTITIES = 3
"""Quantities that are reported of the strangest game: what fits in a sentence."""

METHOD = (
    "Best: highest score of a cooperative game. Longest: most rounds or turns, then most decisions."
    " Closest: smallest margin; without one, the losers lack least for a victory; of cooperative"
    " games, the score is nearest to a line of the victory table. Strangest: largest Mahalanobis"
    " distance of the normal scores of all metrics. Typical: nearest to the medians of length,"
    " score and margin. Each game is picked once, in this order; of equal ones the first."
)


@dataclass(frozen=True)
class Quantity:
    """A metric in one game, and its median over all games of the scenario."""

    label: str
    unit: str
    value: float
    median: float


@dataclass(frozen=True)
class ExampleGame:
    """A game, the reason why it is picked, one of KINDS, and the quantities that show it."""

    kind: str
    deal: int
    rotation: int
    quantities: Sequence[Quantity]
    column: str = ""
    """Metric by which it is the best, the longest or the closest."""


@dataclass(frozen=True, eq=False)
class Measured:
    """Metrics of some games: `values` of shape (games, metrics), nan where one does not apply."""

    metrics: Sequence[Metric]
    values: Array

    @cached_property
    def scores(self) -> Array:
        """Normal scores: what a normal distribution has at the rank of each game; 0 for nan."""
        ranks = pd.DataFrame(self.values).rank()
        n_known = ranks.count().to_numpy()
        # less a half, as the last rank would be at infinity
        return np.nan_to_num(ndtri((ranks.to_numpy() - 0.5) / np.maximum(n_known, 1)))

    def median(self, column: int) -> float:
        """Return the median of a metric over the games to which it applies, nan if to none."""
        known = self.values[~np.isnan(self.values[:, column]), column]
        return float(np.median(known)) if known.size else np.nan

    def unusual(self, game: int) -> list[int]:
        """Return the metrics of a game that are furthest from the median, the furthest first."""
        distances = np.abs(self.scores[game])
        order = np.argsort(-distances, kind="stable")[:MOST_QUANTITIES]
        return [
            i for i in order.tolist() if distances[i] and self.values[game, i] != self.median(i)
        ]

    def quantities(self, game: int, columns: Iterable[int]) -> list[Quantity]:
        """Return some metrics of a game, without those that do not apply to it."""
        return [
            Quantity(
                self.metrics[i].label,
                self.metrics[i].unit,
                float(self.values[game, i]),
                self.median(i),
            )
            for i in columns
            if not np.isnan(self.values[game, i])
        ]


def example_games(tables: Tables, scenario: Scenario) -> list[ExampleGame]:
    """Return a game for each reason, in the order of KINDS; fewer if there are fewer games.

    Only finished games are picked, if there are any, and only from the first MOST_GAMES.
    """
    games = next(games_of(tables, scenario)).first(MOST_GAMES // scenario.rotations)
    return examples_among(games, scenario.facts)


def examples_among(games: Games, facts: Facts) -> list[ExampleGame]:
    """Return a game for each reason among some games in memory, likewise."""
    is_candidate = games.game(FINISHED).ravel() == 1
    # all of them if none was finished
    is_candidate |= not is_candidate.any()
    deals, rotations = (games.game(name).ravel()[is_candidate] for name in ("deal", "rotation"))
    examples: dict[str, ExampleGame] = {}
    picked: set[int] = set()
    for kind, measured, order in _orders(facts, games, is_candidate):
        for game in [int(game) for game in order if game not in picked][:1]:
            picked.add(game)
            is_strangest = kind == STRANGEST
            columns = measured.unusual(game) if is_strangest else range(len(measured.metrics))
            examples[kind] = ExampleGame(
                kind,
                deal=int(deals[game]),
                rotation=int(rotations[game]),
                quantities=measured.quantities(game, columns),
                column="" if is_strangest else measured.metrics[0].name,
            )
    return [examples[kind] for kind in KINDS if kind in examples]


def _orders(
    facts: Facts, games: Games, is_candidate: Array
) -> Iterator[tuple[str, Measured, Array]]:
    """Yield reasons to pick a game, with their metrics and the games, the best one first."""

    def measured(metrics: Sequence[Metric]) -> Measured:
        values = [metric.by_game(games).ravel()[is_candidate] for metric in metrics]
        return Measured(metrics, np.stack(values, axis=1))

    metrics = {metric.name: metric for metric in metrics_of(facts, games)}
    clock, *other_clocks = (name for name in CLOCKS if name in metrics)
    length = measured([metrics[name] for name in (clock, *other_clocks)])
    main = measured([metrics[name] for name in (clock, *MAIN_METRICS) if name in metrics])
    # one clock alone: rounds and turns would count the length twice
    everything = measured(
        [
            quantity
            for quantity in metrics.values()
            if _is_quantity(quantity) and quantity.name not in other_clocks
        ]
    )
    if games.seats is None:
        scores = measured([metrics["score"]])
        yield BEST, scores, _sort_order(-scores.values[:, 0])
    yield LONGEST, length, np.lexsort(-length.values.T[::-1])
    for metric in _closeness(facts, games):
        closeness = measured([metric])
        if not np.isnan(closeness.values).all():  # who plays alone has no rival
            yield CLOSEST, closeness, _sort_order(closeness.values[:, 0])
    yield STRANGEST, everything, _sort_order(-strangeness(everything.scores))
    yield TYPICAL, main, _sort_order((main.scores**2).sum(axis=1))


def _is_quantity(metric: Metric) -> bool:
    """Whether a metric is no share, and not only a column that facts do not name."""
    return metric.group in METRIC_GROUPS and not metric.is_share


def _sort_order(key: Array) -> Array:
    """Return the positions of the games in order; equal ones in order of their deals."""
    return np.argsort(key, kind="stable")


def strangeness(scores: Array) -> Array:
    """Return the squared Mahalanobis distance of each game from the median, by normal scores.

    The identity is added to the covariance: columns that agree then count as one, and columns that
    hardly ever vary do not count more than others.
    """
    covariance = np.einsum("ni,nj->ij", scores, scores) / len(scores)
    weights = np.linalg.inv(covariance + np.eye(len(covariance)))
    return np.asarray(np.einsum("ni,ij,nj->n", scores, weights, scores))


def _closeness(facts: Facts, games: Games) -> Iterator[Metric]:
    """Yield the metric that is least in the closest game, if the game has one."""
    unit = facts.score.unit
    if games.seats is None:
        if facts.bands.tiers:
            label = f"{unit} from a line of the {facts.bands.label}"
            yield Metric("score", label, DIFFICULTY, unit, partial(_to_next_line, facts))
    elif facts.lead.margin:
        by_game = partial(Games.game, column=facts.lead.margin)
        yield Metric(facts.lead.margin, facts.margin_label, TENSION, unit, by_game)
    elif facts.distances.columns:
        label = "what the losers lack in all, each for its nearest victory"
        yield Metric("distance", label, TENSION, "", partial(_shortfall_of_losers, facts))
    elif games.has_points:
        yield Metric("score", facts.margin_label, TENSION, unit, _margin)


def _to_next_line(facts: Facts, games: Games) -> Array:
    """Return how far each score is from where a band begins."""
    starts = np.array([tier.start for tier in facts.bands.tiers])
    return np.asarray(np.abs(games.game(facts.score.column)[:, :, None] - starts).min(axis=2))


def _shortfall_of_losers(facts: Facts, games: Games) -> Array:
    """Return the sum over the losers of the least that each lacks for any victory type."""
    missing = np.min([games.seat(column) for column in facts.distances.columns], axis=0)
    return np.asarray(np.where(games.seat("credit") > 0, 0, missing).sum(axis=2))


def _margin(games: Games) -> Array:
    """Return the lead of the winner's points over the most of the others."""
    scores, credit = games.seat("score"), games.seat("credit")
    first = np.where(credit > 0, scores, -np.inf).max(axis=2)
    best_loser = np.where(credit > 0, -np.inf, scores).max(axis=2)
    return np.where(np.isfinite(best_loser), first - best_loser, 0.0)
