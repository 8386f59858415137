"""What a game says of itself is checked before anybody plays it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from simlab.check.declaration import declaration_problems, problems_of_filling
from simlab.check.facts import facts_problems
from simlab.engine.record import Row
from simlab.game import EventKind
from simlab.game.components import Components
from tests.support.compiled_pig import PIG
from tests.support.games import GAMES


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (
            {"players": (0, 4)},
            "pig: players: must be the fewest and the most players, from 1 to",
        ),
        ({"players": 3}, "pig: players: must be the fewest and the most players, from 1 to"),
        (
            {"players": (2, 13)},
            "pig: players: must be the fewest and the most players, from 1 to",
        ),
        ({"players": (2, 6)}, "pig: outcome_row: has 4 seats for up to 6 players"),
        ({"version": "a"}, "pig: version: must be a whole number of at least 1, not 'a'"),
        ({"version": True}, "pig: version: must be a whole number of at least 1, not True"),
        ({"longest_menu": 0}, "pig: longest_menu: must be a whole number of at least 1, not 0"),
        ({"policies": ()}, "pig: policies: must be a tuple with at least one policy, not ()"),
        ({"policies": PIG.policies[:1] * 2}, "pig: policies: random is there 2 times"),
        ({"events": {0: EventKind("rolled")}}, "pig: events: 0: must be a number from 1"),
        ({"events": {1: EventKind("rolled", tuple("abcdefgh"))}}, "pig: events: rolled: may have"),
        ({"headings": ("round_began",)}, "pig: headings: 'round_began' is none of the game's"),
        ({"headings": "rolled"}, "pig: headings: must be a tuple of names of events, not 'rolled'"),
        ({"headings": ("rolled",), "tell": None}, "pig: headings: need a tell"),
    ],
)
def test_what_cannot_be_is_named(wrong: dict[str, Any], problem: str) -> None:
    (complaint,) = declaration_problems(replace(PIG, **wrong))
    assert complaint.startswith(problem)


@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_game_says_nothing_wrong(name: str) -> None:
    game = GAMES[name]
    assert declaration_problems(game) == []
    assert facts_problems(game, game.load()) == []


def raising_fill(components: Components, rules: Row) -> None:
    rules.target = 60 // (components.values["target"] - 10)


def test_a_rule_at_the_end_of_its_range_that_cannot_be_filled_in_is_named() -> None:
    (complaint,) = problems_of_filling(replace(PIG, fill=raising_fill), PIG.load(), None)
    line = raising_fill.__code__.co_firstlineno + 1
    assert complaint.startswith("pig: fill raises ZeroDivisionError(")
    assert f"test_declaration.py:{line}: rules.target = 60 // (" in complaint
    assert complaint.endswith(") with target=10")


def test_a_shipped_patch_that_cannot_be_used_is_named(tmp_path) -> None:
    for file in ("rules.toml",):
        (tmp_path / file).write_bytes((PIG.folder / file).read_bytes())
    (tmp_path / "patches").mkdir()
    (tmp_path / "patches" / "far.toml").write_text("target = 1000\n")
    (complaint,) = problems_of_filling(replace(PIG, data=tmp_path), PIG.load(), None)
    assert complaint.startswith("pig: patch far: ") and "1000" in complaint
