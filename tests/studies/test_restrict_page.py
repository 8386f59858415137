"""The page on restricted play: mandatory and useless kinds come first."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.analysis.verdict import Verdict
from simlab.studies.restrict.page import PAGE, answer, findings, steps
from simlab.studies.restrict.result import Restriction, Worth, counts
from tests.support.read_page import read_page
from tests.support.written_ladder import DESCRIBED, POINTS, WINS, duel_ladder, score_ladder

COMMAND = "simlab restrict duel --seed 7"
THIN = "\N{NARROW NO-BREAK SPACE}"
VERDICTS = {
    Worth.MANDATORY: Verdict.MORE,
    Worth.USEFUL: Verdict.MORE,
    Worth.HARMFUL: Verdict.LESS,
    Worth.UNDECIDED: Verdict.UNDECIDED,
}


def row_of(name: str, worth: Worth, estimate: float, half: float, kept: float) -> dict[str, Any]:
    ends = {"with": kept, "with_low": max(kept - half, 0), "with_high": kept + half}
    interval = Interval(estimate, estimate - half, estimate + half, 400)._asdict()
    decided = VERDICTS.get(worth, Verdict.SAME)
    return {"restriction": name, **interval, "verdict": decided, "worth": worth, **ends}


def study_of(*rows: dict[str, Any], **more: Any) -> Restriction:
    fields: dict[str, Any] = {
        "policy": "ace",
        "players": 2,
        "seats": 1,
        "scale": WINS,
        "level": Interval(0.5, 0.5, 0.5, 400),
        "worths": pd.DataFrame(rows),
        "counts": counts({"end_turn": {"chosen": [2.0, 3.0], "replaced": [1.0, 0.0]}}),
        "lineups": duel_ladder().lineups,
        "ends": duel_ladder().ends,
    }
    return Restriction(**fields | more)


MANDATORY = row_of("end_turn", Worth.MANDATORY, 0.45, 0.04, 0.05)
USELESS = row_of("nap", Worth.USELESS, 0.001, 0.01, 0.499)
OPEN = row_of("draw", Worth.UNDECIDED, 0.03, 0.03, 0.47)


def test_mandatory_and_useless_kinds_answer_the_question() -> None:
    first, second = answer(study_of(MANDATORY, OPEN, USELESS))
    assert first == (
        f"“end turn” is mandatory: a player without “end turn” wins 5{THIN}% (1 to 9), where"
        f" 50{THIN}% is even."
    )
    margin = "1 percentage point" if WINS.margin == 0.01 else "2 percentage points"
    assert second == f"“nap” is useless within {margin}; 1 restriction is not decided."


def test_without_a_mandatory_kind_the_most_valuable_is_named() -> None:
    useful = row_of("draw", Worth.USEFUL, 0.1, 0.03, 0.4)
    first, _ = answer(study_of(useful))
    assert first.startswith("Nothing is mandatory. Most is lost without “draw”: a player without")
    first, second = answer(study_of(OPEN))
    assert first.startswith("Nothing is surely worth more than")
    assert second.startswith("No kind of choice is surely useless within")


def test_a_kind_that_is_useful_is_named_before_one_that_may_be_worth_more() -> None:
    useful = row_of("draw", Worth.USEFUL, 0.1, 0.03, 0.4)
    unsure = row_of("play", Worth.UNDECIDED, 0.2, 0.19, 0.3)
    first, _ = answer(study_of(unsure, useful))
    assert first.startswith("“draw” is useful: a player without “draw” wins 40")
    assert first.endswith("It is not decided whether a player loses more without “play”.")


def test_tables_of_a_cooperative_game_score() -> None:
    row = row_of("end_turn", Worth.MANDATORY, 30.0, 1.0, 10.0)
    study = study_of(
        row,
        seats=2,
        scale=POINTS,
        level=Interval(40.0, 39.0, 41.0, 400),
        lineups=score_ladder().lineups.drop(columns="shared"),
    )
    first, _ = answer(study)
    assert first.endswith(
        "tables without “end turn” score 10 (9 to 11) points, where they score 40 with all choices."
    )


def test_more_findings_name_harmful_kinds_and_other_players() -> None:
    harmful = row_of("river", Worth.HARMFUL, -0.1, 0.03, 0.6)
    other = row_of("as bob", Worth.USEFUL, 0.2, 0.03, 0.3)
    sentences = findings(study_of(MANDATORY, other, harmful))
    assert sentences["Better without"] == "A player does better without “river”."
    assert sentences["As other players"].startswith("A player loses +20")
    assert sentences["Choices replaced"].startswith(
        "ace chose what was forbidden most often without"
    )


def test_undecided_restrictions_come_with_a_command() -> None:
    [step] = steps(study_of(OPEN), COMMAND)
    assert step.command.startswith(f"{COMMAND} --games ")


def test_the_page_has_the_ranking_and_the_counts(tmp_path) -> None:
    unused = row_of("spot", Worth.UNUSED, 0.0, 0.01, 0.5)
    study = study_of(MANDATORY, OPEN, USELESS, unused)
    page = read_page(PAGE.write(study, DESCRIBED, COMMAND, tmp_path))
    assert page.ids[:2] == ["answer", "worths"]
    assert "How often it matters" in page.text
    assert {"worths.csv", "counts.csv"} <= set(page.csv)
