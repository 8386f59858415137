"""Comparison of two rule sets that is watched while games are played: valid at every look.

METHODS.md: Several metrics watched while games are played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis import rule_comparison
from simlab.analysis.games import Games, join_games
from simlab.analysis.group_sequential import FIRST_LOOK, Design, LikelihoodRatio
from simlab.analysis.intervals import Interval
from simlab.analysis.metric import Metric, find_metric
from simlab.analysis.rule_comparison import band_metrics, bands_of_both
from simlab.analysis.sequential import looks
from simlab.analysis.tables import scenarios_of
from simlab.analysis.verdict import Verdict
from simlab.experiment.game_length import CLOCKS
from simlab.experiment.resolve import describe_scenario
from simlab.game.facts import DIFFICULTY, FAIRNESS, LENGTH, TENSION
from simlab.game.language import Words
from simlab.studies.ab.comparison import NOTHING, Comparison, Values, values_of
from simlab.studies.ab.study import AbRequest
from simlab.studies.kit.metrics import metrics_at

Array = NDArray[Any]

MOST_BLOCKS = 50_000
"""Blocks after which watching ends: a share is then known to about half a percentage point."""
PRECISE = 0.2
"""Half-width of an effect, in margins, below which more games change nothing that is shown."""
LISTED_GROUPS = (DIFFICULTY, FAIRNESS, LENGTH, TENSION)
"""Groups of metrics that are listed; the others have dozens of counts."""
KEPT_GAMES = 2_000
"""First games of each side that are kept, to pick games to read from."""
WINS = "wins_of_"

Bar = tuple[str, float | None, float | None]
"""Label of a bar, and the lowest and highest score of a band."""


@dataclass(frozen=True)
class WatchedMetric:
    """A metric under both rule sets at one look."""

    metric: Metric
    margin: float
    unchanged: Interval[float]
    changed: Interval[float]
    effect: Interval[float]
    """Changed minus unchanged."""
    verdict: Verdict

    @property
    def is_precise(self) -> bool:
        """Whether the effect is decided and known well within the margin."""
        half_width = (self.effect.high - self.effect.low) / 2
        return self.verdict != Verdict.UNDECIDED and half_width <= PRECISE * self.margin


@dataclass(frozen=True)
class WatchedShare:
    """Share of games in a band, or of wins of a seat or policy, under both rule sets."""

    label: str
    low: float | None
    """Lowest score of a band; None without one, and for wins; likewise the highest."""
    high: float | None
    unchanged: Interval[float]
    changed: Interval[float]


class WatchedComparison:
    """Blocks of two rule sets so far, and what they show.

    Rules that change nothing are compared with themselves.
    """

    def __init__(
        self, comparison: Comparison, metric: str | None = None, most_blocks: int = MOST_BLOCKS
    ) -> None:
        self.comparison = comparison
        self.most_blocks = most_blocks
        self.n_blocks = 0
        """Blocks played under each rule set; another thread may read it and the kept games."""
        self._asked = metric
        self._values: dict[str, Values] = {}
        self._requests: dict[str, AbRequest] = {}
        self._histograms: dict[str, list[dict[float, int]]] = {}
        self._kept: list[tuple[Games, Games]] = []
        self.metrics: list[Metric] = []
        """All metrics of the game, the headline metric first; empty before the first games."""

    @cached_property
    def sides(self) -> rule_comparison.Comparison:
        """The two scenarios as the analysis knows them."""
        described = [describe_scenario(side) for side in self.comparison.sides]
        return rule_comparison.Comparison(*scenarios_of(described, Words()))

    @cached_property
    def looks(self) -> list[int]:
        """Numbers of blocks after which intervals are computed."""
        return looks(FIRST_LOOK, self.most_blocks)

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats share one score."""
        return self.comparison.base.game.cooperative

    @property
    def _shows_bands(self) -> bool:
        return self.is_cooperative and bool(self._bands)

    @property
    def headline_metric(self) -> Metric:
        """The metric that was asked for, else the first one.

        Raises:
            InputError: the game has no such metric.
        """
        return find_metric(self._asked, self.metrics)

    def add(self, base: Games, patched: Games) -> None:
        """Add the next blocks of both sides.

        Raises:
            InputError: the game has no such metric.
        """
        if not self.metrics:
            self.metrics = metrics_at(self.comparison.base, base)
            self._requests = self._requests_of_look(base, patched)
        watched = [request.metric for request in self._requests.values()]
        bands = band_metrics(self.sides, (base, patched)) if self._shows_bands else []
        for metric in [*watched, *bands]:
            before = self._values.get(metric.name, NOTHING)
            self._values[metric.name] = before + values_of(metric, base, patched)
        for metric in self.counted:
            counts = self._histograms.setdefault(metric.name, [{}, {}])
            for histogram, games in zip(counts, (base, patched), strict=True):
                _count(histogram, metric.by_game(games))
        if sum(base_games.games.num_rows for base_games, _ in self._kept) < KEPT_GAMES:
            self._kept.append((base, patched))
        # last: another thread that reads the number finds the games there
        self.n_blocks += base.n_blocks

    def first_games(self) -> list[Games]:
        """Return the first games of both sides."""
        return [join_games(list(side)) for side in zip(*self._kept, strict=True)]

    @property
    def headline(self) -> WatchedMetric | None:
        """The headline metric; None while it has not varied."""
        return self._metric_at_look(self._requests[self.headline_metric.name])

    def further_metrics(self) -> Iterator[WatchedMetric]:
        """Yield further metrics, which hold together; those that have not varied are left out."""
        names = [metric.name for metric in self._listed]
        for name in names:
            watched = self._metric_at_look(replace(self._requests[name], family=len(names)))
            if watched is not None:
                yield watched

    def shares(self) -> list[WatchedShare]:
        """Return the shares of the bands or of the seats, which hold together."""
        bars = self._bands if self.is_cooperative else self._seats
        # a bar on each side
        design = self._design.split(2 * max(len(bars), 1))
        return [
            WatchedShare(*about, *self._shares_of(self._values[name], design))
            for name, about in bars.items()
        ]

    def _shares_of(self, values: Values, design: Design) -> list[Interval[float]]:
        sides = (values.base, values.patched)
        return [LikelihoodRatio(side, 0.0, 1.0).interval(design) for side in sides]

    @property
    def counted(self) -> list[Metric]:
        """Metrics with a histogram: the score that all share or one has alone, and the length."""
        by_name = {metric.name: metric for metric in self.metrics}
        clocks = [by_name[name] for name in CLOCKS if name in by_name]
        has_own_points = self.is_cooperative or self.comparison.base.players == 1
        return [*([by_name["score"]] if has_own_points else []), *clocks[:1]]

    def histograms(self) -> list[tuple[Metric, list[dict[float, int]]]]:
        """Return each counted metric with the number of games by value, unchanged and changed."""
        return [
            (
                metric,
                [dict(sorted(histogram.items())) for histogram in self._histograms[metric.name]],
            )
            for metric in self.counted
        ]

    @property
    def _listed(self) -> list[Metric]:
        headline = self.headline_metric.name
        return [
            metric
            for metric in self.metrics
            if metric.group in LISTED_GROUPS
            and metric.name != headline
            and not metric.name.startswith((WINS, "score_from_"))
        ]

    @property
    def _seats(self) -> dict[str, Bar]:
        """The shares of the wins by metric, of policies where several meet, else of seats.

        There are none where points are the aim: these are among the metrics.
        """
        if self.comparison.base.game.is_for_points:
            return {}
        wins = [metric for metric in self.metrics if metric.name.startswith(WINS)]
        n_seats = self.comparison.base.players
        # metrics list the wins of policies first, then those of seats
        listed_wins = wins[:-n_seats] if len(wins) > n_seats else wins
        return {metric.name: (metric.label, None, None) for metric in listed_wins}

    @cached_property
    def _bands(self) -> dict[str, Bar]:
        """The bands of the victory table by metric, lowest first; empty without such a table."""
        if not self.sides.unchanged.facts.bands.tiers:
            return {}
        bands = bands_of_both(self.sides).to_dict("records")
        return {
            f"band_{n}": (
                str(band["label"]),
                _none_if_unknown(band["from"]),
                _none_if_unknown(band["to"]),
            )
            for n, band in enumerate(bands)
        }

    @property
    def _design(self) -> Design:
        return self._requests[self.headline_metric.name].design

    def _requests_of_look(self, base: Games, patched: Games) -> dict[str, AbRequest]:
        wins = [find_metric(name, self.metrics) for name in self._seats]
        return {
            metric.name: AbRequest(
                self.comparison,
                metric,
                # of the side that varies more, as the other may not have varied yet
                max(metric.margin(base), metric.margin(patched)),
                self.most_blocks,
            )
            for metric in [self.headline_metric, *self._listed, *wins]
        }

    def _metric_at_look(self, request: AbRequest) -> WatchedMetric | None:
        """Return a metric at this look; None if it has no value or has not varied."""
        values = self._values[request.metric.name]
        if not request.margin > 0 or not len(values.base):
            return None
        unchanged, changed = request.means(values)
        effect, verdict = request.effect(values), request.verdict(values)
        return WatchedMetric(request.metric, request.margin, unchanged, changed, effect, verdict)


def _none_if_unknown(value: float | None) -> float | None:
    """Return a score, or None for one that is not known."""
    return None if value is None or np.isnan(value) else float(value)


def _count(histogram: dict[float, int], values: Array) -> None:
    """Add the known values of some games to a histogram."""
    numbers, counts = np.unique(values[~np.isnan(values)], return_counts=True)
    for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
        histogram[number] = histogram.get(number, 0) + count
