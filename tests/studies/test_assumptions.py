"""The budget of the variations of what is assumed, and the experiment that plays them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from simlab.execution.executor import Threads
from simlab.experiment.player_traits import vary_trait
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Experiment
from simlab.studies.kit.decisive_traits import Screening
from simlab.studies.run import assumptions as study


@pytest.fixture
def experiment(tmp_path: Path) -> Experiment:
    (tmp_path / "rules.toml").write_text('[target]\nvalue = 50\nprovenance = "assumed"\n')
    return request_experiment("pig", {"data": str(tmp_path), "policy": "hold", "players": [2, 3]})


@pytest.mark.parametrize(
    ("seconds", "games"), [(0.0001, 400), (0.011, 400), (0.02, 200), (0.04, 100), (0.06, None)]
)
@pytest.mark.parametrize(("n_values", "has_noise"), [(7, False), (0, True)])
def test_as_many_games_are_played_as_a_reader_waits_for(
    experiment, monkeypatch, seconds: float, games: int | None, n_values: int, has_noise: bool
) -> None:
    estimate = SimpleNamespace(seconds_per_game=seconds / 2)
    monkeypatch.setattr(study, "estimate_run", lambda *_: estimate)
    affordable = study.affordable_budget(
        Threads(2), experiment.scenarios, n_values, 0, has_noise=has_noise
    )
    assert affordable == (games and study.Budget(games, 0))


@pytest.mark.parametrize(
    ("seconds", "budget"),
    [(0.001, (400, 4)), (0.004, (200, 4)), (0.011, (100, 2)), (0.012, (150, 0)), (0.02, None)],
)
def test_traits_are_left_out_before_the_games_of_rules_are(
    experiment, monkeypatch, seconds: float, budget: tuple[int, int] | None
) -> None:
    estimate = SimpleNamespace(seconds_per_game=seconds)
    monkeypatch.setattr(study, "estimate_run", lambda *_: estimate)
    scenarios = experiment.scenarios[:1]
    affordable = study.affordable_budget(Threads(2), scenarios, 19, 31, has_noise=False)
    assert affordable == budget


def test_traits_leave_the_rules_half_of_their_games(experiment, monkeypatch) -> None:
    estimate = SimpleNamespace(seconds_per_game=0.002)
    monkeypatch.setattr(study, "estimate_run", lambda *_: estimate)
    scenarios = experiment.scenarios[:1]
    find = partial(study.affordable_budget, Threads(2), scenarios, 43, has_noise=False)
    assert (find(0), find(200)) == ((400, 0), (200, 4))
    assert find(300) == (400, 0), "with trials of 300 traits, 100 games are left for each"


def test_a_player_with_few_traits_needs_no_trial_games(experiment, monkeypatch) -> None:
    estimate = SimpleNamespace(seconds_per_game=0.025)
    monkeypatch.setattr(study, "estimate_run", lambda *_: estimate)
    scenarios = experiment.scenarios[:1]
    affordable = study.affordable_budget(Threads(1), scenarios, 0, 3, has_noise=False)
    assert affordable == (100, 3), "7 scenarios of 100 games take 17.5 s"


def varied(experiment: Experiment) -> Experiment:
    first = experiment.scenarios[0]
    own = study.assumptions_of(experiment, first)
    return study.experiment_of_variations(experiment, experiment.scenarios, own, 30)


def test_every_scenario_plays_all_values_on_the_deals_of_the_run(experiment) -> None:
    own = varied(experiment)
    targets = [
        (s.slug, s.rules.components.values["target"], s.n_games, s.seed) for s in own.scenarios
    ]
    assert targets == [
        (f"{players}p-{entry}", target, 30, experiment.seed)
        for several in ([("unchanged", 50)], [("other_1", 38), ("other_2", 62)])
        for players in (2, 3)
        for entry, target in several
    ]


def test_the_small_noise_and_the_unchanged_rules_play_more_games(experiment) -> None:
    own = study.experiment_of_variations(experiment, experiment.scenarios, [], 30, has_noise=True)
    assert [(s.slug, str(s.lineup[0]), s.n_games) for s in own.scenarios] == [
        ("2p-small_noise", "hold:noise=0.05", 120),
        ("3p-small_noise", "hold:noise=0.05", 120),
        ("2p-unchanged", "hold", 120),
        ("3p-unchanged", "hold", 120),
    ]


def test_the_player_has_other_values_of_its_traits_by_the_unchanged_rules(experiment) -> None:
    trait = vary_trait("at", experiment.scenarios)
    own = study.experiment_of_variations(
        experiment, experiment.scenarios, [], 30, traits=[trait], screening=Screening(1)
    )
    lineups = [(s.slug, str(s.lineup[0]), s.n_games, dict(s.patch)) for s in own.scenarios]
    assert lineups == [
        ("2p-trait_1", "hold:at=10", 30, {}),
        ("3p-trait_1", "hold:at=10", 30, {}),
        ("2p-trait_2", "hold:at=40", 30, {}),
        ("3p-trait_2", "hold:at=40", 30, {}),
        ("2p-unchanged", "hold", 30, {}),
        ("3p-unchanged", "hold", 30, {}),
    ]
    (described,) = own.study["traits"]
    assert described["variations"]["trait_2"] == {
        "change": "doubled",
        "changes": "Turn total at which to hold, in points: 40 instead of 20.",
    }
    assert own.study["screening"] == {"n_traits": 1, "n_trials": 0, "is_left_out": False}


def test_the_study_says_what_each_scenario_changes(experiment) -> None:
    study_of = varied(experiment).study
    assert study_of["run"] == experiment.key()
    (target,) = study_of["assumptions"]
    assert target["names"] == ["target"]
    assert target["variations"]["other_2"]["changes"] == [
        "Points that win the game: 62 instead of 50 [P5]."
    ]


def test_a_change_of_the_data_folder_is_noticed(experiment) -> None:
    before = study.content_hash(experiment, experiment.scenarios)
    assert study.content_hash(experiment, experiment.scenarios) == before
    assert experiment.data is not None
    (experiment.data / "another_deck.csv").write_text("card,copies\n")
    assert study.content_hash(experiment, experiment.scenarios) != before
