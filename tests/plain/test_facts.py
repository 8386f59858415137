"""What a plain game says of itself to reports: names of seats, its victory table and so on."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.catalog import find_game
from simlab.check.facts import facts_problems
from simlab.engine.record import fields_of
from simlab.game import Game
from tests.plain.broken_game import game_in

PIG = Path(__file__).parent / "plain_pig" / "plain_pig.py"
CLASS = '    """Nim."""\n'
FACTS = """
    @staticmethod
    def facts(known, rules):
        return replace(known, seats=Seats(names=("North", rules.values.south)))
"""
RULE = """
    parameters = (Parameter("south", "name of the second seat", "N1", choices=("South", "Moon")),)
"""
IMPORTS = "from simlab.plain import PlainGame"


def named(folder, facts: str = FACTS) -> Game:
    (folder / "rules.toml").write_text('[south]\nvalue = "South"\n')
    return game_in(
        folder,
        (CLASS, f"{CLASS}{RULE}{facts}"),
        (
            IMPORTS,
            "from dataclasses import replace\nfrom simlab.game.facts import Lead, Seats\n"
            "from simlab.plain import Parameter, PlainGame",
        ),
    )


def test_facts_follow_the_rules_that_are_played(tmp_path) -> None:
    game = named(tmp_path)
    rules = [game.load(), game.load(patch={"south": "Moon"})]
    assert [game.facts_under(each).seats.names for each in rules] == [
        ("North", "South"),
        ("North", "Moon"),
    ]
    assert game.facts_under(rules[0]).seat_groups  # what follows from events and kinds stays


def test_replays_call_seats_by_their_names(tmp_path) -> None:
    game = named(tmp_path)
    took = {"event": "took", "seat": 1, "n": 2}
    assert game.tell(took, game.load(patch={"south": "Moon"})) == "Moon takes 2."


@pytest.mark.parametrize(
    ("returned", "problem"),
    [
        ('replace(known, lead=Lead(margin="gap"))', 'no column "gap"'),
        ("None", "returns NoneType, not Facts"),
        ("rules.values.north", 'the rules have no "north"'),
    ],
)
def test_check_names_what_is_wrong_with_facts(returned, problem, tmp_path) -> None:
    changed = FACTS.replace(FACTS[FACTS.index("replace(") :], f"{returned}\n")
    game = named(tmp_path, changed)
    [text] = facts_problems(game, game.load())
    assert problem in text


def test_a_noun_that_a_sentence_counts_says_what_a_column_adds_up() -> None:
    pig = find_game(str(PIG))
    [_, happens] = pig.facts(pig.load()).seat_groups
    assert happens.columns == {
        "rolled": "rolled",
        "busted": "busted, points",
        "banked": "banked, points",
    }
    columns = fields_of(pig.outcome_row["seats"].base)
    assert [columns[name].unit for name in happens.columns] == ["counted", "points", "points"]
