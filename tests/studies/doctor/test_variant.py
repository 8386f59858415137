"""Variants of the usual table: who else may play, and what else an assumed rule may be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from simlab.execution.executor import Threads
from simlab.studies.doctor import examination, variant
from simlab.studies.doctor.examination import play, result_of
from simlab.studies.doctor.request import DoctorRequest, request_examination
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.effects import EffectKey
from simlab.studies.doctor.result.findings import State
from simlab.studies.doctor.variant import variants_of
from tests.support.doctor_games import write_grab

RUN = '''
"""Each of two seats runs or waits, once; the further one wins, and seat 1 begins ahead."""

from simlab.plain import Parameter, PlainGame, define, policy


class Run(PlainGame):
    players = (2, 2)
    parameters = (
        Parameter("lead", "paces of seat 1 at the start", "R1", 0, 4),
        Parameter("pace", "paces of a run", "R2", 1, 9),
    )
    kinds = ("run", "wait")

    def setup(self, players, chance):
        self.places, self.turn = [self.rules.lead, 0], 0

    def seat(self):
        return self.turn if self.turn < 2 else None

    def choices(self):
        return ["run", "wait"]

    def play(self, choice):
        self.places[self.turn] += self.rules.pace if choice == "run" else 0
        self.turn += 1

    def scores(self):
        return self.places


@policy()
def {crash}(view, choices, chance):
    """Crashes."""
    return choices[9]


@policy()
def second_runs(view, choices, chance):
    """Runs in seat 2 only."""
    return choices[0] if view.me == 1 else choices[1]


@policy()
def runner(view, choices, chance):
    """Runs."""
    return choices[0]


GAME = define(Run, {policies}second_runs, runner)
'''
RULES = '[lead]\nvalue = 1\nprovenance = "assumed"\n[pace]\nvalue = 3\nprovenance = "rule"\n'


def request_of(folder: Path, policies: str = "") -> DoctorRequest:
    file = folder / "run.py"
    text = RUN.replace("{policies}", policies).replace("{crash}", "crash")
    file.write_text(text, encoding="utf-8")
    (folder / "rules.toml").write_text(RULES, encoding="utf-8")
    return replace(request_examination({"game": str(file)}, None, 60), decides=None)


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"SCREEN_DEALS": 40, "FRESH_DEALS": 200, "PILOT_DEALS": 20}.items():
        monkeypatch.setattr(examination, name, number)


def test_players_come_first_then_one_other_value_of_each_guess(tmp_path: Path) -> None:
    names = [variant.name for variant in request_of(tmp_path).variants]
    assert names == [
        "second_runs in all seats",
        "runner in all seats",
        "“Paces of seat 1 at the start: 0 instead of 1 [R1]”",
        "“Paces of seat 1 at the start: 2 instead of 1 [R1]”",
    ]


def test_their_number_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variant, "MOST_VARIANTS", 3)
    assert len(variants_of(request_of(tmp_path).scenario)) == 3


def test_a_fault_says_with_whom_and_by_which_guess_it_is_gone_or_turned_round(
    tmp_path: Path,
) -> None:
    """Seat 1 wins by its lead, seat 2 where it alone runs; without a lead, runners tie."""
    request = request_of(tmp_path)
    *_, last = play(request, Threads(1))
    study = result_of(request, last)
    [unfair] = [finding for finding in study.wrong if finding.key.fault == fault.SEAT_ADVANTAGE]
    assert unfair.key == EffectKey(fault.SEAT_ADVANTAGE, "seat 1", 2)
    seen = {
        variant.variant.partition(" instead")[0].strip("“"): (
            variant.state,
            round(variant.interval.estimate, 1),
        )
        for variant in study.in_variants(unfair)
    }
    without_noise = seen.pop("runner in all seats")
    assert seen == {
        "second_runs in all seats": (State.WRONG, -0.5),
        "Paces of seat 1 at the start: 0": (State.FINE, 0.0),
        "Paces of seat 1 at the start: 2": (State.WRONG, 0.5),
    }
    assert without_noise == (State.WRONG, 0.5)
    assert {variant.interval.n for variant in study.dependences} == {200}


def test_a_card_that_harms_a_fool_is_tried_with_who_knows_its_worth(tmp_path: Path) -> None:
    request = request_examination({"game": write_grab(tmp_path)}, None, 60)
    request = replace(request, decides=None)
    *_, last = play(request, Threads(1))
    study = result_of(request, last)
    harmful = EffectKey(fault.WEAK_CARD, "glass", 2)
    [finding] = [finding for finding in study.wrong if finding.key == harmful]
    states = {variant.variant: variant.state for variant in study.in_variants(finding)}
    assert states == {
        "knower in all seats": State.FINE,
        "fool in all seats": State.WRONG,
    }


def test_a_player_who_fails_is_named_and_the_others_play(tmp_path: Path) -> None:
    request = request_of(tmp_path, policies="crash, ")
    *_, last = play(request, Threads(1))
    assert "choices[9]" in last.failed["crash in all seats"]
    assert len(last.variants) == len(request.variants) - 1


def test_nothing_is_played_where_nothing_is_wrong_or_no_time_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = request_of(tmp_path)
    monkeypatch.setattr(examination, "VARIANT_PART", 0)
    *_, last = play(request, Threads(1))
    assert not last.variants
    assert {variant.name for variant in request.variants} <= set(last.failed)
