"""Starting Numba, without the work that it would do in vain."""

from __future__ import annotations

import gc
import importlib
import sys
from types import ModuleType

import llvmlite.binding as llvm

BLAS = "scipy.linalg.cython_blas"


MOST_INLINED = 1500
"""Up to this cost, about five times an instruction, LLVM inlines a function: games play a tenth
faster than with its own 275, and take as long to compile."""


def start_numba() -> None:
    """Import what Numba needs to run compiled code.

    To learn whether there is BLAS, it would load all of scipy.linalg. A stand-in says yes and goes
    at once; kernels that call BLAS load it when they do. And what Numba is made of stays for good,
    so that no collection of garbage need look through it.
    """
    llvm.set_option("", f"--inline-threshold={MOST_INLINED}")
    stand_in = ModuleType(BLAS)
    blas_module = sys.modules.setdefault(BLAS, stand_in)
    importlib.import_module("numba.np.arraymath")
    if blas_module is stand_in:
        del sys.modules[BLAS]
    gc.freeze()
