"""simlab headroom, as typed."""

from __future__ import annotations

import signal

import pytest

from tests.support.read_page import one_line

WEAK = ("headroom", "pig", "--policy", "hold:at=3", "--over", "hold:at=8", "--rollouts", "16,32")
FEW = ("--games", "100")


def test_what_is_left_is_reported_with_its_page(simlab, tmp_path) -> None:
    answer = simlab(*WEAK, *FEW)
    assert answer.code == 0
    first, second = answer.out.splitlines()[:2]
    assert first.startswith("Optimal wins")
    assert second.startswith("So hold:at=3 can be improved by at least")
    assert "search over hold:at=8" in answer.out
    assert "▲ better by more than 2 percentage" in answer.out
    assert "Seconds per game: On one core of this machine" in answer.out
    page = answer.out.splitlines()[-1].removeprefix("Open ").removesuffix(" in a browser.")
    assert page.startswith(str(tmp_path / "runs" / "headroom-pig-"))
    assert (
        "Thinks ahead: plays each choice, or each plan for its turn,"
        in (tmp_path / page).read_text()
    )


def test_all_tables_are_there_for_programs_with_what_a_game_took(simlab) -> None:
    answer = simlab(*WEAK, *FEW, "--json").json
    assert [row["rollouts"] for row in answer["gains"]] == [16, 32, 0, 0, 0, 0]
    assert {row["policy"] for row in answer["levels"]} == set(answer["seconds_per_game"])
    assert min(answer["seconds_per_game"].values()) > 0
    assert answer["par"]["estimate"] == 0.5


@pytest.mark.long
def test_the_command_on_the_page_makes_the_same_page(simlab, tmp_path) -> None:
    simlab(*WEAK, *FEW, "--jobs", "1", "--out", "one")
    simlab(*WEAK, *FEW, "--jobs", "2", "--out", "other")
    one, other = ((tmp_path / name / "headroom.html").read_text() for name in ("one", "other"))
    assert one == other
    command = "headroom pig --policy hold:at=3 --games 100 --over hold:at=8 --rollouts 16,32"
    assert f"{command}</pre>" in one_line(one)


@pytest.mark.long
def test_a_score_that_all_share_is_reported_in_points(simlab) -> None:
    words = ("headroom", "taxis", "--policy", "random", "--over", "greedy", "--rollouts", "8")
    out = simlab(*words, "--games", "20", "--players", "1", "--explain").out
    assert "points where random scores" in out
    assert "Mean difference of scores on the same deals" in out


def test_mistakes_on_the_command_line_are_answered(simlab) -> None:
    answer = simlab("headroom", "pig", "--rollouts", "50,many")
    assert answer.code == 2
    assert answer.problems == ['rollouts: "50,many" is not a list of numbers such as 50,200,800']
    assert simlab("headroom", "pig", "--over", "hodl").problems == [
        'policy: search: base: "hodl" is not one of random, hold, optimal. Did you mean "hold"?'
    ]


@pytest.mark.long
def test_ctrl_c_ends_it_while_a_search_runs(started) -> None:
    process = started(*WEAK, "--games", "2m", "--jobs", "1")
    assert any("parts played: search:base=hold" in line for line in process.stderr)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, "Traceback" in err) == ("", False)
    assert err.splitlines()[-1] == (
        "stopped; nothing is kept; it ends sooner with fewer --games or --rollouts"
    )
