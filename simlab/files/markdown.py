"""Texts of others in Markdown: escaped, so that neither Markdown nor HTML reads them as theirs."""

from __future__ import annotations

import re

from simlab.files.writing import printable

ENTITIES = {"&": "&amp;", "<": "&lt;"}
INLINE = re.compile(r"[\\`*\[\]~|]|<(?=[A-Za-z/!?])|&(?=#?\w+;)|(?<!\w)_|_(?!\w)")
"""What has a meaning within a line: emphasis, code, links, cells, tags, entities."""
LEADING = re.compile(r"^(\d*)([#>]|[-+=](?=\s|[-=])|(?<=\d)[.)](?=\s))")
"""What makes the beginning of a line a heading, a quotation, a rule or a list."""


def escape_markdown(sentence: str) -> str:
    """Return a text on one line, whose words a reader of Markdown sees as they are."""
    line = " ".join(printable(sentence).splitlines())
    line = INLINE.sub(lambda match: ENTITIES.get(match[0], f"\\{match[0]}"), line)
    return LEADING.sub(r"\1\\\2", line)


def code(snippet: str) -> str:
    """Return a text as code within a line."""
    fence = _fence(snippet, 1)
    return f"{fence}{printable(snippet)}{fence}"


def code_block(language: str, snippet: str) -> str:
    """Return a text as a block of code, which no line in it ends."""
    fence = _fence(snippet, 3)
    return f"{fence}{language}\n{printable(snippet)}\n{fence}"


def _fence(snippet: str, least: int) -> str:
    """Return more backticks than there are in a row in a text."""
    return "`" * max(least, 1 + max(map(len, re.findall("`+", snippet)), default=0))
