"""Games of parts without a word on hidden information keep the contract, also with a search."""

from __future__ import annotations

import pytest

from simlab.catalog import find_game, find_policy, policies_of
from simlab.check.plain_game import check_lineup, line_ups
from simlab.game.scene import problems_of, scene_for_seat
from simlab.plain import new_game
from simlab.plain.chance import Stream
from simlab.plain.game import deal_again
from simlab.plain.positions import scene_of
from simlab.plain.visible import lines_for_seat

HEAD = '''"""A game of parts."""

from simlab.parts import *
from simlab.plain import PlainGame, define


class Game(PlainGame):
    """The rules."""

'''
HIGHEST_CARD = """
    players = (2, 4)
    deck = Deck()
    hands = Hands(deck)
    plans = Simultaneous()
    score = Track()

    def setup(self, players, chance):
        self.deck.set_up(range(30))
        self.hands.deal(4)
        self.plans.begin()

    def seat(self):
        return self.plans.seat()

    def choices(self):
        return list(self.hands[self.plans.seat()])

    def play(self, choice):
        self.plans.put(choice)
        if self.plans.seat() is None:
            self.compare(self.plans.reveal())

    def compare(self, cards):
        for seat, card in enumerate(cards):
            self.hands.discard(seat, card)
        self.score.advance(cards.index(max(cards)), 1)
        if self.hands[0]:
            self.plans.begin()

    def scores(self):
        return list(self.score)
"""
AUCTION = """
    players = (2, 3)
    lots = Bag()
    sale = Auction("{kind}", tied="{tied}")
    coins = Bank()
    won = Bank()

    def setup(self, players, chance):
        self.lots.set_up({{"hat": 2, "coat": 2}})
        self.coins.set_up(start=6)
        self.first = 0
        self.sell()

    def sell(self):
        if len(self.lots):
            self.sale.begin(self.lots.draw(), limits=list(self.coins), first=self.first)

    def seat(self):
        return self.sale.seat()

    def choices(self):
        return self.sale.choices()

    def play(self, choice):
        self.sale.play(choice)
        if self.sale.is_over:
            if self.sale.winner is not None:
                self.coins.pay(self.sale.winner, self.sale.price)
                self.won.gain(self.sale.winner, 1)
            self.first = (self.first + 1) % len(self.coins)
            self.sell()

    def scores(self):
        return list(self.won)
"""
WORKERS = """
    players = (2, 4)
    spaces = Spaces()
    wood = Bank()
    bag = Bag()
    racks = Hands(bag, seen_by="nobody")
    road = Track(tied="later")
    events = {"rounds": "", "wood_refused": "The supply has {n} wood too few."}

    def setup(self, players, chance):
        self.spaces.set_up({"forest": 1, "bag": 2, "road": None}, workers=2)
        self.wood.set_up(supply=10, limit=6)
        self.bag.set_up({"gem": 5, "stone": 9})
        self.road.set_up(lap=5)
        self.to_move = self.n_rounds = 0

    def seat(self):
        return None if self.n_rounds == 4 else self.to_move

    def choices(self):
        return [("place", space) for space in self.spaces.open_to(self.to_move)]

    def play(self, choice):
        seat, space = self.to_move, choice[1]
        self.spaces.place(seat, space)
        if space == "forest":
            self.wood.gain(seat, 3)
        elif space == "bag":
            self.racks.draw(seat)
        else:
            self.road.advance(seat, 1 + self.chance.below(3))
        self.to_move = (seat + 1) % len(self.wood)
        if not any(self.spaces.workers):
            self.spaces.gather()
            self.n_rounds += 1
            self.to_move = self.road.order()[-1]
            self.log("rounds")

    def scores(self):
        seats = range(len(self.wood))
        gems = [self.racks[seat].count("gem") for seat in seats]
        return [self.wood[seat] + 2 * gems[seat] + self.road.laps[seat] for seat in seats]
"""
TEXTS = {
    "highest_card": HIGHEST_CARD,
    "workers": WORKERS,
    "open_sale": AUCTION.format(kind="open", tied="earlier"),
    "sale_once": AUCTION.format(kind="once", tied="earlier"),
    "sealed_sale": AUCTION.format(kind="sealed", tied="chance"),
}


@pytest.fixture(params=TEXTS)
def game(request, tmp_path):
    file = tmp_path / f"{request.param}.py"
    file.write_text(f"{HEAD}{TEXTS[request.param]}\n\nGAME = define(Game)\n", encoding="utf-8")
    return find_game(str(file))


def test_it_keeps_the_contract(game) -> None:
    for scenario in line_ups(game, game.load(), game.policies, [game.players[1]], [], 2):
        look = check_lineup(scenario, 2)
        assert look.problems == []
        assert look.n_ended == 2


def test_a_search_deals_hidden_things_again_and_wins_against_chance(game) -> None:
    """Not in the game of highest cards, where the cards of a hand are played in any order."""
    search = find_policy("search:base=random,rollouts=40,doubt=0", policies_of(game, []), 2, game)
    rows = game.engine().play(game.load().row, [search, game.policies[0]], 1914, 0, 16)
    assert rows["finished"].all()
    if game.name != "highest_card":
        assert rows["seats"]["credit"][:, 0].mean() > 0.6


def test_events_of_all_parts_are_columns(game) -> None:
    rows = game.engine().play(game.load().row, [game.policies[0]] * 2, 1914, 0, 1)
    columns = {*rows.dtype.names, *rows["seats"].dtype.names}
    assert {*game.rules_class.events} <= columns


def test_what_a_seat_sees_stays_when_the_rest_is_dealt_again(game) -> None:
    table, chance = new_game(game, 2), Stream(1, 2, 3)
    names = ["Player 1", "Player 2"]
    while table.seat() is not None:
        for seat in range(2):
            other = deal_again(table, seat, 1914, 7)
            assert [*lines_for_seat(other, seat)] == [*lines_for_seat(table, seat)]
            scene = scene_of(table, 1914, names)
            assert scene_for_seat(scene_of(other, 1914, names), seat) == scene_for_seat(scene, seat)
            assert not list(problems_of(scene))
        table.play(chance.pick(list(table.choices())))
