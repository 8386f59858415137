"""Calls in plain games: methods of the game, its parts and lists, functions of Python, chance."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from simlab.compiler.core import FALSE, TRUE
from simlab.compiler.encoding import DETAIL_MASK, shift_of
from simlab.compiler.expressions import negated, stored_item
from simlab.compiler.sequences import Sequences
from simlab.compiler.stored import is_better
from simlab.compiler.value_type import (
    A_CHOICE,
    A_FRACTION,
    A_NUMBER,
    A_TEXT,
    CHOICE,
    NONE,
    NUMBER,
    OBJECT,
    SOME_NUMBERS,
    Type,
    merged,
)
from simlab.compiler.values import (
    Constant,
    DataClass,
    Entries,
    Function,
    Holder,
    Items,
    Later,
    Listed,
    LocalFunction,
    Made,
    Menu,
    Scalar,
    Scope,
    Sequence,
    Sources,
    Specialized,
    Stored,
    StoredDict,
    StoredObject,
    Stream,
    Value,
)
from simlab.compiler.writer import ITEM, bare, cannot
from simlab.errors import Refused
from simlab.plain.ledger import AMOUNT

INSTEAD = {
    "next": "write a loop",
    "round": "calculate with //",
    "divmod": "calculate with // and %",
    "map": "write a comprehension",
    "filter": "write a comprehension",
    "reversed": "write a loop over range(n - 1, -1, -1)",
    "print": "report it with log()",
}
"""What to write instead of a function of Python."""
NOTHING_RETURNED = Constant(None)
NO_DEFAULT = ast.Constant(0)
OPTIONAL_NUMBER = merged((A_NUMBER, NONE))


@dataclass
class Best:
    """The search for the largest or smallest item: names of variables, and how items compare."""

    name: str
    has_any: str
    sign: str
    key: ast.expr | None
    scope: Scope
    ranks: list[str] = field(default_factory=list)
    """Variables with the numbers by which the best one was compared."""
    types: list[Type] = field(default_factory=list)


class Calls(Sequences):
    """Translates calls and choices."""

    def _call(self, node: ast.Call, scope: Scope) -> Value:
        own = self.sequence(node, scope)
        if own is not None:
            return own
        if isinstance(node.func, ast.Name):
            return self.call_by_name(node, node.func.id, scope)
        if ast.unparse(node.func) == "super().hide":
            self.hide_parts(*(self.value(each, scope) for each in node.args))
            return NOTHING_RETURNED
        if not isinstance(node.func, ast.Attribute):
            raise cannot(node, "kernels call methods and functions by their names")
        if ast.unparse(node.func) == "', '.join":
            return self._numbers_in(node, scope)
        base = self.value(node.func.value, scope)
        name = node.func.attr
        if isinstance(base, Sources | Stream):
            return self._drawn(base, name, node, scope)
        if isinstance(base, Stored):
            return self._of_list(base, name, node, scope)
        if isinstance(base, Listed | Items) and name in ("count", "index"):
            return self._of_list(self.built(base, node), name, node, scope)
        if isinstance(base, StoredDict):
            return self._of_dict(base, name, node, scope)
        if isinstance(base, StoredObject):
            return self._of_object(base, name, node, scope)
        if isinstance(base, Holder):
            return self.call_method(base, name, node.args, node, scope)
        raise cannot(node, "kernels have no such call")

    def hide_parts(self, seat: Value, chance: Value) -> None:
        """Write what a game does that does not write `hide`.

        Raises:
            Refused: a part hides what cannot be translated; it is noted.
        """
        bound = {"game": Holder("", self.program.rules_class), "seat": seat, "chance": chance}
        for part in sorted(self.program.parts.values(), key=lambda each: each.hides_last):
            owner = Holder(part.name, type(part))
            try:
                self.call_function(type(part).hide, owner, bound, ast.Name("hide"))
            except Refused:
                self.program.refuse_part(part.name)
                raise

    def call_by_name(self, node: ast.Call, name: str, scope: Scope) -> Value:
        """Return the value of a function of the module, of Python or inside this one."""
        if name in scope.names or name in scope.globals:
            own = self.value(ast.Name(name), scope)
            if isinstance(own, LocalFunction):
                return self.inline(own, [self.value(each, scope) for each in node.args])
            if isinstance(own, DataClass):
                return Made(own.own_class, node, scope)
            if not isinstance(own, Function):
                raise cannot(node, "kernels call methods and functions of the module only")
            bound = self.program.bound(own.function, node.args, node, scope, skipped=0)
            return self.call_function(own.function, Holder("", object), bound, node)
        known = getattr(self, f"_call_{name}", None)
        if known is None:
            instead = INSTEAD.get(name)
            raise cannot(node, f"kernels have no {name}()" + (f"; {instead}" if instead else ""))
        value: Value = known(node, scope)
        return value

    # functions of Python

    def _call_len(self, node: ast.Call, scope: Scope) -> Value:
        own = self.value(node.args[0], scope)
        if isinstance(own, Holder):
            return self.call_method(own, "__len__", [], node, scope)
        return Scalar(self.length(self.needed_sequence(node.args[0], scope), node))

    def _call_abs(self, node: ast.Call, scope: Scope) -> Value:
        own = self.scalar(node.args[0], scope)
        return Scalar(f"abs({own.code})", own.type)

    def _call_int(self, node: ast.Call, scope: Scope) -> Value:
        return Scalar(f"int({self.scalar(node.args[0], scope).code})")

    def _call_bool(self, node: ast.Call, scope: Scope) -> Value:
        return Scalar(f"bool({self.condition(node.args[0], scope)})")

    def _call_isinstance(self, node: ast.Call, scope: Scope) -> Value:
        own = self.value(node.args[0], scope)
        if ast.unparse(node.args[1]) == "Mapping":
            is_dict = isinstance(own, Constant) and isinstance(own.value, dict)
            return Constant(is_dict or isinstance(own, StoredDict | Entries))
        if ast.unparse(node.args[1]) != "int":
            raise cannot(node, "kernels know the types of all values before")
        if isinstance(own, Scalar) and own.type == OPTIONAL_NUMBER:
            return Scalar(f"({own.code} != NO_VALUE)")
        is_number = isinstance(own, Scalar) and own.type == A_NUMBER
        is_int = isinstance(own, Constant) and isinstance(own.value, int)
        return Constant(is_number or is_int)

    def _call_any(self, node: ast.Call, scope: Scope) -> Value:
        return self._tested(node, scope, "any", FALSE, TRUE)

    def _call_all(self, node: ast.Call, scope: Scope) -> Value:
        return self._tested(node, scope, "all", TRUE, FALSE)

    def _tested(self, node: ast.Call, scope: Scope, word: str, before: str, after: str) -> Value:
        """Return whether a test holds for any item, or for all."""
        name = self.name(word)
        self.line(f"{name} = {before}")
        items, scope = self.until(node.args[0], name, word == "all", scope)

        def test(item: Value) -> None:
            code = self.truth(item, node)
            test = bare(code) if word == "any" else negated(code)
            with self.block(f"if {test}"):
                self.line(f"{name} = {after}")

        self.iterate(self.needed_sequence(items, scope), test, node, is_ordered=False)
        return Scalar(name)

    def _call_sum(self, node: ast.Call, scope: Scope) -> Value:
        name = self.name("total")
        first = [*node.args[1:], *(each.value for each in node.keywords)]
        start = self.scalar(first[0], scope) if first else Scalar("0")
        types = [start.type]
        self.line(f"{name} = {start.code}")

        def add(item: Value) -> None:
            own = self.as_scalar(item, node)
            types.append(own.type)
            self.line(f"{name} += {own.code}")

        self.iterate(self.needed_sequence(node.args[0], scope), add, node, is_ordered=False)
        return Scalar(name, merged(types))

    def _call_max(self, node: ast.Call, scope: Scope) -> Value:
        return self._extreme(node, scope, "max", ">")

    def _call_min(self, node: ast.Call, scope: Scope) -> Value:
        return self._extreme(node, scope, "min", "<")

    def _extreme(self, node: ast.Call, scope: Scope, word: str, sign: str) -> Value:
        """Return the first of the largest or smallest values."""
        options = {each.arg: each.value for each in node.keywords}
        if len(node.args) > 1 and not options:
            return self._extreme_of(node, scope, word)
        compared = node.args[0] if len(node.args) == 1 else ast.List(node.args, ast.Load())
        best = Best(self.name("best"), self.name("has_any"), sign, options.get("key"), scope)
        default = self.scalar(options.get("default", NO_DEFAULT), scope)
        best.types += [default.type] * ("default" in options)
        with self.apart() as lines:
            self.iterate(
                self.needed_sequence(compared, scope),
                lambda item: self._keep_better(self.as_scalar(item, node), best),
                node,
                is_ordered=best.key is not None,
            )
        own = merged(best.types)
        self.line(f"{best.name} = {self.fitting(default, own.kind, node).code}")
        self.line(f"{best.has_any} = False")
        for rank in best.ranks:
            self.line(f"{rank} = 0")
        self.lines += lines
        if "default" not in options:
            with self.block(f"if not {best.has_any}"):
                self.line(f"fail(state, EMPTY, {self.here})")
        return Scalar(best.name, own)

    def _extreme_of(self, node: ast.Call, scope: Scope, word: str) -> Scalar:
        """Return the largest or smallest of some numbers."""
        numbers = self.scalars(node.args, scope)
        codes = [number.code for number in numbers]
        return Scalar(f"{word}({', '.join(codes)})", merged(number.type for number in numbers))

    def _keep_better(self, item: Scalar, best: Best) -> None:
        """Keep an item as the best if it is."""
        own = self.kept_as(item, "item")
        best.types.append(own.type)
        codes = [self.kept(code, "rank") for code in self.ranks(best.key, own, best.scope)]
        best.ranks += [self.name("most") for _ in codes[len(best.ranks) :]]
        with self.block(f"if not {best.has_any} or {is_better(codes, best.ranks, best.sign)}"):
            self.line(f"{best.name} = {own.code}")
            self.line(f"{best.has_any} = True")
            for code, rank in zip(codes, best.ranks, strict=True):
                self.line(f"{rank} = {code}")

    def _numbers_in(self, node: ast.Call, scope: Scope) -> Scalar:
        """Return numbers as one, for an event: ", ".join(map(str, numbers))."""
        [joined] = node.args
        is_map = isinstance(joined, ast.Call) and ast.unparse(joined.func) == "map"
        if not isinstance(joined, ast.Call) or not is_map or ast.unparse(joined.args[0]) != "str":
            raise cannot(node, "kernels join numbers only: ', '.join(map(str, numbers))")
        name = self.name("numbers")
        self.line(f"{name} = 0")

        def add(item: Value) -> None:
            scalar = self.as_scalar(item, node)
            if scalar.type.kind != NUMBER:
                raise cannot(node, "kernels join numbers only")
            self.line(f"{name} = with_number({name}, {scalar.code})")

        self.iterate(self.needed_sequence(joined.args[1], scope), add, node)
        return Scalar(name, SOME_NUMBERS)

    # chance and lists

    def _drawn(self, base: Sources | Stream, name: str, node: ast.Call, scope: Scope) -> Value:
        """Return what is drawn from a source of chance."""
        self.draws = True
        stream = base.code if isinstance(base, Stream) else "rng[0]"
        arguments = [*node.args, *(each.value for each in node.keywords)]
        if name == "die":
            faces = self._outcomes(self.scalar(arguments[0], scope).code if arguments else "6")
            return Scalar(self.kept(f"1 + below({stream}, {faces})", "face"))
        if name == "below":
            most = self._outcomes(self.scalar(arguments[0], scope).code)
            return Scalar(self.kept(f"below({stream}, {most})", "drawn"))
        if name == "uniform":
            return Scalar(self.kept(f"uniform({stream})", "drawn"), A_FRACTION)
        own = self.needed_sequence(arguments[0], scope)
        if name == "shuffle" and isinstance(own, Stored) and own.type.of is not None:
            self.changes |= not own.local
            is_object = own.type.of.is_stored
            records = f"shuffle_records(state, {stream}, {own.code}, {self.here})"
            self.line(records if is_object else f"shuffle_items({stream}, {own.code})")
            return NOTHING_RETURNED
        if name != "pick":
            raise cannot(node, "kernels shuffle lists in attributes, or lists with a name, only")
        listed = own if isinstance(own, Menu) else self.built(own, node)
        n = self._outcomes(self.length(listed, node))
        place = self.kept(f"below({stream}, {n})", "place")
        if isinstance(listed, Menu):
            return Scalar(f"menu[{place}]", A_CHOICE)
        return stored_item(listed, place)

    def _outcomes(self, n: str) -> str:
        """Return the code of the number of outcomes of a draw."""
        return n if n.isdigit() and int(n) > 0 else f"outcomes(state, {bare(n)}, {self.here})"

    def _of_list(self, own: Stored, name: str, node: ast.Call, scope: Scope) -> Value:
        """Write a method of a list; return its value."""
        assert own.type.of is not None
        arguments = node.args
        self.check_keywords(node, ("key", "reverse") if name == "sort" else ())
        if name == "index" and len(arguments) > 1:
            raise cannot(node, "kernels find an item in a whole list only; write a loop")
        if name == "index":
            sought = self.scalar(arguments[0], scope).code
            return Scalar(f"known_position(state, {own.code}, {sought}, {self.here})")
        if name == "count":
            return self._counted(own, self.scalar(arguments[0], scope), node)
        self.changes |= not own.local
        if name == "clear":
            self.end_at(own, "0")
        elif name in ("extend", "update"):
            self.extend(own, self.needed_sequence(arguments[0], scope), node)
        elif name == "sort":
            self.sort(own, node, scope)
        elif name in ("append", "add"):
            self.add(own, self.value(arguments[0], scope), node)
        elif own.type.of.kind == OBJECT and name == "pop":
            place = self.scalar(arguments[0], scope).code if arguments else "-1"
            popped = self.kept(f"pop_record(state, {own.code}, {place}, {self.here})", "place")
            return StoredObject(f"{own.code}.items[{popped}]", own.type.of, free=True)
        elif own.type.of.is_stored:
            raise cannot(node, f"kernels have no {name}() of a list of lists or objects")
        elif name == "pop" and own.type.distinct:
            raise cannot(node, "which item of a set is the first is not known; use a list")
        elif name == "pop":
            place = self.scalar(arguments[0], scope).code if arguments else "-1"
            item = self.kept(f"pop(state, {own.code}, {place}, {self.here})", "item")
            return Scalar(item, own.type.of)
        elif name in ("remove", "insert", "discard"):
            scalars = self.scalars(arguments, scope)
            if name == "insert":
                self.kept_there(scalars[-1], own.type.of, node)
            codes = [own.code, *(each.code for each in scalars), self.here]
            self.line(f"{name}(state, {', '.join(codes)})")
        else:
            raise cannot(node, f"kernels have no {name}() of a list")
        return NOTHING_RETURNED

    def _counted(self, own: Stored, sought: Scalar, node: ast.expr) -> Value:
        """Return how many items of a list are equal to a value."""
        code, n = self.kept(sought.code, "sought"), self.name("n")
        self.line(f"{n} = 0")

        def count(item: Value) -> None:
            self.line(f"{n} += {self.as_scalar(item, node).code} == {code}")

        self.iterate(own, count, node)
        return Scalar(n)

    def _of_object(self, own: StoredObject, name: str, node: ast.Call, scope: Scope) -> Value:
        """Write the call of a method of a dataclass; return its value."""
        function = inspect.getattr_static(own.type.own_class, name, None)
        if not inspect.isfunction(function):
            raise cannot(node, f"there is no method {name}()")
        bound = {"self": own, **self.program.bound(function, node.args, node, scope)}
        return self.call_function(function, Holder("", own.type.own_class or object), bound, node)

    def _of_dict(self, own: StoredDict, name: str, node: ast.Call, scope: Scope) -> Value:
        """Write a method of a dictionary; return its value."""
        assert own.type.of is not None
        key = self.kept_as(self.scalar(node.args[0], scope), "key") if node.args else None
        if name == "clear":
            self.changes = True
            self.line(f"{own.code}.n = 0")
            return NOTHING_RETURNED
        if key is None or own.holds_records or name not in ("get", "pop"):
            raise cannot(node, f"kernels have no such {name}() of a dict")
        self.changes |= name == "pop"
        item = f"{own.code}.items[known_place(state, {own.code}, {key.code}, {self.here})]"
        drop = f"drop_key(state, {own.code}, {key.code}, {self.here})"
        if name == "pop" and not node.args[1:]:
            value = self.kept(item, "value")
            self.line(drop)
            return Scalar(value, own.type.of)
        default = self.scalar(node.args[1] if node.args[1:] else ast.Constant(None), scope)
        found = f"key_place({own.code}, {key.code}) != NOTHING"
        value = self.kept(f"{item} if {found} else {default.code}", "value")
        if name == "pop":
            with self.block(f"if {found}"):
                self.line(drop)
        return Scalar(value, merged((own.type.of, default.type)))

    # methods

    def call_method(
        self, base: Holder, name: str, arguments: list[ast.expr], node: ast.expr, scope: Scope
    ) -> Value:
        """Return the value of a method of the game or of a part."""
        if isinstance(node, ast.Call) and name == ("report" if base.part else "log"):
            return self._logged(base.part, node, scope)
        function = inspect.getattr_static(base.own_class, name, None)
        if not inspect.isfunction(function):
            raise cannot(node, f"there is no method {name}()")
        bound = self.evaluated(self.program.bound(function, arguments, node, scope))
        single = self.program.single_return_of(function)
        if single is not None:
            own = self.sequence(single, self.program.scope_of(function, base, bound))
            if own is not None:
                return own
        return self.call_function(function, base, bound, node)

    def evaluated(self, bound: dict[str, Value]) -> dict[str, Value]:
        """Return arguments with what they are at the time of the call, in their order."""
        own: dict[str, Value] = {}
        for name, value in bound.items():
            with self.apart() as lines:
                last = self.value(value.node, value.scope) if isinstance(value, Later) else value
            if lines:
                own = {key: self.before_others(each) for key, each in own.items()}
            self.lines += lines
            own[name] = last
        return own

    def call_function(
        self, function: Any, owner: Holder, bound: dict[str, Value], node: ast.expr
    ) -> Value:
        """Write the call of the kernel that a function is translated into; return its value."""
        static: dict[str, Value] = {}
        lists: dict[str, str] = {}
        scalars: dict[str, Scalar] = {}
        values = self.evaluated(bound)
        # evaluated in the order of the call, handed over in that of the function: its kernel is
        # the same for all calls
        parameters = [name for name in inspect.signature(function).parameters if name in values]
        for name in parameters:
            own = self._written_out_dict(values[name], node)
            if isinstance(own, Entries):
                each = self._items_of_argument(name, [value for _, value in own.pairs], node)
                inner = zip(own.pairs, each.items(), strict=True)
                static[name] = Entries(
                    tuple((k, Scalar(self.program.local(n), v.type)) for (k, _), (n, v) in inner)
                )
                scalars |= each
            elif isinstance(own, Items):
                each = self._items_of_argument(name, own.items, node)
                static[name] = Items(
                    tuple(Scalar(self.program.local(n), v.type) for n, v in each.items())
                )
                scalars |= each
            elif isinstance(own, StoredObject):
                static[name] = StoredObject(self.local(name), own.type)
                lists[self.local(name)] = own.code
            elif isinstance(own, Sequence):
                stored = self.built(own, node)
                static[name] = Stored(self.local(name), stored.type)
                lists[self.local(name)] = stored.code
            elif isinstance(own, Sources | Stream | Holder) or (
                owner.part and isinstance(own, Constant)
            ):
                static[name] = own
            else:
                scalars[name] = self.as_scalar(own, node)
        types = {name: own.type for name, own in scalars.items()}
        kernel = self.program.kernel_of(Specialized(function, owner, types, static, tuple(lists)))
        self.draws |= kernel.draws
        self.reports |= kernel.reports
        self.changes |= kernel.changes
        codes = [*kernel.first, *(own.code for own in scalars.values()), *lists.values()]
        if kernel.returned is not None:
            made = self.new_list(function.__name__.strip("_"))
            made.type = kernel.returned
            self.line(f"{kernel.name}({', '.join([*codes, made.code])})")
            return made
        call = f"{kernel.name}({', '.join(codes)})"
        if kernel.returns is None:
            if kernel.does_something:
                self.line(call)
            return NOTHING_RETURNED
        is_pure = not (kernel.changes or kernel.draws or kernel.reports)
        return Scalar(call if is_pure else self.kept(call, "value"), kernel.returns)

    def _items_of_argument(
        self, name: str, items: Iterable[Value], node: ast.expr
    ) -> dict[str, Scalar]:
        """Return the items of an argument by the names that they have in the kernel."""
        return {f"{name}{ITEM}{i}": self.as_scalar(v, node) for i, v in enumerate(items)}

    def _written_out_dict(self, own: Value, node: ast.expr) -> Value:
        """Return a dictionary that is written out as its entries; other values as they are."""
        if not isinstance(own, Listed) or not isinstance(own.node, ast.Dict):
            return own
        pairs = []
        for key, value in zip(own.node.keys, own.node.values, strict=True):
            known = None if key is None else self.value(key, own.scope)
            if not isinstance(known, Constant):
                raise cannot(node, "the keys of a dictionary must be written out here")
            pairs.append((known, self.value(value, own.scope)))
        return Entries(tuple(pairs))

    def _logged(self, part: str, node: ast.Call, scope: Scope) -> Value:
        """Write the report of an event."""
        name = self.value(node.args[0], scope)
        if not isinstance(name, Constant):
            raise cannot(node, "the name of an event must be written out")
        event = f"{part}_{name.value}" if part else str(name.value)
        fields = self.program.event_fields.get(event, frozenset())
        keywords = [
            each for each in node.keywords if not part or each.arg == AMOUNT or each.arg in fields
        ]
        scalars = self.scalars((each.value for each in keywords), scope)
        details = {str(each.arg): own for each, own in zip(keywords, scalars, strict=True)}
        self.changes = True
        counted, *noted = self.program.event(event, details, node, self.here)
        self.line(counted)
        for code in noted:
            self.reports = True
            self.line(code)
        return NOTHING_RETURNED

    # choices

    def choice(self, node: ast.expr, scope: Scope) -> Scalar:
        """Return an expression as a choice."""
        if isinstance(node, ast.IfExp):
            return self.either(node, scope, self.choice)
        return self.as_choice(self.value(node, scope), node)

    def part_of_choice(self, choice: Scalar, place: int, node: ast.expr) -> Scalar:
        """Return the word of a choice, or one of its details."""
        if place == 0:
            return Scalar(f"({choice.code} >> FORM_BITS)", A_TEXT)
        words = choice.type.words
        forms = [form for form in self.program.forms if not words or form.word in words]
        types = {form.details[place - 1] for form in forms if place <= len(form.details)}
        if len(types) != 1:
            word = next(form.word for form in forms if place <= len(form.details))
            raise cannot(
                node,
                "it differs between kinds of choices; ask for the kind first, of the same choice:"
                f' if choice[0] == "{word}": ... choice[{place}]',
            )
        code = choice.code
        if code != CHOICE:  # that of play() was on the menu
            code = f"whole_choice(state, {bare(code)}, {self.here})"
        return Scalar(f"({code} >> {shift_of(place - 1)} & {DETAIL_MASK})", *types)
