"""What changes of the rules do to a metric, on numbers that can be added up by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.analysis.games import Games, games_of
from simlab.analysis.sweep import (
    Factor,
    cell_rows,
    cells,
    joint_effect_rows,
    joint_effects,
    main_effect_rows,
    main_effects,
    sweep_effects,
)
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict
from simlab.errors import InputError, RunError
from simlab.experiment.design import LATIN_HYPERCUBE, SOBOL, cells_of, grid
from simlab.experiment.run_folder import MANIFEST
from tests.support.coverage import assert_coverage
from tests.support.sweep_effects import a_factor, response
from tests.support.written_run import Written, write_run

DEALS = np.array([0, 1, 2, 1])
"""What the deals bring to the score, whatever the rules."""
EFFECTS = {"unchanged": 0, "hand_4": 1, "events_off": -2, "hand_4-events_off": 3}
FACTORS = [
    {"name": "hand", "levels": ["4", "5"], "base": 1, "is_number": True, "is_named": False},
    {"name": "events", "levels": ["off", "on"], "base": 1, "is_number": False, "is_named": False},
]
PLACES = {
    "unchanged": [1, 1],
    "hand_4": [0, 1],
    "events_off": [1, 0],
    "hand_4-events_off": [0, 0],
}


def study(*names: str, design: str = "grid", **more: Any) -> dict[str, Any]:
    return {
        "kind": "sweep",
        "design": design,
        "metric": None,
        "margin": 1.5,
        "factors": FACTORS,
        "cells": {name: PLACES[name] for name in names or PLACES},
        **more,
    }


def played(name: str, n: int = 4, **more: Any) -> Written:
    scores = np.resize(DEALS, n) + 10 + EFFECTS[name]
    patch = {} if name == "unchanged" else {"hand": name}
    return Written({"score": scores}, ("greedy",) * 2, name=name, patch=patch, **more)


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(write_run(tmp_path, [played(name) for name in PLACES], study=study()))


def by(frame, *keys: str) -> dict[Any, Any]:
    return {tuple(row[key] for key in keys): row for row in frame.to_dict("records")}


def test_every_cell_is_compared_with_the_unchanged_rules_on_the_same_deals(tables) -> None:
    effects_by_key = by(cells(tables), "cell")
    assert [name for (name,) in effects_by_key] == [
        "unchanged",
        "hand 4",
        "events off",
        "hand 4, events off",
    ]
    assert [row["mean"] for row in effects_by_key.values()] == [11, 12, 9, 14]
    assert [row["estimate"] for row in effects_by_key.values()] == [0, 1, -2, 3]
    base, *changes = effects_by_key.values()
    assert (base["low"], base["high"]) == (0, 0)
    # all four deals differ alike; others may differ by as much as deals vary
    reach = [(row["high"] - row["estimate"], row["estimate"] - row["low"]) for row in changes]
    assert np.ptp(reach) == pytest.approx(0)
    assert 1 < np.mean(reach) < 2
    assert {row["family"] for row in effects_by_key.values()} == {3}


@pytest.mark.parametrize("n", [4, 80])
def test_a_few_deals_that_differ_alike_decide_nothing(tmp_path: Path, n: int) -> None:
    sides = [played(name, n) for name in PLACES]
    verdicts = cells(Tables(write_run(tmp_path, sides, study=study())))["verdict"].tolist()
    decided = [Verdict.SAME, Verdict.LESS, Verdict.MORE]
    assert verdicts == ["", *(decided if n == 80 else [Verdict.UNDECIDED] * 3)]


def test_a_curve_averages_over_the_levels_of_the_other_factor(tables) -> None:
    effects_by_key = by(main_effects(tables), "factor", "level")
    assert effects_by_key["hand", "4"]["estimate"] == (14 + 12) / 2 - (9 + 11) / 2
    assert effects_by_key["events", "off"]["estimate"] == (14 + 9) / 2 - (12 + 11) / 2
    assert effects_by_key["hand", "5"]["is_base"]
    assert effects_by_key["hand", "5"]["mean"] == 10
    assert len(effects_by_key) == 4


def test_a_pair_of_levels_differs_from_the_unchanged_pair(tables) -> None:
    effects_by_key = by(joint_effects(tables), "first_level", "second_level")
    assert {key: row["estimate"] for key, row in effects_by_key.items()} == {
        ("4", "off"): 3,
        ("4", "on"): 1,
        ("5", "off"): -2,
        ("5", "on"): 0,
    }


def test_one_at_a_time_looks_at_a_factor_with_the_others_unchanged(tmp_path) -> None:
    names = ("unchanged", "hand_4", "events_off")
    study_described = study(*names, design="one_at_a_time")
    tables = Tables(write_run(tmp_path, [played(name) for name in names], study=study_described))
    effects_by_key = by(main_effects(tables), "factor", "level")
    assert effects_by_key["hand", "4"]["estimate"] == 1
    assert effects_by_key["events", "off"]["estimate"] == -2
    assert joint_effects(tables).empty
    (own,) = sweep_effects(tables)
    assert own.has_steps
    assert own.steps(0) == {0: "2p-hand_4"}
    assert not own.mixes_rules


def test_effects_of_a_sampled_design_are_those_of_a_fitted_sum(tmp_path) -> None:
    names = ("unchanged", "hand_4", "hand_4-events_off")
    study_described = study(*names, design="sobol")
    tables = Tables(write_run(tmp_path, [played(name) for name in names], study=study_described))
    effects_by_key = by(main_effects(tables), "factor", "level")
    assert effects_by_key["hand", "4"]["estimate"] == pytest.approx(1)
    assert effects_by_key["events", "off"]["estimate"] == pytest.approx(2)
    assert not sweep_effects(tables)[0].has_steps
    assert sweep_effects(tables)[0].mixes_rules


def test_a_share_that_differs_in_no_block_is_not_sure_to_be_the_same(tmp_path) -> None:
    names = ("unchanged", "hand_4")
    study_described = study(*names, design="one_at_a_time", metric="capped", margin=0.02)
    for n, words in {20: Verdict.UNDECIDED, 400: Verdict.SAME}.items():
        written = [played(name, n) for name in names]
        run = write_run(tmp_path / str(n), written, study=study_described)
        (_, changed) = cells(Tables(run)).to_dict("records")
        assert (changed["estimate"], changed["verdict"]) == (0, words)
        assert changed["low"] == -changed["high"] < 0


def test_the_margin_is_a_tenth_of_a_standard_deviation_unless_it_is_named(tmp_path) -> None:
    written = [played(name) for name in PLACES]
    (own,) = sweep_effects(Tables(write_run(tmp_path, written, study=study(margin=None))))
    assert own.margin == 0.07


def test_a_metric_that_is_not_there_is_an_error(tmp_path) -> None:
    written = [played(name) for name in PLACES]
    tables = Tables(write_run(tmp_path, written, study=study(metric="scor")))
    with pytest.raises(InputError, match='Did you mean "score"'):
        cells(tables)


def test_cells_that_were_not_played_to_the_end_are_left_out(tmp_path) -> None:
    written = [played(name) for name in PLACES]
    folder = write_run(tmp_path, written, study=study(), parts=2)
    (folder / MANIFEST).unlink()
    (folder / "games" / "scenario=2p-hand_4" / "part-00001.parquet").unlink()
    assert "hand 4" not in set(cells(Tables(folder))["cell"])
    (folder / "games" / "scenario=2p-unchanged" / "part-00001.parquet").unlink()
    with pytest.raises(RunError, match="the unchanged rules and a change of them must be played"):
        cells(Tables(folder))


def test_blocks_to_which_a_metric_does_not_apply_in_some_cell_are_left_out(tmp_path) -> None:
    scores = {"unchanged": [1, 2, 3], "hand_4": [2, None, 4]}
    written = [
        Written({"score": own}, ("greedy",) * 2, name=name, patch={"hand": name} if n else {})
        for n, (name, own) in enumerate(scores.items())
    ]
    study_described = study(*scores, design="sobol", margin=1)
    tables = Tables(write_run(tmp_path, written, study=study_described))
    (base, changed) = cells(tables).to_dict("records")
    assert (base["mean"], changed["estimate"], changed["n"]) == (2, 1, 2)


def covered(rows, truth: dict[Any, float], *keys: str) -> bool:
    return all(
        row["low"] <= truth[tuple(row[key] for key in keys)] <= row["high"]
        for row in rows
        if not row["is_base"]
    )


@pytest.mark.parametrize("n_runs", [30, pytest.param(600, marks=pytest.mark.long)])
def test_curves_and_pairs_are_covered_together(n_runs) -> None:
    """Effects that do not add up, deals that weigh more under some rules, skewed luck."""
    a = a_factor("a", 3)
    b = Factor("b", ("x", "y"), 0, is_number=False, is_named=False)
    true = np.array([0.0, 1.0, 2.0, 0.5, 5.0, 5.0])
    rng = np.random.default_rng(1918)
    by_a = true.reshape(3, 2).mean(axis=1)
    by_b = true.reshape(3, 2).mean(axis=0)
    curve_truth = {("a", str(n + 1)): by_a[n] - by_a[0] for n in range(3)}
    curve_truth |= {("b", word): by_b[n] - by_b[0] for n, word in enumerate("xy")}
    pair_truth = {
        (str(m + 1), word): true[2 * m + n] - true[0]
        for m in range(3)
        for n, word in enumerate("xy")
    }
    hits = []
    for _ in range(n_runs):
        deals = rng.exponential(1, (40, 1)) - 1
        luck = rng.exponential(1, (40, 6)) - 1
        own = response(true + deals * np.arange(1, 7) / 3 + luck, (a, b), grid([3, 2]))
        hits.append(
            (
                covered(main_effect_rows(own), curve_truth, "factor", "level"),
                covered(joint_effect_rows(own), pair_truth, "first_level", "second_level"),
            )
        )
    for each in np.array(hits).T:
        assert_coverage(each, at_least=0.94)


@pytest.mark.parametrize("design", [LATIN_HYPERCUBE, SOBOL])
@pytest.mark.parametrize("n_runs", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_single_effects_of_sampled_cells_are_covered_together(design: str, n_runs: int) -> None:
    """Six rules with three levels in 16 cells, whose means differ in all rules at once."""
    factors = tuple(a_factor(name, 3) for name in "abcdef")
    sizes, base = [3] * 6, (0,) * 6
    cells_played = cells_of(design, sizes, base, 16)
    effects_by_level = np.array([[0.0, n - 2, 3 - n] for n in range(6)])
    true = np.array([effects_by_level[range(6), cell].sum() for cell in cells_played])
    truth = {
        (factor.name, str(level + 1)): effects_by_level[place, level]
        for place, factor in enumerate(factors)
        for level in range(3)
    }
    rng, hits = np.random.default_rng(1919), []
    for _ in range(n_runs):
        deals, luck = rng.normal(0, 4, (60, 1)), rng.exponential(3, (60, len(true)))
        own = response(true + deals + luck, factors, cells_played, design)
        hits.append(covered(main_effect_rows(own), truth, "factor", "level"))
    assert_coverage(hits, at_least=0.94)


def test_what_looks_best_of_equals_is_judged_fairly_on_other_deals(effort: int) -> None:
    """The mean of the best of eight equal cells is covered on fresh deals, not on those at hand."""
    rng, hits = np.random.default_rng(7), []
    factors = tuple(a_factor(name, 2) for name in "abc")
    for _ in range(100 * effort):
        chosen, fresh = rng.normal(0, 1, (2, 60, 8))
        best = int(chosen.mean(axis=0).argmax())
        seen = cell_rows(response(chosen, factors, grid([2] * 3)))[best]
        base_and_best = response(fresh[:, [0, best]], factors, [(0, 0, 0), (1, 1, 1)])
        judged = cell_rows(base_and_best)[-1]
        hits.append([row["mean_low"] <= 0 <= row["mean_high"] for row in (seen, judged)])
    on_seen, on_fresh = np.array(hits).T
    assert on_seen.mean() < 0.9
    assert_coverage(on_fresh, at_least=0.95)


def test_levels_that_cells_do_not_tell_apart_are_left_out() -> None:
    factors = (a_factor("a", 2), a_factor("b", 2), a_factor("c", 2))
    together = [(0, 0, 0), (1, 1, 0), (0, 0, 1), (1, 1, 1)]
    own = response(np.arange(40.0).reshape(10, 4), factors, together, LATIN_HYPERCUBE)
    judged = {(row["factor"], row["level"]) for row in main_effect_rows(own)}
    assert judged == {("a", "1"), ("b", "1"), ("c", "1"), ("c", "2")}


def test_games_of_a_sweep_are_read_in_whole_blocks(tables) -> None:
    (games,) = games_of(tables, tables.scenarios[1])
    assert isinstance(games, Games)
    assert games.game("score").ravel().tolist() == [11, 12, 13, 12]
