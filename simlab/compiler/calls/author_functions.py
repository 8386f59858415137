"""Functions and methods that an author has written, each a kernel that is called."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from simlab.compiler.calls.arguments import Arguments
from simlab.compiler.names import Kernel
from simlab.compiler.tuples import names_of
from simlab.compiler.value_type import TUPLE, merge_types
from simlab.compiler.values import (
    NOTHING_RETURNED,
    Constant,
    Entries,
    Function,
    Holder,
    Items,
    Made,
    Menu,
    Scalar,
    Sequence,
    Sources,
    Specialized,
    Stored,
    StoredDict,
    StoredObject,
    Stream,
    Value,
)
from simlab.compiler.writer import ITEM, bare, cannot
from simlab.plain.game import PlainGame


@dataclass
class Handover:
    """How a kernel gets the arguments of a call, by its names for them."""

    static: dict[str, Value] = field(default_factory=dict)
    """What a name stands for in the kernel."""
    scalars: dict[str, Scalar] = field(default_factory=dict)
    """Arguments of the kernel that are one number each."""
    lists: dict[str, str] = field(default_factory=dict)
    """Codes of lists, dicts and objects, which are further arguments."""
    records: dict[str, Stored | StoredDict] = field(default_factory=dict)
    """The lists and dicts among them; they learn what the kernel writes there."""


class AuthorFunctions(Arguments):
    """Translates calls of functions and methods that an author has written."""

    def call_method(
        self,
        base: Holder | StoredObject | Scalar,
        name: str,
        arguments: Iterable[Value],
        node: ast.expr,
        keyword_values: Mapping[str, Value] | None = None,
    ) -> Value:
        """Return the value of a method of the game, of a part or of an object."""
        own_class = base.own_class if isinstance(base, Holder) else base.type.own_class
        function = inspect.getattr_static(own_class, name, None)
        if isinstance(function, property):
            function = function.fget
        skipped = 0 if isinstance(function, staticmethod) else 1
        is_of_class = isinstance(function, classmethod)
        if isinstance(function, staticmethod | classmethod):
            function = function.__func__
        if not inspect.isfunction(function):
            raise cannot(node, f"there is no method {name}()")
        bound = self.program.bind_arguments(
            function, arguments, keyword_values or {}, node, skipped
        )
        if function is PlainGame.kind:
            return self.kind_of_choice(self.as_choice(bound["choice"], node))
        if is_of_class:
            bound[next(iter(inspect.signature(function).parameters))] = Constant(own_class)
        if isinstance(base, Holder):
            return self.call_function(function, base, bound, node)
        owner = Holder("", own_class or object)
        instance = replace(base, at=None) if isinstance(base, StoredObject) else base
        return self.call_function(function, owner, {"self": instance, **bound}, node)

    def author_function(self, function: Any, node: ast.Call) -> Value:
        """Return the value of a function of the module."""
        keyword_values = self.keyword_arguments(node)
        bound = self.program.bind_arguments(
            function, self.arguments(node), keyword_values, node, skipped=0
        )
        return self.call_function(function, Holder("", object), bound, node)

    def author_method(
        self, base: Holder | StoredObject | Scalar, name: str, node: ast.Call
    ) -> Value:
        """Return the value of a method that a call of the author names."""
        keyword_values = self.keyword_arguments(node)
        return self.call_method(base, name, self.arguments(node), node, keyword_values)

    def class_method(self, own_class: type, name: str, node: ast.Call) -> Value:
        """Return the value of a static method or class method of the game, or of a class above."""
        function = inspect.getattr_static(own_class, name, None)
        if not isinstance(function, staticmethod | classmethod):
            raise cannot(node, f"call self.{name}()")
        return self.author_method(Holder("", self.program.rules_class), name, node)

    def call_function(
        self, function: Any, owner: Holder, bound: Mapping[str, Value], node: ast.expr
    ) -> Value:
        """Write the call of the kernel that a function is translated into; return its value.

        A function that returns where something stands is written where it is called.
        """
        if self.program.stands_for_place(function, owner):
            return self.inline(function, owner, bound)
        handover = self._hand_over(function, owner, bound, node)
        types = {name: scalar.type for name, scalar in handover.scalars.items()}
        kernel = self.program.kernel_of(
            Specialized(function, owner, types, handover.static, tuple(handover.lists))
        )
        for name, own_type in kernel.learnt.items():
            record = handover.records[name]
            record.type = merge_types((record.type, own_type))
            self.learn(record)
        self.asks_own_seat |= kernel.asks_own_seat
        self.draws |= kernel.draws
        self.reports |= kernel.reports
        self.changes |= kernel.changes
        return self._result(kernel, handover, function.__name__.strip("_"))

    def _result(self, kernel: Kernel, handover: Handover, name: str) -> Value:
        """Write the call of a kernel where it is not the value itself; return the value."""
        codes = [
            *kernel.first,
            *(bare(scalar.code) for scalar in handover.scalars.values()),
            *handover.lists.values(),
        ]
        if kernel.returned is not None:
            returned_list = self.record_at(self.name(name), kernel.returned)
            self.learn(returned_list)
            self.line(f"{kernel.name}({', '.join([*codes, returned_list.code])})")
            return returned_list
        call = f"{kernel.name}({', '.join(codes)})"
        if kernel.returns is None:
            if kernel.does_something:
                self.line(call)
            return NOTHING_RETURNED
        if kernel.returns.kind == TUPLE:
            answer = self.write_as(call, "returned")
            parts = (f"{answer}[{n}]" for n in range(kernel.returns.width))
            return self.tuple_in(parts, kernel.returns)
        return Scalar(call, kernel.returns)

    def _hand_over(
        self, function: Any, owner: Holder, bound: Mapping[str, Value], node: ast.expr
    ) -> Handover:
        """Return how a kernel gets the arguments of a call."""
        handover = Handover()
        for name, argument in bound.items():
            if isinstance(argument, Entries):
                argument = self.build_dict(argument, node)
            if isinstance(argument, Items) and self.is_choice(argument):
                argument = self.as_choice(argument, node)
            if isinstance(argument, Items) and self.as_tuple(argument) is not None:
                tuple_type = self.type_of(argument, node)
                # the kernel's own names: `self.local` would rename those of a function in line
                names = names_of(name, tuple_type)
                handover.static[name] = self.tuple_in(map(self.program.local, names), tuple_type)
                codes = self.codes_of(argument, tuple_type, node)
                for (variable, kind), code in zip(names.items(), codes, strict=True):
                    handover.scalars[variable] = Scalar(code, kind)
            elif isinstance(argument, Items) and self._holds_scalars(argument):
                scalars = {
                    f"{name}{ITEM}{i}": self.as_scalar(item, node)
                    for i, item in enumerate(argument.items)
                }
                items = (Scalar(self.program.local(n), v.type) for n, v in scalars.items())
                handover.static[name] = Items(tuple(items), argument.is_tuple)
                handover.scalars |= scalars
            elif isinstance(argument, StoredObject) and argument.at is None:
                handover.static[name] = StoredObject(self.local(name), argument.type)
                handover.lists[self.local(name)] = argument.code
            elif isinstance(argument, Menu) and not self._changes_argument(function, owner, name):
                handover.static[name], handover.lists["menu"] = argument, "menu"
            elif isinstance(argument, Sequence):
                record = self._record_of(argument, node)
                code = self.local(name)
                local = code if record.local else ""
                handover.static[name] = replace(record, code=code, local=local)
                handover.records[name], handover.lists[code] = record, record.code
            elif _is_known(argument, is_of_part=bool(owner.part)):
                handover.static[name] = argument
            else:
                handover.scalars[name] = self.fit_to_kind(argument, "", node)
        return handover

    def _record_of(self, sequence: Sequence, node: ast.expr) -> Stored | StoredDict:
        """Return a sequence as a list or dict that a kernel can be given."""
        if isinstance(sequence, StoredDict):
            return sequence
        return self.build_list(sequence, node)

    @staticmethod
    def _holds_scalars(items: Items) -> bool:
        return not any(isinstance(item, Sequence | StoredObject | Made) for item in items.items)

    def _changes_argument(self, function: Any, owner: Holder, name: str) -> bool:
        """Return whether a function changes what an argument holds, or gives it another value."""
        body = self.program.body_of(function, owner)
        return name in body.changed_lists or name in body.assigned


def _is_known(argument: Value, *, is_of_part: bool) -> bool:
    """Return whether a kernel is written for this value of an argument."""
    if not isinstance(argument, Constant):
        return isinstance(argument, Sources | Stream | Holder | Function)
    return is_of_part or isinstance(argument.value, tuple | list | dict | frozenset | type)
