"""Functions inside a function: they are written where they are called."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from simlab.compiler.normal_form.calls import Calls
from simlab.compiler.normal_form.nodes import (
    UNSET,
    Inner,
    Result,
    always_returns,
    has_star,
    names_assigned,
    own_statements,
    read,
    without,
)
from simlab.compiler.writer import cannot


class InnerFunctions(Calls):
    """Writes functions that stand inside the one that is written."""

    def _inner(self, tree: ast.FunctionDef | ast.Lambda) -> Inner:
        """Return a function inside this one; its defaults are what they are where it stands."""
        parameters = tree.args
        names = [parameter.arg for parameter in parameters.args][
            len(parameters.args) - len(parameters.defaults) :
        ]
        pairs = [*zip(names, parameters.defaults, strict=True)]
        pairs += [
            (parameter.arg, default)
            for parameter, default in zip(
                parameters.kwonlyargs, parameters.kw_defaults, strict=True
            )
            if default is not None
        ]
        defaults = {name: self._keep(self._value(default)) for name, default in pairs}
        return Inner(tree, self.names, defaults)

    def _inline(self, inner: Inner, node: ast.Call) -> ast.expr:
        """Write what a function inside this one does; return what it returns."""
        if any(tree is inner.tree for tree in (active.tree for active in self._calls)):
            raise cannot(node, "it calls itself, in the end; write a loop instead")
        arguments = self._bind(inner, node)
        outer_names, loops = self.names, self._loops
        self.names, self._loops = dict(inner.names), []
        assigned = names_assigned(inner.tree)
        for name, value in arguments.items():
            is_same = (
                isinstance(value, ast.Name) and value.id in self.own_names and name not in assigned
            )
            self.names[name] = value if is_same else self._save_as(name, value)
        self._calls.append(inner)
        try:
            if isinstance(inner.tree, ast.Lambda):
                return self._value(inner.tree.body)
            return self._inline_body(inner.tree)
        finally:
            self._calls.pop()
            self.names, self._loops = outer_names, loops

    def _bind(self, inner: Inner, node: ast.Call) -> dict[str, ast.expr]:
        """Return the arguments of a call by their names, evaluated in the order of the call."""
        parameters = inner.tree.args
        if parameters.kwarg or parameters.posonlyargs or has_star(node):
            raise cannot(node, "kernels give inner functions arguments one by one")
        values = self._values([*node.args, *(keyword.value for keyword in node.keywords)])
        value_by_name = dict(zip(inner.parameters, values[: len(node.args)], strict=False))
        extra_values = values[len(inner.parameters) : len(node.args)]
        if parameters.vararg:
            value_by_name[parameters.vararg.arg] = ast.Tuple(extra_values, ast.Load())
        elif extra_values:
            raise cannot(node, "there are more arguments than it takes")
        value_by_name |= {
            str(keyword.arg): value
            for keyword, value in zip(node.keywords, values[len(node.args) :], strict=True)
        }
        value_by_name = inner.defaults | value_by_name
        missing = [name for name in inner.all_parameters if name not in value_by_name]
        if missing:
            raise cannot(node, f"{missing[0]} is missing")
        return value_by_name

    def _inline_body(self, tree: ast.FunctionDef) -> ast.expr:
        outside = {
            name for node in ast.walk(tree) if isinstance(node, ast.Nonlocal) for name in node.names
        }
        arguments = {
            argument.arg for argument in ast.walk(tree.args) if isinstance(argument, ast.arg)
        }
        for name in names_assigned(tree) - outside - arguments:
            new_name = self._new(name)
            self.names[name] = read(new_name)
            if name in self._defaults:
                self._defaults[new_name] = self._defaults[name]
        returns = [
            statement for statement in own_statements(tree) if isinstance(statement, ast.Return)
        ]
        if len(returns) == 1 and returns[0] is tree.body[-1]:
            self._statements(tree.body[:-1])
            outer_statement, self._here = self._here, returns[0]
            value = self._value(returns[0].value or ast.Constant(None))
            self._here = outer_statement
            return value
        result = Result(self._result_of(returns), self._new("has_left"))
        self._assign_each(result.value, [UNSET if always_returns(tree.body) else None])
        self._results.append(result)
        try:
            with self._apart() as lines:
                self._statements(tree.body)
        finally:
            self._results.pop()
        if result.leaves_early:
            self._assign(result.has_left, ast.Constant(False))
        self.lines += lines if result.leaves_early else list(without(lines, result.notes))
        return result.value

    def _result_of(self, returns: list[ast.Return]) -> ast.expr:
        """Return variables for what a function returns: several for tuples that are written out."""
        tuples = [
            return_node.value for return_node in returns if isinstance(return_node.value, ast.Tuple)
        ]
        lengths = {len(tuple_node.elts) for tuple_node in tuples if not has_star(tuple_node)}
        if len(tuples) < len(returns) or len(lengths) != 1:
            return read(self._new("value"))
        names = [read(self._new("value")) for _ in range(*lengths)]
        return ast.Tuple(list(names), ast.Load())

    def _keep_result(self, result: Result, node: ast.expr) -> None:
        """Write what an inner function returns to where it is left."""
        if isinstance(result.value, ast.Tuple) and isinstance(node, ast.Tuple):
            self._assign_each(result.value, self._values(node.elts))
        else:
            self._assign_each(result.value, [self._value(node)])

    def _assign_each(self, target: ast.expr, values: Sequence[Any]) -> None:
        """Write the values of one variable, or of several; None and UNSET stand for themselves."""
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        values = list(values) * (len(names) if len(values) == 1 else 1)
        for name, value in zip(names, values, strict=True):
            assert isinstance(name, ast.Name), "results are variables"
            constants = {UNSET: read(UNSET), None: ast.Constant(None)}
            self._assign(name.id, value if isinstance(value, ast.expr) else constants[value])

    def _leaves(self, node: ast.stmt, following: Sequence[ast.stmt]) -> bool:
        """Write a statement of an inner function that may return; return whether it did.

        What follows such a statement is done if it has not returned.
        """
        result = self._results[-1]
        if isinstance(node, ast.Return):
            self._keep_result(result, node.value or ast.Constant(None))
            self._assign(result.has_left, ast.Constant(True))
            result.notes.append(self.lines[-1])
            for loop in self._loops:
                self._note_left(loop)
            if self._loops:
                result.leaves_early = True
                self._write(ast.Break())
            return True
        if not any(isinstance(statement, ast.Return) for statement in own_statements(node)):
            return False
        if isinstance(node, ast.If) and (self._loops or not following):
            self._statement(node)
            return not self._loops
        if isinstance(node, ast.If) and always_returns(node.body):
            following_statements = [*node.orelse, *following]
            test, renamed_test = self._test(node.test), self._in_normal_names(node.test)
            self._if(test, self._block(node.body), self._block(following_statements), renamed_test)
            return True
        result.leaves_early = True
        self._statement(node)
        has_left: ast.expr = read(result.has_left)
        if self._loops:
            self._if(has_left, [self._locate(ast.Break())])
            return False
        self._if(ast.UnaryOp(ast.Not(), has_left), self._block(following))
        return True
