from __future__ import annotations

import os

import pytest

os.environ["LC_ALL"] = "C.UTF-8"
"""Tests read English, whatever the locale of the machine."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="also run the tests marked long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--all"):
        return
    config.hook.pytest_deselected(items=[item for item in items if _is_long(item)])
    items[:] = [item for item in items if not _is_long(item)]


def _is_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("long") is not None
