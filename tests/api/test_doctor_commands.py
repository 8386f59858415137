"""Commands about the faults that doctor finds: a game to look at, what explains it, a change."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.analysis.intervals import Interval
from simlab.api.doctor_commands import EXPLAINED_BY, commands_of
from simlab.cli.app import PANELS
from simlab.studies.doctor.arm import Arm, Role
from simlab.studies.doctor.examination import FRESH, Examination
from simlab.studies.doctor.request import DoctorRequest, request_examination
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.effects import EffectKey
from simlab.studies.doctor.result.fault import Fault
from simlab.studies.doctor.result.findings import Finding, State
from tests.support.doctor_games import write_quarry

GAME = "quarry.py"


@pytest.fixture(scope="module")
def request_of_quarry(tmp_path_factory: pytest.TempPathFactory) -> DoctorRequest:
    game = write_quarry(tmp_path_factory.mktemp("quarry"))
    return request_examination({"game": game}, None, 1)


def commands(
    request: DoctorRequest,
    kind: Fault,
    subject: str = "",
    *,
    players: int = 2,
    example: int = -1,
    arms: tuple[Arm, ...] = (),
    levers: tuple[str, ...] = (),
    **typed: Any,
) -> list[str]:
    """Return the commands about a fault that some arms show and some rules move."""
    key = EffectKey(kind, subject, players)
    finding = Finding(key, State.WRONG, Interval(1, 0, 2, 9), 0.01, 1, 0.1, example)
    examination = Examination(
        "", {}, {}, {key: arms}, {}, None, {key: levers}, {}, frozenset(), 1, 1, 1, 1
    )
    return commands_of(finding, request, examination, GAME, typed)


def arm_of(request: DoctorRequest, role: Role, subject: str = "") -> Arm:
    return next(
        arm
        for arm in request.arms
        if any((asked.role, asked.subject) == (role, subject) for asked in arm.questions)
    )


@pytest.mark.parametrize(
    ("kind", "subject", "words"),
    [
        (fault.ENDLESS, "", "run quarry.py --players 2"),
        (fault.STALLING, "never dig", "restrict quarry.py --players 2 --kind dig"),
        (fault.STALLING, "only rest", "restrict quarry.py --players 2 --kind rest"),
        (fault.USELESS_CHOICE, "rest", "restrict quarry.py --players 2 --kind rest"),
        (fault.DEAD_CHOICE, "build a road", "restrict quarry.py --players 2"),
        (fault.DOMINANT_STRATEGY, "dig", "restrict quarry.py --players 2"),
        (fault.SEAT_ADVANTAGE, "seat 2", "handicap quarry.py --players 2 --seat 2"),
        (fault.STRONG_CARD, "pick", "cards quarry.py --players 2 --card pick"),
        (fault.DEAD_PARAMETER, "rain", "rules quarry.py"),
        (fault.STRONGER_POLICY, "random", "ladder quarry.py --players 2"),
        (fault.PURE_LUCK, "", "decides quarry.py --players 2"),
        (fault.RUNAWAY, "", "tension quarry.py --players 2"),
    ],
)
def test_what_explains_a_fault_is_named(
    request_of_quarry: DoctorRequest, kind: Fault, subject: str, words: str
) -> None:
    assert commands(request_of_quarry, kind, subject) == [f"simlab {words}"]


def test_all_commands_exist() -> None:
    names = {
        module.__name__.rpartition(".")[2].replace("_", "-")
        for modules in PANELS.values()
        for module in modules
    }
    assert {*EXPLAINED_BY.values(), "run", "replay", "tune"} <= names


def test_what_was_typed_and_the_number_of_players_are_kept(
    request_of_quarry: DoctorRequest,
) -> None:
    [command] = commands(
        request_of_quarry, fault.TIES, players=3, patch=["lead=3"], seed=7, policy="digger"
    )
    assert command.startswith("simlab run quarry.py --players 3 ")
    for words in ("--patch lead=3", "--seed 7", "--policy digger"):
        assert words in command


def test_a_game_that_shows_a_fault_is_replayed_with_those_who_played_it(
    request_of_quarry: DoctorRequest,
) -> None:
    usual = request_of_quarry.arms[0]
    replay, _ = commands(request_of_quarry, fault.TIES, example=5, arms=(usual,))
    assert replay == f"simlab replay quarry.py --players 2 --policy digger --game {FRESH + 5}"
    never = arm_of(request_of_quarry, Role.NEVER, "dig")
    replay, _ = commands(request_of_quarry, fault.STALLING, "never dig", example=0, arms=(never,))
    assert "--policy digger:never=dig --policy digger" in replay
    several = (usual, never)
    assert len(commands(request_of_quarry, fault.TIES, example=5, arms=several)) == 1


def test_a_change_varies_the_rules_that_move_the_effect_most(
    request_of_quarry: DoctorRequest,
) -> None:
    levers = ("lead", "toll", "rain", "last")
    *_, tune = commands(request_of_quarry, fault.SEAT_ADVANTAGE, "seat 1", levers=levers)
    assert tune.startswith("simlab tune quarry.py --players 2 --target 'wins_of_seat_1=50%±")
    assert "--vary toll=" in tune and "--vary rain=" in tune
    assert "last" not in tune
    assert len(commands(request_of_quarry, fault.SEAT_ADVANTAGE, "seat 1")) == 1
    assert len(commands(request_of_quarry, fault.FORCED, levers=levers)) == 1


@pytest.mark.parametrize(
    ("kind", "subject", "target"),
    [
        (fault.ENDLESS, "", "'capped<=1%'"),
        (fault.TOO_LONG, "", "'decisions<=200'"),
        (fault.TIES, "", "'shared_wins<=15%'"),
        (fault.LAST_TURN, "", "'decided_at<=80%'"),
        (fault.DECIDED_EARLY, "", "'decided_at>=40%'"),
        (fault.DEAD_WAY, "most gold", "'won_by_most_gold>=2%'"),
        (fault.DOMINANT_WAY, "most gold", "'won_by_most_gold<=85%'"),
    ],
)
def test_a_change_aims_at_the_limit_of_the_fault(
    request_of_quarry: DoctorRequest, kind: Fault, subject: str, target: str
) -> None:
    *_, tune = commands(request_of_quarry, kind, subject, levers=("toll",))
    assert f" --target {target} " in tune
