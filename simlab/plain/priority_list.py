"""Policies as priority lists in a TOML file, for those who do not program.

    [saver]
    sentence = "Buys what is worth it, else takes coins."
    choose = ["buy if points >= worth and cost <= 9, most points, least cost", "coins"]
    traits = { worth = 4 }

The first line of `choose` that fits a choice decides. A line names a kind of choice, or `any`; then
conditions after `if`, joined by `and`; then, after commas, `most` or `least` of a feature. The
features of a choice are the numbers and words of the cards in it, what the game's
`features(choice)` names, and the numbers of the table: `coins` is the own entry where a list has
one for each seat.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from simlab.errors import InputError, Misuse, Problem, did_you_mean, not_one_of, results_of
from simlab.files.toml import read_toml
from simlab.game.policy import ALL_TRAITS, COMMON, REMEMBERED, Policy, Trait
from simlab.plain.chance import Stream
from simlab.plain.game import parts_of, players_at
from simlab.plain.rules import Named
from simlab.plain.view import View, game_behind

TOML = ".toml"
ANY = "any"
KEYS = ("sentence", "choose", "traits")
COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
CONDITION = re.compile(r"(\w+)\s*(>=|<=|!=|>|<|=)\s*(.+)")
PREFERENCE = re.compile(r"(most|least)\s+(\w+)")
LARGEST = 1_000_000
"""Traits of a list may be set to at most this, up or down."""

Features = Mapping[str, Any]


@dataclass(frozen=True)
class Condition:
    """A comparison of a feature with a number, a word, a trait or another feature."""

    feature: str
    compares: Callable[[Any, Any], bool]
    reference: str

    def is_met(self, features: Features) -> bool:
        """Return whether a choice with these features meets it."""
        value, reference = features[self.feature], self.value_of_reference(features)
        if isinstance(value, str) != isinstance(reference, str):
            raise Misuse(
                f"{self.feature} is {value!r}, which cannot be compared with {reference!r}"
            )
        return self.compares(value, reference)

    def value_of_reference(self, features: Features) -> Any:
        """Return the number, or what the word names, or the word itself."""
        if re.fullmatch(r"-?\d+(\.\d+)?", self.reference):
            return float(self.reference)
        return features.get(self.reference, self.reference)


@dataclass(frozen=True)
class PriorityLine:
    """One line of a list: which choices it takes, and which of them it prefers."""

    source: str
    kind: str
    conditions: tuple[Condition, ...]
    preferences: tuple[tuple[int, str], ...]
    """1 for most or -1 for least, and the feature."""

    @property
    def names(self) -> list[str]:
        """The features that a choice needs."""
        return [
            *(condition.feature for condition in self.conditions),
            *(feature for _, feature in self.preferences),
        ]

    def best(self, choices: Sequence[tuple[Hashable, Features]]) -> list[Hashable]:
        """Return the choices that the line prefers; none if it fits none."""
        fitting = [
            (choice, features)
            for choice, features in choices
            if all(condition.is_met(features) for condition in self.conditions)
        ]
        for sign, feature in self.preferences:
            values = [sign * number_in(feature, features) for _, features in fitting]
            top = max(values, default=0)
            fitting = [
                candidate for candidate, value in zip(fitting, values, strict=True) if value == top
            ]
        return [choice for choice, _ in fitting]


def number_in(feature: str, features: Features) -> Any:
    """Return the number that a feature is.

    Raises:
        Misuse: it is a text, of which none is the most or the least.
    """
    value = features[feature]
    if isinstance(value, str):
        raise Misuse(f"{feature} is {value!r}, a text; most and least need a number")
    return value


def read_lists(file: Path, game: Any) -> list[Policy]:
    """Return the policies in a file of priority lists.

    Raises:
        InputError: it cannot be read, or a list is broken.
    """
    if not game.is_plain:
        raise InputError(
            f"{file}: priority lists play games in plain Python only, not with players that have a"
            " net"
        )
    try:
        # some editors begin a file with a byte order mark
        tables = read_toml(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: cannot be read: {error}") from None
    except InputError as error:
        raise InputError(error.problems, str(file)) from None
    if not tables:
        raise InputError(f"{file}: defines no policy; write [NAME] and a line choose = [...]")
    kinds = game.rules_class.kinds
    return results_of(partial(_policy, file, name, table, kinds) for name, table in tables.items())


def _policy(file: Path, name: str, table: object, kinds: Sequence[str]) -> Policy:
    location = (str(file), name)
    if not isinstance(table, Mapping):
        raise InputError("write [NAME] and a line choose = [...]", *location)
    unknown = [Problem(not_one_of(key, KEYS)) for key in table if key not in KEYS]
    if unknown:
        raise InputError(unknown, *location)
    line_texts = table.get("choose")
    if (
        not isinstance(line_texts, list)
        or not line_texts
        or not all(isinstance(t, str) for t in line_texts)
    ):
        raise InputError(
            'must be a list of lines, such as ["buy if cost <= 3"]', *location, "choose"
        )
    lines = results_of(
        partial(_line, line_text, kinds, (*location, f"choose {number}"))
        for number, line_text in enumerate(line_texts, 1)
    )
    traits = _traits(table.get("traits", {}), location)
    sentence = str(table.get("sentence") or f"{'; else '.join(line_texts)}.")
    return Policy(name, sentence, _follow_list(lines, file, name), traits, files=(file.resolve(),))


def _traits(trait_values: object, location: tuple[str, ...]) -> dict[str, Trait]:
    if not isinstance(trait_values, Mapping):
        raise InputError("write numbers by name: { worth = 4 }", *location, "traits")
    problems = [
        Problem(f"must be a number, not {value!r}", ("traits", name))
        for name, value in trait_values.items()
        if isinstance(value, bool) or not isinstance(value, int | float)
    ]
    problems = problems or [
        Problem(f"{value} is out of range {-LARGEST} to {LARGEST}", ("traits", name))
        for name, value in trait_values.items()
        if not -LARGEST <= value <= LARGEST
    ]
    problems += [
        Problem("is a trait of every policy", ("traits", n)) for n in trait_values if n in COMMON
    ]
    taken = (ALL_TRAITS, REMEMBERED)
    problems += [
        Problem("is no name of a trait", ("traits", n)) for n in trait_values if n in taken
    ]
    if problems:
        raise InputError(problems, *location)
    meaning = "a number of the priority list"
    return {name: Trait(value, -LARGEST, LARGEST, meaning) for name, value in trait_values.items()}


def _line(line_text: str, kinds: Sequence[str], location: tuple[str, ...]) -> PriorityLine:
    """Return a line of a list.

    Raises:
        InputError: it is none.
    """
    rule, *wishes = [part.strip() for part in line_text.split(",")]
    kind, _, rest = rule.partition(" if ")
    kind, wanted = kind.strip(), rest.strip()
    if kinds and kind not in (*kinds, ANY):
        raise InputError(not_one_of(kind, [*kinds, ANY]), *location)
    conditions = [CONDITION.fullmatch(part.strip()) for part in wanted.split(" and ") if wanted]
    preferred = [PREFERENCE.fullmatch(wish) for wish in wishes]
    if None in conditions or None in preferred or not kind:
        raise InputError(
            f'"{line_text}" is no line such as "buy if points >= 2 and cost < 6, most points"',
            *location,
        )
    return PriorityLine(
        line_text,
        kind,
        tuple(Condition(m[1], COMPARISONS[m[2]], m[3].strip()) for m in conditions if m),
        tuple(((1 if m[1] == "most" else -1), m[2]) for m in preferred if m),
    )


def _follow_list(lines: Sequence[PriorityLine], file: Path, name: str) -> Callable[..., Hashable]:
    """Return the function of a policy that follows a list; without a fitting line it is random."""

    def choose(
        view: View, choices: Sequence[Hashable], chance: Stream, **traits: float
    ) -> Hashable:
        table = numbers_of_table(view)
        described = [
            (choice, view.kind(choice), {**table, **features_of(view, choice), **traits})
            for choice in choices
        ]
        for line in lines:
            fitting = [(c, f) for c, kind, f in described if line.kind in (kind, ANY)]
            best = line.best(list(_with_features(line, fitting, f"{file.name}: {name}")))
            if best:
                return chance.pick(best) if len(best) > 1 else best[0]
        return chance.pick(choices)

    return choose


def _with_features(
    line: PriorityLine, choices: Iterable[tuple[Hashable, Features]], location: str
) -> Iterator[tuple[Hashable, Features]]:
    """Yield the choices that have the features of a line.

    Raises:
        Misuse: a choice of the kind that the line names lacks one.
    """
    for choice, features in choices:
        missing = next((name for name in line.names if name not in features), None)
        if missing is None:
            yield choice, features
        elif line.kind != ANY:
            near = did_you_mean(missing, features)
            known = ", ".join(features) or "none"
            raise Misuse(
                f'{location}: "{line.source}": a choice of kind {line.kind} has no'
                f' "{missing}".{near} It has {known}.'
            )


def features_of(view: View, choice: Hashable) -> dict[str, Any]:
    """Return the features of a choice: numbers and words of the cards in it, and the game's own."""
    features: dict[str, Any] = {}
    for part in choice if isinstance(choice, tuple) else (choice,):
        if isinstance(part, Named):
            features |= {k: v for k, v in vars(part).items() if not k.startswith("_")}
        elif isinstance(part, int | float):
            features.setdefault("n", part)
    return features | dict(view.features(choice))


def numbers_of_table(view: View) -> dict[str, Any]:
    """Return the numbers of parts and attributes; of a number for each seat the own one."""
    game = game_behind(view)
    of_parts = {part.name: part.number(view.me) for part in parts_of(game)}
    numbers: dict[str, Any] = {name: n for name, n in of_parts.items() if n is not None}
    for name, value in vars(game).items():
        if isinstance(value, int | float):
            numbers[name] = value
        elif isinstance(value, list) and len(value) == players_at(game):
            own_number = value[view.me]
            numbers |= {name: own_number} if isinstance(own_number, int | float) else {}
    return {name: number for name, number in numbers.items() if not name.startswith("_")}
