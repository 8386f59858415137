"""Expressions of plain games as code of kernels: names, attributes, operators, tests."""

from __future__ import annotations

import ast
import inspect
import operator as operators
from collections.abc import Callable
from dataclasses import is_dataclass, replace
from types import FunctionType
from typing import Any

from simlab.compiler.core import FALSE, TRUE, Core
from simlab.compiler.value_type import (
    A_CHOICE,
    A_NUMBER,
    CHOICE,
    NUMBER,
    ROW,
    TEXT,
    Type,
    merged,
)
from simlab.compiler.values import (
    Constant,
    DataClass,
    Distinct,
    Function,
    Holder,
    Items,
    Later,
    Listed,
    LocalFunction,
    Menu,
    Missing,
    RuleValues,
    Scalar,
    Scope,
    Sequence,
    Sources,
    Stored,
    StoredDict,
    StoredObject,
    Stream,
    TableRows,
    Value,
    stored,
)
from simlab.compiler.writer import ITEM, bare, called, cannot
from simlab.errors import Refused, Untranslatable
from simlab.plain.part import Part

Calculate = Callable[[int, int], int]
Translate = Callable[[ast.expr, Scope], Scalar]
OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
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
DIVISIONS = (ast.Div, ast.FloorDiv, ast.Mod)
CHECKED = {
    ast.Mult: "times",
    ast.Pow: "power",
    ast.LShift: "shifted_left",
    ast.RShift: "shifted_right",
}
"""Kernels for operators whose result may need more than 64 bits."""
CALCULATIONS = {
    ast.Add: operators.add,
    ast.Sub: operators.sub,
    ast.Mult: operators.mul,
    ast.FloorDiv: operators.floordiv,
    ast.Mod: operators.mod,
    ast.Pow: operators.pow,
    ast.LShift: operators.lshift,
}
"""Operators between numbers that are written out."""
GROWING = (ast.Pow, ast.LShift)
MOST_BITS = 1 << 10
"""Exponents up to which that is done; with a larger one the result does not fit either."""
SIMPLE = (int, float, str, bool, type(None))
LISTS = (tuple, list, dict, frozenset, range)


class Expressions(Core):
    """Translates expressions."""

    def value(self, node: ast.expr, scope: Scope) -> Value:
        """Return what an expression stands for."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise cannot(node, f"kernels have no {called(node)}")
        value: Value = method(node, scope)
        return value

    def _constant(self, node: ast.Constant, scope: Scope) -> Value:
        return Constant(node.value)

    def _name(self, node: ast.Name, scope: Scope) -> Value:
        own = scope.names.get(node.id)
        if isinstance(own, Missing):
            raise Refused
        if isinstance(own, Later):
            return self.value(own.node, own.scope)
        if own is not None:
            return own
        if node.id not in scope.globals:
            raise cannot(node, "kernels do not know this name")
        known = scope.globals[node.id]
        if isinstance(known, SIMPLE + LISTS):
            return Constant(known)
        if isinstance(known, FunctionType):
            return Function(known)
        if isinstance(known, type) and is_dataclass(known):
            return DataClass(known)
        if isinstance(known, type):
            raise cannot(node, f"kernels know no class {node.id}; keep what it holds in lists")
        raise cannot(node, f"kernels do not know a {type(known).__name__} of the module")

    def _listed(self, node: ast.expr, scope: Scope) -> Value:
        return Listed(node, scope)

    def _lambda(self, node: ast.Lambda, scope: Scope) -> Value:
        return LocalFunction(node, scope)

    def _once(self, node: ast.Set | ast.SetComp, scope: Scope) -> Value:
        if isinstance(node, ast.Set):
            return Distinct(Listed(ast.List(node.elts, ast.Load()), scope), is_set=True)
        return Distinct(Listed(ast.ListComp(node.elt, node.generators), scope), is_set=True)

    _tuple = _list = _dict = _listcomp = _dictcomp = _generatorexp = _listed
    _set = _setcomp = _once

    # attributes and items

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Value:
        base = self.value(node.value, scope)
        if isinstance(base, RuleValues):
            return self.program.rule_value(node.attr)
        if isinstance(base, Holder):
            own = self._of_every_game(base, node.attr)
            return self._attribute_of(base, node) if own is None else own
        if isinstance(base, StoredObject):
            field = base.field(node.attr)
            if field is not None:
                return field
            raise cannot(node, f"no field {node.attr} was seen in the games played")
        if isinstance(base, Scalar) and base.type.kind == ROW:
            return self.program.cell(self.present(base), node.attr)
        raise cannot(node, "kernels read attributes of the game, its parts, rules and rows only")

    def _of_every_game(self, holder: Holder, name: str) -> Value | None:
        """Return an attribute that all games or all parts have, if it is one."""
        if holder.part:
            part = self.program.parts[holder.part]
            if name == "stream":
                return Stream(self.program.source(part.source))
            return Scalar("state.n_players") if name == "players" else None
        if name == "me" and holder.is_view:
            return Scalar("seat")
        if name == "rules":
            return RuleValues()
        if name == "chance" and not holder.is_view:
            return Sources()
        own = self.program.parts.get(name)
        return None if own is None else Holder(name, type(own))

    def _attribute_of(self, holder: Holder, node: ast.Attribute) -> Value:
        known = self.program.attribute(holder.part, node.attr)
        if known is not None:
            return known
        own = inspect.getattr_static(holder.own_class, node.attr, Missing())
        if holder.part:
            own = vars(self.program.parts[holder.part]).get(node.attr, own)
        if isinstance(own, Part):
            return Holder(own.name, type(own))
        if isinstance(own, property):
            return self._property(own.fget, holder, node)
        if isinstance(own, SIMPLE):
            return Constant(own)
        raise cannot(node, self.program.why_not(holder.part, node.attr))

    def _property(self, function: Any, holder: Holder, node: ast.expr) -> Value:
        single = self.program.single_return_of(function)
        if single is not None:
            return self.value(single, self.program.scope_of(function, holder, {}))
        return self.call_function(function, holder, {}, node)

    def _subscript(self, node: ast.Subscript, scope: Scope) -> Value:
        if isinstance(node.slice, ast.Slice):
            return self.needed_sequence(node, scope)
        base = self.value(node.value, scope)
        if isinstance(base, Sources):
            source = self.value(node.slice, scope)
            if isinstance(source, Constant):
                return Stream(self.program.source(source.value))
            raise cannot(node, "the name of a source of chance must be written out")
        if isinstance(base, Constant) and isinstance(base.value, dict):
            kind = self._kind_of_keys(base.value)
            chosen = self.fitting(self.value(node.slice, scope), kind, node)
            return self._looked_up(base.value, chosen.code)
        if isinstance(base, Constant) and isinstance(base.value, tuple | list):
            number = self.value(node.slice, scope)
            if not isinstance(number, Constant):
                code = self.as_scalar(number, node).code
                place = self.place_at(str(len(base.value)), code)
                return self._looked_up(dict(enumerate(base.value)), place)
        if isinstance(base, Scalar) and base.type.kind == CHOICE:
            return self.part_of_choice(base, self._written_out(node.slice), node)
        if isinstance(base, StoredDict):
            key, is_read = self.scalar(node.slice, scope).code, isinstance(node.ctx, ast.Load)
            self.changes |= not is_read
            word = "known_place" if is_read else "new_place"
            place = f"{word}(state, {base.code}, {key}, {self.here})"
            return stored_item(base.items, self.kept(place, "place"))
        if isinstance(base, Holder):
            return self.call_method(base, "__getitem__", [node.slice], node, scope)
        return self._item(self.as_sequence(base, node), node, scope)

    def _written_out(self, node: ast.expr) -> int:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        raise cannot(node, "the number of a detail of a choice must be written out")

    def _kind_of_keys(self, table: dict[Any, Any]) -> str:
        return TEXT if all(isinstance(key, str) for key in table) else ""

    def place_at(self, n: str, index: str) -> str:
        """Return the code of the place of an index into `n` items."""
        return f"place_at(state, {n}, {bare(index)}, {self.here})"

    def cell(self, code: str) -> str:
        """Return the code of a number that goes into a column."""
        return f"cell(state, {bare(code)}, {self.here})"

    def _looked_up(self, table: dict[Any, Any], key: str) -> Value:
        """Return the value of a constant dictionary at a key, or of a tuple at a place."""
        if not table:
            raise Untranslatable("the dictionary is empty")
        own, name = self.kept(key, "key"), self.name("value")
        if all(isinstance(value, LISTS) for value in table.values()):
            return self._list_looked_up(table, own)
        values = [self.program.constant(value) for value in table.values()]
        for number, (each, value) in enumerate(zip(table, values, strict=True)):
            test = f"{own} == {self.program.constant(each).code}"
            with self.block(f"elif {test}" if number else f"if {test}"):
                self.line(f"{name} = {value.code}")
        with self.block("else"):
            self.line(f"fail(state, MISSING, {self.here})")
            self.line(f"{name} = {values[0].code}")
        return Scalar(name, merged(value.type for value in values))

    def _list_looked_up(self, table: dict[Any, Any], key: str) -> Stored:
        """Return the list of a constant dictionary at a key."""
        made = self.new_list("items")
        for number, (each, items) in enumerate(table.items()):
            test = f"{key} == {self.program.constant(each).code}"
            with self.block(f"elif {test}" if number else f"if {test}"):
                for item in items:
                    self.add(made, Constant(item), ast.Name("it"))
        with self.block("else"):
            self.line(f"fail(state, MISSING, {self.here})")
        return made

    def _item(self, own: Sequence, node: ast.Subscript, scope: Scope) -> Value:
        if isinstance(own, Items | Listed):
            place = self.value(node.slice, scope)
            if not isinstance(place, Constant) or not isinstance(place.value, int):
                built = self.built(own, node)
                code = self.as_scalar(place, node).code
                return stored_item(built, self.place_at(f"{built.code}.n", code))
            if isinstance(own, Items) or _written_out(own.node) is not None:
                items = self.items_of(own, node)
                if not -len(items) <= place.value < len(items):
                    raise cannot(node, "the index is outside of the list")
                return items[place.value]
            return self._picked(own, place.value, node)
        code = self.scalar(node.slice, scope).code
        if isinstance(own, Stored):
            return stored_item(own, self.place_at(f"{own.code}.n", code))
        if isinstance(own, Menu):
            return Scalar(f"menu[{self.place_at('menu.shape[0]', code)}]", A_CHOICE)
        if isinstance(own, TableRows):
            return Scalar(self.place_at(f"rules.n_{own.table}", code), Type(ROW, own.table))
        raise cannot(node, "kernels take an item of a list in an attribute only")

    def _picked(self, own: Listed, place: int, node: ast.expr) -> Value:
        """Return an item of a list that is not built, by its number; -1 is the last one."""
        if place < -1:
            raise cannot(node, "kernels count the items of this list from its start only")
        number, picked = self.name("number"), self.name("picked")
        types: list[Type] = []
        self.line(f"{number} = 0")
        self.line(f"{picked} = NO_VALUE")

        def pick(item: Value) -> None:
            scalar = self.as_scalar(item, node)
            types.append(scalar.type)
            assigned = f"{picked} = {bare(scalar.code)}"
            if place < 0:
                self.line(assigned)
            else:
                with self.block(f"if {number} == {place}"):
                    self.line(assigned)
            self.line(f"{number} += 1")

        self.iterate(own, pick, node)
        with self.block(f"if {number} <= {max(place, 0)}"):
            self.line(f"fail(state, OUTSIDE, {self.here})")
        return Scalar(picked, merged(types))

    def items_of(self, own: Sequence, node: ast.expr) -> list[Value]:
        """Return the items of a sequence that is written out."""
        if isinstance(own, Items):
            return list(own.items)
        written = _written_out(own.node) if isinstance(own, Listed) else None
        if isinstance(own, Listed) and written is not None:
            return [self.value(each, own.scope) for each in written]
        raise cannot(node, "kernels need these items written out")

    # operators

    def _unaryop(self, node: ast.UnaryOp, scope: Scope) -> Value:
        if isinstance(node.op, ast.Not):
            return Scalar(in_parentheses(negated(self.condition(node.operand, scope))))
        number = node.operand.value if isinstance(node.operand, ast.Constant) else None
        if isinstance(node.op, ast.USub) and isinstance(number, int | float):
            return Constant(-number)
        if not isinstance(node.op, ast.USub):
            raise cannot(node, "kernels have no such sign")
        own = self.scalar(node.operand, scope)
        return Scalar(f"(-{own.code})", own.type)

    def _binop(self, node: ast.BinOp, scope: Scope) -> Value:
        listed = self.sequence(node, scope)
        if listed is not None:
            return listed
        values = self.values((node.left, node.right), scope)
        folded = _folded(node.op, *values)
        if folded is not None:
            return folded
        left, right = (self.as_scalar(each, node) for each in values)
        if not left.type.kind == right.type.kind == NUMBER or type(node.op) not in OPERATORS:
            raise cannot(node, "kernels calculate with numbers only")
        left, right = self.present(left), self.present(right)
        own = calculated_type(left.type, right.type, node.op)
        return Scalar(self.calculated(node.op, left.code, right.code), own)

    def present(self, own: Scalar) -> Scalar:
        """Return a value that must not be None where it is used."""
        if not self._may_be_none(own):
            return own
        code = f"present(state, {bare(own.code)}, {self.here})"
        return Scalar(code, replace(own.type, optional=False))

    def calculated(self, sign: ast.operator, left: str, right: str) -> str:
        """Return the code of an operation with two numbers."""
        is_written = right.isdigit()
        if type(sign) in CHECKED and not (is_written and isinstance(sign, ast.RShift)):
            return f"{CHECKED[type(sign)]}(state, {bare(left)}, {bare(right)}, {self.here})"
        return f"({left} {OPERATORS[type(sign)]} {self.operand(sign, right)})"

    def operand(self, sign: ast.operator, right: str) -> str:
        """Return the code of the right operand: what is divided by must not be zero."""
        is_certain = right.isdigit() and int(right) > 0
        if not isinstance(sign, DIVISIONS) or is_certain:
            return right
        return f"divisor(state, {bare(right)}, {self.here})"

    def _boolop(self, node: ast.BoolOp, scope: Scope) -> Value:
        """Return `a and b` or `a or b`, which is one of both."""
        listed = self.sequence(node, scope)
        if listed is not None:
            return listed
        word = "and" if isinstance(node.op, ast.And) else "or"
        codes = []
        for each in node.values:
            with self.apart() as lines:
                own = self.value(each, scope)
                is_test = isinstance(own, Scalar) and own.type == A_NUMBER
                codes.append(own.code if isinstance(own, Scalar) else "")
            if lines or not is_test:
                break
        else:
            return Scalar(f"({f' {word} '.join(codes)})")
        if all(self._is_test(each) for each in node.values):
            return Scalar(self.condition(node, scope))
        *others, last = node.values
        first = others[0] if len(others) == 1 else ast.BoolOp(node.op, others)
        test, scope = self._evaluated(first, scope)
        chosen = (test, last) if word == "or" else (last, test)
        return self._ifexp(ast.IfExp(test, *chosen), scope)

    def _evaluated(self, node: ast.expr, scope: Scope) -> tuple[ast.expr, Scope]:
        """Return an expression that may be read twice; what has effects is evaluated before."""
        if self.faithful is None or self.faithful.is_pure(node):
            return node, scope
        inner, name = scope.inner(), f"{ITEM}{self.name('value')}"
        inner.names[name] = self.kept_as(self.scalar(node, scope), "value")
        return ast.Name(name, ast.Load()), inner

    def _is_test(self, node: ast.expr) -> bool:
        if isinstance(node, ast.BoolOp):
            return all(self._is_test(each) for each in node.values)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in ("any", "all", "bool")
        return isinstance(node, ast.Compare) or (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        )

    def _ifexp(self, node: ast.IfExp, scope: Scope) -> Value:
        if self.is_list(node, scope):
            return Listed(node, scope)
        is_choice = any(isinstance(each, ast.Tuple) for each in (node.body, node.orelse))
        return self.either(node, scope, self.choice if is_choice else self.scalar)

    def either(self, node: ast.IfExp, scope: Scope, translate: Translate) -> Scalar:
        """Return one of two values; what only one of them needs is done only for that one."""
        test = self.condition(node.test, scope)
        if test in (TRUE, FALSE):
            return translate(node.body if test == TRUE else node.orelse, scope)
        with self.apart(deeper=1) as if_true, self.where(node.test, scope, True):
            one = translate(node.body, scope)
        with self.apart(deeper=1) as if_false, self.where(node.test, scope, False):
            other = translate(node.orelse, scope)
        own = merged((one.type, other.type))
        one, other = (self.fitting(each, own.kind, node) for each in (one, other))
        if not if_true and not if_false:
            return Scalar(f"({one.code} if {test} else {other.code})", own)
        name = self.name("value")
        for head, lines, each in ((f"if {bare(test)}", if_true, one), ("else", if_false, other)):
            with self.block(head):
                self.lines += lines
                self.line(f"{name} = {bare(each.code)}")
        return Scalar(name, own)

    def _compare(self, node: ast.Compare, scope: Scope) -> Value:
        tests, left = [], node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            tests.append(self._comparison(left, operator, right, scope))
            left = right
        return Scalar(all_of(tests) if len(tests) > 1 else in_parentheses(tests[0]))

    def _comparison(
        self, left: ast.expr, operator: ast.cmpop, right: ast.expr, scope: Scope
    ) -> str:
        if isinstance(operator, ast.In | ast.NotIn):
            found = self._is_in(left, right, scope)
            return negated(found) if isinstance(operator, ast.NotIn) else found
        sign = COMPARISONS[type(operator)]
        values = self.values((left, right), scope)
        known = _known(*values)
        if known is not None and sign in EQUALITIES:
            return TRUE if known == (sign == "==") else FALSE
        is_choice = any(isinstance(v, Scalar) and v.type.kind == CHOICE for v in values)
        if is_choice and Constant(None) not in values:
            codes = [self.fitting(v, CHOICE, left).code for v in values]
            return f" {sign} ".join(codes)
        one, other = self.as_scalar(values[0], left), self.as_scalar(values[1], right)
        folded = self._with_none(one, other)
        if folded is not None and sign in EQUALITIES:
            return folded if sign == "==" else negated(folded)
        kinds = {each.type.kind for each in (one, other)} - {""}
        if len(kinds) > 1:
            raise cannot(left, f"kernels do not compare {one.type.in_words} with another type")
        if kinds & {TEXT, ROW} and sign not in EQUALITIES:
            raise cannot(left, "kernels order numbers only")
        if sign not in EQUALITIES:
            one, other = self.present(one), self.present(other)
        return f"{one.code} {sign} {other.code}"

    def _is_in(self, left: ast.expr, right: ast.expr, scope: Scope) -> str:
        value, found = self.value(left, scope), self.name("found")
        right, scope = self.until(right, found, False, scope)
        with self.apart() as lines:
            own = self.needed_sequence(right, scope)
        value = self.before_others(value) if lines else value
        self.lines += lines
        own = own.of if isinstance(own, Distinct) else own
        if isinstance(own, Menu):
            return f"is_on(menu, {self.as_choice(value, left).code})"
        sought = self.as_scalar(value, left)
        if isinstance(own, Stored):
            return f"position({own.code}, {sought.code}) != NOTHING"
        if isinstance(own, StoredDict):
            return f"key_place({own.code}, {sought.code}) != NOTHING"
        code = self.kept(sought.code, "sought")
        self.line(f"{found} = False")

        def compare(item: Value) -> None:
            with self.block(f"if {self.as_scalar(item, right).code} == {code}"):
                self.line(f"{found} = True")

        self.iterate(own, compare, right, is_ordered=False)
        return found

    def until(
        self, node: ast.expr, name: str, goes_on: bool, scope: Scope
    ) -> tuple[ast.expr, Scope]:
        """Return a generator that does nothing once a variable is not what it is at first.

        Python stops there; without effects the rest may as well be gone through.
        """
        is_pure = self.faithful is None or self.faithful.is_pure(node)
        if not isinstance(node, ast.GeneratorExp) or is_pure:
            return node, scope
        test: ast.expr = ast.Name(f"{ITEM}{name}", ast.Load())
        test = test if goes_on else ast.UnaryOp(ast.Not(), test)
        generators = [
            ast.comprehension(own.target, own.iter, [test, *own.ifs], own.is_async)
            for own in node.generators
        ]
        inner = scope.inner()
        inner.names[f"{ITEM}{name}"] = Scalar(name)
        return ast.GeneratorExp(node.elt, generators), inner

    # tests

    def condition(self, node: ast.expr, scope: Scope) -> str:
        """Return the code of a test: what counts as true in Python does so in it."""
        if isinstance(node, ast.BoolOp):
            return self._joined(node, scope)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return negated(self.condition(node.operand, scope))
        own = self.sequence(node, scope)
        if own is not None:
            return f"{self.length(own, node)} > 0"
        return self.truth(self.value(node, scope), node)

    def truth(self, value: Value, node: ast.expr) -> str:
        """Return the code of whether a value counts as true."""
        if isinstance(value, Constant):
            return TRUE if value.value else FALSE
        if isinstance(value, Sequence):
            return f"{self.length(value, node)} > 0"
        scalar = self.as_scalar(value, node)
        if scalar.type.kind == TEXT:
            raise cannot(node, 'compare the text with "" instead')
        if not scalar.type.kind:
            return FALSE
        if scalar.type.kind != NUMBER:
            return f"{scalar.code} != NO_VALUE" if self._may_be_none(scalar) else TRUE
        if not self._may_be_none(scalar):
            return bare(scalar.code)
        number = self.kept(scalar.code, "number")
        return f"({number} != NO_VALUE and {number} != 0)"

    def _with_none(self, one: Scalar, other: Scalar) -> str | None:
        """Return the code of whether one of two values is None, if the other is just that."""
        for own, rest in ((one, other), (other, one)):
            if not own.type.kind and own.type.optional:
                if not rest.type.kind:
                    return TRUE
                return f"{rest.code} == NO_VALUE" if self._may_be_none(rest) else FALSE
        return None

    def _may_be_none(self, own: Scalar) -> bool:
        """Return whether a value may be None, which nothing is that is calculated or compared."""
        if own.type.optional or own.code in (TRUE, FALSE):
            return own.type.optional
        is_calculated = own.code.startswith("(") and " if " not in own.code
        return self.program.expects_none and not is_calculated

    def _joined(self, node: ast.BoolOp, scope: Scope) -> str:
        """Return the code of several tests; what a later one needs is done only if it counts."""
        word = "and" if isinstance(node.op, ast.And) else "or"
        first = self.condition(node.values[0], scope)
        tests: list[tuple[str, list[str]]] = []
        for place, each in enumerate(node.values[1:], 1):
            before = ast.BoolOp(node.op, node.values[:place])
            with self.apart(deeper=1) as lines, self.where(before, scope, word == "and"):
                tests.append((self.condition(each, scope), lines))
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


def _folded(sign: ast.operator, one: Value, other: Value) -> Constant | None:
    """Return the result of an operation with numbers that are written out, or None."""
    calculate = CALCULATIONS.get(type(sign))
    if calculate is None or not isinstance(one, Constant) or not isinstance(other, Constant):
        return None
    left, right = one.value, other.value
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        return None
    if isinstance(sign, GROWING):
        if isinstance(left, float) or isinstance(right, float) or right < 0:
            return None
        right = min(right, MOST_BITS) if abs(left) > 1 else right
    try:
        return Constant(calculate(left, right))
    except ArithmeticError:  # a division by zero is a fault where it is reached
        return None


def calculated_type(left: Type, right: Type, operator: ast.operator) -> Type:
    """Return the type of what is calculated from two numbers."""
    is_fraction = left.fraction or right.fraction or isinstance(operator, ast.Div)
    return replace(A_NUMBER, fraction=is_fraction)


def _known(one: Value, other: Value) -> bool | None:
    """Return whether two values are equal, if that is known without a game."""
    if isinstance(one, Constant) and isinstance(other, Constant):
        return bool(one.value == other.value)
    if Constant(None) in (one, other) and any(
        isinstance(v, Holder | Sequence) for v in (one, other)
    ):
        return False
    return None


def _written_out(node: ast.expr) -> list[ast.expr] | None:
    """Return the items of a display that has each one by itself; else None."""
    if not isinstance(node, ast.Tuple | ast.List):
        return None
    return None if any(isinstance(each, ast.Starred) for each in node.elts) else node.elts


def stored_item(own: Stored, place: str) -> Value:
    """Return an item of a list in the state."""
    of = own.type.of
    assert of is not None
    code = f"{own.code}.items[{place}]"
    return stored(code, of)


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
    left = [test for test in tests if test != TRUE]
    if FALSE in left:
        return FALSE
    return f"({' and '.join(map(_operand, left))})" if len(left) > 1 else (left or [TRUE])[0]


def any_of(tests: list[str]) -> str:
    """Return whether one test holds."""
    left = [test for test in tests if test != FALSE]
    if TRUE in left:
        return TRUE
    return f"({' or '.join(map(_operand, left))})" if len(left) > 1 else (left or [FALSE])[0]


def _operand(test: str) -> str:
    """Return a test beside others: one of several, or a choice between two, in parentheses."""
    is_joined = any(f" {word} " in test for word in ("and", "or", "if"))
    return f"({bare(test)})" if is_joined else test
