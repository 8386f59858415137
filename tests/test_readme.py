"""The commands and snippets of the README and of the guides work as printed."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simlab.experiment.gate import read_gate
from simlab.experiment.request import requested
from simlab.experiment.sensitivity import requested_sensitivity
from simlab.experiment.tune import requested_tune
from tests.cli.conftest import Answer, Simlab
from tests.support.documents import ROOT, blocks, done, links, read, run_python
from tests.support.examples import DONE, WIDTH, examples, without_paths, write_game

README, CONTRIBUTING = read("README.md"), read("CONTRIBUTING.md")
PAGES = "simlab/docs/pages"
TOUR, CHANGE, IN_CI, FROM_PYTHON = (
    read(f"{PAGES}/{name}.md") for name in ("getting_started", "change", "ci", "python")
)
MOST_BYTES = 8000
"""Two screens."""
SIMLAB = [sys.executable, "-m", "simlab.cli"]


def tour() -> list[list[str]]:
    """Return the words of each command of the tour that goes to simlab."""
    lines = [shlex.split(line, comments=True) for line in blocks(TOUR, "sh")[2].splitlines()]
    return [words[2:] for words in lines]


def test_the_first_lines_are_the_two_commands() -> None:
    assert [line.split("#")[0].strip() for line in blocks(README, "sh")[0].splitlines()] == [
        "python3 dev.py demo",
        "python3 dev.py test",
    ]


def test_it_fits_on_two_screens() -> None:
    assert len(README.encode()) <= MOST_BYTES


def test_the_page_on_own_games_has_the_game_of_the_readme() -> None:
    assert blocks(read(f"{PAGES}/own_game.md"), "python")[0] == blocks(README, "python")[0]


def test_every_guide_is_linked() -> None:
    guides = {path.name for path in (ROOT / PAGES).glob("*.md")}
    linked = {Path(link).name for link in links(README) if link.startswith(PAGES)}
    assert guides - linked == set()


@pytest.mark.parametrize(
    ("words", "output"), dict.fromkeys((words, output) for _, words, output in examples())
)
def test_examples_print_what_is_shown(
    words: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Simlab
) -> None:
    write_game(tmp_path)
    monkeypatch.setenv("COLUMNS", WIDTH)
    answer = command(*shlex.split(words))
    assert answer.code in DONE, answer.err
    assert without_paths(answer.out) == output


def take_tour(folder: Path, run: Callable[[list[str]], str]) -> None:
    """Run each command of the tour and check that it leaves its runs with their pages."""
    for words in tour():
        runs = [str(path) for path in sorted((folder / "runs").glob("taxis-*"))]
        given = [word for each in words for word in (runs if each == "runs/taxis-*" else [each])]
        assert run(given)
    assert len(list(folder.glob("runs/taxis-*/report.html"))) == 4


def with_few_games(words: list[str]) -> list[str]:
    """Return a command with fewer games, if it plays a given number; the last option counts."""
    if words[0] == "report":
        return [*words, "--assumptions", "10"]
    plays = words[0] in {"run", "houserule", "ladder", "sweep"}
    return [*words, "--games", "120"] if plays else words


def test_the_tour_works_with_few_games(tmp_path: Path, command: Simlab) -> None:
    take_tour(tmp_path, lambda words: succeeded(command(*with_few_games(words))))


@pytest.mark.long
def test_the_tour_works_as_printed(tmp_path: Path) -> None:
    take_tour(tmp_path, lambda words: done([*SIMLAB, *words], tmp_path))


def succeeded(answer: Answer) -> str:
    """Return what a command printed; it must succeed."""
    assert answer.code == 0, answer.err
    return answer.out


def test_the_snippets_work_one_after_the_other(tmp_path: Path) -> None:
    snippets = blocks(FROM_PYTHON, "python")
    assert len(snippets) == 4
    for snippet in snippets:
        assert run_python(snippet, tmp_path)


def test_patches_do_what_the_guide_says(tmp_path: Path, command: Simlab) -> None:
    (tmp_path / "mine.toml").write_text(blocks(CHANGE, "toml")[0], encoding="utf-8")
    first, *shown = blocks(CHANGE, "console")[0].splitlines()
    sentences = [line for line in shown if line.startswith("- ")]
    for asked in (first, "$ simlab rules taxis --patch mine.toml"):
        out = succeeded(command(*shlex.split(asked)[2:]))
        assert [line for line in out.splitlines() if line.startswith("- ")] == sentences


def test_the_experiments_of_the_guides_are_experiments(tmp_path: Path) -> None:
    for number, text in enumerate([*blocks(CHANGE, "toml")[1:], *blocks(IN_CI, "toml")]):
        file = tmp_path / f"{number}.toml"
        file.write_text(text, encoding="utf-8")
        if "[[must]]" in text:
            assert read_gate(file).statements
        elif "[tune]" in text:
            assert requested_tune(str(file), {}, {}).targets
        elif "[sensitivity]" in text:
            assert requested_sensitivity(str(file), {}, {}).names
        else:
            assert requested(str(file), {"games": 10}).study


@pytest.mark.long
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


def follow_recipe(folder: Path, run: Callable[[list[str]], str]) -> dict[str, Any]:
    """Follow the recipe for a plain game; return what its commands found."""
    recipe = CONTRIBUTING.partition("## Recipe: a game in plain Python")[2]
    for language, name in (("toml", "rules.toml"), ("csv", "cards.csv"), ("python", "bazaar.py")):
        (folder / name).write_text(blocks(recipe, language)[0], encoding="utf-8")
    check, _, play, ab = re.findall(r"`simlab ([^`]*bazaar\.py[^`]*)`", recipe)
    assert "No problems." in run([*shlex.split(check), "--players", "2"])
    effect = json.loads(run([*shlex.split(ab), "--json"]))
    assert effect["patch"]["changes"] == ["Cards of the deck, points: 20 instead of 10 for pearl."]
    [scenario] = json.loads(run([*shlex.split(play), "--json"]))["scenarios"]
    assert scenario["number"] == "wins of picky"
    return dict(scenario)


def test_the_recipe_for_a_plain_game_works_with_few_games(tmp_path: Path, command: Simlab) -> None:
    few = {"run": ("--games", "200"), "ab": ("--margin", "20%")}

    def run(words: list[str]) -> str:
        return succeeded(command(*words, *few.get(words[0], ())))

    assert follow_recipe(tmp_path, run)["low"] > 0.5


@pytest.mark.long
def test_the_recipe_for_a_plain_game_works_as_printed_and_beats_chance(tmp_path: Path) -> None:
    scenario = follow_recipe(tmp_path, lambda words: done([*SIMLAB, *words], tmp_path))
    assert scenario["low"] > 0.6


def test_every_link_leads_somewhere() -> None:
    assert links(README)
    assert [link for link in links(README) if not (ROOT / link).exists()] == []
