"""Glossary of a run's columns: writes COLUMNS.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pyarrow.parquet as pq

from simlab.files.markdown import escape_markdown


def columns_text(name: str, files: Mapping[str, Path], has_scenarios: bool) -> str:
    """Return the text of COLUMNS.md from the first file of each table."""
    lines = [f"# Columns of {escape_markdown(name)}", "", "Null stands for what does not apply."]
    lines.append("`deal` and `rotation` name a game, in all tables of the run.")
    if "seats" in files:
        lines.append("Seats are numbered from 0, on pages from 1.")
    lines.append(
        "Intervals count a deal in all its rotations as one observation: its games share the luck."
    )
    for table, file in files.items():
        lines += ["", f"## {table}", "", "| column | meaning | unit |", "|---|---|---|"]
        lines += [f"| {' | '.join(map(escape_markdown, column))} |" for column in _columns(file)]
    if has_scenarios:
        lines += ["", "Each table has a column `scenario`, from the name of its folder."]
    return "\n".join([*lines, ""])


def _columns(file: Path) -> Iterator[tuple[str, str, str]]:
    """Yield name, meaning and unit of each column of a table."""
    for field in pq.read_schema(file):
        about = field.metadata
        yield field.name, about[b"description"].decode(), about[b"unit"].decode()
