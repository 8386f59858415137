"""Tension: when games are decided, comebacks, drama, and what a lead is worth.

All comes from the points of each seat at the end of each turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

from simlab.analysis.block_shares import band_of_games
from simlab.analysis.games import Games
from simlab.analysis.intervals import Band, Interval, dkw, quantile_from_counts
from simlab.analysis.metric import Metric
from simlab.analysis.moments import join_estimates, means_among, moments_of, rate_differences
from simlab.analysis.question import answer, question
from simlab.analysis.tables import Scenario, Tables
from simlab.game.facts import TENSION, THOUSANDTHS

Array = NDArray[Any]

DECIDED_METHOD = (
    "A game is decided with the turn with which its only winner comes to lead alone for good, by"
    " points at the end of turns; with the last turn if it never does. Shares of finished games;"
    " Dvoretzky-Kiefer-Wolfowitz band, 95 % for all of them together; the median has an"
    " order-statistic interval."
)
COMEBACK_METHOD = (
    "Win credit of the seats that were this far behind the seat with the most points. Score"
    " intervals from the sums of games, 95 % for all rows of a moment together (Bonferroni)."
    " Chances are assumed not to rise with the distance: estimates are isotonic (pool adjacent"
    " violators), and so are the bounds."
)
LEADER_METHOD = (
    "Win credit of the seat that leads alone at this part of the turns. In other order: the points"
    " of each game are added up again after what was gained in the turns of each seat has been"
    " shuffled among these turns, {n} times; the results stay. Points at the start and at the end"
    " count as gained in the first and the last turn. Intervals on games, 95 % for the three"
    " moments together (Bonferroni)."
)
MEASURE_METHOD = "Means over finished games; t intervals on games, 95 % each."

MOMENTS = (25, 50, 75)
"""Percentages of the turns at which the leader is looked at."""
SHUFFLES = 4
"""Other orders of the points of each game: the error that they add is half of that of one."""
MOST_GROUPS = 8
"""Rows of a table of comebacks at most: more would be wide intervals."""
FEWEST_SEATS = 50
"""Seats of a row at least, if there are as many."""
HALF_TIME = "half-time"
ROUNDING = 1e-9
"""Parts of a game that differ by less are one."""
STEPS = np.arange(5, 101, 5)
"""Percentages of the game of which the distribution of the point of decision is shown."""


@dataclass(frozen=True, eq=False)
class FollowedGames:
    """Games with one policy in all seats and their points turn by turn, in the order of deals."""

    games: Games
    points: Array
    """Points at the end of turns, one game after the other, shape (turns, seats)."""
    movers: Array
    """Seats whose turns these were."""
    n_turns: Array
    """Turns of each game that are kept."""
    spans: Array
    """Turns from one kept turn to the next, by game: 1, or more in very long games."""

    @property
    def starts(self) -> Array:
        """Index of the first turn of each game."""
        return np.cumsum(self.n_turns) - self.n_turns

    @property
    def numbers(self) -> Array:
        """Number of the game of each turn."""
        return np.repeat(np.arange(len(self.n_turns)), self.n_turns)

    def at(self, turns: Array) -> Array:
        """Return the points after this number of kept turns of each game, nan where it has none."""
        is_known = (turns > 0) & (turns <= self.n_turns)
        index = np.where(is_known, self.starts + turns - 1, 0)
        return np.where(is_known[:, None], self.points[index], np.nan)

    def at_percent(self, percent: int) -> Array:
        """Return the points after a percentage of the turns of each game."""
        # rounded up, in integers: a float may fall just below a whole turn
        return self.at(-(-percent * self.n_turns // 100))

    def after(self, turn: int) -> Array:
        """Return the points after a turn, nan in games that do not go on after it."""
        is_on = self.n_turns * self.spans > turn
        return self.at(np.where(is_on, turn // self.spans, 0))

    @property
    def credits(self) -> Array:
        """The win credit of each seat, nan in a capped game."""
        is_finished = self.games.game("finished")[:, 0] == 1
        return np.where(is_finished[:, None], self.games.seat("credit")[:, 0], np.nan)


@dataclass(frozen=True, eq=False)
class Tension:
    """Result of a study of tension."""

    title: str
    """Title of the game."""
    policy: str
    players: int
    unit: str
    """What the lead is measured in."""
    turn: int
    """The fixed turn after which comebacks are counted, too."""
    median: Interval[float]
    """The part of the game within which half of the games are decided."""
    last_turn: Interval[float]
    """Share of the games that are decided with their last turn."""
    measures: pd.DataFrame
    """Mean of each metric of tension."""
    chances: pd.DataFrame
    """Measures by winning chances; without rows unless these were asked for."""
    chances_by: str
    """Who says these: `rollouts`, or the learnt player whose net does."""
    reliability: pd.DataFrame
    """How often seats win by the chance that a net says; without rows for rollouts."""
    decided: pd.DataFrame
    """Share of the games decided within each part of the game."""
    comebacks: pd.DataFrame
    """Chance to win by distance to the leader, at half-time and after a fixed turn."""
    leaders: pd.DataFrame
    """Chance of the leader, and that with points in other order."""
    lineups: pd.DataFrame
    ends: pd.DataFrame

    @property
    def n_games(self) -> int:
        """Games played."""
        return int(self.lineups["games"].sum())


def measures(games: Games, metrics: Sequence[Metric]) -> pd.DataFrame:
    """Return the mean of each metric over finished games, left out where no game has it."""
    is_finished = games.game("finished") == 1
    rows = []
    for metric in metrics:
        values = np.where(is_finished, metric.by_game(games), np.nan)
        blocks = values[~np.isnan(values)]
        if len(blocks) > 1:
            interval = metric.mean_of(blocks)
            rows.append(
                {
                    "name": metric.name,
                    "label": metric.label,
                    "unit": metric.unit,
                    **interval._asdict(),
                }
            )
    return pd.DataFrame(rows)


def lead_change_metrics(followed: FollowedGames, column: str) -> list[Metric]:
    """Return the lead changes per turn, and the share of the games without one."""
    n_turns = np.maximum(followed.n_turns * followed.spans, 1)[:, np.newaxis]

    def per_turn(games: Games) -> Array:
        return np.asarray(games.game(column) / n_turns)

    def is_without(games: Games) -> Array:
        return np.asarray(games.game(column) == 0)

    return [
        Metric("lead_changes_per_turn", "lead changes", TENSION, "per turn", per_turn, low=0),
        Metric("no_lead_change", "games without a lead change", TENSION, "", is_without, 0, 1),
    ]


def median_of(parts: Array) -> Interval[float]:
    """Return the median of some numbers with its interval."""
    return quantile_from_counts(*np.unique(parts, return_counts=True), 0.5)


def decision_curve(parts: Array) -> pd.DataFrame:
    """Return the share of the games that are decided within each part of the game."""
    values, counts = np.unique(parts, return_counts=True)
    band = dkw(values, counts)
    return pd.DataFrame(_at_steps(band))


@question
def decision_curve_of_run(tables: Tables) -> pd.DataFrame:
    """Return the share of the games that are decided within each part of the game."""
    return answer(
        {**scenario.keys, **row}
        for scenario in tables.main
        for row in _decision_rows(tables, scenario, scenario.facts.lead.decided)
    )


def _decision_rows(tables: Tables, scenario: Scenario, column: str) -> list[dict[str, Any]]:
    if not column or tables.games(scenario, column).n < scenario.rotations:
        return []
    values = tables.games(scenario, column).values
    band = band_of_games(tables, scenario, column, values)
    return _at_steps(band._replace(x=band.x / THOUSANDTHS))


def _at_steps(band: Band) -> list[dict[str, Any]]:
    """Return a distribution function at each of the steps."""
    index = np.searchsorted(band.x, STEPS / 100 + ROUNDING, side="right")
    half_width = float(max((band.ecdf - band.low).max(), (band.high - band.ecdf).max()))
    ends = (np.append(0, band.ecdf), np.append(0, band.low), np.append(half_width, band.high))
    return [
        {"x": int(step), "estimate": estimate, "low": low, "high": high, "n": band.n}
        for step, estimate, low, high in zip(
            STEPS, *(end[index].tolist() for end in ends), strict=True
        )
    ]


def comebacks(followed: FollowedGames, turn: int) -> pd.DataFrame:
    """Return the chance to win by distance to the leader, at half-time and after a turn."""
    moments = {HALF_TIME: followed.at_percent(50), f"turn {turn}": followed.after(turn)}
    frames = []
    for moment, points in moments.items():
        # the leader is 0 behind, and its chance is a row like the others
        behind = points.max(axis=1, keepdims=True) - points
        blocks = [(behind[:, None], followed.credits[:, None])]
        frames.append(pd.DataFrame(chances_by_distance(blocks)).assign(moment=moment))
    return pd.concat(frames, ignore_index=True)


@question
def comebacks_in_run(tables: Tables) -> pd.DataFrame:
    """Return the chance to win by distance to the leader at half-time."""
    return answer(
        {**scenario.keys, **row}
        for scenario in tables.main
        if scenario.facts.lead.behind
        for row in chances_by_distance(_distances(tables, scenario))
    )


def _distances(tables: Tables, scenario: Scenario) -> list[tuple[Array, Array]]:
    column = scenario.facts.lead.behind
    return [
        (batch[column].astype(np.float32), batch["credit"])
        for batch in tables.finished_seats(scenario, [column, "credit"])
    ]


def chances_by_distance(batches: Sequence[tuple[Array, Array]]) -> list[dict[str, Any]]:
    """Return the chance to win of seats by the points they are behind, nan for those left out.

    Batches have points behind and credits, both of shape (blocks, rotations, seats). The rows are
    `first` to `last` points, those of 0 first.
    """
    groups = _groups(np.concatenate([b[~np.isnan(b + c)] for b, c in batches]))
    if not groups:
        return []
    parts = (
        ([credits], [(behind >= first) & (behind <= last) for first, last in groups])
        for behind, credits in batches
    )
    estimates = join_estimates(means_among(parts, 1))
    _, per_block, seats = batches[0][0].shape
    chances = not_rising(estimates.rates(per_block * seats, len(groups)), estimates.counts)
    return [
        {"first": first, "last": last, "estimate": estimate, "low": low, "high": high, "n": int(n)}
        for (first, last), estimate, low, high, n in zip(
            groups, *(end.tolist() for end in chances[:3]), estimates.counts, strict=True
        )
    ]


def _groups(distances: Array) -> list[tuple[int, int]]:
    """Return ranges of distances with about as many seats each; that of 0 is the first."""
    values, counts = np.unique(distances[distances > 0].astype(int), return_counts=True)
    size = max(counts.sum() / (MOST_GROUPS - 1), FEWEST_SEATS)
    groups: list[tuple[int, int]] = [(0, 0)] if (distances == 0).any() else []
    first, n_seats, n_left = None, 0, int(counts.sum())
    for value, count in zip(values.tolist(), counts.tolist(), strict=True):
        first = value if first is None else first
        n_seats, n_left = n_seats + count, n_left - count
        # what is left must be enough for a row, too
        if n_left == 0 or (n_seats >= size and n_left >= FEWEST_SEATS):
            groups.append((first, value))
            first, n_seats = None, 0
    return groups


def not_rising(chances: Interval[Array], weights: Array) -> Interval[Array]:
    """Return chances that do not rise, with the bounds that such chances have.

    Where all bounds hold for chances that do not rise, so does a bound from below for all chances
    before it, and one from above for all after it. Bounds that leave nothing between them stay.
    """
    estimates = isotonic_regression(chances.estimate[::-1], weights=weights[::-1]).x[::-1]
    low = np.maximum.accumulate(chances.low[::-1])[::-1]
    high = np.minimum.accumulate(chances.high)
    # an accident of the data: to cross bounds would be an empty answer
    if (low > high).any():
        low, high = np.minimum(chances.low, estimates), np.maximum(chances.high, estimates)
    return Interval(np.clip(estimates, low, high), low, high, chances.n)


def leaders(followed: FollowedGames) -> pd.DataFrame:
    """Return the chance of the leader at each moment, and that with points in other order.

    Moments at which nobody ever leads alone are left out.
    """
    as_played = [leader_credits(followed, followed, percent) for percent in MOMENTS]
    shuffled_games = [shuffle_gains(followed, number) for number in range(SHUFFLES)]
    in_other_order = [
        sum(leader_credits(followed, other, percent) for other in shuffled_games)
        for percent in MOMENTS
    ]
    moments = moments_of([np.concatenate([*as_played, *in_other_order], axis=1)])
    columns = 2 * np.arange(2 * len(MOMENTS))
    size = len(MOMENTS)
    actual = moments.ratios(columns[:size] + 1, columns[:size])
    null = moments.ratios(columns[size:] + 1, columns[size:])
    intervals = {
        "": actual.rates(1, size),
        "shuffled_": null.rates(SHUFFLES, size),
        "difference_": rate_differences(actual, null, SHUFFLES, size),
    }
    frame: dict[str, Any] = {"percent": MOMENTS}
    for name, interval in intervals.items():
        for end in ("estimate", "low", "high"):
            frame[f"{name}{end}"] = getattr(interval, end)
    frame |= {"with_leader": actual.counts / moments.n, "n": moments.n}
    return pd.DataFrame(frame)[(actual.counts > 0) & (null.counts > 0)]


def leader_credits(followed: FollowedGames, ordered: FollowedGames, percent: int) -> Array:
    """Return for each finished game whether a seat leads alone, and the credit of this seat."""
    points, credits = ordered.at_percent(percent), followed.credits
    most = points.max(axis=1)
    leads_alone = (points == most[:, None]).sum(axis=1) == 1
    # argmax would pick nan; games without such a turn are left out below
    leader = np.nan_to_num(points, nan=-np.inf).argmax(axis=1)
    credit = credits[np.arange(len(credits)), leader]
    is_known = leads_alone & ~np.isnan(credit)
    return np.stack([is_known, np.where(is_known, credit, 0)], axis=1).astype(float)


def shuffle_gains(followed: FollowedGames, number: int) -> FollowedGames:
    """Return the games with what was gained in the turns of each seat shuffled among these turns.

    `number` names the order.
    """
    numbers, movers, starts = followed.numbers, followed.movers, followed.starts
    before = np.concatenate([np.zeros_like(followed.points[:1]), followed.points[:-1]])
    before[starts[followed.n_turns > 0]] = 0
    gains = followed.points - before
    # by its number, so that the same games give the same table
    draws = np.random.default_rng(number).random(len(movers))
    places = np.lexsort((np.arange(len(movers)), movers, numbers))
    # sorted by game and seat, then at random: a shuffle of all seats of all games at once
    sources = np.lexsort((draws, movers, numbers))
    moved = np.empty_like(gains)
    moved[places] = gains[sources]
    sums = np.concatenate([np.zeros_like(gains[:1]), moved.cumsum(axis=0)])
    return replace(followed, points=sums[1:] - sums[starts[numbers]])
