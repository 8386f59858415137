"""Ctrl-C, SIGKILL, and a policy that never answers: what was played stays, and can be finished."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

import simlab as library
from simlab.cli import main
from tests.support.play_log import PLAYS

SLEEPER = Path(__file__).parent / "sleeper.py"
ANYTHING = ("run", "pig", "--policy", "hold", "--policy", "random", "--players", "2", "--out")
SMALL, ENDLESS = ("--games", "40k"), ("--games", "300m")
SLEEPS = ("--policy", "sleeps", "--policy", "hold", "--policy-file", str(SLEEPER))
IMPATIENT = "from simlab.execution import watchdog; watchdog.STUCK_SECONDS = 1"


def hashes(run: Path) -> dict[str, str]:
    """Return the hash of every file of a run."""
    return {
        str(path.relative_to(run)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in run.rglob("*")
        if path.is_file()
    }


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline, "waited for a minute"
        time.sleep(0.002)


def n_parts(run: Path) -> int:
    return len(list(run.glob("games/part-*.parquet")))


def wait_for_line(process: subprocess.Popen[str], words: str) -> str:
    """Read stderr up to the line that holds these words."""
    assert process.stderr is not None
    return next(line for line in process.stderr if words in line)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of a run that nobody disturbed, by one core."""
    run = tmp_path_factory.mktemp("expected") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["simlab", *ANYTHING, str(run), *SMALL, "--jobs", "1"])
        with pytest.raises(SystemExit) as end:
            main()
    assert end.value.code == 0
    return hashes(run)


@pytest.mark.parametrize("jobs", ["2", pytest.param("3", marks=pytest.mark.long)])
def test_any_number_of_jobs_writes_the_same_bytes(simlab, tmp_path, expected, jobs) -> None:
    simlab(*ANYTHING, "other", *SMALL, "--jobs", jobs)
    assert hashes(tmp_path / "other") == expected


def test_a_killed_run_is_finished_to_the_same_bytes(simlab, started, tmp_path, expected) -> None:
    run = tmp_path / "killed"
    process = started(*ANYTHING, "killed", *SMALL, "--jobs", "2")
    moment = random.randint(0, 40)
    wait_until(lambda: n_parts(run) >= moment and (run / "_resolved.json").exists())
    process.kill()
    process.communicate()
    assert not (run / "_manifest.json").exists(), "it was too quick to be killed"
    assert simlab("resume", "killed").code == 0
    assert hashes(run) == expected


def test_a_first_ctrl_c_keeps_what_was_played_and_prints_how_to_go_on(started, tmp_path) -> None:
    run = tmp_path / "stopped"
    process = started(*ANYTHING, "stopped", *ENDLESS)
    wait_until(lambda: n_parts(run) > 0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert err.splitlines()[-1].endswith(f"go on with: simlab resume {run}")
    assert "Traceback" not in err and "error:" not in err


@pytest.mark.long
def test_ctrl_c_keeps_what_was_played_for_a_house_rule(started, tmp_path) -> None:
    words = ("houserule", "pig", "--policy", "hold", "--patch", "target=50", "--out", "stopped")
    process = started(*words, *ENDLESS)
    wait_until(lambda: any((tmp_path / "stopped").rglob("part-*.parquet")))
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1].endswith(f"go on with: simlab resume {tmp_path / 'stopped'}")


LOG = PLAYS / "pig_hold_20.csv"
TABLE = ("pig", "--policy", "hold", "--games", "100")
GAMES = "stopped; the games played are kept; the same command goes on with them"
NOTHING, ALL_PLAYED = "stopped; nothing is kept", "stopped; the games played are kept; "


@pytest.mark.parametrize(
    ("moment", "words", "left"),
    [
        ("api.ab.compare", ("ab", *TABLE[:3], "--patch", "target=50"), NOTHING),
        ("api.ladder.play", ("ladder", *TABLE, "--policy", "random"), NOTHING),
        ("api.skill.play", ("skill", "pig", "--noise", "0,1", "--games", "2k"), NOTHING),
        ("api.calibrate.play", ("calibrate", "pig", "--plays", str(LOG)), GAMES),
        ("api.gate.play", ("gate", "pig"), GAMES),
        ("api.sensitivity.play", ("sensitivity", "pig", "--vary", "target=50"), GAMES),
        ("api.tune.play", ("tune", "pig"), GAMES),
        ("api.rare.pilot", ("rare", "pig", "--win"), NOTHING),
        ("api.headroom.play", ("headroom", "pig", "--rollouts", "8"), NOTHING),
        ("bench.speed.speed", ("bench", "pig", "--quick"), NOTHING),
        ("explain.replay.replay", ("replay", *TABLE[:3], "--game", "0"), NOTHING),
        ("cli.terminal.run.print_result", ("run", *TABLE), ALL_PLAYED),
        (
            "cli.terminal.run.print_result",
            ("houserule", *TABLE, "--patch", "target=50"),
            ALL_PLAYED,
        ),
        ("cli.terminal.run.print_result", ("sweep", *TABLE, "--vary", "target=50"), ALL_PLAYED),
    ],
)
def test_every_command_says_at_ctrl_c_what_is_left(
    simlab, monkeypatch, moment: str, words: tuple[str, ...], left: str
) -> None:
    def interrupted(*_: object, **__: object) -> NoReturn:
        raise KeyboardInterrupt

    for name in library.__all__:  # a module that is imported later would keep what is patched here
        getattr(library, name)
    monkeypatch.setattr(f"simlab.{moment}", interrupted)
    answer = simlab(*words)
    assert answer.code == 130
    assert answer.err.splitlines()[-1].startswith(left)


@pytest.mark.long
def test_one_ctrl_c_ends_a_run_in_which_a_policy_never_answers(started) -> None:
    process = started("run", "pig", *SLEEPS, "--games", "100", before=IMPATIENT)
    warning = wait_for_line(process, "has not returned for")
    assert "part-00000.parquet: policy sleeps at seat 0 has not returned for 1 s" in warning
    assert "decision 17 of game 0 (seed 1914, rotation 0)" in warning
    assert "--scenario 2p-sleeps-hold --game 0" in warning
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped; 0 of 1 parts are kept" in err


GIVES_UP = f"{IMPATIENT}; watchdog.GIVE_UP_SECONDS = 3"


@pytest.mark.parametrize(
    "words",
    [
        ("run", "pig", *SLEEPS),
        *(
            pytest.param(words, marks=pytest.mark.long)
            for words in (
                ("headroom", "pig", *SLEEPS, "--rollouts", "8"),
                ("ab", "pig", *SLEEPS, "--patch", "target=90"),
                ("ladder", "pig", *SLEEPS),
                ("metrics", "pig", *SLEEPS),
                ("plan", "pig", *SLEEPS),
            )
        ),
    ],
    ids=lambda words: words[0],
)
def test_every_command_warns_of_a_policy_that_never_answers_and_gives_up(started, words) -> None:
    process = started(*words, before=GIVES_UP)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 1
    warnings = [line for line in err.splitlines() if "has not returned for 1 s" in line]
    assert warnings[0].startswith("warning: ") and warnings[-1].startswith("error: ")
    assert all("policy " in line and "sleeps" in line and " at seat " in line for line in warnings)
    assert "simlab gives up after 3 s" in warnings[0]


@pytest.mark.long
def test_ctrl_c_ends_a_comparison_in_which_a_policy_never_answers(started) -> None:
    process = started("ab", "pig", *SLEEPS, "--patch", "target=90", before=IMPATIENT)
    wait_for_line(process, "has not returned for")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130


ALL_GAMES = ("--policy", "hold", "--players", "2", "--seed", "7")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (
            ("ab", "pig", "--patch", "target=99", "--margin", "1e-9", "--max-games", "50m"),
            "not decided",
        ),
        pytest.param(
            ("ladder", "pig", "--policy", "hold:at=20", "--margin", "1e-9", "--games", "90m"),
            "Open ",
            marks=pytest.mark.long,
        ),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_ctrl_c_prints_the_answer_of_the_last_look(started, words, answer) -> None:
    process = started(*words, *ALL_GAMES)
    wait_for_line(process, "blocks: " if words[0] == "ab" else " decided")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert answer in out
    assert err.splitlines()[-1] == "stopped; the answer above is from the last look"


def test_a_replay_tells_a_game_up_to_the_decision_that_never_comes(started) -> None:
    process = started("replay", "pig", *SLEEPS, "--game", "0", before=IMPATIENT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "Player 1 banks" in out
    assert "error: policy sleeps at seat 0 has not returned for 1 s, decision 17 of game 0" in err


@pytest.mark.long
def test_a_check_notices_a_policy_that_never_answers(started) -> None:
    words = ("check", "pig", "--policy-file", str(SLEEPER), "--players", "2")
    process = started(*words, before=IMPATIENT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "policy sleeps at seat 1 has not returned for 1 s (pig, 2 players, sleeps" in out


@pytest.mark.long
def test_ctrl_c_ends_a_replay_that_never_ends(started) -> None:
    process = started("replay", "pig", *SLEEPS, "--game", "0", "--json")
    assert process.stdout is not None
    assert '"event": "table"' in process.stdout.readline()
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130


STOPS = """
from simlab.game.policy import policy

@policy()
def stops(rules, state, seat, menu, traits, memory, rng):
    "Opens the debugger."
    if state.turn_total >= 6:
        breakpoint()
    return menu[1]
"""


@pytest.mark.long
def test_a_debugger_is_left_alone_and_its_q_ends_quietly(tmp_path) -> None:
    (tmp_path / "stops.py").write_text(STOPS)
    table = ("--patch", "target=10", "--policy-file", "stops.py", "--policy", "stops")
    program = f"{IMPATIENT}\nfrom simlab.cli import main\nmain()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "replay", "pig", "--players", "2", "--game", "0", *table],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    while "-> return menu[1]" not in (line := process.stdout.readline()):
        assert line
    time.sleep(3)
    out, err = process.communicate("p state.turn_total + 1000\nq\n", timeout=60)
    assert process.returncode == 130
    assert "np.int64(10" in out
    assert err == ""
