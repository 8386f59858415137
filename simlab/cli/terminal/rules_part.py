"""A part of a rulebook: what bears a name, or all that contains a word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simlab.errors import InputError, did_you_mean

Content = dict[str, Any]

SECTIONS = ("rules", "tables", "policies", "shipped_patches")
"""Lists of a rulebook whose entries have names."""


def part_of(book: Content, name: str) -> Content:
    """Return a rulebook with the rule, table, policy or patch of this name alone.

    Raises:
        InputError: there is none.
    """
    names = [entry["name"] for section in SECTIONS for entry in book[section]]
    if name not in names:
        raise InputError(
            f'part: "{name}" is no rule, table, policy or patch of {book["title"]}.'
            f"{did_you_mean(name, names)} --find looks for a word."
        )
    return _with(book, {s: [each for each in book[s] if each["name"] == name] for s in SECTIONS})


def containing(book: Content, word: str) -> Content:
    """Return a rulebook with all entries that contain a word, and of tables the rows that do.

    Raises:
        InputError: nothing does.
    """
    found = {
        section: [entry for entry in book[section] if _contains(list(entry.values()), word)]
        for section in SECTIONS
    }
    found["tables"] = list(_tables(book["tables"], word))
    if not any(found.values()):
        raise InputError(f'--find: nothing in the rules of {book["title"]} contains "{word}"')
    return _with(book, found)


def _with(book: Content, sections: Mapping[str, list[Content]]) -> Content:
    return {**book, **sections, "search": None, "every_policy": [], "remarks": []}


def _tables(tables: list[Content], word: str) -> Iterator[Content]:
    """Yield whole tables whose head contains the word, and of others the rows that do."""
    for table in tables:
        is_whole = _contains([table["name"], table["meaning"], table["columns"]], word)
        rows = [row for row in table["rows"] if is_whole or _contains(list(row.values()), word)]
        if rows:
            yield {**table, "rows": rows}


def _contains(content: object, word: str) -> bool:
    """Say whether a word stands anywhere in some content, whatever its case."""
    if isinstance(content, Mapping):
        return any(_contains(each, word) for pair in content.items() for each in pair)
    if isinstance(content, list | tuple):
        return any(_contains(each, word) for each in content)
    return isinstance(content, str) and word.lower() in content.lower()
