"""The exchange by hand: chains of picks as the rules page tells them."""

from __future__ import annotations

import random

import pytest

from tests.games.mare_nostrum.trade import (
    NOBODY,
    Exchange,
    Pick,
    exchange,
    is_chip_free,
    used_after,
)

A, B, C = 0, 1, 2
THREE = {A: {0: 2}, B: {1: 2}, C: {2: 1, 3: 1}}


def after(*ways: tuple[int, int], offers: dict[int, dict[int, int]] = THREE) -> Exchange:
    """Return an exchange begun by A after picks told as picker and victim, any token each."""
    picks: list[Pick] = []
    for seat, victim in ways:
        options = exchange(offers, A, picks).options
        picks.append(min(option for option in options if option[:2] == (seat, victim)))
    return exchange(offers, A, picks)


def victims(now: Exchange) -> set[int]:
    return {option.victim for option in now.options}


def test_the_starter_may_pick_any_token_of_any_rival() -> None:
    assert after().options == {Pick(A, B, 1), Pick(A, C, 2), Pick(A, C, 3)}


def test_the_robbed_one_picks_next() -> None:
    assert after((A, C)).seat == C


def test_a_token_picked_leaves_the_offer() -> None:
    picks = [Pick(A, C, 3), Pick(C, B, 1)]
    tokens = {pick.token for pick in exchange(THREE, A, picks).options if pick.victim == C}
    assert tokens == {2}


def test_one_may_pick_back() -> None:
    assert victims(after((A, B))) == {A, C}


def test_nobody_picks_back_from_who_has_just_picked_back() -> None:
    assert victims(after((A, B), (B, A))) == {C}


def test_the_lock_ends_when_one_has_picked_elsewhere() -> None:
    assert victims(after((A, B), (B, A), (A, C), (C, A))) == {B}


def test_the_lock_holds_only_right_after_the_two_picks() -> None:
    offers = {A: {0: 5}, B: {1: 5}, C: {2: 5}}
    now = after((A, B), (B, A), (A, C), (C, B), (B, A), offers=offers)
    assert now.seat == A
    assert victims(now) == {B, C}


def test_by_the_strict_reading_nobody_picks_from_anybody_twice() -> None:
    picks = [Pick(A, B, 1), Pick(B, A, 0), Pick(A, C, 2), Pick(C, A, 0)]
    assert exchange(THREE, A, picks[:2], once_each_way=True).options == {
        Pick(A, C, 2),
        Pick(A, C, 3),
    }
    assert exchange(THREE, A, picks, once_each_way=True).is_over
    assert not exchange(THREE, A, picks).is_over


def test_two_traders_pick_once_each_and_keep_the_rest() -> None:
    offers = {A: {0: 3}, B: {1: 3}}
    now = after((A, B), (B, A), offers=offers)
    assert now.is_over
    assert now.to == NOBODY


def test_a_chain_that_ends_with_another_seat_leaves_it_one_short() -> None:
    offers = {A: {0: 1}, B: {1: 1}, C: {2: 1}}
    now = after((A, B), (B, A), (A, C), offers=offers)
    assert now.is_over
    assert now.to == C


def test_a_chain_that_ends_with_the_starter_leaves_nobody_short() -> None:
    offers = {A: {0: 1}, B: {1: 1}, C: {2: 1}}
    assert after((A, B), (B, C), (C, A), offers=offers).to == NOBODY


def test_a_pick_that_was_not_allowed_is_refused() -> None:
    with pytest.raises(ValueError, match="pick 2 was not allowed"):
        exchange(THREE, A, [Pick(A, B, 1), Pick(B, A, 0), Pick(A, B, 1)])


@pytest.mark.parametrize("number", range(40))
def test_everybody_gives_as_much_as_they_get_except_in_the_hand_over(number: int) -> None:
    chance = random.Random(number)
    seats, n = range(chance.randint(2, 5)), chance.randint(1, 5)
    offers = {seat: {seat: n - n // 2, 10 + seat: n // 2} for seat in seats}
    starter, picks = chance.choice(seats), list[Pick]()
    while not (now := exchange(offers, starter, picks)).is_over:
        picks.append(chance.choice(sorted(now.options)))
    gains = dict.fromkeys(seats, 0)
    for pick in picks:
        gains[pick.seat] += 1
        gains[pick.victim] -= 1
    short = [] if now.to == NOBODY else [now.to]
    assert [seat for seat in seats if gains[seat] < 0] == short
    assert [seat for seat in seats if gains[seat] > 0] == [starter] * len(short)


def test_a_chip_is_blocked_until_all_three_are_used() -> None:
    used = used_after(1, set(), 3)
    assert [is_chip_free(chip, used) for chip in range(3)] == [True, False, True]
    assert used_after(2, used_after(0, used, 3), 3) == set()
