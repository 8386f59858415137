"""Lists of different items that kernels make, with the items that they have as bits of a number.

Whether a card is another one than those before is most often to be seen from its bit. Of rows of a
small table each has a bit of its own: a list of different rows that is only gone through need not
be made.
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from simlab.compiler.copies import APPENDED, NEW_LIST, n_mentions
from simlab.compiler.normal_form.nodes import read
from simlab.compiler.templates import Found, Template, blocks, nodes_of
from simlab.engine.items import LAST_BITS

ADDED_IF_NEW = (
    Template(
        """
        if position(name_, item_) == NOTHING:
            append(state, name_, item_, line_)
        """
    ),
    Template("include(state, name_, item_, line_)"),
)
"""The statements that add an item to a list, or to a set, unless it is there."""
KEPT = Template("kept_ = item_")
NO_BITS = Template("seen_ = 0")
ADDED_WITH_BITS = Template(
    """
    if is_new(name_, seen_, item_):
        append(state, name_, item_, line_)
        seen_ |= 1 << (item_ & LAST_BITS)
    """
)
MADE = Template(
    """
    name_ = new_list()
    seen_ = 0
    source_ = items_
    for place_ in range(source_.n):
        item_ = source_.items[place_]
        if is_new(name_, seen_, item_):
            append(state, name_, item_, line_)
            seen_ |= 1 << (item_ & LAST_BITS)
    """
)
"""The statements that make a list of the different items of another one."""
ITEM_READ = Template("item_ = name_.items[place_]")
"""What begins the loop that goes through it."""
WITHOUT_LIST = Template(
    """
    seen_ = 0
    source_ = items_
    for place_ in range(source_.n):
        item_ = source_.items[place_]
        if seen_ >> item_ & 1 == 0:
            seen_ |= 1 << item_
    """
)
MOST_ROWS = LAST_BITS + 1
"""Rows of a table of which each has a bit of its own."""
ONLY_READING = frozenset(
    {
        "count_of",
        "detail",
        "int",
        "known_place",
        "known_position",
        "narrow_detail",
        "place_at",
        "position",
    }
    | {"present", "range", "remainder", "times"}
)
"""Functions of the engine that change nothing; there are more."""


def note_bits(body: list[ast.stmt]) -> None:
    """Let lists of different items note the last bits of those that they have.

    An item with other bits need not be looked for.
    """
    for template in ADDED_IF_NEW:
        for block, index, match in template.matches(body):
            name = ast.unparse(match["name_"])
            lists = list(NEW_LIST.matches(body, {"name_": match["name_"]}))
            # made in one place only, or the bits of one list would be taken for those of another
            if len(lists) != 1 or not name.isidentifier():
                continue
            [(outer_block, creation, _)] = lists
            is_behind = any(
                block[index] in inner_block for inner_block in blocks(outer_block[creation + 1 :])
            )
            if not is_behind or not _is_only_read(body, name, outer_block[creation], block[index]):
                continue
            item = match["item_"]
            filling = match | {"seen_": read(f"seen_{name}"), "kept_": read(f"item_of_{name}")}
            # the template reads the item three times, which may be dear or draw
            saved_lines = [] if isinstance(item, ast.Name) else KEPT.filled(filling)
            filling |= {} if isinstance(item, ast.Name) else {"item_": filling["kept_"]}
            block[index : index + 1] = [*saved_lines, *ADDED_WITH_BITS.filled(filling)]
            outer_block[creation + 1 : creation + 1] = NO_BITS.filled(filling)
            note_bits(body)
            return


def go_through_at_once(
    body: list[ast.stmt], rows: Collection[str], reading: Collection[str]
) -> None:
    """Go through different items where they are found, without a list of them.

    `rows` names the lists of rows of small tables, `reading` the kernels that change nothing.
    """
    for block, index, match in MADE.matches(body):
        name, following = match["name_"].id, block[index + len(MADE) :]
        loop = following[0] if following else None
        if name not in rows or not isinstance(loop, ast.For):
            continue
        item = ITEM_READ.matched(loop.body, {"name_": match["name_"]})
        if item is None or n_mentions(loop.body[1:], {name}) or _may_change(loop, match, reading):
            continue
        if ast.unparse(loop.iter) != f"range({name}.n)" or n_mentions(body, {name}) != 5:
            continue
        statements = WITHOUT_LIST.filled(match | {"item_": item["item_"]})
        [*_, found] = blocks(statements)
        found += loop.body[1:]
        block[index : index + len(MADE) + 1] = statements
        go_through_at_once(body, rows, reading)
        return


def _may_change(loop: ast.For, match: Found, reading: Collection[str]) -> bool:
    """Return whether what is done with the items may change the list from which they come."""
    if n_mentions(loop.body, {match["source_"].id}):
        return True
    for node in nodes_of(loop.body):
        if isinstance(node, ast.Attribute | ast.Subscript) and not _is_read(node):
            return True
        if not isinstance(node, ast.Call) or ast.unparse(node.func) in {*ONLY_READING, *reading}:
            continue
        if APPENDED.matched([ast.Expr(node)]) is None or not isinstance(node.args[1], ast.Name):
            return True
    return False


def _is_only_read(body: list[ast.stmt], name: str, *changes: ast.stmt) -> bool:
    """Return whether a kernel only reads a list besides some statements that change it."""
    known_ids = {id(node) for node in nodes_of(changes)}
    for node in nodes_of(body):
        if isinstance(node, ast.Attribute) and node.attr == "n" and _is_read(node):
            known_ids.add(id(node.value))
        elif isinstance(node, ast.Subscript) and _is_read(node):
            if isinstance(node.value, ast.Attribute) and node.value.attr == "items":
                known_ids.add(id(node.value.value))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "position":
            known_ids.add(id(node.args[0]))
    name_nodes = [node for node in nodes_of(body) if isinstance(node, ast.Name) and node.id == name]
    return all(id(node) in known_ids for node in name_nodes)


def _is_read(node: ast.Attribute | ast.Subscript) -> bool:
    return isinstance(node.ctx, ast.Load)
