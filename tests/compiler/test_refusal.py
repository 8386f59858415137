"""What has no counterpart among kernels is listed with its reason, and nothing is written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import simlab
from simlab.catalog import find_game
from simlab.compiler.module import Translation, translate_game
from simlab.errors import ContractError, InputError
from simlab.plain.definition import PlainDefinition
from tests.compiler.test_compile_game import GAMES, copied

pytestmark = pytest.mark.in_plain_python

TINY = '''
from collections import deque

from simlab.plain import Parameter, PlainGame, define, policy


class Tiny(PlainGame):
    title = "Tiny"
    parameters = (Parameter("turns", "turns of a game", "T1", 1, 90),)
    kinds = ("add",)

    def setup(self, players, chance):
        self.items = []
        self.turn = 0

    def seat(self):
        return None if self.turn == self.rules.turns else self.turn % 2

    def choices(self):
        CHOICES

    def play(self, choice):
        self.items.append(PLAYED)
        self.turn += 1
        if self.turn > 900:
            NEVER

    def scores(self):
        return [len(self.items), self.turn]


@policy()
def first(view, choices, chance):
    """Takes the first choice."""
    POLICY


GAME = define(Tiny, first)
'''
RULES = '[turns]\nvalue = 6\nprovenance = "rule"\n'


def written(
    folder: Path,
    *,
    choices: str = 'return [("add", 1)]',
    played: str = "choice[1]",
    never: str = "self.turn = 0",
    policy: str = "return choices[0]",
) -> Path:
    """Return the file of a small game with some lines of its own; `never` is not reached."""
    text = TINY.replace("CHOICES", choices).replace("PLAYED", played)
    (folder / "rules.toml").write_text(RULES)
    file = folder / "tiny.py"
    file.write_text(text.replace("NEVER", never).replace("POLICY", policy))
    return file


def test_statements_stand_with_line_and_reason(tmp_path: Path) -> None:
    reason = "begin_turn() calls itself, in the end; write a loop instead"
    file = copied("hot_dice", tmp_path)
    result = simlab.compile_game(file)
    refused = [each for each in result.translation.refusals if each.reason == reason]
    lines = file.read_text().splitlines()
    assert refused
    assert all(str(each).startswith(f"{file}:{each.line}: ") for each in refused)
    assert all(each.statement.split("(")[0] in lines[each.line - 1] for each in refused)
    assert set(result.frame["reason"]) == {each.reason for each in result.translation.refusals}
    assert result.sentences[0].startswith("Nothing is written: ")
    assert not result.is_good
    assert not list(file.parent.glob("*_compiled.py"))


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("self.turn = round(2.5, 1)", "kernels round to whole numbers only"),
        ("self.log('gone')", "the game declares no such event"),
        ("self.gone = 2", "it was never seen in the games played"),
        ("self.turn += 'one'", "kernels calculate with numbers only"),
        ("self.turn = self.turn < 'a'", "kernels do not compare a number with another type"),
        ("self.play(choice)", "play() calls itself"),
        (
            "self.turn = [len(word) for word in {'a', 'b'}][0]",
            "a set of texts or rows has another order each time; use dict.fromkeys()",
        ),
        ("self.turn = {}", "kernels need a number, a text or a row here"),
        ("self.items = self.items[::self.turn]", "the step of a slice must be written out"),
        ("self.turn = max(self.items, start=2)", "kernels know no start= here"),
        ("self.turn = len(dict.fromkeys(self.items, []))", "the same list several times"),
        ("del self.items", "kernels delete keys of dicts and items of lists only"),
        ("self.turn = f'{self.turn}'", "kernels have no text that is put together; keep a word"),
        ("self.turn = deque(self.items)[1]", "kernels know no class deque; keep what it"),
        ("self.items.append()", "kernels have nothing like it"),
        (
            "self.turn %= 2 ** 64",
            "18446744073709551616 is too large; numbers in kernels have 64 bits",
        ),
        ("self.turn = (1, 2)[5]", "the index is outside of the list"),
        ("self.items.append([1])", "kernels need a number, a text or a row here"),
    ],
)
def test_each_has_its_reason(tmp_path: Path, statement: str, reason: str) -> None:
    result = simlab.compile_game(written(tmp_path, never=statement))
    [refusal] = result.translation.refusals
    assert refusal.statement == statement
    assert reason in refusal.reason


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("with self.chance:\n                pass", "write what happens at its start and end"),
        ("try:\n                pass\n            finally:\n                pass", "test before"),
    ],
)
def test_what_kernels_never_have_is_said_before_games_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str, reason: str
) -> None:
    monkeypatch.setattr("simlab.compiler.module.observe", None)
    result = simlab.compile_game(written(tmp_path, never=statement))
    [refusal] = result.translation.refusals
    assert refusal.statement == statement.splitlines()[0]
    assert refusal.reason.endswith(reason)


def test_a_list_that_is_replaced_under_another_name_is_refused(tmp_path: Path) -> None:
    never = "mine = self.items\n            self.items = []\n            mine.append(1)"
    result = simlab.compile_game(written(tmp_path, never=never))
    assert "mine is a second name for what changes" in result.translation.refusals[0].reason


def test_one_error_has_no_others_in_its_train(tmp_path: Path) -> None:
    never = "best = round(2.5, 1)\n            self.turn = best + 1"
    result = simlab.compile_game(written(tmp_path, never=never))
    assert [each.statement for each in result.translation.refusals] == ["best = round(2.5, 1)"]


def test_an_attribute_of_another_type_is_refused_where_it_is_used(tmp_path: Path) -> None:
    file = written(tmp_path, never="self.names = object()")
    text = file.read_text().replace(
        "self.turn = 0\n", "self.turn = 0\n        self.names = object()\n", 1
    )
    file.write_text(text)
    result = simlab.compile_game(file)
    assert {each.statement for each in result.translation.refusals} == {"self.names = object()"}


def test_an_error_of_the_rules_is_reported_with_its_place(tmp_path: Path) -> None:
    file = written(tmp_path, choices="return [(len(self.turn), 1)]")
    with pytest.raises(
        ContractError, match=r"tiny.py:\d+: .*object of type 'int' has no len"
    ) as error:
        simlab.compile_game(file)
    assert "in choices(), decision 0 of game 0" in str(error.value)
    assert not file.with_name("tiny_compiled.py").exists()


def test_a_default_that_differs_from_call_to_call_is_refused_with_what_to_write(
    tmp_path: Path,
) -> None:
    file = written(tmp_path)
    purse = """from dataclasses import dataclass, field
from itertools import count

COINS = count()


@dataclass
class Purse:
    coins: list[int] = field(default_factory=lambda: [next(COINS)])


"""
    tiny = file.read_text().replace(
        "self.turn = 0\n", "self.turn = 0\n        self.purses = [Purse() for _ in range(2)]\n", 1
    )
    file.write_text(purse + tiny)
    [refusal] = simlab.compile_game(file).translation.refusals
    assert refusal.reason.endswith("give its value where the object is made: Purse(coins=...)")


def test_choices_must_not_change_the_table(tmp_path: Path) -> None:
    choices = 'self.turn += 0\n        return [("add", 1)]'
    [refusal] = simlab.compile_game(written(tmp_path, choices=choices)).translation.refusals
    assert refusal.statement == "def choices(self):"
    assert refusal.reason.startswith("it changes the table, or makes a list step by step")


@pytest.mark.long
def test_a_policy_that_cannot_be_translated_is_left_out(tmp_path: Path) -> None:
    file = written(tmp_path, policy="return choices[int(round(0.2, 1))]")
    result = simlab.compile_game(file, games=GAMES)
    assert result.is_good
    assert result.translation.policies == ["random"]
    assert list(result.translation.left_out) == ["first"]
    assert "Left out: first, which cannot be translated." in result.sentences


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        ("((1, None), 3)", "write a square of a board as one number, row \\* columns"),
        ('("add", *range(9))', "up to 8 whole numbers"),
        ('("add", (1, 4096), (2, 3))', "must be from 0 to 4095, as it has 4"),
        ('("add", None)', "kernels need a word"),
        ('("add", -1)', "must be from 0 to 65535"),
        ('("add", 1.5)', "up to 8 whole numbers"),
    ],
)
def test_choices_must_be_numbers_behind_a_word(tmp_path: Path, choice: str, reason: str) -> None:
    file = written(tmp_path, choices=f"return [{choice}]", played="1").rename(tmp_path / "odd.py")
    file.write_text(file.read_text().replace('kinds = ("add",)', "kinds = ()"))
    with pytest.raises(InputError, match=reason):
        simlab.compile_game(file)


def test_a_list_that_is_full_stops_the_game(tmp_path: Path) -> None:
    """The games that were observed have up to 300 turns; with a thousand, the list has no room."""
    file = written(tmp_path)
    file.write_text(file.read_text().replace("1, 90)", "1, 1000)"))
    result = simlab.compile_game(file, games=GAMES)
    assert "With turns=1000, the compiled game stops: " in result.sentences[1]
    game = find_game(str(result.file))
    rules = game.load(patch={"turns": 1000})
    with pytest.raises(
        ContractError,
        match=r"tiny\.py:23: a list or a menu is longer than simlab compile foresaw",
    ):
        game.engine().play(rules.row, [game.policies[-1]] * 2, 1, 0, 1)


@pytest.mark.long
def test_rules_that_are_given_make_room_for_their_lists(tmp_path: Path) -> None:
    result = simlab.compile_game(written(tmp_path), games=GAMES, patch="turns=90")
    assert result.is_good
    assert result.equality is not None
    n_lineups = 3  # both policies in all seats, then one of each in two rotations
    assert result.equality.games >= 2 * n_lineups * (GAMES // n_lineups), "under both rules"
    game = find_game(str(result.file))
    rows = game.engine().play(game.load(patch={"turns": 90}).row, [game.policies[-1]] * 2, 1, 0, 1)
    assert rows["finished"][0]


def test_a_file_that_cannot_be_compiled_does_not_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(definition: object, **options: object) -> Translation:
        return Translation("GAME = 1 +\n", [], ["first"], [])

    monkeypatch.setattr("simlab.check.translation.translate_game", broken)
    file = written(tmp_path)
    with pytest.raises(InputError, match="cannot be imported"):
        simlab.compile_game(file)
    assert not file.with_name("tiny_compiled.py").exists()


def test_two_games_that_differ_leave_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoilt(definition: PlainDefinition, **options: object) -> Translation:
        own = translate_game(definition)
        return replace(own, code=own.code.replace("state.turn += 1", "state.turn += 2"))

    monkeypatch.setattr("simlab.check.translation.translate_game", spoilt)
    result = simlab.compile_game(written(tmp_path), games=GAMES)
    assert not result.is_good
    assert "decisions is 6 in the plain game and 3 in the compiled one" in result.problems[0]
    assert result.sentences[0].startswith("Nothing is written: the two games differ.")
    assert not result.file.exists()


def test_a_file_of_somebody_else_stays(tmp_path: Path) -> None:
    file = written(tmp_path)
    other = file.with_name("tiny_compiled.py")
    other.write_text("MINE = 1\n")
    with pytest.raises(InputError, match="was not written by this command"):
        simlab.compile_game(file)
    assert other.read_text() == "MINE = 1\n"


def test_a_compiled_game_cannot_be_compiled() -> None:
    with pytest.raises(InputError, match="Pig is a compiled game already"):
        simlab.compile_game("pig")
