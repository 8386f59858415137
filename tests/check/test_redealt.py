"""What only searches ask of two games is compared, too: `hide` and `evaluate`."""

from __future__ import annotations

from pathlib import Path

import pytest

import simlab
from simlab.catalog import find_game
from simlab.check.redealt import MOST_DECISIONS, compare_redealt
from simlab.errors import ContractError
from simlab.game import Game

pytestmark = pytest.mark.in_plain_python

PLAIN = Path(__file__).parents[1] / "plain"
GAME = '''
from simlab.plain import PlainGame, define, policy


class Hands(PlainGame):
    """Two or three players play out of their hands or draw; the bag and the hands are hidden."""

    players = (2, 3)
    kinds = ("draw", "play")

    def setup(self, players, chance):
        self.bag = list(range(1, 13))
        chance.shuffle(self.bag)
        self.hands = [[self.bag.pop(), self.bag.pop()] for _ in range(players)]
        self.points = [0] * players
        self.turn = 0

    def seat(self):
        return self.turn % len(self.hands) if self.turn < 6 else None

    def choices(self):
        return ["draw", "play"]

    def play(self, choice):
        seat = self.turn % len(self.hands)
        if choice == "draw" and self.bag:
            self.hands[seat].append(self.bag.pop())
        elif self.hands[seat]:
            self.points[seat] += self.hands[seat].pop(0)
        self.turn += 1

    def scores(self):
        return self.points

    def hide(self, seat, chance):
        others = [other for other in range(len(self.hands)) if other != seat]
        hidden = [number for other in others for number in self.hands[other]]
        hidden += self.bag
        chance.shuffle(hidden)
        for other in others:
            n = len(self.hands[other])
            self.hands[other], hidden = hidden[:n], hidden[n:]
        self.bag = hidden

    def evaluate(self, seat):
        total = sum(self.points)
        return self.points[seat] / total if total > 0 else 0.5


@policy()
def player(view, choices, chance):
    """Plays out of its hand."""
    return choices[1]


GAME = define(Hands, player)
'''


def written(folder: Path, old: str = "", new: str = "") -> Path:
    """Return the file of the game, with one change."""
    assert old in GAME
    file = folder / "hands.py"
    file.write_text(GAME.replace(old, new), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Return the game, which hides numbers and values positions, compiled."""
    result = simlab.compile_game(written(tmp_path_factory.mktemp("redealt")), games=20)
    assert result.is_good
    # at two tables random, player, and both together; five games of each
    assert result.redealt.games == 30
    assert 30 < result.redealt.decisions < 30 * MOST_DECISIONS
    assert "before each of" in result.sentences[0]
    assert "and positions were valued: equal." in result.sentences[0]
    return find_game(str(result.file))


def changed(folder: Path, old: str, new: str) -> Game:
    """Return the plain game with one change."""
    return find_game(str(written(folder, old, new)))


def test_another_way_to_hide_is_found(compiled: Game, tmp_path: Path) -> None:
    other = changed(tmp_path, "hidden += self.bag\n", "hidden = self.bag + hidden\n")
    difference = compare_redealt(other, compiled).difference
    assert difference.startswith("game 0 with hidden things dealt again, decision ")
    assert ", after seat " in difference


def test_another_value_of_a_position_is_found(compiled: Game, tmp_path: Path) -> None:
    other = changed(tmp_path, "total > 0 else 0.5", "total > 0 else 0.4")
    assert compare_redealt(other, compiled).difference == (
        "game 0 with hidden things dealt again, decision 0: evaluate(0) is 0.4 in the plain game"
        " and 0.5 in the compiled one"
    )


def test_a_game_without_hidden_things_has_nothing_more_to_compare() -> None:
    pig = find_game(str(PLAIN / "plain_pig" / "plain_pig.py"))
    assert compare_redealt(pig, find_game("pig")).sentence == ""


def test_an_error_of_the_plain_game_names_its_line(compiled: Game, tmp_path: Path) -> None:
    other = changed(tmp_path, "total = sum(self.points)", "total = self.no_such_points")
    with pytest.raises(ContractError) as refused:
        compare_redealt(other, compiled)
    assert "hands.py:" in str(refused.value)
    assert "no_such_points" in str(refused.value)
    assert str(refused.value).endswith("(game 0, decision 0)")
