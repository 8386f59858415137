"""A call, by what it calls: a function of the module or of Python, or a method of something."""

from __future__ import annotations

import ast
from dataclasses import is_dataclass

from simlab.compiler.calls.chance import ChanceMethods
from simlab.compiler.calls.dict_methods import DictMethods
from simlab.compiler.calls.events import Events
from simlab.compiler.calls.game_methods import GameMethods
from simlab.compiler.calls.list_methods import ListMethods
from simlab.compiler.calls.python_functions import PythonFunctions
from simlab.compiler.calls.text_methods import METHODS_OF_TEXTS
from simlab.compiler.normal_form import ARRANGE, SORT
from simlab.compiler.source_code import name_of_import
from simlab.compiler.value_type import is_value
from simlab.compiler.values import (
    NOTHING_RETURNED,
    Constant,
    DataClass,
    Entries,
    Function,
    Holder,
    Items,
    Lookup,
    Offered,
    OneOf,
    RuleValues,
    Scalar,
    Sequence,
    Sources,
    Stored,
    StoredDict,
    StoredObject,
    Stream,
    Value,
)
from simlab.compiler.writer import cannot


class Calls(PythonFunctions, GameMethods, ListMethods, DictMethods, ChanceMethods, Events):
    """Translates calls."""

    def _call(self, node: ast.Call) -> Value:
        """Return the value of a call, if it has one; write what it does."""
        func = node.func
        imported_function = name_of_import(func, self.scope.globals)
        if imported_function.startswith("math."):
            return self.math_function(imported_function, node)
        if isinstance(func, ast.Name):
            return self._function(func.id, node)
        code = ast.unparse(func)
        if code == "super().hide":
            self.hide_parts(*map(self.value, node.args))
            return NOTHING_RETURNED
        if not isinstance(func, ast.Attribute):
            raise cannot(node, "kernels call methods and functions by their names")
        if code == "', '.join":
            return self.join_numbers(node)
        return self._method(self.value(func.value), func.attr, node)

    def _function(self, name: str, node: ast.Call) -> Value:
        """Return the value of a function of the normal form, of the module or of Python."""
        if name == SORT:
            return self.sort_list(node)
        if name == ARRANGE:
            return self.arrange_list(node)
        if name in self.scope.names or name in self.scope.globals:
            callee = self.value(ast.Name(name))
            if isinstance(callee, DataClass):
                return self.make_object(callee.own_class, node)
            if isinstance(callee, Lookup):
                return self._with_rules(callee, node)
            if not isinstance(callee, Function):
                raise cannot(node, "kernels call methods and functions of the module only")
            return self.author_function(callee.function, node)
        return self.python_function(name, node)

    def _with_rules(self, lookup: Lookup, node: ast.Call) -> Lookup:
        """Return a lookup table with the rules of the game."""
        arguments = list(map(self.value, node.args))
        if node.keywords or len(arguments) != 1 or not isinstance(arguments[0], RuleValues):
            name = lookup.table.__name__
            raise cannot(node, f"write {name}(self.rules), or view.rules in a policy")
        return Lookup(lookup.table, has_rules=True)

    def _method(self, base: Value, name: str, node: ast.Call) -> Value:
        """Return the value of a method, by what it is a method of."""
        if isinstance(base, Sources | Stream):
            return self.draw(base, name, node)
        if isinstance(base, Stored):
            return self.list_method(base, name, node)
        if isinstance(base, Offered):
            return self.menu_method(name, node)
        if isinstance(base, StoredDict):
            return self.dict_method(base, name, node)
        if isinstance(base, Holder) and name == "table" and not base.part:
            return self.program.table(self.value(node.args[0]), node)
        if isinstance(base, Holder) and name == "cards_of" and base.part:
            return self.cards_of(self.value(node.args[0]), node)
        if isinstance(base, Holder) and name == ("report" if base.part else "log"):
            return self.report_event(base.part, node)
        base = self.object_there(self.with_attribute(base, name, node))
        constants = base.values if isinstance(base, OneOf) else [getattr(base, "value", None)]
        if all(map(is_value, constants)):
            base = self.as_scalar(base, node)
        if isinstance(base, Holder | StoredObject):
            return self.author_method(base, name, node)
        if isinstance(base, Scalar) and is_dataclass(base.type.own_class):
            return self.author_method(self.present(base), name, node)
        if self.is_text(base) and name in METHODS_OF_TEXTS:
            return self.text_method(base, name, node)
        if isinstance(base, Constant) and isinstance(base.value, type):
            return self.class_method(base.value, name, node)
        if self.is_list(base):
            return self._method_of_literal(self.as_sequence(base, node), name, node)
        owner = base.type.in_words if isinstance(base, Scalar) else "this"
        raise cannot(node, f"kernels have no {name}() of {owner}")

    def _method_of_literal(self, sequence: Sequence, name: str, node: ast.Call) -> Value:
        """Return the value of a method of a list or dictionary that is written out."""
        if isinstance(sequence, Entries) and name == "items":
            return sequence.items
        if isinstance(sequence, Entries) and name == "keys":
            return sequence
        if isinstance(sequence, Entries) and name == "values":
            return Items(tuple(value for _, value in sequence.pairs))
        if isinstance(sequence, Entries) and name == "get" and sequence.known:
            key, default = self.value(node.args[0]), self.argument_or_none(node, 1)
            return self.look_up(sequence.known, key, node, self.as_scalar(default, node))
        if isinstance(sequence, Entries):
            return self.dict_method(self.build_dict(sequence, node), name, node)
        if name in ("count", "index", "copy"):
            return self.list_method(self.build_list(sequence, node), name, node)
        raise cannot(node, f"kernels have no such {name}()")
