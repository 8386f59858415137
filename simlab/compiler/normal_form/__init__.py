"""Normal form: what a function of a plain game does, in small steps and in Python's own order.

The normal form is Python, too, and does the same. In it

- each call that may draw, report, raise or change something is a statement of its own, and what is
  evaluated before it stands in a variable if the call might change it;
- comprehensions, generators and functions that go through items are loops, which stop where Python
  stops; functions inside the function are written where they are called;
- `and`, `or`, conditional expressions and comparisons in a row are `if` where a later part of them
  does something;
- variables of comprehensions and inner functions have names that nothing else has.

What is left of an expression only reads, so that it may be evaluated where it stands.
"""

from simlab.compiler.normal_form.nodes import IN_PLACE, ITERABLES, SORT, UNSET, is_call, note_of
from simlab.compiler.normal_form.statements import NormalForm

__all__ = ["IN_PLACE", "ITERABLES", "SORT", "UNSET", "NormalForm", "is_call", "note_of"]
