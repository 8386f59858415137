"""A plain game that counts rounds keeps the points at the end of each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simlab
from simlab.catalog import find_game
from simlab.engine.record import NOT_APPLICABLE
from simlab.errors import ContractError
from simlab.plain.ledger import MOST_ROUNDS
from tests.plain.broken_game import game_in

ISLANDS = Path(__file__).parent / "islands" / "islands.py"
ROUNDS = ('events = {"took"', 'events = {"rounds": "", "took"')
COUNTED = ("        self.log(", '        self.log("rounds")\n        self.log(')
SCORED = (
    "def winner(self):\n        return self.to_move",
    "def scores(self):\n        return [self.stones, 40 - self.stones]",
)


def kept(game, count=1, room=500):
    """Return OUTCOME and timeline rows of some games."""
    timeline = np.zeros(room, game.timeline_row)
    lineup = list(game.policies[-1:]) * 2
    rows = game.engine().play(game.load().row, lineup, 1914, 0, count, timeline=timeline)
    return rows, timeline[timeline["rounds"] > 0]


def test_each_round_has_a_row_with_the_points_so_far() -> None:
    rows, timeline = kept(find_game(str(ISLANDS)), 20)
    assert timeline["rounds"].tolist() == [1, 2] * 20
    assert timeline["deal"].tolist() == [deal for deal in range(20) for _ in (1, 2)]
    last = timeline["scores"][1::2]
    assert (last[:, :2] == rows["seats"]["score"][:, :2]).all()
    assert (last[:, 2:] == NOT_APPLICABLE).all()
    assert (timeline["scores"][::2, :2] < last[:, :2]).all()


def test_a_run_stores_it_and_a_replay_reports_the_lead(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = simlab.run(str(ISLANDS), players=2, games=60, jobs=1, out="run")
    frame = run.timeline()
    assert frame["rounds"].value_counts().to_dict() == {1: 60, 2: 60}
    assert frame["score_seat_3"].isna().all()
    assert simlab.replay(str(ISLANDS), 0, players=2).result["led_since"] in (1, 2, None)


def test_rows_are_kept_while_there_is_room() -> None:
    _, timeline = kept(find_game(str(ISLANDS)), 20, room=7)
    assert timeline["deal"].tolist() == [0, 0, 1, 1, 2, 2, 3]


def test_a_long_game_keeps_its_first_rounds(tmp_path) -> None:
    long = ("self.stones = 7 + chance.below(3)", "self.stones = 400")
    game = game_in(tmp_path, ROUNDS, COUNTED, SCORED, long)
    rows, timeline = kept(game)
    assert rows["rounds"][0] > MOST_ROUNDS
    assert timeline["rounds"].tolist() == [*range(1, MOST_ROUNDS + 1)]


def test_scores_that_change_the_table_are_refused(tmp_path) -> None:
    changing = (SCORED[0], SCORED[1].replace("return", "self.stones += 3\n        return"))
    game = game_in(tmp_path, ROUNDS, COUNTED, changing)
    with pytest.raises(ContractError, match=r"nim.py:\d+: scores\(\) changes the table"):
        kept(game)


def test_a_game_without_points_or_rounds_keeps_none(tmp_path) -> None:
    assert game_in(tmp_path, ROUNDS, COUNTED).timeline_row is None
    assert find_game(str(ISLANDS.parents[1] / "market" / "market.py")).timeline_row is None
