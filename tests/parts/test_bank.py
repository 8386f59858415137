"""Banks: nothing is lost, nobody holds more than the limit, nobody pays what it has not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import Misuse
from simlab.parts import Bank, try_out
from simlab.plain.ledger import Event

PAYMENTS = st.lists(st.tuples(st.sampled_from("gpm"), st.integers(0, 1), st.integers(0, 9)))


@given(PAYMENTS, st.one_of(st.none(), st.integers(0, 30)), st.one_of(st.none(), st.integers(5, 12)))
def test_coins_are_conserved_within_their_limits(payments, supply, limit) -> None:
    """Against coins that are moved one by one."""
    coins = try_out(coins=Bank()).coins
    coins.set_up(start=[4, 2], supply=supply, limit=limit)
    purses, left = [4, 2], float("inf") if supply is None else supply
    most = float("inf") if limit is None else limit
    for kind, seat, n in payments:
        if kind == "g":
            n_given = 0
            while n_given < n and left > 0 and purses[seat] < most:
                purses[seat], left, n_given = purses[seat] + 1, left - 1, n_given + 1
            assert coins.gain(seat, n) == n_given
        elif n > purses[seat]:
            assert not coins.can_pay(seat, n)
            with pytest.raises(Misuse, match=f"coins: seat {seat} cannot pay {n} of"):
                coins.pay(seat, n)
        elif kind == "p":
            coins.pay(seat, n)
            purses[seat], left = purses[seat] - n, left + n
        else:
            coins.move(seat, 1 - seat, n)
            purses[seat], purses[1 - seat] = purses[seat] - n, purses[1 - seat] + n
        assert [coins[0], coins[1]] == purses
        assert coins.supply == (None if supply is None else left)


def test_what_the_supply_lacks_is_counted() -> None:
    events = list[Event]()
    coins = try_out(events=events, coins=Bank()).coins
    coins.set_up(supply=5)
    coins.gain(1, 7)
    coins.pay(1, 2)
    assert events == [
        {"event": "coins_gained", "seat": 1, "n": 5},
        {"event": "coins_refused", "n": 2},
        {"event": "coins_paid", "seat": 1, "n": 2},
    ]


def test_a_seat_that_got_more_than_the_limit_gains_nothing() -> None:
    coins = try_out(coins=Bank()).coins
    coins.set_up(start=4, limit=5)
    coins.move(0, 1, 3)
    assert coins[1] == 7
    assert coins.gain(1, 2) == 0
    assert coins[1] == 7
    with pytest.raises(Misuse, match=r"coins: gain\(\): n must not be negative, but is -1"):
        coins.gain(0, -1)
