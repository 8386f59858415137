"""Branches of a kernel that a processor guesses wrong, and the same without them.

Whether a card is another one than those before, or has a colour, depends on the cards: such a
branch takes as long as ten others.
"""

from __future__ import annotations

import ast
import re

from simlab.compiler.copies import NEW_LIST
from simlab.compiler.normal_form.nodes import read
from simlab.compiler.templates import Template, blocks, nodes_of

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
CELL = re.compile(r"(?P<row>rules\.\w+\[\w+\])\.\w+")
"""A cell of a row of a table."""
KEPT = Template("kept_ = item_")
NO_BITS = Template("seen_ = 0")
ADDED_WITH_BITS = Template(
    """
    if is_new(name_, seen_, item_):
        append(state, name_, item_, line_)
        seen_ |= 1 << (item_ & LAST_BITS)
    """
)
SUMMED = Template(
    """
    if test_:
        item_ = cell_
        total_ = total_ + item_
    """
)
"""The statements that add up a column of rows for which a test holds."""
SUMMED_ALWAYS = Template(
    """
    item_ = cell_
    total_ = total_ + (item_ if test_ else 0)
    """
)


def leave_out_guesses(body: list[ast.stmt]) -> None:
    """Leave out branches of a kernel that a processor would guess wrong."""
    _note_bits(body)
    _read_first(body)


def _note_bits(body: list[ast.stmt]) -> None:
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
            _note_bits(body)
            return


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


def _read_first(body: list[ast.stmt]) -> None:
    """Read a cell of a row before it is known whether it is added.

    The test reads the same row, so that it is there.
    """
    for block, index, match in SUMMED.matches(body):
        cell = CELL.fullmatch(ast.unparse(match["cell_"]))
        # reading a row that is not there would be a fault
        if cell and ast.unparse(match["test_"]).startswith(cell["row"]):
            block[index : index + 1] = SUMMED_ALWAYS.filled(match)


def _is_read(node: ast.Attribute | ast.Subscript) -> bool:
    return isinstance(node.ctx, ast.Load)
