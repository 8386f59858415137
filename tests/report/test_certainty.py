"""How far chance, players and guesses move an answer, and what the players never choose."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import simlab
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.certainty import _exclusions, certainty
from simlab.report.answers.never_chosen import ENOUGH_GAMES, never_chosen
from simlab.report.rulebook import assumption_notes, is_guess
from tests.support.written_run import FACTS, Written, write_run

SCORES = [2, 3] * 50
ACTIONS = {
    "name": "actions",
    "title": "Actions",
    "unit": "per game",
    "columns": {"draws": "draw a card", "moves": "move"},
    "choices": ["draws", "moves"],
}


def scored(policy: str, shift: int = 0, **more: Any) -> Written:
    games = {"score": [score + shift for score in SCORES]}
    return Written({**games, **more.pop("games", {})}, policies=[policy], **more)


def tables_of(folder: Path, *scenarios: Written, facts: Any = None) -> Tables:
    return Tables(write_run(folder / "run", scenarios, facts=facts or {"score": FACTS["score"]}))


def test_chance_is_the_widest_half_of_an_interval(tmp_path) -> None:
    topics = dict(certainty(tables_of(tmp_path, scored("greedy"))))
    assert topics["Chance"] == "Up to 0.1 points (95 % intervals)."
    assert topics["Players"] == "Not measured: all games were played by greedy."
    assert topics["Guesses"] == (
        "Not measured: 2 rules and tables are assumed, and no other values of them were played."
    )


def test_players_and_guesses_are_ranges_of_the_answer(tmp_path) -> None:
    tables = tables_of(
        tmp_path,
        scored("greedy"),
        scored("planner", 2),
        scored("planner", 1, name="short", patch={"hand_limit": "3"}),
    )
    topics = dict(certainty(tables))
    assert topics["Players"] == "The mean is 2.50 (greedy) to 4.50 (planner) with 1 player."
    assert topics["Guesses"] == (
        "2 rules and tables are assumed. With other values of some, the mean is 3.50 to 4.50 with 1"
        " player."
    )


def test_rules_that_are_tried_out_are_not_assumed(tmp_path) -> None:
    tables = tables_of(
        tmp_path,
        scored("greedy"),
        scored("greedy", name="short", patch={"hand_limit": "3"}),
        scored("greedy", name="calm", patch={"events": "False"}),
    )
    assert list(assumption_notes(tables)) == ["hand_limit = 5", "cards.csv: 3 of 4 rows"]
    by_name = {scenario.entry: scenario for scenario in tables.scenarios}
    assert is_guess(tables, by_name["short"])
    assert not is_guess(tables, by_name["calm"])


def test_a_cell_whose_column_has_a_source_is_no_guess(tmp_path) -> None:
    experiment = tmp_path / "stretches.toml"
    cell = "stretches.moissac_valence_d_agen"
    experiment.write_text(
        'game = "arriala"\nplayers = 2\npolicy = "random"\ngames = 2\n[[scenario]]\nname = "base"\n'
        f'[[scenario]]\nname = "short"\npatch = {{"{cell}.cells" = 4}}\n'
        f'[[scenario]]\nname = "few"\npatch = {{"{cell}.min_players" = 3}}\n'
    )
    run = simlab.run(experiment, out=tmp_path / "run")
    tables = Tables(run.folder)
    guesses = {own.entry: is_guess(tables, own) for own in tables.scenarios if own.changes}
    assert guesses == {"short": True, "few": False}


def test_what_a_patch_of_all_games_changes_is_not_assumed(tmp_path) -> None:
    tables = tables_of(tmp_path, scored("greedy", patch={"hand_limit": "5"}))
    assert list(assumption_notes(tables)) == ["cards.csv: 3 of 4 rows"]


def chosen(folder: Path, draws: Sequence[int], moves: Sequence[int]) -> str:
    games = {"score": [2] * len(draws), "draws": draws, "moves": moves}
    facts = {"score": FACTS["score"], "groups": [ACTIONS]}
    return never_chosen(tables_of(folder, Written(games), facts=facts))


def test_a_choice_that_nobody_makes_is_named(tmp_path) -> None:
    n = ENOUGH_GAMES
    assert chosen(tmp_path / "a", [0] * n, [1] * n) == (
        "These players never choose: draw a card with 1 player."
    )
    assert chosen(tmp_path / "b", [0] * (n - 1) + [1], [1] * n) == ""


def test_few_games_do_not_show_that_a_choice_is_never_made(tmp_path) -> None:
    assert chosen(tmp_path, [0] * (ENOUGH_GAMES - 1), [1] * (ENOUGH_GAMES - 1)) == ""


def test_a_stronger_player_that_its_habits_keep_away_is_named_once() -> None:
    described = {"policies": ["hold", "hold"], "players": 2}
    excluded = {"ruled_out": {"policy": "@mine", "beyond": {"idle": 0.25}}}
    with_others = Scenario("2p", "hold", described, {})
    alone = Scenario("2p", "hold", described | excluded, {})
    assert _exclusions(SimpleNamespace(main=[with_others])) == []
    [sentence] = _exclusions(SimpleNamespace(main=[alone, alone]))
    assert sentence.startswith("@mine is stronger than hold, but does nothing in more than 25")
