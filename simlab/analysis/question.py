"""Question: a cached function from run tables to a data frame with estimate, low, high and n."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import numpy as np
import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.analysis.tables import Tables

COLUMNS = ("scenario", "players", "entry", *Interval._fields)

Row = dict[str, Any]
P = ParamSpec("P")


def question(
    ask: Callable[Concatenate[Tables, P], pd.DataFrame],
) -> Callable[Concatenate[Tables, P], pd.DataFrame]:
    """Cache the answer of a question per run."""

    @wraps(ask)
    def ask_once(tables: Tables, /, *args: P.args, **kwargs: P.kwargs) -> pd.DataFrame:
        key = (ask, args, *sorted(kwargs.items()))
        if key not in tables.answers:
            tables.answers[key] = ask(tables, *args, **kwargs)
        return tables.answers[key]

    return ask_once


def answer(rows: Iterable[Row]) -> pd.DataFrame:
    """Return rows as a data frame; without rows, with the columns that all answers share."""
    return pd.DataFrame(list(rows) or {name: [] for name in COLUMNS})


def row(keys: Mapping[str, Any], interval: Interval[float], **more: Any) -> Row:
    """Return one row: keys, further columns and the interval."""
    return {**keys, **more, **interval._asdict()}


def rows(
    keys: Mapping[str, Any], intervals: Interval[Any], row_keys: Iterable[Mapping[str, Any]]
) -> list[Row]:
    """Return one row for each of several estimates, with its own keys."""
    bounds = (np.asarray(numbers).tolist() for numbers in intervals[:3])
    return [
        row(keys, Interval(estimate, low, high, intervals.n), **own_keys)
        for own_keys, estimate, low, high in zip(row_keys, *bounds, strict=True)
    ]
