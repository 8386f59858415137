"""Lists of plain games, and what is iterated over, as loops of kernels.

A list that is not kept in an attribute is never built: where it is used, a loop goes through what
it is made of.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container
from types import FunctionType

from simlab.compiler.core import FALSE, TRUE
from simlab.compiler.expressions import LISTS, stored_item
from simlab.compiler.stored import StoredValues, is_choice
from simlab.compiler.value_type import (
    A_CHOICE,
    CHOICE,
    NUMBER,
    ROW,
    Type,
)
from simlab.compiler.values import (
    Constant,
    Distinct,
    Entries,
    Holder,
    Items,
    Listed,
    LocalFunction,
    Menu,
    Numbered,
    Pairs,
    Range,
    Scalar,
    Scope,
    Sequence,
    Slice,
    Stored,
    StoredDict,
    StoredObject,
    TableRows,
    Together,
    Value,
    is_set,
)
from simlab.compiler.writer import bare, cannot
from simlab.errors import Untranslatable
from simlab.plain.game import PlainGame

Body = Callable[[Value], None]
COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp)
DISPLAYS = (ast.List, ast.Tuple)
SETS = (ast.Set, ast.SetComp)
OF_SETS = (ast.BitOr, ast.BitAnd, ast.Sub)
"""Operators of sets: union, intersection, difference."""
KEYWORDS = {
    "enumerate": ("start",),
    "max": ("key", "default"),
    "min": ("key", "default"),
    "sorted": ("key", "reverse"),
    "sum": ("start",),
    "zip": ("strict",),
}
"""Arguments of functions of Python that may be named."""
SAME = ("list", "tuple", "iter")
"""Functions that return the items of their argument."""


class Sequences(StoredValues):
    """Translates lists."""

    def sequence(self, node: ast.expr, scope: Scope) -> Sequence | None:
        """Return the sequence that an expression stands for, or None; then no line is written."""
        with self.apart() as lines:
            own = self._sequence(node, scope)
        if own is not None:
            self.lines += lines
        return own

    def is_list(self, node: ast.expr, scope: Scope) -> bool:
        """Return whether an expression stands for a sequence; no line is written."""
        with self.apart():
            return self._sequence(node, scope) is not None

    def _sequence(self, node: ast.expr, scope: Scope) -> Sequence | None:
        if isinstance(node, COMPREHENSIONS + DISPLAYS):
            return Listed(node, scope)
        if isinstance(node, SETS):
            return self.as_sequence(self.value(node, scope), node)
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and len(node.values) == 2:
            first, other = node.values
            if not self.is_list(first, scope):
                return None
            if self.faithful is not None and not self.faithful.is_pure(first):
                raise cannot(
                    node, 'what makes the list before "or" changes something; assign that before'
                )
            return Listed(ast.IfExp(first, first, other), scope)
        if isinstance(node, ast.BinOp | ast.IfExp):
            first = node.left if isinstance(node, ast.BinOp) else node.body
            if not self.is_list(first, scope):
                return None
            is_of_sets = isinstance(node, ast.BinOp) and isinstance(node.op, OF_SETS)
            own = Listed(node, scope)
            return Distinct(own, is_set=True) if is_of_sets else own
        if isinstance(node, ast.Call):
            return self._called(node, scope)
        if isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Slice):
                return self._sliced(self.sequence(node.value, scope), node.slice, node, scope)
            if not self._has_lists(node.value, scope):
                return None
            value = self.value(node, scope)
            return self.as_sequence(value, node) if is_sequence(value) else None
        if isinstance(node, ast.Name | ast.Attribute):
            value = self.value(node, scope)
            return self.as_sequence(value, node) if is_sequence(value) else None
        return None

    def _has_lists(self, node: ast.expr, scope: Scope) -> bool:
        """Return whether an item of what an expression stands for may be a list."""
        if self.is_list(node, scope):
            return True
        with self.apart():
            own = self.value(node, scope)
        table = own.value if isinstance(own, Constant) and isinstance(own.value, dict) else {}
        return bool(table) and all(isinstance(each, LISTS) for each in table.values())

    def _sliced(
        self, own: Sequence | None, bounds: ast.Slice, node: ast.expr, scope: Scope
    ) -> Sequence:
        if own is not None and ast.unparse(bounds) == "::-1":
            return self._reversed(own, node)
        if own is None or bounds.step is not None:
            raise cannot(node, "kernels have slices of lists only, without a step but -1")
        whole = self.built(own, node)
        n = f"{whole.code}.n"
        first, end = (
            None if bound is None else f"bound_at({n}, {bare(self.scalar(bound, scope).code)})"
            for bound in (bounds.lower, bounds.upper)
        )
        return Slice(whole, first or "0", end or n)

    def _reversed(self, own: Sequence, node: ast.expr) -> Slice:
        whole = self.built(own, node)
        return Slice(whole, f"{whole.code}.n - 1", "-1", step=-1)

    def as_sequence(self, value: Value, node: ast.expr) -> Sequence:
        """Return a value as a sequence."""
        if isinstance(value, Sequence):
            return value
        if isinstance(value, Constant) and isinstance(value.value, LISTS):
            return Items(tuple(Constant(each) for each in value.value))
        if isinstance(value, Holder) and hasattr(value.own_class, "__iter__"):
            own = self.call_method(value, "__iter__", [], node, Scope({}, {}))
            return self.as_sequence(own, node)
        if isinstance(value, Holder):
            items = ast.parse("[part[i] for i in range(len(part))]", mode="eval").body
            return Listed(items, Scope({"part": value}, {}))
        raise cannot(node, "kernels know no such list")

    def _called(self, node: ast.Call, scope: Scope) -> Sequence | None:
        """Return the sequence that a call returns, if it does."""
        if isinstance(node.func, ast.Attribute):
            return self._of_method(node, node.func, scope)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        arguments = node.args
        if name in scope.names or name in scope.globals:
            return self._of_function(node, name, scope)
        self.check_keywords(node, KEYWORDS.get(name, ()))
        if name == "sorted":
            items = self.needed_sequence(arguments[0], scope)
            own = self.new_list("ordered")
            has_key = any(each.arg == "key" for each in node.keywords)
            self.fill(own, items, node, is_ordered=has_key)
            self.sort(own, node, scope)
            return own
        if name == "reversed":
            return self._reversed(self.needed_sequence(arguments[0], scope), node)
        if name == "range":
            return Range(tuple(self.scalar(each, scope).code for each in arguments))
        if name in ("set", "frozenset"):
            of = self.needed_sequence(arguments[0], scope) if arguments else Items(())
            return Distinct(of, is_set=True)
        if name in SAME:
            same = self.sequence(arguments[0], scope) if arguments else Items(())
            if same is not None and is_set(same):
                raise self.refuse_order(same, node)
            return same
        if name == "enumerate":
            first = [*arguments[1:], *(each.value for each in node.keywords)]
            start = self.scalar(first[0], scope).code if first else "0"
            return Numbered(self.needed_sequence(arguments[0], scope), start)
        if name == "zip":
            return Together(tuple(self.needed_sequence(each, scope) for each in arguments))
        return None

    def check_keywords(self, node: ast.Call, known: Container[str]) -> None:
        """Refuse arguments that are named and not known.

        Raises:
            Untranslatable: there is one.
        """
        for each in node.keywords:
            if each.arg not in known:
                raise cannot(node, f"kernels know no {each.arg}= here")

    def _of_function(self, node: ast.Call, name: str, scope: Scope) -> Sequence | None:
        known = scope.names.get(name, scope.globals.get(name))
        if not isinstance(known, LocalFunction | FunctionType):
            return None
        value = self.call_by_name(node, name, scope)
        return value if isinstance(value, Sequence) else None

    def _of_method(self, node: ast.Call, called: ast.Attribute, scope: Scope) -> Sequence | None:
        if ast.unparse(called) == "dict.fromkeys":
            return Distinct(self.needed_sequence(node.args[0], scope))
        if not isinstance(called.value, ast.Name | ast.Attribute | ast.Subscript):
            return None
        base = self.value(called.value, scope)
        if called.attr in ("copy", "keys") and is_sequence(base) and not node.args:
            return self.as_sequence(base, node)
        if isinstance(base, StoredDict) and called.attr == "values":
            return base.items
        if isinstance(base, StoredDict) and called.attr == "items":
            return Pairs(base)
        if isinstance(base, Entries) and called.attr == "items":
            return base.items
        if not isinstance(base, Holder):
            return None
        if called.attr == "table" and not base.part:
            return self.program.table(node.args[0])
        if called.attr == "cards_of" and base.part:
            return self._cards_of(node.args[0], scope)
        single = self.program.single_return(base.own_class, called.attr)
        if single is None:
            value = self.call_method(base, called.attr, node.args, node, scope)
            return value if isinstance(value, Sequence) else None
        function, returned = single
        bound = self.evaluated(self.program.bound(function, node.args, node, scope))
        return self.sequence(returned, self.program.scope_of(function, base, bound))

    def _cards_of(self, node: ast.expr, scope: Scope) -> Sequence:
        """Return the cards of a part: a list, or the rows of a table, each `copies` times."""
        own = self.value(node, scope)
        if not isinstance(own, Constant) or not isinstance(own.value, str):
            return self.needed_sequence(node, scope)
        copies = " for _ in range(card.copies)" * self.program.has_column(own.value, "copies")
        code = f"[card for card in game.table({own.value!r}){copies}]"
        game = Holder("", PlainGame)
        return Listed(ast.parse(code, mode="eval").body, Scope({"game": game}, {}))

    def length(self, own: Sequence, node: ast.expr) -> str:
        """Return the code of the number of items."""
        if isinstance(own, Stored | StoredDict):
            return f"{own.code}.n"
        if isinstance(own, Menu):
            return "menu.shape[0]"
        if isinstance(own, TableRows):
            return f"rules.n_{own.table}"
        if isinstance(own, Items):
            return str(len(own.items))
        if isinstance(own, Entries):
            return str(len(own.pairs))
        n = self.name("n")
        self.line(f"{n} = 0")
        self.iterate(own, lambda item: self.line(f"{n} += 1"), node, is_ordered=False)
        return n

    # loops

    def iterate(
        self, own: Sequence, body: Body, node: ast.expr, *, is_ordered: bool = True
    ) -> None:
        """Write a loop over a sequence; `body` writes what is done with an item.

        Without `is_ordered`, the result is the same in any order, as a sum is.
        """
        before, self._is_ordered = self._is_ordered, is_ordered
        try:
            self.go_through(own, body, node)
        finally:
            self._is_ordered = before

    def go_through(self, own: Sequence, body: Body, node: ast.expr) -> None:
        """Write a loop over what a sequence is made of, in the order that is needed."""
        if self._is_ordered and is_set(own):
            raise self.refuse_order(own, node)
        getattr(self, f"_each_of_{type(own).__name__.lower()}")(own, body, node)

    def _each_of_stored(self, own: Stored, body: Body, node: ast.expr) -> None:
        place = self.name("place")
        with self.block(f"for {place} in range({own.code}.n)"):
            item = stored_item(own, place)
            body(self.kept_as(item, "item") if isinstance(item, Scalar) else item)

    def _each_of_storeddict(self, own: StoredDict, body: Body, node: ast.expr) -> None:
        self._each_entry(own, lambda key, value: body(key))

    def _each_of_pairs(self, own: Pairs, body: Body, node: ast.expr) -> None:
        self._each_entry(own.of, lambda key, value: body(Items((key, value))))

    def _each_entry(self, own: StoredDict, body: Callable[[Scalar, Value], None]) -> None:
        place = self.name("place")
        assert own.type.key is not None
        with self.block(f"for {place} in range({own.code}.n)"):
            key = self.kept_as(Scalar(f"{own.code}.keys[{place}]", own.type.key), "key")
            body(key, stored_item(own.items, place))

    def _each_of_slice(self, own: Slice, body: Body, node: ast.expr) -> None:
        place = self.name("place")
        step = "" if own.step == 1 else f", {own.step}"
        with self.block(f"for {place} in range({own.first}, {own.end}{step})"):
            item = stored_item(own.of, place)
            body(self.kept_as(item, "item") if isinstance(item, Scalar) else item)

    def _each_of_menu(self, own: Menu, body: Body, node: ast.expr) -> None:
        place, name = self.name("place"), self.name("choice")
        with self.block(f"for {place} in range(menu.shape[0])"):
            self.line(f"{name} = menu[{place}]")
            body(Scalar(name, A_CHOICE))

    def _each_of_tablerows(self, own: TableRows, body: Body, node: ast.expr) -> None:
        name = self.name("row_of")
        with self.block(f"for {name} in range(rules.n_{own.table})"):
            body(Scalar(name, Type(ROW, own.table)))

    def _each_of_range(self, own: Range, body: Body, node: ast.expr) -> None:
        name = self.name("i")
        with self.block(f"for {name} in range({', '.join(own.arguments)})"):
            body(Scalar(name))

    def _each_of_entries(self, own: Entries, body: Body, node: ast.expr) -> None:
        for key, _ in own.pairs:
            body(key)

    def _each_of_items(self, own: Items, body: Body, node: ast.expr) -> None:
        for item in own.items:
            body(item)

    def _each_of_numbered(self, own: Numbered, body: Body, node: ast.expr) -> None:
        number = self.name("number")
        self.line(f"{number} = {own.start} - 1")

        def with_number(item: Value) -> None:
            self.line(f"{number} += 1")
            body(Items((Scalar(number), item)))

        self.iterate(own.of, with_number, node)

    def _each_of_together(self, own: Together, body: Body, node: ast.expr) -> None:
        for each in filter(is_set, own.of):
            raise self.refuse_order(each, node)
        lists = [self.built(each, node) for each in own.of]
        n = ", ".join(f"{each.code}.n" for each in lists)
        place = self.name("place")
        with self.block(f"for {place} in range({f'min({n})' if len(lists) > 1 else n})"):
            body(Items(tuple(stored_item(each, place) for each in lists)))

    def _each_of_distinct(self, own: Distinct, body: Body, node: ast.expr) -> None:
        """Write a loop over the items that have no equal one before them."""
        number, is_first, place = self.name("number"), self.name("is_first"), self.name("place")
        self.line(f"{number} = 0")

        def with_first(item: Value) -> None:
            sought = self.kept_as(self.as_scalar(item, node), "item")
            self.line(f"{is_first} = True")
            self.line(f"{place} = 0")

            def compare(other: Value) -> None:
                code = self.as_scalar(other, node).code
                with self.block(f"if {place} < {number} and {code} == {sought.code}"):
                    self.line(f"{is_first} = False")
                self.line(f"{place} += 1")

            self.go_through(own.of, compare, node)
            self.line(f"{number} += 1")
            with self.block(f"if {is_first}"):
                body(sought)

        self.go_through(own.of, with_first, node)

    def _each_of_listed(self, own: Listed, body: Body, node: ast.expr) -> None:
        listed, scope = own.node, own.scope
        if isinstance(listed, COMPREHENSIONS):
            self._comprehend(listed.generators, listed.elt, scope.inner(), body)
        elif isinstance(listed, DISPLAYS):
            for each in listed.elts:
                if isinstance(each, ast.Starred):
                    self.go_through(self.needed_sequence(each.value, scope), body, each.value)
                else:
                    body(self.value(each, scope))
        elif isinstance(listed, ast.IfExp):
            self._either(listed, scope, body)
        elif isinstance(listed, ast.BinOp) and isinstance(listed.op, ast.Add | ast.BitOr):
            for side in (listed.left, listed.right):
                self.go_through(self.needed_sequence(side, scope), body, side)
        elif isinstance(listed, ast.BinOp) and isinstance(listed.op, ast.BitAnd | ast.Sub):
            self._each_within(listed, scope, body)
        elif isinstance(listed, ast.BinOp) and isinstance(listed.op, ast.Mult):
            times = self.scalar(listed.right, scope).code
            with self.block(f"for {self.name('i')} in range(int({times}))"):
                items = self.needed_sequence(listed.left, scope)
                self.go_through(items, lambda item: self._repeat(item, body, listed), listed.left)
        else:
            raise cannot(listed, "kernels know no such list")

    def _repeat(self, item: Value, body: Body, node: ast.BinOp) -> None:
        """Write what is done with an item of a list that is repeated."""
        is_list = isinstance(item, Sequence) and not is_choice(item)
        if is_list or isinstance(item, StoredObject):
            raise cannot(
                node, "it has the same list several times; write [[...] for _ in range(n)]"
            )
        body(item)

    def _each_within(self, node: ast.BinOp, scope: Scope, body: Body) -> None:
        """Write a loop over the items of one set that are in another, or not in it."""
        other = self.built(self.needed_sequence(node.right, scope), node.right)
        sign = "!=" if isinstance(node.op, ast.BitAnd) else "=="

        def within(item: Value) -> None:
            own = self.kept_as(self.as_scalar(item, node), "item")
            with self.block(f"if position({other.code}, {own.code}) {sign} NOTHING"):
                body(own)

        self.go_through(self.needed_sequence(node.left, scope), within, node.left)

    def _either(self, node: ast.IfExp, scope: Scope, body: Body) -> None:
        test = self.condition(node.test, scope)
        if test in (TRUE, FALSE):
            chosen = node.body if test == TRUE else node.orelse
            self.go_through(self.needed_sequence(chosen, scope), body, chosen)
            return
        for head, chosen in ((f"if {bare(test)}", node.body), ("else", node.orelse)):
            with self.block(head):
                self.go_through(self.needed_sequence(chosen, scope), body, chosen)

    def _comprehend(
        self, generators: list[ast.comprehension], element: ast.expr, scope: Scope, body: Body
    ) -> None:
        """Write the loops of a comprehension."""
        if not generators:
            body(self.value(element, scope))
            return
        first, *others = generators
        items = self.needed_sequence(first.iter, scope)

        def inside(item: Value) -> None:
            self.bind(first.target, item, scope)
            self._guarded(first.ifs, scope, lambda: self._comprehend(others, element, scope, body))

        if is_set(items) and self.faithful is not None and not self.faithful.is_pure(element):
            raise self.refuse_order(items, first.iter)
        self.go_through(items, inside, first.iter)

    def refuse_order(self, own: Sequence, node: ast.expr) -> Untranslatable:
        """Return the error where the order of a set counts, which no kernel knows."""
        kinds = set()

        def note(item: Value) -> None:
            kinds.add(self.as_scalar(item, node).type.kind)

        with self.apart():
            self.iterate(own, note, node, is_ordered=False)
        if kinds - {NUMBER, ""}:
            return cannot(
                node, "a set of texts or rows has another order each time; use dict.fromkeys()"
            )
        return cannot(node, "kernels do not know the order of a set; write sorted(...)")

    def _guarded(self, tests: list[ast.expr], scope: Scope, body: Callable[[], None]) -> None:
        """Write what is done if all tests hold."""
        if not tests:
            body()
            return
        test = self.condition(tests[0], scope)
        self.know(tests[0], scope, True)
        if test == TRUE:
            self._guarded(tests[1:], scope, body)
        elif test != FALSE:
            with self.block(f"if {bare(test)}"):
                self._guarded(tests[1:], scope, body)

    def bind(self, target: ast.expr, value: Value, scope: Scope) -> None:
        """Give names to a value."""
        if isinstance(target, ast.Name):
            scope.names[target.id] = value
        elif isinstance(target, ast.Tuple):
            for name, each in zip(target.elts, self.unpacked(value, target), strict=True):
                self.bind(name, each, scope)
        else:
            raise cannot(target, "kernels give names to values only")

    def unpacked(self, value: Value, target: ast.Tuple) -> list[Value]:
        """Return the items of a value that is unpacked."""
        places = range(len(target.elts))
        if isinstance(value, Scalar) and value.type.kind == CHOICE:
            return [self.part_of_choice(value, place, target) for place in places]
        if isinstance(value, Stored):
            self.line(f"expect(state, {value.code}.n, {len(places)}, {self.here})")
            return [stored_item(value, str(place)) for place in places]
        return self.items_of(self.as_sequence(value, target), target)


def is_sequence(value: Value) -> bool:
    """Return whether a value is iterated over."""
    if isinstance(value, Constant):
        return isinstance(value.value, LISTS)
    if isinstance(value, Holder):
        return bool(value.part) and hasattr(value.own_class, "__getitem__")
    return isinstance(value, Sequence)
