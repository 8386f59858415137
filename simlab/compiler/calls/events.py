"""Events that a game reports with log(), and a part with report()."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass

from simlab.compiler.calls.dataclass_objects import DataclassObjects
from simlab.compiler.value_type import NUMBER, TEXT
from simlab.compiler.values import NOTHING_RETURNED, Constant, OneOf, Scalar, Value
from simlab.compiler.writer import bare, cannot
from simlab.plain.ledger import AMOUNT


class Events(DataclassObjects):
    """Translates reports of events."""

    def report_event(self, part: str, node: ast.Call) -> Value:
        """Write the report of an event."""
        event_node = node.args[0]
        if isinstance(event_node, ast.IfExp):
            for head, expression in (
                (f"if {bare(self.condition(event_node.test))}", event_node.body),
                ("else", event_node.orelse),
            ):
                with self.block(head):
                    self.report_event(part, ast.Call(node.func, [expression], node.keywords))
            return NOTHING_RETURNED
        tests = self._tests_by_event(event_node, part)
        details = self._details_of(node, part, tests)
        if len(tests) > 1:
            tests = {
                event: test
                for event, test in tests.items()
                if details.keys() - {AMOUNT} == self.program.event_fields[event] - {AMOUNT}
            }
        if not tests:
            raise cannot(node, "no event of such a name has these fields")
        for number, (event, test) in enumerate(tests.items()):
            if not test:
                self._log(event, details, node)
                return NOTHING_RETURNED
            with self.block(f"{'elif' if number else 'if'} {bare(test)}"):
                self._log(event, details, node)
        with self.block("else"):
            self.line(f"fail(state, RAISED, {self.here})")
        return NOTHING_RETURNED

    def _details_of(self, node: ast.Call, part: str, events: Iterable[str]) -> dict[str, Scalar]:
        """Return the fields of an event, of one of a part those that its sentence names."""
        field_names = {
            field for event in events for field in self.program.event_fields.get(event, ())
        }
        keywords = [
            keyword
            for keyword in node.keywords
            if not part or keyword.arg == AMOUNT or keyword.arg in field_names
        ]
        details = {str(keyword.arg): self.scalar(keyword.value) for keyword in keywords}
        for argument, scalar in details.items():
            if is_dataclass(scalar.type.own_class):
                spelling = self.member_in_words(self.present(scalar))
                details[argument] = self.as_scalar(spelling, node)
        return details

    def _log(self, event: str, details: Mapping[str, Scalar], node: ast.Call) -> None:
        self.changes = True
        counting, report = self.program.event(event, details, node, self.here)
        for code in counting:
            self.line(code)
        if report:
            self.reports = True
            self.line(report)

    def _tests_by_event(self, node: ast.expr, part: str) -> dict[str, str]:
        """Return the events that a name may mean, each with its test, empty if there is one."""
        prefix = f"{part}_" if part else ""
        suffix, changing = "", node
        if isinstance(node, ast.JoinedStr):
            put_in = [piece for piece in node.values if isinstance(piece, ast.FormattedValue)]
            if len(put_in) != 1:
                raise cannot(node, "the name of an event has one value that is put in")
            index = node.values.index(put_in[0])
            prefix += _text_of(node.values[:index])
            suffix = _text_of(node.values[index + 1 :])
            changing = put_in[0].value
        value = self.value(changing)
        if isinstance(value, Constant):
            return {f"{prefix}{value.value}{suffix}": ""}
        end = -len(suffix) or None
        events = {
            event[len(prefix) : end]: event
            for event in self.program.event_fields
            if event.startswith(prefix) and event.endswith(suffix)
        }
        return {events[word]: test for word, test in self._tests_of(value, events, node).items()}

    def _tests_of(self, value: Value, candidates: Iterable[str], node: ast.expr) -> dict[str, str]:
        """Return the tests of whether a value that is put into a text is one of some texts."""
        if isinstance(value, OneOf):
            index = self.keep(value.index, "place")
            return {
                candidate: " or ".join(
                    f"{index} == {n}"
                    for n, constant in enumerate(value.values)
                    if str(constant) == candidate
                )
                for candidate in candidates
                if candidate in map(str, value.values)
            }
        if (
            not isinstance(value, Scalar)
            or value.type.kind not in (TEXT, NUMBER)
            or value.type.fraction
        ):
            raise cannot(node, "the name of an event must be a text, or a number in one")
        code = self.keep(self.present(value).code, "name")
        if value.type.kind == TEXT:
            return {
                candidate: f"{code} == {self.program.number_of(candidate)}"
                for candidate in candidates
            }
        return {
            candidate: f"{code} == {candidate}"
            for candidate in candidates
            if candidate.isdecimal() and candidate == str(int(candidate))
        }


def _text_of(parts: Iterable[ast.expr]) -> str:
    """Return the constant parts of an f-string as one text."""
    return "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
