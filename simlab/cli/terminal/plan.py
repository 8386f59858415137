"""Prints games, interval widths, time and size of a planned run, as text or JSON."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import joblib

from simlab.analysis.intervals import mean_t
from simlab.cli.terminal.output import say, say_table
from simlab.cli.terminal.progress import announce_compiling
from simlab.execution.compilation import prepared_engine
from simlab.execution.run_estimate import RunEstimate, estimate_run
from simlab.execution.tally import headline_metric
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Experiment

Content = dict[str, Any]

FOOTER = "±: half-width of the 95 % interval (Student’s t on blocks). Times are for {jobs} cores."


def plan_run(experiment: Experiment, jobs: int | None) -> Content:
    """Return games, expected half-width, minutes and megabytes per scenario, from a short trial."""
    announce_compiling(experiment.game, experiment.policies)
    engine = prepared_engine(experiment.game, experiment.policies)
    jobs = jobs or joblib.cpu_count()
    entries = []
    for scenario in experiment.scenarios:
        estimate = in_background(partial(estimate_run, engine, scenario))
        entries.append(_entry(estimate, jobs))
    totals = {
        key: sum(entry[key] for entry in entries) for key in ("games", "minutes", "megabytes")
    }
    return {**totals, "jobs": jobs, "scenarios": entries}


def _entry(estimate: RunEstimate, jobs: int) -> Content:
    scenario = estimate.scenario
    return {
        "name": scenario.slug,
        "games": scenario.n_games,
        "number": headline_metric(scenario),
        "half_width": half_width(estimate),
        "minutes": estimate.seconds() / jobs / 60,
        "megabytes": estimate.size / 1e6,
    }


def half_width(estimate: RunEstimate) -> float | None:
    """Return the expected half-width of the interval of all blocks; None if too few were tried."""
    trial = mean_t(estimate.values)
    half = (
        (trial.high - trial.low) / 2 * math.sqrt(len(estimate.values) / estimate.scenario.n_deals)
    )
    return half if math.isfinite(half) else None


def print_plan(content: Content) -> None:
    """Print one row per scenario, and the totals if there are several."""
    rows = [_row(entry) for entry in content["scenarios"]]
    if len(rows) > 1:
        rows.append(_row({"name": "total", "number": "", "half_width": None, **content}))
    say_table(["scenario", ">games", "metric", ">±", ">minutes", ">MB"], rows)
    say(FOOTER.format(jobs=content["jobs"]))


def _row(entry: Content) -> list[str]:
    return [
        entry["name"],
        f"{entry['games']:,}",
        entry["number"],
        _width(entry),
        _amount(entry["minutes"]),
        _amount(entry["megabytes"]),
    ]


def _amount(value: float) -> str:
    return f"{value:,.1f}" if value > 0.05 else "<0.1"


def _width(entry: Content) -> str:
    """Return the half-width with two digits; that of wins in percent."""
    if entry["half_width"] is None:
        return ""
    if entry["number"] == "score":
        return f"{entry['half_width']:.2g}"
    return f"{100 * entry['half_width']:.2g} %"
