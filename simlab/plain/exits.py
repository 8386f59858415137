"""Exits: where a game or a policy calls os._exit or os.abort, its line gets an error instead."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any

from simlab.errors import Misuse
from simlab.files.error_origin import is_author_code
from simlab.files.paths import PACKAGE

EXITS = ("_exit", "abort")
"""Functions of os that end Python at once, without a word of where."""


def refuse_exits() -> None:
    """Let games and policies that end Python get an error; simlab and others may still end it."""
    for name in EXITS:
        function = getattr(os, name)
        # once only: several games may be imported by one process
        if not hasattr(function, "__wrapped__"):
            setattr(os, name, _refuse_to_games(function))


def _refuse_to_games(exit_: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(exit_)
    def exit_unless_game(*args: Any, **options: Any) -> Any:
        if _is_call_of_game(sys._getframe(1)):
            raise Misuse(f"os.{exit_.__name__}() ends Python, which a game must not do")
        return exit_(*args, **options)

    return exit_unless_game


def _is_call_of_game(frame: FrameType) -> bool:
    """Return whether a line of an author calls, while simlab plays or imports its file."""
    if not is_author_code(Path(frame.f_code.co_filename)):
        return False
    # an author's script that uses simlab may end itself; its line is not called by simlab
    outer: FrameType | None = frame
    while outer is not None and not Path(outer.f_code.co_filename).is_relative_to(PACKAGE):
        outer = outer.f_back
    return outer is not None
