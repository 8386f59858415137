"""Course of a function: which statements may follow, and what changes before a name is read."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from simlab.compiler.effects.effect import Effects
from simlab.compiler.normal_form import LEAVING
from simlab.compiler.source_code import names_assigned_in

LOOPS = ast.For | ast.While


@dataclass(frozen=True)
class Event:
    """A change in the course of a function, in the statement of this number."""

    at: int
    effects: Effects
    loops: tuple[ast.AST, ...]


@dataclass(frozen=True)
class Assigned:
    """An assignment to a name: the number of its statement, its block, and the loops around it."""

    at: int
    block: int
    loops: tuple[ast.AST, ...]


@dataclass(frozen=True)
class Continuation:
    """What may follow a statement, and the blocks that it is in."""

    skipped: list[range]
    """The numbers of later statements that do not follow it in the same turn of a loop: those of
    the other branch, and those behind a return, a continue or a break."""
    blocks: tuple[int, ...]
    """The blocks around it."""


class Course:
    """The course of one function, of whose nodes the effects are known."""

    def __init__(self, tree: ast.FunctionDef, of_node: Callable[[ast.AST], Effects]) -> None:
        self._tree, self._of_node = tree, of_node
        self._order = {
            node: number
            for number, statement in enumerate(statements_of(tree.body))
            for node in own_nodes(statement)
        }
        """The number of the statement that each node belongs to."""

    def statement_number(self, node: ast.AST) -> int:
        """Return the number of the statement that a node belongs to."""
        return self._order[node]

    @cached_property
    def events(self) -> list[Event]:
        """The changes, each with the loops around it."""
        return [
            Event(self._order[node], effects, loops)
            for node, loops in self._with_loops
            if (effects := self._of_node(node)).changes
        ]

    @cached_property
    def _with_loops(self) -> list[tuple[ast.AST, tuple[ast.AST, ...]]]:
        """The nodes of the function, each with the loops around it."""
        nodes: list[tuple[ast.AST, tuple[ast.AST, ...]]] = []

        def visit(node: ast.AST, loops: tuple[ast.AST, ...]) -> None:
            nodes.append((node, loops))
            for child in ast.iter_child_nodes(node):
                is_inside = isinstance(node, LOOPS) and child is not getattr(node, "iter", None)
                visit(child, (*loops, node) if is_inside else loops)

        for statement in self._tree.body:
            visit(statement, ())
        return nodes

    @cached_property
    def uses(self) -> dict[str, list[tuple[int, tuple[ast.AST, ...]]]]:
        """Where each name is read, with the loops around it."""
        uses_by_name: dict[str, list[tuple[int, tuple[ast.AST, ...]]]] = {}
        for node, loops in self._with_loops:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                uses_by_name.setdefault(node.id, []).append((self._order[node], loops))
        return uses_by_name

    def changes_before_use(self, name: str, binding: ast.stmt | None) -> Iterator[Effects]:
        """Yield what changes after a name was bound, and before it is read again.

        An argument is bound before the first statement. In a loop around all of them, a name may be
        read in another turn before it is bound again.
        """
        # before the first statement, as an argument is
        begin, loops_around = -1, set[ast.AST]()
        if binding is not None:
            begin, loops_around = self._order[binding], set(self.loops_around(binding))
        uses = [
            (number, self._loops_that_keep(name, number, loops))
            for number, loops in self.uses.get(name, ())
        ]
        for event in self.events:
            turns = loops_around & set(event.loops)
            loops_again = set(event.loops) - loops_around - {binding}
            for number, loops in uses:
                is_later = self._follows(event.at, number, name) or bool(loops_again & loops)
                in_next_turn = number <= begin and bool(turns & loops)
                if (is_later or in_next_turn) if event.at > begin else (is_later and in_next_turn):
                    yield event.effects
                    break

    def _follows(self, number: int, later_number: int, name: str) -> bool:
        """Return whether a statement may follow another one in one turn, with what a name holds."""
        is_skipped = any(later_number in skipped for skipped in self._continuations[number].skipped)
        is_bound = any(
            number < assignment.at < later_number
            for assignment in self._assignments_before(name, later_number)
        )
        return number < later_number and not is_skipped and not is_bound

    def _loops_that_keep(self, name: str, number: int, loops: Iterable[ast.AST]) -> set[ast.AST]:
        """Return the loops in whose next turn a statement may read what a name holds."""
        loops_again = [
            loop
            for assignment in self._assignments_before(name, number)
            for loop in assignment.loops
        ]
        return set(loops).difference(loops_again)

    def _assignments_before(self, name: str, number: int) -> list[Assigned]:
        """Return the assignments to a name that come before a statement, whatever happens."""
        blocks = self._continuations[number].blocks
        return [
            assignment
            for assignment in self._assigned.get(name, ())
            if assignment.at < number and assignment.block in blocks
        ]

    @cached_property
    def _assigned(self) -> dict[str, list[Assigned]]:
        """The assignments to each name; a loop assigns to its variable in its own block."""
        assignments: dict[str, list[Assigned]] = {}
        for node, loops in self._with_loops:
            if not isinstance(node, ast.Assign | ast.For):
                continue
            number, is_loop = self._order[node], isinstance(node, ast.For)
            block = (
                id(node.body)
                if isinstance(node, ast.For)
                else self._continuations[number].blocks[-1]
            )
            assignment = Assigned(number, block, (*loops, node) if is_loop else loops)
            targets = [node.target] if isinstance(node, ast.For) else node.targets
            for name in names_assigned_in(targets):
                assignments.setdefault(name, []).append(assignment)
        return assignments

    @cached_property
    def _continuations(self) -> dict[int, Continuation]:
        """What may follow each statement, and its blocks, by the number of the statement."""
        continuations: dict[int, Continuation] = {}

        def end_of(block: Sequence[ast.stmt]) -> int:
            return max(self._order[statement] for statement in statements_of(block)) + 1

        def visit(
            block: Sequence[ast.stmt],
            skipped: list[range],
            end_of_loop: int,
            blocks: tuple[int, ...] = (),
        ) -> None:
            blocks = (*blocks, id(block))
            if block and isinstance(block[-1], LEAVING):
                is_in_loop = isinstance(block[-1], ast.Continue | ast.Break)
                end = end_of_loop if is_in_loop else end_of(self._tree.body)
                skipped = [*skipped, range(end_of(block), end)]
            for statement in block:
                continuations[self._order[statement]] = Continuation(skipped, blocks)
                body, orelse = getattr(statement, "body", []), getattr(statement, "orelse", [])
                end = end_of(body) if isinstance(statement, LOOPS) else end_of_loop
                is_branch = isinstance(statement, ast.If) and orelse
                else_range = [range(end_of(body), end_of(orelse))] if is_branch else []
                visit(body, [*skipped, *else_range], end, blocks)
                visit(orelse, skipped, end_of_loop, blocks)

        visit(self._tree.body, [], 0)
        return continuations

    def loops_around(self, node: ast.AST) -> tuple[ast.AST, ...]:
        """Return the loops around a statement."""
        return next(loops for looped_node, loops in self._with_loops if looped_node is node)


def statements_of(nodes: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements with those inside them, in their order."""
    for node in nodes:
        yield node
        for name in ("body", "orelse"):
            yield from statements_of(getattr(node, name, ()))


def own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield a statement and its expressions, without the statements inside it."""
    yield statement
    pending = list(ast.iter_child_nodes(statement))
    while pending:
        node = pending.pop()
        # statements inside have effects of their own, at their own place
        if not isinstance(node, ast.stmt):
            yield node
            pending += ast.iter_child_nodes(node)
