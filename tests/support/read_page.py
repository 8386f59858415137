"""A report as a browser reads it."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "br", "link", "input"}

SPAN = re.compile(r"</?span[^>]*>")

HIDDEN = "hidden"
"""Stands for the element of a label that is not shown in rows that repeat it."""


@dataclass
class Page(HTMLParser):
    """What a page shows: its text, pictures, tables, links; tags that do not close are an error."""

    text: str = ""
    images: list[dict[str, str]] = field(default_factory=list)
    """Attributes of the figures; those that only narrow screens show are left out."""
    narrow: list[dict[str, str]] = field(default_factory=list)
    """Attributes of the figures that only narrow screens show."""
    colours: set[str] = field(default_factory=set)
    """Colour variables that the figures use."""
    links: list[dict[str, str]] = field(default_factory=list)
    tables: list[list[list[str]]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.ids += [attributes["id"]] if "id" in attributes and "svg" not in self.open else []
        if tag == "a":
            self.links.append(attributes)
        if tag == "svg" and "aria-label" in attributes:
            is_narrow = attributes.get("class") == "on-narrow"
            image = {"alt": attributes["aria-label"], **attributes}
            (self.narrow if is_narrow else self.images).append(image)
        self.colours |= set(re.findall(r"var\((--c-\w+)\)", attributes.get("style", "")))
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")
        if tag not in VOID:
            self.open.append(HIDDEN if attributes.get("class") == "again" else tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() in (tag, HIDDEN)

    def handle_data(self, data: str) -> None:
        if {"style", "script", "svg", HIDDEN} & set(self.open):
            return
        if "td" in self.open or "th" in self.open:
            separator = " " if "small" in self.open else ""
            self.tables[-1][-1][-1] += separator + data.strip()
        self.text += data

    @property
    def csv(self) -> dict[str, str]:
        """The tables that can be downloaded, by file name."""
        files = [link for link in self.links if "download" in link]
        return {link["download"]: decoded(link["href"]) for link in files}


def read_page(path: Path) -> Page:
    """Read a page to its end."""
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    assert not page.open
    return page


def decoded(url: str) -> str:
    """Return the text that a data link holds."""
    head, _, content = url.partition(",")
    assert head.startswith("data:")
    assert head.endswith(";base64")
    return base64.b64decode(content).decode()


def one_line(page: str) -> str:
    """Return the HTML of a page without the elements that keep the options of a command whole."""
    return SPAN.sub("", page)
