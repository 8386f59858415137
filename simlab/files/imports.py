"""Imports: the files of loaded modules that a file imports from outside the environment."""

from __future__ import annotations

import ast
import functools
import hashlib
import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

from simlab.files.paths import PACKAGE

ENVIRONMENT = [
    Path(sysconfig.get_path(name)).resolve()
    for name in ("stdlib", "platstdlib", "purelib", "platlib")
]
"""Folders of Python and of installed packages."""
ROOTS = tuple(f"{folder}{os.sep}" for folder in (PACKAGE, *ENVIRONMENT))
# 64 bits: two of a million versions of a game have one digest with a chance of 3 in 10^8
DIGITS = 16


def digest_with_imports(file: Path) -> str:
    """Return what tells a version of a file, and of all that it imports, from others."""
    digest = hashlib.sha256()
    for imported_file in sorted(with_imports({file.resolve()}), key=lambda path: path.name):
        digest.update(imported_file.name.encode() + imported_file.read_bytes())
    return digest.hexdigest()[:DIGITS]


def with_imports(files: Iterable[Path]) -> set[Path]:
    """Return files with those of all modules that they import, directly or not."""
    all_files = set(files)
    if not all_files:
        return all_files
    packages = {
        _resolve_links(file): getattr(module, "__package__", None)
        for module in [*sys.modules.values()]
        # installed modules, of which there are hundreds, need not even be looked up
        if (file := getattr(module, "__file__", None)) and not file.startswith(ROOTS)
    }
    waiting = [*all_files]
    while waiting:
        file = waiting.pop()
        imported = set(_imports_of(file, packages.get(file) or "")) - all_files
        all_files |= imported
        waiting += imported
    return all_files


def _imports_of(file: Path, package: str) -> Iterator[Path]:
    """Yield the files of the loaded modules that a file imports from outside the environment."""
    if file.suffix != ".py":
        return
    for statement in _import_statements(file.read_bytes()):
        for name in _module_names(statement, package):
            origin = getattr(sys.modules.get(name), "__file__", None)
            if origin and not _is_in_environment(_resolve_links(origin)):
                yield _resolve_links(origin)


@functools.lru_cache(maxsize=128)
def _import_statements(code: bytes) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Return the statements of a file that import; the same file is asked many times in a command.

    Of a game with a thousand lines they take 20 ms to find.
    """
    nodes = ast.walk(ast.parse(code))
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


@functools.cache
def _resolve_links(file: str) -> Path:
    """Return the path of a loaded module without links: to follow them takes long."""
    return Path(file).resolve()


def _module_names(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[str]:
    """Yield the full names of modules that a statement may import, packages first."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        parents = package.split(".")[: len(package.split(".")) - max(node.level - 1, 0)]
        base = ".".join([*(parents if node.level else []), *([node.module] if node.module else [])])
        names = [f"{base}.{alias.name}" for alias in node.names]
    for name in names:
        parts = name.split(".")
        yield from (".".join(parts[:n]) for n in range(1, len(parts) + 1))


def _is_in_environment(file: Path) -> bool:
    return file.is_relative_to(PACKAGE) or any(
        file.is_relative_to(folder) for folder in ENVIRONMENT
    )
