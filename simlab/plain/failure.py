"""Failures of plain games in the words of their author: line, statement, game and how to replay."""

from __future__ import annotations

import builtins
import re
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from simlab import shell
from simlab.engine.build import PolicyLike
from simlab.errors import Misuse, did_you_mean
from simlab.files.error_origin import is_author_code, relative_path
from simlab.plain.chance import DRAWS, Chance, Stream

RANDOM_CALL = re.compile(r"\brandom\.\w+\(")


def sentence_of(error: BaseException) -> str:
    """Return `market.py:40: coins -= card.price: TypeError: ...`, from the author's last line."""
    error = before_generators(error)
    message = " ".join(str(error).split())
    if isinstance(error, StopIteration):
        message = message or "next() finds nothing; give it a default, as in next(rows, None)"
    reason = message if isinstance(error, Misuse) else f"{type(error).__name__}: {message}"
    reason += near_name(error)
    frame = author_frame(error)
    if frame is None:
        return reason
    location = f"{relative_path(Path(frame.filename))}:{frame.lineno}"
    return f"{location}: {frame.line}: {reason}" if frame.line else f"{location}: {reason}"


def before_generators(error: BaseException) -> BaseException:
    """Return the StopIteration that Python has turned into a RuntimeError, or the error itself.

    It does so where an author's `next()` finds nothing while a generator of simlab plays the game.
    """
    is_turned = isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration)
    return error.__cause__ or error if is_turned else error


def near_name(error: BaseException) -> str:
    """Return `. Did you mean "spaces"?` for a name that is not there, or nothing."""
    match error:
        case AttributeError(name=str(name), obj=holder) if holder is not None:
            # Python suggests one as well, but only where it prints an error itself
            names = [known for known in dir(holder) if not known.startswith("_")]
        case NameError(name=str(name)) if error.__traceback__ is not None:
            *_, (frame, _line) = traceback.walk_tb(error.__traceback__)
            names = [*frame.f_locals, *frame.f_globals, *dir(builtins)]
        case _:
            return ""
    near = did_you_mean(name, names)
    if not near and isinstance(error, AttributeError) and isinstance(error.obj, Stream | Chance):
        return f"; chance has {', '.join(f'{known}()' for known in DRAWS)}"
    return f".{near}" if near else ""


def author_frame(error: BaseException) -> traceback.FrameSummary | None:
    """Return the last frame of the author's code in a traceback."""
    frames = traceback.extract_tb(before_generators(error).__traceback__)
    author_frames = [frame for frame in frames if is_author_code(Path(frame.filename))]
    return author_frames[-1] if author_frames else None


def is_raised_by_author(error: BaseException) -> bool:
    """Return whether the line that raised an error is the author's."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and is_author_code(Path(frames[-1].filename))


def is_refusal(error: BaseException) -> bool:
    """Return whether the author's code raised an error on purpose, rather than ended Python."""
    frame = author_frame(error)
    line = (frame.line or "") if frame else ""
    return isinstance(error, Exception) and line.startswith(("raise", "assert"))


def replay_command(
    file: Path,
    lineup: Sequence[PolicyLike],
    patch: Iterable[str],
    seed: int,
    deal: int,
    rotation: int,
) -> str:
    """Return the command that plays a game again."""
    # commands name a package by its folder
    home = file.parent if file.name == "__init__.py" else file
    arguments = ["simlab", "replay", relative_path(home), "--players", str(len(lineup))]
    for policy in lineup if len({str(policy) for policy in lineup}) > 1 else lineup[:1]:
        arguments += ["--policy", str(policy)]
    for foreign in policy_files(lineup, file):
        arguments += ["--policy-file", relative_path(foreign)]
    for change in patch:
        arguments += ["--patch", change]
    arguments += ["--seed", str(seed), "--game", str(deal)]
    arguments += ["--rotation", str(rotation)] if rotation else []
    return shell.join(arguments)


def policy_files(lineup: Iterable[Any], home: Path) -> list[Path]:
    """Return the files of policies that are neither in the game's file nor shipped."""
    files = (
        file
        for policy in lineup
        for file in (policy.files or [Path(policy.function.__code__.co_filename)])
    )
    return [file for file in dict.fromkeys(files) if file != home and is_author_code(file)]


def uses_of_random(file: Path) -> str:
    """Return the first line of a file that calls Python's module random, or nothing."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if RANDOM_CALL.search(line) and not line.lstrip().startswith("#"):
            return f"{relative_path(file)}:{number}: {line.strip()}: "
    return ""


def in_short(value: Any) -> str:
    """Return a value as Python writes it, cut if it is long."""
    code = repr(value)
    return code if len(code) <= 60 else f"{code[:57]}..."
