"""Games without sense whose methods are drawn from the language that simlab compile promises.

`drawn_feature` draws one feature of a game: a method that is called with two numbers and returns
one, or a menu with what is made of its choices, a policy, a winner, or what is hidden. `write_game`
makes a game of some features, of which the rule value `on` says which one is played: an error in
one of them stops the others nowhere.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.compiler.grammar import (
    BASE,
    CONSTRUCTS,
    MENU_IN_METHOD,
    MIXED_MENU,
    WAYS,
    Templates,
)

DEPTH = 2
"""Levels of an expression."""
MOST_LOOPS, MOST_BLOCKS = 2, 3
"""Loops and blocks within each other."""
MOST_CONSTRUCTS = 4
"""Constructs of a feature, besides those that all have."""
TRIES = 8
"""Times that a method is drawn until it has all of them."""
OFTEN = 4
"""How much more often their templates are drawn than others."""
TOKEN = re.compile(r"<([^<>\s][^<>]*)>")
BOUND = re.compile(r"§(\w+):(\w+)(?![^<>]*>)")
CHANGING = re.compile(
    r"self\.(bonus|step|chance)|<method|:=|draw|\.roll\(|advance|\.gain\(|\.pop\(|score\("
    r"|<name function|deal\(|depth_of|wealth"
)
"""What draws from chance or changes the table."""
LISTS = re.compile(r"self\.\w+|\w+")
"""What a loop may go through."""
CHANGED = (
    r"%s(\.hands)?(\[[^=]*\])?"
    r"( \W?= |\.(append|pop|remove|insert|extend|clear|add|discard|sort|update|set\w+))"
)
"""What changes a list or a dict that a loop goes through; only some constructs do that."""
KINDS_OF_NUMBERS = ("number", "loop")


class Missing(Exception):
    """Nothing of the kind is known where it is needed."""


@dataclass
class Scope:
    """What is known where something is drawn: names by their kind, and lists that are looped."""

    names: dict[str, list[str]] = field(default_factory=dict)
    looped: set[str] = field(default_factory=set)
    result: str = "number"
    """What the method returns."""
    n_loops: int = 0
    n_blocks: int = 0
    is_pure: bool = False
    depth: int = DEPTH

    def within(self, names: Mapping[str, Sequence[str]] = {}, **changes: object) -> Scope:
        """Return a scope that knows more, and forgets it again."""
        own = {kind: list(known) for kind, known in self.names.items()}
        for kind, more in names.items():
            own[kind] = [*own.get(kind, []), *more]
        values = {**vars(self), "names": own, "looped": set(self.looped), **changes}
        return Scope(**values)

    def known(self, kind: str) -> list[str]:
        """Return names of a kind."""
        kinds = KINDS_OF_NUMBERS if kind == "number" else (kind,)
        return [name for each in kinds for name in self.names.get(each, [])]


class FeatureWriter:
    """Draws a feature of some constructs."""

    def __init__(self, random: Random, name: str, constructs: Collection[str]) -> None:
        self.random, self.name = random, name
        self.methods: list[str] = []
        """Methods that were written for the purpose."""
        self.used: set[str] = set()
        """Constructs that occur."""
        self.n_names = 0
        self.templates: dict[str, list[tuple[str, str]]] = {}
        self.learn("", BASE, 1)
        for construct in constructs:
            self.learn(construct, {**CONSTRUCTS, **WAYS}[construct], OFTEN)

    def learn(self, construct: str, templates: Templates, times: int) -> None:
        for kind, own in templates.items():
            self.templates.setdefault(kind, []).extend((construct, each) for each in own * times)

    # expressions

    def expression(self, kind: str, scope: Scope) -> str:
        """Return a drawn expression of a kind.

        Raises:
            Missing: there is none.
        """
        if scope.depth <= 0 and f"leaf {kind}" in self.templates:
            kind = f"leaf {kind}"
        choices = [*self.templates.get(kind, []), *self.templates.get(f"leaf {kind}", [])]
        if scope.is_pure:
            choices = [(name, text) for name, text in choices if not CHANGING.search(text)]
        self.random.shuffle(choices)
        for construct, template in choices:
            try:
                text = self.expanded(self._renamed(template), scope.within(depth=scope.depth - 1))
            except Missing:
                continue
            self.used.add(construct)
            return text.replace("§", "")
        raise Missing(kind)

    def _renamed(self, template: str) -> str:
        """Return a template with a new name for each `$x`, marked by a sign."""
        names: dict[str, str] = {}
        for name in re.findall(r"\$(\w+)", template):
            if name not in names:
                self.n_names += 1
                names[name] = f"§{name}{self.n_names}"
        return re.sub(r"\$(\w+)", lambda match: names[match[1]], template)

    def expanded(self, text: str, scope: Scope) -> str:
        """Return a text with something drawn for each token.

        Raises:
            Missing: nothing is known for one.
        """
        drawn: dict[str, str] = {}

        def replacement(match: re.Match[str]) -> str:
            token = match[1]
            if token.startswith("that "):
                token = token.removeprefix("that ")
                drawn[token] = drawn.get(token) or self.token(token, scope)
                return drawn[token]
            text = self.token(token, scope)
            if token.startswith("own "):
                drawn[token.removeprefix("own ")] = text
            return text

        return TOKEN.sub(replacement, text)

    def token(self, token: str, scope: Scope) -> str:
        """Return what is drawn for a token."""
        if "|" in token:
            return self.random.choice(token.split("|"))
        words = token.split()
        names = [word.removeprefix("§") for word in words if word.startswith("§")]
        words = [word for word in words if not word.startswith("§")]
        if words[0] == "pure":
            scope, words = scope.within(is_pure=True), words[1:]
        for name in names:
            own, _, kind = name.partition(":")
            scope = scope.within({kind or "loop": [own, own]})
        kind = " ".join(words)
        special: Mapping[str, Callable[..., str]] = {
            "int": self._literal,
            "place": self._place,
            "name": self._name,
            "own": self._own,
            "method": self._method,
        }
        if words[0] in special:
            return special[words[0]](scope, *words[1:])
        return self.expression(scope.result if kind == "result" else kind, scope)

    def _literal(self, scope: Scope, low: str, high: str) -> str:
        return str(self.random.randint(int(low), int(high)))

    def _place(self, scope: Scope, length: str) -> str:
        n = int(length)
        return self.random.choice(
            [
                *[str(self.random.randint(-n, n - 1))] * 2,
                f"d % {n}",
                f"e % {n}",
                f"e % {n} - {n}",
                f"self.place % {n}",
            ]
        )

    def _name(self, scope: Scope, kind: str) -> str:
        known = scope.known(kind)
        if not known:
            raise Missing(kind)
        return self.random.choice(known)

    def _own(self, scope: Scope, kind: str) -> str:
        """Return what may be changed."""
        own = scope.names.get(kind, [])
        if kind == "list":
            own = [name for name in ["self.pile", *own] if name not in scope.looped]
        elif not own:
            return "self.pot"
        if not own:
            raise Missing(kind)
        return self.random.choice(own)

    def _method(self, scope: Scope, *kinds: str) -> str:
        """Write a method that returns something; return how it is called."""
        kind = " ".join(kinds)
        if len(self.methods) > 3:
            raise Missing(kind)
        name = f"{self.name}_{chr(ord('a') + len(self.methods))}"
        place = len(self.methods)
        self.methods.append("")
        fresh = Scope(result={"pair": "number", "maybe": "number or none"}.get(kind, kind))
        fresh.names["number"] = []
        try:
            construct, template = self.random.choice(self.templates[f"{kind} method"])
            lines = self.lines(f"def {name}{template}", fresh.within(n_blocks=1), result=kind)
        except (KeyError, Missing):
            self.methods.pop()
            raise Missing(kind) from None
        self.used.add(construct)
        if any(re.search(r"\b[de]\b", line) for line in lines):
            lines.insert(1, "    d, e = self.d, self.e")
        self.methods[place] = "\n".join(lines)
        return f"self.{name}"

    # statements

    def statements(self, scope: Scope) -> list[str]:
        """Return one to three statements; what they bind is known to later ones alone."""
        lines: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            lines += self.statement(scope)
        return lines

    def statement(self, scope: Scope) -> list[str]:
        """Return the lines of a statement, whose names the scope knows afterwards."""
        for _ in range(50):
            construct, template = self.random.choice(self.templates["statement"])
            is_loop = bool(re.search(r"^ *(for|while) ", template, re.MULTILINE))
            if "<block>" in template and scope.n_blocks >= MOST_BLOCKS:
                continue
            if is_loop and scope.n_loops >= MOST_LOOPS:
                continue
            if "def " in template and scope.n_blocks:
                continue
            if any(re.search(CHANGED % re.escape(name), template) for name in scope.looped):
                continue
            try:
                own = scope.within()
                lines = self.lines(template, own)
            except Missing:
                continue
            scope.names = own.names
            self.used.add(construct)
            return lines
        return ["self.pot += 1"]

    def lines(self, template: str, scope: Scope, result: str = "") -> list[str]:
        """Return the lines of a template; the scope learns what is bound outside of its blocks.

        Raises:
            Missing: nothing is known for a token.
        """
        text, lines, inner = self._renamed(template), [], scope
        n_loops = len(re.findall(r"^ *(?:for|while) ", template, re.MULTILINE))
        drawn: dict[str, str] = {}
        for line in text.split("\n"):
            indent = len(line) - len(line.lstrip())
            if line.strip() == "<block>":
                own = inner.within(n_loops=scope.n_loops + n_loops, n_blocks=scope.n_blocks + 1)
                lines += [" " * indent + each for each in self.statements(own)]
                continue
            is_outside = indent == 0 and not line.rstrip().endswith(":")
            now = scope if is_outside else inner
            bound = BOUND.findall(line)
            line = self._line(BOUND.sub(r"\1", line), now, drawn)
            looped = LISTS.findall(line) if line.lstrip().startswith("for ") else []
            if line.startswith("def ") and not result:
                inner = _read_only(inner)
            for name, kind in bound:
                more = {kind: [name]} if kind not in ("loop",) else {kind: [name, name]}
                inner = inner.within(more)
                if is_outside or (line.startswith("def ") and kind == "function"):
                    scope.names = scope.within(more).names
            inner.looped.update(looped)
            lines.append(line.rstrip())
        return lines

    def _line(self, line: str, scope: Scope, drawn: dict[str, str]) -> str:
        """Return a line with something drawn for each token; `that` may be of a line before."""

        def replacement(match: re.Match[str]) -> str:
            token = match[1]
            kind = token.removeprefix("that ")
            if kind != token and kind in drawn:
                return drawn[kind]
            text = self.token(kind, scope)
            drawn[kind.removeprefix("own ")] = text
            return text

        return TOKEN.sub(replacement, line).replace("§", "")


def _read_only(scope: Scope) -> Scope:
    """Return what a function within another one knows: it reads names, and changes no list."""
    names = {kind: own for kind, own in scope.names.items() if kind != "number"}
    names["loop"] = scope.known("number")
    own = Scope(**{**vars(scope), "names": names})
    own.looped = {*scope.looped, *scope.known("list")}
    own.is_pure = True
    return own


@dataclass(frozen=True)
class Feature:
    """A feature of a drawn game."""

    name: str
    way: str
    """What it is: a method, or a menu, a policy, a winner, what is hidden."""
    text: str
    """Methods of the class, or a policy."""
    constructs: frozenset[str]
    menu: str = ""
    """What choices() does, if it is a menu."""

    @property
    def is_policy(self) -> bool:
        """Whether its text is a function of the module."""
        return self.way == "policy"


SHARE_IN_METHODS = 0.3
"""Of menus: choices() returns what a method of its own does."""
SHARES = {"method": 14, "menu": 3, "policy": 2, "winner": 1, "hide": 1}
"""How often each way is drawn."""
ARGUMENTS = {"number": ["d", "e"]}


def drawn_feature(random: Random, name: str, left_out: Collection[str] = ()) -> Feature:
    """Return a feature, drawn at random from all constructs but those that are left out."""
    way = random.choices(list(SHARES), list(SHARES.values()))[0]
    known = [each for each in CONSTRUCTS if each not in left_out]
    some = random.sample(known, random.randint(1, MOST_CONSTRUCTS))
    if way == "method":
        text, used = drawn_method(random, name, some)
        return Feature(name, way, textwrap.indent(text, "    "), used)
    writer, menu = FeatureWriter(random, name, some), ""
    ways = [each for each in WAYS if each not in left_out]
    if way == "menu":
        menu, text = _menu(writer, ways)
    else:
        text = _way(writer, way, ways)
    indented = text if way == "policy" else textwrap.indent(text, "    ")
    return Feature(name, way, indented, frozenset(writer.used - {""}), menu)


def drawn_method(
    random: Random, name: str, constructs: Collection[str]
) -> tuple[str, frozenset[str]]:
    """Return a method with those that it calls, and the constructs that are in it.

    It is drawn again and again until all constructs are, or for some times.
    """
    for _ in range(TRIES):
        writer = FeatureWriter(random, name, constructs)
        text = _method(writer)
        if writer.used.issuperset(constructs):
            break
    return text, frozenset(writer.used - {""})


def _method(writer: FeatureWriter) -> str:
    scope = Scope(dict(ARGUMENTS))
    lines = [line for _ in range(writer.random.randint(1, 4)) for line in writer.statement(scope)]
    lines.append(f"return {writer.expression('number', scope)}")
    text = "\n".join([_function(f"{writer.name}(self, d, e)", lines), *writer.methods])
    return f"{text}\n"


def _menu(writer: FeatureWriter, ways: Sequence[str]) -> tuple[str, str]:
    """Return what choices() does, and the method that is given one, perhaps with another one."""
    menu = writer.random.choice([each for each in ways if each.startswith("menu of")])
    take = writer.random.choice([each for each in ways if each.startswith("choice")])
    for construct in (menu, take):
        writer.learn(construct, WAYS[construct], OFTEN)
        writer.used.add(construct)
    scope = Scope(dict(ARGUMENTS), is_pure=True)
    lines = writer.lines(writer.random.choice(writer.templates["menu"])[1], scope)
    taken = writer.lines(writer.random.choice(writer.templates["take"])[1], Scope(dict(ARGUMENTS)))
    text = _function(f"{writer.name}_take(self, choice)", taken)
    in_method = MIXED_MENU if any('"pass"' in line for line in lines) else MENU_IN_METHOD
    if in_method in ways and writer.random.random() < SHARE_IN_METHODS:
        writer.used.add(in_method)
        own = _function(f"{writer.name}_menu(self, d, e)", lines)
        return f"return self.{writer.name}_menu(self.d, self.e)", f"{own}\n{text}"
    return "\n".join(["d, e = self.d, self.e", *lines]), text


def _function(head: str, lines: Sequence[str]) -> str:
    return f"def {head}:\n{textwrap.indent(chr(10).join(lines), '    ')}\n"


HEADS = {
    "policy": '@policy()\ndef {name}(view, choices, chance):\n    """Picks."""',
    "winner": "def {name}_winner(self):",
    "hide": "def {name}_hide(self, seat, chance):",
}


def _way(writer: FeatureWriter, way: str, ways: Sequence[str]) -> str:
    """Return a policy, a winner or what is hidden."""
    constructs = [each for each in ways if way in WAYS[each]]
    construct = writer.random.choice(constructs)
    writer.used.add(construct)
    writer.learn(construct, WAYS[construct], 1)
    template = writer.random.choice(writer.templates[way])[1]
    lines = writer.lines(template, Scope({}, is_pure=True))
    head = HEADS[way].format(name=writer.name)
    return f"{head}\n{textwrap.indent(chr(10).join(lines), '    ')}\n"


HEAD = '''
import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from enum import Enum
from itertools import accumulate, chain, combinations, pairwise, permutations, product
from typing import NamedTuple

from simlab.parts import Areas, Auction, Bag, Bank, Deck, Dice, Hands, Market, Simultaneous
from simlab.parts import Spaces, Track
from simlab.plain import Column, Parameter, PlainGame, Table, define, policy
from tests.compiler.one_file import value as one_value
from tests.compiler.other_file import value as other_value

MOODS = ("calm", "rough", "still")
WORTH = {"calm": 2, "rough": -1, "still": 5}
TABLE = (3, 5, 8, 13, 21)
BOARD = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
NEIGHBOURS = {0: (1, 2), 1: (0,), 2: (), 3: (2, 1, 0), 4: (3,)}
COLUMNS = ("cost", "points")
doubled_lambda = lambda number: number * 2


class Side(Enum):
    LEFT = 3
    RIGHT = 5


class Good(NamedTuple):
    cost: int
    name: str


GOODS = {"calm": Good(2, "wood"), "rough": Good(5, "iron"), "still": Good(7, "gold")}


@dataclass(frozen=True)
class Token:
    size: int
    side: str = "head"

    def times(self, number):
        return self.size * number


TOKENS = (Token(1), Token(4, "tail"))


def tripled(number):
    return number * 3


def value_of(view, choice):
    """What a choice is worth to a policy."""
    if choice[0] == "buy":
        return choice[1].cost
    return choice[1] * 2 if choice[0] == "bid" else view.pot % 5


@dataclass
class Ship:
    cargo: int = 0
    is_full: bool = False
    crew: list[int] = field(default_factory=list)

    def worth(self, number):
        return self.cargo * 2 + number

    def load(self, number):
        self.cargo += number % 7
        return self.cargo


class Drawn(PlainGame):
    """Calls what was drawn."""

    players = (2, 2)
    kinds = ("hold", "pass", "bid", "buy", "move", "trade", "jump")
    parameters = (
        Parameter("on", "what is played", "D1", 0, 999),
        Parameter("least", "a number", "D2", 0, 4),
        Parameter("most", "another number", "D3", 1, 90),
        Parameter("is_open", "a switch", "D4"),
        Parameter("style", "a word", "D5", choices=("fast", "slow")),
    )
    tables = (
        Table(
            "cards",
            "cards",
            "card",
            (
                Column("cost", "coins", 0, 9),
                Column("points", "points", -5, 9),
                Column("colour", "its colour", choices=("red", "blue", "green")),
                Column("mood", "its mood", choices=MOODS),
                Column("copies", "of it", 1, 3),
            ),
        ),
        Table("places", "places", "place", (Column("room", "pieces", 0, 9),)),
    )
    DECLARED
    factor = 3
    steps = (1, 4, 9)
    events = {
        "called": "{seat} has {n}.",
        "noted": "",
        "gains": "{seat} gains {n}.",
        "tells": "{card} and {word}.",
        "lists": "{cells}.",
    }

    def setup(self, players, chance):
        self.points = [0] * players
        self.turn = self.pot = self.place = self.tide = 0
        self.d, self.e = 0, 0
        self.rare = None if chance.below(2) else 3
        self.mood = "calm"
        self.last = "hold"
        self.spot = None
        self.trick = [("calm", 1)]
        self.cards = [1, 2, 3, 4, 5]
        self.cells = [0, 0, 0]
        self.pile = [2, 7]
        self.slots = [0, None, 2]
        self.hands = [[1, 2], [3]]
        self.grid = [[0, 0, 0], [1, 1, 1]]
        self.marks = {0: 1}
        self.worths = {"calm": 2, "rough": 0, "still": 1}
        self.groups = {0: [1], 1: [2, 2]}
        self.seen = {1}
        self.ships = [Ship(), Ship(2, True, [4])]
        self.fleet = [Ship(5)]
        self.harbour = [Ship(1, False, [1, 2])]
        self.shop = list(self.table("cards"))[:3]
        self.held = [self.table("cards")[0]]
        self.piles = [[self.table("cards")[1]], [self.table("cards")[2]]]
        self.trump = None if chance.below(2) else self.table("cards")[3]
        self.supply = {card: card.copies for card in self.table("cards")}
        self.owned = {self.table("cards")[4]}
        self.board = {(0, 0): 1}
        self.spots = {(0, 0), (1, 3)}
        SETUP
        self.draw_numbers()

    def draw_numbers(self):
        self.d = self.chance.below(7) - 3
        self.e = self.chance.below(5)

    def seat(self):
        return self.turn % 2 if self.turn < (TURNS if self.rules.on else 1) else None

    def choices(self):
        if self.rules.on == 0:
            others = [("move", 0, 1), ("trade", "calm", self.table("cards")[0], 2), "pass"]
            return [*self.offers(), *others]
        MENUS
        return ["hold"]

    def offers(self):
        bids = [("bid", n) for n in range(self.e)]
        cards = [card for card in self.table("cards") if card.cost > self.d]
        return ["hold", *bids, *(("buy", card) for card in cards)]

    def play(self, choice):
        seat = self.turn % 2
        self.turn += 1
        CALLS
        self.settle()
        self.draw_numbers()

    def scores(self):
        return self.points

    def winner(self):
        WINNERS
        return None

    def hide(self, seat, chance):
        HIDDEN
        super().hide(seat, chance)

    def note(self, seat, number):
        self.log("called", seat=seat, n=number % 97)
        self.points[seat] = (self.points[seat] * 7 + number % 97 + self.digest()) % 99991

    def digest(self):
        total = self.pot + 3 * self.place + 5 * self.tide + 7 * len(self.pile)
        for card in self.cards + self.cells + self.pile:
            total = (total * 3 + card) % 9973
        for slot in self.slots:
            total = (total * 5 + (17 if slot is None else slot)) % 9973
        for hand in self.hands:
            total = (total * 5 + sum(hand) + len(hand)) % 9973
        for key in range(5):
            total = (total * 3 + self.marks.get(key, 9)) % 9973
        for key in range(7):
            total = (total * 2 + (key in self.seen)) % 9973
        for ship in self.ships:
            total = (total * 3 + ship.cargo + 2 * ship.is_full + len(ship.crew)) % 9973
        for card in self.held:
            total = (total * 3 + card.cost) % 9973
        total += 11 if self.rare is None else self.rare
        MORE
        return (total * 3 + WORTH[self.mood]) % 9973

    def settle(self):
        self.pot %= 53
        self.place %= 31
        self.tide %= 71
        self.cards = [self.chance.below(9) - 3 for _ in range(5)]
        self.cells = [cell % 17 - 5 for cell in self.cells[:3]]
        self.pile = [card % 23 - 5 for card in self.pile[-5:]]
        self.slots = [None if slot is None else slot % 11 - 3 for slot in self.slots]
        self.rare = None if self.rare is None else self.rare % 13 - 2
        self.held = self.held[:4]

    def bonus(self, number):
        self.pot += number % 7 + 1
        return self.pot % 5

    def step(self):
        self.place = (self.place + 1) % 9
        return self.place + 5

    def pair_of(self, low, high):
        sign = 1
        return sign * (low % 10 * 10 + high % 10)

    def doubled(self, number):
        return number * 2 % 7

    def above(self, least):
        for card in self.cards:
            if card > least:
                return card
        return None

    def some_or_nothing(self, number):
        if number % 2:
            return []
        return [number, 1]

    def hand_of(self, seat):
        return self.hands[seat]

    def lengthen(self, numbers, number):
        numbers.append(number)
        numbers.append(1)

    def dearest(self, most):
        best = None
        for card in self.shop:
            if card.cost < most and (best is None or card.cost > best.cost):
                best = card
        return best

    def depth_of(self, number):
        return 0 if number < 1 else 1 + self.depth_of(number - 1)

    @property
    def wealth(self):
        return self.pot * 2 + len(self.pile)

    @staticmethod
    def static_sum(one, other):
        return one + other

'''

PARTS: Mapping[str, tuple[str, Sequence[str]]] = {
    "deck": ("Deck()", ['set_up("cards")']),
    "cards_held": ("Hands(deck)", ["set_up()", "deal(1)"]),
    "market": ("Market(deck)", ["set_up(2)"]),
    "bag": ("Bag()", ['set_up({"calm": 2, "rough": 3, "still": 1})']),
    "dice": ("Dice()", ["set_up(3)", "roll(0)"]),
    "track": ("Track()", ["set_up(end=9)"]),
    "areas": ("Areas()", ["set_up(MOODS)"]),
    "spaces": ("Spaces()", ['set_up({"calm": 1, "rough": 2, "still": None}, 3)']),
    "coins": ("Bank()", ["set_up(3, 20, 9)"]),
    "auction": ('Auction("once")', ["begin(1, [3, 4])"]),
    "picks": ("Simultaneous()", ["begin()", 'put("hold")']),
}
"""Parts by name: how they are declared and made ready, in games of which a feature uses them."""

MORE = {
    "grid": "total += sum(row[0] + 3 * row[1] + 5 * row[2] for row in self.grid)",
    "worths": 'total += self.worths["calm"] + 3 * self.worths["rough"] + 5 * self.worths["still"]',
    "groups": "total += sum(sum(group) * 3 + len(group) for group in self.groups.values())",
    "fleet": "total += sum(ship.cargo * 3 + 1 for ship in self.fleet)",
    "harbour": "total += sum(ship.cargo * 5 + 2 for ship in self.harbour)",
    "shop": "total += self.shop[0].cost + 3 * self.shop[1].cost + 5 * self.shop[2].cost",
    "piles": "total += sum(len(pile) + sum(card.points for card in pile) for pile in self.piles)",
    "trump": "total += 3 if self.trump is None else self.trump.cost",
    "supply": "total += sum(card.cost * n for card, n in self.supply.items())",
    "board": "total += sum(x + 3 * y + 5 * n for (x, y), n in self.board.items())",
    "spots": "total += sum(x + 3 * y + 2 for x, y in self.spots)",
    "owned": "total += sum(card.cost + 1 for card in self.owned)",
}
"""What else is looked at where a feature names the attribute."""
RULES = """
[on]
value = 0
provenance = "rule"
[least]
value = 2
provenance = "rule"
[most]
value = 9
provenance = "rule"
[is_open]
value = true
provenance = "rule"
[style]
value = "fast"
provenance = "rule"
"""
CARDS = """card,cost,points,colour,mood,copies,provenance
Axe,1,2,red,calm,1,rule
Bow,3,-1,blue,still,2,rule
Cup,0,4,red,rough,1,rule
Drum,5,0,green,calm,3,rule
Egg,3,3,blue,still,1,rule
Flute,7,-5,red,rough,2,rule
"""
PLACES = "place,room,provenance\nHarbour,1,rule\nInn,3,rule\nLake,0,rule\nMill,2,rule\n"
FILES = {"rules.toml": RULES, "cards.csv": CARDS, "places.csv": PLACES}
TURNS = 4
"""Decisions of a game."""


def write_game(folder: Path, features: Mapping[int, Feature]) -> Path:
    """Write a game of some features by their numbers, with its data; return its file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (folder / name).write_text(text)
    whole = "".join(feature.text for feature in features.values())
    parts = parts_in(whole)
    lines = _lines_of(features)
    lines["DECLARED"] = [f"{name} = {PARTS[name][0]}" for name in parts]
    lines["MORE"] = [line for name, line in MORE.items() if f"self.{name}" in whole]
    text = HEAD.replace("TURNS", str(TURNS))
    for key, own in lines.items():
        indented = textwrap.indent("\n".join(own), " " * 8 if key != "DECLARED" else " " * 4)
        text = re.sub(rf"^ +{key}\n", lambda _, new=indented: f"{new}\n", text, flags=re.MULTILINE)
    calls = [f"self.{name}.{call}" for name in parts for call in PARTS[name][1]]
    policies = [feature for feature in features.values() if feature.is_policy]
    texts = [feature.text for feature in features.values() if not feature.is_policy]
    if parts:
        texts.append(textwrap.indent(_function("set_up_parts(self)", calls), "    "))
    texts += [f"\n{feature.text}" for feature in policies]
    names = ", ".join(["Drawn", *(feature.name for feature in policies)])
    file = folder / "drawn.py"
    file.write_text(f"{text}{chr(10).join(texts)}\n\nGAME = define({names})\n")
    return file


def _lines_of(features: Mapping[int, Feature]) -> dict[str, list[str]]:
    """Return the lines of the game's own methods that play each feature."""
    lines: dict[str, list[str]] = {
        name: [] for name in ("SETUP", "MENUS", "CALLS", "WINNERS", "HIDDEN")
    }
    for number, feature in features.items():
        name, test = feature.name, f"if self.rules.on == {number}:  # {feature.name}\n    "
        call = "self.bonus(self.d)"
        if feature.way == "method":
            call = f"self.{name}(self.d, self.e)"
        elif feature.way == "menu":
            lines["MENUS"].append(test + feature.menu.replace("\n", "\n    "))
            call = f"self.{name}_take(choice)"
        elif feature.is_policy:
            lines["MENUS"].append(f"{test}return self.offers()")
            call = '1 if choice == "hold" else 5 + choice[1] if choice[0] == "bid" else 90'
        elif feature.way == "winner":
            lines["WINNERS"].append(f"{test}return self.{name}_winner()")
        else:
            lines["HIDDEN"].append(f"{test}self.{name}_hide(seat, chance)")
        lines["CALLS"].append(f"{test}self.note(seat, {call})")
        if parts_in(feature.text):
            lines["SETUP"].append(f"{test}self.set_up_parts()")
    if any(parts_in(feature.text) for feature in features.values()):
        lines["SETUP"].append("if self.rules.on == 0:\n    self.set_up_parts()")
    return lines


def parts_in(text: str) -> list[str]:
    """Return the parts that a text names, after those that they need."""
    named = [name for name in PARTS if re.search(rf"self\.{name}\b", text)]
    needs_deck = {"cards_held", "market"} & {*named}
    return [name for name in PARTS if name in named or (needs_deck and name == "deck")]
