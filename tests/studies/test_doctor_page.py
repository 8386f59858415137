"""The page of doctor: each fault in a sentence, the worst first, and what was not decided."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab.analysis.intervals import Interval
from simlab.analysis.tables import Description
from simlab.studies.doctor.page import (
    PAGE,
    SENTENCES,
    TEAM_SENTENCES,
    TITLES,
    answer,
    dependence,
    findings,
    limit,
    name_of,
    sentence,
    size,
    tables_of,
)
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.change import Change
from simlab.studies.doctor.result.dependence import Dependence
from simlab.studies.doctor.result.diagnosis import Diagnosis
from simlab.studies.doctor.result.effects import EffectKey
from simlab.studies.doctor.result.fault import Fault, Side
from simlab.studies.doctor.result.findings import Finding, State
from tests.support.page_words import MOST_WORDS_OF_SENTENCE
from tests.support.read_page import read_page
from tests.support.written_ladder import DESCRIBED

COMMAND = "simlab doctor duel"
KINDS = [kind for kind in vars(fault).values() if isinstance(kind, Fault)]
SUBJECTS = {
    fault.STALLING: "never roll",
    fault.SEAT_ADVANTAGE: "seat 1",
    fault.DOMINANT_STRATEGY: "roll",
    fault.STRONGER_POLICY: "ace",
    fault.USELESS_CHOICE: "hold",
    fault.DEAD_CHOICE: "hold",
    fault.MANDATORY_CHOICE: "roll",
    fault.DEAD_WAY: "titles",
    fault.DOMINANT_WAY: "most points",
    fault.DEAD_CARD: "gold",
    fault.STRONG_CARD: "gold",
    fault.WEAK_CARD: "gold",
    fault.DEAD_PARAMETER: "lives",
}


def finding_of(
    kind: Fault,
    estimate: float | None = None,
    state: State = State.WRONG,
    *,
    subject: str | None = None,
    players: int = 2,
    half: float | None = None,
    detectable: float = 0.01,
) -> Finding:
    """Return a finding clearly beyond its limit, or of a size."""
    sizes = {Side.ABOVE: 1.1, Side.BELOW: 0.4, Side.APART: 2, Side.NEAR: 0.2}
    middle = kind.limit * sizes[kind.side] if estimate is None else estimate
    width = 0.05 * abs(middle) if half is None else half
    interval = Interval(middle, middle - width, middle + width, 400)
    beyond = kind.beyond(interval.low, interval.high)
    about = SUBJECTS.get(kind, "") if subject is None else subject
    return Finding(EffectKey(kind, about, players), state, interval, 0.01, beyond, detectable, -1)


def study_of(*all_found: Finding, **more: Any) -> Diagnosis:
    fields: dict[str, Any] = {
        "policy": "ace",
        "noise": 0.0,
        "players": 2,
        "is_cooperative": False,
        "has_victory_table": False,
        "findings": all_found,
        "dependences": [],
        "decides": None,
        "left_out": {},
        "unfinished": frozenset(),
        "n_arms": 12,
        "n_screen": 300,
        "n_fresh": 1000,
        "n_games": 12_345,
    }
    return Diagnosis(**fields | more)


SICK = study_of(
    finding_of(fault.SEAT_ADVANTAGE, 0.2, half=0.02),
    finding_of(fault.STALLING),
    finding_of(fault.DEAD_PARAMETER, 0.0, half=0.002, players=0),
    finding_of(fault.USELESS_CHOICE, -0.005, half=0.01),
    finding_of(fault.LAST_TURN),
    finding_of(fault.UNEVEN_LENGTH),
    finding_of(fault.SEAT_ADVANTAGE, 0.1, players=3, half=0.02),
    finding_of(fault.PURE_LUCK, 0.06, State.LOOK, half=0.03),
    finding_of(fault.TIES, 0.13, State.LOOK, half=0.03),
    finding_of(fault.ENDLESS, 0.0, State.FINE, half=0.001),
    finding_of(fault.DEAD_CARD, 0.9, State.FINE, half=0.01, detectable=math.nan),
    left_out={"never roll": "bob relies on roll"},
)
"""A game with several faults."""
SOUND = study_of(
    finding_of(fault.ENDLESS, 0.0, State.FINE, half=0.001),
    finding_of(fault.SEAT_ADVANTAGE, 0.01, State.FINE, half=0.01),
)
CHANGES = [
    Change(EffectKey(fault.TIES, "", 2), 0.3, 0.13, Interval(-0.17, -0.2, -0.14, 900)),
    Change(EffectKey(fault.LAST_TURN, "", 2), 0.5, 0.66, Interval(0.16, 0.1, 0.22, 900)),
]


def commands_of(study: Diagnosis) -> dict[EffectKey, Sequence[str]]:
    return {finding.key: [f"simlab run duel --seed {i}"] for i, finding in enumerate(study.wrong)}


def with_commands(study: Diagnosis, changes: Sequence[Change] = ()) -> Diagnosis:
    return replace(study, changes=changes, commands=commands_of(study))


def write_page(folder: Path, study: Diagnosis, changes: Sequence[Change] = ()) -> Path:
    return PAGE.write(with_commands(study, changes), DESCRIBED, COMMAND, folder)


def test_every_fault_has_a_title_and_a_sentence_in_plain_words() -> None:
    assert list(TITLES) == list(SENTENCES) == KINDS
    assert len(set(TITLES.values())) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize(
    "team", [{}, {"is_cooperative": True}, {"is_cooperative": True, "has_victory_table": True}]
)
def test_a_sentence_is_one_with_its_size(kind: Fault, team: dict[str, bool]) -> None:
    for estimate in (0.021, -0.021) if kind.is_difference else (None,):
        finding = finding_of(kind, estimate)
        words = sentence(finding, study_of(finding, **team))
        assert re.fullmatch(r"[A-Z\d“].*[a-z”)\d]\.", words), words
        assert not re.search(r"[{}_]|  |-\d", words)
        assert len(words.split()) <= MOST_WORDS_OF_SENTENCE
        bounds = size(finding, SICK).bounds
        assert "(" in words and bounds.split()[0].strip("+−") in words
        choice = finding.key.subject.removeprefix("never ")
        assert choice in words


@pytest.mark.parametrize(
    ("kind", "more", "less"),
    [
        (
            fault.SEAT_ADVANTAGE,
            "With 2 players, seat 1 wins 6.0 percentage points (5.0 to 7.0) more than an even"
            " share.",
            "With 2 players, seat 1 wins 6.0 percentage points (5.0 to 7.0) less than an even"
            " share.",
        ),
        (
            fault.PURE_LUCK,
            "Against play by chance, the usual player wins 6.0 percentage points (5.0 to 7.0) more"
            " than an even share.",
            "Against play by chance, the usual player wins 6.0 percentage points (5.0 to 7.0) less"
            " than an even share.",
        ),
        (
            fault.DOMINANT_STRATEGY,
            "Against the usual players, one who makes “roll” whenever possible wins 6.0 percentage"
            " points (5.0 to 7.0) more than an even share.",
            "Against the usual players, one who makes “roll” whenever possible wins 6.0 percentage"
            " points (5.0 to 7.0) less than an even share.",
        ),
        (
            fault.USELESS_CHOICE,
            "A player who never makes “hold” wins about an even share: the difference is +6.0"
            " percentage points (+5.0 to +7.0).",
            "A player who never makes “hold” wins about an even share: the difference is −6.0"
            " percentage points (−7.0 to −5.0).",
        ),
    ],
)
def test_the_sign_of_a_difference_is_said_in_words(kind: Fault, more: str, less: str) -> None:
    for estimate, words in ((0.06, more), (-0.06, less)):
        finding = finding_of(kind, estimate, half=0.01)
        assert plain(sentence(finding, study_of(finding))) == words


def test_another_number_of_players_is_said() -> None:
    dead = finding_of(fault.DEAD_CHOICE, 0.0, half=0.001, players=3)
    uneven = finding_of(fault.SEAT_ADVANTAGE, 0.06, half=0.01, players=3)
    early = finding_of(fault.SNOWBALL, 0.4, half=0.01, players=1)
    begins = [plain(sentence(finding, SICK))[:36] for finding in (dead, uneven, early)]
    assert begins == [
        "With 3 players, “hold” is chosen in ",
        "With 3 players, seat 1 wins 6.0 perc",
        "With 1 player, who leads at half-tim",
    ]


def plain(text: str) -> str:
    return text.replace("\u202f", " ").replace("\xa0", " ")


def test_a_difference_around_0_has_bounds_on_either_side() -> None:
    finding = finding_of(fault.SEAT_ADVANTAGE, -0.01, half=0.03)
    assert "1.0 percentage points (−2.0 to 4.0) less" in plain(sentence(finding, SICK))


def test_players_of_a_cooperative_game_win_or_score_together() -> None:
    gain, loss = (
        finding_of(fault.DOMINANT_STRATEGY, 0.1, half=0.02),
        finding_of(fault.SOLO, 0.01, half=0.005),
    )
    won = study_of(gain, loss, is_cooperative=True)
    scored = study_of(gain, loss, is_cooperative=True, has_victory_table=True)
    assert [
        plain(sentence(finding, study)) for study in (won, scored) for finding in (gain, loss)
    ] == [
        "Players who make “roll” whenever possible win 10.0 percentage points (8.0 to 12.0) more"
        " than usual.",
        "If all but one play by chance, the players win 1.0 percentage points (0.5 to 1.5) less"
        " than usual.",
        "Players who make “roll” whenever possible score 10.0 % (8.0 to 12.0) more than usual.",
        "If all but one play by chance, the players score 1.0 % (0.5 to 1.5) less than usual.",
    ]
    assert set(TEAM_SENTENCES) < set(SENTENCES)


def test_limits_are_said_on_the_side_where_the_fault_is() -> None:
    limits = {kind: plain(limit(kind, SICK)) for kind in KINDS}
    assert limits[fault.SEAT_ADVANTAGE].startswith("more than ")
    assert limits[fault.USELESS_CHOICE].startswith("less than ")
    assert limits[fault.ENDLESS] == f"above {100 * fault.ENDLESS.limit:g} %"
    assert limits[fault.DEAD_CARD].startswith("below ")
    assert limits[fault.TOO_LONG].endswith(" decisions")
    rare = replace(fault.KINGMAKING, limit=1)
    assert limit(rare, SICK) == "above 1 decision per game"
    assert "−" in limits[fault.DOMINANT_STRATEGY]


def test_a_game_with_a_victory_table_has_per_cent_of_its_score_everywhere(tmp_path: Path) -> None:
    solo = finding_of(fault.SOLO, 0.01, half=0.005)
    luck = finding_of(fault.USELESS_CHOICE, 0.01, State.LOOK, half=0.005)
    study = study_of(solo, luck, is_cooperative=True, has_victory_table=True)
    page = plain(read_page(write_page(tmp_path, study)).text)
    assert not re.search(r"\d (pp|percentage points)", page)
    assert "below 2 %" in page and "less than 2.5 %" in page


DEPENDENCES = [
    Dependence(SICK.findings[0].key, "bob in all seats", State.FINE, Interval(0, -0.03, 0.03, 400)),
    Dependence(SICK.findings[0].key, "cat in all seats", State.FINE, Interval(0, -0.03, 0.03, 400)),
    Dependence(SICK.findings[0].key, "dot in all seats", State.FINE, Interval(0, -0.03, 0.03, 400)),
    Dependence(SICK.findings[0].key, "eve in all seats", State.LOOK, Interval(0.1, 0, 0.2, 400)),
    Dependence(SICK.findings[0].key, "“Lives: 2”", State.WRONG, Interval(-0.2, -0.3, -0.1, 400)),
    Dependence(SICK.findings[0].key, "“Lives: 4”", State.WRONG, Interval(0.2, 0.1, 0.3, 400)),
]


def test_a_fault_says_with_whom_and_under_which_guess_it_is_none(tmp_path: Path) -> None:
    study = replace(SICK, dependences=DEPENDENCES)
    assert dependence(study, study.findings[0]) == (
        " Of 6 tables with other players or guesses, it is one at 1, not decided at 1, none with"
        " bob in all seats, cat in all seats and 1 more and the other way round with “Lives: 2”."
    )
    assert dependence(study, study.findings[1]) == ""
    page = read_page(write_page(tmp_path, study))
    assert "Who plays, and what is assumed" in page.text
    assert "Who plays, and what is assumed" not in read_page(write_page(tmp_path, SICK)).text
    assert (tmp_path / "tables" / "variants.csv").read_text(encoding="utf-8").count("\n") == 7


def test_a_fault_that_is_there_with_all_others_is_said_shortly() -> None:
    several = replace(SICK, dependences=[DEPENDENCES[-1], replace(DEPENDENCES[-1], variant="bob")])
    one = replace(SICK, dependences=[DEPENDENCES[-1]])
    assert [dependence(study, study.findings[0]) for study in (several, one)] == [
        " It is one at all 2 tables with other players or guesses, too.",
        " It is one with “Lives: 4”, too.",
    ]


def test_one_other_table_has_a_sentence_of_its_own() -> None:
    sentences = [
        dependence(replace(SICK, dependences=[other]), SICK.findings[0])
        for other in DEPENDENCES[2:]
    ]
    assert sentences == [
        " It is none with dot in all seats.",
        " Whether it is one with eve in all seats is not decided.",
        " It is the other way round with “Lives: 2”.",
        " It is one with “Lives: 4”, too.",
    ]


def test_a_fault_that_is_worst_elsewhere_says_where_it_was_tried() -> None:
    worst = finding_of(fault.SEAT_ADVANTAGE, 0.4, half=0.02, subject="seat 3", players=3)
    usual = finding_of(fault.SEAT_ADVANTAGE, 0.2, half=0.02)
    study = study_of(worst, usual, dependences=[DEPENDENCES[-1]])
    assert dependence(study, worst) == (
        " It is one with “Lives: 4”, too. That is with 2 players, about seat 1."
    )


def test_only_a_fault_on_either_side_can_be_the_other_way_round() -> None:
    strategy = finding_of(fault.DOMINANT_STRATEGY, -0.01, half=0.002)
    better = Interval(0.02, 0.01, 0.03, 400)
    there = Dependence(strategy.key, "bob in all seats", State.WRONG, better)
    assert dependence(study_of(strategy, dependences=[there]), strategy) == (
        " It is one with bob in all seats, too."
    )


def test_the_answer_has_the_count_and_the_worst() -> None:
    [first] = answer(SICK)
    assert first.startswith("6 faults were found; the worst: With 2 players, seat 1 wins 20.0 ")
    [one] = answer(study_of(SICK.findings[0]))
    assert one.startswith("1 fault was found; ")
    assert answer(SOUND) == ["Nothing wrong was found among 2 effects."]
    undecided = study_of(*SOUND.findings, finding_of(fault.TIES, 0.1, State.LOOK, half=0.2))
    assert answer(undecided) == [
        "Nothing wrong was found among 3 effects, of which 1 is not decided."
    ]


def test_the_answer_says_what_has_changed() -> None:
    _, changed = answer(with_commands(SOUND, CHANGES))
    assert changed == "Since the last examination, 1 effect is better and 1 worse."


def test_the_score_card_has_what_is_wrong_before_what_is_open() -> None:
    card = findings(SICK)
    assert card["✗ Fairness"] == "Uneven seats."
    assert card["? Skill"] == "Not decided: luck alone."
    assert card["✗ Ends"] == "Stalling."
    assert findings(SOUND) == {
        "✓ Ends": "Not found: games without an end.",
        "✓ Fairness": "Not found: uneven seats.",
    }


def test_one_fault_at_several_numbers_of_players_is_one_finding() -> None:
    assert len(SICK.wrong) == 6
    assert SICK.other_numbers(SICK.findings[0]) == [3]
    assert SICK.other_numbers(SICK.findings[1]) == []


def test_another_number_of_players_is_part_of_the_name() -> None:
    key = EffectKey(fault.SEAT_ADVANTAGE, "seat 1", 3)
    assert name_of(key, 3) == "Uneven seats: seat 1"
    assert name_of(key, 2) == "Uneven seats: seat 1, with 3 players"
    assert name_of(EffectKey(fault.DEAD_PARAMETER, "lives", 0), 2) == "Rule without effect: lives"


def test_faults_in_the_terminal_have_a_command() -> None:
    [table] = tables_of(with_commands(SICK)).values()
    assert len(table.rows) == 6
    assert table.rows[0][-1] == "simlab run duel --seed 0"
    assert tables_of(SOUND) == {}


def test_the_page_has_faults_with_commands_then_what_is_open_and_fine(tmp_path: Path) -> None:
    page = read_page(write_page(tmp_path, SICK, CHANGES))
    text = plain(page.text)
    places = [
        text.rindex(words)
        for words in (
            "What is wrong with Duel?",
            "The worst first",
            "More faults",
            "Since the last examination",
            "Not decided",
            "Examined and fine",
            "1 question could not be examined.",
        )
    ]
    assert places == sorted(places)
    for finding in SICK.wrong:
        assert plain(sentence(finding, SICK)) in text
        assert commands_of(SICK)[finding.key][0] in text
    assert ["Shared wins", "better", "30\u202f%", "13\u202f%"] in [
        row for table in page.tables for row in table
    ]
    assert "The same is wrong with 3 players." in text
    assert {"beyond.csv", "open.csv", "fine.csv", "changes.csv", "not_examined.csv"} <= {*page.csv}


def test_the_figure_shows_faults_and_what_is_nearest_to_one() -> None:
    def drawn(study: Diagnosis) -> list[str]:
        [block] = PAGE.report(with_commands(study), Description(DESCRIBED), COMMAND).main
        return [str(row[0]) for row in block.table.rows]

    assert drawn(SICK)[:2] == [
        "Uneven seats: seat 1",
        "Stalling: never roll",
    ]
    assert drawn(SICK)[-1] == "Games without an end"  # and not the card, 89 margins away
    far = study_of(SICK.findings[-1])
    assert drawn(far) == ["Dead card: gold"]


def test_a_sound_game_has_a_short_page(tmp_path: Path) -> None:
    text = read_page(write_page(tmp_path, SOUND)).text
    assert "Nothing wrong was found among 2 effects." in text
    for heading in ("The worst first", "Not decided", "Since the last", "Not examined"):
        assert heading not in text


@pytest.mark.parametrize(
    ("kind", "detectable", "words"),
    [
        (fault.ENDLESS, math.nan, "well above"),
        (fault.ENDLESS, math.inf, "–"),
        (fault.DEAD_CARD, 1.0, "0"),
        (fault.USELESS_CHOICE, 1.0, "–"),
        (fault.SEAT_ADVANTAGE, 0.01, "at least"),
        (fault.USELESS_CHOICE, 0.001, "at most"),
        (fault.DOMINANT_STRATEGY, 0.001, "at least −"),
        (fault.TOO_LONG, 5.0, "decisions"),
    ],
)
def test_the_size_that_would_have_been_found_is_said(
    kind: Fault, detectable: float, words: str
) -> None:
    study = study_of(finding_of(kind, 0.0, State.FINE, half=0.001, detectable=detectable))
    [section] = PAGE.report(study, Description(DESCRIBED), COMMAND).sections
    assert section.title == "Examined and fine"
    assert words in plain(str(section.tables[0].rows[0][-1]))


def test_all_findings_are_rows_of_the_frame() -> None:
    frame = SICK.frame
    assert len(frame) == len(SICK.findings)
    assert (frame["state"].value_counts()[["wrong", "look", "fine"]] == [7, 2, 2]).all()
    assert np.isnan(frame["detectable"].to_numpy()[-1])
