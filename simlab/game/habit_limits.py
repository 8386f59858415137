"""Habits of players that a person would call silly: their names, and how much needs no remark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from simlab.errors import not_one_of

Limits = Mapping[str, float | None]
"""The largest value of each habit that needs no remark; None if any value may be sensible."""

LIMITS: Limits = {
    "idle": 0.25,
    "unspent": 0.15,
    "repeats": 0.1,
    "most_repeats": None,
    "undone": 0.05,
    "drought": None,
    "drought_share": None,
    "missed_wins": 0.05,
}
"""The limits of games that set none: conventions that ask for a look. `simlab.analysis.habit` says
what each habit is."""


def limit_problems(limits: Limits) -> Iterator[str]:
    """Yield what is wrong with the limits that a game sets."""
    for name, limit in limits.items():
        if name not in LIMITS:
            yield not_one_of(name, [*LIMITS])
        elif limit is not None and not limit >= 0:  # not a number is not above 0 either
            yield f"{name} must be 0 or more, or None for no limit, not {limit!r}"
