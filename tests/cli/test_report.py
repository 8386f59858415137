"""The page of a run, and the games that vary what it assumes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

import simlab as api
from simlab.analysis.tables import Tables
from simlab.errors import Interrupted
from simlab.report.page_files import RECORD
from simlab.report.picture import picture_of
from simlab.studies.run import assumptions as study
from simlab.studies.run import other_players
from tests.support.read_page import one_line, read_page
from tests.support.vigil_game import write_vigil
from tests.support.written_player import bold

FEW = ("--assumptions", "20")
MARKET = str(Path(__file__).parents[1] / "plain" / "market" / "market.py")
VARIED = Path("got/_assumptions")


@pytest.fixture
def got(simlab) -> Callable[..., Path]:
    """Play Pig to 50 points, an assumed number, or other words."""
    Path("mine").mkdir()
    Path("mine/rules.toml").write_text('[target]\nvalue = 50\nprovenance = "assumed"\n')

    def play(*words: str) -> Path:
        what = ("pig", "--data", "mine", "--policy", "hold", "--games", "40", *words)
        assert simlab("run", *what, "--out", "got").code == 0
        return Path("got")

    return play


def bytes_of(run: Path) -> dict[Path, bytes]:
    """Return the files of a run without its page and what was varied for it."""
    described = (file for file in run.glob("_*.*") if file.name != RECORD)
    files = [*described, *run.glob("games/**/*.parquet"), *run.glob("seats/**/*.parquet")]
    return {file: file.read_bytes() for file in files}


def test_the_first_report_varies_what_is_assumed_and_the_second_reads_it(simlab, got) -> None:
    before = bytes_of(got())
    first = simlab("report", "got", *FEW)
    assert first.code == 0
    note = " ".join(first.err.split())
    assert "Note: 2 other values are played once for what is assumed, 20 games each;" in note
    assert "; the player’s trait at is halved and doubled once, 20 games each;" in note
    assert "80 games are played once with one choice in twenty drawn by chance." in note
    page = Path("got/report.html").read_text()
    assert "How much the assumptions weigh" in page
    assert "Points that win the game: 38 instead of 50 [P5]" in page
    assert "The length of the game follows the player’s “at” (turn total" in page
    second = simlab("report", "got")
    assert second.code == 0 and "Note: " not in second.err and "games/s" not in second.err
    assert Path("got/report.html").read_text() == page
    assert bytes_of(Path("got")) == before


def test_the_terminal_names_the_assumption_that_moves_the_answer_most(simlab, got) -> None:
    words = ("pig", "--data", "mine", "--policy", "hold", "--games", "40", "--out", "got")
    assert "1 rule or table is assumed; simlab report got says which moves the answer most." in (
        " ".join(simlab("run", *words).out.split())
    )
    assert simlab("report", "got", *FEW).code == 0
    out = " ".join(simlab("run", *words).out.split())
    assert "Changed one at a time (4 changes)" in out and "too few games to say" in out
    assert "The length of the game follows the player’s “at” (turn total at which to hold" in out
    assert "simlab report got says" not in out


def test_a_comparison_says_that_what_is_assumed_was_not_varied(simlab) -> None:
    words = ("ab", MARKET, "--policy", "thrifty", "--max-games", "200", "--patch", "income=9")
    sentence = "1 rule or table is assumed, and no other values were played; simlab report on"
    assert sentence in " ".join(simlab(*words).out.split())
    nothing = simlab("ab", "pig", "--policy", "hold", "--max-games", "400", "--patch", "target=40")
    assert "assumed" not in nothing.out


def test_a_run_with_varied_assumptions_is_as_before_to_every_other_command(simlab, got) -> None:
    simlab("report", got(), *FEW)
    verified = simlab("verify", "got", "--sample", "5")
    assert verified.code == 0 and "no differences" in verified.out
    assert simlab("resume", "got").code == 0
    assert [run["name"] for run in simlab("runs", ".", "--json").json["runs"]] == ["got"]
    assert simlab("report", VARIED).code == 0
    assert simlab("runs", ".", "--delete", "got", "--yes").code == 0
    assert not Path("got").exists()


def test_no_games_are_played_when_none_are_asked_for(simlab, got) -> None:
    got()
    assert simlab("report", "got", "--assumptions", "0").code == 0
    assert not VARIED.exists()
    assert "Not measured: 1 rule or table is assumed" in Path("got/report.html").read_text()


def test_another_number_of_games_is_played_again(simlab, got) -> None:
    simlab("report", got(), *FEW)
    assert "30 games each" in simlab("report", "got", "--assumptions", "30").err
    assert simlab("report", "got", "--assumptions", "30").err == ""


def test_a_run_that_assumes_nothing_is_not_varied(simlab) -> None:
    simlab("run", "pig", "--policy", "optimal", "--games", "20", "--less-luck", "--out", "got")
    simlab("report", "got", "--assumptions", "0")
    assert not VARIED.exists()


def test_a_run_of_weaker_players_is_played_by_the_strongest_one_too(simlab) -> None:
    words = ("run", "pig", "--policy", "hold:noise=0", "--games", "20", "--out", "got")
    assert "the strongest player measured is optimal with 2 players" in one_line(simlab(*words).out)
    note = (
        "Note: The strongest player measured plays the run once, too: optimal, 1,000 games each.\n"
    )
    assert note in simlab("report", "got").err
    played = api.read_run(Path("got/_other_players"))
    assert set(played.seats()["policy"]) == {"optimal"} and len(played.games()) == 1_000
    text = read_page(Path("got/report.html")).text
    assert "optimal, the strongest player measured (1,000 games)" in text
    assert simlab("report", "got").err == ""


def test_a_run_that_assumes_nothing_is_played_with_a_small_noise(simlab) -> None:
    simlab("run", "pig", "--policy", "hold", "--games", "400", "--out", "got")
    first = simlab("report", "got")
    assert "; 1,600 games are played once with one choice in twenty" in " ".join(first.err.split())
    text = read_page(Path("got/report.html")).text
    assert "With one choice in twenty drawn by chance, the first seat wins" in text
    assert simlab("report", "got").err == ""


@pytest.mark.parametrize(
    ("command", "change", "change_of"),
    [
        ("sweep", ("--vary", "target=20", "--metric", "turns"), "turns (turns)"),
        ("houserule", ("--patch", "target=20"), "wins of seat 1 (percentage points)"),
    ],
)
def test_the_unchanged_rules_of_a_study_are_varied(
    simlab, got, monkeypatch, command, change, change_of
) -> None:
    monkeypatch.setattr("simlab.report.page.picture_of", picture_of)
    got()
    words = ("--data", "mine", "--players", "2", "--policy", "hold", *change, "--games", "60")
    assert simlab(command, "pig", *words, "--out", "got", "--fresh").code == 0
    assert not VARIED.exists(), "a command plays only what it was asked for"
    assert simlab("report", "got", *FEW).code == 0
    page = Path("got/report.html").read_text()
    assert "How much the assumptions weigh" in page
    assert "Points that win the game: 38 instead of 50 [P5]" in page
    assert f"change of the {change_of}" in page
    assert {tuple(own.described["changes"]) for own in Tables(VARIED).scenarios} == {
        (),
        ("Points that win the game: 38 instead of 50 [P5].",),
        ("Points that win the game: 62 instead of 50 [P5].",),
    }


def test_the_first_report_of_a_sweep_plays_its_change_by_other_policies(simlab, got) -> None:
    words = ("pig", "--policy", "hold", "--vary", "target=20", "--metric", "turns")
    assert simlab("sweep", *words, "--games", "60", "--out", "got").code == 0
    others = Path("got/_other_players")
    assert not others.exists(), "a command plays only what it was asked for"
    assert simlab("report", "got", "--assumptions", "0").code == 0
    assert (
        "Not measured: all sets of rules were played by hold" in Path("got/report.html").read_text()
    )
    first = simlab("report", "got", *FEW)
    note = "2 other policies play once what the answer names, 20 games by each set of rules."
    assert note in " ".join(first.err.split())
    page = read_page(Path("got/report.html"))
    assert "With other policies" in page.text
    assert "The change of the turns: by “points that win the game: 20” it is" in page.text
    assert set(api.read_run(others).seats()["policy"]) == {"optimal", "hold:noise=0.05"}
    assert "games/s" not in simlab("report", "got").err
    assert "30 games by each" in simlab("report", "got", "--assumptions", "30").err
    assert simlab("verify", "got", "--sample", "5").code == 0


def test_other_policies_that_take_too_long_are_a_note(simlab, monkeypatch) -> None:
    monkeypatch.setattr(other_players, "SECONDS", 0.0)
    words = ("pig", "--policy", "hold", "--vary", "target=20", "--games", "60", "--out", "got")
    assert simlab("sweep", *words).code == 0
    answer = simlab("report", "got")
    assert answer.code == 0 and not Path("got/_other_players").exists()
    assert "--assumptions 400 plays them" in " ".join(answer.err.split())


def test_a_search_is_replaced_by_its_base(simlab, got) -> None:
    run = got("--policy", "search:base=hold,rollouts=8", "--games", "2")
    simlab("report", run, *FEW)
    policies = api.read_run(VARIED).seats()["policy"].unique().tolist()
    assert sorted(policies) == ["hold"]


def test_data_that_have_changed_since_are_a_note_and_the_page_is_written(simlab, got) -> None:
    got()
    Path("mine/rules.toml").write_text('[target]\nvalue = 60\nprovenance = "assumed"\n')
    answer = simlab("report", "got")
    assert answer.code == 0 and not VARIED.exists()
    assert "Note: what is assumed is not varied: " in answer.err
    assert "rules.toml has changed" in " ".join(answer.err.split())
    shutil.rmtree("mine")
    assert "Note: what is assumed is not varied: " in simlab("report", "got").err


def test_traits_that_take_too_long_are_left_out_and_the_page_says_so(
    simlab, got, monkeypatch
) -> None:
    def affordable(*_: object, **__: object) -> study.Budget:
        return study.Budget(100, n_traits=0)

    monkeypatch.setattr("simlab.api.assumptions.affordable_budget", affordable)
    assert "for what is assumed, 100 games each" in one_line(simlab("report", got()).err)
    left_out = "these were not played, to save time: --assumptions 100 plays them"
    assert left_out in read_page(Path("got/report.html")).text
    again = " ".join(simlab("report", "got", "--assumptions", "100").err.split())
    assert "the player’s trait at is halved and doubled once, 100 games each" in again
    assert left_out not in read_page(Path("got/report.html")).text


def test_trial_games_choose_among_many_traits(simlab, tmp_path) -> None:
    vigil = write_vigil(tmp_path)
    simlab("run", vigil, "--policy", "guard", "--games", "40", "--out", "got")
    note = one_line(simlab("report", "got", *FEW).err)
    assert "Note: 7 traits of the player have other values in 12 trial games each." in note
    text = read_page(Path("got/report.html")).text
    assert "The length of the game follows the player’s “patience” (rounds that it stays):" in text
    assert "No such change moves the wins of seat 1 beyond doubt" in text


@pytest.mark.parametrize(
    ("policies", "sentence"),
    [
        (["passer"], "passer has no traits that could have other values."),
        (["passer", "sentry"], "Several policies play; their traits were not varied."),
    ],
)
def test_a_page_says_that_there_is_nothing_to_vary(simlab, tmp_path, policies, sentence) -> None:
    words = [word for policy in policies for word in ("--policy", policy)]
    simlab("run", write_vigil(tmp_path), *words, "--games", "40", "--out", "got")
    assert "trait" not in simlab("report", "got", "--assumptions", "0").err
    assert sentence in read_page(Path("got/report.html")).text


def test_a_learnt_player_has_no_traits_to_vary(simlab, tmp_path) -> None:
    bold(tmp_path / "bold")
    simlab("run", "pig", "--policy", str(tmp_path / "bold"), "--games", "40", "--out", "got")
    simlab("report", "got", *FEW)
    assert "@bold has no traits that could have other values." in (
        read_page(Path("got/report.html")).text
    )


def test_a_policy_that_is_too_slow_is_a_note(simlab, got, monkeypatch) -> None:
    monkeypatch.setattr(study, "SECONDS", 0.0)
    answer = simlab("report", got())
    assert answer.code == 0 and not VARIED.exists()
    assert "--assumptions 100 plays them" in " ".join(answer.err.split())


def test_the_result_in_python_has_the_effects_once_the_page_is_written(got) -> None:
    run = api.read_run(got())
    assert "assumptions" not in run.frames
    run.page(assumptions=20)
    frame = run.frames["assumptions"]
    rules = frame[frame["kind"] == "assumption"]
    assert rules["changes"].str.contains("instead of 50").all() and len(rules) == 2
    assert frame.loc[frame["kind"] == "trait", "names"].tolist() == ["at", "at"]
    assert set(frame["n"]) == {20}
    assert "Changed one at a time" in Path("got/report.html").read_text()


@pytest.mark.long
def test_another_deck_weighs_more_than_chance_in_taxis(simlab) -> None:
    simlab("run", "taxis", "--players", "3", "--games", "1000", "--out", "got")
    assert simlab("report", "got", "--assumptions", "400").code == 0
    frame = api.read_run("got").frames["assumptions"].set_index("title")
    jokers = frame.loc["Twice as many jokers"]
    assert jokers["low"] > 0 and jokers["verdict"] == "more"
    events = frame[frame["changes"].str.startswith("Taxi cards, event")].iloc[0]
    assert events["high"] < 0


def test_a_page_that_is_stopped_while_games_are_played_for_it_says_that_it_is_not_written(
    simlab, got, monkeypatch
) -> None:
    """What has been played for a page is nothing that somebody resumes for itself."""
    run = got()

    def stopped(*_: object, **__: object) -> NoReturn:
        raise Interrupted("stopped; 1 of 9 parts are kept, go on with: simlab resume got/_hidden")

    for play in ("play_short_search", "play_other_players", "vary_assumptions"):
        monkeypatch.setattr(f"simlab.api.run.{play}", stopped)
        answer = simlab("report", run, *FEW)
        assert answer.code == 130
        last = "stopped; the page is not written; --assumptions 0 writes it at once"
        assert answer.err.splitlines()[-1] == last
