"""The page on a house rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from simlab.analysis.rule_comparison import comparisons, effects, headline_effect
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict
from simlab.errors import RunError
from simlab.report.answers import houserule
from simlab.report.answers.metric_change import change_of, value_of
from simlab.report.inline_svg import colour_variables
from simlab.report.page import write
from tests.support.competitive_game import CONTEST, contest
from tests.support.read_page import Page, read_page
from tests.support.undrawn import drawn
from tests.support.written_run import FACTS, Written, write_run

CHANGE = "Hand limit: 6 instead of 5 cards [T1]."
N = 400


def games_of(n: int, luck: float) -> dict[str, Any]:
    """Return games of the toy game in which each of four points is won with this probability."""
    rng = np.random.default_rng(1)
    return {
        "score": (rng.random((n, 4)) < luck).sum(axis=1),
        "end_reason": rng.integers(1, 3, n),
        "rounds": rng.integers(3, 7, n),
        "draws": rng.poisson(3, n),
        "sent": rng.binomial(5, 0.5, n),
    }


def toy(name: str, luck: float, policy: str = "planner", players: int = 2, n: int = N) -> Written:
    patch = {"hand_limit": "6"} if name.endswith("changed") and "un" not in name else {}
    return Written(games_of(n, luck), policies=[policy] * players, name=name, patch=patch)


def study(players: Sequence[int] = (2,), others: Sequence[str] = ()) -> dict[str, Any]:
    def names_of_a_pairing(n: int, prefix: str = "") -> list[str]:
        return [f"{n}p-{prefix}unchanged", f"{n}p-{prefix}changed"]

    return {
        "kind": "houserule",
        "pairs": [names_of_a_pairing(n) for n in players],
        "others": [names_of_a_pairing(n, f"{policy}-") for n in players for policy in others],
        "change": [CHANGE],
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in which the change helps planners, and harms the greedy."""
    sides = [
        toy("greedy-unchanged", 0.6, "greedy", n=100),
        toy("greedy-changed", 0.4, "greedy", n=100),
        toy("unchanged", 0.5),
        toy("changed", 0.7),
    ]
    run = write_run(tmp_path_factory.mktemp("toy") / "run", sides, study=study(others=["greedy"]))
    with drawn():
        write(run, is_full=True)
    return run


@pytest.fixture(scope="module")
def tables(folder: Path) -> Tables:
    return Tables(folder)


@pytest.fixture(scope="module")
def page(folder: Path) -> Page:
    return read_page(folder / "full.html")


def contest_page(tmp_path: Path) -> Page:
    sides = [contest(N, 3, name="unchanged"), contest(N, 3, n_capped=20, name="changed")]
    run = write_run(tmp_path / "run", sides, cooperative=False, facts=CONTEST, study=study([3]))
    return read_page(write(run, is_full=True))


def test_the_page_begins_with_the_change_as_a_rulebook_tells_it(folder, page) -> None:
    text = (folder / "full.html").read_text()
    assert text.index(CHANGE) < text.index('<p class="answer">')
    assert CHANGE in page.text


def test_the_first_two_sentences_tell_what_changes_how_surely_and_what_does_not(tables, page):
    row = headline_effect(tables, comparisons(tables)[0])
    first = f"the change raises the score by {change_of(row).full.replace('+', '')}, from "
    assert first in page.text.replace("\N{NARROW NO-BREAK SPACE}", " ")
    rows = effects(tables, comparisons(tables)[0])
    n_clear = rows["verdict"].isin(["more", "less"]).sum()
    n_same, n_open = ((rows["verdict"] == verdict).sum() for verdict in ("same", "not decided"))
    assert f"Of {len(rows)} metrics, {n_clear} change by more than the margin" in page.text
    assert n_open == 0
    assert f" and {n_same} stay the same within it." in page.text


def test_every_group_has_a_figure_with_its_table(page, tables) -> None:
    groups = effects(tables, comparisons(tables)[0])["group"].unique()
    for group in groups:
        assert f"{group}_2" in page.ids
        assert f"{group}_2.csv" in page.csv
    alts = [image["alt"] for image in page.images]
    assert any("beyond the margin" in alt and "Largest is" in alt for alt in alts)


def test_tables_hold_both_sides_the_change_and_the_verdict(page, tables) -> None:
    row = headline_effect(tables, comparisons(tables)[0])
    table = next(table for table in page.tables if "verdict" in table[0])
    cells = next(cells for cells in table if cells[0] == "score")
    assert cells[1].startswith(value_of(row, "unchanged").value)
    assert cells[2].startswith(value_of(row, "changed").value)
    assert cells[3].startswith(change_of(row).value)
    assert cells[-1] == "more"


def test_the_bands_are_reported_one_by_one(page) -> None:
    rows = {line.split(",")[4]: line for line in page.csv["bands_2.csv"].splitlines()}
    assert "High" in page.csv["bands_2.csv"]
    assert len(rows) == 4


def test_a_change_of_sign_with_other_players_is_reported(page) -> None:
    turned = "it goes the other way with greedy in every seat (2 players)."
    assert f"Changes with the players: {turned}" in page.text
    table = next(table for table in page.tables if table[0][-1] == "direction")
    assert table[0][1:3] == ["planner", "greedy"]
    score = next(cells for cells in table if cells[0].startswith("score"))
    assert score[-1] == "depends on who plays"


def test_the_page_of_a_single_player_has_points_and_no_wins(tmp_path) -> None:
    rng = np.random.default_rng(2)
    sides = [
        Written(
            {"turns": rng.integers(9, 12, N) + place, "decisions": [9] * N},
            name=side,
            patch={"hand_limit": "6"} if place else {},
            seats={"credit": [1.0] * N, "score": rng.integers(5, 9, N)},
        )
        for place, side in enumerate(("unchanged", "changed"))
    ]
    folder = write_run(tmp_path / "run", sides, cooperative=False, facts={}, study=study((1,)))
    page = read_page(write(folder, is_full=True))
    assert "With 1 player, the change raises the turns" in page.text
    assert "wins_1" not in page.ids and "points_1" in page.ids


@pytest.mark.parametrize(
    ("equals", "rank"),
    [
        ({"strongest": "greedy"}, "the strongest player measured"),
        (
            {"strongest": "planner", "as_strong": ("greedy",)},
            "one of the two strongest players measured",
        ),
    ],
)
def test_a_verdict_that_the_strongest_player_contradicts_is_withdrawn(
    tmp_path, equals: dict[str, Any], rank: str
) -> None:
    sides = [
        replace(toy(f"{prefix}{side}", luck, policy, n=n), **equals)
        for prefix, policy, n, lucks in (
            ("greedy-", "greedy", 100, (0.6, 0.4)),
            ("", "planner", N, (0.5, 0.7)),
        )
        for side, luck in zip(("unchanged", "changed"), lucks, strict=True)
    ]
    folder = write_run(tmp_path / "run", sides, study=study(others=["greedy"]))
    tables = Tables(folder)
    [pair] = comparisons(tables)
    row = headline_effect(tables, pair)
    assert row["verdict"] == Verdict.DEPENDS
    [sentence, *_] = houserule.answer(tables)
    own = change_of(row).full
    assert sentence.startswith(
        f"With 2 players, what the change does to the score depends on who plays: {own} with"
        " planner, but −"
    )
    assert sentence.endswith(f"with greedy, {rank} (100 games by each set of rules).")
    page = read_page(write(folder, is_full=True))
    table = next(table for table in page.tables if "verdict" in table[0])
    assert next(cells for cells in table if cells[0] == "score")[-1] == "depends on who plays"
    assert re.search(r"and \d+ depends? on who plays\.", page.text)


def test_five_flipped_games_come_with_their_commands(folder, page) -> None:
    commands = re.findall(r"simlab replay (\S+) --scenario (\S+) --game (\d+)", page.text)
    assert len(commands) == 10
    assert {path for path, *_ in commands} == {folder.name}
    assert [name for _, name, _ in commands] == ["2p-unchanged", "2p-changed"] * 5
    games = pd.read_parquet(folder / "games")
    for (_, name, deal), (_, other, same) in zip(commands[::2], commands[1::2], strict=True):
        assert deal == same
        scores = games[games["deal"] == int(deal)].set_index("scenario")["score"]
        assert scores[name] < 3 <= scores[other]


def test_every_picture_has_words_and_known_colours(page) -> None:
    for image in page.images:
        assert len(image["alt"]) > 60
    assert set() < page.colours <= set(colour_variables())


def test_forests_have_a_form_for_narrow_screens(page) -> None:
    n_forests = sum(alt["alt"].startswith("Changes with intervals") for alt in page.images)
    assert n_forests == 4
    assert len(page.narrow) == n_forests + 1


def test_it_says_how_to_make_it_again_and_what_is_not_claimed(page) -> None:
    assert "simlab houserule by_hand_again.toml" in page.text
    assert "with --certify plays the comparison again on deals that had no part" in page.text
    assert "no difference between them has been tested" not in page.text


def test_a_game_with_winners_tells_who_wins_by_both_sets_of_rules(tmp_path) -> None:
    page = contest_page(tmp_path)
    assert re.search("(leaves|moves|raises|lowers) the wins of seat", page.text)
    assert {"wins_3", "points_3", "fairness_3", "tension_3"} <= set(page.ids)
    assert "capped games" in page.csv["length_3.csv"]
    assert "Not measured: no other policy played" in page.text


def test_rules_that_change_no_game_are_reported_to_change_nothing(tmp_path) -> None:
    sides = [toy("unchanged", 0.5), toy("changed", 0.5)]
    page = read_page(write(write_run(tmp_path / "run", sides, study=study())))
    assert "every game is the same by both rules: all" in page.text
    assert "surely changes" not in page.text
    assert not {"difficulty_2", "bands_2", "population_2"} & set(page.ids)
    assert "end in another band" in page.text
    assert not re.search("simlab replay", page.text)


def test_numbers_that_never_vary_have_a_table_or_stand_at_the_end_of_the_axis(tmp_path) -> None:
    sides = [
        Written(
            {**games_of(N, 0.5), "rounds": [rounds] * N, "end_reason": [1] * N, "sent": [2] * N},
            policies=["planner"] * 2,
            name=name,
        )
        for name, rounds in {"unchanged": 5, "changed": 6}.items()
    ]
    page = read_page(write(write_run(tmp_path / "run", sides, study=study())))
    (row,) = [line for table in page.tables for line in table if line[0] == "rounds"]
    assert "+1.00 +0.98 to +1.02" in row
    assert "length_2" in page.ids
    assert "economy_2" not in page.ids
    assert "Not sent" in page.csv["economy_2.csv"] or "sent: taxi" in page.csv["economy_2.csv"]


def test_a_metric_asked_for_that_never_varies_has_no_margin(tmp_path) -> None:
    sides = [
        Written({**games_of(N, luck), "rounds": [5] * N}, ["planner"] * 2, name=name)
        for name, luck in SIDES.items()
    ]
    asked = {**study(), "metric": "rounds"}
    page = read_page(write(write_run(tmp_path / "run", sides, study=asked)))
    assert "the rounds is 5 in every game by both sets of rules" in page.text


def test_where_the_headline_is_not_clear_the_clearest_other_effect_is_reported_after_it(tmp_path):
    clearest = "The clearest effect is on another metric: the change raises “draw” by 1.00 per game"

    def text(luck: float, name: str) -> str:
        sides = [
            replace(toy(side, each), games={**games_of(N, each), "draws": [n] * N})
            for side, each, n in (("unchanged", 0.5, 3), ("changed", luck, 4))
        ]
        return read_page(write(write_run(tmp_path / name, sides, study=study()))).text

    assert clearest in text(0.5, "level")
    assert clearest not in text(0.9, "raised")


def test_a_change_that_concerns_only_what_nobody_chooses_is_reported_first(tmp_path) -> None:
    draws = {**FACTS["groups"][0], "choices": ["draws"], "rules": {"draws": ["hand_limit"]}}
    facts = {**FACTS, "groups": [draws]}

    def text(n_draws: int) -> str:
        sides = [
            replace(toy(name, 0.5), facts=facts, games={**games_of(N, 0.5), "draws": [n] * N})
            for name, n in {"unchanged": 0, "changed": n_draws}.items()
        ]
        run = write_run(tmp_path / f"run{n_draws}", sides, study=study())
        return read_page(write(run, is_full=True)).text

    never = "concerns only what these players never choose by either set of rules: draw."
    assert never in text(0)
    assert never not in text(1)


def test_another_victory_table_is_reported_to_end_games_in_other_bands(tmp_path) -> None:
    top = [FACTS["bands"]["tiers"][0], {"tier": 2, "start": 2, "label": "High"}]
    facts = {**FACTS, "bands": {**FACTS["bands"], "tiers": top}}
    sides = [toy("unchanged", 0.5), replace(toy("changed", 0.5), facts=facts)]
    page = read_page(write(write_run(tmp_path / "run", sides, study=study()), is_full=True))
    n_moved = int((games_of(N, 0.5)["score"] == 2).sum())
    assert re.search(rf"own victory table, {n_moved / N:.0%}".replace("%", ".%"), page.text)
    bands = next(table for table in page.tables if table[0][:2] == ["band", "score"])
    assert [cells[1] for cells in bands[1:]] == ["0", "1–2 → 1", "3 or more → 2 or more"]


def test_both_shares_of_capped_games_stand_at_the_top(tmp_path) -> None:
    text = contest_page(tmp_path).text
    assert re.search(r"0.% \(.*\) of the games by the unchanged", text)
    assert re.search(r"and 5.0.% \(.*\) by the changed ones", text)


def test_what_varies_by_neither_set_of_rules_is_reported_without_a_margin(tmp_path) -> None:
    games = {**games_of(N, 0.5), "score": np.full(N, 2)}
    sides = [
        Written({**games, "score": games["score"] + plus}, ["planner"] * 2, name=name)
        for name, plus in {"unchanged": 0, "changed": 1}.items()
    ]
    page = read_page(write(write_run(tmp_path / "run", sides, study=study())))
    assert "raises the score by 1.00 points (0.98 to 1.02), from 2.000 to 3.000" in page.text
    assert "margin of 0" not in page.text
    assert "margin of –" not in page.text


def test_each_number_of_players_has_its_sentences_and_figures(tmp_path) -> None:
    sides = [toy(name, luck, players=n) for n in (2, 3) for name, luck in SIDES.items()]
    page = read_page(write(write_run(tmp_path / "run", sides, study=study([2, 3]))))
    assert {"difficulty_2", "difficulty_3", "score_2", "score_3"} <= set(page.ids)
    assert "With 3 players, the change raises the score" in page.text
    text = (tmp_path / "run" / "report.html").read_text()
    marked = re.findall(r'<(?:figure|section) id="([\w-]+)"[^>]* data-players="(\d)"', text)
    assert {("score_2", "2"), ("score_3", "3"), ("length_2", "2"), ("length_3", "3")} <= set(marked)
    assert ("section-games-that-end-otherwise-with-3-players", "3") in marked


SIDES = {"unchanged": 0.5, "changed": 0.7}


def test_a_run_that_is_not_finished_is_refused(tmp_path) -> None:
    sides = [toy(name, luck) for name, luck in SIDES.items()]
    run = write_run(tmp_path / "run", sides, study=study(), is_finished=False)
    with pytest.raises(RunError, match="is not finished"):
        write(run, is_full=True)
