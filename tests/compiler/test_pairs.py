"""Lists of tuples with items of several kinds, such as a seat and its card, are translated."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.compiled_without_numba import what_is_wrong, wrong_in

GAMES = 3
GAME = '''
from dataclasses import dataclass

from simlab.plain import PlainGame, define, policy


@dataclass(frozen=True)
class Card:
    suit: int
    rank: int


class Tricks(PlainGame):
    """A game of tricks."""

    players = (3, 4)
    kinds = ("play",)

    def setup(self, players, chance):
        deck = [Card(suit, rank) for suit in range(3) for rank in range(8)]
        chance.shuffle(deck)
        self.hands = [deck[seat * 6 : seat * 6 + 6] for seat in range(players)]
        self.trick: list[tuple[int, int]] = []
        self.won = [0] * players
        self.latest = (0, Card(0, 0))
        self.turn = 0
        self.players_here = players

    def seat(self):
        return self.turn if self.hands[self.turn] else None

    def choices(self):
        hand = self.hands[self.turn]
        if self.trick:
            led = self.trick[0][1].suit
            same = [card for card in hand if card.suit == led]
            if same:
                return [("play", card) for card in same]
        return [("play", card) for card in hand]

    def play(self, choice):
        kind = choice[0]
        if kind == "play":
            card = choice[1]
            self.hands[self.turn].remove(card)
            self.trick.append((self.turn, card))
            who, before = self.latest
            self.won[who] += before == card
            self.latest = self.trick[-1]
        self.turn = (self.turn + 1) % self.players_here
        if len(self.trick) == self.players_here:
            led = self.trick[0][1].suit
            winner, best = max(self.trick, key=lambda pair: (pair[1].suit == led, pair[1].rank))
            self.won[winner] += 1
            if (best.rank, 1) > (5, 0):
                self.won[winner] += 1
            for seat, card in self.trick:
                if card.rank == 7:
                    self.won[winner] += 1
            self.trick.clear()
            self.turn = winner

    def scores(self):
        return self.won


@policy()
def anything(view, choices, chance):
    """Plays any card."""
    return chance.pick(choices)


GAME = define(Tricks, anything)
'''


def written(folder: Path) -> Path:
    file = folder / "tricks.py"
    file.write_text(GAME)
    return file


def test_a_trick_of_seats_and_cards_means_in_kernels_what_it_means_in_python(
    tmp_path: Path,
) -> None:
    assert what_is_wrong([written(tmp_path)], GAMES) == [[]]


@pytest.mark.long
@pytest.mark.compiled
def test_a_trick_means_the_same_in_machine_code(tmp_path: Path) -> None:
    assert wrong_in(written(tmp_path), GAMES) == []
