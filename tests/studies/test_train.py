"""Training: the method learns Pig from nothing, alike on any number of cores and after a stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.analysis.intervals import Interval
from simlab.engine.kernel import kernel
from simlab.engine.rng import below
from simlab.errors import InputError
from simlab.execution.executor import Executor, Threads
from simlab.execution.processes import all_cores
from simlab.experiment.request import request_experiment
from simlab.game.player_file import PLAYER, WEIGHTS, read_description
from simlab.game.policy import Policy
from simlab.players.trained import PlanNet, read_player
from simlab.studies.train import plan_learning
from simlab.studies.train import study as train
from simlab.studies.train.read_numbers import numbers_to_read
from simlab.studies.train.request import THRESHOLDS, Examples, TrainRequest, requested_training
from simlab.studies.train.study import (
    CURVE,
    N_BEST,
    Generation,
    Meeting,
    TrainProgress,
    deal_results,
    measured,
    play,
)
from tests.support.compiled_pig import PIG

COMMAND = "simlab train pig"


def trained(
    folder: Path,
    generations: int,
    games: int = 250,
    jobs: int = 2,
    against: Sequence[str] = (),
    **options: Any,
) -> TrainProgress:
    """Train a player of Pig in a folder; return the end."""
    keys = {"game": "pig", "games": games, **options}
    request = requested_training(keys, against, generations, folder, COMMAND)
    *_, last = play(request, all_cores(jobs))
    return last


def content(folder: Path) -> list[bytes]:
    """Return the files of a player and its learning curve without seconds and checksum."""
    rows = (row.split(",") for row in (folder / CURVE).read_text().splitlines())
    curve = "\n".join(",".join([*row[:2], *row[3:-1]]) for row in rows)
    return [(folder / PLAYER).read_bytes(), (folder / WEIGHTS).read_bytes(), curve.encode()]


@kernel
def hide_the_rival(rules, state, seat, rng):
    """Let a seat not see the points of the other."""
    state.points.items[1 - seat] = below(rng[0], 100)


def test_of_too_many_numbers_those_that_hide_changes_are_left_out_first() -> None:
    scenario = request_experiment("pig", {"policy": "hold"}).scenarios[0]
    names = [each.name for each in numbers_to_read(scenario, 6)]
    assert names == [
        "points.n",
        "points.items[+0]",
        "points.items[+1]",
        "turn_total",
        "to_move",
        "winning_seat",
    ]
    hiding = replace(scenario, game=replace(PIG, hide=hide_the_rival))
    assert [each.name for each in numbers_to_read(hiding, 6)] == names
    assert [each.name for each in numbers_to_read(hiding, 5)] == [
        name for name in names if name != "points.items[+1]"
    ]


def test_of_too_many_numbers_those_that_vary_are_features() -> None:
    scenario = request_experiment("pig", {"policy": "random"}).scenarios[0]
    names = [each.name for each in numbers_to_read(scenario, 5)]
    assert names == ["points.items[+0]", "points.items[+1]", "turn_total", "to_move"]


@pytest.mark.compiled
def test_a_few_generations_learn_more_than_random_play(tmp_path: Path) -> None:
    # random play wins no game in a hundred against optimal play
    last = trained(tmp_path / "mine", 5, games=1500)
    assert last.final is not None
    assert last.final.low > 0.15
    assert last.best.result.estimate > last.generations[0].result.estimate - 0.05


@pytest.mark.long
def test_pig_is_learnt_from_nothing(tmp_path: Path) -> None:
    last = trained(tmp_path / "mine", 60, games=6000)
    assert last.final is not None
    assert last.final.estimate >= 0.47


@pytest.mark.long
@pytest.mark.compiled
def test_the_player_depends_on_the_seed_alone(tmp_path: Path) -> None:
    trained(tmp_path / "one", 2, games=400, jobs=1)
    trained(tmp_path / "two", 2, games=400, jobs=2)
    trained(tmp_path / "other", 2, games=400, seed=7)
    assert content(tmp_path / "one") == content(tmp_path / "two")
    assert content(tmp_path / "one")[1] != content(tmp_path / "other")[1]


@pytest.mark.compiled
def test_a_stopped_training_goes_on_to_the_same_player(tmp_path: Path) -> None:
    trained(tmp_path / "whole", 7)
    request = requested_training(
        {"game": "pig", "games": 250}, (), 7, tmp_path / "stopped", COMMAND
    )
    for progress in play(request, all_cores(1)):
        if len(progress.generations) == 6:
            break
    assert trained(tmp_path / "stopped", 7).generations[-1].number == 7
    assert content(tmp_path / "whole") == content(tmp_path / "stopped")


@pytest.mark.compiled
def test_a_best_response_is_learnt_against_given_policies(tmp_path: Path) -> None:
    last = trained(tmp_path / "mine", 2, games=500, against=["hold:at=1"])
    assert str(last.request.reference) == "hold:at=1"
    described = read_description(tmp_path / "mine")
    assert described["held_out"]["what"] == "share of the wins of one seat among hold:at=1"
    assert described["held_out"]["estimate"] == last.final.estimate > 0.3


@pytest.mark.long
@pytest.mark.compiled
def test_a_player_of_plans_depends_on_the_seed_alone(tmp_path: Path) -> None:
    for name, jobs in (("one", 1), ("two", 2)):
        trained(tmp_path / name, 2, games=50, jobs=jobs, game="arriala")
    assert content(tmp_path / "one") == content(tmp_path / "two")


class PlaysNothing(Threads):
    """An executor where nothing is to be played."""

    def map(self, function: Any, tasks: Any, *_others: Any) -> Iterator[Any]:
        return iter(())


def test_a_generation_of_a_learner_gets_the_threshold_with_the_best_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = requested_training({"game": "arriala"}, (), 1, tmp_path, COMMAND)
    best = THRESHOLDS[2]

    def results(_request: TrainRequest, policy: Policy, *_others: Any) -> Interval[float]:
        share = 0.5 - abs(policy.weights.get("threshold", 0.0) - best) / 100
        return Interval(share, share, share, 100)

    monkeypatch.setattr(train, "measured", results)
    monkeypatch.setattr(train, "with_variety", lambda request, _: request)
    assert request.learner is not None
    net = PlanNet(request.scenario.players, request.learner, 0, np.zeros(0))
    monkeypatch.setattr(train, "net_of_plans", lambda *_: net)
    *_, last = play(request, PlaysNothing(1))
    assert last.generations[0].result.estimate == 0.5
    assert read_description(tmp_path)["traits"]["threshold"] == best


@pytest.mark.long
@pytest.mark.compiled
def test_a_generation_of_a_learner_gets_the_threshold_that_wins_most(tmp_path: Path) -> None:
    last = trained(tmp_path, 1, games=100, game="arriala")
    request, executor = last.request, all_cores(2)
    player = read_player(tmp_path, request.experiment.game)
    results = {
        threshold: measured(
            request, player.with_weights(threshold=threshold), executor, 0, request.n_held_out
        )
        for threshold in THRESHOLDS
    }
    chosen = read_description(tmp_path)["traits"]["threshold"]
    [generation] = last.generations
    assert len({result.estimate for result in results.values()}) > 1
    assert results[chosen] == generation.result
    assert generation.result.estimate == max(result.estimate for result in results.values())


def generation(number: int, share: float, *shares: float) -> Generation:
    """Return a generation with a share of the wins, and one among each generation before it."""
    result = Interval(share, share - 0.01, share + 0.01, 100)
    meetings = {rival: Meeting(won, 1 - won) for rival, won in enumerate(shares, 1)}
    return Generation(number, 100 * number, 1.0, result, None, meetings)


@pytest.mark.parametrize(
    ("later", "best"),
    [
        ([generation(2, 0.6, 0.6), generation(3, 0.6, 0.6, 0.55)], 3),
        # the second beats the third by more than the reference tells between them
        ([generation(2, 0.6, 0.6), generation(3, 0.62, 0.6, 0.45)], 2),
        # as if it were one opponent of three, the reference would not lift the third above it
        ([generation(2, 0.6, 0.6), generation(3, 0.68, 0.6, 0.45)], 3),
        ([generation(2, 0.4, 0.4), generation(3, 0.5, 0.5, 0.6)], 1),
        ([generation(2, 0.4, 0.65), generation(3, 0.3, 0.5, 0.5)], 2),
        ([generation(2, 0.4), generation(3, 0.51)], 3),
        # the third one beats the second alone; the first, which it does not, beats both by more
        ([generation(2, 0.5, 0.52), generation(3, 0.5, 0.1, 0.6)], 1),
    ],
)
def test_the_best_generation_wins_most_among_the_reference_and_the_best_before(
    tmp_path: Path, later: list[Generation], best: int
) -> None:
    request = requested_training({"game": "pig"}, (), 9, tmp_path, COMMAND)
    progress = TrainProgress(request, (generation(1, 0.5), *later))
    assert progress.best.number == best


def test_the_next_generation_plays_no_more_than_the_best_ones(tmp_path: Path) -> None:
    request = requested_training({"game": "pig"}, (), 9, tmp_path, COMMAND)
    rising = [generation(number, number / 20) for number in range(1, N_BEST + 3)]
    best_first = TrainProgress(request, tuple(rising)).best_first
    assert [each.number for each in best_first] == [*range(N_BEST + 2, 2, -1)]


@pytest.mark.compiled
def test_a_generation_is_measured_among_the_best_ones_before(tmp_path: Path) -> None:
    last = trained(tmp_path, 3, games=250)
    first, second, third = last.generations
    assert (first.among_best, first.meetings) == (None, {})
    request, game = last.request, last.request.experiment.game
    players = {n: read_player(request.place_of(n), game) for n in (1, 2, 3)}
    count = request.n_held_out // 2
    for place, rival in enumerate(best_first_before(last, 3)):
        again = deal_results(
            request, players[3], all_cores(2), place * count, count, players[rival]
        )
        assert third.meetings[rival] == (again.mean(), 1 - again.mean())
    assert third.among_best is not None
    won = [meeting.share for meeting in third.meetings.values()]
    assert third.among_best.estimate == pytest.approx(np.mean(won))
    assert second.meetings != {}
    kept = trained(tmp_path, 3, games=250)
    assert kept.generations == last.generations


@pytest.mark.compiled
def test_with_more_players_a_rival_plays_one_seat_among_the_generation_too(tmp_path: Path) -> None:
    """One seat among two equals may win less than its share, whichever of both it is."""
    last = trained(tmp_path, 2, games=250, players=3)
    request, game = last.request, last.request.experiment.game
    first, second = (read_player(request.place_of(n), game) for n in (1, 2))
    count = request.n_held_out // 2
    shares = [
        deal_results(request, policy, all_cores(2), 0, count, rival).mean()
        for policy, rival in ((second, first), (first, second))
    ]
    assert last.generations[1].meetings == {1: tuple(shares)}
    assert sum(shares) != 1


def best_first_before(progress: TrainProgress, number: int) -> list[int]:
    """Return the best generations before one, the best first."""
    before = replace(progress, generations=progress.generations[: number - 1])
    return [each.number for each in before.best_first]


@pytest.mark.compiled
def test_a_response_is_measured_against_its_opponents_alone(tmp_path: Path) -> None:
    last = trained(tmp_path, 2, games=250, against=["hold"])
    assert [each.among_best for each in last.generations] == [None, None]


def test_a_net_is_fitted_to_plans_of_the_first_generation_and_the_last_three(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fits: list[list[int]] = []

    def compared(request: TrainRequest, number: int, executor: Executor) -> Examples:
        return np.full((1, 4), number, np.float32), np.zeros(1)

    def fitted(_weights: None, _shape: Any, features: Any, *_others: Any) -> Any:
        fits.append(features[:, 0].astype(int).tolist())
        return np.zeros(0)

    monkeypatch.setattr(plan_learning, "plan_examples", compared)
    monkeypatch.setattr(plan_learning, "fitted", fitted)
    request = requested_training({"game": "arriala"}, (), 9, tmp_path, COMMAND)
    recent: dict[int, Examples] = {}
    for number in (1, 2, 4, 5, 6):
        plan_learning.net_of_plans(request, number, recent, all_cores(1))
    assert fits == [[1], [1, 2], [1, 2, 3, 4], [1, 3, 4, 5], [1, 4, 5, 6]]
    assert sorted(recent) == [1, 4, 5, 6]


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match=r"out: .* is not empty; choose another folder"):
        trained(tmp_path, 1)


@pytest.mark.compiled
def test_a_changed_learning_curve_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    trained(folder, 2, games=60)
    whole, file = content(folder), folder / CURVE
    text = file.read_text()
    for changed in (text.replace("\n1,60,", "\n1,90,"), text[:-20], f"{text}\n", f"{text}\0"):
        file.write_text(changed)
        with pytest.raises(InputError, match=rf"{CURVE}: damaged: .*; delete it, and the same"):
            trained(folder, 2, games=60)
    file.unlink()
    trained(folder, 2, games=60)
    assert content(folder) == whole


@pytest.mark.compiled
def test_a_curve_of_an_earlier_simlab_goes_on_if_its_numbers_are_finite(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    trained(folder, 2, games=60)
    whole, file = content(folder), folder / CURVE
    rows = [line.rpartition(",")[0] for line in file.read_text().splitlines()]
    file.write_text("\n".join(rows))
    trained(folder, 2, games=60)
    assert content(folder)[:2] == whole[:2]
    first = rows[1].split(",")
    file.write_text("\n".join([rows[0], ",".join([*first[:3], "nan", *first[4:]])]))
    with pytest.raises(InputError, match="damaged: nan is no finite number"):
        trained(folder, 2, games=60)


@pytest.mark.compiled
@pytest.mark.parametrize("name", [PLAYER, WEIGHTS])
def test_a_damaged_generation_is_trained_again(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "mine"
    request = trained(folder, 3, games=60).request
    whole, file = content(folder), request.place_of(2) / name
    raw = file.read_bytes()
    file.write_bytes(raw.replace(b"t", b"u", 1))
    trained(folder, 3, games=60)
    assert (content(folder), file.read_bytes()) == (whole, raw)
