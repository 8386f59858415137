"""Pages and summaries of a designer's own small games: solo, tied, endless, without a decision."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import simlab
from simlab.analysis.tables import Tables
from simlab.api.run import Run
from simlab.catalog import find_game
from simlab.errors import InputError
from simlab.experiment.spec import check_table
from simlab.report.answers.certainty import certainty
from simlab.report.wording import MINUS
from simlab.studies.kit.matchups import players_of
from tests.support.own_game import write_dice
from tests.support.read_page import read_page

THIN = "\N{NARROW NO-BREAK SPACE}"
ENDLESS = "len(self.points) > 9"


def run_of(folder: Path, games: int = 200, players: object = None, **changes: object) -> Run:
    game = write_dice(folder, **changes)
    return simlab.run(game, players=players, games=games, out=folder / "run")


def certainty_of(run: Run) -> dict[str, str]:
    return {topic: text.replace(THIN, " ") for topic, text in certainty(Tables(run.folder))}


def test_a_solo_game_is_about_its_length_and_score(tmp_path: Path) -> None:
    run = run_of(tmp_path, fewest=1, most=1, is_over="sum(self.points) >= 20")
    (sentence,) = run.sentences
    assert sentence.startswith("The game of a single player takes ")
    assert " turns on average (" in sentence and " and ends with 2" in sentence
    assert list(certainty_of(run)) == ["Guesses"]
    assert [each["number"] for each in run.to_dict()["scenarios"][0]["numbers"]] == [
        "turns",
        "score",
    ]
    page = read_page(run.page(assumptions=0))
    assert "How long does Game take?" in page.text
    assert "wins" not in page.text.partition("Method")[0].partition("Games to read")[0]


@pytest.mark.parametrize(("counter", "alone"), [("turns", "turns"), ("rolls", "score")])
def test_a_solo_game_is_planned_by_its_turns_or_points(
    tmp_path: Path, counter: str, alone: str
) -> None:
    game = write_dice(tmp_path, fewest=1, is_over="sum(self.points) >= 20")
    file = Path(game)
    file.write_text(file.read_text().replace('"turns"', f'"{counter}"'))
    scenarios = simlab.plan(game, players=[1, 2]).to_dict()["scenarios"]
    assert [each["number"] for each in scenarios] == [alone, "wins of seat 1"]
    assert scenarios[0]["half_width"] > 0
    run = simlab.run(game, players=1, games=200, out=tmp_path / "run")
    assert "wins of seat 1" not in set(run.frame["metric"])
    assert run.frame["estimate"].notna().all()


def test_players_are_compared_where_one_can_be_beaten(tmp_path: Path) -> None:
    game = write_dice(tmp_path, fewest=1, is_over="sum(self.points) >= 20")
    assert players_of(check_table({"game": str(game)}), find_game(str(game))) == 2
    with pytest.raises(InputError, match=r"a single player of Game always wins.*two or more"):
        simlab.ladder(game, players=1)
    assert players_of(check_table({"game": "taxis"}), find_game("taxis")) == 1


def test_a_score_that_never_varies_needs_no_interval(tmp_path: Path) -> None:
    run = run_of(tmp_path, fewest=1, most=1, roll="5", is_over="self.turn == 4")
    assert run.sentences[0].endswith("and ends with 20 points in every game.")


def test_one_player_and_several_have_a_sentence_each(tmp_path: Path) -> None:
    run = run_of(tmp_path, players=[1, 2], fewest=1, is_over="max(self.points) >= 20")
    alone, seats = run.sentences
    assert alone.startswith("The game of a single player")
    assert "1 player" not in seats and "With 2 players the first seat wins" in seats
    text = read_page(run.page(assumptions=0)).text
    assert "nan " not in text and "with 2 players" in text
    assert not re.search("wins [^.]* with 1 player", text), "who plays alone leads always"


def test_shared_wins_are_kept_apart_from_outright_ones(tmp_path: Path) -> None:
    run = run_of(tmp_path, games=2000, roll="self.chance.below(2)")
    shared = certainty_of(run)["Shared wins"]
    assert shared.startswith("With 2 players, 5"), "half of the games"
    assert "several winners; seat 1 wins 2" in shared and " outright and shares 5" in shared
    assert run.to_dict()["scenarios"][0]["numbers"][-1]["number"] == "shared wins"


def test_unshared_wins_are_not_mentioned(tmp_path: Path) -> None:
    run = run_of(tmp_path, roll="self.turn")
    assert "Shared wins" not in certainty_of(run)


def test_points_of_a_seat_and_of_the_winner_are_on_the_first_screen(tmp_path: Path) -> None:
    assert certainty_of(run_of(tmp_path, games=2000))["Points"].startswith(
        "With 2 players, a seat has on average 3.5"
    )


def test_a_game_that_never_ends_says_so_and_shows_one(tmp_path: Path) -> None:
    run = run_of(tmp_path, is_over=ENDLESS)
    (sentence,) = run.sentences
    assert sentence.startswith(
        "With 2 players, no game ends: all 200 were stopped after 50 decisions. By then, the"
        " leader had "
    )
    (step,) = run.next_steps
    assert step.command.startswith("simlab replay ") and "--game 0" in step.command
    assert run.page(assumptions=0).exists()


def test_a_game_that_mostly_does_not_end_says_so_first(tmp_path: Path) -> None:
    is_over = "self.points[0] == 1 or len(self.points) > 9"
    run = run_of(tmp_path, games=60, is_over=is_over)
    assert run.sentences[0].startswith("With 2 players, most games do not end: ")
    assert len(run.sentences) > 1


def test_a_game_without_a_decision_says_so(tmp_path: Path) -> None:
    run = run_of(tmp_path, is_over="True")
    assert run.sentences == [
        "With 2 players, every game is over before its first decision, so that nothing is played."
    ]
    assert run.next_steps == []
    assert run.page(assumptions=0).exists()


@pytest.mark.parametrize(
    ("choices", "is_free"), [('["roll"]', False), ('["roll", "also roll"]', True)]
)
def test_without_a_choice_it_does_not_matter_who_plays(
    tmp_path: Path, choices: str, is_free: bool
) -> None:
    sentence = certainty_of(run_of(tmp_path, choices=choices))["Players"]
    assert sentence.startswith("It does not matter who plays") != is_free


def test_a_game_that_declares_nothing_is_not_said_to_have_sources(tmp_path: Path) -> None:
    run = run_of(tmp_path)
    assert certainty_of(run)["Guesses"].startswith("Nothing is declared: ")
    assert "has a source" not in read_page(run.page(assumptions=0)).text


def test_numbers_below_0_have_a_minus_sign_on_pages_and_in_replays(tmp_path: Path) -> None:
    changes = {"events": '"lost": "{seat} loses {n} of 3-5."', "roll": "-self.chance.die()"}
    game = write_dice(tmp_path, **changes)
    file = Path(game)
    file.write_text(
        file.read_text(encoding="utf-8").replace(
            'self.log("turns")', 'self.log("turns"); self.log("lost", seat=0, n=self.points[0])'
        ),
        encoding="utf-8",
    )
    run = simlab.run(game, games=200, out=tmp_path / "run")
    lines = [line.text for block in simlab.replay(game, 1).blocks for line in block.lines]
    assert any(f"loses {MINUS}" in line and "3-5" in line for line in lines)
    text = read_page(run.page(assumptions=0)).text.partition("Games to read")[2]
    games = text.partition("Method")[0]
    assert f"points (median {MINUS}" in games
    assert not re.search(r"(?<![\w-])-\d", games)


def test_a_clock_that_is_never_logged_counts_as_none(tmp_path: Path) -> None:
    """Also its timeline, of which no file has a row."""
    run = run_of(tmp_path, events='"rounds": ""')
    assert "timeline" not in run.tables()
    assert (
        "rounds"
        not in run.page(assumptions=0, full=True)
        .read_text(encoding="utf-8")
        .partition("The file")[0]
        .partition('id="answer"')[2]
        .partition("</header>")[0]
    )
