"""Idioms of Python mean the same in a compiled game, or are refused with a reason and a remedy."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import simlab
from simlab.compiler.names import Refusal
from tests.compiler.idioms_game import IDIOMS, REFUSED, write_game

GAMES, GAMES_OF_LONG_TEST = 3, 40


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[Refusal]]:
    """Return what is refused of each idiom, by its name."""
    idioms = [(name, body) for name, (body, _) in REFUSED.items()]
    file = write_game(tmp_path_factory.mktemp("refused"), idioms, is_played=False)
    by_name: dict[str, list[Refusal]] = {name: [] for name in REFUSED}
    lines = file.read_text().splitlines()
    for refusal in simlab.compile_game(file).translation.refusals:
        by_name[idiom_at(lines, refusal.line)].append(refusal)
    return by_name


def idiom_at(lines: list[str], number: int) -> str:
    """Return the name of the idiom whose method, or whose call, a line belongs to."""
    for line in reversed(lines[:number]):
        name = re.search(r"(?:def |=self\.)(\w+?)_(?:inner)?\(", line)
        if name and name[1] in REFUSED:
            return name[1]
    raise AssertionError(f"line {number} belongs to no idiom")


def test_idioms_mean_the_same_in_both_games(tmp_path: Path) -> None:
    """Numba is off: the translation is compared as it stands, in a fifth of the time."""
    file = write_game(tmp_path, list(IDIOMS.items()))
    done = subprocess.run(
        [sys.executable, "-m", "simlab", "compile", file, "--games", str(GAMES), "--json"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert json.loads(done.stdout)["problems"] == [], done.stderr


@pytest.mark.long
@pytest.mark.compiled
def test_idioms_mean_the_same_in_machine_code(tmp_path: Path) -> None:
    result = simlab.compile_game(
        write_game(tmp_path, list(IDIOMS.items())), games=GAMES_OF_LONG_TEST
    )
    assert result.problems == []
    assert result.equality is not None
    assert set(IDIOMS) <= set(result.equality.columns)


@pytest.mark.parametrize("name", REFUSED)
def test_an_idiom_that_kernels_would_change_is_refused(
    refusals: Mapping[str, list[Refusal]], name: str
) -> None:
    _, reason = REFUSED[name]
    assert refusals[name]
    assert all(reason in refusal.reason for refusal in refusals[name])
