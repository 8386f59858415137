"""What Python holds in memory is read without Arrow's threads.

Such a thread may be the last to hold the bytes, and then frees them while Python ends: about one
process in a hundred was aborted so ("terminate called without an active exception").
"""

from __future__ import annotations

import ast
from pathlib import Path

import simlab

READERS = {"ParquetFile", "open_stream", "open_file", "read_table"}
HOUSE = Path(simlab.__file__).parent


def functions_that_read_bytes() -> list[tuple[str, str]]:
    """Return the place and the source of each function that lets Arrow read bytes of Python."""
    functions = []
    for file in sorted(HOUSE.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        nodes = ast.walk(ast.parse(text)) if "BufferReader" in text else ()
        for node in nodes:
            if isinstance(node, ast.FunctionDef):
                source = ast.get_source_segment(text, node) or ""
                if "BufferReader" in source and any(f"{name}(" in source for name in READERS):
                    functions.append((f"{file.relative_to(HOUSE)}:{node.name}", source))
    return functions


def test_bytes_of_python_are_read_without_threads() -> None:
    functions = functions_that_read_bytes()
    assert len(functions) >= 2
    assert [place for place, source in functions if "use_threads=False" not in source] == []
