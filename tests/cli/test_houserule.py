"""`simlab houserule`."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from simlab.catalog import find_game
from simlab.cli import main
from simlab.execution.executor import Threads
from simlab.execution.store import Store
from simlab.experiment.patch import find_shipped_patches
from simlab.experiment.request import request_experiment
from simlab.studies.kit.blocks import play_blocks
from simlab.studies.kit.metrics import metrics_at
from tests.support.games import quick_policy
from tests.support.read_page import read_page

SHORT = ("houserule", "pig", "--patch", "target=50", "--players", "3", "--games", "400")
OUT = "my run"
STRANGER = Path(__file__).parent / "stranger.py"


def test_it_tells_the_change_the_answer_the_largest_changes_and_where_the_page_is(simlab) -> None:
    answer = simlab(*SHORT, "--out", "here")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0].endswith("(half_way)")
    assert lines[1] == "Points that win the game: 50 instead of 100 [P5]."
    assert "Changes with 3 players and hold in every seat" in answer.out
    assert "(hold:noise=0.05)" in answer.out
    assert re.search(r"score per seat +[\d.]+ → [\d.]+", answer.out)
    assert lines[-2:] == ["Run: here", "Open here/report.html in a browser."]
    assert Path("here/report.html").is_file()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of SHORT, played once for all tests that read it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("houserule"))
        patch.setattr("sys.argv", ["simlab", *SHORT, "--out", OUT])
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == 0
        return Path(OUT).absolute()


@pytest.fixture
def run(played: Path, simlab) -> Path:
    """Return a copy of that folder, by its name in the working folder."""
    shutil.copytree(played, OUT)
    return Path(OUT)


def test_all_differences_come_as_json_for_programs(simlab) -> None:
    content = simlab(*SHORT, "--json").json
    assert content["changes"] == ["Points that win the game: 50 instead of 100 [P5]."]
    assert Path(content["report"]).is_file()
    (comparison,) = content["pairs"]
    assert (comparison["players"], comparison["policies"]) == (3, ["hold"] * 3)
    score = next(line for line in comparison["metrics"] if line["metric"] == "score")
    assert score["low"] <= score["estimate"] <= score["high"] < 0
    assert (score["verdict"], score["n"], score["left_out"]) == ("less", 400, 0)
    others = [other["policies"][0] for other in content["others"]]
    assert others == ["random", "hold:noise=0.05"]


def test_the_run_is_one_like_any_other(simlab, run: Path) -> None:
    assert simlab("verify", run, "--sample", "20").code == 0
    before = (run / "report.html").read_bytes()
    assert simlab("report", run, "--assumptions", "0").code == 0
    assert (run / "report.html").read_bytes() == before
    assert "exists already; --fresh plays it again" in simlab(*SHORT, "--out", run).err


def test_the_commands_on_the_page_tell_the_same_game_with_another_winner(simlab, run: Path) -> None:
    page = read_page(run / "report.html")
    commands = re.findall(r"^simlab (replay .*)$", page.text, re.MULTILINE)
    assert len(commands) == 10 + 4  # the games that change, and those to read
    before, after = (simlab(*shlex.split(words)).out for words in commands[:2])
    assert before.splitlines()[0] == after.splitlines()[0]
    winners = [re.search(r"^(Player \d) wins ", replay, re.M)[1] for replay in (before, after)]
    assert winners[0] != winners[1]


def test_the_page_tells_how_to_make_it_again(simlab, run: Path) -> None:
    page = read_page(run / "report.html")
    command, file = re.search(r"^simlab (\w+) (\S+\.toml)$", page.text, re.MULTILINE).groups()
    Path(file).write_text((run / "_experiment.toml").read_text())
    again = simlab(command, file, "--json").json
    assert again["key"] == json.loads((run / "_resolved.json").read_text())["key"]
    assert again["run"] != OUT


def test_an_interrupted_run_is_resumed_to_the_same_page(simlab, run: Path) -> None:
    page = (run / "report.html").read_bytes()
    (run / "_manifest.json").unlink()
    (run / "games/scenario=3p-changed/part-00001.parquet").unlink()
    refused = simlab("report", run)
    assert refused.code == 1
    assert f"{run}: is not finished; go on with: simlab resume '{run}'" in refused.err
    (run / "report.html").unlink()
    resumed = simlab("resume", run)
    assert resumed.code == 0
    assert Store(run).is_finished()
    assert "Changes with 3 players and hold in every seat" in resumed.out
    assert resumed.out.splitlines()[-1] == f"Open {run}/report.html in a browser."
    assert (run / "report.html").read_bytes() == page


def test_a_run_whose_changed_rules_have_not_been_played_is_refused(simlab, run: Path) -> None:
    (run / "_manifest.json").unlink()
    shutil.rmtree(run / "games/scenario=3p-changed")
    refused = simlab("report", run)
    assert refused.code == 1
    assert f"is not finished; go on with: simlab resume '{run}'" in refused.err


def test_a_shipped_patch_is_reported_by_its_title_and_its_name(simlab) -> None:
    words = ("--patch", "half_way", "--players", "2", "--games", "200", "--out", "here")
    answer = simlab("houserule", "pig", *words)
    (patch,) = json.loads(Path("here/_resolved.json").read_text())["study"]["shipped"]
    title = f"{patch['title']} (half_way)"
    assert answer.out.splitlines()[0] == title
    assert title in read_page(Path("here/report.html")).text


def test_patches_and_experiments_in_each_others_place_are_distinguished(simlab) -> None:
    Path("mine.toml").write_text("target = 50\n")
    Path("all.toml").write_text('game = "pig"\n')
    patch = simlab("houserule", "mine.toml")
    experiment = simlab("houserule", "pig", "--patch", "all.toml")
    assert (patch.code, experiment.code) == (2, 2)
    assert "a patch goes with one: GAME --patch mine.toml" in patch.err
    assert "all.toml: is an experiment, not a patch" in experiment.err


def test_a_mixed_line_up_is_compared_policy_by_policy(simlab) -> None:
    words = ("--policy", "hold", "--policy", "random", "--games", "400", "--json")
    content = simlab("houserule", "pig", "--patch", "half_way", *words).json
    metrics = [line["metric"] for line in content["pairs"][0]["metrics"]]
    assert metrics[:2] == ["wins_of_hold", "wins_of_random"]
    policies = [other["policies"][0] for other in content["others"]]
    assert policies == ["random", "hold", "optimal"]
    resolved = json.loads(Path(content["run"], "_resolved.json").read_text())
    assert resolved["question"].endswith("?")


def test_strangers_take_part(simlab) -> None:
    words = ("--policy-file", STRANGER, "--policy", "hold", "--games", "400", "--json")
    content = simlab("houserule", "pig", "--patch", "target=50", *words).json
    assert "stranger" not in content["pairs"][0]["policies"]
    assert len(content["others"]) >= 3


def test_the_metric_of_a_patch_is_in_the_first_sentence_unless_another_is_named(simlab) -> None:
    Path("mine.toml").write_text('question = "Is it shorter?"\nmetric = "turns"\ntarget = 50\n')
    words = ("houserule", "pig", "--patch", "mine.toml", "--games", "100", "--out", "here")
    assert "the change lowers the turns by" in simlab(*words).out
    assert read_page(Path("here/report.html")).text.count("the change lowers the turns by") == 1
    assert "the change lowers the decisions by" in simlab(*words, "--metric", "decisions").out


def test_the_target_of_a_patch_is_answered_and_an_option_replaces_it(simlab) -> None:
    aim = 'metric = "turns"\nmetric_target = 9\ntarget = 50\n'
    Path("mine.toml").write_text(f'question = "Is it shorter?"\n{aim}')
    words = ("houserule", "pig", "--patch", "mine.toml", "--games", "100")
    own, other = (
        " ".join(simlab(*words, *more).out.split()) for more in ((), ("--metric-target", "20"))
    )
    assert "The changed rules come nearest to the target of 9 turns, at 9 (" in own
    assert "The unchanged rules come nearest to the target of 20 turns, at 19 (" in other


def test_a_target_that_a_metric_cannot_have_is_reported_with_its_line(simlab) -> None:
    Path("mine.toml").write_text('metric = "wins_of_seat_1"\nmetric_target = 60\ntarget = 50\n')
    answer = simlab("houserule", "pig", "--patch", "mine.toml")
    assert answer.code == 2
    assert "patch: mine.toml:2: metric_target: 60 is no share" in answer.err


def test_an_unknown_metric_of_a_patch_is_reported_with_its_line_before_play(simlab) -> None:
    Path("mine.toml").write_text('title = "Mine"\nmetric = "turn"\ntarget = 50\n')
    answer = simlab("houserule", "pig", "--patch", "mine.toml", "--out", "here")
    assert answer.code == 2
    assert 'patch: mine.toml:2: metric: "turn"' in answer.err
    assert 'Did you mean "turns"?' in answer.err
    assert not Path("here").exists()


@pytest.mark.long
@pytest.mark.parametrize("name", ["pig", "arriala", "mare_nostrum"])
def test_the_metrics_of_shipped_patches_exist(name: str) -> None:
    game = find_game(name)
    scenario = request_experiment(name, {"policy": [quick_policy(game).name]}).scenarios[0]
    known = {m.name for m in metrics_at(scenario, play_blocks(Threads(1), scenario, 0, 1))}
    assert {patch.metric for patch in find_shipped_patches(game)} <= {*known, None}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("pig",), "patch: name the rule to change: --patch KEY=VALUE, --patch FILE, or --data"),
        (("pig", "--patch", "target=100"), "patch: changes nothing; these are the rules"),
        (("pig", "--patch", "target=1"), "target: "),
        (("taxis_scores", "--patch", "events=off"), "houserule: makes the scenarios itself"),
        (("pog", "--patch", "target=50"), '"pog" is no game'),
    ],
)
def test_what_cannot_be_compared_is_refused(simlab, words, problem) -> None:
    answer = simlab("houserule", *words)
    assert answer.code == 2
    assert any(problem in line for line in answer.problems)
