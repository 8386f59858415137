"""`simlab sweep`, played with Pig."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd
import pytest

from simlab.execution.store import Store
from simlab.report.page import write

QUICK = ("--policy", "hold", "--games", "200")
TARGETS = ("--vary", "target=20,40", "--metric", "turns", "--margin", "2")


def test_a_sweep_prints_each_set_of_rules_with_its_change_and_verdict(simlab) -> None:
    answer = simlab("sweep", "pig", *QUICK, *TARGETS, "--out", "here")
    assert answer.code == 0
    lines = [line.split() for line in answer.out.splitlines()]
    assert ["mean", "95", "%", "change", "95", "%", "verdict", "rules"] in lines
    assert "Turns with 2 players; the margin is 2 turns" in answer.out
    (changed,) = [line for line in lines if line[-2:] == ["target", "20"]]
    assert changed[-4:-2] == ["▼", "lower"]
    assert f"Run: {Path.cwd() / 'here'}" in answer.out


def test_a_sweep_writes_a_page_and_says_where(simlab) -> None:
    answer = simlab("sweep", "pig", *QUICK, *TARGETS, "--out", "here")
    page = Path.cwd() / "here" / "report.html"
    assert answer.out.endswith(f"Open {page} in a browser.\n")
    assert "does to the turns" in page.read_text()
    answer = simlab("sweep", "pig", *QUICK, *TARGETS, "--out", "here", "--json")
    assert answer.json["report"] == str(page)


def test_a_patch_that_all_sets_of_rules_share_is_reported(simlab) -> None:
    words = ("sweep", "pig", *QUICK, "--vary", "target=20", "--patch", "half_way", "--out", "here")
    (line, *_) = [own for own in simlab(*words).out.splitlines() if own.strip()]
    assert line.startswith("All sets of rules, the unchanged one too, have: ")
    assert line in Path("here/report.html").read_text()


def test_a_sweep_comes_as_json_for_programs(simlab) -> None:
    answer = simlab("sweep", "pig", *QUICK, *TARGETS, "--players", "2,3", "--json")
    two, three = answer.json["sweeps"]
    assert (two["players"], three["players"]) == (2, 3)
    assert (two["metric"], two["margin"], two["blocks"]) == ("turns", 2, 200)
    base, *others = two["cells"]
    assert base["levels"] == {"target": "100"}
    assert base["change"] == {"estimate": 0, "low": 0, "high": 0}
    assert base["verdict"] is None
    turns = pd.read_parquet(Path(answer.json["run"]) / "games").groupby("scenario")["turns"].mean()
    for cell in others:
        assert cell["estimate"] == pytest.approx(turns[cell["name"]])
        assert cell["change"]["estimate"] == pytest.approx(cell["estimate"] - base["estimate"])
        assert cell["change"]["low"] < cell["change"]["estimate"] < cell["change"]["high"]
    assert answer.json["games"] == 1200


def test_all_cells_play_the_same_deals(simlab) -> None:
    simlab("sweep", "pig", *QUICK, "--vary", "target=99", "--out", "here")
    games = Store(Path("here")).games()
    by_cell = [own["deal"].tolist() for _, own in games.groupby("scenario")]
    assert by_cell[0] == by_cell[1] == list(range(200))
    same = games.pivot(index="deal", columns="scenario", values="winner")
    assert (same["2p-unchanged"] == same["2p-target_99"]).mean() > 0.9


def test_an_interrupted_sweep_is_finished_by_resume_and_reported_as_one(simlab) -> None:
    first = simlab("sweep", "pig", *QUICK, *TARGETS, "--out", "here")
    Path("here/_manifest.json").unlink()
    part = Path("here/games/scenario=2p-target_40/part-00001.parquet")
    before = part.read_bytes()
    part.unlink()
    again = simlab("resume", "here")
    assert "200 of" not in again.out
    assert again.out == first.out
    assert part.read_bytes() == before
    assert simlab("verify", "here").code == 0


def test_the_same_games_answer_for_another_metric(simlab) -> None:
    simlab("sweep", "pig", *QUICK, *TARGETS, "--out", "here")
    words = ("sweep", "pig", *QUICK, "--vary", "target=20,40", "--out", "here")
    answer = simlab(*words, "--metric", "wins_of_seat_2")
    assert "exists already" in answer.err
    assert "Wins of seat 2" in answer.out
    assert json.loads(Path("here/_resolved.json").read_text())["study"]["metric"] == (
        "wins_of_seat_2"
    )
    assert "wins of seat 2" in write(Path("here")).read_text()


def test_a_factor_named_twice_has_the_levels_of_both(simlab) -> None:
    words = ("sweep", "pig", *QUICK, "--vary", "target=20..21", "--vary", "target=30", "--json")
    cells = simlab(*words).json["sweeps"][0]["cells"]
    assert [cell["levels"]["target"] for cell in cells] == ["100", "20", "21", "30"]


def test_shipped_patches_are_levels(simlab) -> None:
    words = ("sweep", "pig", *QUICK, "--vary", "patch=half_way", "--design", "one_at_a_time")
    cells = simlab(*words, "--json").json["sweeps"][0]["cells"]
    assert [cell["levels"] for cell in cells] == [
        {"patch": "unchanged"},
        {"patch": "A game to half the points"},
    ]


def test_patch_without_levels_stands_for_all_shipped_ones_beside_other_factors(simlab) -> None:
    words = ("sweep", "pig", *QUICK, "--vary", "target=20", "--vary", "patch", "--json")
    levels = [cell["levels"] for cell in simlab(*words).json["sweeps"][0]["cells"]]
    assert {own["patch"] for own in levels} == {"unchanged", "A game to half the points"}
    assert {own["target"] for own in levels} == {"20", "100"}


def test_patches_as_switches_meet_in_a_grid(simlab) -> None:
    Path("short.toml").write_text('title = "A short game."\ntarget = 30\n')
    words = ("--switch", "short.toml", "--switch", "target=-5", "--metric", "turns")
    out = simlab("sweep", "pig", *QUICK, *words).out
    assert "A short game on, target=-5 on" in out
    (folder,) = Path("runs").iterdir()
    names = sorted(path.name for path in (folder / "games").iterdir())
    assert names[:2] == ["scenario=2p-A_short_game_on", "scenario=2p-A_short_game_on-target_-5_on"]


def test_a_long_sweep_prints_the_largest_changes(simlab) -> None:
    words = ("sweep", "pig", "--policy", "hold", "--games", "20", "--vary", "target=10..30")
    out = simlab(*words, "--metric", "turns").out
    assert "6 more sets of rules with smaller changes are in the report." in out
    table = out[out.index("verdict") : out.index("Intervals: ")]
    assert table.count("target") == 15


def test_sampled_designs_try_as_many_cells_as_asked(simlab) -> None:
    words = ("sweep", "pig", "--policy", "hold", "--games", "20", "--vary", "target=10..100")
    for design, n in (("latin_hypercube", 5), ("sobol", 4)):
        answer = simlab(*words, "--design", design, "--cells", str(n), "--json").json
        assert len(answer["sweeps"][0]["cells"]) == n + 1


def test_a_certificate_says_which_deals_were_used_for_choosing(simlab) -> None:
    words = ("sweep", "pig", "--policy", "hold", "--games", "40", "--vary", "target=40,60")
    assert "--certify" in Path(page_of(simlab(*words))).read_text(encoding="utf-8")
    answer = simlab(*words, "--certify", "target 60")
    sentence = (
        "Certificate: none of these deals was used for choosing among 2 changes of the rules, which"
    )
    assert sentence in " ".join(answer.out.split())
    page = Path(page_of(answer)).read_text(encoding="utf-8")
    assert sentence in page
    assert "--certify and its name" not in page


def page_of(answer) -> str:
    (page,) = re.findall(r"Open (.*) in a browser", answer.out)
    return page


def test_an_experiment_file_with_a_sweep_is_run_like_any(simlab) -> None:
    Path("mine.toml").write_text(
        'game = "pig"\npolicy = "hold"\ngames = 100\n'
        '[sweep]\nmetric = "turns"\n[sweep.vary]\ntarget = [50]\n'
    )
    answer = simlab("run", "mine.toml")
    assert "Turns with 2 players" in answer.out
    assert simlab("sweep", "mine.toml").out == answer.out
    assert simlab("plan", "mine.toml", "--json").json["games"] == 200


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--vary", "taret=3"), 'vary.taret: no such rule. Did you mean "target"?'),
        (("--vary", "target=5"), "vary.target: 5 is out of range 10 to 100."),
        (("--vary", "target=20..10"), "vary.target: 20..10 runs downwards; write 10..20"),
        (
            ("--vary", "target", "--vary", "target"),
            "vary.target: named 2 times, of which 2 without",
        ),
        ((), "vary: name at least one rule to vary, as in --vary hand_limit=4..6"),
        (("--design", "sobol"), "vary: name at least one rule to vary"),
        (("--vary", "target=50", "--metric", "turn"), 'Did you mean "turns"?'),
        (("--vary", "target=50", "--design", "sbl"), 'design: "sbl" is not one of grid'),
    ],
)
def test_what_cannot_be_swept_is_bad_input_and_nothing_is_kept(simlab, words, problem) -> None:
    answer = simlab("sweep", "pig", *QUICK, *words)
    assert answer.code == 2
    assert any(problem in line for line in answer.problems)
    assert not Path("runs").exists()
