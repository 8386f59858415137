"""Every block of the tutorial runs, one after the other, in an empty folder."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pandas as pd
import pytest

import simlab as library
from tests.support.documents import read

TUTORIAL = read("simlab/plain/TUTORIAL.md")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PARAMETERS, COINS = "    parameters = (\n", "        self.coins = [0] * players\n"
FEW_GAMES = 20


def blocks() -> list[tuple[str, str, str]]:
    """Return kind, content and the words before each block."""
    parts, end = [], 0
    for match in BLOCK.finditer(TUTORIAL):
        parts.append((match[1], match[2], TUTORIAL[end : match.start()]))
        end = match.end()
    return parts


def write(folder: Path, kind: str, content: str, before: str) -> None:
    """Write a block into the file that the words before it name."""
    name = re.findall(r"`([\w/]+\.(?:csv|toml|py))`", before)
    game = folder / "harbour" / "harbour.py"
    if kind == "python":
        text = game.read_text()
        line = COINS if "self.coins" in content else PARAMETERS
        assert text.count(line) == 1
        new = content if line == COINS else PARAMETERS + content
        game.write_text(text.replace(line, new))
        forget(game)
    elif name[-1] == "harbour/data/rules.toml":
        rules = folder / name[-1]
        rules.write_text(f"{rules.read_text()}\n{content}")
    else:
        (folder / name[-1]).write_text(content)


def forget(file: Path) -> None:
    """Let the next command import a file again, as a process of its own does."""
    for name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) == str(file):
            del sys.modules[name]


def run_all(
    simlab, folder: Path, monkeypatch, shortened, is_left_out=lambda line: False
) -> dict[str, str]:
    """Run all blocks; return what each command printed, by the command."""
    printed = {}
    for kind, content, before in blocks():
        if kind != "sh" and kind != "text":
            write(folder, kind, content, before)
        for line in content.splitlines() if kind == "sh" else ():
            if is_left_out(line):
                continue
            monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nu\nq\n"))
            answer = simlab(*shortened(shlex.split(line)[1:]))
            may_be_1 = {"ab", "doctor"} & {*line.split()}
            assert answer.code in ((0, 1) if may_be_1 else (0,)), answer.err
            printed[line] = answer.out
    return printed


def with_few_games(words: list[str]) -> list[str]:
    if "--games" in words:
        words[words.index("--games") + 1] = str(FEW_GAMES)
    if words == ["run", "harbour/without.toml"]:
        words += ["--games", str(FEW_GAMES)]
    if words[0] in ("run", "houserule", "sweep", "ladder"):
        words += ["--jobs", "1"]
    if words[:2] == ["check", "harbour/harbour.py"]:
        words += ["--players", "2", "--deals", "1"]
    if words[0] == "report":
        words += ["--assumptions", "0"]
    return words


def test_every_block_runs_with_few_games(simlab, tmp_path, monkeypatch) -> None:
    # other tests compile games, as these do, which takes as long as all else here
    printed = run_all(
        simlab,
        tmp_path,
        monkeypatch,
        with_few_games,
        lambda line: any(name in line for name in ("compile", " ab ", " doctor ")),
    )
    assert len(printed) == 13
    assert "market: " in printed["simlab play harbour/harbour.py"]
    assert library.rules("harbour/harbour.py").frames["cards"]["copies"].sum() == 40


@pytest.mark.long
def test_the_tutorial_tells_the_truth(simlab, tmp_path, monkeypatch) -> None:
    """The numbers in the text are those that its commands print."""
    printed = run_all(simlab, tmp_path, monkeypatch, list)
    out = "\n".join(printed.values()).replace("\N{NARROW NO-BREAK SPACE}", " ")
    lines = {line.strip() for line in out.splitlines()}
    shown = [line for kind, text, _ in blocks() if kind == "text" for line in text.splitlines()]
    assert [line for line in shown if line.strip() not in lines] == []
    seats = pd.read_parquet(tmp_path / "runs" / "first" / "seats")
    assert 0.61 < seats[seats["seat"] == 0]["credit"].mean() < 0.65
