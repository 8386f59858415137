"""Games without sense whose methods are drawn from the language that simlab compile promises.

`drawn_method` draws a method; `write_game` makes a game that calls each method once and logs what
it returns with a digest of all attributes: the first column that differs is that of the method at
fault. Numbers stay small, lists short, and places within their list: a drawn game never stops.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

DEPTH = 3
"""Levels of an expression."""
MOST_LOOPS = 2
"""Loops within each other: numbers grow fast in more."""
DEEPEST = 3
"""Blocks within each other that may hold further ones."""
WORDS = ("calm", "rough", "still")
CARDS, CELLS, PILE = "self.cards", "self.cells", "self.pile"
LENGTHS = {CARDS: 5, CELLS: 3}
"""Lists whose length never changes."""
NUMBERS = ("self.pot", "self.place", "self.tide")
ARGUMENTS = ("d", "e")
"""Of each method: a number from -3 to 3, and one from 0 to 4."""


class MethodWriter:
    """Draws the statements of a method, and knows the names that are bound where it stands."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.numbers = [*ARGUMENTS]
        self.optional: list[str] = []
        self.words: list[str] = []
        self.lists: list[str] = []
        self.ships: list[str] = []
        self.functions: list[str] = []
        self.fixed = {*ARGUMENTS}
        """Names that must keep what they hold: loop variables, lists that a loop goes through."""
        self.indent = 0
        self.n_loops = 0
        self.n_names = 0
        self.may_change = True
        """Whether an expression may draw, or change something, where it stands."""

    def write(self) -> str:
        """Return the body of a method."""
        for _ in range(self.random.randint(2, 6)):
            self.statement()
        self.line(f"return {self.number()}")
        return "\n".join(self.lines)

    # what is drawn

    def happens(self, share: float) -> bool:
        return self.random.random() < share

    def any_of(self, *options: str) -> str:
        return self.random.choice(options)

    def made_by(self, *makers: Callable[[], str]) -> str:
        return self.random.choice(makers)()

    def new_name(self, stem: str) -> str:
        self.n_names += 1
        return f"{stem}{self.n_names}"

    @contextmanager
    def without_changes(self) -> Iterator[None]:
        """Draw expressions that change nothing, as in keys and in later parts of comparisons."""
        before, self.may_change = self.may_change, False
        yield
        self.may_change = before

    @contextmanager
    def within(self, *names: str) -> Iterator[None]:
        """Draw expressions that may read some names more, and often do."""
        before = self.numbers
        self.numbers = [*names, *names, *before]
        yield
        self.numbers = before

    # numbers

    def number(self, depth: int = DEPTH) -> str:
        if depth <= 0 or self.happens(0.2):
            return self.made_by(
                lambda: str(self.random.randint(-3, 9)),
                lambda: self.any_of(*self.numbers),
                lambda: self.any_of(*self.numbers),
                lambda: self.any_of(*NUMBERS),
                self.item,
            )
        less = depth - 1
        return self.made_by(
            *[lambda: self.sum_of_two(less)] * 3,
            lambda: f"({self.number(less)}) * {self.random.randint(-2, 3)}",
            lambda: f"({self.number(less)}) {self.any_of('//', '%')} {self.divisor()}",
            lambda: f"-({self.number(less)})",
            lambda: f"abs({self.number(less)})",
            lambda: f"{self.least_or_most()}({self.number(less)}, {self.number(less)})",
            lambda: f"({self.number(less)} if {self.condition(less)} else {self.number(less)})",
            lambda: f"({self.condition(less)}) * {self.random.randint(1, 4)}",
            lambda: f"int({self.condition(less)})",
            lambda: f"({self.number(less)} {self.any_of('and', 'or')} {self.number(less)})",
            lambda: f"self.pair_of({self.number(less)}, {self.number(less)})",
            lambda: f"self.pair_of(high={self.number(less)}, low={self.number(less)})",
            lambda: f"WORTH[{self.word()}]",
            lambda: f"{self.ship()}.cargo",
            lambda: f"({self.maybe()} or {self.number(0)})",
            *self.numbers_of_lists(less),
            *(self.numbers_of_changes(less) if self.may_change else ()),
            *([lambda: self.unless_none(less)] * 2 if self.optional else ()),
        )

    def numbers_of_lists(self, less: int) -> Sequence[Callable[[], str]]:
        return (
            lambda: f"len({self.list_(less)})",
            lambda: f"sum({self.list_(less)})",
            lambda: f"sum({self.generator(less)})",
            lambda: f"{self.least_or_most()}({self.full()}, key=lambda n: {self.key(less)})",
            lambda: f"{self.least_or_most()}(({self.generator(less)}), default={self.number(0)})",
            lambda: f"{self.list_name()}.count({self.number(less)})",
            lambda: f"self.marks.get({self.number(less)}, {self.number(0)})",
            lambda: f"sorted({self.full()})[{self.any_of('0', '-1', 'e % 3')}]",
            lambda: f"sum({self.list_name()}[{self.bound()}:{self.bound()}])",
            lambda: f"len(set({self.list_(less)}))",
            lambda: f"{self.hand()}[0]",
            lambda: "sum(len(hand) for hand in self.hands)",
        )

    def numbers_of_changes(self, less: int) -> Sequence[Callable[[], str]]:
        own = [lambda: f"{self.any_of(*self.functions)}({self.number(less)})"] * 3
        return (
            lambda: f"self.bonus({self.number(less)})",
            lambda: "self.step()",
            lambda: f"self.chance.below({self.random.randint(2, 5)})",
            lambda: f"self.chance.pick({self.full()})",
            lambda: f"self.grow({self.number(less)})",
            lambda: f"self.first_above({self.number(less)}, 4)",
            *(own if self.functions else ()),
        )

    def sum_of_two(self, less: int) -> str:
        sign = self.any_of("+", "-", "+", "-", "&", "|", "^")
        return f"({self.number(less)} {sign} {self.number(less)})"

    def unless_none(self, less: int) -> str:
        name = self.any_of(*self.optional)
        return f"({self.number(less)} if {name} is None else {name})"

    def least_or_most(self) -> str:
        return self.any_of("min", "max")

    def divisor(self) -> str:
        return self.any_of("2", "3", "-3", "7", "(e + 1)")

    def key(self, depth: int) -> str:
        with self.within("n"), self.without_changes():
            return self.number(depth)

    def item(self) -> str:
        name = self.full()
        return f"{name}[{self.place_in(LENGTHS[name])}]"

    def place_in(self, length: int) -> str:
        return self.made_by(
            lambda: str(self.random.randint(-length, length - 1)),
            lambda: f"{self.any_of(*ARGUMENTS, 'self.place')} % {length}",
            lambda: f"e % {length} - {length}",
        )

    def bound(self) -> str:
        return self.any_of("", str(self.random.randint(-4, 5)), *ARGUMENTS)

    def kept_small(self, value: str) -> str:
        """Return a value that stays small, also where it is multiplied again and again."""
        is_safe = not self.n_loops and "*" not in value
        return value if is_safe else f"({value}) % {self.any_of('101', '89', '61')}"

    # conditions, words, values that may be None

    def condition(self, depth: int) -> str:
        signs = ("<", ">", "==", "!=", "<=", ">=")
        if depth <= 0:
            return f"{self.number(0)} {self.any_of(*signs)} {self.number(0)}"
        less = depth - 1
        return self.made_by(
            *[lambda: f"{self.number(less)} {self.any_of(*signs)} {self.number(less)}"] * 2,
            lambda: self.chain(less),
            lambda: f"{self.number(less)} in {self.list_(less)}",
            lambda: f"{self.number(less)} not in ({self.number(0)}, {self.number(0)})",
            lambda: f"not {self.number(less)}",
            lambda: f"({self.condition(less)} {self.any_of('and', 'or')} {self.condition(less)})",
            lambda: f"{self.any_of('any', 'all')}({self.conditions(less)})",
            lambda: f"{self.maybe()} is {self.any_of('None', 'not None')}",
            lambda: f"{self.word()} == {self.word()}",
            lambda: f'{self.word()} in ("calm", "still")',
            lambda: f"{self.number(less)} in {self.any_of('self.seen', 'self.marks')}",
            lambda: f"bool({self.any_of(self.list_name(), self.number(less))})",
            lambda: f"{self.ship()}.is_full",
            lambda: f"not {self.list_name()}",
        )

    def chain(self, less: int) -> str:
        with self.without_changes():
            return f"{self.number(less)} < {self.number(less)} <= {self.number(less)}"

    def conditions(self, depth: int) -> str:
        name = self.new_name("n")
        with self.within(name):
            return f"{self.condition(depth)} for {name} in {self.list_name()}"

    def word(self) -> str:
        return self.made_by(
            lambda: f'"{self.any_of(*WORDS)}"',
            lambda: self.any_of("self.mood", *self.words),
            lambda: f'("{self.any_of(*WORDS)}" if {self.condition(0)} else self.mood)',
            lambda: f"MOODS[{self.place_in(len(WORDS))}]",
        )

    def maybe(self) -> str:
        """Return a name or a place that may hold None."""
        return self.any_of("self.rare", f"self.slots[{self.place_in(3)}]", *self.optional * 2)

    def maybe_value(self) -> str:
        """Return an expression that may be None."""
        return self.made_by(
            lambda: "None",
            lambda: self.number(2),
            lambda: f"({self.number(1)} if {self.condition(1)} else None)",
            self.maybe,
            lambda: f"self.marks.get({self.number(1)})",
            lambda: f"min(({self.generator(1)}), default=None)",
            *([lambda: f"self.above({self.number(1)})"] if self.may_change else ()),
        )

    # lists and objects

    def full(self) -> str:
        return self.any_of(*LENGTHS)

    def list_name(self) -> str:
        return self.any_of(*LENGTHS, PILE, *self.lists)

    def hand(self) -> str:
        return f"self.hands[{self.any_of('0', '1', '-1', 'e % 2')}]"

    def ship(self) -> str:
        return self.any_of(f"self.ships[{self.place_in(2)}]", *self.ships)

    def list_(self, depth: int) -> str:
        if depth <= 0 or self.happens(0.35):
            return self.list_name()
        less = depth - 1
        return self.made_by(
            lambda: f"[{self.number(less)}, {self.number(less)}]",
            *[lambda: f"[{self.generator(less)}]"] * 2,
            lambda: f"list(range({self.random.randint(0, 5)}))",
            lambda: f"sorted({self.list_(less)})",
            lambda: f"sorted({self.list_name()}, key=lambda n: {self.key(less)}, {self.order()})",
            lambda: f"{self.list_name()} + {self.list_(less)}",
            lambda: f"{self.list_name()}[{self.bound()}:{self.bound()}]",
            lambda: f"list(reversed({self.list_name()}))",
            lambda: f"[{self.number(less)}] * {self.random.randint(0, 3)}",
            lambda: f"list({self.list_name()})",
            lambda: f"sorted(set({self.list_name()}))",
            self.hand,
        )

    def order(self) -> str:
        return f"reverse={self.any_of('True', 'False')}"

    def generator(self, depth: int) -> str:
        """Return what stands between the brackets of a comprehension."""
        name, other = self.new_name("n"), self.new_name("n")
        source = self.list_(min(depth, 1))
        if self.happens(0.2):
            source = f"range({self.number(1)} % 5)"
        names, loops = self.random.choice(
            [
                *[((name,), f"for {name} in {source}")] * 5,
                ((name, other), f"for {name} in {source} for {other} in {self.full()}"),
                ((name, other), f"for {name}, {other} in zip({source}, {self.list_name()})"),
                ((name, other), f"for {name}, {other} in enumerate({source})"),
            ]
        )
        with self.within(*names), self.without_changes():
            test = f" if {self.condition(depth)}" if self.happens(0.5) else ""
            return f"{self.number(depth)} {loops}{test}"

    # statements

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write a line and what belongs to it; names that are bound within are unknown after it."""
        self.line(head)
        self.indent += 1
        kinds = ("numbers", "optional", "words", "lists", "ships", "functions")
        known = {kind: list(getattr(self, kind)) for kind in kinds}
        fixed = set(self.fixed)
        yield
        vars(self).update(known)
        self.fixed = fixed
        self.indent -= 1

    def statements(self) -> None:
        for _ in range(self.random.randint(1, 3)):
            self.statement()

    def statement(self) -> None:
        simple = (
            *[self.assign] * 2,
            *[self.change_number] * 2,
            *[self.change_item] * 2,
            *[self.change_list] * 2,
            self.set_maybe,
            self.set_word,
            self.make_list,
            self.change_mark,
            self.change_ship,
            self.name_ship,
            self.exchange,
            self.change_seen,
            self.call,
        )
        compound = (*[self.if_] * 2, *[self.for_] * 2, self.while_, self.function)
        is_deep = self.indent >= DEEPEST or self.n_loops >= MOST_LOOPS
        self.random.choice(simple if is_deep or self.happens(0.6) else compound)()

    def own_numbers(self) -> list[str]:
        return [name for name in self.numbers if name not in self.fixed]

    def assign(self) -> None:
        value = self.kept_small(self.number())
        known = self.own_numbers()
        name = self.any_of(*known) if known and self.happens(0.5) else self.new_name("a")
        self.line(f"{name} = {value}")
        self.numbers.append(name)

    def change_number(self) -> None:
        name = self.any_of(*self.own_numbers(), *NUMBERS)
        self.line(f"{name} {self.assignment()} {self.kept_small(self.number())}")

    def assignment(self) -> str:
        return "=" if self.n_loops else self.any_of("=", "+=", "-=")

    def change_item(self) -> None:
        name = self.full()
        place = self.place_in(LENGTHS[name])
        if self.happens(0.25):
            place = f"({self.number(1)}) % {LENGTHS[name]}"
        self.line(f"{name}[{place}] {self.assignment()} {self.kept_small(self.number())}")

    def set_maybe(self) -> None:
        value = self.maybe_value()
        if self.happens(0.4):
            name = self.any_of("self.rare", f"self.slots[{self.place_in(3)}]")
        else:
            is_new = not self.optional or self.happens(0.4)
            name = self.new_name("m") if is_new else self.any_of(*self.optional)
            self.optional.append(name)
        self.line(f"{name} = {value}")

    def set_word(self) -> None:
        value = self.word()
        name = "self.mood" if self.happens(0.5) else self.any_of(self.new_name("w"), *self.words)
        self.line(f"{name} = {value}")
        if name != "self.mood":
            self.words.append(name)

    def make_list(self) -> None:
        """Assign a copy, which may be changed afterwards."""
        value = self.list_(2)
        name = PILE if PILE not in self.fixed and self.happens(0.3) else self.new_name("l")
        self.line(f"{name} = ({value})[:6]")
        if name != PILE:
            self.lists.append(name)

    def change_list(self) -> None:
        names = [name for name in (PILE, *self.lists) if name not in self.fixed]
        ways = (self.lengthen, self.insert, self.extend, self.pop, self.remove, self.sort)
        if names:
            self.random.choice(ways)(self.any_of(*names))
        else:
            self.assign()

    def lengthen(self, name: str) -> None:
        with self.block(f"if len({name}) < 9:"):
            self.line(f"{name}.append({self.number(2)})")

    def insert(self, name: str) -> None:
        with self.block(f"if len({name}) < 9:"):
            place = self.any_of("0", "1", "-1", *ARGUMENTS)
            self.line(f"{name}.insert({place}, {self.number(2)})")

    def extend(self, name: str) -> None:
        with self.block(f"if len({name}) < 6:"):
            self.line(f"{name}.extend({self.any_of(CELLS, '[1, 2]', f'{CELLS}[:2]')})")

    def pop(self, name: str) -> None:
        with self.block(f"if {name}:"):
            popped = f"{name}.pop({self.any_of('', '0', '-1')})"
            self.line(self.any_of(popped, f"self.pot = {popped}", f"self.tide += {popped}"))

    def remove(self, name: str) -> None:
        with self.without_changes():
            value = self.number(1)
        with self.block(f"if {value} in {name}:"):
            self.line(f"{name}.remove({value})")

    def sort(self, name: str) -> None:
        by_key = f"key=lambda n: {self.key(1)}"
        self.line(f"{name}.sort({self.any_of('', 'reverse=True', by_key)})")

    def change_mark(self) -> None:
        key = self.any_of("e", "d % 5", "self.place % 5", f"({self.number(1)}) % 5")
        mark = f"self.marks[{key}]"
        kind = self.random.randrange(5)
        if kind == 0:
            self.line(f"{mark} = {self.kept_small(self.number(2))}")
        elif kind == 1:
            self.line(f"{mark} = self.marks.get({key}, 0) + {self.random.randint(1, 3)}")
        elif kind == 2:
            self.line(f"self.tide += self.marks.pop({key}, 2)")
        else:
            with self.block("if e in self.marks:"):
                self.line(self.any_of("self.marks[e] += 1", "del self.marks[e]"))

    def change_ship(self) -> None:
        cargo = f"cargo {self.any_of('=', '+=')} ({self.number(2)}) % 61"
        self.line(f"{self.ship()}.{self.any_of(cargo, f'is_full = {self.condition(1)}')}")

    def name_ship(self) -> None:
        name = self.new_name("s")
        self.line(f"{name} = self.ships[{self.place_in(2)}]")
        self.ships.append(name)

    def exchange(self) -> None:
        cards = [f"{CARDS}[{self.place_in(5)}]" for _ in range(2)]
        names = ["self.pot", self.any_of("self.place", f"{CELLS}[{self.place_in(3)}]")]
        values = [self.kept_small(self.number(2)) for _ in names]
        targets, sources = self.random.choice([(cards, cards[::-1]), (names, values)])
        self.line(f"{', '.join(targets)} = {', '.join(sources)}")

    def change_seen(self) -> None:
        self.line(f"self.seen.{self.any_of('add', 'discard')}(({self.number(1)}) % 7)")

    def call(self) -> None:
        bonus, grow = f"self.bonus({self.number(2)})", f"self.grow({self.number(1)})"
        self.line(self.any_of("self.step()", bonus, grow))

    def if_(self) -> None:
        with self.block(f"if {self.condition(2)}:"):
            self.statements()
            if self.n_loops and self.happens(0.3):
                self.line(self.any_of("break", "continue"))
            elif self.happens(0.1):
                self.line(f"return {self.number(1)}")
        if self.happens(0.3):
            with self.block(f"elif {self.condition(2)}:"):
                self.statements()
        if self.happens(0.5):
            with self.block("else:"):
                self.statements()

    def for_(self) -> None:
        name, other = self.new_name("n"), self.new_name("n")
        listed = self.list_name()
        names, source, is_read = self.random.choice(
            [
                ((name,), f"range({self.random.randint(0, 4)})", False),
                ((name,), f"range(({self.number(1)}) % 5)", False),
                ((name,), listed, True),
                ((name,), f"{self.any_of('list', 'sorted', 'reversed')}({listed})", True),
                ((name, other), f"enumerate({listed}{self.any_of('', ', 1')})", True),
            ]
        )
        with self.block(f"for {', '.join(names)} in {source}:"):
            self.fixed |= {*names, listed} if is_read else {*names}
            self.numbers += [*names, *names]
            self.n_loops += 1
            self.statements()
            self.n_loops -= 1

    def while_(self) -> None:
        name = self.new_name("k")
        self.line(f"{name} = {self.random.randint(0, 1)}")
        self.numbers.append(name)
        self.fixed.add(name)
        least = self.random.randint(2, 4)
        with self.block(f"while {name} < {least} and {self.condition(1)}:"):
            self.line(f"{name} += 1")
            self.n_loops += 1
            self.statements()
            self.n_loops -= 1

    def function(self) -> None:
        """Define a function within the method, which reads its names."""
        if self.n_loops:
            self.assign()
            return
        name, argument = self.new_name("f"), self.new_name("x")
        with (
            self.block(f"def {name}({argument}):"),
            self.within(argument),
            self.without_changes(),
        ):
            self.line(f"return {self.number(2)}")
        self.functions.append(name)


def drawn_method(random: Random, name: str) -> str:
    """Return a method of the game, drawn at random."""
    body = textwrap.indent(MethodWriter(random).write(), " " * 8)
    return f"    def {name}(self, d, e):\n{body}\n"


HEAD = '''
from dataclasses import dataclass

from simlab.plain import PlainGame, define

MOODS = ("calm", "rough", "still")
WORTH = {"calm": 2, "rough": -1, "still": 5}


@dataclass
class Ship:
    cargo: int = 0
    is_full: bool = False


class Drawn(PlainGame):
    """Draws numbers."""

    players = (2, 2)
    kinds = ("hold",)
    events = {EVENTS}

    def setup(self, players, chance):
        self.points = [0] * players
        self.turn = self.pot = self.place = self.tide = 0
        self.rare = None if chance.below(2) else 3
        self.mood = "calm"
        self.cards = [1, 2, 3, 4, 5]
        self.cells = [0, 0, 0]
        self.pile = [2, 7]
        self.slots = [0, None, 2]
        self.hands = [[1, 2], [3]]
        self.marks = {0: 1}
        self.seen = {1}
        self.ships = [Ship(), Ship(2, True)]

    def seat(self):
        return None if self.turn else 0

    def choices(self):
        return ["hold"]

    def play(self, choice):
        self.turn += 1
        CALLS

    def scores(self):
        return self.points

    def noted(self, number):
        value = number % 97 + 100 * self.digest()
        self.settle()
        return value

    def digest(self):
        total = self.pot + 3 * self.place + 5 * self.tide + 7 * len(self.pile)
        for card in self.cards + self.cells + self.pile:
            total = (total * 3 + card) % 9973
        for slot in self.slots:
            total = (total * 5 + (17 if slot is None else slot)) % 9973
        for key in range(5):
            total = (total * 3 + self.marks.get(key, 9)) % 9973
        for key in range(7):
            total = (total * 2 + (key in self.seen)) % 9973
        for ship in self.ships:
            total = (total * 3 + ship.cargo + 2 * ship.is_full) % 9973
        total += 11 if self.rare is None else self.rare
        return (total * 3 + WORTH[self.mood]) % 9973

    def settle(self):
        self.pot %= 53
        self.place %= 31
        self.tide %= 71
        self.cards = [self.chance.below(9) - 3 for _ in range(5)]
        self.cells = [cell % 17 - 5 for cell in self.cells]
        self.pile = [card % 23 - 5 for card in self.pile[-5:]]
        self.slots = [None if slot is None else slot % 11 - 3 for slot in self.slots]
        self.rare = None if self.rare is None else self.rare % 13 - 2

    def bonus(self, number):
        self.pot += number % 7 + 1
        return self.pot % 5

    def step(self):
        self.place = (self.place + 1) % 9
        return self.place + 5

    def grow(self, number):
        if len(self.pile) < 7:
            self.pile.append(number % 9)
        return len(self.pile)

    def pair_of(self, low, high):
        sign = 1
        return sign * (low % 10 * 10 + high % 10)

    def above(self, least):
        for card in self.cards:
            if card > least:
                return card
        return None

    def first_above(self, least, otherwise):
        found = self.above(least)
        return otherwise if found is None else found

'''


def write_game(file: Path, methods: Mapping[str, str]) -> Path:
    """Write a game of a single decision, which calls each method; return its file."""
    arguments = "self.chance.below(7) - 3, self.chance.below(5)"
    calls = [f'self.log("{name}", n=self.noted(self.{name}({arguments})))' for name in methods]
    events = ", ".join(f'"{name}": ""' for name in methods)
    text = HEAD.replace("EVENTS", events).replace("CALLS", "\n        ".join(calls or ["pass"]))
    file.write_text(text + "\n".join(methods.values()) + "\n\nGAME = define(Drawn)\n")
    return file
