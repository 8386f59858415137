"""The README of the analysis lists every question, and its examples run."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.support.documents import ROOT, blocks, object_named, read, run_python

README = read("simlab/analysis/README.md")


def questions() -> set[str]:
    """Return the functions under `@question`, as `module.function`."""
    return {
        f"{file.stem}.{function.name}"
        for file in (ROOT / "simlab" / "analysis").glob("*.py")
        for function in ast.parse(file.read_bytes()).body
        if isinstance(function, ast.FunctionDef)
        and any(isinstance(d, ast.Name) and d.id == "question" for d in function.decorator_list)
    }


def test_every_question_is_listed_and_no_other() -> None:
    table = README.partition("## Questions")[2]
    rows = "\n".join(line for line in table.splitlines() if line.startswith("| "))
    listed = set(re.findall(r"`(\w+\.\w+)`", rows))
    assert listed == questions()
    assert all(callable(object_named(f"simlab.analysis.{name}")) for name in listed)


def test_the_examples_run(tmp_path: Path) -> None:
    for code in blocks(README, "python"):
        assert run_python(code, tmp_path)
