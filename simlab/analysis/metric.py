"""Metrics by which two rule sets are compared: one value per game, derived from a game's facts.

A capped game counts with the values that it had reached, so all games of both rule sets count.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.formula import by_game_of, is_share
from simlab.analysis.games import Games
from simlab.analysis.intervals import Interval, clip_interval, mean_t
from simlab.analysis.value_range import ValueRange, possible_range
from simlab.errors import InputError, not_one_of
from simlab.experiment.game_length import CLOCKS, is_quantile, within
from simlab.experiment.rollout_metric import INFLUENCE, KINGMAKING, ROLLOUT_METRICS, UNCERTAINTY
from simlab.game.facts import (
    DIFFICULTY,
    ECONOMY,
    FAIRNESS,
    LENGTH,
    OPTIONS,
    TENSION,
    THOUSANDTHS,
    Facts,
    Formula,
    Group,
    Lead,
)

Array = NDArray[Any]
OTHER = "other"
WINS_OF, POINTS_OF = "wins_of_", "points_of_"
"""How the names of metrics on the wins, or the points, of a seat or a policy begin."""
SHARE_MARGIN = 0.02
"""Default smallest effect of interest on a share: one game in fifty."""
SPREAD_MARGIN = 0.1
"""The same for other metrics, in standard deviations of games: half of Cohen’s small effect."""
ABOUT_WINS = (FAIRNESS, TENSION)
"""Groups with metrics about who wins."""
WITHIN = re.compile(rf"within_(\d+)_({'|'.join(CLOCKS)})")
"""Name of the share of games that end within a length."""
NEEDS_ROLLOUTS = (
    "{} needs rollouts, which no run has; simlab ab, plan ab, tune, sensitivity and gate play them"
)
HALF_WAY = "50"
"""Suffix of the column that holds the leader at half of the game."""


class Percent(float):
    """A margin that was written as a percentage: of games, or of wins."""


@dataclass(frozen=True)
class Metric:
    """One value per game, with its label, unit and range."""

    name: str
    label: str
    group: str
    unit: str
    """Empty for a share."""
    by_game: Callable[[Games], Array]
    """Returns its value in each game, shape (blocks, rotations); nan where it does not apply."""
    low: float | None = None
    high: float | None = None
    smallest: float | None = None
    """Smallest change that matters, if the game or a file names one."""
    luck_by_game: Callable[[Games], Array] | None = None
    """Returns the luck of each game in its unit, where that is measured; None for other metrics."""

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games or of wins."""
        return not self.unit

    @property
    def is_bounded(self) -> bool:
        """Whether its range is known."""
        return self.low is not None and self.high is not None

    @property
    def possible(self) -> ValueRange:
        """Range of its values, infinite where it is not known."""
        return possible_range(self.low, self.high)

    def mean_of(self, blocks: Array, level: float = 0.95) -> Interval[float]:
        """Return the mean of blocks, within the ends of its range that are known and hold for them.

        METHODS.md: Means within a range.
        """
        low = 0.0 if self.low is None else self.low
        # a range that a game declares wrongly must not cut an interval short of what was seen
        low_end = None if blocks.min() < low else low
        high_end = None if self.high is None or blocks.max() > self.high else self.high
        return mean_t(blocks, level=level, low=low_end, high=high_end)

    def within_changes(self, change: Interval[float]) -> Interval[float]:
        """Return an interval for a change of its mean, which is within the width of its range."""
        if self.low is None or self.high is None:
            return change
        return clip_interval(change, self.low - self.high, self.high - self.low)

    def of(self, games: Games) -> Array:
        """Return the mean of each block, nan where the metric applies to no game of the block."""
        values = self.by_game(games)
        is_known = ~np.isnan(values)
        n_known = is_known.sum(axis=1)
        totals = np.where(is_known, values, 0).sum(axis=1)
        return np.asarray(totals / np.where(n_known > 0, n_known, np.nan))

    def luck(self, games: Games) -> Array:
        """Return the mean luck of each block; empty if that was not measured."""
        if self.luck_by_game is None or not games.measures_luck:
            return np.empty(0)
        return np.asarray(self.luck_by_game(games).mean(axis=1))

    def check_margin(self, margin: float) -> None:
        """Check that a margin fits the unit of the metric.

        Raises:
            InputError: a percentage for a metric that is no share, or a share of 1 or more.
        """
        if isinstance(margin, Percent) and not self.is_share:
            raise InputError(
                f"{100 * margin:g}% is for shares; {self.name} is in {self.unit}, as in 1.5",
                "margin",
            )
        if self.is_share and isinstance(margin, Percent) and margin >= 1:
            raise InputError(f"{100 * margin:g}% is not below 100%", "margin")
        if self.is_share and margin >= 1:
            raise InputError(
                f'{margin:g} is more than all; {self.name} is a share. Did you mean "{margin:g}%"?',
                "margin",
            )

    def check_target(self, target: float) -> None:
        """Check that a value is one that the metric can have under these rules.

        Raises:
            InputError: it lies outside the range of the metric.
        """
        self.check_kind(target)
        low = -math.inf if self.low is None else self.low
        high = math.inf if self.high is None else self.high
        if not low <= target <= high:
            raise InputError(
                f"{target:g} is out of reach; {self.name} is from {low:g} to {high:g}",
                "metric_target",
            )

    def check_kind(self, target: float) -> None:
        """Check that a share is aimed at for a metric that is one, and for no other.

        Raises:
            InputError: it is not.
        """
        if isinstance(target, Percent) and not self.is_share:
            raise InputError(
                f"{100 * target:g}% is for shares; {self.name} is in {self.unit}, as in 1.5",
                "metric_target",
            )
        if self.is_share and not 0 <= target <= 1:
            percent = f'. Did you mean "{target:g}%"?' if 1 < target <= 100 else ""
            raise InputError(
                f"{target:g} is no share, which is from 0 to 1; {self.name} is one{percent}",
                "metric_target",
            )

    def margin(self, games: Games) -> float:
        """Return the default smallest effect of interest, from games of one rule set.

        It is what the game or the file names, else SHARE_MARGIN for a share, else SPREAD_MARGIN
        standard deviations of single games, rounded to one digit; 0 if all games agree.
        """
        if self.smallest is not None:
            return self.smallest
        if self.is_share:
            return SHARE_MARGIN
        values = self.by_game(games)
        known = values[~np.isnan(values)]
        # one digit: other games of the same rules should give the same margin
        return float(f"{SPREAD_MARGIN * float(known.std()):.1g}") if len(known) else math.nan


def metrics_of(facts: Facts, games: Games) -> list[Metric]:
    """Return all metrics of a game, the headline metric first.

    `facts` describe the columns of the game. Columns of `games` without a metric of their own
    become metrics in the group OTHER. Those of the user come last.

    Raises:
        InputError: a metric of the user has a name of the game's, or names a column that is not
            there.
    """
    metrics: dict[str, Metric] = {}
    for metric in _all(facts, games):
        # the first has the best label: columns that facts do not name come last
        metrics.setdefault(metric.name, metric)
    for formula in facts.formulas:
        if formula.name in metrics:
            raise InputError(
                f'"{formula.name}" is a metric of the game; choose another name',
                formula.file,
                "name",
            )
        metrics[formula.name] = _of_formula(formula, games)
    return list(metrics.values())


def find_metric(name: str | None, metrics: Iterable[Metric]) -> Metric:
    """Return the metric of a name, by default the headline metric.

    Besides `metrics` there are the shares of games that end within any length, `within_12_rounds`.

    Raises:
        InputError: there is no such metric.
    """
    by_name = {metric.name: metric for metric in metrics}
    if name is None:
        return next(iter(by_name.values()))
    if (match := WITHIN.fullmatch(name)) and match[2] in by_name:
        return _ends_within(int(match[1]), match[2])
    if is_quantile(name):
        clock, _, percent = name.partition("_p")
        raise InputError(
            f"{name} is no mean; gate and tune hold it against bounds. Here, name the share of"
            f" games that end within a length, such as {within(12, clock)}; {name} is the length"
            f" at which that share reaches {percent}%",
            "metric",
        )
    if name in ROLLOUT_METRICS and name not in by_name:
        raise InputError(NEEDS_ROLLOUTS.format(name), "metric")
    if name not in by_name:
        raise InputError(not_one_of(name, list(by_name)), "metric")
    return by_name[name]


def score_metric(facts: Facts, games: Games) -> Metric:
    """Return the metric of the shared score, or where seats have their own, of the first seat's."""
    return next(_scores(facts) if games.seats is None else _points_of_seats(facts, games))


def _all(facts: Facts, games: Games) -> Iterator[Metric]:
    if games.seats is None:
        yield from _scores(facts)
    else:
        if games.is_for_points:
            yield from _points(facts, games)
        yield from _in_place(_about_wins(facts, games), games)
    yield from _lengths(facts, games)
    yield from _in_place(_ends(facts, games), games)
    yield from _in_place(_tension(facts, games), games)
    yield from _economy(facts, games)
    yield from _options(facts, games)
    yield from _others(facts, games)


def _about_wins(facts: Facts, games: Games) -> Iterator[Metric]:
    """Yield who wins, unless somebody is alone and wins whatever the rules are."""
    if games.players > 1:
        yield from _wins(facts, games)


def _in_place(metrics: Iterable[Metric], games: Games) -> Iterator[Metric]:
    """Yield metrics about who wins; no page shows them where points are the aim."""
    for metric in metrics:
        is_aside = games.seats is not None and games.is_for_points and metric.group in ABOUT_WINS
        yield replace(metric, group=OTHER) if is_aside else metric


def _scores(facts: Facts) -> Iterator[Metric]:
    """Yield the shared score, and the share of games that reach each tier."""
    score = facts.score
    bounds = score.low, score.high
    by_game = _game("score")
    luck = _game("luck")
    yield Metric("score", score.label, DIFFICULTY, score.unit, by_game, *bounds, score.margin, luck)
    for start in (tier.start for tier in facts.bands.tiers):
        reaches = _at_least("score", float(start))
        name, label = f"score_from_{start}", f"scores of {start} or more"
        yield _share(name, label, DIFFICULTY, reaches, luck)


def _wins(facts: Facts, games: Games) -> Iterator[Metric]:
    """Yield the win rate of each seat, and of each policy where several meet.

    Where seats play for points, luck is in points, and that of wins is not measured.
    """
    policies = list(dict.fromkeys(games.seating().flat))
    if len(policies) > 1:
        for policy in policies:
            wins = _of_policy("credit", policy)
            luck = None if games.is_for_points else _of_policy("luck", policy)
            yield _share(f"{WINS_OF}{_slug(policy)}", f"wins of {policy}", FAIRNESS, wins, luck)
    for seat, label in enumerate(facts.seat_names(games.players)):
        wins = _at_seat("credit", seat)
        luck = None if games.is_for_points else _at_seat("luck", seat)
        yield _share(f"{WINS_OF}{_slug(label)}", f"wins of {label}", FAIRNESS, wins, luck)
    yield _share("shared_wins", "shared wins", FAIRNESS, _is_shared)


def _points(facts: Facts, games: Games) -> Iterator[Metric]:
    """Yield the points of each seat, and of each policy where several meet."""
    score = facts.score
    bounds = score.low, score.high, score.margin
    policies = list(dict.fromkeys(games.seating().flat))
    for policy in policies if len(policies) > 1 else []:
        name, label = f"{POINTS_OF}{_slug(policy)}", f"{score.unit} of {policy}"
        points, luck = _of_policy("score", policy), _of_policy("luck", policy)
        yield Metric(name, label, FAIRNESS, score.unit, points, *bounds, luck)
    yield from _points_of_seats(facts, games)


def _points_of_seats(facts: Facts, games: Games) -> Iterator[Metric]:
    score = facts.score
    bounds = score.low, score.high, score.margin
    for seat, who in enumerate(facts.seat_names(games.players)):
        name, label = f"{POINTS_OF}{_slug(who)}", f"{score.unit} of {who}"
        points, luck = _at_seat("score", seat), _at_seat("luck", seat)
        yield Metric(name, label, FAIRNESS, score.unit, points, *bounds, luck)


def _lengths(facts: Facts, games: Games) -> Iterator[Metric]:
    for clock in (clock for clock in CLOCKS if clock in games.games.column_names):
        high = getattr(facts.limits, clock)
        low = None if high is None else 0
        yield Metric(clock, clock, LENGTH, clock, _game(clock), low, high)
    yield _share("capped", "capped games", LENGTH, lambda games: 1 - games.game("finished"))


def _ends_within(length: int, clock: str) -> Metric:
    """Return the share of games that end within a length; a capped game does not end."""

    def ends(games: Games) -> Array:
        is_finished = games.game("finished") == 1
        return np.asarray(is_finished & (games.game(clock) <= length), dtype=np.float64)

    label = f"games that end within {length} {clock if length != 1 else clock[:-1]}"
    return _share(within(length, clock), label, LENGTH, ends)


def _ends(facts: Facts, games: Games) -> Iterator[Metric]:
    """Yield the share of games by reason of their end, if there are several."""
    ends = facts.ends
    verb, group = ("won by", FAIRNESS) if ends.winning else ("ended by", LENGTH)
    if len(ends.labels) > 1:
        for value, label in ends.labels.items():
            is_end = _equals(ends.column, float(value))
            yield _share(f"{verb}_{label}".replace(" ", "_"), f"{verb} {label}", group, is_end)


def _tension(facts: Facts, games: Games) -> Iterator[Metric]:
    lead = facts.lead
    if not lead.by and not games.has_points:
        lead = Lead()  # before the end nobody leads
    if lead.margin:
        margin = _game(lead.margin)
        yield Metric("margin", facts.margin_label, TENSION, facts.score.unit, margin)
    if lead.changes:
        changes = _game(lead.changes)
        yield Metric("lead_changes", "lead changes", TENSION, "changes", changes)
    for column in (name for name in lead.holders if name.endswith(HALF_WAY)):
        yield _share("won_from_half_way", "won by who led half-way", TENSION, _credit_by(column))
    if lead.decided:
        decided = _thousandths(lead.decided)
        yield _share(lead.decided, "part of the game until it is decided", TENSION, decided)
    if lead.drama:
        unit = f"√{lead.by or facts.score.unit}"
        yield Metric(lead.drama, "drama", TENSION, unit, _thousandths(lead.drama), low=0)
    if lead.behind:
        behind = _credit_behind(lead.behind)
        yield _share("comebacks", "won from behind at half-time", TENSION, behind)
    yield from (metric for metric in BY_ROLLOUTS if metric.name in games.games.column_names)


def _economy(facts: Facts, games: Games) -> Iterator[Metric]:
    """Yield counts per seat, as a mean over the seats of a game."""
    if games.seats is not None and games.has_points:
        label, unit = f"{facts.score.label} per seat", facts.score.unit
        yield Metric("score", label, ECONOMY, unit, _mean_of_seats("score"))
    for group in facts.seat_groups:
        for column, label in group.columns.items():
            name = f"seat_{column}" if column in games.games.column_names else column
            mean = _mean_of_seats(column)
            yield Metric(name, _group_label(group, label), group.about, group.unit, mean)
    for supplies in facts.supplies:
        for column, supply in supplies.columns.items():
            label, high = f"sent: {supply.label}", supply.total
            yield Metric(column, label, ECONOMY, "per game", _game(column), 0, high)


def _options(facts: Facts, games: Games) -> Iterator[Metric]:
    """Yield how often each option of a game is used."""
    for group in facts.groups:
        for column, label in group.columns.items():
            label = _group_label(group, label)
            yield Metric(column, label, group.about, group.unit, _game(column))
    for card in facts.cards.kinds:
        verb = "played" if card.played else "got"
        name, label = f"{verb}_{_slug(card.label)}", f"{card.label} {verb}"
        yield _share(name, label, OPTIONS, _any_seat(card.used))


def _others(facts: Facts, games: Games) -> Iterator[Metric]:
    """Yield the columns of games that have a unit; those of the lead only where some seat leads."""
    left_out = {"deal", "rotation"}
    if not games.has_points:
        lead = facts.lead
        left_out |= {lead.margin, lead.changes, lead.decided, lead.drama, *lead.holders}
    for field in games.games.schema:
        unit = (field.metadata or {}).get(b"unit", b"").decode()
        if unit and field.name not in left_out:
            yield Metric(field.name, field.name.replace("_", " "), OTHER, unit, _game(field.name))


def _of_formula(formula: Formula, games: Games) -> Metric:
    by_game = by_game_of(formula, games)
    low, high = (0.0, 1.0) if is_share(formula) else (None, None)
    return Metric(
        formula.name,
        formula.label,
        formula.group,
        formula.unit,
        by_game,
        low,
        high,
        formula.margin,
    )


def _share(
    name: str,
    label: str,
    group: str,
    by_game: Callable[[Games], Array],
    luck: Callable[[Games], Array] | None = None,
) -> Metric:
    return Metric(name, label, group, "", by_game, 0, 1, luck_by_game=luck)


def _group_label(group: Group, label: str) -> str:
    return f"{group.title}: {label}"


def _slug(label: str) -> str:
    return re.sub(r"\W+", "_", label.lower()).strip("_")


def _game(column: str) -> Callable[[Games], Array]:
    return lambda games: games.game(column)


def _at_least(column: str, value: float) -> Callable[[Games], Array]:
    return lambda games: np.asarray(games.game(column) >= value, dtype=np.float64)


def _equals(column: str, value: float) -> Callable[[Games], Array]:
    return lambda games: np.asarray(games.game(column) == value, dtype=np.float64)


def _at_seat(column: str, seat: int) -> Callable[[Games], Array]:
    return lambda games: games.seat(column)[:, :, seat]


def _of_policy(column: str, policy: str) -> Callable[[Games], Array]:
    """Return a function for the mean of a column over the seats of a policy."""

    def mean(games: Games) -> Array:
        is_its = games.seating() == policy
        return np.asarray((games.seat(column) * is_its).sum(axis=2) / is_its.sum(axis=1))

    return mean


def _credit_by(column: str) -> Callable[[Games], Array]:
    """Return a function for the credit of the seat that a column names, 0 where it names none."""

    def credit(games: Games) -> Array:
        holder = games.game(column)
        # any seat will do where there is none: its credit is not taken
        seat = np.nan_to_num(holder).astype(np.int64)[:, :, None]
        holder_credit = np.take_along_axis(games.seat("credit"), seat, axis=2)[:, :, 0]
        return np.where(np.isnan(holder), 0.0, holder_credit)

    return credit


def _thousandths(column: str) -> Callable[[Games], Array]:
    return lambda games: games.game(column) / THOUSANDTHS


def _credit_behind(column: str) -> Callable[[Games], Array]:
    """Return a function for the credit of the seats that had fewer points than the leader."""
    return lambda games: np.asarray((games.seat("credit") * (games.seat(column) > 0)).sum(axis=2))


def _is_shared(games: Games) -> Array:
    most = games.seat("credit").max(axis=2)
    return np.asarray((most > 0) & (most < 1), dtype=np.float64)


def _mean_of_seats(column: str) -> Callable[[Games], Array]:
    return lambda games: np.asarray(games.seat(column).mean(axis=2))


def _any_seat(column: str) -> Callable[[Games], Array]:
    """Return a function for whether some seat has a value above 0."""
    return lambda games: np.asarray((games.seat(column) > 0).any(axis=2), dtype=np.float64)


POINTS = "percentage points"
BY_ROLLOUTS = (
    Metric(KINGMAKING, "kingmaking", TENSION, "decisions", _game(KINGMAKING), low=0),
    Metric(INFLUENCE, "influence on others", TENSION, POINTS, _game(INFLUENCE), -100, 100),
    _share(UNCERTAINTY, "uncertainty", TENSION, _game(UNCERTAINTY)),
)
"""Metrics that need rollouts; only games of which they are asked have their columns."""
