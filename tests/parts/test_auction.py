"""Auctions against naive loops, for each kind and rule of ties."""

from __future__ import annotations

import copy
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import Misuse
from simlab.parts import Auction, try_out
from simlab.plain.chance import Chance
from simlab.plain.ledger import Event

WORTHS = st.lists(st.integers(0, 9), min_size=2, max_size=5)


def sold(auction, worths, first, choose):
    """Hold an auction in which `choose` picks among the choices that a seat can afford."""
    auction.begin("map", limits=worths, first=first)
    while not auction.is_over:
        auction.play(choose(auction.seat(), auction.choices()))
    return auction.winner, auction.price


def lowest(seat, choices):
    return choices[1] if len(choices) > 1 else "pass"


@given(WORTHS, st.integers(0, 4))
def test_an_open_auction_goes_to_the_seat_that_pays_most(worths, first) -> None:
    n, first = len(worths), first % len(worths)
    active, price, holder, seat = set(range(n)), 0, None, first
    while active and active != {holder}:
        if seat in active and seat != holder:
            if worths[seat] > price:
                price, holder = price + 1, seat
            else:
                active.discard(seat)
        seat = (seat + 1) % n
    auction = try_out(n, auction=Auction("open")).auction
    assert sold(auction, worths, first, lowest) == (holder, price)
    if holder is not None:
        others = [worth for seat, worth in enumerate(worths) if seat != holder]
        assert worths[holder] == max(worths)
        assert max(others) <= price <= max(others) + 1


@given(WORTHS, st.integers(0, 4), st.data())
def test_once_around_the_last_bid_wins(worths, first, data) -> None:
    n, first = len(worths), first % len(worths)
    auction = try_out(n, auction=Auction("once")).auction
    bids = []

    def choose(seat, choices):
        choice = data.draw(st.sampled_from(choices))
        bids.append((seat, 0 if choice == "pass" else choice[1]))
        return choice

    result = sold(auction, worths, first, choose)
    assert [seat for seat, _ in bids] == [(first + i) % n for i in range(n)]
    real = [(seat, bid) for seat, bid in bids if bid]
    assert result == (real[-1] if real else (None, 0))
    assert [bid for _, bid in real] == sorted({bid for _, bid in real})


@pytest.mark.parametrize("tied", ["earlier", "later", "nobody"])
@given(worths=WORTHS, first=st.integers(0, 4), data=st.data())
def test_the_highest_sealed_bid_wins(tied, worths, first, data) -> None:
    n, first = len(worths), first % len(worths)
    auction = try_out(n, auction=Auction("sealed", tied)).auction
    bids = [data.draw(st.integers(0, worth)) for worth in worths]
    result = sold(auction, worths, first, lambda s, _: ("bid", bids[s]) if bids[s] else "pass")
    in_turn = [(first + i) % n for i in range(n)]
    best = [seat for seat in in_turn if bids[seat] == max(bids) and bids[seat]]
    if not best or (tied == "nobody" and len(best) > 1):
        assert result == (None, 0)
    else:
        assert result == (best[-1 if tied == "later" else 0], max(bids))


def test_chance_decides_a_tie_fairly() -> None:
    n = 1_000
    auction = try_out(auction=Auction("sealed", "chance")).auction
    wins = sum(sold(auction, [3, 3], 0, lambda *_: ("bid", 3))[0] for _ in range(n))
    assert abs(wins - n / 2) < 5 * sqrt(n / 4)


def test_least_bid_and_step_are_kept() -> None:
    auction = try_out(auction=Auction("open")).auction
    auction.begin("map", [20, 20], least=5, step=3)
    assert auction.choices()[:3] == ["pass", ("bid", 5), ("bid", 8)]
    auction.play(("bid", 8))
    assert auction.choices()[1] == ("bid", 11)
    with pytest.raises(Misuse, match=r"auction: play\(\): seat 1 may not bid 9"):
        auction.play(("bid", 9))


def test_sealed_bids_of_others_are_drawn_again() -> None:
    game = try_out(3, auction=Auction("sealed"))
    game.auction.begin("map", [6, 6, 6])
    game.auction.play(("bid", 2))
    game.auction.play(("bid", 5))
    redealt = [copy.deepcopy(game) for _ in range(60)]
    for deal, other in enumerate(redealt):
        other.hide(1, Chance(type(game).sources, 1, deal))
    assert {other.auction.bids[1] for other in redealt} == {5}
    assert {other.auction.bids[0] for other in redealt} == {0, 1, 2, 3, 4, 5, 6}


def test_nothing_can_be_bid_after_the_end() -> None:
    auction = try_out(auction=Auction()).auction
    assert auction.seat() is None
    with pytest.raises(Misuse, match=r"auction: choices\(\): the auction is over; begin\(\)"):
        auction.choices()


def test_bids_and_wins_are_reported() -> None:
    events = list[Event]()
    auction = try_out(events=events, auction=Auction("once")).auction
    sold(auction, [2, 0], 0, lowest)
    sold(auction, [0, 0], 0, lowest)
    assert [event["event"] for event in events] == [
        "auction_bids",
        "auction_wins",
        "auction_unsold",
    ]
