"""Imitation of Windows for tests: `pytest -p tests.support.as_windows.plugin tests/execution`."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent


def environment() -> dict[str, str]:
    """Return the environment of a process that behaves as on Windows."""
    folders = [str(FOLDER), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, folders))}
