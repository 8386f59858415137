"""Which tests run: not the long ones, and not the compiled ones where Numba's JIT is off."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

GAMES = sorted(path.name for path in (Path(__file__).parents[1] / "data").iterdir())
IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"

os.environ["LC_ALL"] = "C.UTF-8"
"""Tests read English, whatever the locale of the machine."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="also run the tests marked long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = {item for item in items if is_left_out(item, config)}
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let one worker run all tests of a game, so that only that one compiles it."""
    from xdist.scheduler import LoadScopeScheduling

    class ByGame(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return next((game for game in GAMES if game in nodeid), nodeid)

    return ByGame(config, log)


def is_left_out(item: pytest.Item, config: pytest.Config) -> bool:
    if item.get_closest_marker("compiled") and not IS_COMPILED:
        return True
    return item.get_closest_marker("long") is not None and not config.getoption("--all")
