"""Parts of a game: their sources and events, what is shown of them, and errors in its terms."""

from __future__ import annotations

import copy
import doctest
from types import MappingProxyType

import pytest

import simlab.parts
from simlab.catalog import find_game
from simlab.check.plain_game import check_lineup, line_ups
from simlab.errors import ContractError, Misuse
from simlab.parts import Areas, Bank, Deck, Dice, Hands, Track, try_out
from simlab.plain import PlainGame, new_game
from simlab.plain.positions import scene_of
from simlab.plain.priority_list import numbers_of_table
from simlab.plain.view import View
from simlab.plain.visible import lines_for_seat

TEXT = '''"""Take a card or leave the game; most cards win."""

from simlab.parts import Deck, Hands
from simlab.plain import PlainGame, define, policy


class Cards(PlainGame):
    """Cards."""

    deck = Deck()
    hands = Hands(deck)
    events = {"hands_draws": "{seat} takes a card."}

    def setup(self, players, chance):
        self.deck.set_up(range(9))
        self.hands.deal(2)
        self.to_move = 0

    def seat(self):
        return self.to_move if self.deck.n_drawable else None

    def choices(self):
        return ["take", "leave"]

    def play(self, choice):
        self.hands.draw(self.to_move) if choice == "take" else self.deck.draw()
        self.to_move = 1 - self.to_move

    def scores(self):
        return [len(hand) for hand in self.hands]


@policy()
def eager(view, choices, chance):
    """Takes."""
    return "take"


GAME = define(Cards, eager)
'''


def game_in(folder, line="", other=""):
    assert line in TEXT
    file = folder / "cards.py"
    file.write_text(TEXT.replace(line, other) if line else TEXT, encoding="utf-8")
    return find_game(str(file))


def rows_of(game, name="eager"):
    lineup = [policy for policy in game.policies if policy.name == name] * 2
    return game.engine().play(game.load().row, lineup, 1914, 0, 3)


def test_sources_and_events_come_with_the_parts(tmp_path) -> None:
    game = game_in(tmp_path)
    assert game.rules_class.sources == ("table", "deck", "hands")
    assert game.rules_class.events == {
        "hands_draws": "{seat} takes a card.",
        "deck_draws": "",
        "deck_reshuffles": "The discards are shuffled and become the new deck.",
    }


def test_events_of_parts_are_columns(tmp_path) -> None:
    rows = rows_of(game_in(tmp_path))
    assert rows["deck_draws"].tolist() == [9] * 3
    assert rows["seats"]["hands_draws"][:, :2].tolist() == [[5, 4]] * 3


def test_an_event_without_a_sentence_is_counted_by_seat_as_before(tmp_path) -> None:
    rows = rows_of(game_in(tmp_path, "{seat} takes a card.", ""))
    assert rows["seats"]["hands_draws"][:, :2].tolist() == [[5, 4]] * 3


def test_a_subclass_keeps_the_parts_of_its_base() -> None:
    class Base(PlainGame):
        deck = Deck()

    class More(Base):
        sources = ("dice",)
        events = MappingProxyType({"turns": ""})
        coins = Bank()

    assert More.sources == ("dice", "deck")
    assert [*More.events] == [
        *("turns", "deck_draws", "deck_reshuffles"),
        *("coins_gained", "coins_paid", "coins_refused"),
    ]
    assert Base.sources == ("table", "deck")


def test_a_game_with_parts_keeps_the_contract(tmp_path) -> None:
    game = game_in(tmp_path)
    for scenario in line_ups(game, game.load(), game.policies, [2], [], 2):
        assert check_lineup(scenario, 2).problems == []


def test_a_hide_of_the_game_adds_to_that_of_the_parts(tmp_path) -> None:
    own = "    def hide(self, seat, chance):\n        super().hide(seat, chance)\n"
    game = game_in(tmp_path, "    def scores", f"{own}        self.hidden = seat\n\n    def scores")
    table = vars(new_game(game, 2))
    before = list(table["deck"].pile), list(table["hands"][0])
    copied = copy.deepcopy(new_game(game, 2))
    copied.hide(0, copied.chance)
    after = vars(copied)
    assert after["hidden"] == 0
    assert (after["deck"].pile != before[0], after["hands"][0]) == (True, before[1])


def test_a_policy_that_reads_what_parts_hide_is_found(tmp_path) -> None:
    game = game_in(
        tmp_path,
        'return "take"',
        'return "take" if sum(view.hands[1 - view.me]) % 2 else "leave"',
    )
    scenario = next(line_ups(game, game.load(), game.policies[-1:], [2], [], 2))
    (problem,) = check_lineup(scenario, 2).problems
    assert "policy eager at seat 0 reads what it cannot see" in problem


def test_a_policy_that_changes_a_part_is_found(tmp_path) -> None:
    game = game_in(tmp_path, 'return "take"', 'view.deck.discard(1)\n    return "take"')
    with pytest.raises(ContractError, match="a policy changes the table"):
        rows_of(game)


MISUSES = {
    "a part that is asked for too much": (
        ("if self.deck.n_drawable else None", "if self.deck.discards == [] else None"),
        r"cards.py:26: self.hands.draw\(self.to_move\) if .*: deck: draw\(\): no card is left;",
    ),
    "a method that is not there": (
        ("self.hands.deal(2)", "self.hands.dael(2)"),
        r'cards.py:16: self.hands.dael\(2\): hands: a Hands has no "dael". Did you mean "deal"',
    ),
    "a part that is made in setup": (
        ("self.hands.deal(2)", "self.pile = Deck()\n        self.pile.set_up([1])"),
        r"cards.py:17: .*: declare a Deck in the class of the game, such as `deck = Deck\(\)`;",
    ),
    "an event with other fields": (
        ("{seat} takes a card.", "{seat} takes {card}."),
        r"cards.py:16: .*: log: the sentence of hands_draws has the fields card, seat, not n, seat",
    ),
    "a table that is not there": (
        ("set_up(range(9))", 'set_up("cards")'),
        r'cards.py:15: .*: there is no table "cards"',
    ),
}


@pytest.mark.parametrize("what", MISUSES)
def test_it_is_reported_with_its_line(what, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    replaced, report = MISUSES[what]
    with pytest.raises(ContractError, match=report):
        rows_of(game_in(tmp_path, *replaced), "random")


def test_a_copy_is_independent() -> None:
    deck = Deck()
    game = try_out(deck=deck, hands=Hands(deck))
    game.deck.set_up(range(10))
    other = copy.deepcopy(game)
    other.hands.deal(2)
    assert len(game.deck.pile) == 10
    assert len(other.deck.pile) == 6


def test_two_games_do_not_share_parts(tmp_path) -> None:
    game = game_in(tmp_path)
    one, other = (new_game(game, 2, deal=deal) for deal in range(2))
    one.play("take")
    assert [len(hand) for hand in vars(one)["hands"]] == [3, 2]
    assert [len(hand) for hand in vars(other)["hands"]] == [2, 2]


def laid_out():
    deck = Deck()
    others = {"coins": Bank(), "dice": Dice(), "areas": Areas(), "track": Track()}
    game = try_out(deck=deck, hands=Hands(deck), **others)
    game.deck.set_up(["salt"] * 5)
    game.hands.deal(2)
    game.coins.set_up(start=[3, 4], supply=9)
    game.areas.set_up(["hill", "lake"])
    game.areas.add(1, "lake", 2)
    game.note = 7
    type(game).seat = lambda game: 1
    return game


def test_a_seat_sees_its_own_hand_and_the_sizes_of_others() -> None:
    game = laid_out()
    assert [*lines_for_seat(game, 1)] == [
        "deck: 1 face down, 0 discarded",
        "hands: Player 1 (2 hidden), Player 2 (2 × salt)",
        "supply of coins: 9",
        "coins: Player 1 (3), Player 2 (4)",
        "dice: none",
        "dice, kept: none",
        "lake: 2 × piece (Player 2)",
        "empty: hill",
        "track: Player 1 (0), Player 2 (0)",
        "note: 7",
    ]


def test_the_scene_shows_parts_and_attributes() -> None:
    scene = scene_of(laid_out(), 1, ["Player 1", "Player 2"])
    assert [(value.name, value.value) for value in scene.values] == [
        ("note", "7"),
        ("supply of coins", 9),
    ]
    assert [value.value for value in scene.seats[1].values] == [4, 0]
    assert all(hand.is_secret for seat in scene.seats for hand in seat.hands)
    assert [place.name for place in scene.places] == ["hill", "lake"]
    assert [(piece.place, piece.owner, piece.count) for piece in scene.pieces] == [(1, 1, 2)]


def test_priority_lists_know_the_numbers_of_parts() -> None:
    game = laid_out()
    assert numbers_of_table(View(game, 1)) == {
        **{"deck": 1, "hands": 2, "coins": 4},
        **{"track": 0, "note": 7},
    }


def test_a_part_that_is_not_declared_knows_nothing() -> None:
    with pytest.raises(Misuse, match="declare a Bank in the class of the game"):
        Bank().gain(0, 3)


@pytest.mark.parametrize("name", simlab.parts.__all__)
def test_the_example_of_a_part_runs(name) -> None:
    (example,) = doctest.DocTestFinder(recurse=False).find(getattr(simlab.parts, name), name)
    report: list[str] = []
    assert doctest.DocTestRunner().run(example, out=report.append).failed == 0, "".join(report)
