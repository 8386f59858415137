"""The page of a game whose seats have names and that can be won in several ways."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.analysis import card, end_reason, title_share, trade_size, win_rate
from simlab.analysis.tables import Tables
from simlab.report.answers.favoured_seat import favour_under_rules
from simlab.report.inline_svg import colour_variables
from simlab.report.page import write
from simlab.report.wording import share
from tests.support.named_seats_game import HOUSE_FACTS, HOUSES, campaign
from tests.support.read_page import Page, read_page
from tests.support.undrawn import drawn
from tests.support.written_run import Written, write_run


def run_of(folder: Path, *scenarios: Written, **more: Any) -> Path:
    return write_run(folder, scenarios, cooperative=False, facts=HOUSE_FACTS, **more)


def page_of(tmp_path: Path, *scenarios: Written) -> Page:
    return read_page(write(run_of(tmp_path / "run", *scenarios), is_full=True))


def plain(text: str) -> str:
    """Return text with its narrow spaces made ordinary ones."""
    return text.replace("\N{NARROW NO-BREAK SPACE}", " ")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with another policy, a mixed table, other rules and capped games."""
    scenarios = [
        *(campaign(400, n, ["random"]) for n in (2, 3)),
        campaign(300, 3, ["planner", "random", "greedy"], name="mixed"),
        *(campaign(300, n, name="flat", patch={"table": "flat"}) for n in (2, 3)),
        *(campaign(1200, n, n_capped=90) for n in (2, 3)),
    ]
    folder = run_of(tmp_path_factory.mktemp("campaign") / "run", *scenarios)
    with drawn():
        write(folder, is_full=True)
    return folder


@pytest.fixture(scope="module")
def page(played: Path) -> Page:
    return read_page(played / "full.html")


@pytest.fixture(scope="module")
def tables(played: Path) -> Tables:
    return Tables(played)


def test_the_answer_names_the_strongest_seat(page, tables) -> None:
    wins = win_rate.by_seat(tables).query("scenario == '3p-planner'").set_index("who", drop=False)
    strongest = wins.loc[wins["estimate"].idxmax()]
    assert strongest["who"] == "Oak"
    wins = f"Oak wins most, {share(strongest).value} ({share(strongest).range}), with 3 players."
    assert wins in page.text
    assert "Even would be " in page.text
    assert "seat 1" not in page.text
    assert "first seat" not in page.text


def test_shares_that_do_not_make_up_all_games_are_explained(page, tables) -> None:
    total = win_rate.by_seat(tables).query("scenario == '3p-planner'")["estimate"].sum()
    assert total == pytest.approx(1 - 90 / 1200)
    assert page.text.count("Nobody wins a capped game, so the shares add up to less than all") == 2


def test_without_capped_games_nothing_is_reported_of_them(tmp_path) -> None:
    page = page_of(tmp_path, campaign(100))
    assert "Nobody wins a capped game" not in page.text


def test_the_ways_to_win_are_reported_with_their_shares(page, tables) -> None:
    ends = end_reason.end(tables).query("scenario == '2p-planner'").set_index("end")
    most = ends.loc[["gold", "force"], "estimate"].idxmax()
    assert "The commonest way to win is " in page.text
    assert f"{share(ends.loc[most]).full} with 2 players" in page.text
    assert "capped,capped" in page.csv["ways.csv"]
    assert {"ways.csv", "ways_by_round.csv", "policy_ways.csv", "distances.csv"} <= set(page.csv)


def test_every_table_names_seats_as_the_game_does(page) -> None:
    for name in ("seats.csv", "ways.csv", "tenures.csv", "crossed.csv", "rounds.csv"):
        assert all(house in page.csv[name] for house in HOUSES)
        assert "seat 2" not in page.csv[name]
    assert "Levels of every house" in page.text


def test_titles_rounds_trades_and_allies_have_their_tables(page, tables) -> None:
    assert {
        "tenures.csv",
        "holders.csv",
        "prizes.csv",
        "rounds.csv",
        "gains.csv",
        "sizes.csv",
        "size_wins.csv",
        "cards.csv",
        "card_wins.csv",
    } <= set(page.csv)
    held = title_share.title_share(tables, tables.main).iloc[0]
    assert any(
        share(held).value in cell for table in page.tables for line in table for cell in line
    )


def test_an_ally_is_reported_by_who_has_it_and_called_an_association(page, tables) -> None:
    fox = card.association(tables).query("scenario == '3p-planner'").iloc[0]
    assert "those who get an ally and those who do not: fox, " in page.text
    assert f"{100 * fox['with']:.0f}" in page.text
    assert "That an ally or a prize makes its owner win." in page.text
    assert "owl" not in page.csv["card_wins.csv"]


def test_what_goes_with_large_trades_is_called_an_association(page, tables) -> None:
    longer = trade_size.lengths(tables, tables.main)
    assert len(longer) == 2
    assert "What goes with large trades" in page.text
    assert "who chooses the size may already stand well" in page.text


def test_other_rules_are_reported_of_every_seat(page) -> None:
    assert "With table = flat instead, Oak wins from" in page.text
    (table,) = [t for t in page.tables if t[0][1:3] == ["rules", "wins most"]]
    assert [line[:2] for line in table[1:]] == [
        ["2", "unchanged"],
        ["", "table = flat"],
        ["3", "unchanged"],
        ["", "table = flat"],
    ]
    assert "Oak" in table[1][2]


def test_other_players_are_reported_with_their_strongest_seat(page) -> None:
    assert "The same house wins most with all other players tried: random (2 and 3 players)." in (
        page.text
    )


def test_every_picture_is_reported_in_words_and_in_known_colours(page) -> None:
    for image in page.images:
        assert len(image["alt"]) > 60
        assert re.search(r"\d", image["alt"])
    assert set() < page.colours <= set(colour_variables())


@pytest.mark.parametrize("n", [1, pytest.param(12, marks=pytest.mark.long)])
def test_few_games_make_a_page(tmp_path, n) -> None:
    assert page_of(tmp_path, campaign(n, 2), campaign(n, 3)).images


def test_games_that_were_all_capped_make_a_page(tmp_path) -> None:
    page = page_of(tmp_path, campaign(9, n_capped=9))
    assert "9 capped games" in page.text


def test_a_mixed_main_table_makes_a_page(tmp_path) -> None:
    page = page_of(tmp_path, campaign(90, 3, ["planner", "random", "greedy"]))
    assert {"policies.csv", "policy_ways.csv", "crossed.csv"} <= set(page.csv)


def test_a_run_without_rounds_makes_a_page(tmp_path) -> None:
    written = campaign(60)
    page = page_of(tmp_path, Written(written.games, written.policies, seats=written.seats))
    assert not {"rounds.csv", "gains.csv", "holders.csv"} & set(page.csv)
    assert "tenures.csv" in page.csv


def won_by(n_wins: Sequence[int], **more: Any) -> Written:
    """Return games that Oak and Elm win in these numbers, some by gold and the others by force."""
    winners = np.repeat(np.arange(len(n_wins)), n_wins)
    seats = {"credit": np.eye(len(n_wins))[winners].ravel(), "score": np.ones(2 * len(winners))}
    games = {"end_reason": 1 + np.arange(len(winners)) % 3 // 2, "rounds": np.full(len(winners), 3)}
    return Written(games, ["planner"] * 2, seats=seats, **more)


@pytest.mark.parametrize(
    ("n_wins", "sentence"),
    [
        ((300, 100), "The same house wins most under all of them."),
        ((195, 205), "No other house surely wins most under any of them."),
        ((100, 300), "Another house wins most under some: Elm with 2 players under table = flat."),
    ],
)
def test_another_house_is_named_only_where_the_intervals_part(
    tmp_path, n_wins: Sequence[int], sentence: str
) -> None:
    facts = {key: HOUSE_FACTS[key] for key in ("score", "seats", "ends")}
    scenarios = [won_by((300, 100)), won_by(n_wins, name="flat", patch={"table": "flat"})]
    run = write_run(tmp_path / "run", scenarios, cooperative=False, facts=facts)
    assert sentence in favour_under_rules(Tables(run))
