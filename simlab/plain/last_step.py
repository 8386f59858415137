"""Last step: where a process is in its games, in a file that is still there if the process ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.engine.loop import Progress

Rows = npt.NDArray[Any]

_KEPT: dict[str, Rows] = {}
"""The progress record that this process keeps in a file, if it keeps one."""


def keep_in(file: Path) -> None:
    """Keep the progress of the games that this process plays from now on in a file."""
    # the operating system writes a mapped file even if the process crashes
    _KEPT["progress"] = np.memmap(file, Progress.dtype, mode="w+", shape=(1,))


def progress_record(otherwise: Rows) -> Rows:
    """Return the progress record that is kept in a file, or else another one."""
    return _KEPT.get("progress", otherwise)


def read(file: Path) -> Rows:
    """Return the progress in a file, shape (1,)."""
    return np.fromfile(file, Progress.dtype)
