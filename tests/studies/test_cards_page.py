"""The page on cards: the most valuable first, and where the association misleads."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.analysis.verdict import Verdict
from simlab.studies.cards.page import PAGE, answer, findings, steps
from simlab.studies.cards.result import CardWorths
from tests.support.read_page import read_page
from tests.support.written_ladder import DESCRIBED, POINTS, WINS, duel_ladder, score_ladder

COMMAND = "simlab cards duel --seed 7"


def row_of(
    card: str, estimate: float, decided: Verdict, association: float = math.nan, by: str = "red 1"
) -> dict[str, Any]:
    interval = Interval(estimate, estimate - 0.5, estimate + 0.5, 400)._asdict()
    ends = (association, association - 1, association + 1)
    names = ("association", "association_low", "association_high")
    own = dict(zip(names, ends, strict=True))
    return {"card": card, "by": by, **interval, "verdict": decided, "used": 0.5, **own}


def study_of(*rows: dict[str, Any], **more: Any) -> CardWorths:
    fields: dict[str, Any] = {
        "policy": "ace",
        "players": 2,
        "scale": POINTS,
        "level": 40.0,
        "worths": pd.DataFrame(rows),
        "lineups": score_ladder().lineups.drop(columns="shared"),
        "ends": duel_ladder().ends,
    }
    return CardWorths(**fields | more)


GOLD = row_of("gold", 3.0, Verdict.MORE)
FLAG = row_of("flag", 0.2, Verdict.SAME, association=9.0)
OPEN = row_of("drum", 1.2, Verdict.UNDECIDED)


def test_the_answer_has_the_best_card_and_the_worst_association() -> None:
    first, second = answer(study_of(GOLD, OPEN, FLAG))
    assert first == "Gold is worth most: replaced by red 1, it costs 3.0 (2.5 to 3.5) points."
    assert second.startswith("1 of 3 cards is surely worth more than")
    assert second.endswith(
        "the association misleads most for flag: +9 (+8 to +10), where the effect is +0.2"
        " (−0.3 to +0.7)."
    )


def test_cards_without_which_the_game_stops_are_named_with_the_reason() -> None:
    stops = dict.fromkeys(("bell", "boat"), "sea.py:3: no row is left.")
    assert findings(study_of(GOLD, stops=stops))["Left out"] == (
        "Without bell or boat, the game stops: sea.py:3: no row is left."
    )
    assert "Left out" not in findings(study_of(GOLD))


def test_an_association_near_the_effect_is_not_said_to_mislead() -> None:
    near = row_of("flag", 0.2, Verdict.SAME, association=1.5)
    _, second = answer(study_of(GOLD, near))
    assert second.endswith("; no association is shown to mislead.")


def test_a_card_is_worth_most_only_where_its_interval_is_above_all_others() -> None:
    near = row_of("lamp", 2.9, Verdict.MORE)
    first, _ = answer(study_of(GOLD, near))
    assert first.startswith("Gold looks worth most, which is not sure: replaced by red 1, it costs")


def test_without_associations_the_count_is_all() -> None:
    _, second = answer(study_of(OPEN))
    assert second.startswith("None of 1 card is surely worth more than")
    assert "association" not in second


def test_worthless_cards_are_a_finding_and_open_ones_a_next_step() -> None:
    study = study_of(GOLD, OPEN, FLAG)
    assert findings(study)["Worth nothing"].startswith("flag is worth nothing within ")
    [step] = steps(study, COMMAND)
    assert step.what == "The worth of drum"


def test_in_a_competitive_game_a_player_without_the_card_loses_wins() -> None:
    row = {**row_of("gold", 0.3, Verdict.MORE, by=""), "low": 0.2, "high": 0.4}
    first, _ = answer(study_of(row, scale=WINS, lineups=duel_ladder().lineups))
    assert first == (
        "Gold is worth most: a player without it loses 30 percentage points (20 to 40)."
    )


def test_the_page_shows_both_figures_of_a_card(tmp_path) -> None:
    page = read_page(PAGE.write(study_of(GOLD, OPEN, FLAG), DESCRIBED, COMMAND, tmp_path))
    assert page.ids[:2] == ["answer", "worths"]
    assert "replaced by" in page.text
    assert "worths.csv" in page.csv
