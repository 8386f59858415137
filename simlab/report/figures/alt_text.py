"""Alternative texts of figures: what is seen, in at most 40 words, and where the numbers are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from simlab.report.wording import FormattedEstimate, Row

TABLE = "Numbers in the table below."
MOST_WORDS = 40
"""A screen reader reads it at a stretch; nobody can go back to a number in it."""


def alt_text(*sentences: str) -> str:
    """Return as many of the sentences as 40 words allow, and that the numbers are in the table.

    A first sentence that is longer is cut.
    """
    room = MOST_WORDS - len(TABLE.split())
    first, *more = (sentence.split() for sentence in sentences if sentence)
    if len(first) > room:
        return " ".join([*first[: room - 1], "…", TABLE])
    alt_words = first
    for sentence in more:
        if len(alt_words) + len(sentence) > room:
            break
        alt_words = [*alt_words, *sentence]
    return " ".join([*alt_words, TABLE])


def extremes(
    named: Iterable[tuple[str, Row]], say: Callable[[Row], FormattedEstimate]
) -> tuple[str, ...]:
    """Return a sentence on the highest of some estimates and one on the lowest."""
    known = [(name, row) for name, row in named if math.isfinite(row["estimate"])]
    if not known:
        return ()
    known.sort(key=lambda pair: float(pair[1]["estimate"]))
    (low_name, low), (high_name, high) = known[0], known[-1]
    highest = f"Highest is {high_name}, {_estimate_in_words(say(high))}."
    return (
        (highest, f"Lowest is {low_name}, {_estimate_in_words(say(low))}.")
        if len(known) > 1
        else (highest,)
    )


def _estimate_in_words(estimate: FormattedEstimate) -> str:
    return f"{estimate.short} ({estimate.bounds})"
