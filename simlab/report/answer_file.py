"""Answer of a page as Markdown: question, answer, findings, command, run key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simlab.files.markdown import code, code_block, escape_markdown
from simlab.report.head import Head
from simlab.report.provenance import Provenance
from simlab.report.wording import tight

ANSWER = "answer.md"
GENERATOR = "<!-- made by simlab -->"


def markdown(head: Head, origin: Provenance, disclaimers: Sequence[str]) -> str:
    """Return what a page says in words, how to make it again, and what it does not claim."""
    paragraphs = [GENERATOR, *_paragraphs(head), *_command(origin), *_limits(disclaimers)]
    return "\n\n".join(paragraphs) + "\n"


def _paragraphs(head: Head) -> Iterator[str]:
    yield f"# {escape_markdown(head.question)}"
    yield from map(escape_markdown, head.patches)
    if head.change:
        yield "\n".join(f"- {escape_markdown(sentence)}" for sentence in head.change)
    yield f"**{escape_markdown(tight(' '.join(head.answer)))}**"
    if head.warning:
        yield f"> {escape_markdown(tight(head.warning))}"
    if head.certainty:
        yield _list(head.certainty)
    if head.dependence:
        yield escape_markdown(tight(head.dependence))
    if head.findings:
        yield "## What else was found"
        yield _list(head.findings)


def _list(pairs: Sequence[tuple[str, str]]) -> str:
    return "\n".join(
        f"- **{escape_markdown(topic)}**: {escape_markdown(tight(sentence))}"
        for topic, sentence in pairs
    )


def _command(origin: Provenance) -> Iterator[str]:
    yield "## Make it again"
    if origin.file:
        yield f"{code(origin.file)} has these lines:"
        yield code_block("toml", origin.experiment.strip())
    yield code_block("sh", origin.command)
    yield "\n".join(f"- {name}: {escape_markdown(value)}" for name, value in origin.facts.items())


def _limits(disclaimers: Sequence[str]) -> Iterator[str]:
    yield "What this does not tell you:"
    yield "\n".join(f"- {escape_markdown(line)}" for line in disclaimers)
