"""What a question is and returns: a table whose rows have keys and an estimate, low, high and n."""

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
    """Make sure that a run is asked only once, however many figures and sentences want to know."""

    @wraps(ask)
    def asked(tables: Tables, /, *args: P.args, **kwargs: P.kwargs) -> pd.DataFrame:
        key = (ask, args, *sorted(kwargs.items()))
        if key not in tables.answers:
            tables.answers[key] = ask(tables, *args, **kwargs)
        return tables.answers[key]

    return asked


def answer(rows: Iterable[Row]) -> pd.DataFrame:
    """Return rows as a table; without rows, one that still has the columns all answers share."""
    return pd.DataFrame(list(rows) or {name: [] for name in COLUMNS})


def row(keys: Mapping[str, Any], interval: Interval[float], **more: Any) -> Row:
    """Return one row: its keys, what is estimated, and anything more."""
    return {**keys, **more, **interval._asdict()}


def rows(
    keys: Mapping[str, Any], several: Interval[Any], each: Iterable[Mapping[str, Any]]
) -> list[Row]:
    """Return one row for each estimate of several, with keys of its own."""
    bounds = (np.asarray(numbers).tolist() for numbers in several[:3])
    return [
        row(keys, Interval(estimate, low, high, several.n), **own)
        for own, estimate, low, high in zip(each, *bounds, strict=True)
    ]
