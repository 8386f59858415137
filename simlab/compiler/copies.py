"""Copies of lists that kernels need not make, found in the syntax tree of a kernel.

A list that a function makes and returns is made in the list of its caller. Where the caller does
nothing with that list but add its items to another one, they are added there at once.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterable

from simlab.compiler.templates import Found, Template, n_assigned, nodes_of

RETURNED = "returned"
"""The argument of a kernel for the list that its function returns."""
SECOND_NAME = Template("second_ = name_")
NEW_LIST = Template("name_ = new_list()")
LIST_OF_CALLER = Template(f"name_ = {RETURNED}")
COPIED = Template(
    f"""
    place_ = 0
    for item_ in range(name_.n):
        place_ = put(state, {RETURNED}, place_, name_.items[item_], line_)
    {RETURNED}.n = place_
    return
    """
)
"""The statements that copy a list into that of the caller."""
ADDED = Template(
    """
    name_ = new_list()
    kernel_(*arguments_, name_)
    for item_ in range(name_.n):
        append(state, whole_, name_.items[item_], line_)
    """
)
"""The statements that add what a kernel returns to a list."""
ADDED_AT_ONCE = Template("kernel_(*arguments_, whole_)")
BEGUN, ENDED = Template("place_ = 0"), Template("name_.n = place_")
PUT = Template("place_ = put(state, name_, place_, item_, line_)")
"""The statements that put an item at the beginning of a list: first, last, and between."""
APPENDED = Template("append(state, name_, item_, line_)")
CALLED = Template("kernel_(*arguments_, name_)")

COPY = Template("copy_list(state, name_, copied_, line_)")
PUT_ONE_BY_ONE = Template(
    """
    place_ = 0
    for item_ in range(copied_.n):
        place_ = put(state, name_, place_, copied_.items[item_], line_)
    end_at(name_, place_)
    """
)
ADDED_ONE_BY_ONE = Template(
    """
    place_ = 0
    end_at(name_, place_)
    source_ = copied_
    for item_ in range(source_.n):
        append(state, name_, source_.items[item_], line_)
    """
)
TO_NEW_LIST = Template(
    """
    name_ = new_list()
    source_ = copied_
    for item_ in range(source_.n):
        append(state, name_, source_.items[item_], line_)
    """
)
NEW_COPY = Template(
    """
    name_ = new_list()
    copy_list(state, name_, copied_, line_)
    """
)
COPIED_TWICE = Template(
    """
    between_ = new_list()
    copy_list(state, between_, copied_, line_)
    copy_list(state, name_, between_, line_)
    """
)
"""The statements that make a list equal to another one, item by item, and those instead."""


def give_one_name(body: list[ast.stmt]) -> None:
    """Give a list the name with which it is made wherever it is used.

    What is made in one place of the code is always the same list.
    """
    times = n_assigned(body)
    new_lists = {
        node.targets[0].id
        for node in nodes_of(body)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and times[node.targets[0].id] == 1
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func).startswith("new_")
    }
    for block, index, match in SECOND_NAME.matches(body):
        second_name, name = match["second_"].id, match["name_"]
        if not isinstance(name, ast.Name) or name.id not in new_lists or times[second_name] > 1:
            continue
        # an argument of the kernel may have the name before
        if n_mentions(body, {second_name}) == n_mentions(block[index:], {second_name}):
            del block[index]
            for node in nodes_of(body):
                if isinstance(node, ast.Name) and node.id == second_name:
                    node.id = name.id
            # from the start: the tree has changed under the search
            give_one_name(body)
            return


def leave_out_copies(body: list[ast.stmt], adding: Collection[str], is_list: bool) -> bool:
    """Leave out the copies that a kernel need not make; return whether it only adds items.

    `adding` names the kernels that have no list as an argument but that of their caller, to which
    they add items. `is_list` says that this kernel returns a list of whole numbers. It only adds
    items if it does nothing else with the list of its caller.
    """
    if is_list:
        _make_for_caller(body)
    _add_at_once(body, adding)
    if not is_list:
        return False
    names = {RETURNED, *(match["name_"].id for _, _, match in LIST_OF_CALLER.matches(body))}
    additions = _as_additions(body, names, adding)
    if additions is not None:
        body[:] = additions
    return additions is not None


def copy_at_once(body: list[ast.stmt]) -> None:
    """Copy whole lists at once, and not first into a list between."""
    for slow, fast in (
        (PUT_ONE_BY_ONE, COPY),
        (ADDED_ONE_BY_ONE, COPY),
        (TO_NEW_LIST, NEW_COPY),
        (COPIED_TWICE, COPY),
    ):
        while _replace_first(body, slow, fast):
            pass


def _replace_first(body: list[ast.stmt], slow: Template, fast: Template) -> bool:
    """Replace a template where its helper variables are used nowhere else; say whether one was."""
    for block, index, match in slow.matches(body):
        helpers = {
            match[name].id for name in ("place_", "item_", "source_", "between_") if name in match
        }
        # a helper that is read later must keep its value
        is_only_there = all(
            n_mentions(body, {name}) == n_mentions(block[index : index + len(slow)], {name})
            for name in helpers
        )
        if is_only_there:
            block[index : index + len(slow)] = fast.filled(match)
            return True
    return False


def _make_for_caller(body: list[ast.stmt]) -> None:
    """Make lists in that of the caller into which they were copied."""
    times = n_assigned(body)
    for block, index, match in COPIED.matches(body, in_loops=False):
        creations = [n for n in range(index) if NEW_LIST.matched(block[n:], match) is not None]
        if len(creations) != 1 or times[match["name_"].id] != 1:
            continue
        [creation] = creations
        # the list of the caller may be read in between, and would have changed too early
        if not n_mentions(block[creation:index], {RETURNED}):
            block[index : index + len(COPIED)] = [ast.Return()]
            block[creation : creation + 1] = LIST_OF_CALLER.filled(match)
            _make_for_caller(body)
            return


def _add_at_once(body: list[ast.stmt], adding: Collection[str]) -> None:
    """Let kernels add items to a list of this one, not to one between."""
    times = n_assigned(body)
    for block, index, match in ADDED.matches(body):
        whole_list = match["whole_"]
        is_made = any(
            template.matches(body, {"name_": whole_list}) for template in (NEW_LIST, LIST_OF_CALLER)
        )
        is_local = isinstance(whole_list, ast.Name) and times[whole_list.id] == 1 and is_made
        n_in_template = n_mentions(block[index : index + len(ADDED)], {match["name_"].id})
        is_only_there = n_mentions(body, {match["name_"].id}) == n_in_template
        # a kernel that gets the list as an argument, too, would read what it is adding
        is_free = is_local and not n_mentions(match["arguments_"], {whole_list.id})
        if match["kernel_"].id in adding and is_free and is_only_there:
            block[index : index + len(ADDED)] = ADDED_AT_ONCE.filled(match)
            _add_at_once(body, adding)
            return


def _as_additions(
    block: list[ast.stmt], names: Collection[str], adding: Collection[str]
) -> list[ast.stmt] | None:
    """Return statements that only add to the list of the caller, whatever it has already.

    `names` are those of that list. A list that is written out, which the statements put at its
    beginning, is added as well. Return None if they do something else with it.
    """
    additions: list[ast.stmt] = []
    index = 0
    while index < len(block):
        statement = block[index]
        put = _items_put(block[index:], names)
        if put is not None:
            index += len(put) + 2
            additions += [addition for match in put for addition in APPENDED.filled(match)]
            continue
        if not n_mentions([statement], names) or LIST_OF_CALLER.matched([statement]) is not None:
            additions.append(statement)
        elif isinstance(statement, ast.If | ast.For | ast.While):
            head = statement.iter if isinstance(statement, ast.For) else statement.test
            body_additions = _as_additions(statement.body, names, adding)
            otherwise = _as_additions(statement.orelse, names, adding)
            # a test that reads the list would see what the caller had in it before
            if body_additions is None or otherwise is None or n_mentions([head], names):
                return None
            statement_copy = copy.copy(statement)
            statement_copy.body, statement_copy.orelse = body_additions, otherwise
            additions.append(statement_copy)
        elif _only_adds(statement, names, adding):
            additions.append(statement)
        else:
            return None
        index += 1
    return additions


def _items_put(statements: list[ast.stmt], names: Collection[str]) -> list[Found] | None:
    """Return what is put at the beginning of the list of the caller first; None if nothing is."""
    beginning = BEGUN.matched(statements)
    if beginning is None:
        return None
    put_items: list[Found] = []
    for n, statement in enumerate(statements[1:], 1):
        match = PUT.matched(statements[n:], beginning)
        if (
            match is not None
            and match["name_"].id in names
            and not n_mentions([match["item_"]], names)
        ):
            put_items.append(match)
        else:
            match = ENDED.matched([statement], beginning)
            return put_items if match is not None and ast.unparse(match["name_"]) in names else None
    return None


def _only_adds(statement: ast.stmt, names: Collection[str], adding: Collection[str]) -> bool:
    """Return whether a statement only adds an item to a list, or lets a kernel do that."""
    match = APPENDED.matched([statement])
    if match is not None:
        is_of_caller = ast.unparse(match["name_"]) in names
        return is_of_caller and not n_mentions([match["item_"]], names)
    match = CALLED.matched([statement])
    if match is None or ast.unparse(match["name_"]) not in names:
        return False
    is_adding = ast.unparse(match["kernel_"]) in adding
    return is_adding and not n_mentions(match["arguments_"], names)


def n_mentions(nodes: Iterable[ast.AST], names: Collection[str]) -> int:
    """Count how often some variables are named."""
    return sum(isinstance(node, ast.Name) and node.id in names for node in nodes_of(nodes))
