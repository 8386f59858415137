"""Ends of plain games: the way in which each was won, in tables, facts and metrics."""

from __future__ import annotations

from pathlib import Path

import pytest

import simlab
from simlab.catalog import find_game
from simlab.errors import InputError
from tests.plain.broken_game import game_in

DUEL = Path(__file__).parent / "duel" / "duel.py"
RESCUE = Path(__file__).parent / "rescue" / "rescue.py"


def test_each_game_has_the_way_in_which_it_was_won(tmp_path: Path) -> None:
    run = simlab.run(str(DUEL), games=200, out=tmp_path / "run", jobs=1)
    games, seats = run.games(), run.seats()
    hits = seats.groupby(["deal", "rotation"])["hits"].max().to_numpy()
    assert (games["end_reason"].to_numpy() == [1 if most >= 3 else 2 for most in hits]).all()
    assert set(games["end_reason"]) == {1, 2}


def test_ways_to_win_are_metrics_and_ends_are_reasons() -> None:
    ends = find_game(str(DUEL)).facts_under(find_game(str(DUEL)).load()).ends
    assert (dict(ends.labels), ends.winning) == ({1: "arms", 2: "learning"}, True)
    of_rescue = find_game(str(RESCUE)).facts_under(find_game(str(RESCUE)).load()).ends
    assert (dict(of_rescue.labels), of_rescue.winning) == ({1: "all saved", 2: "flooded"}, False)


def test_a_capped_game_has_no_end(tmp_path: Path) -> None:
    game = game_in(
        tmp_path,
        (
            "    def seat(",
            '    ends = ("last stone",)\n    decision_limit = 1\n\n    def ended_by(self):\n'
            '        return "last stone"\n\n    def seat(',
        ),
    )
    lineup = [policy for policy in game.policies if policy.name == "greedy"] * 2
    rows = game.engine().play(game.load().row, lineup, 1914, 0, 4)
    assert (rows["finished"] == 0).all()
    assert (rows["end_reason"] < 0).all()


def test_nobody_wins_alone_where_all_share_one_score(tmp_path: Path) -> None:
    text = RESCUE.read_text().replace("ends =", "ways_to_win =").replace("ended_by", "won_by")
    file = tmp_path / "rescue.py"
    file.write_text(text)
    with pytest.raises(InputError, match="nobody wins alone where all share one score"):
        find_game(str(file))
