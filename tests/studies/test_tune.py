"""A planted change is found, a flat problem finds nothing, and certificates cover."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from simlab.analysis.games import Games
from simlab.analysis.metric import Metric
from simlab.errors import InputError
from simlab.execution.executor import Threads
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.experiment.target import Target
from simlab.studies.gate.study import ERROR
from simlab.studies.kit.blocks import play_blocks, play_tasks
from simlab.studies.kit.metrics import metrics_at
from simlab.studies.tune.certificate import certify_targets
from simlab.studies.tune.kept_sums import KeptSums
from simlab.studies.tune.outcome import result_of
from simlab.studies.tune.request import TuneRequest, problem_key, request_tune
from simlab.studies.tune.result import Status, Sums, Tuned
from simlab.studies.tune.sampler import EveryCell, OptunaSampler
from simlab.studies.tune.study import play
from simlab.studies.tune.target import measure_target
from tests.games.pig.exact import hold_at, win_chances

LEVELS = "45,55,60,62,64,66,68,72,80,90"
"""Few, since the game solves its optimal policy for each."""
MORE_LEVELS = ",".join(map(str, range(20, 100, 2)))
N_RUNS = [12, pytest.param(600, marks=pytest.mark.long)]


def request(games: int = 1_000, **tune: object) -> TuneRequest:
    return request_tune("pig", {"policy": ["hold"], "games": str(games)}, tune)


def tuned(asked: TuneRequest, jobs: int = 1, file: Path | None = None) -> Tuned:
    *_, last = play(asked, Threads(jobs), KeptSums(file, problem_key(asked)), Threads(jobs))
    return result_of(asked, last)


def assert_same(one: Tuned, other: Tuned) -> None:
    for name in ("candidates", "values", "others"):
        pd.testing.assert_frame_equal(getattr(one, name), getattr(other, name))
    assert one.n_games == other.n_games


def test_a_planted_change_is_found_and_certified() -> None:
    asked = request(target=["turns=12±1 @2"], vary={"target": LEVELS})
    result = tuned(asked)
    assert result.answer is not None
    assert result.is_certified(result.answer)
    (change,) = result.of_finalist(result.answer)["changes"]
    assert 58 <= int(change.split()[-1]) <= 70
    assert result.is_complete
    assert result.candidates["distance"].iloc[0] > 5, "the unchanged rules are first"


@pytest.mark.parametrize("others", [[], ["hold"]])
@pytest.mark.parametrize(
    ("target", "status"), [("turns>=40 @2", Status.DEPENDS), ("turns>=5 @2", Status.CERTIFIED)]
)
def test_a_target_that_the_strongest_player_misses_is_not_certified(
    others: list[str], target: str, status: Status
) -> None:
    problem = {"target": [target], "vary": {"target": "99,100"}, "other_policy": others}
    given = {key: value for key, value in problem.items() if value}
    result = tuned(request_tune("pig", {"policy": ["random"], "games": "400"}, given))
    assert result.answer == 0
    assert result.of_finalist(0)["status"].tolist() == [status]
    assert result.is_certified(0) == (status == Status.CERTIFIED)
    assert set(result.others["policy"]) == {"hold", "optimal"}


def test_a_change_is_found_among_more_rules_than_are_tried() -> None:
    asked = request(target=["turns=12±1.5 @2"], vary={"target": MORE_LEVELS}, candidates=20)
    result = tuned(asked)
    assert result.is_certified(result.answer)
    assert result.n_tried < 20
    assert not result.is_complete


def test_rules_that_meet_the_targets_already_stay_unchanged() -> None:
    result = tuned(request(400, target=["turns<=30"], vary={"target": "80,90"}))
    assert result.answer == 0
    assert result.n_finalists == 1


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_flat_problem_finds_nothing(seed: int) -> None:
    asked = request_tune(
        "pig",
        {"policy": ["hold"], "games": "600", "seed": str(seed)},
        {"target": ["wins_of_seat_1=35%±1% @2"], "vary": {"target": "92,94,96,98"}},
    )
    result = tuned(asked)
    assert result.answer is None
    assert not result.nearest_is_nearer
    assert set(result.values["status"]) <= {Status.MISSED, Status.UNDECIDED}


def test_targets_that_exclude_each_other_are_named() -> None:
    result = tuned(request(400, target=["turns<=12", "turns>=16"], vary={"target": LEVELS}))
    assert result.answer is None
    assert result.conflict is not None
    assert (result.conflict.target, result.conflict.rival) == (0, 1)


@pytest.mark.parametrize("n_runs", N_RUNS)
def test_all_intervals_of_a_certificate_cover_together_at_all_looks(n_runs: int) -> None:
    begins, _ = win_chances(hold_at(20), hold_at(20))
    share = float(begins[0, 0])
    asked = request(
        1_000, target=["wins_of_seat_1>=50%", "wins_of_seat_2<=50%"], vary={"target": "90,100"}
    )
    n_missed = 0
    for seed in range(n_runs):
        tables = {
            entry: {2: replace(asked.scenarios[2], seed=1_000 * seed + entry)} for entry in range(3)
        }
        truth = {0: share, 1: 1 - share}
        n_missed += any(
            not own.value.low <= truth[at] <= own.value.high
            for judged, _ in certify_targets(Threads(1), tables, asked)
            for (_, at), own in judged.items()
        )
    assert n_missed <= ERROR * n_runs + 5 * np.sqrt(ERROR * (1 - ERROR) * n_runs)


def test_the_number_of_cores_and_the_time_of_day_decide_nothing() -> None:
    asked = request(300, target=["turns=12±1 @2"], vary={"target": MORE_LEVELS}, candidates=20)
    assert_same(tuned(asked), tuned(asked, jobs=2))


def test_a_search_that_was_stopped_goes_on_and_ends_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = request(300, target=["turns=12±1 @2"], vary={"target": LEVELS})
    whole, file = tuned(asked), tmp_path / "search.json"
    for look in play(asked, Threads(1), KeptSums(file, problem_key(asked)), Threads(1)):
        if look.n_games > 500:
            break
    n_asked = []

    def counted(executor, tasks):
        n_asked.append(len(tasks))
        return play_tasks(executor, tasks)

    monkeypatch.setattr("simlab.studies.tune.study.play_tasks", counted)
    assert_same(tuned(asked, file=file), whole)
    assert n_asked[1] == 0, "only the first games of the unchanged rules are played again"
    other = request(300, target=["turns=13±1 @2"], vary={"target": LEVELS})
    assert KeptSums(file, problem_key(asked)).get((0,), 0, 18) is not None
    assert KeptSums(file, problem_key(other)).get((0,), 0, 18) is None


SHAPES = [
    *("", "{", "[]", "null", "{}", '{"key": "key"}', '{"key": "key", "sums": []}'),
    *('{"key": "key", "sums": {"0:0-18": [[1]]}}', '{"key": "key", "sums": {"0:0-18": "x"}}'),
    *('{"key": "key", "sums": {"0:0-18": [[NaN], [1], [2]]}}', "[" * 100_000),
]


@pytest.mark.parametrize("text", SHAPES, ids=[text[:40] for text in SHAPES])
def test_a_damaged_file_of_a_search_is_ignored(tmp_path: Path, text: str) -> None:
    (tmp_path / "search.json").write_text(text)
    assert KeptSums(tmp_path / "search.json", "key").get((0,), 0, 18) is None


def test_a_changed_digit_of_a_search_is_no_sum(tmp_path: Path) -> None:
    file = tmp_path / "search.json"
    kept = KeptSums(file, "key")
    kept.keep((0,), 0, 18, Sums(*np.array([[18], [1037.0], [99000.0]])))
    kept.write()
    assert KeptSums(file, "key").get((0,), 0, 18) is not None
    file.write_text(file.read_text().replace("1037.0", "1937.0"))
    assert KeptSums(file, "key").get((0,), 0, 18) is None


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("turn<=20", r'target: metric: "turn" is not one of .*Did you mean "turns"'),
        ("seat_gap=3%±1%", "target: seat_gap goes with <=, as in seat_gap<=0.03"),
        ("wins_of_seat_1<=40", r"target: .*40 is no share, which is from 0 to 1"),
        ("wins_of_seat_1=50±2", r"target: .*50 is no share.*Did you mean \"50%\""),
    ],
)
def test_a_target_that_does_not_fit_the_game_is_named(target: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        tuned(request(target=[target], vary={"target": "90,100"}))


def test_a_target_may_be_out_of_reach_of_the_unchanged_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def with_few_turns(scenario: Scenario, games: Games) -> list[Metric]:
        metrics = metrics_at(scenario, games)
        return [replace(each, high=5) if each.name == "turns" else each for each in metrics]

    monkeypatch.setattr("simlab.studies.tune.target.metrics_at", with_few_turns)
    scenario = request_experiment("pig", {"policy": ["hold"]}).scenarios[0]
    games = play_blocks(Threads(1), scenario, 0, 10)
    assert measure_target(Target("turns", 20, None, 2, False), scenario, games).label == "turns"
    with pytest.raises(InputError, match="50% is for shares"):
        measure_target(Target("turns", 0.5, None, 2, True), scenario, games)


def test_every_cell_of_a_small_space_is_asked_for_once_the_cheapest_first() -> None:
    sampler = EveryCell((2, 3), sum, (0, 1))
    cells = [*sampler.ask(3), *sampler.ask(16)]
    assert cells == [(0, 0), (1, 0), (0, 2), (1, 1), (1, 2)]
    assert sampler.ask(16) == []


def asked_for(seed: int) -> list[tuple[int, ...]]:
    sampler = OptunaSampler((4, 5, 3), seed, (0, 0, 0), [(1, 0, 0), (0, 1, 0)])
    cells: list[tuple[int, ...]] = []
    while new := sampler.ask(8):
        cells += new
        sampler.tell([(cell, float(sum(cell)), float(abs(sum(cell) - 4))) for cell in new])
    return cells


def test_optuna_asks_for_each_cell_once_and_the_same_for_a_seed() -> None:
    cells = asked_for(1)
    assert cells[:2] == [(1, 0, 0), (0, 1, 0)]
    assert len(cells) == len(set(cells)) == 4 * 5 * 3 - 1
    assert cells == asked_for(1)
    assert cells != asked_for(2)
