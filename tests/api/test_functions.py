"""Every function finds what its command prints with `--json`."""

from __future__ import annotations

import shlex
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import simlab
from simlab import errors
from simlab.api.ladder import LadderResult
from simlab.api.observer import Observer
from simlab.api.playing import last_look
from simlab.api.result import Result
from simlab.check.supervisor import Report
from simlab.studies.ladder.study import LadderProgress, play
from tests.support.play_log import PLAYS

DUEL = Path(__file__).parents[1] / "plain" / "duel" / "duel.py"

FUNCTIONS: dict[str, Callable[[], Result]] = {
    "run pig --policy hold --policy random --games 201 --seed 7 --out here": lambda: simlab.run(
        "pig", policy=["hold", "random"], games=201, seed=7, out="here"
    ),
    "houserule pig --patch target=50 --games 200 --out here": lambda: simlab.houserule(
        "pig", patch={"target": 50}, games=200, out="here"
    ),
    "sweep pig --policy hold --vary target=20..21 --games 200 --out here": lambda: simlab.sweep(
        "pig", policy="hold", vary={"target": [20, 21]}, games=200, out="here"
    ),
    "ab pig --policy hold --seed 3 --patch target=20 --margin 50%": lambda: simlab.ab(
        "pig", policy="hold", seed=3, patch={"target": 20}, margin="50%"
    ),
    "ab pig --policy hold --patch target=99 --margin 0.1% --max-games 2k": lambda: simlab.ab(
        "pig", policy="hold", patch="target=99", margin=0.001, max_games=2_000
    ),
    "plan ab pig --policy hold --seed 3 --patch target=20": lambda: simlab.plan_ab(
        "pig", policy="hold", seed=3, patch="target=20"
    ),
    "plan pig --players 2,3 --games 500": lambda: simlab.plan("pig", players=[2, 3], games=500),
    "metrics pig --policy hold": lambda: simlab.metrics("pig", policy="hold"),
    "ladder pig --policy hold --policy random --games 2k --out here": lambda: simlab.ladder(
        "pig", policy=["hold", "random"], games="2k"
    ),
    "ladder taxis --policy random --policy greedy --games 200": lambda: simlab.ladder(
        "taxis", policy=["random", "greedy"], games=200
    ),
    "skill pig --policy hold --noise 0,0.5,1 --games 3k": lambda: simlab.skill(
        "pig", policy="hold", noise=[0, 0.5, 1], games=3_000
    ),
    "rare pig --win --seat 1 --policy hold:at=3 --policy hold --games 9k": lambda: simlab.rare(
        "pig", win=True, seat=1, policy=["hold:at=3", "hold"], games=9_000
    ),
    "headroom pig --policy hold:at=3 --over hold:at=8 --rollouts 16 --games 80": (
        lambda: simlab.headroom(
            "pig", policy="hold:at=3", over="hold:at=8", rollouts=[16], games=80
        )
    ),
    "cards taxis --policy greedy --card 'joker 3' --games 100": lambda: simlab.cards(
        "taxis", policy="greedy", card="joker 3", games=100
    ),
    "tension pig --policy hold --games 300": lambda: simlab.tension(
        "pig", policy="hold", games=300
    ),
    f"kingmaking {DUEL} --games 1100": lambda: simlab.kingmaking(DUEL, games=1100),
    f"calibrate pig --plays {PLAYS / 'pig_hold_20.csv'} --policy hold --games 200": (
        lambda: simlab.calibrate("pig", plays=PLAYS / "pig_hold_20.csv", policy="hold", games=200)
    ),
    "decides pig --policy hold --among hold --among random --games 6000": lambda: simlab.decides(
        "pig", policy="hold", among=["hold", "random"], games=6000
    ),
    "handicap pig --policy hold --games 400 --seat 2": lambda: simlab.handicap(
        "pig", policy="hold", games=400, seat=2
    ),
    "restrict pig --policy hold --games 200 --instead random": lambda: simlab.restrict(
        "pig", policy="hold", games=200, instead="random"
    ),
    "train pig --games 250 --generations 1 --out here": lambda: simlab.train(
        "pig", games=250, generations=1, out="there"
    ),
    "explain-move pig --policy hold:at=5 --game 3 --decision 9 --rollouts 50": (
        lambda: simlab.explain_move("pig", 3, policy="hold:at=5", decision=9, rollouts=50)
    ),
    "explain-move pig --policy hold:at=2 --base hold --game 3 --rollouts 50": (
        lambda: simlab.explain_move("pig", 3, policy="hold:at=2", base="hold", rollouts=50)
    ),
    "rules taxis --patch third_officer --find officer": lambda: simlab.rules(
        "taxis", patch="third_officer", find="officer"
    ),
}
TIMES_AND_PLACES = {
    "half_width",
    "megabytes",
    "minutes",
    "page",
    "player",
    "report",
    "run",
    "seconds",
    "seconds_per_game",
}
"""Keys whose values depend on the moment or on where a page was written."""


def lasting(content: Any) -> Any:
    """Return JSON without times and places, with numbers and texts as JSON has them."""
    if isinstance(content, dict):
        return {
            key: lasting(value) for key, value in content.items() if key not in TIMES_AND_PLACES
        }
    if isinstance(content, list | tuple):
        return [lasting(each) for each in content]
    return str(content) if isinstance(content, str) else content


@pytest.mark.parametrize("words", FUNCTIONS)
def test_a_function_finds_what_its_command_prints(command, capfd, words: str) -> None:
    printed = command(*shlex.split(words), "--json")
    assert printed.code == (1 if "--max-games 2k" in words else 0)
    result = FUNCTIONS[words]()
    assert capfd.readouterr() == ("", "")
    assert lasting(result.to_dict()) == lasting(printed.json)


def test_a_check_has_the_problems_that_the_command_prints(command, monkeypatch) -> None:
    report = Report(["pig: does not end"], n_games=3, n_decisions=40)
    monkeypatch.setattr("simlab.api.check_game.check_all", lambda *_: report)
    printed = command("check", "pig", "--json")
    assert printed.code == 1
    result = simlab.check_game("pig")
    assert result.to_dict() == printed.json
    assert (
        result.answer
        == "3 games (3 did not end within the limit), 40 decisions looked at. 1 problem."
    )


def test_a_replay_has_the_events_that_the_command_prints(command) -> None:
    printed = command("replay", "pig", "--policy", "hold", "--game", "3", "--json").out
    events = simlab.replay("pig", 3, policy="hold").to_dict()["events"]
    assert len(events) == len(printed.splitlines())
    story = simlab.replay("pig", 3, policy="hold").story
    lines = command("replay", "pig", "--policy", "hold", "--game", "3").out.splitlines()
    assert [line.strip(" 0123456789") for line in lines if line.startswith(" ")] == [
        sentence.strip(" 0123456789") for sentence in story
    ]


def test_a_run_can_be_replayed_and_explained(tmp_path) -> None:
    run = simlab.run("pig", policy="hold", games=20, out=tmp_path / "run")
    replay = simlab.replay(run, 7)
    row = run.games().set_index("deal").loc[7]
    assert replay.result["decisions"] == row["decisions"]
    assert simlab.explain_move(run.folder, 7, decision=0, rollouts=20).frame["words"].size == 2


def test_an_answer_is_that_of_the_terminal(command) -> None:
    words = ("ab", "pig", "--policy", "hold", "--patch", "target=20", "--margin", "1%")
    result = simlab.ab("pig", policy="hold", patch="target=20", margin="1%")
    assert result.answer == "Wins of seat 1: higher by more than 1 percentage point."
    assert result.answer in command(*words).out
    assert result.verdict == "more"


@pytest.mark.parametrize("study", ["ladder", "skill", "headroom"])
def test_a_page_of_a_study_is_that_of_the_command(command, tmp_path, study: str) -> None:
    given: dict[str, Any] = {
        "ladder": {"policy": ["hold", "random"], "games": 900, "patch": {"target": 40}},
        "skill": {"policy": "hold", "noise": [0, 0.5], "games": 900, "seed": 5},
        "headroom": {"policy": "hold:at=3", "over": "hold", "rollouts": [16], "games": 80},
    }[study]
    result = getattr(simlab, study)("pig", **given)
    typed = shlex.split(result.command)[1:]
    assert command(*typed, "--out", "there").code == 0
    page = result.page(tmp_path / "here")
    assert page == tmp_path / "here" / f"{study}.html"
    assert page.read_text() == (tmp_path / "there" / f"{study}.html").read_text()


def test_a_run_read_again_has_the_same_answer_and_page(tmp_path) -> None:
    run = simlab.sweep("pig", policy="hold", vary="target=20", games=200, out=tmp_path / "run")
    again = simlab.read_run(run.folder)
    assert again.answer == run.answer
    assert again.frame.equals(run.frame)
    assert run.page(tmp_path / "page").read_bytes() == again.page().read_bytes()


def test_the_map_of_a_game_is_drawn(tmp_path) -> None:
    assert simlab.rules("mare_nostrum").map(tmp_path / "map.svg").read_text().startswith("<?xml")


def test_progress_is_printed_if_asked(tmp_path, capfd) -> None:
    simlab.run("pig", policy="hold", games=100, out=tmp_path, observer=simlab.ProgressLines())
    simlab.run("pig", policy="hold", games=100, out=tmp_path, observer=simlab.ProgressLines())
    assert "exists already" in capfd.readouterr().err


def test_a_study_that_is_stopped_hands_over_what_it_has(monkeypatch) -> None:
    def stopped(*given: Any) -> Iterator[LadderProgress]:
        yield next(play(*given))
        raise KeyboardInterrupt

    monkeypatch.setattr("simlab.api.ladder.play", stopped)
    with pytest.raises(errors.Interrupted) as stop:
        simlab.ladder("pig", policy=["hold", "hold:at=19"], games=90_000)
    assert isinstance(stop.value.result, LadderResult)


@pytest.mark.parametrize(
    ("mistake", "problem"),
    [
        (lambda: simlab.ab("pig", patch="target=100"), "patch: no rule changes"),
        (lambda: simlab.ab("pig", patch="target=20", margin="much"), "is not a number above 0"),
        (lambda: simlab.ladder("pgi"), 'Did you mean "pig"?'),
        (lambda: simlab.skill("pig", noise="0,much"), "is not a list of numbers"),
        (lambda: simlab.skill("pig", noise=[0, 2]), "noise: 2 is not from 0 to 1"),
        (lambda: simlab.houserule("pig"), "patch: name the rule to change"),
        (lambda: simlab.sweep("pig"), "vary: name at least one rule"),
        (lambda: simlab.replay("pig", 3, scenario="x"), '"x" is not one of'),
        (lambda: simlab.rules("pig", "traget"), 'Did you mean "target"?'),
        (lambda: simlab.metrics("pig", players=[2, 3]), "players: metrics are listed for one"),
    ],
)
def test_a_mistake_is_an_input_error(mistake: Callable[[], Result], problem: str) -> None:
    with pytest.raises(errors.InputError) as error:
        mistake()
    assert problem in str(error.value)


@pytest.fixture
def heeds_ctrl_c() -> Iterator[None]:
    """Processes that a shell starts in the background ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeds_ctrl_c")
def test_a_study_that_is_stopped_plays_no_further_look() -> None:
    n_played = 0

    def looks() -> Iterator[int]:
        nonlocal n_played
        for n_played in range(100):
            yield n_played
            time.sleep(0.05)

    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    look, is_stopped = last_look(looks(), str, Observer())
    time.sleep(0.5)
    n_after_stop = n_played
    time.sleep(0.5)
    assert is_stopped
    assert look <= n_after_stop
    assert n_played == n_after_stop < 99
