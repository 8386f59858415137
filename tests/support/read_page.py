"""A report as a browser reads it."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "img", "source", "br", "link"}


@dataclass
class Page(HTMLParser):
    """What a page shows: its text, pictures, tables, links; tags that do not close are an error."""

    text: str = ""
    images: list[dict[str, str]] = field(default_factory=list)
    sources: list[dict[str, str]] = field(default_factory=list)
    links: list[dict[str, str]] = field(default_factory=list)
    tables: list[list[list[str]]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.ids += [attributes["id"]] if "id" in attributes else []
        kept = {"img": self.images, "source": self.sources, "a": self.links}
        if tag in kept:
            kept[tag].append(attributes)
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"style", "script"} & set(self.open):
            return
        if "td" in self.open or "th" in self.open:
            separator = " " if "small" in self.open else ""
            self.tables[-1][-1][-1] += separator + data.strip()
        self.text += data

    @property
    def csv(self) -> dict[str, str]:
        """The tables that can be downloaded, by file name."""
        return {link["download"]: decoded(link["href"]) for link in self.links}


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
