"""Expressions in normal form: what is left of them once what they do is written."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from simlab.compiler.normal_form.lines import Lines
from simlab.compiler.normal_form.nodes import NOT_HERE, Lowered, compare, note_of, read, truth
from simlab.compiler.writer import called, cannot

AS_IT_IS = -1
"""The conversion of a value in a text that is put together, unless one is asked for."""


class Expressions(Lines):
    """Writes what expressions do."""

    def _value(self, node: ast.expr) -> ast.expr:
        """Return what is left of an expression once what it does is written: it only reads."""
        method = getattr(self, f"_value_{type(node).__name__.lower()}", None)
        if method is None:
            raise cannot(node, f"kernels have no {called(node)}")
        own: ast.expr = method(node)
        return own

    def _values(self, nodes: Sequence[ast.expr]) -> list[ast.expr]:
        """Return expressions from left to right, each as it is before what a later one does."""
        values: list[ast.expr] = []
        for node in nodes:
            with self._apart() as lines:
                last = self._value(node)
            if self._does_something(lines):
                values = [self._saved(each) for each in values]
            self.lines += lines
            values.append(last)
        return values

    def _value_lowered(self, node: Lowered) -> ast.expr:
        return node.own

    def _value_constant(self, node: ast.Constant) -> ast.expr:
        return node

    def _value_name(self, node: ast.Name) -> ast.expr:
        return self._name(node.id)

    def _value_attribute(self, node: ast.Attribute) -> ast.expr:
        return ast.Attribute(self._value(node.value), node.attr, ast.Load())

    def _value_subscript(self, node: ast.Subscript) -> ast.expr:
        base, index = self._values([node.value, node.slice])
        return ast.Subscript(base, index, ast.Load())

    def _value_slice(self, node: ast.Slice) -> ast.expr:
        given = [each for each in (node.lower, node.upper, node.step) if each is not None]
        left = iter(self._values(given))
        return ast.Slice(
            *(None if each is None else next(left) for each in (node.lower, node.upper, node.step))
        )

    def _value_joinedstr(self, node: ast.JoinedStr) -> ast.expr:
        """Return a text that is put together: kernels have one as the name of an event only."""
        parts = [each for each in node.values if isinstance(each, ast.FormattedValue)]
        if any(each.conversion != AS_IT_IS or each.format_spec is not None for each in parts):
            raise cannot(node, f"kernels have no {called(node)}")
        values = iter(self._values([each.value for each in parts]))
        return ast.JoinedStr(
            [
                ast.FormattedValue(next(values), AS_IT_IS, None)
                if isinstance(each, ast.FormattedValue)
                else each
                for each in node.values
            ]
        )

    def _value_starred(self, node: ast.Starred) -> ast.expr:
        return ast.Starred(self._value(node.value), ast.Load())

    def _value_unaryop(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not):
            return ast.UnaryOp(node.op, self._test(node.operand))
        return ast.UnaryOp(node.op, self._value(node.operand))

    def _value_binop(self, node: ast.BinOp) -> ast.expr:
        if self._is_sum_of_lists(node):
            return self._made(node)
        left, right = self._values([node.left, node.right])
        return ast.BinOp(left, node.op, right)

    def _is_sum_of_lists(self, node: ast.BinOp) -> bool:
        """Return whether it is seen that lists are added: one of them is written out."""
        if not isinstance(node.op, ast.Add):
            return False
        for side in (node.left, node.right):
            if isinstance(side, ast.List | ast.ListComp) or (
                isinstance(side, ast.BinOp) and self._is_sum_of_lists(side)
            ):
                return True
        return False

    def _value_namedexpr(self, node: ast.NamedExpr) -> ast.expr:
        self._store(node.target, self._value(node.value))
        return self._name(node.target.id)

    def _value_lambda(self, node: ast.Lambda) -> ast.expr:
        raise cannot(node, NOT_HERE)

    def _value_boolop(self, node: ast.BoolOp) -> ast.expr:
        return self._joined(node, self._value, lambda own: own)

    def _test(self, node: ast.expr) -> ast.expr:
        """Return a test, of which only counts whether it is true."""
        if isinstance(node, ast.BoolOp):
            return self._joined(node, self._test, truth)
        return self._value(node)

    def _joined(
        self,
        node: ast.BoolOp,
        lower: Callable[[ast.expr], ast.expr],
        kept: Callable[[ast.expr], ast.expr],
    ) -> ast.expr:
        """Return `and` or `or`: what a later part does is done only if it counts."""
        first, *others = node.values
        own = lower(first)
        parts: list[tuple[list[ast.stmt], ast.expr]] = []
        for each in others:
            with self._apart() as lines:
                value = lower(each)
            parts.append((lines, value))
        if not any(lines for lines, _ in parts):
            return ast.BoolOp(node.op, [own, *(value for _, value in parts)])
        name = self._new("value")
        self._assign(name, kept(own))
        for place, (lines, value) in enumerate(parts, 1):
            with self._apart() as inside:
                self.lines += lines
                self._assign(name, kept(value))
            before: ast.expr = self._renamed(
                first if place == 1 else ast.BoolOp(node.op, node.values[:place])
            )
            test: ast.expr = read(name)
            if isinstance(node.op, ast.Or):
                test, before = ast.UnaryOp(ast.Not(), test), ast.UnaryOp(ast.Not(), before)
            self._if(test, inside, known=before)
        return read(name)

    def _value_ifexp(self, node: ast.IfExp) -> ast.expr:
        if any(isinstance(each, ast.ListComp | ast.List) for each in (node.body, node.orelse)):
            return self._made(node)
        test, known = self._test(node.test), self._renamed(node.test)
        parts = []
        for each in (node.body, node.orelse):
            with self._apart() as lines:
                value = self._value(each)
            parts.append((lines, value))
        if not any(lines for lines, _ in parts):
            own = ast.IfExp(test, parts[0][1], parts[1][1])
            note_of(own).known = known
            return own
        name = self._new("value")
        branches = []
        for lines, value in parts:
            with self._apart() as inside:
                self.lines += lines
                self._assign(name, value)
            branches.append(inside)
        self._if(test, branches[0], branches[1], known)
        return read(name)

    def _value_compare(self, node: ast.Compare) -> ast.expr:
        if len(node.ops) == 1:
            return self._compared(node.left, node.ops[0], node.comparators[0])
        with self._apart() as lines:
            operands = self._values([node.left, *node.comparators])
        if not lines:
            return ast.Compare(operands[0], node.ops, operands[1:])
        name = self._new("value")
        left: ast.expr = Lowered(self._saved(self._value(node.left)))
        pairs = list(zip(node.ops, node.comparators, strict=True))
        self._compare_next(name, left, pairs)
        return read(name)

    def _compare_next(
        self, name: str, left: ast.expr, pairs: list[tuple[ast.cmpop, ast.expr]]
    ) -> None:
        """Write the comparisons in a row that count if those before them hold."""
        (operator, right), *others = pairs
        one, other = self._values([left, right])
        other = self._saved(other) if others else other
        self._assign(name, compare(one, operator, other))
        if others:
            with self._apart() as lines:
                self._compare_next(name, Lowered(other), others)
            self._if(read(name), lines)

    def _compared(self, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
        is_in = isinstance(operator, ast.In | ast.NotIn)
        if is_in and isinstance(right, ast.GeneratorExp | ast.ListComp):
            sought = self._saved(self._value(left), "sought")
            own = self._found(sought, right)
            return own if isinstance(operator, ast.In) else ast.UnaryOp(ast.Not(), own)
        if is_in and isinstance(right, ast.Set):
            right = ast.Tuple(right.elts, ast.Load())
        one, other = self._values([left, right])
        return compare(one, operator, other)

    def _found(self, sought: ast.expr, items: ast.expr) -> ast.expr:
        """Write the search for a value; return whether it is there."""
        found = self._new("found")
        self._assign(found, ast.Constant(False))

        def look(item: ast.expr) -> None:
            with self._apart() as lines:
                self._assign(found, ast.Constant(True))
            self._if(compare(sought, ast.Eq(), item), lines)

        with self._in_order(False):
            self._each(items, look, read(found))
        return read(found)
