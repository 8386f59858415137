"""The page on what decides: largest shares first, and what cannot be told from 0."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.report.wording import THIN
from simlab.studies.decides.page import PAGE, answer, findings, share_tables
from simlab.studies.decides.result import EQUAL, INTERACTIONS, SEAT, SKILL, UNEQUAL, Decides
from tests.support.read_page import read_page
from tests.support.written_ladder import DESCRIBED

KINDS = {"choices of the players": "choices", SKILL: SKILL, SEAT: SEAT, INTERACTIONS: INTERACTIONS}


def rows_of(metric: str, table: str, **shares: float) -> list[dict[str, Any]]:
    """Return the row of each factor, with bounds two points away."""
    return [
        {
            "factor": name,
            "kind": KINDS.get(name, "chance"),
            "estimate": share,
            "low": max(0.0, share - 0.02),
            "high": share + 0.02,
            "total": 2 * share,
            "total_low": share,
            "total_high": 3 * share,
            "part": share,
            "n": 90,
            "metric": metric,
            "table": table,
        }
        for name, share in shares.items()
    ]


def study_of(*rows: list[dict[str, Any]]) -> Decides:
    luck = {"estimate": 0.2, "low": 0.15, "high": 0.25, "n": 90, "metric": "wins", "table": UNEQUAL}
    return Decides(
        policy="ace",
        among=("ace", "bob", "cat"),
        players=2,
        shares=pd.DataFrame([row for table_rows in rows for row in table_rows]),
        luck=pd.DataFrame([luck]),
        n_games=20_000,
    )


STUDY = study_of(
    rows_of("wins", EQUAL, deck=0.31, dice=0.6, rain=0.001, seat=0.05, interactions=0.039),
    rows_of("wins", UNEQUAL, deck=0.1, dice=0.01, skill=0.4, seat=0.05, interactions=0.44),
    rows_of("points", EQUAL, deck=0.9, seat=0.05, interactions=0.05),
)


def test_the_answer_names_the_largest_share_first_and_interactions_last() -> None:
    equal, unequal = answer(STUDY)
    assert equal == (
        f"Of the variation in wins among equal players (ace), 60{THIN}% (58 to 62) is dice,"
        f" 31{THIN}% (29 to 33) deck, 5{THIN}% (3 to 7) the seat and 4{THIN}% (2 to 6)"
        " interactions."
    )
    assert unequal.startswith(
        f"Of the variation in wins among unequal players (3 policies), 40{THIN}% (38 to 42) is"
        f" skill, 10{THIN}% (8 to 12) deck,"
    )
    assert unequal.endswith(f" and 44{THIN}% (42 to 46) interactions.")


def test_a_share_that_may_be_0_is_said_to_be_such() -> None:
    assert findings(STUDY)["Not told from 0"] == (
        "Among equal players, the share of rain alone cannot be told from 0."
        " Among unequal players, the share of dice alone cannot be told from 0."
    )


def test_sources_that_change_nothing_are_named_and_not_listed() -> None:
    study = study_of(
        rows_of("wins", EQUAL, deck=0.9, hands=0.0, rain=0.0, seat=0.05, interactions=0.05),
        rows_of("wins", UNEQUAL, deck=0.9, hands=0.0, rain=0.1, skill=0, interactions=0),
    )
    assert findings(study)["Without effect"] == "Other draws of hands have changed no result."
    for title, table in share_tables(study).items():
        assert [row[0] for row in table.rows][:2] == ["deck", "rain"], title
        assert "hands" not in set(table.frame["factor"])
    assert "Without effect" not in findings(STUDY)


def test_other_metrics_and_what_skill_has_no_part_in_are_findings() -> None:
    sentences = findings(STUDY)
    assert sentences["Points"].startswith(
        "Of the variation in points among equal players (ace), 90"
    )
    assert sentences["Luck and skill"].startswith(
        f"Among unequal players, skill alone is 40{THIN}% (38 to 42) of the variation in wins, all"
        f" chance together without skill 20{THIN}% (15 to 25);"
    )
    assert "redrawing dice alone leaves 120" in sentences["Redrawn alone"]


def test_games_that_end_alike_are_decided_by_nothing(tmp_path) -> None:
    study = study_of()
    assert answer(study) == ["All games end alike, so that nothing decides them."]
    assert findings(study) == {}
    page = read_page(PAGE.write(study, DESCRIBED, "simlab decides duel", tmp_path))
    assert "All games end alike" in page.text


def test_the_page_shows_the_bars_and_both_shares(tmp_path) -> None:
    page = read_page(PAGE.write(STUDY, DESCRIBED, "simlab decides duel", tmp_path))
    assert page.ids[:4] == ["answer", "shares", "equal", "unequal"]
    assert "not told from 0" in page.text
    assert "shares.csv" in page.csv
