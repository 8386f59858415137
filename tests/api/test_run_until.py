"""A run stops once an interval is narrow, with the same bytes after a stop and on any cores."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import simlab
from simlab.api import run_until as looping
from simlab.errors import InputError, Interrupted
from simlab.execution.run import run_experiment
from simlab.experiment.plan import plan
from simlab.experiment.request import request_experiment

ASKED = {"policy": "hold", "until": "wins of seat 1 ± 8 %", "games": 3_000}


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file() and file.name[0] != ".")
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def test_a_run_stops_at_the_first_look_that_is_narrow(tmp_path: Path) -> None:
    run = simlab.run("pig", **ASKED, out=tmp_path / "run", jobs=1)
    [precision] = run.to_dict()["until"]
    assert precision["is_reached"] and len(run.games()) == precision["games"] < 3_000
    assert 0.12 < precision["high"] - precision["low"] <= 0.16
    assert any("valid at every look" in sentence for sentence in run.sentences)
    assert run.is_finished() and run.experiment.key() == run.experiment_in_full()["key"]


def test_a_stopped_run_goes_on_to_the_same_bytes_on_any_cores(tmp_path, monkeypatch) -> None:
    whole = simlab.run("pig", **ASKED, out=tmp_path / "whole", jobs=2)
    n_looks, play = 0, run_experiment

    def stop_at_third_look(*args, **kwargs):
        nonlocal n_looks
        n_looks += 1
        if n_looks == 3:
            raise Interrupted("stopped")
        return play(*args, **kwargs)

    monkeypatch.setattr(looping, "run_experiment", stop_at_third_look)
    with pytest.raises(Interrupted):
        simlab.run("pig", **ASKED, out=tmp_path / "stopped", jobs=1)
    again = simlab.run("pig", **ASKED, out=tmp_path / "stopped", jobs=1)
    assert contents(again.folder) == contents(whole.folder)


def test_games_that_are_spent_end_a_run_whose_interval_is_wide(tmp_path: Path) -> None:
    run = simlab.run("pig", **{**ASKED, "games": 100}, out=tmp_path / "run", jobs=1)
    [precision] = run.to_dict()["until"]
    assert not precision["is_reached"] and precision["games"] == 100
    assert any("the most that it may take" in sentence for sentence in run.sentences)


def test_later_looks_change_no_part(tmp_path: Path) -> None:
    experiment = request_experiment("pig", ASKED)
    early, late = (
        plan(replace(experiment, scenarios=(replace(scenario, looks=looks),)))
        for scenario in experiment.scenarios
        for looks in [(50, 62, 500), (50, 62, 500, 640)]
    )
    ranges = [
        [(part.file, part.first_deal, part.n_deals) for part in p.parts] for p in (early, late)
    ]
    assert ranges[1][: len(ranges[0])] == ranges[0]
    assert sum(n for *_, n in ranges[1]) == 640


def test_a_metric_that_the_game_does_not_have_is_refused_before_it_plays(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"until: .*Did you mean"):
        simlab.run("pig", policy="hold", until="turnz ± 1", out=tmp_path / "run", jobs=1)
    assert not (tmp_path / "run").exists()
