"""Selects a part of a rulebook: one entry by its name, or all that contain a word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simlab.errors import InputError, did_you_mean

Content = dict[str, Any]

SECTIONS = ("rules", "tables", "policies", "shipped_patches")
"""Lists of a rulebook whose entries have names."""


def part_of(book: Content, name: str) -> Content:
    """Return a rulebook with only the rule, table, policy or patch of this name.

    Raises:
        InputError: there is none.
    """
    names = [entry["name"] for section in SECTIONS for entry in book[section]]
    if name not in names:
        raise InputError(
            f'"{name}" is no rule, table, policy or patch of {book["title"]}.'
            f"{did_you_mean(name, names)} --find looks for a word.",
            "part",
        )
    return _with(book, {s: [entry for entry in book[s] if entry["name"] == name] for s in SECTIONS})


def filter_rulebook(book: Content, word: str) -> Content:
    """Return a rulebook with only the entries, and rows of tables, that contain a word.

    Raises:
        InputError: there are none.
    """
    sections = {
        section: [entry for entry in book[section] if _contains(list(entry.values()), word)]
        for section in SECTIONS
    }
    sections["tables"] = list(_tables(book["tables"], word))
    if not any(sections.values()):
        raise InputError(f'nothing in the rules of {book["title"]} contains "{word}"', "--find")
    return _with(book, sections)


def _with(book: Content, sections: Mapping[str, list[Content]]) -> Content:
    return {**book, **sections, "search": None, "every_policy": [], "remarks": []}


def _tables(tables: list[Content], word: str) -> Iterator[Content]:
    """Yield whole tables whose heading contains the word; of other tables the rows that do."""
    for table in tables:
        is_whole = _contains([table["name"], table["meaning"], table["columns"]], word)
        rows = [row for row in table["rows"] if is_whole or _contains(list(row.values()), word)]
        if rows:
            yield {**table, "rows": rows}


def _contains(content: object, word: str) -> bool:
    """Tell whether some content contains a word, regardless of case."""
    if isinstance(content, Mapping):
        return any(_contains(part, word) for pair in content.items() for part in pair)
    if isinstance(content, list | tuple):
        return any(_contains(part, word) for part in content)
    return isinstance(content, str) and word.lower() in content.lower()
