"""Errors of plain games name the author's line, the game, and the command that plays it again."""

from __future__ import annotations

import re

import pytest

from simlab.errors import ContractError, InputError, Misuse
from simlab.plain import Column, Parameter, Table
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
    "a row that is not there": (
        ("self.to_move = 0", "self.to_move = next(n for n in (1, 2) if n > 2)"),
        r"nim.py:16: self.to_move = next\(.*: StopIteration: next\(\) finds nothing",
    ),
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
    "a choice of no kind": (
        ('return [("take", n) for n in (1, 2) if n <= self.stones]', "return [1]"),
        r"nim.py:21: choices\(\) offers 1, which begins with no word, so .* kinds take; write kind",
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
    "an event whose values have no names": (
        ("seat=self.to_move, n=choice[1])", "self.to_move, choice[1])"),
        r"nim.py:26: .*: log: name each value, such as seat=...; \d has none",
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
    "a choice that can change": (
        ('return [("take", n) for', 'return [["take", n] for'),
        r"nim.py:21: choices\(\) offers \['take', 1\], which can change; a choice is a word",
    ),
    "an attribute with a typing error": (
        ("self.stones -= choice[1]", "self.stons -= choice[1]"),
        r"nim.py:25: .*has no attribute 'stons'. Did you mean \"stones\"\?",
    ),
    "a name with a typing error": (
        ("self.stones -= choice[1]", "self.stones -= choyce[1]"),
        r"nim.py:25: .*: name 'choyce' is not defined. Did you mean \"choice\"\?",
    ),
    "a draw of another library": (
        ("self.stones -= choice[1]", "self.stones -= self.chance.randint(1, 2)"),
        r"has no attribute 'randint'; chance has die\(\), below\(\), pick\(\), shuffle\(\)",
    ),
    "an attribute that hides a method": (
        ("self.stones -= choice[1]", "self.winner = self.stones = 0"),
        r"nim.py:30: TypeError: .*; self.winner is now a value, which hides the method winner\(\)",
    ),
    "a draw": (
        ("return self.to_move\n", "return None\n"),
        r"winner\(\) returns nobody at the end.*after a draw, return the seats .*\[0, 1\]",
    ),
    "an event of a game without events": (
        ('{"took": "{seat} takes {n}."}', "{}"),
        r'log: the game declares no events; write events = \{"took": ...\} in its class',
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
        ("    kinds", "    players = 2\n    kinds", "or (4, 4) for 4 only; not 2"),
        ("    kinds", "    players = (3, 2)\n    kinds", "or (4, 4) for 4 only; not (3, 2)"),
        ("    kinds", "    players = (0, 2)\n    kinds", "or (4, 4) for 4 only; not (0, 2)"),
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
        ("def seat(", f"{END}ends = 'abc'\n\n    def seat(", "ends must be names in parentheses"),
        ("def seat(", f"{END}ends = ('a', 'a')\n\n    def seat(", "ends has a name twice"),
        (
            "def seat(",
            f"{END}ends = ways_to_win = ('a', 'b')\n    won_by = ended_by\n\n    def seat(",
            "a game has ways_to_win or ends, not both",
        ),
        ("    kinds", "    sources = ('dice')\n    kinds", 'such as ("dice",)'),
        ('kinds = ("take",)', 'kinds = ("take")', "kinds must be names in parentheses with commas"),
        ('kinds = ("take",)', 'kinds = {"take"}', "kinds must be names in parentheses with commas"),
        ('{"took": "{seat} takes {n}."}', '["took"]', "events must be a dictionary of sentences"),
        ('"{seat} takes {n}."', '"{seat takes"', "expected '}' before end of string; write {{"),
        ('"{seat} takes {n}."', '"{} takes"', "has a field {}; a field is a name that log()"),
        (
            "    kinds",
            '    parameters = ("a",)\n    kinds',
            "parameters must be a tuple of Parameter",
        ),
        ("    kinds", "    tables = ('cards',)\n    kinds", "tables must be a tuple of Table"),
        ("    kinds", "    noise = 5\n    kinds", "noise must be a share from 0 to 1"),
        ("    kinds", "    decision_limit = 0\n    kinds", "must be a whole number from 1; not 0"),
        ("    kinds", "    cooperative = 'no'\n    kinds", "cooperative must be True or False"),
        ("    kinds", "    timeline = 'took'\n    kinds", "timeline must be names"),
        ("    def seat(self)", "    @property\n    def seat(self)", "seat is no method of Nim"),
        ("def choices(self)", "def choices(self, seat)", "write def choices(self)"),
        ("def play(self, choice)", "async def play(self, choice)", "play() is asynchronous"),
        (
            "def setup(self, players, chance)",
            "def setup(self)",
            "write def setup(self, players, ch",
        ),
        (
            "    def seat(",
            "    def in_words(self, name, value, rules): ...\n\n    def seat(",
            "write @staticmethod, and below it def in_words(name, value, rules)",
        ),
        (
            "    def seat(",
            "    def __init__(self): ...\n\n    def seat(",
            "Nim cannot have a method __init__(); write what it does in setup(self, players,",
        ),
        (
            "def greedy(view, choices, chance)",
            "def greedy(view, choices)",
            "write def greedy(view, choices, chance), or declare",
        ),
        ("@policy()", "@policy(traits={'keep': 3})", "trait keep must be a Trait, such as"),
        ("@policy()", "@policy(traits=['keep'])", "traits must be a dictionary, such as"),
        ("@policy()", "@policy(players=2)", "policy greedy: players must be the fewest and the mo"),
        ("define(Nim, greedy", "define(greedy", "define() needs a class of rules first"),
        ("define(Nim, greedy", "define(Nim, [greedy]", "needs each policy by itself"),
        (
            "define(Nim, greedy",
            "define(Nim, greedy, greedy",
            "two policies of Nim are called greedy",
        ),
        ("GAME = define", "game = define", "defines no GAME; call its game GAME, not game"),
    ],
)
def test_a_class_that_is_no_game_is_refused(line, other, report, tmp_path) -> None:
    with pytest.raises(InputError, match=re.escape(report)):
        game_in(tmp_path, (line, other))


@pytest.mark.parametrize(
    ("declared", "report"),
    [
        (lambda: Parameter("goal", 1, 30), "begins with texts"),
        (lambda: Parameter("the-goal", "points", "", 1, 30), "such as the_goal"),
        (lambda: Parameter("goal", "points", "", 30, 1), "30, is above the highest, 1"),
        (lambda: Parameter("goal", "points", "", 1), "needs a lowest and a highest number"),
        (lambda: Parameter("goal", "points", "", 0.5, 1.5), "must be whole"),
        (lambda: Column("colour", "colour", choices="red"), "words in parentheses with commas"),
        (lambda: Table("cards", "cards", "card", Column("cost", "coins", 0, 9)), "with a comma"),
        (lambda: Table("cards", "cards", "card", ("cost",)), "tuple of Column"),
    ],
)
def test_a_wrong_declaration_of_a_rule_or_a_column_is_refused(declared, report) -> None:
    with pytest.raises(ValueError, match=re.escape(report)):
        declared()


def test_a_policy_that_calls_another_is_refused(tmp_path) -> None:
    game = game_in(
        tmp_path, ("return choices[-1]", "return GAME.policies[0](view, choices, chance)")
    )
    assert "random is a policy, which simlab alone can call" in failure_of(game)


def test_a_row_says_what_it_has() -> None:
    row = TableRow("rows of regions", "region", {"region": "hills", "first": 3})
    with pytest.raises(Misuse, match=r'rows of regions have no "name"\. They have region, first\.'):
        _ = row.name
    with pytest.raises(Misuse, match=r'Did you mean "first"\?'):
        _ = row.frst
