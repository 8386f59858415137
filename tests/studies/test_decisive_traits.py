"""Trial games find the traits of a player that an answer follows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from simlab.analysis.games import Games
from simlab.analysis.metric import Metric
from simlab.catalog import find_game
from simlab.execution.executor import Threads
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
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


def test_one_that_is_declared_to_set_the_length_is_first_where_length_is_a_figure() -> None:
    game = find_game(str(Path(__file__).parents[1] / "plain" / "parley" / "parley.py"))
    (parley, *_) = request_experiment(str(game.home), {"policy": ["patient"]}).scenarios
    assert decisive_traits(Threads(1), [parley], named("rounds"), 2) == ["calm"]


def test_trials_play_a_part_of_the_games() -> None:
    assert [trial_games(n) for n in (20, 100, 400)] == [12, 12, 33]
