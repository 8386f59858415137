"""The kernels that the engine calls, from the methods and policies of a plain game."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from simlab.compiler.assignments import Known, Returns
from simlab.compiler.encoding import state_field
from simlab.compiler.expressions import SIMPLE
from simlab.compiler.program import Program
from simlab.compiler.source_code import definition_of, kernel_text, sentence_of
from simlab.compiler.statements import Statements
from simlab.compiler.value_type import A_CHOICE
from simlab.compiler.values import (
    Holder,
    Scalar,
    Scope,
    Sources,
    Specialized,
    Value,
)
from simlab.compiler.writer import INDENT
from simlab.errors import Refused
from simlab.plain.definition import is_written
from simlab.plain.ledger import CHOSE, END_REASON, MOST_ROUNDS, ROUNDS, SEAT

IF_FAULTY = "if state.fault != 0:"
SEAT_ARGUMENT = Scalar("seat")
MAY_CHANGE = ("setup", "play", "hide")
CHANGES_TABLE = (
    "it changes the table, or makes a list step by step, for which kernels have no room here; write"
    " a comprehension instead"
)


class Entries:
    """Translates what the engine calls."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.rules_class: Any = program.rules_class
        self.game = Holder("", program.rules_class)

    def kernels(self) -> list[str]:
        """Return the kernels; those that cannot be translated are left out, and noted."""
        kernels: list[str] = []
        for entry in self._entries():
            try:
                kernels += entry()
            except Refused:
                continue
        return kernels

    def _entries(self) -> list[Callable[[], Iterator[str]]]:
        entries = [self._setup, self._next_seat, self._legal, self._kind, self._apply]
        results = [self._points, self._winner, self._end, self._outcome, self._hide]
        optional = [self._evaluate] * self.has("evaluate")
        optional += [self._points_so_far] * self.has_lead + [self._snapshot] * self.has_timeline
        return [*entries, *results, *optional]

    @property
    def has_lead(self) -> bool:
        """Whether the points at the end of each turn say who leads."""
        return self.program.definition.has_lead

    @property
    def has_timeline(self) -> bool:
        """Whether the points at the end of each round are kept."""
        return self.program.definition.timeline_row is not None

    def has(self, method: str) -> bool:
        """Return whether the game has a method of its own."""
        return is_written(self.rules_class, method)

    def _lines(
        self, name: str, arguments: Sequence[Value] = (), returns: Returns = Returns.VALUE
    ) -> list[str]:
        """Return the translated body of a method with these arguments."""
        method = getattr(self.rules_class, name)
        names = list(inspect.signature(method).parameters)[1:]
        bound = dict(zip(names, arguments, strict=True))
        entry = self.program.entry(method, bound, self.game, returns)
        if entry.changes and name not in MAY_CHANGE:
            self.program.refuse_function(method, CHANGES_TABLE)
        return entry.lines

    def _kernel(self, name: str, arguments: str, method: str, lines: list[str]) -> str:
        function = vars(self.rules_class).get(method)
        sentence = sentence_of(function) if function is not None else ""
        return kernel_text(name, arguments.split(), sentence, lines)

    def _fault(self, name: str) -> str:
        """Return the line that notes that a method returns what it must not."""
        return f"fail(state, ILLEGAL, {self._line(name)})"

    def _line(self, name: str) -> str:
        """Return the line where a method is defined."""
        function = getattr(self.rules_class, name)
        scope = Scope({}, {}, function.__code__.co_filename)
        return self.program.line_of(scope, definition_of(function))

    def _setup(self) -> Iterator[str]:
        lines = self._lines("setup", (Scalar("players"), Sources()))
        empty = ["clear(state)", "state.n_players = players", *self._of_class()]
        empty += self._empty_parts()
        first_lines = [f"{INDENT}{line}" for line in empty]
        first_round = f"{INDENT}state.first_round = state.tally.{ROUNDS}"
        body = first_lines + lines + [first_round] * self.has_timeline
        yield self._kernel("setup", "rules state players rng journal", "setup", body)

    def _of_class(self) -> Iterator[str]:
        """Yield the lines that write what attributes are as long as only the class has them."""
        for name, seen_type in self.program.observation.attributes[""].items():
            default = inspect.getattr_static(self.rules_class, name, ())
            if isinstance(default, SIMPLE) and not seen_type.is_stored:
                code = self.program.constant(default).code
                yield f"state.{state_field('', name)} = {code}"

    def _empty_parts(self) -> Iterator[str]:
        """Yield the lines that make the parts ready, as each is when a game begins."""
        for part in self.program.parts.values():
            method: Any = type(part).set_up
            owner, defaults = Holder(part.name, type(part)), self.program.defaults(method)
            try:
                kernel = self.program.kernel_of(Specialized(method, owner, static=defaults))
            except Refused:
                self.program.refuse_part(part.name)
                raise
            if kernel.does_something:
                yield f"{kernel.name}({', '.join(kernel.first)})"

    def _next_seat(self) -> Iterator[str]:
        lines = self._lines("seat", returns=Returns.SEAT)
        yield self._kernel("named_seat", "rules state", "seat", lines)
        body = [
            # a fault ends the game: what follows would be made of invented numbers
            f"{INDENT}{IF_FAULTY}",
            f"{INDENT * 2}return OVER",
            f"{INDENT}state.decides = named_seat(rules, state)",
            f"{INDENT}return state.decides",
        ]
        yield kernel_text("next_seat", ["rules", "state"], "Return the seat that decides.", body)

    def _legal(self) -> Iterator[str]:
        first_lines = [f"{INDENT}n_offered = 0"]
        lines = self._lines("choices", returns=Returns.MENU)
        returned = f"{INDENT}return n_offered"
        ended = [] if lines[-1:] == [returned] else [returned]
        yield self._kernel("legal", "rules state menu", "choices", first_lines + lines + ended)

    @property
    def has_own_kinds(self) -> bool:
        """Whether the game says of what kind a choice is; else its form does."""
        return bool(self.rules_class.kinds) and self.has("kind")

    @property
    def has_kinds_of_forms(self) -> bool:
        """Whether each form of choices is a kind of its own."""
        form_words = [form.word for form in self.program.forms]
        return not self.has("kind") and len(set(form_words)) == len(form_words)

    @property
    def n_kinds(self) -> int:
        """How many kinds of choices are counted."""
        return len(self.rules_class.kinds if self.has_own_kinds else self.program.forms)

    def _kind(self) -> Iterator[str]:
        if not self.has_own_kinds:
            return
        lines = self._lines("kind", (Scalar("choice", A_CHOICE),), returns=Returns.TEXT)
        yield self._kernel("named_kind", "rules state choice", "kind", lines)
        body = ["kind = named_kind(rules, state, choice)"]
        for number, kind in enumerate(self.rules_class.kinds):
            body += [f"if kind == {self.program.number_of(kind)}:", f"{INDENT}return {number}"]
        body += [self._fault("kind"), "return 0"]
        sentence = "Return the place of the kind of a choice among those that are declared."
        lines = [f"{INDENT}{line}" for line in body]
        yield kernel_text("place_of_kind", ["rules", "state", "choice"], sentence, lines)

    def _apply(self) -> Iterator[str]:
        lines = self._lines("play", (Scalar("choice", A_CHOICE),))
        first_lines = [f"{INDENT}{IF_FAULTY}", f"{INDENT * 2}return"]
        own_kind = "place_of_kind(rules, state, choice)"
        kind = own_kind if self.has_own_kinds else "choice >> FORM_BITS"
        # nothing has changed since it was asked who decides, and seat() may take long
        seat = "" if self.program.cooperative else "state.decides, "
        counted = f"state.chosen[{seat}{kind}] += 1"
        arguments = "rules state choice rng journal"
        yield self._kernel("apply", arguments, "play", [*first_lines, f"{INDENT}{counted}", *lines])

    def _points(self) -> Iterator[str]:
        if self.has("scores"):
            lines = self._lines("scores", returns=Returns.POINTS)
            yield self._kernel("write_points", "rules state row", "scores", lines)

    def _winner(self) -> Iterator[str]:
        if self.has("winner"):
            lines = [*self._lines("winner", returns=Returns.WINNERS), f"{INDENT}return 0"]
            yield self._kernel("named_winners", "rules state", "winner", lines)

    def _end(self) -> Iterator[str]:
        definition = self.program.definition
        if definition.ends:
            lines = self._lines(definition.said_by, returns=Returns.TEXT)
            yield self._kernel("named_end", "rules state", definition.said_by, lines)

    def _outcome(self) -> Iterator[str]:
        has_points = self.has("scores")
        lines = ["write_points(rules, state, row)"] * has_points
        if not self.program.cooperative:
            winners = "named_winners(rules, state)" if self.has("winner") else "0"
            lines.append(f"winners = {winners}")
            if not has_points:
                lines += ["if finished and winners == 0:", f"{INDENT}{self._fault('winner')}"]
            lines.append(f"settle(row, state.n_players, finished, {has_points}, winners)")
        lines += [*self._end_reason(), *self._counts()]
        body = [f"{INDENT}{line}" for line in lines]
        arguments = ["rules", "state", "finished", "row"]
        yield kernel_text("outcome", arguments, "Describe the finished or capped game.", body)

    def _end_reason(self) -> Iterator[str]:
        """Yield the lines that write the number of the end; without one it is not applicable."""
        ends = self.program.definition.ends
        if not ends:
            return
        yield f"row.{END_REASON} = NOT_APPLICABLE"
        yield "if finished:"
        for number, end in enumerate(ends, 1):
            yield f"{INDENT}if named_end(rules, state) == {self.program.number_of(end)}:"
            yield f"{INDENT * 2}row.{END_REASON} = {number}"
        yield f"{INDENT}if row.{END_REASON} == NOT_APPLICABLE:"
        yield f"{INDENT * 2}{self._fault(self.program.definition.said_by)}"

    def _counts(self) -> Iterator[str]:
        """Yield the lines that copy what was counted into the row of the game."""
        fields = self.program.event_fields
        is_shared = self.program.cooperative
        of_game = [
            name for name, field_names in fields.items() if is_shared or SEAT not in field_names
        ]
        yield from (f"row.{name} = state.tally.{name}" for name in of_game)
        chosen = {f"{CHOSE}{kind}": self._choice_count(kind) for kind in self.rules_class.kinds}
        if is_shared:
            yield from (f"row.{name} = {code}" for name, code in chosen.items())
            return
        by_seat = {name: f"state.tally.{name}[seat]" for name in fields if name not in of_game}
        if by_seat or chosen:
            yield "for seat in range(state.n_players):"
        counts = (by_seat | chosen).items()
        yield from (f"{INDENT}row.seats[seat].{name} = {code}" for name, code in counts)

    def _choice_count(self, kind: str) -> str:
        """Return the code of how often a seat, or all that share a score, chose a kind."""
        numbers = [n for n, form in enumerate(self.program.forms) if form.word == kind]
        if self.has_own_kinds:
            numbers = [self.rules_class.kinds.index(kind)]
        seat = "" if self.program.cooperative else "seat, "
        return " + ".join(f"state.chosen[{seat}{number}]" for number in numbers) or "0"

    def _hide(self) -> Iterator[str]:
        if self.has("hide"):
            lines = self._lines("hide", (SEAT_ARGUMENT, Sources()))
        else:
            writer = Statements(self.program, Scope({}, {}), Returns.VALUE, None, Known())
            writer.hide_parts(SEAT_ARGUMENT, Sources())
            lines = writer.lines
        arguments = ["rules", "state", "seat", "rng"]
        yield kernel_text("hide", arguments, "Deal again what this seat cannot see.", lines)

    def _evaluate(self) -> Iterator[str]:
        lines = self._lines("evaluate", (SEAT_ARGUMENT,))
        yield self._kernel("evaluate", "rules state seat", "evaluate", lines)

    def _points_so_far(self) -> Iterator[str]:
        lines = self._lines("scores", returns=Returns.POINTS_SO_FAR)
        yield self._kernel("points_so_far", "rules state row", "scores", lines)

    def _snapshot(self) -> Iterator[str]:
        timeline, fields = self.rules_class.timeline, self.program.event_fields
        is_shared = self.program.cooperative
        of_all = [name for name in timeline if is_shared or SEAT not in fields[name]]
        by_seat = [name for name in timeline if name not in of_all]
        body = [f"row.{name} = state.tally.{name}" for name in of_all]
        if is_shared:
            body.append("write_points(rules, state, row)")
        else:
            body.append("for seat in range(row.scores.shape[0]):")
            body += [f"{INDENT}row.{name}[seat] = NOT_APPLICABLE" for name in ("scores", *by_seat)]
            for name in by_seat:
                body.append("for seat in range(state.n_players):")
                body.append(f"{INDENT}row.{name}[seat] = state.tally.{name}[seat]")
            body.append("points_so_far(rules, state, row)")
        body.append(f"return min(state.tally.{ROUNDS} - state.first_round, {MOST_ROUNDS})")
        sentence = "Write points and counts at the end of a round; return how many have ended."
        arguments = ["rules", "state", "row"]
        yield kernel_text("snapshot", arguments, sentence, [f"{INDENT}{line}" for line in body])
