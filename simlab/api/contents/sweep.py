"""Frames and JSON of a sweep: the mean and the effect of each cell."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from simlab.analysis.sweep import SweepEffects, cells, joint_effects, main_effects, sweep_effects
from simlab.analysis.tables import Tables
from simlab.api.contents.run import n_games
from simlab.api.result import drop_empty
from simlab.report.answers.effect import rows_of

Content = dict[str, Any]

MEAN = {"estimate": "mean", "low": "mean_low", "high": "mean_high"}
CHANGE = ("estimate", "low", "high")
FIRST = ("cell", "players", *CHANGE, "verdict", "n", "scenario")
"""First columns of the cells; the estimate is the change."""


def frames(tables: Tables) -> dict[str, pd.DataFrame]:
    """Return the effect of each cell, of each level of a factor, and of each two levels."""
    effects = {
        "cells": cells(tables)[[*FIRST, *MEAN.values(), "is_base", "family"]],
        "main_effects": main_effects(tables),
        "joint_effects": joint_effects(tables),
    }
    return drop_empty(effects)


def content(tables: Tables) -> Content:
    """Return the number of games, and an entry per number of players, as JSON."""
    return {
        "games": n_games(tables),
        "sweeps": [entry(tables, effects) for effects in sweep_effects(tables)],
    }


def entry(tables: Tables, effects: SweepEffects) -> Content:
    """Return the result of a sweep for one number of players."""
    rows = [
        {
            "name": row["scenario"],
            "levels": effects.levels(row["scenario"]),
            **{key: _finite(row[name]) for key, name in MEAN.items()},
            "change": {key: _finite(row[key]) for key in CHANGE},
            "verdict": row["verdict"] or None,
        }
        for row in rows_of(cells(tables), effects)
    ]
    numbers = {"metric": effects.metric.name, "margin": effects.margin, "blocks": effects.n_blocks}
    return {"players": effects.players, **numbers, "cells": rows}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
