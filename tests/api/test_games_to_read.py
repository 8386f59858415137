"""The games of a run that its page shows move by move."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

import simlab
from simlab.api.run import Run
from simlab.files.checksum import CHECKSUM, seal_json
from simlab.report.games_to_read import UNFINISHED, UNPLAYABLE
from tests.support.read_page import Page, read_page


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("pig") / "run"
    return simlab.run("pig", policy=["hold", "random"], games=200, out=folder)


def page_of(run: Run, folder: Path) -> Page:
    return read_page(run.page(folder))


def commands_in(page: Page) -> list[list[str]]:
    return [shlex.split(line)[1:] for line in re.findall("simlab replay .*", page.text)]


def test_a_page_has_four_games_that_end_as_their_rows_say(run, tmp_path, monkeypatch) -> None:
    page = page_of(run, tmp_path)
    wins = run.seats().query("credit == 1").set_index(["deal", "rotation"])
    commands = commands_in(page)
    assert len(commands) == 4
    for words in commands:
        row = wins.loc[(int(words[words.index("--game") + 1]), int(words[-1]))]
        assert f"Player {row.seat + 1} wins {row.score}\N{NO-BREAK SPACE}:" in page.text


def test_the_command_of_a_game_replays_it(run, tmp_path, command, monkeypatch) -> None:
    page = page_of(run, tmp_path)
    monkeypatch.chdir(run.folder.parent)
    answer = command(*commands_in(page)[0])
    assert answer.code == 0
    last_rolls = [line.strip(" 0123456789") for line in answer.out.splitlines() if "rolls" in line]
    assert last_rolls[-1] in page.text


def test_the_changed_rules_of_a_house_rule_are_those_to_read(tmp_path) -> None:
    run = simlab.houserule("pig", policy="hold", patch="target=50", games=100, out=tmp_path / "run")
    page = read_page(run.page())
    text = page.text[page.text.index("Games to read") :]
    assert "with 2 players by the changed rules, hold in every seat." in text
    assert {words[3] for words in commands_in(page)[-4:]} == {"2p-changed"}
    assert str(tmp_path) not in page.text


def test_games_that_cannot_be_played_again_are_left_out(run, tmp_path) -> None:
    described = run.folder / "_resolved.json"
    text = described.read_text()
    other = json.loads(text)
    del other[CHECKSUM]
    other["identity"]["game"] = ["pig", 99]
    described.write_bytes(seal_json(other))
    try:
        page = page_of(run, tmp_path)
    finally:
        described.write_text(text)
    assert UNPLAYABLE in page.text
    assert "simlab replay" not in page.text


def test_a_run_that_is_not_finished_has_no_games_to_read_yet(tmp_path) -> None:
    run = simlab.run("pig", policy="hold", games=100, out=tmp_path / "run")
    (run.folder / "_manifest.json").unlink()
    assert UNFINISHED in page_of(run, tmp_path / "page").text
