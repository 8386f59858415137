"""Optional packages: the command that installs what an extra of simlab needs, in this Python."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path

from simlab import shell
from simlab.files.paths import PACKAGE

DISTRIBUTION = "simlab"
PROJECT = PACKAGE.parent / "pyproject.toml"
"""Of a clone; a wheel has metadata instead."""


def install_command(extra: str) -> str:
    """Return the command that adds the packages of an extra, such as `tune`, to this Python.

    It names the packages themselves: no index has simlab, and a wheel may lie anywhere.
    """
    return shell.join([*_installer(), *_packages(extra)])


def _installer() -> list[str]:
    """Return the words before the packages: pip's, or uv's where it made a Python without pip."""
    if find_spec("pip") is None:
        return ["uv", "pip", "install", "--python", _python()]
    return [_python(), "-m", "pip", "install"]


def _python() -> str:
    """Return the path of this Python, from the working folder if it is in a folder below.

    That is `.venv/bin/python` in a clone, without the blanks that a path to the clone may have.
    """
    python, working_folder = Path(sys.executable), Path.cwd()
    is_below = python.is_relative_to(working_folder) and python.parent != working_folder
    return str(python.relative_to(working_folder) if is_below else python)


def _packages(extra: str) -> list[str]:
    """Return the requirements of an extra, of the installed simlab or of a clone on the path."""
    try:
        of_extra = re.compile(rf"""(.+?)\s*;\s*extra == ['"]{re.escape(extra)}['"]""")
        matches = map(of_extra.fullmatch, requires(DISTRIBUTION) or [])
        return [match[1] for match in matches if match]
    except PackageNotFoundError:
        project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
        packages: list[str] = project["optional-dependencies"][extra]
        return packages
