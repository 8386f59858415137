"""Replays of simultaneous choices: told once, when all have chosen, in the words of the game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import simlab
from simlab.catalog import find_game
from simlab.explain.transcript import Block, blocks
from simlab.game import DECIDED

HEAD = '''"""A game of simultaneous choices."""

from simlab.parts import Auction, Simultaneous
from simlab.plain import PlainGame, define


class Game(PlainGame):
    """The rules."""

    players = (3, 3)
'''
CARDS = """
    plans = Simultaneous()
    events = {"turns": ""%s}

    def setup(self, players, chance):
        self.hands = [[4, 9], [2, 7], [3, 8]]
        self.points = [0] * players
        self.plans.begin()

    def seat(self):
        return self.plans.seat()

    def choices(self):
        return [("card", number) for number in self.hands[self.plans.seat()]]

    def describe(self, choice):
        return f"the {choice[1]}"

    def play(self, choice):
        self.plans.put(choice)
        self.log("turns")
        if self.plans.seat() is None:
            cards = [number for _, number in self.plans.reveal()]
            self.points[cards.index(max(cards))] += 1
            for seat, number in enumerate(cards):
                self.hands[seat].remove(number)
            if self.hands[0]:
                self.plans.begin()

    def scores(self):
        return self.points
"""
BIDS = """
    auction = Auction("sealed")

    def setup(self, players, chance):
        self.auction.begin("map", limits=[0, 1, 0])

    def seat(self):
        return self.auction.seat()

    def choices(self):
        return self.auction.choices()

    def play(self, choice):
        self.auction.play(choice)

    def scores(self):
        return [int(seat == self.auction.winner) for seat in range(3)]
"""


def replayed(folder: Path, rules: str) -> Sequence[Block]:
    file = folder / "game.py"
    file.write_text(f"{HEAD}{rules}\n\nGAME = define(Game)\n")
    return simlab.replay(str(file), 1).blocks


@pytest.mark.parametrize("own_words", ["", ', "plans_revealed": ""'])
def test_choices_are_shown_together_after_the_last(tmp_path: Path, own_words: str) -> None:
    """Also if each choice logs something without words, and if the game has none for a reveal."""
    turns = replayed(tmp_path, CARDS % own_words)
    everyone = "Player 1, Player 2 and Player 3"
    assert [turn.heading for turn in turns] == [f"Turn {n}, {everyone}" for n in (1, 2)]
    for first, turn in zip((0, 3), turns, strict=True):
        assert [line.decision for line in turn.lines] == [first, first + 1, first + 2]
        for seat, line in enumerate(turn.lines, 1):
            subject, _, card = line.text.rpartition("the ")
            assert subject == (f"Player {seat}: " if own_words else f"Player {seat} reveals ")
            assert card.removesuffix(".").isdigit()


def test_a_sealed_bid_is_not_told_before_the_last(tmp_path: Path) -> None:
    lines = [line.text for turn in replayed(tmp_path, BIDS) for line in turn.lines]
    assert "Player 1: pass." not in lines[:-1]
    assert not any(line.startswith("Player 1: pass") for line in lines if "Nobody" in lines[-1])


def test_a_compiled_game_tells_them_together_too() -> None:
    """It has no events of choices, only those of the reveal, which follow all decisions."""
    path = Path(__file__).parents[1] / "plain" / "plans" / "plans.py"
    game = find_game(str(path))
    made = [
        {"event": DECIDED.name, "seat": seat, "decision": seat, "choice": 0} for seat in range(3)
    ]
    reveals = [{"event": "plans_revealed", "seat": seat, "choice": "rest"} for seat in range(3)]
    (turn,) = blocks(game, game.load(), 3, [*made, *reveals])
    assert turn.heading == "Turn 1, Player 1, Player 2 and Player 3"
    assert [(line.decision, line.text) for line in turn.lines] == [
        (seat, f"Player {seat + 1} reveals rest.") for seat in range(3)
    ]
