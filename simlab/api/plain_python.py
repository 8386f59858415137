"""`simlab.plain_python`: games in plain Python are played as they are, not translated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from simlab.catalog import IS_PLAIN_PYTHON


@contextmanager
def plain_python() -> Iterator[None]:
    """Play games in plain Python as they are within the block, like the option `--plain`.

    Else they are translated into machine code where that is faster; results are the same either
    way. Only a learnt player does not play in plain Python: where it is the default, the strongest
    other one plays.

        >>> import simlab
        >>> with simlab.plain_python():
        ...     run = simlab.run("bazaar/bazaar.py", games=100_000)  # doctest: +SKIP
    """
    token = IS_PLAIN_PYTHON.set(True)
    try:
        yield
    finally:
        IS_PLAIN_PYTHON.reset(token)
