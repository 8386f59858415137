"""`simlab ab` and `simlab plan ab`."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from simlab.analysis.intervals import Interval
from simlab.analysis.verdict import Verdict
from simlab.cli.terminal.ab import early_sentence
from simlab.engine.build import Engine
from simlab.files.paths import data_folder
from tests.cli.test_interrupt import wait_for_line
from tests.support.kingmaker_games import DUEL

HOLD = ("pig", "--policy", "hold", "--seed", "3")
SHORT = ("--patch", "target=20")
ENDLESS = ("--margin", "1e-9", "--max-games", "900m")
QUICK = (*HOLD, *SHORT, "--margin", "50%")


def test_a_comparison_tells_the_change_both_sides_the_effect_and_the_verdict(simlab) -> None:
    answer = simlab("ab", *HOLD, *SHORT, "--margin", "1%", "--max-games", "400k", "--explain")
    assert answer.code == 0
    assert "Points that win the game: 20 instead of 100 [P5]." in answer.out
    assert "▲ Wins of seat 1: higher by more than 1 percentage point." in answer.out
    assert "games" in answer.out and "correlation" in answer.out
    assert "With other policies" in answer.out and "optimal" in answer.out


@pytest.mark.parametrize(
    ("verdict", "low", "high", "is_early"),
    [
        (Verdict.MORE, 0.7, 3.0, True),
        (Verdict.MORE, 1.0, 3.0, False),
        (Verdict.LESS, -3.0, -0.9, True),
        (Verdict.LESS, -3.0, -1.1, False),
        (Verdict.SAME, -0.2, 1.2, False),
    ],
)
def test_a_verdict_before_its_interval_leaves_the_margin_is_said_to_be(
    verdict: Verdict, low: float, high: float, is_early: bool
) -> None:
    question = SimpleNamespace(margin=1.0)
    look = SimpleNamespace(verdict=verdict, effect=Interval((low + high) / 2, low, high, 9))
    assert bool(early_sentence(cast(Any, question), cast(Any, look))) == is_early


def test_programs_get_one_object_the_same_for_any_number_of_jobs(simlab) -> None:
    one, two = (simlab("ab", *QUICK, "--json", "--jobs", jobs) for jobs in ("1", "2"))
    assert one.out == two.out
    verdict = one.json
    assert (verdict["verdict"], verdict["is_decided"], verdict["margin"]) == ("same", True, 0.5)
    assert verdict["change"]["low"] < verdict["change"]["estimate"] < verdict["change"]["high"]
    assert verdict["games"] == 2 * verdict["blocks"]
    assert 0 <= verdict["same_results"] <= 1
    others = [each["policy"] for each in verdict["population"]]
    assert others == ["random", "optimal", "hold:noise=0.05"]


def test_what_stays_undecided_ends_with_exit_code_1(simlab) -> None:
    answer = simlab("ab", *HOLD, "--patch", "target=99", "--margin", "0.1%", "--max-games", "2k")
    assert answer.code == 1
    assert "not decided yet" in answer.out and "--max-games" in answer.out


def test_an_exact_comparison_takes_more_games_for_the_same_verdict(simlab) -> None:
    words = ("ab", *HOLD, *SHORT, "--seed", "1914", "--margin", "1%", "--json")
    quick, exact = simlab(*words), simlab(*words, "--exact")
    assert (quick.code, exact.code) == (0, 0)
    assert quick.json["verdict"] == exact.json["verdict"] == "more"
    assert (quick.json["test"], exact.json["test"]) == ("interval", "exact")
    assert quick.json["games"] < exact.json["games"]


def test_an_exact_comparison_needs_a_metric_with_a_known_range(simlab) -> None:
    answer = simlab("ab", *HOLD, *SHORT, "--metric", "turns", "--exact")
    assert answer.code == 2
    assert answer.problems == ["exact: turns has no known range, so no interval is exact"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--patch", "target=100"), "patch: no rule changes"),
        ((*SHORT, "--players", "2,3"), "players: two sets of rules are compared at one table"),
        ((*SHORT, "--margin", "much"), 'margin: "much" is not a number above 0'),
        ((*SHORT, "--margin", "-1"), 'margin: "-1" is not a number above 0'),
        ((*SHORT, "--margin", "2"), 'wins_of_seat_1 is a share. Did you mean "2%"?'),
        ((*SHORT, "--margin", "2%", "--metric", "turns"), "2% is for shares; turns is in turns"),
        ((*SHORT, "--metric", "turn"), 'Did you mean "turns"?'),
        ((*SHORT, "--max-games", "many"), '"many" is not a whole number'),
        ((*SHORT, "--max-games", "1"), "max_games: must be at least 200 here"),
    ],
)
def test_what_cannot_be_compared_is_reported(simlab, words: tuple[str, ...], problem: str) -> None:
    answer = simlab("ab", *HOLD, *words)
    assert answer.code == 2
    assert problem in "".join(answer.problems)


def test_a_comparison_is_planned_before_it_is_played(simlab) -> None:
    answer = simlab("plan", "ab", *HOLD, *SHORT, "--margin", "2%", "--json").json
    assert answer["if_it_changes_much"]["games"] < answer["if_nothing_changes"]["games"]
    assert answer["unpaired_games"] > 100
    words = simlab("plan", "ab", *HOLD, *SHORT).out
    assert "To decide whether the patch changes wins of seat 1 by 2 percentage points" in words


def test_a_plan_says_how_many_games_less_luck_takes(simlab) -> None:
    words = ("plan", "ab", *HOLD, *SHORT, "--margin", "5%", "--less-luck")
    answer = simlab(*words, "--json").json
    played, adjusted = answer["if_nothing_changes"], answer["less_luck"]["if_nothing_changes"]
    assert 100 <= adjusted["games"] < played["games"] / 3
    printed = simlab(*words).out
    assert f"it takes {adjusted['games']} games instead of {played['games']:,}" in printed


def test_a_metric_without_a_known_range_is_planned_too(simlab) -> None:
    answer = simlab(
        "plan", "ab", *HOLD, *SHORT, "--metric", "turns", "--margin", "0.5", "--json"
    ).json
    assert answer["if_it_changes_much"]["blocks"] >= 100


@pytest.mark.long
def test_ctrl_c_ends_a_comparison(started) -> None:
    process = started("ab", *HOLD, "--patch", "target=99", *ENDLESS)
    wait_for_line(process, "blocks")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "not decided yet" in out and "Traceback" not in err
    assert err.splitlines()[-1] == "stopped; the answer above is from the last look"


@pytest.fixture
def mine(tmp_path):
    """A data folder of Pig with another target."""
    folder = shutil.copytree(data_folder("pig"), tmp_path / "mine")
    rules = folder / "rules.toml"
    rules.write_text(rules.read_text().replace("value = 100", "value = 20"))
    return folder


def test_a_data_folder_is_compared_with_that_of_the_game_or_another(simlab, mine) -> None:
    words = (*HOLD, "--margin", "50%", "--data", mine)
    answer = simlab("ab", *words)
    assert answer.code == 0
    assert "Data mine against the data of the game:" in answer.out
    assert "Points that win the game: 20 instead of 100 [P5]." in answer.out
    command = f"simlab houserule pig --policy hold --seed 3 --data {mine}"
    assert answer.out.endswith(f"For the size of the effect: {command}\n")
    back = simlab("ab", *HOLD, "--margin", "50%", "--against", mine, "--json").json
    assert back["patch"]["changes"] == ["Points that win the game: 100 instead of 20 [P5]."]
    assert (back["data"], back["against"]) == (None, str(mine))
    same = simlab("ab", *words, "--patch", "target=30", "--json").json
    assert same["patch"]["changes"] == ["Points that win the game: 30 instead of 20 [P5]."]


def test_data_folders_that_hold_the_same_rules_are_not_compared(simlab, tmp_path) -> None:
    folder = shutil.copytree(data_folder("pig"), tmp_path / "copy")
    answer = simlab("ab", *HOLD, "--data", folder)
    assert answer.problems == ["data: both folders hold the same rules"]


def test_a_house_rule_compares_data_folders_too(simlab, mine) -> None:
    words = ("houserule", "pig", "--policy", "hold", "--games", "200", "--data", mine)
    answer = simlab(*words, "--out", "here", "--json")
    assert answer.json["changes"] == ["Points that win the game: 20 instead of 100 [P5]."]
    assert simlab("verify", "here").code == 0
    assert "data = mine" in (Path("here") / "report.html").read_text()


def test_a_shipped_patch_is_called_by_its_title(simlab) -> None:
    out = simlab("ab", *HOLD, "--margin", "50%", "--patch", "half_way").out
    assert "Patch A game to half the points:" in out


@pytest.mark.parametrize("words", [("plan", "pig"), ("metrics", "pig"), ("plan", "ab", "pig")])
def test_what_must_be_compiled_is_reported_before(simlab, monkeypatch, words) -> None:
    monkeypatch.setattr(Engine, "is_compiled", lambda *asked: False)
    patch = SHORT if "ab" in words else ()
    assert "Compiling Pig (once)" in simlab(*words, "--policy", "hold", *patch).err


@pytest.mark.long
def test_a_metric_with_rollouts_is_compared_between_versions(simlab, tmp_path: Path) -> None:
    """The first of two players names the winner; in the other version a coin does."""
    old, new = tmp_path / "old.py", tmp_path / "new.py"
    old.write_text(DUEL, encoding="utf-8")
    coin = DUEL.replace("king = choice if", "king = self.chance.below(2) if")
    new.write_text(coin, encoding="utf-8")
    versions = ("ab", str(new), "--against", str(old), "--plain", "--jobs", "1")
    answer = simlab(*versions, "--metric", "influence", "--margin", "9", "--max-games", "200")
    assert answer.code == 0
    assert "Influence on others: lower by more than 9 percentage points." in answer.out
    assert "No other players have played it, since games with rollouts take long" in answer.out


def test_a_metric_that_the_game_cannot_have_is_refused_before_a_game(simlab) -> None:
    refused = simlab("ab", *HOLD, "--patch", "target=50", "--metric", "kingmaking")
    assert refused.code == 2
    assert refused.problems == [
        "metric: kingmaking is 0 by definition with two players: what one loses, the other wins;"
        " take influence, or more players"
    ]
