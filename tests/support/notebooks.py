"""Notebooks of the documentation, run cell by cell as Jupyter does, without Jupyter."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

from tests.support.documents import ROOT

NOTEBOOKS = sorted((ROOT / "simlab" / "docs" / "notebooks").glob("*.ipynb"))
WRITE_FILE = "%%writefile "
"""First line of a cell that is a file; its name follows."""


def read_notebook(file: Path) -> dict[str, Any]:
    """Return a notebook."""
    return dict(json.loads(file.read_text(encoding="utf-8")))


def write_notebook(file: Path, notebook: dict[str, Any]) -> None:
    """Write a notebook as Jupyter lays it out."""
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    file.write_text(f"{text}\n", encoding="utf-8", newline="\n")


def executed(notebook: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return a notebook with what its cells print now, if they run in a folder."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    with contextlib.chdir(folder):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                count += 1
                outputs = list(_outputs("".join(cell["source"]), count, names))
                cell = {**cell, "execution_count": count, "outputs": outputs}
            cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, count: int, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell; return what it prints, and the value of its last line if that has one."""
    if source.startswith(WRITE_FILE):
        first, _, content = source.partition("\n")
        file = Path(first.removeprefix(WRITE_FILE))
        file.write_text(content, encoding="utf-8")
        return [_stream(f"Writing {file}\n")]
    lines = ast.parse(source).body
    last = lines[-1].value if isinstance(lines[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(lines[:-1] if last else lines, []), "cell", "exec"), names)
        value = eval(compile(ast.Expression(last), "cell", "eval"), names) if last else None
    outputs = [_stream(printed.getvalue())] if printed.getvalue() else []
    return [*outputs, *([] if value is None else [_result(value, count)])]


def _stream(text: str) -> dict[str, Any]:
    return {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}


def _result(value: Any, count: int) -> dict[str, Any]:
    texts = {"text/plain": repr(value)}
    if hasattr(value, "_repr_html_"):
        texts = {"text/html": value._repr_html_(), **texts}
    data = {kind: text.splitlines(keepends=True) for kind, text in texts.items()}
    return {
        "data": data,
        "execution_count": count,
        "metadata": {},
        "output_type": "execute_result",
    }
