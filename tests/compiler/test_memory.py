"""Policies that remember are translated: what they keep is a record."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from simlab.compiler.entries import CHANGES_TABLE
from simlab.compiler.module import translate_game
from tests.plain.broken_game import game_in
from tests.support.compiled_without_numba import what_is_wrong
from tests.support.documents import ROOT

LADDER = ROOT / "tests" / "plain" / "ladder"


def test_a_planner_on_boards_plays_the_same_games(tmp_path: Path) -> None:
    folder = shutil.copytree(LADDER, tmp_path / "ladder")
    assert what_is_wrong([folder / "ladder.py"], 8) == [[]]


PLAN = '''@dataclass
class Plan:
{fields}


@policy(memory=Plan)
def greedy(view, choices, chance, memory):
    """Takes all it can."""
    {does}
    return choices[-1]
'''
BEFORE = '''@policy()
def greedy(view, choices, chance):
    """Takes all it can."""
    return choices[-1]
'''
BEGINS = "self.to_move = 0\n"
IMPORT = "from simlab.plain import "


def refusal(folder: Path, fields: str, does: str, *replaced: tuple[str, str]) -> str:
    """Return why a policy with such a memory is left out of the translation, or nothing."""
    plan = PLAN.format(fields=f"    {fields}", does=does)
    imports = f"from dataclasses import dataclass, field\n\n{IMPORT}"
    game: Any = game_in(folder, (IMPORT, imports), (BEFORE, plan), *replaced)
    left_out = translate_game(game).left_out.get("greedy")
    return left_out.reason if left_out else ""


def test_a_memory_that_a_record_holds_is_translated(tmp_path: Path) -> None:
    fields = 'n: int = 0\n    word: str = "a"\n    mean: float = 0.5\n    is_begun_: bool = True'
    assert refusal(tmp_path, fields, "memory.n += 1; memory.mean = memory.n / 3") == ""


@pytest.mark.parametrize(
    ("fields", "does", "reason"),
    [
        (
            "stones: list[int] = field(default_factory=lambda: [1, 2])",
            "memory.stones.append(1)",
            "its memory: stones does not begin with a number, a text, None or an empty list, as"
            " kernels need it",
        ),
        (
            "seen: list[list[int]] = field(default_factory=list)",
            "memory.seen = [[0] * 60 for _ in range(60)]",
            "its memory: it takes 7,999 numbers, of which kernels keep 4,096; shorten its lists",
        ),
        (
            "other: object = None",
            "memory.other = object()",
            "its memory: it holds a object of its kind; kernels have numbers, texts, rows of"
            " tables, and lists, sets, dicts and dataclasses of them",
        ),
    ],
)
def test_another_memory_is_refused(fields: str, does: str, reason: str, tmp_path: Path) -> None:
    assert refusal(tmp_path, fields, does) == reason


@pytest.mark.parametrize(
    ("does", "reason"),
    [("memory.marks = list(view.marks)", ""), ("view.marks[0] += 1", CHANGES_TABLE)],
)
def test_a_policy_with_a_memory_must_not_change_the_game(
    does: str, reason: str, tmp_path: Path
) -> None:
    fields = "marks: list[int] = field(default_factory=list)"
    marks = BEGINS, f"{BEGINS}        self.marks = [0]\n"
    assert refusal(tmp_path, fields, does, marks) == reason


def test_fractions_stay_out_of_the_game_itself(tmp_path: Path) -> None:
    game: Any = game_in(tmp_path, (BEGINS, f"{BEGINS}        self.half = 0.5\n"))
    refused = translate_game(game)
    assert not refused.code
    assert "kernels keep whole numbers only" in refused.refusals[0].reason
