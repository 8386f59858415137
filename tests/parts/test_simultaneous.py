"""Simultaneous choices: hidden until revealed, and drawn again among what was offered."""

from __future__ import annotations

import copy

import pytest

from simlab.errors import Misuse
from simlab.parts import Deck, Hands, Simultaneous, try_out
from simlab.plain.chance import Chance

deck = Deck()


def cards_of_next(game):
    """Return the choices of a game in which each seat lays down a card of its hand."""
    return list(game.hands[game.plans.seat()])


def started(n_chosen):
    game = try_out(3, deck=deck, plans=Simultaneous(), hands=Hands(deck))
    type(game).choices = cards_of_next
    game.deck.set_up(range(40))
    game.hands.deal(4)
    game.plans.begin()
    for _ in range(n_chosen):
        game.plans.put(game.choices()[0])
    return game


def test_choices_are_collected_in_turn_and_revealed_together() -> None:
    game = started(2)
    with pytest.raises(Misuse, match=r"plans: reveal\(\): seat 2 has not chosen yet"):
        game.plans.reveal()
    game.plans.put("last")
    assert game.plans.seat() is None
    with pytest.raises(Misuse, match=r"plans: put\(\): all seats have chosen"):
        game.plans.put("more")
    hands = game.hands
    assert game.plans.reveal() == [hands[0][0], hands[1][0], "last"]
    assert game.plans.seat() is None


def test_some_seats_can_be_asked_in_another_order() -> None:
    game = started(0)
    game.plans.begin([2, 0])
    assert game.plans.seat() == 2
    game.plans.put("a")
    assert game.plans.seat() == 0
    game.plans.put("b")
    assert game.plans.reveal() == ["b", None, "a"], "the seat that was not asked has none"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_choices_of_others_are_drawn_again_from_the_hands_that_are_dealt_again(seat) -> None:
    """The plans are declared before the hands, but hidden after them."""
    game = started(2)
    laid = []
    for deal in range(40):
        other = copy.deepcopy(game)
        other.hide(seat, Chance(type(game).sources, 1, deal))
        assert all(other.plans.made[s] in other.hands[s] for s in (0, 1))
        assert other.plans.seat() == 2
        laid.append(list(other.plans.made))
    for each in (0, 1):
        n_different = len({made[each] for made in laid})
        assert n_different == 1 if each == seat else n_different > 5
