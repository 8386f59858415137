"""The page on a gate: statements that fail first, each interval against its limit."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis.gate import Decision, GateAnswer, StatementAnswer
from simlab.analysis.intervals import Interval
from simlab.report.answers.gate import answer, in_words
from simlab.report.pages.gate import write_gate
from tests.support.read_page import read_page
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
        "decision": decision,
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
    page = read_page(write_gate(GATE, DESCRIBED, COMMAND, tmp_path))
    assert page.ids[:2] == ["answer", "statements"]
    frame = pd.read_csv(tmp_path / "tables" / "statements.csv")
    assert frame["decision"].tolist() == ["fails", "not decided", "holds"]
    assert COMMAND in page.text
    alt = page.images[0]["alt"]
    assert "1 holds, 1 not decided, 1 fails." in alt
    figure = (tmp_path / "figures" / "statements.svg").read_text()
    assert figure.index("fails: turns") < figure.index("not decided: wins")
