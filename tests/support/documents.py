"""Code and names in Markdown documents."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def read(path: str) -> str:
    """Return the text of a document of the repository."""
    return (ROOT / path).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks in a language, without their indent."""
    fenced = re.findall(rf"^( *)```{language}\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)
    return ["\n".join(line[len(indent) :] for line in code.splitlines()) for indent, code in fenced]


def done(words: list[str], folder: Path) -> str:
    """Return what a command printed; it must succeed."""
    process = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return process.stdout


def run_python(code: str, folder: Path) -> str:
    """Return what a program printed."""
    return done([sys.executable, "-c", code], folder)


def object_named(dotted: str) -> Any:
    """Return a module, or an attribute of one: `simlab.game.Game.load`.

    Raises:
        AttributeError, ImportError: there is none.
    """
    module, _, name = dotted.rpartition(".")
    try:
        return import_module(dotted)
    except ModuleNotFoundError:
        return getattr(object_named(module), name)


def links(text: str) -> list[str]:
    """Return the links of a document to files."""
    return re.findall(r"\]\(([^)#:]+)\)", text)
