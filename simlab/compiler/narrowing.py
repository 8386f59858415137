"""Narrowing: which forms the choices in variables can have, at the place that is translated.

A test is looked at once for each form that a choice may have: where it would have come out
otherwise, the choice has another form.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simlab.compiler.value_type import NUMBER, ROW, Form, Type
from simlab.compiler.values import ChoiceItem, ChoiceItems, Constant, Scalar, Scope

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
    possible: Mapping[Identity, frozenset[Form]] = field(default_factory=dict)
    """The forms that a choice can have."""

    def forms(self, code: str) -> frozenset[Form] | None:
        """Return the forms that the choice in a variable can have, if that is known."""
        return self.possible.get(self.held.get(code))

    def first(self, code: str) -> str | None:
        """Return the word that a variable holds, if that is the first of a choice and known."""
        forms = self.possible.get(self.firsts.get(code), ())
        words = {form.word if form.is_tuple else None for form in forms}
        return words.pop() if len(words) == 1 else None

    def with_choice(self, code: str, source: str, forms: frozenset[Form]) -> Facts:
        """Return what is known once a variable has the choice of another, or one of some forms."""
        own = self.held.get(source, object())
        left = self.without([code])
        possible = {own: forms} | dict(left.possible)
        return replace(left, held={**left.held, code: own}, possible=possible)

    def with_first(self, code: str, source: str) -> Facts:
        """Return what is known once a variable holds the first item of the choice in another."""
        left = self.without([code])
        own = self.held.get(source)
        return left if own is None else replace(left, firsts={**left.firsts, code: own})

    def without(self, codes: Sequence[str]) -> Facts:
        """Return what is left of it once variables hold something else."""
        if not any(code in self.held or code in self.firsts for code in codes):
            return self
        held = {code: own for code, own in self.held.items() if code not in codes}
        firsts = {code: own for code, own in self.firsts.items() if code not in codes}
        return replace(self, held=held, firsts=firsts)

    def or_else(self, other: Facts) -> Facts:
        """Return what is certain where either this or something else is known."""
        if self == other:
            return self
        pairs: dict[tuple[Identity, Identity], Identity] = {}

        def common(one: Mapping[str, Identity], two: Mapping[str, Identity]) -> dict[str, Identity]:
            both = [(code, (one[code], two[code])) for code in one if code in two]
            for _, pair in both:
                pairs.setdefault(pair, pair[0] if pair[0] is pair[1] else object())
            return {code: pairs[pair] for code, pair in both}

        held, firsts = common(self.held, other.held), common(self.firsts, other.firsts)
        possible = {
            own: self.possible[a] | other.possible[b]
            for (a, b), own in pairs.items()
            if a in self.possible and b in other.possible
        }
        return Facts(held, firsts, possible)

    def with_size(self, code: str, n_items: int) -> Facts:
        """Return what is known once a choice was unpacked into some names."""
        own = self.held[code]
        left = frozenset(form for form in self.possible[own] if form.n_items == n_items)
        return replace(self, possible={**self.possible, own: left})

    def after(self, test: ast.expr, scope: Scope, holds: bool) -> Facts:
        """Return what is known after a test."""
        left = {
            own: frozenset(
                form
                for form in self.possible[own]
                if Supposed(self, scope, own, form).may_be(test, holds)
            )
            for own in self._asked(test, scope)
        }
        return replace(self, possible={**self.possible, **left})

    def answers(self, test: ast.expr, scope: Scope) -> dict[Form, bool] | None:
        """Return how a test of one choice comes out for each form, if the form tells it."""
        asked = list(self._asked(test, scope))
        if len(asked) != 1:
            return None
        found: dict[Form, bool] = {}
        for form in self.possible[asked[0]]:
            supposed = Supposed(self, scope, asked[0], form, is_strict=True)
            try:
                answer = supposed.truth(test)
            except Raises:
                answer = None
            if answer is None:
                return None
            found[form] = answer
        return found

    def variable_of(self, test: ast.expr, scope: Scope) -> str:
        """Return a variable that holds the only choice that a test asks for."""
        [own] = self._asked(test, scope)
        return next((code for code, each in self.held.items() if each is own), "")

    def _asked(self, test: ast.expr, scope: Scope) -> Iterator[Identity]:
        """Yield the choices that a test names, each once."""
        names = {each.id for each in ast.walk(test) if isinstance(each, ast.Name)}
        asked = [self._of_name(name, scope) for name in sorted(names)]
        yield from {
            id(own): own for own in asked if own is not None and own in self.possible
        }.values()

    def _of_name(self, name: str, scope: Scope) -> Identity | None:
        own = scope.names.get(name)
        if isinstance(own, ChoiceItem | ChoiceItems):
            return self.held.get(own.choice)
        if not isinstance(own, Scalar):
            return None
        return self.held.get(own.code, self.firsts.get(own.code))


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
            own = self.truth(node.operand)
            return None if own is None else not own
        if isinstance(node, ast.BoolOp):
            return self._joined(node.values, isinstance(node.op, ast.Or))
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            one, other = self._value(node.left), self._value(node.comparators[0])
            return _compared(one, node.ops[0], other)
        own = self._value(node)
        return None if own is UNKNOWN or isinstance(own, Type) else bool(own)

    def may_be(self, test: ast.expr, holds: bool) -> bool:
        """Return whether a test may come out so."""
        try:
            return self.truth(test) is not (not holds)
        except Raises:
            return False

    def _joined(self, tests: Sequence[ast.expr], deciding: bool) -> bool | None:
        """Return the answer of several tests, of which the first one decides that is `deciding`."""
        is_known = True
        for test in tests:
            try:
                own = self.truth(test)
            except Raises:
                if is_known:
                    raise
                return None
            if own is deciding and (is_known or not self.is_strict):
                return deciding
            is_known &= own is not None
        return not deciding if is_known else None

    def _value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self._named(node.id)
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            items = tuple(self._value(each) for each in node.elts)
            simple = all(isinstance(each, ast.Constant | ast.Name) for each in node.elts)
            return items if simple or UNKNOWN not in items else UNKNOWN
        if isinstance(node, ast.Subscript):
            return self._item(self._value(node.value), node.slice)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._called(node.func.id, node.args)
        return UNKNOWN

    def _named(self, name: str) -> Any:
        own = self.scope.names.get(name)
        if own is None:
            known = self.scope.globals.get(name, UNKNOWN)
            return known if isinstance(known, CONSTANTS) else UNKNOWN
        if isinstance(own, Constant):
            return own.value if isinstance(own.value, CONSTANTS) else UNKNOWN
        if isinstance(own, ChoiceItems) and self._is_choice(own.choice):
            whole = _whole(self.form)
            return whole[own.first : own.end] if isinstance(whole, tuple | str) else UNKNOWN
        if isinstance(own, ChoiceItem) and self._is_choice(own.choice):
            return self._item(_whole(self.form), ast.Constant(own.place))
        if not isinstance(own, Scalar) or (own.type.optional and self.is_strict):
            return UNKNOWN
        if self._is_choice(own.code):
            return _whole(self.form)
        if self.facts.firsts.get(own.code) is self.choice:
            return self._item(_whole(self.form), ast.Constant(0))
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
            bounds = [_written(each) for each in (index.lower, index.upper, index.step)]
            return UNKNOWN if UNKNOWN in bounds else base[slice(*bounds)]
        place = _written(index)
        if not isinstance(place, int):
            return UNKNOWN
        if not -len(base) <= place < len(base):
            raise Raises
        return base[place]

    def _called(self, name: str, arguments: Sequence[ast.expr]) -> Any:
        if name in self.scope.names or not arguments:
            return UNKNOWN
        own = self._value(arguments[0])
        if name == "len" and isinstance(own, tuple | str):
            return len(own)
        if name == "len" and isinstance(own, Type) and own.kind in (NUMBER, ROW):
            raise Raises
        if name == "isinstance" and own is not UNKNOWN:
            return _is_instance(own, arguments[1], self.scope)
        return UNKNOWN


def _written(node: ast.expr | None) -> Any:
    """Return a number that is written out, or None for none."""
    if node is None:
        return None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _written(node.operand)
        return UNKNOWN if number is UNKNOWN else -number
    return node.value if isinstance(node, ast.Constant) else UNKNOWN


def _whole(form: Form) -> Any:
    """Return a choice as far as its form tells it: a row or number is its type."""
    if not form.is_tuple:
        return form.details[0] if form.word is None else form.word
    return (*((form.word,) if form.word is not None else ()), *form.details)


def _is_instance(own: Any, node: ast.expr, scope: Scope) -> Any:
    names = (
        [ast.unparse(each) for each in node.elts]
        if isinstance(node, ast.Tuple)
        else [ast.unparse(node)]
    )
    if isinstance(own, Type) and own.own_class is not None:
        return UNKNOWN
    kinds = {"number": {"int"}, "text": {"str"}, "row": {"TableRow"}}
    called = kinds.get(own.kind, set()) if isinstance(own, Type) else {type(own).__name__}
    known = {"int", "str", "tuple", "list", "dict", "set", "TableRow"}
    return bool(called & set(names)) if known.issuperset(names) else UNKNOWN


def _compared(one: Any, operator: ast.cmpop, other: Any) -> bool | None:
    if isinstance(operator, ast.Eq | ast.NotEq):
        own = _is_equal(one, other)
        return own if own is None or isinstance(operator, ast.Eq) else not own
    if isinstance(operator, ast.In | ast.NotIn):
        if not isinstance(other, tuple | list | dict | frozenset):
            return None
        found = [_is_equal(one, each) for each in other]
        own = True if True in found else None if None in found else False
        return own if own is None or isinstance(operator, ast.In) else not own
    order = ORDERS.get(type(operator))
    is_known = isinstance(one, int) and isinstance(other, int)
    return bool(order(one, other)) if order is not None and is_known else None


def _is_equal(one: Any, other: Any) -> bool | None:
    """Return whether two values are equal; types stand for values that are not known."""
    if one is UNKNOWN or other is UNKNOWN:
        return None
    if isinstance(one, Type) or isinstance(other, Type):
        kinds = {_kind(one), _kind(other)}
        return None if len(kinds) == 1 or "" in kinds else False
    if isinstance(one, tuple) and isinstance(other, tuple):
        if len(one) != len(other):
            return False
        each = [_is_equal(a, b) for a, b in zip(one, other, strict=True)]
        return False if False in each else None if None in each else True
    return bool(one == other)


def _kind(own: Any) -> str:
    if isinstance(own, Type):
        return own.kind
    kinds = {str: "text", int: "number", bool: "number", tuple: "tuple"}
    return kinds.get(type(own), "")
