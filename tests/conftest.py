"""Which tests run: not the long ones, and not the compiled ones where Numba's JIT is off."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

GAMES = sorted(path.name for path in (Path(__file__).parents[1] / "data").iterdir())
IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"

os.environ["LC_ALL"] = "C.UTF-8"
"""Tests read English, whatever the locale of the machine."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="also run the tests marked long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.pluginmanager.hasplugin("xdist"):
        group_by_game(items)
    left_out = {item for item in items if is_left_out(item, config)}
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def group_by_game(items: list[pytest.Item]) -> None:
    """Let one worker (`--dist loadgroup`) run all tests of a game: only that one compiles it."""
    for item in items:
        for game in GAMES:
            if game in item.nodeid:
                item.add_marker(pytest.mark.xdist_group(game))


def is_left_out(item: pytest.Item, config: pytest.Config) -> bool:
    if item.get_closest_marker("compiled") and not IS_COMPILED:
        return True
    return item.get_closest_marker("long") is not None and not config.getoption("--all")
