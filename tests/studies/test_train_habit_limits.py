"""Limits of habits in a training: how they are written, measured and kept, and what they choose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simlab.analysis.intervals import Interval
from simlab.api.train import TraitTuningResult
from simlab.errors import InputError
from simlab.execution.executor import Threads
from simlab.execution.processes import all_cores
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.explain.habits import habit_values, habits
from simlab.studies.train import study
from simlab.studies.train.habit_limits import (
    FILE,
    habit_frame,
    keeps_limits,
    largest_excess,
    measure_habits,
    read_habits,
    read_limits,
    write_habits,
)
from simlab.studies.train.page import findings
from simlab.studies.train.request import TrainRequest, requested_training
from simlab.studies.train.study import Generation, TrainProgress, play
from simlab.studies.train.study import result_of as result_of_training
from simlab.studies.train.trait_distribution import DISTRIBUTION
from simlab.studies.train.trait_request import TraitTuningRequest, request_tuning
from simlab.studies.train.trait_tuning import TraitTuningProgress, play_tuning, result_of

SIESTA = str(Path(__file__).parents[1] / "plain" / "siesta" / "siesta.py")
LIMIT = {"unspent": 0.3}


def scenario_of(policy: str = "worker", game: str = SIESTA) -> Scenario:
    return request_experiment(game, {"players": [2], "policy": [policy]}).scenarios[0]


def value(estimate: float, half_width: float = 0.05) -> Interval[float]:
    return Interval(estimate, max(estimate - half_width, 0.0), estimate + half_width, 60)


@pytest.mark.parametrize(
    ("written", "limits"),
    [
        (["unspent=15%"], {"unspent": 0.15}),
        (["unspent = 0.15", "idle=0"], {"unspent": 0.15, "idle": 0.0}),
        (["drought=7.5"], {"drought": 7.5}),
        ([], {}),
    ],
)
def test_a_limit_is_a_habit_with_a_share_or_a_number(
    written: list[str], limits: dict[str, float]
) -> None:
    assert read_limits(written, scenario_of()) == limits


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        (
            ["unspnt=15%"],
            'at_most: "unspnt" is not one of idle, unspent, .* Did you mean "unspent"',
        ),
        (["unspent"], 'at_most: "unspent" is no limit such as unspent=15%'),
        (["unspent=-1"], 'at_most: "unspent=-1" is no limit'),
        (["unspent=15"], "at_most: unspent=15 is more than all; write a share such as unspent=15%"),
        (["drought=15%"], "at_most: drought is a number of turns, not a share: drought=20"),
        (["idle=1%", "idle=2%"], "at_most: idle is given twice"),
    ],
)
def test_a_mistake_in_a_limit_is_named(written: list[str], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        read_limits(written, scenario_of())


def test_a_game_that_does_not_count_what_is_spent_has_no_limit_for_it() -> None:
    with pytest.raises(InputError, match="Pig does not count what turns leave unspent"):
        read_limits(["unspent=15%"], scenario_of("hold", "pig"))


def test_a_habit_breaks_its_limit_if_its_whole_interval_does() -> None:
    kept, open_one, broken = value(0.2), value(0.32), value(0.4)
    answers = [keeps_limits({"unspent": habit}, LIMIT) for habit in (kept, open_one, broken)]
    assert answers == [True, True, False]
    assert keeps_limits({}, LIMIT), "what games could not show breaks nothing"


def test_a_candidate_at_its_limit_is_beyond_it_by_its_error() -> None:
    at_limit = {"unspent": value(0.3, 0.0294)}
    assert largest_excess(at_limit, LIMIT) == pytest.approx(0.015 / 0.3)
    never = Interval(0.0, 0.0, 0.2, 12)
    assert largest_excess({"unspent": never}, {"unspent": 0.0}) == 0.0
    both = {"unspent": value(0.1), "idle": value(0.9, 0.0)}
    assert largest_excess(both, {**LIMIT, "idle": 0.45}) == pytest.approx(1.0)


def test_what_is_spent_is_the_same_whether_games_are_followed_or_not() -> None:
    scenario = scenario_of("worker:rests=0.5")
    executor = Threads(1)
    [spent] = habit_values(scenario, executor, ["unspent"], 10).values()
    followed = habit_values(scenario, executor, ["unspent", "idle"], 10)
    table = habits(scenario, executor, 10).set_index("habit")
    assert spent == followed["unspent"]
    assert spent.estimate == table.loc["left unspent", "estimate"]
    assert followed["idle"].estimate == table.loc["turns without effect", "estimate"]
    assert measure_habits(scenario, {}, executor, 10) == {}


def test_habits_are_kept_in_the_folder(tmp_path: Path) -> None:
    assert read_habits(tmp_path) is None
    kept = {1: {"unspent": value(0.25)}, 3: {"unspent": value(0.125), "idle": value(0.5)}}
    limits = {"unspent": 0.3, "idle": 0.3}
    write_habits(tmp_path, {**kept, 4: {}}, limits)
    assert read_habits(tmp_path) == {**kept, 4: {}}, "games may not show a habit"
    (tmp_path / FILE).write_text("generation,habit\nx,y\n", encoding="utf-8")
    with pytest.raises(InputError, match="delete it, and the same command trains again"):
        read_habits(tmp_path)


@pytest.fixture
def request_of_pig(tmp_path: Path) -> TrainRequest:
    request = requested_training({"game": "pig"}, [], 9, tmp_path / "mine", "simlab train pig")
    return replace(request, limits=LIMIT)


def generation(number: int, wins: float, unspent: float) -> Generation:
    result = Interval(wins, wins - 0.02, wins + 0.02, 100)
    return Generation(number, number, 1.0, result, habits={"unspent": value(unspent)})


def test_the_player_is_the_best_generation_that_keeps_the_limits(
    request_of_pig: TrainRequest,
) -> None:
    generations = (
        generation(1, 0.3, 0.1),
        generation(2, 0.5, 0.2),
        generation(3, 0.7, 0.6),
        generation(4, 0.4, 0.31),
    )
    progress = TrainProgress(request_of_pig, generations)
    assert (progress.best.number, progress.strongest.number) == (2, 3)
    unlimited = tuple(replace(member, habits={}) for member in generations)
    free = TrainProgress(replace(request_of_pig, limits={}), unlimited)
    assert free.best is free.strongest
    none = TrainProgress(request_of_pig, (generation(1, 0.3, 0.5), generation(2, 0.5, 0.6)))
    assert none.best.number == 2, "limits that no generation keeps choose nothing"


def test_a_generation_that_keeps_the_limits_is_found_among_those_that_dropped_out(
    request_of_pig: TrainRequest,
) -> None:
    weak = [generation(1, 0.1, 0.1), generation(2, 0.2, 0.1)]
    strong = [generation(number, 0.5 + number / 100, 0.9) for number in range(3, 12)]
    progress = TrainProgress(request_of_pig, (*weak, *strong))
    assert not {1, 2} & {member.number for member in progress.best_first}
    assert progress.best.number == 2


@pytest.mark.compiled
def test_a_net_that_breaks_a_limit_is_measured_beside_the_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trained(folder: str, *at_most: str) -> TrainProgress:
        keys = {"game": "pig", "games": 250}
        request = requested_training(keys, [], 2, tmp_path / folder, "x", at_most=at_most)
        *_, last = play(request, all_cores(1))
        return last

    free = trained("free")
    number = free.best.number

    def habits_of(alone: Scenario, *_others: Any) -> dict[str, Interval[float]]:
        is_strongest = str(alone.lineup[0]) == f"@{number:03d}"
        return {"idle": value(0.9 if is_strongest else 0.1)}

    monkeypatch.setattr(study, "measure_habits", habits_of)
    last = trained("limited", "idle=50%")
    assert (last.strongest.number, last.best.number) == (number, 3 - number)
    assert last.beyond is not None and last.final is not None
    assert (last.beyond.generation, last.beyond.result) == (number, free.final)
    difference = last.beyond.result.estimate - last.final.estimate
    assert last.beyond.cost.estimate == pytest.approx(difference)
    monkeypatch.undo()
    again = trained("limited", "idle=50%")
    assert again.generations[0].habits == last.generations[0].habits, "the kept ones go on"
    result = result_of_training(again)
    sentences = findings(result)["Habits"]
    assert sentences.startswith("The player does nothing in 10")
    assert "1 of 2 generations is beyond a limit and could not be chosen." in sentences
    assert f"Without limits, generation {number} would have been chosen: it wins " in sentences


def tuning(folder: Path, generations: int = 3, *at_most: str) -> TraitTuningRequest:
    keys = {"game": SIESTA, "games": 40}
    command = "simlab train siesta --tune worker:rests=0.6"
    return request_tuning(
        keys, ("worker:rests=0.6",), (), generations, folder, command, at_most=at_most
    )


def ended(request: TraitTuningRequest) -> TraitTuningProgress:
    *_, last = play_tuning(request, all_cores(1))
    return last


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> TraitTuningProgress:
    return ended(tuning(tmp_path_factory.mktemp("limited"), 5, "unspent=30%"))


@pytest.mark.long
def test_traits_are_tuned_within_a_limit(limited: TraitTuningProgress, tmp_path: Path) -> None:
    free = ended(tuning(tmp_path, 2))
    assert free.tuned.weights["rests"] > 0.7, "resting wins"
    assert limited.tuned.weights["rests"] < 0.35
    assert keeps_limits(limited.habits[limited.best.generation], limited.request.limits)
    assert not keeps_limits(limited.habits[1], limited.request.limits)
    assert limited.final is not None and free.final is not None
    assert limited.final.result.high < free.final.result.low


@pytest.mark.long
def test_a_search_goes_on_with_its_habits(limited: TraitTuningProgress, tmp_path: Path) -> None:
    ended(tuning(tmp_path, 2, "unspent=30%"))
    again = ended(tuning(tmp_path, 5, "unspent=30%"))
    assert again.habits == limited.habits
    assert again.last.mean.tolist() == limited.last.mean.tolist()
    (tmp_path / FILE).unlink()
    assert (tmp_path / DISTRIBUTION).exists()
    assert ended(tuning(tmp_path, 5, "unspent=30%")).habits == limited.habits


@pytest.mark.long
def test_the_page_of_a_search_says_which_generations_break_a_limit(
    limited: TraitTuningProgress, tmp_path: Path
) -> None:
    described = limited.request.experiment.describe_experiment()
    result = TraitTuningResult(
        result_of(limited), tmp_path, described=described, command="simlab train siesta"
    )
    content: Any = result.to_dict()
    assert content["generation"] == limited.best.generation
    assert [row["generation"] for row in content["habits"]] == [1, 2, 3, 4, 5]
    sentences = content["findings"]["Habits"]
    assert sentences.startswith("The tuned policy leaves ") and "its limit of 30" in sentences
    assert "the same command without --at-most finds out" in sentences
    assert "No gain is shown: the limits may cost more" in " ".join(result.sentences)
    page = result.page().read_text(encoding="utf-8")
    assert "Habits and their limits" in page and "▲" in page
    assert "habits" in result.frames
    assert (tmp_path / "tables" / "habits.csv").is_file()


def test_habits_are_of_a_policy_in_all_seats(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at_most: is of a policy that has all seats"):
        request_tuning(
            {"game": "pig"}, ("hold",), (), 1, tmp_path, "x", by_seat=True, at_most=["idle=1%"]
        )


def test_a_frame_of_habits_marks_what_is_surely_beyond() -> None:
    frame = habit_frame({1: {"unspent": value(0.5)}, 2: {"unspent": value(0.32)}}, LIMIT)
    assert frame["habit"].unique().tolist() == ["left unspent"]
    assert frame["is_beyond"].tolist() == [True, False]
    assert frame["limit"].tolist() == [0.3, 0.3]
