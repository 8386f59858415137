"""What is an error in Python is a fault of the compiled game, at the same line; nothing else is."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simlab
from simlab.catalog import find_game
from simlab.engine.game_fault import (
    EMPTY,
    ILLEGAL,
    MISSING,
    NONE,
    OUTSIDE,
    OVERFLOW,
    RAISED,
    SENTENCES,
    WIDE_CHOICE,
    WIDE_COLUMN,
    ZERO,
)
from simlab.errors import ContractError
from simlab.game import Game
from tests.compiler.test_compile_game import copied
from tests.plain.faults.faults import MIDDLE

pytestmark = pytest.mark.in_plain_python

GAMES = 3
INDICES = (-9, -5, -4, -3, -2, -1, 0, 2, 3, 4, 5, 99, -100_000, 100_000)
CASES: dict[int, tuple[tuple[int, ...], int]] = {
    1: ((-1, 0, 1, 2, 99), ILLEGAL),
    3: ((0, 1, 2, 3), ILLEGAL),
    4: (INDICES, OUTSIDE),
    5: ((-3, -2, -1, 0, 1, 2, 99), OUTSIDE),
    10: (INDICES, OUTSIDE),
    11: (INDICES, OUTSIDE),
    12: ((-3, -2, 0, 1, 2), OUTSIDE),
    13: ((-5, -2, 0, 1, 4), OUTSIDE),
    14: ((-4, -1, 0, 2, 3), OUTSIDE),
    15: (INDICES, OUTSIDE),
    16: ((-3, -2, -1, 0, 1, 2, 99), OUTSIDE),
    17: (INDICES, OUTSIDE),
    18: (INDICES, OUTSIDE),
    19: (INDICES, OUTSIDE),
    20: (INDICES, OUTSIDE),
    21: ((3, 5, 7), MISSING),
    22: ((3, 5, 7), MISSING),
    23: ((0, 1, 2), MISSING),
    24: ((0, 1, 2), MISSING),
    25: ((0, 1, 2), MISSING),
    26: ((0, 1, 2), MISSING),
    27: ((0, 1, 2), MISSING),
    28: ((-2, 0, 2), ZERO),
    29: ((-2, 0, 2), ZERO),
    30: ((4, 6), RAISED),
    31: ((3, 4), RAISED),
    32: ((0, 4), OUTSIDE),
    33: ((-1, 0, 1, 6), EMPTY),
    34: ((1, 2), EMPTY),
    35: ((1, 2), EMPTY),
    39: ((-1, 7, 9), OUTSIDE),
    40: ((3, 13_000, 60_000, 71_600), WIDE_COLUMN),
    41: ((-3, -2, -1, 0, 1, 2), ILLEGAL),
    42: ((-3, -2, 0, 2), OUTSIDE),
    43: ((0,), NONE),
    44: ((1, 20_000, 75_000), WIDE_COLUMN),
    45: ((5, 6), RAISED),
    46: ((0, 3, 7, 70_000), OUTSIDE),
    50: (INDICES, OUTSIDE),
    51: (INDICES, OUTSIDE),
    52: (INDICES, OUTSIDE),
    53: (INDICES, OUTSIDE),
    55: (INDICES, OUTSIDE),
    56: (INDICES, OUTSIDE),
    57: (INDICES, OUTSIDE),
    58: ((-3, -2, -1, 0, 1, 2, 99), OUTSIDE),
    59: (INDICES, OUTSIDE),
    60: (INDICES, OUTSIDE),
    61: (INDICES, OUTSIDE),
    62: (INDICES, OUTSIDE),
    63: ((-3, -2, -1, 0, 1, 2, 99), OUTSIDE),
    65: ((-3, -2, -1, 0, 1, 2, 99), OUTSIDE),
    66: (INDICES, OUTSIDE),
    54: ((-3, -2, -1, 0, 1, 2, 99), OUTSIDE),
}
"""What the game asks for, with values of `by`, and the fault where one is an error."""
BLAMED_ON_RESULTS = (ILLEGAL, WIDE_COLUMN)
"""Faults that the plain game meets after the line that is wrong, where it reads the results."""
TOO_LARGE = [
    (2, (0, 65_535), (-1, 65_536, 70_000), WIDE_CHOICE),
    (67, (0, 4095), (-1, 4096, 70_000), WIDE_CHOICE),
    (36, (0, 10, 20), (-1, 63, 64), OVERFLOW),
    (37, (0, 7, -9), (60_000, 100_000), OVERFLOW),
    (38, (0, 3, 62), (63, 64), OVERFLOW),
    (48, (0, 3, -9), (100, -1000), OVERFLOW),
    (49, (0, 3, -9), (100, -1000), OVERFLOW),
]
"""The same with values that are no error, and the fault where kernels have no room for them."""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Game]:
    """Return the plain game and the compiled one."""
    file = copied("faults", tmp_path_factory.mktemp("compiled"))
    result = simlab.compile_game(file, games=20)
    assert result.problems == []
    assert result.translation.left_out == {}
    return find_game(str(file)), find_game(str(result.file))


def played(game: Game, on: int, by: int, policy: int = -1) -> Any:
    """Return the results of some games; where they stop, the line and what is said of it."""
    rules = game.load(None, {"on": on, "by": MIDDLE + by})
    lineup = [game.policies[policy]] * 2
    try:
        rows = game.engine().play(rules.row, lineup, 1914, 0, GAMES)
    except ContractError as error:
        return re.findall(r"faults\.py:(\d+): (.*)", str(error))[-1]
    return {name: np.asarray(rows[name]).tolist() for name in ("decisions", "counted", "seats")}


@pytest.mark.parametrize("on", CASES)
def test_errors_are_faults_and_nothing_else_is(games: tuple[Game, Game], on: int) -> None:
    numbers, kind = CASES[on]
    for by in numbers:
        own, other = (played(game, on, by) for game in games)
        if isinstance(own, dict):
            assert own == other, by
        else:
            assert not isinstance(other, dict), (by, own)
            assert other[1] == SENTENCES[kind], (by, own)
            assert kind in BLAMED_ON_RESULTS or other[0] == own[0], (by, own)


@pytest.mark.parametrize(("on", "right", "wrong", "kind"), TOO_LARGE)
def test_numbers_without_room_are_faults(
    games: tuple[Game, Game], on: int, right: tuple[int, ...], wrong: tuple[int, ...], kind: int
) -> None:
    for by in right:
        own, other = (played(game, on, by) for game in games)
        assert own == other, by
    for by in wrong:
        assert played(games[1], on, by)[1] == SENTENCES[kind], by


OUTSIDE_OF_HAND = ["on=10", f"by={MIDDLE + 99}"]
CALLS: dict[str, Callable[[str, Path], object]] = {
    "run": lambda game, out: simlab.run(
        game, policy="last", games=20, patch=OUTSIDE_OF_HAND, jobs=1, out=out
    ),
    "ab": lambda game, out: simlab.ab(game, policy="last", patch=OUTSIDE_OF_HAND, jobs=1),
    "houserule": lambda game, out: simlab.houserule(
        game, policy="last", games=20, patch=OUTSIDE_OF_HAND, jobs=1, out=out
    ),
    "sweep": lambda game, out: simlab.sweep(
        game, vary={"on": "10,11"}, patch=OUTSIDE_OF_HAND[1:], policy="last", jobs=1, out=out
    ),
    "tune": lambda game, out: simlab.tune(
        game,
        target="wins_of_seat_1=50%±5%",
        vary={"on": "10,11"},
        patch=OUTSIDE_OF_HAND[1:],
        policy="last",
        jobs=1,
    ),
    "sensitivity": lambda game, out: simlab.sensitivity(
        game, vary={"on": "10,11"}, patch=OUTSIDE_OF_HAND[1:], policy="last", games=50, jobs=1
    ),
    "ladder": lambda game, out: simlab.ladder(
        game, policy=["last", "random"], patch=OUTSIDE_OF_HAND, games=100, jobs=1
    ),
    "rare": lambda game, out: simlab.rare(
        game, score=40, policy="last", patch=OUTSIDE_OF_HAND, games=1000, jobs=1
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("command", CALLS)
def test_every_command_stops_with_the_line(
    games: tuple[Game, Game], tmp_path: Path, command: str
) -> None:
    with pytest.raises(ContractError) as stopped:
        CALLS[command](str(games[1].home), tmp_path / "run")
    # rules never compared before: the plain game meets the error first, in Python's words
    lines = games[0].home.read_text().splitlines()
    number = lines.index("            return self.hand[by]") + 1
    assert re.search(
        rf"faults\.py:{number}: ({SENTENCES[OUTSIDE]}|return self\.hand\[by\]: IndexError)",
        str(stopped.value),
    )


@pytest.mark.long
def test_a_search_stops_where_a_game_that_it_imagines_does(
    games: tuple[Game, Game], tmp_path: Path
) -> None:
    options: dict[str, Any] = {"policy": "search:rollouts=8", "games": 2, "jobs": 1}
    for game in games:
        with pytest.raises(ContractError, match=r"faults\.py:\d+: ") as stopped:
            simlab.run(str(game.home), patch="on=47", out=tmp_path / game.name, **options)
    assert SENTENCES[OUTSIDE] in str(stopped.value)
    assert "policy search" in str(stopped.value)
    simlab.run(
        str(games[1].home), policy="last", games=2, jobs=1, patch="on=47", out=tmp_path / "x"
    )


@pytest.mark.long
def test_a_check_names_the_line(games: tuple[Game, Game]) -> None:
    result = simlab.check_game(str(games[1].home), patch=OUTSIDE_OF_HAND, deals=1)
    assert any(SENTENCES[OUTSIDE] in str(problem) for problem in result.problems)
