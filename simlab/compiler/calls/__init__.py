"""Calls: `callee.py` finds out what is called, and each kind of function has a module.

Functions of Python are in `python_functions.py`, those that an author has written in
`author_functions.py`; methods in `list_methods.py`, `dict_methods.py`, `text_methods.py` and
`game_methods.py`. `chance.py` has draws, `events.py` reports, `dataclass_objects.py` the objects
that a call makes, and `arguments.py` the arguments of all. Functions that go through items, such as
`max(cards, key=...)`, and Counters are loops and dicts before they come here: see `normal_form/`.
"""

from simlab.compiler.calls.callee import Calls

__all__ = ["Calls"]
