"""Counters in normal form: a Counter or defaultdict is a dict that says what a missing key has."""

from __future__ import annotations

import ast
import builtins
from collections import Counter, defaultdict
from dataclasses import dataclass

from simlab.compiler.normal_form.lists import Lists
from simlab.compiler.normal_form.nodes import Lowered, as_read, call, method, note_of
from simlab.compiler.writer import cannot

ELSEWHERE = (
    "kernels keep a Counter or defaultdict in one variable, and ask it there; give dict(...) to"
    " others"
)
FACTORIES = {"int": ast.Constant(0), "list": ast.List([], ast.Load()), "set": call("set")}
"""What functions make for a key that is missing."""
ASKED = frozenset({"get", "keys", "values", "items", "pop", "setdefault", "clear"})
"""Methods that a Counter has as a dict has them."""


@dataclass(frozen=True)
class Default:
    """What a key has that is missing, and whether it is there once it was asked for."""

    value: ast.expr
    is_entered: bool


class Counters(Lists):
    """Writes Counters and defaultdicts as dicts."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._parents = {
            child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }
        self._defaults: dict[str, Default] = {}
        """What missing keys have of the variables that hold Counters or defaultdicts."""
        for node in ast.walk(self.tree):
            name = self._variable_of(node)
            default = self._default_of(node) if isinstance(node, ast.Call) and name else None
            if default is not None:
                self._defaults[name] = default
        self._mixed = {each.arg for each in self.tree.args.args} | {
            node.id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Store)
            and node.id in self._defaults
            and not self._is_given(node, self._defaults[node.id])
        }
        """Variables that hold something else at other times."""

    def _is_given(self, name: ast.Name, default: Default) -> bool:
        """Return whether a variable is given a Counter or defaultdict of a kind."""
        value = getattr(self._parents[name], "value", None)
        own = self._default_of(value) if isinstance(value, ast.Call) else None
        if own is None or own.is_entered != default.is_entered:
            return False
        return ast.dump(own.value) == ast.dump(default.value)

    def _variable_of(self, node: ast.AST) -> str:
        """Return the variable to which an expression is assigned, if that is done at once."""
        parent = self._parents.get(node)
        targets = parent.targets if isinstance(parent, ast.Assign) else []
        target = targets[0] if len(targets) == 1 else None
        target = parent.target if isinstance(parent, ast.AnnAssign) else target
        return target.id if isinstance(target, ast.Name) else ""

    def _default_of(self, node: ast.expr) -> Default | None:
        """Return what a missing key of a dict has, if it is a Counter or defaultdict."""
        if isinstance(node, ast.Name):
            return None if node.id in self.names else self._defaults.get(node.id)
        meaning = self.around.meaning(node.func) if isinstance(node, ast.Call) else None
        if meaning is Counter:
            return Default(ast.Constant(0), is_entered=False)
        if meaning is not defaultdict:
            return None
        assert isinstance(node, ast.Call), "it has a function"
        factory = node.args[0] if len(node.args) == 1 else None
        if isinstance(factory, ast.Lambda) and isinstance(factory.body, ast.Constant):
            return Default(factory.body, is_entered=True)
        made = FACTORIES.get(ast.unparse(factory)) if factory else None
        return None if made is None else Default(made, is_entered=True)

    def _expect_asked(self, node: ast.expr) -> None:
        """Refuse a Counter or defaultdict where something else gets it, which may ask for keys."""
        child: ast.AST = node
        parent = self._parents.get(node)
        while isinstance(parent, ast.BoolOp):
            child, parent = parent, self._parents.get(parent)
        is_test = child is getattr(parent, "test", None) or isinstance(parent, ast.UnaryOp)
        is_asked = isinstance(parent, ast.For | ast.comprehension | ast.Starred)
        if isinstance(parent, ast.Call):
            is_asked = self._is_python(parent, vars(builtins))
        elif isinstance(parent, ast.Compare):
            is_asked = all(isinstance(each, ast.In | ast.NotIn) for each in parent.ops)
        elif isinstance(parent, ast.Attribute | ast.Subscript):
            is_asked = child is parent.value
        if parent is not None and not (is_test or is_asked):
            raise cannot(node, ELSEWHERE)

    def _value_name(self, node: ast.Name) -> ast.expr:
        if self._default_of(node) is not None:
            self._expect_asked(node)
        return super()._value_name(node)

    def _value_subscript(self, node: ast.Subscript) -> ast.expr:
        default = self._default_of(node.value)
        if default is None or not isinstance(node.ctx, ast.Load):
            return super()._value_subscript(node)
        base, key = self._values([node.value, node.slice])
        if not default.is_entered:
            return method(base, "get", key, default.value)
        return self._saved_as("value", method(base, "setdefault", key, default.value))

    def _place(self, target: ast.expr) -> ast.expr:
        """Return where something is assigned, or is taken out; a key need not be there."""
        own = as_read(target)
        return super()._value_subscript(own) if isinstance(own, ast.Subscript) else self._value(own)

    def _new_counter(self, node: ast.Call) -> ast.expr:
        """Write a Counter or defaultdict; return the dict that it is."""
        name = self._variable_of(node)
        if not name:
            self._expect_asked(node)
        if name in self._mixed:
            raise cannot(node, f"{name} holds something else at other times; use two names")
        made = self._new_list("counts", ast.Dict([], []))
        if node.args and self.around.meaning(node.func) is Counter:
            [items] = node.args
            self._each(items, lambda item: self._count(made, item))
            note_of(self.lines[-1]).is_counted = not isinstance(items, ast.GeneratorExp)
        return made

    def _count(self, made: ast.expr, item: ast.expr) -> None:
        key = self._saved(item, "key")
        more = ast.BinOp(method(made, "get", key, ast.Constant(0)), ast.Add(), ast.Constant(1))
        self._set_key(made, key, more)

    def _of_counter(self, node: ast.Call, func: ast.Attribute) -> ast.expr | None:
        """Return the value of a method that only a Counter has, or None."""
        default = self._default_of(func.value)
        if default is None or default.is_entered or func.attr in ASKED:
            return None
        text = {
            "total": "sum(it.values())",
            "most_common": "sorted(it.items(), key=lambda pair: pair[1], reverse=True)",
        }.get(func.attr)
        if text is None:
            raise cannot(node, f"kernels have no {func.attr}() of a Counter; write a loop")
        own = ast.parse(text, mode="eval").body
        counter = self._saved(self._value(func.value), "counts")
        outer, self.names = self.names, {**self.names, "it": counter}
        items = self._value(own)
        self.names = outer
        if not node.args or func.attr == "total":
            return items
        n = call("max", self._value(node.args[0]), ast.Constant(0))
        return ast.Subscript(items, ast.Slice(None, n, None), ast.Load())

    def _change_counter(self, node: ast.AugAssign) -> bool:
        """Write what changes the item of a Counter; of a defaultdict, that its key is there."""
        target = node.target
        default = self._default_of(target.value) if isinstance(target, ast.Subscript) else None
        if default is None or not isinstance(target, ast.Subscript):
            return False
        if default.is_entered:
            self._value(ast.Subscript(target.value, target.slice, ast.Load()))
            return False
        base, index = self._values([target.value, target.slice])
        key = self._saved(index, "key")
        before = self._saved_as("before", method(base, "get", key, default.value))
        value = self._value(ast.BinOp(Lowered(before), node.op, node.value))
        self._set_key(base, key, value)
        return True

    def _dropped(self, target: ast.expr) -> bool:
        """Write that a key is taken out of a Counter, where it need not be there."""
        default = self._default_of(target.value) if isinstance(target, ast.Subscript) else None
        if default is None or default.is_entered or not isinstance(target, ast.Subscript):
            return False
        base, key = self._values([target.value, target.slice])
        self._do(method(base, "pop", key, default.value))
        return True
