"""A translation is proved under the ends of rule values, too; what differs is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import simlab
from simlab.api.compile_game import CompileResult
from simlab.catalog import find_game
from simlab.check import steps
from simlab.check.equality import compare, compare_ends
from simlab.check.proof import MISTRANSLATED, prove
from simlab.compiler import observation
from simlab.errors import ContractError
from simlab.experiment.rule_ends import rule_ends
from simlab.game import Game

pytestmark = pytest.mark.in_plain_python

GAME = '''
import random

from simlab.plain import Parameter, PlainGame, define


class Tiny(PlainGame):
    """Six turns, in each of which the bonus is added to a row of points or not."""

    parameters = (
        Parameter("bonus", "points", "", 1, 9),
        Parameter("length", "rows", "", 0, 90),
    )
    kinds = ("add", "wait")
    events = {"rounds": ""}

    def setup(self, players, chance):
        self.points = [0] * players
        self.row = [0] * self.rules.length
        self.turn = 0

    def seat(self):
        return self.turn % 2 if self.turn < 6 else None

    def choices(self):
        return ["add", "wait"]

    def play(self, choice):
        seat = self.turn % 2
        if choice == "add":
            self.points[seat] += self.rules.bonus
            self.row[self.turn % self.rules.length] += 1
        self.turn += 1
        if self.turn % 2 == 0:
            self.log("rounds")

    def scores(self):
        return self.points


GAME = define(Tiny)
'''
RULES = "[bonus]\nvalue = 3\n[length]\nvalue = 2\n"


def written(folder: Path, old: str = "", new: str = "") -> Path:
    """Return the file of the game, with one change, in a folder of its own."""
    folder.mkdir(exist_ok=True)
    (folder / "rules.toml").write_text(RULES, encoding="utf-8")
    file = folder / "tiny.py"
    assert old in GAME
    file.write_text(GAME.replace(old, new), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> CompileResult:
    """Return what compiling the game gave."""
    return simlab.compile_game(written(tmp_path_factory.mktemp("tiny") / "tiny"), games=20)


def plain_of(result: CompileResult) -> Game:
    return find_game(result.game)


def mistranslated(result: CompileResult) -> Game:
    """Return the translation with a bonus of at most 5."""
    text = result.file.read_text(encoding="utf-8")
    file = result.file.with_name("wrong.py")
    file.write_text(text.replace("rules.bonus", "min(rules.bonus, 5)"), encoding="utf-8")
    return find_game(str(file))


def test_the_proof_plays_other_deals_than_the_observation() -> None:
    assert steps.SEED != observation.SEED


def test_the_ends_of_rule_values_are_compared(result: CompileResult) -> None:
    assert result.is_good
    ends = result.proof.ends
    # the lowest and highest of both, all at their lowest, all at their highest
    assert ends.rule_sets == 6
    assert "under 6 other sets of rules" in result.sentences[0]


def test_a_stop_of_the_plain_game_at_an_end_is_named(result: CompileResult) -> None:
    line = 1 + GAME.splitlines().index("            self.row[self.turn % self.rules.length] += 1")
    stops = [each for each in result.sentences[1:] if "the plain game stops" in each]
    assert len(stops) == 2
    assert stops[0].startswith("With length=0, the plain game stops: ")
    assert f"tiny.py:{line}: " in stops[0]
    assert "ZeroDivisionError" in stops[0]
    assert stops[1].startswith("With all rule values at their lowest, the plain game stops: ")


def test_lists_have_room_for_what_the_ends_need(result: CompileResult) -> None:
    # under its own rules the game has rows of 2, for which the translation had room up to 12
    assert not any("the compiled game stops" in each for each in result.sentences)
    compiled = find_game(str(result.file))
    rules = compiled.load(None, {"length": 90})
    rows = compiled.engine().play(rules.row, (compiled.policies[0],) * 2, 1, 0, 5)
    assert rows["finished"].all()


def test_a_difference_at_an_end_is_named(result: CompileResult) -> None:
    plain, wrong = plain_of(result), mistranslated(result)
    assert compare(plain, wrong, games=20).difference is None
    proof = prove(plain, wrong, rule_ends(plain), 20)
    cell, parting, line, command, _ = proof.differences
    assert cell.startswith("with bonus=9, game 0: score of seat ")
    assert "in the plain game and" in cell
    assert "self.points is [9, 0] in the plain game and [5, 0] in the compiled one" in parting
    assert re.fullmatch(r"They part in play\(\) at tiny\.py:\d+: self\.points\[seat\] \+= .*", line)
    assert "--patch bonus=9" in command
    assert proof.cause == MISTRANSLATED


def test_shipped_patches_are_compared(result: CompileResult) -> None:
    plain = plain_of(result)
    patch = plain.folder / "patches" / "rich.toml"
    patch.parent.mkdir()
    patch.write_text("bonus = 7\n", encoding="utf-8")
    try:
        ends = rule_ends(plain)
        assert [end.patch for end in ends][-1] == ("rich",)
        difference = compare_ends(plain, mistranslated(result), ends[-1:]).difference
    finally:
        patch.unlink()
        patch.parent.rmdir()
    assert difference is not None
    assert difference.sentence.startswith("with rich, game 0: score of seat ")


def test_a_plain_game_that_is_not_repeatable_is_the_cause(
    result: CompileResult, tmp_path: Path
) -> None:
    bonus = "self.rules.bonus"
    file = written(tmp_path / "tiny", f"+= {bonus}", f"+= {bonus} + random.randrange(1_000)")
    compiled = find_game(str(result.file))
    proof = prove(find_game(str(file)), compiled, [], 20)
    assert proof.difference is not None
    assert "two equal seeds differ" in proof.cause
    assert proof.parting == ""


def test_misuse_while_a_game_is_observed_names_the_line(tmp_path: Path) -> None:
    file = written(tmp_path / "tiny", 'self.log("rounds")', 'self.log("roundz")')
    with pytest.raises(ContractError) as refused:
        simlab.compile_game(file)
    assert "tiny.py:35: " in str(refused.value)
    assert "to play it again: simlab replay" in str(refused.value)


def test_each_end_is_loaded_once() -> None:
    file = Path(__file__).parents[1] / "plain" / "harbour_goods" / "harbour_goods.py"
    game = find_game(str(file))
    ends = {end.title or end.patch[0]: end for end in rule_ends(game)}
    assert {"income=1", "income=9", "stalls=2", "stalls=8"} <= ends.keys()
    assert "cost=20 in all rows of cards" in ends
    assert ends["all rule values at their highest"].rules.components.values["last_card"] == 12
    contents = {
        repr([end.rules.components.values, end.rules.components.tables]) for end in ends.values()
    }
    assert len(contents) == len(ends)
