"""`simlab run --less-luck` and `simlab ab --less-luck`."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from simlab.analysis import win_rate
from simlab.analysis.tables import Tables
from simlab.game import with_luck
from tests.support.compiled_pig import PIG as GAME
from tests.support.read_page import one_line

QUICK = ("run", "pig", "--policy", "hold", "--games", "400")


def files_of(folder: str) -> dict[str, bytes]:
    paths = (path for path in Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_the_same_games_are_played_and_their_luck_is_kept_with_the_seats(simlab) -> None:
    simlab(*QUICK, "--out", "plain")
    simlab(*QUICK, "--less-luck", "--out", "less")
    plain, less = (pd.read_parquet(f"{folder}/seats") for folder in ("plain", "less"))
    assert set(less) - set(plain) == {"luck"}
    pd.testing.assert_frame_equal(less.drop(columns="luck"), plain)
    games = [Path(folder, "games/part-00000.parquet") for folder in ("plain", "less")]
    assert pd.read_parquet(games[0]).equals(pd.read_parquet(games[1]))
    assert Tables(Path("plain")).described["key"] != Tables(Path("less")).described["key"]


def test_any_number_of_jobs_and_a_resumed_run_write_the_same_bytes(simlab) -> None:
    for jobs in ("1", "2"):
        simlab(*QUICK, "--less-luck", "--jobs", jobs, "--out", jobs)
    assert files_of("1") == files_of("2")
    Path("2/_manifest.json").unlink()
    Path("2/games/part-00001.parquet").unlink()
    assert simlab("resume", "2").code == 0
    assert files_of("1") == files_of("2")
    assert simlab("verify", "2").code == 0


def test_the_summary_has_what_was_played_and_the_variance_that_is_gone(simlab) -> None:
    answer = simlab(*QUICK, "--less-luck", "--out", "here")
    assert "2p-hold: wins of seat 1 as played " in answer.out
    assert "of the variance is gone, as if " in " ".join(answer.out.split())
    number = simlab(*QUICK, "--less-luck", "--out", "here", "--json").json["scenarios"][0]
    width, wider = (each["high"] - each["low"] for each in (number, number["played"]))
    assert 3 * width < wider
    assert number["saving"] > 9
    credits = pd.read_parquet("here/seats").query("seat == 0")["credit"]
    assert number["played"]["estimate"] == credits.mean() != number["estimate"]


def test_wins_of_policies_in_turned_line_ups_are_less_luck_too(simlab) -> None:
    words = ("run", "pig", "--policy", "hold", "--policy", "hold:at=25", "--games", "400")
    simlab(*words, "--less-luck", "--out", "here")
    rows = win_rate.by_policy(Tables(Path("here")))
    assert rows["estimate"].sum() == pytest.approx(1)
    assert (rows["saving"] > 1).all()


def test_the_page_has_both_numbers_and_the_method(simlab) -> None:
    simlab(*QUICK, "--less-luck", "--out", "here")
    assert simlab("report", "here", "--full", "--assumptions", "0").code == 0
    page = Path("here/full.html").read_text(encoding="utf-8")
    assert "as played" in page
    assert "of the variance is gone" in page
    assert "with a slope fitted on other blocks; other numbers are as played" in page


def test_a_run_without_luck_is_not_taken_for_one_with_it(simlab) -> None:
    simlab(*QUICK, "--out", "here")
    answer = simlab(*QUICK, "--less-luck", "--out", "here")
    assert answer.code == 2
    assert "holds another run (luck measured in one of the two)" in answer.err


def test_a_comparison_has_the_change_as_played(simlab) -> None:
    words = ("ab", "pig", "--policy", "hold", "--patch", "target=20", "--margin", "10%")
    answer = simlab(*words, "--less-luck")
    assert answer.code == 0
    assert "As played, the change is " in " ".join(answer.out.split())
    content = simlab(*words, "--less-luck", "--json").json
    assert content["saving"] > 1
    assert content["played"]["low"] < content["change"]["low"]


def test_a_game_that_evaluates_no_position_is_refused(simlab, monkeypatch) -> None:
    monkeypatch.setitem(vars(GAME), "evaluate", None)
    monkeypatch.setattr("simlab.experiment.resolve.with_luck", with_luck.__wrapped__)
    answer = simlab(*QUICK, "--less-luck")
    assert answer.code == 2
    assert answer.problems == [
        "less_luck: Pig does not evaluate positions, by which luck is measured; give it a function"
        " evaluate(rules, state, seat), see simlab.game.Game"
    ]


def test_a_ladder_says_what_less_luck_gains_and_gives_its_command(simlab) -> None:
    words = ("ladder", "pig", "--policy", "hold", "--policy", "hold:at=10", "--games", "2k")
    answer = simlab(*words, "--less-luck", "--out", "there")
    assert answer.code == 0
    printed = " ".join(answer.out.split())
    assert "Luck: subtracted from each pairing" in printed
    assert "As played, hold has " in printed
    page = Path("there/ladder.html").read_text(encoding="utf-8")
    assert "--games 2k --less-luck --format round_robin</pre>" in one_line(page)


def test_headroom_has_the_gains_as_played_and_refuses_scores(simlab) -> None:
    words = ("headroom", "pig", "--policy", "hold", "--over", "hold", "--rollouts", "8")
    answer = simlab(*words, "--games", "120", "--less-luck", "--out", "there")
    assert answer.code == 0
    assert "Luck: It is subtracted from the wins." in answer.out
    content = simlab(*words, "--games", "120", "--less-luck", "--out", "there", "--json").json
    gains = {row["policy"]: row for row in content["gains"]}
    optimal = gains["optimal"]
    assert 0 < optimal["low"] < 0.03992 < optimal["high"] < optimal["played_high"]
    scores = simlab("headroom", "taxis", "--less-luck")
    assert scores.code == 2
    assert scores.problems == ["less_luck: headroom subtracts luck from wins, not from scores"]
