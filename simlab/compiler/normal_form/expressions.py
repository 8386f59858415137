"""Expressions in normal form: what is left of them once what they do is written."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from simlab.compiler.normal_form.lines import Lines
from simlab.compiler.normal_form.nodes import NOT_HERE, Lowered, compare, note_of, read, truth
from simlab.compiler.writer import cannot, construct_name

AS_IT_IS = -1
"""The conversion of a value in a text that is put together, unless one is asked for."""


class Expressions(Lines):
    """Writes what expressions do."""

    def _value(self, node: ast.expr) -> ast.expr:
        """Return what is left of an expression once what it does is written: it only reads."""
        method = getattr(self, f"_value_{type(node).__name__.lower()}", None)
        if method is None:
            raise cannot(node, f"kernels have no {construct_name(node)}")
        lowered: ast.expr = method(node)
        return lowered

    def _values(self, nodes: Sequence[ast.expr]) -> list[ast.expr]:
        """Return expressions from left to right, each as it is before what a later one does."""
        values: list[ast.expr] = []
        for node in nodes:
            with self._apart() as lines:
                last_value = self._value(node)
            if self._does_something(lines):
                values = [self._save(value) for value in values]
            self.lines += lines
            values.append(last_value)
        return values

    def _value_lowered(self, node: Lowered) -> ast.expr:
        return node.expression

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
        bounds = [bound for bound in (node.lower, node.upper, node.step) if bound is not None]
        remaining = iter(self._values(bounds))
        return ast.Slice(
            *(
                None if bound is None else next(remaining)
                for bound in (node.lower, node.upper, node.step)
            )
        )

    def _value_joinedstr(self, node: ast.JoinedStr) -> ast.expr:
        """Return a text that is put together: kernels have one as the name of an event only."""
        parts = [part for part in node.values if isinstance(part, ast.FormattedValue)]
        if any(part.conversion != AS_IT_IS or part.format_spec is not None for part in parts):
            raise cannot(node, f"kernels have no {construct_name(node)}")
        values = iter(self._values([part.value for part in parts]))
        return ast.JoinedStr(
            [
                ast.FormattedValue(next(values), AS_IT_IS, None)
                if isinstance(piece, ast.FormattedValue)
                else piece
                for piece in node.values
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
            return self._make(node)
        left_operand, right_operand = self._values([node.left, node.right])
        return ast.BinOp(left_operand, node.op, right_operand)

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
        return self._join(node, self._value, lambda value: value)

    def _test(self, node: ast.expr) -> ast.expr:
        """Return a test, of which only counts whether it is true."""
        if isinstance(node, ast.BoolOp):
            return self._join(node, self._test, truth)
        return self._value(node)

    def _join(
        self,
        node: ast.BoolOp,
        lower: Callable[[ast.expr], ast.expr],
        convert: Callable[[ast.expr], ast.expr],
    ) -> ast.expr:
        """Return `and` or `or`: what a later part does is done only if it counts."""
        first_operand, *later_operands = node.values
        first_value = lower(first_operand)
        parts: list[tuple[list[ast.stmt], ast.expr]] = []
        for operand in later_operands:
            with self._apart() as lines:
                value = lower(operand)
            parts.append((lines, value))
        if not any(lines for lines, _ in parts):
            return ast.BoolOp(node.op, [first_value, *(value for _, value in parts)])
        name = self._new("value")
        self._assign(name, convert(first_value))
        for number, (lines, value) in enumerate(parts, 1):
            with self._apart() as assignment:
                self.lines += lines
                self._assign(name, convert(value))
            earlier_test: ast.expr = self._in_normal_names(
                first_operand if number == 1 else ast.BoolOp(node.op, node.values[:number])
            )
            test: ast.expr = read(name)
            if isinstance(node.op, ast.Or):
                test, earlier_test = (
                    ast.UnaryOp(ast.Not(), test),
                    ast.UnaryOp(ast.Not(), earlier_test),
                )
            self._if(test, assignment, known_test=earlier_test)
        return read(name)

    def _value_ifexp(self, node: ast.IfExp) -> ast.expr:
        if any(isinstance(branch, ast.ListComp | ast.List) for branch in (node.body, node.orelse)):
            return self._make(node)
        test, renamed_test = self._test(node.test), self._in_normal_names(node.test)
        parts = []
        for branch in (node.body, node.orelse):
            with self._apart() as lines:
                value = self._value(branch)
            parts.append((lines, value))
        if not any(lines for lines, _ in parts):
            expression = ast.IfExp(test, parts[0][1], parts[1][1])
            note_of(expression).known = renamed_test
            return expression
        name = self._new("value")
        branches = []
        for lines, value in parts:
            with self._apart() as assignment:
                self.lines += lines
                self._assign(name, value)
            branches.append(assignment)
        self._if(test, branches[0], branches[1], renamed_test)
        return read(name)

    def _value_compare(self, node: ast.Compare) -> ast.expr:
        if len(node.ops) == 1:
            return self._compare(node.left, node.ops[0], node.comparators[0])
        with self._apart() as lines:
            operands = self._values([node.left, *node.comparators])
        if not lines:
            return ast.Compare(operands[0], node.ops, operands[1:])
        name = self._new("value")
        first_operand: ast.expr = Lowered(self._save(self._value(node.left)))
        pairs = list(zip(node.ops, node.comparators, strict=True))
        self._compare_next(name, first_operand, pairs)
        return read(name)

    def _compare_next(
        self, name: str, left_operand: ast.expr, pairs: list[tuple[ast.cmpop, ast.expr]]
    ) -> None:
        """Write the comparisons in a row that count if those before them hold."""
        (operator, right_operand), *more_pairs = pairs
        left_value, right_value = self._values([left_operand, right_operand])
        right_value = self._save(right_value) if more_pairs else right_value
        self._assign(name, compare(left_value, operator, right_value))
        if more_pairs:
            with self._apart() as lines:
                self._compare_next(name, Lowered(right_value), more_pairs)
            self._if(read(name), lines)

    def _compare(
        self, left_operand: ast.expr, operator: ast.cmpop, right_operand: ast.expr
    ) -> ast.expr:
        is_in = isinstance(operator, ast.In | ast.NotIn)
        if is_in and isinstance(right_operand, ast.GeneratorExp | ast.ListComp):
            sought = self._save(self._value(left_operand), "sought")
            is_found = self._search(sought, right_operand)
            return is_found if isinstance(operator, ast.In) else ast.UnaryOp(ast.Not(), is_found)
        if is_in and isinstance(right_operand, ast.Set):
            right_operand = ast.Tuple(right_operand.elts, ast.Load())
        left_value, right_value = self._values([left_operand, right_operand])
        return compare(left_value, operator, right_value)

    def _search(self, sought: ast.expr, items: ast.expr) -> ast.expr:
        """Write the search for a value; return whether it is there."""
        variable = self._new("found")
        self._assign(variable, ast.Constant(False))

        def look(item: ast.expr) -> None:
            with self._apart() as lines:
                self._assign(variable, ast.Constant(True))
            self._if(compare(sought, ast.Eq(), item), lines)

        with self._in_order(False):
            self._each(items, look, read(variable))
        return read(variable)
