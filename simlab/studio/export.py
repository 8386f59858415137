"""Exports of a tried question: patch file, experiment, command line and table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from simlab.api import arguments
from simlab.experiment.spec import check_table
from simlab.experiment.toml_text import text_of
from simlab.game.components.key import key_parts
from simlab.studio.question import Question
from simlab.studio.tried import TriedRow

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of cells that a spreadsheet would compute."""
SIDES = ("unchanged", "changed", "effect")


def patch_file(question: Question, row: TriedRow) -> str:
    """Return the changed rules as a patch file, which every command reads."""
    title = row.name or " ".join(row.changes) or "Unchanged rules"
    lines = {"title": title, **question.patch}
    return "".join(f"{toml_key(key)} = {toml_value(value)}\n" for key, value in lines.items())


def toml_key(key: str) -> str:
    """Return a dotted key with each part in quotes that needs them."""
    parts = key_parts(key)
    return ".".join(part if _is_bare(part) else toml_value(part) for part in parts)


def _is_bare(part: str) -> bool:
    return part.replace("_", "").replace("-", "").isalnum() and part.isascii()


def toml_value(value: object) -> str:
    """Return a text, a whole number or a switch in TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(_escape(letter) for letter in escaped) + '"'


def _escape(letter: str) -> str:
    return f"\\u{ord(letter):04x}" if ord(letter) < ord(" ") or letter == "\x7f" else letter


def experiment_file(question: Question, row: TriedRow) -> str:
    """Return the question as an experiment, which `simlab run` plays."""
    change = {"houserule": {"patch": [dict(question.patch)]}} if question.patch else {}
    entries = {key: value for key, value in question.options.items() if value}
    games = str(games_of(row))
    return text_of(
        check_table({"game": question.game.reference, **entries, "games": games, **change})
    )


def command_line(question: Question, games: int) -> str:
    """Return the command that plays the same deals with the same rules."""
    patch = arguments.patch_texts([question.patch]) if question.patch else None
    options = {**question.options, "games": str(games), "patch": patch}
    if question.patch and question.metric:
        options["metric"] = question.metric
    command = "houserule" if question.patch else "run"
    return arguments.command_line(command, question.game.reference, options)


def games_of(row: TriedRow) -> int:
    """Return the games under each rule set at the last look, to which its intervals belong."""
    answer = row.answer
    n_sides = 2 if answer["is_changed"] else 1
    per_block = int(answer["games"]) // (n_sides * int(answer["blocks"]))
    return per_block * int(answer["look"])


def table_file(row: TriedRow) -> str:
    """Return the answer as a table: a line for each number, with its interval."""
    with io.StringIO(newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["what", "rules", "estimate", "low", "high"])
        writer.writerows([safe_cell(cell) for cell in line] for line in _lines(row.answer))
        return file.getvalue()


def safe_cell(cell: object) -> object:
    """Return a cell that no spreadsheet computes; numbers stay as they are."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def _lines(answer: Mapping[str, Any]) -> Iterator[list[object]]:
    headline = [answer["headline"]] if answer.get("headline") else []
    for entry in [*headline, *answer.get("shares", []), *answer.get("metrics", [])]:
        for side in SIDES:
            if side in entry:
                numbers = entry[side]
                yield [entry["label"], side, *(numbers[k] for k in ("estimate", "low", "high"))]
