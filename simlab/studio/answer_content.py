"""Answer at one look as JSON: numbers for the figures, and the same in words."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from simlab.analysis.intervals import Interval
from simlab.analysis.metric import Metric
from simlab.analysis.waiting import waits_of
from simlab.api.ab import change_in_words
from simlab.experiment.game_length import CLOCKS
from simlab.experiment.lineup import describe_policy
from simlab.report.answers.effect import VERDICTS
from simlab.report.answers.waiting import sentence_on_waits
from simlab.report.wording import (
    FormattedEstimate,
    begin_sentence,
    decimals,
    difference,
    difference_of_shares,
    number,
    share,
)
from simlab.studies.ab.watched_comparison import WatchedComparison, WatchedMetric, WatchedShare

Content = dict[str, Any]

PLAYING, COMPILING = "playing", "compiling"


def headline_content(watched: WatchedComparison, is_changed: bool) -> Content | None:
    """Return the headline metric; None while it has not varied."""
    headline = watched.headline
    return None if headline is None else metric_content(headline, is_changed)


def metric_content(watched: WatchedMetric, is_changed: bool) -> Content:
    """Return a metric with its means and, if rules are changed, its effect and verdict."""
    metric = watched.metric
    return {
        "name": metric.name,
        "label": begin_sentence(metric.label),
        "unchanged": mean_content(metric, watched.unchanged),
        **(_change_content(watched) if is_changed else {}),
    }


def _change_content(watched: WatchedMetric) -> Content:
    metric, margin = watched.metric, watched.margin
    return {
        "changed": mean_content(metric, watched.changed),
        "effect": estimate_content(watched.effect, effect_in_words(metric, watched.effect, margin)),
        "margin": margin,
        "margin_words": change_in_words(metric, margin),
        "verdict": str(watched.verdict),
        "verdict_words": VERDICTS[watched.verdict].format(change_in_words(metric, margin)),
        "unit": "percentage points" if metric.is_share else metric.unit,
    }


def effect_in_words(metric: Metric, effect: Interval[float], margin: float) -> FormattedEstimate:
    """Return an effect with at least as many decimals as the margin."""
    if metric.is_share:
        return difference_of_shares(effect._asdict(), max(1, decimals(100 * margin)))
    return difference(effect._asdict(), decimals(margin))


def mean_content(metric: Metric, mean: Interval[float]) -> Content:
    """Return the mean of a metric under one rule set."""
    formatted = share(mean._asdict()) if metric.is_share else number(mean._asdict())
    return estimate_content(mean, formatted)


def estimate_content(interval: Interval[float], formatted: FormattedEstimate) -> Content:
    """Return an interval as numbers and in words."""
    return {
        "estimate": finite(interval.estimate),
        "low": finite(interval.low),
        "high": finite(interval.high),
        "value": formatted.value,
        "range": formatted.range,
    }


def share_content(watched: WatchedShare, is_changed: bool) -> Content:
    """Return a bar: its label, the scores of a band, and its share under both rule sets."""
    sides = {"unchanged": watched.unchanged, **({"changed": watched.changed} if is_changed else {})}
    return {
        "label": begin_sentence(watched.label.removeprefix("wins of ")),
        "low": watched.low,
        "high": watched.high,
        **{
            name: estimate_content(interval, share(interval._asdict()))
            for name, interval in sides.items()
        },
    }


def histogram_contents(watched: WatchedComparison, is_changed: bool) -> list[Content]:
    """Return the histograms of score and length."""
    return [
        {
            "name": metric.name,
            "label": begin_sentence(metric.label),
            "unit": metric.unit,
            "unchanged": list(sides[0].items()),
            **({"changed": list(sides[1].items())} if is_changed else {}),
        }
        for metric, sides in watched.histograms()
    ]


def wait_in_words(watched: WatchedComparison) -> str:
    """Say who sets the length of the unchanged rules' games, if a player waits for it."""
    policies = [(str(policy), describe_policy(policy)) for policy in watched.comparison.base.lineup]
    waits = waits_of(policies)
    for metric, (unchanged, _) in watched.histograms() if waits else []:
        if metric.name in CLOCKS and unchanged:
            half = np.median(np.repeat([*unchanged], [*unchanged.values()]))
            players = watched.comparison.base.players
            outlasted = [(wait, players) for wait in waits if wait.length < half]
            return sentence_on_waits(outlasted, metric.name)
    return ""


def finite(value: float) -> float | None:
    """Return a number, or None for one that JSON does not have."""
    return float(value) if math.isfinite(value) else None
