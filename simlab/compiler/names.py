"""Names: what the names of a plain game stand for in kernels, and what cannot be translated."""

from __future__ import annotations

import ast
import functools
import inspect
import math
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum, Flag
from pathlib import Path
from typing import Any, NoReturn

import simlab.parts
from simlab.compiler.encoding import field_name, lookup_field, state_field, value_field
from simlab.compiler.observation import Observation
from simlab.compiler.source_code import definition_of
from simlab.compiler.value_type import (
    A_FRACTION,
    A_NUMBER,
    A_TEXT,
    DICT,
    INFINITE_NUMBER,
    LIST,
    NONE,
    NUMBER,
    ROW,
    TEXT,
    Form,
    Type,
    is_value,
    merge_types,
    record_of,
    type_of,
)
from simlab.compiler.values import (
    Constant,
    Holder,
    Items,
    Scalar,
    Scope,
    Specialized,
    TableRows,
    Value,
    value_in_state,
)
from simlab.compiler.writer import GENERATED, ITEM, OWN_SEAT, RESERVED, bare, cannot
from simlab.engine.checked import LARGEST, SMALLEST
from simlab.engine.game_fault import LINES
from simlab.engine.items import NOTHING
from simlab.errors import Refused, Untranslatable
from simlab.files.error_origin import relative_path
from simlab.plain.definition import PlainDefinition
from simlab.plain.ledger import AMOUNT, SEAT
from simlab.plain.lookup import LookupTable
from simlab.plain.part import Part

PARTS = Path(simlab.parts.__file__).parent
OF_PARTS = ("name", "source", "title")
"""Attributes of parts that are known before a game."""
TAKEN = frozenset(
    {
        "abs",
        "append",
        "apply",
        "are_equal",
        "arrange_items",
        "arrange_records",
        "below",
        "bit_of",
        "bool",
        "bound_at",
        "cell",
        "choice",
        "clear",
        "compiled_game",
        "copy_list",
        "copy_row",
        "count_of",
        "cut",
        "detail",
        "dict_of",
        "dict_record",
        "discard",
        "divisor",
        "drop_entry",
        "drop_key",
        "end_at",
        "evaluate",
        "exchange",
        "expect",
        "expect_within",
        "fail",
        "find_game",
        "finished",
        "foreseen",
        "have_same",
        "have_same_entries",
        "hide",
        "include",
        "insert",
        "int",
        "is_new",
        "is_on",
        "kernel",
        "key_place",
        "known_place",
        "known_place_of",
        "known_position",
        "last_at",
        "legal",
        "list_of",
        "list_of_rows",
        "list_record",
        "max",
        "min",
        "n_offered",
        "named_end",
        "named_kind",
        "named_seat",
        "named_winners",
        "narrow_detail",
        "nested",
        "new_dict",
        "new_dict_of_fractions",
        "new_fractions",
        "new_list",
        "new_place",
        "next_seat",
        "note",
        "offer",
        "order_by",
        "outcome",
        "outcomes",
        "part_of",
        "place_at",
        "place_of_kind",
        "place_for",
        "players",
        "policy",
        "pop",
        "pop_record",
        "position",
        "power",
        "present",
        "put",
        "random",
        "range",
        "real",
        "record",
        "record_on_stack",
        "remainder",
        "remove",
        "replace_slice",
        "returned",
        "reverse_items",
        "reverse_records",
        "room_at",
        "rounded",
        "seat",
        "seat_at",
        "seat_or_none",
        "settle",
        "setup",
        "shifted_left",
        "shifted_right",
        "shuffle_items",
        "shuffle_records",
        "small",
        "snapshot",
        "sort_items",
        "tally_record",
        "times",
        "truncated",
        "uniform",
        "whole",
        "whole_choice",
        "word_as_choice",
        "with_number",
        "with_part",
        "write_points",
        "points_so_far",
    }
)
"""Names in the file of a compiled game that its methods cannot have."""
ARGUMENTS = frozenset({"seat", "players", "choice"})
"""Names of arguments that methods have, too, with the same meaning."""
TAKEN_CONSTANTS = frozenset(
    {
        "EMPTY",
        "FILES",
        "FORMS",
        "FORM_BITS",
        "GAME",
        "LAST_BITS",
        "ILLEGAL",
        "MISSING",
        "NOTHING",
        "NOT_APPLICABLE",
        "NO_VALUE",
        "OUTSIDE",
        "OVER",
        "PLAIN",
        "RAISED",
        "STATE",
        "TEXTS",
        "UNSEEN",
    }
)


MAKERS = {
    (LIST, False): "new_list",
    (LIST, True): "new_fractions",
    (DICT, False): "new_dict",
    (DICT, True): "new_dict_of_fractions",
}
"""What makes a list or dict of numbers in a function; of whole ones, and of others."""
NEVER_SEEN = "no such choice was seen in the games played"
CONSTANTS = "NUMBERS_"
"""How the names of arrays of constants begin."""
MOST_PLACES = 256
"""Numbers, of texts above all, among which the place of a constant is not looked for but read."""
NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


@dataclass(frozen=True)
class Refusal:
    """A statement that cannot be translated."""

    file: str
    line: int
    statement: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.statement}\n    {self.reason}"

    @property
    def in_short(self) -> str:
        """Where it is, and why it cannot be translated."""
        return f"{relative_path(Path(self.file))}:{self.line} cannot be translated: {self.reason}"


@dataclass(frozen=True)
class Kernel:
    """A kernel that a method is translated into."""

    name: str
    returns: Type | None
    asks_own_seat: bool
    draws: bool
    reports: bool
    changes: bool
    code: str
    returned: Type | None
    """The type of the list or dict that it writes into its last argument, if it returns one."""
    only_adds: bool
    """Whether that is its only list, and it does nothing with it but add items."""
    learnt: Mapping[str, Type]
    """What it writes into lists and dicts of its callers, by arguments."""

    @property
    def does_something(self) -> bool:
        """Whether it has a line, as one that does nothing has not."""
        return not self.code.endswith("    pass")

    @property
    def only_reads(self) -> bool:
        """Whether nothing is changed by it, drawn or reported."""
        has_lists = self.learnt or self.returned is not None
        return not (has_lists or self.draws or self.reports or self.changes)

    @property
    def first(self) -> list[str]:
        """The arguments before those of the method."""
        return first_arguments(self.asks_own_seat, self.draws, self.reports)


def first_arguments(asks_own_seat: bool, draws: bool, reports: bool) -> list[str]:
    """Return the arguments of a kernel before those of the method."""
    own_seat = [OWN_SEAT] * asks_own_seat
    return ["rules", "state", *own_seat, *["rng"] * draws, *["journal"] * reports]


@dataclass
class Names:
    """What the translator knows of a plain game."""

    definition: PlainDefinition
    observation: Observation
    texts: list[str] = field(default_factory=list)
    """Texts by their number; the forms of choices come first, of a word alone that word."""
    files: list[str] = field(default_factory=list)
    """Files of the game and of what it imports, as lines name them; that of the game is first."""
    arrays: dict[str, str] = field(default_factory=dict)
    """Names of arrays of constants, by their code."""
    refusals: dict[tuple[str, int], Refusal] = field(default_factory=dict)
    record_makers: dict[str, str] = field(default_factory=dict)
    """What makes lists and dicts of records in functions, by their declarations."""
    event_types: dict[tuple[str, str], Type] = field(default_factory=dict)
    """Types of the fields of events."""
    lookups: list[str] = field(default_factory=list)
    """Names of the lookup tables that are used."""

    def __post_init__(self) -> None:
        self.forms = self.observation.forms
        self.texts += [form.in_words for form in self.forms]
        self.files.append(str(self.definition.home))
        self.rules_class = self.definition.rules_class
        self.parts = self.rules_class._parts
        self.schema = self.definition.schema
        self.event_fields = self.definition.event_fields
        self.cooperative = self.definition.cooperative
        self._part = ""
        """The part that could not be translated last."""

    def line_of(self, scope: Scope, node: ast.stmt) -> str:
        """Return the line of a statement as kernels note it, see `game_fault.py`."""
        if scope.file not in self.files:
            self.files.append(scope.file)
        return str(self.files.index(scope.file) * LINES + node.lineno)

    # names of the game

    def constant(self, value: Any) -> Scalar:
        """Return a constant as code."""
        if value is None:
            return Scalar("NO_VALUE", NONE)
        if isinstance(value, str):
            return Scalar(str(self.number_of(str.__str__(value))), A_TEXT)
        if isinstance(value, float) and math.isinf(value):
            return Scalar("INFINITE" if value > 0 else "(-INFINITE)", INFINITE_NUMBER)
        if isinstance(value, float) and value == value:
            return Scalar(repr(value), A_FRACTION)
        if isinstance(value, int):  # a truth value is one, too
            if not SMALLEST <= value <= LARGEST:
                raise Untranslatable(f"{value} is too large; numbers in kernels have 64 bits")
            return Scalar(repr(value) if isinstance(value, bool) else str(int(value)), A_NUMBER)
        if (isinstance(value, Enum) and not isinstance(value, Flag)) or is_value(value):
            members = self.members(type(value))
            if value not in members:
                raise Untranslatable(f"{value!r} was never seen in the games played")
            return Scalar(str(members.index(value)), type_of(value))
        raise Untranslatable(f"kernels have no number for {value!r}")

    def members(self, own_class: Any) -> tuple[Any, ...]:
        """Return the members of an Enum, or all objects of a frozen dataclass."""
        if issubclass(own_class, Enum):
            return tuple(own_class)
        return self.observation.members.get(own_class, ())

    def numbers(self, values: Iterable[Any]) -> tuple[str, Type]:
        """Return the name of an array of constants, with the type that they have in common."""
        values = list(values)
        constants = [self.constant(value) for value in values]
        common_type = merge_types(constant.type for constant in constants)
        kind, with_infinity = "int64", "{}"
        if common_type.fraction:
            kind, with_infinity = "float64", 'float("{}")'
        codes = [
            with_infinity.format(value)
            if constant.type.infinite and common_type.fraction
            else constant.code
            for constant, value in zip(constants, values, strict=True)
        ]
        return self._array(f'array(({", ".join(codes)},), "{kind}")'), common_type

    def places(self, values: Iterable[Any]) -> str:
        """Return the name of an array with the place of each constant, NOTHING between them.

        Return none if they are not all small numbers.
        """
        codes = [self.constant(value).code for value in values]
        if not all(code.isdecimal() and int(code) < MOST_PLACES for code in codes):
            return ""
        places = {int(code): place for place, code in enumerate(codes)}
        cells = (str(places.get(number, NOTHING)) for number in range(max(places) + 1))
        return self._array(f'array(({", ".join(cells)},), "int64")')

    def _array(self, code: str) -> str:
        return self.arrays.setdefault(code, f"{CONSTANTS}{len(self.arrays) + 1}")

    def lookup(self, table: LookupTable) -> str:
        """Return the field of the rules that a lookup table has."""
        name = table.__name__
        if self.definition.lookup_tables.get(name) is not table:
            raise Untranslatable(
                f"import {name} by this name where the game or a policy of it is written"
            )
        if name not in self.lookups:
            self.lookups.append(name)
        return lookup_field(name)

    def numbers_of_texts(self, code: str) -> str:
        """Return the name of an array with a number of each text, as Python has it of a `text`."""
        components = self.definition.load().components
        rows = (row for table in self.schema.tables for row in components.tables[table.name])
        cells = [*components.values.values(), *(cell for row in rows for cell in row.values())]
        for word in cells:
            if isinstance(word, str):
                self.number_of(word)
        return self._array(f'array([int({code}) for text in TEXTS], "int64")')

    def number_of(self, word: str) -> int:
        """Return the number of a text in kernels."""
        if word not in self.texts:
            self.texts.append(word)
        return self.texts.index(word)

    def rule_value(self, name: str) -> Scalar:
        """Return a rule value."""
        for parameter in self.schema.parameters:
            if parameter.name == name and not parameter.table:
                value_type = A_TEXT if parameter.choices else A_NUMBER
                return Scalar(f"rules.{value_field(name, self.schema)}", value_type)
        raise Untranslatable(f"kernels have no rule value {name}")

    def table(self, name: Value, node: ast.expr) -> TableRows:
        """Return the rows of a table."""
        if isinstance(name, Constant):
            return TableRows(str(name.value))
        raise cannot(node, "the name of a table must be written out")

    def key_of(self, table: str) -> str:
        """Return the column by which rows of a table are named."""
        return next(
            table_schema.key for table_schema in self.schema.tables if table_schema.name == table
        )

    def has_column(self, table: str, column: str) -> bool:
        """Return whether a table has a column."""
        columns = {table_schema.name: table_schema.columns for table_schema in self.schema.tables}[
            table
        ]
        return column in {table_schema.name for table_schema in columns}

    def has_attribute(self, value_type: Type, name: str) -> bool:
        """Return whether a value of a type has an attribute."""
        if value_type.kind == ROW:
            return name == self.key_of(value_type.table) or self.has_column(value_type.table, name)
        own_class = value_type.own_class or {NUMBER: int, TEXT: str}.get(value_type.kind, object)
        is_field = is_dataclass(own_class) and name in {field.name for field in fields(own_class)}
        return is_field or inspect.getattr_static(own_class, name, None) is not None

    def number_columns(self, table: str) -> list[str]:
        """Return the columns of a table that hold numbers."""
        [table_schema] = [
            schema_table for schema_table in self.schema.tables if schema_table.name == table
        ]
        return [column.name for column in table_schema.columns if column.low is not None]

    def cell(self, row: Scalar, column: str) -> Scalar:
        """Return a cell of a row."""
        [table] = [
            table_schema
            for table_schema in self.schema.tables
            if table_schema.name == row.type.table
        ]
        is_number = {
            table_column.name: table_column.low is not None for table_column in table.columns
        }
        if column not in (table.key, *is_number):
            raise Untranslatable(f"rows of {table.name} have no {column}")
        number = f"max({row.code}, 0)" if row.type.optional else row.code
        code = f"rules.{table.name}[{number}].{field_name(column)}"
        return Scalar(code, A_NUMBER if is_number.get(column) else A_TEXT)

    def attribute(self, part: str, name: str) -> Value | None:
        """Return an attribute of the game or of a part, if it was seen."""
        if part and (name in OF_PARTS or name in vars(self.parts[part])):
            declared = getattr(self.parts[part], name)
            return None if isinstance(declared, Part) else Constant(declared)
        value_type = self.observation.attributes[part].get(name)
        if value_type is None or value_type == NONE:
            return None if value_type is None else Constant(None)
        code = f"state.{state_field(part, name)}"
        return value_in_state(code, value_type)

    def local(self, name: str) -> str:
        """Return the name of a local variable in a kernel, which nothing else there has."""
        if ITEM in name:
            return name.replace(ITEM, "_0")  # the numbers of intermediate results have no 0 first
        base = name.rstrip("_")
        is_part = any(base.startswith(f"{part}_") for part in self.parts)
        is_kernel = hasattr(self.rules_class, base) or base in TAKEN or is_part
        is_kernel |= base in self._functions_of_module
        is_constant = base in TAKEN_CONSTANTS or base in self.constants
        is_other = is_kernel or is_constant or base in RESERVED or GENERATED.search(name)
        return f"{name}_" if is_other and name not in ARGUMENTS else name

    @functools.cached_property
    def _functions_of_module(self) -> frozenset[str]:
        """Names of functions that the module has, and of methods of its dataclasses."""
        values_of_module = vars(inspect.getmodule(self.rules_class)).values()
        classes = [
            value for value in values_of_module if isinstance(value, type) and is_dataclass(value)
        ]
        methods = [attribute for cls in classes for attribute in vars(cls).values()]
        return frozenset(
            value.__name__ for value in [*values_of_module, *methods] if inspect.isfunction(value)
        )

    def why_not(self, part: str, name: str) -> str:
        """Return why an attribute cannot be translated."""
        reason = self.observation.refusals.get((part, name))
        return reason or "it was never seen in the games played"

    def source(self, name: str) -> str:
        """Return the code of a source of chance."""
        return f"rng[{list(self.rules_class.sources).index(name)}]"

    def form(
        self, word: str | None, details: Iterable[Type], is_tuple: bool, node: ast.expr
    ) -> Form:
        """Return the form of a choice, which must be one that was seen."""
        shapes = [detail.shape for detail in details]
        for form in self.forms:
            known_shapes = [detail.shape for detail in form.details]
            if (form.word, form.is_tuple, known_shapes) == (word, is_tuple, shapes):
                return form
        raise cannot(node, NEVER_SEEN)

    def name_of(self, form: Form) -> str:
        """Return the name of the constant of a form of choices."""
        return self.constants[self.forms.index(form)]

    @functools.cached_property
    def constants(self) -> list[str]:
        """Names of the constants of the forms of choices."""
        form_words = [form.word for form in self.forms]
        names = [
            f"{form.word or ''}_{len(form.details)}"
            if form_words.count(form.word) > 1
            else form.word or ""
            for form in self.forms
        ]
        names = [name.upper() for name in names]
        return [
            name
            if name.isidentifier() and name not in TAKEN_CONSTANTS and names.count(name) == 1
            else f"KIND_{number}"
            for number, name in enumerate(names)
        ]

    def event(
        self, event: str, details: Mapping[str, Scalar], node: ast.expr, line: str
    ) -> tuple[list[str], str]:
        """Return the lines that count an event, and one that reports it if it has a sentence.

        Where all share one score, so do they share the counts: only whether the seat is one counts.
        """
        fields = self.event_fields.get(event)
        if fields is None:
            raise cannot(node, "the game declares no such event")
        if any(scalar.type.fraction for scalar in details.values()):
            raise cannot(node, "kernels report whole numbers; use // or int()")
        column, counting = f"state.tally.{event}", list[str]()
        if SEAT in fields:
            seat = f"seat_at(state, {bare(details[SEAT].code)}, {line})"
            if self.cooperative:
                counting.append(seat)
            else:
                column += f"[{seat}]"
        counted = f"{column} += 1"
        if AMOUNT in details:
            added = details[AMOUNT].code
            counted = f"{column} = cell(state, int({column}) + {added}, {line})"
        counting.append(counted)
        if not self.rules_class.events[event]:
            return counting, ""
        note_arguments = ["journal", str(1 + list(self.event_fields).index(event))]
        for name in sorted(fields):
            scalar = details.get(name, Scalar("1"))
            known_type = self.event_types.get((event, name), scalar.type)
            self.event_types[event, name] = merge_types((known_type, scalar.type))
            note_arguments.append(scalar.code)
        return counting, f"note({', '.join(note_arguments)})"

    def record_maker(self, value_type: Type) -> str:
        """Return the name of what makes a list or dict in a function."""
        assert value_type.of is not None
        if not value_type.of.is_stored:
            return MAKERS[value_type.kind, value_type.of.fraction]
        name = f"new_record_{len(self.record_makers) + 1}"
        return self.record_makers.setdefault(record_of(value_type), name)

    # functions

    def scope_of(self, function: Any, owner: Holder, bound: Mapping[str, Value]) -> Scope:
        """Return the scope of a function with its arguments."""
        names: dict[str, Value] = {"self": owner, **bound}
        return Scope(names, function.__globals__, function.__code__.co_filename)

    def bind_arguments(
        self,
        function: Any,
        arguments: Iterable[Value],
        keyword_values: Mapping[str, Value],
        node: ast.expr,
        skipped: int = 1,
    ) -> dict[str, Value]:
        """Return the arguments of a call by their names, in the order of the function.

        `skipped` counts the first ones that have a value already, such as self.
        """
        value_by_name: dict[str, Value] = {}
        remaining = list(arguments)
        parameters = list(inspect.signature(function).parameters.values())[skipped:]
        for parameter in parameters:
            name = parameter.name
            if parameter.kind == parameter.VAR_POSITIONAL:
                value_by_name[name], remaining = Items(tuple(remaining), is_tuple=True), []
            elif parameter.kind == parameter.VAR_KEYWORD:
                continue
            elif remaining and parameter.kind != parameter.KEYWORD_ONLY:
                value_by_name[name] = remaining.pop(0)
            elif name in keyword_values:
                value_by_name[name] = keyword_values[name]
            elif parameter.default is not parameter.empty:
                value_by_name[name] = Constant(parameter.default)
            else:
                raise cannot(node, f"{name} is missing")
        if remaining:
            raise cannot(node, "there are more arguments than it takes")
        return value_by_name

    def defaults(self, function: Any) -> dict[str, Value]:
        """Return the default arguments of a method."""
        parameters = list(inspect.signature(function).parameters.values())[1:]
        return {
            parameter.name: Constant(parameter.default)
            for parameter in parameters
            if parameter.kind in NAMED
        }

    @abstractmethod
    def kernel_of(self, specialized: Specialized) -> Kernel:
        """Return the kernel of a method for its arguments.

        Raises:
            Refused: it has statements that cannot be translated.
            Untranslatable: it calls itself.
        """

    @abstractmethod
    def body_of(self, function: Any, owner: Holder) -> Any:
        """Return a function in normal form."""

    @abstractmethod
    def stands_for_place(self, function: Any, owner: Holder) -> bool:
        """Return whether a function does nothing at its end but return where something stands."""

    # refusals

    def refuse(self, scope: Scope, node: ast.stmt, reason: str) -> None:
        """Note a statement that cannot be translated; of a part, only which one."""
        if Path(scope.file).is_relative_to(PARTS):
            self._note_part(scope)
            return
        statement = ast.unparse(node).splitlines()[0]
        refusal = Refusal(scope.file, node.lineno, statement, reason)
        self.refusals.setdefault((scope.file, node.lineno), refusal)

    def refuse_function(self, function: Any, reason: str) -> NoReturn:
        """Refuse a function as a whole.

        Raises:
            Refused: always.
        """
        scope = Scope({}, {}, function.__code__.co_filename)
        self.refuse(scope, definition_of(function), reason)
        raise Refused

    def refuse_caller(self, scope: Scope, node: ast.stmt) -> None:
        """Note a statement that needs what cannot be translated, if that is in a part."""
        if Path(scope.file).is_relative_to(PARTS):
            self._note_part(scope)
        elif self._part:
            reason = f"simlab.parts.{self._part} has no kernels yet; keep what it holds in lists"
            self._part = ""
            self.refuse(scope, node, reason)

    def _note_part(self, scope: Scope) -> None:
        owner = scope.names.get("self")
        if isinstance(owner, Holder) and owner.part:
            self._part = owner.own_class.__name__

    def refuse_part(self, part: str) -> None:
        """Note the declaration of a part of which not all can be translated."""
        scope = Scope({}, {}, inspect.getsourcefile(self.rules_class) or "")
        for node in definition_of(self.rules_class).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == part:
                self.refuse_caller(scope, node)
