"""What the file of a compiled game needs: its Game, from the plain one and the kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Any

import numpy as np

from simlab import shell
from simlab.compiler.encoding import (
    FORM_BITS,
    field_name,
    largest_detail,
    lookup_field,
    numbers_in_words,
    shift_of,
    value_field,
)
from simlab.compiler.value_type import CHOICE, TEXT
from simlab.engine import menu
from simlab.engine.checked import whole_choice
from simlab.engine.game_fault import FULL, fail, fault_in_words
from simlab.engine.kernel import kernel
from simlab.engine.menu import MOST_KINDS
from simlab.engine.record import (
    NOT_APPLICABLE,
    Field,
    Ints,
    Row,
    Words,
    nested,
    record,
    small,
    whole,
)
from simlab.engine.rng import below
from simlab.errors import InputError
from simlab.files.imports import digest_with_imports
from simlab.files.paths import COMPILED
from simlab.game.components import Components, Schema, Table
from simlab.game.definition import DECIDED, EventKind, Game, Rules
from simlab.game.policy import Policy, policy
from simlab.plain.definition import PlainDefinition, is_written
from simlab.plain.game import describe_choice
from simlab.plain.ledger import CHOICE as CHOSEN
from simlab.plain.ledger import REVEALED, SEAT
from simlab.plain.lookup import LookupTable
from simlab.plain.rules import Named, RulesInForce
from simlab.plain.words import Label, as_data

UNKNOWN = "nothing"
What = str | tuple[str, ...]
"""What a number stands for, see `Numbers.value`."""
Detail = What | list["Detail"]
"""What a detail of a choice stands for; a list stands for a tuple."""


def rules_record(schema: Schema, lookups: Mapping[str, LookupTable]) -> np.dtype[Any]:
    """Return the record of rule values and tables; a text is a number, see `Texts`."""
    values = {
        value_field(parameter.name, schema): whole(parameter.meaning, parameter.unit)
        for parameter in schema.parameters
        if not parameter.table
    }
    tables: dict[str, Any] = {}
    for table in schema.tables:
        row = record(**{field_name(name): whole(name) for name in _columns(table)})
        tables[table.name] = nested(row, table.meaning, table.max_rows)
        tables[f"n_{table.name}"] = whole("how many rows", "rows")
    lookup_fields = {lookup_field(name): _lookup_field(table) for name, table in lookups.items()}
    fields = values | tables | lookup_fields
    return (
        record(**fields) if fields else record(n_rules=whole("none: the game has no rule values"))
    )


def _lookup_field(table: LookupTable) -> Field:
    """Return the field of a lookup table; truth values are bytes."""
    dtype = np.dtype(np.uint8) if table.dtype.kind == "b" else table.dtype
    return Field(dtype, table.shape, (table.__doc__ or table.__name__).partition("\n")[0], "")


def _columns(table: Table) -> list[str]:
    return [table.key, *(column.name for column in table.columns)]


class Texts:
    """Texts as numbers: those that the rules name, then those of the tables in their order."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = list(texts)

    def number(self, value: int | str) -> int:
        """Return the number of a text; a number is itself."""
        if not isinstance(value, str):
            return int(value)
        # texts of tables come behind those of the rules, in the order of the tables
        if value not in self._texts:
            self._texts.append(value)
        return self._texts.index(value)

    def text(self, number: int) -> str:
        """Return the text with a number."""
        return self._texts[number] if 0 <= number < len(self._texts) else UNKNOWN


@dataclass(frozen=True)
class Numbers:
    """How rule values, cards and texts of a game are numbers in its kernels."""

    schema: Schema
    texts: Sequence[str]
    """Texts that the rules name, by their number."""
    lookups: Mapping[str, LookupTable] = field(default_factory=dict)
    """Lookup tables that the kernels read."""

    def fill(self, components: Components, rules: Row) -> None:
        """Fill the rules record."""
        texts = Texts(self.texts)
        for parameter in self.schema.parameters:
            if not parameter.table:
                name = value_field(parameter.name, self.schema)
                rules[name] = texts.number(components.values[parameter.name])
        for table in self.schema.tables:
            rules[f"n_{table.name}"] = len(components.tables[table.name])
        for name, index, column, cell in self._cells(components):
            rules[name][index][field_name(column)] = texts.number(cell)
        for name, lookup in self.lookups.items():
            rules[lookup_field(name)] = lookup.numbers(Named("the rules", components.values))

    def _cells(self, components: Components) -> Iterator[tuple[str, int, str, int | str]]:
        for table in self.schema.tables:
            for index, row in enumerate(components.tables[table.name]):
                for column in _columns(table):
                    yield table.name, index, column, row[column]

    def value(self, number: int, meaning: What, rules: Rules, in_force: RulesInForce) -> Any:
        """Return what a number stands for: `number`, `numbers`, `text`, or a row of a table.

        Of members, `meaning` has the texts.
        """
        if isinstance(meaning, tuple):
            return meaning[number] if 0 <= number < len(meaning) else UNKNOWN
        if meaning == "number":
            return number
        if meaning == "numbers":
            return numbers_in_words(number)
        if meaning == "text":
            texts = Texts(self.texts)
            for _, _, _, cell in self._cells(rules.components):
                texts.number(cell)
            return texts.text(number)
        rows = in_force.table(meaning)
        return rows[number] if 0 <= number < len(rows) else UNKNOWN


@dataclass(frozen=True, kw_only=True, eq=False)
class TranslatedGame(Game):
    """A plain game as kernels, whose events have the values that the plain game reports."""

    value_in: Callable[[str, str, int, Rules], Any]
    """What a number stands for in a field of an event."""
    choice_label: Callable[[int, Rules], Label] | None
    """A choice in words, if the plain game reports those of which no event tells."""

    def events_in(self, journal: Any, rules: Rules) -> Iterator[dict[str, Any]]:
        """Yield the events and decisions in a journal, and each choice that no event tells.

        Raises:
            ContractError: the game has no such event.
        """
        untold: list[dict[str, Any]] = []
        for event in super().events_in(journal, rules):
            is_decision = event["event"] == DECIDED.name
            if is_decision:
                yield from untold
            yield event
            untold = []
            if is_decision and self.choice_label is not None:
                choice = self.choice_label(event["choice"], rules)
                untold = [{"event": CHOSEN, SEAT: event[SEAT], REVEALED: choice}]
        yield from untold

    def named_event(self, numbers: Sequence[int], rules: Rules) -> dict[str, Any]:
        """Return an event of the journal by name, with its values as data.

        Raises:
            ContractError: the game has no such event.
        """
        event = super().named_event(numbers, rules)
        name = event["event"]
        if name == DECIDED.name:
            return event
        return {
            key: value if key == "event" else as_data(self.value_in(name, key, value, rules))
            for key, value in event.items()
        }


def tally_record(plain: PlainDefinition) -> np.dtype[Any]:
    """Return the record that counts events, by seat where seats compete and it names one."""
    seats = () if plain.cooperative else plain.players[1]
    return record(
        **{
            name: small(f"{name}, as logged", shape=seats if SEAT in fields else ())
            for name, fields in plain.event_fields.items()
        }
    )


@kernel
def settle(row: Row, players: int, finished: bool, has_points: bool, winners: int) -> None:
    """Write who wins, the shares of the win and the ranks; nobody wins an unfinished game.

    `winners` has a bit for each seat that is named; without any, those with the most points win.
    """
    most_points = row.seats[0].score
    for seat in range(1, players):
        most_points = max(most_points, row.seats[seat].score)
    n_winners = 0
    for seat in range(players):
        is_named = winners >> seat & 1 == 1
        # names first: a game may say who wins against the points
        is_winner = is_named if winners else row.seats[seat].score == most_points
        row.seats[seat].credit = 1.0 if finished and is_winner else 0.0
        n_winners += row.seats[seat].credit > 0.0
        # a score for ranks and pages: 1 for winners, 0 for others
        if not has_points:
            row.seats[seat].score = row.seats[seat].credit > 0.0
    for seat in range(players):
        row.seats[seat].rank = 1
        for rival in range(players):
            row.seats[seat].rank += is_ahead(row.seats[rival], row.seats[seat])
    row.winner = NOT_APPLICABLE
    for seat in range(players):
        if row.seats[seat].credit > 0.0:
            row.seats[seat].credit = 1.0 / n_winners
            if n_winners == 1:
                row.winner = seat


@kernel
def bit_of(seat: int) -> int:
    """Return the bit of a seat; 0 for none, a negative number."""
    return 1 << seat if seat >= 0 else 0


@kernel
def is_ahead(rival: Row, row: Row) -> bool:
    """Say whether a seat has the better result: winners are first, then points count."""
    if (rival.credit > 0.0) != (row.credit > 0.0):
        return bool(rival.credit > 0.0)
    return bool(rival.score > row.score)


@kernel
def offer(state: Row, menu: Ints, n: int, choice: int, line: int) -> int:
    """Write a choice behind the first `n` of the menu; return how many there are now."""
    # a fault instead of a write beyond the menu, which would damage other memory
    if n >= menu.shape[0]:
        fail(state, FULL, line)
        return n
    menu[n] = whole_choice(state, choice, line)
    return n + 1


@policy()
def random(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, memory: Ints, rng: Words
) -> int:
    """Chooses at random."""
    chosen: int = menu[below(rng, menu.shape[0])]
    return chosen


random_by_kind: Policy = policy(memory=MOST_KINDS)(menu.random_by_kind(FORM_BITS))
"""Draws a kind of choice, then one of it."""


def compiled_game(
    plain: PlainDefinition,
    *,
    made_from: str,
    texts: Sequence[str],
    files: Sequence[str],
    forms: Sequence[tuple[str | None, Sequence[Detail], bool]],
    event_fields: Mapping[tuple[str, str], What],
    state_row: np.dtype[Any],
    longest_menu: int,
    policies: Sequence[Policy],
    lookups: Sequence[str] = (),
    **kernels: Any,
) -> Game:
    """Return the Game of kernels, with the words, the data and the columns of the plain one.

    `made_from` is the digest of the plain game that was translated, with the files that it imports.
    `files` has the names of these, for the lines of faults.
    `forms` has the word of each form of choices, if it has one, and what follows it: `number`,
    `text`, a table or the texts of members.
    `event_fields` has the same for fields of events that are no numbers. `lookups` are the lookup
    tables that the kernels read.

    Raises:
        InputError: one of these files has changed since then.
    """
    # kernels of an older version would play other rules without a word
    if digest_with_imports(plain.home) != made_from:
        raise InputError(
            f"{plain.home.name}, or a file that it imports, has changed since it was compiled; call"
            f" {shell.join(['simlab', 'compile', str(plain.home)])}"
        )
    tables = {name: plain.lookup_tables[name] for name in lookups}
    numbers = Numbers(plain.schema, texts, tables)

    def kind(choice: int) -> str:
        return forms[choice >> FORM_BITS][0] or ""

    def choice_of(number: int, rules: Rules) -> str | tuple[Any, ...]:
        word, details, is_tuple = forms[number >> FORM_BITS]
        in_force = plain.narration.in_force(rules)
        leaves = leaves_of(details)
        values = iter(
            [
                numbers.value(
                    number >> shift_of(index, len(leaves)) & largest_detail(len(leaves)),
                    meaning,
                    rules,
                    in_force,
                )
                for index, meaning in enumerate(leaves)
            ]
        )
        named_details = [_detail_of(meaning, values) for meaning in details]
        items = named_details if word is None else [word, *named_details]
        return tuple(items) if is_tuple else items[0]

    def describe(choice: int, state: Any, rules: Rules) -> str:
        return str(choice_label(choice, rules))

    def choice_label(number: int, rules: Rules) -> Label:
        choice, in_force = choice_of(number, rules), plain.narration.in_force(rules)
        return Label(describe_choice(plain.rules_class, choice, in_force), choice)

    def value_in(name: str, key: str, number: int, rules: Rules) -> Any:
        meaning = event_fields.get((name, key), "number")
        in_force = plain.narration.in_force(rules)
        is_choice = meaning == CHOICE
        value = (
            choice_of(number, rules)
            if is_choice
            else numbers.value(number, meaning, rules, in_force)
        )
        if key == REVEALED and name in plain.reveals and meaning in (CHOICE, TEXT):
            return Label(describe_choice(plain.rules_class, value, in_force), value)
        return value

    def fill(components: Components, rules: Row) -> None:
        plain.narration.check(components)
        numbers.fill(components, rules)

    has_own_kinds = is_written(plain.rules_class, "kind")
    sources = {name.upper(): number for number, name in enumerate(plain.rules_class.sources)}
    # mypy knows only members that are written out
    source: Any = IntEnum("Source", sources)  # type: ignore[misc]
    return TranslatedGame(
        name=f"{plain.name}{COMPILED}",
        title=plain.title,
        version=plain.version,
        noise=plain.noise,
        habit_limits=plain.habit_limits,
        players=plain.players,
        cooperative=plain.cooperative,
        aim=plain.aim,
        schema=plain.schema,
        fill=fill,
        rules_row=rules_record(plain.schema, tables),
        state_row=state_row,
        outcome_row=plain.outcome_row,
        sources=source,
        longest_menu=longest_menu,
        decision_limit=plain.decision_limit,
        timeline_row=plain.timeline_row,
        most_rounds=plain.most_rounds,
        policies=tuple(policies),
        horizon=plain.rules_class.horizon if "evaluate" in kernels else 0,
        events={
            number: EventKind(
                name, tuple(sorted(fields)), tuple(plain.rules_class.secrets.get(name, ()))
            )
            for number, (name, fields) in enumerate(plain.event_fields.items(), 1)
        },
        tell=plain.tell,
        fold=plain.fold,
        headings=plain.headings,
        standing=plain.standing,
        legend=plain.legend,
        map=plain.map,
        describe=describe,
        kind=None if has_own_kinds else kind,
        fault=partial(fault_in_words, files=files),
        kinds={} if has_own_kinds else _kinds([word for word, _, _ in forms]),
        row_places={table.name: _row_places(table.name, forms) for table in plain.schema.tables},
        facts=plain.facts,
        data=plain.folder,
        concealed_at=tuple(_places_of_concealed(plain, state_row)),
        plain=plain,
        value_in=value_in,
        choice_label=choice_label if plain.tells_each_choice else None,
        chooses_rows=all(
            word is None and not is_tuple and details[0] in {t.name for t in plain.schema.tables}
            for word, details, is_tuple in forms
        ),
        **kernels,
    )


def _places_of_concealed(
    plain: PlainDefinition, state_row: np.dtype[Any]
) -> Iterator[tuple[int, int]]:
    """Yield where the state has the numbers by which a part keeps concealed choices."""
    assert state_row.fields is not None
    for part in plain.rules_class._parts.values():
        names = [f"{part.name}_{attribute}" for attribute in part.concealing or ()]
        if names and all(name in state_row.fields for name in names):
            first, second = (_place_of_number(state_row.fields[name]) for name in names)
            yield first, second


def _place_of_number(field: tuple[Any, ...]) -> int:
    """Return the place of a number, or of how many items a list or dictionary has."""
    dtype, place = field[:2]
    return int(place) + (int(dtype.fields["n"][1]) if dtype.names else 0)


def leaves_of(details: Sequence[Detail]) -> list[What]:
    """Return what the numbers in a choice stand for: its details, of a tuple the items."""
    return [
        leaf
        for detail in details
        for leaf in (leaves_of(detail) if isinstance(detail, list) else [detail])
    ]


def _detail_of(detail: Detail, values: Iterator[Any]) -> Any:
    """Return the next value, or a tuple of the next ones."""
    if isinstance(detail, list):
        return tuple(_detail_of(item, values) for item in detail)
    return next(values)


def _kinds(form_words: Sequence[str | None]) -> dict[str, range]:
    """Return the choices of each kind; the forms with one word stand one behind the other."""
    number_by_word = {word: form_words.index(word) for word in form_words if word is not None}
    return {
        word: range(number << FORM_BITS, number + form_words.count(word) << FORM_BITS)
        for word, number in number_by_word.items()
    }


def _row_places(
    table: str, forms: Sequence[tuple[str | None, Sequence[Detail], bool]]
) -> list[tuple[range, int]]:
    """Return where choices name rows of a table: those of a form, and the lowest bit there."""
    return [
        (range(number << FORM_BITS, number + 1 << FORM_BITS), shift_of(index, len(leaves)))
        for number, leaves in enumerate(leaves_of(details) for _, details, _ in forms)
        for index, meaning in enumerate(leaves)
        if meaning == table
    ]
