"""Statements of plain games as lines of kernels."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from simlab.compiler.assignments import (
    UNUSED,
    AboutNames,
    Assignments,
    Returns,
    is_copy,
)
from simlab.compiler.core import FALSE, TRUE
from simlab.compiler.expressions import all_of, negated
from simlab.compiler.names import Names
from simlab.compiler.stored import LOCAL
from simlab.compiler.value_type import CHOICE, EMPTY, LIST, TEXT, Type
from simlab.compiler.values import (
    Constant,
    Items,
    Listed,
    LocalFunction,
    Missing,
    Scalar,
    Scope,
    Stored,
    Value,
)
from simlab.compiler.writer import bare, called
from simlab.errors import Refused, Untranslatable

RETURNED = "returned"
"""The argument of a kernel for the list that its function returns."""
IS_FAULTLESS = "state.fault == 0"
RETURNED_AFTER_FAULT = {
    Returns.SEAT: "OVER",
    Returns.MENU: "n_offered",
    Returns.POINTS: "",
    Returns.POINTS_SO_FAR: "",
    Returns.CHOICE: "menu[0]",
    Returns.WINNERS: "0",
}
"""What a kernel returns where its function raises an error; others return nothing in particular."""
UNEXPECTED = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What the translator raises where it is not made for what an author has written."""


class Statements(Assignments):
    """Translates the body of a function."""

    def __init__(self, program: Names, scope: Scope, returns: Returns, about: AboutNames) -> None:
        super().__init__(program, scope, returns, about)
        self.returned: list[Type] = []
        self.returned_list: Stored | None = None
        """The list that is returned, if one is."""
        self._is_refused = False

    def body(self, statements: list[ast.stmt]) -> None:
        """Translate statements.

        Raises:
            Refused: some cannot be translated; they are noted.
        """
        self._inside(statements)
        self.lines[:0] = self.first_lines
        if self._is_refused:
            raise Refused

    def _inside(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        """Translate a statement; note it if that is impossible."""
        method = getattr(self, f"_do_{type(node).__name__.lower()}", None)
        outer, self.here = self.here, self.program.line_of(self.scope, node)
        try:
            if method is None:
                raise Untranslatable(f"kernels have no {called(node)}")
            method(node)
        except Untranslatable as error:
            self._is_refused = True
            self.program.refuse(self.scope, node, str(error))
            self._forget(node)
        except Refused:
            self._is_refused = True
            self.program.refuse_caller(self.scope, node)
            self._forget(node)
        except UNEXPECTED:
            self._is_refused = True
            self.program.refuse(self.scope, node, "kernels have nothing like it")
            self._forget(node)
        finally:
            self.here = outer

    def _forget(self, node: ast.stmt) -> None:
        """Note that the variables of a statement are missing, so that they are no further error."""
        targets = node.targets if isinstance(node, ast.Assign) else []
        for target in targets:
            for each in ast.walk(target):
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    self.scope.names[each.id] = Missing()

    def _do_pass(self, node: ast.Pass) -> None:
        """Write nothing; an empty block is completed."""

    def _do_assert(self, node: ast.Assert) -> None:
        test = self.condition(node.test, self.scope)
        if test != TRUE:
            with self.block(f"if {negated(test)}"):
                self._fail()

    def _do_raise(self, node: ast.Raise) -> None:
        self._fail()

    def _fail(self) -> None:
        """Write that the game ends here with a fault."""
        self.line(f"fail(state, RAISED, {self.here})")
        if self.returns in RETURNED_AFTER_FAULT:
            self.line(f"return {RETURNED_AFTER_FAULT[self.returns]}".rstrip())
        elif self.about.returns_value:
            self.line("return NOTHING")
        else:
            self.line("return")

    def _do_break(self, node: ast.Break) -> None:
        self.line("break")

    def _do_continue(self, node: ast.Continue) -> None:
        self.line("continue")

    def _do_expr(self, node: ast.Expr) -> None:
        own = node.value
        if isinstance(own, ast.Constant) or self.adds_choices(own):
            return
        if isinstance(own, ast.Yield) and self.returns == Returns.MENU and own.value is not None:
            self.offer(self.value(own.value, self.scope), own.value)
            return
        self.value(own, self.scope)

    # return

    def _do_return(self, node: ast.Return) -> None:
        own = node.value
        if self.returns == Returns.MENU:
            if own is not None:
                self._return_menu(own)
            self.line("return n_offered")
        elif own is None and self.returns == Returns.SEAT:
            self.line("return OVER")
        elif own is None:
            self.line("return")
        elif self.returns == Returns.SEAT:
            seat = self.as_scalar(self.value(own, self.scope), own)
            self.line(f"return {bare(seat.code) if seat.type.optional else self._seat(seat, own)}")
        elif self.returns in (Returns.POINTS, Returns.POINTS_SO_FAR):
            self._return_points(own)
            self.line("return")
        elif self.returns == Returns.CHOICE:
            self.line(f"return {bare(self.choice(own, self.scope).code)}")
        elif self.returns == Returns.WINNERS:
            self._return_winners(own)
        elif self.is_list(own, self.scope):
            self._return_list(own)
        else:
            kind = TEXT if self.returns == Returns.TEXT else CHOICE * self.about.returns_choices
            scalar = self.fitting(self.value(own, self.scope), kind, own)
            self.returned.append(scalar.type)
            self.line(f"return {bare(scalar.code)}")

    def _seat(self, value: Value, node: ast.expr) -> str:
        """Return the code of a seat that is named, or of none."""
        seat = self.as_scalar(value, node)
        word = "seat_or_none" if seat.type.optional else "seat_at"
        return f"{word}(state, {bare(seat.code)}, {self.here})"

    def _return_winners(self, node: ast.expr) -> None:
        """Write a bit for each seat that is returned: one, several or None."""
        winners, own = self.name("winners"), self.sequence(node, self.scope)
        self.line(f"{winners} = 0")

        def add(item: Value) -> None:
            self.line(f"{winners} |= bit_of({self._seat(item, node)})")

        if own is None:
            add(self.value(node, self.scope))
        else:
            self.iterate(own, add, node)
        self.line(f"return {winners}")

    def _return_list(self, node: ast.expr) -> None:
        """Write the items of a list that is returned into the one that the caller has made."""
        self.returned_list = self.returned_list or Stored(RETURNED, LOCAL, local=True)
        self.fill(self.returned_list, self.needed_sequence(node, self.scope), node)
        self.returned.append(Type(LIST, of=EMPTY))
        self.line("return")

    def _return_menu(self, node: ast.expr) -> None:
        """Write the choices that are returned; those of the list to which they were added stand."""
        values = [node]
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            values = node.values
        first, *others = values
        if ast.unparse(first) != self.menu_list:
            self.offer_all(node)
        for other in others if ast.unparse(first) == self.menu_list else []:
            with self.block("if n_offered == 0"):
                self.offer_all(other)

    def _return_points(self, node: ast.expr) -> None:
        if self.program.cooperative:
            self.line(f"row.score = {self.cell(self.scalar(node, self.scope).code)}")
            return
        seat = self.name("seat")
        self.line(f"{seat} = 0")

        def write(item: Value) -> None:
            is_over = self.returns == Returns.POINTS
            place = f"seat_at(state, {seat}, {self.here})"
            place = f"row.seats[{place}].score" if is_over else f"row.scores[{place}]"
            self.line(f"{place} = {self.cell(self.as_scalar(item, node).code)}")
            self.line(f"{seat} += 1")

        self.iterate(self.needed_sequence(node, self.scope), write, node)
        with self.block(f"if {seat} != state.n_players"):
            self.line(f"fail(state, ILLEGAL, {self.here})")

    # functions inside this one

    def _do_functiondef(self, node: ast.FunctionDef) -> None:
        self.scope.names[node.name] = LocalFunction(node, self.scope)

    def inline(self, function: LocalFunction, arguments: list[Value]) -> Value:
        """Write what a function inside another one does; return its value."""
        names = [each.arg for each in function.node.args.args]
        inner = function.scope.inner()
        inner.names.update(zip(names, arguments, strict=True))
        if isinstance(function.node, ast.Lambda):
            return self.value(function.node.body, inner)
        *before, last = function.node.body
        if not isinstance(last, ast.Return) or last.value is None or _returns_early(before):
            raise Untranslatable(
                f"{function.node.name}() must return a value in its last line, and nowhere else;"
                " or make it a method"
            )
        outer, self.scope = self.scope, inner
        try:
            self._inside(before)
        finally:
            self.scope = outer
        own = self.value(last.value, inner)
        if not before or not isinstance(own, Scalar):
            return own
        # the same variables are used again where the function is called again
        result = self.name("result")
        self.line(f"{result} = {bare(own.code)}")
        return Scalar(result, own.type)

    # branches and loops

    def _do_if(self, node: ast.If) -> None:
        test = self.condition(node.test, self.scope)
        if test in (TRUE, FALSE):
            self._inside(node.body if test == TRUE else node.orelse)
            return
        with self.block(f"if {bare(test)}"), self.where(node.test, self.scope, True):
            self._inside(node.body)
        if node.orelse:
            with self.block("else"), self.where(node.test, self.scope, False):
                self._inside(node.orelse)
        elif isinstance(node.body[-1], ast.Return | ast.Continue):
            self.know(node.test, self.scope, False)

    def _do_while(self, node: ast.While) -> None:
        if node.orelse:
            raise Untranslatable("kernels have no else of a loop")
        with self.apart(deeper=1) as lines:
            test = self.condition(node.test, self.scope)
        # what an error ends in Python might go on for ever
        tests = [IS_FAULTLESS] if lines else [IS_FAULTLESS, test]
        with self.block(f"while {bare(all_of(tests))}"):
            if lines:
                self.lines += lines
                with self.block(f"if {negated(test)}"):
                    self.line("break")
            self._inside(node.body)

    def _do_for(self, node: ast.For) -> None:
        if node.orelse:
            raise Untranslatable("kernels have no else of a loop")
        own = self.needed_sequence(node.iter, self.scope)
        self.check_order(own, node.iter)
        is_new = is_copy(node.iter) or isinstance(own, Listed)
        if is_new and self.is_written_down(own, node.iter):
            own = self.copied(own, node.iter)
        if isinstance(own, Items | Listed) and _is_left_early(node.body):
            raise Untranslatable("kernels leave loops over lists in attributes and ranges only")

        def inside(item: Value) -> None:
            self._loop_variable(node.target, item)
            self._inside(node.body)

        self.iterate(own, inside, node.iter)

    def _loop_variable(self, target: ast.expr, item: Value) -> None:
        if isinstance(target, ast.Name) and target.id == UNUSED:
            return
        if isinstance(target, ast.Name) and isinstance(item, Scalar | Constant):
            own = self.as_scalar(item, target)
            self.line(f"{self.local(target.id)} = {bare(own.code)}")
            self.scope.names[target.id] = Scalar(self.local(target.id), own.type)
        else:
            self.bind(target, item, self.scope)


def _returns_early(statements: list[ast.stmt]) -> bool:
    return any(isinstance(each, ast.Return) for each in _nodes(statements))


def _nodes(statements: list[ast.stmt]) -> Iterator[ast.AST]:
    for statement in statements:
        yield from ast.walk(statement)


def _is_left_early(statements: list[ast.stmt]) -> bool:
    return any(isinstance(each, ast.Break | ast.Continue) for each in _nodes(statements))
