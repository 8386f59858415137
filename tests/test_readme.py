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

from simlab.experiment.request import request_experiment
from simlab.studies.gate.request import read_gate
from simlab.studies.sensitivity.request import request_sensitivity
from simlab.studies.tune.request import request_tune
from tests.cli.conftest import Answer, Simlab
from tests.support.documents import ROOT, blocks, done, links, read
from tests.support.examples import DOCUMENTS, DONE, WIDTH, reprinted
from tests.support.undrawn import blank

README = read("README.md")
PLAIN_GAMES, COMPILED_GAMES = read("simlab/plain/README.md"), read("simlab/games/README.md")
PAGES = "simlab/docs/pages"
TOUR, CHANGE = read(f"{PAGES}/getting_started.md"), read(f"{PAGES}/change.md")
WITH_FILES = ("change", "sweep", "tune", "sensitivity", "ci")
"""Guides that show files of experiments."""
FIRST = "README.md"
"""The document whose examples every run of the tests compares; those of the others are long."""
MOST_BYTES = 8000
"""Two screens."""
SIMLAB = [sys.executable, "-m", "simlab.cli"]


def tour() -> list[list[str]]:
    """Return the words of each command of the tour that goes to simlab."""
    lines = [shlex.split(line, comments=True) for line in blocks(TOUR, "sh")[1].splitlines()]
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


def test_links_lead_from_the_readme_to_every_guide() -> None:
    guides = {path.name for path in (ROOT / PAGES).glob("*.md")}
    reached, ahead = set(), {Path(link).name for link in links(README)} & guides
    while ahead:
        reached |= ahead
        targets = (links(read(f"{PAGES}/{name}")) for name in ahead)
        ahead = {Path(link).name for each in targets for link in each} & guides - reached
    assert guides - reached == set()


@pytest.mark.parametrize(
    "document",
    [pytest.param(each, marks=[pytest.mark.long] * (each != FIRST)) for each in DOCUMENTS],
)
def test_examples_print_what_is_shown(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Simlab
) -> None:
    monkeypatch.setenv("COLUMNS", WIDTH)

    def run(words: str) -> str:
        answer = command(*shlex.split(words))
        assert answer.code in DONE, answer.err
        return answer.out

    assert reprinted(document, tmp_path, run) == read(document)


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


def test_the_tour_works_with_few_games(
    tmp_path: Path, command: Simlab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simlab.report.page.picture_of", blank)
    take_tour(tmp_path, lambda words: succeeded(command(*with_few_games(words))))


@pytest.mark.long
def test_the_tour_works_as_printed(tmp_path: Path) -> None:
    take_tour(tmp_path, lambda words: done([*SIMLAB, *words], tmp_path))


def succeeded(answer: Answer) -> str:
    """Return what a command printed; it must succeed."""
    assert answer.code == 0, answer.err
    return answer.out


def test_a_patch_is_the_same_as_a_file_and_as_options(tmp_path: Path, command: Simlab) -> None:
    (tmp_path / "mine.toml").write_text(blocks(CHANGE, "toml")[0], encoding="utf-8")
    asked = ("mine.toml",), ("officers=+1", "soldiers.joker_3=off")
    options = [[word for patch in patches for word in ("--patch", patch)] for patches in asked]
    answers = [succeeded(command("rules", "taxis", *each)).splitlines() for each in options]
    from_file, from_options = ([line for line in lines if line[:2] == "- "] for lines in answers)
    assert from_file == from_options != []


def test_the_experiments_of_the_guides_are_experiments(tmp_path: Path) -> None:
    texts = [text for name in WITH_FILES for text in blocks(read(f"{PAGES}/{name}.md"), "toml")]
    for number, text in enumerate(texts):
        if "game =" not in text:  # a patch
            continue
        file = tmp_path / f"{number}.toml"
        file.write_text(text, encoding="utf-8")
        if "[[must]]" in text:
            assert read_gate(file).statements
        elif "[tune]" in text:
            assert request_tune(str(file), {}, {}).targets
        elif "[sensitivity]" in text:
            assert request_sensitivity(str(file), {}, {}).names
        else:
            assert request_experiment(str(file), {"games": 10}).study


@pytest.mark.long
def test_the_recipe_for_a_policy_works_as_printed_and_beats_chance(tmp_path: Path) -> None:
    (tmp_path / "sender.py").write_text(blocks(COMPILED_GAMES, "python")[0], encoding="utf-8")
    check, run = re.findall(r"`simlab ([^`]*sender\.py[^`]*)`", COMPILED_GAMES)
    assert "No problems." in done([*SIMLAB, *shlex.split(check), "--players", "2"], tmp_path)
    scores = [
        json.loads(done([*SIMLAB, *shlex.split(words), "--json"], tmp_path))["scenarios"][0]
        for words in (run, "run taxis --players 2 --policy random --games 2000")
    ]
    assert scores[0]["estimate"] > 18 > 8 > scores[1]["estimate"]
    assert scores[0]["capped"] == 0


def follow_recipe(folder: Path, run: Callable[[list[str]], str]) -> dict[str, Any]:
    """Follow the recipe for a plain game; return what its commands found."""
    for language, name in (("toml", "rules.toml"), ("csv", "cards.csv"), ("python", "bazaar.py")):
        (folder / name).write_text(blocks(PLAIN_GAMES, language)[0], encoding="utf-8")
    check, _, play, ab, *_ = re.findall(r"`simlab ([^`]*bazaar\.py[^`]*)`", PLAIN_GAMES)
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
