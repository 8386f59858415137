"""Normal form: a function of a plain game, rewritten in small steps in Python's own order.

The normal form is Python, too, and does the same. In it

- each call that may draw, report, raise or change something is a statement of its own; values that
  are read before the call, and that it might change, are saved in variables;
- comprehensions, generators and functions that go through items are loops, which stop where Python
  stops; inner functions are inlined;
- `and`, `or`, conditional expressions and chained comparisons become `if` where a later part has an
  effect;
- variables of comprehensions and inner functions are renamed, so that each name is unique.

What is left of an expression only reads, so that it may be evaluated where it stands.
"""

from simlab.compiler.normal_form.matches import without_matches
from simlab.compiler.normal_form.nodes import (
    ARRANGE,
    IN_PLACE,
    ITERABLES,
    LEAVING,
    SORT,
    UNSET,
    Keeps,
    is_call,
    note_of,
)
from simlab.compiler.normal_form.statements import NormalForm

__all__ = [
    "ARRANGE",
    "IN_PLACE",
    "ITERABLES",
    "LEAVING",
    "SORT",
    "UNSET",
    "Keeps",
    "NormalForm",
    "is_call",
    "note_of",
    "without_matches",
]
