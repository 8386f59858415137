"""simlab kingmaking, as typed."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.kingmaker_games import DUEL, KINGMAKER, written


def test_who_makes_the_king_is_reported_with_its_page(simlab, tmp_path: Path) -> None:
    answer = simlab(
        "kingmaking", written(tmp_path, KINGMAKER), "--games", "4000", "--plain", "--jobs", "1"
    )
    assert answer.code == 0
    assert "decisions of players who cannot win that move" in answer.out
    assert "seat 3 cannot win and decides" in answer.out
    assert "simlab explain-move" in answer.out
    page = answer.out.splitlines()[-1].removeprefix("Open ").removesuffix(" in a browser.")
    assert page.startswith(str(tmp_path / "runs" / "kingmaking-own_game-"))
    # the commands show what they promise
    command = next(line for line in answer.out.splitlines() if "simlab replay" in line)
    assert simlab(*command.split()[1:]).code == 0


def test_json_has_all_tables(simlab, tmp_path: Path) -> None:
    answer = simlab(
        "kingmaking", written(tmp_path, DUEL), "--games", "1500", "--json", "--jobs", "1"
    )
    content = json.loads(answer.out)
    assert content["rates"] == content["decisions"] == []
    assert content["influence"][0]["estimate"] == 1
    assert content["influence"][2]["estimate"] is None
    assert content["answer"][0].startswith("With two players nobody makes a king")


def test_a_cooperative_game_is_refused_in_words(simlab) -> None:
    answer = simlab("kingmaking", "taxis")
    assert answer.code == 2
    (problem,) = answer.problems
    assert "win or lose together: nobody makes a king" in problem
