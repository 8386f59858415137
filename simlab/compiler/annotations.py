"""Annotations: the types that an author declares of attributes, as `self.given: int | None = None`.

They add to what observed games show, which may never have given a card or filled a list.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Hashable, Iterator
from contextlib import suppress
from dataclasses import is_dataclass
from enum import Enum, Flag
from typing import Any, Union, get_args, get_origin, get_type_hints

from simlab.compiler.value_type import (
    A_CHOICE,
    A_NUMBER,
    A_TEXT,
    DICT,
    EMPTY,
    LIST,
    MEMBER,
    NONE,
    OBJECT,
    Type,
    merge_types,
)

SIMPLE = {
    int: A_NUMBER,
    bool: A_NUMBER,
    str: A_TEXT,
    types.NoneType: NONE,
    None: EMPTY,
    Hashable: A_CHOICE,  # as PlainGame.choices() has it
}


def attribute_annotations(own_class: type) -> Iterator[tuple[str, Any]]:
    """Yield the name and the annotation of each attribute that the methods of a class annotate.

    One that cannot be read is None: Python does not look at them, so anything may stand there.
    """
    for function in filter(inspect.isfunction, vars(own_class).values()):
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
            if (
                isinstance(node, ast.AnnAssign)
                and isinstance(node.target, ast.Attribute)
                and isinstance(node.target.value, ast.Name)
                and node.target.value.id == "self"
                and node.value is not None
            ):
                annotation = None
                with suppress(Exception):
                    code = ast.unparse(node.annotation)
                    annotation = eval(code, function.__globals__)
                yield node.target.attr, annotation


def type_named(annotation: Any) -> Type:
    """Return the type that an annotation names; EMPTY, which has anything, if it leaves it open.

    It leaves open the table of a row, and what `type_of` must see to know.

    Raises:
        Untranslatable: it names types that have none in common.
    """
    if annotation in SIMPLE:
        return SIMPLE[annotation]
    origin, argument_types = (
        get_origin(annotation),
        [type_named(argument) for argument in get_args(annotation)],
    )
    if origin in (Union, types.UnionType):
        return merge_types(argument_types)
    if origin in (list, set, frozenset) and len(argument_types) == 1:
        return Type(LIST, of=argument_types[0], distinct=origin is not list)
    if origin is dict and len(argument_types) == 2:
        return Type(DICT, of=argument_types[1], key=argument_types[0])
    if not inspect.isclass(annotation):
        return EMPTY
    if issubclass(annotation, Enum):
        return EMPTY if issubclass(annotation, Flag) else Type(MEMBER, own_class=annotation)
    if not is_dataclass(annotation) or vars(annotation)["__dataclass_params__"].frozen:
        return EMPTY
    hints = get_type_hints(annotation).items()
    fields = tuple((name, type_named(hint)) for name, hint in hints)
    return Type(OBJECT, fields=fields, own_class=annotation)
