"""What was measured of luck: results as played, and how much precision its subtraction gains."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis import score, win_rate
from simlab.analysis.tables import Tables
from simlab.report.page_table import records
from simlab.report.wording import Row, number, share

MOST_TIMES = 1000
"""Savings beyond it are not told as a number: hardly any variance is left."""
# less would be "1.0 times" when rounded
LEAST_TIMES = 1.05
PLAYED = {"estimate": "played", "low": "played_low", "high": "played_high"}


def luck_sentences(tables: Tables) -> list[str]:
    """Return a sentence on the headline metric of each scenario whose luck was subtracted."""
    return [_sentence(row, tables) for row in _headlines(tables)]


def as_played(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of adjusted estimates, with those of the games as played in their place."""
    if "played" not in frame:
        return frame.head(0)
    played = frame.assign(**{name: frame[column] for name, column in PLAYED.items()})
    return played.dropna(subset="estimate")


def gain(saving: float) -> str:
    """Say how much variance is gone; `saving` games as played are as precise as one less luck."""
    if saving >= MOST_TIMES:
        return "nearly all of the variance is gone"
    if not saving >= LEAST_TIMES:
        return "hardly any of the variance is gone"
    return (
        f"{100 * (1 - 1 / saving):.0f} % of the variance is gone, as if {saving:.3g} times as many"
        " games had been played"
    )


def _headlines(tables: Tables) -> list[dict[str, Any]]:
    if tables.is_for_points and not tables.is_cooperative:
        return []
    frame = score.mean(tables) if tables.is_cooperative else win_rate.headline(tables)
    return records(as_played(frame))


def _sentence(row: Row, tables: Tables) -> str:
    """Return what was played, and how many games the adjustment is worth."""
    played = (number if tables.is_cooperative else share)(row)
    return (
        f"{row['scenario']}: {row['number']} as played {played.value} ({played.range});"
        f" less {row['less']}, {gain(row['saving'])}."
    )
