"""The games to read on a page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from simlab.analysis.example_games import CLOSEST, LONGEST, ExampleGame, Quantity
from simlab.analysis.tables import Tables
from simlab.report.games_to_read import (
    UNPLAYABLE,
    GamesToRead,
    GameToRead,
    Turn,
    lead_of,
    without_middle,
)
from simlab.report.page import write
from simlab.report.replay_command import path_to_show, replay_command, unbroken
from tests.support.competitive_game import CONTEST, contest
from tests.support.read_page import read_page
from tests.support.written_run import Written, write_run

GAMES = {"score": [2, 4, 1], "rounds": [5, 9, 5], "end_reason": [1] * 3, "draws": [3] * 3}
GAMES |= {"sent": [2] * 3}
TURNS = [
    Turn(f"Round {n}", [("", "Ann <1> draws."), (str(n), "Ann <1> robs Bo.")], "") for n in "12"
]


def run_of(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", [Written(GAMES, ["planner"] * 2)])


def game(tables: Tables, kind: str, column: str) -> GameToRead:
    example = ExampleGame(kind, 1204, 0, [Quantity("rounds", "rounds", 9, 5.5)], column)
    seats = [("Ann <1>", "planner"), ("Bo", "greedy")]
    command = replay_command(tables.folder, tables.main[0], 1204, 0)
    return GameToRead(example, tables.main[0], seats, TURNS, "Bo wins 16 : 15.", command)


def test_each_game_has_a_reason_an_end_a_command_and_its_turns(tmp_path) -> None:
    tables = Tables(run_of(tmp_path))
    games = GamesToRead([game(tables, LONGEST, "rounds")], lead_of(tables, tables.main[0]))
    page = read_page(write(tables.folder, games=games))
    assert "Picked from 3 games with 2 players, planner in every seat." in page.text
    assert "Game 1,204: the longest" in page.text
    assert "9 rounds (median 5.5). Bo wins 16 : 15." in page.text
    assert "simlab replay run --scenario 2p-planner --game 1204" in page.text
    assert "Move by move, 4 lines" in page.text
    assert "Round 2" in page.text
    assert page.text.count("Ann <1> robs Bo.") == 2


def test_figures_link_to_the_games_that_are_their_extremes(tmp_path) -> None:
    run = write_run(tmp_path / "run", [contest(40, 3)], cooperative=False, facts=CONTEST)
    games = [game(Tables(run), LONGEST, "rounds"), game(Tables(run), CLOSEST, "margin")]
    page = read_page(write(run, games=GamesToRead(games), is_full=True))
    targets = [link["href"][1:] for link in page.links if link["href"].startswith("#game-")]
    assert sorted(targets) == ["game-closest", "game-longest"]
    assert set(targets) <= set(page.ids)
    assert "The longest with 3 players: game 1,204." in page.text


def test_a_page_without_games_to_read_says_why(tmp_path) -> None:
    assert UNPLAYABLE in read_page(write(run_of(tmp_path), games=GamesToRead(note=UNPLAYABLE))).text


def test_seats_that_begin_a_clause_are_marked_and_all_else_is_text(tmp_path) -> None:
    marked = game(Tables(run_of(tmp_path)), LONGEST, "").marked
    assert marked("Ann <1> robs Bo") == '<b class="seat-0">Ann &lt;1&gt;</b> robs Bo'
    assert marked("Bob robs: Bo a hat; Boa") == 'Bob robs: <b class="seat-1">Bo</b> a hat; Boa'
    assert marked("A & B") == "A &amp; B"


def turns(sizes: list[int]) -> list[Turn]:
    return [Turn(str(n), [("", "x" * (size - len(str(n))))], "") for n, size in enumerate(sizes)]


@pytest.mark.parametrize(
    ("sizes", "headings"),
    [
        ([], []),
        ([50, 50], ["0", "1"]),
        ([10] * 20, [*"01234", "5 – 14", *(str(n) for n in range(15, 20))]),
        ([200], ["0"]),
        ([10, 200, 10], ["0", "1", "2"]),
    ],
)
def test_a_long_game_is_shown_without_its_middle(sizes: list[int], headings: list[str]) -> None:
    shown = without_middle(turns(sizes), 100)
    assert [turn.heading for turn in shown] == headings
    assert sum(not turn.lines for turn in shown) == (sum(sizes) > 100)


def test_a_run_is_named_without_the_path_of_the_machine(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert path_to_show(tmp_path / "runs" / "pig") == "runs/pig"
    assert path_to_show(Path("../runs/pig")) == "../runs/pig"
    assert path_to_show(tmp_path.parent / "elsewhere" / "pig") == "pig"


@pytest.mark.parametrize(
    ("quantity", "text"),
    [
        (Quantity("rounds", "rounds", 1, 2.25), "1 round (median 2.2)"),
        (Quantity("points per seat", "points", 20.5, 21), "Points per seat: 20.5 (median 21)"),
        (Quantity("lack", "", 2, 1234), "Lack: 2 (median 1,234)"),
        (
            Quantity("War: cities lost", "cities per empire", 1, 0),
            "War, cities lost: 1 city per empire (median 0)",
        ),
    ],
)
def test_quantities_are_reported_beside_their_medians(tmp_path, quantity, text: str) -> None:
    one = game(Tables(run_of(tmp_path)), LONGEST, "")
    example = replace(one.example, quantities=[quantity])
    assert replace(one, example=example).reason == f"{text}."


def test_the_lines_of_a_command_break_before_options_only() -> None:
    assert unbroken("simlab replay a&b --game 3") == (
        '<span class="option">simlab replay a&amp;b</span> <span class="option">--game 3</span>'
    )
