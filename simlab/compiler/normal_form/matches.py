"""`match` in the words of `if` and `elif`: a test and the names that it gives for each case."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any

from simlab.compiler.normal_form.nodes import call, compare, read
from simlab.compiler.writer import cannot
from simlab.errors import Untranslatable

TYPES = frozenset({"int", "str"})
"""Classes that a pattern may name."""
INSTEAD = "kernels have no such pattern; write if and elif"
Given = list[tuple[str, ast.expr]]
"""Names that a pattern gives, each with its value."""


def without_matches(tree: ast.FunctionDef) -> ast.FunctionDef:
    """Return a function in which `match` is written with `if`, where that means the same."""
    if not any(isinstance(node, ast.Match) for node in ast.walk(tree)):
        return tree
    function: ast.FunctionDef = Matches(tree).visit(copy.deepcopy(tree))
    return ast.fix_missing_locations(function)


class Matches(ast.NodeTransformer):
    """Writes the matches of a function as branches."""

    def __init__(self, tree: ast.FunctionDef) -> None:
        self.tree = tree
        self._n_subjects = 0

    def visit_Match(self, node: ast.Match) -> ast.Match | list[ast.stmt]:
        """Return the branches, or the match itself if it has something that they have not."""
        self.generic_visit(node)
        try:
            return list(self._branches(node))
        except Untranslatable:
            return node

    def _branches(self, node: ast.Match) -> Iterator[ast.stmt]:
        self._n_subjects += 1
        subject = f"matched_{self._n_subjects}"
        if _n_read(subject, self.tree):
            raise cannot(node, INSTEAD)
        yield _at(node, ast.Assign([ast.Name(subject, ast.Store())], node.subject))
        branches: list[ast.stmt] = []
        for case in reversed(node.cases):
            bindings: Given = []
            test = _test(case.pattern, read(subject), bindings)
            if case.guard is not None:
                self._look_at_names(node, case, bindings)
                guard = _With(dict(bindings)).visit(copy.deepcopy(case.guard))
                test = guard if _is_true(test) else ast.BoolOp(ast.And(), [test, guard])
            assignments = [
                ast.Assign([ast.Name(name, ast.Store())], value) for name, value in bindings
            ]
            body = [*(_at(case.pattern, assignment) for assignment in assignments), *case.body]
            branch = _at(case.pattern, ast.If(test, body, branches))
            branches = body if _is_true(test) else [branch]
        yield from branches

    def _look_at_names(self, node: ast.Match, case: ast.match_case, bindings: Given) -> None:
        """Refuse names that Python gives though the guard fails, if they are read elsewhere."""
        for name, _ in bindings:
            other_cases = [
                other_case
                for other_case in node.cases
                if other_case is not case and name in _names_of_pattern(other_case)
            ]
            n_own = sum(_n_read(name, other_case) for other_case in [case, *other_cases])
            if _n_read(name, self.tree) > n_own:
                raise cannot(node, INSTEAD)


def _test(pattern: ast.pattern, subject: ast.expr, bindings: Given) -> ast.expr:
    """Return the test of a pattern, and note the names that it gives."""
    if isinstance(pattern, ast.MatchValue):
        return compare(subject, ast.Eq(), pattern.value)
    if isinstance(pattern, ast.MatchSingleton) and pattern.value is None:
        return compare(subject, ast.Is(), ast.Constant(None))
    if isinstance(pattern, ast.MatchAs):
        test = ast.Constant(True) if pattern.pattern is None else None
        inner_test = test or _test(pattern.pattern or pattern, subject, bindings)
        if pattern.name is not None:
            bindings.append((pattern.name, subject))
        return inner_test
    if isinstance(pattern, ast.MatchOr):
        names: Given = []
        tests = [_test(subpattern, subject, names) for subpattern in pattern.patterns]
        if not names:
            return ast.BoolOp(ast.Or(), tests)
    if isinstance(pattern, ast.MatchClass) and ast.unparse(pattern.cls) in TYPES:
        is_instance = call("isinstance", subject, pattern.cls)
        if len(pattern.patterns) <= 1 and not pattern.kwd_patterns:
            return _all(
                [
                    is_instance,
                    *(_test(subpattern, subject, bindings) for subpattern in pattern.patterns),
                ]
            )
    if isinstance(pattern, ast.MatchSequence):
        return _items(pattern.patterns, subject, bindings)
    raise cannot(ast.Constant(None), INSTEAD)


def _items(patterns: list[ast.pattern], subject: ast.expr, bindings: Given) -> ast.expr:
    """Return the test of a pattern with items, of which one may stand for several."""
    stars = [
        number
        for number, item_pattern in enumerate(patterns)
        if isinstance(item_pattern, ast.MatchStar)
    ]
    kinds = ast.Tuple([read("list"), read("tuple")], ast.Load())
    n = ast.Constant(len(patterns) - len(stars))
    size = compare(call("len", subject), ast.GtE() if stars else ast.Eq(), n)
    tests: list[ast.expr] = [call("isinstance", subject, kinds), size]
    for number, item_pattern in enumerate(patterns):
        n_after = len(patterns) - number
        if isinstance(item_pattern, ast.MatchStar):
            if item_pattern.name is not None:
                end = ast.Constant(1 - n_after) if n_after > 1 else None
                part = ast.Slice(ast.Constant(number) if number else None, end, None)
                bindings.append((item_pattern.name, ast.Subscript(subject, part, ast.Load())))
            continue
        index = ast.Constant(-n_after if stars and number > stars[0] else number)
        tests.append(_test(item_pattern, ast.Subscript(subject, index, ast.Load()), bindings))
    return _all(tests)


def _all(tests: list[ast.expr]) -> ast.expr:
    open_tests = [test for test in tests if not _is_true(test)]
    return ast.BoolOp(ast.And(), open_tests) if len(open_tests) > 1 else open_tests[0]


def _is_true(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and test.value is True


def _names_of_pattern(case: ast.match_case) -> set[str]:
    """Return the names that the pattern of a case gives."""
    nodes = ast.walk(case.pattern)
    return {str(node.name) for node in nodes if isinstance(node, ast.MatchAs | ast.MatchStar)}


def _n_read(name: str, tree: ast.AST) -> int:
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name)
    return sum(isinstance(node.ctx, ast.Load) for node in names)


class _With(ast.NodeTransformer):
    """Writes values in the place of names."""

    def __init__(self, values: dict[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Return the value of a name, if it has one."""
        return copy.deepcopy(self.values.get(node.id, node))


def _at(origin: ast.AST, node: Any) -> Any:
    """Return a statement with the line of another part of the source."""
    return ast.copy_location(node, origin)
