"""Comparison of two rule sets on the same deals: the effect on every metric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis import end_reason, win_rate
from simlab.analysis.band import band_numbers, bands_of
from simlab.analysis.change import Change, change_of_mean, change_of_share
from simlab.analysis.games import Games, games_of, join_games
from simlab.analysis.intervals import Interval
from simlab.analysis.metric import POINTS_OF, WINS_OF, Metric, find_metric, metrics_of
from simlab.analysis.moments import LEVEL, moments_of
from simlab.analysis.multiple_testing import benjamini_hochberg
from simlab.analysis.question import answer, question
from simlab.analysis.score import column
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.verdict import Verdict, verdict, verdict_beside
from simlab.game.facts import DIFFICULTY, FAIRNESS, METRIC_GROUPS

Array = NDArray[Any]
Row = dict[str, Any]

FALSE_DISCOVERIES = 0.05
"""False discovery rate among the effects of a group."""
ROUNDING = 9
"""Decimals to which the effects on two seats that mirror each other are equal."""
CLEAR = (Verdict.MORE, Verdict.LESS)
UNCHANGED, CHANGED = "unchanged", "changed"

METHOD = (
    "Blocks of the same deals, 95 %, each by itself: Student’s t interval for their differences, of"
    " shares score intervals of gains less losses (Zou and Donner). More, less or the same: the"
    " whole interval is beyond the margin, or within it, and that is significant in its group by"
    " Benjamini and Hochberg at 5 % (chance). Effects on fairness hold together (Bonferroni). Wins"
    " and ends by one set of rules: as in the table of all scenarios."
)
SHARE_COLUMNS = ["scenario", "label", "low", "high"]
MARGINS = (
    "Margin: 2 points of a share, else what the game names, else a tenth of the standard deviation"
    " of single games, under the rules with more variation."
)
BAND_COLUMNS = ["tier", "label", "from", "to", "changed_from", "changed_to"]
BAND_METHOD = (
    "Shares of all games, of the same deals by both rules; score intervals, and those of gains less"
    " losses (Zou and Donner) for differences, 95 % for all bands together (Bonferroni)."
)


@dataclass(frozen=True)
class Comparison:
    """One line-up under the unchanged and the changed rules, with the same deals in each block."""

    unchanged: Scenario
    changed: Scenario

    @property
    def sides(self) -> tuple[Scenario, Scenario]:
        """Both scenarios."""
        return self.unchanged, self.changed

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.unchanged.players

    @property
    def has_two_tables(self) -> bool:
        """Whether the changed rules have a victory table of their own."""
        before, after = (side.facts.bands for side in self.sides)
        return before != after


def comparisons(tables: Tables) -> list[Comparison]:
    """Return the comparisons of a run: the line-up under both rule sets, by number of players."""
    return _comparisons(tables, "pairs")


def other_comparisons(tables: Tables, comparison: Comparison) -> list[Comparison]:
    """Return the comparisons of the other policies with as many players."""
    return [
        candidate
        for candidate in _comparisons(tables, "others")
        if candidate.players == comparison.players
    ]


@question
def effects(tables: Tables, comparison: Comparison, family: int = 1) -> pd.DataFrame:
    """Return the effect on every metric outside the group OTHER, as `compare` does.

    Those on who wins a competitive game are simultaneous, as the largest of them is the headline.
    The verdict on an effect of the line-up is withdrawn where the strongest player contradicts it.
    """
    rows = _effects(tables, comparison, family)
    for strongest in _strongest_comparisons(tables, comparison):
        rows = _beside(rows, _effects_beside(tables, comparison, strongest))
    return rows


def comparison_against_verdict(tables: Tables, comparison: Comparison, metric: str) -> Comparison:
    """Return the comparison of the strongest player that withdraws the verdict on a metric.

    Raises:
        StopIteration: none does.
    """
    rows = _effects(tables, comparison, 1)
    metric_rows = rows[rows["metric"] == metric]
    return next(
        strongest
        for strongest in _strongest_comparisons(tables, comparison)
        for row in [_beside(metric_rows, _effects_beside(tables, comparison, strongest)).iloc[0]]
        if row["verdict"] == Verdict.DEPENDS
    )


def _strongest_comparisons(tables: Tables, comparison: Comparison) -> list[Comparison]:
    """Return the comparisons of the strongest players that were played besides the line-up.

    None for the comparison of another policy than the line-up.
    """
    if comparison not in comparisons(tables):
        return []
    candidates = other_comparisons(tables, comparison)
    return [candidate for candidate in candidates if is_of_strongest(candidate.unchanged)]


def _effects_beside(
    tables: Tables, comparison: Comparison, alternative: Comparison
) -> pd.DataFrame:
    """Return the effects with another policy, simultaneous with those of all others."""
    return effects(tables, alternative, len(other_comparisons(tables, comparison)))


def is_of_strongest(scenario: Scenario) -> bool:
    """Say whether one of the strongest players that were measured for the game has all seats."""
    [policy, *further_policies] = set(scenario.described["policies"])
    return not further_policies and policy in scenario.strongest


def _beside(rows: pd.DataFrame, strongest: pd.DataFrame) -> pd.DataFrame:
    """Return rows whose verdicts are withdrawn where the strongest player contradicts them."""
    intervals = {row["metric"]: _interval(row) for row in strongest.to_dict("records")}
    verdicts = [
        verdict_beside(row["verdict"], _interval(row), intervals[row["metric"]], row["margin"])
        if row["metric"] in intervals
        else row["verdict"]
        for row in rows.to_dict("records")
    ]
    return rows.assign(verdict=verdicts)


def _interval(row: Mapping[Any, Any]) -> Interval[float]:
    return Interval(row["estimate"], row["low"], row["high"], row["n"])


def _effects(tables: Tables, comparison: Comparison, family: int) -> pd.DataFrame:
    """Return the effect on every metric, each verdict by its own interval."""
    sides = sides_of(tables, comparison)
    metrics = metrics_of(comparison.unchanged.facts, sides[0])
    if asked := tables.study.get("metric"):
        named = find_metric(asked, metrics)
        metrics += [] if named.name in {metric.name for metric in metrics} else [named]
    table_metrics = [metric for metric in metrics if metric.group in METRIC_GROUPS]
    is_rate = [not tables.is_cooperative and metric.group == FAIRNESS for metric in table_metrics]
    # the largest of the win rates is the headline, which is picked after the fact
    families = [family * (sum(is_rate) if is_win_rate else 1) for is_win_rate in is_rate]
    rows = compare(table_metrics, sides, families)
    return _with_keys(comparison, _with_shares(rows, _shares_of_scenarios(tables, comparison)))


def _shares_of_scenarios(
    tables: Tables, comparison: Comparison
) -> dict[tuple[str, str], tuple[float, float]]:
    """Return the bounds of shares in the table of all scenarios, by side and label of a metric."""
    verb = "won by" if comparison.unchanged.facts.ends.winning else "ended by"
    ends = end_reason.end(tables)
    frames = [end_reason.cap_rate(tables).assign(label="capped games")]
    frames += [ends.assign(label=f"{verb} " + ends["end"])] if len(ends) else []
    if not tables.is_cooperative:
        wins = pd.concat([win_rate.by_policy(tables), win_rate.by_seat(tables)])
        frames.append(wins.assign(label="wins of " + wins["who"]))
        frames.append(win_rate.joint_win_rate(tables).assign(label="shared wins"))
    names = {
        side.name: name for name, side in zip((UNCHANGED, CHANGED), comparison.sides, strict=True)
    }
    return {
        (names[scenario], label): (low, high)
        for frame in frames
        for scenario, label, low, high in frame[SHARE_COLUMNS].itertuples(index=False)
        if scenario in names
    }


def _with_shares(
    rows: pd.DataFrame, shares: Mapping[tuple[str, str], tuple[float, float]]
) -> pd.DataFrame:
    """Return rows in which each share has the interval that it has in the table of scenarios."""
    adjusted = rows.copy()
    for (side, label), bounds in shares.items():
        adjusted.loc[adjusted["label"] == label, [f"{side}_low", f"{side}_high"]] = bounds
    return adjusted


def compare(
    metrics: Iterable[Metric], sides: Sequence[Games], families: Iterable[int] = repeat(1)
) -> pd.DataFrame:
    """Return a row for each metric: mean under both rule sets, effect and verdict.

    `moved` is the number of blocks that differ. `standard` is the effect in standard deviations of
    single games: nan if all games agree, infinite if only the games of each side agree. `p` and the
    false discovery rate `q` in its group belong to the claim that the effect is beyond the margin,
    or within it, as the estimate is. Metrics that apply to no block under both rule sets are left
    out. The interval of each metric is simultaneous within a family of its size (Bonferroni).
    """
    lines = [
        _metric_row(metric, sides, family)
        for metric, family in zip(metrics, families, strict=False)
    ]
    return _add_family_verdicts(answer(line for line in lines if line["n"]))


@question
def bands(tables: Tables, comparison: Comparison) -> pd.DataFrame:
    """Return the effect on each band of the victory table; each side has its own table.

    Bands are matched by their tiers; `changed_from` and `changed_to` are their scores under the
    changed rules.
    """
    tiers, sides = bands_of_both(comparison), sides_of(tables, comparison)
    metrics = band_metrics(comparison, sides)
    effects_by_band = compare(metrics, sides, repeat(len(metrics)))
    return _with_keys(comparison, tiers.drop(columns="label").join(effects_by_band))


def band_metrics(comparison: Comparison, sides: Sequence[Games]) -> list[Metric]:
    """Return the share of games in each band of both victory tables, for these games alone."""
    tiers_and_labels = bands_of_both(comparison)
    tiers = {
        games: tiers_of(side, games) for side, games in zip(comparison.sides, sides, strict=True)
    }
    return [
        Metric(f"band_{n}", label, DIFFICULTY, "", partial(_ends_in, tiers, tier), 0, 1)
        for n, (tier, label) in enumerate(
            zip(tiers_and_labels["tier"], tiers_and_labels["label"], strict=True)
        )
    ]


def tiers_of(side: Scenario, games: Games) -> Array:
    """Return the tier that each game reaches by the victory table of its own rules."""
    tiers = np.array([band["tier"] for band in bands_of(side)])
    return np.asarray(tiers[band_numbers(side, games.game(column(side)))])


def has_no_effect(tables: Tables, comparison: Comparison) -> bool:
    """Return whether every metric is the same under both rule sets on every deal."""
    return not effects(tables, comparison)["moved"].any()


def headline_effect(tables: Tables, comparison: Comparison) -> Row:
    """Return the effect on the metric that was asked for, else on the score or the wins of a seat.

    Of the win rates it is the largest effect; a single player has the length instead.
    """
    rows = effects(tables, comparison)
    asked_rows = rows[rows["metric"] == tables.study.get("metric")]
    if len(asked_rows):
        return dict(asked_rows.iloc[0])
    if tables.is_cooperative or comparison.players == 1:
        return dict(rows.iloc[0])
    rates = seat_effects(tables, comparison)
    # rounded: two seats mirror each other, and the first one should be named on any machine
    return dict(rates.iloc[int(rates["estimate"].abs().round(ROUNDING).argmax())])


def seat_effects(tables: Tables, comparison: Comparison) -> pd.DataFrame:
    """Return the effects on the wins of seats, or of policies; how wins are shared is no seat's.

    Where points are the aim, they are those on the points.
    """
    rows = effects(tables, comparison)
    beginning = POINTS_OF if tables.is_for_points else WINS_OF
    rates: pd.DataFrame = rows[rows["metric"].str.startswith(beginning)]
    return rates


def sides_of(tables: Tables, comparison: Comparison) -> list[Games]:
    """Return the games under the unchanged and the changed rules, in memory."""
    return [join_games([*games_of(tables, side)]) for side in comparison.sides]


def _with_keys(comparison: Comparison, rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows with the keys of the unchanged scenario."""
    return pd.DataFrame([comparison.unchanged.keys]).merge(rows, how="cross")


def _comparisons(tables: Tables, which: str) -> list[Comparison]:
    by_name = {scenario.name: scenario for scenario in tables.scenarios}
    return [Comparison(*(by_name[name] for name in names)) for names in tables.study[which]]


def bands_of_both(comparison: Comparison) -> pd.DataFrame:
    """Return the bands of both victory tables, lowest first; nan where one table lacks a band."""
    before, after = (pd.DataFrame(bands_of(side)).set_index("tier") for side in comparison.sides)
    bands = before.join(after.add_prefix("changed_"), how="outer").reset_index()
    bands = bands.assign(label=bands["label"].fillna(bands["changed_label"]))
    starts = bands["from"].fillna(bands["changed_from"]).fillna(-np.inf)
    return bands.iloc[starts.argsort(kind="stable")][BAND_COLUMNS].reset_index(drop=True)


def _ends_in(tiers: Mapping[Games, Array], tier: str, games: Games) -> Array:
    is_finished = games.game("finished") == 1
    return np.asarray(is_finished & (tiers[games] == tier), dtype=np.float64)


def _metric_row(metric: Metric, sides: Sequence[Games], family: int) -> Row:
    """Return one metric under both rule sets, over the blocks to which it applies in both."""
    blocks = np.stack([metric.of(games) for games in sides], axis=1)
    known = blocks[~np.isnan(blocks).any(axis=1)]
    if not len(known):
        return {"n": 0}
    level = 1 - (1 - LEVEL) / family
    before, after = (
        _shares(known, family)
        if metric.is_share
        else [metric.mean_of(values, level) for values in known.T]
    )
    change = _change(metric, known)
    effect = metric.within_changes(change.interval(level))
    # of single games: blocks are means, whose spread depends on the number of rotations
    spread, margin = _spread(metric, sides), max(map(metric.margin, sides))
    with np.errstate(divide="ignore", invalid="ignore"):
        standard, *ends = np.divide([*effect[:3], margin], spread).tolist()
    return {
        "metric": metric.name,
        "label": metric.label,
        "group": metric.group,
        "unit": metric.unit,
        **_bounds(UNCHANGED, before),
        **_bounds(CHANGED, after),
        **effect._asdict(),
        "left_out": len(blocks) - len(known),
        "moved": int((known[:, 0] != known[:, 1]).sum()),
        "margin": margin,
        "standard": standard,
        **dict(zip(("standard_low", "standard_high", "standard_margin"), ends, strict=True)),
        "verdict": verdict(effect, margin),
        "p_beyond": change.p_beyond(margin),
        "p_within": change.p_within(margin),
    }


def _change(metric: Metric, known: Array) -> Change:
    """Return the mean difference of blocks under both rule sets.

    If all blocks differ alike, others may by as much as blocks vary, or the other way round.
    """
    before, after = known.T
    differences = after - before
    if metric.is_share:
        return change_of_share(differences)
    return change_of_mean(differences, max(float(np.ptp(before)), 2 * abs(differences.mean())))


def _shares(known: Array, family: int) -> list[Interval[float]]:
    """Return shares before and after; intervals have a width even if all blocks agree."""
    moments = moments_of([np.column_stack([np.ones(len(known)), known])])
    return [_only(moments.ratios([column], [0]).rates(1, family)) for column in (1, 2)]


def _only(intervals: Interval[Array]) -> Interval[float]:
    """Return an interval of one-element arrays as an interval of numbers."""
    estimate, low, high = (float(bound[0]) for bound in intervals[:3])
    return Interval(estimate, low, high, int(intervals.n))


def _spread(metric: Metric, sides: Sequence[Games]) -> float:
    """Return the pooled standard deviation of single games under both rule sets."""
    return float(np.sqrt(np.mean([np.nanvar(metric.by_game(games)) for games in sides])))


def _bounds(name: str, interval: Interval[float]) -> Row:
    return {name: interval.estimate, f"{name}_low": interval.low, f"{name}_high": interval.high}


def _add_family_verdicts(rows: pd.DataFrame) -> pd.DataFrame:
    """Add `family`, `p` and `q` by group; insignificant verdicts become not decided."""
    claims = rows[["p_beyond", "p_within"]].groupby(rows["group"])
    q_beyond, q_within = (
        claims[claim].transform(benjamini_hochberg) for claim in ("p_beyond", "p_within")
    )
    # among dozens of metrics, some would look changed by chance alone
    is_chance = (rows["verdict"].isin(CLEAR) & (q_beyond > FALSE_DISCOVERIES)) | (
        (rows["verdict"] == Verdict.SAME) & (q_within > FALSE_DISCOVERIES)
    )
    is_beyond = rows["estimate"].abs() > rows["margin"]
    return rows.drop(columns=["p_beyond", "p_within"]).assign(
        p=rows["p_beyond"].where(is_beyond, rows["p_within"]),
        family=claims["p_beyond"].transform("size"),
        q=q_beyond.where(is_beyond, q_within),
        verdict=rows["verdict"].mask(is_chance, Verdict.UNDECIDED),
    )
