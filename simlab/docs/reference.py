"""Reference pages: a page per command from its help, and one per function from its docstring."""

from __future__ import annotations

import re
from collections.abc import Mapping

import typer
from typer.cli import get_docs_for_click
from typer.models import Context

import simlab
from simlab.cli.app import app

COMMANDS, FUNCTIONS = "commands", "functions"


def command_pages() -> dict[str, str]:
    """Return the page of each command by its path, and their list."""
    group = typer.main.get_command(app)
    context = Context(group, info_name="simlab")
    pages = {
        f"{COMMANDS}/{name}.md": _readable(
            get_docs_for_click(obj=command, ctx=context, name=name, call_prefix="simlab")
        )
        for name, command in group.commands.items()  # type: ignore[attr-defined]
        if not command.hidden
    }
    return {f"{COMMANDS}/index.md": _list("Commands", pages), **pages}


def function_pages() -> dict[str, str]:
    """Return the page of each public function by its path, and their list."""
    names = sorted(name for name in simlab.__all__ if name.islower())
    pages = {
        f"{FUNCTIONS}/{name}.md": f"# `simlab.{name}`\n\n```{{eval-rst}}\n"
        f".. autofunction:: simlab.{name}\n```\n"
        for name in names
    }
    return {f"{FUNCTIONS}/index.md": _list("Functions", pages), **pages}


def _readable(page: str) -> str:
    """Return the page of a command without types of Python, with its examples as blocks."""
    page = re.sub(r"^(\* `[^`]+?) <[\w\[\]]+>`", r"\1`", page, flags=re.MULTILINE)
    example = r"**Example**:\n\n```console\n$ \1\n```"
    return re.sub(r"^Example: (.+)$", example, page, flags=re.MULTILINE)


def _list(title: str, pages: Mapping[str, str]) -> str:
    names = "\n".join(path.rpartition("/")[2].removesuffix(".md") for path in pages)
    return f"# {title}\n\n```{{toctree}}\n:maxdepth: 1\n\n{names}\n```\n"
