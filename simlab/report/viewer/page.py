"""Page with the viewer of one game: self-contained HTML, the same bytes for the same game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from simlab.errors import InputError
from simlab.files.writing import write_whole

SUFFIX = ".html"
FOLDER = Path(__file__).parent
"""Folder with the script and the style sheet of the viewer."""


def write_viewer(game: Mapping[str, Any], file: Path) -> None:
    """Write the page of a game, given as `simlab.explain.viewer_data.viewer_data` returns it.

    Raises:
        InputError: the name is not that of a page, or the file cannot be written.
    """
    check_name(file)
    try:
        write_whole(file, viewer_page(game).encode())
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {error.strerror}") from error


def check_name(file: Path) -> None:
    """Check that a file may be written as a page.

    Raises:
        InputError: its name ends otherwise.
    """
    if file.suffix != SUFFIX:
        raise InputError(f"{file}: not a page; name a file that ends in {SUFFIX}", "html")


@cache
def template() -> Template:
    """Return the template of the page, which is compiled once."""
    environment = Environment(
        loader=PackageLoader("simlab.report", "viewer"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("viewer.html")


def viewer_page(game: Mapping[str, Any]) -> str:
    """Return the page of a game as HTML."""
    parts = ("viewer", "chances") if "chances" in game else ("viewer",)
    style, script = (
        Markup("\n".join(_text_of(f"{part}.{suffix}") for part in parts))
        for suffix in ("css", "js")
    )
    return template().render(game=game, content=Markup(in_script(game)), style=style, script=script)


def in_script(content: Mapping[str, Any]) -> str:
    """Return JSON that may stand in a script element."""
    json_text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return (
        json_text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    )


def _text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
