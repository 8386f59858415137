"""The forms of what a class of rules declares, and the arguments of its methods."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simlab.errors import did_you_mean
from simlab.files.error_origin import definition_of
from simlab.game.components import Parameter, Table
from simlab.game.facts import Handicap
from simlab.plain.failure import in_short

POSITIONAL = inspect.Parameter.POSITIONAL_OR_KEYWORD


@dataclass(frozen=True)
class Form:
    """What an attribute of a class must be, in words with an example, and the test of it."""

    in_words: str
    fits: Callable[[Any], bool]


def are_names(names: object) -> bool:
    """Return whether these are several names in an order, not one name."""
    return isinstance(names, Sequence) and not isinstance(names, str) and all(map(is_name, names))


def is_name(name: object) -> bool:
    """Return whether this is a name."""
    return isinstance(name, str) and bool(name)


def are_sentences(sentences: object) -> bool:
    """Return whether these are sentences by name."""
    return isinstance(sentences, Mapping) and all(
        is_name(name) and isinstance(sentence, str) for name, sentence in sentences.items()
    )


def are_all(kind: type) -> Callable[[object], bool]:
    """Return a test whether something is a sequence of objects of a class."""
    return lambda items: (
        isinstance(items, Sequence)
        and not isinstance(items, str)
        and all(isinstance(item, kind) for item in items)
    )


def is_number(number: object, kind: type = int) -> bool:
    """Return whether this is a number, and not True or False."""
    return isinstance(number, kind | int) and not isinstance(number, bool)


def names_such_as(example: str) -> Form:
    """Return the form of names, with an example that has a comma."""
    return Form(f"names in parentheses with commas, such as {example}", are_names)


FORMS = {
    "title": Form('a text, such as "Sushi Go!"', lambda title: isinstance(title, str)),
    "version": Form("a whole number, such as 2", is_number),
    "cooperative": Form("True or False", lambda switch: isinstance(switch, bool)),
    "parameters": Form(
        'a tuple of Parameter, such as (Parameter("goal", "points to win", "R1", 1, 50),)',
        are_all(Parameter),
    ),
    "tables": Form(
        'a tuple of Table, such as (Table("cards", "cards of the deck", "card", columns),)',
        are_all(Table),
    ),
    "sources": names_such_as('("dice",) or ("deck", "dice")'),
    "events": Form(
        'a dictionary of sentences, such as {"rolls": "{seat} rolls a {n}.", "turns": ""}',
        are_sentences,
    ),
    "kinds": Form(
        'names in parentheses with commas, such as ("roll", "hold"), or a dictionary of sentences,'
        ' such as {"buy": "buy {card}"}',
        lambda kinds: are_names(kinds) or are_sentences(kinds),
    ),
    "headings": names_such_as('("turn_began",)'),
    "timeline": names_such_as('("tokens",)'),
    "ways_to_win": names_such_as('("most points", "all regions")'),
    "ends": names_such_as('("deck is empty", "all regions are full")'),
    "secrets": Form(
        'a dictionary of fields by event, such as {"drew": ("card",)}',
        lambda secrets: (
            isinstance(secrets, Mapping)
            and all(map(is_name, secrets))
            and all(map(are_names, secrets.values()))
        ),
    ),
    "decision_limit": Form("a whole number from 1", lambda limit: is_number(limit) and limit > 0),
    "horizon": Form("a whole number from 0", lambda turns: is_number(turns) and turns >= 0),
    "noise": Form(
        "a share from 0 to 1, such as 0.05",
        lambda share: is_number(share, float) and 0 <= share <= 1,
    ),
    "handicaps": Form("a tuple of Handicap, as in the reference", are_all(Handicap)),
}


def check_forms(rules_class: type) -> None:
    """Check that each attribute that a class declares has its form.

    Raises:
        ValueError: one has not.
    """
    for name, form in FORMS.items():
        if name in vars(rules_class) and not form.fits(vars(rules_class)[name]):
            declared = vars(rules_class)[name]
            raise ValueError(f"{name} must be {form.in_words}; not {in_short(declared)}")


def check_methods(rules_class: type, base: type, needed: Iterable[str]) -> None:
    """Check that a class writes the needed methods of its base, each with the same arguments.

    Raises:
        ValueError: a method is missing or has others.
    """
    for name in needed:
        if getattr(rules_class, name) is getattr(base, name):
            near = did_you_mean(name, vars(rules_class))
            raise ValueError(f"{rules_class.__name__} needs a method {name}().{near}".rstrip("."))
    beginning = inspect.getattr_static(rules_class, "__init__")
    # one that calls the method of its base passes on what simlab gives to each game
    is_whole = beginning is vars(base)["__init__"] or "__init__" in beginning.__code__.co_names
    if not is_whole:
        raise ValueError(
            f"{rules_class.__name__} cannot have a method __init__(); write what it does in"
            " setup(self, players, chance)"
        )
    for name, method in vars(base).items():
        if not name.startswith("_") and is_method(method):
            check_method(rules_class, name, inspect.getattr_static(base, name))


def check_method(rules_class: type, name: str, original: Any) -> None:
    """Check that a method takes what its original does.

    Raises:
        ValueError: it is none, or has other arguments.
    """
    method = inspect.getattr_static(rules_class, name)
    if method is original:
        return
    wanted = f"write {in_code(name, original)}"
    function = getattr(method, "__func__", method)
    if not inspect.isfunction(function):
        raise ValueError(f"{name} is no method of {rules_class.__name__}; {wanted}")
    place = f"{definition_of(function)}: {rules_class.__name__}.{name}()"
    if inspect.iscoroutinefunction(function):
        raise ValueError(f"{place} is asynchronous; {wanted}")
    n_arguments = len(arguments_of(original))
    # a method of the class, and one that is asked of an object, is given one argument more
    is_asked_of_object = inspect.isfunction(method) and inspect.isfunction(original)
    n_arguments += is_asked_of_object or isinstance(method, classmethod)
    try:
        inspect.signature(function).bind(*[None] * n_arguments)
    except TypeError:
        raise ValueError(f"{place} has other arguments; {wanted}") from None


def is_method(method: object) -> bool:
    """Return whether this is a method, also a static one or one of the class."""
    return inspect.isfunction(method) or isinstance(method, staticmethod | classmethod)


def arguments_of(method: Any) -> list[str]:
    """Return the names of the arguments of a method, without the object or class that has it."""
    parameters = inspect.signature(getattr(method, "__func__", method)).parameters.values()
    names = [argument.name for argument in parameters if argument.kind is POSITIONAL]
    return names[not isinstance(method, staticmethod) :]


def in_code(name: str, original: Any) -> str:
    """Return the first line of a method: `def play(self, choice)`."""
    before, first = "", ["self"]
    if isinstance(original, staticmethod):
        before, first = "@staticmethod, and below it ", []
    elif isinstance(original, classmethod):
        before, first = "@classmethod, and below it ", ["cls"]
    return f"{before}def {name}({', '.join([*first, *arguments_of(original)])})"
