"""What policies of plain games remember, and traits as one argument."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from simlab.catalog import find_policy, policies_of
from simlab.check.plain_game import check_lineup, line_ups
from simlab.game import Game
from simlab.plain import Trait, policy
from tests.plain.broken_game import game_in

LONG = ("self.stones = 7 + chance.below(3)", "self.stones = 40")
COUNTER = '''class Count:
    made = 0

    def __init__(self):
        Count.made += 1
        self.decisions = 0


@policy(traits={"every": Trait(3, 1, 9, "how often it takes two", whole=True)}, memory=Count)
def greedy(view, choices, chance, traits, memory):
    """Takes two stones at every third decision of its own."""
    memory.decisions += 1
    return choices[-1 if memory.decisions % traits.every == 0 else 0]
'''
BEFORE = '''@policy()
def greedy(view, choices, chance):
    """Takes all it can."""
    return choices[-1]
'''
IMPORTS = ("PlainGame, define, policy", "PlainGame, Trait, define, policy")


def counting(folder: Path, *replaced: tuple[str, str]) -> Game:
    """Return the game in which `greedy` counts its decisions."""
    return game_in(folder, LONG, IMPORTS, (BEFORE, COUNTER), *replaced)


def taken(game: Game, *lineup: str, deal: int = 0) -> list[list[int]]:
    """Return how many stones each seat takes at each of its decisions."""
    seats = [find_policy(player, policies_of(game, []), 2, game) for player in lineup]
    journal = game.new_journal()
    game.engine().play(game.load().row, seats, 1914, deal, 1, journal=journal)
    took = [event for event in game.events_in(journal, game.load()) if event["event"] == "took"]
    return [[event["n"] for event in took if event["seat"] == seat] for seat in range(2)]


def test_a_policy_counts_its_decisions_at_each_seat_in_each_game(tmp_path: Path) -> None:
    game = counting(tmp_path)
    for deal in range(2):
        for stones in taken(game, "greedy", "greedy", deal=deal):
            assert stones[:9] == [1, 1, 2, 1, 1, 2, 1, 1, 2]


def test_an_argument_named_traits_has_all_traits(tmp_path: Path) -> None:
    stones, _ = taken(counting(tmp_path), "greedy:every=2", "greedy:every=9")
    assert stones[:6] == [1, 2, 1, 2, 1, 2]


def made(game: Game, *lineup: str) -> tuple[list[int], int]:
    """Return how many stones the first seat takes, and how many memories there are meanwhile."""
    count: Any = game.policies[-1].memory_class
    count.made = 0
    stones, _ = taken(game, *lineup)
    return stones, count.made


def test_a_choice_by_noise_clears_the_memory(tmp_path: Path) -> None:
    game = counting(tmp_path)
    for player in ("greedy:every=9,noise=0.5", "greedy:every=9,noise=0.5,or=random,share=0"):
        stones, n_made = made(game, player, "random")
        assert 2 < n_made < len(stones)
    assert made(game, "greedy", "random")[1] == 1


@pytest.mark.parametrize(
    "player",
    [
        "greedy:or=random,share=0",
        "greedy:never=give",
        "search:base=greedy,rollouts=8,doubt=6",
    ],
)
def test_a_policy_within_another_remembers(player: str, tmp_path: Path) -> None:
    game = counting(tmp_path, ('kinds = ("take",)', 'kinds = ("take", "give")'))
    assert taken(game, player, "greedy") == taken(game, "greedy", "greedy")


KINDS = (
    'kinds = ("take",)',
    'kinds = ("one", "two")\n\n    def kind(self, choice):\n'
    '        return ("one", "two")[choice[1] - 1]',
)


def test_a_restriction_clears_the_memory_where_another_choice_is_made(tmp_path: Path) -> None:
    """At the third decision, and then at every second, since it counts from 1 again."""
    stones, n_made = made(counting(tmp_path, KINDS), "greedy:never=two", "random")
    assert set(stones) == {1}
    assert n_made == 1 + (len(stones) - 1) // 2


def problems(game: Game) -> list[str]:
    scenario = next(line_ups(game, game.load(), game.policies[-1:], [2], [], 1))
    return check_lineup(scenario, 1).problems


def test_check_accepts_a_memory(tmp_path: Path) -> None:
    assert problems(counting(tmp_path)) == []


HIDE = (
    "    def winner(self):",
    "    def hide(self, seat, chance):\n        self.secret = chance.below(1000)\n\n"
    "    def winner(self):",
)
SECRET = ("self.to_move = 0\n", "self.to_move = 0\n        self.secret = chance.below(1000)\n")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("view._game.stones -= 1", "a policy changes the table"),
        ("memory.decisions += view.secret", "reads what it cannot see"),
        ("memory.decisions += vars(memory).setdefault('n', view.secret)", "reads what it cannot"),
    ],
)
def test_check_finds_a_policy_that_cheats_with_a_memory(
    line: str, problem: str, tmp_path: Path
) -> None:
    cheats = ("memory.decisions += 1", line)
    [report] = problems(counting(tmp_path, HIDE, SECRET, cheats))
    assert problem in report


@dataclass
class Needy:
    """A class that needs an argument."""

    n: int


def forgetful(view: Any, choices: Any, chance: Any) -> Any:
    """Has no argument for it."""


def mindful(view: Any, choices: Any, chance: Any, memory: Any) -> Any:
    """Has one."""


def heedful(view: Any, choices: Any, chance: Any, traits: Any) -> Any:
    """Takes a trait."""


@pytest.mark.parametrize(
    ("function", "options", "message"),
    [
        (
            forgetful,
            {"memory": list},
            "policy forgetful remembers a list, but has no argument memory; write"
            " def forgetful(view, choices, chance, memory)",
        ),
        (
            mindful,
            {},
            "policy mindful has an argument memory, but no class of what it remembers; write"
            " @policy(memory=Plan)",
        ),
        (mindful, {"memory": Needy}, "policy mindful: Needy() fails: TypeError: "),
        (
            heedful,
            {"traits": {"traits": Trait(0, 0, 1, "a number")}},
            "policy heedful cannot have a trait traits: an argument has that name",
        ),
    ],
)
def test_a_memory_that_is_declared_wrongly_is_refused(
    function: Any, options: Any, message: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        policy(**options)(function)


def test_a_trait_that_there_is_not_is_named(tmp_path: Path) -> None:
    game = counting(tmp_path, ("traits.every == 0", "traits.evry == 0"))
    with pytest.raises(Exception, match=r'the traits of greedy have no "evry".*every'):
        taken(game, "greedy", "greedy")
