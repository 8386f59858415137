"""Methods of dicts: get(), pop(), items(), update(), setdefault()."""

from __future__ import annotations

import ast
from dataclasses import replace

from simlab.compiler.calls.arguments import Arguments
from simlab.compiler.values import (
    NOTHING_RETURNED,
    Pairs,
    Scalar,
    Stored,
    StoredDict,
    StoredObject,
    Value,
    entry_at,
)
from simlab.compiler.writer import cannot


class DictMethods(Arguments):
    """Translates methods of dicts."""

    def dict_method(self, stored_dict: StoredDict, name: str, node: ast.Call) -> Value:
        """Write a method of a dictionary; return its value."""
        if name == "values":
            return stored_dict.items
        if name == "items":
            return Pairs(stored_dict)
        if name == "keys":
            return replace(stored_dict, only_keys=True)
        if name == "clear":
            self.changes |= not stored_dict.local
            self.line(f"{stored_dict.code}.n = 0")
            return NOTHING_RETURNED
        if name == "copy":
            dict_copy = self.new_record("entries", [stored_dict], node)
            self.take_all(dict_copy, stored_dict, node)
            return dict_copy
        if name not in ("get", "pop", "setdefault", "update") or not node.args:
            raise cannot(node, f"kernels have no such {name}() of a dict")
        if name == "update":
            self.enter_all(stored_dict, self.sequence(node.args[0]), node)
            return NOTHING_RETURNED
        if name == "setdefault":
            return self._set_default(stored_dict, node)
        key = self.keep(
            self.code_to_find(self.value(node.args[0]), stored_dict.type.key, node), "key"
        )
        item = entry_at(stored_dict, f"known_place(state, {stored_dict.code}, {key}, {self.here})")
        if name == "pop" and isinstance(item, StoredObject):
            raise cannot(node, "kernels take no object out of a dict; read it, and del its key")
        if name == "pop" and not node.args[1:]:
            value = (
                self.copy_sequence(item, node) if isinstance(item, Stored) else self.copy_of(item)
            )
            self.drop_key(stored_dict, key)
            return value
        default = self.argument_or_none(node, 1)
        is_present = f"key_place({stored_dict.code}, {key}) != NOTHING"
        value = self._either(is_present, node, lambda: item, lambda: default, node)
        value = self.keep_as(value, "value") if isinstance(value, Scalar) else value
        if name == "pop":
            with self.block(f"if {is_present}"):
                self.drop_key(stored_dict, key)
        return value

    def _set_default(self, stored_dict: StoredDict, node: ast.Call) -> Value:
        """Write a key with a value unless it is there; return the value."""
        key = self.as_before(self.value(node.args[0]))
        code = self.keep(self.code_to_find(key, stored_dict.type.key, node), "key")
        with self.block(f"if key_place({stored_dict.code}, {code}) == NOTHING"):
            self.enter(stored_dict, key, self.argument_or_none(node, 1), node)
        index = f"known_place(state, {stored_dict.code}, {code}, {self.here})"
        return entry_at(stored_dict, self.keep(index, "place"))
