"""The page on kingmaking: the rate, whose choices matter, and decisions to look at."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from simlab.studies.kingmaking.page import (
    PAGE,
    answer,
    examples,
    findings,
    role_in_words,
)
from simlab.studies.kingmaking.result import GINI, SHARE, Kingmaking, Role
from tests.support.read_page import read_page
from tests.support.written_ladder import DESCRIBED

COMMAND = "simlab kingmaking duel --seed 7"
SEATS = ("seat 1", "seat 2", "seat 3")


def ends(estimate: float, half: float, n: int = 30) -> dict[str, float]:
    return {"estimate": estimate, "low": estimate - half, "high": estimate + half, "n": n}


def rates_of(estimate: float, low: float, high: float, n_found: int) -> pd.DataFrame:
    row = {"found": n_found, "estimate": estimate, "low": low, "high": high, "n": 30}
    by_seat = [
        {"role": role, "seat": seat, **row}
        for role in (Role.KINGMAKER, Role.GAINS)
        for seat in SEATS
    ]
    return pd.DataFrame([{"role": Role.ALL, "seat": "", **row}, *by_seat])


def decision(estimate: float, number: int) -> dict[str, object]:
    return {
        "deal": 17,
        "rotation": 0,
        "decision": number,
        "seat": "seat 1",
        "tenth": 9,
        "n_choices": 12,
        "bound": 0.0198,
        "moved": "seat 2",
        **ends(estimate, 0.02),
        "gains": "seat 3",
        "replay": "simlab replay duel --game 17",
        "values": f"simlab explain-move duel --game 17 --decision {number}",
    }


def study_of(players: int = 3, n_found: int = 4) -> Kingmaking:
    seats = SEATS[:players]
    moves = ("its own chance", "another’s chance")
    influence = [
        {"seat": seat, "moves": one, **ends(0.05 * (number + 1), 0.02)}
        for number, seat in enumerate(seats)
        for one in moves
    ]
    tenths = [
        {
            "tenth": tenth,
            "looked_at": 30 * (players > 2),
            "can_win": 20,
            "moves_nobody": 9,
            "kingmaking": 1,
            "influence": 12,
        }
        for tenth in range(1, 11)
    ]
    rates = rates_of(2.0, 1.0, 5.0, n_found) if n_found else rates_of(0, 0, 1.2, 0)
    return Kingmaking(
        players=players,
        seats=seats,
        rates=rates if players > 2 else pd.DataFrame(),
        influence=pd.DataFrame(influence),
        concentration=pd.DataFrame(
            [
                {"number": GINI, **ends(0.2, 0.1)},
                {"number": SHARE, **ends(0.3, 0.05)},
            ]
        ),
        decisions=pd.DataFrame([decision(0.3 + size / 10, size) for size in range(n_found, 0, -1)]),
        sample=pd.DataFrame(tenths),
        n_games=40,
        n_game_lengths=30_123.0,
    )


def test_the_answer_has_the_rate_and_the_seat_that_moves_most_first() -> None:
    first, second = answer(study_of())
    assert first == (
        "A game has 2 (1 to 5) decisions of players who cannot win that move"
        " another’s chance by at least 20 percentage points."
    )
    assert second == (
        "A free decision of seat 3 moves another’s chance by 15 percentage points (13 to 17) on"
        " average, one of seat 1 by 5 percentage points (3 to 7)."
    )


def test_without_a_find_the_answer_has_the_upper_bound() -> None:
    first, _ = answer(study_of(n_found=0))
    assert first == (
        "No kingmaking was found: a game has fewer than 1.2 decisions in which a player who cannot"
        " win decides between others (95 %)."
    )
    assert examples(study_of(n_found=0)) == []


def test_two_players_have_no_king_by_definition(tmp_path: Path) -> None:
    study = study_of(players=2, n_found=0)
    assert answer(study)[0].startswith("With two players nobody makes a king:")
    assert answer(study)[0].endswith("the rate is 0 by definition.")
    page = read_page(PAGE.write(study, DESCRIBED, COMMAND, tmp_path))
    assert page.ids[:2] == ["answer", "influence"]
    assert "rates.csv" not in page.csv
    assert "searched for kingmaking" not in page.text


def test_findings_say_what_was_sampled_and_what_does_not_show() -> None:
    sentences = findings(study_of())
    assert sentences["What was sampled"] == (
        "Of 40 games, 300 free decisions, some of each tenth of a game, were searched for"
        " kingmaking, and the influence of 120 free decisions was measured, not all decisions; with"
        " the rollouts this took as much play as 30,123 games."
    )
    assert "smaller effects do not show" in sentences["Decisions that matter"]


def test_three_decisions_are_named_with_their_commands() -> None:
    stories = examples(study_of())
    assert [story.title for story in stories] == [
        f"Game 17, decision {number}" for number in (4, 3, 2)
    ]
    assert stories[0].text == (
        "Seat 1 could not win under any of 12 choices (below 2 %). The choice moved the chance of"
        " seat 2 by 70 percentage points (68 to 72); the one that was made helped seat 3."
    )
    assert stories[0].commands == [
        "simlab replay duel --game 17",
        "simlab explain-move duel --game 17 --decision 4",
    ]


def test_a_rate_says_whose_decisions_it_counts() -> None:
    roles = [role_in_words(row) for row in study_of().rates.to_dict("records")]
    assert roles[:2] == ["all", "seat 1 cannot win and decides"]
    assert roles[-1] == "seat 3 gains"


def test_the_page_has_figures_games_and_sample(tmp_path: Path) -> None:
    page = read_page(PAGE.write(study_of(), DESCRIBED, COMMAND, tmp_path))
    assert page.ids[:3] == ["answer", "rates", "influence"]
    assert {"rates.csv", "influence.csv", "sample.csv"} <= {*page.csv}
    assert "simlab explain-move duel --game 17 --decision 4" in page.text
    assert "people may choose whom to help" in page.text
