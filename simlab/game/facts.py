"""Facts of a game for reports and metrics: what its columns mean, what its seats are called.

All facts are optional: a section of a report or a metric without its fact is left out. Facts
travel from the game to the report in `_resolved.json`.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

GAMES, SEATS, EITHER, TIMELINE = "games", "seats", "games or seats", "timeline"
"""Tables of a run that have the named columns."""
WINS, POINTS = AIMS = "wins", "points"
"""What a seat of a competitive game may play for."""
THOUSANDTHS = 1000
"""Columns on tension hold shares and roots in thousandths, as in `simlab.engine.lead`."""

DIFFICULTY, FAIRNESS, LENGTH, TENSION, ECONOMY, OPTIONS = METRIC_GROUPS = (
    "difficulty",
    "fairness",
    "length",
    "tension",
    "economy",
    "options",
)


@dataclass(frozen=True)
class Column:
    """Marks text that names a column of a table."""

    table: str


TRANSLATABLE = "translatable"
"""Marks text that readers see."""

GameColumn = Annotated[str, Column(GAMES)]
SeatColumn = Annotated[str, Column(SEATS)]
ScoreColumn = Annotated[str, Column(EITHER)]
RoundColumn = Annotated[str, Column(TIMELINE)]
Text = Annotated[str, TRANSLATABLE]


@dataclass(frozen=True, kw_only=True)
class Score:
    """The shared score of a cooperative game, or the points of a seat.

    `margin` is the smallest change of the shared score that matters to players.
    """

    column: ScoreColumn = "score"
    label: Text = "score"
    unit: Text = "points"
    low: int | None = None
    high: int | None = None
    margin: float | None = None

    def __post_init__(self) -> None:
        """Check the limits and the margin.

        Raises:
            ValueError: the lowest score is above the highest, or the margin is not above 0.
        """
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"score: low is {self.low}, above high, {self.high}")
        if self.margin is not None and self.margin <= 0:
            raise ValueError(f"score: margin is {self.margin}, not above 0")


@dataclass(frozen=True, kw_only=True)
class Seats:
    """What a seat is called; `names` if seats have identities, such as empires."""

    one: Text = "seat"
    many: Text = "seats"
    names: tuple[Text, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Tier:
    """A line of a victory table: the lowest score that reaches it, and its name."""

    tier: int | str
    start: int
    label: Text


@dataclass(frozen=True, kw_only=True)
class Bands:
    """Victory table of a cooperative game: its tiers, the lowest first."""

    label: Text = "victory table"
    below: Text = "below the table"
    tiers: tuple[Tier, ...] = ()

    def __post_init__(self) -> None:
        """Check the order of the tiers.

        Raises:
            ValueError: a tier does not begin above the one before it.
        """
        starts = [tier.start for tier in self.tiers]
        if starts != sorted(set(starts)):
            raise ValueError(f"bands: tiers begin at {starts}, which must increase")


@dataclass(frozen=True, kw_only=True)
class Ends:
    """Why games end: names by the value of a column; `winning` if these are ways to win."""

    column: GameColumn = ""
    labels: Mapping[int, Text] = dataclasses.field(default_factory=dict)
    winning: bool = False

    def __post_init__(self) -> None:
        """Check that labels have a column.

        Raises:
            ValueError: they have none.
        """
        if self.labels and not self.column:
            raise ValueError("ends: labels need the column that has their values")


@dataclass(frozen=True, kw_only=True)
class Group:
    """Counts that belong together.

    `about` is the group of metrics in which they are listed, one of METRIC_GROUPS. `choices` are
    the columns that count what players choose; reports name those that nobody ever chose. `rules`
    has by choice the rule values that matter only where it is made, such as its price. Where turns
    have something to spend, such as actions, the group counts all of it, and `unspent` is the
    column with what is left over.
    """

    name: str
    title: Text
    unit: Text
    about: str
    columns: Mapping[str, Text]
    choices: tuple[str, ...] = ()
    rules: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    unspent: str = ""

    def __post_init__(self) -> None:
        """Check the group of metrics, that choices are columns, and that rules are of choices.

        Raises:
            ValueError: there is no such group or column.
        """
        if self.unspent and self.unspent not in self.columns:
            raise ValueError(
                f"group {self.name}: unspent is {self.unspent!r}, which is none of its columns"
            )
        if self.about not in METRIC_GROUPS:
            raise ValueError(
                f"group {self.name}: about is {self.about!r}, not one of {', '.join(METRIC_GROUPS)}"
            )
        for choice in self.choices:
            if choice not in self.columns:
                raise ValueError(
                    f"group {self.name}: choices has {choice!r}, which is none of its columns"
                )
        for choice in self.rules:
            if choice not in self.choices:
                raise ValueError(
                    f"group {self.name}: rules has {choice!r}, which is none of its choices"
                )


@dataclass(frozen=True, kw_only=True)
class GameGroup(Group):
    """Counts per game."""

    columns: Mapping[GameColumn, Text]
    choices: tuple[GameColumn, ...] = ()
    unspent: GameColumn = ""
    about: str = OPTIONS


@dataclass(frozen=True, kw_only=True)
class SeatGroup(Group):
    """Counts per seat; `makes_score` if they add up to the score."""

    columns: Mapping[SeatColumn, Text]
    choices: tuple[SeatColumn, ...] = ()
    unspent: SeatColumn = ""
    about: str = ECONOMY
    makes_score: bool = False


@dataclass(frozen=True, kw_only=True)
class Supply:
    """Things of one kind: how many there are, and optionally the points that each brings."""

    label: Text
    total: int
    points: int | None = None

    def __post_init__(self) -> None:
        """Check the number.

        Raises:
            ValueError: it is negative.
        """
        if self.total < 0:
            raise ValueError(f"supply {self.label}: total is {self.total}, below 0")


@dataclass(frozen=True, kw_only=True)
class SupplyGroup:
    """Things of a fixed number, by the column that counts those won."""

    name: str
    title: Text
    unit: Text
    columns: Mapping[GameColumn, Supply]


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Maximum length of a game, where it is known."""

    rounds: int | None = None
    turns: int | None = None
    decisions: int | None = None


@dataclass(frozen=True, kw_only=True)
class Card:
    """A kind of card, with the columns `drawn` and `played`, or `when`: the round it was got.

    `choice` names the kind of choice that plays or gets this card, see `card_kinds` of the game.
    """

    label: Text
    drawn: SeatColumn = ""
    played: SeatColumn = ""
    when: SeatColumn = ""
    choice: str = ""

    def __post_init__(self) -> None:
        """Check that a column shows the use of the card.

        Raises:
            ValueError: there is none, or there are both.
        """
        if bool(self.played) == bool(self.when):
            raise ValueError(f"card {self.label}: needs either the column played or when")

    @property
    def used(self) -> str:
        """The column that is above 0 where the seat played the card, or got it."""
        return self.played or self.when


@dataclass(frozen=True, kw_only=True)
class Cards:
    """Kinds of cards and what a card is called."""

    title: Text = "Cards"
    one: Text = "card"
    many: Text = "cards"
    kinds: tuple[Card, ...] = ()

    @property
    def are_dated(self) -> bool:
        """Whether the round is known in which a seat got a card."""
        return any(card.when for card in self.kinds)


@dataclass(frozen=True, kw_only=True)
class Holders:
    """Columns with the seat that holds something, null for nobody, and names of these things."""

    holders: Mapping[GameColumn, Text] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Lead(Holders):
    """The lead: the winner's margin, its changes, and the leading seat at some moments.

    `of` completes “after 50 %”; `by` is what the lead is measured in, if not points. `decided`,
    `drama` and `behind` are the columns that the engine adds where it follows the points.
    """

    margin: GameColumn = ""
    changes: GameColumn = ""
    of: Text = "of the game"
    by: Text = ""
    decided: GameColumn = ""
    drama: GameColumn = ""
    behind: SeatColumn = ""


@dataclass(frozen=True, kw_only=True)
class Prizes(Holders):
    """Prizes and the seats that won them; `one` is the word for a prize."""

    title: Text = "Prizes"
    one: Text = ""


@dataclass(frozen=True, kw_only=True)
class Titles:
    """Titles that one seat at a time holds.

    `columns` count the rounds for which a seat held each title; `rounds` name its holder.
    """

    title: Text = "Titles"
    many: Text = "titles"
    columns: Mapping[SeatColumn, Text] = dataclasses.field(default_factory=dict)
    rounds: Mapping[RoundColumn, Text] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Distances:
    """How far a seat is from each way to win at the end."""

    title: Text = "Distance from winning"
    columns: Mapping[SeatColumn, Text] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Trades:
    """Trades: `counts` are columns that count those of each size.

    Round by round, `column` has the size of the trade and `moved` the goods traded so far.
    """

    title: Text = "Trades"
    one: Text = "trade"
    unit: Text = "goods"
    column: RoundColumn = ""
    moved: RoundColumn = ""
    counts: Mapping[GameColumn, int] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A quantity followed round by round, with its maximum if it has one."""

    label: Text
    unit: Text = ""
    high: int | None = None


@dataclass(frozen=True, kw_only=True)
class SeatMeasure:
    """A quantity of each seat followed round by round, with one column per seat."""

    label: Text
    columns: tuple[RoundColumn, ...]


@dataclass(frozen=True, kw_only=True)
class Gains:
    """Counts of actions so far, of which reports show the increase in each round."""

    title: Text = "What happens when"
    unit: Text = "per round"
    columns: Mapping[RoundColumn, Text] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """The table at the end of each round: `columns` of all, `scores` and `seats` of each seat."""

    title: Text = "Round by round"
    columns: Mapping[RoundColumn, Measure] = dataclasses.field(default_factory=dict)
    scores: SeatMeasure | None = None
    seats: tuple[SeatMeasure, ...] = ()
    gains: Gains = Gains()


@dataclass(frozen=True, kw_only=True)
class Handicap:
    """What a seat may get to be even: at the start, the rule value or cell of each seat.

    `most` is the most that may be added. `keys` are written as in patches; without them, points are
    added to the scores at the end.
    """

    name: str
    label: Text
    unit: Text
    keys: tuple[str, ...]
    most: int

    def __post_init__(self) -> None:
        """Check that something may be given.

        Raises:
            ValueError: nothing may be.
        """
        if self.most < 1:
            raise ValueError(f"handicap {self.name}: needs a most of 1 or more")


@dataclass(frozen=True, kw_only=True)
class Replacement:
    """The changes of components that replace a card by another, for what the card is worth.

    `by` completes “replaced by”; `patch` has the changes by key. `used` is the column of games that
    is above 0 where the card was used, if there is one.
    """

    card: Text
    by: Text
    patch: Mapping[str, str]
    used: GameColumn = ""


@dataclass(frozen=True, kw_only=True)
class Formula:
    """A metric of the user’s own: an expression over columns, from a file."""

    name: str
    label: str
    unit: str
    group: str
    margin: float | None
    expression: str
    file: str


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What reports and metrics know of a game under its rules.

    `aim` is what a seat of a competitive game plays for. Metrics of difficulty come from `score`
    and `bands`, of fairness from wins, from points if they are the aim, and from `ends` that are
    ways to win, of length from the clocks and other `ends`, of tension from `lead`, of economy from
    `seat_groups` and `supplies`, of options from `groups` and `cards`. `formulas` are metrics that
    the user adds to those of the game.
    """

    aim: str = WINS
    score: Score = Score()
    seats: Seats = Seats()
    bands: Bands = Bands()
    ends: Ends = Ends()
    groups: tuple[GameGroup, ...] = ()
    seat_groups: tuple[SeatGroup, ...] = ()
    supplies: tuple[SupplyGroup, ...] = ()
    limits: Limits = Limits()
    cards: Cards = Cards()
    lead: Lead = Lead()
    prizes: Prizes = Prizes()
    titles: Titles = Titles()
    distances: Distances = Distances()
    trades: Trades = Trades()
    timeline: Timeline = Timeline()
    handicaps: tuple[Handicap, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    formulas: tuple[Formula, ...] = ()

    def __post_init__(self) -> None:
        """Check the aim.

        Raises:
            ValueError: there is no such aim.
        """
        if self.aim not in AIMS:
            raise ValueError(f"aim is {self.aim!r}, not {' or '.join(AIMS)}")

    @property
    def margin_label(self) -> str:
        """What the margin of the seat with the most points is called."""
        return "lead at the end" if self.aim == POINTS else "winner’s margin"

    @property
    def score_sources(self) -> SeatGroup | None:
        """The counts per seat that add up to its score, if the game has them."""
        return next((group for group in self.seat_groups if group.makes_score), None)

    @property
    def spending(self) -> GameGroup | SeatGroup | None:
        """The counts of what turns have to spend, if the game has them."""
        groups: tuple[GameGroup | SeatGroup, ...] = (*self.groups, *self.seat_groups)
        return next((group for group in groups if group.unspent), None)

    def seat_names(self, players: int) -> list[str]:
        """Return the names of the seats: those of the game, else `seat 1` for the first player."""
        numbered = [f"seat {seat + 1}" for seat in range(players)]
        return list(self.seats.names[:players]) or numbered


def to_json(facts: Facts) -> dict[str, Any]:
    """Return facts as JSON, in which all keys are text.

    Raises:
        TypeError: JSON has no such value.
    """
    described: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(facts)))
    return described


def from_json(described: Mapping[str, Any]) -> Facts:
    """Return the facts that `to_json` described.

    Raises:
        ValueError: the first fact that has another type, or is impossible.
    """
    from pydantic import ValidationError

    try:
        facts: Facts = _adapter().validate_python(described)
    except ValidationError as error:
        wrong = error.errors()[0]
        path = ".".join(map(str, wrong["loc"]))
        raise ValueError(f"{path}: {wrong['msg']}, not {wrong['input']!r}") from None
    return facts


@functools.cache
def _adapter() -> Any:
    from pydantic import TypeAdapter  # slow to import, and games need it only for reports

    return TypeAdapter(Facts)


def columns_named(fact: Any, hint: Any = Facts, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield place, table and name of each column that facts name."""
    for mark in get_args(hint):
        if isinstance(mark, Column):
            yield path, mark.table, fact
    for name, part, hint_of_part in _parts(fact, hint):
        yield from columns_named(part, hint_of_part, f"{path}.{name}".lstrip("."))


def _parts(fact: Any, hint: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield name, value and type of each part of a fact, the keys of a mapping among them."""
    if dataclasses.is_dataclass(fact):
        hints = _hints(fact.__class__)
        present = {name: part for name in hints if (part := getattr(fact, name)) not in (None, "")}
        yield from ((name, part, hints[name]) for name, part in present.items())
    elif isinstance(fact, Mapping):
        key_hint, value_hint = get_args(hint)
        for key, value in fact.items():
            yield from ((str(key), key, key_hint), (str(key), value, value_hint))
    elif isinstance(fact, tuple):
        yield from ((str(number), part, get_args(hint)[0]) for number, part in enumerate(fact))


def translate_facts(fact: Any, translate: Callable[[str], str], hint: Any = Facts) -> Any:
    """Return facts with the text that readers see translated."""
    if TRANSLATABLE in get_args(hint):
        return translate(fact)
    if dataclasses.is_dataclass(fact):
        parts = {
            n: translate_facts(part, translate, part_hint)
            for n, part, part_hint in _parts(fact, hint)
        }
        return dataclasses.replace(fact, **parts)  # type: ignore[type-var]
    if isinstance(fact, Mapping):
        return {
            key: translate_facts(part, translate, get_args(hint)[1]) for key, part in fact.items()
        }
    if isinstance(fact, tuple):
        return tuple(translate_facts(part, translate, get_args(hint)[0]) for part in fact)
    return fact


@functools.cache
def _hints(kind: Any) -> dict[str, Any]:
    """Return the types of the fields of a dataclass, for `X | None` that of X."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _present(hint) for name, hint in hints.items()}


def _present(hint: Any) -> Any:
    if get_origin(hint) not in (Union, types.UnionType):
        return hint
    return next(kind for kind in get_args(hint) if kind is not types.NoneType)
