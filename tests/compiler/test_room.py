"""A list that always has as many items has room for no more."""

from __future__ import annotations

from pathlib import Path

from simlab.catalog import find_game
from simlab.compiler.module import translate_game
from simlab.plain.definition import PlainDefinition

GAME = """
from simlab.plain import PlainGame, define, random_by_kind

COLOURS = ("red", "blue", "green")


class Rooms(PlainGame):
    players = (2, 4)
    kinds = ("take",)

    def setup(self, players, chance):
        self.piles = [[0, 0] for _ in COLOURS]
        self.drawn = []
        self.shuffled = [1, 2, 3, 4, 5]
        chance.shuffle(self.shuffled)
        self.exchanged = [1, 2, 3, 4, 5]
        self.four = [1, 2, 3, 4]
        self.turn, self.players_at_table = 0, players

    def seat(self):
        return self.turn % 2 if self.turn < 4 else None

    def choices(self):
        return [("take", pile) for pile in range(3)]

    def play(self, choice):
        self.piles[choice[1]][0] += 1
        self.drawn.append(choice[1])
        self.exchanged = self.exchanged[1:] + self.exchanged[:1]
        self.turn += self.four[0]

    def scores(self):
        return [0] * self.players_at_table


GAME = define(Rooms, random_by_kind)
"""


def test_a_list_that_gets_no_items_has_room_for_those_that_it_has(tmp_path: Path) -> None:
    file = tmp_path / "rooms.py"
    file.write_text(GAME, encoding="utf-8")
    game = find_game(str(file))
    assert isinstance(game, PlainDefinition)
    code = translate_game(game).code
    assert 'piles=nested(list_of(list_record(2), 3), "piles")' in code
    # not those that get items, are replaced, or change while the table is set up
    assert 'drawn=nested(list_record(16), "drawn")' in code
    assert 'exchanged=nested(list_record(18), "exchanged")' in code
    assert 'shuffled=nested(list_record(18), "shuffled")' in code
    # what has as many as there are seats would be taken for a list with an item of each
    assert 'four=nested(list_record(5), "four")' in code
