"""The page on a gate: statements that fail first, each interval against its limit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

from simlab.analysis.intervals import Interval
from simlab.studies.gate.answer import answer, contradiction, in_words
from simlab.studies.gate.page import PAGE
from simlab.studies.gate.result import Decision, GateAnswer, StatementAnswer, WitnessAnswer
from tests.support.read_page import read_page
from tests.support.undrawn import drawn
from tests.support.written_ladder import DESCRIBED

COMMAND = "simlab gate balance.toml"
THIN = "\N{NARROW NO-BREAK SPACE}"


def statement(decision: Decision, **more: Any) -> StatementAnswer:
    fields: dict[str, Any] = {
        "metric": "turns",
        "label": "turns",
        "unit": "turns",
        "players": 2,
        "policies": ("ace", "ace"),
        "changes": (),
        "at_least": None,
        "at_most": 20.0,
        "margin": 1.0,
        "value": Interval(19.0, 16.0, 22.0, 50),
        "lineup_decision": decision,
        "n_games": 50,
    }
    return StatementAnswer(**fields | more)


WINS = {"metric": "wins", "label": "wins of seat 1", "unit": "", "margin": 0.02, "n_games": 90}
SHARE = Interval(0.54, 0.52, 0.57, 90)
GATE = GateAnswer(
    "Duel",
    (
        statement(Decision.HOLDS),
        statement(Decision.UNDECIDED, at_most=0.53, value=SHARE, **WINS),
        statement(Decision.FAILS, at_least=23.0, at_most=None, changes=("Lives: 4.",)),
    ),
)


def test_the_answer_counts_what_holds_and_what_fails() -> None:
    assert answer(GATE) == ["Duel: of 3 statements, 1 holds, 1 fails and 1 is not decided."]
    assert answer(GateAnswer("Duel", GATE.statements[:1])) == ["Duel: the statement holds."]


def test_a_statement_has_metric_players_bounds_and_changes() -> None:
    assert in_words(GATE.statements[1]) == f"wins of seat 1, 2 players: at most 53{THIN}%"
    assert in_words(GATE.statements[2]) == "turns, 2 players: at least 23 turns; Lives: 4."


def test_games_of_a_table_count_once() -> None:
    assert GATE.n_games == 90 + 50


def test_the_page_ranks_statements_by_their_state(tmp_path) -> None:
    with drawn():
        page = read_page(PAGE.write(GATE, DESCRIBED, COMMAND, tmp_path))
    assert page.ids[:2] == ["answer", "statements"]
    frame = pd.read_csv(tmp_path / "tables" / "statements.csv")
    assert frame["decision"].tolist() == ["fails", "not decided", "holds"]
    assert COMMAND in page.text
    alt = page.images[0]["alt"]
    assert "1 holds, 1 not decided, 1 fails." in alt
    figure = (tmp_path / "figures" / "statements.svg").read_text()
    assert figure.index("fails: turns") < figure.index("not decided: wins")


def witnessed(lineup: Decision, witness: Decision, value: Interval[float]) -> StatementAnswer:
    own = WitnessAnswer("queen", value, witness, 400)
    return statement(lineup, witnesses=(own,), strongest=("queen",))


APART, NEAR = Interval(30.0, 27.0, 33.0, 400), Interval(21.0, 20.1, 21.9, 400)


@pytest.mark.parametrize(
    ("lineup", "witness", "value", "decision"),
    [
        (Decision.HOLDS, Decision.FAILS, APART, Decision.DEPENDS),
        (Decision.HOLDS, Decision.FAILS, NEAR, Decision.HOLDS),
        (Decision.FAILS, Decision.HOLDS, APART, Decision.DEPENDS),
        (Decision.FAILS, Decision.FAILS, APART, Decision.FAILS),
        (Decision.HOLDS, Decision.UNDECIDED, APART, Decision.HOLDS),
    ],
)
def test_only_an_opposite_decision_with_an_interval_apart_contradicts(
    lineup: Decision, witness: Decision, value: Interval[float], decision: Decision
) -> None:
    own = witnessed(lineup, witness, value)
    assert own.decision == decision
    assert GateAnswer("Duel", (own,)).holds == (decision == Decision.HOLDS)


def test_the_page_has_both_values_where_it_depends_on_who_plays(tmp_path) -> None:
    gate = GateAnswer("Duel", (witnessed(Decision.HOLDS, Decision.FAILS, APART),))
    page = read_page(PAGE.write(gate, DESCRIBED, COMMAND, tmp_path))
    both = (
        "depends on who plays: 19 (16 to 22) with ace, but 30 (27 to 33) with queen, the strongest"
        " player measured (400 games)."
    )
    assert f"“Turns, 2 players: at most 20 turns” {both}" in page.text
    assert f"It {both}" in page.text
    assert (
        "queen, the strongest player measured, played each table, too (at most 1,000 games)"
        in page.text
    )
    assert "1 depends on who plays." in page.images[0]["alt"]


def test_two_players_that_games_did_not_part_are_both_called_the_strongest() -> None:
    own = replace(witnessed(Decision.HOLDS, Decision.FAILS, APART), strongest=("ace", "queen"))
    assert "with queen, one of the two strongest players measured" in contradiction(own)
