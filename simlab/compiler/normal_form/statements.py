"""Statements in normal form."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simlab.compiler.normal_form.inner_functions import InnerFunctions
from simlab.compiler.normal_form.nodes import (
    ARRANGE,
    IN_PLACE,
    LEAVING,
    NOT_HERE,
    READS,
    Inner,
    Loop,
    as_read,
    as_stored,
    call,
    compare,
    copy_nodes,
    empty_of,
    has_star,
    is_from_keys,
    is_own_list,
    is_set,
    may_change,
    method,
    names_assigned,
    names_in,
    names_of_lists,
    note_of,
    own_statements,
    places_of_items,
    read,
    read_as_lists,
)
from simlab.compiler.writer import cannot, construct_name
from simlab.errors import Untranslatable


@dataclass
class NormalForm(InnerFunctions):
    """Writes one function in normal form."""

    def function(self) -> ast.FunctionDef:
        """Return the function in normal form, with the lines of the author."""
        self._statements(self.tree.body)
        function = ast.parse("def function(): pass").body[0]
        assert isinstance(function, ast.FunctionDef)
        function.name, function.args, function.body = (
            self.tree.name,
            self.tree.args,
            self.lines or function.body,
        )
        return ast.fix_missing_locations(ast.copy_location(function, self.tree))

    # statements

    def _statements(self, nodes: Sequence[ast.stmt]) -> None:
        nodes = self._with_objects_kept(list(self._without_names_of_items(nodes)))
        for index, node in enumerate(nodes):
            outer_statement, self._here = self._here, node
            try:
                if self._results and self._leaves(node, nodes[index + 1 :]):
                    return
                self._statement(node)
            # noted, not raised: the author reads all refusals of a game at once
            except Untranslatable as error:
                refused = ast.Pass()
                note_of(refused).refusal = str(error)
                self._write(refused)
            finally:
                self._here = outer_statement

    def _without_names_of_items(self, nodes: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
        """Yield statements; where a list is unpacked and made of its items, it is made at once."""
        following = iter([*nodes[1:], None])
        for node in (pending := iter(nodes)):
            next_statement = next(following)
            unpacked = (
                None
                if next_statement is None
                else self._names_for_next_statement(node, next_statement)
            )
            if unpacked is None or not isinstance(next_statement, ast.Assign):
                yield node
                continue
            items, is_long_enough = unpacked
            yield ast.copy_location(ast.Assert(is_long_enough, None), node)
            new_value = _with_values(next_statement.value, items)
            yield ast.copy_location(ast.Assign(next_statement.targets, new_value), next_statement)
            next(pending)
            next(following)

    def _with_objects_kept(self, nodes: list[ast.stmt]) -> list[ast.stmt]:
        """Return statements in which a new object is put into its list as soon as it is made.

        That is the same unless something asks for the list before it is put there.
        """
        for index, node in enumerate(nodes):
            appended = self._distance_to_list(node, nodes[index + 1 :])
            if appended is None or not isinstance(node, ast.Assign):
                continue
            number, whole_list = appended
            put = ast.Expr(method(whole_list, "append", node.value))
            last_item = ast.Subscript(whole_list, ast.Constant(-1), ast.Load())
            naming = ast.Assign(node.targets, last_item)
            statements_between, later_statements = (
                nodes[index + 1 : index + 1 + number],
                nodes[index + 2 + number :],
            )
            moved_statements = [ast.copy_location(statement, node) for statement in (put, naming)]
            return [
                *nodes[:index],
                *moved_statements,
                *self._with_objects_kept([*statements_between, *later_statements]),
            ]
        return nodes

    def _distance_to_list(
        self, node: ast.stmt, following: Sequence[ast.stmt]
    ) -> tuple[int, ast.expr] | None:
        """Return after how many statements an object is put into a list that is made here."""
        if not isinstance(node, ast.Assign) or not self._is_new_object(node.value):
            return None
        name = node.targets[0].id if isinstance(node.targets[0], ast.Name) else ""
        for number, statement in enumerate(following):
            put = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(put, ast.Call) and isinstance(put.func, ast.Attribute):
                whole_list, statements_between = put.func.value, following[:number]
                if ast.unparse(put) == ast.unparse(method(whole_list, "append", read(name))):
                    is_free = self.around.holds_objects(whole_list) and not self._asks(
                        statements_between, whole_list, name
                    )
                    return (number, whole_list) if is_free else None
            leaves = any(
                isinstance(inner_statement, LEAVING)
                for inner_statement in own_statements(statement)
            )
            if leaves or name in names_assigned(statement):
                return None
        return None

    def _is_new_object(self, node: ast.expr) -> bool:
        """Return whether an object is made that can change."""
        object_class: Any = self.around.meaning(node.func) if isinstance(node, ast.Call) else None
        is_class = isinstance(object_class, type) and self.around.is_dataclass(
            object_class.__name__
        )
        return is_class and not object_class.__dataclass_params__.frozen

    def _asks(self, nodes: Sequence[ast.stmt], whole_list: ast.expr, new: str) -> bool:
        """Return whether statements may ask for a list, if only by another name for it.

        `new` is the name of a new object, which is none of it.
        """
        assert isinstance(whole_list, ast.Attribute), "its items are known"
        names = {
            name
            for assignment in ast.walk(self.tree)
            if isinstance(assignment, ast.Assign) and not self._is_python(assignment.value, READS)
            if self.around.reads(assignment.value, whole_list.attr)
            for name in names_assigned(assignment) - {new}
        }
        arguments = {argument.arg for argument in self.tree.args.args[1:]}
        names |= {name for statement in nodes for name in names_of_lists(statement) & arguments}
        return any(
            self.around.reads(statement, whole_list.attr) or names & names_in(statement)
            for statement in nodes
        )

    def _names_for_next_statement(
        self, node: ast.stmt, next_statement: ast.stmt
    ) -> tuple[dict[str, ast.expr], ast.expr] | None:
        """Return what names stand for that only the next statement reads, and how many there are.

        They are items of a list of lists or objects, which that statement replaces.
        """
        if not isinstance(node, ast.Assign) or not isinstance(next_statement, ast.Assign):
            return None
        targets, whole_list = node.targets[0], self.around.list_of_loop(node.value)
        is_replaced = [ast.unparse(target) for target in next_statement.targets] == [
            ast.unparse(whole_list)
        ]
        if not isinstance(targets, ast.Tuple) or not is_replaced:
            return None
        items = _items_by_name(targets, whole_list)
        names = [
            name_node.id for name_node in ast.walk(self.tree) if isinstance(name_node, ast.Name)
        ]
        read_after = [
            name_node.id
            for name_node in ast.walk(next_statement.value)
            if isinstance(name_node, ast.Name)
        ]
        is_only = all(names.count(name) == read_after.count(name) + 1 for name in items)
        if (
            len(items) < len(targets.elts)
            or not is_only
            or not self.around.holds_records(whole_list)
        ):
            return None
        sign = ast.GtE() if has_star(targets) else ast.Eq()
        n = len(targets.elts) - has_star(targets)
        return items, compare(call("len", whole_list), sign, ast.Constant(n))

    def _block(self, nodes: Sequence[ast.stmt]) -> list[ast.stmt]:
        with self._apart() as lines:
            self._statements(nodes)
        return lines

    def _statement(self, node: ast.stmt) -> None:
        self._is_ordered = True
        method = getattr(self, f"_do_{type(node).__name__.lower()}", None)
        if method is None:
            raise Untranslatable(f"kernels have no {construct_name(node)}")
        method(node)

    def _do_pass(self, node: ast.Pass) -> None:
        """Write nothing."""

    def _do_nonlocal(self, node: ast.Nonlocal) -> None:
        """Write nothing: the names are those of the function around."""

    def _do_functiondef(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            raise cannot(node, NOT_HERE)
        self.names[node.name] = self._inner(node)

    def _do_expr(self, node: ast.Expr) -> None:
        expression = node.value
        if isinstance(expression, ast.Constant):
            return
        if isinstance(expression, ast.Yield | ast.YieldFrom):
            value = (
                ast.Constant(None) if expression.value is None else self._value(expression.value)
            )
            self._do(type(expression)(value))
            return
        if ast.unparse(expression) in self._taken_out and isinstance(expression, ast.Call):
            self._take_out(expression)
        elif isinstance(expression, ast.Call):
            value = self._call(expression)
            # a value that nobody uses is left out if nothing happens by it
            if not (isinstance(value, ast.Call) and self._only_reads(value)):
                self._do(value)
        else:
            value = self._value(expression)
            if isinstance(value, ast.Subscript | ast.BinOp | ast.Compare):
                self._do(value)  # it may fail

    def _do_assign(self, node: ast.Assign) -> None:
        [first_target, *more_targets] = node.targets
        if more_targets:
            # evaluated once for all targets, as in Python
            value = self._save(self._value(node.value))
            for target in node.targets:
                self._store(target, value)
        elif isinstance(first_target, ast.Tuple | ast.List) and isinstance(node.value, ast.Tuple):
            self._store_each(first_target, node.value)
        else:
            self._store_made(first_target, node.value)

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._store_made(node.target, node.value)

    def _store_made(self, target: ast.expr, node: ast.expr) -> None:
        """Write an assignment; a list that is made step by step is made where it is kept."""
        if isinstance(target, ast.Name) and isinstance(node, ast.Lambda):
            self.names[target.id] = self._inner(node)
            return
        if self._is_rearranged(target, node):
            return
        if isinstance(node, ast.ListComp) and self._is_made_of_itself(target, node):
            self._make_of_itself(target, node)
            return
        if isinstance(node, ast.Call) and self._is_list_of_keys(target, node):
            self._store(target, self._distinct(node.args[0]))
            return
        different = self._of_different(node)
        if isinstance(target, ast.Name) and different is not None:
            self._store(target, self._distinct(different))
            return
        destination = self._place_to_make(target, node)
        if destination is None:
            self._store(target, self._value(node))
            return
        self._write(ast.Assign([as_stored(destination)], empty_of(node)))
        with self._in_order(not is_set(node)), self._note_sole_owner(destination):
            self._fill(destination, node)

    def _is_rearranged(self, target: ast.expr, node: ast.expr) -> bool:
        """Write the order of a list of lists or objects that gets items of its own, if it does."""
        if not self.around.holds_records(target):
            return False
        indices = places_of_items(node, as_read(target), self._new("place"))
        if indices is None:
            return False
        order = self._save(self._value(indices), "order")
        self._do(call(ARRANGE, self._place(target), order))
        return True

    def _is_list_of_keys(self, target: ast.expr, node: ast.Call) -> bool:
        """Return whether only the keys of dict.fromkeys(...) count, as they stand in a list."""
        if not isinstance(target, ast.Name) or not is_from_keys(node):
            return False
        name = target.id
        read_as_list = sum(
            isinstance(expression, ast.Name) and expression.id == name
            for parent in ast.walk(self.tree)
            for expression in read_as_lists(parent)
        )
        n_names = sum(
            isinstance(inner_node, ast.Name) and inner_node.id == name
            for inner_node in ast.walk(self.tree)
        )
        return len(node.args) == 1 and n_names == read_as_list + 1

    def _is_made_of_itself(self, target: ast.expr, node: ast.ListComp) -> bool:
        """Return whether a list of lists or objects is made of those that it has."""
        [loop_node, *inner_loops] = node.generators
        if inner_loops or not self.around.holds_records(target):
            return False
        parts = [node.elt, *loop_node.ifs]
        is_same = ast.unparse(loop_node.iter) == ast.unparse(target)
        attribute = target.attr if isinstance(target, ast.Attribute) else ""
        return is_same and not any(self.around.reads(part, attribute) for part in parts)

    def _make_of_itself(self, target: ast.expr, node: ast.ListComp) -> None:
        """Write each item of such a list to where one stood before, and drop what is left."""
        number = self._new("number")
        self._assign(number, ast.Constant(0))
        destination = self._place(target)

        def keep() -> None:
            former_item = ast.Subscript(destination, read(number), ast.Load())
            self._write(ast.Assign([as_stored(former_item)], self._value(node.elt)))
            # the item leaves its old place for good, so no second name for it arises
            note_of(self.lines[-1]).is_moved = True
            self._write(ast.AugAssign(ast.Name(number, ast.Store()), ast.Add(), ast.Constant(1)))

        with self._fresh_names():
            self._go_through(node.generators, keep)
        rest_slice = ast.Subscript(destination, ast.Slice(read(number), None, None), ast.Del())
        self._write(ast.Delete([rest_slice]))

    def _place_to_make(self, target: ast.expr, node: ast.expr) -> ast.expr | None:
        """Return where a list can be made at once, since what it is made of does not read it."""
        if not self._is_made(node):
            return None
        if isinstance(target, ast.Name):
            names = {
                inner_node.id for inner_node in ast.walk(node) if isinstance(inner_node, ast.Name)
            }
            return None if target.id in names else self._name(target.id)
        if isinstance(target, ast.Attribute) and not self.around.reads(node, target.attr):
            return self._place(target)
        return None

    def _store(self, target: ast.expr, value: ast.expr) -> None:
        """Write the assignment of a value in normal form."""
        if isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, value)
        else:
            destination, value = self._target(target, value)
            self._write(ast.Assign([as_stored(destination)], value))
            is_made = isinstance(value, ast.Name) and value.id in self._made_lists
            note_of(self.lines[-1]).is_moved = is_made

    def _target(self, target: ast.expr, value: ast.expr) -> tuple[ast.expr, ast.expr]:
        """Return a target, evaluated after the value, with the value."""
        if isinstance(target, ast.Name):
            if isinstance(self.names.get(target.id), Inner):
                del self.names[target.id]
            return self._name(target.id), value
        if not isinstance(target, ast.Attribute | ast.Subscript):
            raise cannot(target, f"kernels have no {construct_name(target)}")
        with self._apart() as lines:
            destination = self._place(target)
        value = self._save(value) if self._does_something(lines) else value
        self.lines += lines
        return destination, value

    def _unpack(self, target: ast.Tuple | ast.List, value: ast.expr) -> None:
        starred = [
            index
            for index, item_target in enumerate(target.elts)
            if isinstance(item_target, ast.Starred)
        ]
        if starred:
            self._unpack_starred(target, value, starred[0])
            return
        names: list[ast.expr] = []
        later_targets: list[tuple[ast.expr, ast.expr]] = []
        for item_target in target.elts:
            variable = (
                self._name(item_target.id)
                if isinstance(item_target, ast.Name)
                else read(self._new("item"))
            )
            names.append(as_stored(variable))
            if not isinstance(item_target, ast.Name):
                later_targets.append((item_target, variable))
        self._write(ast.Assign([ast.Tuple(names, ast.Store())], value))
        for item_target, variable in later_targets:
            self._store(item_target, variable)

    def _unpack_starred(self, target: ast.Tuple | ast.List, value: ast.expr, starred: int) -> None:
        whole_list, n_after = self._save(value, "whole"), len(target.elts) - starred - 1
        enough = compare(call("len", whole_list), ast.GtE(), ast.Constant(len(target.elts) - 1))
        self._if(ast.UnaryOp(ast.Not(), enough), [self._raise()])
        for index, item_target in enumerate(target.elts):
            if isinstance(item_target, ast.Starred):
                end = ast.Constant(-n_after) if n_after else None
                part: ast.expr = ast.Slice(ast.Constant(starred) if starred else None, end, None)
                item_target = item_target.value
            else:
                part = ast.Constant(index if index < starred else index - len(target.elts))
            self._store(item_target, ast.Subscript(whole_list, part, ast.Load()))

    def _store_each(self, targets: ast.Tuple | ast.List, values: ast.Tuple) -> None:
        """Write several assignments at once: all values are read before one is written."""
        if len(targets.elts) != len(values.elts) or has_star(targets) or has_star(values):
            self._store(targets, self._value(values))
            return
        if _change_places(targets, values):
            left_target, right_target = (
                self._fix_place(self._value(as_read(item_target))) for item_target in targets.elts
            )
            stored = ast.Tuple([as_stored(left_target), as_stored(right_target)], ast.Store())
            self._write(ast.Assign([stored], ast.Tuple([right_target, left_target], ast.Load())))
            return
        lowered_values, renamed_targets = (
            self._values(values.elts),
            [*map(self._rename_target, targets.elts)],
        )
        for index, value in enumerate(lowered_values):
            if any(may_change(target, value) for target in renamed_targets[:index]):
                lowered_values[index] = self._keep(value)
        for target, value in zip(targets.elts, lowered_values, strict=True):
            self._store(target, value)

    def _rename_target(self, target: ast.expr) -> ast.expr:
        """Return a target whose names are those of the normal form."""
        renamed: ast.expr = copy_nodes(target)
        for node in ast.walk(renamed):
            meaning = self.names.get(node.id) if isinstance(node, ast.Name) else None
            if isinstance(node, ast.Name) and isinstance(meaning, ast.Name):
                node.id = meaning.id
        return renamed

    def _keep(self, value: ast.expr) -> ast.expr:
        """Return a value in a variable of its own, which no assignment changes."""
        is_own = isinstance(value, ast.Name) and value.id in self.own_names
        if isinstance(value, ast.Constant) or (is_own and not self._is_of_author(value)):
            return value
        variable = self._save_as("value", value)
        if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
            self._made_lists.add(variable.id)
        return variable

    def _do_augassign(self, node: ast.AugAssign) -> None:
        if self._change_counter(node):
            return
        destination = self._place(node.target)
        if self._is_added_at_once(destination, node):
            self._extend(destination, node.value)
            return
        with self._apart() as lines:
            if isinstance(node.op, ast.Add | ast.BitOr) and self._is_made(node.value):
                value = self._make(node.value)
            else:
                value = self._value(node.value)
        is_kept = isinstance(destination, ast.Name) and destination.id not in names_assigned(*lines)
        if is_kept or not self._does_something(lines):
            self.lines += lines
            self._write(ast.AugAssign(as_stored(destination), node.op, value))
            return
        destination = self._fix_place(destination)
        old_value = self._new("before")
        self._assign(old_value, destination)
        self.lines += lines
        new_value = call(IN_PLACE, read(old_value), ast.Constant(type(node.op).__name__), value)
        self._write(ast.Assign([as_stored(destination)], new_value))

    def _is_added_at_once(self, destination: ast.expr, node: ast.AugAssign) -> bool:
        """Return whether items may be added to a list as they are made: nothing else has it.

        What makes them must not ask for the list either.
        """
        if not isinstance(node.target, ast.Name) or not isinstance(node.op, ast.Add):
            return False
        is_made = isinstance(node.value, ast.ListComp | ast.List)
        is_asked_for = node.target.id in names_in(node.value)
        return is_made and not is_asked_for and is_own_list(node.target.id, self.tree)

    def _fix_place(self, destination: ast.expr) -> ast.expr:
        """Return a place whose owner and index are as they are now."""
        if isinstance(destination, ast.Attribute):
            return ast.Attribute(
                self._save(destination.value, "owner"), destination.attr, ast.Load()
            )
        if isinstance(destination, ast.Subscript):
            owner = self._save(destination.value, "owner")
            return ast.Subscript(owner, self._save(destination.slice, "index"), ast.Load())
        return destination

    def _do_delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self._expect_unread(target, node)
                continue
            if self._drop_key(target):
                continue
            destination = self._place(target)
            if isinstance(destination, ast.Subscript):
                destination = ast.Subscript(destination.value, destination.slice, ast.Del())
            self._write(ast.Delete([destination]))

    def _expect_unread(self, name: ast.Name, node: ast.Delete) -> None:
        """Refuse that a name is deleted that is read again: without that, nothing need be done."""
        loops = (loop for loop in ast.walk(self.tree) if isinstance(loop, ast.For | ast.While))
        first_line = min([node.lineno, *(loop.lineno for loop in loops if node in ast.walk(loop))])
        names = (name_node for name_node in ast.walk(self.tree) if isinstance(name_node, ast.Name))
        reads = (
            name_node
            for name_node in names
            if isinstance(name_node.ctx, ast.Load) and name_node.id == name.id
        )
        if any(name_node.lineno > first_line for name_node in reads):
            raise cannot(name, "it is read again, where it may be deleted; leave the del out")

    def _do_assert(self, node: ast.Assert) -> None:
        test = self._test(node.test)
        self._if(ast.UnaryOp(ast.Not(), test), [self._raise()])

    def _do_raise(self, node: ast.Raise) -> None:
        self._write(self._raise())

    def _do_return(self, node: ast.Return) -> None:
        value = None if node.value is None else self._value(node.value)
        self._write(ast.Return(value))

    # branches and loops

    def _do_if(self, node: ast.If) -> None:
        test, renamed_test = self._test(node.test), self._in_normal_names(node.test)
        self._if(test, self._block(node.body), self._block(node.orelse), renamed_test)

    def _do_while(self, node: ast.While) -> None:
        loop = self._enter(node.orelse)
        with self._apart() as lines:
            test = self._test(node.test)
        body = self._block(node.body)
        if lines:
            stop = ast.If(ast.UnaryOp(ast.Not(), test), [self._locate(ast.Break())], [])
            note_of(stop).known = stop.test
            body, test = [*lines, self._locate(stop), *body], ast.Constant(True)
        self._write(ast.While(test, body or [ast.Pass()], []))
        self._leave(loop, node.orelse)

    def _do_for(self, node: ast.For) -> None:
        loop = self._enter(node.orelse)
        taken_out = dict(self._taken_out)
        iterable = self._by_order(node) or self._plain(node.iter, node.target)
        if isinstance(iterable, ast.GeneratorExp):
            stop = self._note_stop(loop) if len(iterable.generators) > 1 else None
            outer_names = self.names
            self.names = dict(outer_names)

            def body() -> None:
                value = self._value(iterable.elt)
                renamed, self.names = self.names, outer_names
                self._store_item(node.target, value)
                self._statements(node.body)
                self.names = renamed

            self._go_through(iterable.generators, body, stop)
            self.names = outer_names
        else:
            items = self._iterable(iterable)
            target, unpacking = self._loop_target(node.target)
            lines = [*unpacking, *self._block(node.body)]
            self._expect_unchanged(node.iter, lines)
            self._write(ast.For(target, items, lines or [ast.Pass()], []))
            note_of(self.lines[-1]).is_ordered &= not self._only_adds(node)
        self._taken_out = taken_out
        self._leave(loop, node.orelse)

    def _only_adds(self, loop: ast.For) -> bool:
        """Return whether a loop does nothing but add numbers up, which it may in any order."""
        added, tests = list[ast.AugAssign](), list[ast.expr]()
        for statement in own_statements(loop):
            if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add | ast.Sub):
                # += of lists has an order
                if isinstance(statement.value, ast.List | ast.ListComp):
                    return False
                added.append(statement)
            elif isinstance(statement, ast.If):
                tests.append(statement.test)
            elif statement is not loop:
                return False
        variables = names_in(loop.target)
        inner_ids = {id(node) for node in ast.walk(loop)}
        outer_nodes = (node for node in ast.walk(self.tree) if id(node) not in inner_ids)
        reads = [
            node
            for expression in (*tests, *(addition.value for addition in added))
            for node in ast.walk(expression)
        ]
        totals = {ast.unparse(addition.target) for addition in added}
        return (
            all(isinstance(addition.target, ast.Name | ast.Attribute) for addition in added)
            and not any(ast.unparse(node) in totals for node in reads)
            and not any(isinstance(node, ast.Call | ast.NamedExpr) for node in reads)
            and all(
                ast.unparse(node.value) in variables
                for node in reads
                if isinstance(node, ast.Attribute)
            )
            and not any(isinstance(node, ast.Name) and node.id in variables for node in outer_nodes)
        )

    def _enter(self, orelse: list[ast.stmt]) -> Loop:
        loop = Loop(self._new("is_whole") if orelse else "")
        if orelse:
            self._assign(loop.is_whole, ast.Constant(True))
        self._loops.append(loop)
        return loop

    def _note_stop(self, loop: Loop) -> ast.expr:
        """Write down that a loop which consists of several is not left yet; return the test."""
        loop.has_stopped = self._new("has_stopped")
        self._assign(loop.has_stopped, ast.Constant(False))
        return read(loop.has_stopped)

    def _leave(self, loop: Loop, orelse: list[ast.stmt]) -> None:
        self._loops.remove(loop)
        if orelse:
            self._if(read(loop.is_whole), self._block(orelse))

    def _do_break(self, node: ast.Break) -> None:
        if self._loops:
            self._note_left(self._loops[-1])
        self._write(ast.Break())

    def _do_continue(self, node: ast.Continue) -> None:
        self._write(ast.Continue())


def _change_places(targets: ast.Tuple | ast.List, values: ast.Tuple) -> bool:
    """Return whether two attributes or items get the value of each other."""
    are_places = all(
        isinstance(item_target, ast.Attribute)
        or (isinstance(item_target, ast.Subscript) and not isinstance(item_target.slice, ast.Slice))
        for item_target in targets.elts
    )
    codes = [[ast.unparse(item_node) for item_node in side.elts] for side in (targets, values)]
    return are_places and len(codes[0]) == 2 and codes[0] == codes[1][::-1]


def _items_by_name(targets: ast.Tuple, whole_list: ast.expr) -> dict[str, ast.expr]:
    """Return the items of a list that is unpacked, by the names that they are given."""
    n, is_behind = len(targets.elts), False
    items: dict[str, ast.expr] = {}
    for position, item_target in enumerate(targets.elts):
        name_node, part = item_target, ast.Constant(position - n if is_behind else position)
        index: ast.expr = part
        if isinstance(item_target, ast.Starred):
            name_node, is_behind = item_target.value, True
            end = ast.Constant(position + 1 - n) if position + 1 < n else None
            index = ast.Slice(part, end, None)
        if isinstance(name_node, ast.Name):
            items[name_node.id] = ast.Subscript(whole_list, index, ast.Load())
    return items


def _with_values(node: ast.expr, values: Mapping[str, ast.expr]) -> ast.expr:
    """Return an expression with others in the place of some names."""

    class Replace(ast.NodeTransformer):
        def visit_Name(self, name_node: ast.Name) -> ast.expr:
            value: ast.expr = copy_nodes(values.get(name_node.id, name_node))
            return value

    replaced: ast.expr = Replace().visit(copy_nodes(node))
    return replaced
