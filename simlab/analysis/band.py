"""Share of cooperative games in each band of the victory table, with simultaneous intervals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from simlab.analysis.block_shares import is_finished, shares_of_games
from simlab.analysis.question import answer, question, rows
from simlab.analysis.score import column
from simlab.analysis.tables import Scenario, Tables

Array = NDArray[Any]

METHOD = "Share of all games; Clopper–Pearson intervals, 95 % for all bands of a scenario together."
CAPPED = "capped"
BELOW = "below"
"""Tier of the band below the lowest tier."""


@question
def band(tables: Tables) -> pd.DataFrame:
    """Return the share of games in each band, lowest first, then the share of capped games."""
    having = (s for s in tables.scenarios if s.facts.bands.tiers)
    return answer(line for s in having for line in _bands(s, tables))


def bands_of(scenario: Scenario) -> list[dict[str, Any]]:
    """Return tier, label, lowest and highest score of each band, lowest band first."""
    band_facts = scenario.facts.bands
    starts = [tier.start for tier in band_facts.tiers]
    labels = {BELOW: band_facts.below, **{str(tier.tier): tier.label for tier in band_facts.tiers}}
    lows = [scenario.facts.score.low, *starts]
    highs = [*(start - 1 for start in starts), None]
    return [
        {"band": n, "tier": tier, "label": label, "from": low, "to": high}
        for n, ((tier, label), low, high) in enumerate(
            zip(labels.items(), lows, highs, strict=True)
        )
    ]


def band_numbers(scenario: Scenario, scores: Array) -> Array:
    """Return the number of the band that each score reaches by the scenario’s victory table."""
    starts = [band["from"] for band in bands_of(scenario)[1:]]
    return np.asarray(np.searchsorted(starts, scores, side="right"))


def _bands(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    bands = bands_of(scenario)
    name = column(scenario)

    def band_of(batch: pa.Table) -> Array:
        reached = band_numbers(scenario, batch.column(name).to_numpy())
        return np.where(is_finished(batch), reached, len(bands))

    shares = shares_of_games(tables, scenario, [name], band_of, len(bands) + 1)
    capped = {"band": len(bands), "tier": CAPPED, "label": CAPPED, "from": None, "to": None}
    return rows(scenario.keys, shares, [*bands, capped])
