"""Results of headroom studies, written by hand."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.analysis.verdict import Verdict
from simlab.studies.headroom.result import Headroom
from tests.support.written_ladder import BETTER, POINTS, WINS, duel_ladder, score_ladder

THINKS = {"policy": "search:base=bob,rollouts=8", "base": "bob", "rollouts": 8}
THINKS_ON = {"policy": "search:base=bob,rollouts=64", "base": "bob", "rollouts": 64}
WEAK = {"policy": "cat", "base": "", "rollouts": 0}


def row_of(player: dict[str, Any], verdict: Verdict, *ends: float) -> dict[str, Any]:
    """Return a row of gains."""
    estimate, low, high = ends
    return {**player, **Interval(estimate, low, high, 50)._asdict(), "verdict": verdict}


def duel_headroom(**more: Any) -> Headroom:
    """Return a study of a competitive game, in which more rollouts surely win more."""
    gains = [
        row_of(THINKS, Verdict.UNDECIDED, 0.02, -0.1, 0.14),
        row_of(THINKS_ON, Verdict.MORE, 0.1, 0.03, 0.17),
        row_of(WEAK, Verdict.LESS, -0.3, -0.34, -0.26),
    ]
    fields: dict[str, Any] = {
        "policy": "ace",
        "players": 2,
        "scale": WINS,
        "par": Interval(0.5, 0.5, 0.5, 0),
        "gains": pd.DataFrame(gains),
        "lineups": duel_ladder().lineups,
        "ends": duel_ladder().ends,
    }
    return Headroom(**fields | more)


def score_headroom(*verdicts: Verdict, high: float = 3.0) -> Headroom:
    """Return a study of a cooperative game, in which no policy is surely better."""
    gains = [
        row_of(THINKS, verdicts[0], 0.5, -0.8, high),
        row_of(WEAK, verdicts[1], -9.0, -9.5, -8.5),
    ]
    tiers = [
        {**player, "tier": "10 or more", "label": "Well done", **BETTER._asdict()}
        for player in ({**WEAK, "policy": "ace"}, THINKS, WEAK)
    ]
    return duel_headroom(
        scale=POINTS,
        par=Interval(20.0, 19.8, 20.2, 900),
        gains=pd.DataFrame(gains),
        tiers=pd.DataFrame(tiers),
        lineups=score_ladder().lineups.drop(columns="shared"),
    )
