"""Words of a plain game: its sentences with fields, choices and values, in a reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from string import Formatter
from typing import TYPE_CHECKING, Any

from simlab.errors import Misuse, not_one_of
from simlab.plain.ledger import NOUN, SEAT, fields_of_sentence
from simlab.plain.rules import RulesInForce, TableRow, row_name

if TYPE_CHECKING:
    from simlab.plain.game import PlainGame

MINUS = "\N{MINUS SIGN}"
NEGATIVE = re.compile(r"(?<![\w-])-(?=\d)")
"""The hyphen of a number below 0."""


class Label(str):
    """A value in an event, as text for data; `value` is what it stands for."""

    __slots__ = ("value",)
    value: Any

    def __new__(cls, text: str, value: Any) -> Label:
        """Return the text with its value."""
        label = super().__new__(cls, text)
        label.value = value
        return label

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Be a text alone in another process, which may not know what the value is."""
        return str, (str(self),)


def as_data(value: object) -> object:
    """Return a value of an event as data: a number, or a text that knows its value."""
    if isinstance(value, int | float | str | bool | None):
        return value
    if isinstance(value, list):
        return [as_data(item) for item in value]
    return Label(with_blanks(value), value)


def with_blanks(choice: Any) -> str:
    """Return a choice as text: the items of a tuple with blanks between, as `move 3,4 4,5`."""
    items = choice if isinstance(choice, tuple) else (choice,)
    return " ".join(
        ",".join(map(text_of, item)) if isinstance(item, tuple) else text_of(item) for item in items
    )


def text_of(value: Any) -> str:
    """Return a value as text; an object of a dataclass by what it holds, as `hearts 7`.

    A member of an Enum is the word that it holds, or else its name, `far left` for `FAR_LEFT`.
    Unless its class says how its objects are written, `str` would show code.
    """
    own_class: Any = type(value)
    if isinstance(value, Enum) and own_class.__str__ is Enum.__str__:
        is_word = isinstance(value.value, str)
        return value.value if is_word else value.name.lower().replace("_", " ")
    is_described = own_class.__str__ is not object.__str__
    # dataclasses wraps the function that it writes, and leaves one of the class alone
    has_own_words = is_described or not hasattr(own_class.__repr__, "__wrapped__")
    if not is_dataclass(own_class) or has_own_words:
        return str(value)
    return " ".join(text_of(getattr(value, field.name)) for field in fields(own_class))


class Narrator:
    """Fills the sentences of a game with values in words, under some rules."""

    def __init__(self, rules_class: type[PlainGame], rules: RulesInForce) -> None:
        self.rules_class, self.rules, self.words = rules_class, rules, rules.words

    def event(self, event: Mapping[str, Any]) -> str:
        """Return an event in its sentence; empty if it has none."""
        return self.fill(self.rules_class.sentence(event), event)

    def choice(self, choice: Any, kind: str) -> str:
        """Return a choice in the sentence of its kind, or else its items in words."""
        items = choice if isinstance(choice, tuple) else (choice,)
        sentence = self.rules_class.choice_sentences.get(kind)
        if sentence is None:
            return " ".join(
                # a square within a choice stays together
                ",".join(self.word("", number) for number in item)
                if isinstance(item, tuple)
                else self.word("", item)
                for item in items
            )
        names, details = fields_of_sentence(sentence), items[1:]
        if len(names) != len(details):
            raise Misuse(f'"{sentence}" of {kind} has {len(names)} fields for {len(details)} items')
        return self.fill(sentence, dict(zip(names, details, strict=True)))

    def fill(self, sentence: str, values: Mapping[str, Any]) -> str:
        """Return a sentence, translated, with values in words in its fields."""
        return NEGATIVE.sub(MINUS, "".join(self._pieces(self.words(sentence), values)))

    def _pieces(self, sentence: str, values: Mapping[str, Any]) -> Iterator[str]:
        for literal, name, form, _ in Formatter().parse(sentence):
            yield literal
            if name is not None:
                yield self._field(name, form or "", values)

    def _field(self, name: str, form: str, values: Mapping[str, Any]) -> str:
        name, _, column = name.partition(".")
        if name not in values:
            known = [field for field in values if field.isidentifier() and field != "event"]
            raise Misuse(f"field {not_one_of(name, known)}")
        value = getattr(values[name], column) if column else values[name]
        if NOUN.match(form):
            return self.words.number_and_noun(value, form)
        return format(value, form) if form else self.word(column or name, value)

    def word(self, name: str, value: Any) -> str:
        """Return the value of a field in words; a list as `a, b and c`."""
        if isinstance(value, list):
            return self.words.join_list([self.word(name, item) for item in value])
        return self.rules_class.in_words(name, value, self.rules)


def in_words(name: str, value: Any, rules: RulesInForce) -> str:
    """Return what sentences call the value of a field, which may be secret."""
    match value:
        case None:
            return rules.words("something")
        case int() if name == SEAT:
            return rules.seat(value)
        case TableRow():
            return rules.words(row_name(value))
        case tuple():
            # a square within a choice stays together: `move 3,4 4,5`
            return " ".join(
                ",".join(in_words("", number, rules) for number in item)
                if isinstance(item, tuple)
                else in_words("", item, rules)
                for item in value
            )
        case _:
            return rules.words(text_of(value))


def value_of(event_value: Any) -> Any:
    """Return what a value in an event stands for."""
    if isinstance(event_value, list):
        return [value_of(item) for item in event_value]
    return event_value.value if isinstance(event_value, Label) else event_value
