"""Examples in documents: commands and programs with what they print, which a test compares.

An example is a `console` block, in which each command stands after `$`, or a `python` block that a
`text` block with its output follows. The examples of a document run in its order and in one folder.
There lie `dash.py`, the game of the README, and each file that the document shows after a line
that ends with its name: "Save this as `plays.csv`:".

`python -m tests.support.examples` runs them all and writes what they print now; the cells of the
notebooks, too.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.support.documents import ROOT, blocks, read
from tests.support.notebooks import NOTEBOOKS, executed, read_notebook, write_notebook

PAGES = "simlab/docs/pages"
MACHINES = "simlab/execution/cluster/README.md"
GUIDES = (
    MACHINES,
    *(page.relative_to(ROOT).as_posix() for page in sorted((ROOT / PAGES).glob("*.md"))),
)
DOCUMENTS = ("README.md", *GUIDES)
OF_THIS_PLACE = ("Run: ", "For a page: ", "Open ", "Intervals: ")
"""What a document leaves out: paths on this machine, and what each command says."""
WIDTH = "88"
"""Columns of the terminal: as many as a block of the site has."""
DONE = (0, 1)
"""Exit codes: a comparison that is not decided is an answer, too."""
BLOCK = r"(?:(?!```).)*"
CONSOLE = rf"```console\n(?P<session>\$ simlab {BLOCK})```"
PROGRAM = rf"(?P<code>```python\n(?P<program>{BLOCK})```\n\n```text\n){BLOCK}```"
EXAMPLE = re.compile(f"{CONSOLE}|{PROGRAM}", re.DOTALL)
FILE = re.compile(rf"`(\w+\.\w+)`:\n\n```\w+\n({BLOCK})```", re.DOTALL)
GAME = blocks(read("README.md"), "python")[0]


def reprinted(document: str, folder: Path, run: Callable[[str], str] | None = None) -> str:
    """Return a document with what its examples print now, if they run in a folder.

    `run` returns what simlab prints for some words; otherwise each command is a process of its own.
    """
    write_files(document, folder)
    run = run or partial(_run, folder)
    return EXAMPLE.sub(partial(_reprinted, folder, run), read(document))


def write_files(document: str, folder: Path) -> None:
    """Write what the examples of a document need into a folder."""
    for name, content in [("dash.py", GAME), *FILE.findall(read(document))]:
        (folder / name).write_text(content, encoding="utf-8")


def commands(session: str) -> list[str]:
    """Return the words after `simlab` of each command of a text with `console` blocks."""
    return re.findall(r"^\$ simlab (.*)$", session, re.MULTILINE)


def _reprinted(folder: Path, run: Callable[[str], str], example: re.Match[str]) -> str:
    if example["program"]:
        printed = _done(["-c", example["program"]], folder)
        return f"{example['code']}{_without_paths(printed, folder)}```"
    sessions = (
        f"$ simlab {words}\n{_without_paths(run(words), folder)}"
        for words in commands(example["session"])
    )
    return f"```console\n{''.join(sessions)}```"


def _without_paths(printed: str, folder: Path) -> str:
    """Return what was printed without the paths of this machine, as documents show it."""
    output = printed.replace(f"{folder}{os.sep}", "").replace(os.sep, "/")
    lines = [line.rstrip() for line in output.splitlines()]
    return "".join(f"{line}\n" for line in lines if not line.startswith(OF_THIS_PLACE))


def _run(folder: Path, words: str) -> str:
    return _done(["-m", "simlab.cli", *shlex.split(words)], folder)


def _done(words: list[str], folder: Path) -> str:
    """Return what a program of Python prints."""
    process = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "COLUMNS": WIDTH, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode in DONE, process.stderr
    return process.stdout


def main(names: list[str]) -> None:
    """Write what the examples print now into their documents, or into those with these names."""
    for document in DOCUMENTS:
        if not names or Path(document).stem in names:
            with tempfile.TemporaryDirectory() as folder:
                text = reprinted(document, Path(folder))
            (ROOT / document).write_text(text, encoding="utf-8", newline="\n")
            print(document)
    for file in NOTEBOOKS:
        if not names or file.stem in names:
            with tempfile.TemporaryDirectory() as folder:
                write_notebook(file, executed(read_notebook(file), Path(folder)))
            print(file.relative_to(ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])
