"""Every shipped experiment runs, here with few games and little thought, and makes a report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simlab.api.run import run
from simlab.experiment.request import request_experiment
from simlab.files.paths import experiments_folder
from simlab.report.page import write

SHIPPED = sorted(path.stem for path in experiments_folder().glob("*.toml"))
SOME = ("taxis_demo",)
"""Others are long: a search in a game of cards takes ten seconds to compile."""
SOME_RUN = [pytest.param(name, marks=[pytest.mark.long] * (name not in SOME)) for name in SHIPPED]


def hasty(name: str, folder: Path) -> tuple[Path, int]:
    """Return a shipped experiment with fast searches, and how many games to play of it.

    Without any of these it is as shipped.
    """
    written = (experiments_folder() / f"{name}.toml").read_text(encoding="utf-8")
    quick = "search:base=greedy,rollouts=8"
    text, n_hurrying = re.subn(r"search:base=\w+,rollouts=\d+", quick, written)
    file = folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return file, 10 if n_hurrying else 30


@pytest.mark.parametrize("name", SHIPPED)
def test_every_rule_and_policy_of_a_shipped_experiment_is_found(name: str) -> None:
    assert request_experiment(name, {}).scenarios


@pytest.mark.parametrize("name", SOME_RUN)
def test_a_shipped_experiment_runs_and_is_reported(name: str, tmp_path: Path) -> None:
    file, games = hasty(name, tmp_path)
    page = write(run(str(file), games=games, out=tmp_path / "run").folder)
    assert page.stat().st_size > 50_000
