"""Observation: some games of a plain game are played, to note what its attributes hold.

The types of attributes, the room that lists need and the forms of choices do not stand in Python;
they are what these games show.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from simlab.compiler.annotations import attribute_annotations, type_named
from simlab.compiler.value_type import (
    EMPTY,
    Attributes,
    Form,
    Members,
    Type,
    fits,
    form_of,
    forms_in_order,
    is_value,
    merge_types,
    tuple_or_none,
    type_of,
    with_common_objects,
)
from simlab.engine.items import LOCAL_ROOM
from simlab.engine.loop import Progress
from simlab.engine.record import new
from simlab.errors import ContractError, Untranslatable
from simlab.game.definition import Rules
from simlab.plain.definition import PlainDefinition, is_written
from simlab.plain.engine import Deal, Session
from simlab.plain.game import PlainGame, parts_of, players_at
from simlab.plain.part import Part

GAMES, MOST_DECISIONS = 40, 2000
"""Games that are observed, for each number of players and each policy in all seats, and how far."""
DECISIONS = 20_000
"""Decisions of all of them, after which no more games begin: long games show as much in fewer."""
MOST_DECISIONS_AT_END = 300
"""Likewise of the only game under each set of rules at the ends of their ranges, of which there are
many; some make games that never end."""
MOST_DECISIONS_WITH_MEMORY, MOST_OF_THEM_AT_END = 150, 40
"""Decisions of each number of players, and at each end with the most players, of a policy that
remembers: one that plans takes milliseconds for each in plain Python, and fills its lists at the
first."""
SEED = 1914
WHOLE_ONLY = "kernels keep whole numbers only; multiply, or use // or int()"
ROOM, LEAST_ROOM, LEAST_RECORDS = 2, 8, 2
"""A list has room for this many times the most items that were seen, and this many more: of
numbers, texts and rows, and of lists and objects."""
ROOM_IN_MEMORY = 1
"""The same of lists and objects that a policy remembers: the positions that it tries are made once,
and each of them is large. A list of numbers that is always empty after a decision has room for as
many as one of a function."""
OF_EVERY_GAME = frozenset({"rules", "chance"})
OF_EVERY_PART = frozenset({"players", "name", "source", "title"})

OF_POLICIES = "memory of"
"""Stands for the name of a part where what policies remember is noted."""
Key = tuple[str, str]
"""Name of the part, empty for the game itself, and of an attribute; or OF_POLICIES and a policy."""


@dataclass(frozen=True)
class Observation:
    """What was seen."""

    attributes: dict[str, Attributes]
    """Types of attributes by part and name; those of the game stand under an empty name."""
    refusals: dict[Key, str]
    """Why an attribute cannot be a field."""
    forms: tuple[Form, ...]
    longest_menu: int
    members: dict[type, tuple[Any, ...]]
    """The objects of frozen dataclasses that were seen, each once."""
    memories: dict[str, Type]
    """Types of what policies remember, by their names."""

    def why_not(self, policy: str) -> str:
        """Return why kernels cannot keep what a policy remembers."""
        return self.refusals.get((OF_POLICIES, policy), "no game has shown what it remembers")


class Planned:
    """The choices that a policy may remember: those of its plans need not be offered."""

    def __init__(self, kinds: Collection[str], members: Members) -> None:
        self._kinds, self._members = frozenset(kinds), members
        self.forms: dict[Any, Form] = {}

    def __contains__(self, value: Any) -> bool:
        if value not in self.forms and value[0] in self._kinds:
            with suppress(Untranslatable):
                self.forms[value] = form_of(value, self._members)
        return value in self.forms


class Observer:
    """Notes attributes and choices of games as they are played."""

    def __init__(self, kinds: Collection[str] = ()) -> None:
        self.types: dict[Key, Type] = {}
        self.refusals: dict[Key, str] = {}
        self.forms: set[Form] = set()
        self.longest_menu = 1
        self.choices: set[Any] = set()
        """All that were offered; an attribute may keep one."""
        self.members: Members = {}
        self.planned = Planned(kinds, self.members)
        self.of_other_lengths: set[Key] = set()
        """Attributes that were seen with more or fewer items than there are players."""
        self.not_tuples: set[Key] = set()
        """Attributes that were seen as something else than a tuple or None."""

    def read_annotations(self, rules_class: type[PlainGame]) -> None:
        """Note what a class of rules declares of its attributes."""
        for own_class in rules_class.__mro__[: rules_class.__mro__.index(PlainGame)]:
            for name, annotation in attribute_annotations(own_class):
                key = "", name
                try:
                    declared_type = type_named(annotation)
                    self.types[key] = merge_types((self.types.get(key, EMPTY), declared_type))
                except Untranslatable as error:
                    self.refusals[key] = str(error)

    def look(self, game: PlainGame) -> None:
        """Note the attributes of a game and of its parts."""
        # a list is one by seat if it always has an item for each player
        players = players_at(game)
        self._look_at("", game, OF_EVERY_GAME, players)
        for part in parts_of(game):
            self._look_at(part.name, part, OF_EVERY_PART, players)

    def look_at_memories(self, deal: Deal) -> None:
        """Note what the policies of a game remember, which may be fractions."""
        for memory, seated in zip(deal.memories, deal.session.policies, strict=True):
            if memory.content is not None:
                self._note((OF_POLICIES, seated.policy.name), memory.content, self.planned)
        self.forms.update(self.planned.forms.values())

    def look_at_choices(self, choices: list[Any]) -> None:
        """Note the forms of choices.

        Raises:
            Untranslatable: see `form_of`.
        """
        self.longest_menu = max(self.longest_menu, len(choices))
        # most menus repeat choices seen before, whose form is known
        new = set(choices).difference(self.choices)
        self.forms.update(form_of(choice, self.members) for choice in new)
        self.choices |= new

    def _look_at(self, part: str, holder: object, left_out: frozenset[str], players: int) -> None:
        for name, value in vars(holder).items():
            if not (name.startswith("_") or name in left_out or isinstance(value, Part)):
                self._note((part, name), value)
                if not isinstance(value, list) or len(value) != players:
                    self.of_other_lengths.add((part, name))
                if value is not None and not isinstance(value, tuple):
                    self.not_tuples.add((part, name))

    def _note(self, key: Key, value: Any, planned: Planned | None = None) -> None:
        """Note the type of an attribute, or of what a policy remembers, which may be planned."""
        known_type = self.types.get(key)
        choices: Container[Any] = self.choices if planned is None else planned
        # nearly always nothing new: `fits` is faster than to work the type out again
        if key in self.refusals or (
            known_type is not None and fits(value, known_type, choices, self.members)
        ):
            return
        try:
            value_type = type_of(value, choices, self.members)
            if planned is None and value_type.has_fractions:
                raise Untranslatable(WHOLE_ONLY)
            declared_type = EMPTY if planned is None else type_named(type(value))
            self.types[key] = merge_types((self.types.get(key, declared_type), value_type))
        except Untranslatable as error:
            self.refusals[key] = str(error)


def observe(
    definition: PlainDefinition, rules: Sequence[Rules], ends: Sequence[Rules] = ()
) -> Observation:
    """Play some games under each of some rules and return what was seen.

    Fewer games are played under `ends`, rules at the ends of their ranges. Such a game is left
    where it stops or offers what kernels do not have; the compiled game must stop there, too.

    Raises:
        Untranslatable: a choice has a form that kernels do not have.
        ContractError: the game breaks its contract.
    """
    rules_class = definition.rules_class
    # without kind(), a choice is of the kind that its word names
    kinds = () if is_written(rules_class, "kind") else rules_class.kinds
    observer = Observer(kinds)
    observer.read_annotations(rules_class)
    with suppress(Untranslatable):  # it is none where the game uses it
        module = vars(inspect.getmodule(rules_class))
        for constant in values_within(value for name, value in module.items() if name[:2] != "__"):
            type_of(constant, members=observer.members)
    for sessions in ([*_sessions(definition, session_rules)] for session_rules in rules):
        for session in sessions:
            n_decisions, most_decisions = 0, DECISIONS // len(sessions)
            if remembers(session):
                most_decisions = min(most_decisions, MOST_DECISIONS_WITH_MEMORY)
            for deal in range(GAMES):
                if n_decisions < most_decisions:
                    n_decisions += _observe(observer, Deal(session, deal), MOST_DECISIONS)
    for session in chain.from_iterable(_sessions(definition, end) for end in ends):
        most_decisions = MOST_DECISIONS_AT_END
        if remembers(session):
            is_largest = len(session.policies) == definition.players[1]
            most_decisions = MOST_OF_THEM_AT_END if is_largest else 0
        # rules at the ends of ranges may make games that nobody meant to play
        with suppress(ContractError, Untranslatable):
            _observe(observer, Deal(session, 0), most_decisions)
    types = with_common_objects(observer.types)
    fewest_players, most_players = definition.players
    has_sizes = fewest_players < most_players  # at a single one, the same length may be chance
    by_part: dict[str, dict[str, Type]] = {
        part: {} for part in ("", *_parts(definition), OF_POLICIES)
    }
    for (part, name), value_type in types.items():
        if (part, name) not in observer.refusals:
            if part == OF_POLICIES:
                by_part[part][name] = _with_room(value_type, ROOM_IN_MEMORY, LOCAL_ROOM)
                continue
            if (part, name) not in observer.not_tuples:
                value_type = tuple_or_none(value_type)
            by_part[part][name] = value_type = _with_room(value_type)
            if has_sizes and (part, name) not in observer.of_other_lengths:
                by_part[part][name] = replace(value_type, room=ROOM * most_players, by_seat=True)
    memories = by_part.pop(OF_POLICIES)
    return Observation(
        dict(by_part.items()),
        observer.refusals,
        forms_in_order(observer.forms, kinds),
        ROOM * observer.longest_menu + LEAST_ROOM,
        {own_class: tuple(objects) for own_class, objects in observer.members.items()},
        memories,
    )


def remembers(session: Session) -> bool:
    """Return whether the policy at all seats keeps a memory."""
    return session.policies[0].policy.memory_class is not None


def _observe(observer: Observer, deal: Deal, most_decisions: int) -> int:
    """Play a game to its end, or this far, and return its number of decisions.

    Raises:
        Untranslatable: a choice has a form that kernels do not have.
        ContractError: the game breaks its contract.
    """
    n_decisions = 0
    deal.is_watched = False  # the games of the proof are, and to write the table down takes long
    observer.look(deal.game)  # parts are there before setup()
    try:
        for _, choices in islice(deal.decisions(), most_decisions):
            observer.look(deal.game)
            observer.look_at_choices(choices)
            observer.look_at_memories(deal)
            n_decisions += 1
    except Untranslatable:
        raise
    except (Exception, SystemExit) as error:  # an author's code may raise anything
        raise ContractError(deal.session.complaint(error)) from error
    observer.look(deal.game)
    observer.look_at_memories(deal)
    return n_decisions


def values_within(values: Iterable[Any]) -> Iterator[Any]:
    """Yield the objects of frozen dataclasses among constants, and in lists and dicts of them."""
    for value in values:
        if is_value(value):
            yield value
        elif isinstance(value, tuple | list | set | frozenset):
            yield from values_within(value)
        elif isinstance(value, dict):
            yield from values_within([*value, *value.values()])


def _parts(definition: PlainDefinition) -> Iterator[str]:
    yield from definition.rules_class._parts


def _with_room(value_type: Type, of_records: int = ROOM, of_empty: int = LEAST_ROOM) -> Type:
    """Return a type whose lists have room for more than was seen, or for `of_empty` if none was."""
    if value_type.fields:
        fields = (
            (name, _with_room(field_type, of_records, of_empty))
            for name, field_type in value_type.fields
        )
        return replace(value_type, fields=tuple(fields))
    if value_type.of is None:
        return value_type
    # games that nobody has seen may have longer lists; one too long is a fault with its line
    room = ROOM * value_type.room + LEAST_ROOM if value_type.room else of_empty
    if value_type.of.is_stored:
        room = of_records * value_type.room + LEAST_RECORDS
    return replace(value_type, of=_with_room(value_type.of, of_records, of_empty), room=room)


def _sessions(definition: PlainDefinition, rules: Rules) -> Iterator[Session]:
    """Yield what games share: one for each number of players and each policy in all seats."""
    low, high = definition.players
    for players in range(low, high + 1):
        for policy in definition.policies:
            if policy.can_sit(players):
                lineup = [policy] * players
                yield Session(definition, rules.row, lineup, SEED, 0, new(Progress.dtype), None)
