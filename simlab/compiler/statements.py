"""Statements of plain games as lines of kernels."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from simlab.compiler.assignments import (
    UNUSED,
    AboutNames,
    Assignments,
    Returns,
    is_copy,
)
from simlab.compiler.core import FALSE, TRUE
from simlab.compiler.expressions import all_of, negated
from simlab.compiler.faithful import Faithful
from simlab.compiler.names import Names
from simlab.compiler.stored import LOCAL
from simlab.compiler.value_type import CHOICE, EMPTY, LIST, NONE, TEXT, Type, merged
from simlab.compiler.values import (
    Constant,
    Items,
    Listed,
    LocalFunction,
    Missing,
    Scalar,
    Scope,
    Sequence,
    Stored,
    Value,
    is_set,
)
from simlab.compiler.writer import bare, called, cannot
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
LIST_OR_NOT = "the function returns now a list, now None or a number; return [] for none"
UNEXPECTED = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What the translator raises where it is not made for what an author has written."""


class Statements(Assignments):
    """Translates the body of a function."""

    def __init__(
        self,
        program: Names,
        scope: Scope,
        returns: Returns,
        about: AboutNames,
        faithful: Faithful | None = None,
    ) -> None:
        super().__init__(program, scope, returns, about, faithful)
        self._unfaithful = {} if faithful is None else faithful.refusals
        """Why statements are refused, by where they stand."""
        self.returned: list[Type] = []
        self.returned_list: Stored | None = None
        """The list that is returned, if one is."""
        self._is_refused = False
        self._n_inlined = 0

    def body(self, statements: list[ast.stmt]) -> None:
        """Translate statements.

        Raises:
            Refused: some cannot be translated; they are noted.
        """
        self._inside(statements)
        if not self._is_refused and can_end(statements):
            self._end()
        if len({each.is_list for each in self.returned}) > 1:
            self.program.refuse(self.scope, statements[-1], LIST_OR_NOT)
            self._is_refused = True
        self.lines[:0] = self.first_lines
        if self._is_refused:
            raise Refused

    def _end(self) -> None:
        """Write what a function returns that comes to its end without saying it: None."""
        if self.returns == Returns.SEAT:
            self.line("return OVER")
        elif self.about.returns_value and self.returns in (Returns.VALUE, Returns.TEXT):
            self._return_none()

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
            reason = self._unfaithful.get((node.lineno, node.col_offset))
            if reason is not None:
                raise Untranslatable(reason)
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
        elif self.returns == Returns.SEAT:
            self._return_seat(own or ast.Constant(None))
        elif own is None and not self.about.returns_value:
            self.line("return")
        elif own is None:
            self._return_none()
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
        word = "seat_or_none" if self._may_be_none(seat) else "seat_at"
        return f"{word}(state, {bare(seat.code)}, {self.here})"

    def _return_none(self) -> None:
        """Write that None is returned, by a function that returns something at other times."""
        self.returned.append(NONE)
        self.line(f"return {self.program.constant(None).code}")

    def _return_seat(self, node: ast.expr) -> None:
        """Write the seat that decides, or that the game is over."""
        seat = self.scalar(node, self.scope)
        self.line(f"return {self._seat(seat, node) if seat.type.kind else 'OVER'}")

    def _return_winners(self, node: ast.expr) -> None:
        """Write a bit for each seat that is returned: one, several or None."""
        winners, own = self.name("winners"), self.sequence(node, self.scope)
        self.line(f"{winners} = 0")

        def add(item: Value) -> None:
            self.line(f"{winners} |= bit_of({self._seat(item, node)})")

        if own is None:
            add(self.value(node, self.scope))
        else:
            self.iterate(own, add, node, is_ordered=False)
        self.line(f"return {winners}")

    def _return_list(self, node: ast.expr) -> None:
        """Write the items of a list that is returned into the one that the caller has made."""
        own = self.needed_sequence(node, self.scope)
        if self.returned_list is None:
            distinct = replace(LOCAL, distinct=is_set(own))
            self.returned_list = Stored(RETURNED, distinct, local=True)
        if self.returned_list.type.distinct != is_set(own):
            raise cannot(node, "it returns now a set, now a list; return the same each time")
        self.fill(self.returned_list, own, node)
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
        arguments = list(map(self.before_others, arguments))
        inner = function.scope.inner()
        inner.names.update(zip(names, arguments, strict=True))
        if isinstance(function.node, ast.Lambda):
            return self.value(function.node.body, inner)
        outer_call, self._n_inlined = self._inlined, self._n_inlined + 1
        self._inlined = self._n_inlined
        try:
            return self._inlined_body(function.node, inner)
        finally:
            self._inlined = outer_call

    def _inlined_body(self, node: ast.FunctionDef, inner: Scope) -> Value:
        """Write the statements of a function inside another one; return its value."""
        *before, last = node.body
        for name, own in list(inner.names.items()):
            if isinstance(own, Scalar) and name in {each.arg for each in node.args.args}:
                self.bind_argument(name, own, inner, before)
        if not isinstance(last, ast.Return) or last.value is None or _returns_early(before):
            raise Untranslatable(
                f"{node.name}() must return a value in its last line, and nowhere else;"
                " or make it a method"
            )
        outer, self.scope = self.scope, inner
        try:
            self._inside(before)
        finally:
            self.scope = outer
        return self.value(last.value, inner)

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
        is_new = is_copy(node.iter) or isinstance(own, Listed)
        if is_new and (self._is_made_first(own, node) or self.is_written_down(own, node.iter)):
            own = self.copied(own, node.iter)
        if isinstance(own, Items | Listed) and _is_left_early(node.body):
            raise Untranslatable("kernels leave loops over lists in attributes and ranges only")

        def inside(item: Value) -> None:
            self._loop_variable(node.target, item)
            self._inside(node.body)

        self.iterate(own, inside, node.iter)

    def _is_made_first(self, own: Sequence, node: ast.For) -> bool:
        """Return whether a list is made before a loop goes through it, which may change it."""
        if self.faithful is None or isinstance(node.iter, ast.GeneratorExp):
            return False
        does_something = isinstance(node.iter, ast.ListComp) and self._does_something(
            own, node.iter
        )
        return does_something or self.faithful.changes_list(node)

    def _loop_variable(self, target: ast.expr, item: Value) -> None:
        if isinstance(target, ast.Name) and target.id == UNUSED:
            return
        if isinstance(target, ast.Name) and isinstance(item, Scalar | Constant):
            own = self.as_scalar(item, target)
            known = self.types.get(self.local(target.id), own.type)
            if known.kind in ("", own.type.kind):
                own = Scalar(own.code, merged((known, own.type)))
            self.line(f"{self.local(target.id)} = {bare(own.code)}")
            self.scope.names[target.id] = Scalar(self.local(target.id), own.type)
        else:
            self.bind(target, item, self.scope)


def _returns_early(statements: list[ast.stmt]) -> bool:
    return any(isinstance(each, ast.Return) for each in _nodes(statements))


def _nodes(statements: list[ast.stmt]) -> Iterator[ast.AST]:
    for statement in statements:
        yield from ast.walk(statement)


def can_end(statements: list[ast.stmt]) -> bool:
    """Return whether a function may come to its end without a return."""
    last = statements[-1]
    if isinstance(last, ast.If):
        return not last.orelse or can_end(last.body) or can_end(last.orelse)
    if isinstance(last, ast.While) and ast.unparse(last.test) == TRUE:
        return any(isinstance(each, ast.Break) for each in ast.walk(last))
    return not isinstance(last, ast.Return | ast.Raise)


def returns_value(tree: ast.AST) -> bool:
    """Return whether a function returns something besides None."""
    returned = (node.value for node in _own_nodes(tree) if isinstance(node, ast.Return))
    return any(value is not None and ast.unparse(value) != "None" for value in returned)


def _own_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of functions inside it."""
    for node in ast.iter_child_nodes(tree):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            yield from _own_nodes(node)


def _is_left_early(statements: list[ast.stmt]) -> bool:
    return any(isinstance(each, ast.Break | ast.Continue) for each in _nodes(statements))
