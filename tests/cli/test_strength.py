"""simlab strength: one page in Markdown on all policies at tables of every size."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from simlab.analysis.habit import GameHabits, habit_table
from simlab.catalog import find_game
from simlab.errors import InputError
from simlab.files.paths import data_folder
from simlab.game.strengths import MeasuredPolicy, read_strengths
from simlab.studies.ladder.strength import table_file
from simlab.studies.ladder.strength_page import strength_page
from tests.support.written_ladder import duel_ladder, score_ladder

PIG = ("strength", "pig", "--games", "600")
MEASURED = {2: [MeasuredPolicy("ace", 0.7, 0.6, 0.8, 20), MeasuredPolicy("bob", 0.3, 0.2, 0.4, 60)]}


@pytest.fixture(autouse=True)
def short_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simlab.studies.ladder.strength.SECONDS", 0.001)
    monkeypatch.setattr("simlab.explain.habits.MOST_STEPS", 1)
    monkeypatch.setattr("simlab.explain.habits.GAMES_AT_ONCE", 2)


GAME = {"title": "Duel", "version": 4}
WAITING = GameHabits(
    n_turns=20,
    n_open_turns=20,
    n_idle_turns=9,
    n_to_spend=40,
    n_unspent=30,
    n_returns=0,
    most_repeats=1,
    drought=5,
    drought_share=0.5,
    n_wins_in_sight=0,
    n_wins_passed=0,
    offered=frozenset(["draw", "pass"]),
    chosen=frozenset(["pass"]),
)
BUSY = replace(WAITING, n_idle_turns=1, chosen=frozenset(["draw", "pass"]))
HABITS = {
    2: pd.concat(habit_table(*own) for own in (("ace", 2, [WAITING] * 60), ("bob", 2, [BUSY] * 60)))
}


def rows(page: str, heading: str) -> dict[str, list[str]]:
    """Return the cells of the table below a heading by the text of their first column."""
    section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:1] == "|"]
    return {first.strip(): cells for first, *cells in lines}


def test_every_policy_has_a_row_every_number_of_players_a_column_and_it_goes_to_a_file(simlab):
    page = simlab(*PIG).out
    table = rows(page, "Policies")
    assert table["policy"] == ["2 players", "3 players", "4 players"]
    assert table["optimal"][1:] == ["–", "–"]
    assert float(table["hold"][2].split()[0]) > 50
    assert table["random"][0].startswith("0")
    assert rows(page, "Seats")["seat 4"][:2] == ["–", "–"]
    assert "Made by `simlab strength pig --games 600`, with version 1 of the game." in page
    answer = simlab(*PIG, "--jobs", "1", "--out", "STRENGTH.md")
    assert answer.out == "Page: STRENGTH.md\n"
    written = Path("STRENGTH.md").read_text(encoding="utf-8")
    assert without_speeds(written) == without_speeds(page.removesuffix("\n"))


def without_speeds(page: str) -> str:
    """Return a page without the numbers that differ with each measurement."""
    before, _, after = page.partition("## Speed\n")
    return before + after.partition("## Games\n")[2]


def test_the_speed_of_each_policy_names_the_default_player() -> None:
    page = strength_page(GAME, {2: duel_ladder()}, MEASURED, HABITS, "simlab strength duel")
    assert rows(page, "Speed") == {
        "policy": ["2 players"],
        "---": ["---"],
        "ace": ["20"],
        "bob": ["60, the default"],
    }


def test_a_player_that_its_habits_keep_from_being_the_default_is_named() -> None:
    ace, bob = (replace(policy, games_per_second=60) for policy in MEASURED[2])
    measured = {2: [replace(ace, beyond={"idle": 0.25}), bob]}
    page = strength_page(GAME, {2: duel_ladder()}, measured, HABITS, "simlab strength duel")
    assert rows(page, "Speed")["bob"] == ["60, the default"]
    assert (
        "With 2 players: ace is stronger than bob, but does nothing in more than 25\u202f% of the"
        " turns in which it could do something, which bob does not: so bob plays" in page
    )


def test_each_habit_is_a_table_that_marks_what_is_beyond_its_limit() -> None:
    page = strength_page(GAME, {2: duel_ladder()}, MEASURED, HABITS, "simlab strength duel")
    idle, options = (
        rows(page.replace("### ", "## "), heading)
        for heading in ("Turns without effect", "Options never chosen")
    )
    assert idle["ace"][0].endswith("▲") and idle["ace"][0].startswith("45")
    assert not idle["bob"][0].endswith("▲")
    assert (options["ace"], options["bob"]) == (["draw"], ["none"])
    assert "### Missed wins" not in page, "no game had a win in sight"
    assert "### Moves undone" not in page, "no policy has the habit"
    assert "In none of these games: the same move again (at most 6\u202f% by its interval)" in page
    assert "Each policy has played 60 games" in page


def test_a_default_that_is_a_choice_among_equals_is_said_to_be() -> None:
    near = [MeasuredPolicy("ace", 0.55, 0.45, 0.65, 60), MeasuredPolicy("bob", 0.45, 0.4, 0.5, 60)]
    sentence = "do not tell which is the strongest of ace and bob with 2 players: the default is a"
    pages = [
        strength_page(GAME, {2: duel_ladder()}, own, HABITS, "simlab strength duel")
        for own in (MEASURED, {2: near})
    ]
    assert [sentence in page for page in pages] == [False, True]


def test_the_table_of_strengths_is_kept_with_the_game(simlab, tmp_path, monkeypatch) -> None:
    game = find_game("pig")
    folder = shutil.copytree(data_folder("pig"), tmp_path / "pig")
    elsewhere = replace(game, data=folder)
    monkeypatch.setattr("simlab.catalog.in_kernels", lambda plain, module: elsewhere)
    (folder / "strength.toml").unlink()
    simlab(*PIG, "--save")
    kept = read_strengths(folder / "strength.toml", game.name, game.version)
    assert [own.policy for own in kept[2]] == ["optimal", "hold", "random"]
    assert kept[3][0].strength > 0.9 and kept[3][0].games_per_second > 50


def test_a_game_without_a_data_folder_keeps_no_strengths(tmp_path) -> None:
    game = replace(find_game("pig"), data=tmp_path / "none")
    with pytest.raises(InputError, match="save: Pig has no data folder to keep the strengths in"):
        table_file(game)


@pytest.mark.long
def test_a_page_replaces_a_page_and_no_other_file(simlab) -> None:
    Path("mine.md").write_text("# Mine\n", encoding="utf-8")
    answer = simlab(*PIG, "--out", "mine.md")
    assert (answer.code, answer.problems) == (
        2,
        ["out: mine.md is there and no such page; choose another name"],
    )
    assert Path("mine.md").read_text(encoding="utf-8") == "# Mine\n"
    assert [simlab(*PIG, "--out", "page.md").code for _ in range(2)] == [0, 0]


def test_pairings_that_are_not_decided_are_counted() -> None:
    page = strength_page(GAME, {2: duel_ladder()}, MEASURED, HABITS, "simlab strength duel")
    assert rows(page, "Decided")["pairings"] == ["2 of 3"]
    assert rows(page, "Games")["of them capped"] == ["3"]


def test_a_score_that_all_share_is_reported_in_points() -> None:
    page = strength_page(GAME, {2: score_ladder()}, MEASURED, HABITS, "simlab strength duel")
    assert "## Seats" not in page
    assert rows(page, "Policies")["ace"][0].startswith("20 (19 to 21)")
