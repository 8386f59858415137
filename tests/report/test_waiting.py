"""Where the length of games follows a player that waits: whatever states a length says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import simlab
from simlab.analysis.tables import Tables
from simlab.analysis.waiting import Wait
from simlab.api.observer import Observer
from simlab.api.run import Run
from simlab.catalog import find_game
from simlab.players.trained import shipped_players
from simlab.report.answers import run
from simlab.report.answers.waiting import remark_on_waits, sentence_on_waits, who_sets_length
from simlab.report.blocks.win_results import win_results
from simlab.report.page import report_of

PARLEY = str(Path(__file__).parents[1] / "plain" / "parley" / "parley.py")
WAITS = "patient waits for 20 rounds with 2 players (its trait calm)"
SENTENCE = (
    f"How long games are follows the players: {WAITS}, and most games end only after that."
    " Another value of the trait gives another length."
)


class Remarks(Observer):
    """Keeps what is remarked."""

    def __init__(self) -> None:
        self.remarks: list[str] = []

    def remark(self, line: str) -> None:
        self.remarks.append(line)


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Run:
    folder = tmp_path_factory.mktemp("parley") / "run"
    return simlab.run(PARLEY, players=2, policy="patient", games=40, out=folder)


def test_a_page_says_that_the_length_follows_the_player(played: Run) -> None:
    tables = Tables(played.folder)
    assert dict(run.certainty(tables))["Length"] == SENTENCE
    sections = {section.title: section for section in report_of(tables, is_full=True).sections}
    assert SENTENCE in sections["Length"].blocks[0].lead
    assert SENTENCE in win_results(tables).method


def test_nothing_is_said_of_a_player_whose_games_end_sooner(tmp_path) -> None:
    hasty = simlab.run(PARLEY, players=2, policy="hasty", games=40, out=tmp_path / "hasty")
    mixed = simlab.run(PARLEY, players=2, policy=["hasty", "patient"], games=40, out=tmp_path / "m")
    for own in (hasty, mixed):  # the hasty one ends nearly every game before
        tables = Tables(own.folder)
        assert who_sets_length(tables, tables.main) == ""


@pytest.mark.long
def test_a_comparison_of_lengths_says_it_too(tmp_path) -> None:
    options = {"players": 2, "policy": "patient", "patch": {"talks": 4}}
    assert simlab.ab(PARLEY, **options, metric="rounds", max_games=600).sentences[-1] == SENTENCE
    assert SENTENCE not in simlab.ab(PARLEY, **options, max_games=400).sentences
    changed = simlab.houserule(PARLEY, **options, games=40, out=tmp_path / "changed")
    assert SENTENCE in changed.page(assumptions=0).with_name("answer.md").read_text()


def test_several_numbers_of_players_share_a_sentence() -> None:
    waits = [(Wait("calm", "patience", n), players) for n, players in ((9, 2), (7.5, 3), (9, 2))]
    assert "calm waits for 9 turns with 2 players and 7.5 turns with 3 players (its trait" in (
        sentence_on_waits(waits, "turns")
    )
    assert sentence_on_waits([], "turns") == remark_on_waits([]) == ""


def test_a_plan_for_a_comparison_of_lengths_says_who_waits() -> None:
    heard = Remarks()
    options = {"players": 2, "policy": "patient", "patch": "talks=4", "observer": heard}
    simlab.plan_ab(PARLEY, **options, metric="rounds")
    ending = "; where most games end only after that, their length follows it."
    assert heard.remarks == [f"{WAITS.replace(' rounds', '')}{ending}"]


def test_the_players_of_arriala_that_wait_declare_it() -> None:
    arriala = find_game("arriala")
    waits = {own.name: own.waits for own in arriala.policies}
    assert (waits["greedy"], waits["planner"]) == ({}, {"patience": 28})
    shipped = {
        own.players[0]: own.waits["patience"] for own in shipped_players(arriala)["@strategist"]
    }
    assert shipped == {2: 54.2, 3: 36.9, 4: 28}
