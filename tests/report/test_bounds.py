"""Bounds of all tables of small pages: possible values, with a width, and no infinite number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from simlab.report.page import write
from tests.report.test_page import duel, toy
from tests.support.competitive_game import CONTEST, contest
from tests.support.named_seats_game import HOUSE_FACTS, campaign
from tests.support.written_run import write_run

CHANGES = {"apart", "card_wins", "size_wins", "size_lengths", "changes", "players_compared"}
"""Tables of differences, which may be negative."""
FEW = 30
"""Games of each scenario."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pd.DataFrame]:
    """The tables of pages of a cooperative game and of three competitive ones, by their names."""
    base = tmp_path_factory.mktemp("small")
    runs = [
        write_run(base / "toy", [toy(FEW, 2, "greedy"), toy(1, 3, "greedy")]),
        write_run(base / "duel", [duel(FEW, 1.0)], cooperative=False),
        write_run(base / "contest", [contest(FEW, 3)], cooperative=False, facts=CONTEST),
        write_run(base / "campaign", [campaign(FEW, 3)], cooperative=False, facts=HOUSE_FACTS),
    ]
    return {f"{run.name}/{path.stem}": frame for run in runs for path, frame in written(run)}


def written(run: Path) -> Iterator[tuple[Path, pd.DataFrame]]:
    write(run, is_full=True)
    for path in sorted((run / "tables").glob("*.csv")):
        assert not re.search(r"\binf\b", path.read_text(encoding="utf-8")), path
        yield path, pd.read_csv(path)


def bounds(tables: dict[str, pd.DataFrame]) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield the name of a table and its intervals as columns low, high, n and estimate."""
    for name, frame in tables.items():
        for low in (own for own in map(str, frame.columns) if own.endswith("low")):
            prefix = low.removesuffix("low")
            ends = frame[[low, f"{prefix}high"]].set_axis(["low", "high"], axis=1)
            yield (
                f"{name}: {prefix}",
                frame.drop(columns=["low", "high"], errors="ignore").join(ends),
            )


def test_no_table_of_a_page_has_an_impossible_bound(tables) -> None:
    checked = list(bounds(tables))
    assert len(checked) > 30
    for name, frame in checked:
        assert not (frame["low"] > frame["high"]).any(), name
        if name.split(":")[0].split("/")[1] not in CHANGES:
            assert not (frame["low"] < 0).any(), name


def test_every_interval_of_few_games_has_a_width(tables) -> None:
    for name, frame in bounds(tables):
        is_median = (
            frame.get("quantity", pd.Series("", frame.index)).astype(str).str.contains("median")
        )
        has_none = (frame["low"] == frame["high"]) & ~is_median
        assert not has_none.any(), f"{name}\n{frame[has_none]}"
