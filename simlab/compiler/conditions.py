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
    merge_types,
    merge_types_or_list,
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
    entry_at,
    object_at,
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

    def present(self, scalar: Scalar, *, may_be_infinite: bool = False) -> Scalar:
        """Return a value that must not be None where it is used."""
        scalar = scalar if may_be_infinite else self.finite(scalar)
        if not scalar.type.optional:
            return scalar
        code = f"present(state, {bare(scalar.code)}, {self.here})"
        return Scalar(code, replace(scalar.type, optional=False))

    def object_there(self, value: Value) -> Value:
        """Return an object that must not be None where it is used; another value as it is."""
        if isinstance(value, Scalar) and value.type.kind == PLACED:
            return object_at(self.present(value))
        return value

    # one of both

    def _boolop(self, node: ast.BoolOp) -> Value:
        """Return `a and b` or `a or b`, which is one of both."""
        # of tests, the value is the truth, and code of Python can say it as it is
        if all(map(is_test, node.values)):
            return Scalar(in_parentheses(self.condition(node)))
        *earlier, last_node = node.values
        first_node = earlier[0] if len(earlier) == 1 else ast.BoolOp(node.op, earlier)
        first_value = self.value(first_node)
        if isinstance(first_value, Scalar):
            first_value = self.keep_as(first_value, "value")
        test = self.truth(first_value, node)
        if test in (TRUE, FALSE):
            is_first = (test == TRUE) == isinstance(node.op, ast.Or)
            return first_value if is_first else self.value(last_node)
        chosen = (lambda: first_value, lambda: self.value(last_node))
        when_true, when_false = chosen if isinstance(node.op, ast.Or) else chosen[::-1]
        return self._either(test, first_node, when_true, when_false, node)

    def _ifexp(self, node: ast.IfExp) -> Value:
        # as the author wrote it: the normal form has saved parts of it in variables
        known_test = note_of(node).known or node.test
        test = self.condition(node.test)
        if test in (TRUE, FALSE):
            return self.value(node.body if test == TRUE else node.orelse)
        when_true, when_false = (lambda: self.value(node.body)), (lambda: self.value(node.orelse))
        return self._either(test, known_test, when_true, when_false, node)

    def _either(
        self,
        test: str,
        known_test: ast.expr,
        when_true: Callable[[], Value],
        when_false: Callable[[], Value],
        node: ast.expr,
    ) -> Value:
        """Return one of two values; what only one of them needs is done only for that one."""
        with self.apart(deeper=1) as if_true, self.where(known_test, True):
            true_value = when_true()
        with self.apart(deeper=1) as if_false, self.where(known_test, False):
            false_value = when_false()
        branches = (if_true, true_value), (if_false, false_value)
        if self._are_tuples(true_value, false_value, node):
            return self.either_tuple(test, *branches, node)
        if self.is_list(true_value) or self.is_list(false_value):
            is_choice = any(
                isinstance(v, Items) and self.is_choice(v) for v in (true_value, false_value)
            )
            if not is_choice and self.is_list(true_value) and self.is_list(false_value):
                return self._either_list(test, *branches, node)
        kind = (
            CHOICE if any(isinstance(value, Items) for value in (true_value, false_value)) else ""
        )
        true_scalar = self._fit_in_branch(true_value, kind, node, if_true)
        false_scalar = self._fit_in_branch(false_value, kind, node, if_false)
        common_type = merge_types((true_scalar.type, false_scalar.type))
        true_scalar = self._fit_in_branch(true_scalar, common_type.kind, node, if_true)
        false_scalar = self._fit_in_branch(false_scalar, common_type.kind, node, if_false)
        # nothing to do before either: one expression will do
        if not if_true and not if_false:
            return Scalar(f"({true_scalar.code} if {test} else {false_scalar.code})", common_type)
        name = self.name("value")
        for head, lines, scalar in (
            (f"if {bare(test)}", if_true, true_scalar),
            ("else", if_false, false_scalar),
        ):
            with self.block(head):
                self.lines += lines
                self.line(f"{name} = {bare(scalar.code)}")
        return Scalar(name, common_type)

    def _are_tuples(self, true_value: Value, false_value: Value, node: ast.expr) -> bool:
        """Return whether two values are tuples of one length, or one of them is None."""
        values = [value for value in (true_value, false_value) if not self.is_none(value)]
        if not values or any(self.as_tuple(value) is None for value in values):
            return False
        types = [self.type_of(value, node) for value in map(self.as_tuple, values) if value]
        return merge_types_or_list(types).kind == TUPLE

    def _fit_in_branch(self, value: Value, kind: str, node: ast.expr, lines: list[str]) -> Scalar:
        """Return a value as one of a kind; what that needs is added to the lines of its branch."""
        with self.apart(deeper=1) as more:
            scalar = self.fit_to_kind(value, kind, node)
        lines += more
        return scalar

    def _either_list(
        self,
        test: str,
        true_branch: tuple[list[str], Value],
        false_branch: tuple[list[str], Value],
        node: ast.expr,
    ) -> Stored | StoredDict:
        """Write a copy of one of two lists, sets or dicts."""
        lists = [self.as_sequence(value, node) for _, value in (true_branch, false_branch)]
        new_record = self.new_record("items", lists, node)
        for head, (lines, _), sequence in zip(
            (f"if {bare(test)}", "else"), (true_branch, false_branch), lists, strict=True
        ):
            with self.block(head):
                self.lines += lines
                self.take_all(new_record, sequence, node)
        return new_record

    # comparisons

    def _compare(self, node: ast.Compare) -> Value:
        by_form = self.by_form(node)
        if by_form:
            return Scalar(in_parentheses(by_form))
        tests, left_value = [], self.value(node.left)
        for operator, right in zip(node.ops, node.comparators, strict=True):
            right_value = self.value(right)
            tests.append(self.comparison(left_value, operator, right_value, node))
            # evaluated once, as in a < b < c of Python
            left_value = right_value
        return Scalar(all_of(tests) if len(tests) > 1 else in_parentheses(tests[0]))

    def evaluate(self, value: Value) -> Value:
        """Return a value that is in a variable if it may fail: Python evaluates it, used or not."""
        if isinstance(value, Scalar | Stored | StoredDict) and may_fail(value.code):
            return replace(value, code=self.keep(value.code, "item"))
        if isinstance(value, StoredObject) and may_fail(value.code):
            self.line(bare(value.code))
        return value

    def comparison(
        self, left_value: Value, operator: ast.cmpop, right_value: Value, node: ast.expr
    ) -> str:
        """Return the code of whether two values compare as an operator says."""
        left_value, right_value = self.open_choice(left_value), self.open_choice(right_value)
        if isinstance(operator, ast.In | ast.NotIn):
            left_value = self.evaluate(left_value)
            part = self._part_of_text(left_value, right_value)
            if part:
                return negate(part) if isinstance(operator, ast.NotIn) else part
            # in a fixed order, so that the code is the same in every process
            if isinstance(right_value, Constant) and isinstance(right_value.value, frozenset):
                right_value = Constant(tuple(sorted(right_value.value, key=repr)))
            is_in = self._is_in(left_value, self.as_sequence(right_value, node), node)
            return negate(is_in) if isinstance(operator, ast.NotIn) else is_in
        sign = COMPARISONS[type(operator)]
        same = self._compare_places(left_value, operator, right_value, node)
        if same:
            return same if sign == "==" else negate(same)
        # in kernels equal texts are one number; Python does not promise that they are the same
        if isinstance(operator, ast.Is | ast.IsNot) and not _is_single(left_value, right_value):
            raise cannot(node, "equal numbers and texts need not be the same; write == or !=")
        if sign in EQUALITIES:
            for operand, counterpart in ((left_value, right_value), (right_value, left_value)):
                if isinstance(operand, Items) and operand.or_none:
                    equal = self._is_equal_or_none(operand, counterpart, node)
                    return equal if sign == "==" else negate(equal)
        left_value, right_value = self.there(left_value), self.there(right_value)
        for operand, counterpart in ((left_value, right_value), (right_value, left_value)):
            if (
                isinstance(operand, Items)
                and isinstance(counterpart, Scalar)
                and not counterpart.type.kind
            ):
                # None in fact, or what nothing is known of before another attempt
                self.line(self.present(counterpart).code)
                return TRUE if sign == "!=" else FALSE
        is_equal = _equality_if_known(left_value, right_value)
        if is_equal is not None and sign in EQUALITIES:
            # the answer is known, but Python evaluates both sides
            self.evaluate(left_value)
            self.evaluate(right_value)
            return TRUE if is_equal == (sign == "==") else FALSE
        for operand, another in ((left_value, right_value), (right_value, left_value)):
            if isinstance(operand, Scalar) and operand.first_of and isinstance(another, Constant):
                test = self.has_word(operand, another) if sign in EQUALITIES else ""
                if test:
                    return test if sign == "==" else negate(test)
            if isinstance(operand, ChoiceItem) and not isinstance(another, ChoiceItem):
                return self._compare_part(
                    operand, another, (left_value, operator, right_value), node
                )
        if self.is_list(left_value) and self.is_list(right_value):
            return self._compare_lists(left_value, operator, right_value, node)
        if isinstance(left_value, StoredObject | Made) and isinstance(
            right_value, StoredObject | Made
        ):
            return self._compare_objects(left_value, sign, right_value, node)
        values = (left_value, right_value)
        kinds_of_both = {v.type.kind for v in values if isinstance(v, Scalar)}
        is_choice = CHOICE in kinds_of_both or (
            TEXT in kinds_of_both
            and any(isinstance(v, Items) and self.is_choice(v) for v in values)
        )
        if is_choice and sign in EQUALITIES and Constant(None) not in values:
            codes = [self.fit_to_kind(v, CHOICE, node).code for v in values]
            return f" {sign} ".join(codes)
        left_scalar, right_scalar = (
            self.as_scalar(left_value, node),
            self.as_scalar(right_value, node),
        )
        folded = self._with_none(left_scalar, right_scalar)
        if folded is not None and sign in EQUALITIES:
            return folded if sign == "==" else negate(folded)
        kinds = {
            (scalar.type.kind, scalar.type.own_class) for scalar in (left_scalar, right_scalar)
        } - {("", None)}
        if len(kinds) > 1:
            raise cannot(
                node, f"kernels do not compare {left_scalar.type.in_words} with another type"
            )
        if sign not in EQUALITIES:
            if kinds == {(TEXT, None)}:
                left_scalar, right_scalar = (
                    self.rank_of(self.present(scalar)) for scalar in (left_scalar, right_scalar)
                )
            elif kinds - {(NUMBER, None)}:
                raise cannot(node, "kernels order numbers and texts only")
            left_scalar, right_scalar = (
                self.present(scalar, may_be_infinite=True) for scalar in (left_scalar, right_scalar)
            )
        left_scalar, right_scalar = self.in_one_unit(left_scalar, right_scalar)
        return f"{left_scalar.code} {sign} {right_scalar.code}"

    def of_text(self, word: Scalar, code: str) -> Scalar:
        """Return a whole number that a text has, by what it is of any `text` in Python."""
        name = self.program.numbers_of_texts(code)
        return Scalar(f"of_text(state, {name}, {bare(word.code)}, {self.here})")

    def rank_of(self, word: Scalar) -> Scalar:
        """Return the place of a text in the order of all texts."""
        return self.of_text(word, "sorted(TEXTS).index(text)")

    def _part_of_text(self, part_of_text: Value, whole_text: Value) -> str:
        """Return whether a text that is written out is a part of another one, if these are texts.

        Otherwise, return nothing.
        """
        if not isinstance(part_of_text, Constant) or not isinstance(part_of_text.value, str):
            return ""
        if isinstance(whole_text, Constant) and isinstance(whole_text.value, str):
            return TRUE if part_of_text.value in whole_text.value else FALSE
        if not isinstance(whole_text, Scalar) or whole_text.type.kind != TEXT:
            return ""
        scalar = self.of_text(self.present(whole_text), f"{part_of_text.value!r} in text")
        return f"{scalar.code} == 1"

    def _is_equal_or_none(self, optional_tuple: Items, value: Value, node: ast.expr) -> str:
        """Return whether a tuple that may be None is equal to another value."""
        is_there = f"{optional_tuple.or_none} != NO_VALUE"
        if self.is_none(value):
            return negate(is_there)
        alike = []
        if isinstance(value, Items) and value.or_none:
            alike.append(f"{optional_tuple.or_none} == {value.or_none}")
            value = replace(value, or_none="")
        equal = in_parentheses(
            self.comparison(replace(optional_tuple, or_none=""), ast.Eq(), value, node)
        )
        if alike:
            return all_of([*alike, any_of([negate(is_there), equal])])
        return all_of([is_there, equal])

    def _compare_part(
        self,
        choice_item: ChoiceItem,
        value: Value,
        compared: tuple[Value, ast.cmpop, Value],
        node: ast.expr,
    ) -> str:
        """Return how an item of a choice compares, which may be of another type: then it differs.

        One that is no number, and no tuple beside another one, cannot be ordered.
        """
        left_value, operator, right_value = compared
        is_tuple = self.as_tuple(value) is not None
        kind = TUPLE if is_tuple else self.as_scalar(value, node).type.kind
        is_equality = isinstance(operator, ast.Eq | ast.NotEq)
        # Python raises an error where it orders a number and a text
        if not is_equality:
            item: Value = self.require_kind(choice_item, TUPLE if is_tuple else NUMBER, node)
            return self.comparison(
                item if left_value is choice_item else left_value,
                operator,
                item if right_value is choice_item else right_value,
                node,
            )
        is_of_kind, item = self.items_by_form(choice_item, kind, node)
        test = in_parentheses(self.comparison(item, ast.Eq(), value, node))
        equal = all_of([in_parentheses(is_of_kind), test])
        return equal if isinstance(operator, ast.Eq) else negate(equal)

    def _compare_places(
        self, left_value: Value, operator: ast.cmpop, right_value: Value, node: ast.expr
    ) -> str:
        """Return whether objects of a list are the same one, or are equal if some may be None.

        Of other values, return nothing.
        """
        values = (left_value, right_value)
        placed = [
            value for value in values if isinstance(value, Scalar) and value.type.kind == PLACED
        ]
        if isinstance(operator, ast.Is | ast.IsNot):
            locations = [value.at if isinstance(value, StoredObject) else value for value in values]
            types = {location.type.sort for location in locations if isinstance(location, Scalar)}
            is_one_list = (
                all(isinstance(location, Scalar) for location in locations) and len(types) == 1
            )
            if not is_one_list or not any(kind == PLACED for kind, *_ in types):
                return ""
            return " == ".join(
                location.code for location in locations if isinstance(location, Scalar)
            )
        objects = [object_at(value) if value in placed else value for value in values]
        if not placed or not all(isinstance(instance, StoredObject | Made) for instance in objects):
            return ""
        equal = in_parentheses(self.comparison(objects[0], ast.Eq(), objects[1], node))
        are_there = [f"{scalar.code} != NO_VALUE" for scalar in placed]
        equal = all_of([*are_there, equal])
        return equal if len(placed) == 1 else any_of([all_of([*map(negate, are_there)]), equal])

    def _compare_objects(
        self,
        left_object: StoredObject | Made,
        sign: str,
        right_object: StoredObject | Made,
        node: ast.expr,
    ) -> str:
        """Return whether two objects of a dataclass have equal fields."""
        own_class: Any = class_of(left_object)
        if sign not in EQUALITIES or not is_compared_by_fields(own_class):
            raise cannot(
                node, "kernels compare objects by == and !=, as their fields tell it, only"
            )
        tests = [FALSE]
        if class_of(right_object) is own_class:
            names = [field.name for field in fields(own_class) if field.compare]
            pairs = [
                (self._field(left_object, name, node), self._field(right_object, name, node))
                for name in names
            ]
            tests = [in_parentheses(self.comparison(a, ast.Eq(), b, node)) for a, b in pairs]
        return all_of(tests) if sign == "==" else negate(all_of(tests))

    def _field(self, instance: StoredObject | Made, name: str, node: ast.expr) -> Value:
        """Return a field of an object, which a new one may have by default."""
        if isinstance(instance, StoredObject):
            value = instance.field(name)
        else:
            [default] = [field for field in fields(instance.own_class) if field.name == name]
            value = instance.fields.get(name, default_of(default))
        if value is None:
            raise cannot(node, f"kernels do not know the field {name} here")
        return value

    def _compare_lists(
        self, left_value: Value, operator: ast.cmpop, right_value: Value, node: ast.expr
    ) -> str:
        """Return whether two lists have equal items in the same order, or two sets the same."""
        lists = [self.as_sequence(value, node) for value in (left_value, right_value)]
        if isinstance(lists[0], Items) and isinstance(lists[1], Items):
            return self._compare_items(lists[0], operator, lists[1], node)
        types = [
            sequence.type.of for sequence in lists if isinstance(sequence, Stored | StoredDict)
        ]
        if any(item_type is not None and item_type.kind == ITEM_OF_CHOICE for item_type in types):
            raise cannot(node, NOT_COMPARED)
        dicts = [self.as_dict(sequence, node) for sequence in lists]
        if dicts != [None, None]:
            return self._compare_dicts(dicts, operator, node)
        left_list, right_list = (self.build_list(sequence, node) for sequence in lists)
        if left_list.type.distinct and right_list.type.distinct and type(operator) in SUBSETS:
            return self._compare_sets(left_list, operator, right_list, node)
        if (
            not isinstance(operator, ast.Eq | ast.NotEq)
            or left_list.type.distinct != right_list.type.distinct
        ):
            raise cannot(node, "kernels order numbers only")
        if left_list.holds_records or right_list.holds_records:
            return self._compare_records(left_list, operator, right_list, node)
        word = "have_same" if left_list.type.distinct else "are_equal"
        test = f"{word}({left_list.code}, {right_list.code})"
        return test if isinstance(operator, ast.Eq) else f"not {test}"

    def _compare_records(
        self, left_list: Stored, operator: ast.cmpop, right_list: Stored, node: ast.expr
    ) -> str:
        """Write the comparison of two lists of tuples or lists; return whether they are equal."""
        if left_list.type.distinct:
            same = all_of(
                [
                    f"{left_list.code}.n == {right_list.code}.n",
                    self._is_within(left_list, right_list, node),
                ]
            )
            return same if isinstance(operator, ast.Eq) else negate(same)
        left_code, right_code = (
            self.keep(stored_list.code, "items") for stored_list in (left_list, right_list)
        )
        same = self.write_as(f"{left_code}.n == {right_code}.n", "same")
        index = self.name("place")
        with self.block(f"if {same}"), self.block(f"for {index} in range({left_code}.n)"):
            item = entry_at(replace(left_list, code=left_code), index)
            other_item = entry_at(replace(right_list, code=right_code), index)
            test = self.comparison(item, ast.Eq(), other_item, node)
            with self.block(f"if {negate(test)}"):
                self.line(f"{same} = False")
                self.line("break")
        return same if isinstance(operator, ast.Eq) else negate(same)

    @staticmethod
    def _compare_dicts(dicts: list[StoredDict | None], operator: ast.cmpop, node: ast.expr) -> str:
        """Return whether two dicts have the same keys with equal values."""
        if any(stored_dict is not None and stored_dict.only_keys for stored_dict in dicts):
            raise cannot(node, "kernels compare no keys; write sorted(...)")
        codes = [
            stored_dict.code
            for stored_dict in dicts
            if stored_dict is not None and not stored_dict.holds_records
        ]
        if len(codes) < len(dicts) or not isinstance(operator, ast.Eq | ast.NotEq):
            raise cannot(node, "kernels compare dicts of numbers, texts and rows only")
        test = f"have_same_entries({', '.join(codes)})"
        return test if isinstance(operator, ast.Eq) else f"not {test}"

    def _compare_sets(
        self, left_set: Stored, operator: ast.cmpop, right_set: Stored, node: ast.expr
    ) -> str:
        """Return whether one of two sets is within the other."""
        if isinstance(operator, ast.Gt | ast.GtE):
            left_set, right_set = right_set, left_set
        test = self._is_within(left_set, right_set, node)
        return (
            f"{test} and {left_set.code}.n < {right_set.code}.n"
            if SUBSETS[type(operator)]
            else test
        )

    def _is_within(self, subset: Stored, superset: Stored, node: ast.expr) -> str:
        """Return whether all items of a set are in another one; of tuples, write it down."""
        if not subset.holds_records and not superset.holds_records:
            return f"are_within({subset.code}, {superset.code})"
        is_within = self.write_as("True", "is_within")

        def look(item: Value) -> None:
            with self.block(f"if {bare(self.comparison(item, ast.NotIn(), superset, node))}"):
                self.line(f"{is_within} = False")

        self.go_through(subset, look, node, is_ordered=False)
        return is_within

    def _compare_items(
        self, left_items: Items, operator: ast.cmpop, right_items: Items, node: ast.expr
    ) -> str:
        """Return how two tuples compare that are written out: the first that differs decides."""
        is_equality = isinstance(operator, ast.Eq | ast.NotEq)
        if (
            len(left_items.items) != len(right_items.items)
            or left_items.is_tuple != right_items.is_tuple
        ):
            if is_equality:
                return FALSE if isinstance(operator, ast.Eq) else TRUE
            raise cannot(node, "kernels order tuples that are equally long only")
        pairs = list(zip(left_items.items, right_items.items, strict=True))
        if is_equality:
            tests = [in_parentheses(self.comparison(a, ast.Eq(), b, node)) for a, b in pairs]
            return all_of(tests) if isinstance(operator, ast.Eq) else negate(all_of(tests))
        test = FALSE if isinstance(operator, ast.Lt | ast.Gt) else TRUE
        strict: ast.cmpop = ast.Lt() if isinstance(operator, ast.Lt | ast.LtE) else ast.Gt()
        for a, b in reversed(pairs):
            is_before = in_parentheses(self.comparison(a, strict, b, node))
            equal = in_parentheses(self.comparison(a, ast.Eq(), b, node))
            test = any_of([is_before, all_of([equal, test])])
        return test

    def _is_in(self, value: Value, sequence: Sequence, node: ast.expr) -> str:
        if isinstance(sequence, Menu):
            return f"is_on(menu, {self.as_choice(value, node).code})"
        if isinstance(sequence, Offered):
            value = self.as_choice(value, node)
        if isinstance(sequence, Items | Entries):
            items = (
                sequence.items
                if isinstance(sequence, Items)
                else tuple(key for key, _ in sequence.pairs)
            )
            tests = [in_parentheses(self.comparison(value, ast.Eq(), item, node)) for item in items]
            return any_of(tests)
        if isinstance(sequence, Range):
            return self._is_in_range(self.as_scalar(value, node), sequence, node)
        if isinstance(value, ChoiceItem) and isinstance(sequence, Stored | StoredDict):
            item_type = sequence.type.key if isinstance(sequence, StoredDict) else sequence.type.of
            is_of_kind, item = self.items_by_form(value, (item_type or EMPTY).kind, node)
            return all_of(
                [in_parentheses(is_of_kind), in_parentheses(self._is_in(item, sequence, node))]
            )
        if isinstance(sequence, Stored) and sequence.type.of == EMPTY:
            return FALSE  # nothing is ever in it, as far as is known in this attempt
        if isinstance(sequence, Stored) and sequence.holds_records:
            return f"{self.place_of(sequence, value, node)} != NOTHING"
        if isinstance(sequence, Stored):
            code = self.code_to_find(value, sequence.type.of, node)
            return f"position({sequence.code}, {code}) != NOTHING"
        if isinstance(sequence, StoredDict):
            code = self.code_to_find(value, sequence.type.key, node)
            return f"key_place({sequence.code}, {code}) != NOTHING"
        sought = self.as_scalar(value, node)
        if isinstance(sequence, TableRows):
            code = self.keep(sought.code, "sought")
            return f"0 <= {code} < rules.n_{sequence.table}"
        return f"position({self.build_list(sequence, node).code}, {sought.code}) != NOTHING"

    def _is_in_range(self, sought: Scalar, number_range: Range, node: ast.expr) -> str:
        if len(number_range.arguments) == 3:
            return f"position({self.build_list(number_range, node).code}, {sought.code}) != NOTHING"
        start, end = ("0", *number_range.arguments)[-2:]
        return f"{start} <= {self.keep(sought.code, 'sought')} < {end}"

    def place_of(self, stored_list: Stored, sought: Value, node: ast.expr) -> str:
        """Write the search for a tuple or list among others; return its place, or NOTHING."""
        found_index, index = self.write_as("NOTHING", "found"), self.name("place")
        code = self.keep(stored_list.code, "items")
        with self.block(f"for {index} in range({code}.n)"):
            item = entry_at(replace(stored_list, code=code), index)
            with self.block(f"if {bare(self.comparison(item, ast.Eq(), sought, node))}"):
                self.line(f"{found_index} = {index}")
                self.line("break")
        return found_index

    # tests

    def condition(self, node: ast.expr) -> str:
        """Return the code of a test: what counts as true in Python does so in it."""
        if isinstance(node, ast.BoolOp):
            return self._join_tests(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return negate(self.condition(node.operand))
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
        tested_forms = yes if is_short else [form for form in answers if form not in yes]
        numbers = sorted(map(self.program.forms.index, tested_forms))
        test = any_of([f"{choice} >> FORM_BITS == {number}" for number in numbers])
        return test if is_short else negate(test)

    def truth(self, value: Value, node: ast.expr) -> str:
        """Return the code of whether a value counts as true."""
        if isinstance(value, Constant):
            return TRUE if value.value else FALSE
        if isinstance(value, Items) and value.or_none:
            return f"{value.or_none} != NO_VALUE"
        if self.is_list(value):
            return f"{self.length(self.as_sequence(value, node), node)} > 0"
        if isinstance(value, Holder | StoredObject | Made):
            self.evaluate(value)
            return TRUE
        scalar = self.as_scalar(value, node)
        if scalar.type.kind == TEXT:
            text_code = self.keep(scalar.code, "text")
            empty = self.program.number_of("")
            is_there = f"{text_code} != NO_VALUE" if scalar.type.optional else TRUE
            return in_parentheses(all_of([is_there, f"{text_code} != {empty}"]))
        if not scalar.type.kind:
            return FALSE
        if scalar.type.kind != NUMBER:
            return f"{scalar.code} != NO_VALUE" if scalar.type.optional else TRUE
        if not scalar.type.optional:
            return bare(scalar.code)
        number = self.keep(scalar.code, "number")
        return f"({number} != NO_VALUE and {number} != 0)"

    def _with_none(self, left_scalar: Scalar, right_scalar: Scalar) -> str | None:
        """Return the code of whether one of two values is None, if the other is just that."""
        for scalar, counterpart in ((left_scalar, right_scalar), (right_scalar, left_scalar)):
            if not scalar.type.kind and scalar.type.optional:
                if counterpart.type.optional and counterpart.type.kind:
                    return f"{counterpart.code} == NO_VALUE"
                self.evaluate(counterpart)
                return FALSE if counterpart.type.kind else TRUE
        return None

    def _join_tests(self, node: ast.BoolOp) -> str:
        """Return the code of several tests; what a later one needs is done only if it counts."""
        word = "and" if isinstance(node.op, ast.And) else "or"
        first_test = self.condition(node.values[0])
        if first_test == (FALSE if word == "and" else TRUE):
            return first_test  # the later ones are not asked
        tests: list[tuple[str, list[str]]] = []
        for index, operand in enumerate(node.values[1:], 1):
            earlier_tests = ast.BoolOp(node.op, node.values[:index])
            with self.apart(deeper=1) as lines, self.where(earlier_tests, word == "and"):
                tests.append((self.condition(operand), lines))
        if not any(lines for _, lines in tests):
            codes = [first_test, *(code for code, _ in tests)]
            return all_of(codes) if word == "and" else any_of(codes)
        name = self.name("test")
        self.line(f"{name} = bool({bare(first_test)})")
        for code, lines in tests:
            with self.block(f"if {name}" if word == "and" else f"if not {name}"):
                self.lines += lines
                self.line(f"{name} = bool({code})")
        return name


def class_of(instance: StoredObject | Made) -> Any:
    """Return the dataclass of an object."""
    return instance.own_class if isinstance(instance, Made) else instance.type.own_class


def _is_single(*values: Value) -> bool:
    """Return whether one of some values is equal to itself only: None, a member, a row."""
    for value in values:
        constant = value.value if isinstance(value, Constant) else None
        if isinstance(value, Constant) and not (
            isinstance(constant, int | float | str) or is_dataclass(constant)
        ):
            return True
        if isinstance(value, Holder):
            return True
        if isinstance(value, Scalar) and value.type.kind in ("", ROW):
            return True
        if isinstance(value, Scalar) and value.type.kind == MEMBER:
            return not is_dataclass(value.type.own_class)
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


def _equality_if_known(left_value: Value, right_value: Value) -> bool | None:
    """Return whether two values are equal, if that is known without a game."""
    if isinstance(left_value, Constant) and isinstance(right_value, Constant):
        return bool(left_value.value == right_value.value)
    if Constant(None) in (left_value, right_value) and any(
        isinstance(v, Holder | Sequence | StoredObject | Made) for v in (left_value, right_value)
    ):
        return False
    return None


def in_parentheses(test: str) -> str:
    """Return a test as part of a larger expression."""
    return test if test in (TRUE, FALSE) or test.isidentifier() else f"({test})"


def negate(test: str) -> str:
    """Return the opposite of a test."""
    if test in (TRUE, FALSE):
        return FALSE if test == TRUE else TRUE
    if test.endswith((" != NOTHING", " == NOTHING", " != NO_VALUE", " == NO_VALUE")):
        swapped = {"!=": "==", "==": "!="}
        code, sign, nothing = test.rsplit(" ", 2)
        return f"{code} {swapped[sign]} {nothing}"
    return f"not {test}" if test.isidentifier() else f"not ({test})"


def all_of(tests: list[str]) -> str:
    """Return whether all tests hold."""
    remaining = _tests_to_ask([test for test in tests if test != TRUE], FALSE)
    return (
        f"({' and '.join(map(_operand, remaining))})"
        if len(remaining) > 1
        else (remaining or [TRUE])[0]
    )


def any_of(tests: list[str]) -> str:
    """Return whether one test holds."""
    remaining = _tests_to_ask([test for test in tests if test != FALSE], TRUE)
    return (
        f"({' or '.join(map(_operand, remaining))})"
        if len(remaining) > 1
        else (remaining or [FALSE])[0]
    )


def _tests_to_ask(tests: list[str], decided: str) -> list[str]:
    """Return the tests that are asked until one is decided; without it, those that cannot fail."""
    if decided not in tests:
        return tests
    tests_before = tests[: tests.index(decided)]
    return [*tests_before, decided] if any(map(may_fail, tests_before)) else [decided]


def _operand(test: str) -> str:
    """Return a test beside others: one of several, or a choice between two, in parentheses."""
    is_joined = any(f" {word} " in test for word in ("and", "or", "if"))
    return f"({bare(test)})" if is_joined else test
