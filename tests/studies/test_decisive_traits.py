"""Trial games find the traits of a player that an answer follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simlab.analysis.games import Games
from simlab.analysis.metric import OTHER, Metric
from simlab.execution.executor import Threads
from simlab.experiment.certificate import fresh_seed
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.studies.kit import decisive_traits as study
from simlab.studies.kit.decisive_traits import candidates, decisive_traits, trial_games
from simlab.studies.kit.metrics import metrics_at
from tests.support.vigil_game import write_vigil


@pytest.fixture
def vigil(tmp_path: Path) -> Scenario:
    return request_experiment(write_vigil(tmp_path), {"policy": ["guard"]}).scenarios[0]


def named(*names: str):
    def find(scenario: Scenario, games: Games) -> Sequence[Metric]:
        return [metric for metric in metrics_at(scenario, games) if metric.name in names]

    return find


def test_the_trait_that_sets_the_length_is_found_among_idle_ones(vigil: Scenario) -> None:
    assert len(candidates([vigil])) == 7
    for n_cores in (1, 2):
        ranking = decisive_traits(Threads(n_cores), [vigil], named("rounds", "wins_of_seat_1"), 12)
        assert ranking[0] == "patience" and len(ranking) == 7


def test_what_moves_no_figure_stays_in_its_order(vigil: Scenario) -> None:
    """The die decides who wins, on the same deals the same seat."""
    ranking = decisive_traits(Threads(1), [vigil], named("wins_of_seat_1"), 12)
    assert ranking == candidates([vigil])


def test_one_that_is_declared_to_set_the_length_is_first_where_length_is_a_figure(
    vigil: Scenario,
) -> None:
    guard = vigil.lineup[0]
    declared = {"idle_5": replace(guard.traits["idle_5"], sets_length=True)}
    policy = replace(guard, traits={**guard.traits, **declared})
    scenario = replace(vigil, lineup=(policy, policy))
    ranking = decisive_traits(Threads(1), [scenario], named("rounds"), 12)
    assert ranking[:2] == ["idle_5", "patience"]
    ranking = decisive_traits(Threads(1), [scenario], named("wins_of_seat_1"), 12)
    assert ranking == candidates([vigil])


def test_a_change_counts_beyond_its_standard_error_and_on_fresh_deals(
    vigil: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = np.tile([[0.0], [20.0]], (6, 1))
    by_chance, sure = base + np.tile([[11.0], [-9.0]], (6, 1)), base + 0.8
    seeds: set[int] = set()

    def play_tasks(_: object, tasks: Sequence[tuple[Scenario, int, int]]) -> Iterator[np.ndarray]:
        for scenario, *_ in tasks:
            seeds.add(scenario.seed)
            weights = scenario.lineup[0].weights
            yield by_chance if "idle_1" in weights else sure if "idle_4" in weights else base

    metric = Metric("gain", "gain", OTHER, "points", lambda games: games)
    monkeypatch.setattr(study, "play_tasks", play_tasks)
    ranking = decisive_traits(Threads(1), [vigil], lambda *_: [metric], 12)
    assert ranking[0] == "idle_4", "a mean of 1.0 with a standard error of 3 is chance"
    assert seeds == {fresh_seed(vigil.seed)}


def test_trials_play_a_part_of_the_games() -> None:
    assert [trial_games(n) for n in (20, 100, 400)] == [12, 12, 33]
