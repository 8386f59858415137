"""The journal: the events of one game, recorded if it listens."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype
from numba.core.cgutils import create_struct_proxy
from numba.extending import intrinsic, overload

from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Record, Row, new, row_of, whole

CAPACITY = 1 << 16
WIDTH = 8
"""Numbers in an event: its kind and up to seven more."""
DECISION = 0
"""The kind of the event the loop writes itself: seat, decision, choice. Games count from 1."""


class Journal(Record):
    """The events of one game."""

    listening = whole("1 when events are written down, else 0")
    used = whole("events so far; beyond the capacity they are only counted", "events")
    events = whole("kind and up to seven numbers of each event", shape=(CAPACITY, WIDTH))


@kernel
def note(
    journal: Journal,
    kind: int,
    a: int = 0,
    b: int = 0,
    c: int = 0,
    d: int = 0,
    e: int = 0,
    f: int = 0,
    g: int = 0,
) -> None:
    """Record an event if the journal listens."""
    if journal.listening == 0:
        return
    if journal.used < CAPACITY:
        event = journal.events[journal.used]
        event[0] = kind
        event[1], event[2], event[3], event[4] = a, b, c, d
        event[5], event[6], event[7] = e, f, g
    journal.used += 1


def new_journal(listening: bool) -> npt.NDArray[Any]:
    """Return an empty journal; one that does not listen costs almost no time."""
    journal = new(Journal.dtype)
    journal["listening"] = int(listening)
    return journal


def events(journal: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return the events of a journal, shape (events, 8)."""
    n_used = min(int(journal["used"][0]), CAPACITY)
    written: npt.NDArray[np.int64] = journal["events"][0, :n_used]
    return written


def deaf_journal(words: Ints) -> Row:
    """Return a journal that does not listen, for kernels; `words` are zero and stay so.

    The kernels read only the first word of such a journal, so the rest need not exist.
    """
    return row_of(new_journal(listening=False))


@overload(deaf_journal, strict=False)
def _compiled_deaf_journal(words: Any) -> Any:
    return lambda words: _journal_at(words)  # type: ignore[call-arg]


@intrinsic
def _journal_at(typing_context: Any, words: Any) -> Any:
    journal = from_dtype(Journal.dtype)

    def generate(context: Any, builder: Any, signature: Any, arrays: Any) -> Any:
        array = create_struct_proxy(words)
        data = array(context, builder, value=arrays[0]).data
        return builder.bitcast(data, context.get_value_type(journal))

    return journal(words), generate
