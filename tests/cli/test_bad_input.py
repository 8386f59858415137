"""Odd input of every kind: one clear error, exit code 2, nothing left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

LONG = "n" * 300
DEEP = "{a=" * 2000 + "1" + "}" * 2000
SWEPT = 'game = "pig"\ngames = 10\n'
STUDIES = ("decides", "doctor", "handicap", "headroom", "restrict", "skill", "tension")
"""Commands of one policy, which is the default player unless it is named."""


def below(file: str) -> list[tuple[str, ...]]:
    """Return commands that would write a page below a file."""
    commands = (*STUDIES, "ladder", "strength")
    return [(command, "pig", "--out", f"{file}/below") for command in commands]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{SWEPT}[sweep]\nvary = 3\n", "4: sweep.vary: must be a table of rules and their levels"),
        (f"{SWEPT}[sweep.patches]\nmine = 3\n", "4: sweep.patches.mine: must be a patch, by its"),
        (f"{SWEPT}[sweep]\npatches = [3]\n", "4: sweep.patches: list patches by their names"),
        (f"{SWEPT}patch = 3\n", "3: patch: must be a patch, by its name or as a table, not 3"),
        (f"{SWEPT}players = []\n", "3: players: is an empty list; leave the key out"),
        (f"{SWEPT}policy = []\n", "3: policy: is an empty list; leave the key out"),
        ('game = "pig"\ngames = true\n', "2: games: true is not a whole number such as 5000"),
        (f"{SWEPT}[houserule]\n", "3: houserule: changes nothing; name a patch, or data"),
        (f"{SWEPT}seed = 9223372036854775808\n", "3: seed: must be below 9223372036854775808, not"),
        (
            f"{SWEPT}[sweep]\nmargin = inf\n[sweep.vary]\ntarget = 50\n",
            "4: sweep.margin: is infinite, or too large to calculate with; write a finite number",
        ),
        (f"{SWEPT}[sweep]\nvary.target = [50, 1e309]\n", "4: sweep.vary.target.2: is infinite, or"),
        (f"{SWEPT}seed = nan\n", "3: seed: is nan; write a finite number"),
        (f"{SWEPT}seed = 1{'0' * 400}\n", "3: seed: is infinite, or too large to calculate with"),
        (f"{SWEPT}patch = {DEEP}\n", " nested too deep; at most 20 tables or lists"),
        (f"{'.'.join('a' * 2000)} = 1\n", " nested too deep; at most 20 tables or lists"),
        (f"{SWEPT}seed = {'1' * 5000}\n", " broken TOML: a number has too many digits"),
        (f'{SWEPT}seed = "{"1" * 5000}"\n', '3: seed: "1111111111'),
        (f'{SWEPT}name = "{LONG}"\n', "3: name: has 300 letters, which is too long for the name"),
        (
            f'{SWEPT}[[scenario]]\nname = "{LONG}"\n',
            "4: scenario.1.name: has 300 letters, which is too long for the name of a folder",
        ),
        (f'game = "{"g" * 5000}"\n', '1: game: "ggg'),
        ('game = ""\n', '1: game: "" is not one of'),
        (f'{SWEPT}patch = "{"p" * 5000}"\n', "3: patch: ppp"),
        (
            f'{SWEPT}[sweep]\nmetric = "turn"\n[sweep.vary]\ntarget = 50\n',
            '4: metric: "turn" is not one of',
        ),
        (
            f'{SWEPT}[sweep]\ndesign = "sobol"\ncells = 1e12\n[sweep.vary]\ntarget = 50\n',
            "5: sweep.cells: must be at most 1000, not",
        ),
    ],
)
def test_an_odd_experiment_is_one_error_with_its_place(simlab, text, problem) -> None:
    Path("mine.toml").write_text(text)
    answer = simlab("run", "mine.toml")
    assert answer.code == 2
    (complaint,) = answer.problems
    assert complaint.startswith(f"mine.toml:{problem}")
    assert len(complaint) < 6000
    assert names_here() == ["mine.toml"]


@pytest.mark.parametrize(
    "text", [f"target = {DEEP}", f"target = {'1' * 5000}", "target = nan", "target = 1e309"]
)
def test_an_odd_patch_is_an_error(simlab, text) -> None:
    Path("odd.toml").write_text(text)
    answer = simlab("run", "pig", "--patch", "odd.toml")
    assert answer.code == 2
    assert answer.problems[0].startswith("patch: odd.toml: ")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("run", "g" * 5000), "is no game, no experiment and no file"),
        (("run", ""), '"" is no game, no experiment and no file'),
        (("run", "folder"), "folder: is a folder without __init__.py or folder.py, so it is"),
        (("run", "cards.csv"), "cards.csv: is no game and no experiment; a game is a folder or"),
        (("replay", "cards.csv", "--game", "1"), "cards.csv: is no game and no experiment"),
        (("replay", "g" * 5000, "--game", "1"), "is no game, no experiment and no file"),
        (("run", "pig", "--out", LONG), "cannot be written: File name too long"),
        (("run", "pig", "--out", "cards.csv/below"), "cards.csv is a file; choose another"),
        (("run", "pig", "--out", "bad\udcff"), "cannot be written: its name is not UTF-8"),
        (("run", "pig", "--patch", "p" * 5000), "no file, no KEY=VALUE and no shipped patch"),
        (("replay", "pig", "--game", "9223372036854775808"), "game: must be at most 4611686018427"),
        (("resume", "nowhere"), "nowhere: no such folder; simlab runs lists the runs"),
        (("verify", "folder"), "folder: no run folder (_resolved.json is missing)"),
        (("report", ""), '"": no run folder (_resolved.json is missing)'),
        (("report", "nowhere"), "nowhere: no such folder"),
        (("sweep", "pig", "--vary", "patch=half_way", "--design", "sobol", "--cells", "1e12"),
         "cells: must be at most 1000"),
        (("run", "pig", "--games", "1" * 5000), 'games: "1111'),
        (("run", "pig", "--patch", ""), 'patch: "": no file, no KEY=VALUE and no shipped patch'),
        *((words, "cards.csv is a file; choose another") for words in below("cards.csv")),
        *(((study, "pig", "--policy", ""), '"" is not one of random, hold') for study in STUDIES),
        (("tune", "pig", "--target", "turns=20±2", "--vary", "target=50..60", "--players", "0"),
         "players: Pig is for 2 to 4 players, not 0"),
    ],
)  # fmt: skip
def test_an_odd_word_is_one_error(simlab, words, problem) -> None:
    Path("folder").mkdir()
    Path("cards.csv").write_text("card\n")
    answer = simlab(*words)
    assert answer.code == 2
    (complaint,) = answer.problems
    assert problem in complaint
    assert names_here() == ["cards.csv", "folder"]


def test_more_jobs_than_any_machine_has_cores_are_refused(simlab) -> None:
    answer = simlab("run", "pig", "--games", "10", "--jobs", "1000000")
    assert answer.code == 2 and "less than or equal to 1024" in answer.err
    assert not Path("runs").exists()


def test_the_largest_number_of_a_game_is_played(simlab) -> None:
    words = ("replay", "pig", "--policy", "hold", "--game", str((1 << 62) - 1))
    assert simlab(*words).code == 0


def test_a_line_up_too_long_for_a_folder_is_shortened(simlab) -> None:
    traits = [f"hold:at={n},noise=0.00000000000000000000000000000{n}" for n in range(10, 13)]
    words = [word for trait in traits for word in ("--policy", trait)]
    answer = simlab("run", "pig", "--games", "3", *words, "--out", "here", "--json")
    assert answer.code == 0
    assert len(answer.json["scenarios"][0]["name"]) <= 200
    assert simlab("verify", "here").code == 0


def names_here() -> list[str]:
    """Return what lies in the working folder."""
    return sorted(path.name for path in Path.cwd().iterdir())
