"""Skill ladders of Pig: who holds too late or too early by chance wins less."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.analysis.verdict import Verdict
from simlab.errors import InputError
from simlab.execution.executor import Executor, Threads
from simlab.studies.skill.result import Skill
from simlab.studies.skill.study import SkillRequest, play, request_skill, result_of

NOISES = (0.0, 0.3, 1.0)


def course_of(
    text: str | None = "hold", noises: tuple[float, ...] = NOISES, **options: Any
) -> SkillRequest:
    return request_skill({"game": "pig", "games": 4_000, **options}, text, noises, None)


@pytest.fixture(scope="module")
def executor() -> Executor:
    threads = Threads(1)
    threads.prepare(course_of().matchups.experiment.scenarios)
    return threads


def skill_of(request: SkillRequest, executor: Executor) -> Skill:
    *_, played = play(request, executor)
    return result_of(request, played)


def test_every_step_of_skill_counts(executor: Executor) -> None:
    skill = skill_of(course_of(), executor)
    assert list(skill.steps["verdict"]) == [Verdict.MORE, Verdict.MORE]
    assert list(skill.seats["skill"].unique()) == [1, 0.7, 0]


def test_all_line_ups_have_nearly_as_many_games(executor: Executor) -> None:
    skill = skill_of(course_of(players=3), executor)
    assert skill.lineups["games"].max() - skill.lineups["games"].min() < 3
    assert skill.n_games <= 4_000


def test_any_number_of_jobs_finds_the_same(executor: Executor) -> None:
    one, two = (skill_of(course_of(), Threads(jobs)) for jobs in (1, 2))
    assert one.seats.equals(two.seats)
    assert one.steps.equals(two.steps)


def test_without_noise_a_policy_keeps_its_name() -> None:
    assert course_of().lineups[0] == ("hold", "hold")
    assert course_of().lineups[1] == ("hold:noise=0.3", "hold:noise=0.3")


def test_steps_go_from_the_best_to_the_worst_however_they_are_named() -> None:
    assert list(course_of(noises=(1.0, 0.0, 0.3, 0.3)).equals) == [0, 0.3, 1]


def test_the_best_policy_of_the_game_plays_unless_one_is_named() -> None:
    assert course_of(None).policy == "optimal"
    assert course_of(None, players=3).policy == "hold"


@pytest.mark.parametrize(
    ("text", "noises", "problem"),
    [
        ("hold", (0.0, 1.2), "noise: 1.2 is not from 0 to 1"),
        ("hold", (0.3, 0.3), "noise: a skill ladder needs two steps or more"),
        ("hold:noise=0.1", NOISES, "skill: hold:noise=0.1 has a noise of its own"),
        ("hodl", NOISES, 'policy: "hodl" is not one of .* Did you mean "hold"'),
    ],
)
def test_steps_that_are_none_are_refused(
    text: str, noises: tuple[float, ...], problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        course_of(text, noises)


def test_too_few_games_for_the_steps_are_refused() -> None:
    with pytest.raises(InputError, match="games: 100 are too few for these steps; they take 200"):
        course_of(games=100)
