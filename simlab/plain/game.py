"""PlainGame: the class whose methods are the rules of a game in ordinary Python."""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from simlab.errors import Misuse
from simlab.game.components import Parameter, Table
from simlab.game.facts import WINS, Facts, Handicap
from simlab.game.language import Words
from simlab.game.map import Map
from simlab.game.scene import Scene
from simlab.plain.chance import Chance
from simlab.plain.declaration import check_forms
from simlab.plain.failure import in_short
from simlab.plain.ledger import CHOICE, Event, Ledger
from simlab.plain.part import Part, events_with, parts_declared_in, sources_with
from simlab.plain.rules import RulesInForce, TableRow
from simlab.plain.words import Narrator, in_words, with_blanks


class PlainGame:
    """One game at the table; a subclass holds the rules, and `define` makes a Game of it.

    A subclass writes `setup`, `seat`, `choices` and `play`, and `scores` or `winner` or both. It
    keeps what it likes in attributes, draws all chance from `self.chance`, and reads
    `self.rules.NAME` and `self.table("NAME")`. A choice is any hashable value, such as "roll" or
    ("buy", card).

    The class attributes declare the game. `players` are the fewest and the most. `aim` is what a
    seat plays for: "wins", or "points" in a game like poker, whose seats want as many points as
    they can get, even if another has more. `parameters` and
    `tables` are the schema of the data folder. `sources` names the sources of chance. `events` has
    the sentence of each event that `log` may report, such as "{seat} buys {card}."; each is a
    column of the results, per seat if the sentence has `{seat}`, that counts the events or adds up
    their `n`. Events called `rounds` or `turns` are the clock of the game; `headings` names those
    that begin a block of a replay, `timeline` those whose counts are kept at the end of each round,
    `secrets` by event the fields that its seat alone sees in `simlab play`.
    `kinds` names the kinds of choices, of which each is counted; a mapping also has the sentence of
    each, `{"buy": "buy {card}"}` for the choice ("buy", card). `ways_to_win` names the ways in
    which `won_by` says that a game was won; a game that is not won in several ways has `ends` and
    `ended_by` instead. A game longer than `decision_limit` is stopped. Parts such as
    `deck = Deck()` of `simlab.parts` bring their sources and events with them. A search looks
    `horizon` turns of its own ahead if the game has `evaluate`, else to the end. `handicaps` are
    what a seat may get at the start to be even: a rule value, or a cell of a table, of each seat.
    `noise` is the share of choices by chance with which policies play where none is named; it is
    for games of little chance, which they else repeat. `habit_limits` sets limits of habits that a
    person would call silly, `{"unspent": 0.05, "idle": None}`, where the usual ones do not fit.
    """

    title: str = ""
    version: int = 1
    players: Any = (2, 2)
    cooperative: bool = False
    aim: str = WINS
    parameters: Sequence[Parameter] = ()
    tables: Sequence[Table] = ()
    sources: Sequence[str] = ("table",)
    events: Mapping[str, str] = {}
    kinds: Any = ()
    secrets: Mapping[str, Sequence[str]] = {}
    headings: Sequence[str] = ()
    timeline: Sequence[str] = ()
    ways_to_win: Sequence[str] = ()
    ends: Sequence[str] = ()
    decision_limit: int = 10_000
    horizon: int = 2
    noise: float = 0.0
    habit_limits: Mapping[str, float | None] = {}
    handicaps: Sequence[Handicap] = ()
    choice_sentences: ClassVar[Mapping[str, str]] = {}
    """The sentence of each kind of choice that has one."""
    _parts: ClassVar[Mapping[str, Part]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        check_forms(cls)
        if isinstance(cls.kinds, Mapping):
            cls.choice_sentences, cls.kinds = cls.kinds, tuple(cls.kinds)
        # a subclass keeps the parts of the game that it varies
        cls._parts = {**cls._parts, **parts_declared_in(vars(cls))}
        cls.sources = sources_with(cls.sources, cls._parts.values())
        cls.events = events_with(cls.events, cls._parts.values())

    def __init__(self, rules: RulesInForce, chance: Chance, ledger: Ledger) -> None:
        self.rules = rules.values
        self.chance = chance
        self._in_force = rules
        self._ledger = ledger
        for name, part in self._parts.items():
            setattr(self, name, part.at_table(self))

    @property
    def reader_words(self) -> Words:
        """The words of the reader's language, for `scene`, `visible` and `describe`."""
        return self._in_force.words

    def table(self, name: str) -> Sequence[TableRow]:
        """Return the rows of a component table; a row is read as `row.cost`."""
        return self._in_force.table(name)

    def log(self, event: str, *unnamed: Any, **details: Any) -> None:
        """Report an event: it is counted, and replays tell it in the sentence of `events`.

        Raises:
            Misuse: a value has no name, the game declares no such event, or it has other fields.
        """
        if unnamed:
            raise Misuse(f"log: name each value, such as seat=...; {in_short(unnamed[0])} has none")
        self._ledger.log(event, details)

    def setup(self, players: int, chance: Chance) -> None:
        """Lay out the table."""
        raise NotImplementedError

    def seat(self) -> int | None:
        """Return the seat that decides next, from 0, or None when the game is over."""
        raise NotImplementedError

    def choices(self) -> Iterable[Hashable]:
        """Return what this seat may choose, in an order that depends on the table only."""
        raise NotImplementedError

    def play(self, choice: Any) -> None:
        """Carry out a choice and all that the rules make follow."""
        raise NotImplementedError

    def scores(self) -> Any:
        """Return the points of each seat, whole numbers; those of the table if cooperative.

        They are read during the game, too, as its lead. A game without points has `winner()`.
        """
        return None

    def winner(self) -> int | Iterable[int] | None:
        """Return the seat that has won, several that share the win, or None for the most points."""
        return None

    def won_by(self) -> str:
        """Return in which of the `ways_to_win` a game was won that is over."""
        raise NotImplementedError

    def ended_by(self) -> str:
        """Return by which of the `ends` a game is over."""
        raise NotImplementedError

    def hide(self, seat: int, chance: Chance) -> None:
        """Deal again what this seat cannot see; what the parts hide, unless written.

        A game that hides more calls `super().hide(seat, chance)` as well.
        """
        for part in sorted(parts_of(self), key=lambda part: part.hides_last):
            part.hide(self, seat, chance)

    def evaluate(self, seat: int) -> float:
        """Return the value of an unfinished position for a seat, which ends rollouts of a search.

        It is a share of the win from 0 to 1, or points in a game that is cooperative or has the
        aim "points". Unless written, rollouts play to the end.
        """
        raise NotImplementedError

    def visible(self, seat: int) -> Iterable[str] | None:
        """Return what this seat sees, in lines, for a person who plays.

        Unless written, these are the attributes of the game, without what `hide` deals again.
        """
        return None

    def scene(self) -> Scene | None:
        """Return what lies where, for a viewer.

        None for a table of the attributes, without those whose names begin with `_`.
        """
        return None

    @staticmethod
    def board_map(rules: RulesInForce) -> Map | None:
        """Return the board for `simlab rules GAME --map`, see `simlab.game.map`."""
        return None

    @staticmethod
    def facts(known: Facts, rules: RulesInForce) -> Facts:
        """Return what reports know of the game: what seats are called, its victory table and so on.

        `known` is what follows from the class, its events and kinds of choices, to be changed by
        `dataclasses.replace`; all that may be said is in `simlab.game.facts`. `rules.values.NAME`
        and `rules.table("NAME")` are the rules that are played.
        """
        return known

    @staticmethod
    def problems(rules: RulesInForce) -> Iterable[tuple[str, str]]:
        """Yield what the rules cannot play though each value is possible, as key and sentence.

        A key is written as in patches: `hand_limit`, `cards` or `cards.rope.points`.
        """
        return ()

    @staticmethod
    def remarks(rules: RulesInForce) -> Iterable[tuple[str, str]]:
        """Yield what can be played but may be meant otherwise, as key and sentence."""
        return ()

    @classmethod
    def sentence(cls, event: Mapping[str, Any]) -> str:
        """Return the sentence of an event, with its fields in braces: that in `events`.

        A game writes this where the sentence depends on a field, or for what `fold_events` yields.
        The name of the event is its field `event`.
        """
        return {CHOICE: CHOSEN, **cls.events}[event["event"]]

    @staticmethod
    def in_words(name: str, value: Any, rules: RulesInForce) -> str:
        """Return what sentences call the value of a field.

        Unless written, a seat has its name, a row that in its column `name`, else its key.
        """
        return in_words(name, value, rules)

    @staticmethod
    def fold_events(events: Sequence[Event]) -> Iterable[Event]:
        """Yield the events that have a sentence for readers: several as one, with them as `all`."""
        return events

    @staticmethod
    def standing(events: Sequence[Event], players: int, rules: RulesInForce) -> str:
        """Return the state of the game in a line, below a block of a replay.

        `events` are those so far that have a sentence.
        """
        return ""

    def describe(self, choice: Any) -> str:
        """Return a choice in words: the sentence of its kind, or its items with blanks between."""
        kind = self.kind(choice) if self.choice_sentences else ""
        return Narrator(type(self), self._in_force).choice(choice, kind)

    def features(self, choice: Any) -> Mapping[str, Any]:
        """Return numbers and words about a choice that priority lists may ask for, by name."""
        return {}

    def kind(self, choice: Any) -> str:
        """Return the kind of a choice: the word it begins with, or an empty one without a word."""
        first = choice[0] if isinstance(choice, tuple) and choice else choice
        return first if isinstance(first, str) else ""


CHOSEN = "{seat}: {choice}."
"""The sentence of a choice of which the game reports nothing."""


def describe_choice(rules_class: type[PlainGame], choice: Any, rules: RulesInForce) -> str:
    """Return a choice in the words of a game without a table; else its items with blanks."""
    without_table: Any = object.__new__(rules_class)
    without_table.rules, without_table._in_force = rules.values, rules
    try:
        return rules_class.describe(without_table, choice)
    except Exception:  # an author's code may raise anything without a table
        return with_blanks(choice)


def copy_game(game: PlainGame, chance: Chance) -> PlainGame:
    """Return an independent copy of a game that draws from `chance` and reports to nobody."""
    ledger = game._ledger
    deaf = Ledger(ledger.fields, ledger.players, None)
    # the memo puts both in place of the old ones, wherever the game or a part keeps them
    return copy.deepcopy(game, {id(game.chance): chance, id(ledger): deaf})


def deal_again(game: PlainGame, seat: int, seed: int, number: int) -> PlainGame:
    """Return a copy of a game with other chance, and what a seat cannot see dealt again."""
    chance = Chance(type(game).sources, seed, number)
    redealt = copy_game(game, chance)
    redealt.hide(seat, chance)
    return redealt


def parts_of(game: PlainGame) -> list[Part]:
    """Return the parts of a game, in the order of their declaration."""
    return [vars(game)[name] for name in game._parts]


def players_at(game: PlainGame) -> int:
    """Return the number of seats at the table."""
    return game._ledger.players
