"""Functions of itertools in normal form: each is a comprehension with the same items."""

from __future__ import annotations

import ast

from simlab.compiler.normal_form.expressions import Expressions
from simlab.compiler.normal_form.nodes import (
    as_stored,
    call,
    compare,
    has_star,
    method,
    names_assigned,
    note_of,
    own_statements,
    places_of_items,
    read,
    whole_of,
)
from simlab.compiler.writer import cannot

MOST_OF_ITEMS = 5
"""Items of a combination, at most."""
LAZY = frozenset({"accumulate", "chain", "chain.from_iterable", "pairwise"})
"""Functions that read one item after the other."""
IS_LAZY = "it reads while the loop goes on; write a list, [*..., *...]"
UNTIL_END = "kernels must know how many items there are in each"


class Itertools(Expressions):
    """Writes comprehensions in the place of functions of itertools."""

    def _plain(self, node: ast.expr, target: ast.expr | None = None) -> ast.expr:
        """Return what is gone through: a comprehension where a function of itertools was called.

        `target` is what each item is unpacked into.
        """
        name = self.around.full_name(node.func) if isinstance(node, ast.Call) else ""
        method = getattr(self, f"_{name.replace('.', '_')}", None)
        if not isinstance(node, ast.Call) or not name.startswith("itertools.") or method is None:
            return self._by_place(node)
        if name == "itertools.permutations" and isinstance(target, ast.Tuple) and _is_whole(node):
            node = self._of_all(node, target)
        comprehension: ast.expr = ast.copy_location(method(node), node)
        return comprehension

    def _own_places(self, node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
        """Return a list of objects, and the places of those of them that an expression has."""
        whole_list = whole_of(node)
        if not self.around.holds_objects(whole_list):
            return None
        indices = places_of_items(node, whole_list, self._new("place"))
        return None if indices is None else (whole_list, indices)

    def _value_subscript(self, node: ast.Subscript) -> ast.expr:
        list_and_indices = (
            None if isinstance(node.slice, ast.Slice) else self._own_places(node.value)
        )
        if list_and_indices is not None:
            whole_list, indices = list_and_indices
            node = ast.Subscript(whole_list, ast.Subscript(indices, node.slice, node.ctx), node.ctx)
        return super()._value_subscript(node)

    def _by_place(self, node: ast.expr) -> ast.expr:
        """Return some objects of a list as those at some places of it; others as they are."""
        is_counted = self._is_python(node, {"enumerate"})
        list_and_indices = self._own_places(
            node.args[0] if is_counted and isinstance(node, ast.Call) else node
        )
        if list_and_indices is None:
            return node
        whole_list, indices = list_and_indices
        index, number = self._new("place"), self._new("number")
        target: ast.expr = ast.Name(index, ast.Store())
        item: ast.expr = ast.Subscript(whole_list, read(index), ast.Load())
        if is_counted and isinstance(node, ast.Call):
            target = ast.Tuple([ast.Name(number, ast.Store()), target], ast.Store())
            item = ast.Tuple([read(number), item], ast.Load())
            indices = ast.Call(node.func, [indices, *node.args[1:]], node.keywords)
        loop = ast.comprehension(target, indices, [], 0)
        note_of(loop).by_place = whole_list
        return ast.copy_location(ast.GeneratorExp(item, [loop]), node)

    def _by_order(self, node: ast.For) -> ast.GeneratorExp | None:
        """Return what a loop goes through that takes its own objects out of their list.

        The places of those that follow move up with each that is taken out.
        """
        list_and_indices, target = self._own_places(node.iter), node.target
        if list_and_indices is None or not isinstance(target, ast.Name):
            return None
        whole_list, indices = list_and_indices
        removal = ast.unparse(method(whole_list, "remove", read(target.id)))
        statements = list(map(ast.unparse, own_statements(node)))
        if removal not in statements or target.id in names_assigned(*node.body):
            return None
        order, number = self._whole(indices), self._new("number")
        self._taken_out[removal] = order
        loop = ast.comprehension(
            ast.Name(number, ast.Store()), call("range", call("len", order)), [], 0
        )
        note_of(loop).by_place = whole_list
        index = ast.Subscript(order, read(number), ast.Load())
        return ast.GeneratorExp(ast.Subscript(whole_list, index, ast.Load()), [loop])

    def _take_out(self, node: ast.Call) -> None:
        """Write that an object is taken out of a list that a loop goes through by its places."""
        assert isinstance(node.func, ast.Attribute), "it is a method"
        order, position = self._taken_out[ast.unparse(node)], self._new("place")
        whole_list, taken_object = self._values([node.func.value, *node.args])
        gone_index = self._save_as("gone", method(whole_list, "index", taken_object))
        self._do(method(whole_list, "pop", gone_index))
        note_of(self.lines[-1]).moves_up = True
        index_after = ast.Subscript(order, read(position), ast.Load())
        with self._apart() as move_up:
            self._write(ast.AugAssign(as_stored(index_after), ast.Sub(), ast.Constant(1)))
        with self._apart() as lines:
            self._if(compare(index_after, ast.Gt(), gone_index), move_up)
        positions = call("range", call("len", order))
        self._write(ast.For(ast.Name(position, ast.Store()), positions, lines, []))

    def _of_all(self, node: ast.Call, target: ast.Tuple) -> ast.Call:
        """Return the permutations of all items, which must be as many as there are names."""
        if has_star(target):
            raise cannot(node, UNTIL_END)
        n, whole_list = len(target.elts), self._whole(node.args[0])
        self._if(compare(call("len", whole_list), ast.NotEq(), ast.Constant(n)), [self._raise()])
        return ast.Call(node.func, [whole_list, ast.Constant(n)], [])

    def _expect_unchanged(self, node: ast.expr, lines: list[ast.stmt]) -> None:
        """Refuse a loop that may change what one of these functions reads meanwhile."""
        name = self.around.full_name(node.func) if isinstance(node, ast.Call) else ""
        if name.removeprefix("itertools.") not in LAZY:
            return
        for inner_node in (line_node for line in lines for line_node in ast.walk(line)):
            if not isinstance(inner_node, ast.Name) and self._changes(inner_node):
                raise cannot(node, IS_LAZY)

    def _whole(self, node: ast.expr) -> ast.Name:
        """Write a copy of what is gone through several times, as Python makes one."""
        list_copy = self._make(ast.List([ast.Starred(node, ast.Load())], ast.Load()))
        assert isinstance(list_copy, ast.Name), "it is a variable"
        return list_copy

    def _places(self, *bounds: ast.expr) -> ast.comprehension:
        """Return a loop over places, in a new variable."""
        name = ast.Name(self._new("place"), ast.Store())
        return ast.comprehension(name, call("range", *bounds), [], 0)

    @staticmethod
    def _tuple_of(whole_list: ast.Name, loops: list[ast.comprehension]) -> ast.GeneratorExp:
        """Return the tuples of the items at the places of some loops."""
        names = [loop.target.id for loop in loops if isinstance(loop.target, ast.Name)]
        items = [ast.Subscript(whole_list, read(name), ast.Load()) for name in names]
        return ast.GeneratorExp(ast.Tuple(list(items), ast.Load()), loops)

    def _number_of(self, node: ast.Call) -> int:
        [_, *numbers] = [*node.args, *(keyword.value for keyword in node.keywords)]
        number = numbers[0].value if numbers and isinstance(numbers[0], ast.Constant) else None
        if not isinstance(number, int) or not 0 < number <= MOST_OF_ITEMS:
            raise cannot(node, UNTIL_END)
        return number

    def _itertools_combinations(self, node: ast.Call) -> ast.expr:
        n, whole_list = self._number_of(node), self._whole(node.args[0])
        loops: list[ast.comprehension] = []
        for _ in range(n):
            end: ast.expr = call("len", whole_list)
            if not loops:
                loops.append(self._places(end))
                continue
            loop_variable = loops[-1].target
            assert isinstance(loop_variable, ast.Name), "so it was made"
            first_index = ast.BinOp(read(loop_variable.id), ast.Add(), ast.Constant(1))
            loops.append(self._places(first_index, end))
        return self._tuple_of(whole_list, loops)

    def _itertools_permutations(self, node: ast.Call) -> ast.expr:
        n, whole_list = self._number_of(node), self._whole(node.args[0])
        loops: list[ast.comprehension] = []
        for _ in range(n):
            loop = self._places(call("len", whole_list))
            assert isinstance(loop.target, ast.Name), "so it was made"
            for earlier_loop in loops:
                assert isinstance(earlier_loop.target, ast.Name), "so it was made"
                loop.ifs.append(
                    compare(read(loop.target.id), ast.NotEq(), read(earlier_loop.target.id))
                )
            loops.append(loop)
        return self._tuple_of(whole_list, loops)

    def _itertools_product(self, node: ast.Call) -> ast.expr:
        times = 1
        for keyword in node.keywords:
            if not isinstance(keyword.value, ast.Constant) or not isinstance(
                keyword.value.value, int
            ):
                raise cannot(node, UNTIL_END)
            times = keyword.value.value
        if has_star(node) or not 0 < len(node.args) * times <= MOST_OF_ITEMS:
            raise cannot(node, UNTIL_END)
        wholes = [self._whole(argument) for argument in node.args]
        names = [self._new("item") for _ in wholes * times]
        loops = [
            ast.comprehension(ast.Name(name, ast.Store()), list_of_items, [], 0)
            for name, list_of_items in zip(names, wholes * times, strict=True)
        ]
        return ast.GeneratorExp(ast.Tuple([*map(read, names)], ast.Load()), loops)

    def _itertools_pairwise(self, node: ast.Call) -> ast.expr:
        self._refuse_lazy(node)
        whole_list = self._whole(node.args[0])
        loop = self._places(ast.BinOp(call("len", whole_list), ast.Sub(), ast.Constant(1)))
        assert isinstance(loop.target, ast.Name), "so it was made"
        indices: list[ast.expr] = [
            read(loop.target.id),
            ast.BinOp(read(loop.target.id), ast.Add(), ast.Constant(1)),
        ]
        items = [ast.Subscript(whole_list, index, ast.Load()) for index in indices]
        return ast.GeneratorExp(ast.Tuple(list(items), ast.Load()), [loop])

    def _itertools_chain(self, node: ast.Call) -> ast.expr:
        self._refuse_lazy(node)
        items: list[ast.expr] = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                items.append(ast.Starred(self._items_of_items(argument.value), ast.Load()))
            else:
                items.append(ast.Starred(argument, ast.Load()))
        return self._whole(ast.List(items, ast.Load()))

    def _itertools_chain_from_iterable(self, node: ast.Call) -> ast.expr:
        self._refuse_lazy(node)
        return self._whole(self._items_of_items(node.args[0]))

    def _items_of_items(self, node: ast.expr) -> ast.expr:
        items_name, item_name = self._new("items"), self._new("item")
        loops = [
            ast.comprehension(ast.Name(items_name, ast.Store()), node, [], 0),
            ast.comprehension(ast.Name(item_name, ast.Store()), read(items_name), [], 0),
        ]
        return ast.GeneratorExp(read(item_name), loops)

    def _itertools_accumulate(self, node: ast.Call) -> ast.expr:
        self._refuse_lazy(node)
        if len(node.args) > 1 or node.keywords:
            raise cannot(node, "kernels add up only; write a loop")
        sums = self._new_list("sums", ast.List([], ast.Load()))
        total = self._new("total")
        self._assign(total, ast.Constant(0))

        def add(item: ast.expr) -> None:
            self._write(ast.AugAssign(ast.Name(total, ast.Store()), ast.Add(), item))
            self._do(method(sums, "append", read(total)))

        self._each(node.args[0], add)
        return sums

    @staticmethod
    def _refuse_lazy(node: ast.Call) -> None:
        """Refuse what Python asks for one by one, and the normal form all at once."""
        for argument in node.args:
            sequence_node = argument.value if isinstance(argument, ast.Starred) else argument
            if isinstance(sequence_node, ast.GeneratorExp):
                raise cannot(node, IS_LAZY)


def _is_whole(node: ast.Call) -> bool:
    """Return whether permutations are those of all items."""
    return len(node.args) == 1 and not node.keywords
