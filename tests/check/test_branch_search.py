"""Games are looked for that enter the branches which no compared game has entered."""

from __future__ import annotations

from pathlib import Path

import pytest

import simlab
from simlab.api.compile_game import CompileResult
from simlab.catalog import find_game
from simlab.check.branch_search import search_branches
from simlab.check.equality import Comparison, compare, compare_ends
from simlab.check.proof import MISTRANSLATED, prove, prove_under
from simlab.errors import InputError
from simlab.execution import compared_rules
from simlab.experiment.rule_ends import rule_ends

pytestmark = pytest.mark.in_plain_python

GAME = '''
from simlab.plain import Parameter, PlainGame, define, policy


class Quarry(PlainGame):
    """Two players dig stones for twelve turns; rare rules bring a stone more."""

    parameters = (
        Parameter("deep", "deep shafts"),
        Parameter("wet", "wet ground"),
        Parameter("windy", "wind"),
        Parameter("depth", "depth of a shaft", "", 0, 400),
    )
    kinds = ("dig", "rest", "wash")

    def setup(self, players, chance):
        self.stones = [0] * players
        self.row = 0
        self.turn = 0

    def seat(self):
        return self.turn % 2 if self.turn < 12 else None

    def choices(self):
        return ["dig", "rest", "wash"]

    def play(self, choice):
        seat = self.turn % 2
        if choice == "wash":
            self.row += 1
        else:
            self.row = 0
        if self.chance.below(4000) == 0:
            self.stones[seat] += 1  # by chance
        if self.row == 12:
            self.stones[seat] += 1  # by players
        if self.rules.deep and self.rules.wet and not self.rules.windy:
            self.stones[seat] += 1  # by two switches
        if self.rules.depth == 217:
            self.stones[seat] += 1  # by one number
        if self.row < 0:
            self.stones[seat] += 1  # never
        if self.row < -1:
            raise ValueError(self.row)
        self.turn += 1

    def scores(self):
        return self.stones


@policy()
def washer(view, choices, chance):
    """Washes; it cannot be translated."""
    return [choice for choice in choices if f"{choice}" == "wash"][0]


GAME = define(Quarry, washer)
'''
RULES = "[deep]\nvalue = false\n[wet]\nvalue = false\n[windy]\nvalue = false\n[depth]\nvalue = 3\n"
RARE = ("by chance", "by players", "by two switches", "by one number")
GAMES = 40
"""Compared games; the search takes 2 s of processor time at most."""


def line_of(words: str) -> int:
    """Return the line of the if before the line with a comment."""
    (line,) = (n for n, line in enumerate(GAME.splitlines(), 1) if line.endswith(f"# {words}"))
    return line - 1


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> CompileResult:
    """Return what compiling the game gave."""
    folder = tmp_path_factory.mktemp("quarry")
    (folder / "rules.toml").write_text(RULES, encoding="utf-8")
    (folder / "quarry.py").write_text(GAME, encoding="utf-8")
    return simlab.compile_game(folder / "quarry.py", games=GAMES)


@pytest.fixture(scope="module")
def wrong(result: CompileResult) -> Path:
    """Return the file of a translation that leaves out two of the rare branches."""
    text = result.file.read_text(encoding="utf-8")
    assert "rules.depth == 217" in text
    assert "rules.windy" in text
    text = text.replace("rules.depth == 217", "rules.depth == 999")
    file = result.file.with_name("wrong.py")
    file.write_text(text.replace("rules.windy", "(not rules.windy)"), encoding="utf-8")
    return file


def with_change(result: CompileResult, folder: Path, words: str) -> Path:
    """Return the file of the plain game in which a rare branch brings two stones."""
    (folder / "rules.toml").write_text(RULES, encoding="utf-8")
    file = folder / "quarry.py"
    wrong = GAME.replace(f"+= 1  # {words}", f"+= 2  # {words}")
    assert wrong != GAME
    file.write_text(wrong, encoding="utf-8")
    return file


def test_what_no_game_enters_is_named(result: CompileResult) -> None:
    assert result.is_good
    assert list(result.translation.left_out) == ["washer"]
    line = line_of("never")
    sentence = f"1 branch was entered by no compared game: line {line} (the if is never true) of"
    assert f"{sentence} quarry.py." in result.sentences
    (branch,) = result.to_dict()["missing_branches"]
    assert (Path(str(branch["file"])).name, branch["line"]) == ("quarry.py", line)
    assert (
        "with rare branches of the rules, compared at every decision: all equal."
        in result.sentences[0]
    )


@pytest.mark.parametrize("words", RARE)
def test_a_wrong_rare_branch_is_found(result: CompileResult, tmp_path: Path, words: str) -> None:
    plain, compiled = (
        find_game(str(file)) for file in (with_change(result, tmp_path, words), result.file)
    )
    ends = rule_ends(plain)
    assert compare(plain, compiled, GAMES).difference is None
    assert compare_ends(plain, compiled, ends, GAMES).difference is None
    proof = prove(plain, compiled, ends, GAMES)
    assert proof.difference is not None
    assert proof.difference.column == "self.stones"
    assert proof.cause == MISTRANSLATED
    assert f"They part in play() at quarry.py:{1 + line_of(words)}: " in proof.differences[2]


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("patch", [("deep=on", "wet=on"), ("depth=217",)])
def test_rules_that_were_not_compared_are_before_a_run(
    wrong: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, patch: tuple[str, ...]
) -> None:
    monkeypatch.setattr(compared_rules, "cache_folder", lambda: tmp_path)
    for number in range(len(patch)):
        simlab.run(
            str(wrong), games=20, patch=patch[:number], jobs=1, out=tmp_path / f"run{number}"
        )
    with pytest.raises(InputError, match=f"with {', '.join(patch)}, game .*score of seat"):
        simlab.run(str(wrong), games=20, patch=patch, jobs=1, out=tmp_path / "wrong")


def test_a_search_ends_when_there_is_nothing_to_enter(result: CompileResult) -> None:
    comparison = Comparison(find_game(result.game), find_game(str(result.file)))
    assert search_branches(comparison, [()], (), GAMES).games == 0


def test_a_check_against_the_plain_game_names_them_too(result: CompileResult) -> None:
    proof = prove_under(find_game(result.game), find_game(str(result.file)), 4, (), None)
    lines = {branch.line for branch in proof.missing}
    assert {line_of("by two switches"), line_of("by one number")} <= lines
    assert line_of("by players") not in lines
    assert proof.difference is None
