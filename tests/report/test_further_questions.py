"""What a run does not show: the commands that ask it of the largest table."""

from __future__ import annotations

from pathlib import Path

import simlab
from simlab.analysis.tables import Tables
from simlab.report.figure_block import Story
from simlab.report.section import sections_of
from simlab.report.sections.further_questions import TITLE
from tests.support.own_game import write_dice


def stories_of(folder: Path, game: str, is_full: bool = True, **options: object) -> list[Story]:
    run = simlab.run(game, games=40, seed=7, out=folder / "run", **options)
    shown = sections_of("competitive", Tables(run.folder), is_full)
    return [story for section in shown if section.title == TITLE for story in section.stories]


def test_the_commands_are_about_the_largest_table(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    kingmaking, decides = stories_of(tmp_path, write_dice(tmp_path, most=3), players=[2, 3])
    assert kingmaking.title == "Who picks the winner, with 3 players?"
    (command,) = kingmaking.commands
    assert command == "simlab kingmaking own.py --players 3 --policy random --seed 7"
    assert decides.commands == [command.replace("kingmaking", "decides")]


def test_the_commands_name_the_lineup_and_the_rules_of_the_run(tmp_path: Path) -> None:
    options = {"policy": ["hold", "random"], "patch": {"target": 20}}
    influence, decides = stories_of(tmp_path, "pig", **options)
    assert influence.title == "Whose choices matter, with 2 players?"
    lineup = "--policy hold --policy random"
    assert influence.commands == [
        f"simlab kingmaking pig --players 2 {lineup} --seed 7 --patch target=20"
    ]
    assert decides.commands == ["simlab decides pig --players 2 --seed 7 --patch target=20"]


def test_the_short_page_and_games_of_one_player_are_without_them(tmp_path: Path) -> None:
    game = write_dice(tmp_path, fewest=1)
    assert stories_of(tmp_path, game, players=1) == []
    assert stories_of(tmp_path / "two", game, is_full=False, players=2) == []
