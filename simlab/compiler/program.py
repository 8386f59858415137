"""Program: the kernels into which the functions of one plain game are translated."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from simlab.compiler.assignments import Known, Returns
from simlab.compiler.copies import RETURNED, copy_at_once, give_one_name, leave_out_copies
from simlab.compiler.different_items import MOST_ROWS, go_through_at_once, note_bits
from simlab.compiler.effects import AccessPath, Body, Functions, is_within
from simlab.compiler.faithful import Faithful
from simlab.compiler.guesses import leave_out_guesses
from simlab.compiler.names import MAKERS, PARTS, TAKEN, Kernel, Names, first_arguments
from simlab.compiler.source_code import (
    definition_of,
    kernel_text,
    lists_changed_in,
    names_assigned_in,
    sentence_of,
)
from simlab.compiler.statements import Statements
from simlab.compiler.value_type import LIST, Type
from simlab.compiler.values import ITEM_OF, Holder, Scalar, Specialized, Stored, StoredDict, Value
from simlab.compiler.writer import INDENT, RESERVED
from simlab.errors import Refused, Untranslatable


@dataclass
class Program(Names):
    """The translation of a plain game."""

    kernels: dict[Any, Kernel] = field(default_factory=dict)
    """The kernels so far, by what they are for."""
    _being_translated: set[Any] = field(default_factory=set)
    _refused: set[Any] = field(default_factory=set)
    _noted: set[Body] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__post_init__()
        # what functions change is needed first: it says which lists never get another item
        self.functions = Functions(self.rules_class, self.parts, self.observation)
        attribute_types = {
            name: self._in_its_room(("self", name), value_type)
            for name, value_type in self.observation.attributes[""].items()
        }
        attributes = {**self.observation.attributes, "": attribute_types}
        self.observation = replace(self.observation, attributes=attributes)

    def _in_its_room(self, path: AccessPath, value_type: Type) -> Type:
        """Return the type of an attribute; a list needs no more room if no item is added."""
        if value_type.of is None:
            return value_type
        value_type = replace(value_type, of=self._in_its_room((*path, ITEM_OF), value_type.of))
        if path[1] in self._changed_in_setup or any(
            resized[1:] == path[1:] for resized in self.functions.resized
        ):
            return value_type
        if value_type.by_seat:
            return replace(value_type, room=self.definition.players[1])
        if len(value_type.lengths) > 1 or any(
            is_within(path[1:], replaced[1:]) for replaced in self.functions.replaced
        ):
            return value_type
        room = length = max(value_type.lengths, default=0)
        if length == 0:
            return value_type
        if path[1] not in self._of_constants:
            # it may have an item for each row of a table, which other data make longer
            like_it = (table for table in self.schema.tables if self._n_rows[table.name] == length)
            most_rows = max((table.max_rows for table in like_it), default=length)
            room = min(most_rows, value_type.room)
        # as many as there are seats would be taken for a list with an item of each
        room += room == self.definition.players[1]
        return replace(value_type, room=room)

    @cached_property
    def _n_rows(self) -> dict[str, int]:
        tables = self.definition.load().components.tables
        return {name: len(rows) for name, rows in tables.items()}

    @cached_property
    def _changed_in_setup(self) -> set[str]:
        """The attributes whose lists `setup` changes, which may be longer there than afterwards."""
        changed = lists_changed_in(definition_of(self.rules_class.setup))
        return {re.sub(r"^self\.(\w+).*", r"\1", name) for name in changed}

    @cached_property
    def _of_constants(self) -> set[str]:
        """The attributes that `setup` makes of nothing but constants."""
        setup = self.rules_class.setup
        assigned = [
            (ast.unparse(target).removeprefix("self."), node.value)
            for node in ast.walk(definition_of(setup))
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        ]
        constants = {*setup.__globals__, *vars(builtins)}
        return {
            name
            for name, value in assigned
            if {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
            - names_assigned_in([value])
            <= constants
        }

    def kernel_of(self, specialized: Specialized) -> Kernel:
        """Return the kernel of a method for its arguments.

        Raises:
            Refused: it has statements that cannot be translated.
            Untranslatable: it calls itself.
        """
        if specialized.key in self._being_translated:
            name = specialized.function.__name__
            raise Untranslatable(f"{name}() calls itself, in the end; write a loop instead")
        # its refusal is noted already; another attempt would find the same
        if specialized.key in self._refused:
            raise Refused
        if specialized.key not in self.kernels:
            self._being_translated.add(specialized.key)
            try:
                self.kernels[specialized.key] = self._translate(specialized)
            except Refused:
                self._refused.add(specialized.key)
                raise
            finally:
                self._being_translated.remove(specialized.key)
        return self.kernels[specialized.key]

    def _translate(self, specialized: Specialized) -> Kernel:
        bound = {
            name: Scalar(self.local(name), value_type)
            for name, value_type in specialized.types.items()
        }
        writer = self.entry(
            specialized.function, {**bound, **specialized.static}, specialized.owner
        )
        name, returned = (
            self._new_name(specialized.owner.part, specialized.function.__name__),
            writer.returned_list,
        )
        extra_arguments = first_arguments(writer.asks_own_seat, writer.draws, writer.reports)
        arguments = [*extra_arguments, *map(self.local, specialized.types), *specialized.lists]
        arguments += [RETURNED] if returned is not None else []
        return Kernel(
            name,
            writer.returned if writer.returned_types else None,
            writer.asks_own_seat,
            writer.draws,
            writer.reports,
            writer.changes,
            kernel_text(name, arguments, sentence_of(specialized.function), writer.lines),
            None if returned is None else writer.with_known(returned.local, returned.type),
            # a list among the arguments might be the one to which items are added
            writer.only_adds and not specialized.lists,
            {
                name: writer.with_known(argument.local, argument.type)
                for name, argument in specialized.static.items()
                if isinstance(argument, Stored | StoredDict) and argument.local
            },
        )

    def body_of(self, function: Any, owner: Holder) -> Body:
        """Return a function in normal form."""
        own_class = None if owner.own_class is object else owner.own_class
        body = self.functions.body(function, own_class)
        if body not in self._noted:
            self._noted.add(body)
            # parts come with simlab, whose tests compare their kernels: nothing in them is refused
            is_part = Path(function.__code__.co_filename).is_relative_to(PARTS)
            Faithful(body).note(refuses=not is_part)
        return body

    def stands_for_place(self, function: Any, owner: Holder) -> bool:
        """Return whether a function does nothing at its end but return where something stands."""
        return self.body_of(function, owner).is_place

    def entry(
        self,
        function: Any,
        names: Mapping[str, Value],
        owner: Holder,
        returns: Returns = Returns.VALUE,
    ) -> Statements:
        """Return the translated body of a function.

        It is translated again as long as something more is known of what its names hold, which
        may also be what a refused statement needs.

        Raises:
            Refused: it has statements that cannot be translated.
        """
        body, known = self.body_of(function, owner), Known()
        while True:
            scope = self.scope_of(function, owner, names)
            writer = Statements(self, scope, returns, body, known)
            for name, argument in names.items():
                writer.bind_argument(name, argument)
            # an attempt that knows too little may refuse what the next one translates
            refusals, refused = dict(self.refusals), set(self._refused)
            try:
                writer.translate()
            except Refused:
                # nothing was learnt: the refusal would be the same for ever
                if _knowledge_after(writer) == known:
                    raise
                self.refusals, self._refused = refusals, refused
            former_known, known = known, _knowledge_after(writer)
            # what is known only grows, so that this ends
            if known == former_known:
                self._make_faster(writer)
                return writer

    def _make_faster(self, writer: Statements) -> None:
        """Leave out what a kernel need not do."""
        adding = [kernel.name for kernel in self.kernels.values() if kernel.only_adds]
        returned_list = writer.returned_list
        is_list = (
            returned_list is not None
            and self.record_maker(returned_list.type) == MAKERS[LIST, False]
        )
        [function] = ast.parse(kernel_text("kernel", [], "", writer.lines)).body
        assert isinstance(function, ast.FunctionDef)
        body = function.body
        # first: the templates below find a list by one name only
        give_one_name(body)
        note_bits(body)
        reading = [kernel.name for kernel in self.kernels.values() if kernel.only_reads]
        go_through_at_once(body, self._lists_of_few_rows(writer), reading)
        leave_out_guesses(body)
        writer.only_adds = leave_out_copies(body, adding, is_list)
        copy_at_once(body)
        writer.lines = lines_of(body)

    def _lists_of_few_rows(self, writer: Statements) -> set[str]:
        """Return the lists of a function of which each row that they may hold has its own bit."""
        tables = {table.name for table in self.schema.tables if table.max_rows <= MOST_ROWS}
        types = {name: list_type.of for name, list_type in writer.record_types.items()}
        return {
            name
            for name, item_type in types.items()
            if item_type is not None and item_type.table in tables and not item_type.optional
        }

    def _new_name(self, part: str, name: str) -> str:
        word = name.strip("_").replace("<lambda>", "lambda_of_module")
        wanted_name = f"{part}_{word}" if part else word
        wanted_name = f"{wanted_name}_of_game" if wanted_name in TAKEN | RESERVED else wanted_name
        used = {kernel.name for kernel in self.kernels.values()}
        free_name, number = wanted_name, 2
        while free_name in used:
            free_name, number = f"{wanted_name}_kernel_{number}", number + 1
        return free_name


def lines_of(body: list[ast.stmt]) -> list[str]:
    """Return the lines of the body of a kernel."""
    lines = ast.unparse(ast.fix_missing_locations(ast.Module(body, []))).splitlines()
    return [f"{INDENT}{line}" for line in lines]


def _knowledge_after(writer: Statements) -> Known:
    """Return what is known of a function once it was translated, for another attempt."""
    choices = frozenset(writer.choices)
    return Known(writer.types, writer.record_types, choices, writer.returned)
