"""The README's commands and snippets work as printed."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

from simlab.experiment.request import requested

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SIMLAB = [sys.executable, "-m", "simlab.cli"]


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks in a language, without their indent."""
    code_blocks = re.findall(rf"^( *)```{language}\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)
    return [
        "\n".join(line[len(indent) :] for line in code.splitlines()) for indent, code in code_blocks
    ]


def tour() -> list[list[str]]:
    """Return the words of each command of the tour that goes to simlab."""
    lines = [shlex.split(line, comments=True) for line in blocks(README, "sh")[1].splitlines()]
    return [words[2:] for words in lines]


def done(words: list[str], folder: Path) -> str:
    """Return what a command printed; it must succeed."""
    process = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_the_first_lines_are_the_two_commands() -> None:
    assert [line.split("#")[0].strip() for line in blocks(README, "sh")[0].splitlines()] == [
        "python3 dev.py demo",
        "python3 dev.py test",
    ]


def test_the_tour_works_as_printed(tmp_path: Path) -> None:
    for words in tour():
        runs = [str(path) for path in sorted((tmp_path / "runs").glob("taxis-*"))]
        given = [word for each in words for word in (runs if each == "runs/taxis-*" else [each])]
        assert done([*SIMLAB, *given], tmp_path)
    assert len(list(tmp_path.glob("runs/taxis-*/report.html"))) == 4


def test_the_snippets_work_one_after_the_other(tmp_path: Path) -> None:
    snippets = blocks(README, "python")
    assert len(snippets) == 3
    for snippet in snippets:
        assert done([sys.executable, "-c", snippet], tmp_path)


def test_patches_do_what_the_readme_says(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(blocks(README, "toml")[0], encoding="utf-8")
    command, *sentences = blocks(README, "console")[0].splitlines()
    for asked in (command, "$ simlab rules taxis --patch mine.toml"):
        out = done([*SIMLAB, *shlex.split(asked)[2:]], tmp_path)
        assert [line for line in out.splitlines() if line.startswith("- ")] == sentences


def test_the_experiments_of_the_readme_are_experiments(tmp_path: Path) -> None:
    for number, text in enumerate(blocks(README, "toml")[1:]):
        file = tmp_path / f"{number}.toml"
        file.write_text(text, encoding="utf-8")
        assert requested(str(file), {"games": 10}).study


def test_the_recipe_for_a_policy_works_as_printed_and_beats_chance(tmp_path: Path) -> None:
    (tmp_path / "sender.py").write_text(blocks(CONTRIBUTING, "python")[0], encoding="utf-8")
    check, run = re.findall(r"`simlab ([^`]*sender\.py[^`]*)`", CONTRIBUTING)
    assert "No problems." in done([*SIMLAB, *shlex.split(check), "--players", "2"], tmp_path)
    scores = [
        json.loads(done([*SIMLAB, *shlex.split(words), "--json"], tmp_path))["scenarios"][0]
        for words in (run, "run taxis --players 2 --policy random --games 2000")
    ]
    assert scores[0]["estimate"] > 18 > 8 > scores[1]["estimate"]
    assert scores[0]["capped"] == 0


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
