"""Answer of a page as Markdown: question, answer, findings, command, run key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simlab.report.wording import tight

if TYPE_CHECKING:
    from simlab.report.page import Head, Report

ANSWER = "answer.md"
GENERATOR = "<!-- made by simlab -->"


def markdown(report: Report) -> str:
    """Return what the page says in words, and how to make it again."""
    return "\n\n".join([GENERATOR, *_paragraphs(report.head), *_command(report)]) + "\n"


def _paragraphs(head: Head) -> Iterator[str]:
    yield f"# {head.question}"
    yield from head.patches
    if head.change:
        yield "\n".join(f"- {sentence}" for sentence in head.change)
    yield f"**{tight(' '.join(head.answer))}**"
    if head.warning:
        yield f"> {tight(head.warning)}"
    if head.certainty:
        yield _list(head.certainty)
    if head.dependence:
        yield tight(head.dependence)
    if head.findings:
        yield "## What else was found"
        yield _list(head.findings)


def _list(pairs: Sequence[tuple[str, str]]) -> str:
    return "\n".join(f"- **{topic}**: {tight(sentence)}" for topic, sentence in pairs)


def _command(report: Report) -> Iterator[str]:
    origin = report.origin
    yield "## Make it again"
    yield f"```sh\n{origin.command}\n```"
    yield "\n".join(f"- {name}: {value}" for name, value in origin.facts.items())
    yield "What this does not tell you:"
    yield "\n".join(f"- {line}" for line in report.disclaimers)
