"""Choices of every shape mean in kernels what they mean in Python."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path

import pytest

import simlab
from simlab.catalog import find_game
from simlab.engine.game_fault import SENTENCES, UNSEEN
from simlab.execution.game_pair import CompiledGameStops
from tests.support.compiled_without_numba import what_is_wrong, wrong_in

GAME = '''
from dataclasses import dataclass
from enum import Enum

from simlab.plain import PlainGame, define, policy

WORDS = ("bid", "raise")
WORTH = {"high": 3, "low": 4}


class Side(Enum):
    LEFT = 1
    RIGHT = 2


@dataclass(frozen=True)
class Card:
    rank: int
    suit: str = "red"

    def __str__(self):
        return f"{self.suit} {self.rank}"

    @property
    def is_low(self):
        return self.rank < 2

    def worth(self, n):
        return self.rank * n + (self.suit == "red")


JOKER = Card(9, "none")


class Shapes(PlainGame):
    """A game without sense."""

    players = (2, 2)
    kinds = KINDS
    events = {"plays": "{seat} plays the {card}."}

    def setup(self, players, chance):
        self.points = [0] * players
        self.turn = self.pot = 0
        self.last = None
        self.place = (0, 0)
        self.hand = [1, 2, 3]
        self.worth = dict(WORTH)
        self.top = None
        self.held = []
        self.sides = []
        self.squares = [n * n for n in range(20)]

    def seat(self):
        return self.turn % 2 if self.turn < 12 else None

    def choices(self):
        d, e = self.turn % 3, self.pot % 4
        CHOICES

    def play(self, choice):
        d = self.chance.below(4)
        self.pot += self.gain(choice, d) + 1
        self.points[self.turn % 2] += self.pot % 7
        self.turn += 1

    def gain(self, choice, d):
GAIN

    def scores(self):
        return self.points

    def rank(self, item):
        return 7 if item in self.hand or item == "low" else 2

    def strength(self, card):
        return card.rank * (2 if card.suit == "blue" else 3)


@policy()
def own(view, choices, chance):
    """Chooses."""
POLICY


GAME = define(Shapes, own)
'''
KINDS = ("pass", "bid", "raise")
GAMES = 3
SEVERAL = 'return ["pass", ("bid", d), ("bid", e, 2), ("raise", "high"), ("raise", "low", e)]'


@dataclass(frozen=True)
class Shape:
    """What a game offers, what it makes of a choice, and how a policy chooses."""

    kinds: tuple[str, ...]
    choices: str
    gain: str
    policy: str

    def game(self) -> str:
        """Return the game as text."""
        return (
            GAME.replace("KINDS", repr(self.kinds))
            .replace("CHOICES", self.choices)
            .replace("GAIN", _indented(self.gain, 2))
            .replace("POLICY", _indented(self.policy, 1))
        )


def _indented(lines: str, depth: int) -> str:
    return textwrap.indent(textwrap.dedent(lines).strip(), "    " * depth)


SHAPES = {
    "kind and rest": Shape(
        kinds=KINDS,
        choices=SEVERAL,
        gain="""
            kind, *rest = choice
            if kind == "bid":
                return rest[0] + len(rest)
            elif kind == "raise":
                return 5 if rest[0] == "high" else 6
            return 9
        """,
        policy="""
            return choices[-1]
        """,
    ),
    "from square to square": Shape(
        kinds=("move", "jump", "rest"),
        choices="""moves = [("move", (d, n), (n, e)) for n in range(3)]
        return ["rest", *moves, ("jump", self.place, e)]""",
        gain="""
            if choice == "rest":
                return 1
            if choice in (("move", (0, 1), (1, 0)), ("jump", (0, 0), 0)):
                self.last = choice
            kind, start, end = choice
            if kind == "jump":
                self.place = (end, start[0])
                return start[1] * 10 + end
            (row, column), (r, c) = choice[1:]
            if end == (1, 3) or self.last == choice:
                return 50 + choice[1][1]
            return row + 10 * column - r * 3 + (c if start < end else 7)
        """,
        policy="""
            moves = [choice for choice in choices if choice[0] == "move" and choice[2] != (0, 0)]
            if moves and view.turn % 3:
                return max(moves, key=lambda move: (move[2][1], move[1]))
            return choices[-1] if ("jump", view.place, 2) in choices else choices[view.turn % 2]
        """,
    ),
    "squares without a word": Shape(
        kinds=(),
        choices="return [((n, d), (e, n)) for n in range(3)] + [((e, e, d, 1), (9, 8))] * (d > 1)",
        gain="""
            start, end = choice
            if len(start) == 4:
                return sum(start) + 40
            row, column = start
            return row * 10 + column * 3 + end[0] - end[1]
        """,
        policy="""
            return choices[len(choices) - 1 - view.turn % 2]
        """,
    ),
    "types and lengths": Shape(
        kinds=KINDS,
        choices=SEVERAL,
        gain="""
            if isinstance(choice, str):
                return 3
            n = len(choice)
            if choice[0] == "bid" and len(choice) == 3:
                return choice[1] + 10 * choice[2]
            return n
        """,
        policy="""
            return max(choices, key=lambda c: len(c))
        """,
    ),
    "a choice that changes in a loop": Shape(
        kinds=KINDS,
        choices=SEVERAL,
        gain="""
            best = choice
            if best[0] == "raise":
                return 1
            if best == "pass":
                best = ("bid", d)
            for n in range(2):
                if best[0] == "bid":
                    d += best[1]
                best = choice
            return d
        """,
        policy="""
            return min(choices, key=lambda c: 0 if c == "pass" else c[1] if c[0] == "bid" else 7)
        """,
    ),
    "one of several words": Shape(
        kinds=KINDS,
        choices=SEVERAL,
        gain="""
            if choice[0] in WORDS:
                return 2
            if choice in ("pass", "hold"):
                return 4
            return 5
        """,
        policy="""
            bids = [c for c in choices if c[0] == "bid"]
            shorts = [c for c in bids if len(c) == 2]
            return max(bids, key=lambda c: c[1]) if not shorts else shorts[0]
        """,
    ),
    "two squares": Shape(
        kinds=("pass", "move", "jump"),
        choices="""return [
            *(("move", (d, n), (n, e)) for n in range(3)), ("jump", (e, 1), (3, d)), "pass"
        ]""",
        gain="""
            if choice == "pass":
                return 1
            kind, (r, c), (r2, c2) = choice
            here = choice[1]
            if here == (1, 2) or choice[2] == (d, 1) or choice == ("move", (d, 1), (1, d)):
                return 3
            return r + 2 * c + 3 * r2 + 5 * c2 + choice[2][1] + (9 if kind == "jump" else 0)
        """,
        policy="""
            longer = [c for c in choices if c != "pass"]
            return max(longer, key=lambda c: c[1][0] * 3 + c[2][1])
        """,
    ),
    "two squares without a word": Shape(
        kinds=(),
        choices="return [((d, n), (n, e)) for n in range(3)]",
        gain="""
            (r, c), (r2, c2) = choice
            there = choice[1]
            is_of_no_kind = self.kind(choice) == ""
            return r + 2 * c + 3 * r2 + there[1] + 100 * is_of_no_kind
        """,
        policy="""
            wide = [c for c in choices if c[1][0] > view.turn % 3]
            both = [c for c in choices if c[0][1] == 1]
            both.append(((0, 1), (1, 0)))
            if ((0, 0), (0, 0)) in wide and both[0] in choices:
                return both[0]
            if view.turn % 4 == 1 and len(wide) > 1:
                return sorted(wide, key=lambda c: (c[1][1], c[0]))[0]
            return chance.pick(wide or choices)
        """,
    ),
    "a square and words of several lengths": Shape(
        kinds=("put", "turn"),
        choices="""
        squares = [(d, n) for n in range(2)]
        return [("put", spot, "high") for spot in squares] + [("turn", 9, (e, d))]
        """,
        gain="""
            if choice[0] == "put":
                _, spot, word = choice
                self.place = spot
                return spot[0] + 2 * spot[1] if word == "high" else 0
            return choice[1] + choice[2][0] * self.place[1]
        """,
        policy="""
            return choices[-1]
        """,
    ),
    "many details": Shape(
        kinds=("four", "eight"),
        choices="""return [
            ("four", d, e, 4095, n) for n in range(3)
        ] + [("eight", (d, (e, 1)), (2, 63), "high", JOKER, (d, ))]""",
        gain="""
            if choice[0] == "four":
                kind, a, b, c, n = choice
                return a + 2 * b + c // 1000 + n * 7
            _, (a, (b, c)), (x, y), word, card, (z,) = choice
            return a + 2 * b + 3 * c + x + y + len(word) + card.rank + z
        """,
        policy="""
            return chance.pick(choices)
        """,
    ),
    "a detail that differs": Shape(
        kinds=("go", "say"),
        choices='return [("go", d), ("say", "high"), ("go", e + 9), ("say", "low")]',
        gain="""
            kind, chosen = choice
            if kind == "go":
                return chosen
            return 3 if chosen == "high" else 4
        """,
        policy="""
            for kind, what in choices:
                if kind == "say" and what == "low":
                    return (kind, what)
            return choices[0]
        """,
    ),
    "the kind asked of the game": Shape(
        kinds=("go", "say", "move", "rest"),
        choices='return [("go", d), ("say", "high"), ("move", (d, e)), ("say", "low"), "rest"]',
        gain="""
            kind = self.kind(choice)
            same = kind
            if kind == "go":
                return choice[1]
            if same == "say":
                return 3 if choice[1] == "high" else 4
            if self.kind(choice) == "move":
                row, column = choice[1]
                return 10 * row + column
            return 7 if kind == "rest" else 0
        """,
        policy="""
            for c in choices:
                if view.turn % 3 == 0 and view.kind(c) == "say" and c[1] == "low":
                    return c
            return max(choices, key=lambda c: c[1] if view.kind(c) == "go" else view.turn % 4)
        """,
    ),
    "a detail that differs is looked up": Shape(
        kinds=("go", "say"),
        choices="""
        if self.turn % 2:
            return [("go", d), ("go", e + 9)]
        return [("say", "high"), ("say", "low")]
        """.strip(),
        gain="""
            if self.turn % 2:
                return self.squares[choice[1]] + self.rank(choice[1])
            worth = WORTH[choice[1]] + self.worth[choice[1]]
            return worth * 10 + self.rank(choice[1]) + (choice[1] in self.worth)
        """,
        policy="""
            ranks = {c: view.rank(c[1]) for c in choices}
            return max(choices, key=lambda c: ranks[c])
        """,
    ),
    "objects of a frozen dataclass": Shape(
        kinds=("play", "pass"),
        choices="""
        cards = [Card(n, suit) for n in range(1, 3 + d) for suit in ("red", "blue")]
        return [*(("play", card) for card in cards if card != self.top), ("play", JOKER), "pass"]
        """.strip(),
        gain="""
            if choice == "pass":
                return 1
            kind, card = choice
            seen = {held: n for n, held in enumerate(self.held)}
            self.log("plays", seat=self.turn % 2, card=card)
            self.top = card
            self.held.append(card)
            same = self.held.count(Card(1)) + 5 * (Card(rank=2, suit="blue") in self.held)
            worth = card.worth(d) + card.is_low + seen.get(card, 7) + (card == JOKER)
            return same + worth * 3 + (str(card) == "red 1") * 5 + (self.top.suit == "red")
        """,
        policy="""
            plays = [c for c in choices if c != "pass"]
            return max(plays, key=lambda c: c[1].worth(2) % 7)
        """,
    ),
    "members of an Enum": Shape(
        kinds=("turn", "pass"),
        choices='return ["pass", *(("turn", side) for side in Side)]',
        gain="""
            if choice == "pass":
                return 1
            self.sides.append(choice[1])
            self.log("plays", seat=self.turn % 2, card=choice[1])
            return 2 if choice[1] is Side.LEFT else 3 + choice[1].value
        """,
        policy="""
            return ("turn", Side.RIGHT) if view.turn > 3 else choices[-1]
        """,
    ),
    "details of another kind in a list": Shape(
        kinds=("bid", "play"),
        choices="""
        if self.turn % 2:
            return [("bid", n) for n in range(3)]
        return [("play", Card(n, suit)) for n in (1, 2 + d) for suit in ("red", "blue")]
        """.strip(),
        gain="""
            items = [choice[1], choice[1]]
            self.pot += len(items)
            return choice[1].rank if choice[0] == "play" else choice[1] + items[-1]
        """,
        policy="""
            if view.turn % 2:
                return max(choices, key=lambda c: c[1] - 1)
            cards = sorted((card for _, card in choices), key=view.strength)
            low = [card for card in cards if card.rank < 2 and view.strength(card) > 2]
            best = max((view.strength(card) for card in cards), default=-1)
            return ("play", low[-1] if low and best < 9 else cards[0])
        """,
    ),
    "two numbers": Shape(
        kinds=(),
        choices="return [(d, e), (d + 1, e), (9, 3)]",
        gain="""
            x, y = choice
            self.place = choice
            return x * 3 + y + choice[0] + len(choice)
        """,
        policy="""
            return max(choices, key=lambda c: c[0] * 2 - c[1])
        """,
    ),
    "a number": Shape(
        kinds=(),
        choices="return [d, e + 4, 9]",
        gain="""
            self.hand.append(choice)
            return choice * 2 + (self.last or 0)
        """,
        policy="""
            return max(choices)
        """,
    ),
    "different numbers": Shape(
        kinds=(),
        choices="return list(dict.fromkeys([d, e, 7, 5]))",
        gain="return choice",
        policy="return min(choices)",
    ),
    "numbers that are not there yet": Shape(
        kinds=(),
        choices="""
        options = [7]
        for n in (d, e, 7):
            if n not in options:
                options.append(n)
        return options
        """.strip(),
        gain="return choice",
        policy="return choices[-1]",
    ),
    "a word or a tuple": Shape(
        kinds=("pass", "b"),
        choices='return ["pass", ("b", d)]',
        gain="""
            if choice != "pass":
                return choice[1] * 2
            return 1
        """,
        policy="""
            best = choices[0]
            for c in choices:
                if c != "pass":
                    best = c
            return best
        """,
    ),
    "a choice that is kept": Shape(
        kinds=KINDS,
        choices=SEVERAL,
        gain="""
            before = self.last
            self.last = choice
            if before is None:
                return 1
            if before == choice:
                return 2
            if before[0] == "bid":
                return before[1]
            return 3
        """,
        policy="""
            return choices[1] if view.last and view.last[0] == "bid" else choices[2]
        """,
    ),
    "several lengths": Shape(
        kinds=KINDS,
        choices='return [("bid", d), ("bid", d, e), ("raise", 1, 2, 3)]',
        gain="""
            total = 0
            for n in choice[1:]:
                total += n
            a = sum(choice[1:]) + len(choice[1:]) + choice[-1]
            return total * 2 + a + max(choice[1:])
        """,
        policy="""
            return max(choices, key=lambda c: sum(c[1:]))
        """,
    ),
    "details from a list": Shape(
        kinds=KINDS,
        choices="""
        low = sorted(self.hand[:e], reverse=True)
        return [("bid", *self.hand[: d + 1]), ("raise", "low", *low[:2]), ("raise", "high")]
        """.strip(),
        gain="""
            if choice[0] == "raise" and ("raise", "low", *(n for n in range(1, d))) == choice:
                return 11
            return sum(choice[1:]) if choice[0] == "bid" else len(choice)
        """,
        policy="""
            bids = [("bid", *view.hand[: n + 1]) for n in range(3)]
            return next((bid for bid in bids[::-1] if bid in choices), choices[0])
        """,
    ),
    "a rest of the rest": Shape(
        kinds=KINDS,
        choices=SEVERAL,
        gain="""
            kind, *rest = choice
            if kind == "bid":
                n, *more = rest
                return n + (more[0] if more else 0)
            return len(rest) % 5
        """,
        policy="""
            return chance.pick(choices)
        """,
    ),
    "cases of a match": Shape(
        kinds=KINDS,
        choices=SEVERAL,
        gain="""
            match choice:
                case "pass":
                    return 1
                case ("bid", n):
                    return n + 2
                case ("bid", n, m) if n > 1:
                    return n * m
                case ("raise", "high" | "low"):
                    return 7
                case ("raise", _, k):
                    return k
                case _:
                    return 8
        """,
        policy="""
            for c in choices:
                match c:
                    case ("raise", "low", n) if n > 0:
                        return c
            return "pass"
        """,
    ),
}


MENUS = {
    "one list or another": """
        options = [("bid", n) for n in range(d)]
        options = options or ["pass"]
        return options
    """,
    "choices exchanged": """
        options = ["pass", ("bid", e)]
        if d:
            options = [options[1], options[0]]
        return options
    """,
    "choices before those that are there": """
        options = ["pass"]
        for n in range(d):
            options = [("bid", n), *options]
        return options
    """,
    "some choices in another order": """
        options = [("bid", e), ("bid", d + 5), "pass"]
        if d > 1:
            return [options[1], options[0]]
        return options
    """,
    "choices from a dict": """
        options = ["pass"]
        if d:
            options += [("bid", n) for n in dict.fromkeys(self.hand)]
        return options
    """,
}


def menu_shape(choices: str) -> Shape:
    """Return a game with a menu, of which nothing depends on what is chosen."""
    lines = textwrap.indent(textwrap.dedent(choices).strip(), " " * 8).strip()
    return Shape(KINDS, lines, gain="return 1", policy="return chance.pick(choices)")


ALL = SHAPES | {name: menu_shape(choices) for name, choices in MENUS.items()}


def written(name: str, folder: Path) -> Path:
    """Return the file of a game."""
    folder.mkdir(parents=True)
    file = folder / "shapes.py"
    file.write_text(ALL[name].game())
    return file


KINDS_OF_ITS_OWN = """
    def kind(self, choice):
        return "low" if choice[0] < self.turn % 4 else "high"

    def scores(self):"""
OWN_KINDS = "kinds of its own"


def own_kinds(folder: Path) -> Path:
    """Return the file of a game that says itself of which kind a choice is."""
    choices = "return [(d, e), (d + 1, e), (9, 3)]"
    shape = Shape(("low", "high"), choices, "return choice[0]", "return choices[-1]")
    folder.mkdir(parents=True)
    file = folder / "shapes.py"
    file.write_text(shape.game().replace("\n    def scores(self):", KINDS_OF_ITS_OWN))
    return file


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Return what is wrong in the translation of each game."""
    folder = tmp_path_factory.mktemp("shapes")
    files = [written(name, folder / str(number)) for number, name in enumerate(ALL)]
    files.append(own_kinds(folder / "own"))
    return dict(zip([*ALL, OWN_KINDS], what_is_wrong(files, GAMES), strict=True))


@pytest.mark.parametrize("name", [*ALL, OWN_KINDS])
def test_a_choice_means_in_kernels_what_it_means_in_python(
    wrong: dict[str, list[str]], name: str
) -> None:
    assert wrong[name] == []


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("name", ALL)
def test_a_choice_means_the_same_in_machine_code(tmp_path: Path, name: str) -> None:
    assert wrong_in(written(name, tmp_path / "own"), GAMES) == []


@pytest.mark.long
def test_a_choice_with_more_details_than_were_seen_stops_the_game(tmp_path: Path) -> None:
    gain = """
        if ("bid", *[1] * (d + 1)) == choice:
            return 2
        return 1
    """
    shape = Shape(KINDS, 'return ["pass", ("bid", 1), ("bid", 1, 1)]', gain, "return choices[0]")
    file = tmp_path / "shapes.py"
    file.write_text(shape.game())
    with pytest.raises(CompiledGameStops, match=SENTENCES[UNSEEN]):
        simlab.compile_game(file, games=GAMES)


@pytest.mark.long
def test_kinds_of_its_own_are_counted_alike(tmp_path: Path) -> None:
    compiled = simlab.compile_game(own_kinds(tmp_path / "own"), games=GAMES)
    assert list(compiled.problems) == []
    assert compiled.equality is not None
    assert {"seats.chosen_low", "seats.chosen_high"} <= set(compiled.equality.columns)
    assert find_game(str(compiled.file)).kind_names == ()
