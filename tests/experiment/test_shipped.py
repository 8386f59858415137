"""Every shipped experiment runs as it is, here with few games, and makes a report."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.execution.run import run
from simlab.paths import experiments_folder
from simlab.report.page import write

SHIPPED = sorted(path.stem for path in experiments_folder().glob("*.toml"))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_experiment_runs_and_is_reported(name: str, tmp_path: Path) -> None:
    page = write(run(name, games=50, out=tmp_path).folder)
    assert page.stat().st_size > 100_000
