"""Origin of an error: the line of a game's or policy's own code that raised it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from simlab.files.paths import PACKAGE

GAMES = PACKAGE / "games"
ENVIRONMENT = tuple(Path(folder).resolve() for folder in {sys.prefix, sys.base_prefix})


def complaint(error: BaseException) -> str:
    """Return `raises KeyError('bust') (metrics.py:12: row["bust"])`, always in one line."""
    origin = place_of(error)
    exception = " ".join(repr(error).split())
    return f"raises {exception} ({origin})" if origin else f"raises {exception}"


def place_of(error: BaseException) -> str:
    """Return file, line and statement of the last frame of author code in a traceback."""
    author_frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if is_author_code(Path(frame.filename))
    ]
    if not author_frames:
        return ""
    origin = f"{relative_path(Path(author_frames[-1].filename))}:{author_frames[-1].lineno}"
    return f"{origin}: {author_frames[-1].line}" if author_frames[-1].line else origin


def is_refusal(error: BaseException) -> bool:
    """Return whether simlab itself raised an error, as it refuses what an author wrote."""
    frames = traceback.extract_tb(error.__traceback__)
    file = Path(frames[-1].filename) if frames else Path()
    is_of_simlab = file.is_file() and file.resolve().is_relative_to(PACKAGE)
    return isinstance(error, ValueError | TypeError) and is_of_simlab and not is_author_code(file)


def is_author_code(file: Path) -> bool:
    """Return whether a file belongs to a game or a policy, not to simlab, Python or packages."""
    if not file.is_file():
        return False
    path = file.resolve()
    if path.is_relative_to(PACKAGE):
        return path.is_relative_to(GAMES)
    return not any(
        path.is_relative_to(root / part)
        for root in ENVIRONMENT
        for part in ("lib", "lib64", "Lib", "bin", "Scripts")
    )


def definition_of(function: Callable[..., Any]) -> str:
    """Return file and line of a function's definition."""
    code = getattr(function, "py_func", function).__code__
    return f"{relative_path(Path(code.co_filename))}:{code.co_firstlineno}"


def relative_path(file: Path) -> str:
    """Return a path relative to the working folder if it is below."""
    working_folder = Path.cwd()
    return str(file.relative_to(working_folder) if file.is_relative_to(working_folder) else file)
