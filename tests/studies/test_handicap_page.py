"""The page on a handicap: how much makes a seat even, and what fresh deals say."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.analysis.verdict import Verdict
from simlab.studies.handicap.page import PAGE, answer
from simlab.studies.handicap.result import Bracket, HandicapAnswer, Probe, probe_table
from tests.support.read_page import read_page
from tests.support.written_ladder import DESCRIBED

COMMAND = "simlab handicap duel --seed 7"
THIN = "\N{NARROW NO-BREAK SPACE}"


def probe(amount: int, share: float, decision: Verdict = Verdict.UNDECIDED) -> Probe:
    return Probe(amount, Interval(share, share - 0.02, share + 0.02, 900), decision)


def fresh_row(amount: int, share: float, decided: Verdict) -> dict[str, Any]:
    interval = Interval(share, share - 0.01, share + 0.01, 900)._asdict()
    return {"amount": amount, **interval, "verdict": decided}


def study_of(*probes: Probe, **more: Any) -> HandicapAnswer:
    fields: dict[str, Any] = {
        "policy": "ace",
        "players": 2,
        "seat": "seat 2",
        "getting": ("seat 2",),
        "label": "points at the start",
        "unit": "points",
        "is_rule": True,
        "most": 99,
        "bracket": Bracket(2, 5),
        "estimate": 3.62,
        "amount": 4,
        "margin": 0.02,
        "probes": probe_table(probes),
        "fresh": pd.DataFrame([fresh_row(0, 0.44, Verdict.LESS), fresh_row(4, 0.5, Verdict.SAME)]),
        "n_games": 5_000,
    }
    return HandicapAnswer(**fields | more)


FOUND = study_of(probe(2, 0.46, Verdict.LESS), probe(4, 0.5), probe(5, 0.53, Verdict.MORE))


def test_the_answer_has_the_amount_and_what_fresh_deals_say() -> None:
    first, second = answer(FOUND)
    assert first == (
        "Seat 2 is even with 3.6 points at the start (2 is too little and 5 is too much)."
    )
    assert second == (
        f"On fresh deals seat 2 wins 50{THIN}% (49 to 51) with 4 points, 44{THIN}% (43 to 45)"
        f" without, where 50{THIN}% is even: even within 2 percentage points."
    )


def test_what_moving_first_is_worth_is_said_of_the_others() -> None:
    study = study_of(
        probe(1, 0.36), seat="seat 1", getting=("seat 2", "seat 3"), estimate=1.0, players=3
    )
    assert answer(study)[0] == (
        "Moving first is worth 1 point at the start (2 is too little and 5 is too much): seat 1 is"
        " even if seat 2 and seat 3 have that."
    )


def test_where_no_whole_amount_is_even_that_is_the_answer() -> None:
    study = study_of(probe(2, 0.4, Verdict.LESS), bracket=Bracket(2, 3))
    assert answer(study)[0] == (
        "No whole number of points at the start is even: 2 is too little, 3 too much."
    )
    open_below = study_of(probe(2, 0.5), bracket=Bracket(-1, 3))
    assert "(3 is too much)" in answer(open_below)[0]
    open_everywhere = study_of(probe(2, 0.5), bracket=Bracket(-1, None))
    assert "(no amount is ruled out)" in answer(open_everywhere)[0]


def test_a_seat_may_need_nothing_or_more_than_there_is() -> None:
    fresh = pd.DataFrame([fresh_row(0, 0.6, Verdict.MORE)])
    rich = study_of(probe(0, 0.6), bracket=Bracket(-1, 0), amount=0, fresh=fresh)
    assert answer(rich)[0].startswith("Seat 2 needs no handicap: without one it wins 60")
    assert "with 0 points, where" in answer(rich)[1]
    poor = study_of(probe(99, 0.1), bracket=Bracket(99, None), amount=99)
    assert answer(poor)[0] == "99 points at the start for seat 2 are too few for seat 2 to be even."


def test_the_page_shows_every_amount_and_the_fresh_deals(tmp_path) -> None:
    page = read_page(PAGE.write(FOUND, DESCRIBED, COMMAND, tmp_path))
    assert page.ids[:2] == ["answer", "amounts"]
    assert "On fresh deals" in page.text
    assert COMMAND in page.text
    assert {"amounts.csv", "fresh.csv"} <= set(page.csv)
    amounts = pd.read_csv(tmp_path / "tables" / "amounts.csv")
    assert amounts["decision"].tolist() == ["too little", "not decided", "too much"]
