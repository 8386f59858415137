"""Counters in normal form: a Counter or defaultdict is a dict that says what a missing key has."""

from __future__ import annotations

import ast
import builtins
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from simlab.compiler.normal_form.lists import Lists, parts_of
from simlab.compiler.normal_form.nodes import Lowered, as_read, call, method, note_of
from simlab.compiler.writer import cannot

ELSEWHERE = (
    "kernels keep a Counter or defaultdict in one variable, and ask it there; give dict(...) to"
    " others"
)
ONE = ast.Constant(1)
FACTORIES = {"int": ast.Constant(0), "list": ast.List([], ast.Load()), "set": call("set")}
"""What functions make for a key that is missing."""
METHODS = {
    "total": "sum(it.values())",
    "most_common": "sorted(it.items(), key=lambda pair: pair[1], reverse=True)",
    "elements": "[key for key, n in it.items() for _ in range(n)]",
}
"""What methods of a Counter return, of which it is a dict."""
COUNTS: Mapping[type[ast.operator], str] = {
    ast.Add: "it.get(key, 0) + other.get(key, 0)",
    ast.Sub: "it.get(key, 0) - other.get(key, 0)",
    ast.BitAnd: "min(it.get(key, 0), other.get(key, 0))",
    ast.BitOr: "max(it.get(key, 0), other.get(key, 0))",
}
"""What operators between Counters make of the number of a key; only those above zero stay."""
COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "all(it.get(key, 0) == other.get(key, 0) for key in [*it, *other])",
    ast.NotEq: "any(it.get(key, 0) != other.get(key, 0) for key in [*it, *other])",
    ast.LtE: "all(it.get(key, 0) <= other.get(key, 0) for key in [*it, *other])",
    ast.GtE: "all(it.get(key, 0) >= other.get(key, 0) for key in [*it, *other])",
}
CHANGES: Mapping[str, ast.operator] = {"update": ast.Add(), "subtract": ast.Sub()}
"""Methods that change a Counter by what is in another one, or by items that are counted."""
ASKED = frozenset({"get", "keys", "values", "items", "pop", "setdefault", "clear"})
"""Methods that a Counter has as a dict has them."""


@dataclass(frozen=True)
class Default:
    """What a key has that is missing, and whether it is there once it was asked for."""

    value: ast.expr
    is_entered: bool


A_COUNTER = Default(ast.Constant(0), is_entered=False)


class Counters(Lists):
    """Writes Counters and defaultdicts as dicts."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._parents = {
            child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }
        self._defaults: dict[str, Default] = {}
        """What missing keys have of the variables that hold Counters or defaultdicts."""
        while self._find_defaults():
            pass  # a Counter may be calculated from others
        self._mixed = {argument.arg for argument in self.tree.args.args} | {
            node.id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Store)
            and node.id in self._defaults
            and not self._is_given(node, self._defaults[node.id])
        }
        """Variables that hold something else at other times."""

    def _find_defaults(self) -> bool:
        """Note the variables that are given Counters or defaultdicts; return whether one is new."""
        n_known = len(self._defaults)
        for node in ast.walk(self.tree):
            name = self._variable_of(node)
            if name and isinstance(node, ast.Call | ast.BinOp):
                default = self._default_of(node)
                self._defaults |= {} if default is None else {name: default}
        return len(self._defaults) > n_known

    def _is_given(self, name: ast.Name, default: Default) -> bool:
        """Return whether a variable is given a Counter or defaultdict of a kind."""
        value = getattr(self._parents[name], "value", None)
        value_default = self._default_of(value) if isinstance(value, ast.Call | ast.BinOp) else None
        if value_default is None or value_default.is_entered != default.is_entered:
            return False
        return ast.dump(value_default.value) == ast.dump(default.value)

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
            # a variable of an inner function has another name
            variable = self.names.get(node.id, node)
            return self._defaults.get(variable.id) if isinstance(variable, ast.Name) else None
        if isinstance(node, ast.BinOp):
            left_default = self._default_of(node.left)
            is_made = left_default == self._default_of(node.right) and type(node.op) in COUNTS
            return (
                left_default
                if is_made and left_default is not None and not left_default.is_entered
                else None
            )
        meaning = self.around.meaning(node.func) if isinstance(node, ast.Call) else None
        if meaning is Counter:
            return A_COUNTER
        if meaning is not defaultdict:
            return None
        assert isinstance(node, ast.Call), "it has a function"
        factory = node.args[0] if len(node.args) == 1 else None
        if isinstance(factory, ast.Lambda) and isinstance(factory.body, ast.Constant):
            return Default(factory.body, is_entered=True)
        default_value = FACTORIES.get(ast.unparse(factory)) if factory else None
        return None if default_value is None else Default(default_value, is_entered=True)

    def _expect_asked(self, node: ast.expr) -> None:
        """Refuse a Counter or defaultdict where something else gets it, which may ask for keys."""
        child: ast.AST = node
        parent = self._parents.get(node)
        while isinstance(parent, ast.BoolOp):
            child, parent = parent, self._parents.get(parent)
        is_test = child is getattr(parent, "test", None) or isinstance(parent, ast.UnaryOp)
        is_asked = isinstance(parent, ast.For | ast.comprehension | ast.Starred)
        if isinstance(parent, ast.Call):
            is_asked = self._is_python(parent, vars(builtins)) or self._changes_counter(parent)
        elif isinstance(parent, ast.Compare):
            is_asked = all(isinstance(operator, ast.In | ast.NotIn) for operator in parent.ops)
            is_asked |= self._is_of_counters(parent)
        elif isinstance(parent, ast.BinOp | ast.AugAssign):
            is_asked = self._default_of(_operation(parent)) is not None
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
        return self._save_as("value", method(base, "setdefault", key, default.value))

    def _place(self, target: ast.expr) -> ast.expr:
        """Return where something is assigned, or is taken out; a key need not be there."""
        read_target = as_read(target)
        return (
            super()._value_subscript(read_target)
            if isinstance(read_target, ast.Subscript)
            else self._value(read_target)
        )

    def _expect_kept(self, node: ast.expr) -> None:
        """Refuse a new Counter or defaultdict but where it is asked, or in a variable for it."""
        name = self._variable_of(node)
        if not name:
            self._expect_asked(node)
        if name in self._mixed:
            raise cannot(node, f"{name} holds something else at other times; use two names")

    def _new_counter(self, node: ast.Call) -> ast.expr:
        """Write a Counter or defaultdict; return the dict that it is."""
        self._expect_kept(node)
        counts = self._new_list("counts", ast.Dict([], []))
        if node.args and self.around.meaning(node.func) is Counter:
            [items] = node.args
            self._each(items, lambda item: self._count(counts, item))
            note_of(self.lines[-1]).is_counted = not isinstance(items, ast.GeneratorExp)
        return counts

    def _count(
        self,
        counts: ast.expr,
        item: ast.expr,
        sign: ast.operator = CHANGES["update"],
        n: ast.expr = ONE,
    ) -> None:
        key = self._save(item, "key")
        new_count = ast.BinOp(method(counts, "get", key, ast.Constant(0)), sign, n)
        self._set_key(counts, key, new_count)

    def _is_of_counters(self, node: ast.Compare) -> bool:
        """Return whether two Counters are compared."""
        defaults = [self._default_of(operand) for operand in (node.left, *node.comparators)]
        return defaults == [A_COUNTER] * 2 and type(node.ops[0]) in COMPARED

    def _value_binop(self, node: ast.BinOp) -> ast.expr:
        if self._default_of(node) is None:
            return super()._value_binop(node)
        self._expect_kept(node)
        n = COUNTS[type(node.op)]
        template = f"{{key: {n} for key in [*it, *other] if {n} > 0}}"
        return self._fill_template(template, node.left, node.right)

    def _value_compare(self, node: ast.Compare) -> ast.expr:
        if not self._is_of_counters(node):
            return super()._value_compare(node)
        return self._fill_template(COMPARED[type(node.ops[0])], node.left, *node.comparators)

    def _fill_template(self, template: str, *dicts: ast.expr) -> ast.expr:
        """Return the value of an expression of `it` and `other`."""
        counters = [self._save(count, "counts") for count in self._values(dicts)]
        outer_names, self.names = (
            self.names,
            {**self.names, **dict(zip(("it", "other"), counters, strict=False))},
        )
        value = self._value(ast.parse(template, mode="eval").body)
        self.names = outer_names
        return value

    def _of_counter(self, node: ast.Call, func: ast.Attribute) -> ast.expr | None:
        """Return the value of a method that only a Counter has, or None."""
        default = self._default_of(func.value)
        if default is None or default.is_entered or func.attr in ASKED:
            return None
        if self._changes_counter(node):
            return self._update_counter(CHANGES[func.attr], func.value, node.args[0])
        if func.attr not in METHODS:
            raise cannot(node, f"kernels have no {func.attr}() of a Counter; write a loop")
        items = self._fill_template(METHODS[func.attr], func.value)
        if not node.args:
            return items
        n = call("max", self._value(node.args[0]), ast.Constant(0))
        return ast.Subscript(items, ast.Slice(None, n, None), ast.Load())

    def _changes_counter(self, node: ast.Call) -> bool:
        """Return whether a call adds things to a Counter, or takes them off."""
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr not in CHANGES:
            return False
        return len(node.args) == 1 and self._default_of(func.value) == A_COUNTER

    def _update_counter(self, sign: ast.operator, counter: ast.expr, counted: ast.expr) -> ast.expr:
        """Write what adds the items of something to a Counter, or takes them off."""
        counter_value = self._value(counter)
        if self._default_of(counted) is None:
            self._each(counted, lambda item: self._count(counter_value, item, sign))
            note_of(self.lines[-1]).is_counted = not isinstance(counted, ast.GeneratorExp)
        else:
            self._each(
                method(counted, "items"),
                lambda pair: self._count(counter_value, parts_of(pair)[0], sign, parts_of(pair)[1]),
            )
        return ast.Constant(None)

    def _change_counter(self, node: ast.AugAssign) -> bool:
        """Write what changes the item of a Counter; of a defaultdict, that its key is there."""
        target = node.target
        if isinstance(target, ast.Name) and self._default_of(_operation(node)) is not None:
            self._store(target, self._value_binop(_operation(node)))
            return True
        default = self._default_of(target.value) if isinstance(target, ast.Subscript) else None
        if default is None or not isinstance(target, ast.Subscript):
            return False
        if default.is_entered:
            self._value(ast.Subscript(target.value, target.slice, ast.Load()))
            return False
        base, index = self._values([target.value, target.slice])
        key = self._save(index, "key")
        old_count = self._save_as("before", method(base, "get", key, default.value))
        value = self._value(ast.BinOp(Lowered(old_count), node.op, node.value))
        self._set_key(base, key, value)
        return True

    def _drop_key(self, target: ast.expr) -> bool:
        """Write that a key is taken out of a Counter, where it need not be there."""
        default = self._default_of(target.value) if isinstance(target, ast.Subscript) else None
        if default is None or default.is_entered or not isinstance(target, ast.Subscript):
            return False
        base, key = self._values([target.value, target.slice])
        self._do(method(base, "pop", key, default.value))
        return True


def _operation(node: ast.BinOp | ast.AugAssign) -> ast.BinOp:
    """Return what an operator makes of two values."""
    if isinstance(node, ast.BinOp):
        return node
    return ast.BinOp(as_read(node.target), node.op, node.value)
