"""Parting line: the line of the plain game at which a translation of it differs."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Collection, Iterator
from operator import attrgetter
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from simlab.check.branches import author_files
from simlab.check.steps import CHOICES, PLACE, SEAT, Parting, numbers_in, plain_steps
from simlab.execution.game_pair import Match
from simlab.game.definition import Game, Rules
from simlab.plain.game import PlainGame

OF_THE_TABLE = "self."
"""What the names of attributes of the table begin with."""
CHANGES_TABLE = ("setup", "play")
METHODS = {SEAT: ("seat",), CHOICES: ("choices",), "end_reason": ("won_by", "ended_by")}
"""The methods that say what is named so."""
RESULTS = ("scores", "winner")
"""The methods that say the other results, if one of them does."""


TraceFunction = Callable[[FrameType, str, Any], Any]


class Line(NamedTuple):
    """A line that the plain game has executed."""

    function: str
    file: str
    number: int

    def __str__(self) -> str:
        source_line = linecache.getline(self.file, self.number).strip()
        return f"{self.function}() at {Path(self.file).name}:{self.number}: {source_line}"


def line_of_difference(game: Game, rules: Rules, match: Match, deal: int, parting: Parting) -> str:
    """Return the line of a plain game where a translation differs; empty if none is found.

    It is the last one that changes what differs on the table, or else the last one of the method
    that says it.
    """
    steps = plain_steps(game, rules, match.plain, deal)
    for _ in range(parting.decision):
        next(steps, None)
    lines = _Lines(author_files(game), parting.name, _methods(match, parting.name))
    before = sys.gettrace()
    sys.settrace(lines.follow)
    try:
        next(steps, None)
    finally:
        sys.settrace(before)
    return str(lines.changing or lines.last or "")


def _methods(match: Match, name: str) -> Collection[str]:
    """Return the functions of the author's that say what is named so."""
    if name.startswith(OF_THE_TABLE):
        return CHANGES_TABLE
    if name == PLACE:
        return {policy.function.__name__ for policy in match.plain}
    return METHODS.get(name, RESULTS)


class _Lines:
    """The lines of some files that a plain game executes meanwhile, as a trace function."""

    def __init__(self, files: Collection[Path], name: str, methods: Collection[str]) -> None:
        self.files, self.methods = files, methods
        self.attributes = name.removeprefix(OF_THE_TABLE) if name.startswith(OF_THE_TABLE) else ""
        self.last: Line | None = None
        """The last line of the methods, or of what they call."""
        self.changing: Line | None = None
        """The last line that has changed the attribute."""
        self.before: Line | None = None
        self.value: object = None
        self.is_known: dict[str, bool] = {}

    def follow(self, frame: FrameType, event: str, argument: object) -> TraceFunction | None:
        """Follow the calls of functions in the files."""
        file = frame.f_code.co_filename
        if file not in self.is_known:
            self.is_known[file] = Path(file).resolve() in self.files
        return self._follow_lines if self.is_known[file] else None

    def _follow_lines(self, frame: FrameType, event: str, argument: object) -> TraceFunction:
        game = frame.f_locals.get("self")
        if isinstance(game, PlainGame) and self.attributes:
            self._look_at(game)
        if event == "line":
            code = frame.f_code
            self.before = Line(code.co_name, code.co_filename, frame.f_lineno)
            if any(caller in self.methods for caller in _functions(frame)):
                self.last = self.before
        return self._follow_lines

    def _look_at(self, game: PlainGame) -> None:
        """Notice whether the line before has changed the attribute."""
        try:
            value = numbers_in(attrgetter(self.attributes)(game))
        except AttributeError:  # before it is set first
            return
        if value != self.value and self.before is not None:
            self.changing = self.before
        self.value = value


def _functions(frame: FrameType | None) -> Iterator[str]:
    """Yield the names of the functions that are being executed, the innermost first."""
    while frame is not None:
        yield frame.f_code.co_name
        frame = frame.f_back
