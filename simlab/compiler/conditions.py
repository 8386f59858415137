"""Conditions of plain games as code of kernels: comparisons, tests, and one of two values."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from simlab.compiler.core import FALSE, TRUE
from simlab.compiler.normal_form import note_of
from simlab.compiler.tuples import Tuples
from simlab.compiler.value_type import (
    CHOICE,
    EMPTY,
    ITEM_OF_CHOICE,
    MEMBER,
    NUMBER,
    PLACED,
    ROW,
    TEXT,
    TUPLE,
    Form,
    is_compared_by_fields,
    merged,
    merged_or_list,
)
from simlab.compiler.values import (
    ChoiceItem,
    Constant,
    Entries,
    Holder,
    Items,
    Made,
    Menu,
    Offered,
    Range,
    Scalar,
    Sequence,
    Stored,
    StoredDict,
    StoredObject,
    TableRows,
    Value,
    default_of,
    object_at,
    stored_item,
)
from simlab.compiler.writer import bare, cannot, may_fail

COMPARISONS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "==",
    ast.IsNot: "!=",
}
EQUALITIES = ("==", "!=")
NOT_COMPARED = (
    "kernels do not compare what differs between kinds of choices; ask for the kind first"
)
SUBSETS = {ast.Lt: True, ast.Gt: True, ast.LtE: False, ast.GtE: False}
"""Comparisons of sets, and whether they exclude equal ones."""


class Conditions(Tuples):
    """Translates comparisons and tests."""

    def present(self, own: Scalar, *, may_be_infinite: bool = False) -> Scalar:
        """Return a value that must not be None where it is used."""
        own = own if may_be_infinite else self.finite(own)
        if not own.type.optional:
            return own
        code = f"present(state, {bare(own.code)}, {self.here})"
        return Scalar(code, replace(own.type, optional=False))

    def object_there(self, value: Value) -> Value:
        """Return an object that must not be None where it is used; another value as it is."""
        if isinstance(value, Scalar) and value.type.kind == PLACED:
            return object_at(self.present(value))
        return value

    # one of both

    def _boolop(self, node: ast.BoolOp) -> Value:
        """Return `a and b` or `a or b`, which is one of both."""
        if all(map(is_test, node.values)):
            return Scalar(in_parentheses(self.condition(node)))
        *others, last = node.values
        first = others[0] if len(others) == 1 else ast.BoolOp(node.op, others)
        own = self.value(first)
        if isinstance(own, Scalar):
            own = self.kept_as(own, "value")
        test = self.truth(own, node)
        if test in (TRUE, FALSE):
            is_first = (test == TRUE) == isinstance(node.op, ast.Or)
            return own if is_first else self.value(last)
        chosen = (lambda: own, lambda: self.value(last))
        one, other = chosen if isinstance(node.op, ast.Or) else chosen[::-1]
        return self._either(test, first, one, other, node)

    def _ifexp(self, node: ast.IfExp) -> Value:
        known = note_of(node).known or node.test
        test = self.condition(node.test)
        if test in (TRUE, FALSE):
            return self.value(node.body if test == TRUE else node.orelse)
        one, other = (lambda: self.value(node.body)), (lambda: self.value(node.orelse))
        return self._either(test, known, one, other, node)

    def _either(
        self,
        test: str,
        known: ast.expr,
        one: Callable[[], Value],
        other: Callable[[], Value],
        node: ast.expr,
    ) -> Value:
        """Return one of two values; what only one of them needs is done only for that one."""
        with self.apart(deeper=1) as if_true, self.where(known, True):
            first = one()
        with self.apart(deeper=1) as if_false, self.where(known, False):
            second = other()
        branches = (if_true, first), (if_false, second)
        if self._are_tuples(first, second, node):
            return self.either_tuple(test, *branches, node)
        if self.is_list(first) or self.is_list(second):
            is_choice = any(isinstance(v, Items) and self.is_choice(v) for v in (first, second))
            if not is_choice and self.is_list(first) and self.is_list(second):
                return self._either_list(test, *branches, node)
        kind = CHOICE if any(isinstance(each, Items) for each in (first, second)) else ""
        left = self._fitted(first, kind, node, if_true)
        right = self._fitted(second, kind, node, if_false)
        own = merged((left.type, right.type))
        left = self._fitted(left, own.kind, node, if_true)
        right = self._fitted(right, own.kind, node, if_false)
        if not if_true and not if_false:
            return Scalar(f"({left.code} if {test} else {right.code})", own)
        name = self.name("value")
        for head, lines, each in ((f"if {bare(test)}", if_true, left), ("else", if_false, right)):
            with self.block(head):
                self.lines += lines
                self.line(f"{name} = {bare(each.code)}")
        return Scalar(name, own)

    def _are_tuples(self, first: Value, second: Value, node: ast.expr) -> bool:
        """Return whether two values are tuples of one length, or one of them is None."""
        values = [value for value in (first, second) if not self.is_none(value)]
        if not values or any(self.as_tuple(value) is None for value in values):
            return False
        types = [self.type_of(value, node) for value in map(self.as_tuple, values) if value]
        return merged_or_list(types).kind == TUPLE

    def _fitted(self, value: Value, kind: str, node: ast.expr, lines: list[str]) -> Scalar:
        """Return a value as one of a kind; what that needs is added to the lines of its branch."""
        with self.apart(deeper=1) as more:
            own = self.fitting(value, kind, node)
        lines += more
        return own

    def _either_list(
        self,
        test: str,
        one: tuple[list[str], Value],
        other: tuple[list[str], Value],
        node: ast.expr,
    ) -> Stored | StoredDict:
        """Write a copy of one of two lists, sets or dicts."""
        lists = [self.as_sequence(each, node) for _, each in (one, other)]
        made = self.new_record("items", lists, node)
        for head, (lines, _), own in zip(
            (f"if {bare(test)}", "else"), (one, other), lists, strict=True
        ):
            with self.block(head):
                self.lines += lines
                self.take_all(made, own, node)
        return made

    # comparisons

    def _compare(self, node: ast.Compare) -> Value:
        by_form = self.by_form(node)
        if by_form:
            return Scalar(in_parentheses(by_form))
        tests, left = [], self.value(node.left)
        for operator, right in zip(node.ops, node.comparators, strict=True):
            other = self.value(right)
            tests.append(self.comparison(left, operator, other, node))
            left = other
        return Scalar(all_of(tests) if len(tests) > 1 else in_parentheses(tests[0]))

    def evaluated(self, value: Value) -> Value:
        """Return a value that is in a variable if it may fail: Python evaluates it, used or not."""
        if isinstance(value, Scalar | Stored | StoredDict) and may_fail(value.code):
            return replace(value, code=self.kept(value.code, "item"))
        if isinstance(value, StoredObject) and may_fail(value.code):
            self.line(bare(value.code))
        return value

    def comparison(self, one: Value, operator: ast.cmpop, other: Value, node: ast.expr) -> str:
        """Return the code of whether two values compare as an operator says."""
        one, other = self.opened(one), self.opened(other)
        if isinstance(operator, ast.In | ast.NotIn):
            one = self.evaluated(one)
            part = self._part_of_text(one, other)
            if part:
                return negated(part) if isinstance(operator, ast.NotIn) else part
            if isinstance(other, Constant) and isinstance(other.value, frozenset):
                other = Constant(tuple(sorted(other.value, key=repr)))
            found = self._is_in(one, self.as_sequence(other, node), node)
            return negated(found) if isinstance(operator, ast.NotIn) else found
        sign = COMPARISONS[type(operator)]
        same = self._compared_places(one, operator, other, node)
        if same:
            return same if sign == "==" else negated(same)
        if isinstance(operator, ast.Is | ast.IsNot) and not _is_single(one, other):
            raise cannot(node, "equal numbers and texts need not be the same; write == or !=")
        if sign in EQUALITIES:
            for own, rest in ((one, other), (other, one)):
                if isinstance(own, Items) and own.or_none:
                    equal = self._is_equal_or_none(own, rest, node)
                    return equal if sign == "==" else negated(equal)
        one, other = self.there(one), self.there(other)
        for own, rest in ((one, other), (other, one)):
            if isinstance(own, Items) and isinstance(rest, Scalar) and not rest.type.kind:
                # None in fact, or what nothing is known of before another attempt
                self.line(self.present(rest).code)
                return TRUE if sign == "!=" else FALSE
        known = _known(one, other)
        if known is not None and sign in EQUALITIES:
            self.evaluated(one)
            self.evaluated(other)
            return TRUE if known == (sign == "==") else FALSE
        for own, another in ((one, other), (other, one)):
            if isinstance(own, Scalar) and own.first_of and isinstance(another, Constant):
                test = self.has_word(own, another) if sign in EQUALITIES else ""
                if test:
                    return test if sign == "==" else negated(test)
            if isinstance(own, ChoiceItem) and not isinstance(another, ChoiceItem):
                return self._compared_part(own, another, (one, operator, other), node)
        if self.is_list(one) and self.is_list(other):
            return self._compared_lists(one, operator, other, node)
        if isinstance(one, StoredObject | Made) and isinstance(other, StoredObject | Made):
            return self._compared_objects(one, sign, other, node)
        values = (one, other)
        kinds_of_both = {v.type.kind for v in values if isinstance(v, Scalar)}
        is_choice = CHOICE in kinds_of_both or (
            TEXT in kinds_of_both
            and any(isinstance(v, Items) and self.is_choice(v) for v in values)
        )
        if is_choice and sign in EQUALITIES and Constant(None) not in values:
            codes = [self.fitting(v, CHOICE, node).code for v in values]
            return f" {sign} ".join(codes)
        left, right = self.as_scalar(one, node), self.as_scalar(other, node)
        folded = self._with_none(left, right)
        if folded is not None and sign in EQUALITIES:
            return folded if sign == "==" else negated(folded)
        kinds = {(each.type.kind, each.type.own_class) for each in (left, right)} - {("", None)}
        if len(kinds) > 1:
            raise cannot(node, f"kernels do not compare {left.type.in_words} with another type")
        if sign not in EQUALITIES:
            if kinds == {(TEXT, None)}:
                left, right = (self.rank_of(self.present(each)) for each in (left, right))
            elif kinds - {(NUMBER, None)}:
                raise cannot(node, "kernels order numbers and texts only")
            left, right = (self.present(each, may_be_infinite=True) for each in (left, right))
        left, right = self.in_one_unit(left, right)
        return f"{left.code} {sign} {right.code}"

    def of_text(self, word: Scalar, code: str) -> Scalar:
        """Return a whole number that a text has, by what it is of any `text` in Python."""
        name = self.program.numbers_of_texts(code)
        return Scalar(f"of_text(state, {name}, {bare(word.code)}, {self.here})")

    def rank_of(self, word: Scalar) -> Scalar:
        """Return the place of a text in the order of all texts."""
        return self.of_text(word, "sorted(TEXTS).index(text)")

    def _part_of_text(self, one: Value, other: Value) -> str:
        """Return whether a text that is written out is a part of another one, if these are texts.

        Otherwise, return nothing.
        """
        if not isinstance(one, Constant) or not isinstance(one.value, str):
            return ""
        if isinstance(other, Constant) and isinstance(other.value, str):
            return TRUE if one.value in other.value else FALSE
        if not isinstance(other, Scalar) or other.type.kind != TEXT:
            return ""
        own = self.of_text(self.present(other), f"{one.value!r} in text")
        return f"{own.code} == 1"

    def _is_equal_or_none(self, own: Items, other: Value, node: ast.expr) -> str:
        """Return whether a tuple that may be None is equal to another value."""
        is_there = f"{own.or_none} != NO_VALUE"
        if self.is_none(other):
            return negated(is_there)
        alike = []
        if isinstance(other, Items) and other.or_none:
            alike.append(f"{own.or_none} == {other.or_none}")
            other = replace(other, or_none="")
        equal = in_parentheses(self.comparison(replace(own, or_none=""), ast.Eq(), other, node))
        if alike:
            return all_of([*alike, any_of([negated(is_there), equal])])
        return all_of([is_there, equal])

    def _compared_part(
        self,
        own: ChoiceItem,
        other: Value,
        compared: tuple[Value, ast.cmpop, Value],
        node: ast.expr,
    ) -> str:
        """Return how an item of a choice compares, which may be of another type: then it differs.

        One that is no number cannot be ordered.
        """
        left, operator, right = compared
        kind = self.as_scalar(other, node).type.kind
        is_equality = isinstance(operator, ast.Eq | ast.NotEq)
        if not is_equality:
            item: Value = self.used_as(own, NUMBER, node)
            return self.comparison(
                item if left is own else left, operator, item if right is own else right, node
            )
        is_of_kind, item = self.items_by_form(own, kind, node)
        test = in_parentheses(self.comparison(item, ast.Eq(), other, node))
        equal = all_of([in_parentheses(is_of_kind), test])
        return equal if isinstance(operator, ast.Eq) else negated(equal)

    def _compared_places(
        self, one: Value, operator: ast.cmpop, other: Value, node: ast.expr
    ) -> str:
        """Return whether objects of a list are the same one, or are equal if some may be None.

        Of other values, return nothing.
        """
        values = (one, other)
        placed = [own for own in values if isinstance(own, Scalar) and own.type.kind == PLACED]
        if isinstance(operator, ast.Is | ast.IsNot):
            places = [own.at if isinstance(own, StoredObject) else own for own in values]
            types = {own.type.sort for own in places if isinstance(own, Scalar)}
            is_one_list = all(isinstance(own, Scalar) for own in places) and len(types) == 1
            if not is_one_list or not any(kind == PLACED for kind, *_ in types):
                return ""
            return " == ".join(own.code for own in places if isinstance(own, Scalar))
        objects = [object_at(own) if own in placed else own for own in values]
        if not placed or not all(isinstance(own, StoredObject | Made) for own in objects):
            return ""
        equal = in_parentheses(self.comparison(objects[0], ast.Eq(), objects[1], node))
        are_there = [f"{own.code} != NO_VALUE" for own in placed]
        equal = all_of([*are_there, equal])
        return equal if len(placed) == 1 else any_of([all_of([*map(negated, are_there)]), equal])

    def _compared_objects(
        self, one: StoredObject | Made, sign: str, other: StoredObject | Made, node: ast.expr
    ) -> str:
        """Return whether two objects of a dataclass have equal fields."""
        own_class: Any = class_of(one)
        if sign not in EQUALITIES or not is_compared_by_fields(own_class):
            raise cannot(
                node, "kernels compare objects by == and !=, as their fields tell it, only"
            )
        tests = [FALSE]
        if class_of(other) is own_class:
            names = [each.name for each in fields(own_class) if each.compare]
            pairs = [
                (self._field(one, name, node), self._field(other, name, node)) for name in names
            ]
            tests = [in_parentheses(self.comparison(a, ast.Eq(), b, node)) for a, b in pairs]
        return all_of(tests) if sign == "==" else negated(all_of(tests))

    def _field(self, own: StoredObject | Made, name: str, node: ast.expr) -> Value:
        """Return a field of an object, which a new one may have by default."""
        if isinstance(own, StoredObject):
            found = own.field(name)
        else:
            [default] = [each for each in fields(own.own_class) if each.name == name]
            found = own.fields.get(name, default_of(default))
        if found is None:
            raise cannot(node, f"kernels do not know the field {name} here")
        return found

    def _compared_lists(self, one: Value, operator: ast.cmpop, other: Value, node: ast.expr) -> str:
        """Return whether two lists have equal items in the same order, or two sets the same."""
        lists = [self.as_sequence(each, node) for each in (one, other)]
        if isinstance(lists[0], Items) and isinstance(lists[1], Items):
            return self._compared_items(lists[0], operator, lists[1], node)
        types = [each.type.of for each in lists if isinstance(each, Stored | StoredDict)]
        if any(each is not None and each.kind == ITEM_OF_CHOICE for each in types):
            raise cannot(node, NOT_COMPARED)
        dicts = [self.as_dict(each, node) for each in lists]
        if dicts != [None, None]:
            return self._compared_dicts(dicts, operator, node)
        left, right = (self.built(each, node) for each in lists)
        if left.type.distinct and right.type.distinct and type(operator) in SUBSETS:
            return self._compared_sets(left, operator, right, node)
        if (
            not isinstance(operator, ast.Eq | ast.NotEq)
            or left.type.distinct != right.type.distinct
        ):
            raise cannot(node, "kernels order numbers only")
        if left.holds_records or right.holds_records:
            return self._compared_records(left, operator, right, node)
        word = "have_same" if left.type.distinct else "are_equal"
        test = f"{word}({left.code}, {right.code})"
        return test if isinstance(operator, ast.Eq) else f"not {test}"

    def _compared_records(
        self, one: Stored, operator: ast.cmpop, other: Stored, node: ast.expr
    ) -> str:
        """Write the comparison of two lists of tuples or lists; return whether they are equal."""
        if one.type.distinct:
            same = all_of([f"{one.code}.n == {other.code}.n", self._is_within(one, other, node)])
            return same if isinstance(operator, ast.Eq) else negated(same)
        left, right = (self.kept(each.code, "items") for each in (one, other))
        same = self.written_as(f"{left}.n == {right}.n", "same")
        place = self.name("place")
        with self.block(f"if {same}"), self.block(f"for {place} in range({left}.n)"):
            item = stored_item(replace(one, code=left), place)
            rest = stored_item(replace(other, code=right), place)
            test = self.comparison(item, ast.Eq(), rest, node)
            with self.block(f"if {negated(test)}"):
                self.line(f"{same} = False")
                self.line("break")
        return same if isinstance(operator, ast.Eq) else negated(same)

    @staticmethod
    def _compared_dicts(dicts: list[StoredDict | None], operator: ast.cmpop, node: ast.expr) -> str:
        """Return whether two dicts have the same keys with equal values."""
        if any(own is not None and own.only_keys for own in dicts):
            raise cannot(node, "kernels compare no keys; write sorted(...)")
        codes = [own.code for own in dicts if own is not None and not own.holds_records]
        if len(codes) < len(dicts) or not isinstance(operator, ast.Eq | ast.NotEq):
            raise cannot(node, "kernels compare dicts of numbers, texts and rows only")
        test = f"have_same_entries({', '.join(codes)})"
        return test if isinstance(operator, ast.Eq) else f"not {test}"

    def _compared_sets(
        self, left: Stored, operator: ast.cmpop, right: Stored, node: ast.expr
    ) -> str:
        """Return whether one of two sets is within the other."""
        if isinstance(operator, ast.Gt | ast.GtE):
            left, right = right, left
        test = self._is_within(left, right, node)
        return f"{test} and {left.code}.n < {right.code}.n" if SUBSETS[type(operator)] else test

    def _is_within(self, one: Stored, other: Stored, node: ast.expr) -> str:
        """Return whether all items of a set are in another one; of tuples, write it down."""
        if not one.holds_records and not other.holds_records:
            return f"are_within({one.code}, {other.code})"
        is_within = self.written_as("True", "is_within")

        def look(item: Value) -> None:
            with self.block(f"if {bare(self.comparison(item, ast.NotIn(), other, node))}"):
                self.line(f"{is_within} = False")

        self.go_through(one, look, node, is_ordered=False)
        return is_within

    def _compared_items(self, one: Items, operator: ast.cmpop, other: Items, node: ast.expr) -> str:
        """Return how two tuples compare that are written out: the first that differs decides."""
        is_equality = isinstance(operator, ast.Eq | ast.NotEq)
        if len(one.items) != len(other.items) or one.is_tuple != other.is_tuple:
            if is_equality:
                return FALSE if isinstance(operator, ast.Eq) else TRUE
            raise cannot(node, "kernels order tuples that are equally long only")
        pairs = list(zip(one.items, other.items, strict=True))
        if is_equality:
            tests = [in_parentheses(self.comparison(a, ast.Eq(), b, node)) for a, b in pairs]
            return all_of(tests) if isinstance(operator, ast.Eq) else negated(all_of(tests))
        test = FALSE if isinstance(operator, ast.Lt | ast.Gt) else TRUE
        strict: ast.cmpop = ast.Lt() if isinstance(operator, ast.Lt | ast.LtE) else ast.Gt()
        for a, b in reversed(pairs):
            before = in_parentheses(self.comparison(a, strict, b, node))
            equal = in_parentheses(self.comparison(a, ast.Eq(), b, node))
            test = any_of([before, all_of([equal, test])])
        return test

    def _is_in(self, one: Value, own: Sequence, node: ast.expr) -> str:
        if isinstance(own, Menu):
            return f"is_on(menu, {self.as_choice(one, node).code})"
        if isinstance(own, Offered):
            one = self.as_choice(one, node)
        if isinstance(own, Items | Entries):
            items = own.items if isinstance(own, Items) else tuple(key for key, _ in own.pairs)
            tests = [in_parentheses(self.comparison(one, ast.Eq(), each, node)) for each in items]
            return any_of(tests)
        if isinstance(own, Range):
            return self._is_in_range(self.as_scalar(one, node), own, node)
        if isinstance(one, ChoiceItem) and isinstance(own, Stored | StoredDict):
            of = own.type.key if isinstance(own, StoredDict) else own.type.of
            is_of_kind, item = self.items_by_form(one, (of or EMPTY).kind, node)
            return all_of(
                [in_parentheses(is_of_kind), in_parentheses(self._is_in(item, own, node))]
            )
        if isinstance(own, Stored) and own.type.of == EMPTY:
            return FALSE  # nothing is ever in it, as far as is known in this attempt
        if isinstance(own, Stored) and own.holds_records:
            return f"{self.place_of(own, one, node)} != NOTHING"
        if isinstance(own, Stored):
            return f"position({own.code}, {self.sought(one, own.type.of, node)}) != NOTHING"
        if isinstance(own, StoredDict):
            return f"key_place({own.code}, {self.sought(one, own.type.key, node)}) != NOTHING"
        sought = self.as_scalar(one, node)
        if isinstance(own, TableRows):
            code = self.kept(sought.code, "sought")
            return f"0 <= {code} < rules.n_{own.table}"
        return f"position({self.built(own, node).code}, {sought.code}) != NOTHING"

    def _is_in_range(self, sought: Scalar, own: Range, node: ast.expr) -> str:
        if len(own.arguments) == 3:
            return f"position({self.built(own, node).code}, {sought.code}) != NOTHING"
        first, end = ("0", *own.arguments)[-2:]
        return f"{first} <= {self.kept(sought.code, 'sought')} < {end}"

    def place_of(self, own: Stored, sought: Value, node: ast.expr) -> str:
        """Write the search for a tuple or list among others; return its place, or NOTHING."""
        found, place = self.written_as("NOTHING", "found"), self.name("place")
        code = self.kept(own.code, "items")
        with self.block(f"for {place} in range({code}.n)"):
            item = stored_item(replace(own, code=code), place)
            with self.block(f"if {bare(self.comparison(item, ast.Eq(), sought, node))}"):
                self.line(f"{found} = {place}")
                self.line("break")
        return found

    # tests

    def condition(self, node: ast.expr) -> str:
        """Return the code of a test: what counts as true in Python does so in it."""
        if isinstance(node, ast.BoolOp):
            return self._joined(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return negated(self.condition(node.operand))
        return self.by_form(node) or self.truth(self.value(node), node)

    def by_form(self, test: ast.expr) -> str:
        """Return the code of a test that only asks which form a choice has; nothing for others."""
        answers = self.facts.answers(test, self.scope)
        if answers is None:
            return ""
        choice = self.facts.variable_of(test, self.scope)
        return self.has_form(choice, answers) if choice else ""

    def has_form(self, choice: str, answers: Mapping[Form, bool]) -> str:
        """Return the code of whether a choice has one of the forms for which the answer is yes."""
        yes = [form for form, answer in answers.items() if answer]
        if len(yes) in (0, len(answers)):
            return TRUE if yes else FALSE
        is_short = 2 * len(yes) <= len(answers)
        asked = yes if is_short else [form for form in answers if form not in yes]
        numbers = sorted(map(self.program.forms.index, asked))
        test = any_of([f"{choice} >> FORM_BITS == {number}" for number in numbers])
        return test if is_short else negated(test)

    def truth(self, value: Value, node: ast.expr) -> str:
        """Return the code of whether a value counts as true."""
        if isinstance(value, Constant):
            return TRUE if value.value else FALSE
        if isinstance(value, Items) and value.or_none:
            return f"{value.or_none} != NO_VALUE"
        if self.is_list(value):
            return f"{self.length(self.as_sequence(value, node), node)} > 0"
        if isinstance(value, Holder | StoredObject | Made):
            self.evaluated(value)
            return TRUE
        scalar = self.as_scalar(value, node)
        if scalar.type.kind == TEXT:
            text = self.kept(scalar.code, "text")
            empty = self.program.number_of("")
            is_there = f"{text} != NO_VALUE" if scalar.type.optional else TRUE
            return in_parentheses(all_of([is_there, f"{text} != {empty}"]))
        if not scalar.type.kind:
            return FALSE
        if scalar.type.kind != NUMBER:
            return f"{scalar.code} != NO_VALUE" if scalar.type.optional else TRUE
        if not scalar.type.optional:
            return bare(scalar.code)
        number = self.kept(scalar.code, "number")
        return f"({number} != NO_VALUE and {number} != 0)"

    def _with_none(self, one: Scalar, other: Scalar) -> str | None:
        """Return the code of whether one of two values is None, if the other is just that."""
        for own, rest in ((one, other), (other, one)):
            if not own.type.kind and own.type.optional:
                if rest.type.optional and rest.type.kind:
                    return f"{rest.code} == NO_VALUE"
                self.evaluated(rest)
                return FALSE if rest.type.kind else TRUE
        return None

    def _joined(self, node: ast.BoolOp) -> str:
        """Return the code of several tests; what a later one needs is done only if it counts."""
        word = "and" if isinstance(node.op, ast.And) else "or"
        first = self.condition(node.values[0])
        if first == (FALSE if word == "and" else TRUE):
            return first  # the later ones are not asked
        tests: list[tuple[str, list[str]]] = []
        for place, each in enumerate(node.values[1:], 1):
            before = ast.BoolOp(node.op, node.values[:place])
            with self.apart(deeper=1) as lines, self.where(before, word == "and"):
                tests.append((self.condition(each), lines))
        if not any(lines for _, lines in tests):
            codes = [first, *(code for code, _ in tests)]
            return all_of(codes) if word == "and" else any_of(codes)
        name = self.name("test")
        self.line(f"{name} = bool({bare(first)})")
        for code, lines in tests:
            with self.block(f"if {name}" if word == "and" else f"if not {name}"):
                self.lines += lines
                self.line(f"{name} = bool({code})")
        return name


def class_of(own: StoredObject | Made) -> Any:
    """Return the dataclass of an object."""
    return own.own_class if isinstance(own, Made) else own.type.own_class


def _is_single(*values: Value) -> bool:
    """Return whether one of some values is equal to itself only: None, a member, a row."""
    for each in values:
        own = each.value if isinstance(each, Constant) else None
        if isinstance(each, Constant) and not (
            isinstance(own, int | float | str) or is_dataclass(own)
        ):
            return True
        if isinstance(each, Holder):
            return True
        if isinstance(each, Scalar) and each.type.kind in ("", ROW):
            return True
        if isinstance(each, Scalar) and each.type.kind == MEMBER:
            return not is_dataclass(each.type.own_class)
    return False


def is_test(node: ast.expr) -> bool:
    """Return whether the value of an expression is True or False."""
    if isinstance(node, ast.BoolOp):
        return all(map(is_test, node.values))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == "bool"
    return isinstance(node, ast.Compare) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def _known(one: Value, other: Value) -> bool | None:
    """Return whether two values are equal, if that is known without a game."""
    if isinstance(one, Constant) and isinstance(other, Constant):
        return bool(one.value == other.value)
    if Constant(None) in (one, other) and any(
        isinstance(v, Holder | Sequence | StoredObject | Made) for v in (one, other)
    ):
        return False
    return None


def in_parentheses(test: str) -> str:
    """Return a test as part of a larger expression."""
    return test if test in (TRUE, FALSE) or test.isidentifier() else f"({test})"


def negated(test: str) -> str:
    """Return the opposite of a test."""
    if test in (TRUE, FALSE):
        return FALSE if test == TRUE else TRUE
    if test.endswith((" != NOTHING", " == NOTHING", " != NO_VALUE", " == NO_VALUE")):
        swapped = {"!=": "==", "==": "!="}
        own, sign, nothing = test.rsplit(" ", 2)
        return f"{own} {swapped[sign]} {nothing}"
    return f"not {test}" if test.isidentifier() else f"not ({test})"


def all_of(tests: list[str]) -> str:
    """Return whether all tests hold."""
    left = _asked([test for test in tests if test != TRUE], FALSE)
    return f"({' and '.join(map(_operand, left))})" if len(left) > 1 else (left or [TRUE])[0]


def any_of(tests: list[str]) -> str:
    """Return whether one test holds."""
    left = _asked([test for test in tests if test != FALSE], TRUE)
    return f"({' or '.join(map(_operand, left))})" if len(left) > 1 else (left or [FALSE])[0]


def _asked(tests: list[str], decided: str) -> list[str]:
    """Return the tests that are asked until one is decided; without it, those that cannot fail."""
    if decided not in tests:
        return tests
    before = tests[: tests.index(decided)]
    return [*before, decided] if any(map(may_fail, before)) else [decided]


def _operand(test: str) -> str:
    """Return a test beside others: one of several, or a choice between two, in parentheses."""
    is_joined = any(f" {word} " in test for word in ("and", "or", "if"))
    return f"({bare(test)})" if is_joined else test
