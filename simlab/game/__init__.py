"""What simlab knows of a game: its kernels and policies, facts, texts, board, components.

Authors of compiled games import the names below from here; simlab itself imports from
`simlab.game.definition`, which has them. They are imported when they are first used: a report
asks for facts and texts alone, and should not wait for Numba.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simlab.game.definition import DECIDED as DECIDED
    from simlab.game.definition import OMITTED as OMITTED
    from simlab.game.definition import EventKind as EventKind
    from simlab.game.definition import Game as Game
    from simlab.game.definition import Rules as Rules
    from simlab.game.definition import outcome_record as outcome_record
    from simlab.game.definition import seat_record as seat_record
    from simlab.game.definition import timeline_record as timeline_record
    from simlab.game.definition import with_luck as with_luck

__all__ = [
    "DECIDED",
    "OMITTED",
    "EventKind",
    "Game",
    "Rules",
    "outcome_record",
    "seat_record",
    "timeline_record",
    "with_luck",
]


def __getattr__(name: str) -> object:
    """Import a name of a game's definition when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("simlab.game.definition"), name)
