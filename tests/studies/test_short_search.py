"""The second player of a plain game: who searches, how long it thinks, when it plays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import simlab
from simlab.analysis.tables import Tables
from simlab.api.observer import Observer
from simlab.execution.executor import Threads
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Experiment
from simlab.report.answers.certainty import certainty
from simlab.studies.run import short_search as study

PARLEY = str(Path(__file__).parents[1] / "plain" / "parley" / "parley.py")


def experiment(*policies: str) -> Experiment:
    return request_experiment(PARLEY, {"players": [2], "policy": list(policies)})


@pytest.mark.parametrize(
    ("policies", "is_searched"),
    [
        (["hasty"], True),
        (["patient:calm=3"], True),
        (["hasty", "patient"], False),
        (["random"], False),
        (["search:base=hasty"], False),
        (["hasty:never=wait"], False),
    ],
)
def test_one_policy_with_a_plan_in_all_seats_is_searched(policies, is_searched) -> None:
    assert study.can_be_searched(experiment(*policies).scenarios[0]) == is_searched


def test_chance_is_searched_where_nobody_has_written_a_policy() -> None:
    [scenario] = experiment("random").scenarios
    game = replace(scenario.game, policies=scenario.lineup[:1])
    assert study.can_be_searched(replace(scenario, game=game))


def test_the_search_and_the_policy_play_the_deals_of_the_run() -> None:
    run = experiment("patient:calm=3")
    own = study.search_experiment(run, run.scenarios, study.Effort(12, 30))
    search = "search:base=patient,rollouts=12,calm=3"
    assert [(s.slug, str(s.lineup[0]), s.n_games, s.seed) for s in own.scenarios] == [
        ("2p-short_search", search, 30, run.seed),
        ("2p-unchanged", "patient:calm=3", 30, run.seed),
    ]
    assert own.study == {"run": run.key(), "rollouts": 12, "games": 30}


@pytest.mark.parametrize(
    ("seconds_of_a_rollout", "effort"),
    [
        (0.002, study.Effort(48, 400)),
        (0.016, study.Effort(48, 100)),
        (0.033, study.Effort(24, 100)),
        (0.1, study.Effort(12, 60)),
        (0.2, None),
    ],
)
def test_it_thinks_and_plays_as_long_as_a_reader_waits(
    monkeypatch, seconds_of_a_rollout: float, effort: study.Effort | None
) -> None:
    estimate = SimpleNamespace(seconds_per_game=12 * seconds_of_a_rollout)
    monkeypatch.setattr(study, "estimate_run", lambda *_: estimate)
    run = experiment("hasty")
    least = study.search_experiment(run, run.scenarios, study.EFFORTS[-1])
    assert study.affordable_effort(Threads(2), least) == effort


class Remarks(Observer):
    """Keeps what is remarked."""

    def __init__(self) -> None:
        self.remarks: list[str] = []

    def remark(self, line: str) -> None:
        self.remarks.append(line)


def players(folder: Path) -> str:
    return dict(certainty(Tables(folder)))["Players"]


def test_the_page_of_a_plain_game_names_the_search_and_its_games(tmp_path) -> None:
    run = simlab.run(PARLEY, players=2, policy="hasty", games=40, out=tmp_path / "run")
    heard = Remarks()
    run.page(assumptions=6, observer=heard)
    assert (
        "A short search over hasty (12 rollouts a choice) plays once in all seats, 6 games."
        in heard.remarks
    )
    search = (
        "With a short search over hasty in all seats (12 rollouts a choice, 6 games), the first"
    )
    assert players(run.folder).startswith(search)
    again = Remarks()
    run.page(observer=again)
    assert again.remarks == []


def test_a_search_that_takes_too_long_is_not_played_and_the_page_says_how(
    tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr("simlab.api.short_search.affordable_effort", lambda *_: None)
    monkeypatch.setattr("simlab.api.assumptions.affordable_budget", lambda *_, **__: None)
    run = simlab.run(PARLEY, players=2, policy="hasty", games=40, out=tmp_path / "run")
    heard = Remarks()
    run.page(observer=heard)
    assert "--assumptions 60 plays them" in heard.remarks[-1]
    assert players(run.folder) == "Not measured: all games were played by hasty."
