"""The kernels of policies, with the records of what they remember."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import NoneType
from typing import Any

import numpy as np

from simlab.compiler.assignments import Returns
from simlab.compiler.encoding import field_name
from simlab.compiler.entries import CHANGES_TABLE
from simlab.compiler.expressions import SIMPLE
from simlab.compiler.program import Program
from simlab.compiler.source_code import kernel_text
from simlab.compiler.value_type import A_FRACTION, A_NUMBER, OBJECT, Type, record_of
from simlab.compiler.values import Holder, Menu, StoredObject, Stream, Value
from simlab.compiler.writer import INDENT, OWN_SEAT
from simlab.engine import items as records_of_lists
from simlab.engine import record as records
from simlab.engine.loop import MEMORY
from simlab.engine.record import WORD
from simlab.game.policy import REMEMBERED, Policy, Trait

ARGUMENTS = ["rules", "state", OWN_SEAT, "menu", "traits", "memory", "rng"]
NO_DATACLASS = "kernels keep an object of a dataclass that is not frozen"
TOO_LARGE = f"it takes {{:,}} numbers, of which kernels keep {MEMORY:,}; shorten its lists"
NOT_EMPTY = "does not begin with a number, a text, None or an empty list, as kernels need it"
IS_BEGUN = "is_begun_"
"""A field of the record of what a policy remembers: whether it has made a decision."""


def policy_kernel(program: Program, policy: Policy) -> str:
    """Return the kernel of a policy, below the record of what it remembers, if it does.

    Raises:
        Refused: it has statements that cannot be translated, or remembers what no record holds.
    """
    view = Holder("", program.rules_class, is_view=True)
    traits = StoredObject("traits", type_of_traits(policy.traits))
    arguments = list(inspect.signature(policy.function).parameters)
    names: dict[str, Value] = dict(zip(arguments[:3], (view, Menu(), Stream("rng")), strict=True))
    names |= {name: traits.field(name) or traits for name in arguments[3:]}
    options: dict[str, object] = {"traits": dict(policy.traits), "players": policy.players}
    codes = {name: repr(value) for name, value in options.items() if value}
    above, beginning = "", list[str]()
    if policy.memory_class is not None:
        remembered = _type_of_memory(program, policy)
        names[REMEMBERED] = StoredObject("memory", remembered)
        codes["memory"] = f"MEMORY_OF_{policy.name.upper()}"
        record, beginning = _memory(program, policy, remembered)
        above = f"{codes['memory']} = {record}\n\n\n"
    body = program.entry(policy.function, names, view, Returns.CHOICE)
    # what is written to the memory is a change as well, but not one of the game
    effects = program.body_of(policy.function, view).effects
    changes_game = any(path[0] == arguments[0] for path in effects.outside.changes)
    if changes_game if above else body.changes:
        program.refuse_function(policy.function, CHANGES_TABLE)
    lines = [*beginning, *body.lines]
    kernel_code = kernel_text(policy.name, ARGUMENTS, policy.sentence, lines).partition("\n")[2]
    decorator = ", ".join(f"{name}={code}" for name, code in codes.items())
    return f"{above}@policy({decorator})\n{kernel_code}"


def type_of_traits(traits: Mapping[str, Trait]) -> Type:
    """Return the traits of a policy as the type of an object."""
    fields = {name: A_NUMBER if trait.whole else A_FRACTION for name, trait in traits.items()}
    return Type(OBJECT, fields=tuple(fields.items()), own_class=Trait)


def _type_of_memory(program: Program, policy: Policy) -> Type:
    """Return the type of what a policy remembers: an object of a dataclass.

    Raises:
        Refused: kernels have no such record.
    """
    seen_type = program.observation.memories.get(policy.name)
    if seen_type is None or seen_type.kind != OBJECT:
        reason = NO_DATACLASS if seen_type else program.observation.why_not(policy.name)
        program.refuse_function(policy.function, f"its memory: {reason}")
    return seen_type


def _memory(program: Program, policy: Policy, remembered: Type) -> tuple[str, list[str]]:
    """Return the record of what a policy remembers, and the lines that fill it at first.

    All memory is zero before the first decision, and where it has been cleared.

    Raises:
        Refused: a field does not begin with a number, a text, None or an empty list, or the record
            is too large.
    """
    assert policy.memory_class is not None
    new, lines = policy.memory_class(), list[str]()
    for name, seen_type in remembered.fields:
        value = getattr(new, name)
        if isinstance(value, SIMPLE) and not seen_type.is_stored:
            if value or isinstance(value, str | NoneType):  # whose numbers are not zero
                lines.append(f"memory.{field_name(name)} = {program.constant(value).code}")
        elif value:
            program.refuse_function(policy.function, f"its memory: {name} {NOT_EMPTY}")
    record = record_of(remembered)
    n_words = words_of(record)
    if n_words > MEMORY:
        program.refuse_function(policy.function, f"its memory: {TOO_LARGE.format(n_words)}")
    if not lines:
        return record, []
    flag = IS_BEGUN
    # the author may have a field of this name
    while flag in dict(remembered.fields):
        flag += "_"
    lines = [f"memory.{flag} = 1", *lines]
    block = [f"if not memory.{flag}:", *(f"{INDENT}{line}" for line in lines)]
    field = f'{flag}=whole("1 after the first decision")'
    return record.replace("(", f"({field}, ", 1), [f"{INDENT}{line}" for line in block]


def words_of(record: str) -> int:
    """Return the 64-bit words that a record has, by its declaration."""
    dtype: np.dtype[Any] = eval(record, {**vars(records_of_lists), **vars(records)})
    return dtype.itemsize // WORD
