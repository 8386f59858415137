"""Words at the top of a page: short, in sentences, without identifiers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simlab.analysis.verdict import Verdict
from simlab.report.page import write
from simlab.studies.calibrate.page import PAGE as CALIBRATE
from simlab.studies.cards.page import PAGE as CARDS
from simlab.studies.decides.page import PAGE as DECIDES
from simlab.studies.gate.page import PAGE as GATE
from simlab.studies.handicap.page import PAGE as HANDICAP
from simlab.studies.headroom.page import PAGE as HEADROOM
from simlab.studies.kingmaking.page import PAGE as KINGMAKING
from simlab.studies.ladder.page import PAGE as LADDER
from simlab.studies.ladder.result import GAUNTLET
from simlab.studies.restrict.page import PAGE as RESTRICT
from simlab.studies.skill.page import PAGE as SKILL
from tests.report import test_houserule as houserule
from tests.report import test_sweep as sweep
from tests.report.test_page import duel, toy
from tests.studies import test_calibrate_page as calibrated
from tests.studies import test_cards_page as cards
from tests.studies import test_decides_page as decides
from tests.studies import test_doctor_page as doctor
from tests.studies import test_gate_page as gates
from tests.studies import test_handicap_page as handicap
from tests.studies import test_kingmaking_page as kings
from tests.studies import test_restrict_page as restricted
from tests.support.competitive_game import CONTEST, contest
from tests.support.named_seats_game import HOUSE_FACTS, campaign
from tests.support.page_words import word_problems
from tests.support.written_headroom import duel_headroom
from tests.support.written_ladder import DESCRIBED, duel_ladder, duel_skill
from tests.support.written_run import Written, write_run


def run_page(folder: Path, *scenarios: Written, **more: Any) -> Path:
    return write(write_run(folder / "run", scenarios, **more))


def toy_page(folder: Path) -> Path:
    return run_page(
        folder, *(toy(40, n, name, n) for name in ("greedy", "planner") for n in (1, 3))
    )


def duel_page(folder: Path) -> Path:
    return run_page(folder, duel(40, 0.6), cooperative=False)


def contest_page(folder: Path) -> Path:
    return run_page(folder, contest(40, 2), contest(40, 3), cooperative=False, facts=CONTEST)


def campaign_page(folder: Path) -> Path:
    return run_page(folder, campaign(40, 3), cooperative=False, facts=HOUSE_FACTS)


def house_rule_page(folder: Path) -> Path:
    sides = [
        houserule.toy(f"{prefix}{name}", luck, policy, players, 100)
        for players in (2, 3, 4)
        for prefix, policy in (("greedy-", "greedy"), ("", "planner"))
        for name, luck in houserule.SIDES.items()
    ]
    study = houserule.study((2, 3, 4), ["greedy"])
    return run_page(folder, *sides, study={**study, "metric": "score", "metric_target": 2.5})


def sweep_page(folder: Path) -> Path:
    teams = [sweep.team(name, n) for name in sweep.PLACES for n in (2, 3, 4)]
    return run_page(folder, *teams, study=sweep.study(metric="score", metric_target=2.4))


def ladder_page(folder: Path) -> Path:
    return LADDER.write(duel_ladder(), DESCRIBED, "simlab ladder duel", folder)


def gauntlet_page(folder: Path) -> Path:
    return LADDER.write(duel_ladder(form=GAUNTLET), DESCRIBED, "simlab ladder duel", folder)


def skill_page(folder: Path) -> Path:
    return SKILL.write(duel_skill(Verdict.UNDECIDED), DESCRIBED, "simlab skill duel", folder)


def headroom_page(folder: Path) -> Path:
    return HEADROOM.write(duel_headroom(), DESCRIBED, "simlab headroom duel", folder)


def restrict_page(folder: Path) -> Path:
    rows = [restricted.MANDATORY, restricted.OPEN, restricted.USELESS]
    return RESTRICT.write(restricted.study_of(*rows), DESCRIBED, "simlab restrict duel", folder)


def handicap_page(folder: Path) -> Path:
    return HANDICAP.write(handicap.FOUND, DESCRIBED, "simlab handicap duel", folder)


def calibrate_page(folder: Path) -> Path:
    study = calibrated.calibration_of()
    return CALIBRATE.write(study, DESCRIBED, "simlab calibrate duel", folder)


def gate_page(folder: Path) -> Path:
    return GATE.write(gates.GATE, DESCRIBED, "simlab gate balance.toml", folder)


def cards_page(folder: Path) -> Path:
    study = cards.study_of(cards.GOLD, cards.OPEN, cards.FLAG)
    return CARDS.write(study, DESCRIBED, "simlab cards duel", folder)


def decides_page(folder: Path) -> Path:
    return DECIDES.write(decides.STUDY, DESCRIBED, "simlab decides duel", folder)


def kingmaking_page(folder: Path) -> Path:
    return KINGMAKING.write(kings.study_of(), DESCRIBED, "simlab kingmaking duel", folder)


def doctor_page(folder: Path) -> Path:
    return doctor.write_page(folder, doctor.SICK, doctor.CHANGES)


def sound_game_page(folder: Path) -> Path:
    return doctor.write_page(folder, doctor.SOUND)


PAGES = [
    toy_page,
    duel_page,
    contest_page,
    campaign_page,
    house_rule_page,
    sweep_page,
    ladder_page,
    gauntlet_page,
    skill_page,
    headroom_page,
    restrict_page,
    handicap_page,
    calibrate_page,
    gate_page,
    cards_page,
    decides_page,
    kingmaking_page,
    doctor_page,
    sound_game_page,
]


@pytest.fixture(scope="module", params=PAGES)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of each kind."""
    written: Path = request.param(tmp_path_factory.mktemp("page"))
    return written


def test_the_top_of_a_page_is_short_and_in_plain_words(page: Path) -> None:
    assert list(word_problems(page)) == []


def test_long_answers_and_identifiers_are_noticed(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    wordy = tmp_path / page.name
    wordy.write_text(
        text.replace('<p class="answer">', '<p class="answer">of_many ' + "word " * 41)
    )
    problems = list(word_problems(wordy))
    assert any("words of answer" in problem for problem in problems)
    assert any("words in a sentence" in problem for problem in problems)
    assert "identifier in prose: of_many" in problems
