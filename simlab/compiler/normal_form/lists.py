"""Lists in normal form: they are made in steps, and gone through by loops."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from simlab.compiler.normal_form.itertools import Itertools
from simlab.compiler.normal_form.nodes import (
    COPIES,
    DICTS,
    GENERATOR,
    ITERABLES,
    SETS,
    Lowered,
    as_generator,
    as_list,
    as_stored,
    compare,
    empty_of,
    has_star,
    is_from_keys,
    is_set,
    method,
    note_of,
    read,
)
from simlab.compiler.writer import cannot


class Lists(Itertools):
    """Writes how lists, sets and dicts are made, and loops over them."""

    # lists

    def _is_made(self, node: ast.expr) -> bool:
        """Return whether an expression makes a list, set or dict in steps."""
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp) or is_from_keys(node):
            return True
        if isinstance(node, ast.Call):
            return self._is_python(node, COPIES | SETS | DICTS) and len(node.args) == 1
        if isinstance(node, ast.Dict):
            return has_star(node)
        return isinstance(node, ast.BinOp) and self._is_sum_of_lists(node)

    def _value_list(self, node: ast.List | ast.Tuple) -> ast.expr:
        if has_star(node):
            return self._make(ast.List(node.elts, ast.Load()))
        return type(node)(self._values(node.elts), ast.Load())

    def _value_tuple(self, node: ast.Tuple) -> ast.expr:
        if not has_star(node) or not _begins_with_word(node):
            return self._value_list(node)
        # perhaps a choice
        values = self._values([_unstar(item_node) for item_node in node.elts])
        items = [
            ast.Starred(value, ast.Load()) if isinstance(item_node, ast.Starred) else value
            for item_node, value in zip(node.elts, values, strict=True)
        ]
        return ast.Tuple(items, ast.Load())

    def _value_set(self, node: ast.Set) -> ast.expr:
        return self._make(node)

    def _value_dict(self, node: ast.Dict) -> ast.expr:
        if has_star(node):
            return self._make(node)
        pairs = zip(node.keys, node.values, strict=True)
        values = self._values([part for pair in pairs for part in pair if part is not None])
        return ast.Dict(list(values[::2]), values[1::2])

    def _make(self, node: ast.expr) -> ast.expr:
        """Write a list, set or dict in steps; return the variable that holds it."""
        new_list = self._new_list("items", empty_of(node))
        with self._in_order(not is_set(node)):
            self._fill(new_list, node)
        return new_list

    _value_listcomp = _value_setcomp = _value_dictcomp = _make

    def _value_generatorexp(self, node: ast.GeneratorExp) -> ast.expr:
        raise cannot(node, GENERATOR)

    def _fill(self, target: ast.expr, node: ast.expr) -> None:
        """Write what adds to an empty list, set or dict what an expression makes."""
        if isinstance(node, ast.DictComp):
            with self._fresh_names():
                self._go_through(node.generators, lambda: self._enter_key(target, node))
        elif isinstance(node, ast.Set):
            # one by one, so that a repeated item is found as in a set
            for item_node in node.elts:
                self._do(method(target, "add", self._value(item_node)))
        elif is_set(node):
            items = node.args[0] if isinstance(node, ast.Call) else as_generator(node)
            self._each(items, lambda item: self._do(method(target, "add", item)))
        elif isinstance(node, ast.Dict):
            self._fill_dict(target, node)
        elif isinstance(node, ast.Call) and is_from_keys(node):
            self._fill_from_keys(target, node)
        elif isinstance(node, ast.Call) and self._is_python(node, DICTS):
            self._update(target, node.args[0])
        else:
            self._extend(target, node)

    def _fill_dict(self, target: ast.expr, node: ast.Dict) -> None:
        """Write the entries of a dict in their order, those of others among them."""
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self._update(target, value)
            else:
                lowered_key, item = self._values([key, value])
                self._set_key(target, lowered_key, item)

    def _fill_from_keys(self, target: ast.expr, node: ast.Call) -> None:
        """Write the same value for each of some keys."""
        keys, *defaults = node.args
        default = defaults[0] if defaults else ast.Constant(None)
        if isinstance(default, ast.List | ast.Dict | ast.Set) or self._is_made(default):
            raise cannot(node, "it has the same list several times; write {key: [] for key in ...}")
        if not isinstance(keys, ast.GeneratorExp):
            keys = Lowered(self._iterable(keys))
        value = self._save(self._value(default))
        self._each(keys, lambda key: self._set_key(target, key, value))

    def _update(self, target: ast.expr, node: ast.expr) -> None:
        """Write the entries of a dict, or pairs, into a dict that is being made."""
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            self._each(node, lambda pair: self._set_key(target, *parts_of(pair)))
        else:
            self._do(method(target, "update", self._iterable(node)))

    def _set_key(self, target: ast.expr, key: ast.expr, value: ast.expr) -> None:
        self._write(ast.Assign([ast.Subscript(target, key, ast.Store())], value))

    def _enter_key(self, target: ast.expr, node: ast.DictComp) -> None:
        # Python evaluates the key before the value, and it is needed twice
        key = self._save(self._value(node.key), "key")
        value_of_key = ast.Subscript(target, key, ast.Load())
        if self._is_made(node.value):
            self._set_key(target, key, empty_of(node.value))
            self._fill(value_of_key, node.value)
        else:
            self._set_key(target, key, self._value(node.value))

    def _extend(self, target: ast.expr, node: ast.expr) -> None:
        """Write what adds the items of an expression to a list that is being made."""
        if isinstance(node, ast.ListComp | ast.GeneratorExp):
            with self._fresh_names():
                self._go_through(node.generators, lambda: self._append(target, node.elt))
        elif isinstance(node, ast.List | ast.Tuple):
            for item_node in node.elts:
                if isinstance(item_node, ast.Starred):
                    self._extend(target, item_node.value)
                else:
                    self._append(target, item_node)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            self._extend(target, node.left)
            self._extend(target, node.right)
        elif isinstance(node, ast.IfExp):
            test, renamed_test = self._test(node.test), self._in_normal_names(node.test)
            branches = []
            for branch in (node.body, node.orelse):
                with self._apart() as lines:
                    self._extend(target, branch)
                branches.append(lines)
            self._if(test, branches[0], branches[1], renamed_test)
        elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            self._extend_with_one(target, node.values)
        elif self._is_python(node, COPIES):
            assert isinstance(node, ast.Call)
            for argument in node.args:
                self._extend(target, argument)
        elif self._is_python(node, {"map", "filter"}):
            self._each(node, lambda item: self._do(method(target, "append", item)))
        elif isinstance(plain := self._plain(node), ast.GeneratorExp):
            self._extend(target, plain)
        else:
            self._do(method(target, "extend", self._iterable(plain)))

    def _extend_with_one(self, target: ast.expr, nodes: list[ast.expr]) -> None:
        """Write what adds the items of the first list that has some, or of the last."""
        first_node, *later_nodes = nodes
        if not later_nodes:
            self._extend(target, first_node)
            return
        # looked at and then copied: evaluated once
        first_list = self._save(self._value(first_node), "items")
        with self._apart() as extension:
            self._do(method(target, "extend", first_list))
        with self._apart() as none:
            self._extend_with_one(target, later_nodes)
        self._if(first_list, extension, none)

    def _append(self, target: ast.expr, node: ast.expr) -> None:
        if self._is_made(node):
            self._do(method(target, "append", empty_of(node)))
            last_index = ast.UnaryOp(ast.USub(), ast.Constant(1))
            self._fill(ast.Subscript(target, last_index, ast.Load()), node)
        else:
            self._do(method(target, "append", self._value(node)))

    # going through items

    def _loop_target(self, target: ast.expr) -> tuple[ast.expr, list[ast.stmt]]:
        """Return the variables of a loop, and what is assigned from them first."""
        if isinstance(target, ast.Name):
            return as_stored(self._name(target.id)), []
        if isinstance(target, ast.Tuple) and not has_star(target):
            pairs = [self._loop_target(item_target) for item_target in target.elts]
            tuple_target = ast.Tuple([item_target for item_target, _ in pairs], ast.Store())
            return tuple_target, [line for _, lines in pairs for line in lines]
        name = self._new("item")
        with self._apart() as lines:
            self._store(target, read(name))
        return ast.Name(name, ast.Store()), lines

    def _iterable(self, node: ast.expr) -> ast.expr:
        """Return what a loop goes through."""
        if isinstance(node, Lowered):
            return node.expression
        node = self._plain(node)
        if isinstance(node, ast.Call) and is_from_keys(node) and len(node.args) == 1:
            return self._distinct(node.args[0])
        if isinstance(node, ast.Call) and self._is_python(node, ITERABLES | {"range"}):
            arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
            if self._is_python(node, {"iter"}):
                return self._iterable(node.args[0])
            values = self._lists(arguments)
            keywords = [
                ast.keyword(keyword.arg, value)
                for keyword, value in zip(node.keywords, values[len(node.args) :], strict=True)
            ]
            return ast.Call(node.func, values[: len(node.args)], keywords)
        if isinstance(node, ast.GeneratorExp) or self._is_python(node, {"map", "filter"}):
            return self._make(ast.List([ast.Starred(node, ast.Load())], ast.Load()))
        return self._value(node)

    def _of_different(self, node: ast.expr) -> ast.expr | None:
        """Return what `list(dict.fromkeys(...))` has the different items of, if it is that."""
        if not isinstance(node, ast.Call) or not self._is_python(node, {"list"}) or not node.args:
            return None
        inner_node = node.args[0]
        is_plain = (
            isinstance(inner_node, ast.Call)
            and is_from_keys(inner_node)
            and len(inner_node.args) == 1
        )
        return inner_node.args[0] if is_plain and isinstance(inner_node, ast.Call) else None

    def _distinct(self, node: ast.expr) -> ast.expr:
        """Write the list of different items in their order."""
        new_list = self._new_list("items", ast.List([], ast.Load()))

        def add(item: ast.expr) -> None:
            with self._apart() as lines:
                self._do(method(new_list, "append", item))
            self._if(compare(item, ast.NotIn(), new_list), lines)

        self._each(node, add)
        return new_list

    def _lists(self, nodes: Sequence[ast.expr]) -> list[ast.expr]:
        """Return what is gone through together, from left to right."""
        values: list[ast.expr] = []
        for node in nodes:
            with self._apart() as lines:
                last_value = self._iterable(node)
            if self._does_something(lines):
                values = [self._save(value) for value in values]
            self.lines += lines
            values.append(last_value)
        return values

    def _each(
        self, node: ast.expr, body: Callable[[ast.expr], None], stop: ast.expr | None = None
    ) -> None:
        """Write a loop; `body` writes what is done with an item, until `stop` is true.

        A list is made whole before it is gone through; a generator stops with the loop.
        """
        original, node = node, self._plain(node)
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            element, is_lazy = node.elt, isinstance(node, ast.GeneratorExp)
            with self._fresh_names():
                self._go_through(
                    node.generators,
                    lambda: body(self._item(self._value(element))),
                    stop if is_lazy else None,
                )
            return
        if isinstance(node, ast.Call) and self._is_python(node, {"map", "filter"}):
            self._each_mapped(node, body, stop)
            return
        items, name = self._iterable(node), self._new("item")
        with self._apart() as lines:
            body(read(name))
            self._stop(stop)
        self._expect_unchanged(original, lines)
        self._write(ast.For(ast.Name(name, ast.Store()), items, lines or [ast.Pass()], []))

    def _item(self, value: ast.expr) -> ast.expr:
        """Return an item as it may be read several times."""
        if isinstance(value, ast.Tuple | ast.List):
            return value
        return self._save(value, "item")

    def _each_mapped(
        self, node: ast.Call, body: Callable[[ast.expr], None], stop: ast.expr | None
    ) -> None:
        function, items, *more_iterables = node.args
        if more_iterables:
            names = [self._new("item") for _ in node.args[1:]]
            target = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
            together = ast.Call(read("zip"), node.args[1:], [])
            value = ast.Call(function, [*map(read, names)], [])
            loop = ast.comprehension(target, together, [], 0)
            generator = ast.copy_location(ast.GeneratorExp(value, [loop]), node)
            self._each(generator, body, stop)
            return
        is_filter = self._is_python(node, {"filter"})

        def use(item: ast.expr) -> None:
            is_none = isinstance(function, ast.Constant) and function.value is None
            value = item if is_none else self._apply(function, item)
            if not is_filter:
                body(self._item(value))
                return
            with self._apart() as lines:
                body(item)
            self._if(value, lines)

        self._each(items, use, stop)

    def _stop(self, stop: ast.expr | None) -> None:
        if stop is not None:
            self._if(stop, [self._locate(ast.Break())])

    @contextmanager
    def _fresh_names(self) -> Iterator[None]:
        """Have names of their own for the variables of a comprehension."""
        outer_names = self.names
        self.names = dict(outer_names)
        try:
            yield
        finally:
            self.names = outer_names

    def _go_through(
        self,
        generators: list[ast.comprehension],
        body: Callable[[], None],
        stop: ast.expr | None = None,
    ) -> None:
        """Write the loops of a comprehension, whose variables have names of their own."""
        loop_node, *inner_loops = generators
        iterable = self._plain(loop_node.iter, loop_node.target)
        if isinstance(iterable, ast.GeneratorExp):
            self._go_through_generator(iterable, generators, body, stop)
            return
        items = self._iterable(iterable)
        self._rename(loop_node.target)
        target, lines = self._loop_target(loop_node.target)
        with self._apart() as loop_body:
            self.lines += lines
            self._guard(loop_node.ifs, inner_loops, body, stop)
            self._stop(stop)
        self._expect_unchanged(loop_node.iter, loop_body)
        self._write(ast.For(target, items, loop_body or [ast.Pass()], []))
        note_of(self.lines[-1]).by_place = note_of(loop_node).by_place

    def _go_through_generator(
        self,
        generator: ast.GeneratorExp,
        generators: list[ast.comprehension],
        body: Callable[[], None],
        stop: ast.expr | None,
    ) -> None:
        """Write the loops of a comprehension over what another one yields."""
        loop_node, *inner_loops = generators
        outer_names = self.names

        def inside() -> None:
            value, within = self._value(generator.elt), self.names
            self.names = dict(outer_names)
            self._rename(loop_node.target)
            self._store_item(loop_node.target, value)
            self._guard(loop_node.ifs, inner_loops, body, stop)
            self.names = within

        with self._fresh_names():
            self._go_through(generator.generators, inside, stop)

    def _rename(self, target: ast.expr) -> None:
        """Have new names for the variables of a loop."""
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                self.names[node.id] = read(self._new(node.id))

    def _store_item(self, target: ast.expr, value: ast.expr) -> None:
        """Write the item of a generator into the variables of a loop."""
        targets = target.elts if isinstance(target, ast.Tuple) and not has_star(target) else []
        if isinstance(value, ast.Tuple) and len(targets) == len(value.elts) and not has_star(value):
            for item_target, part in zip(targets, value.elts, strict=True):
                self._store_item(item_target, part)
        else:
            self._store(target, value)

    def _guard(
        self,
        tests: list[ast.expr],
        inner_loops: list[ast.comprehension],
        body: Callable[[], None],
        stop: ast.expr | None,
    ) -> None:
        """Write what is done with an item if all tests hold."""
        if tests:
            test, renamed_test = self._test(tests[0]), self._in_normal_names(tests[0])
            with self._apart() as lines:
                self._guard(tests[1:], inner_loops, body, stop)
            self._if(test, lines, known_test=renamed_test)
        elif inner_loops:
            self._go_through(inner_loops, body, stop)
        else:
            body()


def parts_of(pair: ast.expr) -> list[ast.expr]:
    """Return the key and the value of a pair."""
    if isinstance(pair, ast.Tuple | ast.List) and not has_star(pair):
        return pair.elts
    return [ast.Subscript(pair, ast.Constant(index), ast.Load()) for index in range(2)]


def _begins_with_word(node: ast.Tuple) -> bool:
    """Return whether a tuple is written with a text as its first item, as a choice is."""
    first_item = node.elts[0]
    return isinstance(first_item, ast.Constant) and isinstance(first_item.value, str)


def _unstar(node: ast.expr) -> ast.expr:
    """Return an item of a tuple, or the list that is given by a star."""
    item = node.value if isinstance(node, ast.Starred) else node
    return as_list(item) if isinstance(item, ast.GeneratorExp) else item
