"""Errors of plain games name the author's line, the game, and the command that plays it again."""

from __future__ import annotations

import re

import pytest

from simlab.errors import ContractError, InputError, Misuse
from simlab.plain.rules import TableRow
from tests.plain.broken_game import game_in


def failure_of(game, policy="greedy", count=3) -> str:
    lineup = [each for each in game.policies if each.name == policy] * 2
    with pytest.raises(ContractError) as raised:
        game.engine().play(game.load().row, lineup, 1914, 0, count)
    return str(raised.value)


def test_an_exception_names_line_statement_game_and_command(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = game_in(tmp_path, ("self.stones -= choice[1]", "self.stones -= choice[2]"))
    assert failure_of(game) == (
        "nim.py:25: self.stones -= choice[2]: IndexError: tuple index out of range\n"
        "in play(('take', 2)) of seat 0, decision 0 of game 0; to play it again:"
        " simlab replay nim.py --players 2 --policy greedy --seed 1914 --game 0"
    )


BROKEN = {
    "a choice that is refused": (
        ("self.stones -= choice[1]", 'raise ValueError("too many")'),
        r"nim.py:25: raise ValueError\(\"too many\"\): ValueError: too many\n.*"
        r"choices\(\) offers what play\(\) refuses",
    ),
    "no choice": (
        ("if n <= self.stones", "if n < 0"),
        r"nim.py:21: choices\(\) offers nothing",
    ),
    "a set of choices": (
        ('return [("take", n) for n in (1, 2) if n <= self.stones]', 'return {("take", 1)}'),
        r"nim.py:21: choices\(\) returns a set, whose order differs between equal seeds",
    ),
    "a choice twice": (
        ("for n in (1, 2) if n <= self.stones", "for n in (1, 1)"),
        r"offers \('take', 1\) twice",
    ),
    "a text of choices": (
        ('return [("take", n) for n in (1, 2) if n <= self.stones]', 'return "take"'),
        r"nim.py:21: choices\(\) returns 'take'; return a list of choices",
    ),
    "no list of choices": (
        ('return [("take", n) for n in (1, 2) if n <= self.stones]', "return None"),
        r"nim.py:21: choices\(\) returns None; return a list of choices",
    ),
    "an unknown kind": (
        ('kinds = ("take",)', 'kinds = ("pass",)'),
        r"nim.py:21: kind\(\) of \('take', 2\) is 'take', which is none of the kinds.*"
        r"\nin choices\(\), decision 0 of game 0",
    ),
    "an unknown kind of its own": (
        ("    def winner(", '    def kind(self, choice):\n        return "x"\n\n    def winner('),
        r"nim.py:30: kind\(\) of \('take', 2\) is 'x', .*\nin kind\(\), decision 0 of game 0",
    ),
    "an event of a seat that is not there": (
        ("seat=self.to_move, n=", "seat=-1, n="),
        r"nim.py:26: .*: log: seat of took must be from 0 to 1, not -1",
    ),
    "a winner that is no number of a seat": (
        ("return self.to_move\n", "return 1.0\n"),
        r"nim.py:30: winner\(\) returns 1.0; return the number of a seat, a list of several",
    ),
    "a set of scores": (
        (
            "def winner(self):\n        return self.to_move",
            "def scores(self):\n        return {0, 1}",
        ),
        r"nim.py:30: scores\(\) returns \{0, 1\}; return a list with the points of each seat",
    ),
    "a table of scores": (
        (
            "def winner(self):\n        return self.to_move",
            "def scores(self):\n        return {0: 5}",
        ),
        r"nim.py:30: scores\(\) returns \{0: 5\}; return a list",
    ),
    "an error that is no Exception": (
        ("self.stones -= choice[1]", 'raise BaseException("x")'),
        r"nim.py:25: raise BaseException\(\"x\"\): BaseException: x\nin play",
    ),
    "an interrupt of its own": (
        ("self.stones -= choice[1]", "raise GeneratorExit"),
        r"nim.py:25: raise GeneratorExit: GeneratorExit: \nin play",
    ),
    "an end of the debugger": (
        ("self.stones -= choice[1]", "raise __import__('bdb').BdbQuit"),
        r"nim.py:25: raise .*: BdbQuit: \nin play",
    ),
    "an exit": (
        ("self.stones -= choice[1]", "__import__('os')._exit(3)"),
        r"nim.py:25: .*: os._exit\(\) ends Python, which a game must not do\nin play",
    ),
    "an abort of a policy": (
        ("return choices[-1]", "__import__('os').abort()"),
        r"nim.py:37: .*: os.abort\(\) ends Python, which a game must not do\nin policy greedy",
    ),
    "a seat that is not there": (
        ("return self.to_move if self.stones else None", "return 2"),
        r"nim.py:18: seat\(\) returns 2; it must be from 0 to 1",
    ),
    "a winner that is not there": (
        ("return self.to_move\n", "return 5\n"),
        r"nim.py:30: winner\(\) returns 5, which is no seat",
    ),
    "a score that is no number": (
        (
            "def winner(self):\n        return self.to_move",
            "def scores(self):\n        return [0.5, 1]",
        ),
        r"nim.py:30: scores\(\) must be whole numbers, not 0.5",
    ),
    "too few scores": (
        ("def winner(self):\n        return self.to_move", "def scores(self):\n        return [1]"),
        r"scores\(\) returns 1 numbers for 2 seats",
    ),
    "an event that is not declared": (
        ('self.log("took", seat', 'self.log("tok", seat'),
        r'nim.py:26: self.log\(.*: log: "tok" is not one of took. Did you mean "took"\?',
    ),
    "an event with other fields": (
        ("seat=self.to_move, n=", "place=self.to_move, n="),
        r"log: the sentence of took has the fields n, seat, not n, place",
    ),
    "an amount that is no whole number": (
        ("n=choice[1])", "n=0.5)"),
        r"log: n of took must be a whole number, not 0.5",
    ),
    "a rule that is not declared": (
        ("self.stones = 7", "self.stones = self.rules.stones"),
        r'nim.py:15: .*: the rules have no "stones". They have nothing.',
    ),
    "a table that is not declared": (
        ("self.stones = 7", 'self.stones = self.table("stones")'),
        r'there is no table "stones"',
    ),
    "an end that is not declared": (
        (
            "    def seat(",
            '    ends = ("last stone",)\n\n    def ended_by(self):\n        return "x"\n\n'
            "    def seat(",
        ),
        r"nim.py:20: ended_by\(\) returns 'x', not one of last stone\nin ended_by\(\), decision",
    ),
    "a policy off the menu": (
        ("return choices[-1]", "return 3"),
        r"nim.py:34: returns 3, which is none of the 2 choices, such as \('take', 1\)\n"
        r"in policy greedy of seat 0",
    ),
    "a policy that changes the table": (
        (
            "return choices[-1]",
            "view.__dict__\n    view._game.stones -= 0 if len(choices) else 1\n"
            "    view._game.extra = 1\n    return choices[-1]",
        ),
        r"a policy changes the table",
    ),
    "a policy that plays": (
        ("return choices[-1]", "view.play(choices[-1])\n    return choices[-1]"),
        r"nim.py:37: view.play\(choices\[-1\]\): a policy reads the table; view.play is for the",
    ),
    "an end of Python": (
        ("self.stones -= choice[1]", "raise SystemExit(3)"),
        r"nim.py:25: raise SystemExit\(3\): SystemExit: 3\nin [^;]*; to play it again",
    ),
}


END = "def ended_by(self): ...\n\n    "
"""A method that names no end, before the declaration of the ends."""


@pytest.mark.parametrize("what", BROKEN)
def test_it_is_reported(what, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    replaced, report = BROKEN[what]
    failure = failure_of(game_in(tmp_path, replaced))
    assert re.search(report, failure, re.DOTALL), failure
    assert "simlab/" not in failure.replace("simlab replay", "")


@pytest.mark.parametrize(
    ("line", "other", "report"),
    [
        ("def play(self", "def pley(self", "Nim needs a method play()"),
        ('{"took": "{seat} takes {n}."}', '{"offered": "{seat}"}', "offered is a column of every"),
        ('{"took": "{seat} takes {n}."}', '{"round": "{seat}"}', "cannot have fields named round"),
        ('{"took": "{seat} takes {n}."}', '{"seats": ""}', "seats is a column of every game"),
        ('{"took": "{seat} takes {n}."}', '{"score": ""}', "score is a column of every game"),
        ("    kinds", "    players = 2\n    kinds", "such as (2, 4), not 2"),
        ("    kinds", "    players = (3, 2)\n    kinds", "such as (2, 4), not (3, 2)"),
        ("    kinds", "    players = (0, 2)\n    kinds", "such as (2, 4), not (0, 2)"),
        ("@policy()", "", "greedy is no policy; write @policy() in the line before its def"),
        ("def winner(self)", "def wins(self)", "Nim needs a method scores() or winner()"),
        (
            "kinds =",
            'ends = ("a", "b")\n    kinds =',
            "ends and ended_by() go together; Nim has one",
        ),
        (
            "def seat(",
            "def won_by(self): ...\n\n    def seat(",
            "ways_to_win and won_by() go together",
        ),
        ("def seat(", f"{END}ends = 'abc'\n\n    def seat(", "ends must be names, such as"),
        ("def seat(", f"{END}ends = ('a', 'a')\n\n    def seat(", "ends has a name twice"),
        (
            "def seat(",
            f"{END}ends = ways_to_win = ('a', 'b')\n    won_by = ended_by\n\n    def seat(",
            "a game has ways_to_win or ends, not both",
        ),
    ],
)
def test_a_class_that_is_no_game_is_refused(line, other, report, tmp_path) -> None:
    with pytest.raises(InputError, match=re.escape(report)):
        game_in(tmp_path, (line, other))


def test_a_row_says_what_it_has() -> None:
    row = TableRow("rows of regions", "region", {"region": "hills", "first": 3})
    with pytest.raises(Misuse, match=r'rows of regions have no "name"\. They have region, first\.'):
        _ = row.name
    with pytest.raises(Misuse, match=r'Did you mean "first"\?'):
        _ = row.frst
