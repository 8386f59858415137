"""Shared by the studies that keep no run but a page: rows as JSON, and the folder of the page."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Any

import pandas as pd

from simlab.api.arguments import AnyPath
from simlab.paths import runs_folder
from simlab.report.page_table import records

Content = dict[str, Any]


def plain(frame: pd.DataFrame) -> list[Content]:
    """Return the rows of a frame as JSON; infinite bounds are null."""
    return [
        {name: None if is_infinite(cell) else cell for name, cell in row.items()}
        for row in records(frame)
    ]


def is_infinite(cell: object) -> bool:
    """Tell whether a cell is infinite or not a number, which JSON cannot hold."""
    return isinstance(cell, float) and not math.isfinite(cell)


def page_folder(folder: AnyPath | None, described: Content) -> Path:
    """Return the folder of a page, by default one that is named by a hash of the study."""
    if folder is not None:
        return Path(folder)
    identity = json.dumps([described["identity"], described["study"]], sort_keys=True)
    key = hashlib.sha256(identity.encode()).hexdigest()
    return runs_folder() / f"{described['name']}-{key[:8]}"
