"""How often does a table reach each band of the victory table?"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from simlab.analysis.answer import answer, question, rows
from simlab.analysis.intervals import goodman
from simlab.analysis.score import column
from simlab.analysis.tables import Scenario, Tables

METHOD = "Share of all games; Goodman’s intervals, 95 % for all bands of a scenario together."
CAPPED = "capped"


@question
def band(tables: Tables) -> pd.DataFrame:
    """Return the share of games in each band, from below the table upwards, then the capped."""
    having = (s for s in tables.scenarios if "bands" in s.metrics)
    return answer(line for s in having for line in _bands(s, tables))


def bands_of(scenario: Scenario) -> list[dict[str, Any]]:
    """Return label, lowest and highest score of each band of a scenario, from the bottom."""
    about = scenario.metrics["bands"]
    starts = [tier["from"] for tier in about["tiers"]]
    labels = [about["below"], *(tier["label"] for tier in about["tiers"])]
    lows = [scenario.metrics["score"].get("low"), *starts]
    highs = [*(start - 1 for start in starts), None]
    return [
        {"band": number, "label": label, "from": low, "to": high}
        for number, (label, low, high) in enumerate(zip(labels, lows, highs, strict=True))
    ]


def _bands(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    bands = bands_of(scenario)
    scores = tables.games(scenario, column(scenario))
    starts = [band["from"] for band in bands[1:]]
    reached = np.searchsorted(starts, scores.values, side="right")
    finished = np.bincount(reached, weights=scores.counts, minlength=len(bands)).astype(np.int64)
    counts = np.append(finished, tables.census(scenario).n_capped)
    capped = {"band": len(bands), "label": CAPPED, "from": None, "to": None}
    return rows(scenario.keys, goodman(counts, per_block=scenario.rotations), [*bands, capped])
