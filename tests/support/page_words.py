"""Lint of the words of a page: length of answer and sentences, identifiers in prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

MOST_WORDS_OF_ANSWER = 40
MOST_WORDS_OF_HEAD = 120
MOST_WORDS_OF_SENTENCE = 30
MOST_BYTES = 600_000
IDENTIFIER = re.compile(r"\b[a-z]+_[a-z_]+\b")
NUMBER = re.compile(r"^[\W\d]+$")


class _Head(HTMLParser):
    """Texts of the paragraphs and lists in the header of a page, by their class."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self.is_open = False
        self.name = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.is_open = self.is_open or tag == "header"
        if tag in ("p", "ul", "dl", "h1"):
            self.name = dict(attrs).get("class") or tag

    def handle_endtag(self, tag: str) -> None:
        self.is_open = self.is_open and tag != "header"

    def handle_data(self, data: str) -> None:
        if self.is_open and data.strip():
            self.texts[self.name] = f"{self.texts.get(self.name, '')} {data.strip()}"


def word_problems(page: Path) -> Iterator[str]:
    """Yield what is too long or no plain English at the top of a short page."""
    head = _Head()
    head.feed(page.read_text(encoding="utf-8"))
    answer = head.texts["answer"]
    spoken = [
        head.texts[name]
        for name in ("answer", "notice", "certainty", "aside")
        if name in head.texts
    ]
    if len(_words(answer)) > MOST_WORDS_OF_ANSWER:
        yield f"{len(_words(answer))} words of answer: {answer}"
    if len(_words(" ".join(spoken))) > MOST_WORDS_OF_HEAD:
        yield f"{len(_words(' '.join(spoken)))} words before the first picture"
    for sentence in (one for text in spoken for one in re.split(r"(?<=[.;:]) ", text)):
        if len(_words(sentence)) > MOST_WORDS_OF_SENTENCE:
            yield f"{len(_words(sentence))} words in a sentence: {sentence}"
    yield from (f"identifier in prose: {name}" for text in spoken for name in _identifiers(text))
    if page.stat().st_size > MOST_BYTES:
        yield f"{page.stat().st_size} bytes"


def _words(text: str) -> list[str]:
    """Return the words of a text; numbers with their intervals are none."""
    return [word for word in text.split() if not NUMBER.match(word)]


def _identifiers(text: str) -> list[str]:
    return IDENTIFIER.findall(text)
