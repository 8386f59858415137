"""Values of turns: those of the net at the positions of the game as it is played."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.support import nim_game
from tests.support.compiled_without_numba import answer_without_numba
from tests.support.nim_game import LAST, OWN, RIVAL


def check(games: list[dict[str, Any]]) -> None:
    for game in games:
        steps = np.array(game["steps"])
        expected = OWN * steps + RIVAL * steps[:, ::-1]
        deciders = np.arange(len(steps)) % 2
        expected[np.arange(len(steps)), deciders] += LAST
        np.testing.assert_allclose(game["values"], expected)
        assert game["result"] == [float(seat == deciders[-1]) for seat in (0, 1)]


def test_each_turn_begins_with_the_values_of_both_seats() -> None:
    check(answer_without_numba(nim_game.__name__)["games"])


@pytest.mark.long
@pytest.mark.compiled
def test_kernels_say_the_same() -> None:
    check([nim_game.valued_game(deal) for deal in range(4)])
