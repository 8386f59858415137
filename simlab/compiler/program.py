"""Program: the kernels into which the functions of one plain game are translated."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from simlab.compiler.assignments import Known, Returns
from simlab.compiler.copies import RETURNED, copy_at_once, give_one_name, leave_out_copies
from simlab.compiler.effects import Body, Functions
from simlab.compiler.faithful import Faithful
from simlab.compiler.guesses import leave_out_guesses
from simlab.compiler.names import MAKERS, PARTS, TAKEN, Kernel, Names, first_arguments
from simlab.compiler.source_code import kernel_text, sentence_of
from simlab.compiler.statements import Statements
from simlab.compiler.value_type import LIST, Type
from simlab.compiler.values import Holder, Scalar, Specialized, Stored, StoredDict, Value
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
            name: self._in_its_room(name, value_type)
            for name, value_type in self.observation.attributes[""].items()
        }
        attributes = {**self.observation.attributes, "": attribute_types}
        self.observation = replace(self.observation, attributes=attributes)

    def _in_its_room(self, name: str, value_type: Type) -> Type:
        """Return the type of an attribute; a list by seat needs no room if no item is added."""
        is_resized = any(path[1:] == (name,) for path in self.functions.resized)
        is_fixed = value_type.by_seat and not is_resized
        return replace(value_type, room=self.definition.players[1]) if is_fixed else value_type

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
        leave_out_guesses(body)
        writer.only_adds = leave_out_copies(body, adding, is_list)
        copy_at_once(body)
        lines = ast.unparse(ast.fix_missing_locations(ast.Module(body, []))).splitlines()
        writer.lines = [f"{INDENT}{line}" for line in lines]

    def _new_name(self, part: str, name: str) -> str:
        word = name.strip("_").replace("<lambda>", "lambda_of_module")
        wanted_name = f"{part}_{word}" if part else word
        wanted_name = f"{wanted_name}_of_game" if wanted_name in TAKEN | RESERVED else wanted_name
        used = {kernel.name for kernel in self.kernels.values()}
        free_name, number = wanted_name, 2
        while free_name in used:
            free_name, number = f"{wanted_name}_kernel_{number}", number + 1
        return free_name


def _knowledge_after(writer: Statements) -> Known:
    """Return what is known of a function once it was translated, for another attempt."""
    choices = frozenset(writer.choices)
    return Known(writer.types, writer.record_types, choices, writer.returned)
