"""Commands to copy: a shell reads the words that are meant, and one module writes all of them."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simlab import shell
from tests.cli.test_app import COMMANDS
from tests.support.documents import ROOT

SOURCES = sorted((ROOT / "simlab").rglob("*.py"))
COMMAND = re.compile(rf"\bsimlab (?:{'|'.join(COMMANDS)})\b[^.;,:]*$")
"""A text that breaks off within a command."""

words = st.lists(st.text(st.sampled_from("aé \\\"'&|,=()^"), max_size=6), min_size=1)


def on_system(platform: str) -> AbstractContextManager[object]:
    return patch.object(shell, "sys", SimpleNamespace(platform=platform))


def words_on_windows(line: str) -> list[str]:
    """Split a command line at single blanks as programs do on Windows.

    2n backslashes before a quote are n, and the quote begins or ends a quoted part; after 2n + 1
    it is a letter. Two quotes within a quoted part are a letter, too.
    """
    split, letters, is_quoted, place = [], "", False, 0
    while place < len(line):
        rest = line[place:].lstrip("\\")
        n_backslashes = len(line) - place - len(rest)
        place += n_backslashes
        letters += "\\" * (n_backslashes // 2 if rest.startswith('"') else n_backslashes)
        if rest.startswith('"') and n_backslashes % 2 == 0 and not (is_quoted and rest[1:2] == '"'):
            is_quoted = not is_quoted
        elif rest.startswith(" ") and not is_quoted:
            split.append(letters)
            letters = ""
        else:
            letters += rest[:1]
            place += rest.startswith('""') and n_backslashes % 2 == 0
        place += 1
    return [*split, letters]


# the first words take seconds to make on a busy machine
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(words)
def test_programs_on_windows_get_the_words(command: list[str]) -> None:
    with on_system("win32"):
        assert words_on_windows(shell.join(command)) == command


@given(words)
def test_other_shells_read_the_words(command: list[str]) -> None:
    with on_system("linux"):
        assert shlex.split(shell.join(command)) == command


@given(st.text(min_size=1))
def test_cmd_and_powershell_read_nothing_into_a_word(word: str) -> None:
    """All that means something to one of both is in double quotes."""
    with on_system("win32"):
        quoted = shell.quote(word)
    if quoted == word:
        assert not set(word) & set(" \t,;&|<>()[]{}^%!$`'\"@#*?~")
    else:
        assert quoted[0] == quoted[-1] == '"'


@pytest.mark.parametrize(
    ("word", "quoted"),
    [
        ("runs/pig-1", "runs/pig-1"),
        (r"C:\games\bazaar.py", r"C:\games\bazaar.py"),
        (r"C:\Users\Me Too\bazaar.py", r'"C:\Users\Me Too\bazaar.py"'),
        ("2,3", '"2,3"'),
        ("optuna>=4.5", '"optuna>=4.5"'),
        ("", '""'),
    ],
)
def test_words_on_windows_look_as_people_type_them(word: str, quoted: str) -> None:
    with on_system("win32"):
        assert shell.quote(word) == quoted


def test_one_module_quotes() -> None:
    others = [file for file in SOURCES if file.name != "shell.py"]
    quoting = re.compile(r"\bshlex\b|list2cmdline")
    assert [file for file in others if quoting.search(file.read_text(encoding="utf-8"))] == []


def broken_off(file: Path) -> Iterator[str]:
    """Yield commands of simlab in formatted texts that go on with a value that is not quoted."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.JoinedStr):
            continue
        text = ""
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += part.value
            elif COMMAND.search(text) and not ast.unparse(part).startswith("{shell.quote("):
                yield f"{file.name}:{node.lineno}: {text}{ast.unparse(part)}"


def test_every_value_in_a_printed_command_is_quoted() -> None:
    assert [command for file in SOURCES for command in broken_off(file)] == []


def test_a_value_that_is_not_quoted_is_found(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "f'go on with: simlab resume {folder}'\nf'simlab runs lists {folders}, simlab run {n}.'\n"
        "f'simlab resume {shell.quote(folder)}'\nf'{games} of simlab; play {game}'\n",
        encoding="utf-8",
    )
    assert len(list(broken_off(file))) == 3
