"""The sample that is played again."""

from __future__ import annotations

from simlab.execution.verify import sample
from simlab.experiment.plan import plan
from simlab.experiment.request import request_experiment


def drawn(n_games: int) -> list[tuple[str, int]]:
    experiment = request_experiment("pig", {"policy": "hold", "players": [2, 3], "games": 1000})
    return [
        (part.scenario.slug, int(deal))
        for part, deals in sample(plan(experiment), n_games)
        for deal in deals
    ]


def test_the_same_games_are_drawn_each_time() -> None:
    assert drawn(100) == drawn(100)


def test_a_sample_holds_about_as_many_games_as_asked_for_from_all_scenarios() -> None:
    sample_drawn = drawn(200)
    assert 170 <= len(sample_drawn) <= 200
    assert len(set(sample_drawn)) == len(sample_drawn)
    assert {name for name, _ in sample_drawn} == {"2p-hold", "3p-hold"}


def test_a_sample_as_large_as_the_run_is_the_run() -> None:
    every = [(name, deal) for name in ("2p-hold", "3p-hold") for deal in range(1000)]
    assert drawn(2000) == drawn(10**6) == every


def test_drawn_deals_lie_in_their_part() -> None:
    experiment = request_experiment("pig", {"policy": ["hold", "random"], "games": 1000})
    for part, deals in sample(plan(experiment), 100):
        assert ((deals >= part.first_deal) & (deals < part.first_deal + part.n_deals)).all()
