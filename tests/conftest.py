"""Which tests run: not the long ones, and not the compiled ones where Numba's JIT is off.

Those marked in_plain_python run where it is off, as `tests/engine/test_plain_python.py` runs them.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from joblib.externals.loky import get_reusable_executor

from simlab.files.lock import lock
from simlab.report.picture import Picture
from tests.cli.conftest import simlab as command

__all__ = ["command"]

GAMES = sorted(path.name for path in (Path(__file__).parents[1] / "data").iterdir())
SLOWEST = (
    "mare_nostrum",
    "arriala",
    "taxis",
    "pig",
    "tests/studies/test_alike_games.py",
    "tests/cli/test_report.py",
    "tests/api/test_translating.py",
    "tests/engine/test_plain_python.py",
    "tests/execution/cluster/test_executor.py",
    "tests/studies/test_train.py",
    "tests/test_readme.py",
    "tests/cli/test_plain_game.py",
    "tests/cli/test_houserule.py",
    "tests/cli/test_bench.py",
    "tests/cli/test_ab.py",
    "tests/execution/test_processes.py",
    "tests/report/test_page.py",
    "tests/compiler/test_idioms.py",
    "tests/engine/test_search.py",
    "tests/engine/test_kernel.py",
    "tests/report/test_named_seats.py",
    "tests/studies/test_ab.py",
    "tests/report/test_sweep.py",
    "tests/report/test_houserule.py",
    "tests/test_as_windows.py",
    "tests/test_wheel.py",
)
"""Games and files whose tests take longest; the others follow in any order."""
IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"

os.environ["LC_ALL"] = "C.UTF-8"
"""Tests read English, whatever the locale of the machine."""


@pytest.fixture(params=[1, pytest.param(20, marks=pytest.mark.long)], ids=["reduced", "full"])
def effort(request: pytest.FixtureRequest) -> int:
    """How many times as many simulated runs as the quick tests make."""
    return int(request.param)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="also run the tests marked long")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect without looking for garbage, and look for it less often afterwards.

    What the tests are made of are a million objects, which all stay to the end; every full search
    among them would take a second. Those that Numba and Matplotlib make stay for long, too.
    """
    gc.disable()
    try:
        with after_the_first():
            return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 20, 50)
        gc.enable()


@contextmanager
def after_the_first() -> Iterator[None]:
    """Let the first of the processes that collect compile the tests; the others read its code then.

    To compile them takes as long as all else.
    """
    with Path(__file__).open("rb") as locked:
        if lock(locked.fileno(), patience=0):
            yield
            return
        lock(locked.fileno())
    yield


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = {item for item in items if is_left_out(item, config)}
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = sorted((item for item in items if item not in left_out), key=start_of)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let one worker run all tests of a game or a file, the slowest of these first.

    So only that worker compiles the game or makes what the tests of the file share, and at the end
    no worker waits long for the other.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByGameOrFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    config.option.loadscopereorder = False
    return ByGameOrFile(config, log)


def group_of(nodeid: str) -> str:
    """Return the game that a test is about, or its file."""
    return next((game for game in GAMES if game in nodeid), nodeid.partition("::")[0])


def start_of(item: pytest.Item) -> int:
    """Return the place of a test's group in the order in which groups start."""
    group = group_of(item.nodeid)
    return SLOWEST.index(group) if group in SLOWEST else len(SLOWEST)


def is_left_out(item: pytest.Item, config: pytest.Config) -> bool:
    if item.get_closest_marker("compiled") and not IS_COMPILED:
        return True
    is_long = item.get_closest_marker("long") is not None or (
        item.get_closest_marker("in_plain_python") is not None and IS_COMPILED
    )
    return is_long and not config.getoption("--all")


@pytest.fixture(autouse=True, scope="session")
def records_of_trust(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the records of code that tests play out of the cache folder of this user."""
    folder = tmp_path_factory.mktemp("trusted")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simlab.experiment.trust.records_folder", lambda: folder)
        yield


@pytest.fixture(autouse=True, scope="session")
def svg_only() -> Iterator[None]:
    """Draw the figures of pages as SVG only, except within `pixels`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Picture, "png", b"")
        yield


@pytest.fixture(autouse=True, scope="session")
def forked_processes() -> Iterator[None]:
    """Fork the processes in which plain games are played again, where the system can do so."""
    with ExitStack() as stack:
        if sys.platform == "linux":
            from tests.support.forked_process import forked

            stack.enter_context(forked())
        yield


@pytest.fixture(autouse=True, scope="session")
def kept_processes() -> Iterator[None]:
    """Let the processes that play plain games stay: each takes a second of CPU to start.

    Loky ends some of them wherever a call asks for fewer cores than the one before, and all where
    the tests in between take minutes.
    """
    kept, most = None, 1

    def pool(max_workers: int, timeout: float) -> Any:
        nonlocal kept, most
        most = max(most, max_workers)
        executor = get_reusable_executor(max_workers=most, timeout=None)
        if executor is not kept:  # a new one, whose processes start with its first task
            kept, most = executor, max_workers
            executor = get_reusable_executor(max_workers=most, timeout=None)
        return executor

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simlab.execution.processes.get_reusable_executor", pool)
        yield
