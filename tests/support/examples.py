"""Examples in documents: a command after `$` and what it prints, which a test compares.

`python -m tests.support.examples` runs them all and writes what they print now.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.support.documents import ROOT, blocks, read

DOCUMENTS = (
    "README.md",
    *(
        f"simlab/docs/pages/{name}.md"
        for name in sorted(path.stem for path in (ROOT / "simlab" / "docs" / "pages").glob("*.md"))
    ),
)
OF_THIS_PLACE = ("Run: ", "For a page: ", "Open ", "Intervals: ")
"""What a document leaves out: paths on this machine, and what each command says."""
WIDTH = "100"
"""Columns of the terminal."""
DONE = (0, 1)
"""Exit codes: a comparison that is not decided is an answer, too."""
CONSOLE = re.compile(r"```console\n\$ simlab ([^\n]*)\n(.*?)```", re.DOTALL)
GAME = blocks(read("README.md"), "python")[0]
"""The game `dash.py`, which examples play."""


def examples() -> Iterator[tuple[str, str, str]]:
    """Yield the document, the words after `simlab` and the output of each example."""
    for document in DOCUMENTS:
        for words, output in CONSOLE.findall(read(document)):
            yield document, words, output


def write_game(folder: Path) -> None:
    """Write `dash.py` into the folder in which an example runs."""
    (folder / "dash.py").write_text(GAME, encoding="utf-8")


def without_paths(output: str) -> str:
    """Return what a command printed without the paths of this machine, as documents show it."""
    lines = [line.rstrip() for line in output.splitlines()]
    return "".join(f"{line}\n" for line in lines if not line.startswith(OF_THIS_PLACE))


def printed(words: str, folder: Path) -> str:
    """Return what a document shows of a command that runs in a process of its own."""
    write_game(folder)
    process = subprocess.run(
        [sys.executable, "-m", "simlab.cli", *shlex.split(words)],
        cwd=folder,
        env={**os.environ, "COLUMNS": WIDTH},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode in DONE, process.stderr
    return without_paths(process.stdout)


def main() -> None:
    """Write what the examples print now into their documents."""
    for document, words, output in list(examples()):
        with tempfile.TemporaryDirectory() as folder:
            now = printed(words, Path(folder))
        text = read(document)
        example = f"```console\n$ simlab {words}\n"
        (ROOT / document).write_text(
            text.replace(f"{example}{output}```", f"{example}{now}```"), encoding="utf-8"
        )
        print(f"{document}: simlab {words}")


if __name__ == "__main__":
    main()
