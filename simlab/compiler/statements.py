"""Statements of plain games, in normal form, as lines of kernels."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from simlab.compiler.assignments import UNUSED, Assignments, Returns
from simlab.compiler.conditions import negate
from simlab.compiler.copies import RETURNED
from simlab.compiler.core import FALSE, TRUE
from simlab.compiler.faithful import TWO_NAMES
from simlab.compiler.normal_form import note_of
from simlab.compiler.sequences import IS_FAULTLESS
from simlab.compiler.stored import local_type
from simlab.compiler.tuples import is_written_out
from simlab.compiler.value_type import (
    A_NUMBER,
    CHOICE,
    DICT,
    EMPTY,
    LIST,
    NONE,
    TEXT,
    TUPLE,
    Type,
    merge_types_or_list,
)
from simlab.compiler.values import (
    Constant,
    Entries,
    Holder,
    Items,
    Missing,
    Numbered,
    Offered,
    Scalar,
    Sequence,
    Stored,
    StoredDict,
    Value,
    is_set,
)
from simlab.compiler.writer import bare, cannot
from simlab.errors import Refused, Untranslatable

LIST_OR_NOT = "the function returns now a list, now None or a number; return [] for none"
UNEXPECTED = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What the translator raises where it is not made for what an author has written."""
RETURNED_AFTER_FAULT = {
    Returns.SEAT: "OVER",
    Returns.MENU: "n_offered",
    Returns.POINTS: "",
    Returns.POINTS_SO_FAR: "",
    Returns.CHOICE: "menu[0]",
    Returns.WINNERS: "0",
}
"""What a kernel returns where its function raises an error; others return nothing in particular."""


class Statements(Assignments):
    """Translates the body of a function."""

    def translate(self) -> None:
        """Translate the function.

        Raises:
            Refused: some statements cannot be translated; they are noted.
        """
        assert self._body is not None
        statements = self._body.tree.body
        self._inside(statements)
        if not self._is_refused and can_end(statements):
            self._end()
        try:
            self._look_at_returned()
        except Untranslatable as error:
            origin = note_of(statements[-1]).origin or statements[-1]
            self.program.refuse(self.scope, origin, str(error))
            self._is_refused = True
        # variables that must exist on every way through the kernel
        self.lines[:0] = self._first_lines
        if self._is_refused:
            raise Refused

    def _look_at_returned(self) -> None:
        """Find what the function returns at any time.

        Raises:
            Untranslatable: these have no type in common.
        """
        kinds = {value_type.kind for value_type in self.returned_types}
        if LIST in kinds and kinds - {LIST, TUPLE}:
            raise Untranslatable(LIST_OR_NOT)
        self.returned = merge_types_or_list([self.known.returned, *self.returned_types])

    def _end(self) -> None:
        """Write what a function returns that comes to its end without saying it: None."""
        if self.returns == Returns.SEAT:
            self.line("return OVER")
        elif self._returns_value and self.returns in (Returns.VALUE, Returns.TEXT):
            self._return_none()

    def _inside(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        """Translate a statement; note it if that is impossible."""
        note = note_of(node)
        origin = note.origin or node
        outer_line, self.here = self.here, self.program.line_of(self.scope, origin)
        self.is_ordered = note.is_ordered
        keeps, self.keeps = self.keeps, note.keeps
        try:
            if note.refusal:
                raise Untranslatable(note.refusal)
            getattr(self, f"_do_{type(node).__name__.lower()}")(node)
        except Untranslatable as error:
            self._is_refused = True
            self.program.refuse(self.scope, origin, self._in_words_of_author(str(error)))
            self._forget(node)
        except Refused:
            self._is_refused = True
            self.program.refuse_caller(self.scope, origin)
            self._forget(node)
        # code that nobody has thought of: refused with its line, not an error of the translator
        except UNEXPECTED:
            self._is_refused = True
            self.program.refuse(self.scope, origin, "kernels have nothing like it")
            self._forget(node)
        finally:
            self.here, self.keeps = outer_line, keeps

    def _forget(self, node: ast.stmt) -> None:
        """Note that the variables of a statement are missing, so that they are no further error."""
        note = note_of(node)
        forgotten = note.origin or node if note.refusal else node
        for inner_node in ast.walk(forgotten):
            if isinstance(inner_node, ast.Name) and isinstance(inner_node.ctx, ast.Store):
                self.scope.names[inner_node.id] = Missing()

    def _in_words_of_author(self, reason: str) -> str:
        """Return a reason without an expression of which the author has written another one."""
        quoted, colon, remainder = reason.partition(": ")
        body = self._inlined[-1][1] if self._inlined else self._body
        own_names = set() if body is None else body.own_names
        return remainder if colon and own_names & set(re.findall(r"\w+", quoted)) else reason

    def _do_pass(self, node: ast.Pass) -> None:
        """Write nothing; an empty block is completed."""

    def _do_raise(self, node: ast.Raise) -> None:
        """Write that the game ends here with a fault."""
        self.line(f"fail(state, {note_of(node).fault}, {self.here})")
        # a return would leave the caller
        if self._inlined:
            return
        if self.returns in RETURNED_AFTER_FAULT:
            self.line(f"return {RETURNED_AFTER_FAULT[self.returns]}".rstrip())
        else:
            nothing = ", ".join(["NOTHING"] * self.known.returned.width)
            self.line(f"return {nothing}" if self._returns_value else "return")

    def _do_break(self, node: ast.Break) -> None:
        self.line("break")

    def _do_continue(self, node: ast.Continue) -> None:
        self.line("continue")

    def _do_expr(self, node: ast.Expr) -> None:
        expression = node.value
        if isinstance(expression, ast.Yield | ast.YieldFrom):
            if self.returns != Returns.MENU or expression.value is None:
                raise cannot(expression, "only choices() may yield; return a list")
            value = self.value(expression.value)
            if isinstance(expression, ast.Yield):
                self.offer(value, expression.value)
            else:
                self.offer_all(value, expression.value)
            return
        value = self.value(expression)
        # a call may do something, though its value is not used
        if isinstance(value, Scalar) and "(" in value.code:
            self.line(bare(value.code))
        else:
            self.evaluate(value)

    # return

    def _do_return(self, node: ast.Return) -> None:
        expression = node.value
        if self.returns == Returns.MENU:
            if expression is not None:
                self._return_menu(expression)
            self.line("return n_offered")
        elif self.returns == Returns.SEAT:
            self._return_seat(expression or ast.Constant(None))
        elif expression is None and not self._returns_value:
            self.line("return")
        elif expression is None:
            self._return_none()
        elif self.returns in (Returns.POINTS, Returns.POINTS_SO_FAR):
            self._return_points(expression)
            self.line("return")
        elif self.returns == Returns.CHOICE:
            self.line(f"return {bare(self.as_choice(self.value(expression), expression).code)}")
        elif self.returns == Returns.WINNERS:
            self._return_winners(expression)
        else:
            self._return_value(expression)

    def _return_value(self, node: ast.expr) -> None:
        value, returned_type = self.value(node), self.known.returned
        value_as_tuple = self.as_tuple(value)
        if not returned_type.is_list and (
            value_as_tuple is not None or (self.is_none(value) and returned_type.fields)
        ):
            self._return_tuple(value if value_as_tuple is None else value_as_tuple, node)
            return
        if self.is_list(value) and not self.is_choice(value):
            self._return_list(self.as_sequence(value, node), node)
            return
        kind = TEXT if self.returns == Returns.TEXT else CHOICE * (returned_type.kind == CHOICE)
        scalar = self.fit_to_kind(value, kind, node)
        self.returned_types.append(scalar.type)
        self.line(f"return {bare(scalar.code)}")

    def _return_tuple(self, value: Value, node: ast.expr) -> None:
        """Write a tuple, or None, that is returned."""
        value_type = NONE if self.is_none(value) else self.type_of(value, node)
        self.returned_types.append(value_type)
        returned_type = merge_types_or_list((self.known.returned, value_type))
        if not returned_type.is_list:
            self.line(f"return {', '.join(map(bare, self.codes_of(value, returned_type, node)))}")

    def _seat(self, value: Value, node: ast.expr) -> str:
        """Return the code of a seat that is named, or of none."""
        seat = self.as_scalar(value, node)
        word = "seat_or_none" if seat.type.optional else "seat_at"
        return f"{word}(state, {bare(seat.code)}, {self.here})"

    def _return_none(self) -> None:
        """Write that None is returned, by a function that returns something at other times."""
        self._return_value(ast.Constant(None))

    def _return_seat(self, node: ast.expr) -> None:
        """Write the seat that decides, or that the game is over."""
        seat = self.scalar(node)
        self.line(f"return {self._seat(seat, node) if seat.type.kind else 'OVER'}")

    def _return_winners(self, node: ast.expr) -> None:
        """Write a bit for each seat that is returned: one, several or None."""
        value = self.value(node)
        if not self.is_list(value):
            self.line(f"return bit_of({self._seat(value, node)})")
            return
        winners = self.write_as("0", "winners")

        def add(item: Value) -> None:
            self.line(f"{winners} |= bit_of({self._seat(item, node)})")

        self.go_through(self.as_sequence(value, node), add, node, is_ordered=False)
        self.line(f"return {winners}")

    def _return_list(self, sequence: Sequence, node: ast.expr) -> None:
        """Write the items of a list that is returned into the one that the caller has made."""
        wanted_type = local_type(sequence)
        if self.returned_list is None:
            record_class = StoredDict if wanted_type.kind == DICT else Stored
            self.returned_list = record_class(
                RETURNED, self.with_known(RETURNED, wanted_type), local=RETURNED
            )
        known_type = self.returned_list.type
        if not known_type.is_like(wanted_type):
            ways = f"now {known_type.in_words}, now {wanted_type.in_words}"
            raise cannot(node, f"it returns {ways}; return the same each time")
        self.write(self.returned_list, sequence, node)
        if self.returned_list.type.of is not None and self.returned_list.type.of.shared:
            raise cannot(node, TWO_NAMES)
        self.returned_types.append(Type(LIST, of=EMPTY))
        self.line("return")

    def _return_menu(self, node: ast.expr) -> None:
        """Write the choices that are returned; those that were offered already stand."""
        value = self.value(node)
        if isinstance(value, Offered):
            return
        if self._body is not None and self._body.returned_names:
            self.offer_instead(value, node)
        else:
            self.offer_all(value, node)

    def _return_points(self, node: ast.expr) -> None:
        # one score for all
        if self.program.cooperative:
            self.line(f"row.score = {self.cell(self.scalar(node).code)}")
            return
        score_field = "row.seats[{}].score" if self.returns == Returns.POINTS else "row.scores[{}]"
        seat, points = self.name("seat"), self.sequence(node)
        if isinstance(points, Stored) and points.type.of == A_NUMBER:
            # the common case, at the end of each turn: without a check of each seat
            with self.block(f"if {points.code}.n != state.n_players"):
                self.line(f"fail(state, ILLEGAL, {self.here})")
                self.line("return")
            with self.block(f"for {seat} in range(state.n_players)"):
                self.line(
                    f"{score_field.format(seat)} = {self.cell(f'{points.code}.items[{seat}]')}"
                )
            return
        self.line(f"{seat} = 0")

        def write(item: Value) -> None:
            seat_field = score_field.format(f"seat_at(state, {seat}, {self.here})")
            self.line(f"{seat_field} = {self.cell(self.as_scalar(item, node).code)}")
            self.line(f"{seat} += 1")

        self.go_through(points, write, node)
        with self.block(f"if {seat} != state.n_players"):
            self.line(f"fail(state, ILLEGAL, {self.here})")

    # functions that are written where they are called

    def inline(self, function: Any, owner: Holder, bound: Mapping[str, Value]) -> Value:
        """Write what a function does where it is called; return where its value stands."""
        body = self.program.body_of(function, owner)
        # written where it is called, it would be written for ever
        if any(body is inlined_body for _, inlined_body in self._inlined):
            raise Untranslatable(f"{function.__name__}() calls itself, in the end; write a loop")
        values = {
            name: self.keep_as(argument, name) if isinstance(argument, Scalar) else argument
            for name, argument in bound.items()
        }
        *statements_before, last_statement = body.tree.body
        assert isinstance(last_statement, ast.Return) and last_statement.value is not None, (
            "it returns a place"
        )
        self._n_inlined += 1
        outer_scope, outer_line, self.here = self.scope, self.here, self.here
        self.scope = self.program.scope_of(function, owner, values)
        self._inlined.append((self._n_inlined, body))
        try:
            for name, argument in values.items():
                self.bind_argument(name, argument)
            self._inside(statements_before)
            self.here = self.program.line_of(
                self.scope, note_of(last_statement).origin or last_statement
            )
            return self.value(last_statement.value)
        finally:
            self._inlined.pop()
            self.scope, self.here = outer_scope, outer_line

    # branches and loops

    def _do_if(self, node: ast.If) -> None:
        known_test = note_of(node).known or node.test
        test = self.by_form(known_test) or self.condition(node.test)
        # known at compilation: the other branch may not even have types
        if test in (TRUE, FALSE):
            self._inside(node.body if test == TRUE else node.orelse)
            return
        facts_before = self.facts
        self.know(known_test, True)
        with self.block(f"if {bare(test)}"):
            self._inside(node.body)
        if_true, self.facts = self.facts, facts_before
        self.know(known_test, False)
        if node.orelse:
            with self.block("else"):
                self._inside(node.orelse)
        # what follows is reached from one branch only, and knows what that one knows
        if node.orelse and _leaves(node.orelse):
            self.facts = if_true
        elif not _leaves(node.body):
            self.facts = if_true.or_else(self.facts)

    @contextmanager
    def _again(self, *nodes: ast.AST) -> Iterator[None]:
        """Know in a loop, and after it, only what is certain however often it was gone through."""
        names = {
            inner_node.id
            for node in nodes
            for inner_node in ast.walk(node)
            if isinstance(inner_node, ast.Name) and isinstance(inner_node.ctx, ast.Store)
        }
        certain_facts = self.facts = self.facts.without(list(map(self.local, names)))
        yield
        self.facts = certain_facts

    def _do_while(self, node: ast.While) -> None:
        with self._again(node):
            self._write_while(node)

    def _write_while(self, node: ast.While) -> None:
        with self.apart(deeper=1) as lines:
            test = self.condition(node.test)
        # what an error ends in Python might go on for ever
        is_certain = test == TRUE or lines
        head = IS_FAULTLESS if is_certain else f"{IS_FAULTLESS} and {test}"
        with self.block(f"while {head}"):
            if lines:
                self.lines += lines
                with self.block(f"if {negate(test)}"):
                    self.line("break")
            self._inside(node.body)

    def _do_for(self, node: ast.For) -> None:
        sequence = self.sequence(node.iter)
        if note_of(node).is_counted and isinstance(sequence, StoredDict | Entries):
            raise cannot(node.iter, "a Counter of a dict has its values; write dict(...)")
        sequence = self._evaluate_before_loop(sequence, node)
        is_unrolled, is_in_set = self.is_unrolled, self.is_in_set
        numbered = sequence.of if isinstance(sequence, Numbered) else sequence

        def inside(item: Value) -> None:
            self._loop_variable(node.target, item, node)
            self.is_unrolled |= isinstance(numbered, Items)
            self.is_in_set |= is_set(sequence)
            self._inside(node.body)
            self.is_unrolled, self.is_in_set = is_unrolled, is_in_set

        note = note_of(node)
        with self._again(node):
            self.go_through(
                sequence, inside, node.iter, is_ordered=note.is_ordered, may_change=note.may_change
            )

    def _evaluate_before_loop(self, sequence: Sequence, node: ast.For) -> Sequence:
        """Return a sequence whose items were evaluated before the loop, which may change them."""
        if isinstance(sequence, Numbered):
            return replace(sequence, of=self._evaluate_before_loop(sequence.of, node))
        if isinstance(sequence, Items | Entries) and _is_left_early(node.body):
            return self.build_list(sequence, node.iter)
        if isinstance(sequence, Items):
            return replace(sequence, items=tuple(map(self.copy_of, sequence.items)))
        return sequence

    def _loop_variable(self, target: ast.expr, item: Value, node: ast.For) -> None:
        item = self.open_choice(item)
        if isinstance(target, ast.Tuple):
            for item_target, part in zip(target.elts, self.unpack_items(item, target), strict=True):
                self._loop_variable(item_target, part, node)
            return
        assert isinstance(target, ast.Name), "so it is in normal form"
        if target.id == UNUSED:
            return
        is_written_out_once = is_written_out(item) and not self._is_assigned_twice(target.id)
        if is_written_out_once or (isinstance(item, Items) and self.as_tuple(item) is None):
            self.scope.names[target.id] = item
        elif self.as_tuple(item) is not None:
            self._name_value(target, item, node)
        elif isinstance(item, Scalar | Constant):
            scalar = self.fit_to_kind(item, CHOICE * self._is_choice_name(target.id), target)
            self.line(f"{self.local(target.id)} = {bare(scalar.code)}")
            known_type = self.types.get(self.local(target.id))
            if known_type is not None and known_type.kind in ("", scalar.type.kind):
                self._note(target.id, scalar)
            else:
                self.note_choice(self.local(target.id), scalar)
                self.scope.names[target.id] = Scalar(self.local(target.id), scalar.type)
        else:
            self._name_value(target, item, node)

    def _is_assigned_twice(self, name: str) -> bool:
        body = self._inlined[-1][1] if self._inlined else self._body
        return body is not None and body.times_assigned(name) > 1


def can_end(statements: list[ast.stmt]) -> bool:
    """Return whether a function may come to its end without a return."""
    last_statement = statements[-1]
    if isinstance(last_statement, ast.If):
        return (
            not last_statement.orelse
            or can_end(last_statement.body)
            or can_end(last_statement.orelse)
        )
    # while True ends by break alone
    if isinstance(last_statement, ast.While) and ast.unparse(last_statement.test) == TRUE:
        return any(isinstance(inner_node, ast.Break) for inner_node in ast.walk(last_statement))
    return not isinstance(last_statement, ast.Return | ast.Raise)


def _leaves(statements: list[ast.stmt]) -> bool:
    """Return whether what follows statements is never reached from their end."""
    last_statement = statements[-1]
    if isinstance(last_statement, ast.If):
        return (
            bool(last_statement.orelse)
            and _leaves(last_statement.body)
            and _leaves(last_statement.orelse)
        )
    return isinstance(last_statement, ast.Return | ast.Raise | ast.Continue | ast.Break)


def _is_left_early(statements: list[ast.stmt]) -> bool:
    """Return whether statements leave the loop around them, or its turn."""
    for statement in statements:
        if isinstance(statement, ast.Break | ast.Continue):
            return True
        if isinstance(statement, ast.If) and (
            _is_left_early(statement.body) or _is_left_early(statement.orelse)
        ):
            return True
    return False
