"""simlab ladder and simlab skill, as typed."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import NoReturn

import pytest

from tests.support.read_page import one_line

PIG = ("ladder", "pig", "--policy", "hold", "--policy", "hold:at=10", "--policy", "random")
SLOPE = ("skill", "pig", "--policy", "hold", "--noise", "0,0.5,1", "--games", "3k")


def test_a_ladder_says_who_is_strongest_and_where_its_page_is(simlab, tmp_path) -> None:
    answer = simlab(*PIG)
    assert answer.code == 0
    assert "hold is the strongest of 3 policies: one seat of hold wins" in answer.out
    assert "All 3 pairings are decided at a margin of 2 percentage points." in answer.out
    page = answer.out.splitlines()[-1].removeprefix("Open ").removesuffix(" in a browser.")
    assert page.startswith(str(tmp_path / "runs" / "ladder-pig-"))
    assert (tmp_path / page).is_file()


def test_all_tables_of_a_ladder_are_there_for_programs(simlab) -> None:
    standings = simlab(*PIG, "--json").json
    assert (standings["format"], standings["players"]) == ("round_robin", 2)
    assert standings["undecided"] == 0
    assert [row["policy"] for row in standings["strengths"]] == ["hold", "hold:at=10", "random"]
    assert len(standings["crosstable"]) == 6
    assert sum(row["games"] for row in standings["lineups"]) == standings["games"]


def test_the_command_on_the_page_makes_the_same_page(simlab, tmp_path) -> None:
    simlab(*PIG, "--games", "900", "--patch", "target=40", "--jobs", "1", "--out", "one")
    simlab(*PIG, "--games", "900", "--patch", "target=40", "--jobs", "2", "--out", "other")
    one, other = ((tmp_path / name / "ladder.html").read_text() for name in ("one", "other"))
    assert one == other
    command = "simlab ladder pig --policy hold --policy hold:at=10 --policy random --games 900"
    assert f"{command} --patch target=40 --format round_robin</pre>" in one_line(one)


def test_the_columns_of_a_large_cross_table_are_numbered_like_its_rows(simlab) -> None:
    six = [word for at in (5, 9, 13, 17, 21, 25) for word in ("--policy", f"hold:at={at}")]
    out = simlab("ladder", "pig", *six, "--games", "600").out
    table = out[out.index("Each row’s policy") :].splitlines()
    assert table[2].split() == ["1", "2", "3", "4", "5", "6"]
    rows = [line for line in table[4:] if " hold:at=" in line[:15]]
    assert [line.split()[0] for line in rows[:6]] == ["1", "2", "3", "4", "5", "6"]
    assert "Left out" not in out


def test_a_gauntlet_and_a_focus_list_their_pairings(simlab) -> None:
    for form in ("gauntlet", "focus"):
        out = simlab(*PIG, "--format", form, "--players", "3", "--games", "2k").out
        assert out.startswith("One seat of hold wins from")
        assert "Pairings; the margin is 2 percentage points" in out
        assert "▲ better" in out


def test_a_game_whose_score_is_shared_is_ranked_by_scores(simlab) -> None:
    words = ("ladder", "taxis", "--policy", "random", "--policy", "greedy", "--players", "2")
    out = simlab(*words, "--games", "300", "--explain").out
    assert "greedy is the strongest of 2 policies: greedy scores" in out
    assert "Mean difference of scores on the same deals." in out


def test_mistakes_on_the_command_line_are_answered(simlab) -> None:
    answer = simlab("ladder", "pig", "--policy", "hodl", "--policy", "random")
    assert answer.code == 2
    assert answer.problems == [
        'policy: "hodl" is not one of random, hold, optimal, search. Did you mean "hold"?'
    ]
    assert simlab("skill", "pig", "--noise", "0,much").problems == [
        'noise: "0,much" is not a list of numbers such as 0,0.1,0.5'
    ]


def test_a_skill_ladder_tells_seats_and_steps(simlab, tmp_path) -> None:
    answer = simlab(*SLOPE, "--out", "slope")
    assert answer.code == 0
    assert "Among equal players, seat 1 wins" in answer.out
    assert "Every step of skill counts by more than 2 percentage points" in answer.out
    assert (tmp_path / "slope" / "skill.html").is_file()


def test_all_tables_of_a_skill_ladder_are_there_for_programs(simlab) -> None:
    curve = simlab(*SLOPE, "--json").json
    assert {row["skill"] for row in curve["seats"]} == {1, 0.5, 0}
    assert [row["verdict"] for row in curve["steps"]] == ["more", "more"]


def test_skill_at_a_table_that_shares_its_score_is_reported_by_scores(simlab) -> None:
    words = ("skill", "taxis", "--policy", "greedy", "--noise", "0,1", "--players", "1")
    out = simlab(*words, "--games", "200", "--explain").out
    assert "\nTables of equal players score" in out
    assert "Mean difference of scores" in out


@pytest.mark.long
def test_ctrl_c_ends_a_ladder(started) -> None:
    equals = ("--policy", "hold", "--policy", "hold:at=20")
    process = started("ladder", "pig", *equals, "--games", "300m", "--margin", "1e-9")
    assert any("pairing decided" in line for line in process.stderr)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Not decided at a margin of 1e-07 points is 1 of 1 pairing" in " ".join(out.split())
    assert "Traceback" not in err
    assert err.splitlines()[-1] == "stopped; the answer above is from the last look"


@pytest.mark.parametrize("command", ["ladder", "skill", "headroom"])
def test_a_page_of_others_is_kept_and_nothing_is_played(simlab, monkeypatch, command: str) -> None:
    def played(*_: object) -> NoReturn:
        raise AssertionError("the games were played for nothing")

    monkeypatch.setattr(f"simlab.api.{command}.open_executor", played)
    Path("there").mkdir()
    Path(f"there/{command}.html").write_text("mine")
    answer = simlab(command, "pig", "--out", "there")
    assert answer.code == 2
    assert f"there/{command}.html: was not written by simlab and is kept" in answer.err
    assert Path(f"there/{command}.html").read_text() == "mine"


def matches_file() -> Path:
    rows = [f"{n},Ada,{1 + (n % 4 == 0)}\n{n},<b>Bob</b>,{2 - (n % 4 == 0)}" for n in range(40)]
    file = Path("matches.csv")
    file.write_text("match,player,place\n" + "\n".join(rows))
    return file


def test_matches_played_elsewhere_are_rated_and_have_a_page(simlab) -> None:
    answer = simlab("ladder", "Go", "--matches", str(matches_file()), "--out", "page")
    assert answer.code == 0
    assert "In 40 matches, Ada is the strongest of 2 players" in answer.out
    page = Path("page/ladder.html").read_text()
    assert "Who plays Go best?" in page and "&lt;b&gt;Bob&lt;/b&gt;" in page
    assert "matches.csv" in page.partition("Make it again")[2]
    content = simlab("ladder", "--matches", "matches.csv", "--json").json
    assert content["matches"] == 40
    assert content["strengths"][0]["player"] == "Ada"


def test_options_on_games_that_are_played_are_refused_for_matches(simlab) -> None:
    answer = simlab("ladder", "--matches", str(matches_file()), "--policy", "hold", "--games", "9")
    assert answer.code == 2
    assert sorted(problem.partition(":")[0] for problem in answer.problems) == ["games", "policy"]
    assert simlab("ladder").problems == [
        "game: name a game, or a file of matches with --matches",
    ]
