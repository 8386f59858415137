"""Assignments of plain games: to attributes, and to local names, which may stand for lists."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from simlab.compiler.calls import Calls
from simlab.compiler.expressions import CHECKED, OPERATORS, calculated_type
from simlab.compiler.faithful import Faithful
from simlab.compiler.names import Names
from simlab.compiler.sequences import SAME
from simlab.compiler.source_code import assigned_names
from simlab.compiler.stored import is_choice
from simlab.compiler.value_type import CHOICE, NUMBER, Type, merged
from simlab.compiler.values import (
    Constant,
    Holder,
    RuleValues,
    Scalar,
    Scope,
    Sequence,
    Sources,
    Stored,
    StoredDict,
    StoredObject,
    Stream,
    Value,
    is_set,
)
from simlab.compiler.writer import INDENT, ITEM, bare, cannot
from simlab.errors import Untranslatable

LIST_READ = re.compile(r"\.(n|items|keys)\b")
"""What the code of a loop over a list has."""
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
class AboutNames:
    """What is known of the local names of a function before it is translated."""

    changed_lists: frozenset[str] = frozenset()
    """Lists that it changes after it has made them."""
    reassigned: frozenset[str] = frozenset()
    """Names to which it assigns more than once."""
    returned: frozenset[str] = frozenset()
    """Names in what it returns."""
    outdated: frozenset[str] = frozenset()
    """Lists that are read after what they are made of has changed."""
    copied: frozenset[str] = frozenset()
    """Names of lists that are read after the list is replaced where it stood."""
    choices: frozenset[str] = frozenset()
    """Names that hold choices, though perhaps a word first."""
    returns_choices: bool = False
    """Whether it returns choices, though perhaps a word first."""
    types: Mapping[str, Type] = field(default_factory=dict)
    """What names hold at any time, by their names in the kernel; no lists or objects."""
    returns_value: bool = False
    """Whether it returns more than None; where it returns nothing, that is None."""
    careful: bool = False
    """Whether lists are written down where what they are made of may change afterwards."""


class Assignments(Calls):
    """Translates assignments, and what is added to the choices of a menu."""

    def __init__(
        self,
        program: Names,
        scope: Scope,
        returns: Returns,
        about: AboutNames,
        faithful: Faithful | None = None,
    ) -> None:
        super().__init__(program, faithful)
        self.scope = scope
        self.returns = returns
        self.about = about
        self.menu_list = ""
        """The local list to which choices are added, if there is one."""
        self.is_read_later = False
        """Whether a list was named, or gone through, without being written down first."""
        self.choices = set(about.choices)
        """Names that hold choices at some time."""
        self.first_lines: list[str] = []
        """Lines that come before all others."""
        self.types = dict(about.types)
        """What local names hold at any time, by their names in the kernel; no lists or objects."""
        self._inlined = 0
        """Which call of a function inside this one is written, counted from 1."""

    # choices

    def adds_choices(self, node: ast.expr) -> bool:
        """Write what is added to the list of choices; return whether that is what is done."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return False
        if not self.menu_list or ast.unparse(node.func.value) != self.menu_list:
            return False
        if node.func.attr == "append":
            self.offer(self.value(node.args[0], self.scope), node.args[0])
        elif node.func.attr == "extend":
            self.offer_all(node.args[0])
        else:
            raise cannot(node, "kernels add to the list of choices only")
        return True

    def offer(self, value: Value, node: ast.expr) -> None:
        """Write a choice on the menu."""
        code = self.as_choice(value, node).code
        self.line(f"n_offered = offer(state, menu, n_offered, {code}, {self.here})")

    def offer_all(self, node: ast.expr) -> None:
        """Write the choices of a list on the menu."""
        own = self.needed_sequence(node, self.scope)
        self.iterate(own, lambda item: self.offer(item, node), node)

    # assignment

    def _do_assign(self, node: ast.Assign) -> None:
        first, *others = node.targets
        if isinstance(first, ast.Tuple) and isinstance(node.value, ast.Tuple):
            self._assign_each(first, node.value)
        elif not others:
            self._assign(first, node.value)
        else:
            own = self.kept_as(self.scalar(node.value, self.scope), "value")
            for target in node.targets:
                self._store(target, own)

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._assign(node.target, node.value)

    def _assign_each(self, targets: ast.Tuple, values: ast.Tuple) -> None:
        """Assign several values at once: if one is written and read, all are read before."""
        is_listed = any(self.is_list(each, self.scope) for each in values.elts)
        if is_listed:
            self._assign_in_turn(targets, values)
            return
        own = [self._copy_of(value) for value in self.values(values.elts, self.scope)]
        for target, value in zip(targets.elts, own, strict=True):
            self._store(target, value)

    def _copy_of(self, value: Value) -> Value:
        """Write a number into a variable of its own, which no assignment changes."""
        if not isinstance(value, Scalar):
            return value
        name = self.name("value")
        self.line(f"{name} = {bare(value.code)}")
        return Scalar(name, value.type)

    def _assign_in_turn(self, targets: ast.Tuple, values: ast.Tuple) -> None:
        """Assign one after the other, where no value is read from what is assigned before it."""
        if self.faithful and self.faithful.depend(values.elts[1:], targets.elts[:-1]):
            raise cannot(values, "assign one after the other, with a copy of what is read later")
        for target, value in zip(targets.elts, values.elts, strict=True):
            self._assign(target, value)

    def _assign(self, target: ast.expr, node: ast.expr) -> None:
        place = self.value(target, self.scope) if isinstance(target, ast.Attribute) else None
        if isinstance(place, StoredDict):
            self.fill_dict(place, node, self.scope)
            return
        own = self.sequence(node, self.scope)
        if own is None:
            value = self.value(node, self.scope)
            own = value if isinstance(value, Sequence) else None
        if own is None:
            self._store(target, self.as_choice(value, node) if is_choice(value) else value)
        elif isinstance(target, ast.Tuple):
            self._store(target, own)
        elif isinstance(target, ast.Name) and target.id in self.about.choices and is_choice(own):
            self._store(target, self.as_choice(own, node))
        elif isinstance(target, ast.Name):
            self._name_list(target, own, node)
        else:
            with self.apart() as lines:
                stored = self.value(target, self.scope)
            own = self.built(own, node) if lines else own
            self.lines += lines
            if not (isinstance(own, Stored) and isinstance(stored, Stored) and own == stored):
                self.fill(stored, self._read_before(ast.unparse(target), own, node), node)

    def _refuse_mixture(self, node: ast.Name) -> None:
        """Refuse a name that is now None, now a list or an object."""
        known = self.types.get(self.local(node.id))
        if known is not None and known.optional:
            raise cannot(
                node, "it is now None, now a list or an object; keep its number, or [] for none"
            )

    def _name_list(self, target: ast.Name, own: Sequence, node: ast.expr) -> None:
        """Give a local name to a list."""
        name = target.id
        self._refuse_mixture(target)
        is_menu = name in self.about.changed_lists & self.about.returned
        if self.returns == Returns.MENU and is_menu:
            self.menu_list = name
            self.offer_all(node)
        elif name in self.about.reassigned and not isinstance(own, StoredDict):
            known = self.scope.names.get(name)
            if not isinstance(known, Stored) or not known.local:
                known = self.scope.names[name] = self._list_at_start(name, is_set(own))
            self.fill(known, self._read_before(name, own, node), node)
        elif isinstance(own, Stored | StoredDict) and not self._is_copied(name, own, node):
            self.line(f"{self.local(name)} = {own.code}")
            self.scope.names[name] = replace(own, code=self.local(name))
        elif (
            name in self.about.changed_lists
            or isinstance(own, Stored)
            or is_set(own)  # sets of sets, gone through again each time, would fill the file
            or name in self.about.outdated
            or self._does_something(own, node)
            or self.is_written_down(own, node)
        ):
            stored = self.scope.names[name] = self.new_list(name, distinct=is_set(own))
            self._write_down(name, stored, own, node)
        else:
            self.scope.names[name] = own

    def _write_down(self, name: str, stored: Stored, own: Sequence, node: ast.expr) -> None:
        """Write the items of a list that is changed, or read when they are not the same."""
        try:
            self.fill(stored, own, node)
        except Untranslatable as error:
            if name not in self.about.outdated:
                raise
            reason = "it is read after what it is made of has changed; make it where it is used"
            raise Untranslatable(f"{error}; {reason}") from error

    def _is_copied(self, name: str, own: Stored | StoredDict, node: ast.expr) -> bool:
        """Return whether a name is given a copy of a list, which goes its own way from there on."""
        if isinstance(own, StoredDict) or own.type.of is None or own.type.of.is_stored:
            return False
        if name in self.about.copied:
            return True
        if not is_copy(node):
            return False
        self.is_read_later = True
        is_changed = name in self.about.changed_lists | self.about.outdated
        return is_changed or self.about.careful

    def is_written_down(self, own: Sequence, node: ast.expr) -> bool:
        """Return whether a list is written down now, since what it is made of may change."""
        if not self._reads_lists(own, node):
            return False
        self.is_read_later = True
        return self.about.careful and self._can_be_built(own, node)

    def _reads_lists(self, own: Sequence, node: ast.expr) -> bool:
        """Return whether to go through a sequence reads lists that stand somewhere."""
        with self.apart() as lines:
            self.iterate(own, lambda item: self._read(item, node), node, is_ordered=False)
        return any(LIST_READ.search(line) for line in lines)

    def _read(self, item: Value, node: ast.expr) -> None:
        if isinstance(item, Scalar):
            self.line(item.code)

    def _can_be_built(self, own: Sequence, node: ast.expr) -> bool:
        """Return whether the items of a sequence fit into a list of a function."""
        with self.apart():
            try:
                self.copied(own, node)
            except Untranslatable:
                return False
        return True

    def _list_at_start(self, name: str, distinct: bool) -> Stored:
        """Return a new list that is there from the start, whichever assignment is the first."""
        with self.apart() as lines:
            made = self.new_list(name, distinct=distinct)
        self.first_lines += [f"{INDENT}{line.lstrip()}" for line in lines]
        return made

    def _read_before(self, written: str, own: Sequence, node: ast.expr) -> Sequence:
        """Return the new items of a list, which are read before it is written where they must be.

        A comprehension over the list itself reads each item before it writes one in its place.
        """
        read = [ast.unparse(each) for each in ast.walk(node)].count(written)
        if isinstance(node, ast.ListComp) and len(node.generators) == 1:
            read -= [ast.unparse(each) for each in ast.walk(node.generators[0].iter)].count(written)
        return self.built(own, node) if read else own

    def _does_something(self, own: Sequence, node: ast.expr) -> bool:
        """Return whether to go through a sequence draws, reports or changes something."""
        before = self.draws, self.reports, self.changes
        self.draws = self.reports = self.changes = False
        with self.apart():
            self.iterate(own, lambda item: None, node, is_ordered=False)
        after = self.draws, self.reports, self.changes
        self.draws, self.reports, self.changes = map(max, before, after)
        return any(after)

    def _store(self, target: ast.expr, value: Value) -> None:
        """Write a value to where it is assigned."""
        if isinstance(target, ast.Name):
            self._store_local(target, value)
        elif isinstance(target, ast.Tuple):
            items = [self._copy_of(each) for each in self.unpacked(value, target)]
            for each, item in zip(target.elts, items, strict=True):
                self._store(each, item)
        else:
            with self.apart() as lines:
                place = self.value(target, self.scope)
            if lines and not isinstance(value, Scalar | Constant):
                raise cannot(target, "the index does something; assign it to a variable before")
            value = self.before_others(value) if lines else value
            self.lines += lines
            if Constant(None) == place == value:
                return
            if isinstance(place, StoredObject):
                self.write(place, value, target)
                return
            if not isinstance(place, Scalar):
                raise cannot(target, "kernels write numbers to attributes and items of lists")
            self.changes = True
            own = self.kept_there(self.fitting(value, place.type.kind, target), place.type, target)
            self.line(f"{place.code} = {bare(own)}")

    def _store_local(self, target: ast.Name, value: Value) -> None:
        if target.id == UNUSED:
            return
        if isinstance(value, Holder | Stream | Sources | RuleValues):
            self.scope.names[target.id] = value
            return
        if isinstance(value, StoredObject):
            self._refuse_mixture(target)
            self.line(f"{self.local(target.id)} = {value.code}")
            own_name = self.local(target.id)
            self.scope.names[target.id] = StoredObject(own_name, value.type, value.free)
            return
        kind = CHOICE if target.id in self.about.choices else ""
        own, known = self.fitting(value, kind, target), self.scope.names.get(target.id)
        common = merged((known.type, own.type)) if isinstance(known, Scalar) else own.type
        self.line(f"{self.local(target.id)} = {bare(own.code)}")
        self._name_number(target.id, common)

    def _name_number(self, name: str, own: Type) -> None:
        """Note what a local name holds, with all that it holds at other times."""
        known = self.types.get(self.local(name), own)
        common = self.types[self.local(name)] = merged((known, own))
        if common.kind == CHOICE:
            self.choices.add(name)
        self.scope.names[name] = Scalar(self.local(name), common)

    def bind_argument(self, name: str, own: Scalar, scope: Scope, body: list[ast.stmt]) -> None:
        """Give an argument a variable of its own if the function assigns to it."""
        known = self.types.get(self.local(name))
        if known is not None:
            own = Scalar(own.code, merged((known, own.type)))
        if own.code != self.local(name) and name in assigned_names(body):
            self.line(f"{self.local(name)} = {bare(own.code)}")
            own = Scalar(self.local(name), own.type)
        scope.names[name] = own

    def _do_delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise Untranslatable("kernels delete keys of dicts and items of lists only")
            base = self.value(target.value, self.scope)
            if isinstance(base, Stored):
                method = ast.Attribute(target.value, "pop")
                self.value(ast.Call(method, [target.slice], []), self.scope)
                continue
            if not isinstance(base, StoredDict) or base.holds_records:
                raise Untranslatable("kernels delete keys of dicts of numbers only")
            self.changes = True
            key = self.scalar(target.slice, self.scope).code
            self.line(f"drop_key(state, {base.code}, {key}, {self.here})")

    def _do_augassign(self, node: ast.AugAssign) -> None:
        if self.menu_list and ast.unparse(node.target) == self.menu_list:
            self.offer_all(node.value)
            return
        with self.apart() as lines:
            place = self.value(as_read(node.target), self.scope)
        if isinstance(place, Scalar):
            self._calculate(node, place, lines)
            return
        self.lines += lines
        if isinstance(place, Stored) and isinstance(node.op, ast.Add | ast.BitOr):
            self.extend(place, self.needed_sequence(node.value, self.scope), node.value)
            return
        if isinstance(place, Stored) and place.type.distinct and isinstance(node.op, ast.Sub):
            taken = self.built(self.needed_sequence(node.value, self.scope), node.value)
            self.iterate(
                taken,
                lambda item: self._discard(place, item, node.value),
                node.value,
                is_ordered=False,
            )
            return
        raise cannot(node.target, "kernels calculate with numbers only")

    def _calculate(self, node: ast.AugAssign, place: Scalar, place_lines: list[str]) -> None:
        """Write what a number is changed to; Python reads it before the other one."""
        with self.apart() as lines:
            added = self.scalar(node.value, self.scope)
        if not place.type.kind == added.type.kind == NUMBER:
            raise cannot(node.value, "kernels calculate with numbers only")
        added, target = self.present(added), node.target
        changed = Scalar(place.code, calculated_type(place.type, added.type, node.op))
        if isinstance(target, ast.Name):
            self.lines += lines
            result = self.calculated(node.op, self.present(place).code, added.code)
            self.line(f"{self.local(target.id)} = {bare(result)}")
            self._name_number(target.id, changed.type)
            return
        self.changes = True
        self.kept_there(changed, place.type, target)
        if not lines:
            self.lines += place_lines
            before = self.present(place)
        else:
            indexed = self._with_indices(target)
            place = self.scalar(indexed, self.scope)
            before = self.kept_as(self.present(place), "before")
            self.lines += lines
        if before.code == place.code and type(node.op) not in CHECKED:
            operand = bare(self.operand(node.op, added.code))
            self.line(f"{place.code} {OPERATORS[type(node.op)]}= {operand}")
        else:
            result = self.calculated(node.op, before.code, added.code)
            self.line(f"{place.code} = {bare(result)}")

    def _with_indices(self, target: ast.expr) -> ast.expr:
        """Return what is assigned as it is read, with its indices as they are now."""
        if isinstance(target, ast.Attribute):
            return ast.Attribute(self._with_indices(target.value), target.attr, ast.Load())
        if not isinstance(target, ast.Subscript):
            return target
        base = self._with_indices(target.value)
        index = self.kept_as(self.scalar(target.slice, self.scope), "index")
        name = f"{ITEM}{index.code}"
        self.scope.names[name] = index
        return ast.Subscript(base, ast.Name(name, ast.Load()), ast.Load())

    def _discard(self, own: Stored, item: Value, node: ast.expr) -> None:
        self.changes |= not own.local
        code = self.as_scalar(item, node).code
        self.line(f"discard(state, {own.code}, {code}, {self.here})")

    def local(self, name: str) -> str:
        """Return the name of a local variable; in a policy, `seat` is the one that decides.

        The variables of a function inside this one are others in each call.
        """
        if self._inlined:
            return super().local(f"{name}{ITEM}0{self._inlined}")
        is_own_seat = self.returns == Returns.CHOICE and name == "seat"
        return f"{name}_" if is_own_seat else super().local(name)


def as_read(node: ast.expr) -> ast.expr:
    """Return a target as an expression that is read: the item that it names must be there."""
    if isinstance(node, ast.Subscript):
        return ast.copy_location(ast.Subscript(node.value, node.slice, ast.Load()), node)
    return node


def is_copy(node: ast.expr) -> bool:
    """Return whether an expression makes a new list of the items of another."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice)
    if not isinstance(node, ast.Call):
        return False
    is_method = isinstance(node.func, ast.Attribute) and node.func.attr == "copy"
    return is_method or (isinstance(node.func, ast.Name) and node.func.id in SAME)
