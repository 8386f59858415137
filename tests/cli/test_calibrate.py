"""simlab calibrate and --like, as typed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from inspect import signature

import pytest

from simlab.cli.app import COMMANDS
from simlab.errors import InputError
from tests.support.play_log import LOGS, PLAYS, write_play_log
from tests.support.read_page import one_line

PIG = ("calibrate", "pig", "--plays", "plays.csv", "--policy", "hold", "--games", "400")
REQUIRED = {
    "ab": ("--patch", "target=20"),
    "houserule": ("--patch", "target=20"),
    "replay": ("--game", "0"),
    "explain-move": ("--game", "0", "--decision", "0"),
    "rare": ("--score", "90"),
}
"""Options that a command cannot do without."""


@pytest.fixture(autouse=True)
def plays(tmp_path, simlab) -> None:
    """The example log in the working folder."""
    shutil.copy(PLAYS / "pig_hold_20.csv", "plays.csv")


def test_the_example_log_is_what_its_command_writes(tmp_path) -> None:
    write_play_log(LOGS["pig_hold_20.csv"], tmp_path / "again.csv", tmp_path)
    assert (tmp_path / "again.csv").read_bytes() == (PLAYS / "pig_hold_20.csv").read_bytes()


def test_the_known_noise_of_the_example_is_found(simlab) -> None:
    answer = simlab(*PIG, "--json")
    assert answer.code == 0
    noise = answer.json["noise"]
    standard_error = (noise["high"] - noise["low"]) / 4
    assert abs(noise["estimate"] - 0.2) < 5 * standard_error < 0.2
    assert answer.json["p_value"] > 0.001
    assert answer.json["fitted"] == f"hold:noise={noise['estimate']:.3g}"


def test_plays_of_no_skill_are_reported_as_such(simlab, tmp_path) -> None:
    rows = "\n".join("2,60,101,2,9" for _ in range(20))
    (tmp_path / "plays.csv").write_text(f"players,score_1,score_2,winner,turns\n{rows}")
    answer = one_line(simlab(*PIG).out)
    assert "They do not look like any skill of hold (p = 0.001)" in answer


def test_the_command_on_the_page_makes_the_same_page(simlab, tmp_path) -> None:
    simlab(*PIG, "--jobs", "1", "--out", "one")
    simlab(*PIG, "--jobs", "2", "--out", "other")
    one, other = ((tmp_path / name / "calibrate.html").read_text() for name in ("one", "other"))
    assert one == other
    typed = "calibrate pig --policy hold --games 400 --plays plays.csv</pre>"
    assert typed in one_line(one)


@pytest.mark.parametrize(
    "words",
    [
        ("run", "pig", "--games", "40"),
        ("ab", "pig", "--patch", "target=20", "--margin", "50%"),
        ("handicap", "pig", "--games", "60"),
        ("sensitivity", "pig", "--vary", "target=20,30", "--games", "40"),
    ],
)
def test_a_command_answers_for_tables_of_the_fitted_skill(simlab, words: tuple[str, ...]) -> None:
    fitted = simlab(*PIG, "--json").json["fitted"]
    answer = simlab(*words, "--like", "plays.csv")
    assert answer.code == 0
    assert f"all seats have {fitted}, fitted to plays.csv" in answer.err
    assert "simulated" not in answer.err


def commands_with_like() -> Iterator[str]:
    """Yield the commands that offer `--like`."""
    for module in COMMANDS:
        for command in module.commands.registered_commands:
            assert command.callback is not None
            like = signature(command.callback, eval_str=True).parameters.get("like")
            if like is not None and not like.annotation.__metadata__[0].hidden:
                yield module.__name__.rpartition(".")[2].replace("_", "-")


@pytest.mark.parametrize("command", [*commands_with_like()])
def test_every_command_with_like_fits_the_policy_of_its_game(
    simlab, monkeypatch, command: str
) -> None:
    fitted: list[str] = []

    def fit(game: str, *_: object) -> str:
        fitted.append(game)
        raise InputError("is fitted")

    monkeypatch.setattr("simlab.api.like.fit_policy", fit)
    words = REQUIRED.get(command, ())
    answer = simlab(command, "pig", *words, "--like", "plays.csv")
    assert (answer.code, answer.problems, fitted) == (2, ["is fitted"], ["pig"])


def test_a_tuning_answers_for_tables_of_the_fitted_skill(simlab) -> None:
    words = ("--target", "turns=20±15", "--vary", "target=90,100", "--games", "400")
    answer = simlab("tune", "pig", *words, "--like", "plays.csv")
    assert answer.code in (0, 1)
    assert "all seats have optimal:noise=" in answer.err


def test_without_a_kept_fit_the_best_policy_is_fitted_once(simlab, tmp_path) -> None:
    answer = simlab("run", "pig", "--games", "40", "--like", "plays.csv")
    assert "all seats have optimal:noise=" in answer.err
    [fit] = (tmp_path / "runs" / "fits").iterdir()
    before = fit.stat().st_mtime_ns
    again = simlab("run", "pig", "--games", "80", "--like", "plays.csv")
    assert "all seats have optimal:noise=" in again.err
    assert fit.stat().st_mtime_ns == before


def test_a_fit_with_other_rules_is_made_again(simlab, tmp_path) -> None:
    simlab("run", "pig", "--games", "40", "--like", "plays.csv")
    [fit] = (tmp_path / "runs" / "fits").iterdir()
    kept = fit.read_text()
    fit.write_text(kept.replace('"key": "', '"key": "0'))
    simlab("run", "pig", "--games", "80", "--like", "plays.csv")
    assert fit.read_text() == kept


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("run", "pig", "--policy", "hold"), "--like fits the policy; leave one of both out"),
        (("ladder", "pig"), "this command has no policy of all seats"),
        (("gate", "pig"), "this command has no policy of all seats"),
        (("run", "mare_nostrum"), "2 is out of range 3 to 5."),
        (("skill", "pig"), "has a noise of its own; the steps set it"),
    ],
)
def test_a_command_that_cannot_use_the_plays_says_so(simlab, words, problem: str) -> None:
    answer = simlab(*words, "--like", "plays.csv")
    assert answer.code == 2
    assert problem in answer.problems[0]


def test_what_is_wrong_is_named(simlab) -> None:
    noisy = simlab("calibrate", "pig", "--plays", "plays.csv", "--policy", "hold:noise=0.1")
    assert noisy.problems[0].startswith("policy: hold:noise=0.1 has a noise of its own")
    noisy = simlab(*PIG, "--second", "hold:noise=0.1")
    assert noisy.problems[0].startswith("second: hold:noise=0.1 has a noise of its own")
    traits = simlab(*PIG, "--second", "hold:at=12")
    assert traits.problems[0] == "second: hold:at=12 sets traits; a second policy has none"
    unknown = simlab(*PIG, "--second", "rando")
    assert 'Did you mean "random"?' in unknown.problems[0]
    few = simlab("calibrate", "pig", "--plays", "plays.csv", "--games", "50")
    assert few.problems[0] == "games: 50 are too few; 200 or more are needed"


def test_the_share_of_a_second_policy_is_found_with_the_noise(simlab, tmp_path) -> None:
    log = {"what": "pig", "policy": "hold:noise=0.1,or=random,share=0.4", "players": [2]}
    write_play_log({**log, "games": 100}, tmp_path / "plays.csv", tmp_path / "mixed")
    mixed = simlab(*PIG[:6], "--second", "random", "--json").json
    assert mixed["policy"] == "hold"
    assert mixed["second"] == "random"
    for name, known in (("noise", 0.1), ("share", 0.4)):
        own = mixed[name]
        standard_error = (own["high"] - own["low"]) / 4
        assert abs(own["estimate"] - known) < 5 * standard_error < 0.4, name
    share, noise = (f"{mixed[name]['estimate']:.3g}" for name in ("share", "noise"))
    assert mixed["fitted"] == f"hold:noise={noise},or=random,share={share}"
    answer = simlab("run", "pig", "--games", "40", "--like", "plays.csv")
    assert f"all seats have {mixed['fitted']}, fitted to plays.csv" in answer.err
    assert "simulated" not in answer.err


def test_the_page_of_two_policies_shows_both_scales(simlab, tmp_path) -> None:
    answer = simlab(*PIG[:6], "--games", "200", "--second", "random", "--out", "page")
    text = one_line(answer.out)
    assert "players of whom" in text
    assert "are random and the others hold" in text
    page = one_line((tmp_path / "page" / "calibrate.html").read_text())
    assert "per seat by noise<" in page
    assert "per seat by share<" in page
    assert "Chooses at random." in page
    assert "players who are random (%)" in page
