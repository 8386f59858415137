"""`simlab check` of a stranger's games and policies, in processes of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from simlab.check.supervisor import Report
from simlab.engine.loop import MOST_MEMORY, TRAIT_ROW
from simlab.execution import watchdog

HERE = Path(__file__).parent
CHEATS = HERE / "cheats.py"
COIN = HERE / "coin"
HOLDER = """
from simlab.game.policy import policy

@policy()
def always_holds(rules, state, seat, menu, traits, memory, rng):
    "Never rolls."
    return menu[0]
"""


@pytest.fixture
def check_coin(simlab, tmp_path):
    """Check Coin with some of its text replaced; return the problems."""

    def check(**changes: str) -> list[str]:
        folder = tmp_path / "spoilt"
        folder.mkdir()
        (folder / "rules.toml").write_text((COIN / "rules.toml").read_text())
        text = (COIN / "__init__.py").read_text()
        for old, new in changes.values():
            assert old in text
            text = text.replace(old, new)
        (folder / "__init__.py").write_text(text)
        answer = simlab("check", "./spoilt", "--json")
        assert answer.code == 1
        return answer.json["problems"]

    return check


COMPLAINTS = {
    "lowers": [
        "lowers changes rules.target from 100 to 10 (pig, 2 players, lowers, seed 1914, game 0"
    ],
    "offers": ["offers at seat 0 writes to its menu"],
    "far": [
        f"raises IndexError('index 1000000000 is out of bounds for axis 0 with size {MOST_MEMORY}')"
    ],
    "ninth": ["raises IndexError('index 19 is out of bounds for axis 0 with size 4')"],
    "rivals": [
        f"raises IndexError('index {TRAIT_ROW} is out of bounds for axis 0 with size {TRAIT_ROW}')"
    ],
    "booleans": ["returns 281474976710656 compiled, 0 in plain Python (pig, 2 players, booleans"],
    "half": [
        "policy half: cannot be compiled: ",
        "a policy returns one of the integers on its menu, not float",
    ],
    "recurses": [
        "compiled code crashed with SIGSEGV",
        "raises RecursionError('maximum recursion depth exceeded",
    ],
}
"""What is said of each policy."""
SOME = ("lowers", "far", "booleans", "recurses")


@pytest.mark.parametrize(
    "names",
    [
        ("lowers", "far", "booleans", "half"),
        pytest.param(tuple(COMPLAINTS), marks=pytest.mark.long),
    ],
    ids=["some", "all"],
)
def test_cheats_and_errors_that_compiled_code_does_not_notice_are_named(
    simlab, tmp_path, names
) -> None:
    file = tmp_path / "cheats.py"
    head, *policies = CHEATS.read_text().split("\n\n\n@policy()\n")
    chosen = [text for text in policies if text[4:].partition("(")[0] in names]
    file.write_text("\n\n\n@policy()\n".join([head, *chosen]))
    words = ("--players", "2", "--deals", "1", "--json")
    answer = simlab("check", "pig", "--policy-file", file, *words)
    assert answer.code == 1
    problems = answer.json["problems"]
    text = "\n".join(problems)
    for name in names:
        assert [each for each in COMPLAINTS[name] if each not in text] == []
    line = 1 + file.read_text().splitlines().index("    memory[10**9] = 5")
    place = f"cheats.py:{line}: memory[10**9] = 5"
    assert f"{place}) in plain Python (pig, 2 players, far, seed 1914, game 0" in text
    assert not any("index is out of bounds" in problem for problem in problems)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "    head = below(rng[Source.COIN], 2)",
            "    head = below(rng[Source.COIN], 2)\n    state.heads[2 + state.seat] = 5",
            "raises IndexError('index 2 is out of bounds for axis 0 with size 2')",
        ),
        pytest.param(
            "    for seat in range(SEATS):\n        row",
            "    row.seats[state.winner + 7].score = 0\n    for seat in range(SEATS):\n        row",
            "raises IndexError('index",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "    state.heads[state.seat] += head",
            "    state.heads[state.seat] += (head == 1) + (state.heads[0] >= 0)",
            "apply (__init__.py:",
            marks=pytest.mark.long,
        ),
    ],
    ids=["state", "row", "booleans"],
)
def test_an_index_out_of_bounds_and_another_sum_are_found_in_a_game(
    check_coin, old, new, complaint
) -> None:
    problems = check_coin(change=(old, new))
    text = "\n".join(problems)
    assert complaint in text.replace(f"{Path.cwd()}/", "").replace("spoilt/", "")
    assert "in plain Python (coin, 2 players, flipper" in text


@pytest.mark.long
def test_a_page_that_cannot_be_written_is_a_problem(check_coin) -> None:
    ends = "column='decisions', labels={}, winning=True"
    of = "__import__('simlab.game.facts').game.facts"
    facts = f"facts=lambda rules: {of}.Facts(ends={of}.Ends({ends})),"
    (problem,) = check_coin(change=("    hide=hide,", f"    hide=hide,\n    {facts}"))
    assert "no page can be written about its games: " in problem


@pytest.mark.long
def test_a_function_of_the_game_that_never_returns_is_named(check_coin, monkeypatch) -> None:
    monkeypatch.setattr(watchdog, "STUCK_SECONDS", 2.0)
    endless = "    while state.heads[0] + state.heads[1] > 1:\n        pass\n    head ="
    problems = check_coin(change=("    head =", endless))
    assert problems[0].startswith("apply has not returned for 2 s (coin, 2 players, flipper")


@pytest.mark.long
def test_a_game_that_does_not_end_is_followed_only_so_far(simlab) -> None:
    Path("mine.py").write_text(HOLDER)
    words = ("check", "pig", "--policy-file", "mine.py", "--players", "2", "--deals", "1")
    looked_at, verdict = simlab(*words).out.splitlines()
    assert looked_at == "2 games (1 did not end within the limit), 1,640 decisions looked at."
    assert verdict == "No problems."


@pytest.mark.long
def test_more_deals_are_looked_at_when_asked_for(simlab) -> None:
    one, three = (simlab("check", COIN, "--json", "--deals", n).json for n in ("1", "3"))
    assert (one["games"], three["games"]) == (1, 3)
    assert three["decisions"] > one["decisions"]


PLAIN_PIG = Path(__file__).parents[1] / "plain" / "plain_pig" / "plain_pig.py"


def test_a_plain_and_a_compiled_game_are_proved_equal(simlab) -> None:
    answer = simlab("check", "pig", "--against", PLAIN_PIG, "--deals", "8", "--patch", "target=30")
    assert answer.code == 0
    words = " ".join(answer.out.split())
    assert words.startswith("24 games of random, hold played by both: ")
    assert "cells, all equal (deal, rotation, decisions, finished, winner, margin" in words
    assert words.endswith("times as fast. No problems.")
    turned = simlab("check", PLAIN_PIG, "--against", "pig", "--deals", "8", "--json").json
    assert (turned["is_good"], turned["games"]) == (True, 24)


def test_games_that_differ_are_shown_at_the_first_cell(simlab, tmp_path) -> None:
    file = tmp_path / "plain_pig.py"
    shutil.copytree(PLAIN_PIG.parent, tmp_path, dirs_exist_ok=True)
    text = PLAIN_PIG.read_text(encoding="utf-8").replace("if face > 1", "if face > 0")
    file.write_text(text, encoding="utf-8")
    answer = simlab("check", "pig", "--against", file, "--deals", "4")
    assert answer.code == 1
    assert "game 0: decided_at is " in answer.out
    assert "simlab replay pig --players 2 --policy random" in answer.out
    assert answer.out.splitlines()[-1] == "1 problem."


def test_games_of_one_kind_are_not_compared(simlab) -> None:
    answer = simlab("check", "pig", "--against", "taxis")
    assert answer.code == 2
    assert answer.problems[0].endswith("one must be in plain Python and one compiled")
    answer = simlab("check", "pig", "--against", PLAIN_PIG, "--players", "2")
    assert answer.problems == ["players: leave it out where two games are compared"]


def test_a_line_that_fails_in_every_line_up_is_one_problem(simlab, tmp_path) -> None:
    folder = tmp_path / "wrong_pig"
    shutil.copytree(PLAIN_PIG.parent, folder)
    text = PLAIN_PIG.read_text(encoding="utf-8").replace(
        "self.turn_total += face", "self.total += face"
    )
    (folder / "wrong_pig.py").write_text(text, encoding="utf-8")
    checked = simlab("check", str(folder / "wrong_pig.py"), "--json")
    assert checked.code == 1
    (problem,) = checked.json["problems"]
    assert "self.total += face: AttributeError" in problem
    assert "to play it again: simlab replay" in problem


def test_line_ups_of_which_some_games_do_not_end_are_named() -> None:
    report = Report()
    report.add_counts("pig, 2 players, hold", 3, 3, 90)
    report.add_counts("pig, 3 players, hold", 3, 2, 90)
    report.add_counts("pig, 4 players, hold", 3, 0, 90)
    assert report.endless == [
        "1 of 3 games of pig, 3 players, hold did not end.",
        "No game of pig, 4 players, hold ended within 30 decisions.",
    ]
