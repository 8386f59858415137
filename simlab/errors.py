"""Exceptions that simlab raises on purpose, with their exit codes.

SimlabError                 exit code 1
├── InputError              exit code 2: something the user wrote cannot be used
│   ├── ComponentError      a rule value, a card list, a patch
│   └── ExperimentError     an experiment file or a command line
├── ContractError           a game or a policy broke what simlab expects of it
│   └── NotRepeatable       its games differ when they are played again
├── Misuse                  a line of a plain game or policy asks for what is not there
├── RunError                a run folder cannot be written or read
│   └── FolderError         exit code 2: it is none, holds another run, is in use or is not trusted
└── Interrupted             exit code 130: Ctrl-C; the message says how to go on
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Result = TypeVar("Result")


class SimlabError(Exception):
    """An error with a message for the user and an exit code for the shell."""

    exit_code = 1


@dataclass(frozen=True)
class Problem:
    """A sentence on what cannot be used, and its place from the outside in.

    The place is a file with a line, keys or options: `experiment.toml:3`, `scenario.2.policy`.
    """

    sentence: str
    place: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return `experiment.toml:3: scenario.2.policy: "greddy" is not one of ...`."""
        return ": ".join([*self.place, self.sentence])

    def within(self, *place: str) -> Problem:
        """Return the problem with its place inside another one."""
        return Problem(self.sentence, (*place, *self.place))

    def replace_prefix(self, old: tuple[str, ...], new: tuple[str, ...]) -> Problem:
        """Return the problem with the beginning of its place replaced, if it begins with `old`."""
        if self.place[: len(old)] != old:
            return self
        return Problem(self.sentence, (*new, *self.place[len(old) :]))


class InputError(SimlabError):
    """One or more problems in what the user wrote, all reported at once."""

    exit_code = 2

    def __init__(self, problems: str | Iterable[str | Problem], *place: str) -> None:
        """Collect problems; `place` is where all of them are, from the outside in."""
        problem_list = [problems] if isinstance(problems, str) else problems
        all_of_them = [
            Problem(problem) if isinstance(problem, str) else problem for problem in problem_list
        ]
        self.problems = list(dict.fromkeys(problem.within(*place) for problem in all_of_them))
        super().__init__("\n".join(map(str, self.problems)))


class ComponentError(InputError):
    """A rule value, a component table or a patch is unknown, broken or out of range."""


class ExperimentError(InputError):
    """An experiment file or a command line asks for something that does not exist."""


class ContractError(SimlabError):
    """A game or a policy did not keep to the interface."""


class NotRepeatable(ContractError):
    """Games of a seed, played again, went another way: what was counted of them is no result."""


class Misuse(SimlabError):
    """A line of a plain game or policy uses simlab in a way that is not possible."""


class Untranslatable(SimlabError):
    """A value or a statement of a plain game has no counterpart among kernels."""


class Refused(SimlabError):
    """A function of a plain game has statements that cannot be translated; they are noted."""


class RunError(SimlabError):
    """A run folder cannot be written or read."""


class FolderError(RunError):
    """The folder named is no run, holds another run, is in use or is not trusted."""

    exit_code = 2


class Damage(ValueError):
    """A file is missing or differs from what was written; the message says in what."""


class Interrupted(SimlabError):
    """The user stopped the run; what was finished is kept."""

    exit_code = 130

    def __init__(self, message: str, result: object = None) -> None:
        super().__init__(message)
        self.result = result
        """The result of the games played so far, if there is one."""


def results_of(steps: Iterable[Callable[[], Result]]) -> list[Result]:
    """Return the results of all steps, or raise the problems of all failing ones."""
    results: list[Result] = []
    problems: list[Problem] = []
    for step in steps:
        try:
            results.append(step())
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return results


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """Return ` Did you mean "x"?` for the nearest allowed word, or an empty text."""
    names = list(allowed)
    lowered = {name.lower(): name for name in names}
    matches = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=0.6)
    return f' Did you mean "{lowered[matches[0]]}"?' if matches else ""


def not_one_of(word: str, allowed: Sequence[str]) -> str:
    """Return `"wrod" is not one of a, b, word. Did you mean "word"?`."""
    return f'"{word}" is not one of {", ".join(allowed)}.{did_you_mean(word, allowed)}'
