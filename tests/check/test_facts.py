"""Facts of a game for reports are checked before anybody plays it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from simlab.check.facts import facts_problems
from simlab.game.facts import (
    Bands,
    Card,
    Ends,
    Facts,
    GameGroup,
    Lead,
    Limits,
    Measure,
    Score,
    SeatGroup,
    Supply,
    Tier,
    Timeline,
    Titles,
)
from tests.support.compiled_pig import PIG


def problems_of(facts: Callable[[], Any]) -> list[str]:
    return facts_problems(replace(PIG, facts=lambda rules: facts()), PIG.load())


def group(kind: type[GameGroup] | type[SeatGroup], column: str, **more: Any) -> Any:
    return kind(name="own", title="Own", unit="per game", columns={column: "label"}, **more)


def tier(start: int) -> Tier:
    return Tier(tier=start, start=start, label=f"from {start}")


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        (
            Facts(score=Score(column="scroe")),
            'score.column: no column "scroe" in games or seats. Did you mean "score"?',
        ),
        (
            Facts(groups=(group(GameGroup, "bust"),)),
            'groups.0.columns.bust: no column "bust" in games.',
        ),
        (
            Facts(seat_groups=(group(SeatGroup, "turns"),)),
            'seat_groups.0.columns.turns: no column "turns" in seats.',
        ),
        (
            Facts(timeline=Timeline(columns={"turns": Measure(label="turns")})),
            'timeline.columns.turns: no column "turns" in timeline.',
        ),
        (
            Facts(timeline=Timeline(seats=(), scores=None), lead=Lead(margin="marge")),
            'lead.margin: no column "marge" in games.',
        ),
        (
            Facts(titles=Titles(rounds={"turns": "crown"})),
            'titles.rounds.turns: no column "turns" in timeline.',
        ),
        (Facts(limits=Limits(turns={1, 2})), "Object of type set is not JSON serializable"),
        (Facts(limits=Limits(turns="few")), "limits.turns: Input should be a valid integer"),
        ({"score": {}}, "returns dict, not Facts"),
    ],
)
def test_an_unknown_column_or_a_wrong_type_is_named(facts: Any, problem: str) -> None:
    (complaint,) = problems_of(lambda: facts)
    assert complaint.startswith(f"pig: facts: {problem}")


@pytest.mark.parametrize(
    ("facts", "problem", "hint"),
    [
        (
            lambda: Facts(**{"scroe": Score()}),
            "keyword argument 'scroe'",
            'mean "score"?',
        ),
        (
            lambda: Ends(**{"colum": "turns"}),
            "keyword argument 'colum'",
            'mean "column"?',
        ),
        (lambda: Score(low=3, high=2), "score: low is 3, above high, 2", ""),
        (lambda: Ends(labels={1: "won"}), "ends: labels need the column", ""),
        (lambda: Supply(label="taxi", total=-1), "supply taxi: total is -1, below 0", ""),
        (lambda: Card(label="fox"), "card fox: needs either the column played or when", ""),
        (lambda: Bands(tiers=(tier(9), tier(9))), "tiers begin at [9, 9]", ""),
        (lambda: group(GameGroup, "turns", about="none"), "about is 'none', not one of", ""),
    ],
)
def test_a_misspelt_or_impossible_fact_is_named(facts: Any, problem: str, hint: str) -> None:
    (complaint,) = problems_of(facts)
    assert complaint.startswith("pig: facts raises ")
    assert problem in complaint and complaint.endswith(hint)


def facts_that_raise(rules: Any) -> Facts:
    return Facts(score=Score(low=1 // 0))


def test_facts_that_raise_are_reported_with_their_line() -> None:
    (complaint,) = facts_problems(replace(PIG, facts=facts_that_raise), PIG.load())
    line = facts_that_raise.__code__.co_firstlineno + 1
    assert complaint.startswith("pig: facts raises ZeroDivisionError(")
    assert complaint.endswith(f"test_facts.py:{line}: return Facts(score=Score(low=1 // 0)))")
