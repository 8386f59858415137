"""Branches of a kernel that a processor guesses wrong, and the same without them.

Whether a card has a colour depends on the card: such a branch takes as long as ten others.
"""

from __future__ import annotations

import ast
import re

from simlab.compiler.templates import Template

CELL = re.compile(r"(?P<row>rules\.\w+\[\w+\])\.\w+")
"""A cell of a row of a table."""
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
    """Leave out branches of a kernel that a processor would guess wrong.

    A cell of a row is read before it is known whether it is added: the test reads the same row, so
    that it is there.
    """
    for block, index, match in SUMMED.matches(body):
        cell = CELL.fullmatch(ast.unparse(match["cell_"]))
        # reading a row that is not there would be a fault
        if cell and ast.unparse(match["test_"]).startswith(cell["row"]):
            block[index : index + 1] = SUMMED_ALWAYS.filled(match)
