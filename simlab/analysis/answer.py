"""What a question returns: a table whose rows have keys and an estimate, low, high and n."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from simlab.analysis.intervals import Interval

Row = dict[str, Any]


def answer(rows: Iterable[Row]) -> pd.DataFrame:
    """Return rows as a table."""
    return pd.DataFrame(list(rows))


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
