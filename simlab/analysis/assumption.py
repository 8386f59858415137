"""Effects of what is assumed: a metric when a rule, a table or a trait has another value.

The games are in a run within the run folder. It plays the same deals by the unchanged rules and
with each other value, so effects are paired by block.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.games import games_of, join_games
from simlab.analysis.intervals import Interval
from simlab.analysis.metric import Metric, metrics_of
from simlab.analysis.multiple_testing import against_base
from simlab.analysis.question import Row, answer, question, rows
from simlab.analysis.rule_comparison import UNCHANGED
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.verdict import verdict
from simlab.experiment.run_folder import ASSUMPTIONS, RESOLVED, read_manifest, read_resolved

Array = NDArray[Any]

ASSUMED, TRAIT = "assumption", "trait"
"""Kinds of what is varied: an assumed rule or table, and a trait of the player."""
METHOD = (
    "Mean differences to the unchanged rules on the same blocks; simultaneous intervals, 95 % for"
    " all changes with as many players together. Capped games count as far as they were played."
)


def variation_tables(tables: Tables) -> Tables | None:
    """Return the run that varies what a run assumes; None unless it is finished and of this run.

    Raises:
        RunError: it is damaged.
    """
    return inner_tables(tables, ASSUMPTIONS)


def inner_tables(tables: Tables, name: str) -> Tables | None:
    """Return a run within the run folder; None unless it is finished and of this run.

    Raises:
        RunError: it is damaged.
    """
    folder = tables.folder / name
    if not (folder / RESOLVED).is_file() or read_manifest(folder, read_resolved(folder)) is None:
        return None
    inner = Tables(folder)
    return inner if inner.study.get("run") == tables.described["key"] else None


@question
def effects(tables: Tables, metrics: tuple[tuple[int, str], ...]) -> pd.DataFrame:
    """Return the effect of each other value, for each number of players the largest first.

    `metrics` pairs each number of players with the label of its metric. `kind` tells assumed rules
    and tables from traits of the player; `names` are the rule, the files or the trait, `changes`
    what is changed, in sentences, and `level` whether a trait is halved or doubled. `unchanged` is
    the metric by unchanged rules on the same blocks. Blocks to which the metric does not apply by
    some value are left out. Without variations there are no rows.
    """
    varied = variation_tables(tables)
    if varied is None:
        return answer([])
    return answer(line for players, label in metrics for line in _effects(varied, players, label))


def _effects(varied: Tables, players: int, label: str) -> list[Row]:
    """Return the effects with some number of players, the largest first."""
    scenarios = {s.name.partition("-")[2]: s for s in varied.scenarios if s.players == players}
    abouts = {
        entry: variation for entry, variation in _variations(varied).items() if entry in scenarios
    }
    if not abouts:
        return []
    metric, margin = _metric(varied, scenarios[UNCHANGED], label)
    entries = [UNCHANGED, *abouts]
    measured = [_block_values(varied, scenarios[entry], metric) for entry in entries]
    n_alike = min(map(len, measured))  # the unchanged rules may play more deals
    values = np.stack([block_values[:n_alike] for block_values in measured], axis=1)
    known = values[~np.isnan(values).any(axis=1)]
    n_blocks = len(known)
    if not n_blocks:
        return []
    changes = against_base(known[:, 1:] - known[:, :1], are_shares=metric.is_share)
    bounds = (Interval(*ends, n_blocks) for ends in zip(*changes[:3], strict=True))
    verdicts = [verdict(interval, margin) for interval in bounds]
    row_keys = [
        {**scenarios[entry].keys, **variation, "metric": label, "unit": metric.unit}
        for entry, variation in abouts.items()
    ]
    lines = [
        {
            **line,
            "unchanged": float(known[:, 0].mean()),
            "verdict": effect_verdict,
            "margin": margin,
            "family": len(abouts),
        }
        for line, effect_verdict in zip(rows({}, changes, row_keys), verdicts, strict=True)
    ]
    return sorted(lines, key=lambda line: -abs(line["estimate"]))


def _variations(varied: Tables) -> dict[str, Row]:
    """Return what is assumed and changed in each variation, by its entry."""
    of_rules = {
        entry: {
            "kind": ASSUMED,
            "assumption": assumption["title"],
            "names": ", ".join(assumption["names"]),
            "title": variation["title"],
            "level": "",
            "changes": " ".join(variation["changes"]),
        }
        for assumption in varied.study["assumptions"]
        for entry, variation in assumption["variations"].items()
    }
    of_traits = {
        entry: {
            "kind": TRAIT,
            "assumption": trait["meaning"],
            "names": trait["name"],
            "title": f"The player’s {trait['name']} {variation['change']}",
            "level": variation["change"],
            "changes": variation["changes"],
        }
        for trait in varied.study.get("traits", [])  # runs of earlier versions have none
        for entry, variation in trait["variations"].items()
    }
    return {**of_rules, **of_traits}


def _metric(varied: Tables, base: Scenario, label: str) -> tuple[Metric, float]:
    """Return a metric, by its label, and its smallest effect of interest by unchanged rules."""
    games = join_games([*games_of(varied, base)])
    metric = next(
        candidate for candidate in metrics_of(base.facts, games) if candidate.label == label
    )
    return metric, metric.margin(games)


def _block_values(varied: Tables, scenario: Scenario, metric: Metric) -> Array:
    """Return a metric in each block, nan where it does not apply."""
    return metric.of(join_games([*games_of(varied, scenario)]))
