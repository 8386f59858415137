"""Makes files behave in this process as on Windows, as far as Linux can imitate it.

Python imports this module when it starts if its folder is in PYTHONPATH; the plugin
`tests.support.as_windows` sees to that for the processes that a test starts. Only what simlab does
itself is affected, not what the packages do that it uses.

- `os.fsync` refuses a file that was opened for reading.
- A file that this process has open, or mapped into memory, is neither replaced nor removed, and
  the first try to replace a file fails, as where a virus scanner looks at it.
- `os.rename` replaces nothing.
- A text file whose encoding is not named is in Windows-1252, and its lines end in two characters.
- Locks come from `msvcrt`; there is no `fcntl`.
"""

from __future__ import annotations

import builtins
import contextlib
import errno
import fcntl
import functools
import importlib
import io
import os
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

ONLY_ON_POSIX = ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty")
SIMLAB = str(Path(__file__).resolve().parents[3] / "simlab") + os.sep
FILES_OF_THIS_PROCESS = Path("/proc/self/fd")
MAPS_OF_THIS_PROCESS = Path("/proc/self/maps")
refused: set[str] = set()
"""Paths that a first try has been refused for."""


def is_asked_by_simlab(depth: int = 2) -> bool:
    """Return whether simlab calls a function of `os`, directly or through pathlib or shutil."""
    frame = sys._getframe(depth)
    while frame.f_back and Path(frame.f_code.co_filename).name in ("pathlib.py", "shutil.py"):
        frame = frame.f_back
    return frame.f_code.co_filename.startswith(SIMLAB)


def is_in_use(path: str) -> bool:
    """Return whether this process has a file open or mapped into memory."""
    real = os.path.realpath(path)
    for opened in FILES_OF_THIS_PROCESS.iterdir():
        with contextlib.suppress(OSError):  # it has been closed
            if str(opened.readlink()) == real:
                return True
    return f" {real}\n" in MAPS_OF_THIS_PROCESS.read_text(encoding="utf-8")


def refusal(path: str) -> PermissionError:
    return PermissionError(errno.EACCES, "The file is in use", path)


def flush_what_can_be_written(genuine: Callable[[int], None]) -> Callable[[int], None]:
    def fsync(file: int) -> None:
        if fcntl.fcntl(file, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        genuine(file)

    return fsync


def replace_what_is_closed(genuine: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(genuine)
    def replace(source: Any, target: Any, **options: Any) -> None:
        if is_asked_by_simlab():
            path = os.fspath(target)
            is_first = path not in refused
            refused.add(path)
            for each in (os.fspath(source), path):
                if is_in_use(each):
                    raise refusal(each)
            if is_first:
                raise refusal(path)
        genuine(source, target, **options)

    return replace


def remove_what_is_closed(genuine: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(genuine)
    def remove(path: Any, **options: Any) -> None:
        if is_asked_by_simlab() and is_in_use(os.fspath(path)):
            raise refusal(os.fspath(path))
        genuine(path, **options)

    return remove


def rename_to_what_is_not_there(genuine: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(genuine)
    def rename(source: Any, target: Any, **options: Any) -> None:
        if is_asked_by_simlab() and Path(target).exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(target))
        genuine(source, target, **options)

    return rename


def open_as_on_windows(genuine: Callable[..., Any]) -> Callable[..., Any]:
    """Return `open` with the encoding and the line ends of Windows where simlab names none."""

    @functools.wraps(genuine)
    def opened(
        file: Any,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        *rest: Any,
        **options: Any,
    ) -> Any:
        if "b" not in mode and is_asked_by_simlab():
            encoding = "cp1252" if encoding in (None, "locale") else encoding
            newline = "\r\n" if newline is None and mode[0] in "wax" else newline
        return genuine(file, mode, buffering, encoding, errors, newline, *rest, **options)

    return opened


def locking(file: int, mode: int, n_bytes: int) -> None:
    """Lock or refuse as `msvcrt.locking` does."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from None


def import_as_on_windows(genuine: Callable[..., Any]) -> Callable[..., Any]:
    """Return `__import__` without the modules of POSIX where simlab imports."""

    def imported(name: str, names: Any = None, *rest: Any, **options: Any) -> Any:
        importer = str((names or {}).get("__name__", ""))
        if importer.partition(".")[0] == "simlab" and name in ONLY_ON_POSIX:
            raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
        return genuine(name, names, *rest, **options)

    return imported


def load_lock() -> None:
    """Import the module of locks as on Windows."""
    simlab = importlib.import_module("simlab")
    msvcrt = types.ModuleType("msvcrt")
    vars(msvcrt).update(locking=locking, LK_NBLCK=2)
    before, sys.platform = sys.platform, "win32"
    sys.modules["msvcrt"] = msvcrt
    try:
        importlib.import_module(f"{simlab.__name__}.files.lock")
    finally:
        sys.platform = before
        del sys.modules["msvcrt"]


def begin() -> None:
    """Behave as on Windows from now on."""
    os.fsync = flush_what_can_be_written(os.fsync)
    os.replace = replace_what_is_closed(os.replace)
    os.rename = rename_to_what_is_not_there(os.rename)
    os.remove = remove_what_is_closed(os.remove)
    os.unlink = remove_what_is_closed(os.unlink)
    io.open = builtins.open = open_as_on_windows(builtins.open)
    builtins.__import__ = import_as_on_windows(builtins.__import__)
    load_lock()


begin()
