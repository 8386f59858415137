"""Branches: the sides of each test and loop in an author's files, and which of them games entered.

While games are watched, the functions of these files have other code: the same statements, which
also note each side that no game entered so far. That sees the parts of a line, is the same in every
version of Python, and costs little once most sides were entered; a trace function costs more.
"""

from __future__ import annotations

import ast
import gc
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from simlab.check.branch_probes import NOTE, Branch, Probes, numbers_near_tests
from simlab.engine.build import PLAYING
from simlab.files.imports import with_imports
from simlab.game.definition import Game
from simlab.report.wording import group_by_key, join_list, n_of

ENOUGH = 3
"""Compared games that enter a branch, where others may do it, too."""
MOST_NAMED = 6
"""Branches that a sentence names; the JSON has all."""
NOT_PLAYED = -1
"""The deal where a game is not played by an engine."""


class Branches:
    """The branches of some files, and which of them compared games entered."""

    def __init__(self, files: Iterable[Path]) -> None:
        self.all: list[Branch] = []
        """Each branch, at the place of its number."""
        self.is_paused = False
        """Whether a function plays that is not compared."""
        self._entered: dict[int, int] = {}
        """The deal in which each other branch was entered first, since the last `take`."""
        self._files = sorted(file for file in files if file.suffix == ".py")
        for file in self._files:
            self.all += Probes(file, len(self.all)).branches
        self.n_compared = [0] * len(self.all)
        """How many compared games have entered each branch."""
        trees = [ast.parse(file.read_bytes()) for file in self._files]
        self.numbers = sorted({number for tree in trees for number in numbers_near_tests(tree)})
        """Whole numbers to which something is compared, and those one more or less."""
        self._functions = list(_functions_of(self._files))
        self._noting: list[tuple[FunctionType, CodeType, CodeType]] = []
        """Functions with branches to note, their own code, and the one that notes them."""
        self._known: set[int] | None = None
        """The branches that need not be noted by these functions; None before there are any."""

    @contextmanager
    def watch_branches(self) -> Iterator[None]:
        """Note the branches that games of this process enter meanwhile."""
        known_branches = {number for number, n in enumerate(self.n_compared) if n >= ENOUGH}
        if known_branches != self._known:
            self._known = known_branches
            self._noting = list(self._with_probes(known_branches))
        for function, _, noting_code in self._noting:
            function.__globals__[NOTE] = self._note
            function.__code__ = noting_code
        try:
            yield
        finally:
            for function, own_code, _ in self._noting:
                function.__code__ = own_code
                function.__globals__.pop(NOTE, None)

    def take(self) -> dict[int, set[int]]:
        """Return the branches that were entered since the last call, by the deal that did first.

        Those that ENOUGH compared games have entered are left out.
        """
        deals: dict[int, set[int]] = {}
        for number, deal in self._entered.items():
            deals.setdefault(deal, set()).add(number)
        self._entered.clear()
        return deals

    def count(self, entered: Iterable[int]) -> None:
        """Count a compared game that has entered some branches."""
        for number in entered:
            self.n_compared[number] += 1

    @property
    def missing(self) -> list[Branch]:
        """The branches that no compared game entered, though one came to their test."""
        return [branch for branch, n in self._within_reach if n == 0]

    @property
    def is_enough(self) -> bool:
        """Whether ENOUGH compared games have entered each branch that is within reach."""
        return all(n >= ENOUGH for _, n in self._within_reach)

    @property
    def _within_reach(self) -> Iterator[tuple[Branch, int]]:
        """The branches to whose test a compared game came, and how many have entered each.

        Those that only raise an error are left out.
        """
        for branch, n in zip(self.all, self.n_compared, strict=True):
            is_reached = any(self.n_compared[side] for side in branch.sides)
            is_open = branch.whole is None or all(self.n_compared[side] for side in branch.whole)
            if is_reached and is_open and not branch.only_raises:
                yield branch, n

    def _note(self, if_true: int, if_false: int, value: Any) -> Any:
        """Note that a branch was entered, which may depend on a value; return the value."""
        number = if_true if if_true == if_false or value else if_false
        is_new = number not in self._entered and self.n_compared[number] < ENOUGH
        if is_new and not self.is_paused:
            play = PLAYING.get(threading.get_ident())
            self._entered[number] = int(play.progress["deal"][0]) if play else NOT_PLAYED
        return value

    def _with_probes(
        self, known_branches: set[int]
    ) -> Iterator[tuple[FunctionType, CodeType, CodeType]]:
        """Yield the functions with other branches, their own code, and the one that notes these."""
        codes: dict[object, CodeType] = {}
        first = 0
        for file in self._files:
            probes = Probes(file, first, known_branches)
            first += len(probes.branches)
            trees = ast.parse(file.read_bytes()), ast.fix_missing_locations(probes.tree)
            own_code, noting_code = (
                # dont_inherit: else it had the __future__ imports of this file
                compile(tree, str(file), "exec", dont_inherit=True)
                for tree in trees
            )
            codes.update(_pairs(own_code, noting_code))
        for function, code in self._functions:
            probed_code = codes.get(_key(code))
            if probed_code is not None:
                yield function, code, probed_code.replace(co_filename=code.co_filename)


def branches_of(game: Game) -> Branches:
    """Return the branches of a plain game, its policies and what they import of the author's."""
    return Branches(author_files(game))


def author_files(game: Game) -> set[Path]:
    """Return the files of a plain game, of its policies and of what they import of the author's."""
    files = (file for policy in game.policies for file in policy.files)
    return with_imports({game.home.resolve(), *files})


def sentence_on_missing(missing: Sequence[Branch]) -> str:
    """Return which branches no compared game entered, by file and line; empty without any."""
    if not missing:
        return ""
    parts = []
    for file, group in groupby(missing[:MOST_NAMED], lambda branch: branch.file):
        by_words = group_by_key((branch.missing, str(branch.line)) for branch in group)
        line_lists = [
            f"line{'s' * (len(lines) > 1)} {join_list(lines)} ({reason})"
            for reason, lines in by_words.items()
        ]
        parts.append(f"{join_list(line_lists)} of {file.name}")
    n_unnamed = len(missing) - MOST_NAMED
    parts += [f"{n_unnamed} more, which --json names"] if n_unnamed > 0 else []
    n, were = n_of(len(missing), "branch", "branches"), "was" if len(missing) == 1 else "were"
    return f"{n} {were} entered by no compared game: {'; '.join(parts)}."


def branch_cells(branches: Iterable[Branch]) -> list[dict[str, object]]:
    """Return branches that no compared game entered as JSON."""
    return [
        {"file": str(branch.file), "line": branch.line, "what": branch.missing}
        for branch in branches
    ]


def _functions_of(files: Sequence[Path]) -> Iterator[tuple[FunctionType, CodeType]]:
    """Yield the functions that these files have defined, with their code."""
    names = tuple(file.name for file in files)
    resolved: dict[str, Path] = {}
    # functions hide in classes, closures and decorators; the garbage collector knows all of them
    for function in gc.get_objects():
        if type(function) is FunctionType:  # a dead weak reference may not be asked
            name = function.__code__.co_filename
            if name not in resolved:
                resolved[name] = Path(name).resolve() if name.endswith(names) else Path(name)
            if resolved[name] in files:
                yield function, function.__code__


def _key(code: CodeType) -> object:
    """Return what tells the code of a function from that of others."""
    # with its places, as two lambdas of a line may have equal bytes
    return Path(code.co_filename).name, code.co_qualname, code.co_code, (*code.co_positions(),)


def _pairs(own_code: CodeType, noting_code: CodeType) -> Iterator[tuple[object, CodeType]]:
    """Yield what tells the code of each function, and the code that notes its branches."""
    inner = [
        [inner_code for inner_code in code.co_consts if isinstance(inner_code, CodeType)]
        for code in (own_code, noting_code)
    ]
    names = [
        [(inner_code.co_name, inner_code.co_firstlineno) for inner_code in codes] for codes in inner
    ]
    if names[0] != names[1]:
        return  # equal functions in one line share one piece of code
    for pair in zip(*inner, strict=True):
        if pair[0] != pair[1]:
            yield _key(pair[0]), pair[1]
            yield from _pairs(*pair)
