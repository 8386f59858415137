"""Narrowing: which forms the choices in variables can have, at the place that is translated.

A test is looked at once for each form that a choice may have: where it would have come out
otherwise, the choice has another form.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simlab.compiler.value_type import NUMBER, ROW, TUPLE, Form, Type
from simlab.compiler.values import ChoiceItem, ChoiceItems, Constant, Holder, Scalar, Scope
from simlab.plain.game import PlainGame

UNKNOWN: Any = object()
"""What a form does not tell."""
CONSTANTS = (int, str, tuple, list, dict, frozenset)
ORDERS: Mapping[type[ast.cmpop], Any] = {
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
}
Identity = object
"""What two variables share that hold the same choice."""


class Raises(Exception):
    """Python raises an error where a choice has the form."""


@dataclass(frozen=True)
class Facts:
    """What is known of choices at one place of a function."""

    held: Mapping[str, Identity] = field(default_factory=dict)
    """Which choice a variable of the kernel holds."""
    firsts: Mapping[str, Identity] = field(default_factory=dict)
    """Of which choice a variable holds the first item."""
    kinds: Mapping[str, Identity] = field(default_factory=dict)
    """Of which choice a variable holds the kind, where that is the word of its form."""
    possible: Mapping[Identity, frozenset[Form]] = field(default_factory=dict)
    """The forms that a choice can have."""

    def forms(self, code: str) -> frozenset[Form] | None:
        """Return the forms that the choice in a variable can have, if that is known."""
        return self.possible.get(self.held.get(code))

    def word(self, code: str) -> str | None:
        """Return the word that a variable holds, if it is the first or the kind of a choice."""
        of_first = self.possible.get(self.firsts.get(code), ())
        of_kind = self.possible.get(self.kinds.get(code), ())
        form_words = {form.word if form.is_tuple else None for form in of_first}
        form_words |= {kind_of_form(form) for form in of_kind}
        return form_words.pop() if len(form_words) == 1 else None

    def with_choice(self, code: str, source: str, forms: frozenset[Form]) -> Facts:
        """Return what is known once a variable has the choice of another, or one of some forms."""
        identity = self.held.get(source, object())
        remaining = self.without([code])
        possible = {identity: forms} | dict(remaining.possible)
        return replace(remaining, held={**remaining.held, code: identity}, possible=possible)

    def with_first(self, code: str, source: str) -> Facts:
        """Return what is known once a variable holds the first item of the choice in another."""
        remaining, identity = self.without([code]), self.held.get(source)
        if identity is None:
            return remaining
        return replace(remaining, firsts={**remaining.firsts, code: identity})

    def with_kind(self, code: str, source: str) -> Facts:
        """Return what is known once a variable holds the kind of the choice in another."""
        remaining, identity = self.without([code]), self.held.get(source)
        if identity is None:
            return remaining
        return replace(remaining, kinds={**remaining.kinds, code: identity})

    def with_copy(self, code: str, source: str) -> Facts:
        """Return what is known once a variable holds what another does, which is no choice."""
        remaining = self.without([code])
        if source not in remaining.firsts and source not in remaining.kinds:
            return remaining
        firsts, kinds = (
            {**known, code: known[source]} if source in known else known
            for known in (remaining.firsts, remaining.kinds)
        )
        return replace(remaining, firsts=firsts, kinds=kinds)

    def without(self, codes: Sequence[str]) -> Facts:
        """Return what is left of it once variables hold something else."""
        if not any(code in known for known in self._by_variable for code in codes):
            return self
        held, firsts, kinds = (
            {code: identity for code, identity in known.items() if code not in codes}
            for known in self._by_variable
        )
        return replace(self, held=held, firsts=firsts, kinds=kinds)

    @property
    def _by_variable(self) -> tuple[Mapping[str, Identity], ...]:
        return self.held, self.firsts, self.kinds

    def or_else(self, alternative: Facts) -> Facts:
        """Return what is certain where either this or something else is known."""
        if self == alternative:
            return self
        # variables that held the same choice in both branches still hold the same one afterwards
        pairs: dict[tuple[Identity, Identity], Identity] = {}

        def common(
            held_here: Mapping[str, Identity], held_there: Mapping[str, Identity]
        ) -> dict[str, Identity]:
            both = [
                (code, (held_here[code], held_there[code]))
                for code in held_here
                if code in held_there
            ]
            for _, pair in both:
                pairs.setdefault(pair, pair[0] if pair[0] is pair[1] else object())
            return {code: pairs[pair] for code, pair in both}

        held, firsts, kinds = map(common, self._by_variable, alternative._by_variable)
        possible = {
            identity: self.possible[a] | alternative.possible[b]
            for (a, b), identity in pairs.items()
            if a in self.possible and b in alternative.possible
        }
        return Facts(held, firsts, kinds, possible)

    def with_size(self, code: str, n_items: int) -> Facts:
        """Return what is known once a choice was unpacked into some names."""
        identity = self.held[code]
        forms = frozenset(form for form in self.possible[identity] if form.n_items == n_items)
        return replace(self, possible={**self.possible, identity: forms})

    def after(self, test: ast.expr, scope: Scope, holds: bool) -> Facts:
        """Return what is known after a test."""
        possible_forms = {
            identity: frozenset(
                form
                for form in self.possible[identity]
                if Supposed(self, scope, identity, form).may_be(test, holds)
            )
            for identity in self._choices_in_test(test, scope)
        }
        return replace(self, possible={**self.possible, **possible_forms})

    def answers(self, test: ast.expr, scope: Scope) -> dict[Form, bool] | None:
        """Return how a test of one choice comes out for each form, if the form tells it."""
        choices = list(self._choices_in_test(test, scope))
        if len(choices) != 1:
            return None
        answer_by_form: dict[Form, bool] = {}
        for form in self.possible[choices[0]]:
            supposed = Supposed(self, scope, choices[0], form, is_strict=True)
            try:
                answer = supposed.truth(test)
            except Raises:
                answer = None
            if answer is None:
                return None
            answer_by_form[form] = answer
        return answer_by_form

    def variable_of(self, test: ast.expr, scope: Scope) -> str:
        """Return a variable that holds the only choice that a test asks for."""
        [identity] = self._choices_in_test(test, scope)
        return next(
            (code for code, held_identity in self.held.items() if held_identity is identity), ""
        )

    def _choices_in_test(self, test: ast.expr, scope: Scope) -> Iterator[Identity]:
        """Yield the choices that a test names, each once."""
        names = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
        identities = [self._of_name(name, scope) for name in sorted(names)]
        yield from {
            id(identity): identity
            for identity in identities
            if identity is not None and identity in self.possible
        }.values()

    def _of_name(self, name: str, scope: Scope) -> Identity | None:
        value = scope.names.get(name)
        if isinstance(value, ChoiceItem | ChoiceItems):
            return self.held.get(value.choice)
        if not isinstance(value, Scalar):
            return None
        known = (by_code.get(value.code) for by_code in self._by_variable)
        return next((identity for identity in known if identity is not None), None)


@dataclass(frozen=True)
class Supposed:
    """What a test comes to, supposed that one choice has some form."""

    facts: Facts
    scope: Scope
    choice: Identity
    form: Form
    is_strict: bool = False
    """Whether a test counts as known only if Python does not look at more than the form."""

    def truth(self, node: ast.expr) -> bool | None:
        """Return whether a test holds, or None if that depends on more than the form."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            answer = self.truth(node.operand)
            return None if answer is None else not answer
        if isinstance(node, ast.BoolOp):
            return self._join_answers(node.values, isinstance(node.op, ast.Or))
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left_value, right_value = self._value(node.left), self._value(node.comparators[0])
            return _compare(left_value, node.ops[0], right_value)
        value = self._value(node)
        return None if value is UNKNOWN or isinstance(value, Type) else bool(value)

    def may_be(self, test: ast.expr, holds: bool) -> bool:
        """Return whether a test may come out so."""
        try:
            return self.truth(test) is not (not holds)
        except Raises:
            return False

    def _join_answers(self, tests: Sequence[ast.expr], deciding: bool) -> bool | None:
        """Return the answer of several tests, of which the first one decides that is `deciding`."""
        is_known = True
        for test in tests:
            try:
                answer = self.truth(test)
            except Raises:
                # Python gets this far, so it raises, too; else an earlier test may have stopped it
                if is_known:
                    raise
                return None
            if answer is deciding and (is_known or not self.is_strict):
                return deciding
            is_known &= answer is not None
        return not deciding if is_known else None

    def _value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self._value_of_name(node.id)
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            items = tuple(self._value(item_node) for item_node in node.elts)
            simple = all(isinstance(item_node, ast.Constant | ast.Name) for item_node in node.elts)
            return items if simple or UNKNOWN not in items else UNKNOWN
        if isinstance(node, ast.Subscript):
            return self._item(self._value(node.value), node.slice)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._value_of_call(node.func.id, node.args)
        if isinstance(node, ast.Call) and self._asks_for_kind(node):
            return kind_of_form(self.form)
        return UNKNOWN

    def _value_of_name(self, name: str) -> Any:
        value = self.scope.names.get(name)
        if value is None:
            meaning = self.scope.globals.get(name, UNKNOWN)
            return meaning if isinstance(meaning, CONSTANTS) else UNKNOWN
        if isinstance(value, Constant):
            return value.value if isinstance(value.value, CONSTANTS) else UNKNOWN
        if isinstance(value, ChoiceItems) and self._is_choice(value.choice):
            whole_choice = _whole(self.form)
            return (
                whole_choice[value.first : value.end]
                if isinstance(whole_choice, tuple | str)
                else UNKNOWN
            )
        if isinstance(value, ChoiceItem) and self._is_choice(value.choice):
            return self._item(_whole(self.form), ast.Constant(value.index))
        if not isinstance(value, Scalar) or (value.type.optional and self.is_strict):
            return UNKNOWN
        if self._is_choice(value.code):
            return _whole(self.form)
        if self.facts.firsts.get(value.code) is self.choice:
            return self._item(_whole(self.form), ast.Constant(0))
        if self.facts.kinds.get(value.code) is self.choice:
            return kind_of_form(self.form)
        return UNKNOWN

    def _is_choice(self, code: str) -> bool:
        return self.facts.held.get(code) is self.choice

    @staticmethod
    def _item(base: Any, index: ast.expr) -> Any:
        if isinstance(base, Type) and base.kind in (NUMBER, ROW):
            raise Raises
        if not isinstance(base, tuple | str):
            return UNKNOWN
        if isinstance(index, ast.Slice):
            bounds = [_literal(bound) for bound in (index.lower, index.upper, index.step)]
            return UNKNOWN if UNKNOWN in bounds else base[slice(*bounds)]
        position = _literal(index)
        if not isinstance(position, int):
            return UNKNOWN
        if not -len(base) <= position < len(base):
            raise Raises
        return base[position]

    def _asks_for_kind(self, call: ast.Call) -> bool:
        """Return whether a call is that of the kind of the choice, which the game does not say."""
        match call:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=holder_name), attr="kind"),
                args=[ast.Name(id=name)],
                keywords=[],
            ):
                holder, value = self.scope.names.get(holder_name), self.scope.names.get(name)
            case _:
                return False
        return (
            isinstance(holder, Holder)
            and getattr(holder.own_class, "kind", None) is PlainGame.kind
            and isinstance(value, Scalar)
            and self._is_choice(value.code)
        )

    def _value_of_call(self, name: str, arguments: Sequence[ast.expr]) -> Any:
        if name in self.scope.names or not arguments:
            return UNKNOWN
        value = self._value(arguments[0])
        if name == "len" and isinstance(value, tuple | str):
            return len(value)
        if name == "len" and isinstance(value, Type) and value.kind in (NUMBER, ROW):
            raise Raises
        if name == "isinstance" and value is not UNKNOWN:
            return _is_instance(value, arguments[1], self.scope)
        return UNKNOWN


def _literal(node: ast.expr | None) -> Any:
    """Return a number that is written out, or None for none."""
    if node is None:
        return None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _literal(node.operand)
        return UNKNOWN if number is UNKNOWN else -number
    return node.value if isinstance(node, ast.Constant) else UNKNOWN


def kind_of_form(form: Form) -> str:
    """Return the kind of choices of a form, in a game that does not say of what kind they are."""
    return form.word or ""


def _whole(form: Form) -> Any:
    """Return a choice as far as its form tells it: a row or number is its type."""
    if not form.is_tuple:
        return form.details[0] if form.word is None else form.word
    return (*((form.word,) if form.word is not None else ()), *map(_open_tuple, form.details))


def _open_tuple(detail: Type) -> Any:
    """Return a tuple of types for the type of a tuple, and other types as they are."""
    if detail.kind != TUPLE:
        return detail
    return tuple(_open_tuple(item_type) for _, item_type in detail.fields)


def _is_instance(value: Any, node: ast.expr, scope: Scope) -> Any:
    names = (
        [ast.unparse(class_node) for class_node in node.elts]
        if isinstance(node, ast.Tuple)
        else [ast.unparse(node)]
    )
    if isinstance(value, Type) and value.own_class is not None:
        return UNKNOWN
    kinds = {"number": {"int"}, "text": {"str"}, "row": {"TableRow"}}
    class_names = (
        kinds.get(value.kind, set()) if isinstance(value, Type) else {type(value).__name__}
    )
    known_classes = {"int", "str", "tuple", "list", "dict", "set", "TableRow"}
    return bool(class_names & set(names)) if known_classes.issuperset(names) else UNKNOWN


def _compare(left_value: Any, operator: ast.cmpop, right_value: Any) -> bool | None:
    if isinstance(operator, ast.Eq | ast.NotEq):
        answer = _is_equal(left_value, right_value)
        return answer if answer is None or isinstance(operator, ast.Eq) else not answer
    if isinstance(operator, ast.In | ast.NotIn):
        if not isinstance(right_value, tuple | list | dict | frozenset):
            return None
        answers = [_is_equal(left_value, item) for item in right_value]
        answer = True if True in answers else None if None in answers else False
        return answer if answer is None or isinstance(operator, ast.In) else not answer
    order = ORDERS.get(type(operator))
    is_known = isinstance(left_value, int) and isinstance(right_value, int)
    return bool(order(left_value, right_value)) if order is not None and is_known else None


def _is_equal(left_value: Any, right_value: Any) -> bool | None:
    """Return whether two values are equal; types stand for values that are not known."""
    if left_value is UNKNOWN or right_value is UNKNOWN:
        return None
    if isinstance(left_value, Type) or isinstance(right_value, Type):
        kinds = {_kind(left_value), _kind(right_value)}
        # values of one kind may or may not be equal; those of different kinds never are
        return None if len(kinds) == 1 or "" in kinds else False
    if isinstance(left_value, tuple) and isinstance(right_value, tuple):
        if len(left_value) != len(right_value):
            return False
        answers = [_is_equal(a, b) for a, b in zip(left_value, right_value, strict=True)]
        return False if False in answers else None if None in answers else True
    return bool(left_value == right_value)


def _kind(value: Any) -> str:
    if isinstance(value, Type):
        return value.kind
    kinds = {str: "text", int: "number", bool: "number", tuple: "tuple"}
    return kinds.get(type(value), "")
