"""Metrics that need rollouts: known values, the numbers of the studies, refusals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simlab.analysis.games import Games
from simlab.analysis.metric import find_metric
from simlab.errors import InputError
from simlab.execution.cluster.sent_scenario import pack_for_this_machine, unpack_scenario
from simlab.execution.executor import Threads
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.experiment.rollout_metric import INFLUENCE, KINGMAKING, UNCERTAINTY
from simlab.experiment.rollout_request import add_rollouts
from simlab.studies.ab.comparison import Comparison, values_of
from simlab.studies.gate.request import read_gate
from simlab.studies.kingmaking.study import GameSampler, sample_deal
from simlab.studies.kit.blocks import deals_per_call, play_blocks
from simlab.studies.kit.kept_games import GameKeeper
from simlab.studies.kit.metrics import metrics_at
from simlab.studies.kit.rollout_columns import PER_THIRD
from simlab.studies.sensitivity.request import request_sensitivity
from simlab.studies.tune.request import request_tune
from tests.support.kingmaker_games import DUEL, KINGMAKER, SOLITAIRE, written

N_DEALS = 4
KUHN = "tests/plain/kuhn/kuhn.py"


def scenario_of(game: str, *metrics: str, **options: object) -> Scenario:
    (scenario,) = request_experiment(game, options).scenarios
    return add_rollouts(scenario, metrics)


def by_block(games: Games, scenario: Scenario, metric: str) -> np.ndarray:
    return find_metric(metric, metrics_at(scenario, games)).of(games)


@pytest.fixture(scope="module")
def kingmaker(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("kingmaker"), KINGMAKER)


def test_games_have_the_numbers_of_the_study(kingmaker: str) -> None:
    """It draws all three decisions of a game, as the study does."""
    scenario = scenario_of(kingmaker, INFLUENCE, KINGMAKING)
    games = play_blocks(Threads(1), scenario, 0, N_DEALS)
    engine = scenario.game.engine()
    samples = [sample_deal(engine, scenario, deal) for deal in range(N_DEALS)]
    counts = [sum(drawn.finding == "kingmaking" for drawn in deal.looked) for deal in samples]
    spreads = [100 * np.mean([drawn.others for drawn in deal.measured]) for deal in samples]
    assert set(counts) == {0, 1}
    assert by_block(games, scenario, KINGMAKING).tolist() == counts
    assert by_block(games, scenario, INFLUENCE).tolist() == pytest.approx(spreads)


@pytest.mark.long
def test_a_third_player_decides_in_half_of_the_games(kingmaker: str) -> None:
    scenario = scenario_of(kingmaker, KINGMAKING)
    counts = by_block(play_blocks(Threads(1), scenario, 0, 100), scenario, KINGMAKING)
    assert set(counts) == {0, 1}
    assert abs(counts.mean() - 0.5) < 5 * 0.5 / np.sqrt(100)


def test_the_decisions_drawn_stand_for_all(tmp_path: Path) -> None:
    scenario = scenario_of(written(tmp_path, SOLITAIRE))
    looked = GameSampler(scenario.game.engine(), scenario, 3, 0).look_for_kingmaking(PER_THIRD)
    assert [drawn.weight for drawn in looked] == [3, 3, 3]
    assert [drawn.decision // 3 for drawn in looked] == [0, 1, 2]


def test_in_a_duel_influence_is_that_of_who_names_the_winner(tmp_path: Path) -> None:
    scenario = scenario_of(written(tmp_path, DUEL), INFLUENCE)
    games = play_blocks(Threads(1), scenario, 0, 2)
    assert by_block(games, scenario, INFLUENCE).tolist() == [100, 100]


def test_in_a_duel_all_is_uncertain_until_the_winner_is_named(tmp_path: Path) -> None:
    """The three turns that are drawn are the first one once or twice, else the second."""
    scenario = scenario_of(written(tmp_path, DUEL), UNCERTAINTY)
    games = play_blocks(Threads(1), scenario, 0, 40)
    shares = by_block(games, scenario, UNCERTAINTY)
    is_two_thirds = shares > 0.5
    assert shares == pytest.approx(np.where(is_two_thirds, 2 / 3, 1 / 3), abs=0.03)
    assert 5 < is_two_thirds.sum() < 35


def test_a_game_against_itself_has_no_effect(tmp_path: Path) -> None:
    scenario = scenario_of(written(tmp_path, DUEL))
    comparison = Comparison(scenario, scenario).add_rollouts(INFLUENCE)
    sides = comparison.play(Threads(1), 0, 3)
    metric = find_metric(INFLUENCE, comparison.metrics(*sides))
    values = values_of(metric, *sides)
    assert values.effects.tolist() == [0, 0, 0]
    assert values.n_same == 3


def test_other_processes_know_what_is_asked(tmp_path: Path) -> None:
    scenario = scenario_of(written(tmp_path, SOLITAIRE), INFLUENCE)
    assert unpack_scenario(pack_for_this_machine(scenario)).rollout_metrics == (INFLUENCE,)


def test_kept_games_without_rollouts_are_not_taken_for_those_with_them(tmp_path: Path) -> None:
    file = written(tmp_path, DUEL)
    keeper = GameKeeper(Threads(1), tmp_path / "kept", "key")
    play_blocks(keeper, scenario_of(file), 0, 1)
    asked = scenario_of(file, INFLUENCE)
    for _ in range(2):
        assert by_block(play_blocks(keeper, asked, 0, 1), asked, INFLUENCE).tolist() == [100]


def test_only_games_of_which_it_is_asked_have_rollouts(tmp_path: Path) -> None:
    file = written(tmp_path, SOLITAIRE)
    asked, unasked = scenario_of(file, INFLUENCE), scenario_of(file, "turns")
    assert (deals_per_call(asked), asked.rollout_metrics) == (1, (INFLUENCE,))
    assert (deals_per_call(unasked), unasked.rollout_metrics) == (500, ())
    games = play_blocks(Threads(1), unasked, 0, 1)
    with pytest.raises(InputError, match="influence needs rollouts, which no run has; simlab ab, "):
        find_metric(INFLUENCE, metrics_at(unasked, games))


@pytest.mark.parametrize(
    ("game", "metric", "sentence"),
    [
        ("taxis", KINGMAKING, "win or lose together: kingmaking is about"),
        (KUHN, INFLUENCE, "is played for points: influence is about"),
        ("duel", KINGMAKING, "kingmaking is 0 by definition with two players"),
    ],
)
def test_games_without_it_are_refused_in_words(
    tmp_path: Path, game: str, metric: str, sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        scenario_of(written(tmp_path, DUEL) if game == "duel" else game, metric)


def test_tune_and_sensitivity_ask_for_the_rollouts_that_they_need() -> None:
    vary = {"action_points": [4, 5]}
    tune = request_tune(
        "arriala",
        {"players": [2, 3]},
        {"target": ["kingmaking<=1 @3", "rounds<=20 @2"], "vary": vary},
    )
    asked = {players: scenario.rollout_metrics for players, scenario in tune.scenarios.items()}
    assert asked == {2: (), 3: (KINGMAKING,)}
    assert all(tables[3].rollout_metrics == (KINGMAKING,) for tables in tune.others.values())
    study = request_sensitivity("arriala", {}, {"metric": INFLUENCE, "vary": vary})
    assert study.scenario(study.base).rollout_metrics == (INFLUENCE,)


def test_only_statements_about_it_have_rollouts_in_a_gate(kingmaker: str, tmp_path: Path) -> None:
    file = tmp_path / "balance.toml"
    must = '[[must]]\nplayers = 3\nmetric = "{}"\nat_most = 1\n'
    file.write_text(
        f"game = '{kingmaker}'\n{must.format('turns')}{must.format(KINGMAKING)}", encoding="utf-8"
    )
    asked = [statement.scenario.rollout_metrics for statement in read_gate(file).statements]
    assert asked == [(), (KINGMAKING,)]
