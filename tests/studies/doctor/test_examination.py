"""Examinations of planted games: a screen, fresh deals, arms that fail, rules that do nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.errors import ContractError, InputError
from simlab.execution.executor import Executor, Threads
from simlab.experiment.rollout_request import possible_metrics
from simlab.studies.doctor import examination
from simlab.studies.doctor import request as request_module
from simlab.studies.doctor.arm import Arm, Role
from simlab.studies.doctor.examination import FRESH, Examination, play, result_of
from simlab.studies.doctor.player import join_effects, merge
from simlab.studies.doctor.request import WHAT_DECIDES, DoctorRequest, request_examination
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.diagnosis import Diagnosis
from simlab.studies.doctor.result.effects import EffectKey
from simlab.studies.doctor.result.fault import Fault
from simlab.studies.doctor.result.findings import State
from tests.support.doctor_games import FRAGILE, write_dike, write_quarry, write_tug
from tests.support.kingmaker_games import KINGMAKER, written

SCREEN_DEALS, FRESH_DEALS = 30, 60
PLENTY = 600.0
"""Minutes in which as many deals are played as are allowed."""


@pytest.fixture(autouse=True, scope="module")
def _few_deals() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(examination, "SCREEN_DEALS", SCREEN_DEALS)
        patch.setattr(examination, "FRESH_DEALS", FRESH_DEALS)
        patch.setattr(examination, "PILOT_DEALS", 20)
        patch.setattr(request_module, "possible_metrics", lambda scenario: [])  # rollouts take long
        yield


def request_of(game: str, minutes: float = PLENTY, **options: Any) -> DoctorRequest:
    """Return a request without what follows the fresh deals, which has tests of its own."""
    request = request_examination({"game": game, **options}, None, minutes)
    return replace(request, variants=[], decides=None)


def examined(request: DoctorRequest, executor: Executor | None = None) -> Examination:
    *_, last = play(request, executor or Threads(1))
    return last


def diagnosis_of(request: DoctorRequest, executor: Executor | None = None) -> Diagnosis:
    return result_of(request, examined(request, executor))


def states(study: Diagnosis, kind: Fault) -> dict[str, State]:
    return {
        finding.key.subject: finding.state
        for finding in study.findings
        if finding.key.fault == kind and finding.key.players in (0, study.players)
    }


@dataclass
class Recorder:
    """Plays on one thread, and keeps which deals which scenarios have played."""

    threads: Threads = field(default_factory=lambda: Threads(1))
    tasks: list[tuple[Any, int, int]] = field(default_factory=list)
    n_cores = 1

    def map(self, function: Callable[..., Any], tasks: Iterable[Any]) -> Iterator[Any]:
        """Play tasks."""
        all_tasks = list(tasks)
        self.tasks += [task for task in all_tasks if isinstance(task[-1], int) and len(task) > 2]
        return self.threads.map(function, all_tasks)


@pytest.fixture(scope="module")
def quarry(tmp_path_factory: pytest.TempPathFactory) -> DoctorRequest:
    """A game in which seat 1 is far ahead, and seldom needs its tools."""
    return request_of(write_quarry(tmp_path_factory.mktemp("quarry"), lead=20))


@pytest.fixture(scope="module")
def examined_quarry(quarry: DoctorRequest) -> tuple[Examination, Recorder]:
    recorder = Recorder()
    return examined(quarry, recorder), recorder


def test_what_is_planted_is_wrong(
    quarry: DoctorRequest, examined_quarry: tuple[Examination, Recorder]
) -> None:
    study = result_of(quarry, examined_quarry[0])
    assert states(study, fault.SEAT_ADVANTAGE) == {"seat 1": State.WRONG, "seat 2": State.WRONG}
    assert states(study, fault.ENDLESS)[""] != State.WRONG
    assert study.left_out == {}
    assert study.findings[0].state == State.WRONG


def test_a_rule_that_does_something_at_one_number_of_players_is_not_dead(
    quarry: DoctorRequest, examined_quarry: tuple[Examination, Recorder]
) -> None:
    """Of the toll of the third player, games of two show nothing; the rain changes no game."""
    study = result_of(quarry, examined_quarry[0])
    assert states(study, fault.DEAD_PARAMETER) == {
        "lead": State.FINE,
        "toll": State.FINE,
        "rain": State.LOOK,  # in so few deals, one in a hundred may still change
    }
    [toll] = [finding for finding in study.findings if finding.key.subject == "toll"]
    assert toll.key.players == 0


def test_a_named_number_of_players_does_not_make_a_rule_dead_that_is_for_others(
    tmp_path: Path,
) -> None:
    """The toll is that of the third player; of three, nothing else is said."""
    study = diagnosis_of(request_of(write_quarry(tmp_path), players=["2"]))
    assert states(study, fault.DEAD_PARAMETER)["toll"] == State.FINE
    assert {finding.key.players for finding in study.findings} == {0, 2}


def test_fresh_deals_are_others_than_those_of_the_screen_and_all_arms_share_them(
    examined_quarry: tuple[Examination, Recorder],
) -> None:
    last, recorder = examined_quarry
    deals: dict[int, set[int]] = {}
    for scenario, first, count in recorder.tasks:
        deals.setdefault(id(scenario), set()).update(range(first, first + count))
    screen = set(range(SCREEN_DEALS))
    fresh = set(range(FRESH, FRESH + FRESH_DEALS))
    assert {frozenset(played) for played in deals.values()} == {
        frozenset(screen),
        frozenset(screen | fresh),
    }
    assert (last.n_screen, last.n_fresh) == (SCREEN_DEALS, FRESH_DEALS)
    assert {len(values) for values in last.screened.values()} == {SCREEN_DEALS}
    assert {len(values) for values in last.fresh.values()} == {FRESH_DEALS}


def test_what_the_screen_clears_is_not_played_again(
    quarry: DoctorRequest, examined_quarry: tuple[Examination, Recorder]
) -> None:
    last, recorder = examined_quarry
    again = {id(scenario) for scenario, first, _ in recorder.tasks if first >= FRESH}
    cleared = [
        arm for arm in quarry.arms if arm.questions[0].subject == "toll" and not arm.is_usual
    ]
    assert cleared
    assert not again & {id(arm.scenario) for arm in cleared}
    assert id(quarry.scenario) in again
    assert EffectKey(fault.DEAD_PARAMETER, "toll", 0) not in last.fresh


def test_each_effect_names_the_arms_that_show_it_and_the_rules_that_lessen_it(
    quarry: DoctorRequest, examined_quarry: tuple[Examination, Recorder]
) -> None:
    last, _ = examined_quarry
    advantage = EffectKey(fault.SEAT_ADVANTAGE, "seat 1", 2)
    assert last.arms[advantage] == [quarry.arms[0]]
    roles = {arm.questions[0].role for arm in last.arms[EffectKey(fault.DEAD_CARD, "pick", 2)]}
    assert roles == {Role.CARD}
    assert set(last.levers[advantage]) <= {"lead", "toll", "rain"}


def test_any_number_of_cores_finds_the_same(tmp_path: Path) -> None:
    request = request_of(write_dike(tmp_path))
    one, two = (diagnosis_of(request, Threads(jobs)) for jobs in (1, 2))
    assert one.frame.equals(two.frame)
    assert (one.n_games, one.n_fresh) == (two.n_games, two.n_fresh)


def test_an_arm_that_fails_is_not_examined_and_the_others_go_on(tmp_path: Path) -> None:
    """A policy that always digs crashes where it may not."""
    request = request_of(write_quarry(tmp_path, FRAGILE), players=["2"])
    study = diagnosis_of(request)
    assert set(study.left_out) == {
        "never dig, 2 players",
        "only rest, 2 players",
        "only use, 2 players",
    }
    assert all("'dig' is not in list" in reason for reason in study.left_out.values())
    subjects = set(states(study, fault.USELESS_CHOICE)) | set(states(study, fault.STALLING))
    assert "never rest" in subjects
    assert not {"never dig", "only rest", "only use"} & subjects
    assert "rain" in states(study, fault.DEAD_PARAMETER)  # which come later


def test_the_usual_players_failing_ends_the_examination(tmp_path: Path) -> None:
    game = write_quarry(tmp_path, "choices[99]")
    with pytest.raises(ContractError, match="digger"):
        examined(request_of(game))


def test_a_cooperative_game_is_examined(tmp_path: Path) -> None:
    study = diagnosis_of(request_of(write_dike(tmp_path)))
    assert study.players == 2
    kinds = {finding.key.fault for finding in study.findings}
    assert {fault.TOO_EASY, fault.TOO_HARD, fault.UNWINNABLE} <= kinds
    assert not {fault.SEAT_ADVANTAGE, fault.PURE_LUCK, fault.RUNAWAY} & kinds
    # the flood is higher than six walls in half of the deals, with any players
    assert states(study, fault.UNWINNABLE)[""] == State.WRONG
    [unwinnable] = [f for f in study.wrong if f.key == EffectKey(fault.UNWINNABLE, "", 2)]
    assert unwinnable.interval.low < 0.5 < unwinnable.interval.high


def test_kingmakers_are_looked_for_by_rollouts_of_fresh_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In half of the games, the third player decides between the other two."""
    monkeypatch.setattr(request_module, "possible_metrics", possible_metrics)
    request = request_of(written(tmp_path, KINGMAKER))
    assert [scenario.rollout_metrics for scenario in request.scenarios].count(("kingmaking",)) == 1
    recorder = Recorder()
    study = diagnosis_of(request, recorder)
    [finding] = [finding for finding in study.findings if finding.key.fault == fault.KINGMAKING]
    assert finding.interval.low < 0.5 < finding.interval.high < 1.5
    assert finding.interval.n == FRESH_DEALS
    deals = [first for scenario, first, _ in recorder.tasks if scenario.rollout_metrics]
    assert min(deals) == FRESH


@pytest.mark.parametrize(
    ("policy", "repetition", "idle"),
    [("puller", State.WRONG, State.FINE), ("rester", State.FINE, State.WRONG)],
)
def test_moves_that_are_undone_and_turns_without_effect_are_seen(
    policy: str, repetition: State, idle: State, tmp_path: Path
) -> None:
    """Two who pull are where they were after each round; two who rest never move."""
    request = request_examination({"game": write_tug(tmp_path)}, policy, PLENTY)
    study = diagnosis_of(replace(request, variants=[], decides=None))
    assert states(study, fault.REPETITION) == {"": repetition}
    assert states(study, fault.IDLE) == {"": idle}


def test_what_decides_is_measured_in_the_time_that_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dike holds by the flood alone, as builders do the same in all games."""
    asked = request_examination({"game": write_dike(tmp_path)}, None, PLENTY)
    request = replace(asked, variants=[])
    assert request.decides is not None
    monkeypatch.setattr(examination, "MOST_DECIDES_GAMES", request.decides.fewest_games)
    decides = diagnosis_of(request).decides
    assert decides is not None
    shares = decides.shares.query("table == 'equal players' and factor == 'flood'")
    assert shares["estimate"].tolist() == [1.0]
    assert decides.n_games <= request.decides.fewest_games
    monkeypatch.setattr(examination, "MOST_DECIDES_GAMES", 10)
    study = diagnosis_of(request)
    assert study.decides is None
    assert study.left_out == {WHAT_DECIDES: examination.NO_TIME}


def test_a_short_time_plays_few_deals_and_still_answers(tmp_path: Path) -> None:
    request = request_of(write_dike(tmp_path), minutes=1e-6)
    *_, last = play(request, Threads(1))
    assert last.n_fresh == examination.FEWEST_DEALS
    study = result_of(request, last)
    assert study.n_games == last.n_games
    assert {fault.ENDLESS, fault.TOO_EASY} <= {finding.key.fault for finding in study.findings}


def test_what_there_is_no_time_for_is_named(tmp_path: Path) -> None:
    """Eight arms are screened at once, whatever the time."""
    request = request_of(write_dike(tmp_path), minutes=1e-6)
    study = diagnosis_of(request)
    unasked = request.arms[1 + examination.TOGETHER :]
    assert study.left_out == {arm.name: examination.NO_TIME for arm in unasked}
    assert {"usual players, 3 players", "rule flood, 3 players"} <= set(study.left_out)


def test_a_deal_is_lost_if_all_attempts_are_and_a_rule_dead_if_neither_end_does_anything() -> None:
    lost, dead = EffectKey(fault.UNWINNABLE, "", 2), EffectKey(fault.DEAD_PARAMETER, "rain", 0)
    effects = {lost: np.array([1.0, 1, 0]), dead: np.array([0.0, 1, 0])}
    merge(effects, {lost: np.array([1.0, 0, 0]), dead: np.array([0.0, 0, 1])})
    assert effects[lost].tolist() == [1, 0, 0]
    assert effects[dead].tolist() == [0, 1, 1]


def test_an_arm_that_fails_in_later_deals_has_no_effect_of_all_of_them() -> None:
    kept, failed = EffectKey(fault.TIES, "", 2), EffectKey(fault.STALLING, "never dig", 2)
    first = {kept: np.zeros(2), failed: np.zeros(2)}
    for parts in ([first, {kept: np.ones(1)}], [{kept: np.ones(1)}, first]):
        assert list(join_effects(parts)) == [kept]
    assert join_effects([first, first])[failed].tolist() == [0] * 4


@pytest.mark.parametrize(
    ("words", "minutes", "problem"),
    [
        ({}, 0, "minutes: must be above 0"),
        ({}, 1e6, "minutes: .* at most 1,440"),
        ({"players": ["2", "3"]}, 1, "players: name one number"),
        ({"players": ["9"]}, 1, "players: Dike is for 1 to 3 players, not 9"),
        ({"patch": ["flod=9"]}, 1, "patch: flod: no such rule"),
    ],
)
def test_requests_that_are_impossible_are_refused(
    tmp_path: Path, words: dict[str, Any], minutes: float, problem: str
) -> None:
    game = write_dike(tmp_path)
    with pytest.raises(InputError, match=problem):
        request_of(game, minutes, **words)


def test_an_arm_is_about_its_first_player(quarry: DoctorRequest) -> None:
    def first_player(arm: Arm) -> str:
        return str(arm.scenario.lineup[0])

    assert all(arm.policy == first_player(arm) for arm in quarry.arms)
