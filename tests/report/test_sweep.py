"""The page of a sweep, as its reader sees it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.analysis.sweep import cells, length_effects
from simlab.analysis.tables import Tables
from simlab.report.answers import next_steps
from simlab.report.answers.effect import mean_of
from simlab.report.figures.curves import break_label
from simlab.report.inline_svg import colour_variables
from simlab.report.page import write
from simlab.report.wording import difference, number
from tests.support.named_seats_game import HOUSE_FACTS, HOUSES, campaign
from tests.support.read_page import Page, read_page
from tests.support.undrawn import drawn
from tests.support.written_run import FACTS, Written, write_run

PLACES = {
    "unchanged": [1, 1],
    "hand_limit_4": [0, 1],
    "hand_limit_7": [2, 1],
    "events_off": [1, 0],
    "hand_limit_4-events_off": [0, 0],
    "hand_limit_7-events_off": [2, 0],
}
FACTORS = [
    {
        "name": "hand_limit",
        "levels": ["4", "5", "7"],
        "base": 1,
        "is_number": True,
        "is_named": False,
    },
    {"name": "events", "levels": ["off", "on"], "base": 1, "is_number": False, "is_named": False},
]


def study(*names: str, design: str = "grid", **more: Any) -> dict[str, Any]:
    return {
        "kind": "sweep",
        "design": design,
        "metric": None,
        "margin": 0.3,
        "factors": FACTORS,
        "cells": {name: PLACES[name] for name in names or PLACES},
        **more,
    }


def team(name: str, players: int = 2, n: int = 400) -> Written:
    """Return games of a team that scores from 0 to 4, more with larger hands."""
    rng = np.random.default_rng(players)
    hand, events = PLACES[name]
    luck = rng.random((n, 4)) < 0.3 + 0.15 * hand + 0.05 * (1 - events)
    columns = {"score": luck.sum(axis=1), "end_reason": np.ones(n, dtype=int)}
    columns |= {"draws": np.full(n, 3), "sent": np.full(n, 2)}
    patch = {} if name == "unchanged" else {"rules": name}
    return Written(columns, ["planner"] * players, name=name, patch=patch)


def slider(page: Path) -> dict[str, Any]:
    """Return what the slider of a page holds."""
    pattern = r'<script type="application/json" id="slider-content">(.*?)</script>'
    (text,) = re.findall(pattern, page.read_text(encoding="utf-8"), re.DOTALL)
    content: dict[str, Any] = json.loads(text)
    return content


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    scenarios = [team(name, n) for name in PLACES for n in (2, 3)]
    folder = write_run(tmp_path_factory.mktemp("sweep") / "run", scenarios, study=study())
    with drawn():
        write(folder, is_full=True)
    return folder


@pytest.fixture(scope="module")
def shown(played: Path) -> Page:
    return read_page(played / "full.html")


@pytest.fixture(scope="module")
def tables(played: Path) -> Tables:
    return Tables(played)


def test_the_first_two_sentences_answer_with_the_interval(shown, tables) -> None:
    rows = cells(tables).query("players == 2 and not is_base")
    largest = rows.loc[rows["estimate"].abs().idxmax()]
    change = difference(largest)
    assert "The largest of 5 changes in the score is that by " in shown.text
    assert f"“{largest['title']}” with 2 players, from " in shown.text
    assert f" ({change.value}, {change.range})" in shown.text
    verdicts = rows["verdict"].value_counts()
    n_beyond = verdicts["more"] + verdicts["less"]
    counted = f"{n_beyond} of 5 with 2 players change it by more than 0.3 points"
    assert f"{counted} ({verdicts['same']} surely do" in shown.text


def test_every_set_of_rules_is_in_the_table_with_its_change_and_verdict(shown) -> None:
    lines = shown.csv["cells.csv"].splitlines()
    assert len(lines) == 1 + 2 * len(PLACES)
    assert lines[0].startswith("hand_limit,events,scenario,players")
    table = next(
        each for each in shown.tables if each[0][:3] == ["players", "cards kept", "events"]
    )
    assert table[0][3:] == ["score", "change", "verdict", "name"]
    assert any("higher by more than 0.3 points" in line for line in table)


def test_factors_have_their_own_pictures_and_tables(shown) -> None:
    assert {"changes.csv", "steps.csv", "curves.csv", "pair_1.csv", "bands.csv"} <= set(shown.csv)
    assert "averaged over all levels of the other rules" in shown.text
    steps = shown.csv["steps.csv"].splitlines()
    assert len(steps) == 1 + 2 * 3


def test_the_head_gives_the_change_of_one_rule_alone(shown, tables) -> None:
    rows = cells(tables).query("players == 2").set_index("cell")
    change = difference(rows.loc["hand limit 4"]).full
    assert f"2 players, 4: {change}, lower by more than 0.3 points" in shown.text.replace(
        "\u202f", " "
    )
    assert "Cards kept alone (now 5)" in shown.text


def test_a_patch_that_all_sets_of_rules_share_is_reported(tmp_path) -> None:
    names = ("unchanged", "hand_limit_4")
    written = [replace(team(name), patch={"officers": "3", "name": name}) for name in names]
    run = write_run(tmp_path, written, study=study(*names, design="one_at_a_time"))
    assert "the unchanged one too, have: officers: 3." in read_page(write(run, is_full=True)).text


def test_the_rules_are_reported_once_not_cell_by_cell(shown) -> None:
    assert "The rules of the game’s files, with no patch." in shown.text


def test_what_is_claimed_rests_on_shared_deals(shown) -> None:
    assert "6 sets of rules on the same deals" in shown.text
    assert "no difference between them has been tested" not in shown.text
    assert "do what their neighbours do" not in shown.text


def test_every_picture_is_reported_in_words_and_in_known_colours(shown) -> None:
    for image in shown.images:
        assert re.search(r"\d", image["alt"])
    assert set() < shown.colours <= set(colour_variables())


def test_the_slider_holds_the_games_of_every_cell(played, tables) -> None:
    content = slider(played / "full.html")
    assert [dial["label"] for dial in content["dials"]] == ["cards kept", "events"]
    assert [dial["base"] for dial in content["dials"]] == [1, 1]
    assert [dial["isNumber"] for dial in content["dials"]] == [True, False]
    two, three = content["tables"]
    assert (two["label"], three["label"]) == ("2 players", "3 players")
    assert two["bars"] == ["0", "1", "2", "3", "4"]
    assert set(two["cells"]) == {",".join(map(str, cell)) for cell in PLACES.values()}
    scores = tables.games(tables.scenarios[0], "score")
    np.testing.assert_allclose(two["cells"]["1,1"]["shares"], scores.of(range(5)) / scores.n)
    assert two["cells"]["1,1"]["reading"].startswith("Unchanged: score ")
    assert (
        "from the unchanged rules, higher by more than 0.3 points."
        in two["cells"]["2,0"]["reading"]
    )


def test_the_slider_has_the_bands_of_the_table_behind_the_scores(played, tables) -> None:
    own = slider(played / "full.html")["tables"][0]
    tiers = tables.facts.bands.tiers
    starts = [own["bars"][band["bar"]] for band in own["bands"][1:]]
    assert [band["label"] for band in own["bands"]][1:] == [tier.label for tier in tiers]
    assert starts == [str(tier.start) for tier in tiers]
    assert own["fair"] is None


def test_the_slider_needs_no_server_and_no_javascript_is_no_loss(played) -> None:
    text = (played / "full.html").read_text(encoding="utf-8")
    assert not re.search(r'(src|href)="(https?:)?//', text)
    assert '<figure id="slider" class="wide" hidden>' in text
    assert "<noscript>" in text


def test_what_was_not_played_is_missing_and_reported_as_such(tmp_path) -> None:
    names = ("unchanged", "hand_limit_4", "hand_limit_7-events_off")
    run = write_run(tmp_path, [team(name) for name in names], study=study(*names, design="sobol"))
    page = write(run, is_full=True)
    shown = read_page(page)
    assert "a scrambled Sobol sequence over the levels" in shown.text
    assert "do what their neighbours do" in shown.text
    assert "a sum of single effects" in shown.text
    assert "alone (" not in shown.text
    assert {"steps.csv", "pair_1.csv"}.isdisjoint(shown.csv)
    assert set(slider(page)["tables"][0]["cells"]) == {"1,1", "0,1", "2,0"}


def test_a_single_factor_needs_no_other_pictures(tmp_path) -> None:
    names = ("unchanged", "hand_limit_4", "hand_limit_7")
    told_study = study(*names) | {
        "factors": FACTORS[:1],
        "cells": {name: PLACES[name][:1] for name in names},
    }
    run = write_run(tmp_path, [team(name) for name in names], study=told_study)
    shown = read_page(write(run, is_full=True))
    assert "all other rules as they are" in shown.text
    assert {"steps.csv", "pair_1.csv"}.isdisjoint(shown.csv)


def test_a_game_with_winners_tells_who_wins_by_each_set_of_rules(tmp_path) -> None:
    names = ("unchanged", "hand_limit_4", "events_off", "hand_limit_4-events_off")
    written = [
        campaign(200, n_capped=9, name=name, patch={} if place == 0 else {"rules": name})
        for place, name in enumerate(names)
    ]
    factors = [FACTORS[0] | {"levels": ["4", "5"]}, FACTORS[1]]
    run = write_run(
        tmp_path,
        written,
        cooperative=False,
        facts=HOUSE_FACTS,
        study=study(*names, margin=None) | {"factors": factors},
    )
    page = write(run, is_full=True)
    shown = read_page(page)
    assert "changes in the wins of Oak is that by " in shown.text
    assert " nearest to an even share of " in shown.text
    assert "the margin of 2 percentage points" in shown.text
    assert "capped games" in str(shown.tables)
    assert all(house in shown.csv["seats.csv"] for house in HOUSES)
    content = slider(page)
    assert content["tables"][0]["bars"] == list(HOUSES)
    assert content["axis"] == "wins of each house"


def test_a_target_is_answered_with_the_rules_nearest_to_it(tmp_path) -> None:
    names = ("unchanged", "hand_limit_4", "hand_limit_7")
    written = [team(name, players) for name in names for players in (2, 3)]
    run = write_run(tmp_path, written, study=study(*names, metric="score", metric_target=2.4))
    two, three = (cells(Tables(run)).query(f"players == {n}").iloc[2] for n in (2, 3))
    assert abs(two["mean"] - 2.4) < 0.1, "the mean is 4 times 0.6 with the larger hand"
    near, other = (number(mean_of(row)) for row in (two, three))
    assert (
        f"“cards kept: 7” comes nearest to the target of 2.4 points, at {near.value} ({near.range})"
        f" with 2 players and {other.value} ({other.range}) with 3."
    ) in read_page(write(run)).text
    step = next_steps.steps(Tables(run), "simlab sweep taxis.toml")[0]
    assert step.command == "simlab sweep taxis.toml --players 2 --certify 'hand limit 7'"
    assert f"Now {near.value} ({near.range}) on the deals by which it was picked" in step.sentence


def test_what_a_change_costs_in_length_is_said_where_it_is_sure(tmp_path) -> None:
    names = ("unchanged", "hand_limit_4", "hand_limit_7")
    wobble = np.arange(400) % 3
    one_in_twenty = np.arange(400) % 20 == 0
    written = []
    for extra, name in zip((0, one_in_twenty, 5 + (wobble == 1)), names, strict=True):
        own = team(name)
        rounds = {"rounds": 9 + wobble + extra}
        written.append(replace(own, games={**own.games, **rounds}))
    run = write_run(tmp_path, written, study=study(*names, metric="score", metric_target=2.4))
    effects = length_effects(Tables(run)).set_index("cell")
    assert effects.loc["hand limit 7", "estimate"] == pytest.approx(5 + 133 / 400)
    assert effects.loc["hand limit 4", "low"] > 0, "sure, but nobody notices 0.05 of 10 rounds"
    text = read_page(write(run)).text
    assert "Games by “cards kept: 7” are longer by 5.33 rounds (5.2" in text
    assert "the median is 16, before 10." in text
    assert "Games by “cards kept: 4”" not in text


def test_the_same_run_gives_the_same_bytes(played, tmp_path) -> None:
    with drawn():
        again = write(played, tmp_path, is_full=True)
    assert again.read_bytes() == (played / "full.html").read_bytes()


def test_texts_in_the_slider_cannot_break_out_of_it(tmp_path) -> None:
    facts = {**FACTS, "score": {**FACTS["score"], "label": "</script><b>score"}}
    names = ("unchanged", "hand_limit_4")
    told_study = study(*names, design="one_at_a_time")
    run = write_run(tmp_path, [team(name) for name in names], facts=facts, study=told_study)
    page = write(run, is_full=True)
    assert "</script><b>" not in page.read_text(encoding="utf-8")
    assert slider(page)["axis"] == "</script><b>score (points)"


@pytest.mark.parametrize(
    ("level", "label"),
    [
        ("dice", "dice"),
        ("dice_five_twice", "dice_five_\ntwice"),
        ("chips_of_many_other_kinds", "chips_of_\nmany_other_…"),
    ],
)
def test_names_of_levels_are_broken_at_underscores(level: str, label: str) -> None:
    assert break_label(level) == label


def test_levels_are_called_by_their_titles_and_explained(tmp_path: Path) -> None:
    described = study()
    limit = described["factors"][0]
    limit["titles"] = [f"{level} cards" for level in limit["levels"]]
    limit["changes"] = [[f"Hands hold {level} cards."] for level in limit["levels"]]
    folder = write_run(tmp_path / "run", [team(name, 2) for name in PLACES], study=described)
    write(folder)
    page = read_page(folder / "report.html")
    assert "The rules that change" in page.text
    assert "Hands hold 4 cards." in page.text
    assert "cards kept: 7 cards, events off" in page.text


def test_what_is_not_decided_ends_the_page_with_commands(tmp_path: Path) -> None:
    described = {**study(), "margin": 0.6}
    folder = write_run(tmp_path / "run", [team(name, 2) for name in PLACES], study=described)
    write(folder)
    page = read_page(folder / "report.html")
    verdicts = [row["verdict"] for _, row in cells(Tables(folder)).iterrows()]
    assert "not decided" in verdicts
    assert "What to try next" in page.text
    assert re.search(r"^simlab sweep by_hand_again.toml --games \d+$", page.text, re.M)
