"""Calls in normal form: a statement each, or a loop in the place of a function of Python."""

from __future__ import annotations

import ast
from collections.abc import Callable

from simlab.compiler.normal_form.counters import Counters
from simlab.compiler.normal_form.nodes import (
    EMPTY_FAULT,
    SORT,
    UNSET,
    Inner,
    Lowered,
    as_list,
    call,
    compare,
    has_star,
    is_before,
    is_call,
    is_from_keys,
    method,
    read,
)
from simlab.compiler.normal_form.written_out import BY_NAME, written_out
from simlab.compiler.writer import cannot

OPERATORS_OF_SETS: dict[str, ast.operator] = {
    "union": ast.BitOr(),
    "intersection": ast.BitAnd(),
    "difference": ast.Sub(),
    "symmetric_difference": ast.BitXor(),
}
COMPARISONS_OF_SETS: dict[str, ast.cmpop] = {
    "issubset": ast.LtE(),
    "issuperset": ast.GtE(),
    "isdisjoint": ast.Eq(),
}
"""Methods of sets, and the operators that mean the same."""


class Calls(Counters):
    """Writes calls."""

    # calls

    def _value_call(self, node: ast.Call) -> ast.expr:
        lowered_call = self._call(node)
        if not isinstance(lowered_call, ast.Call) or self._only_reads(lowered_call):
            return lowered_call
        name = self._new("value")
        self._assign(name, lowered_call)
        return read(name)

    def _call(self, node: ast.Call) -> ast.expr:
        """Return a call whose arguments are in normal form, or what is left of it."""
        func = node.func
        if self._default_of(node) is not None:
            return self._new_counter(node)
        module, _, name = self.around.full_name(func).rpartition(".")
        if (module, name) == ("math", "prod"):
            return self._total(node, ast.Mult(), ast.Constant(1))
        if module == "math" and name in BY_NAME:
            return self._inline(Inner(written_out(name, node), {}), node)
        if isinstance(func, ast.Name):
            inner = self.names.get(func.id)
            if isinstance(inner, Inner):
                return self._inline(inner, node)
            translate = getattr(self, f"_call_{func.id}", None)
            if translate is not None and self._is_python(node, {func.id}):
                value: ast.expr = translate(node)
                return value
            return self._with_arguments(node, lambda: self._value(func))
        if isinstance(func, ast.Lambda):
            return self._inline(Inner(func, self.names), node)
        if not isinstance(func, ast.Attribute):
            raise cannot(node, "kernels call methods and functions by their names")
        counted = self._of_counter(node, func)
        if counted is not None:
            return counted
        is_written = self.around.is_method(func.value, func.attr)
        if func.attr in ("extend", "update", "sort") and not is_written:
            return self._change_list(node, func)
        if func.attr in BY_NAME and not is_written:
            function_call = ast.Call(func, [func.value], [])
            return self._inline(Inner(written_out(func.attr, node), {}), function_call)
        if is_from_keys(node):
            return self._make(node)
        if func.attr in (*OPERATORS_OF_SETS, *COMPARISONS_OF_SETS) and not is_written:
            return self._of_sets(node, func)
        if ast.unparse(func) == "', '.join":
            return ast.Call(func, [self._numbers(node.args[0])], [])
        if ast.unparse(func.value) == "super()":
            return self._with_arguments(node, lambda: func)

        def receiver() -> ast.expr:
            return ast.Attribute(self._value(func.value), func.attr, ast.Load())

        return self._with_arguments(node, receiver)

    def _of_sets(self, node: ast.Call, func: ast.Attribute) -> ast.expr:
        """Return what a method of a set does as an operator between sets."""
        sets: list[ast.expr] = [ast.Call(read("set"), [argument], []) for argument in node.args]
        if func.attr == "isdisjoint":
            return ast.UnaryOp(ast.Not(), self._value(ast.BinOp(func.value, ast.BitAnd(), sets[0])))
        if func.attr in COMPARISONS_OF_SETS:
            return self._value(compare(func.value, COMPARISONS_OF_SETS[func.attr], sets[0]))
        expression = func.value
        for operand in sets:
            expression = ast.BinOp(expression, OPERATORS_OF_SETS[func.attr], operand)
        return self._value(expression)

    def _numbers(self, node: ast.expr) -> ast.expr:
        """Return numbers that are joined in the text of an event: map(str, numbers)."""
        if not self._is_python(node, {"map"}):
            raise cannot(node, "kernels join numbers only: ', '.join(map(str, numbers))")
        assert isinstance(node, ast.Call)
        return ast.Call(node.func, [node.args[0], self._iterable(node.args[1])], [])

    def _with_arguments(self, node: ast.Call, function: Callable[[], ast.expr]) -> ast.Call:
        """Return a call with its arguments as they are given to it."""
        # Python evaluates the function before its arguments
        with self._apart() as lines:
            func = function()
        self.lines += lines
        nodes = [*node.args, *(keyword.value for keyword in node.keywords)]
        if isinstance(func, ast.Attribute):
            owner, *values = self._values([Lowered(func.value), *map(self._argument, nodes)])
            func = ast.Attribute(owner, func.attr, ast.Load())
        else:
            values = self._values([self._argument(argument) for argument in nodes])
        keywords = [
            ast.keyword(keyword.arg, value)
            for keyword, value in zip(node.keywords, values[len(node.args) :], strict=True)
        ]
        return ast.Call(func, values[: len(node.args)], keywords)

    @staticmethod
    def _argument(node: ast.expr) -> ast.expr:
        """Return an argument; a generator is given as a list."""
        return as_list(node) if isinstance(node, ast.GeneratorExp) else node

    def _change_list(self, node: ast.Call, func: ast.Attribute) -> ast.expr:
        """Write what adds the items of an iterable to a list, or orders it."""
        if func.attr == "sort":
            owner = self._save(self._value(func.value), "items")
            return self._sort(owner, node)
        [added] = node.args
        with self._apart() as lines_before:
            owner = self._value(func.value)
        with self._apart() as lines:
            value = self._iterable(added)
        self.lines += lines_before
        # only if the argument may change what the name stands for: a copy costs a variable
        owner = self._save(owner) if self._does_something(lines) else owner
        self.lines += lines
        return method(owner, func.attr, value)

    def _sort(self, items: ast.expr, node: ast.Call) -> ast.expr:
        """Return the order of a list by the keys of its items, each of which is asked for once."""
        options = {str(keyword.arg): keyword.value for keyword in node.keywords}
        if options.keys() - {"key", "reverse"}:
            raise cannot(node, f"kernels know no {min(options.keys() - {'key', 'reverse'})}= here")
        key, keys = options.get("key"), list[ast.expr]()
        is_none = isinstance(key, ast.Constant) and key.value is None
        turned = self._save(self._value(options.get("reverse", ast.Constant(False))))
        if key is not None and not is_none:
            item = self._new("item")
            with self._apart() as lines:
                ranks = self._ranks(key, read(item))
                with self._apart() as lines_before:
                    keys = [self._new_list("keys", ast.List([], ast.Load())) for _ in ranks]
                # once for each item, as in Python: keys may draw or report
                for rank, key_list in zip(ranks, keys, strict=True):
                    self._do(method(key_list, "append", rank))
            self.lines += lines_before
            self._write(ast.For(ast.Name(item, ast.Store()), items, lines, []))
        return call(SORT, items, turned, *keys)

    def _ranks(self, key: ast.expr | None, item: ast.expr) -> list[ast.expr]:
        """Return the numbers by which an item is compared."""
        key_value = item if key is None else self._apply(key, item)
        parts = (
            key_value.elts
            if isinstance(key_value, ast.Tuple) and not has_star(key_value)
            else [key_value]
        )
        return [self._save(part, "rank") for part in parts]

    # functions of Python that go through items

    def _call_any(self, node: ast.Call) -> ast.expr:
        return self._test_items(node, is_any=True)

    def _call_all(self, node: ast.Call) -> ast.expr:
        return self._test_items(node, is_any=False)

    def _test_items(self, node: ast.Call, is_any: bool) -> ast.expr:
        name = self._new("any" if is_any else "all")
        self._assign(name, ast.Constant(not is_any))
        stop: ast.expr = read(name) if is_any else ast.UnaryOp(ast.Not(), read(name))

        def test(item: ast.expr) -> None:
            with self._apart() as lines:
                self._assign(name, ast.Constant(is_any))
            self._if(item if is_any else ast.UnaryOp(ast.Not(), item), lines)

        # whichever item decides, the answer is the same
        with self._in_order(False):
            self._each(node.args[0], test, stop)
        return read(name)

    def _call_sum(self, node: ast.Call) -> ast.expr:
        return self._total(node, ast.Add(), ast.Constant(0))

    def _total(self, node: ast.Call, sign: ast.operator, empty: ast.expr) -> ast.expr:
        """Return what an operator makes of all items."""
        starts = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
        items = self._plain(node.args[0])
        if not isinstance(items, ast.GeneratorExp):
            items = Lowered(self._iterable(items))
        name = self._new("total")
        self._assign(name, self._value(starts[0]) if starts else empty)
        with self._in_order(False):
            self._each(
                items,
                lambda item: self._write(ast.AugAssign(ast.Name(name, ast.Store()), sign, item)),
            )
        return read(name)

    def _call_len(self, node: ast.Call) -> ast.expr:
        list_and_indices = self._own_places(node.args[0])
        if list_and_indices is not None:
            node = ast.Call(node.func, [list_and_indices[1]], [])
        return ast.Call(node.func, [self._value(node.args[0])], [])

    def _call_min(self, node: ast.Call) -> ast.expr:
        return self._extreme(node, ast.Lt())

    def _call_max(self, node: ast.Call) -> ast.expr:
        return self._extreme(node, ast.Gt())

    def _extreme(self, node: ast.Call, operator: ast.cmpop) -> ast.expr:
        """Return the first of the smallest or largest values."""
        options = {str(keyword.arg): keyword.value for keyword in node.keywords}
        if options.keys() - {"key", "default"}:
            raise cannot(node, f"kernels know no {min(options.keys() - {'key', 'default'})}= here")
        key = options.get("key")
        key = None if isinstance(key, ast.Constant) and key.value is None else key
        is_several = len(node.args) > 1
        if is_several and key is None and not has_star(node):
            return ast.Call(node.func, self._values(node.args), [])
        items = ast.List(node.args, ast.Load()) if is_several or has_star(node) else node.args[0]
        default = None
        if "default" in options:
            items, default = self._with_default(items, options["default"])
        return self._best(items, key, operator, default)

    def _with_default(self, items: ast.expr, default: ast.expr) -> tuple[ast.expr, ast.expr]:
        """Write a default, which is an argument like others; return it with what is gone through.

        Of a generator, Python asks for the first list before, and for its items after it.
        """
        is_lazy = isinstance(items, ast.GeneratorExp)
        with self._apart() as lines:
            value = self._value(default)
            is_new = isinstance(value, ast.List | ast.Dict)
            value = value if is_new else self._save(value)
        if not is_lazy or self._does_something(lines):
            first_iterable = (
                items.generators[0].iter if isinstance(items, ast.GeneratorExp) else items
            )
            iterable = self._iterable(first_iterable)
            iterable = Lowered(
                self._save(iterable, "items") if self._does_something(lines) else iterable
            )
            items = (
                _with_first(items, iterable) if isinstance(items, ast.GeneratorExp) else iterable
            )
        self.lines += lines
        return items, value

    def _best(
        self, items: ast.expr, key: ast.expr | None, operator: ast.cmpop, default: ast.expr | None
    ) -> ast.expr:
        best, is_found = self._new("best"), self._new("is_found")
        largest_ranks: list[str] = []

        def keep(item: ast.expr) -> None:
            ranks = self._ranks(key, item)
            largest_ranks.extend(self._new("most") for _ in ranks[len(largest_ranks) :])
            better = is_before(ranks, list(map(read, largest_ranks)), operator)
            with self._apart() as lines:
                self._assign(best, item)
                self._assign(is_found, ast.Constant(True))
                for name, rank in zip(largest_ranks, ranks, strict=True):
                    self._assign(name, rank)
            self._if(ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), read(is_found)), better]), lines)

        # equal values are the same number, but of equal keys the first item counts
        with self._apart() as loop, self._in_order(key is not None):
            self._each(items, keep)
        for name in (best, *largest_ranks):
            self._assign(name, read(UNSET))
        self._assign(is_found, ast.Constant(False))
        self.lines += loop
        with self._apart() as none:
            if default is None:
                self._write(self._raise(EMPTY_FAULT))
            else:
                self._assign(best, default)
        self._if(ast.UnaryOp(ast.Not(), read(is_found)), none)
        return read(best)

    def _call_sorted(self, node: ast.Call) -> ast.expr:
        new_list = self._new_list("items", ast.List([], ast.Load()))
        with self._in_order(any(keyword.arg == "key" for keyword in node.keywords)):
            self._extend(new_list, node.args[0])
        self._do(self._sort(new_list, node))
        return new_list

    def _call_list(self, node: ast.Call) -> ast.expr:
        return self._make(node) if node.args else ast.List([], ast.Load())

    _call_tuple = _call_list

    def _call_set(self, node: ast.Call) -> ast.expr:
        return self._make(node) if node.args else call("set")

    _call_frozenset = _call_set

    def _call_dict(self, node: ast.Call) -> ast.expr:
        if node.keywords:
            raise cannot(node, "write {...}")
        return self._make(node) if node.args else ast.Dict([], [])

    def _call_next(self, node: ast.Call) -> ast.expr:
        """Return the first item, which is all that is asked for."""
        items, *defaults = node.args
        items = items.args[0] if isinstance(items, ast.Call) and is_call(items, "iter") else items
        first_item, is_found = self._new("first"), self._new("is_found")
        if defaults:
            items, defaults[0] = self._with_default(items, defaults[0])
        self._assign(first_item, read(UNSET))
        self._assign(is_found, ast.Constant(False))

        def keep(item: ast.expr) -> None:
            self._assign(first_item, item)
            self._assign(is_found, ast.Constant(True))

        self._each(items, keep, read(is_found))
        with self._apart() as none:
            if defaults:
                self._assign(first_item, defaults[0])
            else:
                self._write(self._raise(EMPTY_FAULT))
        self._if(ast.UnaryOp(ast.Not(), read(is_found)), none)
        return read(first_item)

    def _call_iter(self, node: ast.Call) -> ast.expr:
        return self._iterable(node.args[0])

    def _call_divmod(self, node: ast.Call) -> ast.expr:
        dividend, divisor = (self._save(operand) for operand in self._values(node.args))
        parts = [ast.BinOp(dividend, sign, divisor) for sign in (ast.FloorDiv(), ast.Mod())]
        return ast.Tuple(list(parts), ast.Load())

    def _call_pow(self, node: ast.Call) -> ast.expr:
        if len(node.args) != 2:
            raise cannot(node, "kernels have no pow() of three numbers")
        base, exponent = self._values(node.args)
        return ast.BinOp(base, ast.Pow(), exponent)


def _with_first(node: ast.GeneratorExp, items: ast.expr) -> ast.GeneratorExp:
    """Return a generator that goes through something else first."""
    first, *inner_loops = node.generators
    loop = ast.comprehension(first.target, items, first.ifs, first.is_async)
    return ast.copy_location(ast.GeneratorExp(node.elt, [loop, *inner_loops]), node)
