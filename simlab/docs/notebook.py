"""Notebooks as pages: their text, their cells, and what these printed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WRITE_FILE = "%%writefile "
"""First line of a cell that is a file; its name follows."""


def notebook_page(file: Path) -> str:
    """Return a notebook as Markdown, with a link to its file."""
    notebook = json.loads(file.read_text(encoding="utf-8"))
    parts = [part for cell in notebook["cells"] for part in _parts(cell)]
    link = f"To run it yourself, download [the notebook]({file.name}) and open it in Jupyter."
    return "\n\n".join([*parts, link]) + "\n"


def _parts(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    name = source.partition("\n")[0].removeprefix(WRITE_FILE)
    language = "toml" if name.endswith(".toml") else "python"
    yield f"```{language}\n{source}\n```"
    for output in cell["outputs"]:
        output_text = output["text"] if "text" in output else output["data"]["text/plain"]
        yield f"```text\n{''.join(output_text).rstrip()}\n```"
