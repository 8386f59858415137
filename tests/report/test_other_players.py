"""What other players make of an answer, in sentences and in a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simlab.analysis import score, win_rate
from simlab.analysis.tables import Tables
from simlab.report.answers.other_players import dependence, other_players, warning
from simlab.report.answers.run import answer
from simlab.report.answers.strongest import caution, sentence_on_strongest, strongest
from simlab.report.page import write
from simlab.report.wording import number, share
from tests.support.read_page import Page, read_page
from tests.support.written_run import FACTS, KEY, Written, write_run

SEARCH = "search:base=planner,rollouts=50"
BANDS = {name: FACTS[name] for name in ("score", "bands")}
HOUSES = {"seats": {"one": "house", "many": "houses", "names": ["Oak", "Elm", "Ash"]}}


def won(policy: str, *wins: int) -> Written:
    """Return games of which each seat wins a number."""
    winner = np.repeat(np.arange(len(wins)), wins)
    credit = (winner[:, None] == np.arange(len(wins))).astype(float)
    return Written(
        {"turns": [9] * len(winner)},
        policies=[policy] * len(wins),
        seats={"credit": credit.ravel(), "score": credit.ravel().astype(int)},
    )


def scored(policy: str, scores: Sequence[int], players: int = 1) -> Written:
    return Written({"score": scores}, policies=[policy] * players)


def tables_of(folder: Path, *scenarios: Written, named: bool = True) -> Tables:
    facts = HOUSES if named else {}
    return Tables(write_run(folder / "run", scenarios, cooperative=False, facts=facts))


def page_of(tables: Tables) -> Page:
    return read_page(write(tables.folder, is_full=True))


def wins_of(tables: Tables, scenario: str, place: int) -> str:
    rows = win_rate.by_seat(tables)
    return share(rows[rows["scenario"] == scenario].iloc[place]).full


def test_another_strongest_seat_with_players_who_choose_is_a_warning(tmp_path) -> None:
    tables = tables_of(tmp_path, won(SEARCH, 60, 300, 40), won("planner", 600, 200, 200))
    elm = wins_of(tables, f"3p-{SEARCH}", 1)
    sentence = (
        "Changes with the players: with search over planner, Elm wins most with 3 players,"
        f" {elm}. The answer is about planner, not about the game."
    )
    assert warning(tables) == sentence


def test_the_answer_is_that_of_a_search_and_what_weaker_players_make_of_it_a_notice(
    tmp_path,
) -> None:
    text = page_of(
        tables_of(tmp_path, won(SEARCH, 60, 300, 40), won("planner", 600, 200, 200))
    ).text
    assert "Among the strongest players measured, Elm wins most, 75" in text
    assert "Weaker players give another answer: with planner, Oak wins 60" in text
    assert "The answer is about" not in text


@pytest.mark.parametrize("search", [(240, 80, 80), (22, 20, 18)])
def test_a_search_that_agrees_or_does_not_know_leaves_the_answer_to_more_games(
    tmp_path, search
) -> None:
    tables = tables_of(tmp_path, won(SEARCH, *search), won("planner", 600, 200, 200))
    (main,) = tables.main
    assert strongest(tables, main) is main


def test_a_search_decides_what_its_base_leaves_open(tmp_path) -> None:
    tables = tables_of(tmp_path, won(SEARCH, 60, 300, 40), won("planner", 410, 400, 190))
    (main,) = tables.main
    assert strongest(tables, main).entry == "search over planner"
    text = page_of(tables).text
    assert "Elm wins most, 75" in text
    assert "Weaker players give another answer: with planner, Oak wins 41" in text


def test_others_are_compared_with_the_players_whose_answer_it_is(tmp_path) -> None:
    lineups = [won("greedy", 100, 800, 100), won("slow", 700, 100, 200)]
    lineups += [won(SEARCH, 60, 300, 40), won("planner", 600, 200, 200)]
    tables = tables_of(tmp_path, *lineups)
    text = page_of(tables).text
    assert "with slow, Oak wins most with 3 players" in text
    assert "with greedy, Elm wins most" not in text.partition("Weaker players")[0]
    ends = wins_of(tables, "3p-slow", 1), wins_of(tables, "3p-greedy", 1)
    low, high = (end.partition(" (")[0] for end in ends)
    assert f"Elm wins {low} (slow) to {high} (greedy) with 3 players." in text


def test_a_search_over_a_weaker_policy_is_not_taken_for_stronger(tmp_path) -> None:
    weak = won("search:base=greedy,rollouts=50", 60, 300, 40)
    tables = tables_of(tmp_path, weak, won("planner", 600, 200, 200))
    (main,) = tables.main
    assert strongest(tables, main) is main


def test_where_policies_meet_the_answer_is_about_them(tmp_path) -> None:
    rows = won("planner", 300, 300)
    mixed = Written(rows.games, ["planner", "greedy"], 2, seats=rows.seats)
    tables = tables_of(tmp_path, won(SEARCH, 10, 290), mixed)
    (main,) = tables.main
    assert strongest(tables, main) is main
    assert "strongest players measured" not in page_of(tables).text


def test_a_mean_is_that_of_the_players_with_the_surely_highest(tmp_path) -> None:
    for name, scores, is_sure in (("sure", [4, 3] * 20, True), ("unsure", [2, 3, 3], False)):
        lineups = [scored("greedy", scores), scored("planner", [2, 3] * 99)]
        tables = Tables(write_run(tmp_path / name, lineups, facts={}))
        (main,) = tables.main
        assert (strongest(tables, main).entry == "greedy") == is_sure


def test_the_answer_is_that_of_the_strongest_player_where_it_contradicts(tmp_path) -> None:
    weak = replace(won("planner", 600, 200, 200), strongest="greedy")
    tables = tables_of(tmp_path, replace(won("greedy", 60, 300, 40), strongest="greedy"), weak)
    [main] = tables.main
    assert strongest(tables, main).entry == "greedy"
    assert "Weaker players give another answer: with planner, Oak wins" in page_of(tables).text


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(("wins", "is_withdrawn"), [((60, 300, 40), True), ((300, 60, 40), False)])
def test_who_is_ahead_depends_on_who_plays_if_the_strongest_player_says_otherwise(
    tmp_path, named: bool, wins: tuple[int, ...], is_withdrawn: bool
) -> None:
    weak = replace(won("planner", 600, 200, 200), strongest="greedy")
    tables = tables_of(tmp_path, weak, named=named)
    assert caution(tables).startswith(
        "Who wins may depend on who plays: the strongest player measured is greedy with 3 players,"
        " not planner."
    )
    facts = HOUSES if named else {}
    witness = replace(won("greedy", *wins), name="strongest", strongest="greedy")
    inner = tables.folder / "_other_players"
    write_run(inner, [witness], cooperative=False, facts=facts, study={"run": KEY})
    tables = Tables(tables.folder)
    assert caution(tables) == ""
    in_terminal = sentence_on_strongest(tables)
    assert in_terminal.startswith("Who wins depends on who plays. ") == is_withdrawn
    assert "planner" not in in_terminal
    assert "greedy, the strongest player measured (400 games)." in in_terminal
    text = page_of(tables).text
    is_said = "Oak wins most" in text or "Going first is an advantage" in text
    assert ("depends on who plays" in text) == is_withdrawn != is_said
    assert "greedy, the strongest player measured (400 games)" in text


TIE = {"strongest": "planner", "as_strong": ("greedy",)}


@pytest.mark.parametrize(("wins", "is_withdrawn"), [((60, 300, 40), True), ((300, 60, 40), False)])
@pytest.mark.parametrize("is_in_run", [True, False])
def test_an_equal_of_the_strongest_player_withdraws_who_is_ahead(
    tmp_path, wins: tuple[int, ...], is_withdrawn: bool, is_in_run: bool
) -> None:
    main = replace(won("planner", 600, 200, 200), **TIE)
    other = replace(won("greedy", *wins), **TIE)
    tables = tables_of(tmp_path, *[other] * is_in_run, main)
    if not is_in_run:
        assert caution(tables) == (
            "Who wins may depend on who plays: greedy is as strong as planner with 3 players, as"
            " far as games could tell."
        )
        assert caution(tables) in answer(tables)[-1]
        witness = replace(other, name="strongest_2")
        study = {"run": KEY}
        inner = tables.folder / "_other_players"
        write_run(inner, [witness], cooperative=False, facts=HOUSES, study=study)
        tables = Tables(tables.folder)
    assert caution(tables) == ""
    assert strongest(tables, tables.main[0]) is tables.main[0]
    text = " ".join(answer(tables))
    assert ("who wins most depends on who plays" in text) == is_withdrawn
    assert "greedy, one of the two strongest players measured" in sentence_on_strongest(tables)


def test_the_same_strongest_seat_is_reported_and_no_warning(tmp_path) -> None:
    others = [won("greedy", 500, 250, 250), won(SEARCH, 40, 5, 5)]
    tables = tables_of(tmp_path, *others, won("planner", 60, 20, 20))
    assert not warning(tables)
    assert (
        "The same house wins most with all other players tried: greedy and search over planner"
        " (3 players)."
    ) in dependence(tables)


def test_a_change_by_chance_alone_is_reported_and_no_warning(tmp_path) -> None:
    tables = tables_of(tmp_path, won("random", 100, 300, 100), won("planner", 600, 200, 200))
    elm = wins_of(tables, "3p-random", 1)
    assert not warning(tables)
    other = f"with random, Elm wins most with 3 players, {elm}."
    sentence = f"Where all choose by chance it is another: {other}"
    assert sentence in dependence(tables)


def test_with_too_few_games_neither_the_same_nor_another_is_claimed(tmp_path) -> None:
    tables = tables_of(tmp_path, won(SEARCH, 3, 6, 3), won("planner", 600, 200, 200))
    assert not warning(tables)
    sentence = "Whether the answer holds is not decided with search over planner (3 players)."
    assert dependence(tables).startswith(sentence)


def test_seats_that_are_even_only_with_the_main_players_are_a_warning(tmp_path) -> None:
    tables = tables_of(tmp_path, won("greedy", 900, 100), won("planner", 20000, 20000))
    oak = wins_of(tables, "2p-greedy", 0)
    assert f"with greedy, Oak wins most with 2 players, {oak}, not all alike. The" in warning(
        tables
    )


def test_an_answer_that_is_not_sure_itself_changes_with_nobody(tmp_path) -> None:
    tables = tables_of(tmp_path, won("greedy", 100, 900, 100), won("planner", 9, 8, 8))
    assert not warning(tables)
    assert "Whether the answer holds is not decided with greedy" in dependence(tables)


@pytest.mark.parametrize(
    ("greedy", "planner", "side"),
    [
        ((400, 600), (600, 400), "less than a fair share"),
        ((600, 400), (400, 600), "more than a fair share"),
        ((6000, 4000), (20000, 20000), "more than a fair share"),
    ],
)
def test_a_first_seat_on_the_other_side_of_its_fair_share_is_a_warning(
    tmp_path, greedy, planner, side
) -> None:
    tables = tables_of(tmp_path, won("greedy", *greedy), won("planner", *planner), named=False)
    first = wins_of(tables, "2p-greedy", 0)
    sentence = f"with greedy, the first seat wins {first} with 2 players, {side}. The"
    assert f"Changes with the players: {sentence}" in warning(tables)


def test_a_first_seat_that_is_even_with_others_is_reported_and_no_warning(tmp_path) -> None:
    others = won("greedy", 10000, 10000)
    tables = tables_of(tmp_path, others, won("planner", 600, 400), named=False)
    assert not warning(tables)
    assert "The first seat is even within 2 percentage points with greedy (2" in dependence(tables)


def test_seats_that_are_even_with_everybody_are_the_same_answer(tmp_path) -> None:
    even = [won(policy, 10050, 9950) for policy in ("greedy", "planner")]
    sentence = (
        "Whether the first seat is ahead, behind or even is the same with all other players tried:"
        " greedy (2 players)."
    )
    assert sentence in dependence(tables_of(tmp_path, *even, named=False))


def test_line_ups_with_several_policies_and_other_rules_are_left_out(tmp_path) -> None:
    rows = won("planner", 10, 290)
    changed = Written(rows.games, ["greedy"] * 2, seats=rows.seats, patch={"a": "1"}, name="other")
    mixed = Written(rows.games, ["greedy", "planner"], 2, seats=rows.seats)
    tables = tables_of(tmp_path, changed, mixed, won("planner", 600, 400), named=False)
    assert other_players(tables) == []
    assert "players_compared.csv" not in page_of(tables).csv


def test_the_table_has_a_row_for_each_line_up_and_number_of_players(tmp_path) -> None:
    lineups = [
        won("greedy", 30, 300),
        won("greedy", 30, 300, 30),
        won(SEARCH, 6, 3, 3),
        won("planner", 600, 400),
        won("planner", 600, 200, 200),
    ]
    tables = tables_of(tmp_path, *lineups)
    page = page_of(tables)
    (table,) = [t for t in page.tables if t[0][1] == "line-up" and "answer" in t[0]]
    answers = [(line[0], line[1], line[-2], line[-1]) for line in table[1:]]
    assert answers == [
        ("2", "planner", "–", "1,000"),
        ("", "greedy", "another", "330"),
        ("3", "planner", "–", "1,000"),
        ("", "search over planner", "not decided", "12"),
        ("", "greedy", "another", "360"),
    ]
    assert table[2][2].startswith("Elm 91")
    lines = page.csv["players_compared.csv"].splitlines()
    assert len(lines) == 1 + 2 * 2 + 3 * 3
    assert sum(",another" in line for line in lines) == 5


def test_a_search_is_called_briefly_and_written_out_where_players_are_listed(tmp_path) -> None:
    page = page_of(tables_of(tmp_path, won(SEARCH, 9, 3), won("planner", 600, 400)))
    assert SEARCH in page.text
    assert "Here it is called search over planner." in page.text
    assert all(SEARCH not in image["alt"] for image in page.images)


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        ([4, 3] * 10, "Search over planner scores more than planner with 1 player."),
        ([2, 3, 3], "Whether search over planner scores more than planner is not decided with"),
        ([1, 2] * 10, "None of the others scores more than planner with 1 player."),
    ],
)
def test_a_score_is_reported_over_all_players_with_the_room_above_it(
    tmp_path, scores, sentence
) -> None:
    lineups = [scored("random", [0, 1] * 9), scored(SEARCH, scores), scored("planner", [2, 3] * 99)]
    tables = Tables(write_run(tmp_path / "run", lineups, facts={}))
    low, *_ = (number(row).full for row in score.mean(tables).to_dict("records"))
    text = dependence(tables)
    assert f"It depends on who plays: the mean score with 1 player is from {low} with ra" in text
    assert sentence in text


def test_scores_of_other_players_stand_in_a_table_with_the_bands(tmp_path) -> None:
    lineups = [scored("greedy", [1, 2] * 9, 2), scored("planner", [2, 4] * 99, 2)]
    tables = Tables(write_run(tmp_path / "run", lineups, facts=BANDS))
    page = page_of(tables)
    (table,) = [t for t in page.tables if t[0][:3] == ["players", "line-up", "mean score"]]
    assert table[0][3:] == ["nothing", "Low", "High", "capped", "games"]
    assert [line[:2] for line in table[1:]] == [["2", "planner"], ["", "greedy"]]
    greedy = number(score.mean(tables).set_index("entry").loc["greedy"])
    assert table[2][2] == f"{greedy.value} {greedy.range}"
