"""Methods of lists, sets and menus: append(), pop(), index(), add(), sort()."""

from __future__ import annotations

import ast

from simlab.compiler.calls.arguments import Arguments
from simlab.compiler.value_type import EMPTY, OBJECT
from simlab.compiler.values import (
    NOTHING_RETURNED,
    Items,
    Scalar,
    Stored,
    StoredObject,
    Value,
    entry_at,
)
from simlab.compiler.writer import bare, cannot


class ListMethods(Arguments):
    """Translates methods of lists, sets and menus."""

    def list_method(self, stored_list: Stored, name: str, node: ast.Call) -> Value:
        """Write a method of a list; return its value."""
        self.refuse_names(node)
        values = list(map(self.value, node.args))
        answer = self._query_list(stored_list, name, values, node)
        if answer is not None:
            return answer
        self.change(stored_list, node)
        if name == "clear":
            self.end_at(stored_list, "0")
        elif name in ("extend", "update"):
            self.extend(stored_list, self.as_sequence(values[0], node), node)
        elif name in ("append", "add"):
            self.add(stored_list, values[0], node)
        elif name == "reverse":
            records = f"reverse_records(state, {stored_list.code}, {self.here})"
            holds_records = stored_list.holds_records
            self.line(records if holds_records else f"reverse_items({stored_list.code})")
        elif name in ("remove", "discard"):
            self.take_out(stored_list, name, values[0], node)
        elif name == "pop" and stored_list.type.distinct:
            raise cannot(node, "which item of a set is the first is not known; use a list")
        elif name == "pop":
            return self._pop(stored_list, values, node)
        elif name == "insert":
            self._insert(stored_list, values, node)
        else:
            kind = "a list of lists or objects" if stored_list.holds_records else "a list"
            raise cannot(node, f"kernels have no {name}() of {kind}")
        return NOTHING_RETURNED

    def _insert(self, stored_list: Stored, values: list[Value], node: ast.Call) -> None:
        """Write what puts an item into a list at an index."""
        index = bare(self.as_scalar(values[0], node).code)
        if not stored_list.holds_records:
            item = bare(self.item_of(stored_list, values[1], node))
            self.line(f"insert(state, {stored_list.code}, {index}, {item}, {self.here})")
            return
        record = self.copy_of(self.learnt(stored_list, values[1], node))
        new_index = self.keep(f"room_at(state, {stored_list.code}, {index}, {self.here})", "place")
        self.write(entry_at(stored_list, new_index), record, node)

    def _pop(self, stored_list: Stored, values: list[Value], node: ast.Call) -> Value:
        """Write what takes an item out of a list at an index; return the item."""
        item_type = stored_list.type.of
        assert item_type is not None
        index = bare(self.as_scalar(values[0], node).code) if values else "-1"
        if not item_type.is_stored:
            return Scalar(f"pop(state, {stored_list.code}, {index}, {self.here})", item_type)
        popped_index = self.keep(
            f"pop_record(state, {stored_list.code}, {index}, {self.here})", "place"
        )
        if item_type.kind == OBJECT:
            return StoredObject(f"{stored_list.code}.items[{popped_index}]", item_type, free=True)
        item = entry_at(stored_list, popped_index)
        if isinstance(item, Items):
            return self.copy_of(item)
        if not isinstance(item, Stored) or item.holds_records:
            raise cannot(node, "kernels have no pop() of a list of lists or objects")
        new_list = self.new_list("items", distinct=item_type.distinct)
        self.extend(new_list, item, node)
        return new_list

    def _query_list(
        self, stored_list: Stored, name: str, values: list[Value], node: ast.Call
    ) -> Value | None:
        """Return the value of a method that does not change the list, or None."""
        if name == "copy":
            list_copy = self.new_list("items", distinct=stored_list.type.distinct)
            self.extend(list_copy, stored_list, node)
            return list_copy
        if name not in ("index", "count"):
            return None
        if len(values) > 1:
            raise cannot(node, "kernels find an item in a whole list only; write a loop")
        if stored_list.holds_records or stored_list.type.of == EMPTY:
            return self._find_record(stored_list, name, values[0], node)
        sought = bare(self.code_to_find(values[0], stored_list.type.of, node))
        if name == "index":
            return Scalar(f"known_position(state, {stored_list.code}, {sought}, {self.here})")
        return Scalar(f"count_of({stored_list.code}, {sought})")

    def _find_record(self, stored_list: Stored, name: str, sought: Value, node: ast.Call) -> Scalar:
        """Write the search for a tuple or list; return its place, or how many are equal."""
        sought = self.copy_of(sought)
        if name == "index":
            index = self.place_of(stored_list, sought, node)
            with self.block(f"if {index} == NOTHING"):
                self.line(f"fail(state, MISSING, {self.here})")
                self.line(f"{index} = 0")
            return Scalar(index)
        n = self.write_as("0", "n")

        def count(item: Value) -> None:
            test = self.comparison(item, ast.Eq(), sought, node)
            with self.block(f"if {bare(test)}"):
                self.line(f"{n} += 1")

        self.go_through(stored_list, count, node, is_ordered=False)
        return Scalar(n)

    def take_out(self, stored_list: Stored, name: str, value: Value, node: ast.expr) -> None:
        """Write what takes an item out of a list or set, which may not be there to `discard`."""
        if not stored_list.holds_records and stored_list.type.of != EMPTY:
            item = bare(self.code_to_find(value, stored_list.type.of, node))
            self.line(f"{name}(state, {stored_list.code}, {item}, {self.here})")
            return
        word = "pop_record" if stored_list.holds_records else "pop"
        index = self.place_of(stored_list, self.copy_of(value), node)
        with self.block(f"if {index} != NOTHING"):
            self.line(f"{word}(state, {stored_list.code}, {index}, {self.here})")
        if name == "remove":
            with self.block("else"):
                self.line(f"fail(state, MISSING, {self.here})")

    def sort_list(self, node: ast.Call) -> Value:
        """Write what puts a list in the order of its keys, as the normal form has it."""
        items, turned, *keys = node.args
        lists = [self._list_to_order(key) for key in keys]
        order = bare(self.truth(self.value(turned), node))
        self.sort(self._list_to_order(items), order, lists, items)
        return NOTHING_RETURNED

    def arrange_list(self, node: ast.Call) -> Value:
        """Write what keeps the items at some indices of a list, as the normal form has it."""
        arranged, indices = map(self._list_to_order, node.args)
        self.arrange(arranged, indices, node)
        return NOTHING_RETURNED

    def _list_to_order(self, node: ast.expr) -> Stored:
        """Return a list that is put in order, or a list of its keys."""
        value = self.value(node)
        if not isinstance(value, Stored):
            raise cannot(node, "kernels order lists that have a name only")
        return value

    def menu_method(self, name: str, node: ast.Call) -> Value:
        """Write what is added to the choices."""
        if name == "append":
            self.offer(self.value(node.args[0]), node)
        elif name == "extend":
            choices = self.sequence(node.args[0])
            self.go_through(choices, lambda item: self.offer(item, node), node)
        else:
            raise cannot(node, "kernels add to the list of choices only")
        return NOTHING_RETURNED

    def offer(self, value: Value, node: ast.expr) -> None:
        """Write a choice on the menu."""
        code = self.as_choice(value, node).code
        self.line(f"n_offered = offer(state, menu, n_offered, {bare(code)}, {self.here})")
