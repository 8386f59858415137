"""Prints the effect of a rule change: the answer and the largest changes, as text or JSON."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from simlab.analysis.rule_comparison import (
    CHANGED,
    MARGINS,
    UNCHANGED,
    Comparison,
    comparisons,
    effects,
    other_comparisons,
)
from simlab.analysis.tables import Tables
from simlab.cli.terminal.output import from_here, say, say_heading, say_json, say_line, say_table
from simlab.report.answers import houserule
from simlab.report.answers.metric_change import change_of, moved_pairs, ranked, value_of, verdict_of
from simlab.report.page import write
from simlab.report.page_table import records
from simlab.report.rulebook import patch_titles

MOST_ROWS = 12
"""Largest changes that are printed; the page has all."""
HEADS = ("metric", f">{UNCHANGED} → {CHANGED}", "change", "verdict")


def print_houserule(run: Path, as_json: bool) -> None:
    """Write the page of a house rule and print the changes, as text or JSON."""
    folder = from_here(run)
    page, tables = write(folder), Tables(folder)
    if as_json:
        say_json(content(tables, page))
        return
    for line in (*patch_titles(tables), *houserule.rule_text(tables)):
        say(line)
    say()
    for pair in comparisons(tables):
        say(" ".join(houserule.answer_of(tables, pair)))
    for sentence in filter(None, (houserule.warning(tables), houserule.dependence(tables))):
        say(sentence)
    for pair in moved_pairs(tables):
        say_heading(f"Largest changes with {houserule.table_of(pair)}")
        say_table(HEADS, [_row(row) for row in records(ranked(tables, pair))[:MOST_ROWS]])
        say(MARGINS)
    say_line(f"Run: {folder}")
    say_line(f"Open {page} in a browser.")


def content(tables: Tables, page: Path) -> dict[str, Any]:
    """Return all differences as JSON."""
    return {
        "run": str(tables.folder),
        "key": tables.described["key"],
        "report": str(page),
        "patches": tables.study.get("shipped", []),
        "changes": houserule.rule_text(tables),
        "answer": houserule.answer(tables),
        "pairs": [_comparison_content(tables, pair) for pair in comparisons(tables)],
        "others": [
            _comparison_content(tables, other)
            for pair in comparisons(tables)
            for other in other_comparisons(tables, pair)
        ],
    }


def _comparison_content(tables: Tables, pair: Comparison) -> dict[str, Any]:
    lines = records(effects(tables, pair).drop(columns=["scenario", "players", "entry"]))
    return {
        "players": pair.players,
        "policies": list(pair.unchanged.lineup),
        "metrics": [{name: _finite(cell) for name, cell in line.items()} for line in lines],
    }


def _finite(cell: Any) -> Any:
    """Return a cell as JSON; unknown and infinite numbers are null."""
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


def _row(row: dict[str, Any]) -> list[str]:
    change = change_of(row)
    return [
        row["label"],
        " → ".join(value_of(row, side).value for side in (UNCHANGED, CHANGED)),
        f"{change.value} ({change.range})",
        verdict_of(row),
    ]
