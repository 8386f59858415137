"""The whole page: what it says, that it says it with the numbers of the tables, and its files."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simlab
from simlab.analysis import band, card, leader, score, win_rate, winner_profile
from simlab.analysis.tables import Tables
from simlab.errors import RunError
from simlab.report.inline_svg import colour_variables
from simlab.report.page import write
from simlab.report.rulebook import basis
from simlab.report.wording import difference, number, share
from tests.support.competitive_game import CONTEST, contest
from tests.support.read_page import Page, read_page
from tests.support.undrawn import drawn, pixels
from tests.support.written_run import Written, write_run


def games_of(n: int, seed: int = 1) -> dict[str, Sequence[object]]:
    """Return n games of the toy game, played by chance."""
    rng = np.random.default_rng(seed)
    return {
        "score": rng.binomial(4, 0.6, n),
        "end_reason": rng.integers(1, 3, n),
        "rounds": rng.integers(3, 7, n),
        "draws": rng.poisson(3, n),
        "sent": rng.binomial(5, 0.5, n),
    }


def rounds_of(n: int) -> dict[str, Sequence[int]]:
    """Return two rounds of each game."""
    deal = np.repeat(np.arange(n), 2)
    number_ = np.tile([1, 2], n)
    return {
        "deal": deal,
        "rotation": 0 * deal,
        "rounds": number_,
        "streets": 2 * number_ + deal % 3,
    }


def toy(n: int, players: int, policy: str, seed: int = 1, **more: Any) -> Written:
    return Written(
        games_of(n, seed),
        policies=[policy] * players,
        timeline=rounds_of(n),
        **more,
    )


def duel(n: int, edge: float, policies: Sequence[str] = ("greedy", "planner")) -> Written:
    """Return blocks of two games of two seats, in which the first policy wins this share."""
    rng = np.random.default_rng(2)
    is_first = rng.random((n, 2)) < edge
    wins = np.stack([is_first[:, 0], ~is_first[:, 0], ~is_first[:, 1], is_first[:, 1]], axis=1)
    points = np.where(wins, 100, rng.integers(0, 100, wins.shape))
    return Written(
        {"turns": rng.integers(5, 30, 2 * n)},
        policies=policies,
        rotations=2,
        seats={"credit": wins.ravel().astype(float), "score": points.ravel()},
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two policies at one to three players, with its report."""
    scenarios = [toy(300, n, policy, n) for policy in ("greedy", "planner") for n in (1, 2, 3)]
    folder = write_run(tmp_path_factory.mktemp("toy") / "run", scenarios)
    with pixels():
        write(folder, is_full=True)
    return folder


@pytest.fixture(scope="module")
def page(folder: Path) -> Page:
    return read_page(folder / "full.html")


def page_of(tmp_path: Path, *scenarios: Written, **more: Any) -> Page:
    return read_page(write(write_run(tmp_path / "run", scenarios, **more), is_full=True))


def report_files(folder: Path) -> dict[str, bytes]:
    files = [
        folder / "full.html",
        *(folder / "figures").iterdir(),
        *(folder / "tables").iterdir(),
    ]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


# ------------------------------------------------------------------------------------------ files


def test_the_same_run_gives_the_same_bytes_anywhere(folder, tmp_path) -> None:
    copy = tmp_path / "elsewhere"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("full.html", "figures", "tables"))
    with pixels():
        write(copy, is_full=True)
    assert report_files(copy) == report_files(folder)


def test_every_figure_lies_beside_the_page_for_slides_and_for_print(folder, page) -> None:
    figures = {path.stem for path in (folder / "figures").iterdir()}
    assert {"score", "score_2", "players", "ecdf", "end", "timeline", "convergence"} <= figures
    for stem in figures:
        assert (folder / "figures" / f"{stem}.svg").read_text().startswith("<?xml")
        assert (folder / "figures" / f"{stem}.png").read_bytes().startswith(b"\x89PNG")
    assert len(page.images) == len(figures)


def test_every_table_can_be_downloaded_and_lies_beside_the_page(folder, page) -> None:
    assert len(page.tables) == len(page.csv)
    beside = {path.name: path.read_text() for path in (folder / "tables").iterdir()}
    assert page.csv == beside
    assert all(text.count("\n") > 1 for text in beside.values())


def test_the_short_page_has_the_answer_what_carries_it_and_the_method(folder, page) -> None:
    path = write(folder, folder.parent / "short")
    short = read_page(path)
    assert "<script" not in path.read_text()
    assert short.ids == ["answer", "score", "section-all-scenarios", "method"]
    assert set(short.csv) == {"score.csv", "scenarios.csv"}
    assert len(short.text) < len(page.text) / 2
    for words in (
        "simlab run by_hand_again.toml",
        "Thinks first.",
        "Student’s t",
        "cards.csv: 3 of 4",
    ):
        assert words in short.text


def test_every_entry_of_the_contents_leads_to_a_section(page) -> None:
    places = [link["href"][1:] for link in page.links if link["href"].startswith("#")]
    assert len(places) > 5
    assert set(places) <= set(page.ids)


def test_the_page_needs_nothing_from_elsewhere(folder, page) -> None:
    text = (folder / "full.html").read_text()
    assert "http" not in re.sub(r"base64,[\w+/=]+", "", text)
    assert not re.search(r"<(link|iframe)|<script[^>]", text)
    assert not re.search(r'(href|src)="(?!#|data:)', text)


# --------------------------------------------------------------------------------------- pictures


def test_every_picture_is_reported_in_words(page) -> None:
    for image in page.images:
        assert len(image["alt"]) > 60
        assert re.search(r"\d", image["alt"])


def test_every_picture_follows_the_theme_of_the_page(folder) -> None:
    text = (folder / "full.html").read_text()
    light, dark = re.findall(r":root \{ (--c-.*?) \}", text)
    used = set(re.findall(r"var\((--c-\w+)\)", text))
    assert len(used) > 8
    for values in (light, dark):
        assert used <= set(re.findall(r"(--c-\w+): #[0-9a-f]{6};", values))


def test_the_main_picture_has_a_form_for_narrow_screens(page) -> None:
    assert page.narrow[0]["aria-label"] == page.images[0]["alt"]
    width = float(page.narrow[0]["viewbox"].split()[2])
    assert width <= 380
    assert width < float(page.images[0]["viewbox"].split()[2])


def test_a_full_page_lets_its_reader_choose_the_number_of_players(folder, tmp_path) -> None:
    text = (folder / "full.html").read_text()
    choices = r'<input type="radio" name="players" value="(\d*)"'
    assert re.findall(choices, text) == ["", "1", "2", "3"]
    assert re.search(r'<fieldset class="players" hidden>', text), "without script it is not shown"
    assert not re.findall(choices, write(folder, tmp_path).read_text())
    one = write(write_run(tmp_path / "run", [toy(300, 2, "greedy")]), is_full=True)
    assert not re.findall(choices, one.read_text())


def test_rows_and_columns_of_one_number_of_players_say_which(folder) -> None:
    text = (folder / "full.html").read_text()
    (scenarios,) = re.findall(r'aria-label="table scenarios">(.*?)</table>', text, re.DOTALL)
    assert re.findall(r'<tr[^>]*data-players="(\d)"', scenarios) == ["1", "2", "3"] * 2
    (scores,) = re.findall(r'aria-label="table score">(.*?)</table>', text, re.DOTALL)
    assert re.findall(r'<th[^>]*data-players="(\d)">(\d) player', scores) == [(n, n) for n in "123"]


def test_a_figure_of_half_the_width_without_another_beside_it_fills_its_row(folder) -> None:
    text = (folder / "full.html").read_text()
    (points,) = re.findall(r'<section id="section-points".*?</section>', text, re.DOTALL)
    halves = re.findall(r'<figure id="(\w+)"(?: class="(\w+)")?', points)
    assert halves == [("players", ""), ("score_2", "")]
    (ends,) = re.findall(
        r'<section id="section-where-points-are-left".*?</section>', text, re.DOTALL
    )
    assert 'class="alone"' in ends


def test_places_on_the_page_have_names_of_their_own(page) -> None:
    assert len(set(page.ids)) == len(page.ids)


# ------------------------------------------------------------------------------------------ words


def test_the_answer_says_the_numbers_of_the_table(folder, page) -> None:
    tables = Tables(folder)
    table = page.tables[[t[0][0] for t in page.tables].index("policy")]
    for row in score.mean(tables).to_dict("records"):
        if row["entry"] == "planner" and row["players"] in (1, 3):
            text = number(row)
            assert text.value in page.text
            assert f"({text.range})" in page.text
            assert any(f"{text.value} {text.range}" in cell for line in table for cell in line)
    top = band.band(tables).query("label == 'High' and entry == 'planner' and players == 3").iloc[0]
    assert f" and {share(top).value} ({share(top).range}) of the games." in page.text
    assert any(f"{share(top).value} {share(top).range}" in cell for line in table for cell in line)


def test_the_numbers_on_the_page_are_those_of_the_csv(folder, page) -> None:
    lines = [line.split(",") for line in page.csv["scenarios.csv"].splitlines()]
    head = lines[0]
    means = [dict(zip(head, line, strict=True)) for line in lines if line[3] == "mean"]
    assert len(means) == 6
    for line, row in zip(means, score.mean(Tables(folder)).to_dict("records"), strict=True):
        for name in ("estimate", "low", "high"):
            assert float(line[name]) == pytest.approx(row[name], rel=1e-9)


def test_the_answer_says_how_much_depends_on_who_plays(page) -> None:
    assert "It depends on who plays: the mean score with 1 player is" in page.text


def test_the_page_says_question_rules_assumptions_and_limits(page) -> None:
    for words in (
        "What comes out?",
        "Toy <&> Game",
        "The rules of the game’s files, with no patch.",
        "hand_limit = 5",
        "cards.csv: 3 of 4 rows",
        "What this does not tell you",
        "simlab run by_hand_again.toml",
        'game = "toy"',
        "0123456789abcdef",
        "Thinks first.",
        "ab12",
        "No game was capped.",
        "1,800 games",
    ):
        assert words in page.text


def test_every_table_of_estimates_names_its_method(page) -> None:
    assert page.text.count("Clopper–Pearson") >= 4
    assert page.text.count("Student’s t") >= 4
    assert "Dvoretzky" in page.text


# ------------------------------------------------------------------------------ all kinds of runs


def test_one_scenario_makes_a_page(tmp_path) -> None:
    page = page_of(tmp_path, toy(50, 3, "greedy"))
    assert "A table of 3 scores" in page.text
    assert "Not measured: all games were played by greedy." in page.text


@pytest.mark.parametrize("n", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 50))])
def test_few_games_make_a_page(tmp_path, n) -> None:
    page = page_of(tmp_path, toy(n, 1, "greedy"), toy(n, 2, "greedy", 2))
    assert len(page.images) >= 5


def test_games_that_all_end_alike_make_a_page(tmp_path) -> None:
    games = {name: [1] * 30 for name in games_of(1)}
    assert page_of(tmp_path, Written(games)).images


def test_a_run_in_which_every_game_was_capped_makes_a_page(tmp_path) -> None:
    games = {**games_of(20), "end_reason": [None] * 20, "finished": [0] * 20}
    page = page_of(tmp_path, Written(games))
    assert "20 capped games" in page.text
    assert "did not end and were stopped at the limit." in page.text


def test_capped_games_are_reported_at_the_top_and_among_the_ends(tmp_path) -> None:
    games = {**games_of(100), "finished": [0] * 7 + [1] * 93}
    games["end_reason"] = [None] * 7 + [1] * 93
    page = page_of(tmp_path, Written(games))
    assert "7 capped games" in page.text
    assert any(" is capped, 1 player, 7" in image["alt"] for image in page.images)


def test_a_game_that_says_nothing_about_its_columns_makes_a_page(tmp_path) -> None:
    page = page_of(tmp_path, Written({"score": [3, 4, 4, 9]}), facts={})
    assert "The median score is 4" in page.text


def test_patches_are_reported_with_what_they_are_for(tmp_path) -> None:
    page = page_of(
        tmp_path,
        toy(40, 2, "greedy", name="plain"),
        toy(40, 2, "greedy", name="harsh", patch={"hand_limit": "2", "events": "False"}),
    )
    assert "hand_limit = 2, events = off (2p-harsh)" in page.text
    assert "rules with 1 patch" in page.text
    assert "Over these and 1 other set of rules, the mean score is from " in page.text


def test_an_unfinished_run_says_so(tmp_path) -> None:
    later = Written({"score": []}, policies=["planner"])
    page = page_of(tmp_path, toy(40, 1, "greedy"), later, is_finished=False)
    assert "This run is not finished: 40 of 40 games." in page.text


def test_mixed_tables_are_counted_by_block(tmp_path) -> None:
    written = Written(games_of(120), policies=["greedy", "planner"], rotations=2)
    page = page_of(tmp_path, written)
    assert "all games were played by greedy and planner" in page.text
    assert ",60\n" in page.csv["scenarios.csv"]


def test_a_game_with_winners_is_reported_by_policy_and_by_seat(tmp_path) -> None:
    page = page_of(tmp_path, duel(4000, 0.6), cooperative=False)
    assert "Who wins" not in page.text
    assert "With 2 players, where 50" in page.text
    margin = "by more than 2 percentage points"
    assert f"greedy better {margin}; planner worse {margin}." in page.text
    assert "All seats win alike within 2 percentage points with 2 players." in page.text
    assert {"policies.csv", "seats.csv", "points.csv", "length_turns.csv"} <= set(page.csv)


def test_a_verdict_waits_until_there_are_games_enough(tmp_path) -> None:
    page = page_of(tmp_path, duel(40, 0.5), cooperative=False)
    assert "Whether all seats win alike is not decided with 2 players." in page.text


def test_the_shares_of_the_seats_are_those_of_the_table(tmp_path) -> None:
    page = page_of(tmp_path, duel(500, 0.5, ["greedy"] * 2), cooperative=False)
    row = win_rate.by_seat(Tables(tmp_path / "run")).iloc[0]
    wins = f"With 2 players the first seat wins {share(row).value} ({share(row).range}); even: 50"
    assert wins in page.text
    assert "policies.csv" not in page.csv


# ------------------------------------------------------------------------------ games with winners


@pytest.fixture(scope="module")
def contested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a game that tells all, with other line-ups, other rules and capped games."""
    scenarios = [
        *(contest(300, n, ["random"]) for n in (2, 3)),
        contest(300, 2, ["planner", "random"]),
        contest(300, 3, ["planner", "random", "random"]),
        *(contest(300, n, name="flat", patch={"table": "flat"}) for n in (2, 3)),
        *(contest(300, n, n_capped=30) for n in (2, 3)),
    ]
    folder = tmp_path_factory.mktemp("contest") / "run"
    write_run(folder, scenarios, cooperative=False, facts=CONTEST)
    with drawn():
        write(folder, is_full=True)
    return folder


@pytest.fixture(scope="module")
def competitive(contested: Path) -> Page:
    return read_page(contested / "full.html")


def test_the_first_lines_answer_what_a_designer_asks(contested, competitive) -> None:
    tables = Tables(contested)
    first = win_rate.by_seat(tables).query("scenario == '2p-planner'").iloc[0]
    wins = f"players the first seat wins {share(first).value} ({share(first).range}) and "
    assert wins in competitive.text
    land = winner_profile.apart(tables, "sources").query("scenario == '3p-planner'").iloc[0]
    assert "Winners are furthest ahead of the others in points from land, by " in competitive.text
    assert f"{difference(land).full} with 3 players" in competitive.text
    ahead = leader.wins(tables, "lead").query("scenario == '2p-planner'").iloc[1]
    assert "The seat that leads alone after 50 % of the rounds wins " in plain(competitive.text)
    assert f"{share(ahead).full} with 2 players (fair: 50" in competitive.text
    horse = card.association(tables).query("scenario == '3p-planner'").iloc[0]
    assert "those who play a card and those who do not: horse, " in competitive.text
    rates = [f"{100 * horse[side]:.0f}" for side in ("with", "without")]
    assert f"{rates[0]} % against {rates[1]} % with 3 players" in plain(competitive.text)
    assert "Over these and 1 other set of rules, the first seat wins from" in competitive.text
    assert "With 2 players, the first seat wins from" in competitive.text


def test_games_capped_with_other_players_are_set_apart_from_those_of_the_answer(tmp_path) -> None:
    scenarios = [contest(300, 2, ["random"], n_capped=30), contest(300, 2)]
    run = write_run(tmp_path / "run", scenarios, cooperative=False, facts=CONTEST)
    assert basis(Tables(run))[1] == "30 capped games, none in the answer"


def test_what_was_capped_is_reported_at_the_top_and_where_it_counts(competitive) -> None:
    assert "60 capped games" in competitive.text
    assert "Of the games of planner, 10" in competitive.text
    assert "points, lead and cards are those of finished games" in competitive.text
    assert "length_rounds.csv" in competitive.csv
    assert "half of the games end within" in competitive.text


def test_every_question_on_a_game_with_winners_has_its_table(competitive) -> None:
    assert {
        "seats.csv",
        "seats_2.csv",
        "policies_2.csv",
        "crossed.csv",
        "apart.csv",
        "ranks.csv",
        "points.csv",
        "rules_compared.csv",
        "seats_sources.csv",
        "cards.csv",
        "card_wins.csv",
        "leader.csv",
        "margin.csv",
        "lead_changes.csv",
        "prizes.csv",
        "prize_wins.csv",
        "timeline.csv",
        "end.csv",
        "convergence.csv",
    } <= set(competitive.csv)


def test_what_is_the_same_for_all_is_a_sentence_and_no_figure(competitive) -> None:
    assert "Moves, per game: march 9" in competitive.text
    assert "use_moves" not in competitive.ids


def test_what_nobody_ever_did_is_left_out(competitive) -> None:
    assert "boat" not in competitive.csv["card_wins.csv"]
    assert "seats_never.csv" not in competitive.csv
    assert "the fort" not in competitive.csv["prizes.csv"]


def test_an_association_is_called_one(competitive) -> None:
    assert competitive.text.count("association") >= 3
    assert "That a card or a prize makes its owner win." in competitive.text


def test_pictures_of_winners_are_reported_in_words_and_in_known_colours(
    competitive,
) -> None:
    for image in competitive.images:
        assert len(image["alt"]) > 60
        assert re.search(r"\d", image["alt"])
    assert set() < competitive.colours <= set(colour_variables())


def test_rules_are_compared_in_a_table_of_their_own(contested, competitive) -> None:
    (table,) = [t for t in competitive.tables if "strongest card" in t[0]]
    rows = [line[:2] for line in table[1:]]
    assert rows == [
        ["2", "unchanged"],
        ["", "table = flat"],
        ["3", "unchanged"],
        ["", "table = flat"],
    ]
    assert "land +" in table[1][5]


def test_what_a_game_does_not_tell_is_not_asked(tmp_path) -> None:
    page = page_of(tmp_path, contest(60, 3), cooperative=False, facts={})
    assert {"seats.csv", "points.csv", "length_rounds.csv"} <= set(page.csv)
    assert not {"apart.csv", "cards.csv", "leader.csv", "prizes.csv", "timeline.csv"} & set(
        page.csv
    )
    assert "What else was found" not in page.text


@pytest.mark.parametrize("n", [2, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 12))])
def test_few_games_with_winners_make_a_page(tmp_path, n) -> None:
    scenarios = [contest(n, 2), contest(n, 3)]
    assert page_of(tmp_path, *scenarios, cooperative=False, facts=CONTEST).images


def test_games_with_winners_that_were_all_capped_make_a_page(tmp_path) -> None:
    page = page_of(tmp_path, contest(9, 3, n_capped=9), cooperative=False, facts=CONTEST)
    assert "9 capped games" in page.text


def test_several_policies_at_the_main_table_make_a_page(tmp_path) -> None:
    written = contest(90, 3, ["planner", "random", "random"])
    page = page_of(tmp_path, written, cooperative=False, facts=CONTEST)
    assert {"policies.csv", "crossed.csv"} <= set(page.csv)
    assert "Where points come from, by policy" in page.text
    assert "Points of every seat, all policies together" in page.text


def test_points_of_a_single_policy_are_not_called_those_of_several(tmp_path) -> None:
    page = page_of(tmp_path, contest(60, 3), cooperative=False, facts=CONTEST)
    assert "Points of every seat, not only the winner’s" in page.text


def plain(text: str) -> str:
    """Return text with its narrow spaces made ordinary ones."""
    return text.replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_games_of_the_engine_make_pages(tmp_path) -> None:
    simlab.run("pig", policy=["hold", "random"], games=100, out=tmp_path / "pig")
    pig = read_page(write(tmp_path / "pig", is_full=True))
    assert "Who wins Pig?" in pig.text
    assert "hold better by more than 2 percentage points" in pig.text
    simlab.run("taxis", players=[1, 3], policy="greedy", games=50, out=tmp_path / "taxis")
    taxis = read_page(write(tmp_path / "taxis", is_full=True))
    assert "What does a table score in Les Taxis de la Marne?" in taxis.text
    assert "They reach “Historic” (64 or more)" in taxis.text
    assert len(taxis.images) >= 11


def test_what_cannot_be_written_is_an_error_for_the_user(folder, tmp_path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("full.html", "figures", "tables"))
    (copy / "figures").write_text("in the way")
    with pytest.raises(RunError, match="cannot be written"):
        write(copy, is_full=True)


def test_what_is_no_run_has_no_report(tmp_path) -> None:
    with pytest.raises(RunError, match="no run folder"):
        write(tmp_path, is_full=True)
