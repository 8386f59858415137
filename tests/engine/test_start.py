"""Numba starts without scipy.linalg, and kernels may call BLAS all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parents[2]
BY_BLAS = """
import sys
import numpy as np
from simlab.engine.kernel import kernel

@kernel
def product(a, b):
    return np.dot(a, b)
"""


def say(tmp_path: Path, code: str) -> str:
    """Return what a file with this code prints in a new process."""
    file = tmp_path / "code.py"
    file.write_text(code)
    done = subprocess.run(
        [sys.executable, str(file)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "SIMLAB_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_nothing_of_scipy_linalg_is_loaded(tmp_path: Path) -> None:
    loaded = "print([name for name in sys.modules if name.startswith('scipy.linalg')])"
    assert say(tmp_path, f"import sys\nimport simlab.engine.build\n{loaded}") == "[]"


@pytest.mark.parametrize(
    "more", ["", pytest.param("import scipy.linalg\n", marks=pytest.mark.long)]
)
def test_a_kernel_may_multiply_matrices_compiled_now_or_before(tmp_path: Path, more: str) -> None:
    code = (
        f"{more}{BY_BLAS}\nprint(product(np.full((2, 3), 2.0), np.full((3, 2), 5.0)).tolist(),"
        " sum(product.for_python.stats.cache_misses.values()))"
    )
    assert say(tmp_path, code) == "[[30.0, 30.0], [30.0, 30.0]] 1"
    assert say(tmp_path, code) == "[[30.0, 30.0], [30.0, 30.0]] 0"


def test_scipy_linalg_works_afterwards(tmp_path: Path) -> None:
    code = """
import simlab.engine.build
import numpy as np
import scipy.linalg
import scipy.linalg.cython_blas
print(scipy.linalg.solve(np.eye(2), np.ones(2)).tolist())
print("ddot" in scipy.linalg.cython_blas.__pyx_capi__)
"""
    assert say(tmp_path, code) == "[1.0, 1.0]\nTrue"


def test_scipy_linalg_stays_where_it_was_loaded_before(tmp_path: Path) -> None:
    code = """
import sys
import scipy.linalg.cython_blas
before = sys.modules["scipy.linalg.cython_blas"]
import simlab.engine.build
print(before is sys.modules["scipy.linalg.cython_blas"])
"""
    assert say(tmp_path, code) == "True"
