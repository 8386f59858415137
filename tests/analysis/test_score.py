"""The mean score of a search, adjusted by what its base scores on the same deals and more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.analysis import score
from simlab.analysis.control_variate import mean_with_control
from simlab.analysis.luck import FEWEST_BLOCKS
from simlab.analysis.tables import Tables
from simlab.report.answers.luck import luck_sentences
from tests.support.written_run import FACTS, Written, write_run

N_DEALS = 60
SEARCH = "search:base=greedy,rollouts=8"
RNG = np.random.default_rng(5)
OF_BASE = RNG.integers(20, 60, size=50 * N_DEALS)
OF_SEARCH = OF_BASE[:N_DEALS] + RNG.integers(0, 9, size=N_DEALS)
TALL: dict[str, Any] = {**FACTS, "score": {**FACTS["score"], "high": 90}}


def scored(scores: Any, policy: str, **more: Any) -> Written:
    ones = np.ones(len(scores), np.int64)
    return Written({"score": scores, "finished": more.pop("finished", ones)}, (policy,), **more)


def searched(folder: Path, base: Written, own: Written | None = None) -> tuple[Any, Tables]:
    """Return the row of the search, and the tables."""
    search = own or scored(OF_SEARCH, SEARCH)
    tables = Tables(write_run(folder / "run", [search, base], facts=TALL))
    return score.mean(tables).iloc[0], tables


def test_the_mean_of_a_search_uses_what_its_base_scores_on_more_deals(tmp_path: Path) -> None:
    row, tables = searched(tmp_path, scored(OF_BASE, "greedy"))
    own = mean_with_control(OF_SEARCH.astype(float), OF_BASE.astype(float), 0, 90)
    assert (row["estimate"], row["low"], row["high"]) == own[:3]
    assert row["played"] == OF_SEARCH.mean() != row["estimate"]
    assert row["saving"] > 10
    [sentence] = luck_sentences(tables)
    assert "less the luck of its deals, known from greedy, 9" in sentence


@pytest.mark.parametrize(
    "base",
    [
        scored(OF_BASE, "planner"),
        scored(OF_BASE, "greedy", patch={"hand_limit": "4"}, name="changed"),
        scored(OF_BASE[: N_DEALS + 1], "greedy"),
        scored(OF_BASE, "greedy", finished=np.append(0, np.ones(len(OF_BASE) - 1, np.int64))),
    ],
    ids=["another policy", "other rules", "hardly more deals", "a capped game"],
)
def test_without_more_deals_of_its_base_it_is_that_of_its_games(
    tmp_path: Path, base: Written
) -> None:
    row, tables = searched(tmp_path, base)
    assert row["estimate"] == OF_SEARCH.mean()
    assert luck_sentences(tables) == []


def test_a_search_of_few_games_is_not_adjusted(tmp_path: Path) -> None:
    few = scored(OF_SEARCH[: FEWEST_BLOCKS - 1], SEARCH)
    row, tables = searched(tmp_path, scored(OF_BASE, "greedy"), few)
    assert row["estimate"] == OF_SEARCH[: FEWEST_BLOCKS - 1].mean()
    assert luck_sentences(tables) == []


def test_a_search_with_a_capped_game_is_not_adjusted(tmp_path: Path) -> None:
    finished = np.append(0, np.ones(N_DEALS - 1, np.int64))
    row, _ = searched(
        tmp_path, scored(OF_BASE, "greedy"), scored(OF_SEARCH, SEARCH, finished=finished)
    )
    assert row["estimate"] == OF_SEARCH[1:].mean()
