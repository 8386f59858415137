"""Texts of others in Markdown are shown as they are, by any reader of it."""

from __future__ import annotations

import pytest

from simlab.files.markdown import code, code_block, escape_markdown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"),
        ("<https://x>", "&lt;https://x>"),
        ("&lt;b&gt;", "&amp;lt;b&amp;gt;"),
        ("[x](javascript:1)", r"\[x\](javascript:1)"),
        ("![x](http://x)", r"!\[x\](http://x)"),
        ("*a* _b_ `c` ~~d~~ e|f", r"\*a\* \_b\_ \`c\` \~\~d\~\~ e\|f"),
        ("C:\\x", r"C:\\x"),
        ("# a", r"\# a"),
        ("- a", r"\- a"),
        ("---", r"\---"),
        ("12. a", r"12\. a"),
        ("> a", r"\> a"),
        ("a\n\n# b\r\nc\u2028d", "a  # b c d"),
        ("\u202eabc\u2066\x1b", "abc"),
    ],
)
def test_nothing_is_read_as_markdown_or_html(text: str, shown: str) -> None:
    assert escape_markdown(text) == shown


@pytest.mark.parametrize(
    "text", ["42.0 points", "-0.3", "a < b", "rounds<=20", "no_events", "5 & 6", "50 % (41–59)"]
)
def test_ordinary_words_stay_as_they_are(text: str) -> None:
    assert escape_markdown(text) == text


def test_no_text_ends_the_code_that_it_is_in() -> None:
    assert code("a`b") == "``a`b``"
    assert code_block("toml", "a\n```\n<script>") == "````toml\na\n```\n<script>\n````"
