"""Cache of machine code on disk, keyed by everything that the code depends on.

Numba's own cache looks at the file of the compiled function only; a change in a helper in another
file, or in a value read from elsewhere, goes unnoticed, and the old machine code keeps running.
Here a kernel's code is kept in a folder named by a hash of the engine, of the package (or single
file) that the kernel is in, and of Numba's version and flags; its file is named by a hash of the
values it reads and of its signature. A file that was cut, damaged or exchanged is not loaded, and
one that cannot be written is left out: the kernel is compiled again.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import shutil
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import NullCache
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from simlab.engine.linked import introduce, rebuilt
from simlab.engine.sources import sources_of
from simlab.files.paths import cache_folder

ENGINE = Path(__file__).parent
SIMLAB = ENGINE.parent
GAMES = SIMLAB / "games"
FLAGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
KEPT = 24
"""Cache folders kept of each package, the last ones used: the engine has one for each game that is
played, beside that which all share."""
KEPT_CODES = 64
"""Files kept of each function: the last ones written, for other signatures or other values."""
SEAL = hashlib.sha256().digest_size
"""Bytes at the start of a file that seal the rest."""


class CodeCache(NullCache):
    """The machine code of one function on disk; asked by Numba before and after it compiles."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        sources = sources_of(function)
        code = sources.functions[0].__code__
        self.folder = folder
        self.name = function.__qualname__.replace("<", "").replace(">", "")
        self.made_from = [
            code.co_filename,
            code.co_firstlineno,
            function.__module__,
            function.__qualname__,
            sorted((str(file), name, digest) for (file, name), digest in sources.values.items()),
        ]

    @property
    def cache_path(self) -> str:
        """The folder, as Numba's statistics tell it."""
        return str(self.folder)

    def path(self, signature: Any) -> Path:
        """Return the file of the code for a signature on this machine."""
        machine = cpu_target.target_context.codegen().magic_tuple()
        made_from = repr([*self.made_from, str(signature), machine])
        return self.folder / f"{self.name}.{hashlib.sha256(made_from.encode()).hexdigest()}.code"

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the code for a signature, or None where there is none that can be trusted."""
        target_context.refresh()
        path = self.path(signature)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        # damaged machine code would crash the process, and with it every run that is under way
        if content[:SEAL] != seal(path, content[SEAL:]):
            return None
        return rebuilt(target_context, *pickle.loads(content[SEAL:]))

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the code for a signature if it can be written and holds in another process."""
        introduce(result)
        # it holds addresses of this process
        if result.library.has_dynamic_globals or result.lifted:
            return
        path, code = self.path(signature), dumps(result._reduce())
        # on a full disk the code is compiled again by the next process
        with contextlib.suppress(OSError):
            write(path, seal(path, code) + code)
            prune(path.parent.glob(f"{self.name}.*"), KEPT_CODES)


def seal(path: Path, code: bytes) -> bytes:
    """Return a checksum of code together with the name of its file."""
    return hashlib.sha256(path.name.encode() + code).digest()


def write(path: Path, content: bytes) -> None:
    """Write a file as a whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"_{uuid.uuid4().hex}.tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


@functools.cache
def fingerprinted_folder(*files: Path) -> Path:
    """Return the cache folder for kernels made from these files, made and pruned if it can be."""
    homes = list(dict.fromkeys(home_of(file) for file in files))
    name = homes[0].stem
    folder = cache_folder() / "kernels" / f"{name}-{fingerprint(frozenset(homes))}"
    with contextlib.suppress(OSError):
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            prune(folder.parent.glob(f"{name}-*"), KEPT)
        # a use counts as the last one, by which folders are pruned
        os.utime(folder)
    return folder


def home_of(file: Path) -> Path:
    """Return the folder of the game or package a file belongs to as a whole, or the file itself."""
    # as a whole: kernels of the engine call each other across its files
    if file.is_relative_to(ENGINE):
        return ENGINE
    if file.is_relative_to(GAMES):
        return GAMES / file.relative_to(GAMES).parts[0]
    if file.is_relative_to(SIMLAB):
        return file  # what else of simlab a kernel calls is in files of its own
    home = file
    while (home.parent / "__init__.py").exists():
        home = home.parent
    return home


@functools.cache
def fingerprint(homes: frozenset[Path]) -> str:
    """Return a hash of the engine, of these packages or files, and of Numba's version and flags.

    A lone file counts with the files beside it, which it may import.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    digest.update(repr([os.environ.get(flag) for flag in FLAGS]).encode())
    foreign = any(not home.is_relative_to(SIMLAB) for home in homes)
    # a stranger's kernels may call those of any shipped game
    for home in sorted({ENGINE, *homes, *([GAMES] if foreign else [])}):
        for source in sorted(home.rglob("*.py") if home.is_dir() else home.parent.glob("*.py")):
            digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def prune(paths: Iterable[Path], n_kept: int) -> None:
    """Remove all but the last used of some files or folders."""
    # another process may prune at the same time
    with contextlib.suppress(FileNotFoundError):
        for path in sorted(paths, key=lambda path: path.stat().st_mtime)[:-n_kept]:
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink()
