"""simlab decides, as typed."""

from __future__ import annotations

import pytest

from tests.support import lottery_game
from tests.support.read_page import one_line

PIG = ("decides", "pig", "--policy", "hold", "--games", "6000")
TWO = ("--among", "hold", "--among", "random")
LOTTERY = ("decides", str(lottery_game.__file__), "--policy", "random", "--games", "4400")


def test_the_shares_are_reported_with_their_page(simlab, tmp_path) -> None:
    answer = simlab(*PIG, *TWO)
    assert answer.code == 0
    assert answer.out.startswith("Of the variation in wins among equal players (hold), ")
    assert "What decides score, unequal players (2 policies)" in answer.out
    page = answer.out.splitlines()[-1].removeprefix("Open ").removesuffix(" in a browser.")
    assert page.startswith(str(tmp_path / "runs" / "decides-pig-"))


def test_the_command_on_the_page_makes_the_same_page(simlab, tmp_path) -> None:
    simlab(*PIG, *TWO, "--jobs", "1", "--out", "one")
    simlab(*PIG, *TWO, "--jobs", "2", "--out", "other")
    one, other = ((tmp_path / name / "decides.html").read_text() for name in ("one", "other"))
    assert one == other
    assert "decides pig --policy hold --games 6000 --among hold --among random" in one_line(one)


@pytest.mark.long
@pytest.mark.compiled
def test_a_game_of_ones_own_has_the_same_shares_however_it_is_played(simlab) -> None:
    plain = simlab(*LOTTERY, "--plain", "--json").json
    translated = simlab(*LOTTERY, "--json").json
    assert plain["shares"] == translated["shares"]
    assert {row["factor"] for row in plain["shares"]} >= {"die", "coin", "skill", "seat"}


def test_mistakes_on_the_command_line_are_answered(simlab) -> None:
    answer = simlab("decides", "pig", "--among", "holt")
    assert answer.code == 2
    assert answer.problems[0].startswith('policy: "holt" is not one of')
