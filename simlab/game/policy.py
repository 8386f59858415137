"""@policy: declare a scripted player: a kernel with a name, a sentence and named traits."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from simlab.engine.loop import MEMORY, TRAITS
from simlab.engine.record import WORD, Floats, real, record
from simlab.errors import Misuse
from simlab.files.error_origin import definition_of


@dataclass(frozen=True)
class Trait:
    """One weight of a policy: its default, the range that makes sense, and what it does.

    One that counts something is set to whole numbers only. `sets_length` marks one that says for
    how many rounds the player waits, or turns in a game without rounds: where most games last
    longer, pages say that their length follows the player.
    """

    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False
    sets_length: bool = False

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (self.default, self.low, self.high))):
            raise ValueError(
                f"Trait({self.default}, {self.low}, {self.high}): default, lowest and highest value"
                " must be finite numbers"
            )


AT = "@"
"""First letter of the name of a player as a policy."""
BASE = "base"
NOISE = "noise"
COMMON = {
    NOISE: Trait(0, 0, 1, "share of its choices that are drawn from the menu by chance instead")
}
"""The traits that every policy has."""

ALL_TRAITS, REMEMBERED = "traits", "memory"
"""Arguments of the policy of a plain game for all its traits, and for what it remembers."""
FIRST_ARGUMENTS = ("view", "choices", "chance")
"""Arguments of every policy of a plain game, whatever it calls them."""
TRAIT_EXAMPLE = '{"boldness": Trait(5, 0, 9, "coins that it keeps")}'
N_OF_KERNELS = 7
"""Arguments of the policy of a compiled game."""


@dataclass(frozen=True)
class Policy:
    """A way of playing one game.

    `function(rules, state, seat, menu, traits, memory, rng) -> choice` returns one of the choices
    on the menu. It reads `state`, but only what its seat may see, and its traits by their names, as
    `traits.patience`. It writes only to `memory`, which belongs to its seat: a `memory_record`, or
    `memory` integers. Both are zero at the start of a game and may be zero at any decision. A
    policy of a plain game keeps an object of its `memory_class` instead.
    `players` bounds the tables it can sit at, when it cannot sit at all of the game's. `weights`
    sets its own traits and those of every policy, in COMMON; `seat_traits` has defaults that differ
    by seat, a number per seat. `base` names the policy that a search plays its rollouts with.
    `constants` are numbers that the function reads after its traits, such as the weights of a net,
    and `files` those that they come from. `never` has the kinds of choices that a restricted policy
    does not make.
    """

    name: str
    sentence: str
    function: Callable[..., Any]
    traits: Mapping[str, Trait] = field(default_factory=dict)
    memory: int = 0
    players: tuple[int, int] | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    base: str = ""
    memory_record: np.dtype[Any] | None = None
    memory_class: Callable[[], Any] | None = field(default=None, repr=False)
    constants: Floats | None = field(default=None, repr=False, compare=False)
    files: tuple[Path, ...] = ()
    never: tuple[str, ...] = ()
    seat_traits: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    @property
    def is_plain(self) -> bool:
        """Whether it is for games in plain Python: `function(view, choices, chance, *traits)`."""
        names = [*inspect.signature(self.function).parameters]
        is_class = self.memory_class is not None
        return is_class or len(names) != N_OF_KERNELS or names[0] == "view"

    def __call__(self, *arguments: Any, **traits: Any) -> Any:
        """Refuse to be called by the author's code, which has no memory and no noise for it.

        Raises:
            Misuse: always.
        """
        raise Misuse(
            f"{self.name} is a policy, which simlab alone can call; move its lines into a function"
            " without @policy(), and let both policies call that"
        )

    @property
    def trait_record(self) -> np.dtype[Any] | None:
        """The record as which the function reads its traits; without any it gets the bare row."""
        return record_of_traits(tuple(self.traits)) if self.traits else None

    @property
    def kept_memory(self) -> int:
        """The first words of its memory that hold for a whole game; the rest may be cleared."""
        return 0

    @property
    def settable(self) -> dict[str, Trait]:
        """The traits of this policy, then those of every policy."""
        return {**self.traits, **COMMON}

    @property
    def noise(self) -> float:
        """The share of its choices that are drawn from the menu by chance."""
        return self.weights.get(NOISE, COMMON[NOISE].default)

    def with_weights(self, **weights: float) -> Policy:
        """Return the same policy with some traits set, in their order of declaration.

        Raises:
            ValueError: the policy has no such trait.
        """
        unknown = sorted(weights.keys() - self.settable.keys())
        if unknown:
            raise ValueError(f"policy {self.name} has no trait {', '.join(unknown)}")
        merged = {**self.weights, **weights}
        return replace(
            self, weights={name: merged[name] for name in self.settable if name in merged}
        )

    def archetype(self, name: str, sentence: str, **defaults: float) -> Policy:
        """Return an archetype: this policy with another name and other defaults for some traits."""
        traits = {
            trait: replace(known_trait, default=defaults.get(trait, known_trait.default))
            for trait, known_trait in self.traits.items()
        }
        assert defaults.keys() <= traits.keys(), "an archetype sets traits that are there"
        return replace(self, name=name, sentence=sentence, traits=traits)

    def can_sit(self, players: int) -> bool:
        """Say whether the policy plays at tables of this size."""
        return self.players is None or self.players[0] <= players <= self.players[1]

    @property
    def waits(self) -> dict[str, float]:
        """How long the player waits, by the traits that say so; those of the first seat."""
        return {
            name: self.trait_at(name, 0) for name, trait in self.traits.items() if trait.sets_length
        }

    def trait_at(self, name: str, seat: int) -> float:
        """Return the value of a trait at a seat."""
        seat_values = self.seat_traits.get(name)
        default = self.traits[name].default if seat_values is None else seat_values[seat]
        return self.weights.get(name, default)

    def trait_row(self, seat: int) -> Floats:
        """Return the value of each trait at a seat, in order of declaration, then the constants.

        The row is padded with zeros.
        """
        n_traits = len(self.traits)
        n_constants = 0 if self.constants is None else len(self.constants)
        row = np.zeros(max(TRAITS, n_traits + n_constants))
        if self.constants is not None:
            row[n_traits : n_traits + n_constants] = self.constants
        for i, name in enumerate(self.traits):
            row[i] = self.trait_at(name, seat)
        return row

    def __str__(self) -> str:
        set_apart = [f"{BASE}={self.base}"] if self.base else []
        set_apart += [f"{name}={shortest_decimal(value)}" for name, value in self.weights.items()]
        return f"{self.name}:{','.join(set_apart)}" if set_apart else self.name


@dataclass(frozen=True)
class Wrapper(Policy):
    """A policy of a game that asks other policies for its choices, and draws the random ones."""

    game: Any = field(kw_only=True, repr=False, compare=False)

    @property
    def noise(self) -> float:
        """Return 0: the function makes the random choices itself."""
        return 0.0


def fields_of_policy(policy: Policy) -> dict[str, Any]:
    """Return what a wrapper takes over from a policy, by name."""
    return {name: getattr(policy, name) for name in Policy.__dataclass_fields__}


def with_option(policy: str, key: str, value: str) -> str:
    """Return the written form of a policy with one more option: `planner:or=greedy`."""
    return f"{policy}{',' if ':' in policy else ':'}{key}={value}"


@functools.cache
def record_of_traits(names: tuple[str, ...]) -> np.dtype[Any]:
    """Return the type of a row of traits with these names, each a float.

    Raises:
        ValueError: a trait is named like an attribute of numpy's rows.
    """
    return record(**{name: real("") for name in names})


def shortest_decimal(value: float) -> str:
    """Return a number in the fewest digits that are read back as the same."""
    return f"{value:g}" if float(f"{value:g}") == value else repr(float(value))


def policy(
    function: Callable[..., Any] | None = None,
    /,
    *,
    traits: Mapping[str, Trait] | None = None,
    memory: int | np.dtype[Any] | type = 0,
    players: tuple[int, int] | None = None,
) -> Callable[[Callable[..., Any]], Policy]:
    """Make a policy of a function, with its name and, as a sentence, its docstring's first line.

    `memory` is the type of the record that the function keeps, or a number of integers. In a plain
    game it is a class, of which each seat has an object in each game, as the argument `memory`.

    Raises:
        TypeError: it is written without parentheses.
        ValueError: the function has no docstring, asks for more memory or traits than there are,
            for a trait that every policy has, or for one named like an attribute of numpy's rows;
            or a policy of a plain game declares its memory wrongly.
    """

    if function is not None:
        raise TypeError(f"write @policy(), with parentheses, before {function.__name__}")

    def decorate(function: Callable[..., Any]) -> Policy:
        sentence = (inspect.getdoc(function) or "").partition("\n")[0]
        if not sentence:
            raise ValueError(f"policy {function.__name__} needs a docstring: it is what users read")
        _check_traits(function.__name__, traits, players)
        record = memory if isinstance(memory, np.dtype) else None
        n_words = record.itemsize // WORD if record is not None else 0
        n_words = memory if isinstance(memory, int) else n_words
        if n_words > MEMORY or len(traits or {}) > TRAITS:
            raise ValueError(
                f"policy {function.__name__} may have {MEMORY} words of memory and {TRAITS} traits"
            )
        names = ", ".join(COMMON.keys() & (traits or {}).keys())
        if names:
            raise ValueError(
                f"policy {function.__name__} cannot have a trait {names}: every policy has one"
            )
        record_of_traits(tuple(traits or {}))
        author_policy = Policy(
            function.__name__,
            sentence,
            function,
            traits or {},
            n_words,
            players,
            memory_record=record,
            memory_class=memory if isinstance(memory, type) else None,
        )
        if author_policy.is_plain:
            _check_arguments(author_policy)
        return author_policy

    return decorate


def _check_traits(name: str, traits: object, players: object) -> None:
    """Check that traits have their form, and the bounds of the tables theirs.

    Raises:
        ValueError: one has not.
    """
    if traits is not None and not isinstance(traits, Mapping):
        raise ValueError(
            f"policy {name}: traits must be a dictionary, such as {TRAIT_EXAMPLE}, not"
            f" a {type(traits).__name__}"
        )
    for trait_name, trait in (traits or {}).items():
        if not isinstance(trait, Trait):
            raise ValueError(
                f"policy {name}: trait {trait_name} must be a Trait, such as {TRAIT_EXAMPLE}, not"
                f" {trait!r}"
            )
    match players:
        case None | (int(), int()):
            return
    raise ValueError(
        f"policy {name}: players must be the fewest and the most, such as (2, 4), not {players!r}"
    )


def _check_arguments(author_policy: Policy) -> None:
    """Check that a policy of a plain game has an argument for its memory if it has one.

    Raises:
        ValueError: it lacks one of both, a trait has the name of such an argument, or no object of
            the class can be made.
    """
    name, memory_class = author_policy.name, author_policy.memory_class
    parameters = inspect.signature(author_policy.function).parameters
    taken = [word for word in (ALL_TRAITS, REMEMBERED) if word in author_policy.traits]
    if taken:
        raise ValueError(f"policy {name} cannot have a trait {taken[0]}: an argument has that name")
    if memory_class is None:
        if REMEMBERED in parameters:
            raise ValueError(
                f"policy {name} has an argument {REMEMBERED}, but no class of what it remembers;"
                f" write @policy({REMEMBERED}=Plan)"
            )
        return
    class_name = getattr(memory_class, "__name__", repr(memory_class))
    if REMEMBERED not in parameters:
        raise ValueError(
            f"policy {name} remembers a {class_name}, but has no argument {REMEMBERED}; write"
            f" def {name}(view, choices, chance, {REMEMBERED})"
        )
    try:
        memory_class()
    except Exception as error:  # an author's code may raise anything
        raise ValueError(
            f"policy {name}: {class_name}() fails: {type(error).__name__}: {error}; the class of"
            " what a policy remembers is called without arguments, so its fields need defaults"
        ) from error


def check_call(plain_policy: Policy) -> None:
    """Check that a policy of a plain game can be called as it will be.

    Raises:
        ValueError: it cannot.
    """
    name, signature = plain_policy.name, inspect.signature(plain_policy.function)
    further = [ALL_TRAITS] if ALL_TRAITS in signature.parameters else [*plain_policy.traits]
    further += [REMEMBERED] if plain_policy.memory_class is not None else []
    try:
        signature.bind(*FIRST_ARGUMENTS, **dict.fromkeys(further))
    except TypeError:
        arguments = ", ".join([*FIRST_ARGUMENTS, *further])
        raise ValueError(
            f"{definition_of(plain_policy.function)}: policy {name} is called with {arguments}, and"
            f" not with {', '.join(signature.parameters) or 'nothing'}; write"
            f" def {name}({arguments}), or declare its traits: @policy(traits={TRAIT_EXAMPLE})"
        ) from None
