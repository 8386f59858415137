"""What ladders have found, written by hand."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pandas as pd

from simlab.analysis.crosstable import Answer, Pairing, Scale, crosstable
from simlab.analysis.intervals import Interval
from simlab.analysis.verdict import Verdict
from simlab.studies.ladder.result import FOCUS, ROUND_ROBIN, Ladder
from simlab.studies.skill.result import Skill
from tests.support.lineup import lineup_of

POLICIES = ("ace", "bob", "cat")
WINS = Scale("wins", "", 0, 1, 0.02)
POINTS = Scale("score", "points", 0, 40, 1.5)
BETTER, WORSE = Interval(0.7, 0.6, 0.8, 100), Interval(0.3, 0.2, 0.4, 100)
OPEN, EVEN = Interval(0.5, 0.4, 0.6, 250), Interval(0.5, 0.49, 0.51, 900)

DESCRIBED: dict[str, Any] = {
    "name": "ladder-duel",
    "seed": 7,
    "game": {
        "name": "duel",
        "title": "Duel",
        "version": 1,
        "cooperative": False,
        "policies": {"ace": "Plays well.", "bob": "Plays.", "cat": "Plays too."},
        "parameters": {"lives": ["lives at the start", "lives", "D1"]},
    },
    "identity": {
        "engine": 1,
        "scenarios": [{"files": {"rules.toml": "ab" * 32}}],
        "foreign_files": {},
    },
    "scenarios": [
        {
            "name": "2p-ace-bob",
            "players": 2,
            "policies": list(names),
            "lineup": lineup_of(names),
            "rotations": 2,
            "patch": {},
            "rules": {"lives": 3},
            "assumed": [],
            "remarks": [],
            "facts": {},
        }
        for names in combinations(POLICIES, 2)
    ],
}


def rows_of(name: str, *intervals: tuple[str, Interval[float]], **more: Any) -> pd.DataFrame:
    """Return a row for each interval, named in a column."""
    return pd.DataFrame([{name: key, **each._asdict(), **more} for key, each in intervals])


def duel_ladder(**more: Any) -> Ladder:
    """Return a round robin in which ace is best, and bob and cat are not told apart."""
    answers = {
        Pairing("ace", "bob", ("ace", "bob")): Answer(BETTER, 0.5, Verdict.MORE),
        Pairing("ace", "cat", ("ace", "cat")): Answer(BETTER, 0.5, Verdict.MORE),
        Pairing("bob", "cat", ("bob", "cat")): Answer(OPEN, 0.5, Verdict.UNDECIDED),
    }
    bounds = ((2.5, 2.0, 3.3), (0.4, 0.3, 0.5), (0.35, 0.25, 0.45))
    strengths = [Interval(estimate, low, high, 100) for estimate, low, high in bounds]
    lineups = [", ".join(names) for names in combinations(POLICIES, 2)]
    fields: dict[str, Any] = {
        "form": ROUND_ROBIN,
        "players": 2,
        "policies": POLICIES,
        "scale": WINS,
        "crosstable": crosstable(answers),
        "n_pairings": len(answers),
        "strengths": rows_of("policy", *zip(POLICIES, strengths, strict=True)),
        "circles": pd.DataFrame(columns=["first", "second", "third", "p_value", "adjusted"]),
        "seats": rows_of("seat", ("seat 1", OPEN), ("seat 2", OPEN), verdict=Verdict.UNDECIDED),
        "means": pd.DataFrame(),
        "lineups": pd.DataFrame({"lineup": lineups, "games": 200, "capped": 1, "shared": 0}),
        "ends": rows_of("end", ("capped", Interval(0.005, 0, 0.01, 600))),
    }
    return Ladder(**fields | more)


def mixture_focus(against: str) -> Ladder:
    """Return a focus on ace among one mixture, told by a name of any length."""
    answers = {Pairing("ace", against, ("ace", "bob")): Answer(WORSE, 0.5, Verdict.LESS)}
    return duel_ladder(form=FOCUS, crosstable=crosstable(answers), n_pairings=1)


def score_ladder() -> Ladder:
    """Return a round robin of a game whose score is shared."""
    pairing = Pairing("ace", "bob", ("ace", "ace"), ("bob", "bob"))
    table = crosstable({pairing: Answer(Interval(4.0, 3.0, 5.0, 100), 0, Verdict.MORE)})
    means = rows_of(
        "lineup", ("ace", Interval(20, 19, 21, 100)), ("bob", Interval(16, 15, 17, 100))
    )
    nothing = pd.DataFrame()
    return duel_ladder(
        policies=("ace", "bob"),
        scale=POINTS,
        crosstable=table,
        n_pairings=1,
        means=means,
        strengths=nothing,
        circles=nothing,
        seats=nothing,
    )


def duel_skill(last: Verdict = Verdict.MORE) -> Skill:
    """Return a skill ladder of two steps, the lower with a verdict of choice."""
    seats = [
        {"skill": skill, "seat": seat, **each._asdict(), "verdict": Verdict.UNDECIDED}
        for skill in (1, 0.5, 0)
        for seat, each in (("seat 1", OPEN), ("seat 2", EVEN))
    ]
    steps = [
        {"skill": 1, "against": 0.5, **BETTER._asdict(), "fair": 0.5, "verdict": Verdict.MORE},
        {"skill": 0.5, "against": 0, **OPEN._asdict(), "fair": 0.5, "verdict": last},
    ]
    ladder = duel_ladder()
    return Skill(
        policy="ace",
        players=2,
        scale=WINS,
        seats=pd.DataFrame(seats),
        means=pd.DataFrame(),
        tiers=pd.DataFrame(),
        steps=pd.DataFrame(steps),
        lineups=ladder.lineups,
        ends=ladder.ends,
    )


def score_skill() -> Skill:
    """Return a skill ladder of a game whose score is shared."""
    levels = [(1, Interval(20, 19, 21, 100)), (0, Interval(5, 4, 6, 100))]
    means = [{"skill": skill, **each._asdict()} for skill, each in levels]
    tiers = [
        {"skill": skill, "tier": "10 or more", "label": "Well done", **BETTER._asdict()}
        for skill in (1, 0)
    ]
    step = {"skill": 1, "against": 0, **Interval(15.0, 14.0, 16.0, 100)._asdict()}
    ladder = score_ladder()
    return Skill(
        policy="ace",
        players=2,
        scale=POINTS,
        seats=pd.DataFrame(),
        means=pd.DataFrame(means),
        tiers=pd.DataFrame(tiers),
        steps=pd.DataFrame([{**step, "fair": 0.0, "verdict": Verdict.MORE}]),
        lineups=ladder.lineups.drop(columns="shared"),
        ends=ladder.ends,
    )
