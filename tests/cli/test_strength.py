"""simlab strength: one page in Markdown on all policies at tables of every size."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.report.strength import strength_page
from tests.support.written_ladder import duel_ladder, score_ladder

PIG = ("strength", "pig", "--games", "600")
GAME = {"title": "Duel", "version": 4}


def rows(page: str, heading: str) -> dict[str, list[str]]:
    """Return the cells of the table below a heading by the text of their first column."""
    section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:1] == "|"]
    return {first.strip(): cells for first, *cells in lines}


def test_every_policy_has_a_row_and_every_number_of_players_a_column(simlab) -> None:
    page = simlab(*PIG).out
    table = rows(page, "Policies")
    assert table["policy"] == ["2 players", "3 players", "4 players"]
    assert table["optimal"][1:] == ["–", "–"]
    assert float(table["hold"][2].split()[0]) > 50
    assert table["random"][0].startswith("0")
    assert rows(page, "Seats")["seat 4"][:2] == ["–", "–"]
    assert "Made by `simlab strength pig --games 600`, with version 1 of the game." in page


def test_the_page_goes_to_a_file(simlab) -> None:
    printed = simlab(*PIG).out
    answer = simlab(*PIG, "--jobs", "1", "--out", "STRENGTH.md")
    assert answer.out == "Page: STRENGTH.md\n"
    assert Path("STRENGTH.md").read_text(encoding="utf-8") == printed.removesuffix("\n")


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
    page = strength_page(GAME, {2: duel_ladder()}, "simlab strength duel")
    assert rows(page, "Decided")["pairings"] == ["2 of 3"]
    assert rows(page, "Games")["of them capped"] == ["3"]


def test_a_score_that_all_share_is_reported_in_points() -> None:
    page = strength_page(GAME, {2: score_ladder()}, "simlab strength duel")
    assert "## Seats" not in page
    assert rows(page, "Policies")["ace"][0].startswith("20 (19 to 21)")
