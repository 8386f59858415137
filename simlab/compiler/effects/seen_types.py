"""Types that were seen: of attributes of the game and its parts, and of objects."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any

from simlab.compiler.effects.effect import AccessPath
from simlab.compiler.observation import Observation
from simlab.compiler.value_type import OBJECT, Type
from simlab.compiler.values import ITEM_OF


class SeenTypes:
    """The classes of a game, and the types that their attributes have had."""

    def __init__(
        self, rules_class: Any, parts: Mapping[str, Any], observation: Observation
    ) -> None:
        self.rules_class = rules_class
        self.parts = parts
        self._seen = observation
        module = inspect.getmodule(rules_class)
        values_of_module = vars(module).values() if module else ()
        self._memories = tuple(objects_in(observation.memories.values()))
        dataclasses = [
            value for value in values_of_module if isinstance(value, type) and is_dataclass(value)
        ]
        dataclasses += [memory.own_class for memory in self._memories if memory.own_class]
        self.dataclasses = list(dict.fromkeys(dataclasses))

    def type_at(self, path: AccessPath, own_class: Any) -> Type | None:
        """Return the type of what stands at a place of an object, if it was seen."""
        _, *steps = path
        if own_class is None and any(
            dict(memory.fields).keys() & steps[:1] for memory in self._memories
        ):
            return None  # its first argument may be what a policy remembers
        value_type: Type | None = Type(OBJECT, fields=self.fields(own_class))
        for step in steps:
            if value_type is None:
                return None
            # what was seen of one item holds for all: which one it is, is known only in a game
            if step == ITEM_OF:
                value_type = value_type.of or (None if value_type.is_stored else value_type)
            elif (
                value_type.kind == OBJECT
                and step in self.parts
                and step not in dict(value_type.fields)
            ):
                value_type = Type(OBJECT, fields=tuple(self._seen.attributes[step].items()))
            else:
                value_type = dict(value_type.fields).get(step)
        return value_type

    def fields(self, own_class: Any) -> tuple[tuple[str, Type], ...]:
        """Return the attributes of a class, with what was seen in them."""
        if own_class in (None, self.rules_class):
            return tuple(self._seen.attributes[""].items())
        for name, part in self.parts.items():
            if type(part) is own_class:
                return tuple(self._seen.attributes[name].items())
        seen_types = [
            value_type
            for type_by_name in self._seen.attributes.values()
            for value_type in type_by_name.values()
        ]
        object_types = (object_type for object_type in objects_in([*seen_types, *self._memories]))
        return next(
            (
                object_type.fields
                for object_type in object_types
                if object_type.own_class is own_class
            ),
            (),
        )


def objects_in(types: Iterable[Type]) -> Iterator[Type]:
    """Yield the types of objects among types and in what they hold."""
    pending = list(types)
    while pending:
        value_type = pending.pop()
        if value_type.kind == OBJECT:
            yield value_type
        pending += [field_type for _, field_type in value_type.fields] + (
            [value_type.of] if value_type.of else []
        )
