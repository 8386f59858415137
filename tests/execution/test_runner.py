"""Playing a plan: order of rows, timelines and tallies do not depend on how it is cut."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from simlab.engine.build import Engine
from simlab.engine.loop import Progress
from simlab.engine.record import new
from simlab.errors import Interrupted
from simlab.execution import part as parts
from simlab.execution.executor import Threads
from simlab.execution.part import play_part
from simlab.execution.run_observer import RunObserver
from simlab.execution.runner import execute
from simlab.execution.store import Store
from simlab.execution.tally import Tally, block_values, headline_metric, tally_of
from simlab.experiment.plan import Part, Plan, part_size, plan
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario


def scenario_of(game: str, **options: object) -> Scenario:
    return request_experiment(game, options).scenarios[0]


def play(scenario: Scenario, part: Part):
    played = play_part(Engine(scenario.game), part, threading.Event(), new(Progress.dtype))
    assert played is not None
    return played


def slices_of(size: int):
    def cut(part: Part) -> Iterator[tuple[int, int]]:
        for first in range(part.first_deal, part.first_deal + part.n_deals, size):
            yield first, min(size, part.first_deal + part.n_deals - first)

    return cut


def test_rows_stand_in_order_of_deal_and_rotation() -> None:
    scenario = scenario_of("pig", policy=["hold", "random", "hold:at=25"], games=90)
    rows, _ = play(scenario, Part(scenario, 0, 5, 10))
    assert rows["deal"].tolist() == [deal for deal in range(5, 15) for _ in range(3)]
    assert rows["rotation"].tolist() == [0, 1, 2] * 10


@pytest.mark.parametrize("size", [1, 3, 100])
def test_slices_of_any_size_give_the_same_rows_and_timeline(monkeypatch, size) -> None:
    monkeypatch.setattr(parts, "TIMELINE_GAMES", 14)
    scenario = scenario_of("taxis", policy=["random", "greedy"], games=40)
    part = Part(scenario, 0, 2, 10)
    monkeypatch.setattr(parts, "slices_of", slices_of(4))
    expected_rows, expected_timeline = play(scenario, part)
    monkeypatch.setattr(parts, "slices_of", slices_of(size))
    rows, timeline = play(scenario, part)
    for name in rows.dtype.names:
        assert np.array_equal(rows[name], expected_rows[name])
    for name in timeline.dtype.names:
        assert np.array_equal(timeline[name], expected_timeline[name])


def test_a_timeline_is_kept_of_the_first_games_in_order_of_deal_rotation_and_round(
    monkeypatch,
) -> None:
    monkeypatch.setattr(parts, "TIMELINE_GAMES", 14)
    scenario = scenario_of("taxis", policy=["random", "greedy"], games=40)
    _, timeline = play(scenario, Part(scenario, 0, 2, 10))
    assert set(timeline["deal"]) == {2, 3, 4, 5, 6}
    keys = list(zip(timeline["deal"], timeline["rotation"], timeline["rounds"], strict=True))
    assert all(earlier < later for earlier, later in pairwise(keys))


def test_real_slices_cover_a_part_without_gap_or_overlap() -> None:
    scenario = scenario_of("pig", policy="hold", games=1000)
    part = Part(scenario, 3, 250, 700)
    deals = [deal for first, count in parts.slices_of(part) for deal in range(first, first + count)]
    assert deals == list(range(250, 950))


class Witness(RunObserver):
    """Records the events that it observes."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.tallies: list[Tally] = []

    def already_finished(self) -> None:
        self.events.append("found")

    def begins(self, plan: Plan, missing: list[Part]) -> None:
        self.events.append(f"begins {len(missing)}")

    def played(self, tally: Tally) -> None:
        self.tallies.append(tally)


def test_an_audience_hears_of_every_part_in_order(tmp_path) -> None:
    experiment = request_experiment("pig", {"policy": "hold", "games": 1000})
    witness = Witness()
    execute(plan(experiment), Store(tmp_path), Threads(2), witness)
    assert witness.events == ["begins 10"]
    assert [tally.part.number for tally in witness.tallies] == list(range(10))
    execute(plan(experiment), Store(tmp_path), Threads(2), witness)
    assert witness.events == ["begins 10", "found"]


def test_a_stopped_run_says_how_many_parts_it_keeps(tmp_path) -> None:
    class Stopper(RunObserver):
        def begins(self, plan: Plan, missing: list[Part]) -> None:
            import signal

            signal.raise_signal(signal.SIGINT)

    experiment = request_experiment("pig", {"policy": "hold", "games": "10m"})
    with pytest.raises(Interrupted, match=r"of 372 parts are kept, go on with: simlab resume"):
        execute(plan(experiment), Store(tmp_path), Threads(2), Stopper())
    assert not Store(tmp_path).is_finished()


def test_a_tally_sums_the_wins_of_the_first_policy_wherever_it_sits() -> None:
    scenario = scenario_of("pig", policy=["hold", "random", "hold"], games=60)
    part = Part(scenario, 0, 0, 20)
    rows, _ = play(scenario, part)
    by_hand = []
    for row in rows:
        seats = [s for s in range(3) if str(scenario.lineup[(s + row["rotation"]) % 3]) == "hold"]
        by_hand.append(np.mean([row["seats"]["credit"][seat] for seat in seats]))
    blocks = np.array(by_hand).reshape(20, 3).mean(axis=1)
    assert np.allclose(block_values(scenario, rows), blocks)
    tally = tally_of(part, rows)
    assert (tally.total, tally.total_of_squares) == pytest.approx((blocks.sum(), (blocks**2).sum()))
    assert headline_metric(scenario) == "wins of hold"


def test_a_tally_counts_capped_games() -> None:
    scenario = scenario_of("pig", policy="hold", games=20)
    rows, _ = play(scenario, Part(scenario, 0, 0, 20))
    rows["finished"][:3] = 0
    assert tally_of(Part(scenario, 0, 0, 20), rows).n_capped == 3


@pytest.mark.parametrize(("games", "n_parts"), [(50, 1), (1000, 10), (64_000, 64), (10**8, 3720)])
def test_parts_are_a_64th_of_the_games_within_bounds(games, n_parts) -> None:
    experiment = request_experiment("pig", {"policy": "hold", "games": games})
    parts = plan(experiment).parts
    assert len(parts) == n_parts
    assert sum(part.n_games for part in parts) == games
    assert parts[0].n_deals == min(part_size(experiment.scenarios[0]), games)


@pytest.mark.parametrize(("game", "most"), [("pig", 26_886), ("mare_nostrum", 5_190)])
def test_a_part_of_any_game_takes_8_mb_at_most_before_it_is_written(game, most) -> None:
    experiment = request_experiment(game, {"policy": "random", "games": 10**7})
    row = experiment.game.outcome_row
    sizes = {part.n_games for part in plan(experiment).parts[:-1]}
    assert sizes == {most}
    assert 7.9e6 < most * row.itemsize <= 8 * 2**20


@pytest.mark.parametrize(("games", "n_parts"), [(50, 50), (1000, 67)])
def test_searches_play_in_small_parts(games, n_parts) -> None:
    asked = {"policy": "search:base=hold", "games": games}
    parts = plan(request_experiment("pig", asked)).parts
    assert len(parts) == n_parts
    assert sum(part.n_games for part in parts) == games
