"""Environment of a process: the versions on which the bytes of a result depend."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from functools import cache

import numba
import numpy as np
import pyarrow as pa

from simlab.files.paths import PACKAGE
from simlab.version import VERSION

DIGITS = 12
"""Digits of the hash of the code."""


@cache
def environment() -> Mapping[str, str]:
    """Return the versions, the processor family and a hash of simlab's code in this process."""
    # releases of one minor version change no result
    major, minor, _ = platform.python_version_tuple()
    return {
        "simlab": VERSION,
        "Python": f"{major}.{minor}",
        "NumPy": np.__version__,
        "Numba": numba.__version__,
        "PyArrow": pa.__version__,
        "processor": platform.machine(),
        "simlab code": code_hash(),
    }


def code_hash() -> str:
    """Return a hash of all Python files of simlab."""
    digest = hashlib.sha256()
    for file in sorted(PACKAGE.rglob("*.py")):
        digest.update(file.relative_to(PACKAGE).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:DIGITS]


def difference(expected_versions: Mapping[str, str], worker_versions: Mapping[str, str]) -> str:
    """Return the first difference in words, or nothing: `NumPy 2.3.0 instead of 2.4.6`."""
    for name, version in expected_versions.items():
        if worker_versions.get(name) != version:
            return f"{name} {worker_versions.get(name, 'unknown')} instead of {version}"
    return ""
