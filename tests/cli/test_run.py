"""`simlab run`, `simlab resume` and `simlab plan`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd
import pytest

import simlab as package
from simlab.execution.store import Store

STRANGER = Path(__file__).parent / "stranger.py"
QUICK = ("--policy", "hold", "--games", "300")
MIXED = ("--policy", "hold", "--policy", "random", "--policy-file", STRANGER, "--games", "300")
NONE_VARIED = ("--assumptions", "0")


def test_a_run_keeps_its_tables_under_its_name_and_key(simlab, tmp_path) -> None:
    answer = simlab("run", "pig", *QUICK, "--json")
    run = Path(answer.json["run"])
    assert run == tmp_path / "runs" / f"pig-{answer.json['key'][:8]}"
    assert len(pd.read_parquet(run / "games")) == answer.json["games"] == 300
    assert {path.name for path in run.iterdir()} == {
        *("games", "seats", "COLUMNS.md"),
        *("_experiment.toml", "_resolved.json", "_manifest.json"),
    }


def test_the_summary_shows_wins_with_intervals_capped_games_and_the_path(simlab) -> None:
    answer = simlab("run", "pig", *MIXED, "--out", "here")
    assert answer.code == 0
    head, _, first, *_ = answer.out.splitlines()
    assert head.split() == ["scenario", "games", "capped", "metric", "mean", "low", "high"]
    assert first.split()[:6] == ["2p-hold-random", "300", "0", "wins", "of", "hold"]
    assert "95 %" in answer.out
    assert f"Run: {Path.cwd() / 'here'}" in answer.out


def test_the_summary_counts_a_shared_block_once(simlab) -> None:
    numbers = simlab("run", "pig", *MIXED, "--json").json["scenarios"][0]["numbers"]
    by_name = {number["number"]: number["estimate"] for number in numbers}
    assert by_name["wins of hold"] + by_name["wins of random"] == pytest.approx(1)
    assert by_name["wins of seat 1"] + by_name["wins of seat 2"] == pytest.approx(1)
    assert all(number["low"] <= number["estimate"] <= number["high"] for number in numbers)


def test_a_cooperative_game_is_summed_up_by_its_score(simlab) -> None:
    words = ("run", "taxis", "--players", "2", "--policy", "random", "--games", "100", "--json")
    (scenario,) = simlab(*words).json["scenarios"]
    assert scenario["number"] == "score"
    assert scenario["low"] < scenario["estimate"] < scenario["high"]


def test_a_finished_run_is_not_played_again(simlab) -> None:
    simlab("run", "pig", *QUICK)
    (part,) = Path("runs").glob("*/games/part-00000.parquet")
    before = part.stat().st_mtime_ns
    again = simlab("run", "pig", *QUICK)
    assert "exists already" in again.err
    assert part.stat().st_mtime_ns == before
    assert "exists already" not in simlab("run", "pig", *QUICK, "--fresh").err
    assert part.stat().st_mtime_ns > before


def test_fresh_replaces_another_run_in_the_same_folder(simlab) -> None:
    simlab("run", "pig", *QUICK, "--out", "here")
    notes = [Path("here/notes.txt"), Path("here/games/notes.txt")]
    for file in notes:
        file.write_text("mine")
    assert simlab("run", "pig", *QUICK, "--seed", "5", "--out", "here").code == 2
    assert simlab("run", "pig", *QUICK, "--seed", "5", "--out", "here", "--fresh").code == 0
    assert Store(Path("here")).experiment_in_full()["seed"] == 5
    assert [file.read_text() for file in notes] == ["mine", "mine"]


def test_an_interrupted_run_is_finished_by_the_same_command_or_by_resume(simlab) -> None:
    for finish in (("run", "pig", *QUICK, "--out", "here"), ("resume", "here")):
        simlab("run", "pig", *QUICK, "--out", "here", "--fresh")
        Path("here/_manifest.json").unlink()
        Path("here/games/part-00001.parquet").unlink()
        answer = simlab(*finish)
        assert "200 of 300 games are played already" in answer.err
        assert "100 games in" in answer.err
        assert Store(Path("here")).is_finished()


def test_numbers_are_read_as_people_write_them(simlab) -> None:
    for games in ("0.3k", "3e2", "3_00"):
        words = ("run", "pig", "--policy", "hold", "--games", games, "--json")
        assert simlab(*words).json["games"] == 300


def test_several_numbers_of_players_make_several_scenarios(simlab) -> None:
    answer = simlab("run", "pig", *QUICK, "--players", "2,4", "--json").json
    assert [scenario["name"] for scenario in answer["scenarios"]] == ["2p-hold", "4p-hold"]
    frame = pd.read_parquet(Path(answer["run"]) / "games")
    assert frame["scenario"].value_counts().to_dict() == {"2p-hold": 300, "4p-hold": 300}


def test_without_a_policy_the_best_that_can_sit_there_plays(simlab) -> None:
    (scenario,) = simlab("run", "pig", "--players", "3", "--games", "30", "--json").json[
        "scenarios"
    ]
    assert scenario["policies"] == ["hold"] * 3


def test_a_shipped_experiment_is_found_by_its_bare_name(simlab) -> None:
    words = ("taxis_scores", "--policy", "random", "--players", "1", "--games", "50")
    answer = simlab("run", *words, "--json").json
    assert Path(answer["run"]).name.startswith("taxis_scores-")
    assert [scenario["games"] for scenario in answer["scenarios"]] == [50]


def test_options_replace_what_an_experiment_says_and_patches_come_on_top(simlab) -> None:
    Path("sub").mkdir()
    Path("sub/short.toml").write_text("target = 40\n")
    Path("sub/mine.toml").write_text(
        'game = "pig"\ngames = 500\npatch = "short.toml"\n'
        '[[scenario]]\nname = "a"\npolicy = "hold"\n'
        '[[scenario]]\nname = "b"\npolicy = "random"\ngames = 900\npatch = { target = 30 }\n'
    )
    run = simlab("run", "sub/mine.toml", "--games", "100", "--json").json["run"]
    scenarios = Store(Path(run)).experiment_in_full()["scenarios"]
    assert [(s["name"], s["games"], s["rules"]["target"]) for s in scenarios] == [
        ("2p-a", 100, 40),
        ("2p-b", 100, 30),
    ]
    run = simlab("run", "sub/mine.toml", "--patch", "target=20", "--json").json["run"]
    scenarios = Store(Path(run)).experiment_in_full()["scenarios"]
    assert [(s["games"], s["rules"]["target"]) for s in scenarios] == [(500, 20), (900, 20)]


def test_the_experiment_kept_in_a_run_gives_the_same_run_anywhere(simlab, monkeypatch) -> None:
    Path("sub").mkdir()
    Path("sub/short.toml").write_text("target = 40\n")
    Path("sub/mine.toml").write_text('game = "pig"\npolicy = "hold"\npatch = "short.toml"\n')
    first = simlab("run", "sub/mine.toml", "--games", "100", "--json").json
    monkeypatch.chdir("sub")
    again = simlab("run", Path(first["run"]) / "_experiment.toml", "--json").json
    assert again["key"] == first["key"]


def test_a_stranger_s_policy_plays_with_its_traits(simlab) -> None:
    words = ("--policy", "careful:at=5", "--policy", "hold", "--policy-file", STRANGER)
    (scenario,) = simlab("run", "pig", *words, "--games", "200", "--json").json["scenarios"]
    assert scenario["policies"] == ["careful:at=5", "hold"]


def test_a_plan_tells_games_width_minutes_and_size_and_keeps_nothing(simlab, tmp_path) -> None:
    answer = simlab(
        "plan", "pig", "--policy", "hold", "--players", "2,3", "--games", "1e6", "--json"
    )
    plan = answer.json
    assert plan["games"] == 2_000_000
    width = plan["scenarios"][0]["half_width"]
    assert width == pytest.approx(1.96 * 0.5 / 1000, rel=0.05)
    assert 0.01 < plan["minutes"] < 60
    assert list(tmp_path.iterdir()) == []


def test_the_size_in_a_plan_is_about_right(simlab) -> None:
    words = ("pig", "--policy", "hold", "--games", "20k", "--json")
    planned = simlab("plan", *words).json["megabytes"]
    run = Path(simlab("run", *words).json["run"])
    written = sum(path.stat().st_size for path in run.glob("*/*.parquet")) / 1e6
    assert planned == pytest.approx(written, rel=0.25)


def test_a_plan_is_readable(simlab) -> None:
    answer = simlab("plan", "pig", "--policy", "hold", "--players", "2,3", "--games", "5000")
    assert [line.split()[0] for line in answer.out.splitlines()[2:5]] == [
        *("2p-hold", "3p-hold", "total"),
    ]


def test_the_python_door_is_the_same_run(simlab) -> None:
    answer = simlab("run", "pig", *QUICK, "--json").json
    run = package.run("pig", policy="hold", games=300, out=answer["run"])
    assert json.loads((run.folder / "_manifest.json").read_text())["key"] == answer["key"]
    assert run.experiment.key() == answer["key"]
    assert len(run.seats()) == 600


def test_progress_goes_to_stderr_as_lines_where_there_is_no_terminal(simlab, monkeypatch) -> None:
    monkeypatch.setattr("simlab.api.progress.SECONDS_BETWEEN_LINES", 0.0)
    answer = simlab("run", "pig", *QUICK, "--jobs", "1")
    *lines, last = answer.err.splitlines()
    assert [line.split(",")[0] for line in lines] == [f"{n} of 300 games" for n in (100, 200, 300)]
    pattern = re.compile(r" games/s, \S+ \w+ left, 2p-hold: wins of seat 1 [\d.]+ ± [\d.]+ %$")
    assert all(pattern.search(line) for line in lines)
    assert last.startswith("300 games in ") and last.endswith(" games/s.")
    assert "games/s" not in answer.out


def test_a_run_ends_with_the_command_for_its_page(simlab) -> None:
    out = simlab("run", "pig", *QUICK, "--explain", "--out", "here").out
    assert "low and high: bounds of its interval" in " ".join(out.split())
    *_, run, last = out.splitlines()
    assert run == f"Run: {Path.cwd() / 'here'}"
    assert last == "For a page: simlab report here"


def test_a_short_run_says_one_line_only(simlab) -> None:
    assert len(simlab("run", "pig", *QUICK).err.splitlines()) == 1


def test_more_games_than_asked_for_are_reported_with_the_reason(simlab) -> None:
    lineup = ("--policy", "hold", "--policy", "random", "--policy", "random")
    note = "Note: 501 games instead of 500, so that every deal is played in all 3 rotations of"
    for command in ("plan", "run"):
        answer = simlab(command, "pig", *lineup, "--games", "500", "--json")
        assert answer.code == 0
        assert answer.json["games"] == 501
        assert [line for line in answer.err.splitlines() if line.startswith("Note: ")] == [
            f"{note} the line-up."
        ]
    assert "Note: " not in simlab("run", "pig", *lineup, "--games", "600").err


def test_compiling_is_announced(simlab, monkeypatch) -> None:
    monkeypatch.setattr("simlab.engine.build.Engine.is_compiled", lambda *_: False)
    assert simlab("run", "pig", *QUICK).err.startswith("Compiling Pig (once) ...\n")


def test_a_report_calls_components_by_their_french_names_when_asked(simlab) -> None:
    simlab(
        "run", "taxis", "--players", "2", "--policy", "random", "--games", "200", "--out", "here"
    )
    full = ("report", "here", "--full", *NONE_VARIED)
    assert simlab(*full, "--lang", "fr", "--out", "french").code == 0
    assert simlab(*full, "--out", "english").code == 0
    french, english = (Path(page, "full.html").read_text() for page in ("french", "english"))
    assert "Félicitations" in french and "Félicitations" not in english
    assert "What is assumed" in french and "Congratulations" in english


def test_players_may_be_repeated_or_listed(simlab) -> None:
    few = ("run", "pig", "--policy", "hold", "--games", "20", "--json")
    repeated = simlab(*few, "--players", "2", "--players", "3").json
    listed = simlab(*few, "--players", "2,3", "--fresh").json
    assert [each["players"] for each in repeated["scenarios"]] == [2, 3]
    assert repeated["scenarios"] == listed["scenarios"]
    both = ("ladder", "pig", "--policy", "hold", "--policy", "random", "--players", "2")
    assert simlab(*both, "--players", "3").code == 2
