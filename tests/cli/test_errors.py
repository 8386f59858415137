"""What users read when something is wrong: found what, where, what would be right."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from simlab import engine
from simlab.files.paths import data_folder
from tests.support.games import GAMES

OFFENDERS = Path(__file__).parent / "offenders.py"


@pytest.mark.parametrize(
    ("words", "problems"),
    [
        (
            "run tasxi",
            ['"tasxi" is no game, no experiment and no file. Did you mean "taxis"? There'],
        ),
        ("run nope.toml", ["nope.toml: No such file or directory"]),
        (
            "run pig --policy hol",
            ['policy: "hol" is not one of random, hold, optimal, search. Did'],
        ),
        (
            "run pig --policy hold:att=3 --policy ranom",
            [
                'policy: hold: no trait "att"; it has at, noise. Did you mean "at"?',
                'policy: "ranom" is not one of random, hold, optimal, search.'
                ' Did you mean "random"?',
            ],
        ),
        ("run pig --policy hold:at=lots", ['policy: hold: at: "lots" is not a number']),
        ("run pig --policy hold:at=500", ["policy: hold: at: 500 is out of range 1 to 100"]),
        ("run pig --policy hold:noise=2", ["policy: hold: noise: 2 is out of range 0 to 1"]),
        ("run pig --players 7", ["players: Pig is for 2 to 4 players, not 7"]),
        (
            "run pig --players 3 --policy optimal",
            ["policy: optimal plays with 2 players, not"],
        ),
        (
            "run pig --players 2 --policy hold --policy random --policy hold",
            ["policy: 3 policies for 2 seats; name at most 2"],
        ),
        ("run pig --games -5", ["games: must be at least 1, not -5"]),
        ("run pig --games 0", ["games: must be at least 1, not 0"]),
        (
            "run pig --games many --seed x --players b",
            [
                'players: "b" is not a whole number such as 2',
                'games: "many" is not a whole number such as 5000, 200k or 1e6',
                'seed: "x" is not a whole number such as 5000, 200k or 1e6',
            ],
        ),
        (
            "run pig --patch targt=3 --policy hlod",
            [
                'policy: "hlod" is not one of random, hold, optimal, search. Did you mean "hold"?',
                'patch: targt: no such rule. Did you mean "target"?',
            ],
        ),
        (
            "run pig --patch goal=3",
            ["patch: goal: no such rule. There are target, head_start_1, head_start_2, head_"],
        ),
        (
            "run mare_nostrum --patch qqq=3",
            ["patch: qqq: no such rule. simlab rules mare_nostrum lists all there are."],
        ),
        (
            "run pig --patch target",
            ["patch: target: no file, no KEY=VALUE and no shipped patch. Did you mean"],
        ),
        ("run pig --policy-file nope.py", ["{here}/nope.py: no such file"]),
        ("run pig --data nope", ["{here}/nope: no such folder."]),
        ("replay pig --game 3 --rotation 2", ["rotation: must be from 0 to 1, not 2"]),
        ("replay pig --game 3 --rotation -1", ["rotation: must be from 0 to 1, not -1"]),
        ("replay pig --game -1", ["game: must be at least 0, not -1"]),
        ("replay pig --game 3 --scenario x", ['scenario: "x" is not one of 2p-optimal.']),
        ("check pig --players 9", ["players: Pig is for 2 to 4 players, not 9"]),
    ],
)
def test_bad_input_is_explained(simlab, tmp_path, words, problems) -> None:
    answer = simlab(*words.split())
    assert answer.code == 2
    assert len(answer.problems) == len(problems)
    for problem, beginning in zip(answer.problems, problems, strict=True):
        assert problem.startswith(beginning.replace("{here}", str(tmp_path)))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('game = "pig\n', " broken TOML: Illegal character"),
        ('game = "pig"\ngmaes = 5\n', "2: gmaes: no such key; allowed are players, policy, games"),
        ("games = 5\n", " game: is missing"),
        (
            'game = "pig"\n[[scenario]]\ngames = -1\n',
            "3: scenario.1.games: must be at least 1, not -1",
        ),
        (
            'game = "pig"\n[[scenario]]\n[[scenario]]\npolicy = "hlod"\n',
            '4: scenario.2.policy: "hlod" is not one of random, hold, optimal, search. Did',
        ),
        (
            'game = "pig"\npolicy = "hold"\nplayers = [2, 9]\n',
            "3: players: Pig is for 2 to 4 players, not 9",
        ),
        (
            'game = "pig"\n[[scenario]]\ngames = 10\n[[scenario]]\ngames = 20\n',
            "2: scenario: two are called 2p-optimal; give each a name",
        ),
        (
            'game = "pig"\n[[scenario]]\nname = "Gold"\n[[scenario]]\nname = "gold"\n',
            "2: scenario: 2p-Gold and 2p-gold differ only in capitals, so that their folders",
        ),
        (
            'game = "pig"\n[[scenario]]\nname = "gold"\n[[scenario]]\nname = "gold."\ngames = 9\n',
            "2: scenario: two are called 2p-gold; give each a name",
        ),
        (
            'game = "pgi"\n',
            f'1: game: "pgi" is not one of {", ".join(GAMES)}. Did you mean "pig"?',
        ),
    ],
)
def test_a_broken_experiment_is_explained_with_its_line(simlab, text, problem) -> None:
    Path("mine.toml").write_text(text)
    answer = simlab("run", "mine.toml")
    assert answer.code == 2
    assert answer.problems[0].startswith(f"mine.toml:{problem}")


def test_a_problem_with_an_option_is_not_blamed_on_the_file(simlab) -> None:
    Path("mine.toml").write_text('game = "pig"\npolicy = "hold"\n')
    answer = simlab("run", "mine.toml", "--policy", "hlod")
    assert answer.problems[0].startswith('policy: "hlod"')


def test_a_policy_file_that_cannot_be_imported_is_explained(simlab) -> None:
    Path("mine.py").write_text("from simlab import nonsense\n")
    (problem,) = simlab("run", "pig", "--policy-file", "mine.py").problems
    assert "mine.py: cannot be imported: ImportError: cannot import name 'nonsense'" in problem
    Path("empty.py").write_text("x = 1\n")
    (problem,) = simlab("run", "pig", "--policy-file", "empty.py").problems
    assert problem.endswith("empty.py: defines no policy; put @policy() above a function")


@pytest.mark.parametrize(
    ("policy", "complaint"),
    [
        ("raises", "ValueError('cannot count so far')"),
        ("cheats", "returned choice 77 (hold), which is not on its menu"),
    ],
)
def test_a_policy_that_breaks_its_contract_is_named_with_its_place(
    simlab, policy, complaint
) -> None:
    line_up = ("--policy", policy, "--policy", "hold", "--policy-file", OFFENDERS)
    answer = simlab("run", "pig", *line_up, "--games", "20", "--seed", "3")
    assert answer.code == 1
    (problem,) = answer.problems
    assert f"policy {policy} at seat" in problem
    assert "decision" in problem and "of game" in problem and "(seed 3, rotation" in problem
    assert problem.endswith(complaint)


RUN = ("run", "pig", "--policy", "hold", "--games", "300", "--out", "here")


def test_a_folder_that_holds_another_run_is_not_touched(simlab) -> None:
    simlab(*RUN)
    answer = simlab(*RUN, "--seed", "5")
    assert answer.code == 2
    assert "holds another run (other seed)" in answer.problems[0]
    assert "--fresh" in answer.problems[0]


def test_a_folder_that_is_no_run_is_not_touched(simlab) -> None:
    Path("here").mkdir()
    Path("here/thesis.txt").write_text("the only copy")
    assert "not empty and no run" in simlab(*RUN).problems[0]
    assert "not empty and no run" in simlab(*RUN, "--fresh").problems[0]
    assert [path.name for path in Path("here").iterdir()] == ["thesis.txt"]


def test_a_run_of_another_version_is_not_mixed_with_this_one(simlab, monkeypatch) -> None:
    simlab(*RUN)
    monkeypatch.setattr(engine, "VERSION", 99)
    for words in (RUN, ("resume", "here"), ("verify", "here")):
        answer = simlab(*words)
        assert answer.code == 2
        assert "made with engine 1, but this simlab has 99" in answer.problems[0]


def test_a_run_whose_data_changed_since_is_not_finished_with_the_new_data(simlab) -> None:
    rules = Path(shutil.copytree(data_folder("pig"), "data")) / "rules.toml"
    simlab(*RUN, "--data", "data")
    rules.write_text(rules.read_text().replace("100", "60"))
    answer = simlab("resume", "here")
    assert answer.code == 2
    assert "rules.toml has changed" in answer.problems[0]


def test_a_damaged_part_is_named_and_played_again(simlab) -> None:
    simlab(*RUN)
    part = Path("here/games/part-00001.parquet")
    good = part.read_bytes()
    part.write_bytes(good[:-20])
    answer = simlab("resume", "here")
    assert answer.code == 0
    assert "Played again: games/part-00001.parquet: damaged: " in answer.err
    assert part.read_bytes() == good


def test_a_file_in_the_way_of_the_folder_is_explained(simlab) -> None:
    Path("here").write_text("")
    for folder in ("here", "here/below"):
        answer = simlab(*RUN[:-1], folder)
        assert answer.code == 2
        assert f"{folder}: cannot be written: {Path.cwd() / 'here'} is a file" in answer.problems[0]


def test_a_full_disk_ends_the_run_with_the_way_on(simlab, monkeypatch) -> None:
    written = []

    def write_bytes(path: Path, content: bytes) -> None:
        written.append(path)
        if len(written) > 8:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        really_write(path, content)

    really_write = Path.write_bytes
    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    answer = simlab(*RUN, "--jobs", "1")
    assert answer.code == 1
    assert "No space left on device; finished parts are kept" in answer.problems[0]
    assert f"simlab resume {Path('here').absolute()}" in answer.problems[0]


def test_a_folder_that_is_no_run_cannot_be_resumed_verified_or_replayed(simlab) -> None:
    Path("here").mkdir()
    for words in (("resume", "here"), ("verify", "here")):
        answer = simlab(*words)
        assert answer.code == 2
        assert "no run folder (_resolved.json is missing)" in answer.problems[0]


def test_a_damaged_description_is_named(simlab) -> None:
    simlab(*RUN)
    Path("here/_resolved.json").write_text("{")
    assert "_resolved.json: damaged" in simlab("resume", "here").problems[0]


def test_a_file_that_is_not_there_is_compared_with_those_beside_it(simlab, tmp_path) -> None:
    (tmp_path / "harbour.py").touch()
    answer = simlab("run", str(tmp_path / "harbur.py"))
    assert answer.code == 2
    assert f'Did you mean "{tmp_path / "harbour.py"}"?' in " ".join(answer.problems)
