"""From factors and a design to the cells of a sweep."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections import Counter
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import qmc

from simlab.catalog import find_game
from simlab.errors import InputError
from simlab.experiment.design import (
    GRID,
    LATIN_HYPERCUBE,
    ONE_AT_A_TIME,
    SOBOL,
    cells_of,
    draw_sample,
    effect_variance,
    with_base,
)
from simlab.experiment.factor import UNCHANGED
from simlab.experiment.patch import find_shipped_patches
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import restore
from simlab.experiment.spec import MOST_CELLS, levels
from simlab.files.paths import data_folder


def sweep(game: str = "taxis", **words: Any):
    vary = words.pop("vary", {})
    return request_experiment(game, {"games": 10, "sweep": {"vary": vary, **words}})


def problems(game: str = "taxis", **words: Any) -> list[str]:
    with pytest.raises(InputError) as error:
        sweep(game, **words)
    return str(error.value).splitlines()


sizes_with_base = st.lists(
    st.integers(2, 5).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1))),
    min_size=1,
    max_size=4,
)


@settings(max_examples=15, deadline=None)
@given(sizes_with_base, st.sampled_from([GRID, ONE_AT_A_TIME, LATIN_HYPERCUBE]), st.integers(1, 40))
def test_every_design_has_legal_cells_the_base_first_and_none_twice(factors, design, n) -> None:
    sizes, base = [size for size, _ in factors], tuple(level for _, level in factors)
    cells = cells_of(design, sizes, base, n)
    assert cells[0] == base
    assert len(set(cells)) == len(cells) <= max(n + 1, prod(sizes))
    assert set(cells) <= set(product(*map(range, sizes)))
    assert cells_of(design, sizes, base, n) == cells


@settings(deadline=None)
@given(sizes_with_base)
def test_a_grid_is_complete_and_one_at_a_time_changes_one(factors) -> None:
    sizes, unchanged = [size for size, _ in factors], tuple(level for _, level in factors)
    assert len(cells_of(GRID, sizes, unchanged, None)) == prod(sizes)
    base, *others = cells_of(ONE_AT_A_TIME, sizes, unchanged, None)
    assert len(others) == sum(sizes) - len(sizes)
    assert all(sum(a != b for a, b in zip(base, cell, strict=True)) == 1 for cell in others)


def test_a_latin_hypercube_tries_every_level_equally_often() -> None:
    cells = draw_sample(LATIN_HYPERCUBE, [3, 50], (0, 60), 30)[1:]
    assert set(Counter(cell[0] for cell in cells).values()) == {10}


@pytest.mark.parametrize(
    ("sizes", "count", "least_gain"), [([3] * 6, 16, 1.5), ([2] * 8, 16, 1.15), ([2] * 8, 10, 2)]
)
def test_the_best_of_many_latin_hypercubes_is_better_than_a_usual_one(
    sizes: list[int], count: int, least_gain: float
) -> None:
    base = (0,) * len(sizes)
    usual = np.median(
        [effect_variance(with_base(base, drawn(sizes, count, seed))) for seed in range(500, 540)]
    )
    assert usual / effect_variance(draw_sample(LATIN_HYPERCUBE, sizes, base, count)) > least_gain


def drawn(sizes: list[int], count: int, seed: int) -> list[tuple[int, ...]]:
    points = qmc.LatinHypercube(len(sizes), rng=seed).random(count)
    return [tuple(map(int, row)) for row in (points * sizes).tolist()]


def test_the_variance_of_effects_is_that_of_least_squares() -> None:
    assert effect_variance([(0, 0), (0, 1), (1, 0), (1, 1)]) == pytest.approx(2)
    assert effect_variance([(0, 0), (0, 1), (1, 0)]) == pytest.approx(4)
    assert effect_variance([(0, 0), (1, 1)]) == np.inf


def test_a_sobol_sequence_that_confounds_factors_is_refused() -> None:
    with pytest.raises(InputError, match="16 of this design confound the effects of 8 levels; tak"):
        draw_sample(SOBOL, [2] * 8, (0,) * 8, 16)
    assert len(draw_sample(SOBOL, [2] * 8, (0,) * 8, 32)) > 30
    with pytest.raises(InputError, match=r"balanced with a power of 2, such as 64, not 40"):
        draw_sample(SOBOL, [2] * 8, (0,) * 8, 40)


def test_a_certificate_plays_what_was_picked_on_other_deals() -> None:
    levels = {"actions_per_turn": "2..4", "events": "on,off"}
    whole = sweep(vary=levels)
    picked = ["actions per turn 4, events off", "events_off"]
    own = sweep(vary=levels, certify=picked)
    names = ["1p-unchanged", "1p-actions_per_turn_4-events_off", "1p-events_off"]
    assert [scenario.slug for scenario in own.scenarios] == names
    by_name = {scenario.slug: scenario for scenario in whole.scenarios}
    assert [s.patch for s in own.scenarios] == [by_name[name].patch for name in names]
    assert own.study["certifies"] == {"seed": whole.seed, "compared": 5}
    assert own.seed != whole.seed
    assert {scenario.seed for scenario in own.scenarios} == {own.seed}
    again = restore(json.loads(json.dumps(own.describe_experiment())))
    assert (again.identity(), again.study) == (own.identity(), own.study)


def test_the_toml_of_a_certificate_is_that_of_its_command(tmp_path) -> None:
    own = sweep(vary={"events": "on,off"}, certify="events off")
    (tmp_path / "mine.toml").write_text(own.source, encoding="utf-8")
    assert request_experiment(str(tmp_path / "mine.toml"), {}).key() == own.key()


def test_a_cell_that_is_not_there_cannot_be_certified() -> None:
    (problem,) = problems(vary={"events": "on,off"}, certify="event off")
    assert problem == 'certify: "event off" is not one of events_off. Did you mean "events_off"?'


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("2..4", [2, 3, 4]),
        ("2,4", ["2", "4"]),
        ("1..2, 5", [1, 2, "5"]),
        ("on,off", ["on", "off"]),
        ("", []),
        (3, [3]),
        ([True, False], [True, False]),
    ],
)
def test_levels_are_read_as_people_write_them(word, expected) -> None:
    assert levels(word) == expected


def test_levels_stand_in_order_with_the_unchanged_one_among_them() -> None:
    study = sweep(vary={"hand_limit": "7,4", "events": "", "soldier_deck": "soldiers_e"}).study
    assert [(own["levels"], own["base"]) for own in study["factors"]] == [
        (["4", "5", "7"], 1),
        (["off", "on"], 1),
        (["soldiers", "soldiers_e"], 0),
    ]
    assert [own["is_number"] for own in study["factors"]] == [True, False, False]
    assert [own["is_named"] for own in study["factors"]] == [False, False, True]


def test_a_choice_and_a_cell_of_a_table_can_be_varied() -> None:
    study = sweep(vary={"arrival_direction": "", "soldiers.red_3.Copies": "0,+1"}).study
    assert study["factors"][0]["levels"] == ["counter_clockwise", "clockwise"]
    assert study["factors"][1]["levels"] == ["0", "1", "2"]


def test_a_scenario_is_named_after_what_it_changes_and_shares_seed_and_deals() -> None:
    experiment = sweep(vary={"hand_limit": "4", "events": "off"}, design=ONE_AT_A_TIME)
    assert [scenario.slug for scenario in experiment.scenarios] == [
        "1p-unchanged",
        "1p-hand_limit_4",
        "1p-events_off",
    ]
    assert [dict(scenario.patch) for scenario in experiment.scenarios] == [
        {},
        {"hand_limit": 4},
        {"events": False},
    ]
    assert len({(s.seed, s.n_deals) for s in experiment.scenarios}) == 1
    assert experiment.study["cells"] == {
        UNCHANGED: [1, 1],
        "hand_limit_4": [0, 1],
        "events_off": [1, 0],
    }


def test_whole_patches_are_levels_of_one_more_factor() -> None:
    experiment = sweep(patches=["third_officer", "hand_limit=+1"], vary={"events": ""})
    _, patch = experiment.study["factors"]
    assert (patch["name"], patch["levels"]) == (
        "patch",
        [UNCHANGED, "A third officer", "hand_limit=+1"],
    )
    by_slug = {s.slug: s.rules.components.values for s in experiment.scenarios}
    assert by_slug["1p-patch_A_third_officer"]["officers"] == 3
    assert by_slug["1p-events_off-patch_hand_limit_+1"]["hand_limit"] == 6
    assert not by_slug["1p-events_off-patch_hand_limit_+1"]["events"]
    assert len(by_slug) == 6


def test_levels_are_laid_over_a_patch_that_all_cells_share() -> None:
    words = {"patch": ["hand_limit=8"], "sweep": {"vary": {"hand_limit": "-1", "events": ""}}}
    experiment = request_experiment("taxis", words)
    assert experiment.study["factors"][0]["levels"] == ["7", "8"]
    hands = {s.slug: s.rules.components.values["hand_limit"] for s in experiment.scenarios}
    assert hands == {
        "1p-unchanged": 8,
        "1p-hand_limit_7": 7,
        "1p-events_off": 8,
        "1p-hand_limit_7-events_off": 7,
    }


def test_names_too_long_for_a_folder_are_numbers() -> None:
    cards = ("red_1", "red_2", "blue_1", "blue_2", "green_1", "green_2")
    vary = {f"soldiers.{card}.copies": "1" for card in cards}
    longest = sweep(vary=vary).scenarios[1].slug
    assert longest == "1p-cell_1"


def test_all_problems_are_reported_at_once_with_the_nearest_name() -> None:
    complaints = problems(
        vary={
            "action_per_turn": "2..4",
            "hand_limit": "99,x",
            "officers": "2",
            "token_penalty": "",
            "soldiers.red_9.copies": "1",
            "soldiers.red_1": "off",
        },
        design="gird",
    )
    assert complaints[0] == (
        'design: "gird" is not one of grid, one_at_a_time, latin_hypercube, sobol.'
        ' Did you mean "grid"?'
    )
    assert 'vary.action_per_turn: no such rule. Did you mean "actions_per_turn"?' in complaints
    assert "vary.hand_limit: 99 is out of range 1 to 12." in complaints
    assert "vary.officers: is 2 already; name other levels" in complaints
    assert any(line.startswith("vary.token_penalty: name its levels") for line in complaints)
    assert any(line.startswith("vary.soldiers.red_9.copies: soldiers.red_9") for line in complaints)
    assert any("vary.soldiers.red_1: is no single value" in line for line in complaints)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({}, "vary: name at least one rule to vary"),
        ({"vary": {"events": ""}, "cells": 4}, "cells: goes with latin_hypercube or sobol"),
        ({"vary": {"hand_limit": "1..500"}}, "has 500 levels; 1 to 100 are allowed"),
        ({"vary": {"hand_limit": "5..2"}}, "vary.hand_limit: 5..2 runs downwards; write 2..5"),
        ({"vary": {"events": ""}, "margin": 0}, "margin: must be above 0, not 0"),
        ({"vary": {"events": ""}, "disign": 1}, 'Did you mean "design"?'),
        ({"patches": ["third_oficer"]}, 'Did you mean "third_officer"?'),
        ({"patches": {"mine": {"hand_limt": 3}}}, 'Did you mean "hand_limit"?'),
        (
            {"vary": {"hand_limit": "1..12", "initial_cards": "0..60", "officers": "1..4"}},
            f"a grid of 2,928 cells; at most {MOST_CELLS:,} are played",
        ),
    ],
)
def test_what_makes_no_sweep_is_refused(words, problem) -> None:
    assert any(problem in line for line in problems(**words))


def test_a_sweep_makes_its_own_scenarios() -> None:
    table = {"sweep": {"vary": {"events": ""}}, "scenario": [{"name": "mine"}]}
    with pytest.raises(InputError, match=r"leave out \[\[scenario\]\]"):
        request_experiment("taxis", table)


WRITTEN = """
game = "taxis"
games = 20

[sweep]
design = "one_at_a_time"
margin = 0.5

[sweep.vary]
events = []
hand_limit = "4..6"
soldiers.red_3.copies = [0]

[sweep.patches]
jokers = { soldiers.joker_1.copies = "+2" }
"""


def test_a_sweep_in_a_file_is_the_same_when_it_is_written_again_and_restored(tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(WRITTEN)
    experiment = request_experiment(str(file), {})
    assert len(experiment.scenarios) == 6
    changed = request_experiment(str(file), {"players": 2})
    again = tmp_path / "again.toml"
    again.write_text(changed.source)
    assert tomllib.loads(changed.source)["sweep"]["margin"] == 0.5
    assert request_experiment(str(again), {}).identity() == changed.identity()
    described = json.loads(json.dumps(experiment.describe_experiment()))
    restored = restore(described)
    assert restored.identity() == experiment.identity()
    assert restored.study == described["study"]


def test_a_problem_in_a_file_is_reported_with_its_line(tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "taxis"\n[sweep.vary]\nevents = []\nhand_limit = [4, 99]\n')
    with pytest.raises(InputError, match=rf"{file}:4: vary.hand_limit: 99 is out of range"):
        request_experiment(str(file), {})


def test_patch_files_are_found_beside_the_experiment(tmp_path) -> None:
    (tmp_path / "small.toml").write_text("hand_limit = 3")
    file = tmp_path / "mine.toml"
    file.write_text('game = "taxis"\n[sweep]\npatches = ["small.toml"]\n')
    (_, small) = request_experiment(str(file), {}).scenarios
    assert small.rules.components.values["hand_limit"] == 3
    assert Path(small.slug).name == "1p-patch_small"


TWO_PATCHES = {"big.toml": 'title = "Big hands"\nhand_limit = "+2"', "wide.toml": "officers = 3"}


def patch_files(folder: Path) -> list[str]:
    for name, text in TWO_PATCHES.items():
        (folder / name).write_text(text)
    return [str(folder / name) for name in TWO_PATCHES]


def test_patches_as_switches_meet_and_are_called_by_their_titles(tmp_path) -> None:
    experiment = sweep(switches=patch_files(tmp_path))
    assert [(own["name"], own["levels"]) for own in experiment.study["factors"]] == [
        ("Big hands", ["off", "on"]),
        ("wide", ["off", "on"]),
    ]
    levels_by_name = {
        s.slug: (s.rules.components.values["hand_limit"], s.rules.components.values["officers"])
        for s in experiment.scenarios
    }
    assert levels_by_name == {
        "1p-unchanged": (5, 2),
        "1p-wide_on": (5, 3),
        "1p-Big_hands_on": (7, 2),
        "1p-Big_hands_on-wide_on": (7, 3),
    }


def test_switches_in_a_file_may_be_stacks_of_patches(tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'game = "taxis"\n[sweep.switches]\nboth = ["third_officer", "hand_limit=+1"]\n'
        'less = { hand_limit = "-1" }\n'
    )
    rules_by_name = {
        s.slug: s.rules.components.values for s in request_experiment(str(file), {}).scenarios
    }
    assert (
        rules_by_name["1p-both_on"]["officers"] == 3
        and rules_by_name["1p-both_on"]["hand_limit"] == 6
    )
    assert rules_by_name["1p-both_on-less_on"]["hand_limit"] == 5


def test_a_level_may_be_a_stack_of_patches() -> None:
    experiment = sweep(patches={"both": ["third_officer", "hand_limit=+1"]})
    values = experiment.scenarios[1].rules.components.values
    assert (values["officers"], values["hand_limit"]) == (3, 6)


def test_patches_without_levels_are_all_that_the_game_ships() -> None:
    (patch,) = sweep(patches=[]).study["factors"]
    titles = [own.title for own in find_shipped_patches(find_game("taxis"))]
    assert patch["levels"] == [UNCHANGED, *titles]


def test_a_data_folder_is_a_level_and_its_cells_are_restored(tmp_path) -> None:
    mine = tmp_path / "mine"
    shutil.copytree(data_folder("taxis"), mine)
    rules = mine / "rules.toml"
    rules.write_text(rules.read_text().replace("[officers]\nvalue = 2", "[officers]\nvalue = 3"))
    experiment = sweep(data=[str(mine)], vary={"events": ""})
    officers = {s.slug: s.rules.components.values["officers"] for s in experiment.scenarios}
    assert officers == {
        "1p-unchanged": 2,
        "1p-data_mine": 3,
        "1p-events_off": 2,
        "1p-events_off-data_mine": 3,
    }
    assert restore(experiment.describe_experiment()).identity() == experiment.identity()
    (problem,) = problems(data=[str(mine)], vary={"officers": "1"})
    assert "officers is 3 there, 2 in the unchanged rules" in problem


def test_factors_of_an_option_replace_those_of_a_file_and_leave_the_rest(tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "taxis"\n[sweep]\nmargin = 2\n[sweep.vary]\nofficers = [3]\n')
    varied = request_experiment(str(file), {"sweep": {"vary": {"events": ""}}}).study
    assert ([own["name"] for own in varied["factors"]], varied["margin"]) == (["events"], 2)
    judged = request_experiment(str(file), {"sweep": {"margin": 1}}).study
    assert ([own["name"] for own in judged["factors"]], judged["margin"]) == (["officers"], 1)


@pytest.mark.parametrize(
    ("game", "words", "problem"),
    [
        ("taxis", {"vary": {"more_jokers": ""}}, "vary it with --vary patch=more_jokers"),
        ("taxis", {"vary": {"soldier_deck": ""}}, "soldier_deck=soldiers,soldiers_b"),
        ("pig", {"vary": {"goal": "50"}}, "vary.goal: no such rule. There are target, head"),
        ("mare_nostrum", {"vary": {"qqq": "5"}}, "simlab rules mare_nostrum lists all there are."),
        ("taxis", {"switches": {"a": "offficers=3"}}, "switch.a: offficers: no such rule. Did you"),
        (
            "taxis",
            {"switches": {"events": "no_events"}, "vary": {"events": ""}},
            'two factors are called "events"',
        ),
        ("taxis", {"data": ["nowhere"]}, "nowhere: no such folder."),
    ],
)
def test_what_cannot_vary_is_reported_with_what_can(game, words, problem) -> None:
    assert any(problem in line for line in problems(game, **words))


def test_a_single_sampled_cell_is_a_change() -> None:
    assert draw_sample(LATIN_HYPERCUBE, [2], (0,), 1) == [(0,), (1,)]
