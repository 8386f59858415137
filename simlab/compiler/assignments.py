"""Assignments of plain games, in normal form, as lines of kernels."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from enum import IntEnum
from typing import Any

from simlab.compiler.calls import Calls
from simlab.compiler.effects import Body
from simlab.compiler.expressions import CHECKED, OPERATORS, arithmetic_type
from simlab.compiler.faithful import FIXED, OBJECT_MOVES, SECOND_NAME, TWO_NAMES
from simlab.compiler.names import CONSTANTS, Names
from simlab.compiler.normal_form import IN_PLACE, UNSET, Keeps, is_call, note_of
from simlab.compiler.stored import local_type
from simlab.compiler.tuples import is_written_out, places_of
from simlab.compiler.value_type import (
    CHOICE,
    EMPTY,
    LIST,
    NONE,
    OBJECT,
    PLACED,
    TUPLE,
    Type,
    merge_types,
    merge_types_or_list,
)
from simlab.compiler.values import (
    ITEM_OF,
    Backwards,
    ChoiceItem,
    ChoiceItems,
    Constant,
    Function,
    Holder,
    Items,
    Lookup,
    Made,
    Menu,
    Numbered,
    Offered,
    OneOf,
    RuleValues,
    Scalar,
    Scope,
    Sequence,
    Sources,
    Stored,
    StoredDict,
    StoredObject,
    Stream,
    TableRows,
    Together,
    Value,
    object_at,
)
from simlab.compiler.writer import INDENT, ITEM, bare, cannot
from simlab.errors import Untranslatable

ONLY_NUMBERS = (
    "kernels do not know the order of a set, and only sums of whole numbers do without; write"
    " sorted(...)"
)
UNUSED = "_"
"""The name of what is not used."""


class Returns(IntEnum):
    """What a function returns."""

    VALUE = 0
    MENU = 1
    POINTS = 2
    POINTS_SO_FAR = 3
    CHOICE = 4
    WINNERS = 5
    TEXT = 6
    SEAT = 7


@dataclass(frozen=True)
class Known:
    """What earlier attempts to translate a function have shown."""

    types: Mapping[str, Type] = field(default_factory=dict)
    """What names hold at any time, by their names in the kernel; no lists, but tuples of several
    lengths, which are lists."""
    record_types: Mapping[str, Type] = field(default_factory=dict)
    """What lists and dicts of the function hold at any time, by the variables they are made in."""
    choices: frozenset[str] = frozenset()
    """Names that hold choices, though perhaps a word first."""
    returned: Type = EMPTY
    """What it returns at any time."""


class Assignments(Calls):
    """Translates assignments, to attributes, items and local names."""

    def __init__(
        self, program: Names, scope: Scope, returns: Returns, body: Body | None, known: Known
    ) -> None:
        super().__init__(program)
        self.scope = scope
        self.returns = returns
        self.known = known
        self.types = dict(known.types)
        self.record_types = dict(known.record_types)
        self.choices = set(known.choices)
        self.returned_types: list[Type] = []
        self.returned = EMPTY
        """What the function returns at any time."""
        self.returned_list: Stored | StoredDict | None = None
        """The list or dict that is returned, if one is."""
        self.only_adds = False
        """Whether the kernel does nothing with the list of its caller but add items."""
        self._body = body
        self._returns_value = body is not None and body.returns_value
        self._returns_value &= not known.returned.is_list
        self._first_lines: list[str] = []
        """Lines that come before all others."""
        self._is_refused = False
        self.is_in_set = False
        """Whether the statement stands in a loop over a set, where the order must not count."""
        self.is_unrolled = False
        """Whether the statement stands in an unrolled loop."""
        self._n_inlined = 0
        self._inlined: list[tuple[int, Any]] = []
        """Functions that are being written where they are called, each with its number."""

    def _do_assign(self, node: ast.Assign) -> None:
        [target] = node.targets
        if isinstance(target, ast.Tuple) and not isinstance(target.elts[0], ast.Name | ast.Tuple):
            self._change_places(target, node.value)
            return
        if is_call(node.value, IN_PLACE):
            self._change_in_place(target, node.value)
            return
        if isinstance(target, ast.Name) and ast.unparse(node.value) == UNSET:
            # only numbers need a value before the first one; which are, the last attempt has shown
            self._unset(target.id)
            return
        if isinstance(target, ast.Name) and self._is_menu(target.id):
            self.offer_instead(self.value(node.value), node.value)
            self._name_value(target, Offered(), node)
            return
        value = self.value(node.value)
        if isinstance(target, ast.Name):
            self._name_value(target, value, node)
        elif isinstance(target, ast.Tuple):
            self._unpack(target, value, node)
        else:
            self._keep(target, value, node.value)

    def _change_places(self, target: ast.Tuple, node: ast.expr) -> None:
        """Write what exchanges two numbers, tuples or lists."""
        left_value, right_value = (self.value(_read(item_target)) for item_target in target.elts)
        for item_target in target.elts:
            self.changes |= not self._is_local(item_target)
        if isinstance(left_value, Stored) and isinstance(right_value, Stored):
            is_same = replace(left_value.type, room=0) == replace(right_value.type, room=0)
            if not is_same or left_value.holds_records:
                raise cannot(node, "kernels exchange lists of numbers, texts and rows only")
            self.line(f"exchange(state, {left_value.code}, {right_value.code}, {self.here})")
            return
        # in one assignment of Python, so that no value is overwritten before it is read
        target_codes, codes = list[str](), list[str]()
        for destination, value in ((left_value, right_value), (right_value, left_value)):
            target_items = (
                destination
                if isinstance(destination, Items)
                else Items((self.as_scalar(destination, node),))
            )
            target_codes += places_of(target_items)
            codes += self.codes_of(value, self.type_of(destination, node), node)
        self.line(f"{', '.join(target_codes)} = {', '.join(map(bare, codes))}")

    def _unset(self, name: str) -> None:
        """Give a name a meaning before it has a value."""
        code, known_type = self.local(name), self.types.get(self.local(name), EMPTY)
        meaning: Items | Scalar = Scalar(code, known_type)
        if known_type.kind == TUPLE:
            meaning = self.tuple_at(name, known_type)
        # Numba needs a value of the right type in every branch
        if known_type.kind not in ("", LIST, OBJECT):
            variables = places_of(meaning) if isinstance(meaning, Items) else [code]
            self.line(f"{' = '.join(variables)} = 0")
        self.scope.names[name] = meaning

    def _is_menu(self, name: str) -> bool:
        """Return whether a local list is what choices() returns, each time."""
        is_returned = self._body is not None and self._body.returned_names == {name}
        return self.returns == Returns.MENU and is_returned and not self._inlined

    def offer_instead(self, value: Value, node: ast.expr) -> None:
        """Write the choices of a list on the menu, in the place of those that stand there."""
        choices = self.as_sequence(value, node)
        if any(
            isinstance(inner_node, ast.Name)
            and isinstance(self.scope.names.get(inner_node.id), Offered)
            for inner_node in ast.walk(node)
        ):
            choices = self.build_list(choices, node)  # what it reads of the menu is overwritten
        self.line("n_offered = 0")
        self.offer_all(choices, node)

    def offer_all(self, value: Value, node: ast.expr) -> None:
        """Write the choices of a list on the menu."""
        choices = self.as_sequence(value, node)
        self.go_through(choices, lambda item: self.offer(item, node), node)

    def _unpack(self, target: ast.Tuple, value: Value, node: ast.stmt) -> None:
        items = [self.copy_of(item_target) for item_target in self.unpack_items(value, target)]
        for item_target, item in zip(target.elts, items, strict=True):
            if isinstance(item_target, ast.Tuple):
                self._unpack(item_target, item, node)
            else:
                assert isinstance(item_target, ast.Name), "so it is in normal form"
                self._name_value(item_target, item, node)

    def _keep(self, target: ast.expr, value: Value, node: ast.expr) -> None:
        """Write a value to an attribute, or to an item of a list or dictionary."""
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self._replace_slice(target, target.slice, value, node)
            return
        if isinstance(target, ast.Subscript):
            base = self.value(target.value)
            if isinstance(base, StoredDict):
                self.enter(base, self.value(target.slice), value, node)
                return
            location = self.item_at(base, target)
        else:
            location = self.value(target)
        self.changes |= not self._is_local(target)
        if isinstance(location, OneOf) or (
            isinstance(location, Scalar) and location.code.startswith(CONSTANTS)
        ):
            raise cannot(target, FIXED)
        # no field is made for an attribute that is always None
        if location == Constant(None) and self.is_none(value):
            return  # nothing else was ever seen there
        if isinstance(location, Scalar | Items | Stored | StoredDict | StoredObject):
            if not (type(location) is type(value) and location == value):
                self.write(location, value, target if isinstance(location, Scalar) else node)
        else:
            raise cannot(target, "kernels write numbers to attributes and items of lists")

    def _is_local(self, target: ast.expr) -> bool:
        """Return whether an item belongs to a list or dict that the function has made.

        Raises:
            Untranslatable: it may be a copy of another list, which Python would change, too.
        """
        depth, base = -1, target
        while isinstance(base, ast.Subscript):
            depth, base = depth + 1, base.value
        meaning = self.scope.names.get(base.id) if isinstance(base, ast.Name) else None
        if not isinstance(meaning, Stored | StoredDict):
            return False
        inner_type = meaning.type.of if depth > 0 else meaning.type
        # kernels have made two lists of one, of which Python would change both
        if inner_type is not None and inner_type.shared:
            raise cannot(target, TWO_NAMES)
        return bool(meaning.local)

    def _replace_slice(
        self, target: ast.Subscript, bounds: ast.Slice, value: Value, node: ast.expr
    ) -> None:
        """Write the items of a list in the place of some that are one behind the other."""
        base = self.value(target.value)
        if not isinstance(base, Stored) or base.type.of is None or base.type.of.is_stored:
            raise cannot(target, "kernels replace items of lists of numbers, texts and rows only")
        if bounds.step is not None or base.type.distinct:
            raise cannot(target, "kernels replace items that are one behind the other only")
        start = "0" if bounds.lower is None else bare(self.scalar(bounds.lower).code)
        end = f"{base.code}.n" if bounds.upper is None else bare(self.scalar(bounds.upper).code)
        # first into a list apart: the items may come from the list that is changed
        new_items = self.new_list("items")
        self.extend(new_items, self.as_sequence(value, node), node)
        item = Scalar("0", new_items.type.of or base.type.of)
        self.item_of(base, item, node)
        self.change(base, target)
        codes = f"state, {base.code}, {start}, {end}, {new_items.code}, {self.here}"
        self.line(f"replace_slice({codes})")

    def _name_value(self, target: ast.Name, value: Value, node: ast.stmt | None) -> None:
        """Give a local name to a value."""
        name = target.id
        if name == UNUSED:
            # it may draw or fail, though nobody reads it
            self.evaluate(value)
            return
        if isinstance(
            value,
            Holder | Stream | Sources | RuleValues | Lookup | Offered | Menu | TableRows | Function,
        ):
            self.scope.names[name] = value
        elif isinstance(value, StoredObject):
            self._name_object(target, value)
        elif isinstance(value, ChoiceItem | ChoiceItems):
            self._name_part(target, value)
        elif isinstance(value, Made):
            raise cannot(
                target,
                "kernels make objects where they are kept; append it to a list of the game, without"
                " reading that list before",
            )
        elif _is_record(value) and not self._is_reassigned(name):
            self.scope.names[name] = value
        elif self._is_named_tuple(name, value):
            self._name_tuple(target, value)
        elif self._is_known_dict(value) and not self._is_reassigned(name):
            self.scope.names[name] = value
        elif self._is_named_list(name, value):
            self._name_list(target, self.as_sequence(value, target), node)
        else:
            self._name_number(name, value, target)

    def _name_object(self, target: ast.Name, value: StoredObject) -> None:
        """Give a local name to an object: by its place, if it is always one of the same list."""
        name, code, index = target.id, self.local(target.id), value.at
        known_type = self.types.get(code, EMPTY)
        if index is not None and (not known_type.kind or known_type.sort == index.type.sort):
            self._name_number(name, index, target)
            return
        self._refuse_mixture(target)
        known_type = EMPTY if known_type.kind == PLACED else known_type
        self.types[code] = merge_types((known_type, Type(OBJECT, own_class=value.type.own_class)))
        self.line(f"{code} = {value.code}")
        self.scope.names[name] = StoredObject(code, value.type, value.free)

    @staticmethod
    def _is_known_dict(value: Value) -> bool:
        return isinstance(value, Constant) and isinstance(value.value, dict)

    def _is_named_tuple(self, name: str, value: Value) -> bool:
        """Return whether a name is given a tuple, or None where it holds one at other times."""
        known_type = self.types.get(self.local(name), EMPTY)
        if self.is_none(value):
            return known_type.kind == TUPLE
        return self.as_tuple(value) is not None and not known_type.is_list

    def _name_tuple(self, target: ast.Name, value: Value) -> None:
        """Give a local name to a tuple; to a list if it is given tuples of several lengths."""
        name, code = target.id, self.local(target.id)
        value_as_tuple = self.as_tuple(value)
        # no variables needed: its items are read where they are used
        if value_as_tuple is not None and is_written_out(value_as_tuple) and self._is_certain(name):
            self.scope.names[name] = value_as_tuple
            return
        tuple_type = NONE if value_as_tuple is None else self.type_of(value_as_tuple, target)
        known_type = self.types[code] = merge_types_or_list(
            (self.types.get(code, EMPTY), tuple_type)
        )
        if known_type.is_list:
            self._name_list(target, self.as_sequence(value, target), None)
            return
        local_tuple = self.scope.names[name] = self.tuple_at(name, known_type)
        self.write_tuple(local_tuple, known_type, value, target)

    def _is_certain(self, name: str) -> bool:
        """Return whether a name is given a value once, whatever happens."""
        is_new = name not in self.scope.names and self.local(name) not in self.types
        return is_new and not self._is_reassigned(name) and not self.is_unrolled

    def _name_part(self, target: ast.Name, part: ChoiceItem | ChoiceItems) -> None:
        """Give a local name to items of a choice: its variable holds the whole choice."""
        code = self.local(target.id)
        former_meaning = self.scope.names.get(target.id)
        if code in self.types or (
            isinstance(former_meaning, ChoiceItem | ChoiceItems)
            and replace(former_meaning, choice=part.choice) != part
        ):
            raise cannot(target, "it is now a part of a choice, now something else; use two names")
        choice = self.choice_in(part.choice)
        self.line(f"{code} = {choice.code}")
        self.note_choice(code, choice)
        self.scope.names[target.id] = replace(part, choice=code)

    def _is_named_list(self, name: str, value: Value) -> bool:
        if isinstance(value, OneOf):
            return self.is_list(value)
        if isinstance(value, Constant):
            return isinstance(value.value, list | range | dict) or (
                isinstance(value.value, tuple) and not self._is_choice_name(name)
            )
        if isinstance(value, Items) and value.is_tuple:
            return not self.is_choice(value)
        return isinstance(value, Sequence)

    def _is_choice_name(self, name: str) -> bool:
        return self.local(name) in self.choices or name in self.choices

    def _refuse_mixture(self, node: ast.Name) -> None:
        """Refuse a name that is now None, now a list or an object."""
        known_type = self.types.get(self.local(node.id))
        if known_type is not None and known_type.optional:
            raise cannot(
                node, "it is now None, now a list or an object; keep its number, or [] for none"
            )

    def _name_list(self, target: ast.Name, sequence: Sequence, node: ast.stmt | None) -> None:
        """Give a local name to a list."""
        name, code = target.id, self.local(target.id)
        self._refuse_mixture(target)
        if isinstance(sequence, Numbered | Together | Backwards):
            raise cannot(target, f"{name} is gone through only once; write a list, [...]")
        is_copied = node is not None and note_of(node).is_copied
        if self.types.get(code, EMPTY).kind == TUPLE:
            self.types[code] = Type(LIST, of=EMPTY)
        is_fixed = (
            isinstance(sequence, Items) and sequence.is_tuple and not self._is_reassigned(name)
        )
        if is_fixed and isinstance(sequence, Items) and self._holds_scalars(sequence):
            self.scope.names[name] = self.copy_of(sequence)
        elif self._is_reassigned(name):
            self._fill_again(name, sequence, target)
        elif isinstance(sequence, Stored | StoredDict) and not is_copied:
            self._refuse_moved(target, sequence, node)
            if sequence.code != code:
                self.line(f"{code} = {sequence.code}")
            self.scope.names[name] = replace(sequence, code=code)
        else:
            new_list = self.scope.names[name] = self.record_at(code, local_type(sequence))
            self.take_all(new_list, sequence, target)

    def _refuse_moved(self, target: ast.Name, sequence: Sequence, node: ast.stmt | None) -> None:
        """Refuse a name for a list in another one of the function that moves, or is replaced."""
        body = self._inlined[-1][1] if self._inlined else self._body
        if not isinstance(sequence, Stored) or not sequence.depth or body is None or node is None:
            return
        for change in body.course.changes_before_use(target.id, node):
            moved = any(self._depth_of(path, sequence) == 0 for path in change.moves)
            for path in change.replaces:
                depth = self._depth_of(path, sequence)
                moved |= depth == 0 or (depth == 1 and len(path) > 1)
            if moved:
                raise cannot(target, f"it {SECOND_NAME}")

    def _depth_of(self, path: tuple[str, ...], stored_list: Stored) -> int | None:
        """Return in how many lists of the variable a place stands where a list stands, too."""
        named_list = self.scope.names.get(path[0])
        root = stored_list.local.partition(ITEM_OF)[0]
        if not isinstance(named_list, Stored) or named_list.local.partition(ITEM_OF)[0] != root:
            return None
        return named_list.depth + len(path) - 1

    def _is_reassigned(self, name: str) -> bool:
        body = self._inlined[-1][1] if self._inlined else self._body
        return body is not None and name in body.reassigned

    def _fill_again(self, name: str, sequence: Sequence, target: ast.Name) -> None:
        """Write a list to a name that has had, or will have, another one."""
        code = self.local(name)
        former_list = self.scope.names.get(name)
        wanted_type = local_type(sequence)
        if (
            not isinstance(former_list, Stored | StoredDict)
            or former_list.code != former_list.local
        ):
            with self.apart() as lines:
                former_list = self.record_at(code, wanted_type)
            self._first_lines += [f"{INDENT}{line.lstrip()}" for line in lines]
            self.scope.names[name] = former_list
        is_empty = isinstance(sequence, Items) and not sequence.items
        if not (former_list.type.is_like(wanted_type) or (is_empty and former_list.type.is_list)):
            ways = f"now {former_list.type.in_words}, now {wanted_type.in_words}"
            raise cannot(target, f"it is {ways}; use two names")
        if isinstance(sequence, Stored) and _holds_lists(sequence) and self.keeps != Keeps.NEW:
            raise cannot(target, TWO_NAMES)
        if not (isinstance(sequence, Stored | StoredDict) and sequence.code == former_list.code):
            self.write(former_list, sequence, target)

    def _name_number(self, name: str, value: Value, target: ast.Name) -> None:
        former_meaning = self.scope.names.get(name)
        if isinstance(former_meaning, ChoiceItem | ChoiceItems):
            raise cannot(target, "it is now a part of a choice, now something else; use two names")
        if isinstance(former_meaning, Stored | StoredDict) and former_meaning.code == self.local(
            name
        ):
            raise cannot(
                target, "it is now None, now a list or an object; keep its number, or [] for none"
            )
        kind = CHOICE if self._is_choice_name(name) else ""
        scalar = self.fit_to_kind(value, kind, target)
        scalar = self.in_one_unit(
            scalar, Scalar("", self.types.get(self.local(name), scalar.type))
        )[0]
        self.line(f"{self.local(name)} = {bare(scalar.code)}")
        self._note(name, scalar)

    def _note(self, name: str, scalar: Scalar) -> None:
        """Note what a local name holds, with all that it holds at other times."""
        code = self.local(name)
        common_type = self.types[code] = merge_types(
            (self.types.get(code, scalar.type), scalar.type)
        )
        if common_type.kind == CHOICE:
            self.choices.add(code)
        self.note_choice(code, scalar)
        self.scope.names[name] = self._value_of_name(Scalar(code, common_type))

    @staticmethod
    def _value_of_name(scalar: Scalar) -> Value:
        """Return what a name stands for that a variable has: an object, if it is never None."""
        is_object = scalar.type.kind == PLACED and not scalar.type.optional
        return object_at(scalar) if is_object else scalar

    def bind_argument(self, name: str, argument: Value) -> None:
        """Give an argument variables of its own if the function assigns to it."""
        body = self._inlined[-1][1] if self._inlined else self._body
        known_type = self.types.get(self.local(name))
        argument = self.open_choice(argument)
        if isinstance(argument, ChoiceItem):
            self.scope.names[name] = argument
        elif isinstance(argument, Items) and self._is_named_tuple(name, argument):
            if body is not None and name in body.assigned:
                self._name_tuple(ast.Name(name), argument)
        elif isinstance(argument, Items | Stored | StoredDict):
            self._bind_list(name, argument)
        if body is not None and isinstance(argument, StoredObject | Scalar):
            self._refuse_moved_object(name, argument.type, body)
        if not isinstance(argument, Scalar):
            return
        if known_type is not None:
            argument = Scalar(argument.code, merge_types((known_type, argument.type)))
        self.note_choice(argument.code, argument)
        if argument.code != self.local(name) and body is not None and name in body.assigned:
            self.line(f"{self.local(name)} = {bare(argument.code)}")
            self.note_choice(self.local(name), argument)
            argument = Scalar(self.local(name), argument.type)
        self.scope.names[name] = self._value_of_name(argument)

    @staticmethod
    def _refuse_moved_object(name: str, argument_type: Type, body: Body) -> None:
        """Refuse an argument that is read after a list of such objects has got another order."""
        is_object = argument_type.kind in (OBJECT, PLACED)
        for change in body.course.changes_before_use(name, None) if is_object else ():
            for path in (*change.moves, *change.replaces):
                type_there = body.functions.type_at(path, body.own_class)
                object_type = (
                    type_there if type_there is None or type_there.kind == OBJECT else type_there.of
                )
                if (
                    object_type is not None
                    and object_type.kind == OBJECT
                    and object_type.own_class is argument_type.own_class
                ):
                    raise Untranslatable(f"{name} {OBJECT_MOVES}")

    def _bind_list(self, name: str, sequence: Items | Stored | StoredDict) -> None:
        """Give an argument a list of its own if the function perhaps assigns another one."""
        if isinstance(sequence, Stored | StoredDict) and sequence.local:
            sequence = replace(sequence, type=self.with_known(sequence.local, sequence.type))
        self.scope.names[name] = sequence
        if self._is_reassigned(name):
            new_list = self.scope.names[name] = self.record_at(
                self.name(name), local_type(sequence)
            )
            self.take_all(new_list, sequence, ast.Name(name))

    def _do_delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise Untranslatable("kernels delete keys of dicts and items of lists only")
            base = self.value(target.value)
            if isinstance(base, Stored) and isinstance(target.slice, ast.Slice):
                self._delete_slice(base, target.slice, target)
            elif isinstance(base, Stored):
                owner = ast.Attribute(target.value, "pop", ast.Load())
                popped_value = self.value(ast.Call(owner, [target.slice], []))
                if isinstance(popped_value, Scalar):
                    self.line(popped_value.code)
            elif isinstance(base, StoredDict):
                key = bare(self.code_to_find(self.value(target.slice), base.type.key, target))
                self.drop_key(base, key)
            else:
                raise Untranslatable("kernels delete keys of dicts and items of lists only")

    def _delete_slice(self, base: Stored, bounds: ast.Slice, node: ast.expr) -> None:
        if bounds.step is not None:
            raise cannot(node, "kernels delete items that are one behind the other only")
        if base.type.of is not None and base.type.of.is_stored:
            if bounds.upper is not None or bounds.lower is None:
                raise cannot(node, "kernels delete lists and objects at the end of a list only")
            start = bare(self.scalar(bounds.lower).code)
            self.change(base, node)
            self.line(f"{base.code}.n = bound_at({base.code}.n, {start})")
            return
        start = "0" if bounds.lower is None else bare(self.scalar(bounds.lower).code)
        end = f"{base.code}.n" if bounds.upper is None else bare(self.scalar(bounds.upper).code)
        self.change(base, node)
        self.line(f"cut({base.code}, {start}, {end})")

    def _do_augassign(self, node: ast.AugAssign) -> None:
        target = node.target
        expression = (
            ast.Name(target.id, ast.Load()) if isinstance(target, ast.Name) else _read(target)
        )
        old_value, value = self.value(expression), self.value(node.value)
        if self.is_in_set and not (_is_whole(old_value) and _is_whole(value)):
            raise cannot(node, ONLY_NUMBERS)
        if isinstance(old_value, Offered):
            self.offer_all(value, node.value)
        elif isinstance(old_value, Stored):
            self._change_list(old_value, node.op, value, node.value)
        elif isinstance(target, ast.Name):
            self._name_value(
                target, self.apply_operator(node.op, old_value, value, node.value), node
            )
        else:
            self._calculate(target, old_value, node.op, value, node.value)

    def _calculate(
        self, target: ast.expr, old_value: Value, sign: ast.operator, value: Value, node: ast.expr
    ) -> None:
        """Write what a number in the state is changed to."""
        number, operand = self.as_scalar(old_value, target), self.as_scalar(value, node)
        if number.code.startswith(CONSTANTS) or isinstance(old_value, Constant):
            raise cannot(target, FIXED)
        if not (number.type.is_number and operand.type.is_number):
            raise cannot(node, "kernels calculate with numbers only")
        operand, present_number = self.present(operand), self.present(number)
        self.changes |= not self._is_local(target)
        new_number = Scalar(number.code, arithmetic_type(number.type, operand.type, sign))
        self.code_there(number, new_number, target)
        if (
            present_number.code == number.code
            and type(sign) not in CHECKED
            and number.code.isprintable()
        ):
            self.line(
                f"{number.code} {OPERATORS[type(sign)]}= {bare(self.operand(sign, operand.code))}"
            )
        else:
            code = self.operation_code(sign, present_number.code, operand.code)
            self.line(f"{number.code} = {bare(code)}")

    def _change_list(
        self, stored_list: Stored, sign: ast.operator, value: Value, node: ast.expr
    ) -> None:
        """Write what an operator such as += does to a list or set."""
        operand = self.as_sequence(value, node)
        self.change(stored_list, node)
        if isinstance(sign, ast.Add) or (isinstance(sign, ast.BitOr) and stored_list.type.distinct):
            self.extend(stored_list, operand, node)
        elif isinstance(sign, ast.Sub) and stored_list.type.distinct:
            self.go_through(
                self.build_list(operand, node),
                lambda item: self.take_out(stored_list, "discard", item, node),
                node,
                is_ordered=False,
            )
        else:
            joined_items = self.apply_operator(sign, stored_list, value, node)
            self.fill(stored_list, self.as_sequence(joined_items, node), node)

    def _change_in_place(self, target: ast.expr, node: ast.expr) -> None:
        """Write what an operator such as += does whose value does something, too."""
        assert isinstance(node, ast.Call), "so it is in normal form"
        expression, word, added = node.args
        assert isinstance(word, ast.Constant), "so it is in normal form"
        sign: ast.operator = getattr(ast, str(word.value))()
        old_value, value = self.value(expression), self.value(added)
        if isinstance(old_value, Offered):
            self.offer_all(value, added)
            return
        if isinstance(old_value, Stored):
            self._change_list(old_value, sign, value, added)
            return
        new_value = self.apply_operator(sign, old_value, value, added)
        if isinstance(target, ast.Name):
            self._name_value(target, new_value, None)
        else:
            self._keep(target, new_value, added)

    def local(self, name: str) -> str:
        """Return the name of a local variable.

        The variables of a function that is written where it is called are others in each call.
        """
        return super().local(f"{name}{ITEM}0{self._inlined[-1][0]}" if self._inlined else name)


def _is_whole(value: Value) -> bool:
    """Return whether a value is a whole number, of which a sum is the same in any order."""
    if isinstance(value, Constant):
        return isinstance(value.value, int)
    return isinstance(value, Scalar) and value.type.is_number and not value.type.fraction


def _holds_lists(stored_list: Stored) -> bool:
    return stored_list.type.of is not None and stored_list.type.of.is_list


def _is_record(value: Value) -> bool:
    """Return whether a value is a constant that has attributes, or one of several constants."""
    if isinstance(value, OneOf):
        return not isinstance(value.values[0], list)
    constant = value.value if isinstance(value, Constant) else None
    return is_dataclass(constant) or hasattr(constant, "_fields")


def _read(node: ast.expr) -> ast.expr:
    """Return a target as an expression that is read."""
    if isinstance(node, ast.Subscript):
        return ast.copy_location(ast.Subscript(node.value, node.slice, ast.Load()), node)
    if isinstance(node, ast.Attribute):
        return ast.copy_location(ast.Attribute(node.value, node.attr, ast.Load()), node)
    return node
