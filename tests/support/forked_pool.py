"""Processes that play plain games, forked from one that has imported simlab, which takes a second.

Loky starts others wherever the number of cores changes, as it does between many tests.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from joblib.externals.loky import get_reusable_executor

from simlab.execution import processes
from simlab.plain import engine

IMPORTED_ONCE = (processes, engine)
"""What plays games, which a forked process need not import."""


@contextmanager
def forked_pool() -> Iterator[None]:
    """Let the processes of all executors be forked."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module.__name__ for module in IMPORTED_ONCE])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "simlab.execution.processes.get_reusable_executor",
            partial(get_reusable_executor, context=context),
        )
        yield
